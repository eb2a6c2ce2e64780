//! Answers `clowder help WORD` if the word is not a command or if it has a second meaning.

use super::kinds;
use super::message::{ALL_VERBS, Choice, listed, no_verb, told};
use super::tables::{HELP, VERBS, commands};
use super::topics::Topic;
use crate::cli::codes;
use crate::cli::colour::Color;
use crate::games::GameName;
use crate::notation::{Kind, plural};
use clap::Command;

pub(in super::super) use crate::cli::help::HelpAbout;

/// Returns the answer to `clowder help WORD` if the word is not a command, but its meaning can be guessed.
pub(in super::super) fn help_about(word: &str) -> Option<HelpAbout> {
    let root = crate::cli::command(Color::Never);
    if crate::diagnostics::find(word).is_some() {
        let answer = format!("clowder: `{word}` is an error code: `clowder codes {word}` explains it");
        return Some(HelpAbout::Tell(answer));
    }
    if word == "version" {
        return Some(HelpAbout::Tell("clowder: `clowder --version` prints the version".to_owned()));
    }
    if let Some(topic) = Topic::of(word) {
        return Some(HelpAbout::Tell(of_topic(word, topic, &root)));
    }
    let mut choices: Vec<Choice> = Vec::new();
    let meant = kinds(word);
    let pages = pages(word, &root);
    if let ([only], true) = (meant, pages.is_empty()) {
        return Some(HelpAbout::Kind(*only));
    }
    choices.extend(meant.iter().map(|kind| of_kind(*kind)));
    choices.extend(pages);
    if choices.is_empty() {
        if let Some(commands) = commands(VERBS, word) {
            let intro = format!("there is no command `{word}`; perhaps you meant:");
            return Some(HelpAbout::Tell(told(&intro, commands, &[], &root).trim_end().to_owned()));
        }
        return of_codes(word).map(HelpAbout::Tell);
    }
    let intro = if choices.len() == 1 {
        no_verb(word)
    } else {
        format!("`{word}` can mean {} things:", choices.len())
    };
    Some(HelpAbout::Tell((listed(&intro, &choices) + ALL_VERBS).trim_end().to_owned()))
}

/// Returns the page of a kind as a choice.
fn of_kind(kind: Kind) -> Choice {
    Choice::new(format!("The kind `{kind}` ({})", kind.about()), format!("clowder help {kind}"))
}

/// Returns the page of a command as a choice.
fn of_command(path: &str, command: &Command) -> Choice {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    Choice::new(about, format!("clowder help {path}"))
}

/// Returns the pages of the commands whose last word is the given word, and of the commands that [`HELP`] lists for
/// this word.
fn pages(word: &str, root: &Command) -> Vec<Choice> {
    let mut found = Vec::new();
    for verb in root.get_subcommands().filter(|verb| verb.get_name() != "generate") {
        if let Some(command) = verb.find_subcommand(word) {
            found.push(of_command(&format!("{} {}", verb.get_name(), command.get_name()), command));
        }
    }
    for path in commands(HELP, word).unwrap_or_default() {
        let command = path.split(' ').try_fold(root, |found, word| found.find_subcommand(word));
        found.extend(command.map(|command| of_command(path, command)));
    }
    found
}

/// Returns the pages about a game: first the pages of its commands, then the pages of its kinds.
fn of_topic(word: &str, topic: Topic, root: &Command) -> String {
    let fixed: Vec<&str> = match topic {
        Topic::Raft => vec!["challenges", "setup", "perft", "generate raft-state", "generate raft-game"],
        Topic::Bots(_) => vec!["bot play", "bot match", "bot new"],
        Topic::Penguins => vec!["challenges", "generate penguins-challenge"],
        Topic::Polyominoes => vec!["pentomino", "pentomino tile", "generate region"],
    };
    let mut paths: Vec<String> = fixed.into_iter().map(str::to_owned).collect();
    for verb in root.get_subcommands() {
        if let Some(command) = verb.find_subcommand(topic.name()) {
            paths.push(format!("{} {}", verb.get_name(), command.get_name()));
        }
    }
    let mut pages: Vec<Choice> = paths
        .iter()
        .filter_map(|path| {
            let command = path.split(' ').try_fold(root, |found, word| found.find_subcommand(word))?;
            Some(of_command(path, command))
        })
        .collect();
    if let Topic::Bots(game) = topic {
        pages.push(protocol(game));
    }
    let kinds: String = topic.kinds().iter().map(|kind| format!("  clowder help {kind}\n")).collect();
    let intro = format!("`{word}` is not a command; these pages describe commands for {}:", topic.title());
    format!("{}these pages describe its strings:\n{kinds}", listed(&intro, &pages)).trim_end().to_owned()
}

/// Returns the protocol of a bot game as a choice.
fn protocol(game: GameName) -> Choice {
    Choice::new("The messages of the bot protocol", format!("clowder bot protocol {}", game.name()))
}

/// Returns the command that searches the error codes, if codes mention the word.
fn of_codes(word: &str) -> Option<String> {
    let count = if word.len() < 3 { 0 } else { codes::count(word) };
    (count > 0).then(|| {
        let (codes, verb) = (plural(count, "error code"), if count == 1 { "mentions" } else { "mention" });
        format!(
            "clowder: there is no command `{word}`, but {codes} {verb} it; `clowder codes {word}` lists them"
        )
    })
}
