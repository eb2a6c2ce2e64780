//! The string notation for decks and hands:
//!
//! ```text
#![doc = include_str!("decks.ebnf")]
#![doc = include_str!("hand.ebnf")]
//! ```

use crate::diagnostics::escape::{escape, excerpt};
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span, codes};
use crate::notation::grammar::{Cursor, Read, fault_at, letters, whole};
use crate::notation::order::ListForm;
use crate::notation::{Kind, Notation, Reading};
use crate::raft::{Card, CardSet, Deck, ValueError};
use nom::Parser;
use nom::character::complete::char;
use nom::sequence::preceded;
use std::collections::BTreeMap;
use std::fmt;

impl fmt::Display for CardSet {
    /// Writes the letter of each deck, followed by the letters of its cards.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(4 + self.len());
        for deck in Deck::ALL {
            text.push(deck.letter());
            let mut left = self.bits_of(deck);
            while left != 0 {
                text.push((b'a' + left.trailing_zeros() as u8) as char);
                left &= left - 1;
            }
        }
        f.write_str(&text)
    }
}

/// The cards that remain in the four decks.
///
/// ```
/// use clowder::raft::{CardSet, Decks};
///
/// assert_eq!(Decks::new(CardSet::EMPTY).to_string(), "ABCD");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Decks(CardSet);

impl Decks {
    /// Creates decks from the cards that remain in them.
    pub const fn new(cards: CardSet) -> Self {
        Self(cards)
    }

    /// The cards in the decks.
    pub const fn cards(self) -> CardSet {
        self.0
    }
}

/// The cards in a hand (at most six).
///
/// If a string has more than six cards, its [`Reading`] has an error of class `rule`, but still has a value.
///
/// ```
/// use clowder::raft::Hand;
///
/// let hand: Hand = "AfhkBCDahw".parse()?;
/// assert_eq!(hand.cards().len(), 6);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(CardSet);

impl Hand {
    /// Maximum number of cards in a hand.
    pub const MAX_CARDS: usize = 6;

    /// Creates a hand.
    ///
    /// # Errors
    /// Returns an error if there are more than [`MAX_CARDS`](Self::MAX_CARDS) cards.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::{CardSet, Hand, ValueError};
    ///
    /// assert_eq!(Hand::new(CardSet::EMPTY), Ok(Hand::default()));
    /// assert_eq!(Hand::new(CardSet::FULL), Err(ValueError::HandSize(100)));
    /// ```
    pub const fn new(cards: CardSet) -> Result<Self, ValueError> {
        if cards.len() > Self::MAX_CARDS { Err(ValueError::HandSize(cards.len())) } else { Ok(Self(cards)) }
    }

    /// The cards in the hand.
    pub const fn cards(self) -> CardSet {
        self.0
    }

    /// Removes a card, and returns whether it was in the hand.
    pub const fn remove(&mut self, card: Card) -> bool {
        self.0.remove(card)
    }
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
    const GRAMMAR: &str = include_str!("decks.ebnf");
    const EXAMPLE: &'static str = "AabcdBCfghDafh";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, decks).map(Self)
    }

    fn read(text: &str) -> Reading<Self> {
        CardList::read(text, &DECKS).reading().map(Self)
    }
}

impl Notation for Hand {
    const KIND: Kind = Kind::Hand;
    const GRAMMAR: &str = include_str!("hand.ebnf");
    const EXAMPLE: &'static str = "AfhkBCDahw";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, decks).filter(|cards| cards.len() <= Self::MAX_CARDS).map(Self)
    }

    fn read(text: &str) -> Reading<Self> {
        let mut list = CardList::read(text, &HAND);
        if let [(_, seventh), .., (_, last)] | [(_, seventh @ last)] =
            list.cards.get(Self::MAX_CARDS..).unwrap_or_default()
        {
            let count = list.cards.len();
            let message = format!("the hand has {count} cards; at most 6 are allowed");
            let error = Diagnostic::new(&codes::raft::HAND_TOO_MANY_CARDS, seventh.to(*last), message);
            list.errors.push(error.expected(["at most 6 cards"]).found(format!("{count} cards")));
            list.errors.sort();
        }
        list.reading().map(Self)
    }
}

