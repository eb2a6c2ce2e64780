//! Games of Race to the Raft. They are written and read piece by piece. The types in this file only describe them.

#![allow(dead_code, reason = "these types only describe JSON that other code writes and reads")]

use schemars::JsonSchema;

/// A game of Race to the Raft.
#[derive(JsonSchema)]
pub(super) struct RaftRecord {
    /// Always `raft`.
    game: RaftGame,
    /// The state before the first step: board, decks, hand, exhausted cats, and fire bag.
    state: [String; 5],
    /// The steps in the order of play.
    steps: Vec<RaftStep>,
    /// The outcome after the last step.
    outcome: Outcome,
}

/// The name of the game.
#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
enum RaftGame {
    Raft,
}

/// A step of a game.
#[derive(JsonSchema)]
#[serde(untagged)]
enum RaftStep {
    /// A hand is drawn.
    Draw {
        /// The draw, as a string of the kind `draw`.
        draw: String,
        /// The cards that were drawn, as a string of the kind `hand`. If the decks have too few cards, this hand is
        /// empty and the game is lost.
        cards: String,
    },
    /// A fire tile is drawn, after a card was placed.
    Tile {
        /// The letter of the tile.
        tile: String,
    },
    /// A card or a fire tile is placed, or a cat is moved.
    Action {
        /// The action, as a string of the kind `action`.
        action: String,
    },
}

/// The outcome of a game.
#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Continues,
    Won,
    Lost,
}
