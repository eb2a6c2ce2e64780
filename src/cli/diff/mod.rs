//! `diff`: compares the values of two strings.
//!
//! The exit status is 0 if the values are equal, and 1 if the values differ or a string is invalid. Usage
//! errors and unreadable inputs lead to exit status 2.

mod directories;

use super::figure::FigureOptions;
use super::input::{self, Inputs, Item, NotText, name_of_file};
use super::kinds::Options;
use super::place::Place;
use super::result::{self, AllErrors};
use super::states::refuse_line;
use super::subject::{self, Reader};
use super::{
    Batch, BatchOptions, Context, Findings, Format, NoMembers, OutputStyle, Question, Result, Status,
    Unclear, note, painted,
};
use crate::diagnostics::{Diagnostic, Source, Span, codes, escape};
use crate::kinds::{self, Difference, DifferencePlace, Pace, Value};
use crate::notation::{Kind, Reading, plural};
use crate::raft::State;
use crate::render::figure::html::Section;
use crate::render::{self, Look, Mark, Paint, Scene, Style};
use crate::repair::{Candidate, Identified, without_final_line_break};
use directories::DirectoryOptions;
use serde_json::value::RawValue;
use std::cell::Cell;
use std::ffi::OsString;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The kind (optional), the expected string and the actual string
    ///
    /// With --dir, these are the expected directory and the actual directory.
    #[arg(value_names = ["EXPECTED", "ACTUAL"], num_args = 2.., required_unless_present = "jsonl")]
    words: Vec<OsString>,
    #[arg(long, help = crate::cli::ASCII)]
    ascii: bool,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    figure: FigureOptions,
    #[command(flatten)]
    all: AllErrors,
    #[command(flatten)]
    directories: DirectoryOptions,
    /// Read one JSON object per line, with `expected` and `input`
    #[arg(long, conflicts_with_all = ["dir", "output"])]
    jsonl: bool,
}

/// One difference as JSON.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct DifferenceOut<'a> {
    /// For a state: the index of the string that differs, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<usize>,
    /// For boards: the row and column of the square that differs, or the x and y coordinates of the hexagon that
    /// differs. Otherwise `null`.
    square: Option<[usize; 2]>,
    /// For kinds that are compared as text: the span of the difference in the canonical form of the actual string, in
    /// bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<[usize; 2]>,
    /// Expected text; `null` if nothing was expected.
    expected: Option<&'a str>,
    /// Text that was found; `null` if nothing was found.
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

/// Differences between two strings.
#[derive(serde::Serialize)]
pub(crate) struct DiffOut<'a> {
    /// Format version.
    v: u8,
    kind: &'a str,
    /// True if the strings have the same value.
    equal: bool,
    /// True if the strings are the same, character by character.
    identical: bool,
    differences: &'a [DifferenceOut<'a>],
}

/// One of the two texts and its value.
struct DiffSide {
    text: String,
    value: Box<dyn Value>,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    arguments.all.set();
    arguments.figure.open(context)?;
    if arguments.directories.dir {
        let [expected, actual] = &arguments.words[..] else {
            anyhow::bail!("--dir requires exactly two directories; give the kind of the files with --kind")
        };
        let look = context.look(arguments.ascii);
        return directories::run(
            [expected.as_ref(), actual.as_ref()],
            &arguments.directories,
            &look,
            context,
        );
    }
    let options = arguments.options.to_read_options(context.error_colour)?;
    let reader = Reader { options, improves: true, pace: Pace::Fast };
    if arguments.jsonl {
        return lines(arguments, reader, context);
    }
    let (given, words) = subject::split(arguments.words.clone(), 2)?;
    arguments.options.check(given)?;
    let [expected, actual] = &words[..] else {
        let advice = if words.len() > 2 { "; put each string that contains a space in quotes" } else { "" };
        anyhow::bail!("expected two strings (EXPECTED and ACTUAL), found {}{advice}", words.len());
    };
    let expected = input::one(expected, "expected", given)?;
    let actual = input::one(actual, "actual", given)?;
    let identified =
        |item: &Item| item.text.as_deref().ok().filter(|_| given.is_none()).map(|text| reader.identify(text));
    let found = [identified(&expected), identified(&actual)];
    let kind = match given {
        Some(kind) => kind,
        None if found.iter().flatten().any(Identified::is_of_no_kind) => {
            let why = "the kind of these strings cannot be found; name the kind before them".to_owned();
            return Err(Unclear { why, words }.into());
        }
        None => common_kind(&found)?,
    };
    let [expected, actual] = [(1, expected), (2, actual)].map(|(n, item)| Side { n, item, given, kind });
    let [in_expected, in_actual] = found;
    let expected = expected.read(in_expected, &reader, context)?;
    let actual = actual.read(in_actual, &reader, context)?;
    let (Some(expected), Some(actual)) = (expected, actual) else { return Ok(Status::No) };
    let differences = expected.value.differences(&*actual.value);
    let (equal, identical) = (differences.is_empty(), expected.text == actual.text);
    if arguments.figure.is_wanted() {
        let values = [&*expected.value, &*actual.value];
        save(kind, values, &differences, &arguments.figure, context)?;
        if arguments.figure.output.is_none() {
            return Ok(Status::of(equal));
        }
    }
    match context.format() {
        Format::Json => {
            let differences: Vec<_> = differences.iter().map(DifferenceOut::from).collect();
            let answer = DiffOut { v: 1, kind: kind.name(), equal, identical, differences: &differences };
            context.json(&answer)?;
        }
        Format::Plain => {
            for difference in &differences {
                context.line(plain(difference))?;
            }
        }
        Format::Human if equal => {
            context.line(if identical { "identical" } else { "equal, but spelled differently" })?;
        }
        Format::Human => {
            let look = context.look(arguments.ascii);
            let scene = scene([&*expected.value, &*actual.value], &differences, &look);
            context.write(painted(&scene, context.colour))?;
        }
    }
    Ok(Status::of(equal))
}