/// Parses the grammar productions `decks` and `hand`, which differ only in the number of cards allowed.
fn decks(input: &str) -> Read<'_, CardSet> {
    let mut bits = [0; 4];
    let mut rest = input;
    for (deck, cards) in Deck::ALL.into_iter().zip(&mut bits) {
        (rest, *cards) = preceded(char(deck.letter()), cards_of_deck).parse(rest)?;
    }
    Ok((rest, CardSet::of_decks(bits)))
}

/// Parses `card*` into a bit mask (the lowest bit is card `a`). Stops at the first character that is out of
/// order or not a card.
#[expect(clippy::unnecessary_wraps, reason = "nom requires grammar functions to return a result")]
fn cards_of_deck(input: &str) -> Read<'_, u32> {
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

struct Codes {
    unknown: &'static Code,
    no_deck: &'static Code,
    deck_order: &'static Code,
    missing_deck: &'static Code,
    card_order: &'static Code,
    duplicate: &'static Code,
}

static DECKS: Codes = Codes {
    unknown: &codes::raft::DECKS_UNKNOWN_CARD,
    no_deck: &codes::raft::DECKS_CARD_WITHOUT_DECK,
    deck_order: &codes::raft::DECKS_DECK_ORDER,
    missing_deck: &codes::raft::DECKS_MISSING_DECK,
    card_order: &codes::raft::DECKS_CARD_ORDER,
    duplicate: &codes::raft::DECKS_DUPLICATE_CARD,
};

static HAND: Codes = Codes {
    unknown: &codes::raft::HAND_UNKNOWN_CARD,
    no_deck: &codes::raft::HAND_CARD_WITHOUT_DECK,
    deck_order: &codes::raft::HAND_DECK_ORDER,
    missing_deck: &codes::raft::HAND_MISSING_DECK,
    card_order: &codes::raft::HAND_CARD_ORDER,
    duplicate: &codes::raft::HAND_DUPLICATE_CARD,
};

/// The cards that have been read from a string, with the errors found so far.
struct CardList<'a> {
    text: &'a str,
    codes: &'static Codes,
    /// Deck letters, in the order of the string.
    decks: Vec<(Deck, Span)>,
    cards: Vec<(Card, Span)>,
    /// Whether the string has an unknown character or a card before the first deck letter. Such a string has
    /// no value.
    is_refused: bool,
    errors: Diagnostics,
}

impl<'a> CardList<'a> {
    fn read(text: &'a str, codes: &'static Codes) -> Self {
        let (decks, cards, errors) = (Vec::new(), Vec::new(), Diagnostics::new());
        let mut list = Self { text, codes, decks, cards, is_refused: false, errors };
        let mut cursor = Cursor::new(text);
        // The number of cards read before the current list, which begins after the last deck letter.
        let mut ended = 0;
        while let Some(letter) = cursor.peek().filter(|_| !list.is_full(ended)) {
            if let Some(deck) = Deck::from_letter(letter) {
                list.check_order(ended);
                ended = list.cards.len();
                list.decks.push((deck, cursor.take(1)));
                continue;
            }
            let is_card = |letter| Card::from_letter(Deck::Circle, letter).is_some();
            match list.decks.last() {
                Some(&(deck, _)) if is_card(letter) => {
                    list.cards.extend(Card::from_letter(deck, letter).map(|card| (card, cursor.take(1))));
                }
                None if is_card(letter) => list.refuse_without_deck(cursor.take_while(is_card)),
                _ => list.refuse(letter, cursor.take(1)),
            }
        }
        list.check_order(ended);
        list.check_lists();
        let form = ListForm {
            noun: "deck",
            duplicate: codes.deck_order,
            order: codes.deck_order,
            twice: &super::deck_twice,
            wrong_place: &super::deck_at_wrong_place,
        };
        list.errors.extend(form.errors(text, &list.decks));
        list.check_missing_decks();
        list.errors.sort();
        list
    }

    /// Returns the reading, which has no value if a character was refused or a card is listed twice.
    fn reading(self) -> Reading<CardSet> {
        let cards: CardSet = self.cards.iter().map(|(card, _)| *card).collect();
        let has_value = !self.is_refused && cards.len() == self.cards.len();
        Reading::new(has_value.then_some(cards), self.errors)
    }

