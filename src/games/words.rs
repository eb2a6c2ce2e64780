//! Texts that are common to all games.

use super::Seat;

/// Names the player in a seat, for use in sentences.
pub(crate) const fn player(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "the first player",
        Seat::Second => "the second player",
    }
}

/// Describes the value of the key `activeTurn` in a view.
pub(crate) const fn active_turn(is_active: bool) -> &'static str {
    if is_active { "it is your turn" } else { "it is the opponent's turn; any answer is accepted" }
}
