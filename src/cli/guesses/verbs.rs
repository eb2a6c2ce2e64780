//! Guesses the meaning of a first word that is not a verb. It may be a guessed verb, a kind, a string or a file.

use super::super::help;
use super::super::system::path_of;
use super::{Guess, HelpAbout, contents, kinds, quoted};
use crate::notation::Kind;
use crate::repair::{Fit, identify};
use clap::Command;
use std::ffi::{OsStr, OsString};
use std::path::Path;

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
    (&["tictactoe", "arboretum"], &["bot play …", "bot match …", "bot new"]),
    (&["new", "create", "init", "start"], &["generate …", "setup …", "bot new"]),
    (&["game", "games"], &["play raft", "bot play", "bot match"]),
    (&["docs", "tutorial", "example", "examples", "usage"], &["help", "kinds", "codes"]),
];

/// Returns the meaning of a command line whose first word is not a verb.
pub(super) fn meaning(word: &OsStr, rest: &[OsString], root: &Command) -> Option<Guess> {
    let name = word.to_str()?;
    if crate::diagnostics::find(name).is_some() {
        return Some(Guess::Tell(told(
            "the verb is missing; perhaps you meant:",
            &[format!("codes {name}")],
            &[],
            root,
        )));
    }
    let found = VERBS.iter().find(|(words, _)| words.contains(&name));
    if let Some((_, commands)) = found {
        if let [only] = commands
            && let Some(words) = only.strip_suffix(" …")
            && !rest.is_empty()
        {
            let words = ["clowder"].into_iter().chain(words.split(' ')).map(OsString::from);
            return Some(Guess::Run(words.chain(rest.iter().cloned()).collect()));
        }
        let intro = format!("there is no verb `{name}`; perhaps you meant:");
        return Some(Guess::Tell(told(&intro, commands, rest, root)));
    }
    let kind = name.parse().ok().map(|kind: Kind| kind.name()).or_else(|| Some(kinds(name).first()?.name()));
    if let Some(kind) = kind {
        let commands = ["validate", "explain", "render"].map(|verb| format!("{verb} {kind} …"));
        let intro = format!("`{name}` is a kind of string, not a verb; these commands accept it:");
        let rest = if rest.is_empty() { &[OsString::from(example(kind))] } else { rest };
        return Some(Guess::Tell(told(&intro, &commands, rest, root)));
    }
    input(word, rest, root)
}

/// Returns the command lines that can be meant if the first word is a string or a file.
fn input(word: &OsStr, rest: &[OsString], root: &Command) -> Option<Guess> {
    let (argument, text) = match word.as_encoded_bytes() {
        [b'@', path @ ..] => (word.to_owned(), contents(word).filter(|_| path_of(path).is_file())?),
        _ if Path::new(word).is_file() => {
            let mut argument = OsString::from("@");
            argument.push(word);
            (argument.clone(), contents(&argument)?)
        }
        _ => (word.to_owned(), word.to_str()?.to_owned()),
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
    if let Some((_, commands)) = VERBS.iter().find(|(words, _)| words.contains(&word)) {
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

/// Returns an example of a kind for a command line. The example is a string or, if the string is long or has several
/// lines, the name of a file.
fn example(kind: &str) -> String {
    let example = kind.parse().map(|kind| crate::kinds::row(kind).example()).unwrap_or_default();
    if example.len() < 60 && !example.contains('\n') { example.to_owned() } else { format!("@{kind}.txt") }
}

/// Returns a list of commands, each with its purpose. `…` is replaced by the rest of the command line, if there is one.
fn told(intro: &str, commands: &[impl AsRef<str>], rest: &[OsString], root: &Command) -> String {
    let rest: Vec<String> = rest.iter().map(|word| quoted(&word.to_string_lossy())).collect();
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
        let line = match (bare, kind) {
            (Some(bare), _) if !rest.is_empty() => format!("clowder {bare} {}", rest.join(" ")),
            (Some(bare), Some(kind)) => format!("clowder {bare} {}", example(kind.name())),
            (None, _) if command.starts_with("codes ") => format!("clowder {command}"),
            _ => help::first_example(&path.join(" ")).unwrap_or_else(|| format!("clowder {command}")),
        };
        text += &format!("  {about}:\n    {line}\n");
    }
    text + "`clowder help` lists all verbs.\n"
}
