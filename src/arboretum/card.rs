//! The 48 cards, and piles of cards.

use std::fmt;

/// The six tree species, in the server's scoring order.
///
/// ```
/// use clowder::arboretum::Species;
///
/// assert_eq!((Species::Oak.letter(), Species::Oak.tree()), ('O', "oak"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Species {
    /// Jacaranda, `J`.
    Jacaranda,
    /// Royal poinciana, `R`.
    RoyalPoinciana,
    /// Cherry, `C`.
    Cherry,
    /// Maple, `M`.
    Maple,
    /// Oak, `O`.
    Oak,
    /// Willow, `W`.
    Willow,
}

impl Species {
    /// All species, in scoring order.
    pub const ALL: [Self; 6] =
        [Self::Jacaranda, Self::RoyalPoinciana, Self::Cherry, Self::Maple, Self::Oak, Self::Willow];

    /// The letter that stands for the species.
    pub const fn letter(self) -> char {
        match self {
            Self::Jacaranda => 'J',
            Self::RoyalPoinciana => 'R',
            Self::Cherry => 'C',
            Self::Maple => 'M',
            Self::Oak => 'O',
            Self::Willow => 'W',
        }
    }

    /// Returns the species with the given letter, if any.
    ///
    /// ```
    /// use clowder::arboretum::Species;
    /// assert_eq!(Species::from_letter('M'), Some(Species::Maple));
    /// ```
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|species| species.letter() == letter)
    }

    /// The name of the tree, in lower case.
    pub const fn tree(self) -> &'static str {
        match self {
            Self::Jacaranda => "jacaranda",
            Self::RoyalPoinciana => "royal poinciana",
            Self::Cherry => "cherry",
            Self::Maple => "maple",
            Self::Oak => "oak",
            Self::Willow => "willow",
        }
    }

    /// The species' index in [`ALL`](Self::ALL).
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Species {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

/// The number of cards in the game.
pub const CARDS: usize = 48;

/// The number of bytes in the JSON of a card, such as `["J",3]`.
const JSON_LENGTH: usize = 7;
/// The JSON of all cards, without separators. A message contains about thirty cards, so each card is copied
/// from this text instead of being formatted.
static JSON: &str = {
    const BYTES: [u8; CARDS * JSON_LENGTH] = {
        let mut bytes = [0; CARDS * JSON_LENGTH];
        let mut at = 0;
        while at < bytes.len() {
            let card = Card((at / JSON_LENGTH) as u8);
            let text = [b'[', b'"', card.letter() as u8, b'"', b',', b'0' + card.rank(), b']'];
            bytes[at] = text[at % JSON_LENGTH];
            at += 1;
        }
        bytes
    };
    match str::from_utf8(&BYTES) {
        Ok(text) => text,
        Err(_) => panic!("these bytes are ASCII letters and digits"),
    }
};

/// A card: a species and a rank from 1 to 8. Cards are ordered by species and then by rank.
///
/// ```
/// use clowder::arboretum::{Card, Species};
///
/// let card = Card::new(Species::Oak, 8)?;
/// assert_eq!((card.species(), card.rank()), (Species::Oak, 8));
/// # Ok::<(), clowder::arboretum::NoRank>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// The error returned when a rank is not between 1 and 8.
///
/// ```
/// use clowder::arboretum::{Card, Species};
///
/// let error = Card::new(Species::Oak, 9).unwrap_err();
/// assert_eq!(error.to_string(), "there is no rank 9; the ranks are 1 to 8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no rank {0}; the ranks are 1 to 8")]
pub struct NoRank(u8);

impl Card {
    /// Creates a card from its species and rank.
    ///
    /// ```
    /// use clowder::arboretum::{Card, Species};
    /// assert_eq!(Card::new(Species::Oak, 8)?.to_string(), "O8");
    /// assert!(Card::new(Species::Oak, 9).is_err());
    /// # Ok::<(), clowder::arboretum::NoRank>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the rank is not between 1 and 8.
    pub const fn new(species: Species, rank: u8) -> Result<Self, NoRank> {
        if 1 <= rank && rank <= 8 { Ok(Self(species as u8 * 8 + rank - 1)) } else { Err(NoRank(rank)) }
    }

    /// The first card of [`Card::all`], also used to fill unused array elements.
    pub(super) const FIRST: Self = Self(0);

    /// Returns the card with this index in [`Card::all`]. The index must be less than 48.
    pub(super) const fn at(index: u8) -> Self {
        Self(index)
    }

    /// Iterates over all cards, sorted by species and then by rank.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CARDS as u8).map(Self)
    }

    /// The card's species.
    pub const fn species(self) -> Species {
        Species::ALL[self.0 as usize / 8]
    }

    /// The letter that stands for the card's species.
    pub const fn letter(self) -> char {
        self.species().letter()
    }

    /// The card's rank, from 1 to 8.
    pub const fn rank(self) -> u8 {
        self.0 % 8 + 1
    }

    /// The card's index in [`Card::all`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the set that contains only this card. A card set has 48 bits: one byte per species, one bit
    /// per rank.
    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }

    pub(super) fn write(self, out: &mut String) {
        out.push_str(&JSON[self.index() * JSON_LENGTH..][..JSON_LENGTH]);
    }
}

