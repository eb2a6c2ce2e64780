//! `diff`: compares the values of two strings.
//!
//! The exit status is 0 if the values are equal. It is 1 if they differ, or if a string is invalid. It is 2 for a usage
//! error, or if an input cannot be read.

use super::batch::Question;
use super::diff_dir::{self, DirectoryOptions};
use super::exit::Status;
use super::figure::FigureOptions;
use super::input::{self, Item, NotText};
use super::kinds::Options;
use super::output::{Output, note};
use super::result::{self, AllErrors, Findings};
use super::subject::{self, Reader};
use super::{Context, Format};
use crate::diagnostics::Span;
use crate::diagnostics::escape::escape;
use crate::kinds::{Difference, DifferencePlace, Value};
use crate::notation::{Kind, plural};
use crate::raft::State;
use crate::render::figure::Mark;
use crate::render::figure::html::Section;
use crate::render::{Look, Paint, Scene, Style};
use crate::repair::{Candidate, identify, without_final_line_break};
use std::ffi::OsString;

#[derive(clap::Args, Debug)]
#[command(override_usage = "clowder diff [OPTIONS] [KIND] <EXPECTED> <ACTUAL>")]
pub(crate) struct Arguments {
    /// The kind (optional), the expected string and the actual string, in this order. With --dir: the expected
    /// directory and the actual directory
    #[arg(value_name = "TEXT", num_args = 2..=3, required = true)]
    words: Vec<OsString>,
    /// Draw pictures with ASCII characters only
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    figure: FigureOptions,
    #[command(flatten)]
    all: AllErrors,
    #[command(flatten)]
    directories: DirectoryOptions,
}

/// One difference as JSON.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct DifferenceOut<'a> {
    /// For a state: the index of the string that differs, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<usize>,
    /// For boards: the row and the column of the square that differs, or x and y of the hexagon that differs. Otherwise
    /// `null`.
    square: Option<[usize; 2]>,
    /// For kinds that are compared as text: the span of the difference in the canonical form of the actual string, in
    /// bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<[usize; 2]>,
    /// The expected text; `null` if nothing was expected.
    expected: Option<&'a str>,
    /// The text that was found; `null` if nothing was found.
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

/// The differences between two strings.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct DiffOut<'a> {
    /// The version of this format.
    v: u8,
    /// The kind of the strings.
    kind: &'a str,
    /// True if the strings have the same value.
    equal: bool,
    /// True if the strings are the same, character by character.
    identical: bool,
    /// All differences.
    differences: &'a [DifferenceOut<'a>],
}

/// One of the two texts with its value, if the text could be read.
struct DiffSide {
    text: String,
    value: Box<dyn Value>,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    arguments.all.set();
    if arguments.directories.dir {
        let [expected, actual] = &arguments.words[..] else {
            anyhow::bail!("--dir requires exactly two directories; give the kind of the files with --kind")
        };
        let look = context.output.look(arguments.ascii);
        return diff_dir::run([expected.as_ref(), actual.as_ref()], &arguments.directories, &look, context);
    }
    let (given, words) = subject::split(arguments.words.clone())?;
    let [expected, actual] = &words[..] else {
        anyhow::bail!("expected two strings (EXPECTED and ACTUAL), found {}", words.len());
    };
    let options = arguments.options.to_read_options(given, context.output.error_colour)?;
    let expected = input::one(expected, "expected", given)?;
    let actual = input::one(actual, "actual", given)?;
    let kind = match given {
        Some(kind) => kind,
        None => common_kind(&expected, &actual)?,
    };
    let reader = Reader { options, improves: true, thorough: false };
    let trimmed = |item: Item| {
        let text = item.text.map(|text| match given {
            None if item.path.is_some() => without_final_line_break(kind, &text).to_owned(),
            _ => text,
        });
        Item { text, ..item }
    };
    let expected = side(1, trimmed(expected), kind, &reader, context)?;
    let actual = side(2, trimmed(actual), kind, &reader, context)?;
    let (Some(expected), Some(actual)) = (expected, actual) else { return Ok(Status::No) };
    let differences = expected.value.differences(&*actual.value);
    let (equal, identical) = (differences.is_empty(), expected.text == actual.text);
    if arguments.figure.is_wanted() {
        let values = [&*expected.value, &*actual.value];
        save(values, &differences, &arguments.figure, context)?;
        if arguments.figure.output.is_none() {
            return Ok(Status::of(equal));
        }
    }
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
            context.output.line(if identical { "identical" } else { "equal, but spelled differently" })?;
        }
        Format::Human => {
            let look = context.output.look(arguments.ascii);
            let scene = scene([&*expected.value, &*actual.value], &differences, &look);
            context.output.write(Output::paint(&scene, context.output.colour))?;
        }
    }
    Ok(Status::of(equal))
}