/// The members that `diff --jsonl` adds to the result object of each line.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct DiffMembers<'a> {
    /// `diff --jsonl`: true if the strings are the same, character by character.
    identical: bool,
    /// `diff --jsonl`: all differences. They are missing if one of the strings is invalid.
    differences: &'a [DifferenceOut<'a>],
}

/// On each line, compares the member `input` with the member `expected`.
fn lines(arguments: &Arguments, reader: Reader, context: &mut Context) -> Result<Status> {
    #[derive(serde::Deserialize)]
    struct Line<'a> {
        #[serde(borrow)]
        expected: Option<&'a RawValue>,
    }
    let (kind, words) = subject::split(arguments.words.clone(), usize::MAX)?;
    let inputs = Inputs { inputs: words, file: Vec::new() };
    let options = &BatchOptions { jsonl: true, ..BatchOptions::default() };
    Batch { reader, ..Batch::new(kind, inputs, options) }.answer(context, &|question, out| {
        let (actual, findings) = Findings::lenient(question.read());
        let line = question.members.unwrap_or_default();
        let expected = serde_json::from_str::<Line<'_>>(line).ok().and_then(|line| line.expected);
        let Some(expected) = expected else {
            let message = "the object has no member `expected`";
            let fault = Diagnostic::new(&codes::text::NOT_JSON, Span::new(0, line.len()), message);
            return refuse_line(question, fault, out);
        };
        let text: String = serde_json::from_str(expected.get()).unwrap_or_else(|_| expected.get().to_owned());
        let asked = Question { text: &text, members: None, known: Cell::default(), ..*question };
        let (expected, wrong) = Findings::lenient(asked.read());
        match (expected, actual) {
            (Some(expected), Some(actual)) => {
                let differences = expected.differences(&*actual);
                let differences: Vec<_> = differences.iter().map(DifferenceOut::from).collect();
                let identical = question.text == text;
                let members = DiffMembers { identical, differences: &differences };
                question.answer(&findings, "", &members, Status::of(differences.is_empty()), out)
            }
            (None, _) => asked.answer(&wrong, "", &NoMembers {}, Status::No, out),
            (_, None) => question.answer(&findings, "", &NoMembers {}, Status::No, out),
        }
    })
}

/// Finds the kind that fits both texts or, if no kind does, the kind that best fits either text.
///
/// # Errors
/// Returns an error if several kinds fit both texts, or if neither text is UTF-8.
fn common_kind(found: &[Option<Identified>; 2]) -> Result<Kind> {
    let [expected, actual] =
        found.each_ref().map(|found| found.as_ref().map(|found| &found.candidates[..]).unwrap_or_default());
    let fits = |kind: Kind, of: &[Candidate]| of.iter().any(|one| one.kind == kind && one.fit.is_string());
    let common: Vec<Kind> = expected
        .iter()
        .map(|one| one.kind)
        .filter(|&kind| fits(kind, expected) && fits(kind, actual))
        .collect();
    match common[..] {
        [kind] => Ok(kind),
        [] => {
            let best = expected.iter().chain(actual).min_by_key(|one| one.fit);
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

/// One of the two texts, not yet read.
struct Side {
    /// Number of the text (1 or 2).
    n: usize,
    item: Item,
    /// The kind given on the command line, if any.
    given: Option<Kind>,
    /// The kind that was given or found.
    kind: Kind,
}

impl Side {
    /// Reads the text and reports its errors and warnings. Returns `None` if the text has no usable value. `found`
    /// contains the parse results from the search for the kind.
    fn read(
        self,
        found: Option<Identified>,
        reader: &Reader,
        context: &mut Context,
    ) -> Result<Option<DiffSide>> {
        let Self { n, item: Item { name, path, text }, given, kind } = self;
        let place = Place { n, ..Place::only(&name, path.as_deref()) };
        let style = context.style(Format::Human);
        let (text, (value, findings)) = match text {
            Ok(whole) => {
                let is_file = given.is_none() && path.is_some();
                let text = if is_file { without_final_line_break(kind, &whole) } else { &whole };
                let known = Cell::new(found.and_then(|found| reader.known(found, kind, &whole, text)));
                let question = Question { place, kind, text, reader, members: None, style, known };
                let reading = question.read();
                let file =
                    (!reading.is_usable() && path.is_none()).then(|| name_of_file(text, given)).flatten();
                let read = Findings::lenient(file.map_or(reading, Reading::refused));
                (text.to_owned(), read)
            }
            Err(NotText { lossy, faults }) => (lossy, (None, faults.into())),
        };
        let Some(value) = value else {
            result::refuse(context, place, kind, &text, &findings, &NoMembers {})?;
            return Ok(None);
        };
        if !findings.diagnostics.is_empty() {
            let style = OutputStyle { format: Format::Human, ..style };
            let warnings = result::faults(style, place, findings.source(&text), &findings.diagnostics);
            note(warnings.trim_end());
        }
        Ok(Some(DiffSide { text, value }))
    }
}

/// Describes a difference in words, such as `hand: missing Aa` or `(3, 4): expected b, found f`.
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
            (Some(expected), Some(actual)) => format!("{part}expected {expected}, found {actual}"),
            (Some(expected), None) => format!("{part}missing {expected}"),
            (None, actual) => format!("{part}not expected {}", actual.unwrap_or_default()),
        },
    }
}

