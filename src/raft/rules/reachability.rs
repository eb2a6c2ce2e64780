//! Can every cat still reach the raft?
//!
//! A square is *coverable* if some 3×3 window on the board holds it with no fire, void or raft square in it. A cat
//! steps over squares of its colour, wild and coverable ones, and is home when it can step onto a raft square of
//! its colour or a wild one.

use super::bitboards::{Bitboards, square};
use crate::grid::Bitboard;
use crate::raft::{Board, Colour, Position, Square};

/// A cat that can no longer reach the raft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutOffCat {
    /// Its colour; `None` for one on a wild square, which may be of any.
    pub colour: Option<Colour>,
    /// Where it stands.
    pub at: Position,
    /// The squares that stop it: next to what it can reach, and neither its colour, wild nor coverable.
    pub stopped_by: Vec<Position>,
}

/// Whether every cat could reach the raft if some more squares, none with a cat or of the raft, were on fire.
pub(crate) fn all_can_reach(bitboards: &Bitboards, burnt: Bitboard) -> bool {
    let ashore = bitboards.cats - bitboards.raft;
    if ashore.is_empty() {
        return true;
    }
    let coverable = coverable(bitboards, burnt);
    // Wherever coverable and wild squares lead, they lead every cat: one flood of them, from a square by the raft,
    // mostly answers for all.
    let way = coverable | (bitboards.wild - burnt);
    let start = (way & bitboards.raft.grown()).iter().next();
    let start = start.map_or(Bitboard::EMPTY, |(row, column)| Bitboard::square(row, column));
    let common = start.sweep_until(way, &(ashore & way));
    let beside = common.grown();
    let can_reach = |cats: Bitboard, colour: Colour| {
        let paths = bitboards.paths(colour) - burnt;
        let home = paths & bitboards.raft;
        let leads_home = !beside.is_disjoint(&home);
        leads_home && cats.is_subset(&beside) || {
            let seed = if leads_home { home | common } else { home };
            cats.is_subset(&seed.sweep_until(paths | coverable, &cats))
        }
    };
    Colour::ALL.into_iter().all(|colour| {
        let cats = ashore & bitboards.colour(colour);
        cats.is_empty() || can_reach(cats, colour)
    }) && (ashore & bitboards.wild).iter().all(|(row, column)| {
        let cat = Bitboard::square(row, column);
        Colour::ALL.into_iter().any(|colour| can_reach(cat, colour))
    })
}

/// The squares some 3×3 window without fire, void or raft holds. Cats can move away, so they do not count.
fn coverable(bitboards: &Bitboards, burnt: Bitboard) -> Bitboard {
    (bitboards.open() - burnt).windows().covered()
}

/// Whether a cat that may step on these paths, and stands on a square, can reach the raft.
fn reaches(bitboards: &Bitboards, coverable: Bitboard, paths: Bitboard, cat: Bitboard) -> bool {
    let home = paths & bitboards.raft;
    !cat.flood(paths | coverable).is_disjoint(&home)
}

/// Every cat that cannot reach the raft, with the squares that stop it.
pub(crate) fn cut_off(bitboards: &Bitboards, board: &Board) -> Vec<CutOffCat> {
    let coverable = coverable(bitboards, Bitboard::EMPTY);
    let ashore = bitboards.cats - bitboards.raft;
    let cat = |(row, column): (usize, usize)| {
        let at = Position::new(row as u8, column as u8);
        let colour = board.get(at).and_then(Square::colour);
        let any = &Colour::ALL[..];
        let colours = colour.as_ref().map_or(any, std::slice::from_ref);
        let stands = square(at);
        if colours.iter().any(|&colour| reaches(bitboards, coverable, bitboards.paths(colour), stands)) {
            return None;
        }
        let way = colours.iter().fold(coverable, |way, &colour| way | bitboards.paths(colour));
        let reached = stands.flood(way);
        let walls = (reached.grown() & bitboards.board) - reached;
        let stopped_by = walls.iter().map(|(row, column)| Position::new(row as u8, column as u8)).collect();
        Some(CutOffCat { colour, at, stopped_by })
    };
    ashore.iter().filter_map(cat).collect()
}
