//! `diff`: are two texts equal as values, and where are they not?
//!
//! Exit statuses are those of diff(1): 0 equal, 1 different, 2 a text cannot be read.

use super::exit::Status;
use super::input::{self, Item, NotText};
use super::kinds::{self, Options};
use super::output::{Output, note};
use super::result::{self, Findings};
use super::{Context, Format};
use crate::diagnostics::Span;
use crate::diagnostics::escape::escape;
use crate::kinds::{Difference, DifferencePlace, ReadOptions, Value, read};
use crate::notation::{Kind, plural};
use crate::raft::State;
use crate::render::{Look, Paint, Scene, Style};
use std::ffi::OsString;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// What the texts are: see `clowder kinds`
    #[arg(value_name = "KIND", value_parser = kinds::parser())]
    kind: Kind,
    /// What it should be: the string, `-` for standard input, or `@PATH` for a file
    #[arg(value_name = "EXPECTED")]
    expected: OsString,
    /// What it is
    #[arg(value_name = "ACTUAL")]
    actual: OsString,
    /// Use ASCII characters only
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    options: Options,
}

/// One difference as JSON.
#[derive(serde::Serialize)]
struct DifferenceOut<'a> {
    /// For a state: the part.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<usize>,
    /// Row and column of a square, x and y of a hexagon, for boards.
    square: Option<[usize; 2]>,
    /// Bytes of the canonical strings, for kinds that are compared as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<[usize; 2]>,
    expected: Option<&'a str>,
    actual: Option<&'a str>,
}

impl<'a> From<&'a Difference> for DifferenceOut<'a> {
    fn from(difference: &'a Difference) -> Self {
        let (square, span) = match difference.place {
            DifferencePlace::Square(square) => (Some(square), None),
            DifferencePlace::Span(span) => (None, Some([span.start, span.end])),
            DifferencePlace::Member => (None, None),
        };
        let (expected, actual) = (difference.expected.as_deref(), difference.actual.as_deref());
        Self { part: difference.component, square, span, expected, actual }
    }
}

#[derive(serde::Serialize)]
struct DiffOut<'a> {
    v: u8,
    kind: &'a str,
    equal: bool,
    identical: bool,
    differences: &'a [DifferenceOut<'a>],
}

/// A text that could be read.
struct DiffSide {
    text: String,
    value: Box<dyn Value>,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let kind = arguments.kind;
    let options = arguments.options.to_read_options();
    let expected = input::one(&arguments.expected, "expected", kind)?;
    let actual = input::one(&arguments.actual, "actual", kind)?;
    let expected = side(1, expected, kind, &options, context)?;
    let actual = side(2, actual, kind, &options, context)?;
    let (Some(expected), Some(actual)) = (expected, actual) else { return Ok(Status::Trouble) };
    let differences = expected.value.differences(&*actual.value);
    let (equal, identical) = (differences.is_empty(), expected.text == actual.text);
    match context.format() {
        Format::Json => {
            let differences: Vec<_> = differences.iter().map(DifferenceOut::from).collect();
            let answer = DiffOut { v: 1, kind: kind.name(), equal, identical, differences: &differences };
            context.output.line(crate::diagnostics::json::text(&answer)?)?;
        }
        Format::Plain => {
            for difference in &differences {
                context.output.line(plain(difference))?;
            }
        }
        Format::Human if equal => {
            context.output.line(if identical { "identical" } else { "equal, but not written alike" })?;
        }
        Format::Human => {
            let look = context.output.look(arguments.ascii);
            let scene = scene([&*expected.value, &*actual.value], &differences, &look);
            context.output.write(Output::paint(&scene, context.output.colour))?;
        }
    }
    Ok(Status::of(equal))
}

/// Returns the text with that number and its value, if it has one that can be used. Errors and warnings are reported.
fn side(
    n: usize,
    item: Item,
    kind: Kind,
    options: &ReadOptions,
    context: &mut Context,
) -> anyhow::Result<Option<DiffSide>> {
    let (name, path) = (item.name, item.path);
    let source = result::Place { n, ..result::Place::only(&name, path.as_deref(), context.errors) };
    let (text, (value, findings)) = match item.text {
        Ok(text) => {
            let read = Findings::lenient(read(kind, &text, options));
            (text, read)
        }
        Err(NotText { lossy, faults }) => (lossy, (None, faults.into())),
    };
    let Some(value) = value else {
        result::refuse(context, source, kind, &text, &findings, &[])?;
        return Ok(None);
    };
    if !findings.diagnostics.is_empty() {
        let colour = context.output.error_colour;
        let warnings =
            result::faults(Format::Human, source, findings.source(&text), &findings.diagnostics, colour);
        note(warnings.trim_end());
    }
    Ok(Some(DiffSide { text, value }))
}

/// `hand: missing Aa`, `(3, 4): expected b, found f`.
fn plain(difference: &Difference) -> String {
    let part =
        difference.component.map(|part| format!("{}: ", State::COMPONENT_NAMES[part])).unwrap_or_default();
    let shown = |text: &Option<String>| text.as_deref().map(|text| escape(text).into_owned());
    let (expected, actual) = (shown(&difference.expected), shown(&difference.actual));
    let quoted =
        |text: Option<String>| text.map_or_else(|| "no square".to_owned(), |text| format!("`{text}`"));
    match difference.place {
        DifferencePlace::Square([row, column]) => {
            format!("{part}({row}, {column}): expected {}, found {}", quoted(expected), quoted(actual))
        }
        DifferencePlace::Span(Span { start, end }) => {
            format!("{part}{start}..{end}: expected {}, found {}", quoted(expected), quoted(actual))
        }
        DifferencePlace::Member => match (expected, actual) {
            (Some(expected), _) => format!("{part}missing {expected}"),
            (_, actual) => format!("{part}not expected {}", actual.unwrap_or_default()),
        },
    }
}

/// Differences told in words; beyond, only how many more there are.
const SHOWN: usize = 40;

/// Boards side by side with the differing squares marked, then every difference in words.
fn scene(values: [&dyn Value; 2], differences: &[Difference], look: &Look) -> Scene {
    let square = |difference: &Difference| match difference.place {
        DifferencePlace::Square(square) => Some(square),
        DifferencePlace::Span(_) | DifferencePlace::Member => None,
    };
    let squares: Vec<_> = differences.iter().filter_map(square).collect();
    let mut scene = Scene::new();
    if !squares.is_empty()
        && let [Some(expected), Some(actual)] = values.map(|value| value.marked(&squares, look))
    {
        scene = Scene::expected_and_actual(expected, actual, look);
        scene.line();
    }
    for difference in differences.iter().take(SHOWN) {
        scene.line().put(plain(difference), Style::PLAIN);
    }
    if differences.len() > SHOWN {
        scene.line().put(format!("and {} more", differences.len() - SHOWN), Style::FAINT);
    }
    scene.line().put(plural(differences.len(), "difference"), Style::ink(Paint::Red).bold());
    scene
}
