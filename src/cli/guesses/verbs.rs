//! Guesses the meaning of a first word that is not a verb. It may be a guessed verb, a kind, a string or a file.

use super::super::help;
use super::super::system::path_of;
use super::choices::with_input;
use super::{Guess, HelpAbout, contents, kinds, looks_like_an_input};
use crate::games::GameName;
use crate::notation::Kind;
use crate::repair::{Fit, identify};
use clap::Command;
use std::ffi::{OsStr, OsString};

/// Guessed verbs with the commands that they can mean. `…` stands for the rest of the command line.
const VERBS: &[(&[&str], &[&str])] = &[
    (&["fix", "repair", "correct"], &["validate --fix …", "canon …"]),
    (&["verify"], &["validate …", "bot verify …"]),
    (&["parse", "read", "why"], &["validate …", "explain …"]),
    (&["test"], &["validate …", "grade --self …", "bot check …"]),
    (&["svg", "png", "html"], &["render -o picture.svg …", "render …"]),
    (&["list", "ls"], &["kinds", "challenges", "codes", "pentomino list"]),
    (&["tile", "tiling", "tilings"], &["pentomino tile …"]),
    (&["match"], &["bot match …"]),
    (&["tournament", "league"], &["bot tournament …"]),
    (&["referee"], &["bot match …", "bot tournament …"]),
    (&["replay"], &["bot replay …"]),
    (&["protocol"], &["bot protocol …"]),
    (&["rate", "ratings"], &["bot rate …"]),
    (
        &["penguin", "penguins"],
        &[
            "render penguins-challenge …",
            "solve penguins …",
            "legal-moves penguins …",
            "generate penguins-challenge",
        ],
    ),
    (&["raft"], &["render challenge …", "setup …", "play raft …", "solve raft …"]),
    (&["new", "create", "init", "start"], &["generate …", "setup …", "bot new"]),
    (&["game", "games"], &["play raft", "bot play", "bot match"]),
    (&["docs", "tutorial", "example", "examples", "usage"], &["help", "kinds", "codes"]),
];

/// The commands that the name of a bot game can mean.
const BOT_GAMES: &[&str] = &["bot play …", "bot match …", "bot new"];

/// Returns the commands that a guessed verb or the name of a bot game can mean.
fn commands_of(word: &str) -> Option<&'static [&'static str]> {
    let found = VERBS.iter().find(|(words, _)| words.contains(&word)).map(|(_, commands)| *commands);
    found.or_else(|| word.parse::<GameName>().is_ok().then_some(BOT_GAMES))
}

/// Returns the meaning of a command line whose first word is not a verb.
pub(super) fn meaning(word: &OsStr, rest: &[OsString], root: &Command) -> Option<Guess> {
    let name = word.to_str()?;
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
    if let Some(commands) = commands_of(name) {
        if let [only] = commands
            && let Some(words) = only.strip_suffix(" …")
            && !rest.is_empty()
        {
            let words = ["clowder"].into_iter().chain(words.split(' ')).map(OsString::from);
            return Some(Guess::Run(words.chain(rest.iter().cloned()).collect()));
        }
        let intro = format!("there is no verb `{name}`; perhaps you meant:");
        // The words after the name of a game are used only if they begin with an input.
        let is_game = ["penguin", "penguins", "raft"].contains(&name) || name.parse::<GameName>().is_ok();
        let rest = if is_game { inputs(rest) } else { rest.to_vec() };
        return Some(Guess::Tell(told(&intro, commands, &rest, root)));
    }
    let kind = name.parse().ok().map(|kind: Kind| kind.name()).or_else(|| Some(kinds(name).first()?.name()));
    if let Some(kind) = kind {
        let commands = ["validate", "explain", "render"].map(|verb| format!("{verb} {kind} …"));
        let intro = format!("`{name}` is a kind of string, not a verb; these commands accept it:");
        let is_option = |word: &OsString| word.as_encoded_bytes().starts_with(b"-") && word != "-";
        let rest = if rest.iter().all(is_option) { &[] } else { rest };
        return Some(Guess::Tell(told(&intro, &commands, rest, root)));
    }
    input(word, rest, root)
}

