//! Guesses the meaning of a first word that is not a verb. The word can be a verb that people expect, but that does not
//! exist. It can also be a topic, an error code, a kind, a string or a file.

use super::super::system::path_of;
use super::message::{ALL_VERBS, Choice, line, listed, no_verb, told};
use super::official;
use super::subcommands::{Words, meant};
use super::tables::{VERBS, commands, similar_verb};
use super::topics::Topic;
use super::{Guess, contents, first_words, kinds, search};
use crate::notation::Kind;
use crate::repair::{Fit, identify};
use clap::Command;
use std::ffi::{OsStr, OsString};

/// Returns the meaning of a command line whose first word is not a verb.
pub(super) fn meaning(word: &OsStr, rest: &[OsString], root: &Command) -> Option<Guess> {
    let name = word.to_str()?;
    if let Some(topic) = Topic::of(name) {
        return Some(first_words::first_word(name, topic, rest, root));
    }
    if let Some(guess) = exchanged(name, rest, root) {
        return Some(guess);
    }
    if crate::diagnostics::find(name).is_some() {
        return Some(Guess::Tell(told(
            "the verb is missing; perhaps you meant:",
            &[format!("codes {name}")],
            &[],
            root,
        )));
    }
    if let Some(commands) = commands(VERBS, name) {
        return Some(guessed(name, commands, rest, root));
    }
    let kind = name.parse().ok().map(|kind: Kind| kind.name()).or_else(|| Some(kinds(name).first()?.name()));
    match kind {
        Some(kind) => Some(of_kind(name, kind, rest, root)),
        None => input(word, rest, root)
            .or_else(|| misspelt(name, root).filter(|_| !search::names_kind(name)).map(Guess::Tell))
            .or_else(|| search::meaning(name, rest, root).map(Guess::Tell)),
    }
}

/// The verbs whose inputs are strings. If a word after one of these verbs is the name of a file, `@` is written before
/// the word.
const OF_STRINGS: [&str; 12] = [
    "pentomino",
    "validate",
    "canon",
    "explain",
    "render",
    "identify",
    "setup",
    "perft",
    "solve",
    "apply",
    "legal-moves",
    "outcome",
];

/// Returns the meaning of a guessed verb. If the verb can mean only one command, and if the input that this command
/// needs is given, the command is run.
fn guessed(name: &str, commands: &[&str], rest: &[OsString], root: &Command) -> Guess {
    let commands: Vec<String> = commands.iter().map(|command| with_subcommand(command, rest)).collect();
    let words = |command: &str| -> Vec<OsString> {
        let verb = command.split(' ').next().unwrap_or_default();
        match root.find_subcommand(verb).filter(|_| OF_STRINGS.contains(&verb)) {
            Some(verb) => Words::of_verb(verb, rest, root).with_files(),
            None => rest.to_vec(),
        }
    };
    if let [only] = &commands[..] {
        let (bare, needs_input) = match only.split_once(" …") {
            Some((bare, _)) => (bare, true),
            None => (&**only, false),
        };
        if !(needs_input && rest.is_empty()) {
            return Guess::Run(line(bare, &words(only)));
        }
    }
    // If the input is a state, these verbs can only mean that an action is applied to the state.
    if ["move", "do"].contains(&name) && commands[0].split(' ').count() > 2 && rest.len() > 1 {
        return Guess::Run(line("apply", rest));
    }
    let choices: Vec<Choice> =
        commands.iter().map(|command| Choice::of(command, &words(command), root)).collect();
    Guess::Tell(listed(&no_verb(name), &choices) + ALL_VERBS)
}

/// Adds the subcommand that fits the input to a command such as `apply …`.
fn with_subcommand(command: &str, rest: &[OsString]) -> String {
    let text = rest.first().and_then(|word| contents(&super::input(word)));
    let verb = command.strip_suffix(" …");
    match verb.zip(text).map(|(verb, text)| meant(verb, &text)).as_deref() {
        Some([only]) if verb != Some("pentomino") => format!("{only} …"),
        _ => command.to_owned(),
    }
}

