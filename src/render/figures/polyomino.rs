//! The figures of polyominoes, regions and tilings.

use crate::render::figure::{Figure, FigureLook, Glyph, LineKind, Outline, SIDE, Tile};
use crate::render::polyomino::{Squares, style};

impl Squares {
    /// Draws the squares as a figure, with lines between squares of different groups.
    ///
    /// # Examples
    /// ```
    /// use clowder::{polyomino::Region, render::figure::FigureLook, render::polyomino::Squares};
    ///
    /// let region: Region = "6x10".parse()?;
    /// assert_eq!(Squares::region(&region).figure(&FigureLook::default()).tiles().count(), 60);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn figure(&self, look: &FigureLook) -> Figure {
        let mut figure = Figure::new();
        let (width, height) = (self.width, self.squares.len() / self.width);
        let (left, top) = super::rulers(&mut figure, width, height, look.coordinates);
        let at = |row: usize, column: usize| (left + SIDE * column as i32, top + SIDE * row as i32);
        for (index, square) in self.squares.iter().enumerate().filter(|(_, square)| square.belongs.is_some())
        {
            let (row, column) = (index / width, index % width);
            let mut tile = Tile::new(at(row, column), SIDE, Outline::Square);
            tile.place = Some([row as i32, column as i32]);
            tile.class = "free".into();
            tile.paint = style(*square).ground;
            if square.letter.is_ascii_graphic() && square.letter != '.' {
                tile.class = format!("piece-{}", class_of(square.letter)).into();
                tile.glyph = Glyph::Letters(square.letter.to_string());
            }
            figure.put_tile(tile);
        }
        // Consecutive segments in the same direction are joined into one line.
        for row in 0..=height {
            for run in runs(width, |column| self.group(row, column + 1) != self.group(row + 1, column + 1)) {
                figure.put_line(LineKind::Border, run.map(|column| at(row, column)).to_vec());
            }
        }
        for column in 0..=width {
            for run in runs(height, |row| self.group(row + 1, column) != self.group(row + 1, column + 1)) {
                figure.put_line(LineKind::Border, run.map(|row| at(row, column)).to_vec());
            }
        }
        figure.grow(at(height, width));
        figure.grouped("board")
    }
}

/// Returns the text that represents the letter of a piece in a class name.
fn class_of(letter: char) -> String {
    if letter.is_ascii_alphanumeric() { letter.to_string() } else { format!("u{:x}", u32::from(letter)) }
}

/// Returns the ranges of consecutive numbers below `end` for which `holds` returns true. Each range is given by its
/// first number and the number after its last number.
fn runs(end: usize, holds: impl Fn(usize) -> bool) -> Vec<[usize; 2]> {
    let mut runs: Vec<[usize; 2]> = Vec::new();
    for number in (0..end).filter(|&number| holds(number)) {
        match runs.last_mut() {
            Some(run) if run[1] == number => run[1] += 1,
            _ => runs.push([number, number + 1]),
        }
    }
    runs
}
