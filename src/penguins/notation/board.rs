//! The string notation for boards (kind `penguins-board`), which lists the hexagons row by row.
//!
//! ```text
#![doc = include_str!("penguins-board.ebnf")]
//! ```

use crate::diagnostics::codes::penguins as codes;
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostic, Diagnostics, Span};
use crate::notation::grammar::{Read, fault_at, letters, whole};
use crate::notation::{INDENTED, NO_LAST_BREAK, without_indentation};
use crate::notation::{Kind, Notation, Reading, from_str_by_notation, plural};
use crate::penguins::{Hex, Hexes, PenguinsError};
use nom::Parser;
use nom::character::complete::{newline, one_of};
use nom::combinator::map_opt;
use nom::multi::count;
use nom::sequence::terminated;
use std::fmt;

/// A board of twenty hexagons, each of which is empty, has a penguin, or has ice.
///
/// # Examples
/// ```
/// use clowder::penguins::{Board, Hex};
///
/// let board: Board = "EEPEE\nEPEPE\nEEEEE\nEEPEE\n".parse()?;
/// assert_eq!((board.penguins().len(), board.letter(Hex::new(2, 0))), (4, 'P'));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    penguins: Hexes,
    ice: Hexes,
}

const LETTERS: &str = "EPI";

impl Board {
    /// Creates a board. A hexagon in both sets has ice but no penguin.
    ///
    /// # Examples
    /// ```
    /// use clowder::penguins::{Board, Hexes};
    ///
    /// assert!(Board::new(Hexes::ALL, Hexes::ALL).penguins().is_empty());
    /// ```
    pub const fn new(penguins: Hexes, ice: Hexes) -> Self {
        Self { penguins: penguins.difference(ice), ice }
    }

    /// The hexagons with a penguin.
    pub const fn penguins(self) -> Hexes {
        self.penguins
    }

    /// The hexagons with ice.
    pub const fn ice(self) -> Hexes {
        self.ice
    }

    /// The hexagons with neither a penguin nor ice.
    pub const fn empty(self) -> Hexes {
        Hexes::ALL.difference(self.penguins).difference(self.ice)
    }

    /// The letter of a hexagon: `E`, `P` or `I`. Hexagons off the board count as empty (`E`).
    ///
    /// # Examples
    /// ```
    /// use clowder::penguins::{Board, Hex, Hexes};
    ///
    /// assert_eq!(Board::new(Hexes::ALL, Hexes::EMPTY).letter(Hex::new(0, 0)), 'P');
    /// ```
    pub fn letter(self, hex: Hex) -> char {
        if self.ice.contains(hex) {
            'I'
        } else if self.penguins.contains(hex) {
            'P'
        } else {
            'E'
        }
    }

    /// The letters of the twenty hexagons, row by row, without line breaks.
    pub fn letters(self) -> String {
        Hexes::ALL.iter().map(|hex| self.letter(hex)).collect()
    }

    /// Creates a board from the letters of its twenty hexagons, row by row, without line breaks.
    ///
    /// # Errors
    /// Returns an error unless the text consists of exactly twenty letters `E`, `P` or `I`.
    ///
    /// # Examples
    /// ```
    /// use clowder::penguins::{Board, PenguinsError};
    ///
    /// assert_eq!(Board::from_letters("EEPEEEPEPEEEEEEEEPEE")?.penguins().len(), 4);
    /// assert_eq!(Board::from_letters("EEPEE"), Err(PenguinsError::BoardLetters));
    /// # Ok::<(), PenguinsError>(())
    /// ```
    pub fn from_letters(text: &str) -> Result<Self, PenguinsError> {
        if text.len() != Hexes::ALL.len() || !text.chars().all(|letter| LETTERS.contains(letter)) {
            return Err(PenguinsError::BoardLetters);
        }
        let with = |letter| {
            let letters = Hexes::ALL.iter().zip(text.chars());
            letters.filter(|(_, found)| *found == letter).map(|(hex, _)| hex).collect()
        };
        Ok(Self { penguins: with('P'), ice: with('I') })
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for hex in Hexes::ALL.iter() {
            let end = if hex.x + 1 == Hex::COLUMNS { "\n" } else { "" };
            write!(f, "{}{end}", self.letter(hex))?;
        }
        Ok(())
    }
}

/// Parses the production `penguins-board`.
fn board(input: &str) -> Read<'_, Board> {
    let line = terminated(count(one_of(LETTERS), 5), newline);
    let letters =
        |lines: Vec<Vec<char>>| Board::from_letters(&lines.concat().iter().collect::<String>()).ok();
    map_opt(count(line, 4), letters).parse(input)
}

