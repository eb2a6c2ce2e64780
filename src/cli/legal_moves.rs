//! `legal-moves`: every legal action, sorted.

use super::exit::Status;
use super::{Context, penguins};

/// The game the state is of.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// Places for the ice blocks left: `legal-moves penguins 20113123:A321`
    Penguins(penguins::LegalMoves),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match arguments {
        Arguments::Penguins(arguments) => penguins::legal_moves(arguments, context),
    }
}
