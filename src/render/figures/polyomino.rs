//! The figures of polyominoes, regions and tilings.

use crate::polyomino::tiling::Tiling;
use crate::polyomino::{Pieces, Region};
use crate::render::Look;
use crate::render::figure::{Figure, FigureLook, Glyph, LineKind, Outline, SIDE, Tile};
use crate::render::polyomino::{Drawn, open_squares, shape_squares, square_at, style, tiling_squares};
use crate::shape::Shape;
use std::borrow::Cow;

/// Draws squares row by row, with lines between squares of different groups.
fn grid(squares: &[Drawn], width: usize, look: &FigureLook) -> Figure {
    let mut figure = Figure::new();
    let height = squares.len().div_ceil(width.max(1));
    let (left, top) = super::rulers(&mut figure, width, height, look.coordinates);
    let at = |row: usize, column: usize| (left + SIDE * column as i32, top + SIDE * row as i32);
    for (index, square) in squares.iter().enumerate() {
        if square.belongs.is_none() {
            continue;
        }
        let (row, column) = (index / width, index % width);
        let is_letter = square.letter.is_ascii_graphic() && square.letter != '.';
        let class =
            if is_letter { format!("piece-{}", class_of(square.letter)).into() } else { Cow::from("free") };
        figure.put_tile(Tile {
            at: at(row, column),
            side: SIDE,
            outline: Outline::Square,
            place: Some([row as i32, column as i32]),
            class,
            paint: style(*square).ground,
            glyph: if is_letter { Glyph::Letters(square.letter.to_string()) } else { Glyph::None },
            marks: Vec::new(),
        });
    }
    borders(&mut figure, squares, (width, height), &at);
    figure.grow(at(height, width));
    figure.grouped("board")
}

/// Returns the text that represents the letter of a piece in a class name.
fn class_of(letter: char) -> String {
    if letter.is_ascii_alphanumeric() { letter.to_string() } else { format!("u{:x}", u32::from(letter)) }
}

/// Draws the lines between squares of different groups. Consecutive segments in the same direction are joined into one
/// line.
fn borders(
    figure: &mut Figure,
    squares: &[Drawn],
    (width, height): (usize, usize),
    at: &dyn Fn(usize, usize) -> (i32, i32),
) {
    let group = |row, column| square_at(squares, width, row, column).and_then(|square| square.belongs);
    let above = |row: usize, column: usize| group(row, column + 1) != group(row + 1, column + 1);
    let before = |row: usize, column: usize| group(row + 1, column) != group(row + 1, column + 1);
    for row in 0..=height {
        for run in runs(width, &|column| above(row, column)) {
            figure.put_line(LineKind::Border, vec![at(row, run[0]), at(row, run[1])]);
        }
    }
    for column in 0..=width {
        for run in runs(height, &|row| before(row, column)) {
            figure.put_line(LineKind::Border, vec![at(run[0], column), at(run[1], column)]);
        }
    }
}

/// Returns the ranges of consecutive numbers below `end` for which `holds` returns true. Each range is given by its
/// first number and the number after its last number.
fn runs(end: usize, holds: &dyn Fn(usize) -> bool) -> Vec<[usize; 2]> {
    let mut runs: Vec<[usize; 2]> = Vec::new();
    for number in (0..end).filter(|&number| holds(number)) {
        match runs.last_mut() {
            Some(run) if run[1] == number => run[1] += 1,
            _ => runs.push([number, number + 1]),
        }
    }
    runs
}

/// Draws a shape with the letter of its name, or with `X` if it has no name.
///
/// # Examples
/// ```
/// use clowder::{render::figures, shape::Shape};
///
/// let figure = figures::polyomino::shape(&Shape::from_rows(".X./XXX/.X.")?);
/// assert_eq!(figure.tiles().count(), 5);
/// # Ok::<(), clowder::shape::ShapeError>(())
/// ```
pub fn shape(shape: &Shape) -> Figure {
    grid(&shape_squares(shape), shape.width().into(), &FigureLook { coordinates: false })
}

/// Draws a region: its open squares, and the letters of the squares that are reserved for a piece.
///
/// # Examples
/// ```
/// use clowder::{polyomino::Region, render::figure::FigureLook, render::figures};
///
/// let region: Region = "6x10".parse()?;
/// assert_eq!(figures::polyomino::region(&region, &FigureLook::default()).tiles().count(), 60);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn region(region: &Region, look: &FigureLook) -> Figure {
    grid(&open_squares(region, &Look::PIPE), region.width(), look)
}

/// Draws a tiling of a region.
///
/// # Examples
/// ```
/// use clowder::polyomino::tiling::{Images, Puzzle, Usage};
/// use clowder::render::{figure::FigureLook, figures};
/// use clowder::{polyomino::Pieces, shape::Sides};
/// use std::ops::ControlFlow;
///
/// let puzzle = Puzzle::new("2x2".parse()?, Pieces::parse("XX*2", Sides::Both, &[])?, Usage::All);
/// let tiling = puzzle.visit(Images::All, ControlFlow::Break).break_value().expect("there is a tiling");
/// let figure = figures::polyomino::tiling(&tiling, puzzle.region(), puzzle.pieces(), &FigureLook::default());
/// assert_eq!(figure.tiles().count(), 4);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn tiling(tiling: &Tiling, region: &Region, pieces: &Pieces, look: &FigureLook) -> Figure {
    grid(&tiling_squares(tiling, pieces), region.width(), look)
}