impl Notation for Board {
    const KIND: Kind = Kind::PenguinsBoard;
    const GRAMMAR: &str = include_str!("penguins-board.ebnf");
    const EXAMPLE: &'static str = "EEPEE\nEPEPE\nEEEEE\nEEPEE\n";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, board)
    }

    fn read(text: &str) -> Reading<Self> {
        if text.is_empty() {
            let message = "the board is empty; it must have four lines of five letters";
            let fault = Diagnostic::new(&codes::BOARD_EMPTY, Span::at(0), message);
            return Reading::refused(fault.expected(["four lines of five letters"]));
        }
        if let Some(reading) = other_spelling(text) {
            return reading;
        }
        let mut faults = Diagnostics::new();
        let mut rest = text;
        for row in 0..Hex::ROWS {
            let start = text.len() - rest.len();
            if rest.is_empty() {
                faults.push(too_few(text, row as usize));
                break;
            }
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            let ended = line.len() < rest.len();
            faults.extend(faults_of_line(text, Span::new(start, start + line.len()), row, ended));
            rest = after;
        }
        if !rest.is_empty() {
            let span = Span::new(text.len() - rest.len(), text.len());
            let message = "there are more than 4 lines; a board has exactly 4";
            faults.push(fault_at(text, &codes::BOARD_LINES, span, message).fix(span, ""));
        }
        faults.sort();
        // In a shell, `$(cat board.txt)` removes the last line break. A board that lacks just this line break
        // is therefore reported, but still yields a value.
        if !faults.is_empty() && faults.only_canon() {
            return Reading::new(Self::parse_canonical(&format!("{text}\n")), faults);
        }
        Reading::canonical_or_refused(text, faults)
    }
}

from_str_by_notation!(Board);

/// Reads a board written on one line, or a board whose lines all have the same indentation.
fn other_spelling(text: &str) -> Option<Reading<Board>> {
    let whole = Span::new(0, text.len());
    let of_lines =
        |text: String| Board::parse_canonical(&text).or_else(|| Board::parse_canonical(&format!("{text}\n")));
    let (board, fault) = match Board::from_letters(text) {
        Ok(board) => {
            let message = "the twenty letters are on one line; write four lines of five letters";
            (board, Diagnostic::new(&codes::BOARD_ONE_LINE, whole, message))
        }
        Err(_) => {
            let board = without_indentation(text).and_then(of_lines)?;
            (board, Diagnostic::new(&codes::BOARD_INDENTED, whole, INDENTED))
        }
    };
    Some(Reading::new(Some(board), fault.fix(whole, board.to_string()).into()))
}

fn too_few(text: &str, lines: usize) -> Diagnostic {
    let are = if lines == 1 { "is" } else { "are" };
    let message = format!("there {are} {}; a board has exactly 4", plural(lines, "line"));
    Diagnostic::new(&codes::BOARD_LINES, Span::at(text.len()), message)
        .expected(["four lines of five letters"])
}

/// Returns the errors in one line of a board. `span` excludes the line break.
fn faults_of_line(text: &str, span: Span, row: i32, ended: bool) -> Diagnostics {
    let mut faults = Diagnostics::new();
    let mut line = span.of(text);
    if let Some(before) = line.strip_suffix('\r').filter(|_| ended) {
        line = before;
        let at = Span::new(span.end - 1, span.end);
        let message =
            "the line ends with a carriage return and a line feed; it must end with a line feed only";
        faults
            .push(fault_at(text, &codes::BOARD_LINE_END, at, message).expected(["a line feed"]).fix(at, ""));
    }
    if !ended {
        let end = Span::at(span.end);
        let fault = Diagnostic::new(&codes::BOARD_MISSING_NEWLINE, end, NO_LAST_BREAK);
        faults.push(fault.expected(["a line feed"]).fix(end, "\n"));
    }
    let columns = Hex::COLUMNS as usize;
    for (column, (at, found)) in line.char_indices().enumerate().take(columns) {
        if !LETTERS.contains(found) {
            let here = Span::new(at, at + found.len_utf8()).shifted(span.start);
            faults.push(unknown(text, here, column, row));
        }
    }
    let length = line.chars().count();
    if length != columns {
        // In a short line, a letter could be missing anywhere, so the error covers the whole line.
        let beyond = line.char_indices().nth(columns).map_or(0, |(at, _)| at);
        let place = Span::new(span.start + beyond, span.start + line.len());
        let message = format!("line {} has {}; expected 5", row + 1, plural(length, "letter"));
        let fault = fault_at(text, &codes::BOARD_LINE_LENGTH, place, message);
        faults.push(if length < columns {
            fault.expected(["five letters"])
        } else {
            too_long(text, place, fault)
        });
    }
    faults
}

/// Adds an obvious fix, if there is one, to the error for a line with more than five letters. The fix removes
/// white space at the end of the line, inserts a line break, or replaces white space with a line break.
fn too_long(text: &str, beyond: Span, fault: Diagnostic) -> Diagnostic {
    let more = beyond.of(text);
    let blank = Span::new(beyond.start, beyond.start + 1);
    if more.trim().is_empty() {
        fault.fix(beyond, "")
    } else if more.starts_with([' ', '\t', '\r']) {
        fault.fix(blank, "\n")
    } else if more.chars().count().is_multiple_of(Hex::COLUMNS as usize) {
        fault.fix(Span::at(beyond.start), "\n")
    } else {
        fault
    }
}

fn unknown(text: &str, span: Span, column: usize, row: i32) -> Diagnostic {
    let found = span.of(text);
    let message =
        format!("`{}` is not the letter of a hexagon; the letters are `E`, `P` and `I`", escape(found));
    let fault = fault_at(text, &codes::BOARD_LETTER, span, message).expected(letters(LETTERS));
    let fault = fault.square(column, row as usize);
    let capital = found.to_ascii_uppercase();
    if LETTERS.contains(&capital) { fault.fix(span, capital) } else { fault }
}
