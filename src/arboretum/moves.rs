//! Moves of Arboretum: how they are read and written, which are legal, what they do.

use super::area::{PlayArea, REACH, narrow, push_number};
use super::card::{Card, Pile, SPECIES};
use super::state::State;
use crate::diagnostics::bots as codes;
use crate::diagnostics::{Code, Diagnostics};
use crate::json::inspection::Inspection;
use crate::json::{Data, Value};
use crate::notation::grammar::fault_at;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Draw from the deck (0), the own discard pile (1) or the opponent's (2).
    Draw(u8),
    /// Play a card at x, y.
    Play(Card, [i8; 2]),
    /// Discard a card.
    Discard(Card),
}

impl Move {
    /// Adds it as JSON.
    pub(super) fn write(self, out: &mut String) {
        match self {
            Self::Draw(pile) => out.push(char::from(b'0' + pile)),
            Self::Discard(card) => card.write(out),
            Self::Play(card, [x, y]) => {
                out.push_str("{\"card\":");
                card.write(out);
                out.push_str(",\"coord\":[");
                push_number(out, x);
                out.push(',');
                push_number(out, y);
                out.push_str("]}");
            }
        }
    }
}

/// A move as it is written, its place as far off as may be.
pub(crate) enum Written<'v> {
    Draw(u8),
    Play(Card, [i64; 2], &'v Value, &'v Value),
    Discard(Card),
}

/// The move of a JSON text, if it is legal in the state.
pub(super) fn read(state: &State, json: &str) -> Result<Move, Diagnostics> {
    let (mut look, value) = Inspection::open(json);
    let found = value.as_ref().and_then(|value| {
        let written = shape(&mut look, value)?;
        legal(&mut look, state, value, &written)
    });
    look.finish(found)
}

/// The last move as a state tells it: any move that could have been.
pub(crate) fn read_previous(look: &mut Inspection<'_>, value: &Value) -> Option<Move> {
    match shape(look, value)? {
        Written::Draw(pile) => Some(Move::Draw(pile)),
        Written::Discard(card) => Some(Move::Discard(card)),
        Written::Play(card, at, _, place) => match narrow(at) {
            Some(at) => Some(Move::Play(card, at)),
            None => look.wrong(&codes::JSON_TYPE, place, "a place", format!("at most {REACH} from (0, 0)")),
        },
    }
}

/// `move = "0" | "1" | "2" | card | '{"card":' card ',"coord":[' integer "," integer "]}"`
pub(crate) fn shape<'v>(look: &mut Inspection<'_>, value: &'v Value) -> Option<Written<'v>> {
    match &value.data {
        Data::Integer(pile @ 0..=2) => Some(Written::Draw(*pile as u8)),
        Data::List(_) => card(look, &codes::MOVE_SYNTAX, value).map(Written::Discard),
        Data::Object(_) => {
            let card_value = look.key(value, "card");
            let place = look.key(value, "coord");
            look.known_keys(value, &["card", "coord"]);
            let card = card_value.and_then(|it| card(look, &codes::MOVE_SYNTAX, it));
            let at = place.and_then(|place| coordinates(look, place));
            Some(Written::Play(card?, at?, card_value?, place?))
        }
        _ => {
            let expected = "0, 1 or 2, a card, or a card with its coord";
            look.wrong_integer(&codes::MOVE_SYNTAX, value, "a move", expected, 0..=2)
        }
    }
}

fn coordinates(look: &mut Inspection<'_>, value: &Value) -> Option<[i64; 2]> {
    if let Some([x, y]) = value.list()
        && let (Some(x), Some(y)) = (x.integer(), y.integer())
    {
        return Some([x, y]);
    }
    look.wrong(&codes::MOVE_SYNTAX, value, "a coord", "two integers, as in [-1,0]")
}

/// `card = '["' ("J" | "R" | "C" | "M" | "O" | "W") '",' ("1".."8") "]"`
pub(super) fn card(look: &mut Inspection<'_>, code: &'static Code, value: &Value) -> Option<Card> {
    let Some([species, rank]) = value.list() else {
        return look.wrong(code, value, "a card", "a species and a rank, as in [\"J\",3]");
    };
    let found = species.text().and_then(species_of);
    if found.is_none() {
        unknown_species(look, code, species);
    }
    let number = match rank.integer() {
        Some(number @ 1..=8) => Some(number as u8),
        _ => look.wrong_integer(code, rank, "a rank", "an integer from 1 to 8", 1..=8),
    };
    Card::new(found?, number?)
}

/// The species of a letter.
fn species_of(text: &str) -> Option<usize> {
    SPECIES.iter().position(|&letter| text.chars().eq([letter]))
}

fn unknown_species(look: &mut Inspection<'_>, code: &'static Code, value: &Value) {
    if matches!(value.data, Data::Broken) {
        return;
    }
    let fault = fault_at(look.text, code, value.span, "there is no such species");
    let fault = fault.expected(SPECIES.map(|letter| format!("\"{letter}\"")));
    let upper = value.text().map(str::to_uppercase).filter(|text| species_of(text).is_some());
    look.faults.push(match upper {
        Some(text) => fault.fix(value.span, format!("\"{text}\"")),
        None => fault,
    });
}

