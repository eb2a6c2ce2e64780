//! A tiling puzzle as an exact cover problem, for the general solver and for hints.
//!
//! Each square and each piece has an item. A square must be covered exactly once, and each copy of a piece
//! may be used at most once. There are no other conditions if pieces may be left unused.
//!
//! If all pieces must be used, a piece with one copy must be used exactly once. For a piece with several
//! copies, an upper limit usually suffices, because the pieces have the same total area as the region. A filled
//! region therefore uses all copies. If other pieces are unlimited, however, a limited piece must be used
//! exactly as many times as it has copies.

use super::layout::Placement;
use super::{Puzzle, Usage, Visitor};
use crate::cover::{Item, Problem};
use crate::polyomino::Piece;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// The exact cover problem of a puzzle, and the meanings of the problem's items and options.
pub(super) struct Cover {
    pub(super) problem: Problem,
    pieces: Vec<Item>,
    /// The item of each square, in scan order, or `None` for a hole.
    squares: Vec<Option<Item>>,
    pub(super) placements: Vec<Placement>,
}

impl Cover {
    /// Creates the exact cover problem of a puzzle. The order of the items determines which deduction is
    /// found first, and in which order a search covers the squares. For a search, the items of the squares
    /// must come before the items of the pieces.
    pub(super) fn new(puzzle: &Puzzle, squares_first: bool) -> Self {
        let mut problem = Problem::new();
        let squares = |problem: &mut Problem| -> Vec<Option<Item>> {
            puzzle.layout.squares.iter().map(|owner| owner.map(|_| problem.primary())).collect()
        };
        let before = squares_first.then(|| squares(&mut problem));
        let item = |(piece, &count): (&Piece, &u32)| {
            if puzzle.usage == Usage::All && piece.count() == 1 {
                problem.primary()
            } else if puzzle.must_be_counted() && !piece.is_unlimited() {
                problem.exactly(count)
            } else {
                problem.secondary(count)
            }
        };
        let pieces: Vec<_> = puzzle.pieces.list().iter().zip(&puzzle.counts).map(item).collect();
        let squares = before.unwrap_or_else(|| squares(&mut problem));
        let placements: Vec<_> = puzzle.layout.placements().collect();
        for &placement in &placements {
            let covered = puzzle.layout.squares_of(placement).filter_map(|at| squares[at]);
            let option = problem.option(covered.chain([pieces[puzzle.layout.piece(placement)]]));
            debug_assert!(option.is_ok(), "every item belongs to this problem");
        }
        Self { problem, pieces, squares, placements }
    }

    pub(super) fn covering(&self, puzzle: &Puzzle, item: Item) -> String {
        if let Some(piece) = self.pieces.iter().position(|&piece| piece == item) {
            return format!("place the piece {}", puzzle.pieces.list()[piece].letter());
        }
        let at = self.squares.iter().position(|&square| square == Some(item)).unwrap_or(0);
        format!("cover the square {}", puzzle.region.digits(puzzle.layout.index(at)))
    }

    /// Calls the visitor with every tiling that contains the placements in `beginning`.
    pub(super) fn run(&self, beginning: &[Placement], stop: &AtomicBool, visitor: Visitor<'_>) {
        let option = |placement| self.placements.iter().position(|other| other == placement);
        let chosen: Vec<_> = beginning.iter().filter_map(option).collect();
        let _ = self.problem.visit_with(&chosen, stop, |options| -> ControlFlow<()> {
            visitor(&options.iter().map(|&option| self.placements[option]).collect::<Vec<_>>())
        });
    }
}
