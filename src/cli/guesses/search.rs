//! Searches the commands and the kinds for a first word that has no other meaning.

use super::message::{ALL_VERBS, Choice, listed, no_verb};
use crate::notation::Kind;
use clap::Command;
use std::ffi::OsString;

/// The minimum length of a word that is searched for. Shorter words are in too many descriptions.
const SHORTEST: usize = 4;
/// The maximum number of commands in the answer.
const MOST: usize = 5;

/// Returns an answer that lists the kinds whose names contain a word, the commands whose descriptions contain the word,
/// and the commands with an option of this name. Returns `None` if nothing is found.
pub(super) fn meaning(name: &str, rest: &[OsString], root: &Command) -> Option<String> {
    let lower = name.to_lowercase();
    let word = singular(&lower);
    if !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let mut choices: Vec<Choice> = kinds(word)
        .map(|kind| Choice::new(format!("Read about the kind `{kind}`"), format!("clowder help {kind}")))
        .collect();
    if word.len() >= SHORTEST {
        let commands = commands(root);
        let described = commands.iter().filter(|(_, command)| mentions(command, word));
        let mut lines: Vec<String> = described.map(|(path, _)| format!("{path} …")).collect();
        let with_option = |(path, command): &(String, &Command)| {
            let name = [&*lower, word].into_iter().find(|name| has_option(command, name))?;
            Some(format!("{path} --{name} …"))
        };
        lines.extend(commands.iter().filter_map(with_option));
        choices.extend(lines.iter().map(|line| Choice::of(line, rest, root)));
    }
    choices.truncate(MOST);
    (!choices.is_empty()).then(|| listed(&no_verb(name), &choices) + ALL_VERBS)
}

/// Returns true if a word, perhaps in the plural, is a part of the name of a kind.
pub(super) fn names_kind(name: &str) -> bool {
    kinds(singular(name)).next().is_some()
}

/// Returns a word without the ending of the plural.
fn singular(word: &str) -> &str {
    word.strip_suffix('s').unwrap_or(word)
}

/// Returns the kinds whose names contain a word.
fn kinds(word: &str) -> impl Iterator<Item = Kind> {
    Kind::ALL.iter().copied().filter(move |kind| kind.name().split('-').any(|part| part == word))
}

/// Returns the verbs and their subcommands, each with its words. The subcommands of `generate` are left out.
fn commands(root: &Command) -> Vec<(String, &Command)> {
    let mut found = Vec::new();
    for verb in root.get_subcommands() {
        found.push((verb.get_name().to_owned(), verb));
        let inner = verb.get_subcommands().filter(|_| verb.get_name() != "generate");
        found.extend(inner.map(|one| (format!("{} {}", verb.get_name(), one.get_name()), one)));
    }
    found
}

/// Returns true if a word of the description begins with the text.
fn mentions(command: &Command, text: &str) -> bool {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default().to_lowercase();
    about.split(|letter: char| !letter.is_alphanumeric()).any(|word| word.starts_with(text))
}

/// Returns true if the command has an option of its own with this name.
fn has_option(command: &Command, name: &str) -> bool {
    !command.has_subcommands() && command.get_arguments().any(|arg| arg.get_long() == Some(name))
}
