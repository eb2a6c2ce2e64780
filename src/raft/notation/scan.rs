//! Helpers for the readers that report all errors in Race to the Raft strings. The helpers read letters,
//! digits, positions, sequences of items of equal length, and ascending lists.

use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span};
use crate::notation::grammar::{Cursor, Read, digit2, fault_at, letters, odd_digit};
use crate::notation::order::ListForm;
use crate::notation::{Reading, plural};
use crate::raft::Position;
use nom::Parser;

/// Parses a position: the grammar production `digit2`, once for the row and once for the column.
pub(super) fn position(input: &str) -> Read<'_, Position> {
    let (rest, (row, column)) = (digit2, digit2).parse(input)?;
    Ok((rest, Position::of_square((row.into(), column.into()))))
}

/// The text that is being read, with the errors found so far.
pub(super) struct Scan<'a> {
    pub(super) text: &'a str,
    pub(super) cursor: Cursor<'a>,
    pub(super) errors: Diagnostics,
}

impl<'a> Scan<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, cursor: Cursor::new(text), errors: Diagnostics::new() }
    }

    pub(super) const fn whole(&self) -> Span {
        Span::new(0, self.text.len())
    }

    /// Reads items with `read` until the error limit is reached.
    pub(super) fn each<T>(
        &mut self,
        items: Vec<Span>,
        read: impl Fn(&mut Self, Span) -> Option<T>,
    ) -> Vec<(T, Span)> {
        let mut found = Vec::new();
        for item in items {
            if self.errors.is_full() {
                break;
            }
            found.extend(read(self, item).map(|value| (value, item)));
        }
        found
    }

    /// Finishes reading a list. The result still has a value if only the order of the items is incorrect.
    pub(super) fn list<T: Ord + Copy, L: FromIterator<T>>(
        mut self,
        form: &ListForm<'_, T>,
        found: Vec<(T, Span)>,
    ) -> Reading<L> {
        self.errors.extend(form.errors(self.text, &found));
        self.errors.sort();
        let list = found.into_iter().map(|(item, _)| item).collect();
        Reading::new(self.errors.only_canon().then_some(list), self.errors)
    }

    /// Reads the character at `span`, and reports an error if `meaning_of` returns `None`.
    pub(super) fn letter<T>(
        &mut self,
        span: Span,
        code: &'static Code,
        (what, allowed): (&str, &'static str),
        meaning_of: impl Fn(char) -> Option<T>,
    ) -> Option<T> {
        let found = span.of(self.text).chars().next().and_then(meaning_of);
        if found.is_none() {
            self.errors.push(self.wrong_letter(code, span, what, allowed));
        }
        found
    }

    /// Builds the error for a character at `span` that is not in `allowed`. The error has a fix if the
    /// character is merely in the wrong case.
    pub(super) fn wrong_letter(
        &self,
        code: &'static Code,
        span: Span,
        what: &str,
        allowed: &'static str,
    ) -> Diagnostic {
        let found = span.of(self.text);
        let message = match found {
            "" => missing(self.text, what, allowed),
            _ => format!("`{}` is not {what}", escape(found)),
        };
        let error = fault_at(self.text, code, span, message).expected(letters(allowed));
        let mut cases =
            found.chars().flat_map(|letter| [letter.to_ascii_uppercase(), letter.to_ascii_lowercase()]);
        match cases.find(|letter| allowed.contains(*letter)) {
            Some(letter) => error.fix(span, letter.to_string()),
            None => error,
        }
    }

    pub(super) fn first_and_rest(&self, item: Span) -> (Span, Span) {
        let middle = item.start + item.of(self.text).chars().next().map_or(0, char::len_utf8);
        (Span::new(item.start, middle), Span::new(middle, item.end))
    }

    /// Reads a position of four digits, and reports any other characters.
    pub(super) fn position(&mut self, span: Span, code: &'static Code, what: &str) -> Option<Position> {
        let good = self.digits(span, code, what);
        position(span.of(self.text)).ok().filter(|(rest, _)| good && rest.is_empty()).map(|(_, at)| at)
    }

    /// Reports every character at `span` that is not a digit, and returns true if all characters are digits.
    pub(super) fn digits(&mut self, span: Span, code: &'static Code, what: &str) -> bool {
        let mut good = true;
        let others = span.of(self.text).char_indices().filter(|(_, letter)| !letter.is_ascii_digit());
        for (at, letter) in others {
            let span = Span::new(span.start + at, span.start + at + letter.len_utf8());
            let shown = escape(span.of(self.text));
            let message = format!("`{shown}` is not a digit; {what} is written with digits only");
            let error = fault_at(self.text, code, span, message).expected(["0..9"]);
            self.errors.push(match letter {
                'O' | 'o' => error.fix(span, "0"),
                'l' | 'I' => error.fix(span, "1"),
                _ => error,
            });
            good = false;
        }
        good
    }
}

