//! One player's view of a game.

use super::moves::Options;
use super::{Card, Move, Pile, PlayArea, SubTurn};

/// One player's view of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The number of cards in the deck.
    pub deck: usize,
    /// The player's hand.
    pub hand: Pile,
    /// The discard piles: the player's own, then the opponent's.
    pub discards: [Pile; 2],
    /// The play areas: the player's own, then the opponent's.
    pub areas: [PlayArea; 2],
    /// The opponent's hand, with `None` for each card that is unknown to the player.
    pub opponent_hand: Vec<Option<Card>>,
    /// The turn number, counted from 0.
    pub turn: u32,
    /// The current step of the turn.
    pub sub_turn: SubTurn,
    /// The last move, or `None` if it is hidden or no move has been made.
    pub previous: Option<Move>,
    /// The card drawn by the last move, or `None` if that card is hidden or the last move was not a draw.
    pub drawn: Option<Card>,
    /// Whether it is the player's turn.
    pub active: bool,
    /// Whether the last move should be displayed.
    pub show_previous: bool,
    /// The opponent's name.
    pub opponent: String,
}

impl View {
    /// Lists the player's legal moves in the order of [`Arboretum::legal_moves`](super::Arboretum). The list is empty
    /// if it is not the player's turn.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.active { self.options().legal_moves() } else { Vec::new() }
    }

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
