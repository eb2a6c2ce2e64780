//! A region and its pieces in the form used by the searches. Squares are numbered in scan order, along the
//! shorter side. Each allowed orientation of a piece is listed once, provided that it is no larger than the
//! region.

use crate::polyomino::region::Square;
use crate::polyomino::{Pieces, Region};
use crate::shape::{Cell, Shape};

/// A piece in one orientation, relative to its first square in scan order.
pub(super) struct Oriented {
    pub(super) piece: usize,
    /// The offset of each square from the first square: rows down and columns to the right.
    pub(super) cells: Vec<(usize, isize)>,
}

/// A placement: the index of an [`Oriented`] piece, and the scan index of its first square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) oriented: usize,
    pub(super) at: usize,
}

/// Which pieces may cover a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// Any piece.
    Any,
    /// Only the piece with this index.
    Piece(usize),
}

/// The puzzle in the form used by the searches. Rows and columns are those of the scan, which is transposed
/// if the region is wider than it is high.
pub(super) struct Layout {
    pub(super) rows: usize,
    pub(super) columns: usize,
    transposed: bool,
    /// The squares in scan order, with `None` for a hole.
    pub(super) squares: Vec<Option<Owner>>,
    pub(super) oriented: Vec<Oriented>,
}

impl Layout {
    pub(super) fn new(region: &Region, pieces: &Pieces) -> Self {
        let transposed = region.width() > region.height();
        let (mut rows, mut columns) = (region.height(), region.width());
        if transposed {
            (rows, columns) = (columns, rows);
        }
        let mut layout = Self { rows, columns, transposed, squares: Vec::new(), oriented: Vec::new() };
        layout.squares = (0..rows * columns)
            .map(|at| match region.squares()[layout.index(at)] {
                Square::Hole => None,
                Square::Open => Some(Owner::Any),
                Square::Letter(letter) => {
                    // A letter that no piece has is an obstruction, so the puzzle is never searched.
                    Some(pieces.find(letter).map_or(Owner::Any, Owner::Piece))
                }
            })
            .collect();
        for (piece, it) in pieces.list().iter().enumerate() {
            for (_, shape) in it.shape().orientations(pieces.sides()) {
                layout.oriented.extend(layout.oriented(piece, &shape));
            }
        }
        layout
    }

    /// Prepares a piece in one orientation, or returns `None` if the oriented piece is larger than the
    /// region.
    fn oriented(&self, piece: usize, shape: &Shape) -> Option<Oriented> {
        let [mut height, mut width] = [shape.height(), shape.width()].map(usize::from);
        if self.transposed {
            (height, width) = (width, height);
        }
        let cell = |cell: &Cell| {
            let (row, column) = (usize::from(cell.row), usize::from(cell.column));
            if self.transposed { (column, row as isize) } else { (row, column as isize) }
        };
        let mut cells: Vec<_> = shape.cells().iter().map(cell).collect();
        cells.sort_unstable();
        let first = cells[0].1;
        for (_, right) in &mut cells {
            *right -= first;
        }
        (height <= self.rows && width <= self.columns).then_some(Oriented { piece, cells })
    }

    /// Converts the scan index of a square to its index in the region.
    pub(super) const fn index(&self, at: usize) -> usize {
        if self.transposed { at % self.columns * self.rows + at / self.columns } else { at }
    }

    pub(super) fn piece(&self, placement: Placement) -> usize {
        self.oriented[placement.oriented].piece
    }

    /// Calls `fill` with every square that the placements cover, and returns the remaining number of copies
    /// of each piece.
    pub(super) fn fill(
        &self,
        placements: &[Placement],
        counts: &[u32],
        mut fill: impl FnMut(usize),
    ) -> Vec<u32> {
        let mut left = counts.to_vec();
        for &placement in placements {
            left[self.piece(placement)] -= 1;
            self.squares_of(placement).for_each(&mut fill);
        }
        left
    }

    /// Returns the scan index of each square under a placement. Yields `None` for a hole, for a square
    /// outside the region, and for a square reserved for another piece.
    fn squares_under(&self, placement: Placement) -> impl Iterator<Item = Option<usize>> + '_ {
        let oriented = &self.oriented[placement.oriented];
        let (top, left) = (placement.at / self.columns, placement.at % self.columns);
        oriented.cells.iter().map(move |&(down, right)| {
            let (row, column) = (top + down, left.checked_add_signed(right)?);
            if row >= self.rows || column >= self.columns {
                return None;
            }
            let at = row * self.columns + column;
            let owner = self.squares[at]?;
            (owner == Owner::Any || owner == Owner::Piece(oriented.piece)).then_some(at)
        })
    }

    /// Returns the scan indices of the squares under a placement that fits.
    pub(super) fn squares_of(&self, placement: Placement) -> impl Iterator<Item = usize> + '_ {
        self.squares_under(placement).flatten()
    }

    pub(super) fn placements(&self) -> impl Iterator<Item = Placement> + '_ {
        (0..self.rows * self.columns).flat_map(move |at| self.placements_at(at))
    }

    pub(super) fn placements_at(&self, at: usize) -> impl Iterator<Item = Placement> + '_ {
        let placement = move |oriented| Placement { oriented, at };
        let fits = |placement: &Placement| self.squares_under(*placement).all(|square| square.is_some());
        (0..self.oriented.len()).map(placement).filter(fits)
    }
}
