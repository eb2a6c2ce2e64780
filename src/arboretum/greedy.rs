//! A built-in bot that looks one move ahead.

use super::{Card, Move, Pile, PlayArea, Source, Species, View, score};
use std::cmp::Reverse;

/// Chooses the move that maximises the weighted sum of the best paths' scores. A path's weight is 1 plus the
/// ranks of all cards of its species in the hand, but at most 9. A draw is rated like the best play that it
/// makes possible. The next card of the deck is unknown, so a draw from the deck is rated according to the cards
/// already in the hand. Returns `None` if it is not the player's turn.
pub fn greedy(view: &View) -> Option<Move> {
    view.legal_moves().into_iter().max_by_key(|&of| value(view, of))
}

/// Rates a move. Ties between plays or discards are broken in favour of the lowest rank. The deck is
/// preferred to a discard pile unless the pile's top card raises the value, because drawing from the deck
/// ends the game sooner.
fn value(view: &View, of: Move) -> (u32, Reverse<u8>) {
    let area = &view.areas[0];
    match of {
        Move::Play(card, at) => (value_after_play(area, &view.hand, card, at), Reverse(card.rank())),
        Move::Discard(card) => (weighted_paths(area, &without(&view.hand, card)), Reverse(card.rank())),
        Move::Draw(Source::Deck) => (best_play(area, &view.hand), Reverse(0)),
        Move::Draw(source) => {
            let pile = if source == Source::OwnDiscards { &view.discards[0] } else { &view.discards[1] };
            let gain = pile.top().map_or(0, |top| {
                let hand = view.hand.cards().iter().copied().chain([top]).collect();
                best_play(area, &hand)
            });
            (gain, Reverse(source.number()))
        }
    }
}

/// Returns the highest value that can be reached by playing a card from the hand.
fn best_play(area: &PlayArea, hand: &Pile) -> u32 {
    let places = area.places();
    let plays = hand.cards().iter().flat_map(|&card| places.iter().map(move |&at| (card, at)));
    plays.map(|(card, at)| value_after_play(area, hand, card, at)).max().unwrap_or(0)
}

fn value_after_play(area: &PlayArea, hand: &Pile, card: Card, at: [i8; 2]) -> u32 {
    weighted_paths(&area.with(card, at), &without(hand, card))
}

fn without(hand: &Pile, card: Card) -> Pile {
    hand.cards().iter().copied().filter(|&other| other != card).collect()
}

fn weighted_paths(area: &PlayArea, hand: &Pile) -> u32 {
    let paths = score::best_paths(area);
    let mut weights = [1; Species::ALL.len()];
    for card in hand.cards() {
        weights[card.species().index()] += u32::from(card.rank());
    }
    paths.iter().map(|path| path.score as u32 * weights[path.species.index()].min(9)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_weighted_by_the_cards_in_the_hand() {
        let card = |species, rank| Card::new(species, rank).expect("a card");
        let oaks = PlayArea::new().with(card(Species::Oak, 1), [0, 0]).with(card(Species::Oak, 8), [0, 1]);
        let value = |hand: &[Card]| weighted_paths(&oaks, &hand.iter().copied().collect());
        // The path scores 2 for its cards, 1 for starting with a 1, and 2 for ending with an 8.
        assert_eq!(value(&[]), 5);
        assert_eq!(value(&[card(Species::Jacaranda, 4)]), 5);
        assert_eq!(value(&[card(Species::Oak, 3)]), 5 * 4);
        assert_eq!(value(&[card(Species::Oak, 7), card(Species::Oak, 6)]), 5 * 9);
    }
}
