//! Generates cases about Penguins Pool Party.

use super::Wish;
use crate::grade::case::Case;
use crate::grade::edits::any;
use crate::grade::suite::Suite;
use crate::penguins::coursework::{IceBlock, place_ice_block};
use crate::penguins::{Block, Board, Challenge, Hex, Hexes, PartialSolution, count_solutions, solve};
use crate::random::Random;
use serde_json::{Value, json};

pub(super) fn attempt(wish: Wish, random: &mut Random) -> Option<Case> {
    let suite = wish.suite;
    let inputs: Vec<(&'static str, Value)> = match suite {
        Suite::FindSolution => vec![("initial", challenge(random, |count| count == 1)?.to_string().into())],
        Suite::Neighbours => {
            let (x, y) = (random.below(5), random.below(4));
            let initial = challenge(random, |count| count > 0)?.to_string();
            vec![("x", x.into()), ("y", y.into()), ("initial", initial.into())]
        }
        Suite::FixSymmetries => vec![("ice", json!(symmetric_or_fixed(wish.is_yes, random)?))],
        Suite::IsSolution | Suite::AllValidPlacements => {
            let count = if suite == Suite::IsSolution && wish.is_yes { 4 } else { random.below(4) };
            let (board, placed) = position(count, random)?;
            vec![("board", board.letters().into()), ("placed", json!(placed))]
        }
        _ => {
            let (board, _) = position(1 + random.below(2), random)?;
            let taken = board.penguins().union(board.ice());
            let places = Block::ALL.into_iter().flat_map(Block::placements).copied();
            let ice = any(places.filter(|place| place.hexes().is_disjoint(taken)).collect(), random)?;
            vec![("board", board.letters().into()), ("ice", json!(IceBlock::from(ice)))]
        }
    };
    Some(Case::new(suite, inputs))
}

/// Returns a random challenge with one to four penguins, or `None` if `accepts` rejects its number of solutions.
fn challenge(random: &mut Random, accepts: impl Fn(usize) -> bool) -> Option<Challenge> {
    let mut hexes: Vec<Hex> = Hexes::ALL.iter().collect();
    random.shuffle(&mut hexes);
    hexes.truncate(1 + random.below(Challenge::MAX_PENGUINS));
    let challenge = Challenge::new(hexes.into_iter().collect()).ok()?;
    accepts(count_solutions(challenge.penguins())).then_some(challenge)
}

/// Places `count` blocks of a random solution, and returns the resulting board with these blocks.
fn position(count: usize, random: &mut Random) -> Option<(Board, Vec<IceBlock>)> {
    let challenge = challenge(random, |count| count > 0)?;
    let placed = any(solve(challenge, PartialSolution::EMPTY).collect(), random)?.placed();
    let mut ices: Vec<IceBlock> = placed.iter().map(IceBlock::from).collect();
    random.shuffle(&mut ices);
    ices.truncate(count);
    ices.sort();
    let empty = Board::new(challenge.penguins(), Hexes::EMPTY);
    let board = ices.iter().fold(empty, |board, &ice| place_ice_block(board, ice));
    Some((board, ices))
}

/// Returns block C with a rotation from 3 to 5. If `is_yes` is false, returns any block in canonical form instead.
fn symmetric_or_fixed(is_yes: bool, random: &mut Random) -> Option<IceBlock> {
    let (block, rotation) = if is_yes {
        (Block::C, 3 + random.below(3) as u8)
    } else {
        let block = *random.choose(&Block::ALL)?;
        (block, random.below(block.rotations().into()) as u8)
    };
    let origin = Hex::new(random.below(5) as i32, random.below(4) as i32);
    let hexes = block.hexagons(origin, rotation);
    hexes.iter().all(|hex| hex.is_on_board()).then_some(IceBlock { id: block, rotation, hexes })
}
