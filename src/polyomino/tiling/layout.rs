//! A region and its pieces as the searches see them: scanned along the shorter side, every way a piece can lie
//! listed once.

use crate::polyomino::region::Square;
use crate::polyomino::{Pieces, Region};
use crate::shape::Cell;

/// One way a piece can lie, seen from its first square in scan order.
pub(super) struct Oriented {
    /// Which piece.
    pub(super) piece: usize,
    /// Its squares: rows below and columns right of its first one, which is (0, 0).
    pub(super) cells: Vec<(usize, isize)>,
}

/// A piece laid down: which [`Oriented`], and the row and column of its first square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) oriented: u32,
    pub(super) row: u16,
    pub(super) column: u16,
}

/// Which pieces may fill a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// Any.
    Any,
    /// That one.
    Piece(usize),
}

/// The search's own picture of a puzzle. Rows and columns are those of the scan.
pub(super) struct Layout {
    pub(super) rows: usize,
    pub(super) columns: usize,
    transposed: bool,
    /// The squares in scan order; `None` is a hole.
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
            .map(|at| match region.squares()[layout.index(at / columns, at % columns)] {
                Square::Hole => None,
                Square::Open => Some(Owner::Any),
                Square::Letter(letter) => {
                    // A letter without a piece is a plain reason not to search at all.
                    Some(pieces.find(char::from(letter)).map_or(Owner::Any, Owner::Piece))
                }
            })
            .collect();
        for (piece, it) in pieces.list().iter().enumerate() {
            for (_, shape) in it.shape.orientations(!pieces.one_sided()) {
                layout.add(piece, shape.cells());
            }
        }
        layout
    }

    fn add(&mut self, piece: usize, cells: &[Cell]) {
        let mut cells: Vec<_> = cells
            .iter()
            .map(|cell| (usize::from(cell.row), isize::from(cell.column)))
            .map(
                |(row, column)| if self.transposed { (column as usize, row as isize) } else { (row, column) },
            )
            .collect();
        cells.sort_unstable();
        let width = cells.iter().map(|cell| cell.1 + 1).max().unwrap_or(0);
        let height = cells.iter().map(|cell| cell.0 + 1).max().unwrap_or(0);
        if width <= self.columns as isize && height <= self.rows {
            let first = cells[0].1;
            let cells = cells.into_iter().map(|(row, column)| (row, column - first)).collect();
            self.oriented.push(Oriented { piece, cells });
        }
    }

    /// The region's own number of a square of the scan.
    pub(super) const fn index(&self, row: usize, column: usize) -> usize {
        if self.transposed { column * self.rows + row } else { row * self.columns + column }
    }

    /// The number in the scan of each square of a piece laid down; `None` where it leaves the region or takes a
    /// square that is another piece's.
    fn squares_under(&self, placed: Placed) -> impl Iterator<Item = Option<usize>> + '_ {
        let oriented = &self.oriented[placed.oriented as usize];
        oriented.cells.iter().map(move |&(down, right)| {
            let row = usize::from(placed.row) + down;
            let column = usize::from(placed.column).checked_add_signed(right)?;
            if row >= self.rows || column >= self.columns {
                return None;
            }
            let at = row * self.columns + column;
            let owner = self.squares[at]?;
            (owner == Owner::Any || owner == Owner::Piece(oriented.piece)).then_some(at)
        })
    }

    /// The squares of a piece laid down where it fits, as numbers of the scan.
    pub(super) fn squares_of(&self, placed: Placed) -> impl Iterator<Item = usize> + '_ {
        self.squares_under(placed).flatten()
    }

    /// Every way a piece can lie in the region, in scan order.
    pub(super) fn placements(&self) -> impl Iterator<Item = Placed> + '_ {
        (0..self.rows * self.columns).flat_map(move |at| self.placements_at(at))
    }

    /// Every way a piece can lie with its first square there.
    pub(super) fn placements_at(&self, at: usize) -> impl Iterator<Item = Placed> + '_ {
        let (row, column) = ((at / self.columns) as u16, (at % self.columns) as u16);
        let placed = move |oriented| Placed { oriented, row, column };
        let fits = |placed: &Placed| self.squares_under(*placed).all(|square| square.is_some());
        (0..self.oriented.len() as u32).map(placed).filter(fits)
    }
}
