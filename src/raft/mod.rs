//! Race to the Raft: cats cross a burning island to a raft.
//!
//! [`notation`] has its strings, [`catalogue`] its components, [`explain`] says what a string means.

pub mod catalogue;
pub mod difference;
pub mod explain;
pub mod notation;
mod vocabulary;

pub use notation::{
    Action, Board, CardAction, CatAction, CatCard, CatPlace, Challenge, Decks, Draw, Exhausted, FireAction,
    FireBag, FireTile, Hand, Island, PathwayCard, RaftCard, RaftPlace, State,
};
pub use vocabulary::{Card, Colour, Deck, Orientation, Position, Square, TileId};
