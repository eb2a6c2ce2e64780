//! The string of a challenge:
//!
//! ```text
#![doc = include_str!("challenge.ebnf")]
//! ```

use super::challenge_reader;
use super::positions::position;
use crate::diagnostics::{Diagnostics, Span};
use crate::notation::grammar::{Read, letter, whole};
use crate::notation::{Kind, Notation, Reading};
use crate::raft::{CatCardId, Orientation, Position, RaftCardId, ValueError};
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::char;
use nom::combinator::{map_opt, opt};
use nom::multi::{many0, many1};
use nom::sequence::preceded;
use std::fmt;
use std::ops::Range;

/// The size of an island.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IslandSize {
    /// A large island, `L`: 9 rows of 9 squares.
    Large,
    /// A small island, `S`: 6 rows of 9 squares.
    Small,
}

impl IslandSize {
    /// Returns the number of rows of an island of this size that is not rotated.
    pub const fn height(self) -> u8 {
        match self {
            Self::Large => 9,
            Self::Small => 6,
        }
    }

    /// Returns the letter of the size, `L` or `S`.
    pub const fn letter(self) -> char {
        match self {
            Self::Large => 'L',
            Self::Small => 'S',
        }
    }
}

/// An island of a challenge: its size, and the rotation of its fire side if that side is up. The fire side is the side
/// with a strip of fire, and the other side is called the plain side.
///
/// ```
/// use clowder::raft::{Island, IslandSize, Orientation};
///
/// let island = Island::new(IslandSize::Large, Some(Orientation::East))?;
/// assert_eq!(island.to_string(), "LE");
/// # Ok::<(), clowder::raft::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Island {
    size: IslandSize,
    rotation: Option<Orientation>,
}

impl Island {
    /// Returns an island. If a rotation is given, the fire side is up and is rotated in this way. With `None`, the
    /// plain side is up.
    ///
    /// # Errors
    /// Returns an error if a small island is rotated by a quarter turn, because it would be 9 rows high and 6 columns
    /// wide.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::{Island, IslandSize, Orientation};
    ///
    /// assert_eq!(Island::new(IslandSize::Small, None)?.to_string(), "SA");
    /// assert!(Island::new(IslandSize::Small, Some(Orientation::East)).is_err());
    /// # Ok::<(), clowder::raft::ValueError>(())
    /// ```
    pub const fn new(size: IslandSize, rotation: Option<Orientation>) -> Result<Self, ValueError> {
        match (size, rotation) {
            (IslandSize::Small, Some(rotation @ (Orientation::East | Orientation::West))) => {
                Err(ValueError::SmallIslandRotation(rotation))
            }
            _ => Ok(Self { size, rotation }),
        }
    }

    /// Returns the size of the island.
    pub const fn size(self) -> IslandSize {
        self.size
    }

    /// Returns the rotation of the fire side, or `None` (written as `A`) if the plain side is up.
    pub const fn rotation(self) -> Option<Orientation> {
        self.rotation
    }

    /// Returns the rows and the columns of the strip of fire as two ranges, or `None` if the plain side is up. The rows
    /// and the columns are counted from the top left square of the island. The strip is three squares wide, and is on
    /// the left if the island is not rotated.
    ///
    /// ```
    /// use clowder::raft::{Island, IslandSize, Orientation};
    ///
    /// let island = Island::new(IslandSize::Small, Some(Orientation::South))?;
    /// assert_eq!(island.fire_strip(), Some((0..6, 6..9)));
    /// # Ok::<(), clowder::raft::ValueError>(())
    /// ```
    pub const fn fire_strip(self) -> Option<(Range<u8>, Range<u8>)> {
        let (height, width) = (self.size.height(), 9);
        match self.rotation {
            None => None,
            Some(Orientation::North) => Some((0..height, 0..3)),
            Some(Orientation::East) => Some((0..3, 0..width)),
            Some(Orientation::South) => Some((0..height, width - 3..width)),
            Some(Orientation::West) => Some((height - 3..height, 0..width)),
        }
    }
}

