//! The rows of the registry for the kinds of Penguins Pool Party.

use super::{
    AnyReading, Blocks, Described, Difference, DifferencePlace, Pace, ReadOptions, Row, boxed,
    compared_as_text, no_replay,
};
use crate::diagnostics::Source;
use crate::notation::{Reading, Segment};
use crate::penguins::{
    Board, Challenge, Hex, Hexes, PartialSolution, Placement, Solution, State, check_blocks, explain,
};
use crate::render::figure::{Figure, FigureLook};
use crate::render::{self, Look, Scene, figures};
use std::fmt;

pub(super) const CHALLENGE: Row = Row::of::<Challenge>("01234");
pub(super) const BOARD: Row = Row::of::<Board>("EPI\n");
pub(super) const STATE: Row = Row::of::<State>(":ABCD012345");
pub(super) const PLACEMENT: Row = Row::read_by::<Placement>("ABCD012345", placement);
pub(super) const SOLUTION: Row = Row::read_by::<Solution>("ABCD012345", solution);

/// Blocks, and the penguins of the challenge on which they are placed. There are no penguins if no challenge is given.
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

/// If a challenge is given, adds an error for each block that covers one of its penguins.
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

impl Described for BlocksOnChallenge {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        match Solution::new(self.placed) {
            Ok(solution) => explain::solution(solution, source.text),
            Err(_) => explain::partial_solution(source.text),
        }
    }

    fn picture(&self, look: &Look) -> Scene {
        render::penguins::partial_solution(self.placed, self.penguins, look)
    }

    fn figure(&self, look: &FigureLook) -> Figure {
        figures::penguins::partial_solution(self.placed, self.penguins, look)
    }

    compared_as_text!();
    no_replay!();
}

impl Described for Challenge {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::challenge(*self, source.text)
    }

    fn picture(&self, look: &Look) -> Scene {
        render::penguins::challenge(*self, look)
    }

    fn figure(&self, look: &FigureLook) -> Figure {
        figures::penguins::challenge(*self, look)
    }

    compared_as_text!();
    no_replay!();
}

impl Described for State {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::state(*self, source.text)
    }

    fn picture(&self, look: &Look) -> Scene {
        render::penguins::state(*self, look)
    }

    fn figure(&self, look: &FigureLook) -> Figure {
        figures::penguins::state(*self, look)
    }

    compared_as_text!();
    no_replay!();
}

impl Described for Board {
    fn explain(&self, _: Source<'_>) -> Vec<Segment> {
        explain::board(*self)
    }

    fn picture(&self, look: &Look) -> Scene {
        render::penguins::board(*self, look)
    }

    fn figure(&self, look: &FigureLook) -> Figure {
        figures::penguins::board(*self, look)
    }

    fn differences(&self, actual: &Self) -> Vec<Difference> {
        let letters = Hexes::ALL.iter().map(|hex| (hex, self.letter(hex), actual.letter(hex)));
        let difference = |(Hex { x, y }, expected, actual): (Hex, char, char)| Difference {
            component: None,
            place: DifferencePlace::Square([x as usize, y as usize]),
            expected: Some(expected.to_string()),
            actual: Some(actual.to_string()),
        };
        letters.filter(|(_, expected, actual)| expected != actual).map(difference).collect()
    }

    fn marked(&self, squares: &[[usize; 2]], look: &Look) -> Option<Scene> {
        let hexes = squares.iter().map(|&[x, y]| Hex::new(x as i32, y as i32)).collect();
        Some(render::penguins::marked(*self, hexes, look))
    }

    no_replay!();
}
