//! Tests the exact report on damaged texts, and the fix that repairs each of them.

use clowder::diagnostics::{Diagnostics, Severity, Span, report};
use clowder::kinds::{self, ReadOptions};
use clowder::notation::Kind;
use clowder::repair::improve;
use clowder::{penguins, raft};
use std::collections::BTreeMap;

/// A damaged text with its report.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    kind: String,
    text: String,
    report: String,
}

fn cases() -> impl Iterator<Item = Case> {
    let lines = include_str!("../cases/damaged.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
}

#[test]
fn each_damaged_text_has_exactly_this_report() {
    let (mut wrong, mut kinds) = (String::new(), BTreeMap::<Kind, usize>::new());
    for Case { kind, text, report: expected } in cases() {
        let kind: Kind = kind.parse().unwrap();
        let options = ReadOptions::default();
        let reading = improve(kind, &text, &options, kinds::read(kind, &text, &options));
        let found = report(&text, reading.diagnostics());
        if found != expected {
            wrong += &format!("{kind} {text:?}:\nexpected:\n{expected}found:\n{found}\n");
        }
        *kinds.entry(kind).or_default() += 1;
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(kinds.values().sum::<usize>() >= 150 && kinds.len() == Kind::ALL.len(), "{kinds:?}");
}

#[test]
fn the_fix_of_each_damaged_text_gives_a_correct_text() {
    for Case { kind, text, .. } in cases() {
        let kind: Kind = kind.parse().unwrap();
        let options = ReadOptions::default();
        let reading = improve(kind, &text, &options, kinds::read(kind, &text, &options));
        let errors: Vec<_> =
            reading.diagnostics().iter().filter(|error| error.severity == Severity::Error).collect();
        let [error] = errors[..] else { continue };
        let Some(fix) = error.fix.as_ref().filter(|_| error.part.is_none()) else { continue };
        let fixed = [&text[..fix.span.start()], &fix.text, &text[fix.span.end()..]].concat();
        assert!(kinds::read(kind, &fixed, &options).is_usable(), "{kind}: {text:?} became {fixed:?}");
    }
}

#[test]
fn the_fixes_of_a_damaged_text_help_together() {
    let mut several = 0;
    for Case { kind, text, .. } in cases() {
        let kind: Kind = kind.parse().unwrap();
        let options = ReadOptions::default();
        let before = kinds::read(kind, &text, &options);
        let errors = before.diagnostics().len();
        let improved = improve(kind, &text, &options, before);
        let fixes = improved.diagnostics().iter().filter(|error| error.part.is_none() && error.fix.is_some());
        several += usize::from(fixes.count() > 1);
        let Some(fixed) = improved.diagnostics().repaired(&text).filter(|_| !improved.is_usable()) else {
            continue;
        };
        let after = kinds::read(kind, &fixed, &options);
        assert!(after.is_usable() || after.diagnostics().len() < errors, "{kind}: {text:?} became {fixed:?}");
    }
    assert!(several >= 3, "{several}");
}

/// Adds each possible digit before the byte `at`, or removes the digit there.
fn digit_added_or_removed(text: &str, at: usize) -> impl Iterator<Item = String> {
    let (before, after) = text.split_at(at);
    let added = ('0'..='9').map(move |digit| format!("{before}{digit}{after}"));
    added.chain([format!("{before}{}", &after[1..])])
}

/// Reads a text with exactly one error, and returns its span.
fn only_error(kind: Kind, text: &str) -> Span {
    let reading = kinds::read(kind, text, &ReadOptions::default());
    let mut errors = reading.diagnostics().iter();
    let error = errors.next().unwrap_or_else(|| panic!("{text} has no error"));
    assert_eq!(errors.count(), 0, "{text}: {}", reading.diagnostics());
    error.span
}

/// If the length of a section is wrong, its later cards must still be right.
#[test]
fn a_missing_or_additional_digit_of_a_card_is_one_error_at_its_place() {
    let mut tried = 0;
    for official in raft::catalogue::official_challenges() {
        let text = &official.text;
        let sections = text.find('F').unwrap() + 1..text.find('R').unwrap();
        for at in sections.filter(|&at| text.as_bytes()[at].is_ascii_digit()) {
            for changed in digit_added_or_removed(text, at) {
                let span = only_error(Kind::Challenge, &changed);
                assert!(span.start() <= at && at <= span.end(), "{text} became {changed}: {span:?}");
                tried += 1;
            }
        }
    }
    assert!(tried > 10_000, "{tried}");
}

/// If the last digit could be the wrong one, the error is at the end.
#[test]
fn a_missing_or_additional_digit_of_a_penguin_is_one_error_at_its_place_or_at_the_end() {
    let (mut tried, mut exact) = (0, 0);
    for official in penguins::official_challenges() {
        let text = official.challenge.to_string();
        for at in 0..text.len() {
            for changed in digit_added_or_removed(&text, at) {
                let span = only_error(Kind::PenguinsChallenge, &changed);
                let is_exact = span.start() <= at && at <= span.end();
                assert!(is_exact || span.end() == changed.len(), "{text} became {changed}: {span:?}");
                (tried, exact) = (tried + 1, exact + usize::from(is_exact));
            }
        }
    }
    assert!(tried > 3_000 && exact * 2 > tried, "{exact} of {tried}");
}

/// The errors of the improved reading, and the text after all fixes.
fn improved(kind: Kind, text: &str) -> (Diagnostics, String) {
    let options = ReadOptions::default();
    let reading = improve(kind, text, &options, kinds::read(kind, text, &options));
    let repaired = reading.diagnostics().repaired(text).unwrap_or_else(|| text.to_owned());
    (reading.diagnostics().clone(), repaired)
}

#[test]
fn a_wrong_number_of_digits_is_repaired_at_the_place_of_the_error() {
    let (penguins, tile) = (Kind::PenguinsChallenge, Kind::FireTile);
    for (kind, text, expected) in [
        (penguins, "500", "00"),
        (penguins, "1023833", "102333"),
        (penguins, "07023", "0023"),
        (tile, "x01010111221", "x0110111221"),
        (tile, "C00401021011", "C0001021011"),
        (tile, "y000111122", "y0001111221"),
        (tile, "c00010203112", "c000102031121"),
    ] {
        let (errors, repaired) = improved(kind, text);
        assert_eq!((errors.len(), repaired.as_str()), (1, expected), "{text}: {errors}");
    }
}

/// The rest of a component is information, so do not remove it.
#[test]
fn the_rest_of_a_component_is_not_removed() {
    for (kind, text) in [(Kind::PenguinsChallenge, "2011312"), (Kind::Exhausted, "R02")] {
        let (errors, repaired) = improved(kind, text);
        assert_eq!((errors.len(), repaired.as_str()), (1, text), "{errors}");
    }
}

#[test]
fn too_many_penguins_are_one_error_with_everything_wrong_with_them() {
    for (text, expected) in [
        ("2011312344", "20113123"),
        ("2011312312", "20113123"),
        ("20113123201", "20113123"),
        ("2011443123", "20113123"),
        ("4220113123", "20113123"),
    ] {
        let reading = kinds::read(Kind::PenguinsChallenge, text, &ReadOptions::default());
        let errors = reading.diagnostics();
        let codes: Vec<_> = errors.iter().map(|error| error.code.name).collect();
        assert_eq!(codes, ["penguins-challenge/too-many-penguins"], "{text}: {errors}");
        assert_eq!(errors.repaired(text).as_deref(), Some(expected), "{text}");
    }
}

/// Nothing shows which other cat was meant.
#[test]
fn another_cat_is_not_suggested_in_place_of_a_copy() {
    for text in ["R0210G0112R0210", "R0210R0210"] {
        let (errors, repaired) = improved(Kind::Exhausted, text);
        assert_eq!((errors.len(), repaired.as_str()), (1, text), "{errors}");
        assert!(errors.iter().all(|error| error.help.is_none()), "{errors}");
    }
}

/// A missing deck is more likely than a wrong card.
#[test]
fn a_missing_deck_is_added_between_two_decks() {
    let text = concat!(
        "AabcdefghijklmnopqrstuvwyabcdefghijklmoqrstuvwxyCabcdeghijklmnprtuwxy",
        "Dabcdefgijknopqrstuvwy",
    );
    let (errors, repaired) = improved(Kind::Decks, text);
    assert_eq!((errors.len(), repaired), (1, text.replacen("wyab", "wyBab", 1)), "{errors}");
}