/// The move if the rules allow it now, else why not.
fn legal(look: &mut Inspection<'_>, state: &State, value: &Value, written: &Written<'_>) -> Option<Move> {
    if state.is_over() {
        look.fault(&codes::MOVE_OVER, value.span, "the game is over");
        return None;
    }
    let hand = &state.hands[state.mover()];
    match (state.sub_turn, written) {
        (0 | 1, &Written::Draw(pile)) => {
            if pile_of(state, pile).top().is_none() {
                let legal = legal_moves(state).into_iter().filter_map(|it| match it {
                    Move::Draw(pile) => Some(pile.to_string()),
                    _ => None,
                });
                let message = format!("{} is empty", PILES[usize::from(pile)]);
                look.faults
                    .push(fault_at(look.text, &codes::MOVE_EMPTY_PILE, value.span, message).expected(legal));
                return None;
            }
            Some(Move::Draw(pile))
        }
        (2, &Written::Play(card, at, card_value, place)) => {
            let held = hand.holds(card);
            if !held {
                look.fault(&codes::MOVE_HAND, card_value.span, format!("{card} is not in the hand"));
            }
            let at = landing(look, state, at, place);
            Some(Move::Play(card, at?)).filter(|_| held)
        }
        (3, &Written::Discard(card)) => {
            if !hand.holds(card) {
                look.fault(&codes::MOVE_HAND, value.span, format!("{card} is not in the hand"));
                return None;
            }
            Some(Move::Discard(card))
        }
        (sub_turn, _) => {
            let expected = match sub_turn {
                0 | 1 => "a draw: 0, 1 or 2",
                2 => "a play: a card with its coord",
                _ => "a discard: a card",
            };
            let message = format!("sub-turn {sub_turn} asks for {expected}");
            look.faults
                .push(fault_at(look.text, &codes::MOVE_PHASE, value.span, message).expected([expected]));
            None
        }
    }
}

/// The piles by the number that draws from them.
const PILES: [&str; 3] = ["the deck", "your discard pile", "the opponent's discard pile"];

/// Where the card goes; the first one goes to (0, 0), whatever is asked.
fn landing(look: &mut Inspection<'_>, state: &State, at: [i64; 2], place: &Value) -> Option<[i8; 2]> {
    let area = &state.areas[state.mover()];
    if area.cards().is_empty() {
        return Some([0, 0]);
    }
    if area.takes(at) {
        return Some(at.map(|coordinate| coordinate as i8));
    }
    let there = area.cards().iter().find(|placed| placed.at.map(i64::from) == at);
    let [x, y] = at;
    match there {
        Some(placed) => {
            look.fault(&codes::MOVE_TAKEN, place.span, format!("{} lies on ({x}, {y}) already", placed.card));
        }
        None => look.fault(&codes::MOVE_APART, place.span, format!("no card lies next to ({x}, {y})")),
    }
    None
}

fn pile_of(state: &State, pile: u8) -> &Pile {
    let mover = state.mover();
    match pile {
        0 => &state.deck,
        1 => &state.discards[mover],
        _ => &state.discards[1 - mover],
    }
}

/// Every legal move: draws by number; plays card by card in the order of the hand, each by x, then y; discards in the
/// order of the hand.
pub(super) fn legal_moves(state: &State) -> Vec<Move> {
    if state.is_over() {
        return Vec::new();
    }
    let mover = state.mover();
    let piles = [0, 1, 2].map(|pile| pile_of(state, pile).top().is_some());
    moves_of(state.sub_turn, piles, &state.hands[mover], &state.areas[mover])
}

/// The moves of a sub-turn, given which piles hold a card, the hand and the play area.
pub(super) fn moves_of(sub_turn: u8, piles: [bool; 3], hand: &Pile, area: &PlayArea) -> Vec<Move> {
    let hand = hand.cards();
    match sub_turn {
        0 | 1 => (0..3).filter(|&pile| piles[usize::from(pile)]).map(Move::Draw).collect(),
        2 => {
            let places = area.places();
            let mut moves = Vec::with_capacity(hand.len() * places.len());
            for &card in hand {
                moves.extend(places.iter().map(|&at| Move::Play(card, at)));
            }
            moves
        }
        _ => hand.iter().copied().map(Move::Discard).collect(),
    }
}

/// Plays a legal move.
pub(super) fn apply(state: &mut State, of: Move) {
    let mover = state.mover();
    state.drawn = None;
    match of {
        Move::Draw(pile) => {
            let drawn = match pile {
                0 => state.deck.pop(),
                1 => state.discards[mover].pop(),
                _ => state.discards[1 - mover].pop(),
            };
            if let Some(card) = drawn {
                state.hands[mover].push(card);
                if pile != 0 {
                    state.known[mover] |= card.bit();
                }
            }
            state.drawn = drawn;
        }
        Move::Play(card, at) => {
            leave_hand(state, mover, card);
            state.areas[mover].place(card, at);
        }
        Move::Discard(card) => {
            leave_hand(state, mover, card);
            state.discards[mover].push(card);
            state.turn += 1;
        }
    }
    state.sub_turn = (state.sub_turn + 1) % 4;
    state.previous = Some(of);
}

fn leave_hand(state: &mut State, mover: usize, card: Card) {
    state.hands[mover].remove(card);
    state.known[mover] &= !card.bit();
}
