//! `apply`: the state after actions, or why not.

use super::exit::Status;
use super::{Context, penguins};

/// The game the state is of.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// Place ice blocks: `apply penguins 20113123 A321 B104`
    Penguins(penguins::Apply),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match arguments {
        Arguments::Penguins(arguments) => penguins::apply(arguments, context),
    }
}