    fn refuse_without_deck(&mut self, span: Span) {
        let listed = span.of(self.text);
        let (subject, them) = match listed.len() {
            1 => (format!("card `{listed}` has"), "it"),
            _ => (format!("the cards `{}` have", excerpt(listed, 40)), "them"),
        };
        let message = format!("{subject} no deck; a deck letter (`A` to `D`) must come before {them}");
        let error = fault_at(self.text, self.codes.no_deck, span, message);
        self.errors.push(error.expected(letters("ABCD")));
        self.is_refused = true;
    }

    fn refuse(&mut self, letter: char, span: Span) {
        let shown = escape(span.of(self.text));
        let message = match letter {
            'z' => "there is no card `z`; the cards of a deck are `a` to `y`".to_owned(),
            _ => format!("`{shown}` is neither a deck (`A` to `D`) nor a card (`a` to `y`)"),
        };
        let error = fault_at(self.text, self.codes.unknown, span, message);
        self.errors.push(error.expected(["A..D", "a..y"]));
        self.is_refused = true;
    }

    /// Whether reading can stop early. The errors have reached the error limit, or they will reach it when the
    /// repeated decks or cards are reported.
    fn is_full(&self, ended: usize) -> bool {
        self.errors.is_full()
            || self.decks.len() > Deck::ALL.len() + Diagnostics::LIMIT
            || self.cards.len() - ended > usize::from(Card::PER_DECK) + Diagnostics::LIMIT
    }

    /// Reports repeated or misplaced cards in the current list, which begins at index `ended` of the cards.
    fn check_order(&mut self, ended: usize) {
        let form = ListForm {
            noun: "card",
            duplicate: self.codes.duplicate,
            order: self.codes.card_order,
            twice: &card_twice,
            wrong_place: &|card: Card, side, other: Card| {
                format!("card `{}` must come {side} card `{}`", card.letter(), other.letter())
            },
        };
        self.errors.extend(form.errors(self.text, &self.cards[ended..]));
    }

    /// Reports the first card that occurs in two lists of the same deck.
    fn check_lists(&mut self) {
        let mut first: BTreeMap<Card, Span> = BTreeMap::new();
        for &(card, span) in &self.cards {
            let earlier = *first.entry(card).or_insert(span);
            let between = |(_, deck): &(Deck, Span)| earlier.start < deck.start && deck.start < span.start;
            if self.decks.iter().any(between) {
                let error = fault_at(self.text, self.codes.duplicate, span, card_twice(card));
                self.errors.push(error.related(earlier, "first here"));
                break;
            }
        }
    }

    /// Reports missing decks at the position of the next deck, or at the end of the string. A run of missing
    /// decks is reported as one error.
    fn check_missing_decks(&mut self) {
        let next = |deck: Deck| self.decks.iter().find(|(other, _)| *other > deck).copied();
        let missing = Deck::ALL.into_iter().filter(|deck| self.decks.iter().all(|(other, _)| other != deck));
        let missing: Vec<_> = missing.map(|deck| (deck, next(deck))).collect();
        for group in missing.chunk_by(|(_, next), (_, other)| next == other) {
            let letters: String = group.iter().map(|(deck, _)| deck.letter()).collect();
            let next = group[0].1;
            let span = Span::at(next.map_or(self.text.len(), |(_, span)| span.start));
            let message = match group {
                [_] => format!("deck `{letters}` is missing; its letter is required even if it has no cards"),
                _ => format!(
                    "the decks `{letters}` are missing; their letters are required even if they have no cards"
                ),
            };
            let error = Diagnostic::new(self.codes.missing_deck, span, message).expected([letters.clone()]);
            let error = match next {
                Some((other, _)) => error.found(other.letter().to_string()),
                None => error,
            };
            self.errors.push(error.fix(span, letters));
        }
    }
}

fn card_twice(card: Card) -> String {
    format!("card `{}` of deck `{}` is listed twice", card.letter(), card.deck().letter())
}

/// Finds a card in a `decks` or `hand` string.
pub(super) fn locate(text: &str, card: Card) -> Option<Span> {
    let mut deck = None;
    text.char_indices().find_map(|(at, letter)| {
        deck = Deck::from_letter(letter).or(deck);
        (deck == Some(card.deck()) && letter == card.letter()).then(|| Span::new(at, at + 1))
    })
}
