//! Diagnostics as JSON, in the key order of the result object.

use super::{Diagnostic, Span, line_column};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A fault together with the texts its spans point into, ready to be written as JSON.
#[derive(Clone, Copy, Debug)]
pub struct InText<'a> {
    /// The fault.
    pub diagnostic: &'a Diagnostic,
    /// The text that was read, with its parts if it is a state.
    pub source: Source<'a>,
}

/// A text and, for a state, the decoded strings it is made of.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The whole text.
    pub text: &'a str,
    /// Its parts, empty for anything but a state.
    pub parts: &'a [String],
}

impl<'a> Source<'a> {
    /// A text without parts.
    pub const fn whole(text: &'a str) -> Self {
        Self { text, parts: &[] }
    }

    /// The text that spans of this part point into.
    pub fn part(self, part: Option<usize>) -> &'a str {
        part.and_then(|part| self.parts.get(part)).map_or(self.text, String::as_str)
    }
}

/// A span with its line and column.
struct Placed<'a>(Span, &'a str);

impl Serialize for Placed<'_> {
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
    span: Placed<'a>,
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
        map.serialize_entry("span", &Placed(fault.span, source.part(fault.part)))?;
        let related: Vec<_> = fault
            .related
            .iter()
            .map(|other| RelatedOut {
                message: &other.message,
                span: Placed(other.span, source.part(other.part)),
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
