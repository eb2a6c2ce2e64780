//! The grammar of a position, and a reader for sequences of items of a fixed width, such as `0312`, `B0204` or `00211`.

use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span};
use crate::notation::grammar::{Cursor, Read, digit2, fault_at, letters, odd_digit};
use crate::notation::plural;
use crate::raft::Position;
use nom::Parser;

/// Parses a position: a row and a column, each as the production `digit2`.
pub(super) fn position(input: &str) -> Read<'_, Position> {
    let (rest, (row, column)) = (digit2, digit2).parse(input)?;
    Ok((rest, Position::of_square((row.into(), column.into()))))
}

/// Returns the position that is written at `span`, or `None` if the text at `span` does not consist of four digits.
pub(super) fn position_at(text: &str, span: Span) -> Option<Position> {
    position(span.of(text)).ok().filter(|(rest, _)| rest.is_empty()).map(|(_, at)| at)
}

/// The largest number of items for which [`ItemForm::items_but_one`] looks for the item with a wrong length. A board of
/// 15 rows and 18 columns has room for 30 cards.
const MOST_ITEMS: usize = 30;

/// The form of the items in a sequence, with the error codes for wrong items.
pub(super) struct ItemForm {
    /// The number of characters in an item.
    pub width: usize,
    /// The name of an item with its article, such as "a fire card".
    pub item: &'static str,
    /// The name of several items, such as "fire cards".
    pub items: &'static str,
    /// A description of the contents of an item, such as "four digits (row, column)".
    pub contents: &'static str,
    /// The error code for an item that has too few characters.
    pub truncated: &'static Code,
    /// The error code for a character that does not belong in the sequence.
    pub stray: &'static Code,
}

impl ItemForm {
    /// Divides the section into items and returns their spans.
    ///
    /// Every item must begin with a letter. If the number of characters is not a multiple of the width, each item ends
    /// before the next letter. Therefore, one missing character is reported as one error, and the items after it are
    /// read correctly.
    pub(super) fn items_from_letters(
        &self,
        text: &str,
        section: Span,
        fits: impl Fn(usize, char) -> bool,
        errors: &mut Diagnostics,
    ) -> Vec<Span> {
        let letters = section.of(text);
        if letters.chars().count().is_multiple_of(self.width) {
            return self.items(text, section, fits, errors);
        }
        let starts = letters.char_indices().filter(|&(at, letter)| at > 0 && fits(0, letter));
        let mut ends: Vec<usize> = starts.map(|(at, _)| section.start + at).collect();
        ends.push(section.end);
        let mut start = section.start;
        let mut items = Vec::new();
        for end in ends {
            items.extend(self.items(text, Span::new(start, end), &fits, errors));
            start = end;
        }
        items
    }

    /// Divides the section into items of the same width and returns their spans.
    ///
    /// The function `fits` decides whether a character is allowed at an index of an item. If the number of characters
    /// is one more than a multiple of the width, the sequence probably has one extra character. The first character
    /// that is not allowed at its index is assumed to be the extra one. It is reported and skipped, because otherwise
    /// every later item would be wrong. If the extra character is inside an item, the whole item is skipped.
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
        // Each character of an item has at most ten valid values, so there are at most 10^width different items. A
        // sequence with more than `most` items repeats items so often that there are more errors than the program
        // reports.
        let most = 10_usize.pow(self.width as u32) + 2 * Diagnostics::LIMIT;
        while !cursor.is_done() && !errors.is_full() && items.len() < most {
            let span = cursor.span_of(self.width);
            if let Some(stray) = stray.filter(|stray| (span.start..span.end).contains(&stray.start)) {
                // An extra character between two items is skipped. An item with an extra character is skipped as a
                // whole.
                cursor.take(if stray.start == span.start { 1 } else { self.width + 1 });
                let letter = stray.of(text).chars().next().unwrap_or_default();
                if let Some(before) =
                    items.pop_if(|_: &mut Span| stray.start == span.start && fits(self.width - 1, letter))
                {
                    // Any character of the previous item can be the extra one, so the error covers the whole item.
                    errors.push(self.wrong_length(text, before.to(stray), self.width + 1, 1));
                    continue;
                }
                let shown = escape(stray.of(text));
                let message =
                    format!("`{shown}` does not belong here; {} consists of {}", self.item, self.contents);
                errors.push(fault_at(text, self.stray, stray, message).fix(stray, ""));
                continue;
            }
            cursor.take(self.width);
            let found = span.of(text).chars().count();
            if found < self.width {
                errors.push(self.wrong_length(text, span, found, 1));
            } else {
                items.push(span);
            }
        }
        items
    }

    /// Divides a section of digits into items if the length of exactly one item seems to be wrong, reports this item, and
    /// returns the spans of the others. Returns `None` if the section has other characters, or if `are_possible` rejects
    /// the other items wherever the wrong item is.
    ///
    /// After a missing digit, a division into items of the same width would make every later item wrong. Therefore, the
    /// items after the wrong one are counted from the end. If several items can be the wrong one, the error covers all of
    /// them, and none of them is returned.
    pub(super) fn items_but_one(
        &self,
        text: &str,
        section: Span,
        are_possible: impl Fn(&[Span]) -> bool,
        errors: &mut Diagnostics,
    ) -> Option<Vec<Span>> {
        let digits = section.of(text);
        let length = digits.len();
        let wrong = match length % self.width {
            // One additional digit is more likely than several missing digits.
            1 if self.width > 2 && length > self.width => self.width + 1,
            left => left,
        };
        let others = (length - wrong) / self.width;
        if wrong == 0 || others > MOST_ITEMS || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let without = |index: usize| -> Vec<Span> {
            let start = |other| section.start + other * self.width + if other < index { 0 } else { wrong };
            (0..others).map(|other| Span::new(start(other), start(other) + self.width)).collect()
        };
        let mut possible = (0..=others).filter(|&index| are_possible(&without(index)));
        let first = possible.next()?;
        let last = possible.last().unwrap_or(first);
        let span = Span::new(section.start + first * self.width, section.start + last * self.width + wrong);
        errors.push(if self.width == 2 && first < others {
            // A missing digit is as likely as an additional one.
            odd_digit(text, self.truncated, span).expected([self.contents])
        } else {
            self.wrong_length(text, span, wrong, last - first + 1)
        });
        Some(
            without(first)
                .into_iter()
                .filter(|item| item.end <= span.start || span.end <= item.start)
                .collect(),
        )
    }

    /// Returns the error for an item that has `found` characters. If `items` is greater than 1, the span covers this
    /// number of items, and it is not known which of them is the wrong one.
    fn wrong_length(&self, text: &str, span: Span, found: usize, items: usize) -> Diagnostic {
        let (code, fault) =
            if found < self.width { (self.truncated, "cut short") } else { (self.stray, "too long") };
        let message = if items == 1 && found < self.width {
            cut_short(self.item, self.contents, found)
        } else if items == 1 {
            format!(
                "{} is {fault}: expected {}, found {}",
                self.item,
                self.contents,
                plural(found, "character")
            )
        } else {
            let all = plural((items - 1) * self.width + found, "digit");
            format!(
                "one of these {items} {} is {fault}: expected {} for each, found {all}",
                self.items, self.contents
            )
        };
        fault_at(text, code, span, message).expected([self.contents])
    }

    /// Returns the span of the first character for which `fits` returns false, or `None` if every character is allowed
    /// at its index.
    fn stray(&self, text: &str, section: Span, fits: impl Fn(usize, char) -> bool) -> Option<Span> {
        let mut letters = section.of(text).char_indices().enumerate();
        let (_, (at, letter)) = letters.find(|(index, (_, letter))| !fits(index % self.width, *letter))?;
        Some(Span::new(section.start + at, section.start + at + letter.len_utf8()))
    }
}

