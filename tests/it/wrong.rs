//! Tests wrong strings. Each case lists all errors with all details.
//!
//! The cases are in `tests/cases/wrong-*.jsonl`, one object per line. An error has the members of [`Fault`]; if a
//! member is missing, the error must not have this detail. The cases were written by hand, and are changed only
//! together with the messages that they quote.

use crate::support::any_game;
use clowder::diagnostics::{Class, Diagnostic, Diagnostics, Severity};
use clowder::games::GameName;
use clowder::kinds::{self, Blocks, ReadOptions};
use clowder::notation::Kind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A wrong string with its kind and its errors.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// The kind, or another name for how the string is read.
    pub(crate) kind: String,
    /// The game to which a message belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<String>,
    pub(crate) text: String,
    /// The canonical string of the value, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    canonical: Option<String>,
    faults: Vec<Fault>,
}

/// All details of a diagnostic, which is an error unless it is marked as a warning.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fault {
    /// Index of the part of a state into which the span points, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<usize>,
    span: [usize; 2],
    code: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    warning: bool,
    message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    square: Option<[usize; 2]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    expected: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    found: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    related: Vec<Related>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fix: Option<Fix>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Related {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<usize>,
    span: [usize; 2],
    message: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fix {
    span: [usize; 2],
    text: String,
}

impl From<&Diagnostic> for Fault {
    fn from(fault: &Diagnostic) -> Self {
        let related = |other: &clowder::diagnostics::Related| Related {
            part: other.part,
            span: [other.span.start(), other.span.end()],
            message: other.message.clone(),
        };
        Self {
            part: fault.part,
            span: [fault.span.start(), fault.span.end()],
            code: fault.code.name.to_owned(),
            warning: fault.severity == Severity::Warning,
            message: fault.message.clone(),
            square: fault.square,
            expected: fault.expected.iter().map(ToString::to_string).collect(),
            found: fault.found.clone(),
            related: fault.related.iter().map(related).collect(),
            fix: fault
                .fix
                .as_ref()
                .map(|fix| Fix { span: [fix.span.start(), fix.span.end()], text: fix.text.clone() }),
        }
    }
}

/// What was read: the canonical form, if the string has a value, and its errors.
pub(crate) type Outcome = (Option<String>, Diagnostics);

impl Case {
    /// Puts the names of all games in place of `GAME or GAME` in each message and `GAME` in each list of expected
    /// strings, so that the cases do not depend on the list of games.
    fn name_games(&mut self) {
        for fault in &mut self.faults {
            let expected = std::mem::take(&mut fault.expected).into_iter();
            let named = expected.flat_map(|one| match one.as_str() {
                "GAME" => GameName::ALL.map(|game| game.name().to_owned()).to_vec(),
                _ => vec![one.replace("GAME or GAME", &any_game())],
            });
            fault.expected = named.collect();
            fault.message = fault.message.replace("GAME or GAME", &any_game());
        }
    }
}

/// Reads each case in a file and compares all results with it. `counts` is how many cases of each kind the file has.
pub(crate) fn compare(cases: &str, counts: &[(&str, usize)], read: impl Fn(&Case) -> Outcome) {
    let mut counted: BTreeMap<String, usize> = BTreeMap::new();
    let mut differences = String::new();
    for line in cases.lines() {
        let mut case: Case = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        case.name_games();
        let (canonical, faults) = read(&case);
        assert!(!faults.is_empty(), "no error is found in {line}");
        *counted.entry(case.kind.clone()).or_default() += 1;
        let found = Case {
            kind: case.kind.clone(),
            game: case.game.clone(),
            text: case.text.clone(),
            canonical,
            faults: faults.iter().map(Fault::from).collect(),
        };
        if found != case {
            let [case, found] = [&case, &found].map(|case| serde_json::to_string(case).unwrap());
            differences += &format!("expected {case}\n   found {found}\n");
        }
    }
    assert!(differences.is_empty(), "\n{differences}");
    let expected = counts.iter().map(|&(kind, count)| (kind.to_owned(), count)).collect();
    assert_eq!(counted, expected);
}

/// Reads a string through the registry of kinds.
fn read_kind(kind: Kind, text: &str) -> Outcome {
    read_with(kind, text, &ReadOptions::default())
}

/// Reads a string without the quick grammar, and checks that reading it with the quick grammar finds the same errors.
fn read_with(kind: Kind, text: &str, options: &ReadOptions) -> Outcome {
    let (value, faults) = kinds::read_thoroughly(kind, text, options).into_parts();
    let quick = kinds::read(kind, text, options);
    let details = |found: &Diagnostics| -> Vec<Fault> { found.iter().map(Fault::from).collect() };
    assert_eq!(details(quick.diagnostics()), details(&faults), "{kind:?}: {text:?}");
    (value.map(|value| value.canonical()), faults)
}

/// Reads a case as the kind that it names. Partial solutions have a name of their own, because they are not a
/// separate kind.
fn read_case(case: &Case) -> Outcome {
    if case.kind == "penguins-solution in part" {
        let mut options = ReadOptions::default();
        options.blocks = Blocks::Some;
        return read_with(Kind::PenguinsSolution, &case.text, &options);
    }
    read_kind(case.kind.parse().unwrap(), &case.text)
}

#[test]
fn wrong_strings_of_race_to_the_raft_have_exactly_these_errors() {
    let counts = [
        ("challenge", 40),
        ("board", 24),
        ("decks", 21),
        ("hand", 23),
        ("exhausted", 24),
        ("fire-bag", 19),
        ("action", 35),
        ("draw", 24),
        ("state", 24),
        ("pathway-card", 17),
        ("fire-tile", 22),
        ("cat-card", 18),
        ("raft-card", 17),
        ("raft-record", 18),
    ];
    compare(include_str!("../cases/wrong-raft.jsonl"), &counts, read_case);
}

#[test]
fn wrong_strings_of_penguins_pool_party_have_exactly_these_errors() {
    let counts = [
        ("penguins-challenge", 33),
        ("penguins-placement", 24),
        ("penguins-solution", 30),
        ("penguins-solution in part", 24),
        ("penguins-board", 19),
        ("penguins-state", 23),
    ];
    compare(include_str!("../cases/wrong-penguins.jsonl"), &counts, read_case);
}

#[test]
fn wrong_strings_of_polyominoes_have_exactly_these_errors() {
    let counts = [("polyomino", 12), ("region", 15)];
    compare(include_str!("../cases/wrong-polyominoes.jsonl"), &counts, read_case);
}

#[test]
#[should_panic(expected = "expected {")]
fn a_member_that_is_left_out_is_compared_too() {
    let line = r#"{"kind":"draw","text":"A7","faults":[{"span":[1,2],"code":"draw/count","message":"`7` is not a valid number of cards; it must be from 1 to 6"}]}"#;
    compare(line, &[("draw", 1)], |case| read_kind(Kind::Draw, &case.text));
}

#[test]
#[should_panic(expected = "unknown field `fixed`")]
fn an_unknown_member_is_rejected() {
    compare(r#"{"kind":"draw","text":"A7","faults":[],"fixed":""}"#, &[("draw", 1)], |case| {
        read_kind(Kind::Draw, &case.text)
    });
}

