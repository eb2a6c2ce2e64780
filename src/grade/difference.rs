//! Describes how an answer differs from the expected answer, using messages and pictures of the boards side
//! by side.

use super::picture::Picture;
use crate::diagnostics::escape::{escape, excerpt};
use crate::diagnostics::json;
use crate::notation::Notation;
use crate::penguins::Solution;
use crate::penguins::coursework::{IceBlock, fix_symmetries};
use crate::raft::difference::{self, SetDifference, SquareDifference};
use crate::raft::{Action, Board, Decks, Exhausted, FireBag, Hand, Square, State};
use crate::render::Look;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// Maximum length of a displayed value, in characters.
const MAX_SHOWN: usize = 160;
/// Maximum number of displayed list items.
const MAX_LISTED: usize = 10;

/// The differences between an answer and the expected answer.
///
/// ```
/// use clowder::grade::Differences;
///
/// let differences = Differences::from_message("expected 1, found 2");
/// assert!(!differences.is_empty());
/// assert_eq!(differences.to_string(), "expected 1, found 2");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Differences {
    /// The messages. Text from cases and answers is escaped.
    pub messages: Vec<String>,
    /// A picture of the differences, which is empty if a picture would not help.
    pub picture: Picture,
    /// For a state that is judged part by part, the number of correct parts and the number of compared parts.
    pub parts: Option<[u64; 2]>,
}

/// Formats a value as compact JSON for a message, shortened if necessary.
pub(super) fn shown(value: &Value) -> String {
    excerpt(&json::text(value).unwrap_or_default(), MAX_SHOWN)
}

fn expected_found(expected: &str, actual: &str) -> String {
    format!("expected `{}`, found `{}`", excerpt(expected, MAX_SHOWN), excerpt(actual, MAX_SHOWN))
}

impl Differences {
    /// Creates differences with one message.
    pub fn from_message(message: impl Into<String>) -> Self {
        Self { messages: vec![message.into()], ..Self::default() }
    }

    /// Returns true if there is no difference, which means that the answer is correct.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Puts the question before the first message, and the reason for the expected answer after that message.
    pub(super) fn complete_first(&mut self, question: &str, reason: &str) {
        if let Some(first) = self.messages.first_mut() {
            let separator = if reason.is_empty() { "" } else { "; " };
            *first = format!("{question}: {first}{separator}{reason}");
        }
    }

    pub(super) fn push(&mut self, message: impl Into<String>) {
        self.messages.push(message.into());
    }

    pub(super) fn between_values(expected: &Value, actual: &Value) -> Self {
        if expected == actual {
            return Self::default();
        }
        Self::from_message(format!("expected {}, found {}", shown(expected), shown(actual)))
    }

    /// Compares two strings. If both denote the same Penguins Pool Party solution, the message says so.
    pub(super) fn between_strings(expected: &str, actual: &str) -> Self {
        if expected == actual {
            return Self::default();
        }
        let solution = canonical::<Solution>(actual);
        let same = solution.is_some() && solution == canonical::<Solution>(expected);
        let equal = if same { ": the same value, but not in canonical form" } else { "" };
        Self::from_message(expected_found(expected, actual) + equal)
    }

    /// Compares the strings at the index `part` of two states, and adds the differences.
    pub(super) fn compare_part(&mut self, part: usize, expected: &str, actual: &str, look: &Look) {
        if expected == actual {
            return;
        }
        let how = match part {
            0 => compare(expected, actual, |one, other| self.compare_boards(one, other, look)),
            1 => compare_items(expected, actual, |decks: &Decks| decks.cards().iter().collect()),
            2 => compare_items(expected, actual, |hand: &Hand| hand.cards().iter().collect()),
            3 => compare_items(expected, actual, |cats: &Exhausted| cats.iter().collect()),
            _ => compare_items(expected, actual, |bag: &FireBag| bag.iter().collect()),
        };
        self.push(format!("{}: {how}", State::COMPONENT_NAMES[part]));
    }

