//! `outcome`: goes on, won or lost, and why.

use super::exit::Status;
use super::{Context, raft};

/// The game the state is of.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// How a game of Race to the Raft stands, or would stand after an action
    Raft(raft::OutcomeArguments),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match arguments {
        Arguments::Raft(arguments) => raft::outcome(arguments, context),
    }
}
