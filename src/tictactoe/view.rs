//! What one player sees.

use super::{Board, Square};

/// What one player sees: the whole board, because nothing is hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The board and the last move.
    pub board: Board,
    /// Whether it is the player's turn.
    pub active: bool,
    /// Whether a display should show the last move. The server never requests that.
    pub show_previous: bool,
    /// Name of the opponent.
    pub opponent: String,
}

impl View {
    /// Lists the empty squares in ascending order (none unless it is the player's turn).
    pub fn legal_moves(&self) -> Vec<Square> {
        if self.active { self.board.legal_moves() } else { Vec::new() }
    }
}
