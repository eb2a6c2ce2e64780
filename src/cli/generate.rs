//! `generate`: seeded random instances.

use super::exit::Status;
use super::{Context, penguins};

/// What is made.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// Where penguins stand, so that the blocks can be laid
    PenguinsChallenge(penguins::Generate),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match arguments {
        Arguments::PenguinsChallenge(arguments) => penguins::generate(arguments, context),
    }
}
