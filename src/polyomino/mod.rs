//! Polyominoes: their names, their notation, and how they tile regions of squares.

mod generate;
mod names;
mod notation;
mod obstruction;
mod piece_list;
mod pieces;
mod place;
mod region;
pub mod tiling;

pub use generate::{PuzzleFilter, PuzzleLevel};
pub(crate) use names::family;
pub use names::{Pentomino, name_of, named, pentominoes};
pub use notation::{Polyomino, PolyominoError};
pub use pieces::{Piece, PieceError, Pieces};
pub use place::{PlacementError, parse_square, place};
pub use region::{Region, RegionError, Square};

use crate::diagnostics::Span;

fn parts(text: &str, separator: char) -> impl Iterator<Item = Span> {
    text.split(separator).scan(0, |start, part| {
        let span = Span::new(*start, *start + part.len());
        *start = span.end + 1;
        Some(span)
    })
}
