//! `apply`: the state after actions, or why not.

use super::exit::Status;
use super::{Context, games, penguins, raft};
use crate::arboretum::Arboretum;
use crate::tictactoe::TicTacToe;

/// The game the state is of.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// Place ice blocks: `apply penguins 20113123 A321 B104`
    Penguins(penguins::Apply),
    /// Lay cards and tiles, move cats, draw: `apply raft STATE A3D3 tile`
    ///
    /// Beside the actions of a string, `tile` draws a fire tile from the bag, which is then to be placed.
    Raft(raft::Apply),
    /// Play moves of tic-tac-toe
    Tictactoe(games::Positions),
    /// Play moves of Arboretum
    Arboretum(games::Positions),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match arguments {
        Arguments::Penguins(arguments) => penguins::apply(arguments, context),
        Arguments::Raft(arguments) => raft::apply(arguments, context),
        Arguments::Tictactoe(arguments) => games::apply::<TicTacToe>(arguments, context),
        Arguments::Arboretum(arguments) => games::apply::<Arboretum>(arguments, context),
    }
}