#[test]
fn canon_adds_the_missing_empty_decks_of_a_hand() {
    let (canonical, faults) = read_kind(Kind::Hand, "AfhkDahw");
    assert!(faults.iter().all(|fault| fault.class() == Class::Canon) && !faults.is_empty());
    assert_eq!(canonical.as_deref(), Some("AfhkBCDahw"));
}

#[test]
fn the_missing_last_line_break_of_a_board_is_an_error_of_spelling_that_canon_repairs() {
    for kind in [Kind::Board, Kind::PenguinsBoard] {
        let board = kinds::row(kind).example();
        let (canonical, faults) = read_kind(kind, board.trim_end());
        assert!(faults.iter().all(|fault| fault.class() == Class::Canon) && faults.len() == 1);
        assert_eq!(canonical.as_deref(), Some(board));
    }
}

#[test]
fn a_board_is_never_repaired() {
    let board = kinds::row(Kind::Board).example();
    for wrong in [
        board.trim_end().replace('f', "F"),
        board.replace('\n', "\r\n"),
        board.replace('f', "F"),
        format!("{board}\n"),
    ] {
        let (canonical, faults) = read_kind(Kind::Board, &wrong);
        assert!(canonical.is_none() && faults.iter().any(|fault| fault.class() == Class::Syntax), "{faults}");
    }
}
