//! `bot`: checks bots and lets them play against each other.

#[cfg(arena)]
mod check;
mod human;
#[cfg(arena)]
mod match_;
mod new;
pub(super) mod page;
mod play;
#[cfg(arena)]
mod progress;
mod protocol;
mod rate;
mod replay;
mod saved;
#[cfg(arena)]
mod table;
#[cfg(arena)]
mod tournament;
mod verify;

pub(crate) use verify::Verified;

// In a build that cannot start programs, each of these verbs accepts any arguments, but only reports that the
// verb is not available.
#[cfg(not(arena))]
use super::programs::{check, match_, tournament};
use super::{Context, Result, Status};
use clap::Subcommand;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Answer as a built-in bot, or play against a bot yourself
    Play(play::Arguments),
    /// Check that a program follows the bot protocol
    Check(check::Arguments),
    /// Play two programs against each other
    Match(match_::Arguments),
    /// Play a tournament between several programs
    Tournament(tournament::Arguments),
    /// Rate bots by the saved games of several runs
    Rate(rate::Arguments),
    /// Write a small bot as a starting point
    New(new::Arguments),
    /// Print the bot protocol with the messages of a real game
    Protocol(protocol::Arguments),
    /// Replay a saved game move by move
    Replay(replay::Arguments),
    /// Verify saved games against the rules
    Verify(verify::Arguments),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    match &arguments.verb {
        Verb::Play(arguments) => play::run(arguments, context),
        Verb::Check(arguments) => check::run(arguments, context),
        Verb::Match(arguments) => match_::run(arguments, context),
        Verb::Tournament(arguments) => tournament::run(arguments, context),
        Verb::Rate(arguments) => rate::run(arguments, context),
        Verb::New(arguments) => new::run(arguments, context),
        Verb::Protocol(arguments) => protocol::run(arguments, context),
        Verb::Replay(arguments) => replay::run(arguments, context),
        Verb::Verify(arguments) => verify::run(arguments, context),
    }
}
