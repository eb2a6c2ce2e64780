//! `outcome`: goes on, won or lost, and why.

use super::exit::Status;
use super::{Context, games, raft};
use crate::arboretum::Arboretum;
use crate::tictactoe::TicTacToe;

/// The game the state is of.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// How a game of Race to the Raft stands, or would stand after an action
    Raft(raft::OutcomeArguments),
    /// How it stands in a game of tic-tac-toe
    Tictactoe(games::Positions),
    /// How it stands in a game of Arboretum
    Arboretum(games::Positions),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match arguments {
        Arguments::Raft(arguments) => raft::outcome(arguments, context),
        Arguments::Tictactoe(arguments) => games::outcome::<TicTacToe>(arguments, context),
        Arguments::Arboretum(arguments) => games::outcome::<Arboretum>(arguments, context),
    }
}
