//! Lists the subcommands of a verb whose subcommand is missing or wrong.

use super::super::help;
use super::{contents, input, looks_like_an_input, quoted};
use crate::diagnostics::escape::escape;
use crate::notation::Kind;
use crate::repair::{Fit, identify};
use clap::Command;
use std::ffi::OsString;

/// The maximum number of subcommands that are listed with examples. If a verb has more, only their names are listed.
const MANY: usize = 12;

/// Lists the subcommands of a verb. Each of them is shown with the input that was given or, if this command line would
/// not work, with an example. `several` contains the commands that fit the input. If it is empty, all subcommands are
/// listed.
pub(super) fn list(verb: &Command, rest: &[OsString], several: &[&str], root: &Command) -> String {
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
    let word = rest.iter().find(|word| *word == "-" || !word.as_encoded_bytes().starts_with(b"-"));
    let is_input = word.is_some_and(|word| looks_like_an_input(word));
    let other = word.filter(|_| is_input && several.is_empty()).and_then(other_kind);
    let intro = match (word, other) {
        (Some(word), _) if !is_input => {
            format!(
                "`{name}` has no subcommand `{}`; these are the choices:",
                escape(&word.to_string_lossy())
            )
        }
        (Some(_), Some(kind)) => {
            format!("`{name}` does not read a string of the kind `{kind}`; these are the choices:")
        }
        _ => format!("`{name}` needs a subcommand; these are the choices:"),
    };
    let words: Vec<OsString> =
        if is_input && other.is_none() { rest.iter().map(|word| input(word)).collect() } else { Vec::new() };
    let mut text = format!("clowder: {intro}\n");
    for one in all {
        let command = format!("{name} {}", one.get_name());
        if !several.is_empty() && !several.contains(&&*command) {
            continue;
        }
        let line = with_input(&command, &words, root).or_else(|| help::first_example(&command));
        let about = one.get_about().map(ToString::to_string).unwrap_or_default();
        text += &format!("  {about}:\n    {}\n", line.unwrap_or_else(|| format!("clowder {command}")));
    }
    text + &format!("`clowder help {name}` has more examples.\n")
}

/// Returns the kind of an input, if the input is a canonical string of exactly one kind.
fn other_kind(word: &OsString) -> Option<Kind> {
    let text = contents(&input(word))?;
    let found = identify(&text);
    let mut fitting = found.iter().filter(|found| found.fit == Fit::Canonical);
    fitting.next().filter(|_| fitting.next().is_none()).map(|found| found.kind)
}

/// Returns a command line with the words that were given, or `None` if there are no such words, or if the command line
/// cannot be parsed.
pub(super) fn with_input(command: &str, words: &[OsString], root: &Command) -> Option<String> {
    let line = ["clowder"].into_iter().chain(command.split(' ')).map(OsString::from);
    root.clone()
        .try_get_matches_from(line.chain(words.iter().cloned()))
        .ok()
        .filter(|_| !words.is_empty())?;
    let words: Vec<String> = words.iter().map(|word| quoted(&word.to_string_lossy())).collect();
    Some(format!("clowder {command} {}", words.join(" ")))
}
