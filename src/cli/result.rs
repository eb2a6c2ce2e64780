//! Writes the result object of one text, and the reports for people and in plain form.

use super::formats::{ErrorFormat, Origin};
use super::output::note;
use super::{Context, Format};
use crate::diagnostics::json::{DiagnosticOut, shown};
use crate::diagnostics::{Class, Diagnostic, Diagnostics, Severity, Source, caret, line_column};
use crate::kinds::{AnyReading, Value};
use crate::notation::{Kind, Reading};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The place of a text in the input.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    /// The number of the text, counted from 1 or from the value of `--first`.
    pub(crate) n: usize,
    /// The `id` of the line, as it was given.
    pub(crate) id: Option<&'a RawValue>,
    /// The source of the text, for people.
    pub(crate) name: Name<'a>,
    /// The source of the text, for programs.
    pub(crate) origin: Origin<'a>,
    /// The format of the errors, if `--format` names a format that contains only errors.
    pub(crate) errors: Option<ErrorFormat>,
}

impl<'a> Place<'a> {
    /// Returns the place of a text that is not part of a stream. `name` is its source.
    pub(crate) fn only(name: &'a str, path: Option<&'a str>, errors: Option<ErrorFormat>) -> Self {
        let origin = Origin { path, ..Origin::default() };
        Self { n: 1, id: None, name: Name::Source(name), origin, errors }
    }

    /// Returns the place of one of the actions of a state. `self` is the place of the state. Actions are counted from
    /// 0. In a batch, the errors of an action are located at the line of the state.
    pub(crate) fn action(self, index: usize) -> Self {
        let in_stream = self.origin.raw.is_some() || self.origin.start != (0, 0);
        let origin = if in_stream || matches!(self.name, Name::Line(_) | Name::Action(Some(_), _)) {
            Origin { raw: None, json: None, ..self.origin }
        } else {
            Origin::default()
        };
        Self { name: self.name.action(index), origin, ..self }
    }

    /// Returns the name of the file in the formats for editors: its path, `<stdin>`, or a name such as `<argument 2>`.
    pub(crate) fn file(&self) -> Cow<'a, str> {
        match (self.origin.path, self.name) {
            (Some("-"), _) => Cow::Borrowed("<stdin>"),
            (Some(path), _) => Cow::Borrowed(path),
            (None, Name::Source("input")) => Cow::Borrowed("<argument>"),
            (None, name) => Cow::Owned(format!("<{name}>")),
        }
    }
}

/// The source of a text, in a form that people can read. The name is formatted only when it is printed.
#[derive(Clone, Copy)]
pub(crate) enum Name<'a> {
    /// The name of the source, such as `argument 2`, `standard input` or a path.
    Source(&'a str),
    /// A line of a stream, counted from 1.
    Line(usize),
    /// An action. The second value is its index, counted from 0. In a stream, the first value is the number of the line
    /// that contains the state.
    Action(Option<usize>, usize),
}

