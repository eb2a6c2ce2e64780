//! The string notation for boards:
//!
//! ```text
#![doc = include_str!("board.ebnf")]
//! ```

use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use crate::notation::grammar::{fault_at, letters};
use crate::notation::{INDENTED, NO_LAST_BREAK, without_indentation};
use crate::notation::{Kind, Notation, Reading, plural};
use crate::raft::vocabulary::on_square;
use crate::raft::{Position, Square, Squares3x3, ValueError};
use nom::Parser;
use nom::bytes::complete::{tag, take};
use nom::sequence::terminated;
use std::fmt;

/// A board with 12, 15 or 18 rows of 9 or 18 squares.
///
/// ```
/// use clowder::raft::{Board, Position, Square};
///
/// let mut board = Board::filled(9, 12, Square::Blue)?;
/// board.set(Position::new(4, 4)?, Square::Raft);
/// assert!(board.to_string().starts_with("bbbbbbbbb\n"));
/// assert_eq!(board.raft_centre()?.coordinates(), (4, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    width: u8,
    height: u8,
    /// Squares, row by row. The array is padded with [`Square::Void`], so equal boards have equal arrays.
    squares: [Square; Self::MAX_SQUARES],
}

impl Board {
    /// Number of squares on the largest board (18 by 18).
    const MAX_SQUARES: usize = 18 * 18;

    /// Creates a board filled with copies of one square.
    ///
    /// # Errors
    /// Returns an error unless the width is 9 or 18, and the height is 12, 15 or 18.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::{Board, Square};
    ///
    /// let board = Board::filled(9, 12, Square::Fire)?;
    /// assert_eq!((board.width(), board.height(), board.squares().len()), (9, 12, 108));
    /// assert!(Board::filled(10, 12, Square::Fire).is_err());
    /// # Ok::<(), clowder::raft::ValueError>(())
    /// ```
    pub fn filled(width: u8, height: u8, square: Square) -> Result<Self, ValueError> {
        if !matches!((width, height), (9 | 18, 12 | 15 | 18)) {
            return Err(ValueError::BoardSize { height, width });
        }
        let mut board = Self { width, height, squares: [Square::Void; Self::MAX_SQUARES] };
        board.squares[..usize::from(width) * usize::from(height)].fill(square);
        Ok(board)
    }

