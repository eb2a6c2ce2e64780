//! What one player is shown.

use super::{Board, Square};

/// What one player is shown: the whole board, since nothing is hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The board and the last move.
    pub board: Board,
    /// True if the player is to move.
    pub active: bool,
    /// True if a display should show the last move; the server never asks for it.
    pub show_previous: bool,
    /// The name of the opponent.
    pub opponent: String,
}

impl View {
    /// Returns the empty squares, ascending; none if the player is not to move.
    ///
    /// ```
    /// use clowder::games::{Game, Seat};
    /// use clowder::tictactoe::{Board, TicTacToe};
    ///
    /// let view = TicTacToe::view(&Board::default(), Seat::First, "Ann");
    /// assert_eq!(view.legal_moves().len(), 9);
    /// ```
    pub fn legal_moves(&self) -> Vec<Square> {
        if self.active { self.board.legal_moves() } else { Vec::new() }
    }
}
