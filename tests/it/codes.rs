//! Tests the table of codes and their lessons: each example must be right or wrong, as its lesson says.

use crate::support::{Transcript, in_shell, run};
use clowder::diagnostics::{Code, Diagnostics, Lesson, all};
use clowder::kinds::{self, ReadOptions};
use clowder::notation::{Kind, Notation};
use clowder::{grade, json, polyomino, raft};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The names of all text files below a directory of `src/texts`, without `.md`.
fn texts(directory: &str) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/texts").join(directory);
    let (mut found, mut left) = (BTreeSet::new(), vec![root.clone()]);
    while let Some(directory) = left.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                left.push(path);
            } else {
                let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
                found
                    .insert(name.strip_suffix(".md").unwrap_or_else(|| panic!("{name}: no text")).to_owned());
            }
        }
    }
    found
}

fn text(name: &str) -> String {
    fs::read_to_string(format!("{}/src/texts/{name}.md", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Writes the text from which a lesson was read.
fn written(lesson: &Lesson) -> String {
    let example = |example: &str| {
        let is_plain =
            |line: &str| !line.ends_with(' ') && line.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        if !example.ends_with("\n\n") && example.split('\n').all(is_plain) {
            return format!("```text\n{example}\n```");
        }
        let string = serde_json::to_string(example).unwrap();
        let escaped = |letter: char| match letter {
            ' '..='~' => letter.to_string(),
            other => format!("\\u{:04x}", u32::from(other)),
        };
        format!("```json\n{}\n```", string.chars().map(escaped).collect::<String>())
    };
    let mut sections = vec![("Why".to_owned(), lesson.reason.to_owned())];
    sections.push(("Repair".to_owned(), lesson.repair.to_owned()));
    sections.extend(lesson.occurs.map(|place| ("Where".to_owned(), place.to_owned())));
    sections.push((format!("Wrong: {}", lesson.of), example(&lesson.wrong)));
    sections.extend(lesson.command.map(|command| ("Command".to_owned(), format!("```sh\n{command}\n```"))));
    sections.push(("Right".to_owned(), example(&lesson.right)));
    let sections = sections.iter().map(|(title, text)| format!("\n## {title}\n\n{text}\n"));
    format!("{}\n{}", lesson.rule, sections.collect::<String>())
}

#[test]
fn every_text_about_a_code_is_used_and_complete() {
    let names: BTreeSet<String> = all().map(|code| code.name.to_owned()).collect();
    assert_eq!(names.len(), all().count(), "two codes have the same name");
    assert_eq!(texts("codes"), names, "src/texts/codes has one file per code");
    for code in all() {
        let (lesson, name) = (code.lesson(), code.name);
        let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let words: Vec<&str> = name.split('/').collect();
        assert!(
            words.len() == 2 && words.iter().all(|word| !word.is_empty() && word.bytes().all(is_letter)),
            "{name}"
        );
        assert_eq!(
            written(&lesson),
            text(&format!("codes/{name}")),
            "{name}: the text is not in the usual form"
        );
        for sentence in [lesson.rule, lesson.reason, lesson.repair, lesson.occurs.unwrap_or("It.")] {
            let begins_well = sentence.starts_with(|letter: char| letter.is_uppercase() || letter == '`');
            assert!(begins_well && sentence.ends_with('.') && !sentence.contains('\n'), "{name}: {sentence}");
        }
        assert_ne!(lesson.reason, lesson.rule, "{name}");
        assert!(!lesson.of.is_empty() && lesson.wrong != lesson.right, "{name}");
    }
}

#[test]
fn every_text_about_a_kind_is_used_and_complete() {
    let names: BTreeSet<String> = Kind::ALL.iter().map(|kind| kind.name().to_owned()).collect();
    assert_eq!(texts("kinds"), names, "src/texts/kinds has one file per kind");
    for kind in Kind::ALL {
        let page = text(&format!("kinds/{kind}"));
        assert_eq!(page, kind.page());
        assert_eq!(
            page.matches("\n\n{grammar}\n").count(),
            1,
            "{kind}: the page has one place for the grammar"
        );
        let (described, rules) = page.split_once("\n{rules ").unwrap_or((&page, ""));
        assert!(!described.contains("{rules") && described.ends_with('\n'), "{kind}");
        for name in rules.trim_end_matches("}\n").split(' ').filter(|name| !name.is_empty()) {
            assert!(all().any(|code| code.name == name || code.group() == name), "{kind}: no code `{name}`");
        }
    }
}

/// Finds every code that a text names.
fn codes_in(text: &str) -> BTreeSet<&'static str> {
    let is_part =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-/".contains(letter);
    let words: BTreeSet<&str> = text.split(|letter| !is_part(letter)).collect();
    all().map(|code| code.name).filter(|name| words.contains(name)).collect()
}

/// The wrong examples with several codes: the code and the other codes.
const OTHERS: &[(&str, &[&str])] = &[
    ("action/truncated", &["action/unexpected"]),
    ("cat/exhausted", &["cat/end-other-colour"]),
    ("cat/not-there", &["cat/end-taken"]),
    ("cat/other-colour", &["cat/end-other-colour"]),
    ("game-state/coordinate", &["game-state/card-twice"]),
    ("game-state/not-joined", &["game-state/card-twice"]),
    ("json/unexpected", &["json/comma"]),
    ("penguins-solution/block-twice", &["penguins-solution/overlap"]),
    ("text/too-many-faults", &["hand/deck-order", "hand/duplicate-card"]),
];

/// Returns the codes of all errors in the wrong example of a code.
fn expected_codes(code: &Code) -> BTreeSet<&'static str> {
    let others = OTHERS.iter().filter(|(name, _)| *name == code.name);
    others.flat_map(|(_, others)| others.iter().copied()).chain([code.name]).collect()
}

#[test]
fn the_lessons_show_the_real_diagnostics_of_the_wrong_examples() {
    let (status, out, _) = run(&["codes", "--format", "json"], "");
    assert_eq!((status, out.lines().count()), (0, all().count()));
    for (line, code) in out.lines().zip(all()) {
        let shown: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(shown["code"], code.name);
        let Some(found) = shown["diagnostics"].as_array() else {
            assert!(shown["occurs"].is_string() && shown["shown"].is_null(), "{line}");
            assert!(code.lesson().of.parse::<Kind>().is_err(), "{line}");
            continue;
        };
        let found: BTreeSet<&str> = found.iter().map(|found| found["code"].as_str().unwrap()).collect();
        assert_eq!(found, expected_codes(code), "{line}");
        assert_eq!(codes_in(shown["shown"].as_str().unwrap()), found, "{line}");
    }
}

#[test]
fn codes_are_explained_listed_and_searched() {
    let transcript = Transcript::default();
    for words in [&["draw/total"][..], &["board/line-width"], &["text/not-utf-8"], &["setup/island-turn"]] {
        transcript.run(&[&["codes"], words].concat(), "");
    }
    transcript.run(&["codes", "penguins-state"], "");
    transcript.run(&["codes", "exhausted", "discard", "--format", "plain"], "");
    transcript.run(&["codes", "colon", "--format", "json"], "");
    transcript.run(&["codes", "draw/totals"], "");
    transcript.check("codes-taught");
}

/// All output of a command for a code.
fn shown_by(command: &str) -> String {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("state.json"), raft::PlayableState::EXAMPLE).unwrap();
    let output = in_shell(command, directory.path());
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

/// The diagnostic that the command in the lesson about a code prints for people, or the line that names the code if
/// the error is not shown in this form. `None` if there is no command.
pub(crate) fn printed_situation(code: &Code) -> Option<String> {
    let command = code.lesson().command?;
    let is_batch = ["--lines", "--jsonl"].iter().any(|option| command.ends_with(option));
    let printed = shown_by(&if is_batch { format!("{command} --format human") } else { command.to_owned() });
    let block = printed.split("\n\n").find(|block| block.contains(&format!("[{}]", code.name)));
    let text = block.or_else(|| printed.lines().find(|line| line.contains(code.name)))?;
    // The summary of a batch is printed after its last error.
    let lines: Vec<&str> = text.lines().filter(|line| !line.contains(" read, ")).collect();
    Some(lines.join("\n").trim().to_owned())
}

#[test]
fn wrong_examples_break_their_rule() {
    let (mut validated, mut wrong) = (0, Vec::new());
    for code in all() {
        let lesson = code.lesson();
        let shown = match lesson.command {
            // Other builds cannot start bots.
            Some(command) if !cfg!(arena) && command.contains("bot match") => continue,
            Some(command) => shown_by(command),
            // If a case fails because it has two answers, the report gives this reason without the code.
            None if code.name == "answers/twice" => continue,
            None => {
                validated += 1;
                // A byte order mark at the start of a stream belongs to the stream, not to the string.
                let input = if lesson.wrong.starts_with('\u{feff}') { &*lesson.wrong } else { "-" };
                run(&["validate", lesson.of, "--all", "--format", "json", input], &lesson.wrong).1
            }
        };
        if codes_in(&shown) != expected_codes(code) {
            wrong.push(format!("{}: {:?}\n{shown:.600}", code.name, lesson.command));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!((validated, all().count()), (175, 251));
    for (code, kind, text) in [
        ("action/unknown-tile", "action", "70003TW"),
        ("penguins-solution/stray-text", "penguins-solution", "A321B104C031D222;"),
        ("json/layout", "bot-reply", r#"{"messageID": "1", "move": 0}"#),
    ] {
        let (_, out, _) = run(&["validate", kind, "--format", "json", "--", text], "");
        let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(answer["diagnostics"][0]["code"], code, "{out}");
    }
}

/// Returns the errors in the right example of a code. Returns `None` if the example is a description, or if the command
/// that shows the error does not contain the wrong example.
fn errors_of_right(lesson: &Lesson) -> Option<String> {
    let right = &*lesson.right;
    let errors: Diagnostics = match lesson.of {
        "board for a game" => {
            raft::Board::parse_canonical(right).unwrap().raft_centre().err().unwrap_or_default()
        }
        "square at which a shape is placed" => polyomino::parse_square(right).err().unwrap_or_default(),
        "a JSON text" => json::read(right).into_diagnostics(),
        "answers line" => {
            let (_, wrong) = grade::Answers::read(right.as_bytes()).unwrap();
            wrong.into_iter().flat_map(|line| line.diagnostics).collect()
        }
        // The right example is not a move.
        "tictactoe move on a full board" => return None,
        of => {
            let Ok(kind) = of.parse() else {
                let in_shell = |text: &str| text.replace('\n', "\\n");
                let (before, after) = lesson.command?.rsplit_once(&in_shell(&lesson.wrong))?;
                return Some(shown_by(&format!("{before}{}{after}", in_shell(right))));
            };
            kinds::read(kind, right, &ReadOptions::default()).into_diagnostics()
        }
    };
    Some(errors.to_string())
}

#[test]
fn right_examples_follow_their_rule() {
    let mut described = Vec::new();
    for code in all() {
        let Some(shown) = errors_of_right(&code.lesson()) else {
            described.push(code.name);
            continue;
        };
        // In two commands, a card is in the play area and in another place, which is another error.
        let found = codes_in(&shown);
        assert!(
            !found.contains(code.name) && found.is_subset(&expected_codes(code)),
            "{}: {shown}",
            code.name
        );
    }
    let expected = [
        "text/too-many-faults",
        "text/not-utf-8",
        "text/line-too-long",
        "text/file-name",
        "text/utf-16",
        "placement/on-void",
        "draw/hand-not-empty",
        "draw/card-not-in-deck",
        "draw/cards-differ",
        "tile/bag-empty",
        "message/too-long",
        "move/game-over",
        "move/not-in-hand",
        "move/not-adjacent",
        "game-state/turn",
        "game-state/card-twice",
        "game-record/no-such-ply",
        "game-record/replaced",
        "answers/twice",
    ];
    assert_eq!(described, expected);
}
