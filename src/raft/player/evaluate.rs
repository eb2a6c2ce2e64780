//! Evaluates positions for the greedy player by the costs of the cats' paths to the raft.

use super::distance::{Levels, MOST, PRICES, Ways, Windows, distance};
use super::game::QuickGame;
use crate::grid::Bitboard;
use crate::raft::rules::bitboards::{Bitboards, square};
use crate::raft::{Colour, Position};

/// A cat that is not on the raft, and its paths to the raft.
#[derive(Clone, Debug)]
pub(super) struct CatView {
    pub(super) colour: Colour,
    pub(super) at: Position,
    /// The distance from the raft, or [`CLOSED`] if there is currently no path.
    pub(super) distance: usize,
    pub(super) ways: Ways,
    /// The squares on the shortest paths.
    pub(super) tight: Bitboard,
    /// The squares on any path that is at most [`DETOUR`] longer than the shortest path.
    pub(super) near: Bitboard,
    /// For each distance, the squares within this distance of the cat.
    pub(super) from_cat: Levels,
    /// For each distance, the squares within this distance of a raft square that the cat can enter.
    pub(super) from_raft: Levels,
}

/// This constant is added to the cost of every distance above 0. Because of it, a policy usually finishes one
/// cat's path before it begins another cat's path, and wins more games.
const COMPLETION: usize = 4;
/// The distance of a cat that currently has no path to the raft.
pub(super) const CLOSED: usize = MOST + 10;
/// Number of [`Levels`] computed beyond the goal, to find paths with detours.
pub(super) const DETOUR: usize = 2;

impl CatView {
    fn new(boards: &Bitboards, windows: &Windows, colour: Colour, at: Position) -> Self {
        let ways = Ways::with(boards, colour, windows);
        let cat = square(at);
        let (from_cat, found) = Levels::new(cat, &ways, ways.home, DETOUR);
        let (from_raft, _) = Levels::new(ways.home, &ways, cat, DETOUR);
        let mut view = Self {
            colour,
            at,
            distance: found.unwrap_or(CLOSED),
            ways,
            tight: Bitboard::EMPTY,
            near: Bitboard::EMPTY,
            from_cat,
            from_raft,
        };
        view.tight = view.corridor(0);
        view.near = view.corridor(DETOUR);
        view
    }

    /// Returns how much the cat's cost increases if the board changes to `boards` and the cat moves to `at`.
    pub(super) fn cost_change(&self, boards: &Bitboards, windows: &Windows, at: Position) -> i32 {
        let after = distance(square(at), &Ways::with(boards, self.colour, windows));
        let before = Some(self.distance).filter(|distance| *distance <= MOST);
        cost(after) as i32 - cost(before) as i32
    }

    /// Returns the squares that the cat needs. Along one shortest path, the cat needs all squares that cards
    /// must still cover. The adjacent squares are needed too, because cards sometimes have to cover them as
    /// well. Finally, of the squares on all shortest paths, the cat needs those that are wild or already have
    /// the cat's colour.
    pub(super) fn needed(&self) -> Bitboard {
        let path = self.shortest().into_iter().fold(Bitboard::EMPTY, |all, at| all | square(at));
        path.grown() | (self.tight & self.ways.own)
    }

    /// Returns the squares on any path that is at most `detour` longer than the shortest path.
    fn corridor(&self, detour: usize) -> Bitboard {
        let total = (self.distance + detour).min(MOST);
        let mut corridor = Bitboard::EMPTY;
        let mut before = Bitboard::EMPTY;
        for first in 0..=total {
            let within = self.from_cat.at_most(first);
            let level = within - before;
            before = within;
            if level.is_empty() {
                continue;
            }
            // The price of a square is included in its distance from the cat and again in its distance from
            // the raft.
            let left = total - first;
            let mut on_way = self.from_raft.at_most(left);
            for (price, squares) in PRICES.into_iter().zip(self.ways.by_price()) {
                on_way |= self.from_raft.at_most(left + price) & squares;
            }
            corridor |= level & on_way;
        }
        corridor
    }

    /// Returns the squares that cards must still cover along one shortest path, ordered from the cat to the
    /// raft.
    pub(super) fn shortest(&self) -> Vec<Position> {
        if self.distance > MOST {
            return Vec::new();
        }
        // The loop follows the path from the cat to the raft. Each step can cross any number of squares with
        // price 0. The step ends on a square with a higher price, nearer to the raft.
        let mut squares = Vec::new();
        let mut here = square(self.at);
        for left in (0..self.distance).rev() {
            let reached = here.flood(self.ways.own | here);
            let nearer = self.from_raft.at_most(left + 1) & (self.ways.open() | self.ways.blocked);
            let next = (reached.grown() & nearer).iter().next();
            let Some((row, column)) = next else { continue };
            if squares.contains(&Position::of_square((row, column))) {
                continue;
            }
            here = Bitboard::square(row, column);
            squares.push(Position::of_square((row, column)));
        }
        squares
    }

    /// Calls `each` once for every step on the paths to the raft. A step consists of all path squares at the
    /// same distance from the cat. `each` receives those squares of the step that a card can cover now. Paths
    /// that are more than `detour` longer than the shortest path are ignored.
    pub(super) fn each_step(&self, detour: usize, mut each: impl FnMut(Bitboard)) {
        debug_assert!(detour == 0 || detour == DETOUR);
        let corridor = if detour == 0 { self.tight } else { self.near } & self.ways.open();
        for step in 1..=self.distance.min(MOST) {
            each((self.from_cat.at_most(step) - self.from_cat.at_most(step - 1)) & corridor);
        }
    }
}

/// Returns a [`CatView`] for each cat that is not on the raft. A cat on a wild square is treated as if it had the
/// colour with the shortest path.
pub(super) fn cat_views(game: &QuickGame) -> Vec<CatView> {
    let boards = &game.boards;
    let windows = Windows::new(boards);
    let view = |(colour, at): (Option<Colour>, Position)| {
        let colours = colour.as_ref().map_or(&Colour::ALL[..], std::slice::from_ref);
        let views = colours.iter().map(|&colour| CatView::new(boards, &windows, colour, at));
        views.min_by_key(|view| view.distance)
    };
    game.cats().filter_map(view).collect()
}

/// Returns the cost of a distance. The unit of all costs and gains is half a square. On a short path, each
/// square that a card must still cover increases the cost by about 2. On a long path, each square costs less,
/// because a better path is more likely to be found.
pub(super) fn cost(distance: Option<usize>) -> usize {
    match distance {
        Some(0) => 0,
        Some(distance) => distance * (40 - distance.min(20)) / 20 + COMPLETION,
        None => 2 * CLOSED,
    }
}

/// Returns the total cost of all cats' distances, in half squares (see [`cost`]).
pub(super) fn total_cost(views: &[CatView]) -> i32 {
    views.iter().map(|view| cost(Some(view.distance).filter(|distance| *distance <= MOST)) as i32).sum()
}

/// Returns how much the total cost increases if the board changes to `boards`. A cat's distance is recomputed only if
/// `is_changed` returns true for the cat's index and view.
pub(super) fn cost_change(
    boards: &Bitboards,
    windows: &Windows,
    views: &[CatView],
    is_changed: impl Fn(usize, &CatView) -> bool,
) -> i32 {
    let changed = views.iter().enumerate().filter(|(index, view)| is_changed(*index, view));
    changed.map(|(_, view)| view.cost_change(boards, windows, view.at)).sum()
}
