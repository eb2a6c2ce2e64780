use super::ValueError;
use std::fmt;

/// One of the four decks of pathway cards.
///
/// # Examples
/// ```
/// use clowder::raft::Deck;
///
/// assert_eq!(Deck::ALL.map(Deck::letter), ['A', 'B', 'C', 'D']);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Deck {
    /// The circle deck, `A`.
    Circle,
    /// The cross deck, `B`.
    Cross,
    /// The square deck, `C`.
    Square,
    /// The triangle deck, `D`.
    Triangle,
}

impl Deck {
    /// The four decks in the order of their letters.
    pub const ALL: [Self; 4] = [Self::Circle, Self::Cross, Self::Square, Self::Triangle];

    /// Returns the deck with this letter, or `None` if the letter is not `A` to `D`.
    ///
    /// ```
    /// use clowder::raft::Deck;
    ///
    /// assert_eq!(Deck::from_letter('C'), Some(Deck::Square));
    /// assert_eq!(Deck::from_letter('E'), None);
    /// ```
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'A' => Some(Self::Circle),
            'B' => Some(Self::Cross),
            'C' => Some(Self::Square),
            'D' => Some(Self::Triangle),
            _ => None,
        }
    }

    /// Returns the letter of the deck, `A` to `D`.
    pub const fn letter(self) -> char {
        (b'A' + self as u8) as char
    }

    /// Returns the name of the deck, which is the symbol on the back of its cards.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Cross => "cross",
            Self::Square => "square",
            Self::Triangle => "triangle",
        }
    }
}

/// A pathway card: its deck and its index in the deck, 0 (`a`) to 24 (`y`).
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
    /// The number of cards in a deck.
    pub const PER_DECK: u8 = 25;

    /// Returns the card with this index in a deck, counted from 0.
    ///
    /// # Errors
    /// Returns an error if the index is [`PER_DECK`](Self::PER_DECK) or more.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::{Card, Deck};
    ///
    /// assert!(Card::new(Deck::Cross, 24).is_ok());
    /// assert!(Card::new(Deck::Cross, 25).is_err());
    /// ```
    pub const fn new(deck: Deck, index: u8) -> Result<Self, ValueError> {
        if index < Self::PER_DECK { Ok(Self { deck, index }) } else { Err(ValueError::PathwayCard(index)) }
    }

    /// Returns the card with this letter in a deck, or `None` if the letter is not `a` to `y`.
    ///
    /// ```
    /// use clowder::raft::{Card, Deck};
    ///
    /// assert_eq!(Card::from_letter(Deck::Cross, 'y').map(Card::index), Some(24));
    /// assert_eq!(Card::from_letter(Deck::Cross, 'z'), None);
    /// ```
    pub const fn from_letter(deck: Deck, letter: char) -> Option<Self> {
        match letter {
            'a'..='y' => Some(Self { deck, index: letter as u8 - b'a' }),
            _ => None,
        }
    }

    /// Returns all 100 cards in the order of their decks, and within each deck in the order of their letters.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::{Card, Deck};
    ///
    /// assert_eq!(Card::all().next().map(Card::deck), Some(Deck::ALL[0]));
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        Deck::ALL.into_iter().flat_map(|deck| (0..Self::PER_DECK).map(move |index| Self { deck, index }))
    }

    /// Returns the deck of the card.
    pub const fn deck(self) -> Deck {
        self.deck
    }

    /// Returns the index of the card in its deck, 0 to 24.
    pub const fn index(self) -> u8 {
        self.index
    }

    /// Returns the letter of the card in its deck, `a` to `y`.
    pub const fn letter(self) -> char {
        (b'a' + self.index) as char
    }
}

impl fmt::Display for Card {
    /// Writes the letters of the deck and of the card, as in `Ab`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.deck.letter(), self.letter())
    }
}
