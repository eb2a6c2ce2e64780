//! Reads everything that users read, like a strict editor: the help, the messages, the lessons and the pages.

use crate::help::screens;
use crate::support::run;
use clowder::diagnostics::all;
use clowder::notation::Kind;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Replaces code, option names and link targets with one short word each, because they are not prose.
fn prose(text: &str) -> String {
    let pieces = text.split('`').enumerate();
    let text: String = pieces.map(|(index, piece)| if index % 2 == 0 { piece } else { "x" }).collect();
    let mut out = String::new();
    for piece in text.split("](") {
        let after = if out.is_empty() { piece } else { piece.split_once(')').map_or("", |(_, after)| after) };
        out += after;
    }
    let words = out.split_whitespace().map(|word| if word.starts_with("--") { "x" } else { word });
    words.collect::<Vec<_>>().join(" ").replace(['[', '*'], "")
}

/// Splits a text into sentences, and these into words.
fn sentences(text: &str) -> Vec<Vec<String>> {
    let mut found = vec![Vec::new()];
    for word in prose(text).split([' ', '/']).filter(|word| word.contains(char::is_alphanumeric)) {
        found.last_mut().unwrap().push(word.to_owned());
        if word.trim_end_matches([')', '"']).ends_with(['.', '!', '?']) {
            found.push(Vec::new());
        }
    }
    found.retain(|words| !words.is_empty());
    found
}

/// Joins the lines of each paragraph and list item, leaving out code blocks, tables and headings.
fn paragraphs(markdown: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut is_code = false;
    for line in markdown.lines() {
        is_code ^= line.starts_with("```");
        let is_prose = !is_code && !line.starts_with(['|', '#', '{', '`', '<']);
        if !is_prose || line.is_empty() || line.trim_start().starts_with("- ") {
            found.push(String::new());
        }
        if is_prose {
            let last = found.last_mut().unwrap();
            *last += &format!(" {}", line.trim().trim_start_matches("- "));
        }
    }
    found.retain(|paragraph| !paragraph.trim().is_empty());
    found
}

/// Collects the sentences about verbs and kinds, and the texts of all options.
fn help() -> Vec<String> {
    let mut texts: BTreeSet<String> = BTreeSet::new();
    for command in screens() {
        let words: Vec<&str> = command.split_whitespace().collect();
        let json = run(&[&["help", "--format", "json"], &words[..]].concat(), "").1;
        let page: Value = serde_json::from_str(&json).unwrap();
        for name in ["about", "reads", "writes"] {
            texts.extend(page[name].as_str().map(str::to_owned));
        }
        for (list, name) in [("examples", "about"), ("statuses", "meaning")] {
            let items = page[list].as_array().into_iter().flatten();
            texts.extend(items.map(|item| item[name].as_str().unwrap().to_owned()));
        }
        let screen = run(&[&["help", "--all"], &words[..]].concat(), "").1;
        // The text of an option is indented by ten spaces.
        let options: Vec<&str> = screen
            .lines()
            .map(|line| {
                line.strip_prefix("          ").filter(|text| !text.starts_with(['[', '-'])).unwrap_or("")
            })
            .collect();
        texts.extend(paragraphs(&options.join("\n")));
    }
    texts.into_iter().chain(Kind::ALL.iter().flat_map(|kind| paragraphs(kind.page()))).collect()
}

/// Collects every message with its help line.
fn messages() -> Vec<String> {
    let snapshot = include_str!("../../snapshots/messages.snap");
    let is_start = |line: &&str| ["error[", "warning[", "help: "].iter().any(|start| line.starts_with(start));
    snapshot.lines().filter(is_start).filter_map(|line| Some(line.split_once(": ")?.1.to_owned())).collect()
}

fn lessons() -> Vec<String> {
    all()
        .map(clowder::diagnostics::Code::lesson)
        .flat_map(|lesson| [Some(lesson.rule), Some(lesson.reason), Some(lesson.repair), lesson.occurs])
        .flatten()
        .map(str::to_owned)
        .collect()
}

/// Reads the pages in `docs` for people who use clowder.
fn pages() -> Vec<(PathBuf, String)> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let mut found = Vec::new();
    for directory in [docs.clone(), docs.join("kinds"), docs.join("games")] {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|it| it == "md") && !path.ends_with("decisions.md") {
                found
                    .push((path.strip_prefix(&docs).unwrap().to_owned(), fs::read_to_string(&path).unwrap()));
            }
        }
    }
    assert!(found.len() > 30, "the pages were not found");
    found.sort();
    found
}

