//! JSON for states, views and moves.

use super::area::push_number;
use super::{
    Arboretum, CARDS, Card, Move, Pile, PlayArea, REACH, State, SubTurn, View,
    read_move::{self, card},
};
use crate::diagnostics::codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::games::GameJson;
use crate::json::{Checker, Data, Value, quote};
use crate::notation::grammar::fault_at;
use std::fmt::Write as _;

/// The keys of a state, in the server's order.
const STATE_KEYS: [&str; 16] = [
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

const VIEW_KEYS: [&str; 13] = [
    "deck",
    "hand",
    "discard",
    "opponentDiscard",
    "playArea",
    "opponentPlayArea",
    "opponentHand",
    "turn",
    "subTurn",
    "previousTurn",
    "activeTurn",
    "showPreviousTurn",
    "opponent",
];

/// The maximum accepted turn number. The number of the next turn must also fit into 32 bits.
const MAX_TURN: i64 = u32::MAX as i64 - 1;

impl GameJson for Arboretum {
    const MOVE_KEYS: &'static [&'static str] = &["card", "coord"];

    fn recognises(object: &Value) -> bool {
        ["deck", "hand", "subTurn"].iter().any(|key| object.get(key).is_some())
    }

    fn write_view(view: &View) -> String {
        let mut out = String::with_capacity(1024);
        // Writing to a `String` cannot fail, so the results of `write!` are ignored here and below.
        let _ = write!(out, "{{\"deck\":{},\"hand\":", view.deck);
        view.hand.write(&mut out);
        out.push_str(",\"discard\":");
        view.discards[0].write(&mut out);
        out.push_str(",\"opponentDiscard\":");
        view.discards[1].write(&mut out);
        out.push_str(",\"playArea\":");
        view.areas[0].write(&mut out);
        out.push_str(",\"opponentPlayArea\":");
        view.areas[1].write(&mut out);
        out.push_str(",\"opponentHand\":[");
        for (index, card) in view.opponent_hand.iter().enumerate() {
            out.push_str(if index > 0 { "," } else { "" });
            match card {
                Some(card) => card.write(&mut out),
                None => out.push_str("null"),
            }
        }
        let (turn, sub_turn) = (view.turn, view.sub_turn.number());
        let _ = write!(out, "],\"turn\":{turn},\"subTurn\":{sub_turn},\"previousTurn\":{{\"move\":");
        write_or_false(&mut out, view.previous, write_move);
        out.push_str(",\"metaData\":");
        write_or_false(&mut out, view.drawn, Card::write);
        let View { active, show_previous, .. } = view;
        let opponent = quote(&view.opponent);
        let _ = write!(
            out,
            "}},\"activeTurn\":{active},\"showPreviousTurn\":{show_previous},\"opponent\":{opponent}}}"
        );
        out
    }

    fn read_view(checker: &mut Checker<'_>, value: &Value) -> Option<View> {
        checker.object(value, "an Arboretum view")?;
        checker.known_keys(value, &VIEW_KEYS);
        let mut census = Census::new();
        let deck = checker.integer_at(value, "deck", 0..=48);
        let [hand, own, other] = ["hand", "discard", "opponentDiscard"].map(|key| {
            let pile = checker.key(value, key)?;
            census.pile(checker, pile, key)
        });
        let [own_area, other_area] = ["playArea", "opponentPlayArea"].map(|key| {
            let area = checker.key(value, key)?;
            census.area(checker, area)
        });
        let opponent_hand = checker.key(value, "opponentHand");
        let opponent_hand = opponent_hand.and_then(|it| partly_hidden(checker, &mut census, it));
        let turn = checker.integer_at(value, "turn", 0..=MAX_TURN);
        let sub_turn = checker.integer_at(value, "subTurn", 0..=3);
        let active = checker.boolean_at(value, "activeTurn");
        let show_previous = checker.boolean_at(value, "showPreviousTurn");
        let opponent = checker.string_at(value, "opponent");
        let last = checker.key(value, "previousTurn");
        let previous = last.and_then(|it| optional(it, "move"));
        let previous = previous.and_then(|it| read_move::possible(checker, it));
        let drawn = last.and_then(|it| optional(it, "metaData"));
        let drawn = drawn.and_then(|it| card(checker, &codes::bots::JSON_TYPE, it));
        Some(View {
            deck: deck? as usize,
            hand: hand?,
            discards: [own?, other?],
            areas: [own_area?, other_area?],
            opponent_hand: opponent_hand?,
            turn: turn? as u32,
            sub_turn: SubTurn::from_number(sub_turn?)?,
            previous,
            drawn,
            active: active?,
            show_previous: show_previous?,
            opponent: opponent?.to_owned(),
        })
    }

    fn write_state(state: &State) -> String {
        let mut out = String::with_capacity(2048);
        out.push_str("{\"deck\":");
        state.deck.write(&mut out);
        for (name, pile) in [
            ("handA", &state.hands[0]),
            ("handB", &state.hands[1]),
            ("discardA", &state.discards[0]),
            ("discardB", &state.discards[1]),
        ] {
            let _ = write!(out, ",\"{name}\":");
            pile.write(&mut out);
        }
        for (name, area) in [("playAreaA", &state.areas[0]), ("playAreaB", &state.areas[1])] {
            let _ = write!(out, ",\"{name}\":");
            area.write(&mut out);
        }
        let (turn, sub_turn, mover) = (state.turn, state.sub_turn.number(), state.mover().index());
        let _ = write!(
            out,
            r#","seenA":{{}},"seenB":{{}},"turn":{turn},"subTurn":{sub_turn},"currentPlayer":{mover},"opponent":"","previousTurn":"#
        );
        write_or_false(&mut out, state.previous, write_move);
        out.push_str(",\"previousTurnMetaData\":");
        write_or_false(&mut out, state.drawn, Card::write);
        out.push_str(",\"playBack\":false}");
        out
    }

    /// Reads a state. In saved states, `seenA` and `seenB` are empty, so neither player knows any card in the
    /// opponent's hand.
    fn read_state(checker: &mut Checker<'_>, value: &Value) -> Option<State> {
        checker.object(value, "an Arboretum state")?;
        checker.known_keys(value, &STATE_KEYS);
        let mut census = Census::new();
        let mut pile = |checker: &mut Checker<'_>, key| {
            let value = checker.key(value, key)?;
            census.pile(checker, value, key)
        };
        let deck = pile(checker, "deck");
        let hands = [pile(checker, "handA"), pile(checker, "handB")];
        let discards = [pile(checker, "discardA"), pile(checker, "discardB")];
        let areas = ["playAreaA", "playAreaB"].map(|key| {
            let value = checker.key(value, key)?;
            census.area(checker, value)
        });
        let mut number = |key, most| {
            let value = checker.key(value, key)?;
            checker.integer(value, key, 0..=most).map(|number| (number, value.span))
        };
        let turn = number("turn", MAX_TURN);
        let sub_turn = number("subTurn", 3);
        let player = number("currentPlayer", 1);
        check_details(checker, value);
        let previous = optional(value, "previousTurn").and_then(|it| read_move::possible(checker, it));
        let drawn =
            optional(value, "previousTurnMetaData").and_then(|it| card(checker, &codes::bots::JSON_TYPE, it));
        if let (Some((turn, _)), Some((player, span))) = (turn, player)
            && turn % 2 != player
        {
            let message = format!("the current player is {player}, which is not possible in turn {turn}");
            let right = (turn % 2).to_string();
            let error = fault_at(checker.text(), &codes::bots::STATE_TURN, span, message);
            checker.report(error.expected([right.clone()]).fix(span, right));
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
            sub_turn: SubTurn::from_number(sub_turn?.0)?,
            previous,
            drawn,
        })
    }

    fn write_move(of: &Move) -> String {
        let mut out = String::with_capacity(32);
        write_move(*of, &mut out);
        out
    }

    fn check_move(checker: &mut Checker<'_>, value: &Value) {
        read_move::written(checker, value);
    }

    fn read_move(checker: &mut Checker<'_>, value: &Value) -> Option<Move> {
        read_move::possible(checker, value)
    }

    fn read_legal_move(checker: &mut Checker<'_>, state: &State, value: &Value) -> Option<Move> {
        read_move::legal(checker, &state.options(), value)
    }

    fn read_shown_move(checker: &mut Checker<'_>, view: &View, value: &Value) -> Option<Move> {
        read_move::legal(checker, &view.options(), value)
    }
}

