//! ```text
//! decks = "A" card* "B" card* "C" card* "D" card*      card: a..y, strictly ascending within a deck
//! hand  = decks, at most 6 cards in all
//! ```

use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span, raft as codes};
use crate::notation::grammar::{Read, Walk, fault_at, letters, whole};
use crate::notation::{Kind, Notation, Reading};
use crate::raft::{Card, Deck};
use nom::Parser;
use nom::character::complete::char;
use nom::sequence::preceded;
use std::fmt;

/// A set of pathway cards: for each deck the bits of its cards, `a` lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardSet([u32; 4]);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self([0; 4]);
    /// All hundred cards.
    pub const FULL: Self = Self([(1 << Card::PER_DECK) - 1; 4]);

    /// Whether a card is in it.
    pub const fn contains(&self, card: Card) -> bool {
        self.0[card.deck() as usize] & (1 << card.index()) != 0
    }

    /// Adds a card; false if it was there already.
    pub const fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0[card.deck() as usize] |= 1 << card.index();
        new
    }

    /// Takes a card out; false if it was not there.
    pub const fn remove(&mut self, card: Card) -> bool {
        let there = self.contains(card);
        self.0[card.deck() as usize] &= !(1 << card.index());
        there
    }

    /// How many cards it holds.
    pub fn len(&self) -> usize {
        Deck::ALL.iter().map(|&deck| self.count(deck)).sum()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// How many cards of a deck it holds.
    pub const fn count(&self, deck: Deck) -> usize {
        self.0[deck as usize].count_ones() as usize
    }

    /// Its cards, by deck, then by letter.
    pub fn iter(&self) -> impl Iterator<Item = Card> + use<> {
        let sets = self.0;
        Card::all().filter(move |card| sets[card.deck() as usize] & (1 << card.index()) != 0)
    }

    /// The cards in both sets.
    pub fn both(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|deck| self.0[deck] & other.0[deck]))
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> Self {
        let mut set = Self::EMPTY;
        for card in cards {
            set.insert(card);
        }
        set
    }
}

impl fmt::Display for CardSet {
    /// Every deck's letter, each followed by its cards.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(4 + self.len());
        for deck in Deck::ALL {
            text.push(deck.letter());
            let mut left = self.0[deck as usize];
            while left != 0 {
                text.push((b'a' + left.trailing_zeros() as u8) as char);
                left &= left - 1;
            }
        }
        f.write_str(&text)
    }
}

/// The cards left in the decks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Decks(pub CardSet);

/// The cards in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(pub CardSet);

impl Hand {
    /// Cards a hand may hold.
    pub const MOST: usize = 6;
}

impl fmt::Display for Decks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Notation for Decks {
    const KIND: Kind = Kind::Decks;
    const EXAMPLE: &'static str = "AabcdBCfghDafh";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, decks).map(Self)
    }

    fn read(text: &str) -> Reading<Self> {
        let found = read(text, &DECKS);
        Reading::new(found.cards.map(Self), found.faults)
    }
}

impl Notation for Hand {
    const KIND: Kind = Kind::Hand;
    const EXAMPLE: &'static str = "AfhkBCDahw";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, decks).filter(|cards| cards.len() <= Self::MOST).map(Self)
    }

    fn read(text: &str) -> Reading<Self> {
        let mut reading = read(text, &HAND);
        if let Some(&seventh) = reading.spans.get(Self::MOST) {
            let last = reading.spans.last().copied().unwrap_or(seventh);
            let span = seventh.to(last);
            let count = reading.spans.len();
            let message = format!("{count} cards: a hand holds at most six");
            let fault = Diagnostic::new(&codes::HAND_TOO_MANY_CARDS, span, message);
            reading.faults.push(fault.expected(["at most 6 cards"]).found(format!("{count} cards")));
            reading.faults.sort();
        }
        Reading::new(reading.cards.map(Self), reading.faults)
    }
}

/// `decks = "A" card* "B" card* "C" card* "D" card*`
fn decks(input: &str) -> Read<'_, CardSet> {
    let mut sets = [0; 4];
    let mut rest = input;
    for (deck, cards) in Deck::ALL.into_iter().zip(&mut sets) {
        (rest, *cards) = preceded(char(deck.letter()), cards_of_a_deck).parse(rest)?;
    }
    Ok((rest, CardSet(sets)))
}

/// `card*`, strictly ascending: the run ends before the first letter that is not above the last.
#[expect(clippy::unnecessary_wraps, reason = "a grammar function: nom asks for a result")]
fn cards_of_a_deck(input: &str) -> Read<'_, u32> {
    let mut cards = 0u32;
    let mut length = 0;
    for byte in input.bytes() {
        let card = 1u32 << (byte.wrapping_sub(b'a') & 31);
        if !byte.is_ascii_lowercase() || byte == b'z' || card <= cards {
            break;
        }
        cards |= card;
        length += 1;
    }
    Ok((&input[length..], cards))
}

/// The codes of one of the two kinds.
struct Codes {
    unknown: &'static Code,
    no_deck: &'static Code,
    deck_order: &'static Code,
    missing_deck: &'static Code,
    card_order: &'static Code,
    duplicate: &'static Code,
}

static DECKS: Codes = Codes {
    unknown: &codes::DECKS_UNKNOWN_CARD,
    no_deck: &codes::DECKS_CARD_WITHOUT_DECK,
    deck_order: &codes::DECKS_DECK_ORDER,
    missing_deck: &codes::DECKS_MISSING_DECK,
    card_order: &codes::DECKS_CARD_ORDER,
    duplicate: &codes::DECKS_DUPLICATE_CARD,
};

