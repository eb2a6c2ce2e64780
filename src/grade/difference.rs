//! Describes the differences between an answer and the expected answer with a few messages, and with pictures of boards
//! side by side.

use crate::diagnostics::escape::{escape, excerpt};
use crate::diagnostics::json;
use crate::notation::Notation;
use crate::penguins::Solution;
use crate::penguins::coursework::{IceBlock, fix_symmetries};
use crate::raft::difference::{self, SetDifference, SquareDifference};
use crate::raft::{Action, Board, Decks, Exhausted, FireBag, Hand, Square, State};
use crate::render::raft::marked;
use crate::render::{Look, Scene};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// The maximum number of characters of a value that are shown.
const MAX_SHOWN: usize = 160;
/// The maximum number of items of a list that are shown.
const MAX_LISTED: usize = 10;

/// The differences between an answer and the expected answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    messages: Vec<String>,
    picture: Scene,
}

/// Returns a value as compact JSON for a message. Long JSON is shortened.
pub(super) fn shown(value: &Value) -> String {
    excerpt(&json::text(value).unwrap_or_default(), MAX_SHOWN)
}

/// Returns a string in backquotes, shortened if it is long.
fn quoted(text: &str) -> String {
    format!("`{}`", excerpt(text, MAX_SHOWN))
}

impl Differences {
    /// Creates differences with one message.
    ///
    /// ```
    /// use clowder::grade::Differences;
    ///
    /// let differences = Differences::from_message("expected 1, found 2");
    /// assert!(!differences.is_empty());
    /// assert_eq!(differences.to_string(), "expected 1, found 2");
    /// ```
    pub fn from_message(message: impl Into<String>) -> Self {
        Self { messages: vec![message.into()], picture: Scene::new() }
    }

    /// Returns true if there is no difference. In this case, the answer is correct.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Returns the messages. In the messages, all text from cases and answers is escaped.
    pub fn messages(&self) -> &[String] {
        &self.messages
    }

    /// Returns the pictures of the differences, or an empty scene if a picture would not help.
    pub const fn picture(&self) -> &Scene {
        &self.picture
    }

    /// Returns the picture as a mutable reference, to which lines can be added.
    pub(super) const fn picture_mut(&mut self) -> &mut Scene {
        &mut self.picture
    }

    /// Replaces the picture.
    pub(super) fn with_picture(self, picture: Scene) -> Self {
        Self { picture, ..self }
    }

    /// Writes the question before the first message.
    pub(super) fn prefix_first(&mut self, question: &str) {
        if let Some(first) = self.messages.first_mut() {
            *first = format!("{question}: {first}");
        }
    }

    /// Writes the reason for the expected answer after the first message.
    pub(super) fn append_to_first(&mut self, reason: &str) {
        if let Some(first) = self.messages.first_mut().filter(|_| !reason.is_empty()) {
            *first = format!("{first}; {reason}");
        }
    }

    /// Adds a message.
    pub(super) fn push(&mut self, message: impl Into<String>) {
        self.messages.push(message.into());
    }

    /// Adds a message before the other messages.
    pub(super) fn push_front(&mut self, message: impl Into<String>) {
        self.messages.insert(0, message.into());
    }

    /// Adds other differences, and writes `place` before each of their messages.
    pub(super) fn extend(&mut self, place: &str, other: Self) {
        self.messages.extend(other.messages.into_iter().map(|message| format!("{place}: {message}")));
        self.picture.below(other.picture);
    }

    /// Returns the differences between two values.
    pub(super) fn between_values(expected: &Value, actual: &Value) -> Self {
        if expected == actual {
            return Self::default();
        }
        Self::from_message(format!("expected {}, found {}", shown(expected), shown(actual)))
    }

    /// Returns the differences between two strings. If `canonical` returns the same string for both, the message says
    /// that they have the same value.
    pub(super) fn between_strings(
        expected: &str,
        actual: &str,
        canonical: impl Fn(&str) -> Option<String>,
    ) -> Self {
        if expected == actual {
            return Self::default();
        }
        let same = canonical(actual).is_some_and(|actual| canonical(expected) == Some(actual));
        let equal = if same { ": the same value, but not in canonical form" } else { "" };
        Self::from_message(format!("expected {}, found {}{equal}", quoted(expected), quoted(actual)))
    }

    /// Returns the differences between two solutions of Penguins Pool Party.
    pub(super) fn between_solutions(expected: &str, actual: &str) -> Self {
        Self::between_strings(expected, actual, canonical::<Solution>)
    }

    /// Compares the expected and the actual string with the index `part` in a state, and adds their differences.
    pub(super) fn compare_part(&mut self, part: usize, expected: &str, actual: &str, look: &Look) {
        if expected == actual {
            return;
        }
        let comparison = match part {
            0 => compare(expected, actual, |one, other| self.compare_boards(one, other, look)),
            1 => compare(expected, actual, |one: &Decks, other: &Decks| {
                describe(&difference::sets(one.cards().iter(), other.cards().iter()))
            }),
            2 => compare(expected, actual, |one: &Hand, other: &Hand| {
                describe(&difference::sets(one.cards().iter(), other.cards().iter()))
            }),
            3 => compare(expected, actual, |one: &Exhausted, other| {
                describe(&difference::sets(one.iter(), other.iter()))
            }),
            _ => compare(expected, actual, |one: &FireBag, other| {
                describe(&difference::sets(one.iter(), other.iter()))
            }),
        };
        let name = State::COMPONENT_NAMES[part];
        let values = || format!("expected {}, found {}", quoted(expected), quoted(actual));
        self.push(match comparison {
            Comparison::Different(how) => format!("{name}: {how}"),
            Comparison::Same => {
                format!("{name}: the same value, but not in canonical form: {}", values())
            }
            Comparison::Unreadable(why) => format!("{name}: {}: {why}", values()),
        });
    }

