//! A toolbox for grammars: nom parsers for single letters and two-digit numbers, and helpers for locating
//! errors.

use crate::diagnostics::{Code, Diagnostic, Span};
use nom::Parser;
use nom::bytes::complete::take;
use nom::combinator::{all_consuming, map_opt};

/// The result of a grammar function. The error has no details, because the thorough reader rereads every
/// rejected string.
pub(crate) type Read<'a, T> = nom::IResult<&'a str, T, ()>;

/// Parses a character for which `of` returns a value.
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

pub(crate) fn two_digits(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => Some((tens - b'0') * 10 + (ones - b'0')),
        _ => None,
    }
}

/// Extracts two numbers from a text such as `2,3`, `(02 03)` or `2*3`. Leading zeros are removed, so 0
/// becomes an empty string. Returns `None` unless the text has exactly two numbers and otherwise only white
/// space, brackets and common separators. A minus sign does not count as a separator.
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

/// Parses a string. Returns `None` if the grammar does not accept all of it.
pub(crate) fn whole<'a, T>(
    text: &'a str,
    grammar: impl Parser<&'a str, Output = T, Error = ()>,
) -> Option<T> {
    all_consuming(grammar).parse(text).ok().map(|(_, value)| value)
}

/// A cursor that moves through a possibly invalid string, from character boundary to character boundary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self::over(text, Span::new(0, text.len()))
    }

    /// Creates a cursor that is confined to `span`. Offsets are still counted from the beginning of the
    /// string.
    pub(crate) fn over(text: &'a str, span: Span) -> Self {
        Self { text, at: span.start, end: span.end }
    }

    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    pub(crate) fn is_done(&self) -> bool {
        self.at == self.end
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Returns the span of the next `count` characters, or of the rest if fewer are left, without moving the
    /// cursor.
    pub(crate) fn span_of(&self, count: usize) -> Span {
        let rest = self.rest();
        let length = rest.char_indices().nth(count).map_or(rest.len(), |(at, _)| at);
        Span::new(self.at, self.at + length)
    }

    /// Moves past the next `count` characters, or to the end if fewer are left, and returns their span.
    pub(crate) fn take(&mut self, count: usize) -> Span {
        let span = self.span_of(count);
        self.at = span.end;
        span
    }

    /// Moves past all characters that `keep` accepts, and returns their span.
    pub(crate) fn take_while(&mut self, keep: impl Fn(char) -> bool) -> Span {
        let rest = self.rest();
        let length = rest.find(|character| !keep(character)).unwrap_or(rest.len());
        let span = Span::new(self.at, self.at + length);
        self.at = span.end;
        span
    }
}

/// Creates the error for an odd number of digits in a list of two-digit items. The span covers every digit
/// that could be the cause.
pub(crate) fn odd_digit(text: &str, code: &'static Code, span: Span) -> Diagnostic {
    let message = if span.end - span.start == 1 {
        "a digit is missing next to this one, or this digit does not belong here"
    } else {
        "a digit is missing here, or one of these digits does not belong here"
    };
    fault_at(text, code, span, message)
}

/// Creates an error at `span`. If the span is not empty, its text is reported as found.
pub(crate) fn fault_at(
    text: &str,
    code: &'static Code,
    span: Span,
    message: impl Into<String>,
) -> Diagnostic {
    let fault = Diagnostic::new(code, span, message);
    if span.start == span.end { fault } else { fault.found(span.of(text)) }
}

/// Splits an ASCII string into characters without allocating, e.g. for the expected characters of an error.
pub(crate) fn letters(of: &'static str) -> impl Iterator<Item = &'static str> {
    (0..of.len()).map(|index| &of[index..=index])
}
