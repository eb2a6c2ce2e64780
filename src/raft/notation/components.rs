//! The strings of the components, in the format of the course's `Utility` class:
//!
//! ```text
#![doc = include_str!("pathway-card.ebnf")]
#![doc = include_str!("cat-card.ebnf")]
#![doc = include_str!("raft-card.ebnf")]
#![doc = include_str!("fire-tile.ebnf")]
//! ```

use super::challenge::digit_of;
use super::component_reader::{self, CAT_CARD, CardForm, PATHWAY_CARD, RAFT_CARD};
use crate::diagnostics::Diagnostics;
use crate::notation::grammar::{Read, letter, whole};
use crate::notation::{Kind, Notation, Reading};
use crate::raft::{Card, CatCardId, Deck, Orientation, Position, RaftCardId, Square, TileId, ValueError};
use crate::shape::{Cell, Shape};
use nom::Parser;
use nom::bytes::complete::take;
use nom::character::complete::satisfy;
use nom::combinator::map_opt;
use nom::multi::many1;
use std::fmt;

/// The nine squares of a 3×3 card, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Squares3x3(pub [Square; 9]);

impl Squares3x3 {
    /// Returns the squares after a rotation of the card.
    ///
    /// ```
    /// use clowder::raft::{Orientation, PathwayCard};
    ///
    /// let card: PathwayCard = "hbbryrbyyb".parse()?;
    /// assert_eq!(card.squares().rotated(Orientation::East).to_string(), "yybyrbbbr".chars().collect::<String>());
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn rotated(self, orientation: Orientation) -> Self {
        let mut squares = self.0;
        for _ in 0..orientation.quarter_turns() {
            // In a quarter turn clockwise, each column, read from bottom to top, becomes a row.
            squares = std::array::from_fn(|index| squares[(2 - index % 3) * 3 + index / 3]);
        }
        Self(squares)
    }

    /// Returns the nine squares of a card whose top left square is at `corner`, each with its position. The position is
    /// `None` if its row or column would have more than two digits.
    pub(crate) fn placed_at(self, corner: Position) -> impl Iterator<Item = (Option<Position>, Square)> {
        (0u8..).zip(self.0).map(move |(index, square)| (corner.offset(index / 3, index % 3), square))
    }
}

impl fmt::Display for Squares3x3 {
    /// Writes the nine letters without separators.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|square| fmt::Write::write_char(f, square.letter()))
    }
}

/// A pathway card, with its letter and its squares. The string does not name the deck.
///
/// ```
/// use clowder::raft::PathwayCard;
///
/// let card: PathwayCard = "hbbrbyrbyb".parse()?;
/// assert_eq!((card.letter(), card.squares().to_string()), ('h', "bbrbyrbyb".to_owned()));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PathwayCard {
    letter: char,
    squares: Squares3x3,
}

impl PathwayCard {
    /// Returns a card with this letter and these squares.
    ///
    /// # Errors
    /// Returns an error if the letter is not `a` to `y`, if a square is not a path, or if there is a cat on a square.
    /// The spans point into the string of the card.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::{PathwayCard, Square, Squares3x3};
    ///
    /// assert!(PathwayCard::new('y', Squares3x3([Square::Blue; 9])).is_ok());
    /// assert!(PathwayCard::new('z', Squares3x3([Square::Blue; 9])).is_err());
    /// assert!(PathwayCard::new('y', Squares3x3([Square::Fire; 9])).is_err());
    /// ```
    pub fn new(letter: char, squares: Squares3x3) -> Result<Self, Diagnostics> {
        Self { letter, squares }.to_string().parse()
    }

    /// Returns the letter of the card, `a` to `y`.
    pub const fn letter(self) -> char {
        self.letter
    }

    /// Returns the squares of the card when it is not rotated.
    pub const fn squares(self) -> Squares3x3 {
        self.squares
    }
}

/// A cat card, with its number and its squares.
///
/// ```
/// use clowder::raft::CatCard;
///
/// let card: CatCard = "3gffgGfggg".parse()?;
/// assert_eq!(card.id().index(), 3);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CatCard {
    id: CatCardId,
    squares: Squares3x3,
}

