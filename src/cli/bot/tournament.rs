//! `bot tournament`: plays a round robin, a knockout or a gauntlet between several programs.

use super::options::{Options, play};
use crate::arena::schedule::TournamentFormat;
use crate::cli::Context;
use crate::cli::exit::Status;
use clap::ValueEnum;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Type of the tournament [default: round-robin]
    #[arg(long = "type", value_enum, value_name = "TYPE")]
    kind: Option<Type>,
    #[command(flatten)]
    options: Options,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Type {
    /// Every bot meets every other bot
    RoundRobin,
    /// The winner of each meeting continues; give the bots in order, the best one first
    Knockout,
    /// The first bot meets each of the others
    Gauntlet,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let format = arguments.kind.map(|kind| match kind {
        Type::RoundRobin => TournamentFormat::RoundRobin,
        Type::Knockout => TournamentFormat::Knockout,
        Type::Gauntlet => TournamentFormat::Gauntlet,
    });
    play(format, &arguments.options, context)
}
