//! Finds *obstructions*: reasons, found without a search, why a region cannot be tiled.

use crate::notation::plural;
use crate::polyomino::{Piece, Pieces, Region, Square};
use std::fmt;

/// Which pieces a tiling must use.
///
/// # Examples
/// ```
/// use clowder::polyomino::tiling::{Puzzle, Usage};
/// use clowder::{polyomino::Pieces, shape::Sides};
///
/// let dominoes = Pieces::parse("XX*3", Sides::Both, &[])?;
/// let counts = [Usage::All, Usage::AtMost].map(|usage| {
///     Puzzle::new("2x2".parse().expect("a region"), dominoes.clone(), usage).count().all
/// });
/// assert_eq!(counts, [0, 2]);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Usage {
    /// Every copy of every limited piece. Unlimited pieces may be used any number of times.
    #[default]
    All,
    /// Any selection of the pieces.
    AtMost,
}

/// Why a puzzle has no tiling.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstruction {
    /// A square is reserved for a letter that no listed piece has.
    Letter {
        /// The letter of the piece.
        letter: char,
        /// The row of the square.
        row: usize,
        /// The column of the square.
        column: usize,
    },
    /// The total area of the pieces is wrong, or no selection of pieces has exactly the area of the region.
    Area {
        /// The number of squares to fill.
        region: usize,
        /// The total area of the required pieces ([`Usage::All`]) or of all pieces ([`Usage::AtMost`]).
        pieces: u64,
        /// [`Usage::All`] means that the required pieces have too many or too few squares. [`Usage::AtMost`]
        /// means that no allowed selection of pieces has exactly the area of the region. [`Usage::AtMost`] is
        /// also reported if all limited pieces are required and no number of unlimited pieces fills the rest
        /// exactly.
        usage: Usage,
    },
    /// A connected part of the region has an area that no selection of pieces adds up to.
    Island {
        /// The number of squares in this part.
        size: usize,
        /// The row of the part's first square.
        row: usize,
        /// The column of the part's first square.
        column: usize,
    },
    /// If the region is coloured like a chessboard, the pieces cannot cover the right number of squares of
    /// each colour.
    Colouring {
        /// The number of squares to fill that have the colour of the top left square.
        light: usize,
        /// The number of squares to fill that have the opposite colour.
        dark: usize,
    },
}

impl fmt::Display for Obstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Letter { letter, row, column } => {
                write!(
                    f,
                    "the square at row {row}, column {column} is reserved for piece {letter}, which is not in the list of pieces"
                )
            }
            Self::Area { region, pieces, usage: Usage::All } => {
                write!(
                    f,
                    "the region has {} to fill, but the pieces have {pieces}",
                    plural(*region, "square")
                )
            }
            Self::Area { region, pieces, .. } if *pieces < *region as u64 => {
                let region = plural(*region, "square");
                write!(f, "the region has {region} to fill, but all pieces together have only {pieces}")
            }
            Self::Area { region, .. } => {
                write!(
                    f,
                    "no selection of the pieces covers exactly {}, the size of the region",
                    plural(*region, "square")
                )
            }
            Self::Island { size, row, column } => write!(
                f,
                "no selection of the pieces covers exactly {}, the size of the island at row {row}, column {column}",
                plural(*size, "square")
            ),
            Self::Colouring { light, dark } => write!(
                f,
                "if the region is coloured like a chessboard, it has {} of one colour and {dark} of the other, but the pieces cannot cover these numbers of squares",
                plural(*light, "square")
            ),
        }
    }
}

pub(super) fn find(region: &Region, pieces: &Pieces, usage: Usage) -> Option<Obstruction> {
    for (at, square) in region.squares().iter().enumerate() {
        if let Square::Letter(letter) = *square
            && pieces.find(letter).is_none()
        {
            let [row, column] = region.row_and_column(at);
            return Some(Obstruction::Letter { letter, row, column });
        }
    }
    let area = region.area();
    let sums = sums_of(pieces.list().iter(), area);
    if let Some(obstruction) = wrong_area(area, pieces, usage, &sums) {
        return Some(obstruction);
    }
    let islands = region.islands();
    if let Some(island) = islands.iter().find(|island| !sums[island.len()]) {
        let [row, column] = region.row_and_column(island[0]);
        return Some(Obstruction::Island { size: island.len(), row, column });
    }
    let colour = |at: &&usize| region.row_and_column(**at).iter().sum::<usize>().is_multiple_of(2);
    let light = islands.iter().flatten().filter(colour).count();
    let dark = area - light;
    let possible = can_differ(pieces, area, usage, light.abs_diff(dark));
    (!possible).then_some(Obstruction::Colouring { light, dark })
}

/// Returns an obstruction if no allowed selection of pieces has `area` squares. `sums[n]` is true if some
/// selection of pieces has `n` squares.
fn wrong_area(area: usize, pieces: &Pieces, usage: Usage, sums: &[bool]) -> Option<Obstruction> {
    let wrong = |pieces, usage| Some(Obstruction::Area { region: area, pieces, usage });
    if usage == Usage::AtMost {
        return if sums[area] { None } else { wrong(pieces.area(), usage) };
    }
    let must = pieces.limited_area();
    if !pieces.has_unlimited() || must > area as u64 {
        return if area as u64 == must { None } else { wrong(must, usage) };
    }
    // The unlimited pieces must fill the remaining squares.
    let rest = sums_of(pieces.list().iter().filter(|piece| piece.is_unlimited()), area);
    if rest[area - must as usize] { None } else { wrong(pieces.area(), Usage::AtMost) }
}

/// Returns a table of length `most + 1`, in which entry `n` is true if some selection of pieces has `n`
/// squares.
fn sums_of<'a>(pieces: impl Iterator<Item = &'a Piece>, most: usize) -> Vec<bool> {
    let mut sums = vec![false; most + 1];
    sums[0] = true;
    for piece in pieces {
        let squares = piece.shape().area();
        if u64::from(piece.count()) >= (most / squares) as u64 {
            (squares..=most).for_each(|sum| sums[sum] |= sums[sum - squares]);
            continue;
        }
        for _ in 0..piece.count() {
            (squares..=most).rev().for_each(|sum| sums[sum] |= sums[sum - squares]);
        }
    }
    sums
}

/// Whether the pieces could cover `difference` more squares of one colour than of the other. Considers only
/// the colour difference of each piece, not where the pieces fit.
fn can_differ(pieces: &Pieces, area: usize, usage: Usage, difference: usize) -> bool {
    // Entry `area + d` is true if the difference `d` (from `-area` to `area`) is possible.
    let mut reached = vec![false; 2 * area + 1];
    reached[area] = true;
    for piece in pieces.list() {
        let shape = piece.shape();
        let light = shape.cells().iter().filter(|cell| cell.row % 2 == cell.column % 2).count();
        let by = light.abs_diff(shape.area() - light);
        for _ in 0..piece.count().min((area / shape.area()) as u32) {
            let next = (0..reached.len())
                .map(|sum| {
                    (sum >= by && reached[sum - by])
                        || reached.get(sum + by) == Some(&true)
                        || ((usage == Usage::AtMost || piece.is_unlimited()) && reached[sum])
                })
                .collect();
            if reached == next {
                break;
            }
            reached = next;
        }
    }
    reached[area + difference]
}
