//! Describes the command line with only one verb.
//!
//! Describing every verb takes longer than validating a string. Therefore, only the verb that is called is described.
//! If this verb is not in the list below, or if its arguments cannot be parsed, the command line is parsed again with
//! the full description. The full description also provides the help and the usage errors.

use super::subject::Subject;
use super::{Cli, Globals, Verb, canon, validate};
use clap::{Args, Command, FromArgMatches as _, Subcommand};
use std::ffi::OsString;

/// Describes a verb with arguments.
fn with<A: Args>(name: &'static str) -> Command {
    A::augment_args(Command::new(name))
}

/// Describes a verb with subcommands.
fn of<S: Subcommand>(name: &'static str) -> Command {
    S::augment_subcommands(Command::new(name).subcommand_required(true))
}

/// Returns the description of a verb, or `None` if the verb is not in this list.
fn verb(name: &str) -> Option<Command> {
    Some(match name {
        "validate" => with::<validate::Arguments>("validate"),
        "canon" => with::<canon::Arguments>("canon"),
        "explain" => with::<super::explain::Arguments>("explain"),
        "render" => with::<super::render::Arguments>("render"),
        "identify" => with::<super::identify::Arguments>("identify"),
        "diff" => with::<super::diff::Arguments>("diff"),
        "challenges" => with::<super::challenges::Arguments>("challenges"),
        "setup" => with::<super::raft::Setup>("setup"),
        "apply" => of::<super::apply::Arguments>("apply"),
        "legal-moves" => of::<super::legal_moves::Arguments>("legal-moves"),
        "outcome" => of::<super::outcome::Arguments>("outcome"),
        "solve" => of::<super::solve::Arguments>("solve"),
        "play" => of::<super::play::Arguments>("play"),
        "pentomino" => of::<super::pentomino::Arguments>("pentomino"),
        "bot" => with::<super::bot::Arguments>("bot"),
        _ => return None,
    })
}

/// Parses the command line. Returns `None` if the first word is not one of the verbs above, or if the command line
/// cannot be parsed.
pub(super) fn parse(arguments: &[OsString]) -> Option<Cli> {
    if let Some(cli) = words_only(arguments) {
        return Some(cli);
    }
    let verb = verb(arguments.get(1)?.to_str()?)?;
    let command = Globals::augment_args(Command::new("clowder")).subcommand_required(true).subcommand(verb);
    let matches = command.try_get_matches_from(arguments).ok()?;
    Cli::from_arg_matches(&matches).ok()
}

/// Reads a command line of `validate` or `canon` that has no options. Such a command line is common in shell loops over
/// many strings, and it is parsed without any description.
fn words_only(arguments: &[OsString]) -> Option<Cli> {
    let (verb, words) = arguments.get(1..)?.split_first()?;
    let is_word = |word: &OsString| !word.as_encoded_bytes().starts_with(b"-") || word == "-";
    if words.is_empty() || !words.iter().all(is_word) {
        return None;
    }
    let verb = match verb.to_str()? {
        "validate" => Verb::Validate(validate::Arguments::of(Subject::of_words(words))),
        "canon" => Verb::Canon(canon::Arguments::of(Subject::of_words(words))),
        _ => return None,
    };
    Some(Cli { globals: Globals::default(), verb })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_without_options_mean_what_the_description_says() {
        for words in [
            "validate hand AfhkBCDa",
            "validate A6",
            "validate draw A6 B3D3 -",
            "validate - @file",
            "canon hand AkfBCD",
            "canon A6",
        ] {
            let arguments: Vec<OsString> = format!("clowder {words}").split(' ').map(Into::into).collect();
            let matches = super::super::command(super::super::Color::Never).try_get_matches_from(&arguments);
            let expected = Cli::from_arg_matches(&matches.expect("it is right")).expect("it is right");
            let found = words_only(&arguments).expect("there are only words");
            assert_eq!(format!("{found:?}"), format!("{expected:?}"), "{words}");
        }
        for words in ["validate", "validate hand --lines", "validate hand -1", "explain A6", "canon A6 -q"] {
            let arguments: Vec<OsString> = format!("clowder {words}").split(' ').map(Into::into).collect();
            assert!(words_only(&arguments).is_none(), "{words}");
        }
    }
}
