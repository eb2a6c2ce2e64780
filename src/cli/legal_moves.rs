//! `legal-moves`: every legal action, sorted.

use super::exit::Status;
use super::{Context, games, penguins, raft};
use crate::arboretum::Arboretum;
use crate::tictactoe::TicTacToe;

/// The game the state is of.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// Places for the ice blocks left: `legal-moves penguins 20113123:A321`
    Penguins(penguins::LegalMoves),
    /// Cards, moves of cats, draws, or the placements of a tile
    Raft(raft::LegalMoves),
    /// The moves of tic-tac-toe
    Tictactoe(games::LegalMoves),
    /// The moves of Arboretum
    Arboretum(games::LegalMoves),
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match arguments {
        Arguments::Penguins(arguments) => penguins::legal_moves(arguments, context),
        Arguments::Raft(arguments) => raft::legal_moves(arguments, context),
        Arguments::Tictactoe(arguments) => games::legal_moves::<TicTacToe>(arguments, context),
        Arguments::Arboretum(arguments) => games::legal_moves::<Arboretum>(arguments, context),
    }
}
