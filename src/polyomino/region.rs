//! The string notation for a region to be tiled:
//!
//! ```text
#![doc = include_str!("region.ebnf")]
//! ```

use super::parts;
use crate::diagnostics::codes::polyomino as codes;
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostic, Diagnostics, Span};
use crate::notation::grammar::{Read, fault_at, two_numbers, whole};
use crate::notation::{Kind, Notation, Reading, Segment, from_str_by_notation, plural};
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{anychar, char, usize};
use nom::combinator::map_opt;
use nom::multi::{many1, separated_list1};
use nom::sequence::separated_pair;
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
    /// A square that must stay empty.
    Hole,
    /// A square that any piece may cover.
    Open,
    /// A square that only the piece with this letter may cover. The letter is one of `a` to `z`, `A` to `F`, `I`, `L`,
    /// `N`, `P` and `T` to `Z`.
    Letter(char),
}

/// The reason why a list of squares does not form a [`Region`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RegionError {
    /// The list has more than [`Region::MAX_SQUARES`] squares.
    #[error("a region must have at most {} squares", Region::MAX_SQUARES)]
    TooLarge,
    /// The rows have different lengths.
    #[error("the rows of a region must all have the same length")]
    UnevenRows,
    /// The list has no squares, or nothing but holes.
    #[error("a region must have at least one square to fill")]
    NothingToFill,
    /// A square has a letter that is neither the name of a pentomino nor the letter of a fire tile.
    #[error("a square of a region cannot have the letter {0:?}")]
    Letter(char),
}

/// A board to tile, with rows of equal length and at least one square that is not a hole.
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
    /// The maximum number of squares in a region, including holes: 100 rows of 100.
    pub const MAX_SQUARES: usize = 100 * 100;

    /// Creates a rectangle without holes.
    ///
    /// # Errors
    /// Returns an error if the rectangle has no squares, or more than [`MAX_SQUARES`](Self::MAX_SQUARES).
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::{Region, RegionError};
    ///
    /// assert_eq!(Region::rectangle(6, 10)?.to_string(), "6x10");
    /// assert_eq!(Region::rectangle(101, 100), Err(RegionError::TooLarge));
    /// # Ok::<(), RegionError>(())
    /// ```
    pub fn rectangle(rows: usize, columns: usize) -> Result<Self, RegionError> {
        let squares = rows.checked_mul(columns).filter(|&squares| squares <= Self::MAX_SQUARES);
        Self::new(columns, vec![Square::Open; squares.ok_or(RegionError::TooLarge)?])
    }

    /// Creates a region from its squares, row by row.
    ///
    /// # Errors
    /// Returns an error if there are too many squares, if they do not fill rows of `width` squares, or if all
    /// are holes. Also rejects a letter that cannot occur in a region.
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

    /// The number of columns.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub const fn height(&self) -> usize {
        self.squares.len() / self.width
    }

    /// All squares, row by row.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The number of squares to fill: all squares except the holes.
    pub fn area(&self) -> usize {
        self.squares.iter().filter(|square| **square != Square::Hole).count()
    }

    /// Whether all squares are open, so that the region is written as `ROWSxCOLUMNS`.
    pub fn is_rectangle(&self) -> bool {
        self.squares.iter().all(|square| *square == Square::Open)
    }

    /// Finds the connected parts of the region, ordered by their first squares. Each part is an ascending list of
    /// indices into [`squares`](Self::squares).
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

    /// The row and the column of the square with this index.
    pub const fn row_and_column(&self, at: usize) -> [usize; 2] {
        [at / self.width, at % self.width]
    }

    /// The row and the column of a square as four digits, two for each.
    pub(crate) fn digits(&self, at: usize) -> String {
        format!("{:02}{:02}", at / self.width, at % self.width)
    }

    const fn letter(square: Square) -> char {
        match square {
            Square::Hole => '#',
            Square::Open => '.',
            Square::Letter(letter) => letter,
        }
    }

    /// Returns the square that a character stands for, if any. A space is accepted as a hole, although the
    /// canonical character is `#`.
    pub(super) fn square(letter: char) -> Option<Square> {
        match letter {
            '#' | ' ' => Some(Square::Hole),
            '.' => Some(Square::Open),
            // The letters of the fire tiles and the names of the pentominoes.
            'a'..='z' | 'A'..='F' | 'I' | 'L' | 'N' | 'P' | 'T'..='Z' => Some(Square::Letter(letter)),
            _ => None,
        }
    }

    /// Explains the string of a region: its size and, if it is a drawing, each row.
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
        let mut segments = vec![Segment::new(whole, "region", size)];
        if text.contains('x') && self.is_rectangle() {
            return segments;
        }
        for (row, (line, squares)) in parts(text, '\n').zip(self.squares.chunks(self.width)).enumerate() {
            let fill = squares.iter().filter(|square| **square != Square::Hole).count();
            let [squares_to_fill, holes] =
                [(fill, "square"), (self.width - fill, "hole")].map(|(count, noun)| plural(count, noun));
            let mut meaning = format!("row {row}: {squares_to_fill} to fill, {holes}");
            for (column, square) in squares.iter().enumerate() {
                if let Square::Letter(letter) = square {
                    let _ = write!(meaning, "; column {column} is for piece {letter}");
                }
            }
            segments.push(Segment::new(line, "row", meaning));
        }
        segments
    }
}

