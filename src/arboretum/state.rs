//! A position of Arboretum: who holds what, who knows what, and how the server writes it.

use super::area::PlayArea;
use super::card::{CARDS, Card, Pile};
use super::moves::Move;
use super::view::View;
use crate::random::Random;
use std::fmt::Write as _;

/// How many cards are dealt to each player.
const DEALT: usize = 7;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) deck: Pile,
    pub(super) hands: [Pile; 2],
    pub(super) discards: [Pile; 2],
    pub(super) areas: [PlayArea; 2],
    /// The cards of each hand that the other player has seen drawn from a discard pile, as sets.
    pub(super) known: [u64; 2],
    pub(super) turn: u32,
    pub(super) sub_turn: u8,
    pub(super) previous: Option<Move>,
    /// The card the last move drew.
    pub(super) drawn: Option<Card>,
}

impl State {
    /// A shuffled deck, seven cards dealt to each player from its end, the first player first.
    pub fn deal(random: &mut Random) -> Self {
        let mut deck: Pile = Card::all().collect();
        random.shuffle(deck.cards_mut());
        let mut state = Self {
            deck,
            hands: [Pile::EMPTY; 2],
            discards: [Pile::EMPTY; 2],
            areas: [PlayArea::new(); 2],
            known: [0; 2],
            turn: 0,
            sub_turn: 0,
            previous: None,
            drawn: None,
        };
        for card in 0..2 * DEALT {
            if let Some(top) = state.deck.pop() {
                state.hands[card % 2].push(top);
            }
        }
        state
    }

    /// Who is to move.
    pub fn mover(&self) -> usize {
        self.turn as usize % 2
    }

    /// Whether nothing but the deal has happened.
    pub(super) fn is_start(&self) -> bool {
        let counts = [&self.deck, &self.hands[0], &self.hands[1]].map(|pile| pile.cards().len());
        counts == [CARDS - 2 * DEALT, DEALT, DEALT]
            && (self.turn, self.sub_turn) == (0, 0)
            && self.previous.is_none()
    }

    /// Whether the game has ended: the deck is empty and a turn would begin.
    pub fn is_over(&self) -> bool {
        self.deck.cards().is_empty() && self.sub_turn == 0
    }

    /// The draw deck.
    pub fn deck(&self) -> &Pile {
        &self.deck
    }

    /// The hands of the first and the second player.
    pub fn hands(&self) -> &[Pile; 2] {
        &self.hands
    }

    /// The discard piles of the first and the second player.
    pub fn discards(&self) -> &[Pile; 2] {
        &self.discards
    }

    /// A player's play area.
    pub fn area(&self, seat: usize) -> &PlayArea {
        &self.areas[seat]
    }

    /// The turn, from 0.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The sub-turn: 0 and 1 draw, 2 plays, 3 discards.
    pub fn sub_turn(&self) -> u8 {
        self.sub_turn
    }

    /// What a player sees: not the deck, and of the opponent's hand only what came from a discard pile.
    pub(super) fn view(&self, seat: usize, opponent: &str) -> View {
        let other = 1 - seat;
        let active = self.mover() == seat;
        // A card drawn from the deck is its owner's secret.
        let hidden = !active && self.previous == Some(Move::Draw(0));
        let known = |card: &Card| (card.bit() & self.known[other] != 0).then_some(*card);
        View {
            deck: self.deck.cards().len(),
            hand: self.hands[seat],
            discards: [self.discards[seat], self.discards[other]],
            areas: [self.areas[seat], self.areas[other]],
            opponent_hand: self.hands[other].cards().iter().map(known).collect(),
            turn: self.turn,
            sub_turn: self.sub_turn,
            previous: self.previous.filter(|_| !hidden),
            drawn: self.drawn.filter(|_| !hidden),
            active,
            show_previous: active == (self.sub_turn == 0),
            opponent: opponent.to_owned(),
        }
    }

    /// The whole server state.
    pub(super) fn write(&self) -> String {
        let mut out = String::with_capacity(2048);
        out.push_str("{\"deck\":");
        self.deck.write(&mut out);
        for (name, pile) in [
            ("handA", &self.hands[0]),
            ("handB", &self.hands[1]),
            ("discardA", &self.discards[0]),
            ("discardB", &self.discards[1]),
        ] {
            let _ = write!(out, ",\"{name}\":");
            pile.write(&mut out);
        }
        for (name, area) in [("playAreaA", &self.areas[0]), ("playAreaB", &self.areas[1])] {
            let _ = write!(out, ",\"{name}\":");
            area.write(&mut out);
        }
        let (turn, sub_turn, mover) = (self.turn, self.sub_turn, self.mover());
        let _ = write!(
            out,
            r#","seenA":{{}},"seenB":{{}},"turn":{turn},"subTurn":{sub_turn},"currentPlayer":{mover},"opponent":"","previousTurn":"#
        );
        write_or_false(&mut out, self.previous, Move::write);
        out.push_str(",\"previousTurnMetaData\":");
        write_or_false(&mut out, self.drawn, Card::write);
        out.push_str(",\"playBack\":false}");
        out
    }
}

/// Adds a value, or `false` where there is none.
pub(super) fn write_or_false<T>(out: &mut String, value: Option<T>, write: fn(T, &mut String)) {
    match value {
        Some(value) => write(value, out),
        None => out.push_str("false"),
    }
}
