//! A tiling puzzle as an exact cover problem, for the general solver and for other programs.

use super::layout::Owner;
use super::{Puzzle, Usage};
use crate::cover::Problem;

impl Puzzle {
    /// Returns the puzzle as an exact cover problem, with an item for each square and one for each piece.
    ///
    /// A piece with several copies is an item that may be covered at most that many times. If all pieces must be used,
    /// they have as many squares as the region, so every way to fill the region uses them all. Only if some pieces may be
    /// used any number of times, the others are items that must be covered exactly as often as there are copies. A puzzle with an
    /// [obstruction](Self::obstruction) gets the item `never`, which no option covers. Names have at most eight
    /// characters, because Knuth's programs require that.
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
        let mut problem = Problem::new();
        let pieces: Vec<_> = (self.pieces.list().iter().enumerate())
            .map(|(index, piece)| {
                // If there are no letters left, several pieces are drawn as `+`, but their names must differ.
                let letter = piece.letter();
                let name = if letter == '+' { format!("+{index}") } else { letter.to_string() };
                if self.usage == Usage::All && piece.count() == 1 {
                    problem.primary(name)
                } else if self.must_be_counted() && !piece.is_unlimited() {
                    problem.exactly(name, self.counts[index])
                } else {
                    problem.secondary(name, self.counts[index])
                }
            })
            .collect();
        let columns = self.layout.columns;
        let square = |(at, owner): (usize, &Option<Owner>)| {
            let index = self.layout.index(at / columns, at % columns);
            let (row, column) = (index / self.region.width(), index % self.region.width());
            owner.is_some().then(|| problem.primary(format!("r{row}c{column}")))
        };
        let squares: Vec<_> = self.layout.squares.iter().enumerate().map(square).collect();
        for placement in self.layout.placements() {
            let covered = self.layout.squares_of(placement).filter_map(|at| squares[at]);
            let option = problem.option(covered.chain([pieces[self.layout.piece(placement)]]));
            debug_assert!(option.is_ok(), "every item belongs to this problem");
        }
        if self.obstruction().is_some() {
            problem.primary("never");
        }
        problem
    }
}
