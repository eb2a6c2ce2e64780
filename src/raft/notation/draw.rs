//! The string notation for draws:
//!
//! ```text
#![doc = include_str!("draw.ebnf")]
//! ```

use super::scan::{ItemForm, Scan};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostic, codes};
use crate::notation::grammar::{fault_at, letter, letters, whole};
use crate::notation::order::ListForm;
use crate::notation::{Kind, Notation, Reading, plural};
use crate::raft::{Deck, ValueError};
use nom::multi::many1;
use std::fmt;

/// A request for a new hand: the number of cards to draw from each deck. The numbers add up to six.
///
/// ```
/// use clowder::raft::{Deck, Draw};
///
/// let draw: Draw = "A3B1D2".parse()?;
/// assert_eq!(Deck::ALL.map(|deck| draw.count(deck)), [3, 1, 0, 2]);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Draw([u8; 4]);

impl Draw {
    /// Number of cards in a draw.
    pub const TOTAL: u8 = 6;

    /// Creates a draw from the number of cards to draw from each deck, in the order of [`Deck::ALL`].
    ///
    /// # Errors
    /// Returns an error unless the numbers add up to [`TOTAL`](Self::TOTAL).
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::{Draw, ValueError};
    ///
    /// assert_eq!(Draw::new([3, 1, 0, 2])?.to_string(), "A3B1D2");
    /// assert_eq!(Draw::new([3, 1, 0, 3]), Err(ValueError::DrawTotal(7)));
    /// # Ok::<(), clowder::raft::ValueError>(())
    /// ```
    pub fn new(counts: [u8; 4]) -> Result<Self, ValueError> {
        let total: u32 = counts.iter().map(|&count| u32::from(count)).sum();
        if total == u32::from(Self::TOTAL) { Ok(Self(counts)) } else { Err(ValueError::DrawTotal(total)) }
    }

    /// Number of cards to draw from a deck.
    pub const fn count(self, deck: Deck) -> u8 {
        self.0[deck as usize]
    }

    pub(crate) fn decks(self) -> impl Iterator<Item = Deck> {
        Deck::ALL.into_iter().filter(move |&deck| self.count(deck) > 0)
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.decks().try_for_each(|deck| write!(f, "{}{}", deck.letter(), self.count(deck)))
    }
}

impl Notation for Draw {
    const KIND: Kind = Kind::Draw;
    const GRAMMAR: &str = include_str!("draw.ebnf");
    const EXAMPLE: &'static str = "A3B1D2";

    fn parse_canonical(text: &str) -> Option<Self> {
        // deck "1".."6"
        let request = (letter(Deck::from_letter), letter(count));
        let requests = whole(text, many1(request))?;
        let mut counts = [0; 4];
        for &(deck, count) in &requests {
            counts[deck as usize] = count;
        }
        Self::new(counts).ok().filter(|_| requests.is_sorted_by(|(one, _), (next, _)| one < next))
    }

    fn read(text: &str) -> Reading<Self> {
        let mut scan = Scan::new(text);
        let whole = scan.whole();
        if text.is_empty() {
            let message = "the draw is empty; it must name decks with numbers of cards that add up to 6";
            return Reading::refused(
                Diagnostic::new(&codes::raft::DRAW_EMPTY, whole, message).expected(["A..D"]),
            );
        }
        let items = RUN.items(&mut scan, whole, fits);
        let requests = scan.each(items, |scan, item| {
            let mut pair = item.of(text).chars();
            let second = pair.nth(1)?;
            let (letter, digit) = scan.first_and_rest(item);
            let unknown = &codes::raft::DRAW_UNKNOWN_DECK;
            let deck = scan.letter(letter, unknown, ("a deck", "ABCD"), Deck::from_letter);
            let number = count(second);
            if number.is_none() {
                let shown = escape(digit.of(text));
                let message = format!("`{shown}` is not a valid number of cards; it must be from 1 to 6");
                let error = fault_at(text, &codes::raft::DRAW_COUNT, digit, message);
                scan.errors.push(error.expected(letters("123456")));
            }
            deck.zip(number)
        });
        let decks: Vec<_> = requests.iter().map(|&((deck, _), item)| (deck, item)).collect();
        scan.errors.extend(DECKS.errors(text, &decks));
        let total: u32 = requests.iter().map(|((_, count), _)| u32::from(*count)).sum();
        if scan.errors.only_canon() && total != u32::from(Self::TOTAL) {
            let cards = plural(total as usize, "card");
            let message = format!("this request draws {cards}; a draw is exactly 6 cards");
            let error = Diagnostic::new(&codes::raft::DRAW_TOTAL, whole, message);
            scan.errors.push(error.expected(["6 cards"]).found(cards));
        }
        scan.errors.sort();
        let mut counts = [0; 4];
        for ((deck, count), _) in requests {
            counts[deck as usize] = count;
        }
        Reading::new(Self::new(counts).ok().filter(|_| scan.errors.only_canon()), scan.errors)
    }
}

const RUN: ItemForm = ItemForm {
    width: 2,
    item: "a request",
    items: "requests",
    contents: "a deck (`A` to `D`) and a count (`1` to `6`)",
    truncated: &codes::raft::DRAW_TRUNCATED,
    stray: &codes::raft::DRAW_STRAY_CHARACTER,
};

fn fits(index: usize, letter: char) -> bool {
    if index == 0 { Deck::from_letter(letter).is_some() } else { letter.is_ascii_digit() }
}

fn count(digit: char) -> Option<u8> {
    digit.to_digit(7).filter(|&count| count > 0).map(|count| count as u8)
}

const DECKS: ListForm<'_, Deck> = ListForm {
    noun: "deck",
    duplicate: &codes::raft::DRAW_DUPLICATE_DECK,
    order: &codes::raft::DRAW_ORDER,
    twice: &super::deck_twice,
    wrong_place: &super::deck_at_wrong_place,
};
