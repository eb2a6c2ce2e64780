//! The bot protocol: the lines exchanged with a bot, and saved games.
//!
//! A referee sends [`Request`]s to a bot, one per line: when a game begins, before each move of either player,
//! and when the game is over. The bot answers each request with a [`Reply`]. A finished game is saved as a
//! [`GameRecord`].

pub mod explain;
pub(crate) mod grammar;
mod message;
mod record;
mod reply;

pub use message::{AnyState, AnyView, InvalidMessageId, Message, Request};
pub use record::{AnyRecord, GameRecord, Position, read_position, write_record};
pub use reply::Reply;

use crate::diagnostics::codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::games::{Outcome, Seat};
use crate::json::{self, Checker, Value};

/// The maximum length of a line in bytes, including its line break.
pub const MAX_LINE: usize = 64 * 1024;

/// Writes the `state` of a NEWGAME message. Games are numbered from 1.
pub fn new_game(number: usize, round: &str) -> String {
    format!(r#"{{"message":"NEWGAME","gameNumber":{number},"round":{}}}"#, json::quote(round))
}

/// Writes the `state` of the ENDGAME message for one player. `final_state` is JSON.
pub fn end_game(outcome: &Outcome, seat: Seat, final_state: &str) -> String {
    let scores = outcome.scores();
    write_end_game(outcome.result_for(seat).number(), [scores[seat], scores[seat.other()]], final_state)
}

fn write_end_game(result: u8, [own, other]: [i64; 2], final_state: &str) -> String {
    format!(
        r#"{{"message":"ENDGAME","result":{result},"score":{own},"opponentScore":{other},"finalState":{final_state}}}"#
    )
}

/// Writes a message as a line, including its line break. `state` is JSON.
pub fn line(state: &str, message_id: &str) -> String {
    format!("{{\"state\":{state},\"messageID\":{}}}\n", json::quote(message_id))
}

/// Parses a line as JSON. If the line is too long, reports an error instead of parsing it.
fn open(line: &str) -> (Checker<'_>, Option<Value>) {
    if line.len() < MAX_LINE {
        return Checker::read(line);
    }
    let mut checker = Checker::new(line);
    let cut = (0..MAX_LINE).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
    let message = format!(
        "the line has {} bytes, including its line break; at most {MAX_LINE} are allowed",
        line.len() + 1
    );
    checker.report(Diagnostic::new(&codes::bots::MESSAGE_LONG, Span::new(cut, line.len()), message));
    (checker, None)
}
