use std::fmt;

/// A square's row and column, both counted from 0 at the top left.
///
/// ```
/// use clowder::raft::Position;
///
/// assert_eq!(Position::new(4, 12).to_string(), "0412");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Rows from the top.
    pub row: u8,
    /// Columns from the left.
    pub column: u8,
}

impl Position {
    /// The position at a row and a column.
    pub const fn new(row: u8, column: u8) -> Self {
        Self { row, column }
    }
}

impl fmt::Display for Position {
    /// Writes four digits, as in `0412`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.row, self.column)
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

    /// Returns the orientation with a letter, or `None` if the letter is not `N`, `E`, `S` or `W`.
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

    /// Returns the rotation in words, as in `turned half around`.
    pub const fn description(self) -> &'static str {
        match self {
            Self::North => "not turned",
            Self::East => "turned a quarter clockwise",
            Self::South => "turned half around",
            Self::West => "turned a quarter anticlockwise",
        }
    }
}
