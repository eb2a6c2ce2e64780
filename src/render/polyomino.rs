//! Pictures of polyominoes, regions and tilings: squares with one letter each, and lines between the pieces.

use super::Paint;
use super::picture::{Board, Cell, Form, Glyph, Picture, SIDE, Text, free, unknown};
use crate::diagnostics::Source;
use crate::notation::Kind;
use crate::polyomino::tiling::Tiling;
use crate::polyomino::{Piece, Pieces, Region, Square, name_of};
use crate::shape::Shape;

/// The colours of the pieces. All pentominoes have different colours.
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

/// Returns the index of the colour for a letter. Each pentomino has its own colour.
fn colour_of(letter: char) -> usize {
    "FILNPTUVWXYZ".find(letter).unwrap_or(letter as usize)
}

fn hole() -> Cell {
    Cell::new("hole", Glyph::Hole)
}

fn board(cells: impl Iterator<Item = Cell>, width: usize) -> Board {
    let mut board = Board::new(Form::Pieces, [0, width], SIDE);
    let place = |(index, cell): (usize, Cell)| cell.square((index / width) as i32, (index % width) as i32);
    board.cells = cells.enumerate().map(place).collect();
    board.size[0] = board.cells.len().div_ceil(width) as i32;
    board
}

/// Draws a shape. Its letter is its name, or `X` if it has no name.
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

/// Draws a region: its open squares, and the letters of squares reserved for a piece.
pub fn region(region: &Region) -> Picture {
    of_region(region).into()
}

/// Draws a region in which a shape covers the squares with the indices in `squares`. Indices that are too large are
/// ignored.
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

/// Draws a tiling of a region. Each piece has a letter and a colour. A piece that is not in `pieces` has the letter
/// `?`.
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

/// Draws a shape or a region, with its squares linked to the string from which it was read.
pub(crate) fn of_value(kind: Kind, known: Picture, source: Source<'_>) -> Picture {
    of_string(kind, Text { text: source.text, part: None }, Some(known))
}

/// Draws as much as possible of a shape or a region from its string. `known` is the picture of the string's value.
pub(super) fn of_string(kind: Kind, text: Text<'_>, known: Option<Picture>) -> Picture {
    let has_rows = match kind {
        Kind::Region => !text.text.trim_start().starts_with(|first: char| first.is_ascii_digit()),
        _ => text.text.contains(['.', '/']),
    };
    // A square can be located in the string only if each square has its own character.
    let rows = text.rows(Form::Pieces, |letter| match letter {
        '.' | '#' => free(letter == '#'),
        letter => unknown(letter),
    });
    match known {
        Some(mut picture) if has_rows => {
            for cell in picture.cells_mut() {
                cell.origin =
                    rows.cells.iter().find(|own| own.place == cell.place).and_then(|own| own.origin);
            }
            picture
        }
        Some(picture) => picture,
        None if has_rows => rows.into(),
        None => Picture::default(),
    }
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
