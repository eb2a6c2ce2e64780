//! `solve`: finds all solutions of a challenge, or the best action in a game.

use super::{Context, Result, Status, penguins, raft};

/// The game to which the challenge or the state belongs.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// Find all ways to place the ice blocks of Penguins Pool Party
    #[command(alias = "penguin")]
    Penguins(penguins::Solve),
    /// Find the best action in a state of Race to the Raft, with the reason and the chance of winning
    Raft(raft::Hint),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    match arguments {
        Arguments::Raft(arguments) => raft::hint(arguments, context),
        Arguments::Penguins(arguments) => penguins::solve(arguments, context),
    }
}