#[test]
fn sentences_of_help_and_messages_have_at_most_25_words() {
    let long: Vec<String> = [help(), messages()]
        .concat()
        .iter()
        .flat_map(|text| sentences(text))
        .filter(|words| words.len() > 25)
        .map(|words| format!("{} words: {}", words.len(), words.join(" ")))
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// Estimates the syllables of an English word: its groups of vowels, without a silent `e`.
fn syllables(word: &str) -> usize {
    let word: String = word.to_lowercase().chars().filter(char::is_ascii_alphabetic).collect();
    let is_vowel = |letter: char| "aeiouy".contains(letter);
    let starts = |(before, letter): (char, char)| is_vowel(letter) && !is_vowel(before);
    let groups = " ".chars().chain(word.chars()).zip(word.chars()).filter(|pair| starts(*pair)).count();
    let is_silent = word.ends_with('e') && !word.ends_with("le")
        || word.ends_with("ed") && !word.ends_with("ted") && !word.ends_with("ded")
        || word.ends_with("es")
            && !["ses", "ces", "ges", "xes", "zes", "hes", "les"].iter().any(|it| word.ends_with(it));
    groups.saturating_sub(usize::from(is_silent && groups > 1)).max(1)
}

/// The Flesch–Kincaid grade: after how many years of school a reader understands the texts.
fn grade(texts: &[String]) -> f64 {
    let sentences: Vec<_> = texts.iter().flat_map(|text| sentences(text)).collect();
    let words: Vec<&String> = sentences.iter().flatten().collect();
    let spoken: usize = words.iter().map(|word| syllables(word)).sum();
    let count = words.len() as f64;
    0.39 * count / sentences.len() as f64 + 11.8 * spoken as f64 / count - 15.59
}

#[test]
fn the_grade_of_a_known_text_is_right() {
    assert_eq!(
        ["cat", "move", "island", "moved", "pieces", "rotation", "table"].map(syllables),
        [1, 1, 2, 1, 2, 3, 2]
    );
    // Six words with seven syllables in two sentences.
    let text = ["The cat sat. The dogs rested.".to_owned()];
    assert!((grade(&text) - (0.39 * 3.0 + 11.8 * 7.0 / 6.0 - 15.59)).abs() < 1e-9, "{}", grade(&text));
}

#[test]
fn pupils_of_grade_8_can_read_help_messages_and_lessons() {
    for (name, texts) in [("help", help()), ("messages", messages()), ("lessons", lessons())] {
        let grade = grade(&texts);
        assert!(texts.len() > 100 && grade <= 8.0, "{name}: grade {grade:.1}");
    }
}

/// The term for each thing, and the words that must not replace it.
const GLOSSARY: &[(&str, &[&str])] = &[
    ("standard output", &["stdout"]),
    ("standard error", &["stderr"]),
    ("standard input", &["stdin"]),
    ("directory", &["folder", "folders"]),
    ("option", &["flag", "flags", "parameter", "parameters"]),
    ("line break", &["newline", "newlines", "linebreak"]),
    ("white space", &["whitespace", "blanks"]),
    ("quotation mark", &["quote", "quotes"]),
    ("square", &["cell", "cells"]),
    ("board", &["grid"]),
    ("hexagon", &["hex", "hexes"]),
    ("top left", &["top-left", "upper left"]),
    ("flip", &["turned over", "turn over", "mirrored over"]),
    ("extra", &["additional", "surplus", "superfluous"]),
    ("remove", &["delete", "deleted", "drop", "omit", "omitted"]),
    ("repair", &["fixes", "fixing", "to fix"]),
    ("wrong", &["incorrect", "bad", "broken string"]),
    ("not legal", &["illegal", "not permitted"]),
    ("saved game", &["game record", "game records", "recorded game"]),
    ("meeting", &["matchup", "matchups", "pairing"]),
    ("again", &["anew", "afresh"]),
    ("tutor", &["teacher", "teachers", "instructor"]),
    ("for example", &["e.g", "i.e", "viz"]),
    ("to", &["in order to"]),
    ("use", &["utilize", "utilise", "make use of"]),
    ("misconception", &["misunderstanding", "misconceived"]),
    ("sandbox", &["jail"]),
    ("referee", &["umpire", "arbiter"]),
];

#[test]
fn each_thing_has_one_name() {
    let mut texts: Vec<(String, String)> = Vec::new();
    for (name, list) in [("help", help()), ("messages", messages()), ("lessons", lessons())] {
        texts.extend(list.into_iter().map(|text| (name.to_owned(), text)));
    }
    for (path, page) in pages() {
        texts.extend(paragraphs(&page).into_iter().map(|text| (path.display().to_string(), text)));
    }
    let mut wrong = BTreeSet::new();
    for (place, text) in &texts {
        let is_inner = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '.';
        let words: Vec<String> = prose(text)
            .to_lowercase()
            .split(|letter| !is_inner(letter))
            .map(|word| word.trim_matches(['.', '-']).to_owned())
            .collect();
        let text_of_words = format!(" {} ", words.join(" "));
        for (term, others) in GLOSSARY {
            for other in others.iter().filter(|other| text_of_words.contains(&format!(" {other} "))) {
                wrong.insert(format!("{place}: `{other}` instead of `{term}`: {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.into_iter().collect::<Vec<_>>().join("\n"));
}

/// Words without meaning of their own.
const COMMON: &str = " a an the and or but nor so of in on at to for from by with without as than that which who whom whose this \
    these those it its is are was were be been being has have had do does did not no can could may might must shall should \
    will would if when because while there here each every any all some one only also too then they them their he she his \
    her we you your i me my up out into over under about after before between both either more most less least such same \
    other another what how why where just even still yet ";

/// The meaningful words of a text, without plural and verb endings.
fn contents(text: &str) -> BTreeSet<String> {
    let text = text.to_lowercase().replace('`', "");
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '-' && letter != '\'');
    let stem = |word: &str| {
        let ending =
            ["ing", "ed", "es", "s"].into_iter().find(|it| word.ends_with(it) && word.len() >= it.len() + 3);
        word[..word.len() - ending.map_or(0, str::len)].to_owned()
    };
    words.filter(|word| !word.is_empty() && !COMMON.contains(&format!(" {word} "))).map(stem).collect()
}

/// A reason that only repeats its rule teaches nothing.
#[test]
fn every_lesson_gives_a_reason_of_its_own() {
    let mut repeated = Vec::new();
    for code in all() {
        let lesson = code.lesson();
        let (rule, reason) = (contents(lesson.rule), contents(lesson.reason));
        let shared = reason.intersection(&rule).count();
        if 2 * shared > reason.len() {
            repeated.push(format!(
                "{}: {shared} of {} words are in the rule: {}",
                code.name,
                reason.len(),
                lesson.reason
            ));
        }
    }
    assert!(repeated.is_empty(), "{}", repeated.join("\n"));
}

/// A sentence that is on every page is read once, then skipped together with its neighbours.
#[test]
fn no_sentence_is_on_many_pages() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, page) in pages() {
        for words in paragraphs(&page).iter().flat_map(|text| sentences(text)).filter(|words| words.len() > 3)
        {
            places.entry(words.join(" ")).or_default().push(path.display().to_string());
        }
    }
    let is_label = |text: &str| text.starts_with("Wrong (") && text.ends_with(':');
    let many: Vec<_> = places.iter().filter(|(text, places)| places.len() > 16 && !is_label(text)).collect();
    let many: Vec<_> = many.iter().map(|(text, places)| format!("{} times: {text}", places.len())).collect();
    assert!(many.is_empty(), "{}", many.join("\n"));
}

#[test]
fn the_readme_the_help_and_the_package_have_one_tagline() {
    let tagline = env!("CARGO_PKG_DESCRIPTION");
    let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (name, text) in [
        ("README.md", include_str!("../../README.md").to_owned()),
        ("--help", run(&["--help"], "").1),
        ("clowder", run(&[], "").2),
        ("bindings/python/pyproject.toml", include_str!("../../bindings/python/pyproject.toml").to_owned()),
    ] {
        assert!(joined(&text).contains(tagline), "{name} does not begin with the description in Cargo.toml");
    }
}

/// The first lines on the protocol page are those of the whole game on the tic-tac-toe page.
#[cfg(arena)]
#[test]
fn the_first_lines_of_the_bot_protocol_are_real() {
    let [page, game] = ["bot-protocol.md", "games/tictactoe.md"].map(|name| {
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name)).unwrap()
    });
    let lines: Vec<&str> =
        page.lines().filter(|line| line.starts_with("Bob ") || line.starts_with("Ann ")).collect();
    assert!(lines.len() == 4 && game.contains(&lines.join("\n")), "{lines:#?}");
}
