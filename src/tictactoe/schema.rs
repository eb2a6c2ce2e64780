//! The JSON schema of a view of tic-tac-toe. The types in this file only describe JSON.

#![allow(dead_code, reason = "these types only describe JSON that other code writes and reads")]

use crate::games::schema::Previous;
use schemars::JsonSchema;

/// The player's view in a turn of tic-tac-toe.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TicTacToe {
    /// The token of the player whose turn it is: `X` or `O`. In a bot's own turn, this is its own token.
    token: String,
    /// The nine squares. Each square is `X` or `O` or, if it is free, `-`.
    game_state: [String; 9],
    /// True if it is the receiver's turn.
    active_turn: bool,
    /// The name of the opponent.
    opponent: String,
    /// The last move: `move` is the number of the square, or `false` before the first move.
    previous_turn: Previous,
    /// Always `false`.
    show_previous_turn: bool,
}
