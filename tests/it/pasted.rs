//! Tests texts that were mistyped or pasted from programs, logs and test reports against what their writers meant.

use clowder::diagnostics::{Diagnostic, Severity, Source};
use clowder::kinds::{self, AnyReading, ReadOptions};
use clowder::notation::Kind;
use clowder::random::Random;
use clowder::repair::improve;
#[cfg(feature = "cli")]
use {crate::support::run, clowder::repair::identify};

#[derive(serde::Deserialize)]
struct Pasted {
    text: String,
    kind: String,
    category: String,
    meant: Option<String>,
}

fn improved(kind: Kind, text: &str) -> AnyReading {
    let options = ReadOptions::default();
    improve(kind, text, &options, kinds::read(kind, text, &options))
}

/// Applies one fix, which can be in a part of a state.
fn applied(text: &str, reading: &AnyReading, error: &Diagnostic) -> Option<String> {
    let fix = error.fix.as_ref()?;
    let source = Source::new(text, reading.parts()).part(error.part);
    let fixed = [&source[..fix.span.start()], &fix.text, &source[fix.span.end()..]].concat();
    let Some(part) = error.part else { return Some(fixed) };
    let mut parts = reading.parts().to_vec();
    parts[part] = fixed;
    serde_json::to_string(&parts).ok()
}

/// Applies all safe fixes, if there are any.
fn safely_fixed(kind: Kind, text: &str) -> Option<String> {
    let mut text = text.to_owned();
    let mut is_fixed = false;
    for _ in 0..8 {
        let reading = improved(kind, &text);
        let safe = |error: &&Diagnostic| error.fix.as_ref().is_some_and(|fix| fix.safe);
        let Some(next) =
            reading.diagnostics().iter().find(safe).and_then(|error| applied(&text, &reading, error))
        else {
            break;
        };
        (text, is_fixed) = (next, true);
    }
    is_fixed.then_some(text)
}

/// The fixes of a text, and the strings that its reports suggest.
fn suggestions(text: &str, reading: &AnyReading) -> Vec<String> {
    let mut found = Vec::new();
    for error in reading.diagnostics() {
        found.extend(applied(text, reading, error));
        found
            .extend(error.help.iter().flat_map(|help| help.split('`').skip(1).step_by(2)).map(str::to_owned));
    }
    found
}

