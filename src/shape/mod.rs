//! Polyomino shapes: squares, flips and turns. Fire tiles and pentominoes share this one type.

/// A square of a shape: row and column from the top left corner of its bounding box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Row, from the top.
    pub row: u8,
    /// Column, from the left.
    pub column: u8,
}

impl Cell {
    /// The square at that row and column.
    pub const fn new(row: u8, column: u8) -> Self {
        Self { row, column }
    }
}

/// A set of squares moved to the top left corner, in ascending order of row, then column. Its squares need not
/// be joined.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    cells: Vec<Cell>,
}

impl Shape {
    /// The shape of these squares, moved to the corner; a square named twice counts once.
    ///
    /// ```
    /// use clowder::shape::{Cell, Shape};
    ///
    /// let domino = Shape::new([Cell::new(3, 5), Cell::new(3, 4)]);
    /// assert_eq!(domino.cells(), [Cell::new(0, 0), Cell::new(0, 1)]);
    /// ```
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut cells: Vec<_> = cells.into_iter().collect();
        let top = cells.iter().map(|cell| cell.row).min().unwrap_or(0);
        let left = cells.iter().map(|cell| cell.column).min().unwrap_or(0);
        for cell in &mut cells {
            *cell = Cell::new(cell.row - top, cell.column - left);
        }
        cells.sort_unstable();
        cells.dedup();
        Self { cells }
    }

    /// Its squares in ascending order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// How many squares it has.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether it has no square at all.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Rows of its bounding box.
    pub fn height(&self) -> u8 {
        self.cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0)
    }

    /// Columns of its bounding box.
    pub fn width(&self) -> u8 {
        self.cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0)
    }

    /// Mirrored left to right.
    pub fn flipped(&self) -> Self {
        let width = self.width();
        Self::new(self.cells.iter().map(|cell| Cell::new(cell.row, width - 1 - cell.column)))
    }

    /// Turned clockwise by that many quarter turns.
    pub fn turned(&self, quarters: u8) -> Self {
        match quarters % 4 {
            0 => self.clone(),
            quarters => {
                let height = self.height();
                let once = self.cells.iter().map(|cell| Cell::new(cell.column, height - 1 - cell.row));
                Self::new(once).turned(quarters - 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_clockwise_takes_the_top_to_the_right() {
        // An L lying on its side: the tall part on the left of the top row ends up on the right.
        let shape = Shape::new([Cell::new(0, 0), Cell::new(1, 0), Cell::new(1, 1), Cell::new(1, 2)]);
        let turned = Shape::new([Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 0), Cell::new(2, 0)]);
        assert_eq!(shape.turned(1), turned);
        assert_eq!(shape.turned(4), shape);
        assert_eq!(shape.flipped().flipped(), shape);
    }
}
