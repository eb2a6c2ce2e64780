//! The grammar of a position, and the reader of runs of items that have a fixed width, such as `0312`, `B0204` or
//! `00211`.

use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span};
use crate::notation::grammar::{Cursor, Read, digit2, fault_at};
use crate::raft::Position;
use nom::Parser;

/// `position = digit2 digit2`: row, column
pub(super) fn position(input: &str) -> Read<'_, Position> {
    let (rest, (row, column)) = (digit2, digit2).parse(input)?;
    Ok((rest, Position::of_square((row.into(), column.into()))))
}

/// Returns the position that is written at `span`, or `None` if that is not four digits.
pub(super) fn position_at(text: &str, span: Span) -> Option<Position> {
    position(span.of(text)).ok().filter(|(rest, _)| rest.is_empty()).map(|(_, at)| at)
}

/// The form of a run of items, and the codes of its errors.
pub(super) struct Run {
    /// The number of characters in an item.
    pub width: usize,
    /// The name of an item with its article: "a fire card".
    pub item: &'static str,
    /// The contents of an item: "four digits".
    pub contents: &'static str,
    /// The code for an item that ends too early.
    pub truncated: &'static Code,
    /// The code for a character that does not belong in the run.
    pub stray: &'static Code,
}

impl Run {
    /// Divides the text at `section` into items and returns their spans.
    ///
    /// If there is one character too many, the first one that is wrong in its place (by `fits`) is reported and
    /// skipped, together with the item that contains it. Otherwise one extra character would make every later item
    /// wrong.
    pub(super) fn items(
        &self,
        text: &str,
        section: Span,
        fits: impl Fn(usize, char) -> bool,
        errors: &mut Diagnostics,
    ) -> Vec<Span> {
        let count = section.of(text).chars().count();
        let stray = if count % self.width == 1 { self.stray(text, section, &fits) } else { None };
        let mut items = Vec::new();
        let mut cursor = Cursor::over(text, section);
        while !cursor.is_done() && !errors.is_full() {
            let span = cursor.span_of(self.width);
            if let Some(stray) = stray.filter(|stray| (span.start..span.end).contains(&stray.start)) {
                // Between two items no item is lost; within an item, that item is one character longer.
                cursor.take(if stray.start == span.start { 1 } else { self.width + 1 });
                let shown = escape(stray.of(text));
                let message = format!("`{shown}` does not belong here: {} is {}", self.item, self.contents);
                errors.push(fault_at(text, self.stray, stray, message).fix(stray, ""));
                continue;
            }
            cursor.take(self.width);
            let found = span.of(text).chars().count();
            if found < self.width {
                let message =
                    format!("{} is {}: {} of {} characters", self.item, self.contents, found, self.width);
                errors.push(fault_at(text, self.truncated, span, message).expected([self.contents]));
            } else {
                items.push(span);
            }
        }
        items
    }

    /// Returns the first character that is wrong in its place.
    fn stray(&self, text: &str, section: Span, fits: impl Fn(usize, char) -> bool) -> Option<Span> {
        let mut letters = section.of(text).char_indices().enumerate();
        let (_, (at, letter)) = letters.find(|(index, (_, letter))| !fits(index % self.width, *letter))?;
        Some(Span::new(section.start + at, section.start + at + letter.len_utf8()))
    }
}

/// Reports every character at `span` that is not a digit, and returns true if there is none.
pub(super) fn digits(
    text: &str,
    span: Span,
    code: &'static Code,
    what: &str,
    errors: &mut Diagnostics,
) -> bool {
    let mut good = true;
    for (at, letter) in span.of(text).char_indices().filter(|(_, letter)| !letter.is_ascii_digit()) {
        let span = Span::new(span.start + at, span.start + at + letter.len_utf8());
        let shown = escape(span.of(text));
        let error =
            fault_at(text, code, span, format!("`{shown}` is not a digit of {what}")).expected(["0..9"]);
        errors.push(match letter {
            'O' | 'o' => error.fix(span, "0"),
            'l' | 'I' => error.fix(span, "1"),
            _ => error,
        });
        good = false;
    }
    good
}

/// Returns the error for a character at `span` that is not one of `allowed`. A letter of the other case is the fix.
pub(super) fn wrong_letter(
    text: &str,
    code: &'static Code,
    span: Span,
    what: &str,
    allowed: &str,
) -> Diagnostic {
    let shown = escape(span.of(text));
    let message = if span.start == span.end {
        format!("{what} is missing")
    } else {
        format!("`{shown}` is not {what}")
    };
    let error = fault_at(text, code, span, message).expected(allowed.chars().map(String::from));
    let mut cases =
        span.of(text).chars().flat_map(|letter| [letter.to_ascii_uppercase(), letter.to_ascii_lowercase()]);
    match cases.find(|letter| allowed.contains(*letter)) {
        Some(letter) => error.fix(span, letter.to_string()),
        None => error,
    }
}
