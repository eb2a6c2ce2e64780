//! `diff`: are two texts equal as values, and where are they not?
//!
//! Exit statuses are those of diff(1): 0 equal, 1 different, 2 a text cannot be read.

use super::exit::Status;
use super::input::{self, Item, NotText};
use super::kinds;
use super::output::{Output, note};
use super::result::{self, Name, Place};
use super::{Context, Format};
use crate::diagnostics::escape::escape;
use crate::notation::{Kind, Notation};
use crate::penguins::{self, Hex, Hexes};
use crate::raft::difference::{self, Sides, SquareDifference};
use crate::raft::notation::{CardSet, PART_NAMES};
use crate::raft::{Board, Decks, Exhausted, FireBag, Hand, State};
use crate::render::{self as draw, Look, Paint, Scene, Style};
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
    options: kinds::Options,
}

/// One difference: where, what should be there and what is.
#[derive(Debug, PartialEq, Eq, serde::Serialize)]
struct Difference {
    /// For a state: the part.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<usize>,
    /// Row and column of a square, column and row of a hexagon, for boards.
    square: Option<[usize; 2]>,
    /// Bytes of the canonical strings, for kinds that are compared as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<[usize; 2]>,
    expected: Option<String>,
    actual: Option<String>,
}

#[derive(serde::Serialize)]
struct Answer<'a> {
    v: u8,
    kind: &'a str,
    equal: bool,
    identical: bool,
    differences: &'a [Difference],
}

/// A text that could be read.
struct Side {
    text: String,
    canonical: String,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let kind = arguments.kind;
    let expected = input::one(&arguments.expected, "expected", kind)?;
    let actual = input::one(&arguments.actual, "actual", kind)?;
    let (expected, actual) = (side(1, &expected, arguments, context)?, side(2, &actual, arguments, context)?);
    let (Some(expected), Some(actual)) = (expected, actual) else { return Ok(Status::Trouble) };
    let differences = differences(kind, &expected.canonical, &actual.canonical);
    let (equal, identical) = (differences.is_empty(), expected.text == actual.text);
    match context.format() {
        Format::Json => {
            let answer = Answer { v: 1, kind: kind.name(), equal, identical, differences: &differences };
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
            let scene = scene(kind, &expected.canonical, &actual.canonical, &differences, &look);
            context.output.write(Output::paint(&scene, context.output.colour))?;
        }
    }
    Ok(Status::of(equal))
}

/// The text of that number and its canonical form, if it can be read; it may be written otherwise, which is told.
fn side(n: usize, item: &Item, arguments: &Arguments, context: &mut Context) -> anyhow::Result<Option<Side>> {
    let (kind, place) = (arguments.kind, Place { n, id: None, name: Name::Source(&item.name) });
    let (text, (reading, usable)) = match &item.text {
        Ok(text) => (text, result::lenient(&kinds::entry(kind), text, &arguments.options)),
        Err(NotText { lossy, faults }) => (lossy, (faults.clone().into(), false)),
    };
    match &reading.canonical {
        Some(canonical) if usable => {
            if !reading.faults.is_empty() {
                let colour = context.output.error_colour;
                note(result::human_faults(place.name, kind, text, &reading.faults, colour).trim_end());
            }
            Ok(Some(Side { text: text.clone(), canonical: canonical.clone() }))
        }
        _ => {
            result::refuse(context, place, kind, text, &reading, &[])?;
            Ok(None)
        }
    }
}

fn differences(kind: Kind, expected: &str, actual: &str) -> Vec<Difference> {
    let found = match kind {
        Kind::Board => both(expected, actual, |one, other| squares(None, &difference::boards(one, other))),
        Kind::Decks => both(expected, actual, |one: &Decks, other: &Decks| of_cards(None, &one.0, &other.0)),
        Kind::Hand => both(expected, actual, |one: &Hand, other: &Hand| of_cards(None, &one.0, &other.0)),
        Kind::Exhausted => both(expected, actual, |one, other| of_cats(None, one, other)),
        Kind::FireBag => both(expected, actual, |one, other| of_tiles(None, *one, *other)),
        Kind::State => both(expected, actual, of_states),
        Kind::PenguinsBoard => both(expected, actual, |one, other| hexagons(*one, *other)),
        _ => None,
    };
    found.unwrap_or_else(|| of_texts(expected, actual).into_iter().collect())
}

/// What `compare` finds in two canonical strings.
fn both<T: Notation>(
    expected: &str,
    actual: &str,
    compare: impl Fn(&T, &T) -> Vec<Difference>,
) -> Option<Vec<Difference>> {
    Some(compare(&T::parse_canonical(expected)?, &T::parse_canonical(actual)?))
}

fn squares(part: Option<usize>, found: &[SquareDifference]) -> Vec<Difference> {
    let letter = |square: Option<crate::raft::Square>| square.map(|square| square.letter().to_string());
    let one = |found: &SquareDifference| Difference {
        part,
        square: Some([found.at.row.into(), found.at.column.into()]),
        span: None,
        expected: letter(found.expected),
        actual: letter(found.actual),
    };
    found.iter().map(one).collect()
}

/// The hexagons in which two boards for penguins differ.
fn hexagons(expected: penguins::Board, actual: penguins::Board) -> Vec<Difference> {
    let letters = Hexes::ALL.iter().map(|hex| (hex, expected.letter(hex), actual.letter(hex)));
    let one = |(Hex { x, y }, expected, actual): (Hex, char, char)| Difference {
        part: None,
        square: Some([x as usize, y as usize]),
        span: None,
        expected: Some(expected.to_string()),
        actual: Some(actual.to_string()),
    };
    letters.filter(|(_, expected, actual)| expected != actual).map(one).collect()
}

