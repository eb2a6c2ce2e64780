//! Pictures of polyominoes, regions and tilings: squares with one letter each, and lines between the pieces.

use super::Paint;
use super::picture::{Board, Cell, Form, Glyph, Picture, SIDE, Text, unknown};
use crate::diagnostics::Source;
use crate::notation::Kind;
use crate::polyomino::tiling::Tiling;
use crate::polyomino::{Piece, Pieces, Region, Square, name_of};
use crate::shape::Shape;

/// The colours of the pieces. There is one for each of the twelve pentominoes.
const PAINTS: [Paint; 12] = [
    Paint::Green,
    Paint::Orange,
    Paint::Sky,
    Paint::Purple,
    Paint::Yellow,
    Paint::Red,
    Paint::White,
    Paint::Grey,
    Paint::Blue,
    Paint::Dark,
    Paint::Pink,
    Paint::Brown,
];

fn piece(letter: char, colour: usize, group: usize) -> Cell {
    let is_plain = letter.is_ascii_alphanumeric();
    let class = if is_plain { format!("piece-{letter}") } else { format!("piece-u{:x}", u32::from(letter)) };
    Cell { group: Some(group), ..Cell::on(class, letter, PAINTS[colour % PAINTS.len()]) }
}

/// Returns the colour number of a letter. Its remainder modulo the length of [`PAINTS`] is the index of the colour.
/// Each pentomino has its own colour.
fn colour_of(letter: char) -> usize {
    "FILNPTUVWXYZ".find(letter).unwrap_or(letter as usize)
}

/// Returns a cell for a free square or a hole.
fn free(is_hole: bool) -> Cell {
    Cell { paint: is_hole.then_some(Paint::Dark), ..Cell::new("free", Glyph::Dot) }
}

fn hole() -> Cell {
    Cell::new("hole", Glyph::Hole)
}

fn board(cells: impl Iterator<Item = Cell>, width: usize) -> Board {
    Board::of(Form::Pieces, SIDE, width, cells).squares()
}

/// Draws a shape. Each square shows the name of the shape or, if the shape has no name, the letter `X`.
///
/// # Examples
/// ```
/// use clowder::render::{Glyphs, Look, polyomino};
/// use clowder::shape::Shape;
///
/// let ascii = Look { glyphs: Glyphs::Ascii, ..Look::PIPE };
/// let picture = polyomino::shape(&Shape::from_rows("XX")?).scene(&ascii).text();
/// assert_eq!(picture, "+-------+\n| X   X |\n+-------+\n");
/// # Ok::<(), clowder::shape::ShapeError>(())
/// ```
pub fn shape(shape: &Shape) -> Picture {
    let letter = name_of(shape).unwrap_or('X');
    let width = usize::from(shape.width());
    let mut cells = vec![hole(); width * usize::from(shape.height())];
    for cell in shape.cells() {
        cells[usize::from(cell.row) * width + usize::from(cell.column)] = piece(letter, colour_of(letter), 0);
    }
    Board { is_ruled: false, ..board(cells.into_iter(), width) }.into()
}

fn of_region(region: &Region) -> Board {
    let cell = |square: &Square| match *square {
        Square::Hole => hole(),
        Square::Open => Cell { group: Some(0), ..free(false) },
        Square::Letter(letter) => piece(letter, colour_of(letter), 0),
    };
    board(region.squares().iter().map(cell), region.width())
}

/// Draws a region. Squares that are reserved for a piece show the letter of the piece.
pub fn region(region: &Region) -> Picture {
    of_region(region).into()
}

/// Draws a region in which a shape covers some squares. Squares are numbered row by row from 0, and numbers that are
/// too large are ignored.
pub fn placement(region: &Region, squares: &[usize], letter: char) -> Picture {
    let mut board = of_region(region);
    for &at in squares {
        if let Some(cell) = board.cells.get_mut(at) {
            let [row, column] = cell.at;
            *cell = piece(letter, colour_of(letter), 1).square(row, column);
        }
    }
    board.into()
}

/// Draws a tiling of a region. Each piece has its letter and a colour. A piece that is missing from `pieces` has the
/// letter `?`.
///
/// # Examples
/// ```
/// use clowder::polyomino::tiling::{Images, Puzzle, Usage};
/// use clowder::polyomino::{Pieces, Region};
/// use clowder::render::{Look, polyomino};
/// use clowder::shape::Sides;
/// use std::ops::ControlFlow;
///
/// let puzzle = Puzzle::new("3x20".parse()?, Pieces::pentominoes(Sides::Both), Usage::All);
/// if let ControlFlow::Break(tiling) = puzzle.visit(Images::Distinct, ControlFlow::Break) {
///     let scene = polyomino::tiling(&tiling, puzzle.region(), puzzle.pieces()).scene(&Look::PIPE);
///     assert_eq!(scene.text().matches('Z').count(), 5);
/// }
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn tiling(tiling: &Tiling, region: &Region, pieces: &Pieces) -> Picture {
    let cell = |number: usize| {
        let index = tiling.pieces()[number];
        piece(pieces.list().get(index).map_or('?', Piece::letter), index, number)
    };
    let cells = tiling.owners().iter().map(|owner| owner.map_or_else(hole, cell));
    board(cells, region.width()).into()
}

/// Completes the picture of a shape or a region: for each square, adds the place of its character in the string.
pub(crate) fn of_value(kind: Kind, mut known: Picture, source: Source<'_>) -> Picture {
    let rows = of_string(kind, Text::new(source.text));
    let rows = rows.cells();
    if !rows.is_empty() {
        for cell in known.cells_mut() {
            cell.origin = rows.iter().find(|own| own.place == cell.place).and_then(|own| own.origin);
        }
    }
    known
}

/// Draws the rows of a shape's or a region's string, one cell for each character. Other strings, such as `6x10` or a
/// name, have no characters that stand for squares, so their pictures are empty.
pub(super) fn of_string(kind: Kind, text: Text<'_>) -> Picture {
    let has_rows = match kind {
        Kind::Region => !text.text.trim_start().starts_with(|first: char| first.is_ascii_digit()),
        _ => text.text.contains(['.', '/']),
    };
    if !has_rows {
        return Picture::default();
    }
    let cell = |letter| if matches!(letter, '.' | '#') { free(letter == '#') } else { unknown(letter) };
    text.rows(Form::Pieces, cell).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pentomino_has_its_own_colour() {
        let colours: std::collections::BTreeSet<_> = "FILNPTUVWXYZ".chars().map(colour_of).collect();
        assert_eq!(colours.len(), PAINTS.len());
    }
}
