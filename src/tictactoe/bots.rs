//! The built-in bots.

use super::{Board, Square, TicTacToe, View};
use crate::games::GameBots;

impl GameBots for TicTacToe {
    const PERFECT: Option<fn(&View) -> Option<Square>> = Some(perfect);

    fn greedy(view: &View) -> Option<Square> {
        greedy(view)
    }
}

/// Chooses a square that completes a line or, failing that, a square that prevents the opponent from
/// completing one. If no square does either, prefers the middle, then the corners, then the sides. Returns
/// `None` if the game is over or if it is not the player's turn.
pub fn greedy(view: &View) -> Option<Square> {
    view.legal_moves().into_iter().min_by_key(|&square| rank(view.board, square))
}

/// Ranks a square for the greedy bot (a lower rank is better).
fn rank(board: Board, square: Square) -> u8 {
    if board.with(square).line().is_some() {
        0
    } else if board.opponent_would_win(square) {
        1
    } else {
        match square.number() {
            4 => 2,
            0 | 2 | 6 | 8 => 3,
            _ => 4,
        }
    }
}

/// Searches to the end of the game and chooses the first of the best moves. Returns `None` if the game is
/// over or if it is not the player's turn.
pub fn perfect(view: &View) -> Option<Square> {
    view.legal_moves().into_iter().min_by_key(|&square| value(view.board.with(square), -WIN, WIN))
}

/// Returns the value of a board for the mover, assuming that both players play perfectly. The sooner a game
/// is won, the more the win is worth. The value is exact only if it is between `low` and `high`, the bounds
/// of the alpha-beta search.
fn value(board: Board, low: i32, high: i32) -> i32 {
    if board.winner().is_some() {
        // The completed line belongs to the player who made the last move.
        return board.token_count() as i32 - WIN;
    }
    if board.is_full() {
        return 0;
    }
    let mut best = low;
    for square in board.legal_moves() {
        best = best.max(-value(board.with(square), -high, -best));
        if best >= high {
            break;
        }
    }
    best
}

/// Every board's value lies strictly between `-WIN` and `WIN`.
const WIN: i32 = 10;
