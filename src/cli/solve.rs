//! `solve`: finds all solutions.

use super::exit::Status;
use super::{Context, penguins};

/// The game of the challenge.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// Find all ways to place the ice blocks of Penguins Pool Party
    #[command(alias = "penguin")]
    Penguins(penguins::Solve),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match arguments {
        Arguments::Penguins(arguments) => penguins::solve(arguments, context),
    }
}
