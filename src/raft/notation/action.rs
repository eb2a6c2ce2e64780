//! ```text
//! card action = deck card digit2 digit2 ("N"|"E"|"S"|"W")
//! fire action = tile digit2 digit2 ("T"|"F") ("N"|"E"|"S"|"W")
//! cat action  = colour digit2 digit2 digit2 digit2 deck card [deck card]
//! ```

use super::places::{digits, position, position_at, wrong_letter};
use crate::diagnostics::{Diagnostic, Diagnostics, Span, raft as codes};
use crate::notation::grammar::{Read, Walk, fault_at, letter, whole};
use crate::notation::{Kind, Notation, Reading};
use crate::raft::{Card, Colour, Deck, Orientation, Position, TileId};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map_opt, opt};
use std::fmt;

/// A pathway card placed on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardAction {
    /// Which card.
    pub card: Card,
    /// Its top left square.
    pub at: Position,
    /// How it is turned.
    pub turn: Orientation,
}

/// A fire tile placed on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FireAction {
    /// Which tile.
    pub tile: TileId,
    /// The top left square of its bounding box after flip and turn.
    pub at: Position,
    /// Whether it is mirrored left to right before it is turned.
    pub flipped: bool,
    /// How it is turned.
    pub turn: Orientation,
}

/// A cat moved for one or two discarded cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CatAction {
    /// Its colour.
    pub colour: Colour,
    /// Where it stands.
    pub from: Position,
    /// Where it goes.
    pub to: Position,
    /// The card discarded, the lower one of two.
    pub discard: Card,
    /// The second card, for an exhausted cat.
    pub second: Option<Card>,
}

impl CatAction {
    /// The discarded cards, lower one first.
    pub fn discards(&self) -> impl Iterator<Item = Card> + use<> {
        [self.discard].into_iter().chain(self.second)
    }
}

/// One action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A pathway card.
    Card(CardAction),
    /// A fire tile.
    Fire(FireAction),
    /// A cat.
    Cat(CatAction),
}

impl Action {
    /// The bytes of the place it goes to: a card's or tile's top left square, a cat's end.
    pub const fn place_span(&self) -> Span {
        match self {
            Self::Card(_) => Span::new(2, 6),
            Self::Fire(_) => Span::new(1, 5),
            Self::Cat(_) => Span::new(5, 9),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(CardAction { card, at, turn }) => write!(f, "{card}{at}{}", turn.letter()),
            Self::Fire(FireAction { tile, at, flipped, turn }) => {
                write!(f, "{tile}{at}{}{}", if *flipped { 'T' } else { 'F' }, turn.letter())
            }
            Self::Cat(cat) => {
                write!(f, "{}{}{}{}", cat.colour.cat_letter(), cat.from, cat.to, cat.discard)?;
                cat.second.map_or(Ok(()), |card| write!(f, "{card}"))
            }
        }
    }
}

impl Notation for Action {
    const KIND: Kind = Kind::Action;
    const EXAMPLE: &'static str = "Ab1208S";

    fn parse_canonical(text: &str) -> Option<Self> {
        let action =
            alt((card_action.map(Self::Card), cat_action.map(Self::Cat), fire_action.map(Self::Fire)));
        let ordered = |action: &Self| match action {
            Self::Cat(cat) => cat.second.is_none_or(|second| cat.discard < second),
            _ => true,
        };
        whole(text, action).filter(ordered)
    }

    fn read(text: &str) -> Reading<Self> {
        let mut faults = Diagnostics::new();
        let mut letters = text.chars();
        let Some(first) = letters.next() else {
            let message = "the action is empty: it places a card or a tile, or moves a cat";
            faults.push(
                Diagnostic::new(&codes::ACTION_EMPTY, Span::at(0), message)
                    .expected(["A..D", "a..z", "BGPRY"]),
            );
            return Reading::refused(faults);
        };
        let second = letters.next();
        let second_is_digit = second.is_some_and(|second| second.is_ascii_digit());
        // A lower case letter in the second place names a card, even of a deck that is none.
        let names_card = second.is_some_and(|second| second.is_ascii_lowercase());
        let long = text.chars().nth(8).is_some();
        let mut walk = Walk::new(text);
        let action = if names_card || (!second_is_digit && Deck::from_letter(first).is_some()) {
            read_card(text, &mut walk, &mut faults).map(Self::Card)
        } else if long || (TileId::from_letter(first).is_none() && Colour::from_cat_letter(first).is_some()) {
            read_cat(text, &mut walk, &mut faults).map(Self::Cat)
        } else {
            read_fire(text, &mut walk, &mut faults).map(Self::Fire)
        };
        let rest = Span::new(walk.offset(), text.len());
        if !walk.is_done() {
            let message = "the action is complete before this";
            faults.push(fault_at(text, &codes::ACTION_TRAILING_TEXT, rest, message).fix(rest, ""));
        }
        faults.sort();
        Reading::new(action.filter(|_| faults.only_canon()), faults)
    }
}

/// `("N"|"E"|"S"|"W")`
fn turn(input: &str) -> Read<'_, Orientation> {
    letter(Orientation::from_letter).parse(input)
}

/// `deck card`
fn deck_card(input: &str) -> Read<'_, Card> {
    let pair = (letter(Deck::from_letter), nom::character::complete::anychar);
    map_opt(pair, |(deck, card)| Card::from_letter(deck, card)).parse(input)
}

/// `card action = deck card digit2 digit2 ("N"|"E"|"S"|"W")`
fn card_action(input: &str) -> Read<'_, CardAction> {
    (deck_card, position, turn).map(|(card, at, turn)| CardAction { card, at, turn }).parse(input)
}