/// [`ItemForm::items_but_one`] looks for an item of incorrect length only if the section has at most this many
/// items besides that one. (A board with 18 rows and 18 columns has room for 36 cards.)
const MOST_ITEMS: usize = 36;

/// The form of the items in a sequence, with the error codes for invalid items.
pub(super) struct ItemForm {
    /// Number of characters per item.
    pub width: usize,
    /// Name of one item, with its article (such as "a fire card").
    pub item: &'static str,
    /// Name of the items in the plural (such as "fire cards").
    pub items: &'static str,
    /// The contents of an item, such as "four digits (row, column)".
    pub contents: &'static str,
    /// Error code for an item with too few characters.
    pub truncated: &'static Code,
    /// Error code for a character that the sequence cannot contain.
    pub stray: &'static Code,
}

impl ItemForm {
    /// Splits the section into items and returns their spans.
    ///
    /// Every item must begin with a letter. If the number of characters is not a multiple of the width, each
    /// item ends before the next letter. In this way, a missing character causes a single error and does not
    /// affect later items.
    pub(super) fn items_from_letters(
        &self,
        scan: &mut Scan<'_>,
        section: Span,
        fits: impl Fn(usize, char) -> bool,
    ) -> Vec<Span> {
        let letters = section.of(scan.text);
        if letters.chars().count().is_multiple_of(self.width) {
            return self.items(scan, section, fits);
        }
        let starts = letters.char_indices().filter(|&(at, letter)| at > 0 && fits(0, letter));
        let mut ends: Vec<usize> = starts.map(|(at, _)| section.start + at).collect();
        ends.push(section.end);
        let mut start = section.start;
        let mut items = Vec::new();
        for end in ends {
            items.extend(self.items(scan, Span::new(start, end), &fits));
            start = end;
        }
        items
    }

