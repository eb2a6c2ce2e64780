//! `board = (square+ "\n")+`: 12, 15 or 18 lines of 9 or 18 squares each.

use crate::diagnostics::{Diagnostic, Diagnostics, Span, raft as codes};
use crate::notation::grammar::{fault_at, letters};
use crate::notation::{Kind, Notation, Reading, plural};
use crate::raft::{Position, Square};
use nom::Parser;
use nom::bytes::complete::{tag, take};
use nom::sequence::terminated;
use std::fmt;

/// The squares of a board, row by row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    width: u8,
    height: u8,
    squares: [Square; Self::MOST],
}

impl Board {
    /// Squares of the largest board, 18 by 18.
    const MOST: usize = 18 * 18;

    /// A board of one kind of square; `None` unless 9 or 18 wide and 12, 15 or 18 high.
    pub fn filled(width: u8, height: u8, square: Square) -> Option<Self> {
        let fits = matches!(width, 9 | 18) && matches!(height, 12 | 15 | 18);
        // Squares beyond the last stay void, so that equal boards are equal bytes.
        let mut board = Self { width, height, squares: [Square::Void; Self::MOST] };
        if fits {
            board.squares[..usize::from(width) * usize::from(height)].fill(square);
        }
        fits.then_some(board)
    }

    /// Columns: 9 or 18.
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// Rows: 12, 15 or 18.
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// All squares, row by row.
    pub fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.width) * usize::from(self.height)]
    }

    /// The rows from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[Square]> {
        self.squares().chunks_exact(usize::from(self.width))
    }

    /// Whether a position lies on the board.
    pub const fn contains(&self, at: Position) -> bool {
        at.row < self.height && at.column < self.width
    }

    /// The square at a position; `None` off the board.
    pub fn get(&self, at: Position) -> Option<Square> {
        self.contains(at).then(|| self.squares[self.index(at)])
    }

    /// Changes the square at a position; a position off the board changes nothing.
    pub fn set(&mut self, at: Position, square: Square) {
        if self.contains(at) {
            self.squares[self.index(at)] = square;
        }
    }

    /// The board of a text whose lines end with `end`: a line end, or the escape that stands for one in JSON.
    pub(super) fn parse_lines(text: &str, end: &'static str) -> Option<Self> {
        let width = if text.as_bytes().get(9..)?.starts_with(end.as_bytes()) { 9 } else { 18 };
        let height = text.len() / (width + end.len());
        let mut board =
            Self { width: width as u8, height: height as u8, squares: [Square::Void; Self::MOST] };
        if !matches!(height, 12 | 15 | 18) || height * (width + end.len()) != text.len() {
            return None;
        }
        // line = square+ end
        let mut line = terminated(take::<_, _, ()>(width), tag(end.as_bytes()));
        let mut rest = text.as_bytes();
        for row in board.squares.chunks_exact_mut(width).take(height) {
            let (after, squares) = line.parse(rest).ok()?;
            for (square, &byte) in row.iter_mut().zip(squares) {
                *square = Square::from_byte(byte)?;
            }
            rest = after;
        }
        Some(board)
    }

    fn index(&self, at: Position) -> usize {
        usize::from(at.row) * usize::from(self.width) + usize::from(at.column)
    }

    /// Every position with its square, row by row.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Square)> + '_ {
        let width = usize::from(self.width);
        self.squares().iter().enumerate().map(move |(index, &square)| {
            (Position::new((index / width) as u8, (index % width) as u8), square)
        })
    }

    /// Where a square stands in the board's string.
    pub fn span(&self, at: Position) -> Span {
        let start = usize::from(at.row) * (usize::from(self.width) + 1) + usize::from(at.column);
        Span::new(start, start + 1)
    }

    /// The centre of the raft of a playable board: its only `o`, with all eight squares around it on the board.
    ///
    /// # Errors
    /// Why the board cannot be played on: no raft, more than one, or one that hangs off the board.
    pub fn raft(&self) -> Result<Position, Diagnostics> {
        let mut centres = self.positions().filter(|(_, square)| *square == Square::Raft).map(|(at, _)| at);
        let Some(centre) = centres.next() else {
            let end = self.squares().len() + usize::from(self.height);
            let message = "no raft: a board to play on has one raft centre `o`";
            return Err(Diagnostic::new(&codes::BOARD_NO_RAFT, Span::new(0, end), message)
                .expected(["o"])
                .into());
        };
        if let Some(second) = centres.next() {
            let message = format!("a second raft centre at ({}, {})", second.row, second.column);
            return Err(Diagnostic::new(&codes::BOARD_SECOND_RAFT, self.span(second), message)
                .square(second.row.into(), second.column.into())
                .related(self.span(centre), "the first is here")
                .found("o")
                .into());
        }
        let inside =
            (1..self.height - 1).contains(&centre.row) && (1..self.width - 1).contains(&centre.column);
        if !inside {
            let message = format!("the raft around ({}, {}) hangs off the board", centre.row, centre.column);
            return Err(Diagnostic::new(&codes::BOARD_RAFT_AT_EDGE, self.span(centre), message)
                .square(centre.row.into(), centre.column.into())
                .into());
        }
        Ok(centre)
    }
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
    const EXAMPLE: &'static str = "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\n\
        bbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n";

    fn parse_canonical(text: &str) -> Option<Self> {
        Self::parse_lines(text, "\n")
    }

    fn read(text: &str) -> Reading<Self> {
        let mut faults = Diagnostics::new();
        if text.is_empty() {
            let message = "the board is empty: it has 12, 15 or 18 lines of 9 or 18 squares";
            faults.push(Diagnostic::new(&codes::BOARD_EMPTY, Span::at(0), message));
            return Reading::refused(faults);
        }
        let lines = lines(text);
        let width = common_width(text, &lines);
        for (index, &line) in lines.iter().enumerate() {
            if faults.is_full() {
                break;
            }
            squares_of(text, line, width, &mut faults);
            width_of(text, &lines, index, width, &mut faults);
        }
        if !text.ends_with('\n') {
            let message = "the last line does not end with a line end";
            let end = Span::at(text.len());
            faults.push(
                Diagnostic::new(&codes::BOARD_MISSING_NEWLINE, end, message).expected(["\\n"]).fix(end, "\n"),
            );
        }
        height_of(text, &lines, &mut faults);
        faults.sort();
        Reading::canonical_or_refused(text, faults)
    }
}

