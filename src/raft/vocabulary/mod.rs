//! The vocabulary of the game: colours, squares, decks, cards, tiles, positions and orientations.

mod card;
mod component_id;
mod error;
mod position;
mod square;

pub use card::{Card, Deck};
pub use component_id::{CatCardId, RaftCardId, TileId};
pub use error::ValueError;
pub(crate) use position::on_square;
pub use position::{Cat, Orientation, Position};
pub use square::{Colour, Square};
