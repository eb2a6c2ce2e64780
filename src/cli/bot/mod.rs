//! `bot`: games between programs.

mod check;
mod human;
mod match_;
mod options;
mod play;
mod progress;
mod replay;
mod tournament;
mod verify;

use super::Context;
use super::exit::Status;
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
    Check(check::Arguments),
    /// Play two programs against each other
    Match(match_::Arguments),
    /// Play many programs against one another
    Tournament(tournament::Arguments),
    /// Step through a saved game
    Replay(replay::Arguments),
    /// Replay saved games by the rules and compare how they ended
    Verify(verify::Arguments),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match &arguments.verb {
        Verb::Play(arguments) => play::run(arguments, context),
        Verb::Check(arguments) => check::run(arguments, context),
        Verb::Match(arguments) => match_::run(arguments, context),
        Verb::Tournament(arguments) => tournament::run(arguments, context),
        Verb::Replay(arguments) => replay::run(arguments, context),
        Verb::Verify(arguments) => verify::run(arguments, context),
    }
}
