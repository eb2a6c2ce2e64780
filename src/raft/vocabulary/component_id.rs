use super::ValueError;
use std::fmt;
use std::str::FromStr;

macro_rules! component_id {
    ($(#[$docs:meta])* $name:ident, $count:literal, $error:ident, $example:literal) => {
        $(#[$docs])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u8);

        impl $name {
            /// The number of components of this kind in the game.
            pub const COUNT: u8 = $count;

            /// Returns the component with this number, counted from 0.
            ///
            /// # Errors
            /// Returns an error if the number is [`COUNT`](Self::COUNT) or more.
            ///
            /// # Examples
            /// ```
            #[doc = $example]
            /// ```
            pub const fn new(number: u8) -> Result<Self, ValueError> {
                if number < Self::COUNT { Ok(Self(number)) } else { Err(ValueError::$error(number)) }
            }

            /// Returns every component of this kind, in ascending order.
            ///
            /// # Examples
            /// ```
            /// assert_eq!(clowder::raft::RaftCardId::all().count(), 4);
            /// ```
            pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
                (0..Self::COUNT).map(Self)
            }

            /// Returns the number of the component, counted from 0.
            pub const fn index(self) -> u8 {
                self.0
            }
        }
    };
}

component_id!(
    /// One of the 31 fire tiles, numbered 0 to 30 in the order of their letters `a` to `z`, then `A` to `E`.
    TileId,
    31,
    FireTile,
    "assert!(clowder::raft::TileId::new(30).is_ok() && clowder::raft::TileId::new(31).is_err());"
);
component_id!(
    /// One of the seven cat cards, numbered 0 to 6.
    CatCardId,
    7,
    CatCard,
    "assert!(clowder::raft::CatCardId::new(6).is_ok() && clowder::raft::CatCardId::new(7).is_err());"
);
component_id!(
    /// One of the four raft cards, numbered 0 to 3.
    RaftCardId,
    4,
    RaftCard,
    "assert!(clowder::raft::RaftCardId::new(3).is_ok() && clowder::raft::RaftCardId::new(4).is_err());"
);

impl TileId {
    /// The letters of all tiles in ascending order.
    pub const LETTERS: &'static str = "abcdefghijklmnopqrstuvwxyzABCDE";

    /// Returns the tile with this letter, or `None` if no tile has this letter.
    ///
    /// ```
    /// use clowder::raft::TileId;
    ///
    /// assert_eq!(TileId::from_letter('E').map(TileId::index), Some(30));
    /// assert_eq!(TileId::from_letter('F'), None);
    /// ```
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='z' => Some(Self(letter as u8 - b'a')),
            'A'..='E' => Some(Self(letter as u8 - b'A' + 26)),
            _ => None,
        }
    }

    /// Returns the letter of the tile.
    pub const fn letter(self) -> char {
        if self.0 < 26 { (b'a' + self.0) as char } else { (b'A' + self.0 - 26) as char }
    }
}

impl fmt::Display for TileId {
    /// Writes the letter of the tile.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

impl FromStr for TileId {
    type Err = ValueError;

    /// Parses the letter of a tile.
    fn from_str(text: &str) -> Result<Self, ValueError> {
        let mut letters = text.chars();
        match (letters.next().and_then(Self::from_letter), letters.next()) {
            (Some(tile), None) => Ok(tile),
            _ => Err(ValueError::FireTileLetter),
        }
    }
}

impl fmt::Display for CatCardId {
    /// Writes the number of the card.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for RaftCardId {
    /// Writes the number of the card.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
