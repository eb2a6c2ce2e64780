//! Guesses the meaning of command lines that cannot be parsed.
//!
//! If only one command can be meant, and its input is given, this command is usually run. Otherwise, the possible
//! commands are listed with the input that was given.

mod choices;
mod files;
mod first_words;
mod generated;
mod help_words;
mod inputs;
mod joined;
mod message;
mod official;
mod playing;
mod search;
mod subcommands;
#[cfg(all(test, arena))]
mod suggested;
mod tables;
mod topics;
mod usage;
mod verbs;

pub(super) use help_words::{HelpAbout, help_about, pages_with_similar_names};
pub(super) use inputs::{WAYS, about_action, about_several, about_split_state, advise, empty};
pub(super) use subcommands::hinted;
pub(super) use usage::with_advice;

use super::colour::Color;
use super::formats::FormatOption;
use super::input::decode;
use super::system::path_of;
use crate::diagnostics::escape::escape;
use crate::notation::Kind;
use crate::repair::{Fit, identify};
use clap::{Command, ValueEnum};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use subcommands::Words;
use topics::Topic;

/// The meaning of a command line that cannot be parsed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Guess {
    /// Another command line, which is run instead.
    Run(Vec<OsString>),
    /// A message with the commands that can be meant.
    Tell(String),
}

/// A function that reads standard input before the command runs. It returns `None` if standard input is a terminal, or
/// if it cannot be read.
type Piped<'a> = &'a dyn Fn() -> Option<String>;

/// Returns the kinds that a guessed name can mean.
pub(super) fn kinds(name: &str) -> &'static [Kind] {
    let name = name.replace('_', "-");
    tables::KINDS.iter().find(|(guess, _)| *guess == name).map(|(_, kinds)| *kinds).unwrap_or_default()
}

/// Returns the guessed names that can only mean this kind. Names of games, such as `raft`, are left out, because they
/// can also mean a game.
pub(super) fn names(kind: Kind) -> impl Iterator<Item = &'static str> {
    let fits = move |(name, kinds): &&(&str, &[Kind])| *kinds == [kind] && Topic::of(name).is_none();
    tables::KINDS.iter().filter(fits).map(|(name, _)| *name)
}

/// Moves the common options that are written before the verb. They are moved to the place before `--` or, if there is
/// no `--`, to the end of the command line. After this, the first word is the verb, or the word that was written
/// instead of a verb.
pub(super) fn verb_first(arguments: &[OsString]) -> Vec<OsString> {
    let words = &arguments[1..];
    let is = |word: &OsString, names: &[&str]| names.iter().any(|name| word == name);
    let mut count = 0;
    while let Some(word) = words.get(count) {
        let text = word.to_string_lossy();
        let has_value = ["--color=", "--colour=", "--format="].iter().any(|option| text.starts_with(option));
        if is(word, &["--color", "--colour", "--format"]) && count + 1 < words.len() {
            count += 2;
        } else if has_value || is(word, &["--json", "--plain"]) {
            count += 1;
        } else {
            break;
        }
    }
    let (options, rest) = words.split_at(count);
    let end = rest.iter().position(|word| word == "--").unwrap_or(rest.len());
    [&arguments[..1], &rest[..end], options, &rest[end..]].concat()
}

/// Returns true if a command line contains only common options. In this case, the verb is missing.
pub(super) fn has_no_verb(arguments: &[OsString]) -> bool {
    let values = FormatOption::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let values: Vec<_> =
        values.chain(Color::value_variants().iter().filter_map(ValueEnum::to_possible_value)).collect();
    let is_common = |word: &OsString| {
        let text = word.to_string_lossy();
        ["--", "--json", "--plain", "--color", "--colour", "--format"].contains(&&*text)
            || ["--color=", "--colour=", "--format="].iter().any(|option| text.starts_with(option))
            || values.iter().any(|value| value.get_name() == text)
    };
    arguments.iter().skip(1).all(is_common)
}

