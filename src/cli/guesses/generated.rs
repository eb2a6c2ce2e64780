//! Guesses the kind after `generate`.

use super::message::{ALL_VERBS, Choice, line, listed, told, with_input};
use super::topics::Topic;
use super::{Guess, kinds};
use crate::notation::Kind;
use clap::Command;
use std::ffi::OsString;

/// Words for the test cases of `generate cases`.
const CASES: [&str; 5] = ["case", "test", "tests", "testcases", "test-cases"];

/// Returns the meaning of `generate` with a word that is not a kind, or `None` if the word cannot be guessed.
pub(super) fn meaning(word: &OsString, rest: &[OsString], root: &Command) -> Option<Guess> {
    let name = word.to_string_lossy();
    let others: Vec<OsString> = rest.iter().filter(|other| *other != word).cloned().collect();
    if let Some(topic) = Topic::of(&name) {
        return Some(Guess::Tell(of_topic(topic, &name, &others, root)));
    }
    if CASES.contains(&&*name) {
        return Some(Guess::Run(line("generate cases", &others)));
    }
    if let Some(kind) = singular(&name) {
        return Some(Guess::Run(line(&format!("generate {kind}"), &others)));
    }
    if let Some((number, rest)) = name.parse::<u64>().ok().zip(others.split_first()) {
        return counted(number, rest, root);
    }
    let commands: Vec<String> = kinds(&name).iter().map(|kind| format!("generate {kind}")).collect();
    (commands.len() > 1).then(|| {
        let intro = format!("`{name}` can mean several kinds:");
        Guess::Tell(told(&intro, &commands, &[], root))
    })
}

/// Returns the kind whose name is written in the plural, such as `hands`.
fn singular(name: &str) -> Option<Kind> {
    let word = name.strip_suffix('s')?;
    word.parse().ok().or_else(|| match kinds(word) {
        [only] => Some(*only),
        _ => None,
    })
}

/// Returns the meaning of `generate 10 hands`.
fn counted(number: u64, (word, rest): (&OsString, &[OsString]), root: &Command) -> Option<Guess> {
    let name = word.to_str()?;
    let kind = name.parse().ok().or_else(|| singular(name))?;
    let count = [OsString::from("--count"), number.to_string().into()];
    let line = with_input(&format!("generate {kind}"), &[&count, rest].concat(), root)?;
    let choice = Choice::new(format!("Generate {number} strings of the kind {kind}"), line);
    Some(Guess::Tell(listed("the number is an option; perhaps you meant:", &[choice]) + ALL_VERBS))
}

/// Returns the commands that generate strings of a game.
pub(super) fn of_topic(topic: Topic, word: &str, rest: &[OsString], root: &Command) -> String {
    let intro = format!("`{word}` is not a kind; these commands generate strings for {}:", topic.title());
    let mut names: Vec<String> = match topic {
        Topic::Raft => ["raft-state", "raft-game"].map(str::to_owned).to_vec(),
        _ => Vec::new(),
    };
    // The states and the games of Race to the Raft are generated under the names above.
    let others = topic.kinds().into_iter().filter(|kind| !matches!(kind, Kind::State | Kind::RaftRecord));
    names.extend(others.map(|kind| kind.name().to_owned()));
    if let Topic::Bots(game) = topic {
        names.push("deals".to_owned());
        names = names.iter().map(|name| format!("{name} --game {}", game.name())).collect();
    }
    let seed = [OsString::from("--seed"), OsString::from("1")];
    let commands = names.iter().filter_map(|name| {
        let command = format!("generate {name}");
        with_input(&command, rest, root).or_else(|| with_input(&command, &seed, root))
    });
    let lines: String = commands.map(|line| format!("  {line}\n")).collect();
    format!("clowder: {intro}\n{lines}`clowder help generate` describes them.\n")
}