    /// Adds pictures of two boards, and returns a description of the squares in which they differ.
    fn compare_boards(&mut self, expected: &Board, actual: &Board, look: &Look) -> String {
        let squares = difference::boards(expected, actual);
        let touched: Vec<_> = squares.iter().map(|square| square.at).collect();
        let picture = |board| marked(board, &touched, look);
        self.picture.below(Scene::expected_and_actual(picture(expected), picture(actual), look));
        let letter = |square: Option<Square>| {
            square.map_or_else(|| "nothing".to_owned(), |square| format!("`{}`", square.letter()))
        };
        first_few(&squares, |&SquareDifference { at, expected, actual }| {
            format!("{:?} expected {}, found {}", at.coordinates(), letter(expected), letter(actual))
        })
    }

    /// Returns the differences between two lists. The order of the items does not matter.
    pub(super) fn between_lists(expected: &[Value], actual: &[Value]) -> Self {
        // For each item, the number of times that it is expected, and the number of times that it was found.
        let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for item in expected {
            counts.entry(item.to_string()).or_default().0 += 1;
        }
        for item in actual {
            counts.entry(item.to_string()).or_default().1 += 1;
        }
        let items = |are_wrong: fn(usize, usize) -> bool| -> Vec<&String> {
            let wrong = counts.iter().filter(|&(_, &(expected, actual))| are_wrong(expected, actual));
            wrong.map(|(text, _)| text).collect()
        };
        let missing = items(|expected, actual| expected > actual);
        let extra = items(|expected, _| expected == 0);
        let repeated = items(|expected, actual| 0 < expected && expected < actual);
        let mut differences = Self::default();
        let item = |text: &&String| {
            excerpt(&json::text(&serde_json::from_str::<Value>(text).ok()).unwrap_or_default(), MAX_SHOWN)
        };
        for (what, items) in
            [("missing", &missing), ("not expected", &extra), ("listed too often", &repeated)]
        {
            if !items.is_empty() {
                differences.push(format!("{} {what}: {}", items.len(), first_few(items, item)));
            }
        }
        let is_missing = |text: &String| missing.binary_search(&text).is_ok();
        let same = extra.iter().filter_map(|text| Some((*text, canonical_item(text)?)));
        let same: Vec<_> = same.filter(|(_, other)| is_missing(other)).collect();
        if !same.is_empty() {
            let pairs =
                first_few(&same, |(text, other)| format!("{} instead of {}", escape(text), escape(other)));
            differences.push(format!("the same value, but not in canonical form: {pairs}"));
        }
        differences
    }
}

impl Display for Differences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.messages.join("; "))
    }
}

/// Describes the first few items, and adds the number of the other items.
fn first_few<T>(items: &[T], describe: impl Fn(&T) -> String) -> String {
    let mut text = items.iter().take(MAX_LISTED).map(describe).collect::<Vec<_>>().join(", ");
    if items.len() > MAX_LISTED {
        text.push_str(&format!(" and {} more", items.len() - MAX_LISTED));
    }
    text
}

/// Returns the canonical form of an action or an ice block. The argument and the result are JSON.
fn canonical_item(text: &str) -> Option<String> {
    match serde_json::from_str(text).ok()? {
        Value::String(action) => Some(Value::from(canonical::<Action>(&action)?).to_string()),
        value @ Value::Object(_) => {
            let ice: IceBlock = serde_json::from_value(value).ok()?;
            Some(serde_json::to_value(fix_symmetries(ice)).ok()?.to_string())
        }
        _ => None,
    }
}

/// The result of comparing two strings that differ.
enum Comparison {
    /// The values differ. The string in this variant describes the differences.
    Different(String),
    /// The values are equal, although the strings differ.
    Same,
    /// One of the strings cannot be read. The string in this variant is the reason.
    Unreadable(String),
}

fn compare<T: Notation>(expected: &str, actual: &str, describe: impl FnOnce(&T, &T) -> String) -> Comparison {
    let read = |text: &str| {
        T::read(text).lenient().map_err(|errors| {
            let first = errors.iter().next().map(|error| error.message.as_str());
            escape(first.unwrap_or_default()).into_owned()
        })
    };
    match (read(expected), read(actual)) {
        (Ok((one, _)), Ok((other, _))) if one.to_string() == other.to_string() => Comparison::Same,
        (Ok((one, _)), Ok((other, _))) => Comparison::Different(describe(&one, &other)),
        (_, Err(why)) | (Err(why), _) => Comparison::Unreadable(why),
    }
}

/// Returns the canonical form of a string. Returns `None` if the string has an error that concerns more than the
/// canonical form.
fn canonical<T: Notation>(text: &str) -> Option<String> {
    T::read(text).lenient().ok().map(|(value, _)| value.to_string())
}

fn describe<T: Display>(SetDifference { missing, extra }: &SetDifference<T>) -> String {
    let list = |items: &[T]| first_few(items, |item| format!("`{item}`"));
    match (missing.is_empty(), extra.is_empty()) {
        (false, true) => format!("missing {}", list(missing)),
        (true, false) => format!("not expected {}", list(extra)),
        _ => format!("missing {}; not expected {}", list(missing), list(extra)),
    }
}