/// Maximum number of differences to list. Further differences are only counted.
const SHOWN: usize = 40;

/// Writes pictures of both values, together with their differences.
fn save(
    kind: Kind,
    values: [&dyn Value; 2],
    differences: &[Difference],
    options: &FigureOptions,
    context: &mut Context,
) -> Result<()> {
    let mut sections = sections(kind, values, differences).to_vec();
    let list = listed(differences);
    if !list.is_empty() {
        sections.push(Section { heading: "differences".to_owned(), list, ..Section::default() });
    }
    options.save(&plural(differences.len(), "difference"), sections, context)
}

/// Lists the first differences in words, and counts the remaining ones.
fn listed(differences: &[Difference]) -> Vec<String> {
    let mut list: Vec<_> = differences.iter().take(SHOWN).map(plain).collect();
    if differences.len() > SHOWN {
        list.push(format!("and {} more", differences.len() - SHOWN));
    }
    list
}

/// Draws both values, and marks the squares and members that differ.
fn sections(kind: Kind, values: [&dyn Value; 2], differences: &[Difference]) -> [Section; 2] {
    let section = |value: &dyn Value, heading: &str, side: fn(&Difference) -> &Option<String>| {
        let text = value.canonical();
        let mut picture = kinds::picture(kind, value, Source::whole(&text));
        // Only a state consists of several strings.
        let parts: Vec<String> = serde_json::from_str(&text).unwrap_or_default();
        for difference in differences {
            match (&difference.place, side(difference), difference.component) {
                // In a state, the first string is the board.
                (DifferencePlace::Square(square), _, None | Some(0)) => {
                    picture.mark(square.map(|part| part as i32), Mark::Changed);
                }
                // A member, such as a card of a hand, is marked at its place in the string.
                (DifferencePlace::Member, Some(member), component) => {
                    let string = component.map_or(Some(&text), |part| parts.get(part));
                    let is_own = |cell: &render::Cell| {
                        let own = cell.origin.filter(|origin| origin.part == component).zip(string);
                        own.is_some_and(|(origin, string)| is_member(member, origin.span, string))
                    };
                    picture.mark_cells(is_own, Mark::Changed);
                }
                _ => {}
            }
        }
        heading.clone_into(&mut picture.title);
        Section { heading: heading.to_owned(), picture, ..Section::default() }
    };
    [section(values[0], "expected", |one| &one.expected), section(values[1], "actual", |one| &one.actual)]
}

/// Whether `member` was read at `span` of `string`. A card's span contains only the card letter, without the deck
/// letter before it.
fn is_member(member: &str, span: Span, string: &str) -> bool {
    let before = string[..span.start].rfind(|letter: char| letter.is_ascii_uppercase());
    let deck = before.map_or("", |at| &string[at..=at]);
    let own = span.of(string);
    member == own || member.strip_prefix(deck) == Some(own)
}

/// Lists the differences. If squares differ, also draws both boards side by side with these squares marked.
pub(super) fn scene(values: [&dyn Value; 2], differences: &[Difference], look: &Look) -> Scene {
    let square = |difference: &Difference| match difference.place {
        DifferencePlace::Square(square) => Some(square),
        DifferencePlace::Span(_) | DifferencePlace::Member => None,
    };
    let squares: Vec<_> = differences.iter().filter_map(square).collect();
    let mut scene = Scene::new();
    if !squares.is_empty()
        && let [Some(expected), Some(actual)] = values.map(Value::board_picture)
    {
        let places = || squares.iter().map(|square| square.map(|part| part as i32));
        let [expected, actual] =
            [expected, actual].map(|picture| picture.marked(places(), Mark::Changed).scene(look));
        scene = Scene::expected_and_actual(expected, actual, look);
        scene.line();
    }
    for line in listed(differences) {
        scene.line().put(line, Style::PLAIN);
    }
    scene.line().put(plural(differences.len(), "difference"), Style::ink(Paint::Red).bold());
    scene
}
