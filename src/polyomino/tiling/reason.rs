//! Plain reasons why a region cannot be tiled.

use crate::notation::plural;
use crate::polyomino::region::Square;
use crate::polyomino::{Pieces, Region};
use std::fmt;

/// Why there is no tiling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A square is kept for a piece there is not.
    Letter {
        /// The letter of the piece.
        letter: char,
        /// Row of the square.
        row: usize,
        /// Column of the square.
        column: usize,
    },
    /// The pieces have more or fewer squares than the region.
    Area {
        /// Squares to fill.
        region: usize,
        /// Squares of all pieces.
        pieces: u64,
        /// Whether pieces may be left over.
        at_most: bool,
    },
    /// An island of the region has a size no choice of pieces adds up to.
    Island {
        /// Its size.
        size: usize,
        /// Row of its first square.
        row: usize,
        /// Column of its first square.
        column: usize,
    },
    /// Coloured like a chessboard, the region has more squares of one colour than the pieces can make up for.
    Colouring {
        /// Squares of the one colour.
        light: usize,
        /// Squares of the other.
        dark: usize,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Letter { letter, row, column } => {
                write!(
                    f,
                    "the square at row {row}, column {column} is for piece {letter}, which is not there"
                )
            }
            Self::Area { region, pieces, at_most: false } => {
                write!(f, "the region has {} to fill, the pieces have {pieces}", plural(*region, "square"))
            }
            Self::Area { region, pieces, at_most: true } if *pieces < *region as u64 => {
                let region = plural(*region, "square");
                write!(f, "the region has {region} to fill, all the pieces together only {pieces}")
            }
            Self::Area { region, .. } => {
                write!(f, "no choice of the pieces has {}, as the region has", plural(*region, "square"))
            }
            Self::Island { size, row, column } => write!(
                f,
                "no choice of the pieces has {}, as the island at row {row}, column {column} has",
                plural(*size, "square")
            ),
            Self::Colouring { light, dark } => write!(
                f,
                "coloured like a chessboard, the region has {} of one colour and {dark} of the other: no way to \
                 lay the pieces makes that difference",
                plural(*light, "square")
            ),
        }
    }
}

/// A plain reason, if there is one.
pub(super) fn of(region: &Region, pieces: &Pieces, at_most: bool) -> Option<Reason> {
    for (at, square) in region.squares().iter().enumerate() {
        if let Square::Letter(letter) = *square {
            let letter = char::from(letter);
            if pieces.find(letter).is_none() {
                let (row, column) = (at / region.width(), at % region.width());
                return Some(Reason::Letter { letter, row, column });
            }
        }
    }
    let (area, have) = (region.area(), pieces.area());
    let sums = sums(pieces, area);
    if (!at_most && area as u64 != have) || !sums[area] {
        return Some(Reason::Area { region: area, pieces: have, at_most });
    }
    let islands = region.islands();
    if let Some(island) = islands.iter().find(|island| !sums[island.len()]) {
        let (row, column) = (island[0] / region.width(), island[0] % region.width());
        return Some(Reason::Island { size: island.len(), row, column });
    }
    let colour = |at: &&usize| (**at / region.width() + **at % region.width()).is_multiple_of(2);
    let light = islands.iter().flatten().filter(colour).count();
    let dark = area - light;
    (!can_differ(pieces, area, at_most, light.abs_diff(dark))).then_some(Reason::Colouring { light, dark })
}

/// Which numbers of squares, up to `most`, some of the pieces add up to.
fn sums(pieces: &Pieces, most: usize) -> Vec<bool> {
    let mut sums = vec![false; most + 1];
    sums[0] = true;
    for piece in pieces.list() {
        for _ in 0..piece.count.min((most / piece.shape.len()) as u32) {
            for sum in (piece.shape.len()..=most).rev() {
                sums[sum] |= sums[sum - piece.shape.len()];
            }
        }
    }
    sums
}

/// Whether the pieces can be laid so that one colour has that many squares more: with all pieces exactly, with
/// some of them up to the area alone.
fn can_differ(pieces: &Pieces, area: usize, at_most: bool, difference: usize) -> bool {
    // Differences from -area to area.
    let mut reached = vec![false; 2 * area + 1];
    reached[area] = true;
    for piece in pieces.list() {
        let light = piece.shape.cells().iter().filter(|cell| (cell.row + cell.column) % 2 == 0).count();
        let by = light.abs_diff(piece.shape.len() - light);
        for _ in 0..piece.count.min((area / piece.shape.len()) as u32) {
            reached = (0..reached.len())
                .map(|sum| {
                    (sum >= by && reached[sum - by])
                        || reached.get(sum + by) == Some(&true)
                        || (at_most && reached[sum])
                })
                .collect();
        }
    }
    reached[area + difference]
}
