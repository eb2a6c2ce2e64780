//! Finds the meaning of command lines that begin with the name of a game or a puzzle, such as
//! `penguins solve 20113123`, and of wrong words after `pentomino` and `bot`.

use super::generated::of_topic;
use super::message::{ALL_VERBS, Choice, line, listed, no_verb, parses, told};
use super::playing::{BOT_PLAY, against_a_bot, play, polyominoes};
use super::subcommands::{Words, wants_hint};
use super::tables::{BOT_WORDS, commands};
use super::topics::Topic;
use super::usage::program;
use super::{Guess, contents, input, kinds, looks_like_an_input, official};
use crate::games::{BuiltIn, GameName};
use crate::notation::Kind;
use crate::repair::identify;
use clap::Command;
use std::ffi::OsString;

/// Returns the meaning of a command line whose first word is the name of a game or a puzzle.
pub(super) fn first_word(name: &str, topic: Topic, rest: &[OsString], root: &Command) -> Guess {
    let intro = no_verb(name);
    let bare = || {
        let commands = topic.commands().iter().map(|command| topic.adapt(Choice::of(command, &[], root)));
        Guess::Tell(listed(&intro, &commands.collect::<Vec<_>>()) + ALL_VERBS)
    };
    let Some((second, rest)) = rest.split_first() else { return bare() };
    let Some(word) = second.to_str() else { return bare() };
    let files: Vec<OsString> = rest.iter().map(|word| input(word)).collect();
    if topic == Topic::Polyominoes {
        return Guess::Run(line("pentomino", &[std::slice::from_ref(second), rest].concat()));
    }
    if let Topic::Bots(game) = topic
        && let Some(guess) = of_bot_game(game, word, rest, root)
    {
        return guess;
    }
    match word {
        "help" | "docs" | "rules" => return Guess::Run(line("help", &[topic.name().into()])),
        "play" => return Guess::Tell(play(&[&[topic.name().into()], rest].concat(), root)),
        "challenges" | "list" if topic == Topic::Raft => return Guess::Run(line("challenges", rest)),
        "challenges" | "list" if topic == Topic::Penguins => {
            return Guess::Run(line("challenges --penguins", rest));
        }
        "generate" | "gen" | "random" | "new" | "create" => {
            return Guess::Tell(of_topic(topic, topic.name(), rest, root));
        }
        _ => {}
    }
    if let Some(verb) = root.find_subcommand(word) {
        if let Some(guess) = with_verb(topic, (verb, word), &files, root) {
            return guess;
        }
    } else if let Some(kind) = kind_of(topic, word) {
        let kind = files.first().and_then(|file| other_kind(topic, kind, file)).unwrap_or(kind);
        let commands = ["render", "validate", "explain"].map(|verb| format!("{verb} {kind} …"));
        let intro = format!("`{name} {word}` is not a command, but `{kind}` is a kind; perhaps you meant:");
        return Guess::Tell(told(&intro, &commands, &files, root));
    }
    given(topic, (second, rest), &intro, root).unwrap_or_else(bare)
}

/// Returns the meaning of the name of a game before a verb, such as `penguins solve 20113123`.
fn with_verb(
    topic: Topic,
    (verb, word): (&Command, &str),
    files: &[OsString],
    root: &Command,
) -> Option<Guess> {
    let name = topic.name();
    let run = |command: String| Some(Guess::Run(line(&command, files)));
    if verb.find_subcommand(name).is_some() {
        let command = format!("{} {name}", verb.get_name());
        let mut words = files.to_vec();
        if word == "hint" && wants_hint(&command, &words) {
            words.push("--hint".into());
        }
        return Some(Guess::Run(line(&command, &words)));
    }
    match verb.get_name() {
        "setup" | "perft" if topic == Topic::Raft => run(verb.get_name().to_owned()),
        verb @ ("validate" | "canon" | "explain" | "render" | "diff") => {
            if files.iter().any(|word| looks_like_an_input(word)) {
                // The word `raft` is also a name for the kind `raft-card`, so the kind has to be found from the string.
                let kind = if topic == Topic::Raft { String::new() } else { format!(" {name}") };
                return run(format!("{verb}{kind}"));
            }
            let example =
                |kind: &Kind| Choice::of(&format!("{verb} {kind} …"), &[], root).about(kind.about());
            let choices: Vec<_> = topic.kinds().iter().map(example).collect();
            let intro = format!("`{verb}` needs a string for {}; for example:", topic.title());
            Some(Guess::Tell(listed(&intro, &choices) + ALL_VERBS))
        }
        "identify" => run("identify".to_owned()),
        _ => None,
    }
}

/// Returns the meaning of the name of a bot game before a command, such as `tictactoe match`.
fn of_bot_game(game: GameName, word: &str, rest: &[OsString], root: &Command) -> Option<Guess> {
    let bot = root.find_subcommand("bot")?;
    let command = match (bot.find_subcommand(word), commands(BOT_WORDS, word)) {
        (Some(_), _) if word == "play" => return None,
        (Some(found), _) => format!("bot {}", found.get_name()),
        (None, Some([only])) => (*only).to_owned(),
        _ => return None,
    };
    let is_protocol = command == "bot protocol";
    let with_game = format!("{command} {}{}", if is_protocol { "" } else { "--game " }, game.name());
    // Without further words, the command is not run, because the parser does not know that a match needs bots.
    if (is_protocol || !rest.is_empty()) && parses(&with_game, rest, root) {
        return Some(Guess::Run(line(&with_game, rest)));
    }
    let intro = format!("this command plays {}:", game.title());
    let choice = Topic::Bots(game).adapt(Choice::of(&command, &[], root));
    Some(Guess::Tell(listed(&intro, &[choice]) + &format!("`clowder help {command}` has more examples.\n")))
}