/// Reports every character at `span` that is not a digit, and returns true if all characters are digits.
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
        let error = fault_at(
            text,
            code,
            span,
            format!("`{shown}` is not a digit; {what} is written with digits only"),
        )
        .expected(["0..9"]);
        errors.push(match letter {
            'O' | 'o' => error.fix(span, "0"),
            'l' | 'I' => error.fix(span, "1"),
            _ => error,
        });
        good = false;
    }
    good
}

/// Returns the message for an item that has fewer characters than it needs.
pub(super) fn cut_short(item: &str, contents: &str, found: usize) -> String {
    match found {
        0 => format!("{item} is missing: expected {contents}"),
        _ => format!("{item} is cut short: expected {contents}, found {}", plural(found, "character")),
    }
}

/// Returns the message for a missing character, such as `the orientation (N, E, S or W) is missing at the end`.
fn missing(text: &str, what: &str, allowed: &str) -> String {
    let noun = what.strip_prefix("a ").or(what.strip_prefix("an "));
    let the = noun.map_or_else(|| what.to_owned(), |noun| format!("the {noun}"));
    let at_the_end = if text.is_empty() { "" } else { " at the end" };
    format!("{the} ({}) is missing{at_the_end}", choices(allowed))
}

/// Returns the allowed letters or digits in words, such as `N, E, S or W`. If there are more than seven, they are
/// written as ranges, such as `a to z or A to E`.
fn choices(allowed: &str) -> String {
    let bytes = allowed.as_bytes();
    let runs: Vec<_> = bytes.chunk_by(|one, next| one + 1 == *next).collect();
    let shown: Vec<_> = if bytes.len() > 7 {
        let range = |run: &&[u8]| format!("{} to {}", char::from(run[0]), char::from(run[run.len() - 1]));
        runs.iter().map(range).collect()
    } else {
        allowed.chars().map(String::from).collect()
    };
    match shown.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => shown.concat(),
    }
}

/// Returns the error for a character at `span` that is not one of `allowed`. If the character would be allowed in the
/// other case (upper or lower), the error has a fix that changes the case.
pub(super) fn wrong_letter(
    text: &str,
    code: &'static Code,
    span: Span,
    what: &str,
    allowed: &'static str,
) -> Diagnostic {
    let shown = escape(span.of(text));
    let message = if span.start == span.end {
        missing(text, what, allowed)
    } else {
        format!("`{shown}` is not {what}")
    };
    let error = fault_at(text, code, span, message).expected(letters(allowed));
    let mut cases =
        span.of(text).chars().flat_map(|letter| [letter.to_ascii_uppercase(), letter.to_ascii_lowercase()]);
    match cases.find(|letter| allowed.contains(*letter)) {
        Some(letter) => error.fix(span, letter.to_string()),
        None => error,
    }
}
