//! What one player of Arboretum is shown.

use super::area::PlayArea;
use super::card::{Card, Pile};
use super::moves::{self, Move};
use super::read::{Census, optional};
use super::state::write_or_false;
use crate::diagnostics::bots as codes;
use crate::json::inspection::Inspection;
use crate::json::{self, Data, Value};
use std::fmt::Write as _;

/// The keys of a view.
const KEYS: [&str; 13] = [
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

/// The `state` object a player is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// How many cards the deck holds.
    pub deck: usize,
    /// The player's hand.
    pub hand: Pile,
    /// The player's discard pile and the opponent's.
    pub discards: [Pile; 2],
    /// The player's play area and the opponent's.
    pub areas: [PlayArea; 2],
    /// The opponent's hand, `None` where the card is not known.
    pub opponent_hand: Vec<Option<Card>>,
    /// The turn, from 0.
    pub turn: u32,
    /// The sub-turn: 0 and 1 draw, 2 plays, 3 discards.
    pub sub_turn: u8,
    /// The last move, unless it is hidden.
    pub previous: Option<Move>,
    /// The card the last move drew, unless it is hidden.
    pub drawn: Option<Card>,
    /// Whether the player is to move.
    pub active: bool,
    /// Whether the last move should be shown.
    pub show_previous: bool,
    /// The opponent's name.
    pub opponent: String,
}

impl View {
    /// Every legal move of the player to move, as [`Arboretum::legal_moves`](super::Arboretum) lists them; none in a
    /// view of the player who waits.
    pub fn legal_moves(&self) -> Vec<Move> {
        if !self.active {
            return Vec::new();
        }
        let [own, other] = self.discards.map(|pile| pile.top().is_some());
        moves::moves_of(self.sub_turn, [self.deck > 0, own, other], &self.hand, &self.areas[0])
    }

    /// The view as JSON text.
    pub fn write(&self) -> String {
        let mut out = String::with_capacity(1024);
        // Writing to a `String` cannot fail, here and below.
        let _ = write!(out, "{{\"deck\":{},\"hand\":", self.deck);
        self.hand.write(&mut out);
        out.push_str(",\"discard\":");
        self.discards[0].write(&mut out);
        out.push_str(",\"opponentDiscard\":");
        self.discards[1].write(&mut out);
        out.push_str(",\"playArea\":");
        self.areas[0].write(&mut out);
        out.push_str(",\"opponentPlayArea\":");
        self.areas[1].write(&mut out);
        out.push_str(",\"opponentHand\":[");
        for (index, card) in self.opponent_hand.iter().enumerate() {
            out.push_str(if index > 0 { "," } else { "" });
            match card {
                Some(card) => card.write(&mut out),
                None => out.push_str("null"),
            }
        }
        let _ = write!(
            out,
            "],\"turn\":{},\"subTurn\":{},\"previousTurn\":{{\"move\":",
            self.turn, self.sub_turn
        );
        write_or_false(&mut out, self.previous, Move::write);
        out.push_str(",\"metaData\":");
        write_or_false(&mut out, self.drawn, Card::write);
        let Self { active, show_previous, .. } = self;
        let opponent = json::quote(&self.opponent);
        let _ = write!(
            out,
            "}},\"activeTurn\":{active},\"showPreviousTurn\":{show_previous},\"opponent\":{opponent}}}"
        );
        out
    }

    /// The view of a JSON object.
    pub(crate) fn inspect(look: &mut Inspection<'_>, value: &Value) -> Option<Self> {
        look.object(value, "an Arboretum view")?;
        look.known_keys(value, &KEYS);
        let mut census = Census::new();
        let deck = look.key(value, "deck").and_then(|it| look.integer(it, "deck", 0..=48));
        let [hand, own, other] = ["hand", "discard", "opponentDiscard"].map(|key| {
            let pile = look.key(value, key)?;
            census.pile(look, pile, key)
        });
        let [own_area, other_area] = ["playArea", "opponentPlayArea"].map(|key| {
            let area = look.key(value, key)?;
            census.area(look, area)
        });
        let opponent_hand = look.key(value, "opponentHand").and_then(|it| half_hidden(look, &mut census, it));
        let turn =
            look.key(value, "turn").and_then(|it| look.integer(it, "turn", 0..=i64::from(u32::MAX - 1)));
        let sub_turn = look.key(value, "subTurn").and_then(|it| look.integer(it, "subTurn", 0..=3));
        let [active, show_previous] = ["activeTurn", "showPreviousTurn"].map(|key| {
            let flag = look.key(value, key)?;
            look.boolean(flag, key)
        });
        let opponent = look.key(value, "opponent").and_then(|it| look.string(it, "opponent"));
        let last = look.key(value, "previousTurn");
        let previous = last.and_then(|it| optional(it, "move")).and_then(|it| moves::read_previous(look, it));
        let drawn = last.and_then(|it| optional(it, "metaData"));
        let drawn = drawn.and_then(|it| moves::card(look, &codes::JSON_TYPE, it));
        Some(Self {
            deck: deck? as usize,
            hand: hand?,
            discards: [own?, other?],
            areas: [own_area?, other_area?],
            opponent_hand: opponent_hand?,
            turn: turn? as u32,
            sub_turn: sub_turn? as u8,
            previous,
            drawn,
            active: active?,
            show_previous: show_previous?,
            opponent: opponent?.to_owned(),
        })
    }
}

/// A list of cards and `null`s.
fn half_hidden(look: &mut Inspection<'_>, census: &mut Census, value: &Value) -> Option<Vec<Option<Card>>> {
    let items = look.list(value, "opponentHand")?.iter();
    let card = |item: &Value| match item.data {
        Data::Null => Some(None),
        _ => census.card(look, item).map(Some),
    };
    let cards: Vec<_> = items.map(card).collect();
    cards.into_iter().collect()
}
