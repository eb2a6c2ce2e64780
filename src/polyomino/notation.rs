//! `polyomino = name | rows | utility`: a shape of squares joined by their sides, however it lies.
//!
//! ```text
//! name    = "F" | "I" | "L" | "N" | "P" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z"
//! rows    = row ("/" row)*      row = ("X" | ".")+      all rows of one width
//! utility = letter (DIGIT DIGIT)+      letter: a..z, A..E
//! ```
//!
//! The canonical string is the name of a pentomino, and for other shapes the rows of the least of its poses. Rows
//! of the single letter `X` are the name of a pentomino; the single square is the utility string `a00`.

use super::names::{family, name_of, named, pentominoes};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostic, Diagnostics, Span, polyomino as codes};
use crate::notation::grammar::{Read, Walk, fault_at, whole};
use crate::notation::{Kind, Notation, Reading, Segment, from_str_by_notation, plural};
use crate::shape::{Cell, Shape};
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, one_of};
use nom::combinator::{map_opt, value};
use nom::multi::{many1, separated_list1};
use std::fmt;

/// Most squares along a side.
const SIDE: usize = 18;
/// The string of the single square.
const MONOMINO: &str = "a00";

/// A shape of squares joined by their sides, as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Polyomino {
    /// The shape as it lies.
    pub shape: Shape,
}

impl Polyomino {
    /// The parts of a text of this shape.
    pub fn explain(&self, text: &str) -> Vec<Segment> {
        let shape = &self.shape;
        let whole = Span::new(0, text.len());
        let named = name_of(shape).map(|name| format!("pentomino {name}"));
        let what = named.unwrap_or_else(|| family(shape.len()));
        let size = format!(
            "{what}: {}, {}",
            plural(shape.height().into(), "row"),
            plural(shape.width().into(), "column")
        );
        let (both, one) = (shape.orientations(true).len(), shape.orientations(false).len());
        let lies = format!("{} to lie, {one} without turning it over", plural(both, "way"));
        vec![
            Segment::new(whole, "shape", size),
            Segment::new(whole, "squares", shape.rows()),
            Segment::new(whole, "symmetry", shape.symmetry()),
            Segment::new(whole, "orientations", lies),
        ]
    }
}

/// `name = "F" | "I" | …`
fn name(input: &str) -> Read<'_, Shape> {
    map_opt(nom::character::complete::anychar, |name| named(name).cloned()).parse(input)
}

/// `rows = row ("/" row)*`, `row = ("X" | ".")+`
fn rows(input: &str) -> Read<'_, Vec<Vec<bool>>> {
    separated_list1(char('/'), many1(alt((value(true, char('X')), value(false, char('.')))))).parse(input)
}

/// `utility = letter (DIGIT DIGIT)+`
fn utility(input: &str) -> Read<'_, Shape> {
    let digit = || one_of("0123456789").map(|digit| digit as u8 - b'0');
    let cell = (digit(), digit()).map(|(row, column)| Cell::new(row, column));
    (one_of(TILES), many1(cell)).map(|(_, cells)| Shape::new(cells)).parse(input)
}

/// Letters a utility string may begin with.
const TILES: &str = "abcdefghijklmnopqrstuvwxyzABCDE";

/// The shape of even rows.
fn shape_of(rows: &[Vec<bool>]) -> Option<Shape> {
    let width = rows.first()?.len();
    if width > SIDE || rows.len() > SIDE || rows.iter().any(|row| row.len() != width) {
        return None;
    }
    let squares = rows.iter().enumerate().flat_map(|(row, line)| {
        let squares = line.iter().enumerate().filter(|(_, square)| **square);
        squares.map(move |(column, _)| Cell::new(row as u8, column as u8))
    });
    let shape = Shape::new(squares);
    (!shape.is_empty()).then_some(shape)
}

impl fmt::Display for Polyomino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match name_of(&self.shape) {
            Some(name) => write!(f, "{name}"),
            None if self.shape.len() == 1 => f.write_str(MONOMINO),
            None => f.write_str(&self.shape.canonical(true).rows()),
        }
    }
}

impl Notation for Polyomino {
    const KIND: Kind = Kind::Polyomino;
    const EXAMPLE: &'static str = "F";

    fn parse_canonical(text: &str) -> Option<Self> {
        let rows = map_opt(rows, |rows| shape_of(&rows));
        let shape = whole(text, alt((nom::combinator::all_consuming(name), rows, utility)))?;
        let found = Self { shape };
        (found.shape.is_joined() && found.to_string() == text).then_some(found)
    }

