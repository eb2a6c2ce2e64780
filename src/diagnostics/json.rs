//! Writes diagnostics and other values as JSON that is safe to show on a terminal or a web page.

use super::escape::is_plain;
use super::{Diagnostic, Diagnostics, Fix, Span, line_column};
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, Write};

/// Writes the same JSON as `serde_json`, except that invisible characters are escaped, as in `\u202e`.
struct EscapingFormatter;

impl serde_json::ser::Formatter for EscapingFormatter {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        writer.write_all(shown(fragment).as_bytes())
    }

    fn write_raw_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        writer.write_all(shown(fragment).as_bytes())
    }
}

/// Makes JSON safe to show without changing its meaning. Escapes invisible characters, as in `\u202e`, and
/// replaces tabs and carriage returns between values with spaces.
///
/// ```
/// use clowder::diagnostics::json::shown;
/// assert_eq!(shown("[\"a\u{202e}b\", \"\\n\"]"), "[\"a\\u202eb\", \"\\n\"]");
/// assert_eq!(shown("[1,\r2]"), "[1, 2]");
/// ```
pub fn shown(json: &str) -> Cow<'_, str> {
    // JSON allows control characters such as tabs between values but not inside strings. Line feeds are safe
    // to show, so they are kept.
    let is_space = |character: char| character < ' ' && character != '\n';
    let hidden = |character: char| is_space(character) || (character > ' ' && !is_plain(character));
    if json.bytes().all(|byte| byte == b'\n' || (b' '..0x7f).contains(&byte)) || !json.contains(hidden) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    for character in json.chars() {
        if is_space(character) {
            out.push(' ');
        } else if hidden(character) {
            out.extend(character.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// Writes a value as compact JSON that is safe to show.
///
/// # Errors
/// Returns an error if the value cannot be serialized as JSON, or if writing to `out` fails.
pub(crate) fn write(out: impl Write, value: &(impl Serialize + ?Sized)) -> serde_json::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(out, EscapingFormatter))
}

/// Converts a value to compact JSON that is safe to show.
///
/// # Errors
/// Returns an error if the value cannot be serialized as JSON.
///
/// ```
/// assert_eq!(clowder::diagnostics::json::text("a\u{202e}b").unwrap(), "\"a\\u202eb\"");
/// ```
pub fn text(value: &(impl Serialize + ?Sized)) -> serde_json::Result<String> {
    let mut out = Vec::new();
    write(&mut out, value)?;
    // The result is always UTF-8, because serde_json writes UTF-8 and the added escapes are ASCII.
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// The text to which spans refer, together with the decoded strings if the text is a state.
///
/// ```
/// use clowder::diagnostics::Source;
///
/// let parts = ["first".to_owned(), "second".to_owned()];
/// let source = Source::new("whole", &parts);
/// assert_eq!((source.part(Some(1)), source.part(None)), ("second", "whole"));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Source<'a> {
    /// The whole string.
    pub text: &'a str,
    /// The decoded strings of a state. Empty for all other kinds.
    pub parts: &'a [String],
}

impl<'a> Source<'a> {
    /// Creates a source from a string. For a state, `parts` contains its decoded strings.
    pub const fn new(text: &'a str, parts: &'a [String]) -> Self {
        Self { text, parts }
    }

    /// Creates a source without parts.
    pub const fn whole(text: &'a str) -> Self {
        Self { text, parts: &[] }
    }

    /// Returns the string to which the spans of a part refer.
    pub fn part(self, part: Option<usize>) -> &'a str {
        part.and_then(|part| self.parts.get(part)).map_or(self.text, String::as_str)
    }
}

impl Source<'_> {
    /// Applies the safe fixes and returns the new text, or `None` if there are no safe fixes. If the fixes
    /// are inside the strings of a state, the new text is a JSON array of the new strings.
    pub(crate) fn fixed(self, diagnostics: &Diagnostics) -> Option<String> {
        let of = |part: Option<usize>| -> Vec<&Fix> {
            let errors = diagnostics.iter().filter(|error| error.part == part);
            errors.filter_map(|error| error.fix.as_ref()).filter(|fix| fix.safe).collect()
        };
        let fixed = |part: Option<usize>| Fix::apply_all(&of(part), self.part(part));
        if !of(None).is_empty() {
            return Some(fixed(None));
        }
        let parts: Vec<String> = (0..self.parts.len()).map(|part| fixed(Some(part))).collect();
        (parts != self.parts).then(|| serde_json::to_string(&parts).ok()).flatten()
    }
}

