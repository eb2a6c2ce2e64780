//! Estimates the hardness of a challenge from the number of placements that remain after two simple checks.

use super::{Block, Challenge, Hexes, Placement};

/// Counts the block placements that remain after two checks, which a player can make by looking at the board.
///
/// The first check excludes a placement if it splits the free hexagons into parts that would leave too many of
/// them empty. The four blocks cover sixteen of the twenty hexagons, so a solution to a
/// challenge with `p` penguins leaves exactly `4 − p` hexagons empty. Each block covers four hexagons, so at
/// least `n % 4` hexagons stay empty in a part of `n` hexagons.
///
/// The second check excludes a placement if it leaves another block without a placement. The second check is
/// repeated until it excludes no further placements.
///
/// # Examples
/// ```
/// assert_eq!(clowder::penguins::remaining_placements("20113123".parse()?), 4);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn remaining_placements(challenge: Challenge) -> usize {
    let penguins = challenge.penguins();
    let spare = Challenge::MAX_PENGUINS - penguins.len();
    let fits =
        |one: &&Placement| one.hexes().is_disjoint(penguins) && wasted(penguins.union(one.hexes())) <= spare;
    let mut left = Block::ALL.map(|block| block.placements().iter().filter(fits).collect::<Vec<_>>());
    loop {
        let has_room = |one: &Placement| {
            let others = left.iter().enumerate().filter(|(block, _)| *block != one.block() as usize);
            others.into_iter().all(|(_, of)| of.iter().any(|other| other.hexes().is_disjoint(one.hexes())))
        };
        let fewer =
            left.each_ref().map(|of| of.iter().copied().filter(|one| has_room(one)).collect::<Vec<_>>());
        if fewer == left {
            return left.iter().map(Vec::len).sum();
        }
        left = fewer;
    }
}

/// Returns a lower bound for the number of hexagons that stay empty. Each connected part of `n` hexagons
/// outside `taken` contributes `n % 4`.
fn wasted(taken: Hexes) -> usize {
    let mut rest = Hexes::ALL.difference(taken);
    let mut wasted = 0;
    while let Some(first) = rest.iter().next() {
        let (mut open, mut size) = (vec![first], 0);
        rest.remove(first);
        while let Some(hex) = open.pop() {
            size += 1;
            for next in hex.neighbours().into_iter().filter(|hex| hex.is_on_board()) {
                if rest.remove(next) {
                    open.push(next);
                }
            }
        }
        wasted += size % 4;
    }
    wasted
}

/// Estimates from the [remaining placements](remaining_placements) how hard a challenge is: 1 (easy) to 4 (very hard).
///
/// The estimate is unrelated to the level printed in the booklet, although both divide the official
/// challenges into groups of 16, 16, 16 and 12. The level cannot be predicted well from a challenge (see
/// `docs/penguins-difficulty.md`).
///
/// # Examples
/// ```
/// assert_eq!(clowder::penguins::hardness("20113123".parse()?), 1);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn hardness(challenge: Challenge) -> u8 {
    match remaining_placements(challenge) {
        ..=21 => 1,
        22..=36 => 2,
        37..=54 => 3,
        55.. => 4,
    }
}
