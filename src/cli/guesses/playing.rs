//! Lists commands for `play` if its subcommand is missing or wrong.

use super::message::{ALL_VERBS, Choice, listed, told, with_input};
use super::subcommands::Words;
use super::topics::Topic;
use super::{contents, input, official, quoted};
use crate::games::GameName;
use crate::notation::Kind;
use crate::repair::identify;
use clap::Command;
use std::ffi::OsString;

/// Returns the command that plays the game that was named, or the commands that play all games.
pub(super) fn play(rest: &[OsString], root: &Command) -> String {
    let words = root.find_subcommand("play").map(|verb| Words::of_verb(verb, rest, root)).unwrap_or_default();
    let Words { operands, options } = &words;
    let joined: Vec<_> = operands.iter().map(|word| word.to_string_lossy()).collect();
    let joined = joined.join(" ");
    let first = operands.first().and_then(|word| word.to_str());
    match first.and_then(Topic::of) {
        Some(topic @ Topic::Bots(_)) => {
            let intro = format!("`bot play --human` plays {}:", topic.title());
            return listed(&intro, &[against_a_bot(topic, options, root)]) + BOT_PLAY;
        }
        Some(Topic::Raft) => return play_raft(&operands[1..], options, root),
        Some(Topic::Penguins) => return penguins(operands.get(1), root),
        Some(Topic::Polyominoes) => return polyominoes(root),
        None => {}
    }
    if let Some(first) = operands.first() {
        let words = if official::is_name(&joined) { vec![joined.into()] } else { vec![first.clone()] };
        let argument = input(&words[0]);
        let text = contents(&argument).unwrap_or_default();
        let kinds: Vec<Kind> =
            identify(&text).iter().filter(|found| found.fit.is_string()).map(|found| found.kind).collect();
        let found = official::challenges(&text);
        if kinds.contains(&Kind::Challenge)
            || found.iter().any(|one| one.kind == Kind::Challenge)
            || official::is_name(&text)
        {
            return play_raft(&[argument], options, root);
        }
        if kinds.contains(&Kind::PenguinsChallenge) || !found.is_empty() {
            return penguins(Some(first), root);
        }
        if kinds.contains(&Kind::State) {
            let commands = ["solve raft …", "legal-moves raft …", "play raft"];
            let intro = "a game begins with a challenge, but this is a state; perhaps you meant:";
            return told(intro, &commands, &[argument], root);
        }
        let intro =
            format!("`{}` is not a game or a challenge; which game do you want to play?", quoted(&text));
        return games(&intro, root);
    }
    games("which game do you want to play?", root)
}

/// The last line of an answer that contains a command with `bot play`.
pub(super) const BOT_PLAY: &str = "`clowder help bot play` has more examples.\n";

/// Returns a list of the commands that play each game.
fn games(intro: &str, root: &Command) -> String {
    let mut choices: Vec<Choice> =
        GameName::ALL.map(|game| against_a_bot(Topic::Bots(game), &[], root)).into();
    choices.push(Choice::of("play raft …", &[], root));
    listed(intro, &choices) + ALL_VERBS
}

/// Returns the command with which a person plays against a bot.
pub(super) fn against_a_bot(topic: Topic, options: &[OsString], root: &Command) -> Choice {
    let command = format!("bot play --human --game {}", topic.name());
    let line = with_input(&command, options, root).unwrap_or_else(|| format!("clowder {command}"));
    Choice::new(format!("Play {} against a bot", topic.title()), line)
}

/// Returns the command that plays a challenge of Race to the Raft.
fn play_raft(words: &[OsString], options: &[OsString], root: &Command) -> String {
    let intro = "`play raft` plays a challenge of Race to the Raft:";
    told(intro, &["play raft …", "challenges"], &[words, options].concat(), root)
}

/// Returns commands for Penguins Pool Party, which is a puzzle for one person.
fn penguins(challenge: Option<&OsString>, root: &Command) -> String {
    let text = challenge.map(|word| input(word)).and_then(|word| Some((contents(&word)?, word)));
    let word = text.map(|(text, word)| {
        let official = official::challenges(&text);
        let found = official.into_iter().find(|one| one.kind == Kind::PenguinsChallenge);
        found.map_or(word, |one| one.string.into())
    });
    let rest: Vec<OsString> = word.into_iter().collect();
    let apply = if rest.is_empty() { &["apply penguins"][..] } else { &[] };
    let before = ["render penguins-challenge …", "legal-moves penguins …"];
    let after = ["solve penguins --hint …|20113123", "challenges --penguins"];
    let commands = [&before, apply, &after].concat();
    let intro =
        "Penguins Pool Party is a puzzle, and clowder does not play it; these commands help to solve it:";
    told(intro, &commands, &rest, root)
}

/// Returns commands for puzzles with pentominoes.
pub(super) fn polyominoes(root: &Command) -> String {
    let commands = ["generate region --unique --level easy --seed 1", "pentomino show …", "pentomino tile …"];
    told(
        "clowder does not play puzzles with pentominoes; these commands help to solve them:",
        &commands,
        &[],
        root,
    )
}
