//! The words of the game: colours, squares, decks, cards, tiles, positions and orientations.

mod card;
mod component_id;
mod error;
mod position;
mod square;

pub use card::{Card, Deck};
pub use component_id::{CatCardId, RaftCardId, TileId};
pub use error::ValueError;
pub use position::{Orientation, Position};
pub use square::{Colour, Square};
