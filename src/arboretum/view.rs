//! The view of one player.

use super::moves::Options;
use super::{Card, Move, Pile, PlayArea, SubTurn};

/// View of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Number of cards in the deck.
    pub deck: usize,
    /// Player's hand.
    pub hand: Pile,
    /// Player's discard pile and the opponent's discard pile.
    pub discards: [Pile; 2],
    /// The player's play area and the opponent's play area.
    pub areas: [PlayArea; 2],
    /// Opponent's hand. `None` is a card that the player does not know.
    pub opponent_hand: Vec<Option<Card>>,
    /// Number of the turn (counted from 0).
    pub turn: u32,
    /// Step of the turn.
    pub sub_turn: SubTurn,
    /// The last move, or `None` if it is hidden or no move has been played.
    pub previous: Option<Move>,
    /// Card that was drawn in the last move, or `None` when it is hidden or the last move was not a draw.
    pub drawn: Option<Card>,
    /// True if it is the player's turn.
    pub active: bool,
    /// True if a display should show the last move.
    pub show_previous: bool,
    /// Opponent name.
    pub opponent: String,
}

impl View {
    /// Lists the player's legal moves, in the order of [`Arboretum::legal_moves`](super::Arboretum), or nothing when it
    /// is not the player's turn.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.active { self.options().legal_moves() } else { Vec::new() }
    }

    /// Collects what decides which moves are legal.
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
