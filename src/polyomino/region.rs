//! The string of a region to be tiled:
//!
//! ```text
#![doc = include_str!("region.ebnf")]
//! ```

use super::region_reader;
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
///
/// # Examples
/// ```
/// use clowder::polyomino::{Region, Square};
///
/// let region: Region = "..\n#F".parse()?;
/// assert_eq!(region.squares()[2..], [Square::Hole, Square::Letter('F')]);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Square {
    /// A square that no piece may cover.
    Hole,
    /// A square that any piece may cover.
    Open,
    /// A square that the piece with this letter must cover. The letter is one of `a` to `z`, `A` to `F`, `I`, `L`, `N`,
    /// `P` and `T` to `Z`.
    Letter(char),
}

/// The reason why squares do not form a [`Region`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegionError {
    /// There are more than [`Region::MAX_SQUARES`] squares.
    #[error("a region must have at most {} squares", Region::MAX_SQUARES)]
    TooLarge,
    /// The squares do not form rows of the same length.
    #[error("the rows of a region must all have the same length")]
    UnevenRows,
    /// Every square is a hole, or there is no square.
    #[error("a region must have at least one square to fill")]
    NothingToFill,
    /// A square has a letter that is neither the name of a pentomino nor the letter of a fire tile.
    #[error("a square of a region cannot have the letter {0:?}")]
    Letter(char),
}

/// The squares and the holes of a board to be tiled, in rows of the same length. At least one square is not a hole.
///
/// # Examples
/// ```
/// use clowder::polyomino::{Region, Square};
///
/// let region: Region = "..#\nF..".parse()?;
/// assert_eq!((region.height(), region.width(), region.area()), (2, 3, 5));
/// assert_eq!(region.squares()[3], Square::Letter('F'));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    width: usize,
    squares: Vec<Square>,
}

impl Region {
    /// The maximum number of squares, including holes. This is the number of squares of a region with 18 rows and 18
    /// columns.
    pub const MAX_SQUARES: usize = 18 * 18;

    /// Creates a rectangle without holes.
    ///
    /// # Errors
    /// Returns an error if the rectangle has no squares, or more than [`MAX_SQUARES`](Self::MAX_SQUARES) squares.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::{Region, RegionError};
    ///
    /// assert_eq!(Region::rectangle(6, 10)?.to_string(), "6x10");
    /// assert_eq!(Region::rectangle(19, 19), Err(RegionError::TooLarge));
    /// # Ok::<(), RegionError>(())
    /// ```
    pub fn rectangle(rows: usize, columns: usize) -> Result<Self, RegionError> {
        let squares = rows.checked_mul(columns).filter(|&squares| squares <= Self::MAX_SQUARES);
        Self::new(columns, vec![Square::Open; squares.ok_or(RegionError::TooLarge)?])
    }

    /// Creates a region from its squares, row by row.
    ///
    /// # Errors
    /// Returns an error if the squares do not fill rows of this width, if there are too many squares, if all squares
    /// are holes, or if a square has a letter that is not allowed in the string of a region.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::{Region, RegionError, Square};
    ///
    /// let region = Region::new(2, vec![Square::Open, Square::Open, Square::Hole, Square::Letter('F')])?;
    /// assert_eq!(region.to_string(), "..\n#F");
    /// assert_eq!(Region::new(2, vec![Square::Open; 3]), Err(RegionError::UnevenRows));
    /// # Ok::<(), RegionError>(())
    /// ```
    pub fn new(width: usize, squares: Vec<Square>) -> Result<Self, RegionError> {
        if squares.len() > Self::MAX_SQUARES {
            return Err(RegionError::TooLarge);
        }
        if squares.iter().all(|square| *square == Square::Hole) {
            return Err(RegionError::NothingToFill);
        }
        if width == 0 || !squares.len().is_multiple_of(width) {
            return Err(RegionError::UnevenRows);
        }
        for &square in &squares {
            if let Square::Letter(letter) = square
                && Self::square(letter) != Some(square)
            {
                return Err(RegionError::Letter(letter));
            }
        }
        Ok(Self { width, squares })
    }

