//! The lines a bot is sent: NEWGAME, each turn's view, ENDGAME.

pub mod explain;
pub mod message;
pub mod players;
pub mod record;

pub use message::{Reply, Request};
pub use players::Player;
pub use record::GameRecord;

use crate::games::Outcome;
use crate::json;

/// The most bytes a line may have, its line end included.
pub const MAX_LINE: usize = 64 * 1024;

/// The `state` of NEWGAME. `number` counts from 1.
pub fn new_game(number: usize, round: &str) -> String {
    format!(r#"{{"message":"NEWGAME","gameNumber":{number},"round":{}}}"#, json::quote(round))
}

/// The `state` of ENDGAME as one of the players gets it. `final_state` is JSON text.
pub fn end_game(outcome: &Outcome, seat: usize, final_state: &str) -> String {
    let (score, other) = (outcome.scores[seat & 1], outcome.scores[1 - (seat & 1)]);
    format!(
        r#"{{"message":"ENDGAME","result":{},"score":{score},"opponentScore":{other},"finalState":{final_state}}}"#,
        outcome.result_for(seat),
    )
}

/// A message as a line, with its line end. `state` is JSON text.
///
/// ```
/// let line = clowder::protocol::line("{}", "7fdf1d37-218f-460b-9f2b-b2f31b307d9c");
/// assert_eq!(line, "{\"state\":{},\"messageID\":\"7fdf1d37-218f-460b-9f2b-b2f31b307d9c\"}\n");
/// ```
pub fn line(state: &str, message_id: &str) -> String {
    format!("{{\"state\":{state},\"messageID\":{}}}\n", json::quote(message_id))
}
