//! Solves challenges by filtering the 315 lazily computed layouts, i.e. the ways to place all four blocks on
//! the empty board. The solutions of a challenge are the layouts in which no block covers a penguin.

use super::{Block, Challenge, Hexes, PartialSolution, Placement, Solution};
use std::sync::LazyLock;

/// The number of ways to place all four blocks on the empty board.
pub const LAYOUTS: usize = 315;

/// All layouts, each with its covered hexagons.
static ALL: LazyLock<Vec<(Hexes, [Placement; 4])>> = LazyLock::new(|| {
    let fits = |block: Block, taken: Hexes| {
        block.placements().iter().filter(move |one| one.hexes().is_disjoint(taken))
    };
    let mut all = Vec::with_capacity(LAYOUTS);
    for &a in fits(Block::A, Hexes::EMPTY) {
        for &b in fits(Block::B, a.hexes()) {
            let on_b = a.hexes().union(b.hexes());
            for &c in fits(Block::C, on_b) {
                let on_c = on_b.union(c.hexes());
                all.extend(fits(Block::D, on_c).map(|&d| (on_c.union(d.hexes()), [a, b, c, d])));
            }
        }
    }
    all
});

/// Lists the solutions that contain all placements in `placed`, sorted by solution string.
///
/// # Examples
/// ```
/// use clowder::penguins::{PartialSolution, solve};
///
/// let solutions: Vec<_> = solve("20113123".parse()?, PartialSolution::EMPTY).collect();
/// assert_eq!(solutions, ["A321B104C031D222".parse()?]);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn solve(challenge: Challenge, placed: PartialSolution) -> impl Iterator<Item = Solution> {
    let fits = move |(covered, layout): &&(Hexes, [Placement; 4])| {
        covered.is_disjoint(challenge.penguins())
            && placed.iter().all(|one| layout[one.block() as usize] == one)
    };
    ALL.iter().filter(fits).map(|&(_, layout)| Solution::of_layout(layout))
}

/// Counts the solutions for any set of penguins, including the empty set.
pub fn count_solutions(penguins: Hexes) -> usize {
    ALL.iter().filter(|(covered, _)| covered.is_disjoint(penguins)).count()
}

/// Counts how often a search for all solutions places a block.
///
/// At each step, the search tries all placements of the block that has the fewest, as a patient player would.
/// The alphabetically first block wins ties.
///
/// # Examples
/// ```
/// let easy = clowder::penguins::effort("20113123".parse()?);
/// assert!((4..=41).contains(&easy));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn effort(challenge: Challenge) -> usize {
    fn search(taken: Hexes, left: &[Block]) -> usize {
        let places =
            |block: Block| block.placements().iter().filter(move |one| one.hexes().is_disjoint(taken));
        let Some(&tightest) = left.iter().min_by_key(|&&block| places(block).count()) else { return 0 };
        let rest: Vec<_> = left.iter().copied().filter(|&block| block != tightest).collect();
        places(tightest).map(|one| 1 + search(taken.union(one.hexes()), &rest)).sum()
    }
    search(challenge.penguins(), &Block::ALL)
}