impl Name<'_> {
    /// Returns the prefix of a plain answer. It names the line of a stream, and is empty for other texts.
    pub(crate) fn before(self) -> String {
        match self {
            Self::Source(_) | Self::Action(None, _) => String::new(),
            Self::Line(_) | Self::Action(Some(_), _) => format!("{self}: "),
        }
    }

    /// Returns the name of the action with this index among the actions for this text. Actions are counted from 0.
    pub(crate) const fn action(self, index: usize) -> Self {
        match self {
            Self::Line(line) | Self::Action(Some(line), _) => Self::Action(Some(line), index),
            Self::Source(_) | Self::Action(None, _) => Self::Action(None, index),
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

/// The findings in a text, apart from its value.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// The canonical string, or `None` if the text cannot be understood.
    pub(crate) canonical: Option<String>,
    /// Everything that is wrong with the text.
    pub(crate) diagnostics: Diagnostics,
    /// The decoded strings of a state, to which the spans of the diagnostics refer. The list is empty for every other
    /// kind.
    pub(crate) parts: Vec<String>,
}

impl Findings {
    /// Splits a reading into its value and the findings.
    pub(crate) fn of<T>(reading: Reading<T>, canonical: impl FnOnce(&T) -> String) -> (Option<T>, Self) {
        let canonical = reading.value().map(canonical);
        let parts = reading.parts().to_vec();
        let (value, diagnostics) = reading.into_parts();
        (value, Self { canonical, diagnostics, parts })
    }

    /// Splits a reading of any kind into its value and the findings.
    pub(crate) fn of_any(reading: AnyReading) -> (Option<Box<dyn Value>>, Self) {
        Self::of(reading, |value| value.canonical())
    }

    /// Returns true if the text is valid: it has no error and no warning of the class `rule`. Other warnings, such as a
    /// warning about an unusual layout of JSON, do not make a text invalid.
    pub(crate) fn is_valid(&self) -> bool {
        let is_wrong = |found: &Diagnostic| found.severity == Severity::Error || found.class() == Class::Rule;
        !self.diagnostics.iter().any(is_wrong)
    }

    /// Splits a reading for a verb that also accepts an order or a spelling that is not canonical. Errors of the class
    /// `canon` become warnings, and the value is returned only if there is no other error.
    pub(crate) fn lenient(reading: AnyReading) -> (Option<Box<dyn Value>>, Self) {
        let usable = reading.is_usable();
        let (value, findings) = Self::of_any(reading);
        (value.filter(|_| usable), Self { diagnostics: findings.diagnostics.lenient(), ..findings })
    }

    /// Returns the text with the decoded strings to which the diagnostics refer.
    pub(crate) fn source<'a>(&'a self, text: &'a str) -> Source<'a> {
        Source { text, parts: &self.parts }
    }
}

impl<T: Into<Diagnostics>> From<T> for Findings {
    /// Returns the findings for a text that has no value because of its errors.
    fn from(diagnostics: T) -> Self {
        Self { diagnostics: diagnostics.into(), ..Self::default() }
    }
}

/// A member of the result object that a verb adds: its name and its JSON text.
pub(crate) type Extra = (&'static str, Box<RawValue>);

/// Creates a member from any value.
///
/// # Errors
/// Returns an error if the value cannot be written as JSON.
pub(crate) fn extra(name: &'static str, value: &impl serde::Serialize) -> serde_json::Result<Extra> {
    Ok((name, RawValue::from_string(crate::diagnostics::json::text(value)?)?))
}

/// Creates a list with one member. The value must be one that can always be written as JSON, such as a string or a
/// number.
pub(crate) fn member(name: &'static str, value: &impl serde::Serialize) -> Vec<Extra> {
    extra(name, value).into_iter().collect()
}

/// The answer to one text.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct ResultObject<'a> {
    /// The version of this format.
    v: u8,
    /// The number of the text, counted from 1 or from the value of `--first`.
    n: usize,
    /// The `id` of the line in a `--jsonl` batch, as it was given.
    id: Option<&'a RawValue>,
    /// The path of the file that the text came from, `-` for standard input, and `null` for an argument.
    path: Option<&'a str>,
    /// The kind of the text; `null` if it was not given and cannot be found.
    kind: Option<&'static str>,
    /// True if the answer is positive: the string is valid, the action is legal, or the challenge is solved.
    ok: bool,
    /// The canonical string, or `null` if the text cannot be understood.
    canonical: Option<&'a str>,
    /// The members that only some verbs add.
    #[serde(flatten, serialize_with = "in_order")]
    #[schemars(with = "super::schema::Members")]
    extra: &'a [Extra],
    /// Everything that is wrong with the text.
    diagnostics: &'a [DiagnosticOut<'a>],
}

/// Writes members in the order of the list.
fn in_order<S: serde::Serializer>(members: &&[Extra], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(members.iter().map(|(name, value)| (name, value)))
}

/// Writes the result object and a line break.
pub(crate) fn json(
    out: &mut Vec<u8>,
    place: Place<'_>,
    kind: impl Into<Option<Kind>>,
    text: &str,
    findings: &Findings,
    ok: bool,
    extra: &[Extra],
) {
    let kind = kind.into();
    let source = findings.source(text);
    let faults: Vec<_> = findings.diagnostics.iter().map(|error| DiagnosticOut::new(error, source)).collect();
    let canonical = findings.canonical.as_deref();
    let (n, id, path, kind) = (place.n, place.id, place.origin.path, kind.map(Kind::name));
    let object = ResultObject { v: 1, n, id, path, kind, ok, canonical, extra, diagnostics: &faults };
    let written = crate::diagnostics::json::write(&mut *out, &object);
    debug_assert!(written.is_ok(), "writing strings and numbers to memory cannot fail");
    out.push(b'\n');
}

/// Writes the result object of a canonical text. The output is the same as that of [`json`], but the text is usually
/// not copied.
pub(crate) fn json_canonical(out: &mut Vec<u8>, place: Place<'_>, kind: Kind, text: &str) {
    let is_plain = |text: &str| text.bytes().fold(true, |plain, byte| plain & (b' '..=b'~').contains(&byte));
    let path = place.origin.path.unwrap_or_default();
    let path_is_plain = is_plain(path) && !path.contains(['"', '\\']);
    let needs_no_other_escape = |byte: u8| byte == b'\n' || (b' '..=b'~').contains(&byte);
    // A fold is used because the compiler translates it to vector instructions.
    let text_is_plain = || text.bytes().fold(true, |plain, byte| plain & needs_no_other_escape(byte));
    if !path_is_plain || (place.origin.json.is_none() && !text_is_plain()) {
        let findings = Findings { canonical: Some(text.to_owned()), ..Findings::default() };
        return json(out, place, kind, text, &findings, true, &[]);
    }
    out.reserve(text.len() + text.len() / 8 + 120);
    let id = place.id.map_or(Cow::Borrowed("null"), |id| shown(id.get()));
    let (quote, path) = place.origin.path.map_or(("", "null"), |path| ("\"", path));
    out.extend_from_slice(b"{\"v\":1,\"n\":");
    // `serde_json` writes a number with fewer instructions than `write!`. Writing to memory cannot fail.
    drop(serde_json::to_writer(&mut *out, &place.n));
    // The pieces are written one after the other, because formatting all of them at once takes longer than reading a
    // board.
    let pieces = [
        ",\"id\":",
        &*id,
        ",\"path\":",
        quote,
        path,
        quote,
        ",\"kind\":\"",
        kind.name(),
        "\",\"ok\":true,\"canonical\":\"",
    ];
    for piece in pieces {
        out.extend_from_slice(piece.as_bytes());
    }
    match place.origin.json {
        Some(json) => out.extend_from_slice(json.as_bytes()),
        None => escaped(out, text),
    }
    out.extend_from_slice(b"\",\"diagnostics\":[]}\n");
}

