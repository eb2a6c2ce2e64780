//! Pictures of polyominoes, regions and tilings. They consist of squares with one letter each, and lines between the
//! pieces.

use super::{Look, Paint, Scene, Style};
use crate::polyomino::tiling::Tiling;
use crate::polyomino::{Piece, Pieces, Region, Square, name_of};
use crate::shape::Shape;

/// The content of a square. There is a line between two adjacent squares that belong to different groups.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Drawn {
    pub(super) letter: char,
    pub(super) belongs: Option<usize>,
    colour: usize,
}

const HOLE: Drawn = Drawn { letter: ' ', belongs: None, colour: 0 };

/// The styles for the pieces. In each style, a letter can be read on the background.
const PAINTS: [Style; 10] = [
    Style::on(Paint::Black, Paint::Green),
    Style::on(Paint::Black, Paint::Orange),
    Style::on(Paint::Black, Paint::Sky),
    Style::on(Paint::Black, Paint::Purple),
    Style::on(Paint::Black, Paint::Yellow),
    Style::on(Paint::Black, Paint::Red),
    Style::on(Paint::Black, Paint::White),
    Style::on(Paint::Black, Paint::Grey),
    Style::on(Paint::White, Paint::Blue),
    Style::on(Paint::White, Paint::Dark),
];

/// Draws a shape with the letter of its name, or with `X` if it has no name.
///
/// # Examples
/// ```
/// use clowder::render::{Look, polyomino};
/// use clowder::shape::Shape;
///
/// let scene = polyomino::shape(&Shape::from_rows(".X./XXX/.X.")?, &Look::PIPE);
/// assert_eq!(scene.text().matches('X').count(), 5);
/// # Ok::<(), clowder::shape::ShapeError>(())
/// ```
pub fn shape(shape: &Shape, look: &Look) -> Scene {
    grid(&shape_squares(shape), shape.width().into(), look)
}

/// Returns the squares of the bounding box of a shape, row by row.
pub(super) fn shape_squares(shape: &Shape) -> Vec<Drawn> {
    let name = name_of(shape).unwrap_or('X');
    let width = usize::from(shape.width());
    let mut squares = vec![HOLE; width * usize::from(shape.height())];
    for cell in shape.cells() {
        squares[usize::from(cell.row) * width + usize::from(cell.column)] =
            Drawn { letter: name, belongs: Some(0), colour: usize::from(name as u8) };
    }
    squares
}

/// Draws a region: its open squares, and the letters of the squares that are reserved for a piece. The holes of the
/// region are left empty.
///
/// # Examples
/// ```
/// use clowder::render::{Look, polyomino};
///
/// let scene = polyomino::region(&"..#\nF..".parse()?, &Look::PIPE);
/// assert!(scene.text().contains('F'));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn region(region: &Region, look: &Look) -> Scene {
    grid(&open_squares(region, look), region.width(), look)
}

/// Draws a region in which a shape covers the squares with the indices in `squares`. Indices that are too large are
/// ignored.
///
/// # Examples
/// ```
/// use clowder::render::{Look, polyomino};
///
/// let scene = polyomino::placement(&"2x3".parse()?, &[0, 1, 4], 'L', &Look::PIPE);
/// assert_eq!(scene.text().matches('L').count(), 3);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn placement(region: &Region, squares: &[usize], letter: char, look: &Look) -> Scene {
    let mut drawn = open_squares(region, look);
    for &at in squares {
        if let Some(square) = drawn.get_mut(at) {
            *square = Drawn { letter, belongs: Some(1), colour: usize::from(letter as u8) };
        }
    }
    grid(&drawn, region.width(), look)
}

