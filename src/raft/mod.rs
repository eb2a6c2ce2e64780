//! Race to the Raft: cats cross a burning island to a raft.
//!
//! Each kind of string has its own type, such as [`Challenge`], [`Board`], [`State`] or [`Action`]. The
//! [`catalogue`] contains the game's components. A [`PlayableState`] checks actions against the [`rules`],
//! and applies both actions and draws. [`legal`] lists the legal actions, and [`explain`] describes the
//! segments of a string.
//!
//! ```
//! use clowder::raft::PlayableState;
//!
//! let mut game: PlayableState = PlayableState::EXAMPLE.parse()?;
//! game.apply(&"B04060506Af".parse()?)?;
//! assert!(game.outcome().continues());
//! # Ok::<(), clowder::diagnostics::Diagnostics>(())
//! ```

mod apply;
pub mod catalogue;
pub mod difference;
pub mod explain;
pub mod generate;
pub mod legal;
mod notation;
pub mod perft;
pub mod player;
pub mod record;
pub mod rules;
pub mod setup;
mod vocabulary;

pub use apply::{draw_errors, random_hand, random_tile};
pub use catalogue::IslandSide;
pub use notation::{
    Action, Board, CardAction, CardSet, CatAction, CatCard, CatCardPlacement, Challenge, Decks, Discards,
    Draw, Exhausted, FireAction, FireBag, FireTile, Hand, Island, IslandSize, PathwayCard, RaftCard,
    RaftCardPlacement, SquareCard, Squares3x3, State,
};
pub use rules::PlayableState;
pub use vocabulary::{
    Card, Cat, CatCardId, Colour, Deck, Orientation, Position, RaftCardId, Square, TileId, ValueError,
};
