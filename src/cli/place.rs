//! The position of a text in the input, and the position of an error in its file.
//!
//! Spans are offsets in the decoded text, but an editor needs the line and column in the file. The file may contain the
//! text in encoded form. In a `--jsonl` batch, a text is a JSON string with escapes, and so is each string of a state.

use super::stream::{Framing, Line};
use crate::diagnostics::Span;
use crate::diagnostics::{Source, line_column};
use crate::json::quick::without_layout;
use crate::json::{self, Data};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The position of a text in the input.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    /// The number of the text (counted from 1).
    pub(crate) n: usize,
    /// The `id` of the line, unchanged.
    pub(crate) id: Option<&'a RawValue>,
    /// The source of the text, in human-readable form.
    pub(crate) name: Name<'a>,
    /// The path of the file, `-` for standard input, or `None` for an argument.
    pub(crate) path: Option<&'a str>,
    /// For a text in a stream: the line and column of its first byte, both counted from 0.
    pub(crate) start: (usize, usize),
    /// For a text decoded from a stream: the line that was decoded, and its encoding.
    pub(crate) raw: Option<(&'a str, Encoding)>,
    /// For a JSON string in a stream: the string without its quotation marks, if it is escaped exactly as clowder
    /// would escape it.
    pub(crate) json: Option<&'a str>,
}

/// How a text is encoded in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// A line in which `\n` stands for a line break.
    Line,
    /// A line of JSON: a string, an array or an object. In an object, the text is a member such as `input`,
    /// or the whole object.
    Json,
}

impl<'a> Place<'a> {
    /// Creates the place of a text outside a stream. `name` is the source of the text.
    pub(crate) const fn only(name: &'a str, path: Option<&'a str>) -> Self {
        Self { n: 1, id: None, name: Name::Source(name), path, start: (0, 0), raw: None, json: None }
    }

    /// Converts the place of a state to the place of the action with the given index, counted from 0. In a
    /// stream, errors in an action are located at the line of the state.
    pub(crate) const fn action(self, index: usize) -> Self {
        let (name, path, start) = match self.name {
            Name::Line(line) | Name::Action(Some(line), _) => {
                (Name::Action(Some(line), index), self.path, self.start)
            }
            Name::Source(_) | Name::Action(None, _) => (Name::Action(None, index), None, (0, 0)),
        };
        Self { name, path, start, raw: None, json: None, ..self }
    }

    /// The file name for editors: the path, `<stdin>`, or a name such as `<argument 2>`.
    pub(crate) fn file(&self) -> Cow<'a, str> {
        match (self.path, self.name) {
            (Some("-"), _) => Cow::Borrowed("<stdin>"),
            (Some(path), _) => Cow::Borrowed(path),
            (None, Name::Source("input")) => Cow::Borrowed("<argument>"),
            (None, name) => Cow::Owned(format!("<{name}>")),
        }
    }

    /// Converts an offset in the text, or in one string of a state, to a line and column of the file (counted from 1).
    pub(crate) fn line_column(
        &self,
        source: Source<'_>,
        part: Option<usize>,
        offset: usize,
    ) -> (usize, usize) {
        let in_text = match part {
            Some(part) if !source.parts.is_empty() => in_state(source.text, part, offset),
            _ => offset,
        };
        let (line, column) = match self.raw {
            None => line_column(source.text, in_text),
            Some((raw, Encoding::Line)) => line_column(raw, encoded(raw, in_text, line_character)),
            Some((raw, Encoding::Json)) => line_column(raw, in_json_line(raw, source.text, in_text)),
        };
        let (line_before, column_before) = self.start;
        (line_before + line, column + if line == 1 { column_before } else { 0 })
    }
}

/// The human-readable source of a text, formatted lazily.
#[derive(Clone, Copy)]
pub(crate) enum Name<'a> {
    /// Source name, such as `argument 2`, `standard input` or a path.
    Source(&'a str),
    /// A line of a stream (counted from 1).
    Line(usize),
    /// An action: the line number of its state (if the state is in a stream), and the index of the action,
    /// counted from 0.
    Action(Option<usize>, usize),
}

impl Name<'_> {
    /// Returns the prefix of a plain answer. In a stream, the prefix names the line, and the action if there is
    /// one, as in `line 3: `. Outside a stream, the prefix is empty.
    pub(crate) fn before(self) -> String {
        match self {
            Self::Source(_) | Self::Action(None, _) => String::new(),
            Self::Line(_) | Self::Action(Some(_), _) => format!("{self}: "),
        }
    }
}