/// A span, with the line and column where it begins.
#[derive(Debug, serde::Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct SpanOut {
    /// Offset of the first byte, counted from 0.
    pub(crate) start: usize,
    /// Offset of the byte after the last one.
    pub(crate) end: usize,
    /// Line of the first byte, counted from 1.
    pub(crate) line: usize,
    /// Column of the first byte, in characters and counted from 1.
    pub(crate) column: usize,
}

impl SpanOut {
    pub(crate) fn of(text: &str, span: Span) -> Self {
        let (line, column) = line_column(text, span.start);
        Self { start: span.start, end: span.end, line, column }
    }
}

/// Another place that is relevant to an error.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct RelatedOut<'a> {
    /// The connection between the place and the error.
    message: &'a str,
    /// The place.
    span: SpanOut,
    /// Index (from 0) of the string that contains the place, if it is in one of a state's strings.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<usize>,
}

/// A change that repairs the text by replacing some of its bytes.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct FixOut<'a> {
    /// Offset of the first byte to replace.
    start: usize,
    /// Offset of the byte after the last one to replace.
    end: usize,
    /// The text to insert instead.
    text: &'a str,
    /// Whether the fix is certain to keep the intended meaning. An unsafe fix is only a suggestion.
    safe: bool,
}

/// One error or warning about a text.
#[derive(serde::Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct DiagnosticOut<'a> {
    /// The error code. `clowder codes` lists all codes. The meaning of a code never changes.
    code: &'static str,
    /// The severity: `error` if this problem makes the string invalid, otherwise `warning`.
    severity: &'static str,
    /// The class of the error. `syntax`: the grammar does not accept the string. `canon`: the string is not in
    /// canonical order or spelling. `rule`: the rules or the components of the game do not allow the string. `state`:
    /// the parts of a state contradict each other. `protocol`: the bot protocol does not allow the message.
    class: &'static str,
    /// A message for people. It does not mention the place.
    message: &'a str,
    /// The wrong bytes. If `part` is given, the offsets refer to the decoded string with that index.
    span: SpanOut,
    /// Other places that are relevant to the error.
    related: Vec<RelatedOut<'a>>,
    /// The square that the error is about: its row and column, or the x and y coordinates of a hexagon.
    square: Option<[usize; 2]>,
    /// Index (from 0) of the string that contains the error, if it is in one of a state's strings.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<usize>,
    /// Alternatives that would be correct in place of the text at the span.
    expected: &'a [Cow<'static, str>],
    /// The text found at the span. It is `null` if the input ends there, or if the message is enough to describe the
    /// error.
    found: Option<&'a str>,
    /// The likely fix. All offsets refer to the original string. Two fixes overlap if they change the same byte or
    /// begin at the same byte; apply only the first of such fixes. The new string can still have errors, so check it
    /// again.
    fix: Option<FixOut<'a>>,
}

impl<'a> DiagnosticOut<'a> {
    pub(crate) fn new(error: &'a Diagnostic, source: Source<'_>) -> Self {
        let related = |other: &'a super::Related| RelatedOut {
            message: &other.message,
            span: SpanOut::of(source.part(other.part), other.span),
            part: other.part,
        };
        let fix = |fix: &'a Fix| FixOut {
            start: fix.span.start,
            end: fix.span.end,
            text: &fix.text,
            safe: fix.safe,
        };
        Self {
            code: error.code.name,
            severity: error.severity.name(),
            class: error.class().name(),
            message: &error.message,
            span: SpanOut::of(source.part(error.part), error.span),
            related: error.related.iter().map(related).collect(),
            square: error.square,
            part: error.part,
            expected: &error.expected,
            found: error.found.as_deref(),
            fix: error.fix.as_ref().map(fix),
        }
    }
}