impl fmt::Display for Island {
    /// Writes the letter of the size and the letter of the rotation, as in `LE` or `SA`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.size.letter(), self.rotation.map_or('A', Orientation::letter))
    }
}

/// A cat card with its position in a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CatCardPlacement {
    /// The card that is placed.
    pub card: CatCardId,
    /// The position of the top left square that the card covers.
    pub at: Position,
}

/// The raft card with its position in a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RaftCardPlacement {
    /// The card that is placed.
    pub card: RaftCardId,
    /// The position of the top left square that the card covers.
    pub at: Position,
}

/// A challenge: its islands, fire cards, cat cards and raft card.
///
/// A [`Reading`] also has a value if cards overlap, if a card is not completely on the board, or if the left and the
/// right half of the board have different heights. In these cases, the reading also has errors of class `rule`. A
/// picture of such a challenge can be drawn.
///
/// ```
/// use clowder::raft::Challenge;
///
/// let challenge: Challenge = "LNSNLASAF000300060012001506030903C000093030341203R11215".parse()?;
/// assert_eq!((challenge.height(), challenge.width()), (15, 18));
/// assert_eq!((challenge.fire_cards().len(), challenge.cat_cards().len()), (6, 3));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Challenge {
    pub(super) islands: Vec<Island>,
    pub(super) fire: Vec<Position>,
    pub(super) cats: Vec<CatCardPlacement>,
    pub(super) raft: RaftCardPlacement,
}

/// A 3×3 card of a challenge, with its position on the board and its span in the string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LocatedCard {
    pub name: &'static str,
    pub at: Position,
    /// The span of the card's digits in the string, including the number of the cat card or raft card.
    pub span: Span,
}

impl LocatedCard {
    pub(super) const fn fire(at: Position, span: Span) -> Self {
        Self { name: "fire card", at, span }
    }

    pub(super) const fn cat(card: CatCardPlacement, span: Span) -> Self {
        Self { name: "cat card", at: card.at, span }
    }

    pub(super) const fn raft(card: RaftCardPlacement, span: Span) -> Self {
        Self { name: "raft card", at: card.at, span }
    }
}

impl Challenge {
    /// Returns the challenge with these islands, fire cards (given as the positions of their top left squares), cat
    /// cards and raft card. The islands of the left half come first, and the islands of each half are given from top to
    /// bottom.
    ///
    /// # Errors
    /// Returns an error if the number of islands is neither two nor four, or if the halves have different heights. Also
    /// returns an error if there is no cat card, if a card is not completely on the board, or if two cards overlap. The
    /// spans point into the string of the challenge.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::{Challenge, Island, IslandSize, Position, RaftCardId, RaftCardPlacement};
    ///
    /// let small = Island::new(IslandSize::Small, None)?;
    /// let raft = RaftCardPlacement { card: RaftCardId::new(0)?, at: Position::new(9, 6)? };
    /// let errors = Challenge::new(vec![small, small], vec![], vec![], raft).unwrap_err();
    /// assert_eq!(errors.to_string(), "6..6: challenge/no-cat: the challenge has no cat card; it must have at least 1");
    /// # Ok::<(), clowder::raft::ValueError>(())
    /// ```
    pub fn new(
        islands: Vec<Island>,
        fire_cards: Vec<Position>,
        cat_cards: Vec<CatCardPlacement>,
        raft_card: RaftCardPlacement,
    ) -> Result<Self, Diagnostics> {
        Self { islands, fire: fire_cards, cats: cat_cards, raft: raft_card }.to_string().parse()
    }

