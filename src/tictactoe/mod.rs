//! Tic-tac-toe, following the rules of the public bot server. Squares are numbered from 0 to 8, row by row, and X moves
//! first.

mod board;
mod bots;
mod json;
mod view;
mod words;

pub use board::{Board, NoSquare, Square};
pub use bots::{greedy, perfect};
pub use view::View;

use crate::games::{Game, Outcome, Seat};
use crate::random::Random;

/// The type that represents tic-tac-toe in the game traits.
///
/// ```
/// use clowder::{games::Game, random::Random, tictactoe::TicTacToe};
///
/// let board = TicTacToe::deal(&mut Random::new(1));
/// assert_eq!(TicTacToe::legal_moves(&board).len(), 9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicTacToe;

impl Game for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const HAS_DEALS: bool = false;
    type State = Board;
    type View = View;
    type Move = Square;

    fn deal(_: &mut Random) -> Board {
        Board::default()
    }

    fn is_start(state: &Board) -> bool {
        state.token_count() == 0
    }

    fn mover(state: &Board) -> Seat {
        Seat::after(state.token_count())
    }

    fn view(state: &Board, seat: Seat, opponent: &str) -> View {
        let active = seat == Self::mover(state);
        View { board: *state, active, show_previous: false, opponent: opponent.to_owned() }
    }

    /// Lists the empty squares in ascending order. The list is empty once the game is over.
    fn legal_moves(state: &Board) -> Vec<Square> {
        state.legal_moves()
    }

    fn moves_shown(view: &View) -> Vec<Square> {
        view.legal_moves()
    }

    fn apply(state: &mut Board, of: &Square) {
        *state = state.with(*of);
    }

    fn result(state: &Board) -> Option<Outcome> {
        if let Some(seat) = state.winner() {
            return Some(Outcome::new(Some(seat), [0, 0]));
        }
        state.is_full().then(|| Outcome::new(None, [0, 0]))
    }

    fn forfeit(_: &Board, loser: Seat) -> Outcome {
        Outcome::new(None, [0, 0]).forfeited_by(loser)
    }
}
