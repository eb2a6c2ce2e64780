//! The messages of the bot protocol and saved games. They are written and read piece by piece. The types in this file
//! only describe them.

#![allow(dead_code, reason = "these types only describe JSON that other code writes and reads")]

use crate::games::{GameJson as _, GameName, with_game};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// A message of the referee to a bot.
#[derive(JsonSchema)]
pub(super) struct Request {
    /// The player's view of the game, or the announcement that a game begins or has ended.
    state: MessageState,
    /// The ID of the message: a UUID of version 4 in lower case, which is different in every message.
    #[serde(rename = "messageID")]
    message_id: String,
}

/// The state in a message: the announcement that a game begins or has ended, or the player's view in a turn of a game.
struct MessageState;

impl JsonSchema for MessageState {
    fn schema_name() -> Cow<'static, str> {
        "MessageState".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut states = vec![generator.subschema_for::<NewGame>(), generator.subschema_for::<EndGame>()];
        states.extend(GameName::ALL.map(|game| with_game!(game, G => G::view_schema(generator))));
        json_schema!({ "description": "The state in a message.", "anyOf": states })
    }
}

/// The announcement that a game begins.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NewGame {
    /// Always `NEWGAME`.
    message: String,
    /// The number of the game, counted from 1.
    game_number: u64,
    /// The name of the round.
    round: String,
}

/// The announcement that a game has ended.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
struct EndGame {
    /// Always `ENDGAME`.
    message: String,
    /// The result for the receiver: 0 for a win, 1 for a loss, 2 for a draw.
    result: u8,
    /// The score of the receiver.
    score: i64,
    /// The score of the opponent.
    opponent_score: i64,
    /// The whole state, the same for both players.
    final_state: Map<String, Value>,
}

/// The reply of a bot. Other members are ignored.
#[derive(JsonSchema)]
pub(super) struct Reply {
    /// The move, in the form that the game uses.
    r#move: Value,
    /// The ID of the message that is answered.
    #[serde(rename = "messageID")]
    message_id: String,
}

/// A saved game.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(super) struct GameRecord {
    /// The name of the game.
    game: String,
    /// The names of the players, beginning with the player who moves first.
    players: [String; 2],
    /// The state before the first move.
    initial_state: Map<String, Value>,
    /// The moves, in the form that the game uses.
    moves: Vec<Value>,
    /// The result of the game, with the scores.
    winner: Winner,
    /// The seat of the player who forfeited the game, 0 or 1.
    forfeited: Option<u8>,
}

/// The result of a saved game.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Winner {
    /// The result for the first player: 0 for a win, 1 for a loss, 2 for a draw.
    result: u8,
    /// Details of the score, in the form that the game uses.
    meta_data: Value,
    /// The score of the first player.
    score_a: i64,
    /// The score of the second player.
    score_b: i64,
}

/// One position of a saved game.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Frame {
    /// The version of this format.
    v: u8,
    /// The number of moves before this position.
    ply: usize,
    /// The move that led to this position; `null` before the first move.
    r#move: Value,
    /// The position.
    state: Position,
}

/// A position of a saved game.
#[derive(JsonSchema)]
#[serde(untagged)]
enum Position {
    /// A state of a bot game.
    Bots(Map<String, Value>),
    /// The five strings of a state of Race to the Raft.
    Raft([String; 5]),
}
