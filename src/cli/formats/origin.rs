//! The place of a text in its file.
//!
//! Spans are offsets in the decoded text. An editor needs the line and the column in the file. In the file, a
//! text of a `--jsonl` batch is a JSON string with escapes, and the strings of a state are JSON strings too.

use crate::cli::stream::{Framing, Line};
use crate::diagnostics::{Source, Span, line_column};
use crate::json::{self, Data};

/// The place of a text in its file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Origin<'a> {
    /// The path of the file, `-` for standard input, and `None` for an argument.
    pub(crate) path: Option<&'a str>,
    /// For a text of a stream: the line and the column of its first byte, both counted from 0.
    pub(crate) start: (usize, usize),
    /// For a text of a stream that was decoded: the text as it is in the stream, and its encoding.
    pub(crate) raw: Option<(&'a str, Encoding)>,
    /// For a text of a stream that is a JSON string: the characters inside the string, if the string is written
    /// exactly as clowder would write it.
    pub(crate) json: Option<&'a str>,
}

/// The encoding of a text in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// A line in which `\n` is a line break.
    Line,
    /// A line of JSON: a string, an array or an object. The text of an object is one of its members, such as `input`,
    /// or the whole object.
    Json,
}

/// A line and a column, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FilePlace {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Origin<'_> {
    /// Returns the place in the file where a span starts.
    pub(super) fn start(self, source: Source<'_>, part: Option<usize>, span: Span) -> FilePlace {
        self.locate(source, part, span.start)
    }

    /// Returns the place in the file after the last character of a span.
    pub(super) fn end(self, source: Source<'_>, part: Option<usize>, span: Span) -> FilePlace {
        self.locate(source, part, span.end)
    }

    fn locate(self, source: Source<'_>, part: Option<usize>, offset: usize) -> FilePlace {
        let in_text = match part {
            Some(part) if !source.parts.is_empty() => in_state(source.text, part, offset),
            _ => offset,
        };
        let (line, column) = match self.raw {
            None => line_column(source.text, in_text),
            Some((raw, Encoding::Line)) => line_column(raw, in_line(raw, in_text)),
            Some((raw, Encoding::Json)) => line_column(raw, in_json_line(raw, source.text, in_text)),
        };
        let (line_before, column_before) = self.start;
        FilePlace { line: line_before + line, column: column + if line == 1 { column_before } else { 0 } }
    }
}

/// Returns the place after a line of a stream. The line starts at the place `start`. Lines and columns are counted from
/// 0.
pub(crate) fn after(line: &Line<'_>, framing: Framing, start: (usize, usize)) -> (usize, usize) {
    match (framing, line) {
        (Framing::Lines | Framing::JsonLines, _) => (start.0 + 1, 0),
        (Framing::Null, Line::Whole(bytes)) => {
            let text = String::from_utf8_lossy(bytes);
            let (lines, columns) = line_column(&text, text.len());
            // The NUL byte counts as a character of the line.
            (start.0 + lines - 1, columns + if lines == 1 { start.1 } else { 0 })
        }
        (Framing::Null, Line::TooLong { length }) => (start.0, start.1 + length + 1),
    }
}

/// Converts an offset in the decoded text to the offset in the line, in which `\n` stands for a line break.
fn in_line(raw: &str, offset: usize) -> usize {
    let mut decoded = 0;
    let mut at = 0;
    while decoded < offset && at < raw.len() {
        at +=
            if raw[at..].starts_with("\\n") { 2 } else { raw[at..].chars().next().map_or(1, char::len_utf8) };
        decoded += if raw[..at].ends_with("\\n") {
            1
        } else {
            raw[..at].chars().next_back().map_or(1, char::len_utf8)
        };
    }
    at
}

/// Converts an offset in one of the decoded strings of a state to the offset in the text of the state.
fn in_state(text: &str, part: usize, offset: usize) -> usize {
    let value = json::read(text).into_value();
    let string = value.as_ref().and_then(|value| value.as_array()?.get(part));
    string.map_or(0, |string| in_string(text, string.span, offset))
}

