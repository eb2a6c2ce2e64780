//! One player's view of a game.

use super::{Board, Square};

/// One player's view of a game. The view contains the whole board, because nothing is hidden in tic-tac-toe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The board and the last move.
    pub board: Board,
    /// Whether it is the player's turn.
    pub active: bool,
    /// Whether the last move should be displayed. The server always sends `false`.
    pub show_previous: bool,
    /// The opponent's name.
    pub opponent: String,
}

impl View {
    /// Lists the empty squares in ascending order. The list is empty if the game is over or if it is not the
    /// player's turn.
    pub fn legal_moves(&self) -> Vec<Square> {
        if self.active { self.board.legal_moves() } else { Vec::new() }
    }
}
