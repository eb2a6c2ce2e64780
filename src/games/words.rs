//! Phrases shared by all games.

use super::Seat;

pub(crate) const fn player(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "the first player",
        Seat::Second => "the second player",
    }
}

/// Explains the value of the key `activeTurn` in a view.
pub(crate) const fn active_turn(is_active: bool) -> &'static str {
    if is_active { "it is your turn" } else { "it is the opponent's turn; any answer is accepted" }
}
