//! Checks one string: finds its kind, its errors, and their fixes.
//!
//! [`check`] serves the command line, the web page, the Python module and other programs. The function
//! returns a [`Report`], which serializes to the result object described in `docs/json.md`. The parts, the
//! picture and the carets of a report are computed on demand.
//!
//! ```
//! use clowder::check::check;
//!
//! let report = check(None, "20113123");
//! assert_eq!(report.kind().map(|kind| kind.name()), Some("penguins-challenge"));
//! assert!(report.is_valid());
//!
//! let report = check(Some("draw".parse().unwrap()), "B3A3");
//! assert_eq!((report.is_valid(), report.fixed().as_deref()), (false, Some("A3B3")));
//! assert!(report.carets().contains("deck `A` must come before deck `B`"));
//! assert_eq!(check(None, "hbbrbyrbyb\r\n").fixed().as_deref(), Some("hbbrbyrbyb"));
//! ```

use crate::diagnostics::json::{DiagnosticOut, SpanOut};
use crate::diagnostics::{Class, Diagnostic, Diagnostics, Severity, Source, Span, Styling, caret, codes};
use crate::kinds::{self, AnyReading, Pace, ReadOptions, Value};
use crate::notation::{Kind, Reading, Segment, plural};
use crate::render::figure::{Figure, FigureLook, svg};
use crate::render::{self, Picture};
use crate::repair::{Identified, Known, improve, is_error_message, without_final_line_break};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// Checks a string. If `kind` is `None`, also finds the kind of the string.
///
/// Searches for the causes of the errors and for repairs, as `clowder validate` does for a single string. If no
/// kind fits, the nearest kind is used. If several kinds fit, or if the text is probably not a string of any
/// kind, the report has no kind, and its only diagnostic explains why.
pub fn check(kind: Option<Kind>, text: impl Into<String>) -> Report {
    let (text, options) = (text.into(), ReadOptions::default());
    let (kind, known) = match kind {
        Some(kind) => (kind, None),
        None => {
            let found = Identified::new(&text, &options, Pace::Fast);
            match kind_of(&text, &found) {
                Ok(kind) => {
                    // The search for the kind ignores a line break at the end, but this check treats the line
                    // break as part of the string.
                    let is_same = without_final_line_break(kind, &text).len() == text.len();
                    (kind, is_same.then(|| found.into_reading(kind, &text, &options)).flatten())
                }
                Err(error) => return Report { kind: None, reading: Reading::refused(*error), text },
            }
        }
    };
    let read = || Known { reading: kinds::read(kind, &text, &options), improved: None };
    let Known { reading, improved } = known.unwrap_or_else(read);
    let reading = improved.unwrap_or_else(|| improve(kind, &text, &options, reading));
    Report { kind: Some(kind), text, reading }
}

/// The result of checking a string.
pub struct Report {
    kind: Option<Kind>,
    text: String,
    reading: AnyReading,
}

impl Report {
    /// The kind of the string, either given or found.
    pub const fn kind(&self) -> Option<Kind> {
        self.kind
    }

