//! The building blocks of Race to the Raft strings: cards, tiles, positions and orientations.

mod square;

pub use square::{Colour, Square};

use crate::diagnostics::Diagnostic;
use std::fmt;
use std::str::FromStr;

/// One of the four decks of pathway cards.
///
/// ```
/// use clowder::raft::Deck;
///
/// assert_eq!(Deck::ALL.map(Deck::letter), ['A', 'B', 'C', 'D']);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Deck {
    /// Circle deck, `A`.
    Circle,
    /// Cross deck, `B`.
    Cross,
    /// Square deck, `C`.
    Square,
    /// Triangle deck, `D`.
    Triangle,
}

impl Deck {
    /// The four decks in the order of their letters.
    pub const ALL: [Self; 4] = [Self::Circle, Self::Cross, Self::Square, Self::Triangle];

    /// Returns the deck with this letter (`A` to `D`).
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'A'..='D' => Some(Self::ALL[letter as usize - 'A' as usize]),
            _ => None,
        }
    }

    /// Letter of the deck, `A` to `D`.
    pub const fn letter(self) -> char {
        (b'A' + self as u8) as char
    }

    /// Name of the deck: the symbol on the back of its cards.
    pub const fn name(self) -> &'static str {
        ["circle", "cross", "square", "triangle"][self as usize]
    }
}

/// A pathway card, identified by its deck and its index in the deck: 0 (`a`) to 24 (`y`).
///
/// ```
/// use clowder::raft::{Card, Deck};
///
/// let card = Card::new(Deck::Circle, 1)?;
/// assert_eq!(card.to_string(), "Ab");
/// # Ok::<(), clowder::raft::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card {
    deck: Deck,
    index: u8,
}

impl Card {
    /// Number of cards per deck.
    pub const PER_DECK: u8 = 25;
    pub(crate) const LETTERS: &'static str = "abcdefghijklmnopqrstuvwxy";

    /// Creates a card from its deck and its index in the deck, counted from 0.
    ///
    /// # Errors
    /// Returns an error if the index is not less than [`PER_DECK`](Self::PER_DECK).
    pub const fn new(deck: Deck, index: u8) -> Result<Self, ValueError> {
        if index < Self::PER_DECK { Ok(Self { deck, index }) } else { Err(ValueError::PathwayCard(index)) }
    }

    /// Returns the card with this letter (`a` to `y`) in a deck.
    pub const fn from_letter(deck: Deck, letter: char) -> Option<Self> {
        match letter {
            'a'..='y' => Some(Self { deck, index: letter as u8 - b'a' }),
            _ => None,
        }
    }

    /// Iterates over all 100 cards, deck by deck, in the order of the card letters.
    pub fn all() -> impl Iterator<Item = Self> {
        Deck::ALL.into_iter().flat_map(|deck| (0..Self::PER_DECK).map(move |index| Self { deck, index }))
    }

    /// Deck of the card.
    pub const fn deck(self) -> Deck {
        self.deck
    }

    /// Index of the card in its deck (0 to 24).
    pub const fn index(self) -> u8 {
        self.index
    }

    /// Index of the card among all cards (0 to 99).
    pub(crate) const fn number(self) -> usize {
        self.deck as usize * Self::PER_DECK as usize + self.index as usize
    }

    /// Letter of the card in its deck, `a` to `y`.
    pub const fn letter(self) -> char {
        (b'a' + self.index) as char
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.deck.letter(), self.letter())
    }
}

