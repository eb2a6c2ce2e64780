//! A tiling puzzle as an exact cover problem, for the general solver, for hints and for other programs.

use super::layout::{Owner, Placement};
use super::{Puzzle, Usage};
use crate::cover::{Item, Problem};

/// The exact cover problem of a puzzle, with the meaning of its items and options.
pub(super) struct Cover {
    pub(super) problem: Problem,
    /// The item of each piece.
    pieces: Vec<Item>,
    /// The item of each square in the order of the scan. A hole has no item.
    squares: Vec<Option<Item>>,
    /// The placement of each option.
    pub(super) placements: Vec<Placement>,
}

impl Cover {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let mut problem = Problem::new();
        let pieces: Vec<_> = (puzzle.pieces.list().iter().enumerate())
            .map(|(index, piece)| {
                // If there are no letters left, several pieces are drawn as `+`, but their names must differ.
                let letter = piece.letter();
                let name = if letter == '+' { format!("+{index}") } else { letter.to_string() };
                if puzzle.usage == Usage::All && piece.count() == 1 {
                    problem.primary(name)
                } else if puzzle.must_be_counted() && !piece.is_unlimited() {
                    problem.exactly(name, puzzle.counts[index])
                } else {
                    problem.secondary(name, puzzle.counts[index])
                }
            })
            .collect();
        let columns = puzzle.layout.columns;
        let square = |(at, owner): (usize, &Option<Owner>)| {
            let index = puzzle.layout.index(at / columns, at % columns);
            let (row, column) = (index / puzzle.region.width(), index % puzzle.region.width());
            owner.is_some().then(|| problem.primary(format!("r{row}c{column}")))
        };
        let squares: Vec<_> = puzzle.layout.squares.iter().enumerate().map(square).collect();
        let placements: Vec<_> = puzzle.layout.placements().collect();
        for &placement in &placements {
            let covered = puzzle.layout.squares_of(placement).filter_map(|at| squares[at]);
            let option = problem.option(covered.chain([pieces[puzzle.layout.piece(placement)]]));
            debug_assert!(option.is_ok(), "every item belongs to this problem");
        }
        Self { problem, pieces, squares, placements }
    }

    /// Describes in words what it means to cover an item.
    pub(super) fn covering(&self, puzzle: &Puzzle, item: Item) -> String {
        if let Some(piece) = self.pieces.iter().position(|&piece| piece == item) {
            return format!("place the piece {}", puzzle.pieces.list()[piece].letter());
        }
        let at = self.squares.iter().position(|&square| square == Some(item)).unwrap_or(0);
        let (columns, width) = (puzzle.layout.columns, puzzle.region.width());
        let index = puzzle.layout.index(at / columns, at % columns);
        format!("cover the square {:02}{:02}", index / width, index % width)
    }
}

impl Puzzle {
    /// Returns the puzzle as an exact cover problem, with an item for each square and one for each piece.
    ///
    /// The item of a square must be covered exactly once. The item of a piece may be covered at most as many times as
    /// the piece has copies. If not all pieces must be used, there are no other conditions.
    ///
    /// If all pieces must be used, the item of a piece with one copy must be covered exactly once. For a piece with
    /// several copies, the maximum is usually enough: the pieces together have as many squares as the region, so every
    /// way to fill the region uses all copies. However, if some pieces have an unlimited number of copies, the item of
    /// each other piece must be covered exactly as many times as the piece has copies.
    ///
    /// A puzzle with an [obstruction](Self::obstruction) also has the item `never`, which no option covers. Therefore,
    /// the problem has no solution. The names of items have at most eight characters, because Knuth's programs require
    /// this.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::tiling::{Puzzle, Usage};
    /// use clowder::polyomino::{Pieces, Region};
    /// use clowder::shape::Sides;
    ///
    /// let puzzle = Puzzle::new("3x20".parse()?, Pieces::pentominoes(Sides::Both), Usage::All);
    /// assert_eq!(puzzle.exact_cover().count(), 8);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn exact_cover(&self) -> Problem {
        let mut problem = Cover::new(self).problem;
        if self.obstruction().is_some() {
            problem.primary("never");
        }
        problem
    }
}
