//! Polyomino shapes: squares, flips and turns. Fire tiles and pentominoes share this one type.

use std::fmt;

/// How a shape lies: mirrored left to right or not, then turned clockwise. Written as in a fire action: `T` or
/// `F`, then `N`, `E`, `S` or `W`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pose {
    /// Whether it is mirrored first.
    pub flipped: bool,
    /// Clockwise quarter turns, 0 to 3.
    pub quarters: u8,
}

impl Pose {
    /// All eight, the unflipped ones first.
    pub const ALL: [Self; 8] = {
        let mut all = [Self { flipped: false, quarters: 0 }; 8];
        let mut index = 0;
        while index < 8 {
            all[index] = Self { flipped: index >= 4, quarters: index as u8 % 4 };
            index += 1;
        }
        all
    };
}

impl fmt::Display for Pose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flip = if self.flipped { 'T' } else { 'F' };
        let turn = ['N', 'E', 'S', 'W'][usize::from(self.quarters % 4)];
        write!(f, "{flip}{turn}")
    }
}

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

    /// As it lies in a pose.
    pub fn posed(&self, pose: Pose) -> Self {
        if pose.flipped { self.flipped().turned(pose.quarters) } else { self.turned(pose.quarters) }
    }

    /// The distinct ways it can lie, each with the first pose that makes it; four at most without flips.
    ///
    /// ```
    /// use clowder::shape::{Cell, Shape};
    ///
    /// let bar = Shape::new([Cell::new(0, 0), Cell::new(0, 1), Cell::new(0, 2)]);
    /// let poses: Vec<_> = bar.orientations(true).iter().map(|(pose, _)| pose.to_string()).collect();
    /// assert_eq!(poses, ["FN", "FE"]);
    /// ```
    pub fn orientations(&self, flips: bool) -> Vec<(Pose, Self)> {
        let mut found: Vec<(Pose, Self)> = Vec::new();
        for pose in Pose::ALL.into_iter().filter(|pose| flips || !pose.flipped) {
            let posed = self.posed(pose);
            if found.iter().all(|(_, other)| *other != posed) {
                found.push((pose, posed));
            }
        }
        found
    }

    /// The form all its poses share: the least of them; of those without a flip if `flips` is false.
    pub fn canonical(&self, flips: bool) -> Self {
        let key = |shape: &Self| (shape.height(), shape.cells.clone());
        let all = self.orientations(flips).into_iter().map(|(_, shape)| shape);
        all.min_by_key(key).unwrap_or_else(|| self.clone())
    }

    /// The poses that leave it as it is: its symmetry group.
    pub fn symmetries(&self) -> Vec<Pose> {
        Pose::ALL.into_iter().filter(|&pose| self.posed(pose) == *self).collect()
    }

    /// Its symmetry group in words.
    pub fn symmetry(&self) -> &'static str {
        let group = self.symmetries();
        let turns = group.iter().filter(|pose| !pose.flipped).count();
        match (group.len() > turns, turns) {
            (false, 1) => "no symmetry",
            (false, 2) => "a half turn",
            (false, _) => "quarter turns",
            // A mirrored shape that a half turn, or none, sets right is its own mirror image along a side.
            (true, 1) if group[1].quarters.is_multiple_of(2) => "a mirror along a side",
            (true, 1) => "a mirror along a diagonal",
            (true, 2) if group[2].quarters.is_multiple_of(2) => "two mirrors along the sides",
            (true, 2) => "two mirrors along the diagonals",
            (true, _) => "all of a square's",
        }
    }

    /// Whether its squares hang together by their sides.
    pub fn is_joined(&self) -> bool {
        let mut reached = vec![false; self.cells.len()];
        let mut open: Vec<usize> = (0..self.cells.len().min(1)).collect();
        while let Some(index) = open.pop() {
            if std::mem::replace(&mut reached[index], true) {
                continue;
            }
            let at = self.cells[index];
            let touches = |cell: &Cell| cell.row.abs_diff(at.row) + cell.column.abs_diff(at.column) == 1;
            open.extend((0..self.cells.len()).filter(|&other| touches(&self.cells[other])));
        }
        reached.into_iter().all(|reached| reached)
    }

    /// Its rows, `X` for a square and `.` for none, with `/` between them.
    pub fn rows(&self) -> String {
        let mut rows = vec![vec!['.'; usize::from(self.width())]; usize::from(self.height())];
        for cell in &self.cells {
            rows[usize::from(cell.row)][usize::from(cell.column)] = 'X';
        }
        rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("/")
    }

    /// The shape of such rows: `None` if they are uneven or too many, have other characters or no square.
    pub fn from_rows(rows: &str) -> Option<Self> {
        let width = rows.split('/').next()?.len();
        // A height or width of 256 would not be a byte.
        let number = |at: usize| u8::try_from(at).ok().filter(|&at| at < u8::MAX);
        let mut cells = Vec::new();
        for (row, line) in rows.split('/').enumerate() {
            if line.len() != width {
                return None;
            }
            for (column, square) in line.bytes().enumerate() {
                match square {
                    b'X' => cells.push(Cell::new(number(row)?, number(column)?)),
                    b'.' => {}
                    _ => return None,
                }
            }
        }
        (!cells.is_empty()).then(|| Self::new(cells))
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
