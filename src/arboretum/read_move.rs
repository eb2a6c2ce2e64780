//! Parses moves from JSON.

use super::area::narrow;
use super::moves::Options;
use super::{Card, Move, REACH, Source, Species, SubTurn};
use crate::diagnostics::Code;
use crate::diagnostics::codes;
use crate::json::{Checker, Data, Value};
use crate::notation::grammar::fault_at;

/// A move as written in JSON, before it is checked against the rules. Coordinates may be out of reach.
pub(super) enum Written<'v> {
    Draw(Source),
    Play { card: Card, at: [i64; 2], card_value: &'v Value, place: &'v Value },
    Discard(Card),
}

/// Parses a move without checking whether it is legal.
///
/// `move = "0" | "1" | "2" | card | '{"card":' card ',"coord":[' integer "," integer "]}"`
pub(super) fn written<'v>(checker: &mut Checker<'_>, value: &'v Value) -> Option<Written<'v>> {
    match &value.data {
        Data::Integer(number @ 0..=2) => Some(Written::Draw(Source::ALL[*number as usize])),
        Data::Array(_) => card(checker, &codes::bots::MOVE_SYNTAX, value).map(Written::Discard),
        Data::Object(_) => {
            let card_value = checker.key(value, "card");
            let place = checker.key(value, "coord");
            checker.known_keys(value, &["card", "coord"]);
            let card = card_value.and_then(|it| card(checker, &codes::bots::MOVE_SYNTAX, it));
            let at = place.and_then(|place| coordinates(checker, place));
            Some(Written::Play { card: card?, at: at?, card_value: card_value?, place: place? })
        }
        _ => {
            let expected = "0, 1 or 2, a card, or a card with its coordinates";
            checker.wrong_integer(&codes::bots::MOVE_SYNTAX, value, "a move", expected, 0..=2)
        }
    }
}

/// Parses a move without a state, checking only its form and whether its coordinates are in range.
pub(super) fn possible(checker: &mut Checker<'_>, value: &Value) -> Option<Move> {
    match written(checker, value)? {
        Written::Draw(source) => Some(Move::Draw(source)),
        Written::Discard(card) => Some(Move::Discard(card)),
        Written::Play { card, at, place, .. } => {
            if let Some(at) = narrow(at) {
                Some(Move::Play(card, at))
            } else {
                let expected = format!("at most {REACH} columns and {REACH} rows away from (0, 0)");
                checker.wrong(&codes::bots::JSON_TYPE, place, "a place", expected)
            }
        }
    }
}

fn coordinates(checker: &mut Checker<'_>, value: &Value) -> Option<[i64; 2]> {
    if let Some([x, y]) = value.as_array()
        && let (Some(x), Some(y)) = (x.as_integer(), y.as_integer())
    {
        return Some([x, y]);
    }
    checker.wrong(&codes::bots::MOVE_SYNTAX, value, "a pair of coordinates", "two integers, as in [-1,0]")
}

/// Parses a card.
///
/// `card = '["' ("J" | "R" | "C" | "M" | "O" | "W") '",' ("1".."8") "]"`
pub(super) fn card(checker: &mut Checker<'_>, code: &'static Code, value: &Value) -> Option<Card> {
    let Some([letter, rank]) = value.as_array() else {
        return checker.wrong(code, value, "a card", "a species and a rank, as in [\"J\",3]");
    };
    let species = letter.as_str().and_then(species_of);
    if species.is_none() {
        unknown_species(checker, code, letter);
    }
    let rank = match rank.as_integer() {
        Some(number @ 1..=8) => Some(number as u8),
        _ => checker.wrong_integer(code, rank, "a rank", "an integer from 1 to 8", 1..=8),
    };
    Card::new(species?, rank?).ok()
}

/// Returns the species with this letter, or `None` if there is no such species.
fn species_of(text: &str) -> Option<Species> {
    let mut letters = text.chars();
    let first = letters.next()?;
    Species::from_letter(first).filter(|_| letters.next().is_none())
}

