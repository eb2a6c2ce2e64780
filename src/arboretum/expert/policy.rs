//! The quick policy, which chooses the moves in simulations. The policy plays like the greedy bot but takes
//! only a few microseconds per move.

use super::super::{Card, SubTurn};
use super::deal::{Deal, QuickMove, cards, sums};
use super::yard::{Points, SPECIES, Yard};

/// Returns each species' weight: 1 plus the sum of its ranks in the hand, but at most 9.
fn weights(hand: u64) -> [i32; SPECIES] {
    sums(hand).map(|sum| i32::from(sum).min(8) + 1)
}

fn weighted(best: Points, weights: &[i32; SPECIES]) -> i32 {
    weights.iter().zip(best).map(|(weight, points)| weight * i32::from(points)).sum()
}

/// The possible plays in a turn, each with the points that the best paths would then have. The plays of each
/// card are computed only once, because the play area does not change while the player draws.
#[derive(Default)]
pub(super) struct Plays {
    /// Cards whose plays have been computed.
    known: u64,
    plays: Vec<(u8, u16, Points)>,
}

impl Plays {
    /// Clears the plays. Once the play area has changed, this method must be called before
    /// [`prepare`](Self::prepare).
    pub(super) fn clear(&mut self) {
        self.known = 0;
        self.plays.clear();
    }

    /// Computes the plays for the cards in a set. For each card, keeps only one of the plays that improve no
    /// path, because the policy rates them equally.
    fn prepare(&mut self, yard: &Yard, set: u64) {
        for card in cards(set & !self.known) {
            let mut is_useless = false;
            for &place in yard.open() {
                let best = yard.best_after(card, place);
                if best != *yard.best() || !std::mem::replace(&mut is_useless, true) {
                    self.plays.push((card, place, best));
                }
            }
        }
        self.known |= set;
    }

    /// Returns the best play and its value. Ties are broken in favour of the lowest rank. The plays of all
    /// cards in the hand must have been computed by [`prepare`](Self::prepare).
    fn best(&self, hand: u64) -> (i32, Option<QuickMove>) {
        let mut best = (i32::MIN, None);
        let (mut rank, mut last, mut after) = (u8::MAX, u8::MAX, [0; SPECIES]);
        for &(card, place, points) in &self.plays {
            if hand >> card & 1 == 0 {
                continue;
            }
            if card != last {
                (last, after) = (card, weights(hand & !(1 << card)));
            }
            let value = weighted(points, &after);
            if value > best.0 || (value == best.0 && card % 8 < rank) {
                best = (value, Some(QuickMove::Play(card, place)));
                rank = card % 8;
            }
        }
        best
    }

    pub(super) fn choose(&mut self, deal: &Deal) -> Option<QuickMove> {
        let (yard, hand) = (&deal.yards[deal.mover], deal.hands[deal.mover]);
        match deal.step {
            SubTurn::FirstDraw | SubTurn::SecondDraw => {
                // The deck is tried first so that it wins ties.
                let mut best: Option<(i32, u8)> = None;
                for source in deal.sources() {
                    // The player does not know the top card of the deck.
                    let card = if source == 0 { None } else { deal.pile(source).top().map(Card::bit) };
                    let hand = hand | card.unwrap_or(0);
                    self.prepare(yard, hand);
                    let value = self.best(hand).0;
                    if best.is_none_or(|best| value > best.0) {
                        best = Some((value, source));
                    }
                }
                best.map(|(_, source)| QuickMove::Draw(source))
            }
            SubTurn::Play => {
                self.prepare(yard, hand);
                self.best(hand).1
            }
            SubTurn::Discard => {
                self.clear();
                let key = |&card: &u8| (discard_value(yard, hand, card), std::cmp::Reverse(card % 8));
                cards(hand).max_by_key(key).map(QuickMove::Discard)
            }
        }
    }
}

/// Calls `see` for every play of a card in the hand, with the card, the place, and the weighted value of the
/// resulting paths.
pub(super) fn each_play(yard: &Yard, hand: u64, mut see: impl FnMut(u8, u16, i32)) {
    for card in cards(hand) {
        let weights = weights(hand & !(1 << card));
        for &place in yard.open() {
            see(card, place, weighted(yard.best_after(card, place), &weights));
        }
    }
}

pub(super) fn discard_value(yard: &Yard, hand: u64, card: u8) -> i32 {
    weighted(*yard.best(), &weights(hand & !(1 << card)))
}