    /// Number of columns, 9 or 18.
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// Number of rows, 12, 15 or 18.
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Lists all squares, row by row, each row from left to right.
    pub fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.width) * usize::from(self.height)]
    }

    /// Iterates over the rows from top to bottom, each with its squares from left to right.
    pub fn rows(&self) -> impl Iterator<Item = &[Square]> {
        self.squares().chunks_exact(usize::from(self.width))
    }

    /// Iterates over all positions with their squares, row by row.
    ///
    /// ```
    /// use clowder::{notation::Notation, raft::Board};
    ///
    /// let board: Board = Board::EXAMPLE.parse()?;
    /// let cats: Vec<_> = board.positions().filter(|(_, square)| square.has_cat()).collect();
    /// assert_eq!(cats[0].0.coordinates(), (1, 5));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn positions(&self) -> impl Iterator<Item = (Position, Square)> + '_ {
        self.squares().iter().enumerate().map(|(index, &square)| (self.position(index), square))
    }

    /// Whether a position is on the board.
    pub const fn contains(&self, at: Position) -> bool {
        at.row() < self.height && at.column() < self.width
    }

    /// Square at a position, or `None` if the position is off the board.
    pub fn get(&self, at: Position) -> Option<Square> {
        self.contains(at).then(|| self.squares[self.index(at)])
    }

    /// Replaces the square at a position and returns the previous one. If the position is off the board, does nothing
    /// and returns `None`.
    pub fn set(&mut self, at: Position, square: Square) -> Option<Square> {
        self.contains(at).then(|| std::mem::replace(&mut self.squares[self.index(at)], square))
    }

    /// Overwrites the nine squares under a card whose top left square is at `corner`. Squares off the board are
    /// ignored.
    pub(crate) fn place_card(&mut self, corner: Position, squares: Squares3x3) {
        for (at, square) in squares.placed_at(corner) {
            at.and_then(|at| self.set(at, square));
        }
    }

    /// Parses a board whose lines end with `line_break` (a line feed or its JSON escape sequence).
    pub(super) fn parse_lines(text: &str, line_break: &'static str) -> Option<Self> {
        let width = if text.as_bytes().get(9..)?.starts_with(line_break.as_bytes()) { 9 } else { 18 };
        let height = text.len() / (width + line_break.len());
        if !matches!(height, 12 | 15 | 18) || height * (width + line_break.len()) != text.len() {
            return None;
        }
        let letters = match width {
            9 => letters_of_rows::<9>(text, height, line_break),
            _ => letters_of_rows::<18>(text, height, line_break),
        }?;
        Some(Self { width: width as u8, height: height as u8, squares: Square::from_bytes(letters)? })
    }

    fn index(&self, at: Position) -> usize {
        usize::from(at.row()) * usize::from(self.width) + usize::from(at.column())
    }

    fn position(&self, index: usize) -> Position {
        let width = usize::from(self.width);
        Position::of_square((index / width, index % width))
    }

    pub(crate) fn span(&self, at: Position) -> Span {
        let start = usize::from(at.row()) * (usize::from(self.width) + 1) + usize::from(at.column());
        Span::new(start, start + 1)
    }

    /// Position of the centre of the raft.
    ///
    /// # Errors
    /// Returns an error unless the board has exactly one `o`, and all eight squares around the `o` are on the board. A
    /// board without a complete raft can be read and drawn, but cannot be used for a game.
    ///
    /// # Examples
    /// ```
    /// use clowder::{notation::Notation, raft::{Board, Square}};
    ///
    /// let board: Board = Board::EXAMPLE.parse()?;
    /// assert_eq!(board.raft_centre()?.coordinates(), (10, 6));
    /// assert!(Board::filled(9, 12, Square::Fire)?.raft_centre().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn raft_centre(&self) -> Result<Position, Diagnostics> {
        let squares = self.squares().iter().enumerate();
        let mut centres =
            squares.filter(|(_, square)| **square == Square::Raft).map(|(index, _)| self.position(index));
        let Some(centre) = centres.next() else {
            let end = self.squares().len() + usize::from(self.height);
            let message = "the board has no raft centre `o`; a board for a game must have exactly one";
            let error = Diagnostic::new(&codes::raft::BOARD_NO_RAFT, Span::new(0, end), message);
            return Err(error.expected(["o"]).into());
        };
        if let Some(second) = centres.next() {
            let message = format!(
                "there is a second raft centre at {:?}; a board for a game must have exactly one",
                second.coordinates()
            );
            let error = Diagnostic::new(&codes::raft::BOARD_SECOND_RAFT, self.span(second), message);
            let error = error.related(self.span(centre), "the first one is here").found("o");
            return Err(on_square(error, second).into());
        }
        let (row, column) = centre.coordinates();
        if !(1..self.height - 1).contains(&row) || !(1..self.width - 1).contains(&column) {
            let message = format!("the raft around ({row}, {column}) is partly off the board");
            let error = Diagnostic::new(&codes::raft::BOARD_RAFT_AT_EDGE, self.span(centre), message);
            return Err(on_square(error, centre).into());
        }
        Ok(centre)
    }
}

/// Collects the letters of all rows, without the line breaks, and pads the array with voids. Returns `None` unless
/// every row has `WIDTH` letters.
///
/// A constant width makes this function twice as fast.
fn letters_of_rows<const WIDTH: usize>(
    text: &str,
    height: usize,
    line_break: &'static str,
) -> Option<[u8; Board::MAX_SQUARES]> {
    let mut letters = [Square::Void as u8; Board::MAX_SQUARES];
    // line = square+ line_break
    let mut line = terminated(take::<_, _, ()>(WIDTH), tag(line_break.as_bytes()));
    let mut rest = text.as_bytes();
    for row in letters.as_chunks_mut::<WIDTH>().0.iter_mut().take(height) {
        let (after, found) = line.parse(rest).ok()?;
        *row = found.try_into().ok()?;
        rest = after;
    }
    Some(letters)
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({:?})", self.to_string())
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = String::with_capacity(19);
        for row in self.rows() {
            line.clear();
            line.extend(row.iter().map(|square| square.letter()));
            line.push('\n');
            f.write_str(&line)?;
        }
        Ok(())
    }
}

