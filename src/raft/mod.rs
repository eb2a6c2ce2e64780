//! Race to the Raft: cats cross a burning island to a raft.

mod vocabulary;

pub use vocabulary::{Card, Colour, Deck, Orientation, Position, Square, TileId};