/// Returns the kind in a topic that a word can mean. For example, the word `board` can mean `penguins-board`.
fn kind_of(topic: Topic, plural: &str) -> Option<Kind> {
    let word = plural.strip_suffix('s').unwrap_or(plural);
    let with_topic = format!("{}-{word}", topic.name()).parse();
    let all = topic.kinds();
    let known = |kind: &Kind| all.contains(kind);
    let guessed = || kinds(word).iter().copied().find(known);
    let named = || [word, plural].iter().find_map(|word| word.parse().ok().filter(known));
    with_topic.ok().or_else(named).or_else(guessed)
}

/// Returns another kind in the topic, if an input is a string of this other kind. Returns `None` if the input is also a
/// string of the given kind, or if it is not a string of any kind in the topic.
fn other_kind(topic: Topic, kind: Kind, input: &OsString) -> Option<Kind> {
    let found = identify(&contents(input)?);
    let mut fitting = found.iter().filter(|one| one.fit.is_string()).map(|one| one.kind);
    let kinds = topic.kinds();
    let first = fitting.clone().find(|found| kinds.contains(found));
    first.filter(|_| fitting.all(|found| found != kind))
}

/// Returns the commands for the name of a game and an input, such as `penguins 20113123` or `raft 5`.
fn given(
    topic: Topic,
    (first, rest): (&OsString, &[OsString]),
    intro: &str,
    root: &Command,
) -> Option<Guess> {
    let text = first.to_str()?;
    let all = topic.kinds();
    let mut choices = Vec::new();
    if let Some(found) = official::challenges(text).into_iter().find(|found| all.contains(&found.kind)) {
        let (kind, string) = (found.kind, [OsString::from(&found.string)]);
        choices.push(Choice::of(&format!("render {kind} …"), &string, root));
        if kind == Kind::PenguinsChallenge {
            choices.extend(
                ["solve penguins …", "legal-moves penguins …"].map(|of| Choice::of(of, &string, root)),
            );
        } else {
            let number = [first.clone()];
            choices.extend(["setup …", "play raft …"].map(|of| Choice::of(of, &number, root)));
        }
        let intro = format!("`{text}` can be {}; perhaps you meant:", found.title);
        return Some(Guess::Tell(listed(&intro, &choices) + ALL_VERBS));
    }
    if !looks_like_an_input(first) {
        return None;
    }
    let words: Vec<OsString> = [first].into_iter().chain(rest).map(|word| input(word)).collect();
    if topic == Topic::Penguins && rest.first().is_some_and(is_placements) {
        let commands = ["apply penguins …", "solve penguins …", "legal-moves penguins …"];
        return Some(Guess::Tell(told(intro, &commands, &words, root)));
    }
    let commands = topic.commands().iter().map(|command| topic.adapt(Choice::of(command, &words, root)));
    Some(Guess::Tell(listed(intro, &commands.collect::<Vec<_>>()) + ALL_VERBS))
}

/// Returns true if a word is a list of placements, such as `A321B104`.
fn is_placements(word: &OsString) -> bool {
    let found = word.to_str().map(identify).unwrap_or_default();
    let kinds = [Kind::PenguinsPlacement, Kind::PenguinsSolution];
    found.iter().any(|one| kinds.contains(&one.kind) && one.fit.is_string())
}

/// Returns the meaning of `pentomino` with a verb that is not one of its subcommands, or `None` for any other word.
pub(super) fn after_pentomino(words: &Words, root: &Command) -> Option<Guess> {
    let (first, rest) = words.operands.split_first()?;
    match first.to_str()? {
        "generate" | "gen" | "random" | "new" => {
            Some(Guess::Tell(of_topic(Topic::Polyominoes, "pentomino", rest, root)))
        }
        "play" => Some(Guess::Tell(polyominoes(root))),
        _ => None,
    }
}

/// Returns the answer to `bot` with a word that is not a subcommand. The word can be the name of a game, the name of a
/// file with a program, or the name of a built-in bot. Returns `None` for any other word.
pub(super) fn after_bot(words: &Words, root: &Command) -> Option<String> {
    let word = words.operands.first()?.to_str()?;
    let intro = format!("`bot` has no subcommand `{word}`; perhaps you meant:");
    if let Some(topic @ Topic::Bots(_)) = Topic::of(word) {
        let commands = ["bot check", "bot match", "bot new"];
        let others = commands.map(|command| topic.adapt(Choice::of(command, &[], root)));
        let choices: Vec<_> = [against_a_bot(topic, &[], root)].into_iter().chain(others).collect();
        return Some(listed(&intro, &choices) + BOT_PLAY);
    }
    if let Some(program) = program(word) {
        let game = GameName::ALL[0].name();
        let choices = [
            Choice::new("Check this bot", format!("clowder bot check --game {game} -- {program}")),
            Choice::new(
                "Let this bot play against a built-in bot",
                format!(
                    "clowder bot match --game {game} --bot mine='{program}' --bot other='clowder bot play first --game {game}'"
                ),
            ),
        ];
        return Some(listed(&intro, &choices) + BOT_PLAY);
    }
    let bot: BuiltIn = word.parse().ok()?;
    let game = GameName::ALL.into_iter().find(|game| bot.plays(*game))?.name();
    let line = format!("clowder bot play {word} --game {game}");
    let choices = [
        Choice::new("Answer the requests of a referee as this bot", line.clone()),
        Choice::new("Play against this bot", line + " --human"),
    ];
    Some(listed(&intro, &choices) + BOT_PLAY)
}