impl fmt::Display for Card {
    /// Writes the species' letter and the rank, such as `J3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.rank())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A pile of up to 48 cards, with the last card on top. Cards added to a full pile are ignored.
///
/// ```
/// use clowder::arboretum::{Card, Pile};
///
/// let deck: Pile = Card::all().collect();
/// assert_eq!(deck.top().map(|card| card.to_string()).as_deref(), Some("W8"));
/// ```
#[derive(Clone, Copy)]
pub struct Pile {
    cards: [Card; CARDS],
    count: u8,
}

impl Pile {
    /// The empty pile.
    pub const EMPTY: Self = Self { cards: [Card::FIRST; CARDS], count: 0 };

    /// The cards from bottom to top.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.count)]
    }

    pub(super) fn cards_mut(&mut self) -> &mut [Card] {
        &mut self.cards[..usize::from(self.count)]
    }

    /// The top card, or `None` if the pile is empty.
    pub fn top(&self) -> Option<Card> {
        self.cards().last().copied()
    }

    /// Whether this card is in the pile.
    pub fn contains(&self, card: Card) -> bool {
        self.cards().contains(&card)
    }

    pub(super) fn set(&self) -> u64 {
        self.cards().iter().fold(0, |set, card| set | card.bit())
    }

    /// Puts a card on top, unless the pile already has 48 cards.
    pub(super) fn push(&mut self, card: Card) {
        if let Some(place) = self.cards.get_mut(usize::from(self.count)) {
            *place = card;
            self.count += 1;
        }
    }

    pub(super) fn pop(&mut self) -> Option<Card> {
        let top = self.top()?;
        self.count -= 1;
        Some(top)
    }

    /// Removes a card, preserving the order of the remaining cards.
    pub(super) fn remove(&mut self, card: Card) {
        if let Some(at) = self.cards().iter().position(|&other| other == card) {
            self.cards.copy_within(at + 1..usize::from(self.count), at);
            self.count -= 1;
        }
    }

    pub(super) fn write(&self, out: &mut String) {
        out.push('[');
        for (index, card) in self.cards().iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            card.write(out);
        }
        out.push(']');
    }
}

impl PartialEq for Pile {
    fn eq(&self, other: &Self) -> bool {
        self.cards() == other.cards()
    }
}

impl Eq for Pile {}

impl fmt::Debug for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.cards()).finish()
    }
}

impl FromIterator<Card> for Pile {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> Self {
        let mut pile = Self::EMPTY;
        cards.into_iter().for_each(|card| pile.push(card));
        pile
    }
}