/// Converts an offset in a text to the offset in the line of JSON from which the text was decoded.
fn in_json_line(raw: &str, text: &str, offset: usize) -> usize {
    let Some(value) = json::read(raw).into_value() else { return offset.min(raw.len()) };
    let found = match value.data {
        Data::Object(_) => ["input", "challenge", "state"].iter().find_map(|name| value.get(name)),
        _ => Some(&value),
    };
    match found {
        Some(string) if string.as_str().is_some() => in_string(raw, string.span, offset),
        // The text of an array or an object is the JSON itself. In a line that cannot be used, the offset is already an
        // offset in the line.
        Some(value) if value.span.of(raw) == text => value.span.start + offset,
        _ => offset.min(raw.len()),
    }
}

/// Converts an offset in a decoded JSON string to the offset in the text that contains the JSON string.
fn in_string(text: &str, string: Span, offset: usize) -> usize {
    let inside = string.of(text);
    let mut decoded = 0;
    let mut at = 1;
    while decoded < offset && at < inside.len() {
        let (written, meant) = character(&inside[at..]);
        at += written;
        decoded += meant;
    }
    string.start + at
}

/// Returns two lengths of the first character in a JSON string, in bytes: its length in the JSON text, and its length
/// after decoding.
fn character(rest: &str) -> (usize, usize) {
    if !rest.starts_with('\\') {
        let length = rest.chars().next().map_or(1, char::len_utf8);
        return (length, length);
    }
    let unit = |at: usize| {
        rest.get(at..at + 6)?.strip_prefix("\\u").and_then(|digits| u32::from_str_radix(digits, 16).ok())
    };
    match unit(0) {
        None => (2, 1),
        Some(high @ 0xd800..=0xdbff) => match unit(6) {
            Some(low @ 0xdc00..=0xdfff) => {
                let code = 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                (12, char::from_u32(code).map_or(4, char::len_utf8))
            }
            _ => (6, 3),
        },
        Some(code) => (6, char::from_u32(code).map_or(3, char::len_utf8)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, FilePlace, Framing, Line, Origin, after};
    use crate::diagnostics::{Source, Span};

    fn column(raw: &str, encoding: Encoding, text: &str, offset: usize) -> usize {
        let origin = Origin { path: None, start: (4, 0), raw: Some((raw, encoding)), json: None };
        let FilePlace { line, column } = origin.start(Source::whole(text), None, Span::new(offset, offset));
        assert_eq!(line, 5);
        column
    }

    #[test]
    fn an_escaped_line_break_is_two_characters_of_the_line() {
        assert_eq!(column(r"ab\ncd", Encoding::Line, "ab\ncd", 2), 3);
        assert_eq!(column(r"ab\ncd", Encoding::Line, "ab\ncd", 3), 5);
        assert_eq!(column(r"é\n\nx", Encoding::Line, "é\n\nx", 4), 6);
    }

    #[test]
    fn escapes_of_json_are_as_long_as_they_are_written() {
        assert_eq!(column(r#""a\n\u00e9x""#, Encoding::Json, "a\néx", 4), 11);
        assert_eq!(column(r#"{"id":1,"input":"\ud83d\ude00x"}"#, Encoding::Json, "😀x", 4), 30);
        assert_eq!(column(r#"{"state":["a","b"]}"#, Encoding::Json, r#"["a","b"]"#, 5), 15);
        assert_eq!(column(r#"{"challenge":"ab"}"#, Encoding::Json, "ab", 1), 16);
    }

    #[test]
    fn texts_between_nul_bytes_start_where_the_last_one_ends() {
        let lines = [Line::Whole(b"ab"), Line::Whole(b"c\nde"), Line::Whole(b"f")];
        let ends = |framing| {
            let mut place = (0, 0);
            lines.map(|line| {
                place = after(&line, framing, place);
                place
            })
        };
        assert_eq!(ends(Framing::Null), [(0, 3), (1, 3), (1, 5)]);
        assert_eq!(ends(Framing::Lines), [(1, 0), (2, 0), (3, 0)]);
    }

    #[test]
    fn a_part_of_a_state_is_found_in_the_text_of_the_state() {
        let (text, parts) = (r#"["a\nb","cd"]"#, ["a\nb".to_owned(), "cd".to_owned()]);
        let source = Source { text, parts: &parts };
        let at = |part, offset| Origin::default().start(source, Some(part), Span::new(offset, offset)).column;
        assert_eq!((at(0, 2), at(1, 0), at(1, 1)), (6, 10, 11));
    }
}