    /// Returns the number of columns.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::Region;
    ///
    /// assert_eq!("6x10".parse::<Region>()?.width(), 10);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::Region;
    ///
    /// assert_eq!("6x10".parse::<Region>()?.height(), 6);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub const fn height(&self) -> usize {
        self.squares.len() / self.width
    }

    /// Returns the squares row by row.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Returns the number of squares to fill.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::Region;
    ///
    /// assert_eq!("..\n#F".parse::<Region>()?.area(), 3);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn area(&self) -> usize {
        self.squares.iter().filter(|square| **square != Square::Hole).count()
    }

    /// Returns `true` if every square is open. Such a region is written as its numbers of rows and columns.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::Region;
    ///
    /// assert!("6x10".parse::<Region>()?.is_rectangle());
    /// assert!(!"..\n#F".parse::<Region>()?.is_rectangle());
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn is_rectangle(&self) -> bool {
        self.squares.iter().all(|square| *square == Square::Open)
    }

    /// Returns the connected parts of the region in the order of their first squares. Each part is a list of
    /// indices into [`squares`](Self::squares), in ascending order.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::Region;
    ///
    /// assert_eq!(".#.\n.#.".parse::<Region>()?.islands(), [[0, 3], [2, 5]]);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
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

    /// Returns the character for a square.
    const fn letter(square: Square) -> char {
        match square {
            Square::Hole => '#',
            Square::Open => '.',
            Square::Letter(letter) => letter,
        }
    }

    /// Returns the square for a character. A space also means a hole, but in canonical form a hole is written as `#`.
    /// Returns `None` if no square has this character.
    pub(super) fn square(letter: char) -> Option<Square> {
        match letter {
            '#' | ' ' => Some(Square::Hole),
            '.' => Some(Square::Open),
            // The letters of the fire tiles and the names of the pentominoes.
            'a'..='z' | 'A'..='F' | 'I' | 'L' | 'N' | 'P' | 'T'..='Z' => Some(Square::Letter(letter)),
            _ => None,
        }
    }

    /// Explains the string of this region: its size, and each row of a drawing.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::Region;
    ///
    /// let segments = "6x10".parse::<Region>()?.explain("6x10");
    /// assert_eq!(segments[0].meaning, "6 rows, 10 columns, 60 squares to fill");
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
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
        for (row, (line, squares)) in text.split('\n').zip(self.squares.chunks(self.width)).enumerate() {
            let fill = squares.iter().filter(|square| **square != Square::Hole).count();
            let [squares_to_fill, holes] =
                [(fill, "square"), (self.width - fill, "hole")].map(|(count, noun)| plural(count, noun));
            let mut meaning = format!("row {row}: {squares_to_fill} to fill, {holes}");
            for (column, square) in squares.iter().enumerate() {
                if let Square::Letter(letter) = square {
                    let _ = write!(meaning, "; column {column} is for piece {letter}");
                }
            }
            parts.push(Segment::new(Span::new(start, start + line.len()), "row", meaning));
            start += line.len() + 1;
        }
        parts
    }
}

/// Parses the production `side`.
fn side(input: &str) -> Read<'_, usize> {
    let digits = (satisfy(|c| matches!(c, '1'..='9')), many0_count(satisfy(|c| c.is_ascii_digit())));
    map_opt(recognize(digits), |text: &str| text.parse().ok()).parse(input)
}

/// Parses the production `rectangle`.
fn rectangle(input: &str) -> Read<'_, Region> {
    map_opt(sequence::separated_pair(side, char('x'), side), |(rows, columns)| {
        Region::rectangle(rows, columns).ok()
    })
    .parse(input)
}

/// Parses the production `drawn`.
fn drawn(input: &str) -> Read<'_, Region> {
    let square = map_opt(satisfy(|c| c != ' '), Region::square);
    map_opt(separated_list1(char('\n'), many1(square)), |lines: Vec<Vec<Square>>| {
        let width = lines.first()?.len();
        let even = lines.iter().all(|line| line.len() == width);
        let region = even.then(|| Region::new(width, lines.concat()).ok()).flatten();
        // In canonical form, a rectangle without holes is written as its numbers of rows and columns.
        region.filter(|region| !region.is_rectangle())
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
    const GRAMMAR: &str = include_str!("region.ebnf");
    const HAS_QUICK_GRAMMAR: bool = true;
    const EXAMPLE: &'static str = "6x10";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, alt((rectangle, drawn)))
    }

    fn read(text: &str) -> Reading<Self> {
        region_reader::read(text)
    }
}

from_str_by_notation!(Region);