static HAND: Codes = Codes {
    unknown: &codes::HAND_UNKNOWN_CARD,
    no_deck: &codes::HAND_CARD_WITHOUT_DECK,
    deck_order: &codes::HAND_DECK_ORDER,
    missing_deck: &codes::HAND_MISSING_DECK,
    card_order: &codes::HAND_CARD_ORDER,
    duplicate: &codes::HAND_DUPLICATE_CARD,
};

/// What the walk over a faulty text gathers.
struct FoundCards {
    cards: Option<CardSet>,
    /// Where each card stands, in the order of the text.
    spans: Vec<Span>,
    faults: Diagnostics,
}

fn read(text: &str, codes: &Codes) -> FoundCards {
    let mut reading =
        FoundCards { cards: Some(CardSet::EMPTY), spans: Vec::new(), faults: Diagnostics::new() };
    let mut found: Vec<(Card, Span)> = Vec::new();
    let mut decks: Vec<(Deck, Span)> = Vec::new();
    let mut walk = Walk::new(text);
    while let Some(letter) = walk.peek().filter(|_| !reading.faults.is_full()) {
        let span = walk.take(1);
        if let Some(deck) = Deck::from_letter(letter) {
            deck_fault(text, codes, deck, span, &decks, &mut reading.faults);
            decks.push((deck, span));
        } else if let Some(&(deck, _)) = decks.last() {
            match Card::from_letter(deck, letter) {
                Some(card) => {
                    card_fault(text, codes, card, span, &found, &mut reading);
                    found.push((card, span));
                    reading.spans.push(span);
                }
                None => {
                    unknown(text, codes, span, &mut reading);
                }
            }
        } else if letter.is_ascii_lowercase() && letter != 'z' {
            let message = format!("the card `{letter}` stands before any deck letter");
            reading.faults.push(fault_at(text, codes.no_deck, span, message).expected(letters("ABCD")));
            reading.cards = None;
        } else {
            unknown(text, codes, span, &mut reading);
        }
    }
    if reading.cards.is_some() {
        reading.cards = Some(found.iter().map(|(card, _)| *card).collect());
    }
    missing_decks(text, codes, &decks, &mut reading.faults);
    reading.faults.sort();
    reading
}

fn unknown(text: &str, codes: &Codes, span: Span, reading: &mut FoundCards) {
    let shown = escape(span.of(text));
    let message = match span.of(text) {
        "z" => "there is no card `z`: the cards of a deck are `a` to `y`".to_owned(),
        _ => format!("`{shown}` is neither a deck (`A` to `D`) nor a card (`a` to `y`)"),
    };
    reading.faults.push(fault_at(text, codes.unknown, span, message).expected(["A..D", "a..y"]));
    reading.cards = None;
}

fn deck_fault(
    text: &str,
    codes: &Codes,
    deck: Deck,
    span: Span,
    before: &[(Deck, Span)],
    faults: &mut Diagnostics,
) {
    let Some(&(other, at)) =
        before.iter().max_by_key(|(other, _)| *other).filter(|(other, _)| *other >= deck)
    else {
        return;
    };
    let message = if let Some((_, first)) = before.iter().find(|(other, _)| *other == deck) {
        let message = format!("deck `{}` is listed twice", deck.letter());
        faults.push(fault_at(text, codes.deck_order, span, message).related(*first, "first here"));
        return;
    } else {
        format!("deck `{}` stands after deck `{}`", deck.letter(), other.letter())
    };
    faults.push(fault_at(text, codes.deck_order, span, message).related(at, "this deck belongs after it"));
}

fn card_fault(
    text: &str,
    codes: &Codes,
    card: Card,
    span: Span,
    before: &[(Card, Span)],
    reading: &mut FoundCards,
) {
    if let Some((_, first)) = before.iter().find(|(other, _)| *other == card) {
        let message = format!("card `{}` of deck `{}` is listed twice", card.letter(), card.deck().letter());
        reading.faults.push(fault_at(text, codes.duplicate, span, message).related(*first, "first here"));
        reading.cards = None;
    } else if let Some((other, at)) = before
        .iter()
        .filter(|(other, _)| other.deck() == card.deck())
        .max()
        .filter(|(other, _)| *other > card)
    {
        let message = format!("card `{}` stands after card `{}`", card.letter(), other.letter());
        reading
            .faults
            .push(fault_at(text, codes.card_order, span, message).related(*at, "this card belongs after it"));
    }
}

/// A deck that is not named at all: its letter belongs before the first deck above it.
fn missing_decks(text: &str, codes: &Codes, decks: &[(Deck, Span)], faults: &mut Diagnostics) {
    for deck in Deck::ALL {
        if decks.iter().any(|(other, _)| *other == deck) {
            continue;
        }
        let next = decks.iter().find(|(other, _)| *other > deck);
        let span = Span::at(next.map_or(text.len(), |(_, span)| span.start));
        let letter = deck.letter();
        let message = format!("deck `{letter}` is left out: the letter of an empty deck is written too");
        let fault = Diagnostic::new(codes.missing_deck, span, message).expected([letter.to_string()]);
        let fault = match next {
            Some((other, _)) => fault.found(other.letter().to_string()),
            None => fault,
        };
        faults.push(fault.fix(span, letter.to_string()));
    }
}

/// Where a card stands in a decks or hand string.
pub fn locate(text: &str, card: Card) -> Option<Span> {
    let mut deck = None;
    text.char_indices().find_map(|(at, letter)| {
        if let Some(named) = Deck::from_letter(letter) {
            deck = Some(named);
        }
        (deck == Some(card.deck()) && letter == card.letter()).then(|| Span::new(at, at + 1))
    })
}