fn sides<T>(part: Option<usize>, found: &Sides<T>, show: impl Fn(&T) -> String) -> Vec<Difference> {
    let difference = |expected, actual| Difference { part, square: None, span: None, expected, actual };
    let missing = found.missing.iter().map(|item| difference(Some(show(item)), None));
    missing.chain(found.extra.iter().map(|item| difference(None, Some(show(item))))).collect()
}

fn of_states(expected: &State, actual: &State) -> Vec<Difference> {
    let mut all = squares(Some(0), &difference::boards(&expected.board, &actual.board));
    all.extend(of_cards(Some(1), &expected.decks.0, &actual.decks.0));
    all.extend(of_cards(Some(2), &expected.hand.0, &actual.hand.0));
    all.extend(of_cats(Some(3), &expected.exhausted, &actual.exhausted));
    all.extend(of_tiles(Some(4), expected.bag, actual.bag));
    all
}

fn of_cards(part: Option<usize>, expected: &CardSet, actual: &CardSet) -> Vec<Difference> {
    sides(part, &difference::cards(expected, actual), ToString::to_string)
}

fn of_cats(part: Option<usize>, expected: &Exhausted, actual: &Exhausted) -> Vec<Difference> {
    sides(part, &difference::cats(expected, actual), |(colour, at)| format!("{}{at}", colour.cat_letter()))
}

fn of_tiles(part: Option<usize>, expected: FireBag, actual: FireBag) -> Vec<Difference> {
    sides(part, &difference::tiles(expected, actual), ToString::to_string)
}

/// The one span in which two canonical strings differ: what is left between their common start and end.
fn of_texts(expected: &str, actual: &str) -> Option<Difference> {
    if expected == actual {
        return None;
    }
    let common = |one: &mut dyn Iterator<Item = char>, other: &mut dyn Iterator<Item = char>| -> usize {
        one.zip(other).take_while(|(one, other)| one == other).map(|(letter, _)| letter.len_utf8()).sum()
    };
    let start = common(&mut expected.chars(), &mut actual.chars());
    let end = common(&mut expected[start..].chars().rev(), &mut actual[start..].chars().rev());
    Some(Difference {
        part: None,
        square: None,
        span: Some([start, actual.len() - end]),
        expected: Some(expected[start..expected.len() - end].to_owned()),
        actual: Some(actual[start..actual.len() - end].to_owned()),
    })
}

/// `hand: missing Aa`, `(3, 4): expected b, found f`.
fn plain(difference: &Difference) -> String {
    let part = difference.part.map(|part| format!("{}: ", PART_NAMES[part])).unwrap_or_default();
    let shown = |text: &Option<String>| text.as_deref().map(|text| escape(text).into_owned());
    let (expected, actual) = (shown(&difference.expected), shown(&difference.actual));
    let quoted =
        |text: Option<String>| text.map_or_else(|| "no square".to_owned(), |text| format!("`{text}`"));
    match (difference.square, difference.span) {
        (Some([row, column]), _) => {
            format!("{part}({row}, {column}): expected {}, found {}", quoted(expected), quoted(actual))
        }
        (_, Some([start, end])) => {
            format!("{part}{start}..{end}: expected {}, found {}", quoted(expected), quoted(actual))
        }
        _ => match (expected, actual) {
            (Some(expected), _) => format!("{part}missing {expected}"),
            (_, actual) => format!("{part}not expected {}", actual.unwrap_or_default()),
        },
    }
}

/// Differences told in words; beyond, only how many more there are.
const SHOWN: usize = 40;

/// Boards side by side with the differing squares marked, then every difference in words.
fn scene(kind: Kind, expected: &str, actual: &str, differences: &[Difference], look: &Look) -> Scene {
    let squares: Vec<_> = differences.iter().filter_map(|difference| difference.square).collect();
    let picture = |text: &str| match kind {
        _ if squares.is_empty() => None,
        Kind::Board => Some(raft_board(&Board::parse_canonical(text)?, &squares, look)),
        Kind::State => Some(raft_board(&State::parse_canonical(text)?.board, &squares, look)),
        Kind::PenguinsBoard => {
            let touched = squares.iter().map(|&[x, y]| Hex::new(x as i32, y as i32)).collect();
            Some(draw::penguins::marked(penguins::Board::parse_canonical(text)?, touched, look))
        }
        _ => None,
    };
    let mut scene = Scene::new();
    if let (Some(expected), Some(actual)) = (picture(expected), picture(actual)) {
        scene = Scene::expected_and_actual(expected, actual, look);
        scene.line();
    }
    for difference in differences.iter().take(SHOWN) {
        scene.line().put(plain(difference), Style::PLAIN);
    }
    if differences.len() > SHOWN {
        scene.line().put(format!("and {} more", differences.len() - SHOWN), Style::FAINT);
    }
    let plural = if differences.len() == 1 { "" } else { "s" };
    scene.line().put(format!("{} difference{plural}", differences.len()), Style::ink(Paint::Red).bold());
    scene
}

/// A board with some squares marked, given by row and column.
fn raft_board(board: &Board, squares: &[[usize; 2]], look: &Look) -> Scene {
    let at = |&[row, column]: &[usize; 2]| crate::raft::Position::new(row as u8, column as u8);
    draw::raft::marked(board, &squares.iter().map(at).collect::<Vec<_>>(), look)
}
