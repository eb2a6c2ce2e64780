//! `region = (square+ ("\n" square+)*) | rows "x" columns`: squares to be tiled.

use super::region_faults;
use crate::diagnostics::Span;
use crate::notation::grammar::{Read, whole};
use crate::notation::{Kind, Notation, Reading, Segment, from_str_by_notation, plural};
use nom::branch::alt;
use nom::character::complete::{char, satisfy};
use nom::combinator::{map_opt, recognize};
use nom::multi::{many0_count, many1, separated_list1};
use nom::{Parser, sequence};
use std::fmt;
use std::fmt::Write as _;

/// A square of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Square {
    /// Not to be filled.
    Hole,
    /// To be filled by any piece.
    Open,
    /// To be filled by the piece of that letter.
    Letter(u8),
}

/// Squares to be tiled: at most [`Region::SQUARES`], not all of them holes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    width: usize,
    squares: Vec<Square>,
}

impl Region {
    /// The most squares a region may have, holes counted: those of 18 rows and columns.
    pub const SQUARES: usize = 18 * 18;

    /// A rectangle, all of it to be filled; `None` if it has none or more than [`Region::SQUARES`].
    pub fn rectangle(rows: usize, columns: usize) -> Option<Self> {
        let squares = rows.checked_mul(columns).filter(|&squares| squares <= Self::SQUARES)?;
        Self::new(columns, vec![Square::Open; squares])
    }

    /// The squares row by row; `None` if they do not make even rows, are too many, or leave nothing to fill.
    pub fn new(width: usize, squares: Vec<Square>) -> Option<Self> {
        let fits = width > 0 && squares.len().is_multiple_of(width) && squares.len() <= Self::SQUARES;
        let fills = squares.iter().any(|square| *square != Square::Hole);
        (fits && fills).then_some(Self { width, squares })
    }

    /// How many columns it has.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// How many rows it has.
    pub const fn height(&self) -> usize {
        self.squares.len() / self.width
    }

    /// Its squares row by row.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// How many squares are to be filled.
    pub fn area(&self) -> usize {
        self.squares.iter().filter(|square| **square != Square::Hole).count()
    }

    /// Whether every square is open.
    pub fn is_rectangle(&self) -> bool {
        self.squares.iter().all(|square| *square == Square::Open)
    }

    /// Its squares in connected parts, each in ascending order; the parts in the order of their first squares.
    pub fn islands(&self) -> Vec<Vec<usize>> {
        let mut seen: Vec<bool> = self.squares.iter().map(|square| *square == Square::Hole).collect();
        let mut islands = Vec::new();
        for first in 0..seen.len() {
            let (mut open, mut island) = (vec![first], Vec::new());
            while let Some(at) = open.pop() {
                if std::mem::replace(&mut seen[at], true) {
                    continue;
                }
                island.push(at);
                let (row, column) = (at / self.width, at % self.width);
                open.extend((row > 0).then(|| at - self.width));
                open.extend((row + 1 < self.height()).then_some(at + self.width));
                open.extend((column > 0).then(|| at - 1));
                open.extend((column + 1 < self.width).then_some(at + 1));
            }
            island.sort_unstable();
            if !island.is_empty() {
                islands.push(island);
            }
        }
        islands
    }

    /// The letter of a square in text.
    pub(super) const fn letter(square: Square) -> char {
        match square {
            Square::Hole => '#',
            Square::Open => '.',
            Square::Letter(letter) => letter as char,
        }
    }

    /// The square a character stands for; a space is a hole, but not the canonical spelling of one.
    pub(super) fn square(letter: char) -> Option<Square> {
        match letter {
            '#' | ' ' => Some(Square::Hole),
            '.' => Some(Square::Open),
            // The letters of the fire tiles and the names of the pentominoes.
            'a'..='z' | 'A'..='F' | 'I' | 'L' | 'N' | 'P' | 'T'..='Z' => Some(Square::Letter(letter as u8)),
            _ => None,
        }
    }

    /// The parts of a text of this region.
    pub fn explain(&self, text: &str) -> Vec<Segment> {
        let whole = Span::new(0, text.len());
        let islands = self.islands();
        let (rows, columns) = (plural(self.height(), "row"), plural(self.width, "column"));
        let mut size = format!("{rows}, {columns}, {} to fill", plural(self.area(), "square"));
        if islands.len() > 1 {
            let sizes: Vec<_> = islands.iter().map(|island| island.len().to_string()).collect();
            // Writing to a string cannot fail.
            let _ = write!(size, " in {} islands of {}", islands.len(), sizes.join(", "));
        }
        let mut parts = vec![Segment::new(whole, "region", size)];
        if text.contains('x') && self.is_rectangle() {
            return parts;
        }
        let mut start = 0;
        for (row, line) in text.split('\n').enumerate() {
            let squares = &self.squares[row * self.width..][..self.width];
            let fill = squares.iter().filter(|square| **square != Square::Hole).count();
            let mut meaning = format!("row {row}: {fill} to fill, {}", plural(self.width - fill, "hole"));
            for (column, square) in squares.iter().enumerate() {
                if let Square::Letter(letter) = square {
                    let _ = write!(meaning, "; column {column} for piece {}", char::from(*letter));
                }
            }
            parts.push(Segment::new(Span::new(start, start + line.len()), "row", meaning));
            start += line.len() + 1;
        }
        parts
    }
}

/// `side = "1".."9" DIGIT*`
fn side(input: &str) -> Read<'_, usize> {
    let digits = (satisfy(|c| matches!(c, '1'..='9')), many0_count(satisfy(|c| c.is_ascii_digit())));
    map_opt(recognize(digits), |text: &str| text.parse().ok()).parse(input)
}

/// `rectangle = side "x" side`: rows, columns
fn rectangle(input: &str) -> Read<'_, Region> {
    map_opt(sequence::separated_pair(side, char('x'), side), |(rows, columns)| {
        Region::rectangle(rows, columns)
    })
    .parse(input)
}

/// `drawn = line ("\n" line)*`, `line = ("." | "#" | LETTER)+`, all lines of one width
fn drawn(input: &str) -> Read<'_, Region> {
    let square = map_opt(satisfy(|c| c != ' '), Region::square);
    map_opt(separated_list1(char('\n'), many1(square)), |lines: Vec<Vec<Square>>| {
        let width = lines.first()?.len();
        let even = lines.iter().all(|line| line.len() == width);
        // A whole rectangle has a shorter spelling.
        even.then(|| Region::new(width, lines.concat())).flatten().filter(|region| !region.is_rectangle())
    })
    .parse(input)
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_rectangle() {
            return write!(f, "{}x{}", self.height(), self.width);
        }
        let row = |row: &[Square]| row.iter().map(|&square| Self::letter(square)).collect::<String>();
        let lines: Vec<_> = self.squares.chunks(self.width).map(row).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl Notation for Region {
    const KIND: Kind = Kind::Region;
    const EXAMPLE: &'static str = "6x10";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, alt((rectangle, drawn)))
    }

    fn read(text: &str) -> Reading<Self> {
        region_faults::read(text)
    }
}

from_str_by_notation!(Region);
