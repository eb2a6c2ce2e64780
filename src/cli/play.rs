//! `play`: lets the user play a game in the terminal.

use super::{Context, Result, Status, raft};

/// The game to play.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// Play a challenge of Race to the Raft
    Raft(raft::Play),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    match arguments {
        Arguments::Raft(arguments) => raft::play(arguments, context),
    }
}
