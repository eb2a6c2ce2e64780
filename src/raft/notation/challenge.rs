//! ```text
//! challenge  = island island [island island] "F" fire* "C" cat-place+ "R" raft-place
//! island     = ("L" ("N"|"E"|"S"|"W"|"A")) | ("S" ("N"|"S"|"A"))
//! fire       = digit2 digit2                  row, column of the top left square of a 3×3 fire card
//! cat-place  = "0".."6" digit2 digit2
//! raft-place = "0".."3" digit2 digit2
//! ```

use super::challenge_faults;
use super::places::position;
use crate::diagnostics::Span;
use crate::notation::grammar::{Read, letter, whole};
use crate::notation::{Kind, Notation, Reading};
use crate::raft::{Orientation, Position};
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::char;
use nom::combinator::opt;
use nom::multi::{many0, many1};
use nom::sequence::preceded;
use std::fmt;

/// The two sizes of island.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IslandSize {
    /// `L`: 9 rows of 9 squares.
    Large,
    /// `S`: 6 rows of 9 squares.
    Small,
}

impl IslandSize {
    /// Rows of an island of this size.
    pub const fn height(self) -> u8 {
        match self {
            Self::Large => 9,
            Self::Small => 6,
        }
    }

    /// Its letter, `L` or `S`.
    pub const fn letter(self) -> char {
        match self {
            Self::Large => 'L',
            Self::Small => 'S',
        }
    }
}

/// An island of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Island {
    /// Its size.
    pub size: IslandSize,
    /// How its side with fire is turned; `None` (`A`) for the side without fire, turned at random.
    pub turn: Option<Orientation>,
}

impl fmt::Display for Island {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.size.letter(), self.turn.map_or('A', Orientation::letter))
    }
}

/// A cat card of a challenge and where its top left square lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CatPlace {
    /// Which cat card, 0 to 6.
    pub card: u8,
    /// Its top left square.
    pub at: Position,
}

/// The raft card of a challenge and where its top left square lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RaftPlace {
    /// Which raft card, 0 to 3.
    pub card: u8,
    /// Its top left square.
    pub at: Position,
}

/// How the board of a challenge is laid out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Challenge {
    /// Two islands, one above the other; or four, the left half's two first.
    pub islands: Vec<Island>,
    /// The top left squares of the fire cards.
    pub fire: Vec<Position>,
    /// The cat cards, at least one.
    pub cats: Vec<CatPlace>,
    /// The raft card.
    pub raft: RaftPlace,
}

/// One of the 3×3 cards of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub what: &'static str,
    pub at: Position,
    /// Its digits in the string, a cat's or raft's number included.
    pub span: Span,
}

impl Challenge {
    /// Columns of its board: 9 or 18.
    pub fn width(&self) -> u8 {
        if self.islands.len() == 2 { 9 } else { 18 }
    }

    /// Rows of its board: of the higher half, should they differ.
    pub fn height(&self) -> u8 {
        self.half_heights().max().unwrap_or(0)
    }