macro_rules! component_id {
    ($(#[$docs:meta])* $name:ident, $letters:literal, $error:ident) => {
        $(#[$docs])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u8);

        impl $name {
            /// The letters or digits of all components of this type, in ascending order.
            pub const LETTERS: &'static str = $letters;
            /// Number of components of this type in the game.
            pub const COUNT: u8 = $letters.len() as u8;

            const BY_LETTER: [Option<Self>; 128] = {
                let mut table = [None; 128];
                let mut number = 0;
                while number < $letters.len() {
                    table[$letters.as_bytes()[number] as usize] = Some(Self(number as u8));
                    number += 1;
                }
                table
            };

            /// Creates a component from its number (counted from 0).
            ///
            /// # Errors
            /// Returns an error if the number is not less than [`COUNT`](Self::COUNT).
            pub const fn new(number: u8) -> Result<Self, ValueError> {
                if number < Self::COUNT { Ok(Self(number)) } else { Err(ValueError::$error(number)) }
            }

            /// Returns the component with this letter or digit.
            pub fn from_letter(letter: char) -> Option<Self> {
                Self::BY_LETTER.get(letter as usize).copied().flatten()
            }

            /// Letter or digit of the component.
            pub const fn letter(self) -> char {
                Self::LETTERS.as_bytes()[self.0 as usize] as char
            }

            /// Iterates over all components of this type, in ascending order.
            pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
                (0..Self::COUNT).map(Self)
            }

            /// Number of the component (counted from 0).
            pub const fn index(self) -> u8 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Write::write_char(f, self.letter())
            }
        }
    };
}

component_id!(
    /// One of the 31 fire tiles, numbered 0 to 30 in the order of their letters (`a` to `z`, then `A` to `E`).
    TileId, "abcdefghijklmnopqrstuvwxyzABCDE", FireTile
);
component_id!(
    /// One of the seven cat cards, numbered 0 to 6.
    CatCardId, "0123456", CatCard
);
component_id!(
    /// One of the four raft cards, numbered 0 to 3.
    RaftCardId, "0123", RaftCard
);

impl FromStr for TileId {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let mut letters = text.chars();
        match (letters.next().and_then(Self::from_letter), letters.next()) {
            (Some(tile), None) => Ok(tile),
            _ => Err(ValueError::FireTileLetter),
        }
    }
}

/// The row and column of a square, each from 0 to 99 and counted from the top left.
///
/// A board has at most 18 rows and columns, but strings can contain any two-digit row or column.
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
    /// Maximum row and column. Rows and columns are written with two digits.
    pub const MAX: u8 = 99;

    /// Creates a position from its row and column.
    ///
    /// # Errors
    /// Returns an error if the row or the column is greater than [`MAX`](Self::MAX).
    pub const fn new(row: u8, column: u8) -> Result<Self, ValueError> {
        if row > Self::MAX || column > Self::MAX {
            return Err(ValueError::Position { row, column });
        }
        Ok(Self { row, column })
    }

    /// Creates the position of a square on a board or card. The row and the column must not exceed [`MAX`](Self::MAX).
    pub(crate) const fn of_square((row, column): (usize, usize)) -> Self {
        debug_assert!(row <= Self::MAX as usize && column <= Self::MAX as usize);
        Self { row: row as u8, column: column as u8 }
    }

    /// Row, counted from 0 at the top.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Column, counted from 0 at the left.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Row and column.
    pub const fn coordinates(self) -> (u8, u8) {
        (self.row, self.column)
    }

    /// Moves the position down by `rows` and right by `columns`. Returns `None` if the new row or column has more than
    /// two digits.
    pub const fn offset(self, rows: u8, columns: u8) -> Option<Self> {
        match Self::new(self.row.saturating_add(rows), self.column.saturating_add(columns)) {
            Ok(position) => Some(position),
            Err(_) => None,
        }
    }

    /// Whether two positions are equal or adjacent (horizontally, vertically or diagonally).
    pub const fn is_near(self, other: Self) -> bool {
        self.row.abs_diff(other.row) <= 1 && self.column.abs_diff(other.column) <= 1
    }

    pub(crate) const fn digits(self) -> [u8; 4] {
        [b'0' + self.row / 10, b'0' + self.row % 10, b'0' + self.column / 10, b'0' + self.column % 10]
    }
}

