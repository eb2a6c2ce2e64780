//! `bot`: games between programs.

#[cfg(arena)]
pub(super) mod check;
mod human;
#[cfg(arena)]
mod match_;
#[cfg(arena)]
mod options;
mod page;
mod play;
#[cfg(arena)]
mod progress;
mod replay;
#[cfg(arena)]
mod statistics;
#[cfg(arena)]
pub(super) mod table;
#[cfg(arena)]
mod tournament;
mod verify;

use super::Context;
use super::exit::Status;
#[cfg(not(arena))]
use super::programs::{Missing, missing};
use clap::Subcommand;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Play as a built-in bot on standard input and output, or against one as a person
    Play(play::Arguments),
    /// Does a program speak the protocol?
    #[cfg(not(arena))]
    Check(Missing),
    /// Play two programs against each other
    #[cfg(not(arena))]
    Match(Missing),
    /// Play many programs against one another
    #[cfg(not(arena))]
    Tournament(Missing),
    /// Does a program speak the protocol?
    #[cfg(arena)]
    Check(check::Arguments),
    /// Play two programs against each other
    #[cfg(arena)]
    Match(match_::Arguments),
    /// Play many programs against one another
    #[cfg(arena)]
    Tournament(tournament::Arguments),
    /// Step through a saved game
    Replay(replay::Arguments),
    /// Replay saved games by the rules and compare how they ended
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
        #[cfg(not(arena))]
        Verb::Check(_) => Err(missing("bot check")),
        #[cfg(not(arena))]
        Verb::Match(_) => Err(missing("bot match")),
        #[cfg(not(arena))]
        Verb::Tournament(_) => Err(missing("bot tournament")),
        Verb::Replay(arguments) => replay::run(arguments, context),
        Verb::Verify(arguments) => verify::run(arguments, context),
    }
}
