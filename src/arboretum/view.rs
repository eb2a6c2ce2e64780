//! The part of a game that one player sees.

use super::moves::Options;
use super::{Card, Move, Pile, PlayArea, SubTurn};

/// The part of a game that one player sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Number of cards in the deck.
    pub deck: usize,
    /// The player's hand.
    pub hand: Pile,
    /// Discard piles: the player's, then the opponent's.
    pub discards: [Pile; 2],
    /// Play areas: the player's, then the opponent's.
    pub areas: [PlayArea; 2],
    /// The opponent's hand, with `None` for each card that the player does not know.
    pub opponent_hand: Vec<Option<Card>>,
    /// Turn number, counted from 0.
    pub turn: u32,
    /// Step of the turn.
    pub sub_turn: SubTurn,
    /// The last move, or `None` if it is hidden or there is none.
    pub previous: Option<Move>,
    /// The card drawn in the last move, or `None` if it is hidden or that move was not a draw.
    pub drawn: Option<Card>,
    /// Whether it is the player's turn.
    pub active: bool,
    /// Whether the last move should be displayed.
    pub show_previous: bool,
    /// Name of the opponent.
    pub opponent: String,
}

impl View {
    /// Lists the player's legal moves in the order of [`Arboretum::legal_moves`](super::Arboretum). Unless it is the
    /// player's turn, there are none.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.active { self.options().legal_moves() } else { Vec::new() }
    }

    /// Collects everything that determines which moves are legal.
    pub(super) fn options(&self) -> Options<'_> {
        let [own, other] = self.discards.each_ref().map(|pile| pile.top().is_some());
        Options {
            is_over: self.deck == 0 && self.sub_turn == SubTurn::FirstDraw,
            sub_turn: self.sub_turn,
            sources: [self.deck > 0, own, other],
            hand: &self.hand,
            area: &self.areas[0],
        }
    }
}
