//! Writes the result object of a text, and reports its errors in every format.

pub(crate) use super::place::Name;
use super::place::Place;
use super::{Context, Format, OutputStyle, note};
use crate::check::{self, Head, ResultObject};
use crate::diagnostics::json::shown;
use crate::diagnostics::{Diagnostics, Severity, Source, caret, escape, line_column};
use crate::kinds::{AnyReading, Value};
use crate::notation::{Kind, Reading};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The result of reading a text, apart from the value.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// The canonical string, or `None` if the text has no value.
    pub(crate) canonical: Option<String>,
    /// All errors and warnings.
    pub(crate) diagnostics: Diagnostics,
    /// For a state, the decoded strings that the spans of the diagnostics refer to. Empty for every other kind.
    pub(crate) parts: Vec<String>,
}

impl Findings {
    /// Splits a parse result into its value and the findings.
    pub(crate) fn of<T>(reading: Reading<T>, canonical: impl FnOnce(&T) -> String) -> (Option<T>, Self) {
        let canonical = reading.value().map(canonical);
        let parts = reading.parts().to_vec();
        let (value, diagnostics) = reading.into_parts();
        (value, Self { canonical, diagnostics, parts })
    }

    /// Splits a parse result of any kind into its value and the findings.
    pub(crate) fn of_any(reading: AnyReading) -> (Option<Box<dyn Value>>, Self) {
        Self::of(reading, |value| value.canonical())
    }

    /// Whether `validate` accepts the text.
    pub(crate) fn is_valid(&self) -> bool {
        check::is_valid(&self.diagnostics)
    }

    /// Splits a parse result into value and findings, for a verb that also accepts non-canonical strings.
    /// Errors of class `canon` become warnings. Other errors suppress the value.
    pub(crate) fn lenient(reading: AnyReading) -> (Option<Box<dyn Value>>, Self) {
        Self::lenient_of(reading, |value| value.canonical())
    }

    /// Like [`lenient`](Self::lenient), but for a value of a known type.
    pub(crate) fn lenient_of<T>(
        reading: Reading<T>,
        canonical: impl FnOnce(&T) -> String,
    ) -> (Option<T>, Self) {
        let usable = reading.is_usable();
        let (value, findings) = Self::of(reading, canonical);
        (value.filter(|_| usable), Self { diagnostics: findings.diagnostics.lenient(), ..findings })
    }

    /// Whether the text has no errors, which means that its picture needs no marks.
    pub(crate) fn is_drawable(&self) -> bool {
        !self.diagnostics.iter().any(|found| found.severity == Severity::Error)
    }

    /// Returns the text and its decoded strings, to which the spans of the diagnostics refer.
    pub(crate) fn source<'a>(&'a self, text: &'a str) -> Source<'a> {
        Source { text, parts: &self.parts }
    }
}

impl<T: Into<Diagnostics>> From<T> for Findings {
    /// Findings for a text that has no value because of its errors.
    fn from(diagnostics: T) -> Self {
        Self { diagnostics: diagnostics.into(), ..Self::default() }
    }
}

/// Stands in for the members of a verb that adds none to the result object.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct NoMembers {}

/// Writes the result object and a line break.
pub(crate) fn json(
    out: &mut Vec<u8>,
    place: Place<'_>,
    kind: Option<Kind>,
    text: &str,
    findings: &Findings,
    ok: bool,
    members: &impl Serialize,
) {
    let head = Head { n: place.n, id: place.id, path: place.path, kind, ok };
    let (source, canonical) = (findings.source(text), findings.canonical.as_deref());
    let object = ResultObject::new(head, source, canonical, &findings.diagnostics, members);
    let written = crate::diagnostics::json::write(&mut *out, &object);
    debug_assert!(written.is_ok(), "writing strings and numbers to memory cannot fail");
    out.push(b'\n');
}

/// Writes the same result object as [`json`] for a canonical text, but faster. A text that was a JSON string
/// in the input is copied unchanged.
pub(crate) fn json_canonical(out: &mut Vec<u8>, place: Place<'_>, kind: Kind, text: &str) {
    let id = place.id.map_or(Cow::Borrowed("null"), |id| shown(id.get()));
    out.reserve(text.len() + text.len() / 8 + 120);
    // The pieces are written individually, because `format!` would take longer than reading a board. Writing
    // strings and numbers to memory cannot fail.
    out.extend_from_slice(b"{\"v\":1,\"n\":");
    drop(serde_json::to_writer(&mut *out, &place.n));
    out.extend_from_slice(b",\"id\":");
    out.extend_from_slice(id.as_bytes());
    out.extend_from_slice(b",\"path\":");
    drop(crate::diagnostics::json::write(&mut *out, &place.path));
    for piece in [",\"kind\":\"", kind.name(), "\",\"ok\":true,\"canonical\":"] {
        out.extend_from_slice(piece.as_bytes());
    }
    match place.json {
        Some(json) => ["\"", json, "\""].iter().for_each(|piece| out.extend_from_slice(piece.as_bytes())),
        None => drop(crate::diagnostics::json::write(&mut *out, text)),
    }
    out.extend_from_slice(b",\"diagnostics\":[]}\n");
}

