//! Creates cases about Penguins Pool Party.

use super::{Made, Wish};
use crate::grade::case::Case;
use crate::grade::suite::Suite;
use crate::penguins::coursework::{IceBlock, place_ice_block};
use crate::penguins::{
    Block, Board, Challenge, Hex, Hexes, PartialSolution, Placement, count_solutions, solve,
};
use crate::random::Random;
use serde_json::{Value, json};

pub(super) fn attempt(wish: Wish, random: &mut Random) -> Option<Made> {
    let suite = wish.suite;
    let mut rule = "accepted";
    let inputs: Vec<(&'static str, Value)> = match suite {
        Suite::FindSolution => vec![("initial", challenge(random, |count| count == 1)?.to_string().into())],
        Suite::Neighbours => {
            let (x, y) = (random.below(5), random.below(4));
            let initial = challenge(random, |count| count > 0)?.to_string();
            rule = "neighbours";
            vec![("x", x.into()), ("y", y.into()), ("initial", initial.into())]
        }
        Suite::FixSymmetries => {
            rule = wish.either("block C with rotation 3 to 5", "canonical block");
            vec![("ice", json!(symmetric_or_fixed(wish.is_yes, random)?))]
        }
        Suite::IsSolution => {
            let count = wish.either(4, [3, 2, 0, 1][wish.variant % 4]);
            rule = wish.either("all blocks placed", "not all blocks placed");
            let (board, placed) = position(count, random)?;
            vec![("board", board.letters().into()), ("placed", json!(placed))]
        }
        Suite::AllValidPlacements => {
            let count = random.below(4);
            let (board, placed) = position(count, random)?;
            vec![("board", board.letters().into()), ("placed", json!(placed))]
        }
        _ => {
            let count = 1 + random.below(2);
            let (board, _) = position(count, random)?;
            let mut ice = fitting(board, random)?;
            if suite != Suite::PlaceIceBlock && !wish.is_yes {
                ice = moved(ice, random);
                rule = refusal(board, &ice)?;
                // The variant chooses one of the three reasons.
                if rule != REFUSALS[wish.variant % REFUSALS.len()] {
                    return None;
                }
            }
            vec![("board", board.letters().into()), ("ice", json!(ice))]
        }
    };
    Some(Made { case: Case::new(suite, inputs), rule })
}

/// The reasons why a block does not fit.
const REFUSALS: [&str; 3] = ["off the board", "on a penguin", "on ice"];

/// Returns the only reason why a block does not fit, or `None` if the block fits or if there are several reasons.
fn refusal(board: Board, ice: &IceBlock) -> Option<&'static str> {
    let is_off = ice.hexes.iter().any(|hex| !hex.is_on_board());
    let is_on = |hexes: Hexes| ice.hexes.iter().any(|hex| hex.is_on_board() && hexes.contains(*hex));
    let reasons = [is_off, is_on(board.penguins()), is_on(board.ice())];
    let mut found = REFUSALS.into_iter().zip(reasons).filter(|(_, applies)| *applies);
    found.next().filter(|_| found.next().is_none()).map(|(reason, _)| reason)
}

/// Returns a random challenge with one to four penguins. Returns `None` if `accepts` returns false for the number of
/// its solutions.
fn challenge(random: &mut Random, accepts: impl Fn(usize) -> bool) -> Option<Challenge> {
    let mut hexes: Vec<Hex> = Hexes::ALL.iter().collect();
    random.shuffle(&mut hexes);
    hexes.truncate(1 + random.below(Challenge::MAX_PENGUINS));
    let challenge = Challenge::new(hexes.into_iter().collect()).ok()?;
    accepts(count_solutions(challenge.penguins())).then_some(challenge)
}

/// Returns a board on which `count` blocks from a solution are placed, and these blocks.
fn position(count: usize, random: &mut Random) -> Option<(Board, Vec<IceBlock>)> {
    let challenge = challenge(random, |count| count > 0)?;
    let solutions: Vec<_> = solve(challenge, PartialSolution::EMPTY).collect();
    let placed = random.choose(&solutions)?.placed();
    let mut ices: Vec<IceBlock> = placed.iter().map(IceBlock::from).collect();
    random.shuffle(&mut ices);
    ices.truncate(count);
    ices.sort();
    let empty = Board::new(challenge.penguins(), Hexes::EMPTY);
    let board = ices.iter().fold(empty, |board, &ice| place_ice_block(board, ice));
    Some((board, ices))
}

/// Returns a random block at a position where it fits.
fn fitting(board: Board, random: &mut Random) -> Option<IceBlock> {
    let free = board.penguins().union(board.ice());
    let places = Block::ALL.into_iter().flat_map(Block::placements).copied();
    let places: Vec<Placement> = places.filter(|place| place.hexes().is_disjoint(free)).collect();
    random.choose(&places).copied().map(IceBlock::from)
}

/// Returns the block, moved by one row or by two columns.
fn moved(ice: IceBlock, random: &mut Random) -> IceBlock {
    let by = [(0, -1), (0, 1), (2, 0), (-2, 0)][random.below(4)];
    let origin = Hex::new(ice.hexes[0].x + by.0, ice.hexes[0].y + by.1);
    IceBlock { hexes: ice.id.hexagons(origin, ice.rotation), ..ice }
}

/// Returns block C with rotation 3 to 5 or, for a near miss, any block that is already canonical.
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