impl CatCard {
    /// Returns a card with this number and these squares.
    ///
    /// # Errors
    /// Returns an error if a square is neither a path (with or without a cat) nor fire. The spans point into the string
    /// of the card.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::{CatCard, CatCardId, Square, Squares3x3};
    ///
    /// let id = CatCardId::new(3)?;
    /// assert!(CatCard::new(id, Squares3x3([Square::BlueCat; 9])).is_ok());
    /// assert!(CatCard::new(id, Squares3x3([Square::WildCat; 9])).is_err());
    /// # Ok::<(), clowder::raft::ValueError>(())
    /// ```
    pub fn new(id: CatCardId, squares: Squares3x3) -> Result<Self, Diagnostics> {
        Self { id, squares }.to_string().parse()
    }

    /// Returns the number of the card.
    pub const fn id(self) -> CatCardId {
        self.id
    }

    /// Returns the squares of the card.
    pub const fn squares(self) -> Squares3x3 {
        self.squares
    }
}

/// A raft card, with its number and its squares.
///
/// ```
/// use clowder::raft::RaftCard;
///
/// let card: RaftCard = "1gyprowbww".parse()?;
/// assert_eq!(card.id().index(), 1);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RaftCard {
    id: RaftCardId,
    squares: Squares3x3,
}

impl RaftCard {
    /// Returns a card with this number and these squares.
    ///
    /// # Errors
    /// Returns an error if a square is not one of the following: a path without a cat, a wild square without a cat, or
    /// the centre of the raft. The spans point into the string of the card.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::{RaftCard, RaftCardId, Square, Squares3x3};
    ///
    /// let id = RaftCardId::new(1)?;
    /// assert!(RaftCard::new(id, Squares3x3([Square::Wild; 9])).is_ok());
    /// assert!(RaftCard::new(id, Squares3x3([Square::Void; 9])).is_err());
    /// # Ok::<(), clowder::raft::ValueError>(())
    /// ```
    pub fn new(id: RaftCardId, squares: Squares3x3) -> Result<Self, Diagnostics> {
        Self { id, squares }.to_string().parse()
    }

    /// Returns the number of the card.
    pub const fn id(self) -> RaftCardId {
        self.id
    }

    /// Returns the squares of the card.
    pub const fn squares(self) -> Squares3x3 {
        self.squares
    }
}

/// A fire tile, with its letter and its shape.
///
/// ```
/// use clowder::raft::FireTile;
///
/// let tile: FireTile = "c000102031121".parse()?;
/// assert_eq!((tile.id().letter(), tile.shape().area()), ('c', 6));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FireTile {
    id: TileId,
    shape: Shape,
}

impl FireTile {
    /// Returns a tile with this letter and this shape. The squares of the shape do not have to be connected.
    ///
    /// # Errors
    /// Returns an error if the shape has more than ten rows or columns, because each row and each column is written
    /// with one digit.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::{FireTile, TileId};
    /// use clowder::shape::Shape;
    ///
    /// let (tile, domino) = (TileId::new(2)?, Shape::from_rows("XX")?);
    /// assert_eq!(FireTile::new(tile, domino)?.to_string(), "c0001");
    /// assert!(FireTile::new(tile, Shape::from_rows("XXXXXXXXXXX")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(id: TileId, shape: Shape) -> Result<Self, ValueError> {
        let fits = shape.height() <= 10 && shape.width() <= 10;
        if fits { Ok(Self { id, shape }) } else { Err(ValueError::FireTileShape) }
    }

    /// Returns the letter of the tile.
    pub const fn id(&self) -> TileId {
        self.id
    }

    /// Returns the squares of the tile when it is neither flipped nor rotated.
    ///
    /// # Examples
    /// ```
    /// use clowder::{notation::Notation, raft::FireTile};
    ///
    /// assert_eq!(FireTile::EXAMPLE.parse::<FireTile>()?.shape().area(), 6);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }
}

/// Parses nine squares whose letters must be allowed by `form`.
fn nine<'a>(form: &CardForm) -> impl Parser<&'a str, Output = Squares3x3, Error = ()> {
    map_opt(take(9usize), |text: &str| {
        let mut squares = [Square::Void; 9];
        for (square, letter) in squares.iter_mut().zip(text.bytes()) {
            *square = Square::from_byte(letter).filter(|_| form.squares.as_bytes().contains(&letter))?;
        }
        Some(Squares3x3(squares))
    })
}

