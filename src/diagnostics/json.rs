//! Writes diagnostics as JSON, with the keys in the order of the result object.

use super::escape::is_plain;
use super::{Diagnostic, Span, line_column};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::borrow::Cow;
use std::io::{self, Write};

/// A formatter that writes JSON as `serde_json` does, except that invisible characters are escaped (`\u202e`). JSON is
/// then as safe on a terminal or a page as any other output.
#[derive(Clone, Copy, Debug, Default)]
struct Shown;

impl serde_json::ser::Formatter for Shown {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if fragment.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return writer.write_all(fragment.as_bytes());
        }
        let mut plain = 0;
        for (at, character) in fragment.char_indices().filter(|(_, character)| !is_plain(*character)) {
            writer.write_all(&fragment.as_bytes()[plain..at])?;
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            plain = at + character.len_utf8();
        }
        writer.write_all(&fragment.as_bytes()[plain..])
    }

    fn write_raw_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        writer.write_all(shown(fragment).as_bytes())
    }
}

/// Returns JSON with the same meaning that is safe to show: invisible characters are escaped (`\u202e`).
///
/// ```
/// use clowder::diagnostics::json::shown;
/// assert_eq!(shown("[\"a\u{202e}b\", \"\\n\"]"), "[\"a\\u202eb\", \"\\n\"]");
/// ```
pub fn shown(json: &str) -> Cow<'_, str> {
    // Outside strings, only white space could be hidden. Inside strings, JSON allows no control character below a
    // space.
    let hidden = |character: char| character >= ' ' && !is_plain(character);
    if json.bytes().all(|byte| byte < 0x7f) || !json.contains(hidden) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len() + 16);
    for character in json.chars() {
        if hidden(character) {
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
/// The value cannot be written as JSON, or `out` cannot be written to.
pub(crate) fn write(out: impl Write, value: &(impl Serialize + ?Sized)) -> serde_json::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(out, Shown))
}

/// Returns a value as compact JSON that is safe to show.
///
/// # Errors
/// The value cannot be written as JSON.
///
/// ```
/// assert_eq!(clowder::diagnostics::json::text("a\u{202e}b").unwrap(), "\"a\\u202eb\"");
/// ```
pub fn text(value: &(impl Serialize + ?Sized)) -> serde_json::Result<String> {
    let mut out = Vec::new();
    write(&mut out, value)?;
    // serde_json writes UTF-8, and the escapes are ASCII.
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// A diagnostic with the strings that its spans point into, ready to be written as JSON.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InText<'a> {
    /// The diagnostic.
    pub(crate) diagnostic: &'a Diagnostic,
    /// The string that was read, with its parts if it is a state.
    pub(crate) source: Source<'a>,
}

/// A string that was read and, for a state, the strings that it was decoded into.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The whole string.
    pub text: &'a str,
    /// The decoded strings of a state; empty for every other kind.
    pub parts: &'a [String],
}

impl<'a> Source<'a> {
    /// Returns a source without parts.
    pub const fn whole(text: &'a str) -> Self {
        Self { text, parts: &[] }
    }

    /// Returns the string that a span with this part index points into.
    pub fn part(self, part: Option<usize>) -> &'a str {
        part.and_then(|part| self.parts.get(part)).map_or(self.text, String::as_str)
    }
}

/// A span with the string that it points into, to be written with its line and column.
struct Located<'a>(Span, &'a str);

impl Serialize for Located<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (line, column) = line_column(self.1, self.0.start);
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("start", &self.0.start)?;
        map.serialize_entry("end", &self.0.end)?;
        map.serialize_entry("line", &line)?;
        map.serialize_entry("column", &column)?;
        map.end()
    }
}

#[derive(serde::Serialize)]
struct RelatedOut<'a> {
    message: &'a str,
    span: Located<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<usize>,
}

#[derive(serde::Serialize)]
struct FixOut<'a> {
    start: usize,
    end: usize,
    text: &'a str,
}

impl Serialize for InText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { diagnostic: fault, source } = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("code", fault.code.name)?;
        map.serialize_entry("severity", fault.severity.name())?;
        map.serialize_entry("class", fault.class().name())?;
        map.serialize_entry("message", &fault.message)?;
        map.serialize_entry("span", &Located(fault.span, source.part(fault.part)))?;
        let related: Vec<_> = fault
            .related
            .iter()
            .map(|other| RelatedOut {
                message: &other.message,
                span: Located(other.span, source.part(other.part)),
                part: other.part,
            })
            .collect();
        map.serialize_entry("related", &related)?;
        map.serialize_entry("square", &fault.square)?;
        if let Some(part) = fault.part {
            map.serialize_entry("part", &part)?;
        }
        map.serialize_entry("expected", &fault.expected)?;
        map.serialize_entry("found", &fault.found)?;
        let fix = fault.fix.as_ref().map(|fix| FixOut {
            start: fix.span.start,
            end: fix.span.end,
            text: &fix.text,
        });
        map.serialize_entry("fix", &fix)?;
        map.end()
    }
}
