//! The 48 cards and piles of them.

use std::fmt;

/// The six species by letter, in the order the server scores them.
pub const SPECIES: [char; 6] = ['J', 'R', 'C', 'M', 'O', 'W'];
/// The trees the letters stand for.
const TREES: [&str; 6] = ["jacaranda", "royal poinciana", "cherry", "maple", "oak", "willow"];
/// How many cards there are.
pub const CARDS: usize = 48;

/// The length of a card as JSON: `["J",3]`.
const JSON_LENGTH: usize = 7;
/// Every card as JSON, one after the other: a message holds some thirty, and each is copied in one piece.
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
        Err(_) => panic!("letters and digits"),
    }
};

/// A card: eight ranks of each species, numbered species by species.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of a species (0–5, in the order of [`SPECIES`]) and a rank (1–8).
    pub const fn new(species: usize, rank: u8) -> Option<Self> {
        if species < SPECIES.len() && 1 <= rank && rank <= 8 {
            Some(Self(species as u8 * 8 + rank - 1))
        } else {
            None
        }
    }

    /// The first card; it also fills the places of an array that do not count.
    pub(super) const FIRST: Self = Self(0);

    /// Every card, species by species, ranks ascending.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CARDS as u8).map(Self)
    }

    /// Its species: an index into [`SPECIES`].
    pub const fn species(self) -> usize {
        self.0 as usize / 8
    }

    /// Its species' letter.
    pub const fn letter(self) -> char {
        SPECIES[self.species()]
    }

    /// The tree it shows.
    pub const fn tree(self) -> &'static str {
        TREES[self.species()]
    }

    /// Its rank, 1–8.
    pub const fn rank(self) -> u8 {
        self.0 % 8 + 1
    }

    /// Its place in the order of [`Card::all`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// It alone as a set: one bit of 48, a byte for each species.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Adds it as JSON: `["J",3]`.
    pub(super) fn write(self, out: &mut String) {
        out.push_str(&JSON[self.index() * JSON_LENGTH..][..JSON_LENGTH]);
    }
}

impl fmt::Display for Card {
    /// Letter and rank: `J3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.rank())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Cards in order, the last on top.
#[derive(Clone, Copy)]
pub struct Pile {
    cards: [Card; CARDS],
    count: u8,
}

impl Pile {
    /// No card.
    pub const EMPTY: Self = Self { cards: [Card::FIRST; CARDS], count: 0 };

    /// The cards from the bottom to the top.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.count)]
    }

    /// The same, to be shuffled.
    pub(super) fn cards_mut(&mut self) -> &mut [Card] {
        &mut self.cards[..usize::from(self.count)]
    }

    /// The card on top.
    pub fn top(&self) -> Option<Card> {
        self.cards().last().copied()
    }

    /// Whether a card is among them.
    pub fn holds(&self, card: Card) -> bool {
        self.cards().contains(&card)
    }

    /// The cards as a set of bits.
    pub fn set(&self) -> u64 {
        self.cards().iter().fold(0, |set, card| set | card.bit())
    }

    /// Puts a card on top; a pile of all 48 takes no more.
    pub(super) fn push(&mut self, card: Card) {
        if let Some(place) = self.cards.get_mut(usize::from(self.count)) {
            *place = card;
            self.count += 1;
        }
    }

    /// Takes the card on top.
    pub(super) fn pop(&mut self) -> Option<Card> {
        let top = self.top()?;
        self.count -= 1;
        Some(top)
    }

    /// Takes a card out; the others keep their order.
    pub(super) fn remove(&mut self, card: Card) {
        if let Some(at) = self.cards().iter().position(|&other| other == card) {
            self.cards.copy_within(at + 1..usize::from(self.count), at);
            self.count -= 1;
        }
    }

    /// Adds them as a JSON list.
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