/// Parses the production `pathway-card`.
fn pathway_card(input: &str) -> Read<'_, PathwayCard> {
    let name = letter(|letter| Card::from_letter(Deck::Circle, letter).map(Card::letter));
    (name, nine(&PATHWAY_CARD)).map(|(letter, squares)| PathwayCard { letter, squares }).parse(input)
}

/// Parses the production `cat-card`.
fn cat_card(input: &str) -> Read<'_, CatCard> {
    let id = letter(|digit| CatCardId::new(digit_of(digit)?).ok());
    (id, nine(&CAT_CARD)).map(|(id, squares)| CatCard { id, squares }).parse(input)
}

/// Parses the production `raft-card`.
fn raft_card(input: &str) -> Read<'_, RaftCard> {
    let id = letter(|digit| RaftCardId::new(digit_of(digit)?).ok());
    (id, nine(&RAFT_CARD)).map(|(id, squares)| RaftCard { id, squares }).parse(input)
}

/// Parses the production `fire-tile`. Returns the letter of the tile, and its squares in the order of the string.
pub(super) fn tile_cells(input: &str) -> Read<'_, (TileId, Vec<Cell>)> {
    let digit = || satisfy(|letter| letter.is_ascii_digit()).map(|digit| digit as u8 - b'0');
    let cell = (digit(), digit()).map(|(row, column)| Cell::new(row, column));
    (letter(TileId::from_letter), many1(cell)).parse(input)
}

impl fmt::Display for PathwayCard {
    /// Writes the canonical string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter, self.squares)
    }
}

impl fmt::Display for CatCard {
    /// Writes the canonical string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.id, self.squares)
    }
}

impl fmt::Display for RaftCard {
    /// Writes the canonical string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.id, self.squares)
    }
}

impl fmt::Display for FireTile {
    /// Writes the canonical string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)?;
        self.shape.cells().iter().try_for_each(|cell| write!(f, "{}{}", cell.row, cell.column))
    }
}

impl Notation for PathwayCard {
    const KIND: Kind = Kind::PathwayCard;
    const GRAMMAR: &str = include_str!("pathway-card.ebnf");
    const HAS_QUICK_GRAMMAR: bool = true;
    const EXAMPLE: &'static str = "hbbrbyrbyb";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, pathway_card)
    }

    fn read(text: &str) -> Reading<Self> {
        Reading::canonical_or_refused(text, component_reader::check_card(text, &PATHWAY_CARD))
    }
}

impl Notation for CatCard {
    const KIND: Kind = Kind::CatCard;
    const GRAMMAR: &str = include_str!("cat-card.ebnf");
    const HAS_QUICK_GRAMMAR: bool = true;
    const EXAMPLE: &'static str = "3gffgGfggg";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, cat_card)
    }

    fn read(text: &str) -> Reading<Self> {
        Reading::canonical_or_refused(text, component_reader::check_card(text, &CAT_CARD))
    }
}

impl Notation for RaftCard {
    const KIND: Kind = Kind::RaftCard;
    const GRAMMAR: &str = include_str!("raft-card.ebnf");
    const HAS_QUICK_GRAMMAR: bool = true;
    const EXAMPLE: &'static str = "1gyprowbww";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, raft_card)
    }

    fn read(text: &str) -> Reading<Self> {
        Reading::canonical_or_refused(text, component_reader::check_card(text, &RAFT_CARD))
    }
}

impl Notation for FireTile {
    const KIND: Kind = Kind::FireTile;
    const GRAMMAR: &str = include_str!("fire-tile.ebnf");
    const HAS_QUICK_GRAMMAR: bool = true;
    const EXAMPLE: &'static str = "c000102031121";

    fn parse_canonical(text: &str) -> Option<Self> {
        let (id, cells) = whole(text, tile_cells)?;
        // The canonical string lists each square once, in ascending order, and the bounding box begins at row 0 and
        // column 0.
        let shape = Shape::new(cells.iter().copied()).ok()?;
        (shape.cells() == cells).then_some(Self { id, shape })
    }

    fn read(text: &str) -> Reading<Self> {
        component_reader::read_tile(text)
    }
}
