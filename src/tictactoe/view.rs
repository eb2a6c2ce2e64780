//! The part of a game that one player sees.

use super::{Board, Square};

/// The part of a game that one player sees. In this game, that is the whole board, because nothing is hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The board and the last move.
    pub board: Board,
    /// Whether it is the player's turn.
    pub active: bool,
    /// Whether the last move should be displayed. The server never requests this.
    pub show_previous: bool,
    /// Name of the opponent.
    pub opponent: String,
}

impl View {
    /// Lists the empty squares in ascending order. Unless it is the player's turn, there are none.
    pub fn legal_moves(&self) -> Vec<Square> {
        if self.active { self.board.legal_moves() } else { Vec::new() }
    }
}