    /// The checked string.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text to which the spans refer and, for a state, the decoded strings.
    pub fn source(&self) -> Source<'_> {
        Source::new(&self.text, self.reading.parts())
    }

    /// The value, or `None` if the string cannot be understood.
    pub fn value(&self) -> Option<&dyn Value> {
        self.reading.value().map(|value| &**value)
    }

    /// Whether `clowder validate` accepts the string.
    pub fn is_valid(&self) -> bool {
        self.kind.is_some() && is_valid(self.reading.diagnostics())
    }

    /// The errors and warnings for the string, at most 257.
    pub fn diagnostics(&self) -> &Diagnostics {
        self.reading.diagnostics()
    }

    /// The canonical form, or `None` if the string cannot be understood.
    pub fn canonical(&self) -> Option<String> {
        self.value().map(Value::canonical)
    }

    /// The text with all safe fixes applied, or `None` if there are no safe fixes.
    pub fn fixed(&self) -> Option<String> {
        self.source().fixed(self.diagnostics())
    }

    /// The decoded strings to which the segments of a state refer. Empty for other kinds.
    pub fn strings(&self) -> Vec<String> {
        self.thorough().map_or_else(Vec::new, |reading| reading.parts().to_vec())
    }

    /// The parts of the string and their meanings, as listed by `clowder explain --verbose`. Empty if some
    /// error concerns more than order or spelling.
    pub fn segments(&self) -> Vec<Segment> {
        let Some(reading) = self.thorough() else { return Vec::new() };
        let source = Source::new(&self.text, reading.parts());
        reading.value().map(|value| value.explain(source)).unwrap_or_default()
    }

    /// The segments, as written by `clowder explain --format json`.
    pub fn parts(&self) -> Vec<Part> {
        let strings = self.strings();
        let source = Source::new(&self.text, &strings);
        self.segments().iter().map(|part| Part::new(part, source)).collect()
    }

    /// Reads a usable string thoroughly, so that the decoded strings of a state are available.
    fn thorough(&self) -> Option<AnyReading> {
        let kind = self.kind.filter(|_| self.reading.is_usable())?;
        Some(kinds::read_thoroughly(kind, &self.text, &ReadOptions::default()))
    }

    /// The picture, or `None` if the string has no kind. The picture of an invalid string shows everything
    /// that is readable, and marks the errors.
    pub fn picture(&self) -> Option<Picture> {
        let known = self.reading.parts();
        let parts = if known.is_empty() { self.strings() } else { known.to_vec() };
        let source = Source::new(&self.text, &parts);
        self.kind.map(|kind| drawn(kind, self.value(), source, self.diagnostics()))
    }

    /// The picture as a figure, for SVG.
    pub fn figure(&self) -> Option<Figure> {
        self.picture().map(|picture| picture.figure(&FigureLook::default()))
    }

    /// The picture as an SVG element without a style sheet, for a page that includes [`style`].
    pub fn svg(&self) -> Option<String> {
        self.figure().map(|figure| svg::element(&figure))
    }

    /// The diagnostics as plain text, with carets under their spans.
    pub fn carets(&self) -> String {
        caret::report_in(self.source(), self.diagnostics(), "input", Styling::Plain)
    }
}

impl Serialize for Report {
    /// Serializes the result object that `clowder validate --format json` writes.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fixed {
            #[serde(skip_serializing_if = "Option::is_none")]
            fixed: Option<String>,
        }
        let (canonical, members) = (self.canonical(), Fixed { fixed: self.fixed() });
        let head = Head { n: 1, id: None, path: None, kind: self.kind, ok: self.is_valid() };
        let diagnostics = self.diagnostics();
        ResultObject::new(head, self.source(), canonical.as_deref(), diagnostics, &members)
            .serialize(serializer)
    }
}

/// A part of a string.
#[allow(clippy::struct_field_names, reason = "these are the names in the JSON")]
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Part {
    /// The name of the part.
    name: &'static str,
    /// The position of the part.
    span: SpanOut,
    /// For a state: the index of the string that the span points into, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<usize>,
    /// The text of the part.
    text: String,
    /// The meaning of the part in words.
    meaning: String,
}

impl Part {
    pub(crate) fn new(part: &Segment, source: Source<'_>) -> Self {
        let text = source.part(part.component);
        Self {
            name: part.name,
            span: SpanOut::of(text, part.span),
            part: part.component,
            text: part.span.of(text).to_owned(),
            meaning: part.meaning.clone(),
        }
    }
}

/// The style sheet for pages with pictures from [`Report::svg`]. The attribute `data-theme` of the root
/// element of the page selects the theme `auto`, `light` or `dark`.
pub fn style() -> String {
    svg::style_sheet()
}

/// Whether a text with the given diagnostics is valid. Any error makes a text invalid, and so does a warning of
/// class `rule`. All other warnings, such as a warning about an unusual JSON layout, are ignored.
pub(crate) fn is_valid(diagnostics: &Diagnostics) -> bool {
    let is_wrong = |found: &Diagnostic| found.severity == Severity::Error || found.class() == Class::Rule;
    !diagnostics.iter().any(is_wrong)
}

