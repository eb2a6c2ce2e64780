//! Moves, and the rules about which moves are legal.

use super::{Card, Pile, PlayArea};

/// A step of a turn.
///
/// ```
/// use clowder::arboretum::SubTurn;
///
/// assert_eq!(SubTurn::ALL.map(SubTurn::number), [0, 1, 2, 3]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SubTurn {
    /// The player draws a first card.
    FirstDraw,
    /// The player draws a second card.
    SecondDraw,
    /// The player plays a card.
    Play,
    /// The player discards a card.
    Discard,
}

impl SubTurn {
    /// All steps, in order.
    pub const ALL: [Self; 4] = [Self::FirstDraw, Self::SecondDraw, Self::Play, Self::Discard];

    /// The step's number in the JSON, from 0 to 3.
    pub const fn number(self) -> u8 {
        self as u8
    }

    pub(super) fn from_number(number: i64) -> Option<Self> {
        usize::try_from(number).ok().and_then(|number| Self::ALL.get(number).copied())
    }

    /// Returns the next step. The last step is followed by the first step of the next turn.
    pub const fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % 4]
    }
}

/// A pile from which a player can draw.
///
/// ```
/// use clowder::arboretum::Source;
///
/// assert_eq!(Source::ALL.map(Source::number), [0, 1, 2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The deck.
    Deck,
    /// The player's own discard pile.
    OwnDiscards,
    /// The opponent's discard pile.
    OpponentsDiscards,
}

impl Source {
    /// All piles, ordered by their numbers in the JSON.
    pub const ALL: [Self; 3] = [Self::Deck, Self::OwnDiscards, Self::OpponentsDiscards];

    /// The pile's number in the JSON, from 0 to 2.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Draws the top card of a pile.
    Draw(Source),
    /// Plays a card from the hand at (x, y).
    Play(Card, [i8; 2]),
    /// Discards a card from the hand.
    Discard(Card),
}

/// Everything that determines which moves are legal, all of it visible to the mover.
pub(super) struct Options<'a> {
    pub(super) is_over: bool,
    pub(super) sub_turn: SubTurn,
    /// For each [`Source`], whether its pile contains a card.
    pub(super) sources: [bool; 3],
    pub(super) hand: &'a Pile,
    pub(super) area: &'a PlayArea,
}

impl Options<'_> {
    /// Lists the legal moves in the order of [`Arboretum::legal_moves`](super::Arboretum).
    pub(super) fn legal_moves(&self) -> Vec<Move> {
        let hand = self.hand.cards();
        match self.sub_turn {
            _ if self.is_over => Vec::new(),
            SubTurn::FirstDraw | SubTurn::SecondDraw => self.draws().map(Move::Draw).collect(),
            SubTurn::Play => {
                let places = self.area.places();
                let mut moves = Vec::with_capacity(hand.len() * places.len());
                for &card in hand {
                    moves.extend(places.iter().map(|&at| Move::Play(card, at)));
                }
                moves
            }
            SubTurn::Discard => hand.iter().copied().map(Move::Discard).collect(),
        }
    }

    /// Iterates over the non-empty piles.
    pub(super) fn draws(&self) -> impl Iterator<Item = Source> {
        let sources = self.sources;
        Source::ALL.into_iter().filter(move |source| sources[*source as usize])
    }
}
