//! Hints for a player: a forced placement with the reason why it is forced, and how hard a challenge is.

use super::{Block, Challenge, Hex, Hexes, PartialSolution, Placement, State, solve};
use crate::cover::{Assessment, Deduction, Difficulty, Item, Problem, Words};

/// Advice for a player in some state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// This placement is part of every solution.
    Place {
        /// The forced placement.
        placement: Placement,
        /// Why the placement is forced once the `steps` have excluded other placements.
        reason: String,
        /// The steps of the proof, one sentence each. Each step excludes a placement, and may build on the
        /// previous steps.
        steps: Vec<String>,
        /// The deduction technique needed, or `None` if only a search proves that the placement is forced.
        difficulty: Option<Difficulty>,
    },
    /// There are several solutions, but no further placement that they all share.
    NothingForced {
        /// The number of solutions.
        solutions: usize,
    },
    /// All blocks are already placed.
    Complete,
    /// There is no solution.
    Unsolvable,
}

/// A challenge as an exact cover problem: each block is placed exactly once, and up to `spare` hexagons
/// without a penguin stay empty.
struct Cover {
    problem: Problem,
    placements: Vec<Placement>,
    blocks: Vec<Item>,
    hexes: Vec<(Hex, Item)>,
    spare: usize,
}

impl Cover {
    fn new(challenge: Challenge) -> Self {
        let penguins = challenge.penguins();
        // The four blocks cover sixteen of the twenty hexagons.
        let spare = Challenge::MAX_PENGUINS - penguins.len();
        let mut problem = Problem::new();
        let blocks: Vec<_> = Block::ALL.iter().map(|_| problem.primary()).collect();
        let hexes = Hexes::ALL.difference(penguins).iter();
        let hexes: Vec<_> = hexes.map(|hex| (hex, problem.secondary(1))).collect();
        let all = Block::ALL.iter().flat_map(|block| block.placements());
        let placements: Vec<_> = all.filter(|one| one.hexes().is_disjoint(penguins)).copied().collect();
        for placement in &placements {
            let covered = hexes.iter().filter(|(hex, _)| placement.hexes().contains(*hex));
            let items = covered.map(|&(_, item)| item).chain([blocks[placement.block() as usize]]);
            let option = problem.option(items);
            debug_assert!(option.is_ok(), "every item belongs to this problem");
        }
        Self { problem, placements, blocks, hexes, spare }
    }

    /// Prepares the deductions that are possible after placing the blocks in `placed`. The problem is small,
    /// so the result is never `None`.
    fn deduction(&self, placed: PartialSolution) -> Option<Deduction<'_>> {
        let mut deduction = Deduction::new(&self.problem)?;
        let hexes: Vec<_> = self.hexes.iter().map(|&(_, item)| item).collect();
        deduction.may_stay_uncovered(&hexes, self.spare);
        for one in placed.iter() {
            deduction.choose(self.placements.iter().position(|other| *other == one)?);
        }
        Some(deduction)
    }

    fn covering(&self, item: Item) -> String {
        if let Some(block) = self.blocks.iter().position(|&block| block == item) {
            return format!("place block {}", Block::ALL[block]);
        }
        let hex = self.hexes.iter().find(|(_, hex)| *hex == item).map(|(hex, _)| hex.to_string());
        format!("cover the hexagon {}", hex.unwrap_or_default())
    }
}

/// Finds a placement that every solution from this state contains, and the reason why it is forced.
///
/// # Examples
/// ```
/// use clowder::penguins::{Advice, hint};
///
/// let Advice::Place { placement, reason, .. } = hint("20113123".parse()?) else { panic!("a placement is forced") };
/// assert_eq!(placement.to_string(), "A321");
/// assert_eq!(reason, "this is the only way to cover the hexagon (3, 0), and none may stay empty");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn hint(state: State) -> Advice {
    let (challenge, placed) = (state.challenge(), state.placed());
    let mut solutions = solve(challenge, placed);
    let Some(first) = solutions.next() else { return Advice::Unsolvable };
    if placed.len() == Block::ALL.len() {
        return Advice::Complete;
    }
    let cover = Cover::new(challenge);
    if let Some(hint) = cover.deduction(placed).and_then(|deduction| deduction.hint()) {
        let name = |option: usize| cover.placements[option].to_string();
        let words = Words { covering: &|item| cover.covering(item), name: &name };
        return Advice::Place {
            placement: cover.placements[hint.forced.option],
            reason: hint.reason(&words),
            steps: hint.steps.iter().map(|step| step.reason(&words)).collect(),
            difficulty: Some(hint.difficulty),
        };
    }
    let (mut common, mut count) = (first.placed(), 1);
    for solution in solutions {
        count += 1;
        let both = common.iter().filter(|one| solution.placed().get(one.block()) == Some(*one));
        common = both.fold(PartialSolution::EMPTY, |set, one| set.with(one).unwrap_or(set));
    }
    match common.iter().find(|one| placed.get(one.block()).is_none()) {
        Some(placement) => Advice::Place {
            placement,
            reason: match count {
                1 => "the only solution places this block here; simple deductions do not show it".to_owned(),
                _ => format!("all {count} solutions place this block here; simple deductions do not show it"),
            },
            steps: Vec::new(),
            difficulty: None,
        },
        None => Advice::NothingForced { solutions: count },
    }
}

/// Assesses how hard a challenge is for a person who looks for forced placements.
///
/// # Examples
/// ```
/// let assessment = clowder::penguins::assess("20113123".parse()?);
/// assert_eq!((assessment.forced, assessment.branching), (4, 0));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn assess(challenge: Challenge) -> Assessment {
    let cover = Cover::new(challenge);
    let deduction = cover.deduction(PartialSolution::EMPTY);
    deduction.map_or(Assessment { remaining: 0, forced: 0, branching: 0, hardest: None }, Deduction::assess)
}
