//! The string notation for polyominoes: shapes whose squares are connected by their sides. The grammar
//! accepts shapes in every orientation:
//!
//! ```text
#![doc = include_str!("polyomino.ebnf")]
//! ```
//!
//! The canonical string of a pentomino is its name. Any other shape is written as the rows of its [canonical
//! form](Shape::canonical). The only exception is a single square, which is written `a00` because `X` is the
//! name of a pentomino. The string `a00` uses fire tile notation: a letter, then two digits (row and column)
//! per square.

use super::names::{described, name_of, named, pentominoes};
use super::parts;
use crate::diagnostics::codes::polyomino as codes;
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostic, Diagnostics, Span};
use crate::notation::grammar::{Cursor, Read, fault_at, whole};
use crate::notation::{Kind, Notation, Reading, Segment, from_str_by_notation, plural};
use crate::shape::{Cell, Shape, Sides};
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{anychar, one_of};
use nom::combinator::{all_consuming, map_opt, recognize};
use nom::multi::{many1, many1_count};
use std::fmt;

/// The canonical string of a single square.
const MONOMINO: &str = "a00";

/// Why a shape is not a polyomino.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PolyominoError {
    /// The squares are not all connected by their sides.
    #[error("the squares are not all joined by their sides")]
    NotConnected,
    /// The shape has more than 18 rows or columns.
    #[error("a polyomino must have at most {} rows and columns", Polyomino::MAX_SIDE)]
    TooLarge,
}

/// A shape whose squares are connected by their sides, in a fixed orientation.
///
/// # Examples
/// ```
/// use clowder::polyomino::Polyomino;
///
/// let polyomino: Polyomino = "F".parse()?;
/// assert_eq!(polyomino.shape().rows(), ".XX/XX./.X.");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Polyomino {
    shape: Shape,
}

impl Polyomino {
    /// The maximum height and width, in squares.
    pub const MAX_SIDE: usize = 18;

    /// Creates a polyomino from a shape.
    ///
    /// # Errors
    /// Returns an error if the squares are not all connected by their sides, or if the shape has more than 18 rows or
    /// columns.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::{Polyomino, PolyominoError};
    /// use clowder::shape::Shape;
    ///
    /// let polyomino = Polyomino::new(Shape::from_rows("X./XX").expect("the rows are even"))?;
    /// assert_eq!(polyomino.to_string(), "XX/X.");
    /// let apart = Shape::from_rows("X.X").expect("the rows are even");
    /// assert_eq!(Polyomino::new(apart), Err(PolyominoError::NotConnected));
    /// # Ok::<(), PolyominoError>(())
    /// ```
    pub fn new(shape: Shape) -> Result<Self, PolyominoError> {
        if usize::from(shape.height().max(shape.width())) > Self::MAX_SIDE {
            return Err(PolyominoError::TooLarge);
        }
        if shape.is_connected() { Ok(Self { shape }) } else { Err(PolyominoError::NotConnected) }
    }

    /// The shape, in the orientation of the polyomino.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Explains the string of a polyomino: name, squares, symmetry and orientations.
    pub fn explain(&self, text: &str) -> Vec<Segment> {
        let shape = &self.shape;
        let whole = Span::new(0, text.len());
        let (rows, columns) = (plural(shape.height(), "row"), plural(shape.width(), "column"));
        let size = format!("{}: {rows}, {columns}", described(shape));
        let (both, one) = (shape.orientations(Sides::Both).len(), shape.orientations(Sides::One).len());
        let lies = format!("{}, {one} without turning the shape over", plural(both, "orientation"));
        vec![
            Segment::new(whole, "shape", size),
            Segment::new(whole, "squares", shape.rows()),
            Segment::new(whole, "symmetry", shape.symmetry()),
            Segment::new(whole, "orientations", lies),
        ]
    }
}

fn name(input: &str) -> Read<'_, Shape> {
    map_opt(anychar, |name| named(name).cloned()).parse(input)
}

fn rows(input: &str) -> Read<'_, Shape> {
    map_opt(recognize(many1_count(one_of("X./"))), |rows| Shape::from_rows(rows).ok()).parse(input)
}

fn utility(input: &str) -> Read<'_, Shape> {
    let digit = || one_of("0123456789").map(|digit| digit as u8 - b'0');
    let cell = (digit(), digit()).map(|(row, column)| Cell::new(row, column));
    map_opt((one_of(TILES), many1(cell)), |(_, cells)| Shape::new(cells).ok()).parse(input)
}

const TILES: &str = "abcdefghijklmnopqrstuvwxyzABCDE";

impl fmt::Display for Polyomino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match name_of(&self.shape) {
            Some(name) => write!(f, "{name}"),
            None if self.shape.area() == 1 => f.write_str(MONOMINO),
            None => f.write_str(&self.shape.canonical(Sides::Both).rows()),
        }
    }
}

impl Notation for Polyomino {
    const KIND: Kind = Kind::Polyomino;
    const GRAMMAR: &str = include_str!("polyomino.ebnf");
    const HAS_QUICK_GRAMMAR: bool = true;
    const EXAMPLE: &'static str = "F";

    fn parse_canonical(text: &str) -> Option<Self> {
        let shape = whole(text, alt((all_consuming(name), rows, utility)))?;
        Self::new(shape).ok().filter(|polyomino| polyomino.to_string() == text)
    }

