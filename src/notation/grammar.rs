//! The small toolbox the grammars are made of: nom parsers for single letters and two-digit numbers, and what the
//! readers after a fault need to point at what they found.

use crate::diagnostics::{Code, Diagnostic, Span};
use nom::Parser;
use nom::bytes::complete::take;
use nom::combinator::{all_consuming, map_opt};

/// What a grammar function returns. Its error says no more than no: a refused text is read again by the reader
/// that explains.
pub type Read<'a, T> = nom::IResult<&'a str, T, ()>;

/// One character that `of` gives a meaning.
pub fn letter<'a, T>(of: impl Fn(char) -> Option<T>) -> impl Parser<&'a str, Output = T, Error = ()> {
    map_opt(nom::character::complete::anychar, of)
}

/// `digit2 = DIGIT DIGIT`
///
/// # Errors
/// The text does not start with two digits.
pub fn digit2(input: &str) -> Read<'_, u8> {
    map_opt(take(2usize), two_digits).parse(input)
}

/// The value of two ASCII digits.
pub fn two_digits(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => Some((tens - b'0') * 10 + (ones - b'0')),
        _ => None,
    }
}

/// The two numbers in a text, without zeros before them, if there are just two: what is most likely meant by `2,3` or
/// `(02 03)`.
pub fn two_numbers(text: &str) -> Option<(&str, &str)> {
    let mut numbers = text.split(|digit: char| !digit.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let (first, second, None) = (numbers.next()?, numbers.next()?, numbers.next()) else { return None };
    let [first, second] = [first, second].map(|digits| digits.trim_start_matches('0'));
    Some((first, second))
}

/// The value if the grammar takes the whole text.
pub fn whole<'a, T>(text: &'a str, grammar: impl Parser<&'a str, Output = T, Error = ()>) -> Option<T> {
    all_consuming(grammar).parse(text).ok().map(|(_, value)| value)
}

/// A walk over a text that may be wrong: characters with their spans, without ever leaving a character bound.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    /// A walk over the whole text.
    pub fn new(text: &'a str) -> Self {
        Self::over(text, Span::new(0, text.len()))
    }

    /// A walk over the part of the text at `span`; offsets stay those of the text.
    pub fn over(text: &'a str, span: Span) -> Self {
        Self { text, at: span.start, end: span.end }
    }

    /// Where the walk stands.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// What is left.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    /// Whether nothing is left.
    pub fn is_done(&self) -> bool {
        self.at == self.end
    }

    /// The next character, not taken.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The span of the next `count` characters, or of as many as are left, not taken.
    pub fn span_of(&self, count: usize) -> Span {
        let rest = self.rest();
        let length = rest.char_indices().nth(count).map_or(rest.len(), |(at, _)| at);
        Span::new(self.at, self.at + length)
    }

    /// Takes the next `count` characters, or as many as are left.
    pub fn take(&mut self, count: usize) -> Span {
        let span = self.span_of(count);
        self.at = span.end;
        span
    }

    /// Takes characters as long as `keep` holds.
    pub fn take_while(&mut self, keep: impl Fn(char) -> bool) -> Span {
        let rest = self.rest();
        let length = rest.find(|character| !keep(character)).unwrap_or(rest.len());
        let span = Span::new(self.at, self.at + length);
        self.at = span.end;
        span
    }

    /// The text under a span of this walk.
    pub fn text(&self, span: Span) -> &'a str {
        &self.text[span.start..span.end]
    }
}

/// A fault at `span` that says what stands there: the text under the span, or nothing where it is empty.
pub fn fault_at(text: &str, code: &'static Code, span: Span, message: impl Into<String>) -> Diagnostic {
    let fault = Diagnostic::new(code, span, message);
    if span.start == span.end { fault } else { fault.found(span.of(text)) }
}

/// Letters as a list of expectations.
pub fn letters(of: &str) -> impl Iterator<Item = String> + '_ {
    of.chars().map(String::from)
}
