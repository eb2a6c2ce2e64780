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
/// The colour of an open square, which is the colour of the page.
const OPEN: usize = usize::MAX;

/// The styles for the pieces. In each style, a letter can be read on the background.
const PAINTS: [Style; 12] = [
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
    Style::on(Paint::Black, Paint::Pink),
    Style::on(Paint::White, Paint::Brown),
];

/// The squares of a picture, row by row. They can be drawn as text or as a figure.
///
/// # Examples
/// ```
/// use clowder::render::{Glyphs, Look, polyomino::Squares};
/// use clowder::shape::Shape;
///
/// let ascii = Look { glyphs: Glyphs::Ascii, ..Look::PIPE };
/// let picture = Squares::shape(&Shape::from_rows("XX")?).scene(&ascii).text();
/// assert_eq!(picture, "+-------+\n| X   X |\n+-------+\n");
/// # Ok::<(), clowder::shape::ShapeError>(())
/// ```
pub struct Squares {
    pub(super) squares: Vec<Drawn>,
    pub(super) width: usize,
}

impl Squares {
    /// Shows a shape with the letter of its name, or with `X` if it has no name.
    pub fn shape(shape: &Shape) -> Self {
        let letter = name_of(shape).unwrap_or('X');
        let width = usize::from(shape.width());
        let mut squares = vec![HOLE; width * usize::from(shape.height())];
        for cell in shape.cells() {
            squares[usize::from(cell.row) * width + usize::from(cell.column)] =
                Drawn { letter, belongs: Some(0), colour: colour_of(letter) };
        }
        Self { squares, width }
    }

    /// Shows a region: its open squares, and the letters of the squares that are reserved for a piece.
    pub fn region(region: &Region) -> Self {
        let drawn = |square: &Square| match *square {
            Square::Hole => HOLE,
            Square::Open => Drawn { letter: '.', belongs: Some(0), colour: OPEN },
            Square::Letter(letter) => Drawn { letter, belongs: Some(0), colour: colour_of(letter) },
        };
        Self { squares: region.squares().iter().map(drawn).collect(), width: region.width() }
    }

    /// Shows a region in which a shape covers the squares with the indices in `squares`. Indices that are too large are
    /// ignored.
    pub fn placement(region: &Region, squares: &[usize], letter: char) -> Self {
        let mut drawn = Self::region(region);
        for &at in squares {
            if let Some(square) = drawn.squares.get_mut(at) {
                *square = Drawn { letter, belongs: Some(1), colour: colour_of(letter) };
            }
        }
        drawn
    }

    /// Shows a tiling of a region. Each piece has a letter and a colour. A piece that is not in `pieces` has the letter
    /// `?`.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::tiling::{Images, Puzzle, Usage};
    /// use clowder::polyomino::{Pieces, Region};
    /// use clowder::render::{Look, polyomino::Squares};
    /// use clowder::shape::Sides;
    /// use std::ops::ControlFlow;
    ///
    /// let puzzle = Puzzle::new("3x20".parse()?, Pieces::pentominoes(Sides::Both), Usage::All);
    /// if let ControlFlow::Break(tiling) = puzzle.visit(Images::Distinct, ControlFlow::Break) {
    ///     let scene = Squares::tiling(&tiling, puzzle.region(), puzzle.pieces()).scene(&Look::PIPE);
    ///     assert_eq!(scene.text().matches('Z').count(), 5);
    /// }
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn tiling(tiling: &Tiling, region: &Region, pieces: &Pieces) -> Self {
        let drawn = |number: usize| {
            let piece = tiling.pieces()[number];
            let letter = pieces.list().get(piece).map_or('?', Piece::letter);
            Drawn { letter, belongs: Some(number), colour: piece }
        };
        let squares = tiling.owners().iter().map(|owner| owner.map_or(HOLE, drawn)).collect();
        Self { squares, width: region.width() }
    }

    /// Draws the squares as text, with lines between squares of different groups.
    pub fn scene(&self, look: &Look) -> Scene {
        let (width, height) = (self.width, self.squares.len() / self.width);
        // A square is three columns wide, or one column wide if the picture would otherwise be too wide.
        let wide = if width * 4 < look.width { 3 } else { 1 };
        let mut scene = Scene::new();
        for row in 0..=height {
            scene.line();
            for column in 0..=width {
                let lines = [
                    self.group(row, column) != self.group(row, column + 1),
                    self.group(row + 1, column) != self.group(row + 1, column + 1),
                    self.group(row, column) != self.group(row + 1, column),
                    self.group(row, column + 1) != self.group(row + 1, column + 1),
                ];
                let (here, under) = (self.drawn(row, column), self.drawn(row + 1, column + 1));
                let inside = self.drawn(row, column + 1) == under && self.drawn(row + 1, column) == under;
                scene.put(corner(lines, look), if inside { between(here, under) } else { Style::FAINT });
                if column < width {
                    let line = if lines[3] { look.pick("─", "-") } else { " " };
                    scene.put(line.repeat(wide), between(self.drawn(row, column + 1), under));
                }
            }
            if row == height {
                break;
            }
            scene.line();
            for column in 0..=width {
                let line = self.group(row + 1, column) != self.group(row + 1, column + 1);
                let (left, right) = (self.drawn(row + 1, column), self.drawn(row + 1, column + 1));
                scene.put(if line { look.pick("│", "|") } else { " " }, between(left, right));
                if column < width {
                    let square = self.squares[row * width + column];
                    let letter = if square.colour == OPEN {
                        look.pick("·", ".").to_owned()
                    } else {
                        square.letter.to_string()
                    };
                    scene.put(format!("{letter:^wide$}"), style(square));
                }
            }
        }
        scene
    }

    /// Returns the group of a square. Rows and columns are counted from 1, so that there are positions before the first
    /// row and column.
    pub(super) fn group(&self, row: usize, column: usize) -> Option<usize> {
        self.drawn(row, column)?.belongs
    }

    fn drawn(&self, row: usize, column: usize) -> Option<Drawn> {
        let inside = row >= 1 && (1..=self.width).contains(&column);
        if inside { self.squares.get((row - 1) * self.width + column - 1).copied() } else { None }
    }
}

/// Returns the colour of a letter. Each pentomino has its own colour.
fn colour_of(letter: char) -> usize {
    "FILNPTUVWXYZ".find(letter).unwrap_or(letter as usize)
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
        Drawn { belongs: None, .. } | Drawn { colour: OPEN, .. } => Style::PLAIN,
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
