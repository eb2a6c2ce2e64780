//! `bot`: checks bots and plays them against each other.

#[cfg(arena)]
pub(super) mod check;
#[cfg(arena)]
mod folders;
#[cfg(arena)]
mod follow;
mod human;
#[cfg(arena)]
mod interrupt;
#[cfg(arena)]
mod match_;
mod new;
#[cfg(arena)]
mod options;
pub(super) mod page;
mod play;
#[cfg(arena)]
mod progress;
mod protocol;
#[cfg(arena)]
pub(super) mod rate;
mod replay;
#[cfg(arena)]
pub(super) mod salvage;
mod saved;
#[cfg(arena)]
mod statistics;
#[cfg(arena)]
pub(super) mod table;
#[cfg(arena)]
mod tournament;
mod verify;

use super::Context;
use super::exit::Status;
// Without the feature `arena`, the verbs that start programs take any arguments, and report that they are missing.
#[cfg(not(arena))]
use super::programs::{
    Missing as Check, Missing as Match, Missing as Rate, Missing as Salvage, Missing as Tournament, missing,
};
use clap::Subcommand;
#[cfg(arena)]
use {
    check::Arguments as Check, match_::Arguments as Match, rate::Arguments as Rate,
    salvage::Arguments as Salvage, tournament::Arguments as Tournament,
};

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
    Check(Check),
    /// Play two programs against each other
    Match(Match),
    /// Play a tournament between several programs
    Tournament(Tournament),
    /// Rate bots by the saved games of several runs
    Rate(Rate),
    /// Write a small bot as a starting point
    New(new::Arguments),
    /// Print the bot protocol with the messages of a real game
    Protocol(protocol::Arguments),
    /// Replay a saved game move by move
    Replay(replay::Arguments),
    /// Repair the journal of a tournament by removing its damaged records
    Salvage(Salvage),
    /// Verify saved games against the rules
    Verify(verify::Arguments),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match &arguments.verb {
        Verb::Play(arguments) => play::run(arguments, context),
        #[cfg(arena)]
        Verb::Check(arguments) => check::run(arguments, context),
        #[cfg(arena)]
        Verb::Match(arguments) => match_::run(arguments, context),
        #[cfg(arena)]
        Verb::Tournament(arguments) => tournament::run(arguments, context),
        #[cfg(arena)]
        Verb::Salvage(arguments) => salvage::run(arguments, context),
        #[cfg(not(arena))]
        Verb::Salvage(_) => Err(missing("bot salvage")),
        #[cfg(not(arena))]
        Verb::Check(_) => Err(missing("bot check")),
        #[cfg(not(arena))]
        Verb::Match(_) => Err(missing("bot match")),
        #[cfg(not(arena))]
        Verb::Tournament(_) => Err(missing("bot tournament")),
        #[cfg(arena)]
        Verb::Rate(arguments) => rate::run(arguments, context),
        #[cfg(not(arena))]
        Verb::Rate(_) => Err(missing("bot rate")),
        Verb::New(arguments) => new::run(arguments, context),
        Verb::Protocol(arguments) => protocol::run(arguments, context),
        Verb::Replay(arguments) => replay::run(arguments, context),
        Verb::Verify(arguments) => verify::run(arguments, context),
    }
}