/// Returns the squares of a region, row by row.
pub(super) fn open_squares(region: &Region, look: &Look) -> Vec<Drawn> {
    let open = look.pick("·", ".").chars().next().unwrap_or('.');
    let drawn = |square: &Square| match *square {
        Square::Hole => HOLE,
        Square::Open => Drawn { letter: open, belongs: Some(0), colour: usize::MAX },
        Square::Letter(letter) => Drawn { letter, belongs: Some(0), colour: letter as usize },
    };
    region.squares().iter().map(drawn).collect()
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
///     let scene = polyomino::tiling(&tiling, puzzle.region(), puzzle.pieces(), &Look::PIPE);
///     assert_eq!(scene.text().matches('Z').count(), 5);
/// }
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn tiling(tiling: &Tiling, region: &Region, pieces: &Pieces, look: &Look) -> Scene {
    grid(&tiling_squares(tiling, pieces), region.width(), look)
}

/// Returns the squares of a tiling, row by row.
pub(super) fn tiling_squares(tiling: &Tiling, pieces: &Pieces) -> Vec<Drawn> {
    let drawn = |owner: &Option<usize>| {
        owner.map_or(HOLE, |number| {
            let piece = tiling.pieces()[number];
            let letter = pieces.list().get(piece).map_or('?', Piece::letter);
            Drawn { letter, belongs: Some(number), colour: piece }
        })
    };
    tiling.owners().iter().map(drawn).collect()
}

/// Draws squares row by row, with lines between squares of different groups.
fn grid(squares: &[Drawn], width: usize, look: &Look) -> Scene {
    let height = squares.len() / width;
    let drawn = |row, column| square_at(squares, width, row, column);
    let at = |row, column| drawn(row, column).and_then(|drawn| drawn.belongs);
    // A square is three columns wide, or one column wide if the picture would otherwise be too wide.
    let wide = if width * 4 < look.width { 3 } else { 1 };
    let mut scene = Scene::new();
    for row in 0..=height {
        scene.line();
        for column in 0..=width {
            let lines = [
                at(row, column) != at(row, column + 1),
                at(row + 1, column) != at(row + 1, column + 1),
                at(row, column) != at(row + 1, column),
                at(row, column + 1) != at(row + 1, column + 1),
            ];
            let (here, under) = (drawn(row, column), drawn(row + 1, column + 1));
            let inside = drawn(row, column + 1) == under && drawn(row + 1, column) == under;
            scene.put(corner(lines, look), if inside { between(here, under) } else { Style::FAINT });
            if column < width {
                let line = if lines[3] { look.pick("─", "-") } else { " " };
                scene.put(line.repeat(wide), between(drawn(row, column + 1), under));
            }
        }
        if row == height {
            break;
        }
        scene.line();
        for column in 0..=width {
            let line = at(row + 1, column) != at(row + 1, column + 1);
            let (left, right) = (drawn(row + 1, column), drawn(row + 1, column + 1));
            scene.put(if line { look.pick("│", "|") } else { " " }, between(left, right));
            if column < width {
                let square = squares[row * width + column];
                scene.put(format!("{:^wide$}", square.letter), style(square));
            }
        }
    }
    scene
}

/// Returns the square in a row and a column, which are counted from 1, so that there are positions before the first row
/// and column. Returns `None` outside the picture.
pub(super) fn square_at(squares: &[Drawn], width: usize, row: usize, column: usize) -> Option<Drawn> {
    let at = row.checked_sub(1)? * width + column.checked_sub(1)?;
    if column <= width { squares.get(at).copied() } else { None }
}

/// Returns the style for the space between two adjacent squares. Inside a piece, it is the style of the piece, so that
/// the background of the piece has no gaps.
fn between(one: Option<Drawn>, other: Option<Drawn>) -> Style {
    match (one, other) {
        (Some(one), Some(other)) if one == other => style(one),
        _ => Style::FAINT,
    }
}

pub(super) fn style(drawn: Drawn) -> Style {
    match drawn {
        Drawn { belongs: None, .. } | Drawn { colour: usize::MAX, .. } => Style::PLAIN,
        Drawn { colour, .. } => PAINTS[colour % PAINTS.len()],
    }
}

/// Returns the character for a point where lines can meet. The array contains a flag for each of the directions up,
/// down, left and right, in this order. A flag is true if a line goes from the point in this direction.
fn corner(lines: [bool; 4], look: &Look) -> &'static str {
    const CORNERS: [&str; 16] =
        [" ", "╵", "╷", "│", "╴", "┘", "┐", "┤", "╶", "└", "┌", "├", "─", "┴", "┬", "┼"];
    const PLAIN: [&str; 16] =
        [" ", "+", "+", "|", "+", "+", "+", "+", "+", "+", "+", "+", "-", "+", "+", "+"];
    let index = lines.iter().rev().fold(0, |index, &line| index << 1 | usize::from(line));
    look.pick(CORNERS[index], PLAIN[index])
}