/// Writes each error on its own line: `line:column: code: message`. For a text in a stream, this line begins
/// with the name of the text, such as `line 3: `. For a state, the number of the string precedes the position,
/// as in `part 2: `.
pub(crate) fn plain_faults(name: Name<'_>, source: Source<'_>, faults: &Diagnostics) -> String {
    let mut out = String::new();
    for fault in faults {
        let (line, column) = line_column(source.part(fault.part), fault.span.start);
        let part = fault.part.map(|part| format!("part {}: ", part + 1)).unwrap_or_default();
        let (at, code, message) = (name.before(), fault.code.name, &fault.message);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{at}{part}{line}:{column}: {code}: {message}");
    }
    out
}

/// Maximum number of errors per text in a human-readable report without `--all`.
const SHOWN: usize = 10;

/// The option `--all`.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(crate) struct AllErrors {
    /// Show every error, not just the first ten
    #[arg(long)]
    all: bool,
}

/// Maximum number of errors per text in a human-readable report. Verbs with the option `--all` set this limit
/// before they read any input.
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);

impl AllErrors {
    pub(crate) fn set(self) {
        LIMIT.store(if self.all { usize::MAX } else { SHOWN }, Ordering::Relaxed);
    }
}

/// Writes a human-readable report of the errors, each with its line and a caret under the span.
pub(crate) fn human_faults(name: Name<'_>, source: Source<'_>, faults: &Diagnostics, colour: bool) -> String {
    let limit = LIMIT.load(Ordering::Relaxed);
    caret::report_first(source, faults, &name.to_string(), super::colour::styling(colour), limit)
}

/// Writes the errors in a format that editors can parse, one per line.
fn concise_faults(place: Place<'_>, source: Source<'_>, faults: &Diagnostics) -> String {
    let mut out = String::new();
    for fault in faults {
        let (line, column) = place.line_column(source, fault.part, fault.span.start);
        let (file, severity, code) = (place.file(), fault.severity.name(), fault.code.name);
        let (file, message) = (escape(&file), escape(&fault.message));
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{file}:{line}:{column}: {severity}[{code}]: {message}");
    }
    out
}

/// Writes the errors in the requested format, with a line break at the end.
pub(crate) fn faults(
    style: OutputStyle,
    place: Place<'_>,
    source: Source<'_>,
    faults: &Diagnostics,
) -> String {
    match style.format {
        _ if style.concise => concise_faults(place, source, faults),
        Format::Human => human_faults(place.name, source, faults, style.error_colour),
        Format::Plain | Format::Json => plain_faults(place.name, source, faults),
    }
}

/// Reports the errors in a text that a verb cannot use. If the format is JSON, the report is a result object
/// on standard output. Otherwise, the errors go to standard error.
///
/// # Errors
/// Returns an error if writing fails.
pub(crate) fn refuse(
    context: &mut Context,
    place: Place<'_>,
    kind: Kind,
    text: &str,
    findings: &Findings,
    members: &impl Serialize,
) -> anyhow::Result<()> {
    let style = context.style(Format::Human);
    if style.format == Format::Json {
        let mut out = Vec::new();
        json(&mut out, place, Some(kind), text, findings, false, members);
        return context.write(out);
    }
    note(faults(style, place, findings.source(text), &findings.diagnostics).trim_end());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::value::RawValue;

    #[test]
    fn a_canonical_text_has_the_same_result_object_as_any_other() {
        let id = RawValue::from_string("[1]".to_owned()).expect("it is JSON");
        for text in ["A6", "a\nb\n", "\"\\", "{\"a\":\"é\u{202e}\"}", "\t"] {
            for path in [None, Some("-"), Some("a b.txt"), Some("\"\\\n"), Some("é\u{202e}")] {
                for id in [None, Some(&*id)] {
                    let place = Place { n: 7, id, ..Place::only("input", path) };
                    let (mut quick, mut usual) = (Vec::new(), Vec::new());
                    json_canonical(&mut quick, place, Kind::Draw, text);
                    let findings = Findings { canonical: Some(text.to_owned()), ..Findings::default() };
                    json(&mut usual, place, Some(Kind::Draw), text, &findings, true, &NoMembers {});
                    assert_eq!(String::from_utf8(quick), String::from_utf8(usual), "{text:?} in {path:?}");
                }
            }
        }
    }
}
