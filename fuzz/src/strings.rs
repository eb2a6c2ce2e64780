//! The fuzz targets for all kinds of strings, and for repairs, pictures and comparisons.

use crate::bytes::{Bytes, text};
use clowder::diagnostics::{Class, Diagnostic, Diagnostics, Severity, Source, Span, escape};
use clowder::kinds::{self, AnyReading, ReadOptions};
use clowder::notation::Kind;
use clowder::render::figure::{FigureLook, svg};
use clowder::render::{Look, ansi};
use clowder::repair;

/// Checks, on one string of this kind, the laws that hold for every kind.
pub fn notation(kind: Kind, data: &[u8]) {
    let Some(text) = text(data) else { return };
    let options = ReadOptions::default();
    let fast = kinds::read(kind, text, &options);
    let reading = kinds::read_thoroughly(kind, text, &options);
    let canonical = canonical(&reading);
    assert_eq!(fast.is_canonical(), reading.is_canonical(), "the quick grammar and the full reading differ");
    assert_eq!(kinds::is_canonical(kind, text, &options), reading.is_canonical());
    let same = listed(fast.diagnostics()).eq(listed(reading.diagnostics()));
    assert!(same, "{}\n\n{}", fast.diagnostics(), reading.diagnostics());
    shown_safely(text, reading.parts(), reading.diagnostics());
    let Some(canonical) = canonical else {
        assert!(
            !reading.diagnostics().only_canon(),
            "the string has no value, but all its errors are of class `canon`"
        );
        return;
    };
    if reading.is_canonical() {
        assert_eq!(canonical, text, "the string is printed differently from how it was read");
    }
    let again = kinds::read(kind, &canonical, &options);
    assert_eq!(self::canonical(&again).as_ref(), Some(&canonical), "canon is not idempotent");
    assert!(again.diagnostics().iter().all(|error| error.class() != Class::Canon), "{}", again.diagnostics());
}

/// Returns the code, the part, the span and the message of each error. Comparing them is faster than comparing reports.
fn listed(errors: &Diagnostics) -> impl Iterator<Item = (&str, Option<usize>, Span, &str)> {
    errors.iter().map(|error| (error.code.name, error.part, error.span, error.message.as_str()))
}

fn canonical(reading: &AnyReading) -> Option<String> {
    reading.value().map(|value| value.canonical())
}

/// Checks that every span is inside the string to which it belongs and on character boundaries, and that no message contains
/// characters which can control a terminal.
fn shown_safely(text: &str, parts: &[String], diagnostics: &Diagnostics) {
    let of = |part: Option<usize>| part.map_or(text, |part| &parts[part]);
    let inside = |text: &str, span: Span| assert!(text.get(span.start()..span.end()).is_some(), "{span:?}");
    for error in diagnostics {
        inside(of(error.part), error.span);
        error.related.iter().for_each(|related| inside(of(related.part), related.span));
        error.fix.iter().for_each(|fix| inside(of(error.part), fix.span));
        assert!(error.message.chars().all(escape::is_plain), "{:?}", error.message);
    }
}

/// Checks that a repair adds only errors of class `canon`, and that applying its fixes leaves fewer errors, or only
/// errors of class `canon`.
pub fn repair(data: &[u8]) {
    let mut bytes = Bytes(data);
    let kind = bytes.choose(Kind::ALL);
    let text = &*bytes.text();
    let options = ReadOptions::default();
    let before = kinds::read(kind, text, &options);
    let improved = repair::improve(kind, text, &options, kinds::read(kind, text, &options));
    let serious = improved.diagnostics().iter().filter(|error| error.class() != Class::Canon).count();
    assert!(serious <= errors(&before).max(1), "{}", improved.diagnostics());
    shown_safely(text, improved.parts(), improved.diagnostics());
    if let Some(repaired) = improved.diagnostics().repaired(text) {
        let after = kinds::read(kind, &repaired, &options);
        let ok = after.is_usable() || errors(&after) < errors(&before);
        assert!(ok, "{text:?} -> {repaired:?}: {}", improved.diagnostics());
    }
}