/// Returns the meaning of a command line whose first two words have to be exchanged, such as `penguins solve 20113123`
/// or `hand validate AfBCD`.
fn exchanged(name: &str, rest: &[OsString], root: &Command) -> Option<Guess> {
    let (second, rest) = rest.split_first()?;
    let verb = root.find_subcommand(second)?;
    let is_verb_of_kinds = ["validate", "canon", "explain", "render", "diff"].contains(&verb.get_name());
    let fits = verb.find_subcommand(name).is_some() || (is_verb_of_kinds && name.parse::<Kind>().is_ok());
    let words = ["clowder", verb.get_name(), name].into_iter().map(OsString::from);
    fits.then(|| Guess::Run(words.chain(rest.iter().cloned()).collect()))
}

/// Returns these words of a command line if the first of them is an input, and otherwise an empty list. `@` is written
/// before the name of a file.
fn inputs(words: &[OsString]) -> Vec<OsString> {
    match words.first() {
        Some(first) if looks_like_an_input(first) => words.iter().map(|word| super::input(word)).collect(),
        _ => Vec::new(),
    }
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
            _ => "identify …",
        };
        commands.push(more.to_owned());
    }
    let rest: Vec<OsString> = [argument].into_iter().chain(rest.iter().cloned()).collect();
    let intro = "the verb is missing; perhaps you meant:";
    Some(Guess::Tell(told(intro, &commands, &rest, root)))
}

/// Returns the answer to `clowder help WORD` if the word is not a command, but its meaning can be guessed.
pub(super) fn help_about(word: &str, root: &Command) -> Option<HelpAbout> {
    if crate::diagnostics::find(word).is_some() {
        let answer = format!("clowder: `{word}` is an error code: `clowder codes {word}` explains it");
        return Some(HelpAbout::Tell(answer));
    }
    if word == "version" {
        return Some(HelpAbout::Tell("clowder: `clowder --version` prints the version".to_owned()));
    }
    if let Some(commands) = commands_of(word) {
        let intro = format!("there is no command `{word}`; perhaps you meant:");
        return Some(HelpAbout::Tell(told(&intro, commands, &[], root).trim_end().to_owned()));
    }
    match kinds(word) {
        [] => None,
        [only] => Some(HelpAbout::Kind(*only)),
        several => {
            let commands: Vec<String> =
                several.iter().map(|kind| format!("\n  clowder help {kind}")).collect();
            Some(HelpAbout::Tell(format!("clowder: `{word}` can mean several kinds:{}", commands.concat())))
        }
    }
}

/// Returns the answer to `clowder generate WORD` if the word can mean several kinds.
pub(super) fn generated(word: &str, root: &Command) -> Option<String> {
    let commands: Vec<String> = kinds(word).iter().map(|kind| format!("generate {kind}")).collect();
    (commands.len() > 1).then(|| told(&format!("`{word}` can mean several kinds:"), &commands, &[], root))
}

/// Returns a command line with an example of a kind. If the string is long or has several lines, it comes from a pipe.
fn of_example(command: &str, kind: Kind) -> String {
    let example = crate::kinds::row(kind).example();
    if example.len() < 60 && !example.contains('\n') {
        format!("clowder {command} {}", super::quoted(example))
    } else {
        format!("clowder generate {kind} --seed 1 | clowder {command} -")
    }
}

/// Returns a list of commands, each with its purpose. `…` is replaced by the rest of the command line, if there is one
/// and if the result can be parsed.
fn told(intro: &str, commands: &[impl AsRef<str>], rest: &[OsString], root: &Command) -> String {
    let mut text = format!("clowder: {intro}\n");
    for command in commands.iter().map(AsRef::as_ref) {
        let mut found = root;
        let mut path = Vec::new();
        for word in command.split(' ') {
            let Some(next) = found.find_subcommand(word) else { break };
            found = next;
            path.push(next.get_name());
        }
        let about = found.get_about().map(ToString::to_string).unwrap_or_default();
        let bare = command.strip_suffix(" …");
        let kind = bare.and_then(|bare| bare.rsplit(' ').next()).and_then(|last| last.parse::<Kind>().ok());
        let with_input = bare.and_then(|bare| with_input(bare, rest, root));
        let line = match (bare, kind) {
            _ if with_input.is_some() => with_input.unwrap_or_default(),
            (Some(bare), Some(kind)) => of_example(bare, kind),
            (None, _) if command.starts_with("codes ") => format!("clowder {command}"),
            _ => help::first_example(&path.join(" ")).unwrap_or_else(|| format!("clowder {command}")),
        };
        text += &format!("  {about}:\n    {line}\n");
    }
    text + "`clowder help` lists all verbs.\n"
}