    /// Returns the two or four islands. The islands of the left half come first, and each half is listed from top to
    /// bottom.
    ///
    /// # Examples
    /// ```
    /// use clowder::{notation::Notation, raft::Challenge};
    ///
    /// assert_eq!(Challenge::EXAMPLE.parse::<Challenge>()?.islands().len(), 4);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn islands(&self) -> &[Island] {
        &self.islands
    }

    /// Returns the positions of the top left squares of the fire cards.
    pub fn fire_cards(&self) -> &[Position] {
        &self.fire
    }

    /// Returns the cat cards with their positions. There is at least one cat card.
    ///
    /// # Examples
    /// ```
    /// use clowder::{notation::Notation, raft::Challenge};
    ///
    /// assert_eq!(Challenge::EXAMPLE.parse::<Challenge>()?.cat_cards().len(), 3);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn cat_cards(&self) -> &[CatCardPlacement] {
        &self.cats
    }

    /// Returns the raft card with its position.
    pub const fn raft_card(&self) -> RaftCardPlacement {
        self.raft
    }

    /// Returns the number of columns of the board, 9 or 18.
    ///
    /// # Examples
    /// ```
    /// use clowder::{notation::Notation, raft::Challenge};
    ///
    /// assert_eq!(Challenge::EXAMPLE.parse::<Challenge>()?.width(), 18);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn width(&self) -> u8 {
        if self.islands.len() == 2 { 9 } else { 18 }
    }

    /// Returns the number of rows of the board, 12, 15 or 18. If the halves have different heights, this is the larger
    /// height.
    ///
    /// # Examples
    /// ```
    /// use clowder::{notation::Notation, raft::Challenge};
    ///
    /// assert_eq!(Challenge::EXAMPLE.parse::<Challenge>()?.height(), 15);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn height(&self) -> u8 {
        self.half_heights().max().unwrap_or(0)
    }

    /// Returns the number of rows of each half, with the left half first.
    fn half_heights(&self) -> impl Iterator<Item = u8> + '_ {
        self.islands.chunks(2).map(|half| half.iter().map(|island| island.size.height()).sum())
    }

    /// Returns each island with the position of its top left square, in the order of the string.
    ///
    /// ```
    /// use clowder::raft::Challenge;
    ///
    /// let challenge: Challenge = "LNSNLASAF000300060012001506030903C000093030341203R11215".parse()?;
    /// let corners: Vec<_> = challenge.island_corners().map(|(_, corner)| corner.coordinates()).collect();
    /// assert_eq!(corners, [(0, 0), (9, 0), (0, 9), (9, 9)]);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn island_corners(&self) -> impl Iterator<Item = (Island, Position)> + '_ {
        self.islands.iter().enumerate().map(|(index, &island)| {
            let above = if index % 2 == 1 { self.islands[index - 1].size.height() } else { 0 };
            (island, Position::of_square((above.into(), if index < 2 { 0 } else { 9 })))
        })
    }

    /// Returns the span of an island in the string. The index counts the islands from 0.
    pub(crate) fn island_span(index: usize) -> Span {
        Span::new(index * 2, index * 2 + 2)
    }

    /// Returns the span of a fire card in the string. The index counts the fire cards from 0.
    pub(crate) fn fire_card_span(&self, index: usize) -> Span {
        let start = self.islands.len() * 2 + 1 + index * 4;
        Span::new(start, start + 4)
    }

    /// Returns the span of a cat card in the string. The index counts the cat cards from 0.
    pub(crate) fn cat_card_span(&self, index: usize) -> Span {
        let start = self.fire_card_span(self.fire.len()).start + 1 + index * 5;
        Span::new(start, start + 5)
    }

    /// Returns the span of the digits after the `R` in the string, which describe the raft card.
    pub(crate) fn raft_card_span(&self) -> Span {
        self.cat_card_span(self.cats.len()).shifted(1)
    }

    /// Returns all 3×3 cards with their positions, in the order of the string.
    fn located_cards(&self) -> impl Iterator<Item = LocatedCard> + '_ {
        let fire = self.fire.iter().enumerate();
        let fire = fire.map(|(index, &at)| LocatedCard::fire(at, self.fire_card_span(index)));
        let cats = self.cats.iter().enumerate();
        let cats = cats.map(|(index, &card)| LocatedCard::cat(card, self.cat_card_span(index)));
        fire.chain(cats).chain([LocatedCard::raft(self.raft, self.raft_card_span())])
    }

    /// Returns true if both halves have the same height, and all cards are on the board and do not overlap. The
    /// function [`challenge_reader::check_layout`] checks the same conditions more slowly, but reports the errors.
    fn has_valid_layout(&self) -> bool {
        let (width, height) = (self.width(), self.height());
        let mut rows = [0u32; 18];
        self.half_heights().all(|half| half == height)
            && self.located_cards().all(|card| {
                let (row, column) = card.at.coordinates();
                let three = 0b111u32.checked_shl(column.into()).unwrap_or(0);
                row + 3 <= height
                    && column + 3 <= width
                    && rows[usize::from(row)..][..3].iter_mut().all(|taken| {
                        let free = *taken & three == 0;
                        *taken |= three;
                        free
                    })
            })
    }
}