/// Writes a text of printable ASCII characters and line breaks as a JSON string, but without the quotation marks around
/// it.
fn escaped(out: &mut Vec<u8>, text: &str) {
    let mut rest = text.as_bytes();
    while let Some(at) = memchr::memchr3(b'\n', b'"', b'\\', rest) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(match rest[at] {
            b'\n' => b"\\n",
            b'"' => b"\\\"",
            _ => b"\\\\",
        });
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
}

/// Returns the errors of a text, each on its own line: `line:column: code: message`. In a stream, each of these lines
/// begins with the name of the text, such as `line 3: `. For an error in a string of a state, the index of this string
/// comes before the line and the column.
pub(crate) fn plain_faults(name: Name<'_>, source: Source<'_>, faults: &Diagnostics) -> String {
    let mut out = String::new();
    for fault in faults {
        let (line, column) = line_column(source.part(fault.part), fault.span.start);
        let part = fault.part.map(|part| format!("part {part}: ")).unwrap_or_default();
        let (at, code, message) = (name.before(), fault.code.name, &fault.message);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{at}{part}{line}:{column}: {code}: {message}");
    }
    out
}

/// The maximum number of errors that a report for people shows for one text if `--all` is not given.
const SHOWN: usize = 10;

/// The option `--all`.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(crate) struct AllErrors {
    /// In the format `human`, report all errors, and not only the first ten
    #[arg(long)]
    all: bool,
}

/// The maximum number of errors that a report for people shows for one text. A verb with the option `--all` sets this
/// limit once, before the verb reads its input.
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);

impl AllErrors {
    /// Sets the maximum number of errors that are reported for one text.
    pub(crate) fn set(self) {
        LIMIT.store(if self.all { usize::MAX } else { SHOWN }, Ordering::Relaxed);
    }
}

/// Returns the errors of a text for people, each with its line and a caret under the span.
pub(crate) fn human_faults(name: Name<'_>, source: Source<'_>, faults: &Diagnostics, colour: bool) -> String {
    let limit = LIMIT.load(Ordering::Relaxed);
    caret::report_first(source, faults, &name.to_string(), super::colour::styling(colour), limit)
}

/// Returns the errors in the requested format, with a line break at the end.
pub(crate) fn faults(
    format: Format,
    place: Place<'_>,
    source: Source<'_>,
    faults: &Diagnostics,
    colour: bool,
) -> String {
    match (place.errors, format) {
        (Some(errors), _) => errors.errors(place, source, faults),
        (None, Format::Human) => human_faults(place.name, source, faults, colour),
        (None, Format::Plain | Format::Json) => plain_faults(place.name, source, faults),
    }
}

/// Reports the errors in a text that a verb needs in order to continue. If the format is JSON, the errors are written
/// as a result object. Otherwise, they are written to standard error.
///
/// # Errors
/// Returns an error if writing fails.
pub(crate) fn refuse(
    context: &mut Context,
    place: Place<'_>,
    kind: Kind,
    text: &str,
    findings: &Findings,
    extra: &[Extra],
) -> anyhow::Result<()> {
    if context.format() == Format::Json {
        let mut out = Vec::new();
        json(&mut out, place, kind, text, findings, false, extra);
        return context.output.write(out);
    }
    let colour = context.output.error_colour;
    let source = findings.source(text);
    note(faults(context.format(), place, source, &findings.diagnostics, colour).trim_end());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_canonical_text_has_the_same_result_object_as_any_other() {
        let id = RawValue::from_string("[1]".to_owned()).expect("it is JSON");
        for text in ["A6", "a\nb\n", "\"\\", "{\"a\":\"é\u{202e}\"}", "\t"] {
            for path in [None, Some("-"), Some("a b.txt"), Some("\"\\\n"), Some("é\u{202e}")] {
                for id in [None, Some(&*id)] {
                    let place = Place { n: 7, id, ..Place::only("input", path, None) };
                    let (mut quick, mut usual) = (Vec::new(), Vec::new());
                    json_canonical(&mut quick, place, Kind::Draw, text);
                    let findings = Findings { canonical: Some(text.to_owned()), ..Findings::default() };
                    json(&mut usual, place, Kind::Draw, text, &findings, true, &[]);
                    assert_eq!(String::from_utf8(quick), String::from_utf8(usual), "{text:?} in {path:?}");
                }
            }
        }
    }
}
