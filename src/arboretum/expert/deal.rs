//! Complete game states for simulations, consistent with everything that a player knows.

use super::super::{Card, Move, Pile, PlayArea, Source, SubTurn, View, score};
use super::yard::{SPECIES, Yard};
use crate::random::Random;

/// For each species, returns the sum of its ranks in a set of cards.
pub(super) fn sums(set: u64) -> [i8; SPECIES] {
    std::array::from_fn(|species| score::RANK_SUMS[usize::from((set >> (8 * species)) as u8)])
}

pub(super) fn cards(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let card = set.trailing_zeros() as u8;
            set &= set - 1;
            card
        })
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuickMove {
    /// Draws from the deck (0), the mover's discard pile (1) or the opponent's discard pile (2).
    Draw(u8),
    Play(u8, u16),
    Discard(u8),
}

/// A complete state in a simulation. The search chooses moves for player 0.
#[derive(Clone)]
pub(super) struct Deal {
    pub(super) deck: Pile,
    pub(super) hands: [u64; 2],
    pub(super) discards: [Pile; 2],
    pub(super) yards: [Yard; 2],
    pub(super) mover: usize,
    pub(super) step: SubTurn,
}

/// What a player knows about a game. Random states are generated from it.
pub(super) struct Knowledge {
    known: Deal,
    /// Cards whose location is unknown to the player.
    unseen: Vec<u8>,
    /// The number of unknown cards in the opponent's hand.
    hidden: usize,
}

impl Knowledge {
    /// Extracts the player's knowledge from a view. Returns `None` if a play area is too large for the
    /// simulation, or if the view has an incorrect number of cards.
    pub(super) fn new(view: &View) -> Option<Self> {
        let hand = view.hand.set();
        let shown = view.opponent_hand.iter().flatten().fold(0, |set, card| set | card.bit());
        let hidden = view.opponent_hand.iter().filter(|card| card.is_none()).count();
        let placed = view.areas.iter().flat_map(PlayArea::cards).map(|placed| placed.card.bit());
        let discarded = view.discards.iter().flat_map(Pile::cards).map(|card| card.bit());
        let seen = placed.chain(discarded).fold(hand | shown, |set, card| set | card);
        let unseen: Vec<u8> = cards(!seen & ((1 << 48) - 1)).collect();
        if unseen.len() != view.deck + hidden {
            return None;
        }
        let [own, other] = [Yard::new(&view.areas[0])?, Yard::new(&view.areas[1])?];
        let known = Deal {
            deck: Pile::EMPTY,
            hands: [hand, shown],
            discards: view.discards,
            yards: [own, other],
            mover: 0,
            step: view.sub_turn,
        };
        Some(Self { known, unseen, hidden })
    }

    /// Generates a random state that is consistent with this knowledge.
    pub(super) fn deal(&mut self, random: &mut Random) -> Deal {
        random.shuffle(&mut self.unseen);
        let mut deal = self.known.clone();
        let (hand, deck) = self.unseen.split_at(self.hidden);
        deal.hands[1] |= hand.iter().fold(0, |set, card| set | 1 << card);
        deal.deck = deck.iter().map(|&card| Card::at(card)).collect();
        deal
    }

    /// Converts a simulated move of player 0 to a real move.
    pub(super) fn to_move(&self, step: QuickMove) -> Move {
        match step {
            QuickMove::Draw(source) => Move::Draw(Source::ALL[usize::from(source) % 3]),
            QuickMove::Play(card, place) => {
                Move::Play(Card::at(card), self.known.yards[0].coordinates(place))
            }
            QuickMove::Discard(card) => Move::Discard(Card::at(card)),
        }
    }
}

impl Deal {
    pub(super) fn is_over(&self) -> bool {
        self.deck.cards().is_empty() && self.step == SubTurn::FirstDraw
    }

    /// Lists the numbers (see [`pile`](Self::pile)) of the piles that the mover can draw from.
    pub(super) fn sources(&self) -> impl Iterator<Item = u8> + '_ {
        (0..3).filter(|&source| self.pile(source).top().is_some())
    }

    /// Returns the deck (0), the mover's discard pile (1) or the opponent's discard pile (2).
    pub(super) const fn pile(&self, source: u8) -> &Pile {
        match source {
            0 => &self.deck,
            1 => &self.discards[self.mover],
            _ => &self.discards[1 - self.mover],
        }
    }

    /// Applies a simulated move, and returns the drawn card, if any.
    pub(super) fn apply(&mut self, step: QuickMove) -> Option<u8> {
        let mover = self.mover;
        let mut drawn = None;
        match step {
            QuickMove::Draw(source) => {
                drawn = match source {
                    0 => self.deck.pop(),
                    1 => self.discards[mover].pop(),
                    _ => self.discards[1 - mover].pop(),
                }
                .map(|card| card.index() as u8);
                self.hands[mover] |= drawn.map_or(0, |card| 1 << card);
            }
            QuickMove::Play(card, place) => {
                self.hands[mover] &= !(1 << card);
                self.yards[mover].play(card, place);
            }
            QuickMove::Discard(card) => {
                self.hands[mover] &= !(1 << card);
                self.discards[mover].push(Card::at(card));
                self.mover = 1 - mover;
            }
        }
        self.step = self.step.next();
        drawn
    }

    pub(super) fn scores(&self) -> [i32; 2] {
        [0, 1].map(|player| {
            let (own, other) = (self.hands[player], self.hands[1 - player]);
            let best = self.yards[player].best();
            (0..SPECIES)
                .filter(|&species| {
                    let [own, other] = [own, other].map(|hand| (hand >> (8 * species)) as u8);
                    score::is_entitled(own, other)
                })
                .map(|species| i32::from(best[species]))
                .sum()
        })
    }
}
