//! Polyominoes: their names and their notation, regions of squares, and the tilings of a region with
//! polyominoes.

mod names;
mod notation;
mod piece_list;
mod pieces;
mod place;
mod region;
mod region_reader;
pub mod tiling;

pub(crate) use names::family;
pub use names::{Pentomino, name_of, named, pentominoes};
pub use notation::{Polyomino, PolyominoError};
pub use pieces::{Piece, PieceError, Pieces};
pub use place::{PlacementError, parse_square, place};
pub use region::{Region, RegionError, Square};