/// Returns `clowder help COMMAND` for the command line `clowder COMMAND help`, or `None` for any other command line.
/// For some verbs, `help` can be an argument: a word to search for, the command whose manual page is requested, or the
/// name of a schema. For these verbs, the result is `None`, too.
pub(super) fn help_last(arguments: &[OsString]) -> Option<Vec<OsString>> {
    let (last, words) = arguments.split_last().filter(|(last, words)| *last == "help" && words.len() > 1)?;
    if ["help", "man", "codes", "schema"].iter().any(|verb| words[1] == *verb) {
        return None;
    }
    let root = super::command(Color::Never);
    words[1..].iter().try_fold(&root, |found, word| found.find_subcommand(word))?;
    Some([&words[..1], std::slice::from_ref(last), &words[1..]].concat())
}

/// Finds the meaning of a command line that cannot be parsed.
pub(super) fn meaning(arguments: &[OsString], command: &Command, piped: Piped<'_>) -> Option<Guess> {
    let written = arguments.get(1)?;
    let verb = written.to_str().filter(|verb| !verb.starts_with('-'))?;
    let rest = &arguments[2..];
    if verb == "version" {
        return Some(Guess::Run([&arguments[..1], &[OsString::from("--version")]].concat()));
    }
    let Some(found) = command.find_subcommand(verb) else {
        return verbs::meaning(written, rest, command);
    };
    if let Some(meant) = joined::challenge(arguments, found, command).or_else(|| files::compared(arguments)) {
        return Some(Guess::Run(meant));
    }
    if !found.has_subcommands() {
        // The first word is a verb with a mistake in its arguments.
        return None;
    }
    let first = rest.iter().find(|word| !word.to_string_lossy().starts_with("--"));
    if rest.first().is_some_and(|word| word == "help") {
        let help = [rest[0].clone(), written.clone()];
        return Some(Guess::Run([&arguments[..1], &help, &rest[1..]].concat()));
    }
    if first.is_some_and(|word| found.find_subcommand(word).is_some()) {
        // The subcommand is present, so something else is wrong.
        return None;
    }
    if verb == "play" {
        return Some(Guess::Tell(playing::play(rest, command)));
    }
    if found.get_name() == "generate"
        && let Some(word) = Words::of_verb(found, rest, command).operands.first()
    {
        // Guessed names with only one meaning do not reach this line, because the parser accepts them. If the result is
        // `None`, the parser suggests similar names.
        return generated::meaning(word, rest, command);
    }
    Some(subcommands::meaning(found, written, rest, command, piped))
}

/// Returns a word of a command line as an input. If the word is the name of a file, `@` is written before it, so that
/// the contents of the file are the input.
fn input(word: &OsStr) -> OsString {
    if !Path::new(word).is_file() {
        return word.to_owned();
    }
    let mut argument = OsString::from("@");
    argument.push(word);
    argument
}

/// Returns true if a word is probably an input: a string, a file or standard input.
fn looks_like_an_input(word: &OsStr) -> bool {
    let Some(text) = word.to_str() else { return true };
    let is_string = || {
        let has_digit = text.len() > 2 && text.bytes().any(|byte| byte.is_ascii_digit());
        let is_plain = text.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'.'));
        has_digit || (!is_plain && identify(text).iter().any(|found| found.fit == Fit::Canonical))
    };
    text == "-" || text.starts_with('@') || Path::new(word).is_file() || is_string()
}

/// Returns the text of an argument, or the contents of the file that the argument names.
pub(super) fn contents(input: &OsStr) -> Option<String> {
    match input.as_encoded_bytes() {
        b"-" => None,
        [b'@', path @ ..] if !path.is_empty() => {
            let text = std::fs::read_to_string(path_of(path)).ok()?;
            Some(text.strip_suffix('\n').unwrap_or(&text).to_owned())
        }
        bytes => decode(bytes.to_vec()).ok(),
    }
}

