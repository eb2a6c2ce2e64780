//! Collects every message of every code for review, in `snapshots/messages.snap`.
//!
//! The messages come from the wrong strings in `tests/cases/` and from the wrong examples of the codes. Two messages
//! have the same form if they differ only in numbers and quoted text. The file shows the first message of each form.

use crate::codes::printed_situation;
use crate::support::{any_game, run, snapshot};
use clowder::diagnostics::{Source, Styling, all, caret};
use clowder::kinds::{self, Blocks, ReadOptions};
use clowder::notation::Kind;
use std::collections::{BTreeMap, BTreeSet};

/// Codes that the program never prints, and why.
const NEVER_PRINTED: [(&str, &str); 1] =
    [("answers/twice", "two answers to a case are reported as the reason why the case fails")];

/// The first message of each form, by code.
#[derive(Default)]
struct Forms {
    printed: BTreeMap<String, Vec<String>>,
    seen: BTreeSet<(String, String)>,
}

impl Forms {
    /// Adds a printed diagnostic, unless an earlier one with this code has a message and a help of the same form.
    fn add(&mut self, code: &str, printed: &str) {
        // The snapshot must not depend on the list of games.
        let printed = printed.replace(&any_game(), "GAME or GAME");
        let lines = printed.lines().enumerate();
        let told = lines
            .filter(|(index, line)| *index == 0 || line.starts_with("help:"))
            .map(|(_, line)| form(line));
        if self.seen.insert((code.to_owned(), told.collect::<Vec<_>>().join("\n"))) {
            self.printed.entry(code.to_owned()).or_default().push(printed.trim_end().to_owned());
        }
    }
}

/// Removes numbers and quoted parts from a message.
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
            let source = Source::new(text, reading.parts());
            forms.add(error.code.name, &caret::render(error, source, "input", Styling::Plain));
        }
    }
}

/// Adds what the program prints for the wrong example of each code.
fn from_examples(forms: &mut Forms) {
    let (_, out, _) = run(&["codes", "--format", "json"], "");
    for (line, code) in out.lines().zip(all()) {
        let shown: serde_json::Value = serde_json::from_str(line).unwrap();
        if let Some(printed) = shown["shown"].as_str() {
            add_blocks(forms, printed);
        } else if let Some(printed) = printed_situation(code) {
            forms.add(code.name, &printed);
        }
    }
}

/// Adds messages with a repair that only the program finds.
fn from_repairs(forms: &mut Forms) {
    for area in [r#"{"00":{"0":["J",3]}}"#, r#"{"1":{"0":["J",3]}}"#] {
        let request = format!(
            r#"{{"state":{{"deck":34,"hand":[["M",1]],"discard":[],"opponentDiscard":[],"playArea":{area},"opponentPlayArea":{{}},"opponentHand":[null],"turn":2,"subTurn":0,"previousTurn":{{"move":false,"metaData":false}},"activeTurn":true,"showPreviousTurn":true,"opponent":"R"}},"messageID":"2c61b993-c308-4947-ac83-e2fd989bf100"}}"#
        );
        let (_, out, err) = run(&["validate", "bot-request", "--game", "arboretum"], &request);
        add_blocks(forms, &format!("{out}\n{err}"));
    }
}

/// Adds messages about batches, which a single string does not cause.
fn from_batches(forms: &mut Forms) {
    let batch = ["validate", "draw", "--lines", "--format", "human"];
    for (input, option) in [
        ("\u{feff}A6\r\n", "--quiet"),
        ("A6\n\u{feff}A6\n", "--suggest"),
        ("A6\r", "--suggest"),
        ("A7\r\n", "--suggest"),
    ] {
        let (_, out, err) = run(&[&batch[..], &[option]].concat(), input);
        add_blocks(forms, &format!("{out}\n{err}"));
    }
}

/// Adds every diagnostic in the output of the program.
fn add_blocks(forms: &mut Forms, printed: &str) {
    for block in printed.split("\n\n") {
        let start = block.trim_start();
        let code = start.strip_prefix("error[").or_else(|| start.strip_prefix("warning["));
        if let Some((code, _)) = code.and_then(|rest| rest.split_once(']')) {
            // The summary of a batch is printed after its last error.
            let lines = start.lines().filter(|line| !line.contains(" read, "));
            forms.add(code, &lines.collect::<Vec<_>>().join("\n"));
        }
    }
}

#[cfg_attr(not(arena), ignore = "an example needs a match between bots")]
#[test]
fn every_message_is_in_one_file() {
    let mut forms = Forms::default();
    from_cases(&mut forms);
    from_examples(&mut forms);
    from_repairs(&mut forms);
    from_batches(&mut forms);
    let mut text = String::new();
    for code in all() {
        text += &format!("=== {}: {}\n\n", code.name, code.rule());
        let never = NEVER_PRINTED.iter().find(|(name, _)| *name == code.name);
        match (forms.printed.remove(code.name), never) {
            (Some(printed), None) => text += &(printed.join("\n\n") + "\n\n"),
            (None, Some((_, reason))) => text += &format!("(never printed: {reason})\n\n"),
            (Some(_), Some(_)) => panic!("{}: this code is printed", code.name),
            (None, None) => panic!("{}: no case and no example prints this code", code.name),
        }
    }
    assert!(forms.printed.is_empty(), "codes that are not in the table: {:?}", forms.printed.keys());
    snapshot("messages", &text);
}
