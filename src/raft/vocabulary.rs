//! The words of the game: colours, decks, cards, tiles, squares, positions and orientations.

use std::fmt;

/// A colour of cats and paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Colour {
    /// `b`, cat `B`.
    Blue,
    /// `g`, cat `G`.
    Green,
    /// `p`, cat `P`.
    Purple,
    /// `r`, cat `R`.
    Red,
    /// `y`, cat `Y`.
    Yellow,
}

impl Colour {
    /// The five colours in the order of their letters.
    pub const ALL: [Self; 5] = [Self::Blue, Self::Green, Self::Purple, Self::Red, Self::Yellow];

    /// The letter of a cat: `B G P R Y`.
    pub const fn cat_letter(self) -> char {
        match self {
            Self::Blue => 'B',
            Self::Green => 'G',
            Self::Purple => 'P',
            Self::Red => 'R',
            Self::Yellow => 'Y',
        }
    }

    /// The colour of a cat's letter.
    pub const fn from_cat_letter(letter: char) -> Option<Self> {
        match letter {
            'B' => Some(Self::Blue),
            'G' => Some(Self::Green),
            'P' => Some(Self::Purple),
            'R' => Some(Self::Red),
            'Y' => Some(Self::Yellow),
            _ => None,
        }
    }

    /// Its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Purple => "purple",
            Self::Red => "red",
            Self::Yellow => "yellow",
        }
    }
}

/// One of the four decks of pathway cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Deck {
    /// `A`, the circle deck.
    Circle,
    /// `B`, the cross deck.
    Cross,
    /// `C`, the square deck.
    Square,
    /// `D`, the triangle deck.
    Triangle,
}

impl Deck {
    /// The four decks in the order of their letters.
    pub const ALL: [Self; 4] = [Self::Circle, Self::Cross, Self::Square, Self::Triangle];

    /// Its letter, `A` to `D`.
    pub const fn letter(self) -> char {
        (b'A' + self as u8) as char
    }

    /// The deck of a letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'A' => Some(Self::Circle),
            'B' => Some(Self::Cross),
            'C' => Some(Self::Square),
            'D' => Some(Self::Triangle),
            _ => None,
        }
    }

    /// The sign on the back of its cards.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Cross => "cross",
            Self::Square => "square",
            Self::Triangle => "triangle",
        }
    }
}

/// A pathway card: its deck and its place in the deck, 0 (`a`) to 24 (`y`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card {
    /// The deck it belongs to.
    pub deck: Deck,
    index: u8,
}

impl Card {
    /// Cards in a deck.
    pub const PER_DECK: u8 = 25;

    /// The card of a deck at an index of 0 to 24; `None` beyond.
    pub const fn new(deck: Deck, index: u8) -> Option<Self> {
        if index < Self::PER_DECK { Some(Self { deck, index }) } else { None }
    }

    /// The card with a letter `a` to `y` of a deck.
    pub const fn from_letter(deck: Deck, letter: char) -> Option<Self> {
        match letter {
            'a'..='y' => Some(Self { deck, index: letter as u8 - b'a' }),
            _ => None,
        }
    }

    /// Its place in the deck, 0 to 24.
    pub const fn index(self) -> u8 {
        self.index
    }

    /// Its letter, `a` to `y`.
    pub const fn letter(self) -> char {
        (b'a' + self.index) as char
    }
}

impl fmt::Display for Card {
    /// Deck and letter, as in `Ab`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.deck.letter(), self.letter())
    }
}

/// One of the 31 fire tiles, by its place in the order `a`…`z`, `A`…`E`: 0 to 30.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TileId(u8);

impl TileId {
    /// How many tiles there are.
    pub const COUNT: u8 = 31;

    /// The tile at an index of 0 to 30; `None` beyond.
    pub const fn new(index: u8) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index)) } else { None }
    }

    /// The tile with a letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='z' => Some(Self(letter as u8 - b'a')),
            'A'..='E' => Some(Self(letter as u8 - b'A' + 26)),
            _ => None,
        }
    }

    /// Its place in the order of the bag, 0 to 30.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its letter.
    pub const fn letter(self) -> char {
        if self.0 < 26 { (b'a' + self.0) as char } else { (b'A' + self.0 - 26) as char }
    }
}

impl fmt::Display for TileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A row and a column, both counted from 0 at the top left, each 0 to 99 as two digits can say.
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
    /// Four digits, as in `0412`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.row, self.column)
    }
}

/// How far a card or tile is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Orientation {
    /// Not turned.
    North,
    /// A quarter turn clockwise.
    East,
    /// A half turn.
    South,
    /// A quarter turn anticlockwise.
    West,
}

