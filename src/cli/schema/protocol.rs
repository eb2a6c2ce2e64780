//! The messages of the bot protocol and saved games. They are written and read piece by piece. The types in this file
//! only describe them.

#![allow(dead_code, reason = "these types only describe JSON that other code writes and reads")]

use schemars::JsonSchema;
use serde_json::{Map, Value};

/// A message of the referee to a bot.
#[derive(JsonSchema)]
pub(super) struct Request {
    /// The player's view of the game, or the announcement that a game begins or has ended.
    state: MessageState,
    /// The ID of the message: a UUID of version 4 in lower case, which is different in every message.
    #[serde(rename = "messageID")]
    message_id: String,
}

/// The state in a message.
#[derive(JsonSchema)]
#[serde(untagged)]
enum MessageState {
    /// The announcement that a game begins.
    NewGame(NewGame),
    /// The announcement that a game has ended.
    EndGame(EndGame),
    /// The player's view in a turn of tic-tac-toe.
    TicTacToe(TicTacToe),
    /// The player's view in a turn of Arboretum.
    Arboretum(Arboretum),
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

/// The player's view in a turn of tic-tac-toe.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TicTacToe {
    /// The token that is placed now.
    token: String,
    /// The nine squares. Each square is `X` or `O` or, if it is free, `-`.
    game_state: [String; 9],
    /// True if the receiver is to move.
    active_turn: bool,
    /// The name of the opponent.
    opponent: String,
    /// The last move.
    previous_turn: Previous,
    /// Always `false`.
    show_previous_turn: bool,
}

/// The last move.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Previous {
    /// The move, or `false` if there is none to show.
    r#move: Value,
    /// In Arboretum, the card that was drawn in the last move, or `false` if there is none to show.
    #[serde(default)]
    meta_data: Value,
}

/// A card of Arboretum: the letter of the species, and the rank.
type Card = (String, u8);

/// The cards on the table. The outer key is the column of a card, and the inner key is its row.
type PlayArea = std::collections::BTreeMap<String, std::collections::BTreeMap<String, Card>>;

/// The player's view in a turn of Arboretum.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Arboretum {
    /// The number of cards in the deck.
    deck: usize,
    /// The hand of the receiver.
    hand: Vec<Card>,
    /// The discard pile of the receiver.
    discard: Vec<Card>,
    /// The discard pile of the opponent.
    opponent_discard: Vec<Card>,
    /// The cards that the receiver has played.
    play_area: PlayArea,
    /// The cards that the opponent has played.
    opponent_play_area: PlayArea,
    /// The hand of the opponent. A card that the receiver does not know is `null`.
    opponent_hand: Vec<Option<Card>>,
    /// The number of turns that have ended.
    turn: u32,
    /// The step of the turn: 0 and 1 are draws, 2 is a play, and 3 is a discard.
    sub_turn: u8,
    /// The last move.
    previous_turn: Previous,
    /// True if the receiver is to move.
    active_turn: bool,
    /// True if a display for people should show the last move.
    show_previous_turn: bool,
    /// The name of the opponent.
    opponent: String,
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
    /// `tictactoe` or `arboretum`.
    game: String,
    /// The names of the players, beginning with the player who moves first.
    players: [String; 2],
    /// The state before the first move.
    initial_state: Map<String, Value>,
    /// The moves, in the form that the game uses.
    moves: Vec<Value>,
    /// The end of the game.
    winner: Winner,
    /// The seat of the player who forfeited the game, 0 or 1.
    forfeited: Option<u8>,
}

/// The end of a saved game.
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
