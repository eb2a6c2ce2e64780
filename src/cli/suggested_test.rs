//! Tests that the commands in documents, messages and help screens can be parsed.

use super::{colour::Color, command, help};
use crate::notation::Kind;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The placeholders used in documents, each with a word to replace it.
const PLACEHOLDERS: [(&str, &str); 11] = [
    ("COMMAND", "validate"),
    ("VERB", "validate"),
    ("KIND", "hand"),
    ("CODE", "board/height"),
    ("GAME", "tictactoe"),
    ("NAME", "result"),
    ("SHELL", "bash"),
    ("GAME|KIND", "hand"),
    ("N", "3"),
    ("WORD", "hand"),
    ("SUITE", "isSolution"),
];

/// Lists the documents, the snapshots and the source files.
fn files() -> Vec<PathBuf> {
    fn collect(directory: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(directory).expect("a directory").flatten() {
            let path = entry.path();
            if path.is_dir() {
                collect(&path, found);
            } else if path.extension().is_some_and(|of| of == "md" || of == "snap" || of == "rs") {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found: Vec<_> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root.join(name)).into();
    for name in ["docs", "snapshots", "src"] {
        collect(&root.join(name), &mut found);
    }
    found
}

/// Lists the command lines in a text: those in backquotes, and the lines that begin with `clowder`. Commands after `$`
/// in a snapshot are skipped, because many of them are intentionally invalid.
fn lines(text: &str, is_snapshot: bool) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !(is_snapshot && line.starts_with("$ "))) {
        let line = line.strip_prefix("2> ").or_else(|| line.strip_prefix("1> ")).unwrap_or(line).trim_start();
        let line = ["For example: ", "for example: ", "$ "]
            .iter()
            .fold(line, |line, start| line.strip_prefix(start).unwrap_or(line));
        // A sentence can also begin with the program name, but unlike a command line, it ends with a full
        // stop.
        if line.starts_with("clowder ")
            && !line.starts_with("clowder is ")
            && !line.ends_with(['.', ',', ':'])
            && !line.contains('`')
        {
            found.push(line.to_owned());
        }
        found.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
    }
    found
}

/// Splits a shell command line into the words of its first command and the remaining text.
fn words(line: &str) -> (Vec<String>, &str) {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for (at, letter) in line.char_indices() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (None, '#') if word.is_none() => return (words, ""),
            (None, '|' | ';' | '&' | '<' | '>') if word.is_none() || letter == ';' => {
                words.extend(word.take());
                return (words, line[at..].trim_start_matches(['|', ';', '&', '<', '>', ' ']));
            }
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    (words, "")
}

/// Explains why a command does not work, or returns `None` if it works.
fn problem(words: &[String]) -> Option<String> {
    let meant = |word: &String| {
        let found = PLACEHOLDERS.iter().find(|(name, _)| name == word);
        found.map_or_else(|| word.clone(), |(_, stands_for)| (*stands_for).to_owned())
    };
    // An ellipsis stands for omitted words.
    let complete = words.iter().all(|word| !word.contains('…') && !word.contains("..."));
    let words: Vec<String> =
        words.iter().filter(|word| !word.contains('…') && !word.contains("...")).map(meant).collect();
    let root = command(Color::Never);
    let named = words[1..].iter().try_fold(&root, |found, word| found.find_subcommand(word)).is_some();
    let arguments: Vec<OsString> = words.iter().map(OsString::from).collect();
    let parsed = root.clone().try_get_matches_from(&arguments);
    let is_shown = |error: &clap::Error| !error.use_stderr();
    // A sentence may mention an option without its value.
    let names_option = |error: &clap::Error| {
        error.kind() == clap::error::ErrorKind::InvalidValue
            && words.last().is_some_and(|last| last.starts_with("--"))
    };
    match parsed {
        _ if named => None,
        Err(error) if names_option(&error) => None,
        Err(error) if !is_shown(&error) && complete => Some(error.to_string()),
        Ok(_) if words[1] == "codes" && words.len() == 3 && words[2].contains('/') => {
            let is_known = crate::diagnostics::find(&words[2]).is_some();
            (!is_known).then(|| "there is no such code".to_owned())
        }
        Ok(_) if words[1] == "help" && words.len() > 2 && !words[2].starts_with('-') => {
            let names: Vec<&str> =
                words[2..].iter().take_while(|word| !word.starts_with('-')).map(|word| &**word).collect();
            let is_known = names[0].parse::<Kind>().is_ok() || names == ["options"];
            (!is_known && help::Described::find(&command(Color::Never), &names).is_err())
                .then(|| "there is no such page".to_owned())
        }
        Ok(_) | Err(_) => None,
    }
}

#[test]
fn every_command_that_is_suggested_can_be_parsed() {
    let (mut count, mut wrong) = (0, Vec::new());
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("a text");
        let is_snapshot = path.extension().is_some_and(|of| of == "snap");
        for line in lines(&text, is_snapshot) {
            // In a table, several spaces separate a command from its description.
            let mut rest = line.split("   ").next().unwrap_or_default();
            while !rest.is_empty() {
                let (found, after) = words(rest);
                // Messages in source files contain placeholders, and tests contain intentionally invalid commands.
                let is_pattern = found.iter().any(|word| word.contains(['{', '}', '\\', '$', '(']));
                if found.first().is_some_and(|word| word == "clowder") && found.len() > 1 && !is_pattern {
                    count += 1;
                    if let Some(why) = problem(&found) {
                        wrong.push(format!("{}: `{rest}`: {why}", path.display()));
                    }
                }
                rest = after;
            }
        }
    }
    assert!(count > 500, "only {count} commands were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
