//! A region and its pieces in the form that the searches use. The squares are in the order of a scan along the shorter
//! side. Every allowed orientation of a piece that is not larger than the region is listed once.

use crate::polyomino::region::Square;
use crate::polyomino::{Pieces, Region};
use crate::shape::{Cell, Shape};

/// One orientation of a piece, relative to its first square in scan order.
pub(super) struct Oriented {
    /// The index of the piece.
    pub(super) piece: usize,
    /// The squares, each as its distance from the first square: the number of rows down and the number of columns to
    /// the right.
    pub(super) cells: Vec<(usize, isize)>,
}

/// The placement of a piece: the index of an [`Oriented`] piece, and the index of its first square in the scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) oriented: usize,
    pub(super) at: usize,
}

/// The pieces that may fill a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// Any piece.
    Any,
    /// Only the piece with this index.
    Piece(usize),
}

/// The puzzle in the form that the searches use. Its rows and columns are those of the scan. If the region is
/// wider than it is high, the rows of the scan are the columns of the region.
pub(super) struct Layout {
    pub(super) rows: usize,
    pub(super) columns: usize,
    transposed: bool,
    /// The squares in scan order. `None` is a hole.
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
                    // A letter that no piece has is an obstruction. In this case, the puzzle is not searched.
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

    /// Returns a piece in one orientation, or `None` if the piece is larger than the region.
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

    /// Returns the index in the region for a square of the scan.
    pub(super) const fn index(&self, at: usize) -> usize {
        if self.transposed { at % self.columns * self.rows + at / self.columns } else { at }
    }

    /// Returns the index of the piece in a placement.
    pub(super) fn piece(&self, placement: Placement) -> usize {
        self.oriented[placement.oriented].piece
    }

    /// Calls `fill` with every square under the placements. Returns, for each piece, the number of copies that are
    /// left.
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

    /// Returns the index in the scan of each square under a placement, or `None` for a square that is a hole, is
    /// outside the region or is reserved for another piece.
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

    /// Returns the squares under a placement that fits, as indices in the scan.
    pub(super) fn squares_of(&self, placement: Placement) -> impl Iterator<Item = usize> + '_ {
        self.squares_under(placement).flatten()
    }

    /// Returns every placement of every piece in the region, in scan order.
    pub(super) fn placements(&self) -> impl Iterator<Item = Placement> + '_ {
        (0..self.rows * self.columns).flat_map(move |at| self.placements_at(at))
    }

    /// Returns every placement whose first square is at an index in the scan.
    pub(super) fn placements_at(&self, at: usize) -> impl Iterator<Item = Placement> + '_ {
        let placement = move |oriented| Placement { oriented, at };
        let fits = |placement: &Placement| self.squares_under(*placement).all(|square| square.is_some());
        (0..self.oriented.len()).map(placement).filter(fits)
    }
}
