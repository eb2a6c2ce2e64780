//! Polyominoes: their names and notation, regions of squares, and every tiling of one by the other.

mod names;
mod notation;
mod piece_list;
mod pieces;
mod place;
mod region;
mod region_faults;
pub mod tiling;

pub use names::{Pentomino, family, name_of, named, pentominoes};
pub use notation::Polyomino;
pub use piece_list::Tiles;
pub use pieces::{Piece, Pieces};
pub use place::{Misplaced, place, read_square};
pub use region::{Region, Square};