fn write_move(of: Move, out: &mut String) {
    match of {
        Move::Draw(source) => out.push(char::from(b'0' + source.number())),
        Move::Discard(card) => card.write(out),
        Move::Play(card, [x, y]) => {
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

fn write_or_false<T>(out: &mut String, value: Option<T>, write: fn(T, &mut String)) {
    match value {
        Some(value) => write(value, out),
        None => out.push_str("false"),
    }
}

/// Returns the value of a key, or `None` if the key is missing or its value is `false`.
fn optional<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    value.get(key).filter(|value| !value.is_false())
}

/// Checks the types of all values that do not affect the position.
fn check_details(checker: &mut Checker<'_>, value: &Value) {
    for key in ["seenA", "seenB"] {
        value.get(key).and_then(|seen| checker.object(seen, key));
    }
    value.get("opponent").and_then(|opponent| checker.string(opponent, "the opponent"));
    value.get("playBack").and_then(|play_back| checker.boolean(play_back, "playBack"));
}

fn partly_hidden(checker: &mut Checker<'_>, census: &mut Census, value: &Value) -> Option<Vec<Option<Card>>> {
    let items = checker.array(value, "opponentHand")?.iter();
    let card = |item: &Value| match item.data {
        Data::Null => Some(None),
        _ => census.card(checker, item).map(Some),
    };
    let cards: Vec<_> = items.map(card).collect();
    cards.into_iter().collect()
}

/// Where each card occurs in the JSON of a state or view. A card that occurs twice is an error.
struct Census([Option<Span>; CARDS]);

impl Census {
    const fn new() -> Self {
        Self([None; CARDS])
    }

    /// Stores a card's span. Reports an error if the card has already been found.
    fn note(&mut self, checker: &mut Checker<'_>, card: Card, span: Span) {
        match self.0[card.index()] {
            Some(first) => {
                let message = format!("the card {card} is in two places");
                let error = fault_at(checker.text(), &codes::bots::STATE_TWICE, span, message);
                checker.report(error.related(first, "first here"));
            }
            None => self.0[card.index()] = Some(span),
        }
    }

    fn card(&mut self, checker: &mut Checker<'_>, value: &Value) -> Option<Card> {
        let card = card(checker, &codes::bots::JSON_TYPE, value)?;
        self.note(checker, card, value.span);
        Some(card)
    }

    fn pile(&mut self, checker: &mut Checker<'_>, value: &Value, what: &str) -> Option<Pile> {
        let mut pile = Pile::EMPTY;
        for item in checker.array(value, what)? {
            if let Some(card) = self.card(checker, item) {
                pile.push(card);
            }
        }
        Some(pile)
    }

    fn area(&mut self, checker: &mut Checker<'_>, value: &Value) -> Option<PlayArea> {
        let mut area = PlayArea::new();
        let mut all_read = true;
        for column in checker.object(value, "a play area")? {
            let x = coordinate(checker, &column.key, column.span);
            let Some(cards) = checker.object(&column.value, "a column of a play area") else {
                all_read = false;
                continue;
            };
            for place in cards {
                let y = coordinate(checker, &place.key, place.span);
                match (x, y, self.card(checker, &place.value)) {
                    (Some(x), Some(y), Some(card)) if area.is_empty_at([x, y]) => area.place(card, [x, y]),
                    _ => all_read = false,
                }
            }
        }
        if all_read && !area.is_connected() {
            let message = "every card of a play area must be connected to the card at (0, 0)";
            checker.report(Diagnostic::new(&codes::bots::STATE_APART, value.span, message));
            return None;
        }
        all_read.then_some(area)
    }
}

fn coordinate(checker: &mut Checker<'_>, key: &str, span: Span) -> Option<i8> {
    let number = key.parse::<i8>().ok().filter(|number| number.to_string() == key && number.abs() <= REACH);
    if number.is_none() {
        let message = "this is not a coordinate of a play area";
        let error = fault_at(checker.text(), &codes::bots::STATE_COORDINATE, span, message);
        checker.report(error.expected([format!("an integer from -{REACH} to {REACH}")]));
    }
    number
}
