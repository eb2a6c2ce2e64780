//! Lists commands that can be meant, each with its purpose.

use super::super::help;
use super::super::shape_input::small_size;
use super::{contents, input, official, quoted};
use crate::notation::Kind;
use crate::repair::identify;
use clap::Command;
use std::ffi::OsString;

/// The last line of an answer to a wrong verb.
pub(super) const ALL_VERBS: &str = "`clowder help` lists all verbs.\n";

/// Returns the introduction to an answer to a wrong verb.
pub(super) fn no_verb(name: &str) -> String {
    format!("there is no verb `{name}`; perhaps you meant:")
}

/// A command that can be meant.
pub(super) struct Choice {
    /// The purpose of the command.
    about: String,
    /// A command line that can be run.
    line: String,
}

impl Choice {
    /// Creates a choice from its purpose and its command line.
    pub(super) fn new(about: impl Into<String>, line: impl Into<String>) -> Self {
        Self { about: about.into(), line: line.into() }
    }

    /// Creates a choice from a command, such as `help …|board`. The `…` is replaced with the words that the user has
    /// written. If the user has written no words, or if the words do not fit the command, the `…` is replaced with the
    /// words after `|`. If the command has no `|`, an example of its kind or an example from the help is used instead.
    pub(super) fn of(command: &str, rest: &[OsString], root: &Command) -> Self {
        let (about, path) = described(command, root);
        let (command, default) = match command.split_once('|') {
            Some((command, default)) => (command, Some(default)),
            None => (command, None),
        };
        let Some(bare) = command.strip_suffix(" …") else {
            // An example shows more than a command without options.
            let example = help::first_example(&path).filter(|_| path == command);
            return Self { about, line: example.unwrap_or_else(|| format!("clowder {command}")) };
        };
        let kind = bare.rsplit(' ').next().and_then(|last| last.parse::<Kind>().ok());
        let line = with_input(bare, rest, root)
            .filter(|_| accepts(bare, &rest[0]))
            .or_else(|| default.map(|words| format!("clowder {bare} {words}")))
            .or_else(|| kind.map(|kind| of_example(bare, kind)))
            .or_else(|| help::first_example(&path))
            .unwrap_or_else(|| format!("clowder {bare}"));
        Self { about, line }
    }

    /// Replaces the purpose.
    pub(super) fn about(self, about: impl Into<String>) -> Self {
        Self { about: about.into(), ..self }
    }

    /// Replaces text in the command line.
    pub(super) fn replace(self, from: &str, to: &str) -> Self {
        Self { line: self.line.replace(from, to), ..self }
    }
}

/// Returns true if a command can accept a text as its input. The result is false only if the text is certainly the
/// input of another command.
fn accepts(command: &str, word: &OsString) -> bool {
    let kinds: &[Kind] = match command {
        "setup" | "play raft" => &[Kind::Challenge],
        "solve raft" | "apply raft" | "legal-moves raft" | "outcome raft" | "perft" => &[Kind::State],
        "pentomino tile" | "pentomino tile --count" | "pentomino tile --hint" => &[Kind::Region],
        _ if command.ends_with("penguins") || command.starts_with("solve penguins") => {
            &[Kind::PenguinsChallenge, Kind::PenguinsState]
        }
        _ => return true,
    };
    let argument = input(word);
    let is_name = |text: &str| official::is_name(text) || !official::challenges(text).is_empty();
    // If the text cannot be read now, for example because it comes from standard input, the command is accepted.
    contents(&argument).is_none_or(|text| {
        let is_option = text.starts_with('-');
        is_option
            || identify(&small_size(&text)).iter().any(|found| kinds.contains(&found.kind))
            || kinds == [Kind::Challenge] && is_name(&text)
    })
}

/// Returns the purpose of the command to which the words belong, and the words that name this command.
fn described(words: &str, root: &Command) -> (String, String) {
    let kind = words.strip_prefix("help ").and_then(|word| word.parse::<Kind>().ok());
    if let Some(kind) = kind {
        return (format!("Read about the kind `{kind}`"), "help".to_owned());
    }
    let mut found = root;
    let mut path = Vec::new();
    for word in words.split(' ') {
        let Some(next) = found.find_subcommand(word) else { break };
        found = next;
        path.push(next.get_name());
    }
    (found.get_about().map(ToString::to_string).unwrap_or_default(), path.join(" "))
}

/// Returns a message with an introduction, and each command below its purpose.
pub(super) fn listed(intro: &str, choices: &[Choice]) -> String {
    let mut text = format!("clowder: {intro}\n");
    for Choice { about, line } in choices {
        text += &format!("  {about}:\n    {line}\n");
    }
    text
}

/// Returns a message with commands that can be meant. See [`Choice::of`] for the form of a command.
pub(super) fn told(intro: &str, commands: &[impl AsRef<str>], rest: &[OsString], root: &Command) -> String {
    let choices: Vec<_> = commands.iter().map(|command| Choice::of(command.as_ref(), rest, root)).collect();
    listed(intro, &choices) + ALL_VERBS
}

/// Returns a command line with the words that were given, or `None` if no words were given, or if the command line
/// cannot be parsed.
pub(super) fn with_input(command: &str, words: &[OsString], root: &Command) -> Option<String> {
    if words.is_empty() || !parses(command, words, root) {
        return None;
    }
    let words: Vec<String> = words.iter().map(|word| quoted(&word.to_string_lossy())).collect();
    Some(format!("clowder {command} {}", words.join(" ")))
}

/// Returns true if a command with these words can be parsed.
pub(super) fn parses(command: &str, words: &[OsString], root: &Command) -> bool {
    root.clone().try_get_matches_from(line(command, words)).is_ok()
}

/// Returns the words of a command line, beginning with the name of the program.
pub(super) fn line(command: &str, words: &[OsString]) -> Vec<OsString> {
    let command = ["clowder"].into_iter().chain(command.split(' ')).map(OsString::from);
    command.chain(words.iter().cloned()).collect()
}

/// Returns a command line with an example of a kind. If this example is long or has several lines, the command line
/// reads a generated string from a pipe instead.
fn of_example(command: &str, kind: Kind) -> String {
    let example = crate::kinds::row(kind).example();
    if example.len() < 60 && !example.contains('\n') {
        format!("clowder {command} {}", quoted(example))
    } else {
        format!("clowder generate {kind} --seed 1 | clowder {command} -")
    }
}
