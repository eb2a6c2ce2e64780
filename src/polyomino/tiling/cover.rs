//! A puzzle as exact cover, for the general engine and other programs.

use super::Puzzle;
use super::layout::Owner;
use crate::cover::Problem;

impl Puzzle {
    /// The puzzle as exact cover: an item for each square, and one for each piece.
    ///
    /// A piece that is there several times is an item to be covered at most that often: where all pieces must be
    /// used they have as many squares as the region, so that filling it uses them all. A puzzle with a plain
    /// reason against it gets an item that no option covers. Names have at most eight characters, as Knuth's
    /// programs read them.
    pub fn cover(&self) -> Problem {
        let mut problem = Problem::new();
        let pieces: Vec<_> = self
            .pieces
            .list()
            .iter()
            .enumerate()
            .map(|(index, piece)| {
                // Letters run out, names must not be the same.
                let name = if piece.letter == '+' { format!("+{index}") } else { piece.letter.to_string() };
                if piece.count == 1 && !self.at_most {
                    problem.primary(name)
                } else {
                    problem.secondary(name, self.counts[index])
                }
            })
            .collect();
        let columns = self.layout.columns;
        let mut square = |(at, owner): (usize, &Option<Owner>)| {
            let index = self.layout.index(at / columns, at % columns);
            let (row, column) = (index / self.region.width(), index % self.region.width());
            owner.is_some().then(|| problem.primary(format!("r{row}c{column}")))
        };
        let squares: Vec<_> = self.layout.squares.iter().enumerate().map(&mut square).collect();
        for placed in self.layout.placements() {
            let at = self.layout.squares_of(placed);
            let piece = pieces[self.layout.oriented[placed.oriented as usize].piece];
            problem.option(at.filter_map(|at| squares[at]).chain([piece]));
        }
        if self.unsolvable().is_some() {
            problem.primary("never");
        }
        problem
    }
}