/// The spans of the lines without their line ends.
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

/// A line without the carriage return that some editors end it with.
fn bare(text: &str, line: Span) -> &str {
    let line = line.of(text);
    line.strip_suffix('\r').unwrap_or(line)
}

/// The width the lines were meant to have: 9 or 18, whichever more lines have; the first line's where none has.
fn common_width(text: &str, lines: &[Span]) -> usize {
    let count = |width| lines.iter().filter(|&&line| bare(text, line).chars().count() == width).count();
    match (count(9), count(18)) {
        (0, 0) => bare(text, lines[0]).chars().count(),
        (nine, eighteen) if nine > eighteen => 9,
        _ => 18,
    }
}

/// Letters that are no squares; neighbours of the same letter are one fault.
fn squares_of(text: &str, line: Span, width: usize, faults: &mut Diagnostics) {
    let shown = line.of(text);
    let mut rest = shown.char_indices().enumerate().peekable();
    while let Some((column, (at, letter))) = rest.next().filter(|_| !faults.is_full()) {
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
            let message = "the line ends with `\\r\\n`; a board's lines end with `\\n` alone";
            faults.push(
                fault_at(text, &codes::BOARD_CARRIAGE_RETURN, span, message).expected(["\\n"]).fix(span, ""),
            );
            continue;
        }
        let mut shown = String::new();
        crate::diagnostics::escape::push_shown(&mut shown, letter);
        let fault = fault_at(text, &codes::BOARD_UNKNOWN_SQUARE, span, format!("`{shown}` is not a square"))
            .expected(letters(Square::LETTERS));
        let lower = letter.to_ascii_lowercase();
        faults.push(match letter {
            'F' | 'N' | 'O' => fault.fix(span, String::from(lower).repeat(end - start)),
            _ if letter.is_whitespace() && column == width && end - start == 1 => fault.fix(span, "\n"),
            _ if letter.is_whitespace() => fault.fix(span, ""),
            _ => fault,
        });
    }
}

/// A line that is empty, or of another width than it should have.
fn width_of(text: &str, lines: &[Span], index: usize, width: usize, faults: &mut Diagnostics) {
    let line = lines[index];
    let found = bare(text, line).chars().count();
    if line.of(text).is_empty() {
        let message = format!("line {} is empty", index + 1);
        let span = Span::new(line.start, (line.end + 1).min(text.len()));
        faults.push(fault_at(text, &codes::BOARD_EMPTY_LINE, span, message).fix(span, ""));
    } else if !matches!(width, 9 | 18) {
        // No line has a width a board may have: said once for all lines that agree with the first.
        if index == 0 || found != width {
            faults.push(width_fault(line, index, found, "9 or 18"));
        }
    } else if found != width {
        let fault = width_fault(line, index, found, &width.to_string());
        let model = lines.iter().position(|&other| bare(text, other).chars().count() == width);
        faults.push(match model {
            Some(model) => fault.related(lines[model], format!("line {} has {width}", model + 1)),
            None => fault,
        });
    }
}

fn width_fault(line: Span, index: usize, found: usize, expected: &str) -> Diagnostic {
    let found = plural(found, "square");
    let message = format!("line {} has {found}, not {expected}", index + 1);
    Diagnostic::new(&codes::BOARD_LINE_WIDTH, line, message)
        .expected([format!("{expected} squares")])
        .found(found)
}

/// Too few or too many lines.
fn height_of(text: &str, lines: &[Span], faults: &mut Diagnostics) {
    if !matches!(lines.len(), 12 | 15 | 18) {
        let span = lines.get(18).map_or(Span::at(text.len()), |line| Span::new(line.start, text.len()));
        let count = plural(lines.len(), "line");
        let message = format!("the board has {count}, not 12, 15 or 18");
        faults.push(
            Diagnostic::new(&codes::BOARD_HEIGHT, span, message)
                .expected(["12 lines", "15 lines", "18 lines"])
                .found(count),
        );
    }
}