    /// Rows of each half, left half first.
    pub(super) fn half_heights(&self) -> impl Iterator<Item = u8> + '_ {
        self.islands.chunks(2).map(|half| half.iter().map(|island| island.size.height()).sum())
    }

    /// Where each island's top left square lies, in the order of the string.
    pub fn island_corners(&self) -> impl Iterator<Item = (Island, Position)> + '_ {
        self.islands.iter().enumerate().map(|(index, &island)| {
            let above = if index % 2 == 1 { self.islands[index - 1].size.height() } else { 0 };
            (island, Position::new(above, if index < 2 { 0 } else { 9 }))
        })
    }

    /// The bytes of an island in the string.
    pub fn island_span(index: usize) -> Span {
        Span::new(index * 2, index * 2 + 2)
    }

    /// The bytes of a fire card in the string.
    pub fn fire_span(&self, index: usize) -> Span {
        let start = self.islands.len() * 2 + 1 + index * 4;
        Span::new(start, start + 4)
    }

    /// The bytes of a cat card in the string.
    pub fn cat_span(&self, index: usize) -> Span {
        let start = self.fire_span(self.fire.len()).start + 1 + index * 5;
        Span::new(start, start + 5)
    }

    /// The bytes of the raft card in the string, after its `R`.
    pub fn raft_span(&self) -> Span {
        self.cat_span(self.cats.len()).shifted(1)
    }

    /// Every 3×3 card in the order of the string.
    pub(super) fn placed(&self) -> impl Iterator<Item = Placed> + '_ {
        let fire = self.fire.iter().enumerate();
        let fire = fire.map(|(index, &at)| Placed { what: "fire card", at, span: self.fire_span(index) });
        let cats = self.cats.iter().enumerate();
        let cats =
            cats.map(|(index, cat)| Placed { what: "cat card", at: cat.at, span: self.cat_span(index) });
        let raft = Placed { what: "raft card", at: self.raft.at, span: self.raft_span() };
        fire.chain(cats).chain([raft])
    }

    /// Whether the halves are equally high and every card lies on the board, apart from the others: the quick
    /// form of [`challenge_faults::of_layout`].
    fn is_sound(&self) -> bool {
        let (width, height) = (self.width(), self.height());
        let mut rows = [0u32; 18];
        self.half_heights().all(|half| half == height)
            && self.placed().all(|card| {
                let Position { row, column } = card.at;
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
    const EXAMPLE: &'static str = "LNSNLASAF000300060012001506030903C000093030341203R11215";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, challenge).filter(Self::is_sound)
    }

    fn read(text: &str) -> Reading<Self> {
        challenge_faults::read(text)
    }
}

/// `challenge = island island [island island] "F" fire* "C" cat-place+ "R" raft-place`
fn challenge(input: &str) -> Read<'_, Challenge> {
    let (rest, islands) = islands(input)?;
    let (rest, fire) = preceded(char('F'), many0(position)).parse(rest)?;
    let (rest, cats) = preceded(char('C'), many1(cat_place)).parse(rest)?;
    let (rest, raft) = preceded(char('R'), raft_place).parse(rest)?;
    Ok((rest, Challenge { islands, fire, cats, raft }))
}

/// `island island [island island]`
fn islands(input: &str) -> Read<'_, Vec<Island>> {
    let (rest, (first, second)) = (island, island).parse(input)?;
    let (rest, right) = opt((island, island)).parse(rest)?;
    let mut islands = Vec::with_capacity(4);
    islands.extend([first, second]);
    islands.extend(right.into_iter().flat_map(|(third, fourth)| [third, fourth]));
    Ok((rest, islands))
}

/// `island = ("L" ("N"|"E"|"S"|"W"|"A")) | ("S" ("N"|"S"|"A"))`
pub(super) fn island(input: &str) -> Read<'_, Island> {
    let any = || char('A').map(|_| None);
    let large = preceded(char('L'), alt((letter(Orientation::from_letter).map(Some), any())));
    let half_turns = |letter| Orientation::from_letter(letter).filter(|turn| turn.quarter_turns() % 2 == 0);
    let small = preceded(char('S'), alt((letter(half_turns).map(Some), any())));
    alt((
        large.map(|turn| Island { size: IslandSize::Large, turn }),
        small.map(|turn| Island { size: IslandSize::Small, turn }),
    ))
    .parse(input)
}

/// `cat-place = "0".."6" digit2 digit2`
pub(super) fn cat_place(input: &str) -> Read<'_, CatPlace> {
    (letter(|digit| digit_below(digit, 7)), position).map(|(card, at)| CatPlace { card, at }).parse(input)
}

/// `raft-place = "0".."3" digit2 digit2`
pub(super) fn raft_place(input: &str) -> Read<'_, RaftPlace> {
    (letter(|digit| digit_below(digit, 4)), position).map(|(card, at)| RaftPlace { card, at }).parse(input)
}

fn digit_below(digit: char, bound: u32) -> Option<u8> {
    digit.to_digit(bound).map(|digit| digit as u8)
}
