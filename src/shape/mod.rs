//! Shapes made of squares, and how to flip and rotate them. Fire tiles and pentominoes are [`Shape`]s.

use std::fmt;

/// Which sides of a piece may face up.
///
/// # Examples
/// ```
/// use clowder::polyomino::Pieces;
/// use clowder::shape::Sides;
///
/// assert_eq!(Pieces::pentominoes(Sides::Both).area(), 12 * 5);
/// assert_eq!(Pieces::pentominoes(Sides::One).area(), 18 * 5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sides {
    /// Pieces can be flipped, so mirror images are the same piece (*free* polyominoes).
    #[default]
    Both,
    /// Pieces cannot be flipped, so mirror images are different pieces (*one-sided* polyominoes).
    One,
}

/// One of the eight ways to map a square grid onto itself: an optional flip, followed by clockwise quarter turns.
///
/// [`Display`](fmt::Display) writes a pose in the notation of fire actions: `T` (with a flip) or `F` (without), then
/// `N`, `E`, `S` or `W`.
///
/// # Examples
/// ```
/// use clowder::shape::Pose;
///
/// assert_eq!(Pose::flipped(1).to_string(), "TE");
/// assert_eq!(Pose::default().to_string(), "FN");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pose {
    flipped: bool,
    quarter_turns: u8,
}

impl Pose {
    /// All eight poses: the four without a flip, followed by the four with a flip.
    pub const ALL: [Self; 8] = {
        let mut all = [Self::turned(0); 8];
        let mut turns = 0;
        while turns < 4 {
            all[turns as usize] = Self::turned(turns);
            all[turns as usize + 4] = Self::flipped(turns);
            turns += 1;
        }
        all
    };

    /// Creates a pose without a flip. The number of clockwise quarter turns is taken modulo 4.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::Pose;
    ///
    /// assert_eq!(Pose::turned(6), Pose::turned(2));
    /// ```
    pub const fn turned(quarter_turns: u8) -> Self {
        Self { flipped: false, quarter_turns: quarter_turns % 4 }
    }

    /// Creates a pose with a flip from left to right, followed by `quarter_turns` clockwise quarter turns.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::Pose;
    ///
    /// assert!(Pose::flipped(0).is_flipped());
    /// ```
    pub const fn flipped(quarter_turns: u8) -> Self {
        Self { flipped: true, quarter_turns: quarter_turns % 4 }
    }

    /// Whether the pose begins with a flip.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::Pose;
    ///
    /// assert!(Pose::flipped(1).is_flipped() && !Pose::turned(1).is_flipped());
    /// ```
    pub const fn is_flipped(self) -> bool {
        self.flipped
    }

    /// The number of clockwise quarter turns, from 0 to 3.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::Pose;
    ///
    /// assert_eq!(Pose::turned(5).quarter_turns(), 1);
    /// ```
    pub const fn quarter_turns(self) -> u8 {
        self.quarter_turns
    }
}

impl fmt::Display for Pose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flip = if self.flipped { 'T' } else { 'F' };
        let turn = ['N', 'E', 'S', 'W'][usize::from(self.quarter_turns)];
        write!(f, "{flip}{turn}")
    }
}

/// A square of a shape, relative to the top left corner of the bounding box.
///
/// # Examples
/// ```
/// use clowder::shape::Cell;
///
/// assert_eq!(Cell::new(2, 3), Cell { row: 2, column: 3 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row, counted from 0 at the top.
    pub row: u8,
    /// The column, counted from 0 at the left.
    pub column: u8,
}

impl Cell {
    /// Creates a square.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::Cell;
    ///
    /// assert!(Cell::new(0, 9) < Cell::new(1, 0), "squares are ordered by row, then column");
    /// ```
    pub const fn new(row: u8, column: u8) -> Self {
        Self { row, column }
    }
}

/// The reason why squares or rows do not form a [`Shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// The shape is empty.
    #[error("a shape must have at least one square")]
    Empty,
    /// The bounding box of the squares has more than 255 rows or columns. In [`Shape::from_rows`], empty rows and
    /// columns before a square count as well.
    #[error("a shape must have at most {} rows and columns", Shape::MAX_SIDE)]
    TooLarge,
    /// The rows have different lengths.
    #[error("the rows of a shape must all have the same length")]
    UnevenRows,
    /// A character is neither `X` nor `.` nor a `/` between rows.
    #[error("the rows of a shape must be written with X, . and /")]
    Character,
}