/// Finds the kind of a text, falling back to the nearest kind if none fits.
///
/// # Errors
/// Returns an error if the text fits several kinds or is probably of no kind, e.g. if it is an error message.
pub(crate) fn kind_of(text: &str, found: &Identified) -> Result<Kind, Box<Diagnostic>> {
    let refused = |code, message: String, help: String| {
        Err(Box::new(Diagnostic::new(code, Span::new(0, text.len()), message).help(help)))
    };
    if found.is_of_no_kind() {
        let what =
            if is_error_message(text) { "this is a program's error message, not" } else { "this is not" };
        let help = "if it is a string, name its kind before it; `clowder kinds` lists the kinds";
        return refused(&codes::text::NO_KIND, format!("{what} a string of any kind"), help.to_owned());
    }
    let candidates = &found.candidates;
    let names: Vec<&str> =
        candidates.iter().filter(|candidate| candidate.fit.is_string()).map(|one| one.kind.name()).collect();
    if let [first, _, ..] = names[..] {
        let (message, help) = if text.is_empty() {
            let kinds = names.join("` and `");
            let message = format!("the input is empty; only strings of the kinds `{kinds}` can be empty");
            (message, "name the kind of the empty string".to_owned())
        } else {
            let message = format!("this text is valid in {} kinds: {}", names.len(), names.join(", "));
            (message, format!("name the kind before the text, for example `{first}`"))
        };
        return refused(&codes::text::SEVERAL_KINDS, message, help);
    }
    Ok(candidates.first().map_or(Kind::Challenge, |candidate| candidate.kind))
}

/// Draws the value of a string. If the string has errors, draws everything that is readable, and marks the
/// errors.
pub(crate) fn drawn(
    kind: Kind,
    value: Option<&dyn Value>,
    source: Source<'_>,
    faults: &Diagnostics,
) -> Picture {
    let known = value.map(|value| kinds::picture(kind, value, source));
    let is_right = !faults.iter().any(|found| found.severity == Severity::Error);
    if let (Some(value), Some(mut picture), true) = (value, known.clone(), is_right) {
        let segments = value.explain(source);
        kind.about().clone_into(&mut picture.title);
        picture.description = described(segments.iter().map(|one| one.meaning.as_str()));
        return picture;
    }
    let mut picture = render::wrong(kind, source, faults, known);
    picture.title = format!("{}: {}", kind.about(), plural(faults.len(), "error"));
    let lines: Vec<_> =
        (1..).zip(faults.iter()).map(|(number, fault)| format!("{number}: {}", fault.message)).collect();
    picture.description = described(lines.iter().map(String::as_str));
    picture
}

/// The maximum length of a picture description, in characters.
const LONGEST_DESCRIPTION: usize = 16 << 10;

fn described<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut text = lines.collect::<Vec<_>>().join("\n");
    if let Some((end, _)) = text.char_indices().nth(LONGEST_DESCRIPTION) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// The head of a result object: the origin and the kind of the text, and whether the answer is positive.
pub(crate) struct Head<'a> {
    /// The number of the text, counted from 1.
    pub(crate) n: usize,
    /// The `id` of the line in a `--jsonl` batch.
    pub(crate) id: Option<&'a RawValue>,
    pub(crate) path: Option<&'a str>,
    pub(crate) kind: Option<Kind>,
    pub(crate) ok: bool,
}

// `M` contains the members that are specific to the command.
/// The answer to one text.
#[derive(Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct ResultObject<'a, M> {
    /// The version of this format.
    v: u8,
    /// The number of the text, counted from 1.
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
    #[serde(flatten)]
    members: &'a M,
    /// Everything that is wrong with the text.
    diagnostics: Vec<DiagnosticOut<'a>>,
}

impl<'a, M> ResultObject<'a, M> {
    pub(crate) fn new(
        Head { n, id, path, kind, ok }: Head<'a>,
        source: Source<'_>,
        canonical: Option<&'a str>,
        diagnostics: &'a Diagnostics,
        members: &'a M,
    ) -> Self {
        let diagnostics = diagnostics.iter().map(|error| DiagnosticOut::new(error, source)).collect();
        Self { v: 1, n, id, path, kind: kind.map(Kind::name), ok, canonical, members, diagnostics }
    }
}
