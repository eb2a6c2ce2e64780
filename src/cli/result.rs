//! The result object of one text, and its human and plain forms.

use super::Format;
use super::kinds::{Entry, Options, Reading};
use crate::diagnostics::json::{InText, Source};
use crate::diagnostics::{Diagnostics, caret, line_column};
use crate::notation::Kind;
use crate::raft::notation::decode_state;
use serde::ser::SerializeMap as _;
use serde_json::value::RawValue;
use std::fmt::Write as _;

/// Where a text stands among those a run reads.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    /// Counted from 1.
    pub(crate) n: usize,
    /// The caller's `id`, as it was given.
    pub(crate) id: Option<&'a RawValue>,
    /// Where the text came from, for people.
    pub(crate) name: &'a str,
}

/// The decoded strings of a state, which its faults point into; none for other kinds.
pub(crate) fn parts_of(kind: Kind, text: &str) -> Vec<String> {
    if kind == Kind::State { decode_state(text).map(Vec::from).unwrap_or_default() } else { Vec::new() }
}

/// A member of the result object that a verb adds.
pub(crate) type Extra<'a> = (&'static str, &'a dyn erased::Json);

/// Values that can be written as JSON behind a reference.
pub(crate) mod erased {
    /// Anything serde can write.
    pub(crate) trait Json {
        /// The value as JSON text.
        fn raw(&self) -> Option<Box<serde_json::value::RawValue>>;
    }

    impl<T: serde::Serialize> Json for T {
        fn raw(&self) -> Option<Box<serde_json::value::RawValue>> {
            serde_json::value::to_raw_value(self).ok()
        }
    }
}

/// Writes the result object and a line end.
pub(crate) fn json(
    out: &mut Vec<u8>,
    place: Place<'_>,
    kind: Kind,
    text: &str,
    reading: &Reading,
    ok: bool,
    extra: &[Extra<'_>],
) {
    let parts = if reading.faults.is_empty() { Vec::new() } else { parts_of(kind, text) };
    let source = Source { text, parts: &parts };
    let faults: Vec<_> = reading.faults.iter().map(|diagnostic| InText { diagnostic, source }).collect();
    let mut serializer = serde_json::Serializer::new(&mut *out);
    let written = (|| {
        let mut map = serde::Serializer::serialize_map(&mut serializer, None)?;
        map.serialize_entry("v", &1)?;
        map.serialize_entry("n", &place.n)?;
        map.serialize_entry("id", &place.id)?;
        map.serialize_entry("kind", kind.name())?;
        map.serialize_entry("ok", &ok)?;
        map.serialize_entry("canonical", &reading.canonical)?;
        for (name, value) in extra {
            map.serialize_entry(name, &value.raw())?;
        }
        map.serialize_entry("diagnostics", &faults)?;
        map.end()
    })();
    debug_assert!(written.is_ok(), "strings and numbers written to memory cannot fail");
    out.push(b'\n');
}

/// The faults of a text, one a line: `line:column: code: message`, a state's with its part before.
pub(crate) fn plain_faults(kind: Kind, text: &str, faults: &Diagnostics) -> String {
    let parts = parts_of(kind, text);
    let source = Source { text, parts: &parts };
    let mut out = String::new();
    for fault in faults {
        let (line, column) = line_column(source.part(fault.part), fault.span.start);
        let part = fault.part.map(|part| format!("part {part}: ")).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{part}{line}:{column}: {}: {}", fault.code.name, fault.message);
    }
    out
}

/// The faults of a text for people, each with the line it is in and a caret under the span.
pub(crate) fn human_faults(name: &str, kind: Kind, text: &str, faults: &Diagnostics, colour: bool) -> String {
    let parts = parts_of(kind, text);
    let source = Source { text, parts: &parts };
    let shown = faults.iter().map(|fault| caret::render(fault, source, name, colour) + "\n");
    shown.collect::<Vec<_>>().join("\n")
}

/// The faults in the form asked for, ended by a line end.
pub(crate) fn faults(
    format: Format,
    name: &str,
    kind: Kind,
    text: &str,
    faults: &Diagnostics,
    colour: bool,
) -> String {
    match format {
        Format::Human => human_faults(name, kind, text, faults, colour),
        Format::Plain | Format::Json => plain_faults(kind, text, faults),
    }
}

/// Reads a text the lenient way: a fault of order and spelling only warns. True if the text can be used.
pub(crate) fn lenient(entry: &Entry, text: &str, options: &Options) -> (Reading, bool) {
    let reading = (entry.read)(text, options);
    let usable = reading.canonical.is_some() && reading.faults.only_canon();
    (Reading { faults: reading.faults.lenient(), ..reading }, usable)
}
