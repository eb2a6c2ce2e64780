//! Where an answer differs from what is expected: a few sentences, and pictures of boards side by side.

use crate::diagnostics::escape::{escape, excerpt};
use crate::diagnostics::json;
use crate::notation::Notation;
use crate::penguins::Solution;
use crate::penguins::coursework::{IceBlock, fix_symmetries};
use crate::raft::difference::{self, SetDifference, SquareDifference};
use crate::raft::{Action, Board, Decks, Exhausted, FireBag, Hand, State};
use crate::render::raft::marked;
use crate::render::{Look, Scene};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Display;

/// Characters shown of a value.
const SHOWN: usize = 160;
/// Items shown of a list.
const LISTED: usize = 10;

/// What is wrong with an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// Sentences, each plain to see.
    pub lines: Vec<String>,
    /// What a picture shows better.
    pub picture: Scene,
}

/// A value as it is shown: compact JSON, cut where it is long.
pub(crate) fn shown(value: &Value) -> String {
    excerpt(&json::text(value).unwrap_or_default(), SHOWN)
}

/// A text between quotation marks.
fn quoted(text: &str) -> String {
    format!("`{}`", excerpt(text, SHOWN))
}

impl Differences {
    /// One sentence.
    pub(crate) fn of(line: impl Into<String>) -> Self {
        Self { lines: vec![line.into()], picture: Scene::new() }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Adds a sentence.
    pub(crate) fn say(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// Two values that should be the same.
    pub(crate) fn values(expected: &Value, actual: &Value) -> Self {
        if expected == actual {
            return Self::default();
        }
        Self::of(format!("expected {}, found {}", shown(expected), shown(actual)))
    }

    /// Two strings that should be the same, by `canonical` perhaps the same value.
    pub(crate) fn texts(expected: &str, actual: &str, canonical: impl Fn(&str) -> Option<String>) -> Self {
        if expected == actual {
            return Self::default();
        }
        let same = canonical(actual).is_some_and(|actual| canonical(expected) == Some(actual));
        let equal = if same { ": the same value, but not in canonical form" } else { "" };
        Self::of(format!("expected {}, found {}{equal}", quoted(expected), quoted(actual)))
    }

    /// Two solutions.
    pub(crate) fn solutions(expected: &str, actual: &str) -> Self {
        Self::texts(expected, actual, canonical::<Solution>)
    }

    /// Adds how a part of a state differs.
    pub(crate) fn part(&mut self, part: usize, expected: &str, actual: &str, look: &Look) {
        if expected == actual {
            return;
        }
        let name = State::COMPONENT_NAMES[part];
        let found = match part {
            0 => both(expected, actual, |one, other| self.boards(one, other, look)),
            1 => both(expected, actual, |one: &Decks, other: &Decks| {
                members(&difference::sets(one.cards().iter(), other.cards().iter()))
            }),
            2 => both(expected, actual, |one: &Hand, other: &Hand| {
                members(&difference::sets(one.cards().iter(), other.cards().iter()))
            }),
            3 => both(expected, actual, |one: &Exhausted, other| {
                members(&difference::sets(one.iter(), other.iter()))
            }),
            _ => both(expected, actual, |one: &FireBag, other| {
                members(&difference::sets(one.iter(), other.iter()))
            }),
        };
        self.say(match found {
            Found::Different(how) => format!("{name}: {how}"),
            Found::Same => format!(
                "{name}: the same value, but not in canonical form: expected {}, found {}",
                quoted(expected),
                quoted(actual)
            ),
            Found::Unreadable(why) => {
                format!("{name}: expected {}, found {}: {why}", quoted(expected), quoted(actual))
            }
        });
    }

    /// Pictures of two boards, and how many squares differ.
    fn boards(&mut self, expected: &Board, actual: &Board, look: &Look) -> String {
        let found = difference::boards(expected, actual);
        let touched: Vec<_> = found.iter().map(|square| square.at).collect();
        let picture = |board| marked(board, &touched, look);
        self.picture.below(Scene::expected_and_actual(picture(expected), picture(actual), look));
        let letter = |square: Option<crate::raft::Square>| {
            square.map_or_else(|| "nothing".to_owned(), |square| format!("`{}`", square.letter()))
        };
        let tell = |&SquareDifference { at, expected, actual }: &SquareDifference| {
            format!("{:?} expected {}, found {}", at.coordinates(), letter(expected), letter(actual))
        };
        if found.is_empty() { String::new() } else { few(&found, tell) }
    }

    /// Two lists that should have the same items, each as often, in any order.
    pub(crate) fn lists(expected: &[Value], actual: &[Value]) -> Self {
        // How often each item is expected, and how often it is there.
        let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for item in expected {
            counts.entry(item.to_string()).or_default().0 += 1;
        }
        for item in actual {
            counts.entry(item.to_string()).or_default().1 += 1;
        }
        let those = |are: fn(usize, usize) -> bool| -> Vec<&String> {
            let found = counts.iter().filter(|&(_, &(expected, actual))| are(expected, actual));
            found.map(|(text, _)| text).collect()
        };
        let missing = those(|expected, actual| expected > actual);
        let extra = those(|expected, _| expected == 0);
        let again = those(|expected, actual| 0 < expected && expected < actual);
        let mut differences = Self::default();
        let item = |text: &&String| {
            excerpt(&json::text(&serde_json::from_str::<Value>(text).ok()).unwrap_or_default(), SHOWN)
        };
        for (what, items) in
            [("missing", &missing), ("not expected", &extra), ("listed more than once", &again)]
        {
            if !items.is_empty() {
                differences.say(format!("{} {what}: {}", items.len(), few(items, item)));
            }
        }
        let respelt = extra.iter().filter_map(|text| Some((*text, respelt(text)?)));
        let is_missing = |text: &String| missing.binary_search(&text).is_ok();
        let respelt: Vec<_> = respelt.filter(|(_, other)| is_missing(other)).collect();
        if !respelt.is_empty() {
            let tell = |(text, other): &(&String, String)| format!("{} for {}", escape(text), escape(other));
            differences.say(format!("the same value, but not in canonical form: {}", few(&respelt, tell)));
        }
        differences
    }
}

/// The first of some items, and how many more there are.
fn few<T>(items: &[T], tell: impl Fn(&T) -> String) -> String {
    let mut text = items.iter().take(LISTED).map(tell).collect::<Vec<_>>().join(", ");
    if items.len() > LISTED {
        text.push_str(&format!(" and {} more", items.len() - LISTED));
    }
    text
}

/// An action or an ice, as JSON, in its canonical form.
fn respelt(text: &str) -> Option<String> {
    match serde_json::from_str(text).ok()? {
        Value::String(action) => Some(Value::from(canonical::<Action>(&action)?).to_string()),
        value @ Value::Object(_) => {
            let ice: IceBlock = serde_json::from_value(value).ok()?;
            Some(serde_json::to_value(fix_symmetries(ice)).ok()?.to_string())
        }
        _ => None,
    }
}

/// What two strings have to do with one another.
enum Found {
    Different(String),
    Same,
    Unreadable(String),
}

fn both<T: Notation>(expected: &str, actual: &str, compare: impl FnOnce(&T, &T) -> String) -> Found {
    let read = |text: &str| {
        let (value, faults) = T::read(text).into_parts();
        let usable = faults.only_canon();
        value.filter(|_| usable).ok_or_else(|| {
            let told = faults.iter().next().map(|fault| fault.message.clone());
            escape(&told.unwrap_or_default()).into_owned()
        })
    };
    match (read(expected), read(actual)) {
        (Ok(one), Ok(other)) if one.to_string() == other.to_string() => Found::Same,
        (Ok(one), Ok(other)) => Found::Different(compare(&one, &other)),
        (_, Err(why)) | (Err(why), _) => Found::Unreadable(why),
    }
}

/// The canonical form of a string that is at most in a wrong order.
fn canonical<T: Notation>(text: &str) -> Option<String> {
    let (value, faults) = T::read(text).into_parts();
    value.filter(|_| faults.only_canon()).map(|value| value.to_string())
}

fn members<T: Display>(SetDifference { missing, extra }: &SetDifference<T>) -> String {
    let tell = |items: &[T]| few(items, |item| format!("`{item}`"));
    match (missing.is_empty(), extra.is_empty()) {
        (false, true) => format!("missing {}", tell(missing)),
        (true, false) => format!("not expected {}", tell(extra)),
        _ => format!("missing {}; not expected {}", tell(missing), tell(extra)),
    }
}