/// Parses the production `rectangle`, but tolerates leading zeros.
fn rectangle(input: &str) -> Read<'_, Region> {
    map_opt(separated_pair(usize, char('x'), usize), |(rows, columns)| Region::rectangle(rows, columns).ok())
        .parse(input)
}

/// Parses the production `drawn`. Also accepts non-canonical drawings: drawings of rectangles, and drawings with
/// spaces as holes.
fn drawn(input: &str) -> Read<'_, Region> {
    let lines = separated_list1(char('\n'), many1(map_opt(anychar, Region::square)));
    map_opt(lines, |lines: Vec<Vec<Square>>| {
        let width = lines.first()?.len();
        let even = lines.iter().all(|line| line.len() == width);
        if even { Region::new(width, lines.concat()).ok() } else { None }
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
        whole(text, alt((rectangle, drawn))).filter(|region| region.to_string() == text)
    }

    fn read(text: &str) -> Reading<Self> {
        let mut faults = Diagnostics::new();
        let region = if text.is_empty() {
            let message = "the region is missing; draw it or write `ROWSxCOLUMNS`";
            faults.push(Diagnostic::new(&codes::REGION_EMPTY, Span::at(0), message));
            None
        } else if text
            .strip_prefix('x')
            .is_some_and(|columns| columns.starts_with(|digit: char| digit.is_ascii_digit()))
        {
            let message = "the number of rows is missing";
            faults.push(fault_at(text, &codes::REGION_SIZE, Span::at(0), message).expected(["6x10"]));
            None
        } else if is_meant_as_size(text) {
            read_size(text, &mut faults)
        } else {
            read_drawing(text, &mut faults)
        };
        faults.sort();
        Reading::new(region.filter(|_| faults.only_canon()), faults)
    }
}

from_str_by_notation!(Region);

fn too_large(span: Span, rows: &str, columns: &str) -> Diagnostic {
    let (lines, have) = if rows == "1" { ("row", "has") } else { ("rows", "have") };
    let message = format!(
        "{rows} {lines} of width {columns} {have} too many squares; at most {} are allowed, as in 100x100",
        Region::MAX_SQUARES
    );
    Diagnostic::new(&codes::REGION_TOO_LARGE, span, message)
        .expected([format!("at most {} squares", Region::MAX_SQUARES)])
        .found(format!("{rows}x{columns}"))
}

fn nothing(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(&codes::REGION_NOTHING_TO_FILL, span, message)
}

/// Whether a string is probably meant as a size instead of a drawing. A size begins with a digit. Apart from
/// trailing white space, it contains no `.`, `#` or line break.
fn is_meant_as_size(text: &str) -> bool {
    text.starts_with(|digit: char| digit.is_ascii_digit()) && !text.trim_end().contains(['.', '#', '\n'])
}

