//! The JSON schema of a view of Arboretum. The types in this file only describe JSON.

#![allow(dead_code, reason = "these types only describe JSON that other code writes and reads")]

use crate::games::schema::Previous;
use schemars::JsonSchema;

/// A card of Arboretum: the letter of the species, and the rank.
type Card = (String, u8);

/// The cards on the table. The outer key is the column of a card, and the inner key is its row.
type PlayArea = std::collections::BTreeMap<String, std::collections::BTreeMap<String, Card>>;

/// The player's view in a turn of Arboretum.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Arboretum {
    /// The number of cards in the deck.
    deck: usize,
    /// The hand of the receiver. A card is a list of its species and its rank.
    hand: Vec<Card>,
    /// The discard pile of the receiver. The last card is on top.
    discard: Vec<Card>,
    /// The discard pile of the opponent. The last card is on top.
    opponent_discard: Vec<Card>,
    /// The cards that the receiver has played. For example, `{"0":{"1":["J",3]}}` is the card J3 in column 0 and row 1.
    play_area: PlayArea,
    /// The cards that the opponent has played, in the same form.
    opponent_play_area: PlayArea,
    /// The hand of the opponent. A card that the receiver does not know is `null`.
    opponent_hand: Vec<Option<Card>>,
    /// The number of turns that have ended.
    turn: u32,
    /// The step of the turn: 0 and 1 are draws, 2 is a play, and 3 is a discard.
    sub_turn: u8,
    /// The last move: `move` is the move, and `metaData` is the card that was drawn. Both are `false` if there is nothing
    /// to show.
    previous_turn: Previous,
    /// True if it is the receiver's turn.
    active_turn: bool,
    /// True if a display for people should show the last move.
    show_previous_turn: bool,
    /// The name of the opponent.
    opponent: String,
}
