//! Determines whether every cat can still reach the raft.
//!
//! A square is *coverable* if it is in a 3×3 window of the board that contains no fire, void or raft square. A cat
//! can cross squares of its colour, wild squares and coverable squares. The raft square on which the cat
//! arrives must be wild or of the cat's colour.

use super::bitboards::{Bitboards, square};
use crate::grid::Bitboard;
use crate::raft::{Board, Colour, Position, Square};

/// A cat that can no longer reach the raft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutOffCat {
    /// Colour of the cat. The colour of a cat on a wild square is unknown (`None`).
    pub colour: Option<Colour>,
    /// Position of the cat.
    pub at: Position,
    /// Squares that stop the cat. Each of these squares is next to a square that the cat can reach, but is neither
    /// coverable, nor wild, nor of the cat's colour.
    pub stopped_by: Vec<Position>,
}

/// Whether every cat could still reach the raft if the squares in `burnt` were on fire. `burnt` must not contain raft
/// squares or squares with cats.
pub(crate) fn all_can_reach(bitboards: &Bitboards, burnt: Bitboard) -> bool {
    let ashore = bitboards.cats - bitboards.raft;
    if ashore.is_empty() {
        return true;
    }
    let coverable = coverable(bitboards, burnt);
    // Cats of every colour can use coverable and wild squares. Therefore, a single flood fill over these
    // squares, starting on or next to the raft, is usually enough for all cats.
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

/// The union of all 3×3 windows that contain no fire (squares in `burnt` count as fire), no void and no raft
/// square. Windows that contain cats count, too, because the cats can move away.
fn coverable(bitboards: &Bitboards, burnt: Bitboard) -> Bitboard {
    (bitboards.land() - burnt).windows().covered()
}

/// Whether a cat can reach the raft by crossing only squares in `paths` and `coverable`.
fn reaches(bitboards: &Bitboards, coverable: Bitboard, paths: Bitboard, cat: Bitboard) -> bool {
    let home = paths & bitboards.raft;
    !cat.flood(paths | coverable).is_disjoint(&home)
}

/// Lists every cat that cannot reach the raft, with the squares that stop it.
pub(crate) fn cut_off_cats(bitboards: &Bitboards, board: &Board) -> Vec<CutOffCat> {
    let coverable = coverable(bitboards, Bitboard::EMPTY);
    let ashore = bitboards.cats - bitboards.raft;
    let cut_off = |at: Position| {
        let colour = board.get(at).and_then(Square::colour);
        let colours = colour.as_ref().map_or(&Colour::ALL[..], std::slice::from_ref);
        let start = square(at);
        if colours.iter().any(|&colour| reaches(bitboards, coverable, bitboards.paths(colour), start)) {
            return None;
        }
        let open = colours.iter().fold(coverable, |open, &colour| open | bitboards.paths(colour));
        let reached = start.flood(open);
        let walls = (reached.grown() & bitboards.board) - reached;
        Some(CutOffCat { colour, at, stopped_by: walls.iter().map(Position::of_square).collect() })
    };
    ashore.iter().map(Position::of_square).filter_map(cut_off).collect()
}
