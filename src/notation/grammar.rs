//! A small toolbox for grammars: nom parsers for single letters and two-digit numbers, and the helpers with which the
//! readers locate errors.

use crate::diagnostics::{Code, Diagnostic, Span};
use nom::Parser;
use nom::bytes::complete::take;
use nom::combinator::{all_consuming, map_opt};

/// The result of a grammar function. The error carries no detail, because a rejected string is read again by the reader
/// that reports all errors.
pub(crate) type Read<'a, T> = nom::IResult<&'a str, T, ()>;

/// Parses one character and returns its meaning, which is the result of the function `of`. Rejects a character for
/// which `of` returns `None`.
pub(crate) fn letter<'a, T>(of: impl Fn(char) -> Option<T>) -> impl Parser<&'a str, Output = T, Error = ()> {
    map_opt(nom::character::complete::anychar, of)
}

/// Parses two digits: `digit2 = DIGIT DIGIT`.
///
/// # Errors
/// Returns an error if the input does not begin with two digits.
pub(crate) fn digit2(input: &str) -> Read<'_, u8> {
    map_opt(take(2usize), two_digits).parse(input)
}

/// Returns the number that two ASCII digits represent, or `None` if the text is not two ASCII digits.
pub(crate) fn two_digits(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => Some((tens - b'0') * 10 + (ones - b'0')),
        _ => None,
    }
}

/// Returns the two numbers in a text such as `2,3`, `(02 03)` or `2*3`. Leading zeros are removed, so the number 0
/// becomes an empty string. Returns `None` if there are not exactly two numbers, or if the text has other characters than
/// digits, white space, brackets and usual separators. A minus sign is such another character.
pub(crate) fn two_numbers(text: &str) -> Option<(&str, &str)> {
    let separates = |c: char| c.is_whitespace() || ",;:/.*xX×()[]".contains(c);
    if !text.chars().all(|c| c.is_ascii_digit() || separates(c)) {
        return None;
    }
    let mut numbers = text.split(|digit: char| !digit.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let (first, second, None) = (numbers.next()?, numbers.next()?, numbers.next()) else { return None };
    let [first, second] = [first, second].map(|digits| digits.trim_start_matches('0'));
    Some((first, second))
}

/// Returns the value if the grammar accepts the whole string, and otherwise `None`.
pub(crate) fn whole<'a, T>(
    text: &'a str,
    grammar: impl Parser<&'a str, Output = T, Error = ()>,
) -> Option<T> {
    all_consuming(grammar).parse(text).ok().map(|(_, value)| value)
}

/// A cursor over a string that may have errors. It yields characters with their spans. Its position is always on a
/// character boundary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    /// Returns a cursor over the whole string.
    pub(crate) fn new(text: &'a str) -> Self {
        Self::over(text, Span::new(0, text.len()))
    }

    /// Returns a cursor over the part of the string in `span`. Offsets are still counted from the beginning of the
    /// whole string.
    pub(crate) fn over(text: &'a str, span: Span) -> Self {
        Self { text, at: span.start, end: span.end }
    }

    /// Returns the offset of the cursor.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// Returns the part of the string after the cursor.
    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    /// Returns true if the cursor is at the end.
    pub(crate) fn is_done(&self) -> bool {
        self.at == self.end
    }

    /// Returns the next character without moving the cursor.
    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Returns the span of the next `count` characters without moving the cursor. If there are fewer characters, the
    /// span contains all of them.
    pub(crate) fn span_of(&self, count: usize) -> Span {
        let rest = self.rest();
        let length = rest.char_indices().nth(count).map_or(rest.len(), |(at, _)| at);
        Span::new(self.at, self.at + length)
    }

    /// Moves the cursor past the next `count` characters and returns their span. If there are fewer characters, the
    /// cursor moves to the end.
    pub(crate) fn take(&mut self, count: usize) -> Span {
        let span = self.span_of(count);
        self.at = span.end;
        span
    }

    /// Moves the cursor to the next character for which `keep` returns false, or to the end. Returns the span of the
    /// characters that were passed.
    pub(crate) fn take_while(&mut self, keep: impl Fn(char) -> bool) -> Span {
        let rest = self.rest();
        let length = rest.find(|character| !keep(character)).unwrap_or(rest.len());
        let span = Span::new(self.at, self.at + length);
        self.at = span.end;
        span
    }
}

/// Creates the error for an odd number of digits where each item has two digits. The span contains every digit that can
/// be the cause.
pub(crate) fn odd_digit(text: &str, code: &'static Code, span: Span) -> Diagnostic {
    let message = if span.end - span.start == 1 {
        "a digit is missing next to this one, or this digit does not belong here"
    } else {
        "a digit is missing here, or one of these digits does not belong here"
    };
    fault_at(text, code, span, message)
}

/// Creates an error at `span`. The error stores the text in the span as the text that was found, unless the span is
/// empty.
pub(crate) fn fault_at(
    text: &str,
    code: &'static Code,
    span: Span,
    message: impl Into<String>,
) -> Diagnostic {
    let fault = Diagnostic::new(code, span, message);
    if span.start == span.end { fault } else { fault.found(span.of(text)) }
}

/// Returns each character of an ASCII string as a separate string. The result is used as the list of expected strings
/// in an error. No memory is allocated for the strings.
pub(crate) fn letters(of: &'static str) -> impl Iterator<Item = &'static str> {
    (0..of.len()).map(|index| &of[index..=index])
}
