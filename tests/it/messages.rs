//! Every message of every code in one file, for review: `snapshots/messages.snap`.
//!
//! The messages come from the wrong strings in `tests/cases/` and from the wrong examples of the codes. Two messages that
//! differ only in numbers and in quoted text have the same form, and the file shows the first of them.

use crate::codes::printed_situation;
use crate::support::{run, snapshot};
use clowder::diagnostics::{Diagnostic, Source, all, caret};
use clowder::kinds::{self, Blocks, ReadOptions};
use clowder::notation::Kind;
use std::collections::{BTreeMap, BTreeSet};

/// Codes that the program never prints, each with the reason.
const NEVER_PRINTED: [(&str, &str); 1] =
    [("answers/twice", "two answers to a case are the reason why it fails, and not a diagnostic")];

/// The forms of the messages of each code, each with the first text that is printed in this form.
#[derive(Default)]
struct Forms(BTreeMap<String, Vec<String>>, BTreeSet<(String, String)>);

impl Forms {
    fn add(&mut self, error: &Diagnostic, source: Source<'_>) {
        let help = error.help.as_deref().map(form).unwrap_or_default();
        let expected = error.expected.iter().map(|expected| form(expected)).collect::<BTreeSet<_>>();
        let form = format!("{} {help} {}", form(&error.message), expected.len().min(2));
        if self.1.insert((error.code.name.to_owned(), form)) {
            let printed = caret::render(error, source, "input", false);
            self.0.entry(error.code.name.to_owned()).or_default().push(printed);
        }
    }
}

/// Returns a message without its numbers and quoted parts.
fn form(message: &str) -> String {
    let outside = message.split('`').step_by(2).collect::<Vec<_>>().join("`");
    let mut form = String::new();
    for letter in outside.chars() {
        let letter = if letter.is_ascii_digit() { '0' } else { letter };
        if letter != '0' || !form.ends_with('0') {
            form.push(letter);
        }
    }
    form
}

fn from_cases(forms: &mut Forms) {
    let files = [
        include_str!("../cases/wrong-raft.jsonl"),
        include_str!("../cases/wrong-penguins.jsonl"),
        include_str!("../cases/wrong-polyominoes.jsonl"),
        include_str!("../cases/wrong-bots.jsonl"),
    ];
    for line in files.iter().flat_map(|file| file.lines()) {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let mut options = ReadOptions::default();
        let kind = case["kind"].as_str().unwrap();
        if kind.ends_with(" in part") {
            options.blocks = Blocks::Some;
        }
        options.game = case["game"].as_str().and_then(|game| game.parse().ok());
        let kind: Kind = kind.trim_end_matches(" in part").parse().unwrap();
        let text = case["text"].as_str().unwrap();
        let reading = kinds::read_thoroughly(kind, text, &options);
        for error in reading.diagnostics() {
            forms.add(error, Source { text, parts: reading.parts() });
        }
    }
}

/// Adds what the program prints for the wrong example of each code, if no case has shown this code.
fn from_examples(forms: &mut Forms) {
    let (_, out, _) = run(&["codes", "--format", "json"], "");
    for (line, code) in out.lines().zip(all()) {
        let shown: serde_json::Value = serde_json::from_str(line).unwrap();
        let example = shown["shown"].as_str().and_then(|printed| {
            let mark = format!("[{}]", code.name);
            printed.split("\n\n").find(|block| block.contains(&mark)).map(|block| block.trim().to_owned())
        });
        let printed =
            example.or_else(|| printed_situation(code)).filter(|_| !forms.0.contains_key(code.name));
        if let Some(printed) = printed {
            forms.0.insert(code.name.to_owned(), vec![printed]);
        }
    }
}

#[test]
fn every_message_is_in_one_file() {
    let mut forms = Forms::default();
    from_cases(&mut forms);
    from_examples(&mut forms);
    let mut text = String::new();
    for code in all() {
        text += &format!("=== {}: {}\n\n", code.name, code.rule);
        let never = NEVER_PRINTED.iter().find(|(name, _)| *name == code.name);
        match (forms.0.remove(code.name), never) {
            (Some(printed), None) => text += &(printed.join("\n\n") + "\n\n"),
            (None, Some((_, reason))) => text += &format!("(never printed: {reason})\n\n"),
            (Some(_), Some(_)) => panic!("{}: it is printed", code.name),
            (None, None) => panic!("{}: no case and no example prints this code", code.name),
        }
    }
    assert!(forms.0.is_empty(), "codes that are not in the table: {:?}", forms.0.keys());
    snapshot("messages", &text);
}