impl fmt::Display for Challenge {
    /// Writes the canonical string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for island in &self.islands {
            write!(f, "{island}")?;
        }
        f.write_str("F")?;
        for at in &self.fire {
            write!(f, "{at}")?;
        }
        f.write_str("C")?;
        for cat in &self.cats {
            write!(f, "{}{}", cat.card, cat.at)?;
        }
        write!(f, "R{}{}", self.raft.card, self.raft.at)
    }
}

impl Notation for Challenge {
    const KIND: Kind = Kind::Challenge;
    const GRAMMAR: &str = include_str!("challenge.ebnf");
    const HAS_QUICK_GRAMMAR: bool = true;
    const EXAMPLE: &'static str = "LNSNLASAF000300060012001506030903C000093030341203R11215";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, challenge).filter(Self::has_valid_layout)
    }

    fn read(text: &str) -> Reading<Self> {
        challenge_reader::read(text)
    }
}

/// Parses the production `challenge`.
fn challenge(input: &str) -> Read<'_, Challenge> {
    let (rest, islands) = islands(input)?;
    let (rest, fire) = preceded(char('F'), many0(position)).parse(rest)?;
    let (rest, cats) = preceded(char('C'), many1(cat_place)).parse(rest)?;
    let (rest, raft) = preceded(char('R'), raft_place).parse(rest)?;
    Ok((rest, Challenge { islands, fire, cats, raft }))
}

/// Parses two or four islands.
fn islands(input: &str) -> Read<'_, Vec<Island>> {
    let (rest, (first, second)) = (island, island).parse(input)?;
    let (rest, right) = opt((island, island)).parse(rest)?;
    let mut islands = Vec::with_capacity(4);
    islands.extend([first, second]);
    islands.extend(right.into_iter().flat_map(|(third, fourth)| [third, fourth]));
    Ok((rest, islands))
}

/// Parses the production `island`.
pub(super) fn island(input: &str) -> Read<'_, Island> {
    let size = letter(|letter| match letter {
        'L' => Some(IslandSize::Large),
        'S' => Some(IslandSize::Small),
        _ => None,
    });
    let rotation = alt((letter(Orientation::from_letter).map(Some), char('A').map(|_| None)));
    map_opt((size, rotation), |(size, rotation)| Island::new(size, rotation).ok()).parse(input)
}

/// Parses the production `cat-place`.
pub(super) fn cat_place(input: &str) -> Read<'_, CatCardPlacement> {
    (letter(|digit| CatCardId::new(digit_of(digit)?).ok()), position)
        .map(|(card, at)| CatCardPlacement { card, at })
        .parse(input)
}

/// Parses the production `raft-place`.
pub(super) fn raft_place(input: &str) -> Read<'_, RaftCardPlacement> {
    (letter(|digit| RaftCardId::new(digit_of(digit)?).ok()), position)
        .map(|(card, at)| RaftCardPlacement { card, at })
        .parse(input)
}

/// Returns the value of a decimal digit.
pub(super) fn digit_of(digit: char) -> Option<u8> {
    digit.to_digit(10).map(|digit| digit as u8)
}
