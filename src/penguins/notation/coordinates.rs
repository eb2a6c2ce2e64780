//! A reader for coordinates and single digits, which also reports any text that the notation does not allow.

use crate::diagnostics::escape::excerpt;
use crate::diagnostics::{Code, Diagnostics, Span};
use crate::notation::grammar::{Cursor, fault_at, letters};
use crate::notation::plural;
use crate::penguins::{Block, Hex};

pub(super) const COLUMNS: &str = "01234";
pub(super) const ROWS: &str = "0123";

pub(super) struct CodeSet {
    /// The name of the kind of string in messages, e.g. `challenge`.
    pub(super) whole: &'static str,
    pub(super) stray: &'static Code,
    pub(super) not_a_digit: &'static Code,
    pub(super) cut_short: &'static Code,
    pub(super) off_board: &'static Code,
    /// Whether the letter of another block may follow. If so, a digit is reported as missing when a block
    /// letter is found in its place.
    pub(super) blocks_follow: bool,
}

/// A place where a digit is expected. The span is empty at the end of the string and before the letter of
/// another block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) span: Span,
    /// The digit, or `None` for any other character and for the end of the string.
    pub(super) digit: Option<u8>,
}

impl Slot {
    /// Returns the digit if it is one of the digits in `allowed`, which must be consecutive and begin with 0.
    pub(super) fn among(self, allowed: &str) -> Option<u8> {
        self.digit.filter(|&digit| usize::from(digit) < allowed.len())
    }

    pub(super) fn is_empty(self) -> bool {
        self.span.start == self.span.end
    }
}

pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) cursor: Cursor<'a>,
    pub(super) codes: &'static CodeSet,
    pub(super) faults: Diagnostics,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, codes: &'static CodeSet) -> Self {
        Self { text, cursor: Cursor::new(text), codes, faults: Diagnostics::new() }
    }

    /// Skips separators, and takes the next character. If blocks may follow, a block letter is left for the next block.
    /// However, a block letter before exactly `left` digits is taken as a wrong digit, because these digits complete
    /// the current placement.
    pub(super) fn digit(&mut self, left: usize) -> Slot {
        self.separators();
        let digits = self.cursor.rest().bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let is_block =
            |letter| self.codes.blocks_follow && digits != left && Block::from_letter(letter).is_some();
        match self.cursor.peek().filter(|&next| !is_block(next)) {
            Some(next) => {
                Slot { span: self.cursor.take(1), digit: next.to_digit(10).map(|digit| digit as u8) }
            }
            None => Slot { span: Span::at(self.cursor.offset()), digit: None },
        }
    }

    /// Reports that a character is not a digit.
    pub(super) fn no_digit(&mut self, slot: Slot, [name, owner]: [&str; 2], allowed: &'static str) {
        if slot.digit.is_none() && !slot.is_empty() {
            let message = format!("the {name} of {owner} must be a digit");
            let fault = fault_at(self.text, self.codes.not_a_digit, slot.span, message);
            self.faults.push(fault.expected(letters(allowed)));
        }
    }

    /// Reports that a penguin or block, whose digits begin at `start`, has too few digits. Any of the digits could be
    /// the missing one.
    pub(super) fn too_few(&mut self, start: usize, owner: &str, expected: &'static str) {
        let span = Span::new(start, self.cursor.offset());
        let found = span.of(self.text).bytes().filter(u8::is_ascii_digit).count();
        let message = format!("{owner} must have {expected}; found {}", plural(found, "digit"));
        self.faults.push(fault_at(self.text, self.codes.cut_short, span, message).expected([expected]));
    }

    /// Takes a column and a row. Returns the hexagon, or `None` if it is off the board or unreadable. Also
    /// returns whether there is a character for each coordinate.
    pub(super) fn hex(&mut self, owner: &str) -> (Option<Hex>, bool) {
        let column = self.digit(2);
        let row = if column.is_empty() { column } else { self.digit(1) };
        let whole = column.digit.zip(row.digit).map(|(x, y)| Hex::new(x.into(), y.into()));
        for (slot, name, allowed) in [(column, "column", COLUMNS), (row, "row", ROWS)] {
            self.no_digit(slot, [name, owner], allowed);
            if let (Some(digit), None) = (slot.digit, slot.among(allowed)) {
                let what = whole.map_or_else(|| format!("{name} {digit}"), |hex| hex.to_string());
                let message = format!("{what} is off the board; {name}s are 0 to {}", allowed.len() - 1);
                let fault = fault_at(self.text, self.codes.off_board, slot.span, message);
                let mut fault = fault.expected(letters(allowed));
                fault.square = whole.and_then(Hex::square);
                self.faults.push(fault);
            }
        }
        (whole.filter(|hex| hex.is_on_board()), !row.is_empty())
    }

    pub(super) fn separators(&mut self) {
        let span = self.cursor.take_while(|character| !character.is_alphanumeric());
        self.stray(span);
    }

    pub(super) fn end(&mut self) {
        self.stray(Span::new(self.cursor.offset(), self.text.len()));
    }

    pub(super) fn stray(&mut self, span: Span) {
        if span.start < span.end {
            let stray = match span.of(self.text) {
                " " => "space".to_owned(),
                text => format!("`{}`", excerpt(text, 20)),
            };
            let message = format!("unexpected {stray} in a {}", self.codes.whole);
            self.faults.push(fault_at(self.text, self.codes.stray, span, message).fix(span, ""));
        }
    }
}
