//! Can every cat still reach the raft?
//!
//! A square is *coverable* if some 3×3 window on the board holds it with no fire, void or raft square in it. A cat
//! steps over squares of its colour, wild and coverable ones, and is home when it can step onto a raft square of
//! its colour or a wild one.

use super::ground::{Ground, square};
use crate::grid::Bitboard;
use crate::raft::{Board, Colour, Position, Square};

/// A cat that can no longer reach the raft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutOff {
    /// Its colour; `None` for one on a wild square, which may be of any.
    pub colour: Option<Colour>,
    /// Where it stands.
    pub at: Position,
    /// The squares that stop it: next to what it can reach, and neither its colour, wild nor coverable.
    pub stopped_by: Vec<Position>,
}

/// Whether every cat could reach the raft if some more squares, none with a cat or of the raft, were on fire.
pub(crate) fn all_can_reach(ground: &Ground, burnt: Bitboard) -> bool {
    let ashore = ground.cats - ground.raft;
    if ashore.is_empty() {
        return true;
    }
    let coverable = coverable(ground, burnt);
    // Wherever coverable and wild squares lead, they lead every cat: one flood of them, from a square by the raft,
    // mostly answers for all.
    let way = coverable | (ground.wild - burnt);
    let start = (way & ground.raft.grown()).iter().next();
    let start = start.map_or(Bitboard::EMPTY, |(row, column)| Bitboard::square(row, column));
    let common = start.sweep_until(way, &(ashore & way));
    let beside = common.grown();
    let can_reach = |cats: Bitboard, colour: Colour| {
        let paths = ground.paths(colour) - burnt;
        let home = paths & ground.raft;
        let leads_home = !beside.is_disjoint(&home);
        leads_home && cats.is_subset(&beside) || {
            let seed = if leads_home { home | common } else { home };
            cats.is_subset(&seed.sweep_until(paths | coverable, &cats))
        }
    };
    Colour::ALL.into_iter().all(|colour| {
        let cats = ashore & ground.colour(colour);
        cats.is_empty() || can_reach(cats, colour)
    }) && (ashore & ground.wild).iter().all(|(row, column)| {
        let cat = Bitboard::square(row, column);
        Colour::ALL.into_iter().any(|colour| can_reach(cat, colour))
    })
}

/// The squares some 3×3 window without fire, void or raft holds. Cats can move away, so they do not count.
fn coverable(ground: &Ground, burnt: Bitboard) -> Bitboard {
    (ground.open() - burnt).windows().covered()
}

/// Whether a cat that may step on these paths, and stands on a square, can reach the raft.
fn reaches(ground: &Ground, coverable: Bitboard, paths: Bitboard, cat: Bitboard) -> bool {
    let home = paths & ground.raft;
    !cat.flood(paths | coverable).is_disjoint(&home)
}

/// Every cat that cannot reach the raft, with the squares that stop it.
pub(crate) fn cut_off(ground: &Ground, board: &Board) -> Vec<CutOff> {
    let coverable = coverable(ground, Bitboard::EMPTY);
    let ashore = ground.cats - ground.raft;
    let cat = |(row, column): (usize, usize)| {
        let at = Position::new(row as u8, column as u8);
        let colour = board.get(at).and_then(Square::colour);
        let any = &Colour::ALL[..];
        let colours = colour.as_ref().map_or(any, std::slice::from_ref);
        let stands = square(at);
        if colours.iter().any(|&colour| reaches(ground, coverable, ground.paths(colour), stands)) {
            return None;
        }
        let way = colours.iter().fold(coverable, |way, &colour| way | ground.paths(colour));
        let reached = stands.flood(way);
        let walls = (reached.grown() & ground.board) - reached;
        let stopped_by = walls.iter().map(|(row, column)| Position::new(row as u8, column as u8)).collect();
        Some(CutOff { colour, at, stopped_by })
    };
    ashore.iter().filter_map(cat).collect()
}
