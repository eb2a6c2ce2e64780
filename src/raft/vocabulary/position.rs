use super::{Colour, ValueError};
use crate::diagnostics::Diagnostic;
use std::fmt;

/// The row and the column of a square, each from 0 to 99, counted from the top left.
///
/// A board has at most 18 rows and columns. However, rows and columns up to 99 can be written in a string, because a
/// row or a column is always written with two digits.
///
/// ```
/// use clowder::raft::Position;
///
/// let at = Position::new(4, 12)?;
/// assert_eq!((at.row(), at.column()), (4, 12));
/// assert_eq!(at.to_string(), "0412");
/// # Ok::<(), clowder::raft::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    row: u8,
    column: u8,
}

impl Position {
    /// The largest row or column that can be written with two digits.
    pub const MAX: u8 = 99;

    /// Returns the position with this row and column.
    ///
    /// # Errors
    /// Returns an error if the row or the column is greater than [`MAX`](Self::MAX).
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::Position;
    ///
    /// assert!(Position::new(99, 0).is_ok());
    /// assert!(Position::new(100, 0).is_err());
    /// ```
    pub const fn new(row: u8, column: u8) -> Result<Self, ValueError> {
        if row > Self::MAX || column > Self::MAX {
            return Err(ValueError::Position { row, column });
        }
        Ok(Self { row, column })
    }

    /// Returns the position of a square on a board or a card. The row and the column must not exceed
    /// [`MAX`](Self::MAX).
    pub(crate) const fn of_square((row, column): (usize, usize)) -> Self {
        debug_assert!(row <= Self::MAX as usize && column <= Self::MAX as usize);
        Self { row: row as u8, column: column as u8 }
    }

    /// Returns the row, which is the number of rows above the square.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::Position;
    ///
    /// assert_eq!(Position::new(3, 12)?.row(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Returns the column, which is the number of columns to the left of the square.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::Position;
    ///
    /// assert_eq!(Position::new(3, 12)?.column(), 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Returns the row and the column.
    ///
    /// ```
    /// let at = clowder::raft::Position::new(4, 12)?;
    /// assert_eq!(format!("{:?}", at.coordinates()), "(4, 12)");
    /// # Ok::<(), clowder::raft::ValueError>(())
    /// ```
    pub const fn coordinates(self) -> (u8, u8) {
        (self.row, self.column)
    }

    /// Returns the position that is `rows` rows below and `columns` columns to the right of this one, or `None` if its
    /// row or column would have more than two digits.
    ///
    /// ```
    /// use clowder::raft::Position;
    ///
    /// let at = Position::new(98, 3)?;
    /// assert_eq!(at.offset(1, 2), Some(Position::new(99, 5)?));
    /// assert_eq!(at.offset(2, 2), None);
    /// # Ok::<(), clowder::raft::ValueError>(())
    /// ```
    pub const fn offset(self, rows: u8, columns: u8) -> Option<Self> {
        match Self::new(self.row.saturating_add(rows), self.column.saturating_add(columns)) {
            Ok(position) => Some(position),
            Err(_) => None,
        }
    }

    /// Returns true if the two positions are equal or touch each other, including diagonally.
    ///
    /// ```
    /// use clowder::raft::Position;
    ///
    /// let centre = Position::new(4, 4)?;
    /// assert!(centre.is_near(Position::new(3, 5)?) && !centre.is_near(Position::new(4, 6)?));
    /// # Ok::<(), clowder::raft::ValueError>(())
    /// ```
    pub const fn is_near(self, other: Self) -> bool {
        self.row.abs_diff(other.row) <= 1 && self.column.abs_diff(other.column) <= 1
    }

    /// Returns the position as four ASCII digits, two for the row and two for the column.
    pub(crate) const fn digits(self) -> [u8; 4] {
        [b'0' + self.row / 10, b'0' + self.row % 10, b'0' + self.column / 10, b'0' + self.column % 10]
    }
}

impl fmt::Display for Position {
    /// Writes four digits, as in `0412`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.digits().iter().try_for_each(|&digit| fmt::Write::write_char(f, digit.into()))
    }
}

/// A cat of a known colour at a position. Cats are ordered by colour, then row, then column.
///
/// ```
/// use clowder::raft::{Cat, Colour, Position};
///
/// let cat = Cat { colour: Colour::Green, at: Position::new(1, 5)? };
/// assert_eq!(cat.to_string(), "G0105");
/// # Ok::<(), clowder::raft::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cat {
    /// The colour of the cat.
    pub colour: Colour,
    /// The position of the cat.
    pub at: Position,
}

impl fmt::Display for Cat {
    /// Writes the letter of the cat and the digits of its position, as in `G0105`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour.cat_letter(), self.at)
    }
}

/// The rotation of a card, a tile or an island, in quarter turns clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Orientation {
    /// Not rotated, `N`.
    North,
    /// Rotated by a quarter turn clockwise, `E`.
    East,
    /// Rotated by a half turn, `S`.
    South,
    /// Rotated by a quarter turn anticlockwise, `W`.
    West,
}

impl Orientation {
    /// The four orientations, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Returns the orientation with this letter, or `None` if the letter is not `N`, `E`, `S` or `W`.
    ///
    /// ```
    /// use clowder::raft::Orientation;
    ///
    /// assert_eq!(Orientation::from_letter('W'), Some(Orientation::West));
    /// assert_eq!(Orientation::from_letter('w'), None);
    /// ```
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'N' => Some(Self::North),
            'E' => Some(Self::East),
            'S' => Some(Self::South),
            'W' => Some(Self::West),
            _ => None,
        }
    }

    /// Returns the letter of the orientation, `N`, `E`, `S` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'N',
            Self::East => 'E',
            Self::South => 'S',
            Self::West => 'W',
        }
    }

    /// Returns the number of quarter turns clockwise, 0 to 3.
    ///
    /// ```
    /// assert_eq!(clowder::raft::Orientation::West.quarter_turns(), 3);
    /// ```
    pub const fn quarter_turns(self) -> u8 {
        self as u8
    }

    /// Returns the description of the rotation in words, such as `rotated by 180 degrees`.
    pub const fn description(self) -> &'static str {
        match self {
            Self::North => "not rotated",
            Self::East => "rotated by 90 degrees clockwise",
            Self::South => "rotated by 180 degrees",
            Self::West => "rotated by 90 degrees anticlockwise",
        }
    }
}

/// Adds the position of the wrong square to a diagnostic.
pub(crate) fn on_square(diagnostic: Diagnostic, at: Position) -> Diagnostic {
    diagnostic.square(at.row.into(), at.column.into())
}
