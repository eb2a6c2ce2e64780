//! Runs of fixed-width places (`0312`, `B0204`, `00211`): the grammar of a position, and the walk that finds what is
//! wrong with a run.

use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span};
use crate::notation::grammar::{Read, Walk, digit2, fault_at};
use crate::raft::Position;
use nom::Parser;

/// `position = digit2 digit2`: row, column
pub(super) fn position(input: &str) -> Read<'_, Position> {
    let (rest, (row, column)) = (digit2, digit2).parse(input)?;
    Ok((rest, Position::new(row, column)))
}

/// The position that four ASCII digits at `span` say, once they have been checked.
pub(super) fn position_at(text: &str, span: Span) -> Option<Position> {
    position(span.of(text)).ok().filter(|(rest, _)| rest.is_empty()).map(|(_, at)| at)
}

/// How a run of places is made and which codes its faults have.
pub(super) struct Run {
    /// Characters of one item.
    pub width: usize,
    /// What one item is, with its article: "a fire card".
    pub item: &'static str,
    /// What an item is made of: "four digits".
    pub made_of: &'static str,
    /// The code of an item that ends too early.
    pub truncated: &'static Code,
    /// The code of a character that should not be in the run at all.
    pub stray: &'static Code,
}

impl Run {
    /// Cuts the part of the text at `section` into items. Where there is one character too many and one that does
    /// not fit its place (`fits`), that one is reported and stepped over, with the item it spoils, so that one slip
    /// does not shift all that follows.
    pub(super) fn items(
        &self,
        text: &str,
        section: Span,
        fits: impl Fn(usize, char) -> bool,
        faults: &mut Diagnostics,
    ) -> Vec<Span> {
        let count = section.of(text).chars().count();
        let stray = if count % self.width == 1 { self.stray(text, section, &fits) } else { None };
        let mut items = Vec::new();
        let mut walk = Walk::over(text, section);
        while !walk.is_done() && !faults.is_full() {
            let span = walk.span_of(self.width);
            if let Some(stray) = stray.filter(|stray| (span.start..span.end).contains(&stray.start)) {
                // Between two items nothing is spoilt; inside one, the item is a character longer.
                walk.take(if stray.start == span.start { 1 } else { self.width + 1 });
                let shown = escape(stray.of(text));
                let message = format!("`{shown}` does not belong here: {} is {}", self.item, self.made_of);
                faults.push(fault_at(text, self.stray, stray, message).fix(stray, ""));
                continue;
            }
            walk.take(self.width);
            let found = span.of(text).chars().count();
            if found < self.width {
                let message =
                    format!("{} is {}: {} of {} characters", self.item, self.made_of, found, self.width);
                faults.push(fault_at(text, self.truncated, span, message).expected([self.made_of]));
            } else {
                items.push(span);
            }
        }
        items
    }

    /// The first character that does not fit its place.
    fn stray(&self, text: &str, section: Span, fits: impl Fn(usize, char) -> bool) -> Option<Span> {
        let mut letters = section.of(text).char_indices().enumerate();
        let (_, (at, letter)) = letters.find(|(index, (_, letter))| !fits(index % self.width, *letter))?;
        Some(Span::new(section.start + at, section.start + at + letter.len_utf8()))
    }
}

/// A fault for every character at `span` that is not a digit; true if there is none.
pub(super) fn digits(
    text: &str,
    span: Span,
    code: &'static Code,
    what: &str,
    faults: &mut Diagnostics,
) -> bool {
    let mut good = true;
    for (at, letter) in span.of(text).char_indices().filter(|(_, letter)| !letter.is_ascii_digit()) {
        let span = Span::new(span.start + at, span.start + at + letter.len_utf8());
        let shown = escape(span.of(text));
        let fault =
            fault_at(text, code, span, format!("`{shown}` is not a digit of {what}")).expected(["0..9"]);
        faults.push(match letter {
            'O' | 'o' => fault.fix(span, "0"),
            'l' | 'I' => fault.fix(span, "1"),
            _ => fault,
        });
        good = false;
    }
    good
}

/// A fault for a letter that is none of those that may stand at `span`.
pub(super) fn wrong_letter(text: &str, code: &'static Code, span: Span, what: &str, of: &str) -> Diagnostic {
    let shown = escape(span.of(text));
    let message = if span.start == span.end {
        format!("{what} is missing")
    } else {
        format!("`{shown}` is not {what}")
    };
    let fault = fault_at(text, code, span, message).expected(of.chars().map(String::from));
    let mut cases =
        span.of(text).chars().flat_map(|letter| [letter.to_ascii_uppercase(), letter.to_ascii_lowercase()]);
    match cases.find(|letter| of.contains(*letter)) {
        Some(letter) => fault.fix(span, letter.to_string()),
        None => fault,
    }
}