impl Notation for Board {
    const KIND: Kind = Kind::Board;
    const GRAMMAR: &str = include_str!("board.ebnf");
    const EXAMPLE: &'static str = "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\n\
        bbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n";

    fn parse_canonical(text: &str) -> Option<Self> {
        Self::parse_lines(text, "\n")
    }

    fn read(text: &str) -> Reading<Self> {
        let mut errors = Diagnostics::new();
        if text.is_empty() {
            let message = "the board is empty; it must have 12, 15 or 18 lines of 9 or 18 squares";
            errors.push(Diagnostic::new(&codes::raft::BOARD_EMPTY, Span::at(0), message));
            return Reading::refused(errors);
        }
        if let Some(board) = without_indentation(text).and_then(|bare| {
            Self::parse_canonical(&bare).or_else(|| Self::parse_canonical(&format!("{bare}\n")))
        }) {
            let whole = Span::new(0, text.len());
            let error = Diagnostic::new(&codes::raft::BOARD_INDENTED, whole, INDENTED);
            return Reading::new(Some(board), error.fix(whole, board.to_string()).into());
        }
        let lines = lines(text);
        let width = common_width(text, &lines);
        for (index, &line) in lines.iter().enumerate() {
            if errors.is_full() {
                break;
            }
            check_squares(text, line, width, &mut errors);
            check_width(text, &lines, index, width, &mut errors);
        }
        if !text.ends_with('\n') {
            let message = NO_LAST_BREAK;
            let end = Span::at(text.len());
            errors.push(
                Diagnostic::new(&codes::raft::BOARD_MISSING_NEWLINE, end, message)
                    .expected(["\\n"])
                    .fix(end, "\n"),
            );
        }
        check_height(text, &lines, &mut errors);
        errors.sort();
        // In a shell, `$(cat board.txt)` removes the last line break. A board that lacks only the last line
        // break therefore has a value in spite of the error.
        if !errors.is_empty() && errors.only_canon() {
            return Reading::new(Self::parse_canonical(&format!("{text}\n")), errors);
        }
        Reading::canonical_or_refused(text, errors)
    }
}

/// Returns the spans of the lines, excluding line breaks.
fn lines(text: &str) -> Vec<Span> {
    let mut start = 0;
    let body = text.strip_suffix('\n').unwrap_or(text);
    let span = |line: &str| {
        let span = Span::new(start, start + line.len());
        start = span.end + 1;
        span
    };
    body.split('\n').map(span).collect()
}

/// Removes the carriage return that some editors write at the end of each line.
fn bare(text: &str, line: Span) -> &str {
    let line = line.of(text);
    line.strip_suffix('\r').unwrap_or(line)
}

/// Guesses the intended width: 9 if there are more lines of 9 squares than lines of 18 squares, otherwise 18.
/// If no line has 9 or 18 squares, returns the width of the first line.
fn common_width(text: &str, lines: &[Span]) -> usize {
    let count = |width| lines.iter().filter(|&&line| bare(text, line).chars().count() == width).count();
    match (count(9), count(18)) {
        (0, 0) => bare(text, lines[0]).chars().count(),
        (nine, eighteen) if nine > eighteen => 9,
        _ => 18,
    }
}