/// Returns the words with which a shell names all files in a directory.
pub(super) fn all_files(directory: &str) -> String {
    quoted(directory.trim_end_matches('/')) + "/*"
}

/// Quotes a word for a shell, if that is necessary.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:@=,+%".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", escape(word).replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(words: &[&str]) -> Option<Guess> {
        let arguments: Vec<OsString> = ["clowder"].iter().chain(words).map(Into::into).collect();
        meaning(&arguments, &crate::cli::command(Color::Never), &|| None)
    }

    fn ran(words: &[&str]) -> Guess {
        Guess::Run(["clowder"].iter().chain(words).map(Into::into).collect())
    }

    #[test]
    fn a_guess_with_one_meaning_is_run() {
        assert_eq!(guess(&["solve", "20113123"]), Some(ran(&["solve", "penguins", "20113123"])));
        assert_eq!(
            guess(&["solve", "6x10", "--count"]),
            Some(ran(&["pentomino", "tile", "6x10", "--count"]))
        );
        assert_eq!(guess(&["tile", "6x10"]), Some(ran(&["pentomino", "tile", "6x10"])));
        assert_eq!(
            guess(&["legal-moves", "20113123:A321"]),
            Some(ran(&["legal-moves", "penguins", "20113123:A321"]))
        );
        assert_eq!(
            guess(&["apply", "20113123", "A321"]),
            Some(ran(&["apply", "penguins", "20113123", "A321"]))
        );
        assert_eq!(guess(&["version"]), Some(ran(&["--version"])));
        assert_eq!(guess(&["version", "--json"]), Some(ran(&["--version"])));
    }

    #[test]
    fn other_command_lines_are_not_changed() {
        for words in [
            &["nonsense"][..],
            &["solve", "penguins", "--nonsense"],
            &["play", "raft", "--nonsense"],
            &["validate", "--nonsense"],
            &[],
        ] {
            assert_eq!(guess(words), None, "{words:?}");
        }
    }

    #[test]
    fn common_options_are_moved_behind_the_verb() {
        let moved = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(Into::into).collect();
            let words: Vec<_> =
                verb_first(&words).into_iter().map(|word| word.into_string().unwrap()).collect();
            words.join(" ")
        };
        assert_eq!(moved("clowder --json solve 20113123"), "clowder solve 20113123 --json");
        assert_eq!(
            moved("clowder --color never --format=plain play"),
            "clowder play --color never --format=plain"
        );
        assert_eq!(moved("clowder --plain grade -- a b"), "clowder grade --plain -- a b");
        assert_eq!(moved("clowder solve --json"), "clowder solve --json");
        let has_no_verb =
            |line: &str| has_no_verb(&line.split(' ').map(Into::into).collect::<Vec<OsString>>());
        assert!(
            has_no_verb("clowder --json")
                && has_no_verb("clowder --color never")
                && has_no_verb("clowder --")
        );
        assert!(!has_no_verb("clowder -x") && !has_no_verb("clowder --json solve"));
    }

    #[test]
    fn words_are_quoted_only_if_necessary() {
        assert_eq!(quoted("@a/b.json"), "@a/b.json");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn no_guessed_name_is_a_canonical_string() {
        // Therefore, a guessed name can be used as a kind without checking whether it is a string.
        for (name, _) in tables::KINDS {
            assert!(identify(name)[0].fit > Fit::Canonical, "{name}");
        }
    }

    #[test]
    fn a_name_with_one_meaning_belongs_to_its_kind() {
        assert_eq!(names(Kind::FireBag).collect::<Vec<_>>(), ["bag"]);
        assert_eq!(names(Kind::Action).collect::<Vec<_>>(), ["move"]);
        assert_eq!(kinds("placement"), [Kind::Action, Kind::PenguinsPlacement]);
        assert_eq!(kinds("nonsense"), []);
    }
}