#[test]
fn pasted_texts_become_what_was_meant() {
    const ONE_ERROR: [&str; 11] = [
        "pasted",
        "pasted java",
        "pasted python",
        "pasted json",
        "log line",
        "code fence",
        "list of strings",
        "separators",
        "swapped parts",
        "doubled",
        "zero width",
    ];
    let (mut known, mut fixed, mut offered, mut wrong) = (0, 0, 0, String::new());
    for line in include_str!("../cases/pasted.jsonl").lines() {
        let Pasted { text, kind, category, meant } = serde_json::from_str(line).expect("a pasted text");
        let kind: Kind = kind.parse().expect("a kind");
        let reading = improved(kind, &text);
        let errors = reading.diagnostics().iter().filter(|error| error.severity == Severity::Error).count();
        if errors > 1 && ONE_ERROR.contains(&&*category) && !reading.is_usable() {
            wrong += &format!("{kind} {text:?} has {errors} errors: {}\n", reading.diagnostics());
        }
        let Some(meant) = meant else { continue };
        known += 1;
        let safe = safely_fixed(kind, &text);
        let is_right = safe.as_ref() == Some(&meant);
        if safe.is_some() && !is_right {
            wrong += &format!("{kind} {text:?} became {safe:?}: {}\n", reading.diagnostics());
        }
        fixed += usize::from(is_right);
        offered += usize::from(is_right || suggestions(&text, &reading).contains(&meant));
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(known > 100 && fixed * 100 >= known * 60, "{fixed} of {known} are fixed");
    assert!(offered * 100 >= known * 85, "{offered} of {known} have the right fix or suggestion");
}

/// What can be wrapped around a string in a program, a log, a message or a document.
fn wrapped(kind: Kind, text: &str, wrapper: usize) -> String {
    let each = |before: &str, after: &str| -> String {
        let lines = text.lines().map(|line| format!("{before}{line}{after}\n"));
        let all: String = lines.collect();
        if kind.is_single_line() { all.trim_end().to_owned() } else { all }
    };
    let escaped = || text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let end = if text.ends_with('\n') { "" } else { "\n" };
    match wrapper {
        0 => format!("\"{}\"", escaped()),
        1 => format!("String text = \"{}\";", escaped()),
        2 => format!("```\n{text}{end}```\n"),
        3 => format!("```text\n{text}{end}```"),
        4 => each("> ", ""),
        5 => each("- ", ""),
        6 => each("    ", ""),
        7 => format!("Output:\n{text}"),
        8 => each("// ", ""),
        9 => text.replace('&', "&amp;").replace('"', "&quot;"),
        10 => format!("print(\"{}\")", escaped()),
        _ => format!("\u{feff}{text}"),
    }
}

const WRAPPERS: usize = 12;

/// Every ordered pair of wrappers around the example of a kind still lets the string be found.
#[test]
fn two_wrappers_around_a_string_are_removed_together() {
    let (mut all, mut right, mut wrong) = (0, 0, String::new());
    for &kind in Kind::ALL {
        let meant = kinds::row(kind).example();
        for inner in 0..WRAPPERS {
            for outer in 0..WRAPPERS {
                let text = wrapped(kind, &wrapped(kind, meant, inner), outer);
                let reading = kinds::read(kind, &text, &ReadOptions::default());
                if reading.is_usable() {
                    continue;
                }
                all += 1;
                let fixed = safely_fixed(kind, &text);
                if fixed.as_deref() == Some(meant) {
                    right += 1;
                } else {
                    wrong += &format!("{kind} {inner} {outer} {text:?} became {fixed:?}\n");
                }
            }
        }
    }
    assert!(all > 2000 && right == all, "{right} of {all}:\n{wrong}");
}

/// Whether two texts count as the same, because they are equal or spellings of one value.
fn are_one_value(kind: Kind, one: &str, other: &str) -> bool {
    let value = |text: &str| {
        kinds::read(kind, text, &ReadOptions::default()).into_value().map(|value| value.canonical())
    };
    one == other || value(one).is_some_and(|one| Some(one) == value(other))
}

struct Mutation {
    kind: Kind,
    right: String,
    wrong: String,
}

/// Changes random strings of every kind by one letter. Mutations that put in a look-alike, white space or a letter in
/// the other case are left out.
fn mutations() -> Vec<Mutation> {
    let mut random = Random::new(7);
    let mut all = Vec::new();
    for &kind in Kind::ALL {
        let row = kinds::row(kind);
        let letters: Vec<char> = row.alphabet().chars().chain("xXz9,;:".chars()).collect();
        let is_long = kind.is_json() || !kind.is_single_line();
        for _ in 0..if is_long { 3 } else { 30 } {
            let right = row.generate(&mut random, None).unwrap_or_else(|| row.example().to_owned());
            let characters: Vec<char> = right.chars().collect();
            for change in 0..4 {
                if characters.is_empty() || right.len() > 6000 {
                    continue;
                }
                let at = random.below(characters.len());
                let letter = letters[random.below(letters.len())];
                let mut changed = characters.clone();
                match change {
                    0 => changed[at] = letter,
                    1 => drop(changed.remove(at)),
                    2 => changed.insert(at, letter),
                    _ => changed.swap(at, (at + 1).min(characters.len() - 1)),
                }
                let wrong: String = changed.iter().collect();
                let is_alike = matches!(change, 0 | 2) && looks_alike(letter, row.alphabet());
                if !is_alike && !kinds::read(kind, &wrong, &ReadOptions::default()).is_usable() {
                    all.push(Mutation { kind, right: right.clone(), wrong });
                }
            }
        }
    }
    all
}

/// A safe fix of a mutated string restores it, even if the mutated string contains a smaller valid string.
#[test]
fn a_safe_fix_undoes_the_mutation() {
    let (mut fixed, mut wrong) = (0, String::new());
    for Mutation { kind, right, wrong: text } in mutations() {
        let Some(safe) = safely_fixed(kind, &text) else { continue };
        fixed += 1;
        if !are_one_value(kind, &safe, &right) {
            wrong += &format!("{kind} {text:?} became {safe:?}\n");
        }
    }
    assert!(wrong.is_empty() && fixed > 500, "{fixed} fixes, of which these are wrong:\n{wrong}");
}

/// If no kind is given, a safe fix restores a mutated string as well, although the string could belong to other kinds.
/// Texts that the mutation turned into strings of another kind are left out.
#[cfg(feature = "cli")]
#[test]
fn a_safe_fix_without_a_kind_undoes_the_mutation() {
    // Finding the kind takes long, so only every third mutation is tried. With every second one, two of the four sorts of
    // change would hardly occur.
    let mut all: Vec<Mutation> = mutations().into_iter().step_by(3).collect();
    all.retain(|Mutation { wrong, .. }| !identify(wrong)[0].fit.is_string());
    let texts: String = all.iter().map(|mutation| format!("{}\0", mutation.wrong)).collect();
    let (_, out, _) = run(&["validate", "--null", "--fix", "--format", "json"], &texts);
    assert_eq!(out.lines().count(), all.len());
    let (mut fixed, mut wrong) = (0, String::new());
    for (Mutation { kind, right, wrong: text }, line) in all.iter().zip(out.lines()) {
        let result: serde_json::Value = serde_json::from_str(line).expect("a result");
        if result["repairs"].as_array().is_none_or(Vec::is_empty) {
            continue;
        }
        fixed += 1;
        let (used, safe) = (result["kind"].as_str(), result["fixed"].as_str().expect("the fixed text"));
        let used = used.and_then(|used| used.parse().ok()).unwrap_or(*kind);
        if !are_one_value(*kind, safe, right) && !are_one_value(used, safe, right) {
            wrong += &format!("{kind} {text:?} became the {used} {safe:?}\n");
        }
    }
    assert!(wrong.is_empty() && fixed > 150, "{fixed} fixes, of which these are wrong:\n{wrong}");
}

/// Whether a letter looks like a letter of the alphabet: in the other case, or a digit like a letter.
fn looks_alike(letter: char, alphabet: &str) -> bool {
    let other = if letter.is_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
    (other != letter && alphabet.contains(other)) || "0Oo1lIi5S8B2Z6bG9gqQ \n".contains(letter)
}