fn unknown_species(checker: &mut Checker<'_>, code: &'static Code, value: &Value) {
    if matches!(value.data, Data::Invalid) {
        return;
    }
    let error = fault_at(
        checker.text(),
        code,
        value.span,
        "there is no such species; the species are J, R, C, M, O and W",
    );
    let error = error.expected(Species::ALL.map(|species| format!("\"{species}\"")));
    let upper = value.as_str().map(str::to_uppercase).filter(|text| species_of(text).is_some());
    checker.report(match upper {
        Some(text) => error.fix(value.span, format!("\"{text}\"")),
        None => error,
    });
}

/// Parses a move. If the move is illegal, reports the reason and returns `None`.
pub(super) fn legal(checker: &mut Checker<'_>, options: &Options<'_>, value: &Value) -> Option<Move> {
    let written = written(checker, value)?;
    if options.is_over {
        checker.error(&codes::bots::MOVE_OVER, value.span, "the game is over");
        return None;
    }
    match (options.sub_turn, written) {
        (SubTurn::FirstDraw | SubTurn::SecondDraw, Written::Draw(source)) => {
            if options.sources[source as usize] {
                return Some(Move::Draw(source));
            }
            let message = format!("{} is empty", pile_name(source));
            let error = fault_at(checker.text(), &codes::bots::MOVE_EMPTY_PILE, value.span, message);
            checker.report(error.expected(options.draws().map(|source| source.number().to_string())));
            None
        }
        (SubTurn::Play, Written::Play { card, at, card_value, place }) => {
            let is_held = options.hand.contains(card);
            if !is_held {
                let message = format!("{card} is not in the hand");
                checker.error(&codes::bots::MOVE_HAND, card_value.span, message);
            }
            let at = landing(checker, options, at, place);
            Some(Move::Play(card, at?)).filter(|_| is_held)
        }
        (SubTurn::Discard, Written::Discard(card)) => {
            if !options.hand.contains(card) {
                checker.error(&codes::bots::MOVE_HAND, value.span, format!("{card} is not in the hand"));
                return None;
            }
            Some(Move::Discard(card))
        }
        (sub_turn, _) => {
            let expected = match sub_turn {
                SubTurn::FirstDraw | SubTurn::SecondDraw => "a draw: 0, 1 or 2",
                SubTurn::Play => "a play: a card with its coordinates",
                SubTurn::Discard => "a discard: a card",
            };
            let message = format!("sub-turn {} requires {expected}", sub_turn.number());
            let error = fault_at(checker.text(), &codes::bots::MOVE_PHASE, value.span, message);
            checker.report(error.expected([expected]));
            None
        }
    }
}

const fn pile_name(source: Source) -> &'static str {
    match source {
        Source::Deck => "the deck",
        Source::OwnDiscards => "your discard pile",
        Source::OpponentsDiscards => "the opponent's discard pile",
    }
}

/// Returns the place where a card is played. The first card is always played at (0, 0), whatever the move says. If the
/// rules forbid the place, reports the reason and returns `None`.
fn landing(checker: &mut Checker<'_>, options: &Options<'_>, at: [i64; 2], place: &Value) -> Option<[i8; 2]> {
    if options.area.cards().is_empty() {
        return Some([0, 0]);
    }
    if options.area.accepts(at) {
        return narrow(at);
    }
    let [x, y] = at;
    match options.area.cards().iter().find(|placed| placed.at.map(i64::from) == at) {
        Some(placed) => {
            let message = format!("{} is already on ({x}, {y})", placed.card);
            checker.error(&codes::bots::MOVE_TAKEN, place.span, message);
        }
        None => {
            checker.error(
                &codes::bots::MOVE_APART,
                place.span,
                format!("there is no card next to ({x}, {y}); a card must be played next to another card"),
            );
        }
    }
    None
}