    fn read(text: &str) -> Reading<Self> {
        let mut faults = Diagnostics::new();
        let shape = if text.is_empty() {
            let message =
                "the shape is missing; write a name, rows, or the notation of a fire tile such as `a000110`";
            faults.push(Diagnostic::new(&codes::POLYOMINO_EMPTY, Span::at(0), message));
            None
        } else if let Some(shape) = whole(text, name) {
            Some(shape)
        } else if text.starts_with(|letter| TILES.contains(letter))
            && !text.contains('/')
            && text[1..].starts_with(|digit: char| digit.is_ascii_digit())
        {
            utility_faults(text, &mut faults)
        } else if text.contains(['.', '/', 'X']) {
            rows_faults(text, &mut faults)
        } else {
            faults.push(unknown_name(text));
            None
        };
        let shape = shape.filter(|_| faults.is_empty());
        let polyomino = shape.and_then(|shape| checked(text, shape, &mut faults));
        faults.sort();
        Reading::new(polyomino, faults)
    }
}

from_str_by_notation!(Polyomino);

fn unknown_name(text: &str) -> Diagnostic {
    let span = Span::new(0, text.len());
    let shown: String = text.chars().take(20).collect();
    let message = format!("`{}` is not the name of a pentomino", escape(&shown));
    let names = pentominoes().iter().map(|pentomino| pentomino.name.to_string());
    let fault = fault_at(text, &codes::POLYOMINO_UNKNOWN_NAME, span, message).expected(names);
    let upper = text.to_ascii_uppercase();
    if whole(&upper, name).is_some() { fault.fix(span, upper) } else { fault }
}

/// Reports every error in a shape written in fire tile notation. Returns the shape formed by the readable
/// squares, or `None` if no square is readable.
fn utility_faults(text: &str, faults: &mut Diagnostics) -> Option<Shape> {
    let mut cursor = Cursor::new(text);
    cursor.take(1);
    let mut cells: Vec<(Cell, Span)> = Vec::new();
    while !cursor.is_done() && !faults.is_full() {
        let span = cursor.take(2);
        let [row @ b'0'..=b'9', column @ b'0'..=b'9'] = span.of(text).as_bytes() else {
            let message =
                format!("`{}` is not a square; a square is two digits (row, column)", escape(span.of(text)));
            let fault = fault_at(text, &codes::POLYOMINO_SQUARE, span, message);
            faults.push(fault.expected(["two digits"]));
            continue;
        };
        let cell = Cell::new(row - b'0', column - b'0');
        if let Some((_, first)) = cells.iter().find(|(other, _)| *other == cell) {
            let message = format!("the square at row {}, column {} is listed twice", cell.row, cell.column);
            let fault = fault_at(text, &codes::POLYOMINO_DUPLICATE_SQUARE, span, message);
            faults.push(fault.related(*first, "first here").fix(span, ""));
            continue;
        }
        cells.push((cell, span));
    }
    Shape::new(cells.into_iter().map(|(cell, _)| cell)).ok()
}

/// Reports every error in a shape written as rows. Returns the shape, or `None` if the rows do not form a shape or are
/// too large.
fn rows_faults(text: &str, faults: &mut Diagnostics) -> Option<Shape> {
    let width = text.split('/').next().map_or(0, |row| row.chars().count());
    for (row, span) in parts(text, '/').enumerate() {
        if faults.is_full() {
            break;
        }
        for (at, letter) in span.of(text).char_indices().filter(|(_, letter)| !"X.".contains(*letter)) {
            let here = Span::new(at, at + letter.len_utf8()).shifted(span.start);
            let message =
                format!("`{}` is neither a square `X` nor an empty place `.`", escape(here.of(text)));
            faults.push(fault_at(text, &codes::POLYOMINO_LETTER, here, message).expected(["X", "."]));
        }
        let found = span.of(text).chars().count();
        if found != width {
            let number = row + 1;
            let message = if found < width {
                format!("row {number} has only {}; row 1 has {width}", plural(found, "place"))
            } else {
                format!("row {number} has {}; row 1 has {width}", plural(found, "place"))
            };
            let fault = Diagnostic::new(&codes::POLYOMINO_UNEVEN_ROWS, span, message).square(row, 0);
            faults.push(fault.expected([format!("{width} wide")]).found(format!("{found} wide")));
        }
    }
    let (whole, rows) = (Span::new(0, text.len()), text.split('/').count());
    if width.max(rows) > Polyomino::MAX_SIDE {
        let (rows, columns) = (plural(rows, "row"), plural(width, "column"));
        let most = Polyomino::MAX_SIDE;
        let message = format!("the shape has {rows} and {columns}; at most {most} of each are allowed");
        faults.push(Diagnostic::new(&codes::POLYOMINO_TOO_LARGE, whole, message));
        return None;
    }
    if faults.is_empty() && !text.contains('X') {
        faults.push(Diagnostic::new(&codes::POLYOMINO_NO_SQUARE, whole, "the rows contain no square `X`"));
    }
    Shape::from_rows(text).ok()
}

/// Creates a polyomino from the parsed shape, and reports a string that is not canonical. A disconnected
/// shape is also reported, and the result is then `None`.
fn checked(text: &str, shape: Shape, faults: &mut Diagnostics) -> Option<Polyomino> {
    let span = Span::new(0, text.len());
    let not_joined = |error: PolyominoError| {
        faults.push(fault_at(text, &codes::POLYOMINO_NOT_JOINED, span, error.to_string()));
    };
    let polyomino = Polyomino::new(shape).map_err(not_joined).ok()?;
    let canonical = polyomino.to_string();
    if canonical != text {
        let message = format!("this shape must be written as `{canonical}`");
        let fault = fault_at(text, &codes::POLYOMINO_SPELLING, span, message);
        faults.push(fault.expected([canonical.clone()]).fix(span, canonical));
    }
    Some(polyomino)
}