    /// Adds pictures of two boards, and describes the squares in which they differ.
    fn compare_boards(&mut self, expected: &Board, actual: &Board, look: &Look) -> String {
        let squares = difference::boards(expected, actual);
        let touched: Vec<_> = squares.iter().map(|square| square.at).collect();
        let picture = |board| Picture::raft(board, &touched, look);
        self.picture = Picture::expected_and_actual(picture(expected), picture(actual), look);
        let letter = |square: Option<Square>| {
            square.map_or_else(|| "nothing".to_owned(), |square| format!("`{}`", square.letter()))
        };
        first_few(&squares, |&SquareDifference { at, expected, actual }| {
            format!("{:?} expected {}, found {}", at.coordinates(), letter(expected), letter(actual))
        })
    }

    /// Compares two lists, ignoring the order of their items.
    pub(super) fn between_lists(expected: &[Value], actual: &[Value]) -> Self {
        // Maps each item to how often it is expected and how often it was found.
        let mut counts: BTreeMap<String, [usize; 2]> = BTreeMap::new();
        for (index, items) in [expected, actual].into_iter().enumerate() {
            for item in items {
                counts.entry(item.to_string()).or_default()[index] += 1;
            }
        }
        let items = |are_wrong: fn([usize; 2]) -> bool| -> Vec<&String> {
            counts.iter().filter(|(_, counts)| are_wrong(**counts)).map(|(text, _)| text).collect()
        };
        let missing = items(|[expected, actual]| expected > actual);
        let extra = items(|[expected, _]| expected == 0);
        let repeated = items(|[expected, actual]| 0 < expected && expected < actual);
        let mut differences = Self::default();
        let item = |text: &&String| shown(&serde_json::from_str(text).unwrap_or_default());
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

/// Describes the first few items and counts the remaining ones.
fn first_few<T>(items: &[T], describe: impl Fn(&T) -> String) -> String {
    let mut text = items.iter().take(MAX_LISTED).map(describe).collect::<Vec<_>>().join(", ");
    if items.len() > MAX_LISTED {
        text.push_str(&format!(" and {} more", items.len() - MAX_LISTED));
    }
    text
}

/// Converts the JSON of an action or an ice block to canonical form.
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

/// Compares two different strings, and calls `describe` if their values differ as well.
fn compare<T: Notation>(expected: &str, actual: &str, describe: impl FnOnce(&T, &T) -> String) -> String {
    let read = |text: &str| {
        T::read(text).lenient().map_err(|errors| {
            let first = errors.iter().next().map(|error| error.message.as_str());
            escape(first.unwrap_or_default()).into_owned()
        })
    };
    let values = expected_found(expected, actual);
    match (read(expected), read(actual)) {
        (Ok((one, _)), Ok((other, _))) if one.to_string() != other.to_string() => describe(&one, &other),
        (Ok(_), Ok(_)) => format!("the same value, but not in canonical form: {values}"),
        (_, Err(why)) | (Err(why), _) => format!("{values}: {why}"),
    }
}

/// Compares two different strings, each of which represents a collection of items.
fn compare_items<T: Notation, I: PartialEq + Display>(
    expected: &str,
    actual: &str,
    items: impl Fn(&T) -> Vec<I>,
) -> String {
    let list = |items: &[I]| first_few(items, |item| format!("`{item}`"));
    compare(expected, actual, |one: &T, other: &T| {
        let SetDifference { missing, extra } =
            difference::sets(items(one).into_iter(), items(other).into_iter());
        match (missing.is_empty(), extra.is_empty()) {
            (false, true) => format!("missing {}", list(&missing)),
            (true, false) => format!("not expected {}", list(&extra)),
            _ => format!("missing {}; not expected {}", list(&missing), list(&extra)),
        }
    })
}

fn canonical<T: Notation>(text: &str) -> Option<String> {
    T::read(text).lenient().ok().map(|(value, _)| value.to_string())
}
