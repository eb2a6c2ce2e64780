//! The strings of the components, as the course's `Utility` class writes them:
//!
//! ```text
//! pathway-card = card (b|g|p|r|y)×9
//! cat-card     = "0".."6" (b|g|p|r|y|B|G|P|R|Y|f)×9
//! raft-card    = "0".."3" (b|g|p|r|y|w|o)×9
//! fire-tile    = tile (DIGIT DIGIT)+
//! ```

use super::utility_faults;
use crate::notation::grammar::{Read, letter, whole};
use crate::notation::{Kind, Notation, Reading};
use crate::raft::{Card, Deck, Orientation, Square, TileId};
use crate::shape::{Cell, Shape};
use nom::Parser;
use nom::bytes::complete::take;
use nom::character::complete::satisfy;
use nom::combinator::map_opt;
use nom::multi::many1;
use std::fmt;

/// Nine squares, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Squares3x3(pub [Square; 9]);

impl Squares3x3 {
    /// The squares as the card shows them when turned.
    pub fn turned(self, turn: Orientation) -> Self {
        let mut squares = self.0;
        for _ in 0..turn.quarter_turns() {
            // A quarter turn clockwise: row r from the top was column r, read from the bottom up.
            squares = std::array::from_fn(|index| squares[(2 - index % 3) * 3 + index / 3]);
        }
        Self(squares)
    }
}

impl fmt::Display for Squares3x3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.0.iter().map(|square| square.letter()).collect();
        f.write_str(&letters)
    }
}

/// Squares a pathway card may show.
pub(super) const PATHWAY: &str = "bgpry";
/// Squares a cat card may show.
pub(super) const CAT: &str = "bgpryBGPRYf";
/// Squares a raft card may show.
pub(super) const RAFT: &str = "bgprywo";

/// A pathway card: its letter and its squares. The string does not say the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PathwayCard {
    /// Its place in the deck, 0 (`a`) to 24 (`y`).
    pub index: u8,
    /// What it shows.
    pub squares: Squares3x3,
}

/// A cat card: its number and its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CatCard {
    /// 0 to 6.
    pub number: u8,
    /// What it shows.
    pub squares: Squares3x3,
}

/// A raft card: its number and its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RaftCard {
    /// 0 to 3.
    pub number: u8,
    /// What it shows.
    pub squares: Squares3x3,
}

/// A fire tile: its letter and its shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FireTile {
    /// Which tile.
    pub id: TileId,
    /// Its squares.
    pub shape: Shape,
}

/// Nine squares of the letters given.
fn nine<'a>(of: &'static str) -> impl Parser<&'a str, Output = Squares3x3, Error = ()> {
    map_opt(take(9usize), move |text: &str| {
        let mut squares = [Square::Void; 9];
        for (square, letter) in squares.iter_mut().zip(text.bytes()) {
            *square = Square::from_byte(letter).filter(|_| of.as_bytes().contains(&letter))?;
        }
        Some(Squares3x3(squares))
    })
}

/// `pathway-card = card (b|g|p|r|y)×9`
pub(super) fn pathway_card(input: &str) -> Read<'_, PathwayCard> {
    let index = letter(|letter| Card::from_letter(Deck::Circle, letter).map(Card::index));
    (index, nine(PATHWAY)).map(|(index, squares)| PathwayCard { index, squares }).parse(input)
}

/// `cat-card = "0".."6" (b|g|p|r|y|B|G|P|R|Y|f)×9`
pub(super) fn cat_card(input: &str) -> Read<'_, CatCard> {
    let number = letter(|digit| digit.to_digit(7));
    (number, nine(CAT)).map(|(number, squares)| CatCard { number: number as u8, squares }).parse(input)
}

/// `raft-card = "0".."3" (b|g|p|r|y|w|o)×9`
pub(super) fn raft_card(input: &str) -> Read<'_, RaftCard> {
    let number = letter(|digit| digit.to_digit(4));
    (number, nine(RAFT)).map(|(number, squares)| RaftCard { number: number as u8, squares }).parse(input)
}

/// `tile (DIGIT DIGIT)+`: the letter and the squares as they are written.
pub(super) fn tile_cells(input: &str) -> Read<'_, (TileId, Vec<Cell>)> {
    let digit = || satisfy(|letter| letter.is_ascii_digit()).map(|digit| digit as u8 - b'0');
    let cell = (digit(), digit()).map(|(row, column)| Cell::new(row, column));
    (letter(TileId::from_letter), many1(cell)).parse(input)
}

impl fmt::Display for PathwayCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.index) as char, self.squares)
    }
}

impl fmt::Display for CatCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.squares)
    }
}

impl fmt::Display for RaftCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.squares)
    }
}

impl fmt::Display for FireTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)?;
        self.shape.cells().iter().try_for_each(|cell| write!(f, "{}{}", cell.row, cell.column))
    }
}

impl Notation for PathwayCard {
    const KIND: Kind = Kind::PathwayCard;
    const EXAMPLE: &'static str = "hbbrbyrbyb";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, pathway_card)
    }

    fn read(text: &str) -> Reading<Self> {
        Reading::canonical_or_refused(text, utility_faults::of_card(text, &utility_faults::PATHWAY_CARD))
    }
}

impl Notation for CatCard {
    const KIND: Kind = Kind::CatCard;
    const EXAMPLE: &'static str = "3gffgGfggg";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, cat_card)
    }

    fn read(text: &str) -> Reading<Self> {
        Reading::canonical_or_refused(text, utility_faults::of_card(text, &utility_faults::CAT_CARD))
    }
}

impl Notation for RaftCard {
    const KIND: Kind = Kind::RaftCard;
    const EXAMPLE: &'static str = "1gyprowbww";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, raft_card)
    }

    fn read(text: &str) -> Reading<Self> {
        Reading::canonical_or_refused(text, utility_faults::of_card(text, &utility_faults::RAFT_CARD))
    }
}

impl Notation for FireTile {
    const KIND: Kind = Kind::FireTile;
    const EXAMPLE: &'static str = "c000102031121";

    fn parse_canonical(text: &str) -> Option<Self> {
        let (id, cells) = whole(text, tile_cells)?;
        // Canonical as written: ascending, each once, and in the corner already.
        let shape = Shape::new(cells.iter().copied()).ok()?;
        (shape.cells() == cells).then_some(Self { id, shape })
    }

    fn read(text: &str) -> Reading<Self> {
        utility_faults::of_tile(text)
    }
}
