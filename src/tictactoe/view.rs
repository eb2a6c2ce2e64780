//! What one player sees.

use super::{Board, Square};

/// What one player sees, which is the whole board, because nothing is hidden.
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
    /// Lists the empty squares in ascending order. There are none unless it is the player's turn.
    pub fn legal_moves(&self) -> Vec<Square> {
        if self.active { self.board.legal_moves() } else { Vec::new() }
    }
}
