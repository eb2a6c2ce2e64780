//! The view of one player.

use super::{Board, Square};

/// View of one player. It contains the whole board, because nothing is hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The board and the last move.
    pub board: Board,
    /// True if it is the player's turn.
    pub active: bool,
    /// True if a display should show the last move. The server never requests that.
    pub show_previous: bool,
    /// Opponent name.
    pub opponent: String,
}

impl View {
    /// Lists the empty squares in ascending order, or nothing unless it is the player's turn.
    pub fn legal_moves(&self) -> Vec<Square> {
        if self.active { self.board.legal_moves() } else { Vec::new() }
    }
}
