//! The strings of Race to the Raft. Each file defines the types for one kind of string or for several similar
//! kinds. Every type has a fast parser for canonical strings, and a reader that reports all errors. Most
//! readers share the helpers in `scan`.

mod action;
mod board;
mod cards;
mod challenge;
mod components;
mod draw;
mod exhausted;
mod fire_bag;
mod scan;
mod sets;
mod state;

pub use action::{Action, CardAction, CatAction, Discards, FireAction};
pub use board::Board;
pub use cards::{Decks, Hand};
pub use challenge::{CatCardPlacement, Challenge, Island, IslandSize, RaftCardPlacement};
pub use components::{CatCard, FireTile, PathwayCard, RaftCard, SquareCard, Squares3x3};
pub use draw::Draw;
pub use exhausted::Exhausted;
pub use sets::{CardSet, FireBag};
pub use state::State;

use super::Deck;
use crate::notation::from_str_by_notation;

from_str_by_notation!(Action, Board, Challenge, Decks, Draw, Exhausted, FireBag, FireTile, Hand, State,);

fn deck_twice(deck: Deck) -> String {
    format!("deck `{}` is listed twice", deck.letter())
}

fn deck_at_wrong_place(deck: Deck, side: &str, other: Deck) -> String {
    format!("deck `{}` must come {side} deck `{}`", deck.letter(), other.letter())
}