/// Reports the error in a string that should be `ROWSxCOLUMNS`. Returns the region if the string has this
/// form and the size is allowed, even if the numbers have leading zeros.
fn read_size(text: &str, faults: &mut Diagnostics) -> Option<Region> {
    let span = Span::new(0, text.len());
    let sides = text.split_once('x').filter(|(rows, columns)| {
        let is_number = |side: &str| !side.is_empty() && side.bytes().all(|digit| digit.is_ascii_digit());
        is_number(rows) && is_number(columns)
    });
    let Some((rows, columns)) = sides else {
        let message = match text.split_once('x') {
            Some((rows, "")) if rows.bytes().all(|digit| digit.is_ascii_digit()) => {
                "the number of columns is missing"
            }
            _ => "a rectangle must be written as its number of rows, an `x` and its number of columns",
        };
        let fault = fault_at(text, &codes::REGION_SIZE, span, message).expected(["6x10"]);
        let meant = two_numbers(text).map(|(rows, columns)| format!("{rows}x{columns}"));
        let meant = meant.filter(|meant| Region::parse_canonical(meant).is_some());
        faults.push(if let Some(meant) = meant { fault.fix(span, meant) } else { fault });
        return None;
    };
    let [rows, columns] = [rows, columns].map(|side| side.trim_start_matches('0'));
    if rows.is_empty() || columns.is_empty() {
        let message = "a rectangle with a side of 0 has no squares to fill";
        faults.push(nothing(span, message).found(text));
        return None;
    }
    let size = rows.parse().ok().zip(columns.parse().ok());
    let region = size.and_then(|(rows, columns)| Region::rectangle(rows, columns).ok());
    match &region {
        None => faults.push(too_large(span, rows, columns)),
        Some(region) if region.to_string() == text => {}
        Some(region) => faults.push(spelling(text, span, region)),
    }
    region
}

fn spelling(text: &str, span: Span, region: &Region) -> Diagnostic {
    let canonical = region.to_string();
    let message = format!("this rectangle must be written as `{canonical}`");
    fault_at(text, &codes::REGION_SPELLING, span, message).fix(span, canonical)
}

/// Reports every error in a drawing. Returns the region if the drawing is valid, even if it is not canonical.
fn read_drawing(text: &str, faults: &mut Diagnostics) -> Option<Region> {
    let width = text.split('\n').next().map_or(0, |line| line.chars().count());
    let rows = text.split('\n').count();
    let span = Span::new(0, text.len());
    if width.saturating_mul(rows) > Region::MAX_SQUARES {
        // The error begins at the first square beyond the maximum. The individual squares are not checked,
        // because the text may be very long.
        let at = text.char_indices().filter(|(_, letter)| *letter != '\n').nth(Region::MAX_SQUARES);
        let start = at.map_or(text.len(), |(at, _)| at);
        faults.push(too_large(Span::new(start, text.len()), &rows.to_string(), &width.to_string()));
        return None;
    }
    let mut widths: Vec<usize> = text.split('\n').map(|line| line.chars().count()).collect();
    widths.sort_unstable();
    // A width that more than half of the lines have is in the middle of the sorted list.
    let middle = widths[rows / 2];
    let is_common = widths.iter().filter(|width| **width == middle).count() * 2 > rows;
    // If the first line differs from most lines, the error is probably in the first line.
    let wanted = if is_common { middle } else { width };
    let which = if wanted == width { "the first line has" } else { "most lines have" };
    let mut squares = Vec::new();
    for (row, here) in parts(text, '\n').enumerate() {
        let found = here.of(text).chars().count();
        for (column, (at, letter)) in here.of(text).char_indices().enumerate() {
            let square = Region::square(letter);
            if square.is_none() {
                let span = Span::new(at, at + letter.len_utf8()).shifted(here.start);
                faults.push(unknown_square(text, span).square(row, column));
            }
            squares.push(square.unwrap_or(Square::Hole));
        }
        if found != wanted {
            let [expected, found_there] = [wanted, found].map(|squares| plural(squares, "square"));
            let message = format!("line {} has {found_there}, but {which} {wanted}", row + 1);
            let fault = Diagnostic::new(&codes::REGION_UNEVEN_LINES, here, message);
            let fault = fault.expected([expected]).found(found_there);
            faults.push(fault.square(row, found.min(wanted)));
        }
        if faults.is_full() {
            return None;
        }
    }
    if !faults.is_empty() {
        return None;
    }
    if squares.iter().all(|square| *square == Square::Hole) {
        faults.push(nothing(span, "every square is a hole; a region must have at least 1 square to fill"));
    }
    let region = Region::new(width, squares).ok()?;
    if region.is_rectangle() {
        faults.push(spelling(text, span, &region));
    } else {
        for (at, _) in text.match_indices(' ') {
            let span = Span::new(at, at + 1);
            let fault = fault_at(text, &codes::REGION_SPELLING, span, "a hole must be written as `#`");
            faults.push(fault.fix(span, "#"));
        }
    }
    Some(region)
}

fn unknown_square(text: &str, span: Span) -> Diagnostic {
    let shown = escape(span.of(text));
    let message = format!("`{shown}` is not a square `.`, a hole `#` or the letter of a piece");
    let expected = [".", "#", "a..z", "A..F", "I", "L", "N", "P", "T..Z"];
    fault_at(text, &codes::REGION_UNKNOWN_SQUARE, span, message).expected(expected)
}