/// Reports every character that is not the letter of a square. A run of equal characters is reported as one
/// error.
fn check_squares(text: &str, line: Span, width: usize, errors: &mut Diagnostics) {
    let shown = line.of(text);
    let mut rest = shown.char_indices().enumerate().peekable();
    while let Some((column, (at, letter))) = rest.next().filter(|_| !errors.is_full()) {
        if u8::try_from(letter).is_ok_and(|byte| Square::from_byte(byte).is_some()) {
            continue;
        }
        let start = line.start + at;
        let mut end = start + letter.len_utf8();
        while rest.next_if(|(_, (_, next))| *next == letter).is_some() {
            end += letter.len_utf8();
        }
        let span = Span::new(start, end);
        if letter == '\r' && end == line.end {
            let message = "the line ends with `\\r\\n`; the lines of a board must end with `\\n`";
            errors.push(
                fault_at(text, &codes::raft::BOARD_CARRIAGE_RETURN, span, message)
                    .expected(["\\n"])
                    .fix(span, ""),
            );
            continue;
        }
        let mut shown = String::new();
        crate::diagnostics::escape::push_shown(&mut shown, letter);
        let error =
            fault_at(text, &codes::raft::BOARD_UNKNOWN_SQUARE, span, format!("`{shown}` is not a square"))
                .expected(letters(Square::LETTERS));
        let lower = letter.to_ascii_lowercase();
        errors.push(match letter {
            'F' | 'N' | 'O' => error.fix(span, String::from(lower).repeat(end - start)),
            _ if letter.is_whitespace() && column == width && end - start == 1 => error.fix(span, "\n"),
            _ if letter.is_whitespace() => error.fix(span, ""),
            _ => error,
        });
    }
}

/// Reports the line at `index` if it is empty or has an unexpected width.
fn check_width(text: &str, lines: &[Span], index: usize, width: usize, errors: &mut Diagnostics) {
    let line = lines[index];
    let found = bare(text, line).chars().count();
    if line.of(text).is_empty() {
        let message = format!("line {} is empty", index + 1);
        let span = Span::new(line.start, (line.end + 1).min(text.len()));
        errors.push(fault_at(text, &codes::raft::BOARD_EMPTY_LINE, span, message).fix(span, ""));
    } else if !matches!(width, 9 | 18) {
        // No line has 9 or 18 squares. Later lines of the same width as the first are not reported, because
        // their errors would repeat the first line's error.
        if index == 0 || found != width {
            errors.push(width_error(line, index, found, "9 or 18"));
        }
    } else if found != width {
        let error = width_error(line, index, found, &width.to_string());
        let model = lines.iter().position(|&other| bare(text, other).chars().count() == width);
        errors.push(match model {
            Some(model) => error.related(lines[model], format!("line {} has {width} squares", model + 1)),
            None => error,
        });
    }
}

fn width_error(line: Span, index: usize, found: usize, expected: &str) -> Diagnostic {
    let found = plural(found, "square");
    let message = format!("line {} has {found}; expected {expected}", index + 1);
    Diagnostic::new(&codes::raft::BOARD_LINE_WIDTH, line, message)
        .expected([format!("{expected} squares")])
        .found(found)
}

fn check_height(text: &str, lines: &[Span], errors: &mut Diagnostics) {
    if !matches!(lines.len(), 12 | 15 | 18) {
        let span = lines.get(18).map_or(Span::at(text.len()), |line| Span::new(line.start, text.len()));
        let count = plural(lines.len(), "line");
        let message = format!("the board has {count}; expected 12, 15 or 18");
        let error = Diagnostic::new(&codes::raft::BOARD_HEIGHT, span, message)
            .expected(["12 lines", "15 lines", "18 lines"])
            .found(count);
        let is_repeated = |&at: &usize| lines[at].of(text) == lines[at - 1].of(text);
        let repeated: Vec<usize> = (1..lines.len()).filter(is_repeated).collect();
        errors.push(match repeated[..] {
            [at] if matches!(lines.len(), 13 | 16 | 19) => {
                let help = format!("line {} repeats line {at}; did you mean to remove it?", at + 1);
                error.fix(Span::new(lines[at].start, (lines[at].end + 1).min(text.len())), "").help(help)
            }
            _ => error,
        });
    }
}