/// One or more squares, not necessarily connected, whose bounding box starts at row 0 and column 0. The
/// squares are sorted by row and then by column.
///
/// # Examples
/// ```
/// use clowder::shape::Shape;
///
/// let shape = Shape::from_rows(".X/XX")?;
/// assert_eq!((shape.height(), shape.width(), shape.area()), (2, 2, 3));
/// # Ok::<(), clowder::shape::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    cells: Vec<Cell>,
}

impl Shape {
    /// The maximum height and width of a shape, in squares.
    pub const MAX_SIDE: u8 = u8::MAX;

    /// Creates a shape from squares, shifted so that the bounding box starts at row 0 and column 0. Repeated
    /// squares count once.
    ///
    /// # Errors
    /// Returns an error if there are no squares, or if the bounding box has more than 255 rows or columns.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::{Cell, Shape, ShapeError};
    ///
    /// let domino = Shape::new([Cell::new(3, 5), Cell::new(3, 4)])?;
    /// assert_eq!(domino.cells(), [Cell::new(0, 0), Cell::new(0, 1)]);
    /// assert_eq!(Shape::new([]), Err(ShapeError::Empty));
    /// # Ok::<(), ShapeError>(())
    /// ```
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Result<Self, ShapeError> {
        let mut cells: Vec<_> = cells.into_iter().collect();
        let ends = |of: fn(&Cell) -> u8| Some((cells.iter().map(of).min()?, cells.iter().map(of).max()?));
        let (Some((top, bottom)), Some((left, right))) = (ends(|cell| cell.row), ends(|cell| cell.column))
        else {
            return Err(ShapeError::Empty);
        };
        if bottom - top == Self::MAX_SIDE || right - left == Self::MAX_SIDE {
            return Err(ShapeError::TooLarge);
        }
        for cell in &mut cells {
            *cell = Cell::new(cell.row - top, cell.column - left);
        }
        cells.sort_unstable();
        cells.dedup();
        Ok(Self { cells })
    }

    /// The squares, sorted by row and then by column.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::{Cell, Shape};
    ///
    /// assert_eq!(Shape::from_rows(".X/XX")?.cells()[0], Cell::new(0, 1));
    /// # Ok::<(), clowder::shape::ShapeError>(())
    /// ```
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The number of squares.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::Shape;
    ///
    /// assert_eq!(Shape::from_rows(".X/XX")?.area(), 3);
    /// # Ok::<(), clowder::shape::ShapeError>(())
    /// ```
    pub fn area(&self) -> usize {
        self.cells.len()
    }

