//! Tests the registry of kinds. Every test iterates over [`Kind::ALL`], so that a new kind is tested automatically and
//! forgotten steps are reported.

#[cfg(feature = "cli")]
use crate::support::run;
use clowder::diagnostics::Source;
use clowder::kinds::{self, Components, ReadOptions};
use clowder::notation::Kind;
use clowder::render::{Glyphs, Look};
use std::collections::BTreeSet;

fn any_component() -> ReadOptions {
    let mut options = ReadOptions::default();
    options.components = Components::Any;
    options
}

/// The example of a kind, and the string of another value: the first canonical string that differs from it in one
/// letter.
fn example_and_another(kind: Kind) -> (&'static str, String) {
    let example = kinds::row(kind).example();
    let read = |text: &str| kinds::read(kind, text, &any_component());
    let letters = "0123456789abcdefgnoprwyABCDENSTFX.x";
    let changes = (0..example.len()).rev().flat_map(|at| {
        letters.chars().map(move |letter| format!("{}{letter}{}", &example[..at], &example[at + 1..]))
    });
    let another = changes.into_iter().find(|text| text != example && read(text).is_canonical());
    (example, another.unwrap_or_else(|| panic!("{kind}: no change of the example is canonical")))
}

#[test]
fn the_row_of_every_kind_belongs_to_it() {
    let mut examples = BTreeSet::new();
    for &kind in Kind::ALL {
        let row = kinds::row(kind);
        assert_eq!(row.kind(), kind, "src/kinds: the row of `{kind}` is that of another kind");
        assert!(examples.insert(row.example()), "`{kind}` has the example of another kind");
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    assert_eq!(examples.len(), 24);
}

#[test]
fn every_kind_is_explained() {
    for &kind in Kind::ALL {
        let text = kinds::row(kind).example();
        let reading = kinds::read_thoroughly(kind, text, &ReadOptions::default());
        let source = Source::new(text, reading.parts());
        let segments = reading.value().unwrap().explain(source);
        assert!(!segments.is_empty(), "src/kinds: `{kind}` explains nothing");
        for segment in segments {
            let within = source.part(segment.component);
            assert!(within.get(segment.span.start()..segment.span.end()).is_some(), "{kind}: {segment:?}");
            assert!(!segment.name.is_empty() && !segment.meaning.is_empty(), "{kind}: {segment:?}");
        }
    }
}

#[test]
fn every_kind_has_a_picture() {
    for &kind in Kind::ALL {
        let reading = kinds::read(kind, kinds::row(kind).example(), &ReadOptions::default());
        let value = &**reading.value().unwrap();
        let drawn = kinds::picture(kind, value, Source::whole(kinds::row(kind).example()));
        let picture = |glyphs| drawn.scene(&Look { glyphs, width: 80 }).text();
        assert!(!picture(Glyphs::Unicode).trim().is_empty(), "src/kinds: `{kind}` has no picture");
        assert!(picture(Glyphs::Ascii).is_ascii(), "{kind}: the ASCII picture is not pure ASCII");
    }
}

#[test]
fn values_of_every_kind_can_be_compared() {
    for &kind in Kind::ALL {
        let (example, another) = example_and_another(kind);
        let value = |text: &str| kinds::read(kind, text, &any_component()).into_value().unwrap();
        let (one, same, other) = (value(example), value(example), value(&another));
        assert_eq!(one.differences(&*same), [], "{kind}");
        assert!(!one.differences(&*other).is_empty(), "src/kinds: `{kind}` finds no change in {another:?}");
    }
    let value = |kind| kinds::read(kind, "A321", &ReadOptions::default()).into_value();
    let (placement, board) = (value(Kind::PenguinsPlacement).unwrap(), kinds::row(Kind::Board).example());
    let board = kinds::read(Kind::Board, board, &ReadOptions::default()).into_value().unwrap();
    assert_eq!(placement.differences(&*board).len(), 1, "values of two kinds are compared as text");
}

#[test]
fn every_kind_has_wrong_strings_among_the_cases() {
    let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let files = ["wrong-raft", "wrong-penguins", "wrong-polyominoes", "wrong-bots"];
    let cases: Vec<serde_json::Value> = files
        .iter()
        .map(|file| std::fs::read_to_string(directory.join(format!("{file}.jsonl"))).unwrap())
        .flat_map(|text| text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<_>>())
        .collect();
    for &kind in Kind::ALL {
        let count = cases.iter().filter(|case| case["kind"] == kind.name()).count();
        assert!(
            count >= 10,
            "tests/cases/wrong-*.jsonl: add wrong strings of the kind `{kind}` (there are only {count})"
        );
    }
}

#[cfg(feature = "cli")]
#[test]
fn the_command_line_lists_every_kind() {
    let (status, out, _) = run(&["kinds", "--format", "plain"], "");
    assert_eq!(status, 0);
    assert_eq!(out.lines().collect::<Vec<_>>(), Kind::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>());
}

#[test]
fn the_properties_of_every_kind_agree_with_its_example() {
    for &kind in Kind::ALL {
        let example = kinds::row(kind).example();
        assert_eq!(
            kind.is_json(),
            serde_json::from_str::<serde_json::Value>(example).is_ok_and(|it| !it.is_number()),
            "{kind}"
        );
        assert_eq!(kind.is_single_line(), !example.ends_with('\n'), "{kind}");
    }
}