impl Orientation {
    /// The four orientations, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// How many quarter turns clockwise.
    pub const fn quarters(self) -> u8 {
        self as u8
    }

    /// Its letter: `N E S W`.
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'N',
            Self::East => 'E',
            Self::South => 'S',
            Self::West => 'W',
        }
    }

    /// The orientation of a letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'N' => Some(Self::North),
            'E' => Some(Self::East),
            'S' => Some(Self::South),
            'W' => Some(Self::West),
            _ => None,
        }
    }

    /// What it does, in words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::North => "not turned",
            Self::East => "turned a quarter clockwise",
            Self::South => "turned half around",
            Self::West => "turned a quarter anticlockwise",
        }
    }
}

/// What a square of the board shows. Each value is the byte of its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Square {
    /// `b`
    Blue = b'b',
    /// `g`
    Green = b'g',
    /// `p`
    Purple = b'p',
    /// `r`
    Red = b'r',
    /// `y`
    Yellow = b'y',
    /// `w`: any cat may stand here.
    Wild = b'w',
    /// `f`
    Fire = b'f',
    /// `n`: no square at all.
    Void = b'n',
    /// `o`: the centre of the raft.
    Raft = b'o',
    /// `B`: a blue cat on blue.
    BlueCat = b'B',
    /// `G`: a green cat on green.
    GreenCat = b'G',
    /// `P`: a purple cat on purple.
    PurpleCat = b'P',
    /// `R`: a red cat on red.
    RedCat = b'R',
    /// `Y`: a yellow cat on yellow.
    YellowCat = b'Y',
    /// `W`: a cat of some colour on a wild square.
    WildCat = b'W',
}

impl Square {
    /// The letters of every square.
    pub const LETTERS: &'static str = "bfgnoprwyBGPRWY";

    const OF_BYTE: [Option<Self>; 256] = {
        let mut table = [None; 256];
        let all = [
            Self::Blue,
            Self::Green,
            Self::Purple,
            Self::Red,
            Self::Yellow,
            Self::Wild,
            Self::Fire,
            Self::Void,
            Self::Raft,
            Self::BlueCat,
            Self::GreenCat,
            Self::PurpleCat,
            Self::RedCat,
            Self::YellowCat,
            Self::WildCat,
        ];
        let mut index = 0;
        while index < all.len() {
            table[all[index] as usize] = Some(all[index]);
            index += 1;
        }
        table
    };

    /// The square of a letter's byte.
    pub const fn from_byte(byte: u8) -> Option<Self> {
        Self::OF_BYTE[byte as usize]
    }

    /// Its letter.
    pub const fn letter(self) -> char {
        self as u8 as char
    }

    /// A path of a colour.
    pub const fn path(colour: Colour) -> Self {
        match colour {
            Colour::Blue => Self::Blue,
            Colour::Green => Self::Green,
            Colour::Purple => Self::Purple,
            Colour::Red => Self::Red,
            Colour::Yellow => Self::Yellow,
        }
    }

    /// The colour of the path or of the cat on it; `None` for wild squares, fire, raft centre and void.
    pub const fn colour(self) -> Option<Colour> {
        match self {
            Self::Blue | Self::BlueCat => Some(Colour::Blue),
            Self::Green | Self::GreenCat => Some(Colour::Green),
            Self::Purple | Self::PurpleCat => Some(Colour::Purple),
            Self::Red | Self::RedCat => Some(Colour::Red),
            Self::Yellow | Self::YellowCat => Some(Colour::Yellow),
            Self::Wild | Self::WildCat | Self::Fire | Self::Void | Self::Raft => None,
        }
    }

    /// Whether a cat stands on it.
    pub const fn has_cat(self) -> bool {
        (self as u8).is_ascii_uppercase()
    }

    /// Whether a cat of any colour may stand on it.
    pub const fn is_wild(self) -> bool {
        matches!(self, Self::Wild | Self::WildCat)
    }

    /// The same square with a cat on it; squares no cat can stand on stay as they are.
    pub const fn with_cat(self) -> Self {
        match self {
            Self::Blue => Self::BlueCat,
            Self::Green => Self::GreenCat,
            Self::Purple => Self::PurpleCat,
            Self::Red => Self::RedCat,
            Self::Yellow => Self::YellowCat,
            Self::Wild => Self::WildCat,
            other => other,
        }
    }

    /// The same square without its cat.
    pub const fn without_cat(self) -> Self {
        match self {
            Self::BlueCat => Self::Blue,
            Self::GreenCat => Self::Green,
            Self::PurpleCat => Self::Purple,
            Self::RedCat => Self::Red,
            Self::YellowCat => Self::Yellow,
            Self::WildCat => Self::Wild,
            other => other,
        }
    }
}