    /// Splits the section into items of equal length and returns their spans.
    ///
    /// `fits` returns whether an item may have the given character at the given index. If the number of characters
    /// is one more than a multiple of the width, the first character that does not fit is treated as extra. The
    /// extra character is reported and skipped, because otherwise every later item would be misread. If the
    /// extra character is inside an item, the whole item is skipped.
    pub(super) fn items(
        &self,
        scan: &mut Scan<'_>,
        section: Span,
        fits: impl Fn(usize, char) -> bool,
    ) -> Vec<Span> {
        let (text, errors) = (scan.text, &mut scan.errors);
        let count = section.of(text).chars().count();
        let stray = if count % self.width == 1 { self.stray(text, section, &fits) } else { None };
        let mut items = Vec::new();
        let mut cursor = Cursor::over(text, section);
        // Each character of an item has at most ten valid values, so there are at most 10^width different items. In a
        // sequence of more than `most` items, the duplicates alone reach the error limit.
        let most = 10_usize.pow(self.width as u32) + 2 * Diagnostics::LIMIT;
        while !cursor.is_done() && !errors.is_full() && items.len() < most {
            let span = cursor.span_of(self.width);
            if let Some(stray) = stray.filter(|stray| (span.start..span.end).contains(&stray.start)) {
                // An extra character between two items is skipped. If an item contains the extra character, the whole
                // item is skipped.
                cursor.take(if stray.start == span.start { 1 } else { self.width + 1 });
                let letter = stray.of(text).chars().next().unwrap_or_default();
                if let Some(before) =
                    items.pop_if(|_: &mut Span| stray.start == span.start && fits(self.width - 1, letter))
                {
                    // The extra character may instead be one of the previous item's characters, so the error's span
                    // also covers the previous item.
                    let [item, left] = [before, stray].map(|span| escape(span.of(text)));
                    let message = format!("`{left}` is left over after `{item}`");
                    let error = fault_at(text, self.stray, before.to(stray), message);
                    errors.push(error.expected([self.contents]));
                    continue;
                }
                let shown = escape(stray.of(text));
                let message =
                    format!("`{shown}` does not belong here; {} is written as {}", self.item, self.contents);
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

    /// Splits a section of digits into items. If one item seems to have an incorrect length, reports this
    /// item and returns the spans of all other items. `are_possible` decides whether the spans of the other
    /// items are plausible.
    ///
    /// If a digit is missing, counting from the front would misread every later item. Therefore, items after
    /// the faulty item are counted from the end. If any of several items could be the faulty one, the error's
    /// span covers all of these items, and none of them is returned.
    pub(super) fn items_but_one(
        &self,
        scan: &mut Scan<'_>,
        section: Span,
        are_possible: impl Fn(&[Span]) -> bool,
    ) -> Vec<Span> {
        let digits = section.of(scan.text);
        let length = digits.len();
        let wrong = match length % self.width {
            // One extra digit is more likely than several missing digits.
            1 if self.width > 2 && length > self.width => self.width + 1,
            left => left,
        };
        let others = (length - wrong) / self.width;
        let without = |index: usize| -> Vec<Span> {
            let start = |other| section.start + other * self.width + if other < index { 0 } else { wrong };
            (0..others).map(|other| Span::new(start(other), start(other) + self.width)).collect()
        };
        let is_searched =
            wrong > 0 && others <= MOST_ITEMS && digits.bytes().all(|byte| byte.is_ascii_digit());
        let mut possible = (0..=others).filter(|&index| is_searched && are_possible(&without(index)));
        let Some(first) = possible.next() else {
            return self.items(scan, section, |_, letter| letter.is_ascii_digit());
        };
        let last = possible.last().unwrap_or(first);
        let span = Span::new(section.start + first * self.width, section.start + last * self.width + wrong);
        scan.errors.push(if self.width == 2 && first < others {
            // A missing digit is as likely as an extra digit.
            odd_digit(scan.text, self.truncated, span).expected([self.contents])
        } else {
            self.wrong_length(scan.text, span, wrong, last - first + 1)
        });
        let mut items = without(first);
        items.retain(|item| item.end <= span.start || span.end <= item.start);
        items
    }

    /// Builds the error for an item of `found` characters. If `items` is greater than 1, the span covers that many
    /// items, and exactly one of them has an incorrect length.
    fn wrong_length(&self, text: &str, span: Span, found: usize, items: usize) -> Diagnostic {
        let Self { width, item, contents, .. } = *self;
        let (code, fault) =
            if found < width { (self.truncated, "cut short") } else { (self.stray, "too long") };
        let message = if items == 1 {
            wrong_length(item, fault, contents, found)
        } else {
            let (expected, all) = (items * width, (items - 1) * width + found);
            let names = self.items;
            format!("one of these {items} {names} is {fault}: expected {expected} digits in all, found {all}")
        };
        fault_at(text, code, span, message).expected([contents])
    }

    /// Span of the first character that `fits` rejects, if any.
    fn stray(&self, text: &str, section: Span, fits: impl Fn(usize, char) -> bool) -> Option<Span> {
        let mut letters = section.of(text).char_indices().enumerate();
        let (_, (at, letter)) = letters.find(|(index, (_, letter))| !fits(index % self.width, *letter))?;
        Some(Span::new(section.start + at, section.start + at + letter.len_utf8()))
    }
}

/// Message for an item that is missing, cut short or too long. `fault` is `cut short` or `too long`.
pub(super) fn wrong_length(item: &str, fault: &str, contents: &str, found: usize) -> String {
    match found {
        0 => format!("{item} is missing: expected {contents}"),
        _ => format!("{item} is {fault}: expected {contents}, found {}", plural(found, "character")),
    }
}

/// Message for a missing character, such as `the orientation (N, E, S or W) is missing at the end`.
fn missing(text: &str, what: &str, allowed: &str) -> String {
    let noun = what.strip_prefix("a ").or(what.strip_prefix("an "));
    let the = noun.map_or_else(|| what.to_owned(), |noun| format!("the {noun}"));
    let at_the_end = if text.is_empty() { "" } else { " at the end" };
    format!("{the} ({}) is missing{at_the_end}", choices(allowed))
}

/// Lists the allowed letters or digits, such as `N, E, S or W`. More than seven letters or digits are listed
/// as ranges, such as `a to z or A to E`.
fn choices(allowed: &str) -> String {
    let runs = allowed.as_bytes().chunk_by(|one, next| allowed.len() > 7 && one + 1 == *next);
    let shown: Vec<_> = runs
        .map(|run| match *run {
            [first, .., last] => format!("{} to {}", char::from(first), char::from(last)),
            _ => run.iter().copied().map(char::from).collect(),
        })
        .collect();
    match shown.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => shown.concat(),
    }
}
