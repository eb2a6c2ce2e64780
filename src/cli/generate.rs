//! `generate`: seeded random instances.

use super::exit::Status;
use super::{Context, penguins, raft};

/// What is made.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// Where penguins stand, so that the blocks can be laid
    PenguinsChallenge(penguins::Generate),
    /// States met in random games
    RaftState(raft::Generate),
    /// Whole random games: state, action, next state and outcome, a line a step
    RaftGame(raft::Generate),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match arguments {
        Arguments::PenguinsChallenge(arguments) => penguins::generate(arguments, context),
        Arguments::RaftState(arguments) => raft::generate_states(arguments, context),
        Arguments::RaftGame(arguments) => raft::generate_games(arguments, context),
    }
}
