//! The parts that several readers share: coordinates, single digits, and text that does not belong in a string.

use crate::diagnostics::escape::excerpt;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span};
use crate::notation::grammar::{Cursor, fault_at, letters};
use crate::penguins::{Block, Hex};

/// The digits that are allowed for a column.
pub(super) const COLUMNS: &str = "01234";
/// The digits that are allowed for a row.
pub(super) const ROWS: &str = "0123";

/// The error codes for one kind of string.
pub(super) struct CodeSet {
    /// The name of this kind of string in messages, such as `challenge`.
    pub(super) whole: &'static str,
    pub(super) stray: &'static Code,
    pub(super) not_a_digit: &'static Code,
    pub(super) cut_short: &'static Code,
    pub(super) off_board: &'static Code,
    /// True if the letter of another block can follow in the string. If such a letter is found where a digit is
    /// expected, the digit is reported as missing.
    pub(super) blocks_follow: bool,
}

/// The text that is found at a position where a digit is expected.
#[derive(Clone, Copy, Debug)]
pub(super) enum DigitSlot {
    Digit(u8, Span),
    Other(Span),
    /// There is no character, because the string ends or the next block begins.
    Nothing(Span),
}

impl DigitSlot {
    /// Returns the digit if it is one of the allowed digits, and `None` otherwise.
    pub(super) fn among(self, allowed: &str) -> Option<u8> {
        match self {
            Self::Digit(digit, _) if usize::from(digit) < allowed.len() => Some(digit),
            _ => None,
        }
    }

    pub(super) fn is_nothing(self) -> bool {
        matches!(self, Self::Nothing(_))
    }
}

/// Skips separators, and then reads one character, which should be a digit. The letter of the next block is not read.
pub(super) fn take_digit(
    cursor: &mut Cursor<'_>,
    text: &str,
    codes: &CodeSet,
    faults: &mut Diagnostics,
) -> DigitSlot {
    skip_separators(cursor, text, codes, faults);
    match cursor.peek() {
        Some(digit @ '0'..='9') => DigitSlot::Digit(digit as u8 - b'0', cursor.take(1)),
        Some(other) if !(codes.blocks_follow && Block::from_letter(other).is_some()) => {
            DigitSlot::Other(cursor.take(1))
        }
        _ => DigitSlot::Nothing(Span::at(cursor.offset())),
    }
}

/// Returns the error for a missing digit, or for another character instead of a digit. Returns `None` if there is a
/// digit, even if it is not in `allowed`. In the message, `name` is the name of the digit, such as `column`, and
/// `owner` is the thing that the digit belongs to.
pub(super) fn no_digit(
    text: &str,
    codes: &CodeSet,
    found: DigitSlot,
    [name, owner]: [&str; 2],
    allowed: &'static str,
) -> Option<Diagnostic> {
    let fault = match found {
        DigitSlot::Digit(..) => return None,
        DigitSlot::Other(span) => {
            fault_at(text, codes.not_a_digit, span, format!("the {name} of {owner} must be a digit"))
        }
        DigitSlot::Nothing(span) => {
            Diagnostic::new(codes.cut_short, span, format!("the {name} of {owner} is missing"))
        }
    };
    Some(fault.expected(letters(allowed)))
}

/// Reads a column and a row. The first value is the hexagon, or `None` if the hexagon is off the board or if a digit is
/// wrong or missing. The second value is `false` if the column or the row is missing.
pub(super) fn take_hex(
    cursor: &mut Cursor<'_>,
    text: &str,
    codes: &CodeSet,
    owner: &str,
    faults: &mut Diagnostics,
) -> (Option<Hex>, bool) {
    let column = take_digit(cursor, text, codes, faults);
    if column.is_nothing() {
        faults.extend(no_digit(text, codes, column, ["column", owner], COLUMNS));
        return (None, false);
    }
    let row = take_digit(cursor, text, codes, faults);
    for (found, name, allowed) in [(column, "column", COLUMNS), (row, "row", ROWS)] {
        faults.extend(no_digit(text, codes, found, [name, owner], allowed));
        if let DigitSlot::Digit(digit, span) = found
            && found.among(allowed).is_none()
        {
            let whole = match (column, row) {
                (DigitSlot::Digit(x, _), DigitSlot::Digit(y, _)) => {
                    Some(Hex::new(i32::from(x), i32::from(y)))
                }
                _ => None,
            };
            let what = whole.map_or_else(|| format!("{name} {digit}"), |hex| hex.to_string());
            let message = format!("{what} is off the board; {name}s are 0 to {}", allowed.len() - 1);
            let mut fault = fault_at(text, codes.off_board, span, message).expected(letters(allowed));
            fault.square = whole.and_then(Hex::square);
            faults.push(fault);
        }
    }
    let hex = || Some(Hex::new(column.among(COLUMNS)?.into(), row.among(ROWS)?.into()));
    (hex(), !row.is_nothing())
}

/// Skips spaces, punctuation and invisible characters, and reports them as errors.
pub(super) fn skip_separators(
    cursor: &mut Cursor<'_>,
    text: &str,
    codes: &CodeSet,
    faults: &mut Diagnostics,
) {
    let span = cursor.take_while(|character| !character.is_alphanumeric());
    if span.start < span.end {
        faults.push(stray(text, codes, span));
    }
}

/// Returns the error for text that does not belong in the string. The fix of the error removes the text.
pub(super) fn stray(text: &str, codes: &CodeSet, span: Span) -> Diagnostic {
    let message = format!("`{}` does not belong in a {}", excerpt(span.of(text), 20), codes.whole);
    fault_at(text, codes.stray, span, message).fix(span, "")
}