impl std::fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Source(name) => f.write_str(name),
            Self::Line(number) => write!(f, "line {number}"),
            Self::Action(None, index) => write!(f, "action {}", index + 1),
            Self::Action(Some(line), index) => write!(f, "line {line}: action {}", index + 1),
        }
    }
}

/// Returns where the next line begins, given that `line` begins at `start`. Lines and columns are counted
/// from 0.
pub(crate) fn after(line: &Line<'_>, framing: Framing, start: (usize, usize)) -> (usize, usize) {
    match (framing, line) {
        (Framing::Lines | Framing::JsonLines, _) => (start.0 + 1, 0),
        (Framing::Null, Line::Whole(bytes)) => {
            let text = String::from_utf8_lossy(bytes);
            let (lines, columns) = line_column(&text, text.len());
            // A NUL byte counts as one character of its line.
            (start.0 + lines - 1, columns + if lines == 1 { start.1 } else { 0 })
        }
        (Framing::Null, Line::TooLong(length)) => (start.0, start.1 + length + 1),
    }
}

/// Converts an offset in a decoded string of a state to the offset in the state's text.
fn in_state(text: &str, part: usize, offset: usize) -> usize {
    let value = json::read(text).into_value();
    let string = value.as_ref().and_then(|value| value.as_array()?.get(part));
    string.map_or(0, |string| in_string(text, string.span, offset))
}

/// Converts an offset in a decoded text to the offset in its JSON line.
fn in_json_line(raw: &str, text: &str, offset: usize) -> usize {
    // The line itself may be the text, for example if the line is unusable.
    let decoded = json::read(raw).into_value().filter(|_| text != raw);
    let Some(value) = decoded else { return offset.min(raw.len()) };
    let found = match value.data {
        Data::Object(_) => ["input", "challenge", "state"].iter().find_map(|name| value.get(name)),
        _ => Some(&value),
    };
    match found {
        Some(string) if string.as_str().is_some() => in_string(raw, string.span, offset),
        // The text of an array or object is its JSON, without white space between array items.
        Some(value) if value.span.of(raw) == text => value.span.start + offset,
        Some(value) if value.as_array().is_some() => {
            let (mut found, raw) = (0, value.span.of(raw));
            let mut kept = without_layout(raw).skip_while(|(_, letter)| {
                found += letter.len_utf8();
                found <= offset
            });
            value.span.start + kept.next().map_or(raw.len(), |(at, _)| at)
        }
        _ => offset.min(raw.len()),
    }
}

/// Converts an offset in a decoded JSON string to the offset in the text that contains the string.
fn in_string(text: &str, string: Span, offset: usize) -> usize {
    string.start + 1 + encoded(&string.of(text)[1..], offset, json_character)
}

/// Converts an offset in a decoded text to the offset in the encoded text. `character` returns the encoded length and
/// the decoded length of the first character.
fn encoded(text: &str, offset: usize, character: fn(&str) -> (usize, usize)) -> usize {
    let (mut decoded, mut at) = (0, 0);
    while decoded < offset && at < text.len() {
        let (written, meant) = character(&text[at..]);
        decoded += meant;
        at += written;
    }
    at
}

/// Measures the first character of a line in which `\n` stands for a line break.
fn line_character(rest: &str) -> (usize, usize) {
    let length = rest.chars().next().map_or(1, char::len_utf8);
    if rest.starts_with("\\n") { (2, 1) } else { (length, length) }
}

/// Measures the first character inside a JSON string.
fn json_character(rest: &str) -> (usize, usize) {
    let escape = |length: usize| {
        let text: String = serde_json::from_str(&format!("\"{}\"", rest.get(..length)?)).ok()?;
        Some((length, text.len()))
    };
    // A lone surrogate is read as U+FFFD.
    if rest.starts_with('\\') {
        [2, 6, 12].into_iter().find_map(escape).unwrap_or((6, 3))
    } else {
        line_character(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, Framing, Line, Place, after};
    use crate::diagnostics::Source;

    fn column(raw: &str, encoding: Encoding, text: &str, offset: usize) -> usize {
        let place = Place { start: (4, 0), raw: Some((raw, encoding)), ..Place::only("", None) };
        let (line, column) = place.line_column(Source::whole(text), None, offset);
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
        let at = |part, offset| Place::only("", None).line_column(source, Some(part), offset).1;
        assert_eq!((at(0, 2), at(1, 0), at(1, 1)), (6, 10, 11));
    }
}
