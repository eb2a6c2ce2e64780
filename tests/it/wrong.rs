//! Wrong strings, each with every fault it has: span, code, message and fix, to the letter.
//!
//! `tests/cases/wrong-*.jsonl` hold them, one object a line. They were written down fault by fault and are changed
//! only together with the message they quote.

use clowder::diagnostics::{Class, Diagnostic, Diagnostics};
use clowder::notation::{Kind, Notation};
use clowder::penguins;
use clowder::raft::{self, catalogue::Component};
use std::collections::BTreeMap;

#[derive(serde::Deserialize)]
struct Wrong {
    kind: String,
    text: String,
    canonical: Option<String>,
    faults: Vec<String>,
}

fn read<T: Notation>(text: &str) -> (Option<String>, Diagnostics) {
    let (value, faults) = T::read(text).into_parts();
    (value.map(|value| value.to_string()), faults)
}

fn component<T: Component>(text: &str) -> (Option<String>, Diagnostics) {
    let (value, mut faults) = T::read(text).into_parts();
    faults.extend(value.as_ref().and_then(Component::not_in_catalogue));
    (value.map(|value| value.to_string()), faults)
}

fn read_kind(kind: Kind, text: &str) -> (Option<String>, Diagnostics) {
    match kind {
        Kind::Challenge => read::<raft::Challenge>(text),
        Kind::Board => read::<raft::Board>(text),
        Kind::Decks => read::<raft::Decks>(text),
        Kind::Hand => read::<raft::Hand>(text),
        Kind::Exhausted => read::<raft::Exhausted>(text),
        Kind::FireBag => read::<raft::FireBag>(text),
        Kind::Action => read::<raft::Action>(text),
        Kind::Draw => read::<raft::Draw>(text),
        Kind::State => read::<raft::State>(text),
        Kind::PathwayCard => component::<raft::PathwayCard>(text),
        Kind::FireTile => component::<raft::FireTile>(text),
        Kind::CatCard => component::<raft::CatCard>(text),
        Kind::RaftCard => component::<raft::RaftCard>(text),
        other => panic!("{other}: not a kind of Race to the Raft"),
    }
}

/// `part 2: 1..2 hand/unknown-card: there is no card …; fix 1..2 "y"`
fn line(fault: &Diagnostic) -> String {
    let part = fault.part.map(|part| format!("part {part}: ")).unwrap_or_default();
    let fix = fault.fix.as_ref().filter(|fix| fix.text.len() < 40).map(|fix| {
        let text = serde_json::to_string(&fix.text).unwrap();
        format!("; fix {}..{} {text}", fix.span.start, fix.span.end)
    });
    let (start, end) = (fault.span.start, fault.span.end);
    format!("{part}{start}..{end} {}: {}{}", fault.code.name, fault.message, fix.unwrap_or_default())
}

/// Reads a text as a kind, or as what its name in the file says.
type Reader = fn(&str, &str) -> (Option<String>, Diagnostics);

/// Every string of a file of cases is told wrong to the letter; how many there are of each kind.
fn told(cases: &str, read: Reader) -> BTreeMap<String, usize> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for text in cases.lines() {
        let wrong: Wrong = serde_json::from_str(text).unwrap();
        let (canonical, faults) = read(&wrong.kind, &wrong.text);
        let found: Vec<_> = faults.iter().map(line).collect();
        assert_eq!(found, wrong.faults, "{} {:?}", wrong.kind, wrong.text);
        assert_eq!(canonical, wrong.canonical, "{} {:?}", wrong.kind, wrong.text);
        assert!(!found.is_empty(), "{} {:?}", wrong.kind, wrong.text);
        *counts.entry(wrong.kind).or_default() += 1;
    }
    counts
}

#[test]
fn wrong_strings_are_told_wrong_to_the_letter() {
    let read: Reader = |kind, text| read_kind(kind.parse().unwrap(), text);
    let counts = told(include_str!("../cases/wrong-raft.jsonl"), read);
    assert_eq!(counts.len(), 13);
    assert!(counts.values().all(|&count| count >= 15), "{counts:?}");
}

#[test]
fn wrong_strings_of_the_penguins_too() {
    let counts = told(include_str!("../cases/wrong-penguins.jsonl"), |kind, text| match kind {
        "penguins-challenge" => read::<penguins::Challenge>(text),
        "penguins-placement" => read::<penguins::Placement>(text),
        "penguins-solution" => read::<penguins::Solution>(text),
        "penguins-solution in part" => read::<penguins::PartialSolution>(text),
        "penguins-board" => read::<penguins::Board>(text),
        "penguins state" => {
            let (state, faults) = penguins::State::read(text).into_parts();
            (state.map(|state| state.to_string()), faults)
        }
        other => panic!("{other}: not a kind of Penguins Pool Party"),
    });
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|&count| count >= 15), "{counts:?}");
}

#[test]
fn a_hand_without_empty_decks_is_a_fault_of_order_that_canon_repairs() {
    let (canonical, faults) = read_kind(Kind::Hand, "AfhkDahw");
    assert!(faults.iter().all(|fault| fault.class() == Class::Canon) && !faults.is_empty());
    assert_eq!(canonical.as_deref(), Some("AfhkBCDahw"));
}

#[test]
fn a_board_is_never_repaired() {
    let board = raft::Board::EXAMPLE;
    for wrong in [
        board.trim_end().to_owned(),
        board.replace('\n', "\r\n"),
        board.replace('f', "F"),
        format!("{board}\n"),
    ] {
        let (canonical, faults) = read_kind(Kind::Board, &wrong);
        assert!(canonical.is_none() && faults.iter().all(|fault| fault.class() == Class::Syntax), "{faults}");
    }
}
