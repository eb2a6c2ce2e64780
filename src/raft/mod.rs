//! Race to the Raft: cats cross a burning island to a raft.
//!
//! [`notation`] has its strings, [`catalogue`] its components, [`explain`] says what a string means,
//! [`rules`] what may be played.

mod apply;
pub mod catalogue;
pub mod difference;
pub mod explain;
pub mod generate;
pub mod legal;
pub mod notation;
pub mod perft;
pub mod rules;
pub mod setup;
mod vocabulary;

pub use apply::{apply, draw_errors, draw_hand, draw_tile};
pub use notation::{
    Action, Board, CardAction, CatAction, CatCard, CatPlace, Challenge, Decks, Draw, Exhausted, FireAction,
    FireBag, FireTile, Hand, Island, PathwayCard, RaftCard, RaftPlace, State,
};
pub use rules::PlayableState;
pub use vocabulary::{
    Card, CatCardId, Colour, Deck, Orientation, Position, RaftCardId, Square, TileId, ValueError,
};
