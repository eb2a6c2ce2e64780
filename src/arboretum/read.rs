//! Reading the server's state of Arboretum.

use super::area::{PlayArea, REACH};
use super::card::{CARDS, Card, Pile};
use super::moves;
use super::state::State;
use crate::diagnostics::Span;
use crate::diagnostics::bots as codes;
use crate::json::inspection::Inspection;
use crate::json::{Data, Value};
use crate::notation::grammar::fault_at;

/// The keys of the server's state.
const KEYS: [&str; 16] = [
    "deck",
    "handA",
    "handB",
    "discardA",
    "discardB",
    "playAreaA",
    "playAreaB",
    "seenA",
    "seenB",
    "turn",
    "subTurn",
    "currentPlayer",
    "opponent",
    "previousTurn",
    "previousTurnMetaData",
    "playBack",
];

/// Where each card of a state or view has been seen.
#[derive(Debug)]
pub(crate) struct Census([Option<Span>; CARDS]);

impl Census {
    /// No card seen.
    pub(crate) const fn new() -> Self {
        Self([None; CARDS])
    }

    /// Notes a card, and a fault if it was seen before.
    fn note(&mut self, look: &mut Inspection<'_>, card: Card, span: Span) {
        match self.0[card.index()] {
            Some(first) => {
                let message = format!("{card} is in two places");
                let fault = fault_at(look.text, &codes::STATE_TWICE, span, message);
                look.faults.push(fault.related(first, "it is here already"));
            }
            None => self.0[card.index()] = Some(span),
        }
    }

    /// A card of the text, noted.
    pub(crate) fn card(&mut self, look: &mut Inspection<'_>, value: &Value) -> Option<Card> {
        let card = moves::card(look, &codes::JSON_TYPE, value)?;
        self.note(look, card, value.span);
        Some(card)
    }

    /// A list of cards.
    pub(crate) fn pile(&mut self, look: &mut Inspection<'_>, value: &Value, what: &str) -> Option<Pile> {
        let mut pile = Pile::EMPTY;
        for item in look.list(value, what)? {
            if let Some(card) = self.card(look, item) {
                pile.push(card);
            }
        }
        Some(pile)
    }

    /// A play area.
    pub(crate) fn area(&mut self, look: &mut Inspection<'_>, value: &Value) -> Option<PlayArea> {
        let mut area = PlayArea::new();
        let mut good = true;
        for column in look.object(value, "a play area")? {
            let x = coordinate(look, &column.key, column.span);
            let Some(cards) = look.object(&column.value, "a column of a play area") else {
                good = false;
                continue;
            };
            for place in cards {
                let y = coordinate(look, &place.key, place.span);
                match (x, y, self.card(look, &place.value)) {
                    (Some(x), Some(y), Some(card)) if area.is_empty_at([x, y]) => area.place(card, [x, y]),
                    _ => good = false,
                }
            }
        }
        if good && !area.is_joined() {
            let message = "the cards are not joined to one at (0, 0)";
            look.faults.push(crate::diagnostics::Diagnostic::new(&codes::STATE_APART, value.span, message));
            return None;
        }
        good.then_some(area)
    }
}

/// A key of a play area.
fn coordinate(look: &mut Inspection<'_>, key: &str, span: Span) -> Option<i8> {
    let number = key.parse::<i8>().ok().filter(|number| number.to_string() == key && number.abs() <= REACH);
    if number.is_none() {
        let fault =
            fault_at(look.text, &codes::STATE_COORDINATE, span, "this is no coordinate of a play area");
        look.faults.push(fault.expected([format!("an integer from -{REACH} to {REACH}")]));
    }
    number
}

/// The state of the server's state object. `seenA` and `seenB` are always empty there: a state read back tells
/// neither player anything of the other's hand.
pub(crate) fn state(look: &mut Inspection<'_>, value: &Value) -> Option<State> {
    look.object(value, "an Arboretum state")?;
    look.known_keys(value, &KEYS);
    let mut census = Census::new();
    let mut pile = |look: &mut Inspection<'_>, key| {
        let value = look.key(value, key)?;
        census.pile(look, value, key)
    };
    let deck = pile(look, "deck");
    let hands = [pile(look, "handA"), pile(look, "handB")];
    let discards = [pile(look, "discardA"), pile(look, "discardB")];
    let areas = ["playAreaA", "playAreaB"].map(|key| {
        let value = look.key(value, key)?;
        census.area(look, value)
    });
    let mut number = |key, most| {
        let value = look.key(value, key)?;
        look.integer(value, key, 0..=most).map(|number| (number, value.span))
    };
    let turn = number("turn", i64::from(u32::MAX - 1));
    let sub_turn = number("subTurn", 3);
    let player = number("currentPlayer", 1);
    details(look, value);
    let previous = optional(value, "previousTurn").and_then(|it| moves::read_previous(look, it));
    let drawn =
        optional(value, "previousTurnMetaData").and_then(|it| moves::card(look, &codes::JSON_TYPE, it));
    if let (Some((turn, _)), Some((player, span))) = (turn, player)
        && turn % 2 != player
    {
        let message = format!("the current player is {player} in turn {turn}");
        let right = (turn % 2).to_string();
        let fault = fault_at(look.text, &codes::STATE_TURN, span, message);
        look.faults.push(fault.expected([right.clone()]).fix(span, right));
    }
    let [hand_a, hand_b] = hands;
    let [discard_a, discard_b] = discards;
    let [area_a, area_b] = areas;
    Some(State {
        deck: deck?,
        hands: [hand_a?, hand_b?],
        discards: [discard_a?, discard_b?],
        areas: [area_a?, area_b?],
        known: [0; 2],
        turn: turn?.0 as u32,
        sub_turn: sub_turn?.0 as u8,
        previous,
        drawn,
    })
}

/// A value that may be left out or `false`.
pub(super) fn optional<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    value.get(key).filter(|value| !matches!(value.data, Data::Bool(false)))
}

/// The keys that say nothing about the position: only their types are looked at.
fn details(look: &mut Inspection<'_>, value: &Value) {
    for key in ["seenA", "seenB"] {
        value.get(key).and_then(|seen| look.object(seen, key));
    }
    value.get("opponent").and_then(|opponent| look.string(opponent, "the opponent"));
    value.get("playBack").and_then(|play_back| look.boolean(play_back, "playBack"));
}
