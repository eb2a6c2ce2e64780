//! Registry rows for the kinds of Penguins Pool Party.

use super::{
    AnyReading, Blocks, Difference, DifferencePlace, Pace, ReadOptions, Row, Value, boxed, compared,
};
use crate::diagnostics::Source;
use crate::notation::{Reading, Segment};
use crate::penguins::{
    self, Block, Board, Challenge, Hex, Hexes, PartialSolution, Placement, Solution, State, check_blocks,
    explain,
};
use crate::random::Random;
use crate::render::{self, Picture};
use std::fmt;

pub(super) const ROWS: &[Row] = &[
    Row::of::<Challenge>("01234").generated_by(|random, _| Some(puzzle(random)?.0.challenge().to_string())),
    Row::of::<Board>("EPI\n").generated_by(|random, _| Some(puzzle(random)?.0.board().to_string())),
    Row::of::<State>(":ABCD012345").generated_by(|random, _| Some(puzzle(random)?.0.to_string())),
    Row::read_by::<Placement>("ABCD012345", placement, |options| options.challenge.is_some()).generated_by(
        |random, _| {
            let placements: Vec<_> = puzzle(random)?.1.placed().iter().collect();
            Some(random.choose(&placements)?.to_string())
        },
    ),
    Row::read_by::<Solution>("ABCD012345", solution, |options| {
        options.challenge.is_some() || matches!(options.blocks, Blocks::Some)
    })
    .generated_by(|random, _| Some(puzzle(random)?.1.to_string())),
];

/// Creates a state of a random challenge, and a solution that contains the blocks of the state.
fn puzzle(random: &mut Random) -> Option<(State, Solution)> {
    let all: Vec<_> = penguins::all_challenges().collect();
    let (challenge, solutions) = std::iter::repeat_with(|| random.choose(&all).copied())
        .flatten()
        .map(|challenge| {
            (challenge, penguins::solve(challenge, PartialSolution::default()).take(16).collect::<Vec<_>>())
        })
        .find(|(_, solutions)| !solutions.is_empty())?;
    let solution = *random.choose(&solutions)?;
    let mut placements: Vec<_> = solution.placed().iter().collect();
    random.shuffle(&mut placements);
    placements.truncate(random.below(placements.len()));
    let placed =
        placements.iter().try_fold(PartialSolution::default(), |placed, one| placed.with(*one).ok())?;
    Some((State::new(challenge, placed).ok()?, solution))
}

#[derive(Clone)]
struct BlocksOnChallenge {
    placed: PartialSolution,
    penguins: Hexes,
}

fn placement(text: &str, options: &ReadOptions, pace: Pace) -> AnyReading {
    let placed = pace.read::<Placement>(text).map(PartialSolution::from);
    answer(text, placed, options)
}

fn solution(text: &str, options: &ReadOptions, pace: Pace) -> AnyReading {
    let placed = match options.blocks {
        Blocks::All => pace.read::<Solution>(text).map(Solution::placed),
        Blocks::Some => pace.read::<PartialSolution>(text),
    };
    answer(text, placed, options)
}

fn answer(text: &str, placed: Reading<PartialSolution>, options: &ReadOptions) -> AnyReading {
    let penguins = options.challenge.map_or(Hexes::EMPTY, Challenge::penguins);
    let free =
        placed.is_canonical() && placed.value().is_some_and(|placed| placed.ice().is_disjoint(penguins));
    let placed = match options.challenge {
        Some(challenge) if !free => placed.check(check_blocks(text, challenge)),
        _ => placed,
    };
    placed.map(|placed| boxed(BlocksOnChallenge { placed, penguins }))
}

impl fmt::Display for BlocksOnChallenge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.placed.fmt(f)
    }
}

impl Value for BlocksOnChallenge {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        match Solution::new(self.placed) {
            Ok(solution) => explain::solution(solution, source.text),
            Err(_) => explain::partial_solution(source.text),
        }
    }

    fn own_picture(&self, _: Source<'_>) -> Option<Picture> {
        (!self.penguins.is_empty()).then(|| render::penguins::partial_solution(self.placed, self.penguins))
    }

    fn differences(&self, actual: &dyn Value) -> Vec<Difference> {
        compared(self, actual, |one, other| {
            let blocks = Block::ALL.into_iter().map(|block| [one, other].map(|side| side.placed.get(block)));
            let difference = |[expected, actual]: [Option<Placement>; 2]| Difference {
                component: None,
                place: DifferencePlace::Member,
                expected: expected.map(|placement| placement.to_string()),
                actual: actual.map(|placement| placement.to_string()),
            };
            blocks.filter(|[expected, actual]| expected != actual).map(difference).collect()
        })
    }
}

impl Value for Challenge {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::challenge(*self, source.text)
    }
}

impl Value for State {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::state(*self, source.text)
    }
}

impl Value for Board {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        super::at_same_letters(explain::board(*self), &self.to_string(), source.text)
    }

    fn differences(&self, actual: &dyn Value) -> Vec<Difference> {
        compared(self, actual, |one, other| {
            let letters = Hexes::ALL.iter().map(|hex| (hex, one.letter(hex), other.letter(hex)));
            let difference = |(Hex { x, y }, expected, actual): (Hex, char, char)| Difference {
                component: None,
                place: DifferencePlace::Square([x as usize, y as usize]),
                expected: Some(expected.to_string()),
                actual: Some(actual.to_string()),
            };
            letters.filter(|(_, expected, actual)| expected != actual).map(difference).collect()
        })
    }

    fn board_picture(&self) -> Option<Picture> {
        Some(render::of(self))
    }
}