/// Returns the kind that both texts fit. If there is no such kind, the result is the kind that fits one of the texts
/// best.
///
/// # Errors
/// Returns an error if there are several kinds that both texts fit, or if neither text is UTF-8.
fn common_kind(expected: &Item, actual: &Item) -> anyhow::Result<Kind> {
    let candidates = |item: &Item| item.text.as_deref().map(identify).unwrap_or_default();
    let (expected, actual) = (candidates(expected), candidates(actual));
    let fits = |kind: Kind, of: &[Candidate]| of.iter().any(|one| one.kind == kind && one.fit.is_string());
    let common: Vec<Kind> = expected
        .iter()
        .map(|one| one.kind)
        .filter(|&kind| fits(kind, &expected) && fits(kind, &actual))
        .collect();
    match common[..] {
        [kind] => Ok(kind),
        [] => {
            let best = expected.iter().chain(&actual).min_by_key(|one| one.fit);
            best.map(|one| one.kind).ok_or_else(|| anyhow::anyhow!("the texts are not UTF-8"))
        }
        _ => {
            let names: Vec<&str> = common.iter().map(|kind| kind.name()).collect();
            anyhow::bail!(
                "both texts fit several kinds ({}); give the kind before the texts",
                names.join(", ")
            )
        }
    }
}

/// Reads the text with the number `n`. Returns the text with its value, or `None` if it has no usable value. Errors and
/// warnings are reported.
fn side(
    n: usize,
    item: Item,
    kind: Kind,
    reader: &Reader,
    context: &mut Context,
) -> anyhow::Result<Option<DiffSide>> {
    let (name, path) = (item.name, item.path);
    let place = result::Place { n, ..result::Place::only(&name, path.as_deref(), context.errors) };
    let (text, (value, findings)) = match item.text {
        Ok(text) => {
            let format = context.format();
            let question = Question { place, kind, text: &text, members: None, format };
            let read = Findings::lenient(reader.read(&question));
            (text, read)
        }
        Err(NotText { lossy, faults }) => (lossy, (None, faults.into())),
    };
    let Some(value) = value else {
        result::refuse(context, place, kind, &text, &findings, &[])?;
        return Ok(None);
    };
    if !findings.diagnostics.is_empty() {
        let colour = context.output.error_colour;
        let warnings =
            result::faults(Format::Human, place, findings.source(&text), &findings.diagnostics, colour);
        note(warnings.trim_end());
    }
    Ok(Some(DiffSide { text, value }))
}

/// Returns a difference in words, such as `hand: missing Aa` or `(3, 4): expected b, found f`.
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

/// The maximum number of differences that are listed. Further differences are only counted.
const SHOWN: usize = 40;

/// Writes the figures of both values, with marks on the squares that differ.
fn save(
    values: [&dyn Value; 2],
    differences: &[Difference],
    options: &FigureOptions,
    context: &mut Context,
) -> anyhow::Result<()> {
    let section = |value: &dyn Value, heading: &str| {
        let mut figure = value.figure(&options.look());
        for difference in differences {
            // In a state, the first string is the board.
            if let (DifferencePlace::Square(square), None | Some(0)) =
                (&difference.place, difference.component)
            {
                figure.mark(square.map(|part| part as i32), Mark::Changed);
            }
        }
        heading.clone_into(&mut figure.title);
        figure.description = differences.iter().take(SHOWN).map(plain).collect::<Vec<_>>().join("\n");
        Section { heading: heading.to_owned(), caption: String::new(), figure }
    };
    let sections = vec![section(values[0], "expected"), section(values[1], "actual")];
    options.save_sheet(&plural(differences.len(), "difference"), sections, context)
}

/// Lists the differences. If squares differ, this function also draws both boards side by side and marks these squares.
pub(super) fn scene(values: [&dyn Value; 2], differences: &[Difference], look: &Look) -> Scene {
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