impl fmt::Display for Position {
    /// Writes four digits, such as `0412`.
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
    /// Colour of the cat.
    pub colour: Colour,
    /// Position of the cat.
    pub at: Position,
}

impl fmt::Display for Cat {
    /// Writes the letter of the cat and the digits of its position, such as `G0105`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour.cat_letter(), self.at)
    }
}

/// The rotation of a card, a tile or an island, in clockwise quarter turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Orientation {
    /// `N`, not rotated.
    North,
    /// `E`, rotated by a quarter turn clockwise.
    East,
    /// `S`, rotated by a half turn.
    South,
    /// `W`, rotated by a quarter turn anticlockwise.
    West,
}

impl Orientation {
    /// The four orientations, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Returns the orientation with this letter (`N`, `E`, `S` or `W`).
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'N' => Some(Self::North),
            'E' => Some(Self::East),
            'S' => Some(Self::South),
            'W' => Some(Self::West),
            _ => None,
        }
    }

    /// Letter of the orientation, `N`, `E`, `S` or `W`.
    pub const fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }

    /// Number of clockwise quarter turns (0 to 3).
    pub const fn quarter_turns(self) -> u8 {
        self as u8
    }

    /// Describes the rotation in words (such as `rotated by 180 degrees`).
    pub const fn description(self) -> &'static str {
        [
            "not rotated",
            "rotated by 90 degrees clockwise",
            "rotated by 180 degrees",
            "rotated by 90 degrees anticlockwise",
        ][self as usize]
    }
}

pub(crate) fn on_square(diagnostic: Diagnostic, at: Position) -> Diagnostic {
    diagnostic.square(at.row.into(), at.column.into())
}

/// The reason why a value cannot be created from its parts.
///
/// ```
/// use clowder::raft::{TileId, ValueError};
///
/// assert_eq!(TileId::new(31), Err(ValueError::FireTile(31)));
/// assert_eq!(ValueError::FireTile(31).to_string(), "there is no fire tile 31; the tiles are numbered 0 to 30");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// There is no pathway card with this number.
    #[error("there is no pathway card {0} in a deck; the cards are numbered 0 to 24")]
    PathwayCard(u8),
    /// There is no fire tile with this number.
    #[error("there is no fire tile {0}; the tiles are numbered 0 to 30")]
    FireTile(u8),
    /// The string is not the letter of a fire tile.
    #[error("a fire tile is named by one letter, `a` to `z` or `A` to `E`")]
    FireTileLetter,
    /// There is no cat card with this number.
    #[error("there is no cat card {0}; the cards are numbered 0 to 6")]
    CatCard(u8),
    /// There is no raft card with this number.
    #[error("there is no raft card {0}; the cards are numbered 0 to 3")]
    RaftCard(u8),
    /// The row or column has more than two digits.
    #[error("({row}, {column}) is not a position; rows and columns are 0 to 99")]
    Position {
        /// The given row.
        row: u8,
        /// The given column.
        column: u8,
    },
    /// No board has this size.
    #[error("a board has 12, 15 or 18 rows of 9 or 18 squares, not {height} rows of {width}")]
    BoardSize {
        /// The given number of rows.
        height: u8,
        /// The given number of columns.
        width: u8,
    },
    /// A hand cannot have this many cards.
    #[error("a hand has at most 6 cards, not {0}")]
    HandSize(usize),
    /// The numbers in a draw do not add up to six.
    #[error("a draw is exactly 6 cards, not {0}")]
    DrawTotal(u32),
    /// A small island cannot be rotated by a quarter turn.
    #[error("the rotation of a small island is `N` or `S`, not `{}`", .0.letter())]
    SmallIslandRotation(Orientation),
    /// The two discards of a move must be different cards.
    #[error("the two discards must be different cards, but both are `{0}`")]
    SameDiscard(Card),
    /// The shape of a fire tile has more than ten rows or columns.
    #[error("a fire tile has at most 10 rows and 10 columns")]
    FireTileShape,
}