    fn read(text: &str) -> Reading<Self> {
        let mut faults = Diagnostics::new();
        let shape = if text.is_empty() {
            let message = "there is no shape: write a name, rows or a utility string";
            faults.push(Diagnostic::new(&codes::POLYOMINO_EMPTY, Span::at(0), message));
            None
        } else if let Some(shape) = whole(text, name) {
            Some(shape)
        } else if text.starts_with(|letter| TILES.contains(letter))
            && !text.contains('/')
            && text[1..].starts_with(|digit: char| digit.is_ascii_digit())
        {
            Some(utility_faults(text, &mut faults))
        } else if text.contains(['.', '/', 'X']) {
            rows_faults(text, &mut faults)
        } else {
            faults.push(unknown_name(text));
            None
        };
        let shape = shape.filter(|_| faults.is_empty());
        if let Some(shape) = &shape {
            faults.extend(shape_faults(text, shape));
        }
        faults.sort();
        Reading::new(shape.filter(|_| faults.only_canon()).map(|shape| Self { shape }), faults)
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

/// Every fault of a utility string, and its squares.
fn utility_faults(text: &str, faults: &mut Diagnostics) -> Shape {
    let mut walk = Walk::new(text);
    walk.take(1);
    let mut cells: Vec<(Cell, Span)> = Vec::new();
    while !walk.is_done() && !faults.is_full() {
        let span = walk.take(2);
        let [row @ b'0'..=b'9', column @ b'0'..=b'9'] = span.of(text).as_bytes() else {
            let message = format!("`{}` is not the row and column of a square", escape(span.of(text)));
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
    Shape::new(cells.into_iter().map(|(cell, _)| cell))
}

/// Every fault of rows, and their squares.
fn rows_faults(text: &str, faults: &mut Diagnostics) -> Option<Shape> {
    let width = text.split('/').next().map_or(0, |row| row.chars().count());
    let (mut rows, mut start) = (Vec::new(), 0);
    for row in text.split('/') {
        let span = Span::new(start, start + row.len());
        start = span.end + 1;
        if faults.is_full() {
            break;
        }
        let mut squares = Vec::new();
        for (at, letter) in row.char_indices() {
            let here = Span::new(span.start + at, span.start + at + letter.len_utf8());
            if letter != 'X' && letter != '.' {
                let message =
                    format!("`{}` is neither a square `X` nor an empty place `.`", escape(here.of(text)));
                faults.push(fault_at(text, &codes::POLYOMINO_LETTER, here, message).expected(["X", "."]));
            }
            squares.push(letter == 'X');
        }
        if squares.len() != width {
            let message = format!("this row is {} wide, the first {width}", squares.len());
            let fault = Diagnostic::new(&codes::POLYOMINO_UNEVEN_ROWS, span, message).square(rows.len(), 0);
            faults.push(fault.expected([format!("{width} wide")]).found(format!("{} wide", squares.len())));
        }
        rows.push(squares);
    }
    let whole = Span::new(0, text.len());
    if rows.len() > SIDE || width > SIDE {
        let message = format!(
            "the shape has {} and {}; {SIDE} are the most",
            plural(rows.len(), "row"),
            plural(width, "column")
        );
        faults.push(Diagnostic::new(&codes::POLYOMINO_TOO_LARGE, whole, message));
        return None;
    }
    if faults.is_empty() && rows.iter().flatten().all(|square| !square) {
        faults.push(Diagnostic::new(&codes::POLYOMINO_NO_SQUARE, whole, "the rows have no square"));
    }
    shape_of(&rows)
}

/// What is wrong with a shape that could be read: it falls apart, or it is not in its one normal spelling.
fn shape_faults(text: &str, shape: &Shape) -> Option<Diagnostic> {
    let span = Span::new(0, text.len());
    if !shape.is_joined() {
        let message = "the squares are not all joined by their sides";
        return Some(fault_at(text, &codes::POLYOMINO_NOT_JOINED, span, message));
    }
    let canonical = Polyomino { shape: shape.clone() }.to_string();
    (canonical != text).then(|| {
        let message = format!("this shape is written `{canonical}`");
        fault_at(text, &codes::POLYOMINO_SPELLING, span, message)
            .expected([canonical.clone()])
            .fix(span, canonical)
    })
}