/// Changes one character of a right string, and checks that the safe fixes lead back to its value. The first bytes say
/// which kind, character and change, and the rest can be the string.
pub fn mutation(data: &[u8]) {
    let mut bytes = Bytes(data);
    let kind = bytes.choose(Kind::ALL);
    let row = kinds::row(kind);
    let (change, letter) = (bytes.below(4), bytes.choose(&row.alphabet().chars().collect::<Vec<_>>()));
    let at = bytes.below(1 << 16);
    let options = ReadOptions::default();
    let given = bytes.text();
    let value = |text: &str| kinds::read(kind, text, &options).strict().ok().map(|value| value.canonical());
    let right = if value(&given).is_some() { given } else { row.example().to_owned() };
    let mut letters: Vec<char> = right.chars().collect();
    let at = at % (letters.len() + usize::from(change == 2)).max(1);
    let found = letters.get(at).copied();
    // A letter that replaces another one can be taken for the same letter in the other case.
    let is_other_case = |other: char| other != letter && other.eq_ignore_ascii_case(&letter);
    let is_alike = row.alphabet().chars().any(is_other_case) || "0Oo1lIi5S8B2Z6bG9gqQ \n".contains(letter);
    match (change, found) {
        (0, Some(_)) if !is_alike => letters[at] = letter,
        (1, Some(_)) => drop(letters.remove(at)),
        (2, _) => letters.insert(at, letter),
        (3, Some(_)) if at + 1 < letters.len() => letters.swap(at, at + 1),
        _ => return,
    }
    let wrong: String = letters.iter().collect();
    let reading = kinds::read(kind, &wrong, &options);
    if reading.is_usable() {
        return;
    }
    let improved = repair::improve(kind, &wrong, &options, reading);
    let safe = |error: &&Diagnostic| error.part.is_none() && error.fix.as_ref().is_some_and(|fix| fix.safe);
    let Some(fix) = improved.diagnostics().iter().find(safe).and_then(|error| error.fix.as_ref()) else { return };
    let fixed = [&wrong[..fix.span.start()], &fix.text, &wrong[fix.span.end()..]].concat();
    let after = kinds::read(kind, &fixed, &options);
    if after.is_usable() {
        assert_eq!(canonical(&after), value(&right), "{right:?} -> {wrong:?} -> {fixed:?}");
    }
}

/// Returns the number of errors. It is at least 1 if the string has no value.
fn errors(reading: &AnyReading) -> usize {
    let errors = reading.diagnostics().iter().filter(|error| error.severity == Severity::Error).count();
    errors.max(usize::from(reading.value().is_none()))
}

/// Draws and explains a value of any kind, and checks that the output is safe and well-formed.
pub fn pictures(data: &[u8]) {
    let mut bytes = Bytes(data);
    let kind = bytes.choose(Kind::ALL);
    let text = &*bytes.text();
    let reading = kinds::read(kind, text, &ReadOptions::default());
    let Some(value) = reading.value() else { return };
    let drawn = kinds::picture(kind, &**value, Source::new(text, reading.parts()));
    let picture = drawn.scene(&Look::PIPE);
    assert!(picture.text().chars().all(|letter| letter == '\n' || escape::is_plain(letter)));
    let coloured = ansi(&picture);
    assert!(coloured.chars().all(|letter| matches!(letter, '\n' | '\u{1b}') || escape::is_plain(letter)));
    let svg = svg::write(&drawn.figure(&FigureLook::default()), &svg::Options::default());
    assert!(roxmltree::Document::parse(&svg).is_ok(), "the picture is not well-formed XML");
    for segment in value.explain(Source::whole(text)) {
        assert!(segment.meaning.chars().all(escape::is_plain), "{:?}", segment.meaning);
    }
}

/// Compares two values of one kind with each other, in both directions. The first byte determines the kind, and a zero byte
/// separates the two strings.
pub fn diff(data: &[u8]) {
    let mut bytes = Bytes(data);
    let kind = bytes.choose(Kind::ALL);
    let both = bytes.text();
    let (expected, actual) = both.split_once('\0').unwrap_or((kinds::row(kind).example(), &both));
    let options = ReadOptions::default();
    let [expected, actual] = [expected, actual].map(|text| kinds::read(kind, text, &options).into_value());
    let (Some(expected), Some(actual)) = (expected, actual) else { return };
    let differences = expected.differences(&*actual);
    assert_eq!(differences.is_empty(), expected.canonical() == actual.canonical());
    assert_eq!(differences.len(), actual.differences(&*expected).len(), "comparing is not symmetric");
}