    /// The number of rows in the bounding box.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::Shape;
    ///
    /// assert_eq!(Shape::from_rows("XXX/X..")?.height(), 2);
    /// # Ok::<(), clowder::shape::ShapeError>(())
    /// ```
    pub fn height(&self) -> u8 {
        self.cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0)
    }

    /// The number of columns in the bounding box.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::Shape;
    ///
    /// assert_eq!(Shape::from_rows("XXX/X..")?.width(), 3);
    /// # Ok::<(), clowder::shape::ShapeError>(())
    /// ```
    pub fn width(&self) -> u8 {
        self.cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0)
    }

    /// Maps each square to its image. The images must have a bounding box that starts at row 0 and column 0.
    fn map(&self, image: impl Fn(&Cell) -> Cell) -> Self {
        let mut cells: Vec<_> = self.cells.iter().map(image).collect();
        cells.sort_unstable();
        Self { cells }
    }

    /// Mirrors the shape from left to right.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::Shape;
    ///
    /// let shape = Shape::from_rows("XXX/X..")?;
    /// assert_eq!(shape.flipped().rows(), "XXX/..X");
    /// # Ok::<(), clowder::shape::ShapeError>(())
    /// ```
    pub fn flipped(&self) -> Self {
        let last = self.width() - 1;
        self.map(|cell| Cell::new(cell.row, last - cell.column))
    }

    /// Rotates the shape by clockwise quarter turns.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::Shape;
    ///
    /// let shape = Shape::from_rows("XXX/X..")?;
    /// assert_eq!(shape.turned(1).rows(), "XX/.X/.X");
    /// # Ok::<(), clowder::shape::ShapeError>(())
    /// ```
    pub fn turned(&self, quarter_turns: u8) -> Self {
        let (last_row, last_column) = (self.height() - 1, self.width() - 1);
        match quarter_turns % 4 {
            0 => self.clone(),
            1 => self.map(|cell| Cell::new(cell.column, last_row - cell.row)),
            2 => self.map(|cell| Cell::new(last_row - cell.row, last_column - cell.column)),
            _ => self.map(|cell| Cell::new(last_column - cell.column, cell.row)),
        }
    }

    /// Applies a pose to the shape, i.e. flips the shape if the pose has a flip, and then rotates it.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::{Pose, Shape};
    ///
    /// let shape = Shape::from_rows("XXX/X..")?;
    /// assert_eq!(shape.posed(Pose::flipped(1)).rows(), ".X/.X/XX");
    /// # Ok::<(), clowder::shape::ShapeError>(())
    /// ```
    pub fn posed(&self, pose: Pose) -> Self {
        if pose.flipped { self.flipped().turned(pose.quarter_turns) } else { self.turned(pose.quarter_turns) }
    }

    /// Lists the distinct orientations of the shape, each with the first pose that produces it. A shape has
    /// at most eight orientations, or at most four if only one side may face up.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::{Shape, Sides};
    ///
    /// let bar = Shape::from_rows("XXX")?;
    /// let poses: Vec<_> = bar.orientations(Sides::Both).iter().map(|(pose, _)| pose.to_string()).collect();
    /// assert_eq!(poses, ["FN", "FE"]);
    /// # Ok::<(), clowder::shape::ShapeError>(())
    /// ```
    pub fn orientations(&self, sides: Sides) -> Vec<(Pose, Self)> {
        let mut found: Vec<(Pose, Self)> = Vec::new();
        for pose in Pose::ALL.into_iter().filter(|pose| sides == Sides::Both || !pose.flipped) {
            let posed = self.posed(pose);
            if found.iter().all(|(_, other)| *other != posed) {
                found.push((pose, posed));
            }
        }
        found
    }

    /// Returns the canonical form, which is the same for all orientations of the shape. Among the
    /// orientations with minimal height, the canonical form has the lexicographically smallest list of
    /// squares.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::{Shape, Sides};
    ///
    /// let (l, j) = (Shape::from_rows("X./X./XX")?, Shape::from_rows(".X/.X/XX")?);
    /// assert_eq!(l.canonical(Sides::Both), j.canonical(Sides::Both));
    /// assert_ne!(l.canonical(Sides::One), j.canonical(Sides::One));
    /// # Ok::<(), clowder::shape::ShapeError>(())
    /// ```
    pub fn canonical(&self, sides: Sides) -> Self {
        let all = self.orientations(sides).into_iter().map(|(_, shape)| shape);
        all.min_by(|one, other| (one.height(), &one.cells).cmp(&(other.height(), &other.cells)))
            .unwrap_or_else(|| self.clone())
    }

    /// Returns the symmetry group of the shape, i.e. the poses that leave the shape unchanged.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::Shape;
    ///
    /// assert_eq!(Shape::from_rows("XX/XX")?.symmetries().len(), 8);
    /// # Ok::<(), clowder::shape::ShapeError>(())
    /// ```
    pub fn symmetries(&self) -> Vec<Pose> {
        Pose::ALL.into_iter().filter(|&pose| self.posed(pose) == *self).collect()
    }

    /// Describes the symmetry group in words.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::Shape;
    ///
    /// assert_eq!(Shape::from_rows("XXX/X..")?.symmetry(), "no symmetry");
    /// assert_eq!(Shape::from_rows("XXX/.X.")?.symmetry(), "a mirror axis parallel to a side");
    /// # Ok::<(), clowder::shape::ShapeError>(())
    /// ```
    pub fn symmetry(&self) -> &'static str {
        let group = self.symmetries();
        let turns = group.iter().filter(|pose| !pose.flipped).count();
        match (group.len() > turns, turns) {
            (false, 1) => "no symmetry",
            (false, 2) => "a half turn",
            (false, _) => "quarter turns",
            // A flip with an even number of quarter turns is a reflection in an axis parallel to a side.
            (true, 1) if group[1].quarter_turns.is_multiple_of(2) => "a mirror axis parallel to a side",
            (true, 1) => "a mirror axis along a diagonal",
            (true, 2) if group[2].quarter_turns.is_multiple_of(2) => "two mirror axes parallel to the sides",
            (true, 2) => "two mirror axes along the diagonals",
            (true, _) => "all symmetries of a square",
        }
    }

    /// Whether the squares are all connected by their sides, i.e. form a polyomino.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::Shape;
    ///
    /// assert!(Shape::from_rows("XX/.X")?.is_connected());
    /// assert!(!Shape::from_rows("X./.X")?.is_connected());
    /// # Ok::<(), clowder::shape::ShapeError>(())
    /// ```
    pub fn is_connected(&self) -> bool {
        let mut reached = vec![false; self.cells.len()];
        let (mut open, mut count) = (vec![0], 0);
        while let Some(index) = open.pop() {
            if std::mem::replace(&mut reached[index], true) {
                continue;
            }
            count += 1;
            let Cell { row, column } = self.cells[index];
            let beside = [
                (row.checked_sub(1), Some(column)),
                (row.checked_add(1), Some(column)),
                (Some(row), column.checked_sub(1)),
                (Some(row), column.checked_add(1)),
            ];
            open.extend(
                beside
                    .into_iter()
                    .filter_map(|(row, column)| self.cells.binary_search(&Cell::new(row?, column?)).ok()),
            );
        }
        count == self.cells.len()
    }

    /// Writes the shape as rows, with `X` for a square, `.` for an empty place, and `/` between rows.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::{Cell, Shape};
    ///
    /// assert_eq!(Shape::new([Cell::new(0, 1), Cell::new(1, 0), Cell::new(1, 1)])?.rows(), ".X/XX");
    /// # Ok::<(), clowder::shape::ShapeError>(())
    /// ```
    pub fn rows(&self) -> String {
        let mut rows = vec![vec!['.'; usize::from(self.width())]; usize::from(self.height())];
        for cell in &self.cells {
            rows[usize::from(cell.row)][usize::from(cell.column)] = 'X';
        }
        rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("/")
    }

    /// Parses rows in the form written by [`rows`](Self::rows), ignoring empty rows and columns at the edges.
    ///
    /// # Errors
    /// Returns an error if the rows have different lengths, contain characters other than `X`, `.` and `/`,
    /// or have no square. Also rejects a square outside the first 255 rows and columns.
    ///
    /// # Examples
    /// ```
    /// use clowder::shape::{Shape, ShapeError};
    ///
    /// assert_eq!(Shape::from_rows("XX/X.")?.area(), 3);
    /// assert_eq!(Shape::from_rows("XX/X"), Err(ShapeError::UnevenRows));
    /// # Ok::<(), ShapeError>(())
    /// ```
    pub fn from_rows(rows: &str) -> Result<Self, ShapeError> {
        let width = rows.split('/').next().map_or(0, str::len);
        let number = |at: usize| {
            let side = u8::try_from(at).ok().filter(|&at| at < Self::MAX_SIDE);
            side.ok_or(ShapeError::TooLarge)
        };
        let mut cells = Vec::new();
        for (row, line) in rows.split('/').enumerate() {
            if line.bytes().any(|square| !b"X.".contains(&square)) {
                return Err(ShapeError::Character);
            }
            if line.len() != width {
                return Err(ShapeError::UnevenRows);
            }
            for (column, _) in line.match_indices('X') {
                cells.push(Cell::new(number(row)?, number(column)?));
            }
        }
        Self::new(cells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_clockwise_moves_the_top_to_the_right() {
        // A clockwise quarter turn moves the top left square of this shape to the right.
        let shape = Shape::from_rows("X../XXX").unwrap();
        assert_eq!(shape.turned(1), Shape::from_rows("XX/X./X.").unwrap());
        assert_eq!(shape.turned(2), shape.turned(1).turned(1));
        assert_eq!(shape.turned(3), shape.turned(2).turned(1));
        assert_eq!(shape.turned(4), shape);
        assert_eq!(shape.flipped().flipped(), shape);
    }

    #[test]
    fn the_largest_shapes_are_handled_and_larger_ones_are_rejected() {
        let corners = |side| Shape::new([Cell::new(0, 0), Cell::new(side, side)]);
        let shape = corners(254).unwrap();
        assert_eq!((shape.height(), shape.width()), (255, 255));
        assert_eq!(shape.turned(1).turned(3), shape);
        assert!(!shape.is_connected());
        assert_eq!(corners(255), Err(ShapeError::TooLarge));
        let full = Shape::from_rows(&[&*"X".repeat(255); 255].join("/")).unwrap();
        assert!(full.is_connected());
        assert_eq!(Shape::from_rows(&["X"; 256].join("/")), Err(ShapeError::TooLarge));
        assert_eq!(Shape::from_rows(".."), Err(ShapeError::Empty));
        assert_eq!(Shape::from_rows("X Y"), Err(ShapeError::Character));
    }
}