/// `fire action = tile digit2 digit2 ("T"|"F") ("N"|"E"|"S"|"W")`
fn fire_action(input: &str) -> Read<'_, FireAction> {
    let flip = letter(|flip| match flip {
        'T' => Some(true),
        'F' => Some(false),
        _ => None,
    });
    (letter(TileId::from_letter), position, flip, turn)
        .map(|(tile, at, flipped, turn)| FireAction { tile, at, flipped, turn })
        .parse(input)
}

/// `cat action = colour digit2 digit2 digit2 digit2 deck card [deck card]`
fn cat_action(input: &str) -> Read<'_, CatAction> {
    (letter(Colour::from_cat_letter), position, position, deck_card, opt(deck_card))
        .map(|(colour, from, to, discard, second)| CatAction { colour, from, to, discard, second })
        .parse(input)
}

/// A letter that `of` gives a meaning, or a fault that says what it should have been.
fn expect<T>(
    text: &str,
    walk: &mut Walk<'_>,
    of: impl Fn(char) -> Option<T>,
    letters: &str,
    what: &str,
    faults: &mut Diagnostics,
) -> Option<T> {
    let span = walk.take(1);
    let found = span.of(text).chars().next().and_then(of);
    if found.is_none() {
        faults.push(wrong_letter(text, &codes::ACTION_UNEXPECTED, span, what, letters));
    }
    found
}

fn expect_position(
    text: &str,
    walk: &mut Walk<'_>,
    what: &str,
    faults: &mut Diagnostics,
) -> Option<Position> {
    let span = walk.take(4);
    let good = digits(text, span, &codes::ACTION_NOT_A_DIGIT, what, faults);
    let count = span.of(text).chars().count();
    if count < 4 {
        let message = format!("{what} is four digits (row, column): {count} of 4 characters");
        faults.push(fault_at(text, &codes::ACTION_TRUNCATED, span, message).expected(["four digits"]));
    }
    position_at(text, span).filter(|_| good)
}

fn expect_card(text: &str, walk: &mut Walk<'_>, faults: &mut Diagnostics) -> Option<Card> {
    let deck = expect(text, walk, Deck::from_letter, "ABCD", "a deck", faults);
    let letter = |letter| matches!(letter, 'a'..='y').then_some(letter);
    let card = expect(text, walk, letter, "abcdefghijklmnopqrstuvwxy", "a card", faults);
    deck.zip(card).and_then(|(deck, card)| Card::from_letter(deck, card))
}

fn expect_turn(text: &str, walk: &mut Walk<'_>, faults: &mut Diagnostics) -> Option<Orientation> {
    expect(text, walk, Orientation::from_letter, "NESW", "an orientation", faults)
}

fn read_card(text: &str, walk: &mut Walk<'_>, faults: &mut Diagnostics) -> Option<CardAction> {
    let card = expect_card(text, walk, faults);
    let at = expect_position(text, walk, "the card's place", faults);
    let turn = expect_turn(text, walk, faults);
    Some(CardAction { card: card?, at: at?, turn: turn? })
}

fn read_fire(text: &str, walk: &mut Walk<'_>, faults: &mut Diagnostics) -> Option<FireAction> {
    let letters = "abcdefghijklmnopqrstuvwxyzABCDE";
    let name = walk.take(1);
    let tile = name.of(text).chars().next().and_then(TileId::from_letter);
    if tile.is_none() {
        faults.push(wrong_letter(text, &codes::ACTION_UNKNOWN_TILE, name, "a fire tile", letters));
    }
    let at = expect_position(text, walk, "the tile's place", faults);
    let flip = |letter| matches!(letter, 'T' | 'F').then_some(letter == 'T');
    let flipped = expect(text, walk, flip, "TF", "a flip", faults);
    let turn = expect_turn(text, walk, faults);
    Some(FireAction { tile: tile?, at: at?, flipped: flipped?, turn: turn? })
}

fn read_cat(text: &str, walk: &mut Walk<'_>, faults: &mut Diagnostics) -> Option<CatAction> {
    let colour = expect(text, walk, Colour::from_cat_letter, "BGPRY", "the colour of a cat", faults);
    let from = expect_position(text, walk, "the cat's place", faults);
    let to = expect_position(text, walk, "the cat's new place", faults);
    let first = walk.span_of(2);
    let discard = expect_card(text, walk, faults);
    let second_span = walk.span_of(2);
    let second = if walk.is_done() { None } else { Some(expect_card(text, walk, faults)) };
    let (mut low, mut high) = (discard?, second);
    if let Some(Some(second)) = &mut high {
        if *second == low {
            let message = format!("card `{low}` is discarded twice");
            let fault = fault_at(text, &codes::ACTION_DUPLICATE_DISCARD, second_span, message);
            faults.push(fault.related(first, "first here"));
        } else if *second < low {
            let message =
                format!("card `{second}` stands after card `{low}`: discards ascend by deck, then card");
            let swapped = format!("{second}{low}");
            let fault = fault_at(text, &codes::ACTION_DISCARD_ORDER, second_span, message);
            faults
                .push(fault.related(first, "this card belongs after it").fix(first.to(second_span), swapped));
            std::mem::swap(&mut low, second);
        }
    }
    // A second card that could not be read leaves no action at all.
    let second = match high {
        Some(second) => Some(second?),
        None => None,
    };
    Some(CatAction { colour: colour?, from: from?, to: to?, discard: low, second })
}
