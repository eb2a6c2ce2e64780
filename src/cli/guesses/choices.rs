//! Lists the subcommands of a verb whose subcommand is missing or wrong.

use super::looks_like_an_input;
use super::message::{Choice, listed, with_input};
use super::subcommands::{Given, Words};
use super::tables::{BOT_WORDS, commands, is_similar};
use crate::cli::help;
use crate::diagnostics::escape::escape;
use crate::notation::Kind;
use crate::repair::{Fit, identify};
use clap::Command;
use std::ffi::OsString;

/// The maximum number of subcommands that are listed with examples. If a verb has more, only their names are listed.
const MANY: usize = 12;

/// Lists the subcommands of a verb. Each of them is shown with the input that was given or, if this command line would
/// not work, with an example. `several` contains the commands that fit the input. If `several` is empty, all
/// subcommands are listed.
pub(super) fn list(
    verb: &Command,
    (words, given): (&Words, &Given),
    several: &[&str],
    root: &Command,
) -> String {
    let is_empty = *given == Given::Empty;
    let name = verb.get_name();
    let all: Vec<&Command> = verb.get_subcommands().filter(|one| !one.is_hide_set()).collect();
    if all.len() > MANY {
        let names: Vec<&str> = all.iter().map(|one| one.get_name()).collect();
        return format!(
            "clowder: `{name}` needs one of these names: {}\nfor example: clowder {name} {} --seed 1\n",
            names.join(", "),
            names[0]
        );
    }
    let word = words.operands.first();
    let is_input = word.is_some_and(|word| looks_like_an_input(word));
    let is_piped = matches!(given, Given::Piped(_));
    let has_text = (is_input || is_piped) && several.is_empty();
    let other = given.text().filter(|_| has_text).and_then(other_kind);
    let bot_word = word.and_then(|word| word.to_str()).filter(|_| name == "bot");
    let guessed = bot_word.and_then(|word| commands(BOT_WORDS, word)).unwrap_or_default();
    let intro = match (word, other) {
        // `bot` does not read standard input.
        _ if is_empty && name != "bot" => {
            format!("standard input is empty, and `{name}` needs a subcommand; these are the choices:")
        }
        (Some(word), _) if !is_input && !is_piped => {
            let end = if guessed.is_empty() { "these are the choices:" } else { "perhaps you meant:" };
            format!("`{name}` has no subcommand `{}`; {end}", escape(&word.to_string_lossy()))
        }
        (_, Some(kind)) => {
            format!("`{name}` does not read a string of the kind `{kind}`; these are the choices:")
        }
        _ => format!("`{name}` needs a subcommand; these are the choices:"),
    };
    let given: Vec<OsString> =
        if is_input && other.is_none() && !is_empty { words.with_files() } else { Vec::new() };
    let choices: Vec<Choice> = if guessed.is_empty() {
        let commands = all.iter().map(|one| (format!("{name} {}", one.get_name()), one));
        let fits = |command: &str| several.is_empty() || several.contains(&command);
        let choice = |(command, one): (String, &&Command)| {
            let line = with_input(&command, &given, root).or_else(|| help::first_example(&command));
            let about = one.get_about().map(ToString::to_string).unwrap_or_default();
            Choice::new(about, line.unwrap_or_else(|| format!("clowder {command}")))
        };
        commands.filter(|(command, _)| fits(command)).map(choice).collect()
    } else {
        guessed.iter().map(|command| Choice::of(command, &[], root)).collect()
    };
    listed(&intro, &choices) + &format!("`clowder help {name}` has more examples.\n")
}

/// Returns a message that suggests the subcommand whose name is similar to the first word of a command line. The
/// suggested command has the other words of the command line. If this command would not work, the first example of the
/// subcommand is suggested. Returns `None` if the word can be an input, or if no subcommand has a
/// similar name.
pub(super) fn similar(verb: &Command, words: &Words, rest: &[OsString], root: &Command) -> Option<String> {
    let written = words.operands.first().filter(|word| !looks_like_an_input(word))?;
    let word = written.to_str()?;
    let name = verb.get_name();
    if name == "bot" && commands(BOT_WORDS, word).is_some() {
        return None;
    }
    let all = verb.get_subcommands().filter(|one| !one.is_hide_set());
    let (near, _) = all
        .map(|one| (one, strsim::damerau_levenshtein(one.get_name(), word)))
        .min_by_key(|(_, distance)| *distance)
        .filter(|(_, distance)| is_similar(word, *distance))?;
    let command = format!("{name} {}", near.get_name());
    let mut others = rest.to_vec();
    if let Some(index) = rest.iter().position(|other| other == written) {
        others.remove(index);
    }
    let line = with_input(&command, &others, root).or_else(|| help::first_example(&command));
    let about = near.get_about().map(ToString::to_string).unwrap_or_default();
    let choice = Choice::new(about, line.unwrap_or_else(|| format!("clowder {command}")));
    let intro = format!("`{name}` has no subcommand `{}`; perhaps you meant:", escape(word));
    Some(listed(&intro, &[choice]) + &format!("`clowder help {name}` lists all subcommands.\n"))
}

/// Returns the kind of a text, if the text is a canonical string of exactly one kind.
fn other_kind(text: &str) -> Option<Kind> {
    let found = identify(text);
    let mut fitting = found.iter().filter(|found| found.fit == Fit::Canonical);
    fitting.next().filter(|_| fitting.next().is_none()).map(|found| found.kind)
}