/// Returns the answer to a misspelt guessed verb, such as `tornament`. Returns `None` if a real verb is at least as
/// similar to the word, because then the parser suggests the real verb.
fn misspelt(name: &str, root: &Command) -> Option<String> {
    let (word, distance) = similar_verb(name)?;
    let is_nearer = |verb: &Command| {
        verb.get_name_and_visible_aliases()
            .iter()
            .any(|verb| strsim::damerau_levenshtein(verb, name) <= distance)
    };
    let commands = commands(VERBS, word).filter(|_| !root.get_subcommands().any(is_nearer))?;
    Some(told(&no_verb(name), commands, &[], root))
}

/// Returns the meaning of a command line whose first word is a kind.
fn of_kind(name: &str, kind: &str, rest: &[OsString], root: &Command) -> Guess {
    let text = rest.first().and_then(|word| word.to_str());
    if kind == "challenge" && text == Some("list") {
        return Guess::Run(line("challenges", &rest[1..]));
    }
    let mut intro = format!("`{name}` is a kind of string, not a verb; these commands accept it:");
    let mut commands: Vec<String> =
        ["validate", "explain", "render"].map(|verb| format!("{verb} {kind} …")).into();
    let official = text.map(official::challenges).unwrap_or_default();
    if let Some(found) = official.into_iter().find(|found| found.kind.name() == kind) {
        intro = format!("`{name}` is a kind of string, not a verb; these commands accept {}:", found.title);
        let string = [OsString::from(&found.string)];
        if kind == "challenge" {
            commands.extend(["setup …", "play raft …"].map(str::to_owned));
        } else {
            commands.push("solve penguins …".to_owned());
        }
        return Guess::Tell(told(&intro, &commands, &string, root));
    }
    let is_option = |word: &OsString| word.as_encoded_bytes().starts_with(b"-") && word != "-";
    let rest: Vec<OsString> = if rest.iter().all(is_option) {
        Vec::new()
    } else {
        rest.iter().map(|word| super::input(word)).collect()
    };
    Guess::Tell(told(&intro, &commands, &rest, root))
}

/// Returns the meaning of a command line whose first two words have to be exchanged, such as `hand validate AfBCD`.
fn exchanged(name: &str, rest: &[OsString], root: &Command) -> Option<Guess> {
    // The words can be joined by a hyphen, as in `solve-penguins`.
    if let Some((verb, one)) = name.split_once('-')
        && let Some(verb) = root.find_subcommand(verb)
        && let Some(one) = verb.find_subcommand(one)
    {
        return Some(Guess::Run(line(&format!("{} {}", verb.get_name(), one.get_name()), rest)));
    }
    let (second, rest) = rest.split_first()?;
    let verb = root.find_subcommand(second)?;
    let is_verb_of_kinds = ["validate", "canon", "explain", "render", "diff"].contains(&verb.get_name());
    let fits = verb.find_subcommand(name).is_some() || (is_verb_of_kinds && name.parse::<Kind>().is_ok());
    fits.then(|| Guess::Run(line(&format!("{} {name}", verb.get_name()), rest)))
}

/// Returns the command lines that can be meant if the first word is a string or a file.
fn input(word: &OsStr, rest: &[OsString], root: &Command) -> Option<Guess> {
    let argument = super::input(word);
    let text = match argument.as_encoded_bytes() {
        [b'@', path @ ..] => contents(&argument).filter(|_| path_of(path).is_file())?,
        _ => word.to_str()?.to_owned(),
    };
    let is_file = argument.as_encoded_bytes().starts_with(b"@");
    let found = identify(&text);
    let fits = match found[0].fit {
        // A word of small letters is probably a misspelt verb, even if it is also a valid string of some kind.
        Fit::Canonical => !text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'),
        _ => false,
    };
    if !fits && !is_file {
        let shape = text.len() > 8 && text.bytes().any(|byte| byte.is_ascii_digit());
        if !shape || text.starts_with('-') {
            return None;
        }
    }
    let mut commands = ["validate …", "explain …", "render …"].map(str::to_owned).to_vec();
    if fits {
        let more = match found[0].kind {
            Kind::PenguinsChallenge => "solve penguins …",
            Kind::Region => "pentomino tile …",
            Kind::Challenge => "setup …",
            Kind::State => "solve raft …",
            Kind::GameRecord | Kind::RaftRecord => "bot replay …",
            _ => "identify …",
        };
        commands.push(more.to_owned());
    }
    let rest: Vec<OsString> = [argument].into_iter().chain(rest.iter().cloned()).collect();
    let intro = "the verb is missing; perhaps you meant:";
    Some(Guess::Tell(told(intro, &commands, &rest, root)))
}
