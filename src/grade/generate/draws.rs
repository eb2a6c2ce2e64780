//! Creates cases about drawing cards and tiles. A draw is either possible, or impossible because a deck has too few
//! cards or because the bag is empty.

use super::{Aim, Made};
use crate::grade::case::Case;
use crate::grade::suite::Suite;
use crate::raft::{Card, Deck, Decks, Draw, FireBag, Hand, State};
use crate::random::Random;
use serde_json::{Value, json};

/// Creates a case with one to three requests. In a near miss, one of the decks is too small for the last request, even
/// before the first request.
pub(super) fn hand(mut state: State, aim: Aim, variant: usize, random: &mut Random) -> Option<Made> {
    // Cards can be drawn only when the hand is empty.
    state.hand = Hand::default();
    let count = 1 + variant % 3;
    let draws = (0..count).map(|_| random_draw(random)).collect::<Option<Vec<Draw>>>()?;
    if aim == Aim::NearMiss {
        shorten(&mut state, *draws.last()?, random);
    }
    let mut left = Deck::ALL.map(|deck| state.decks.cards().count(deck));
    let mut expect = Vec::new();
    for draw in &draws {
        let asked = Deck::ALL.map(|deck| usize::from(draw.count(deck)));
        if left.iter().zip(asked).all(|(left, asked)| *left >= asked) {
            left.iter_mut().zip(asked).for_each(|(left, asked)| *left -= asked);
            expect.push(json!({"drawn": asked, "hand_from_decks": true}));
        } else {
            expect.push("unchanged".into());
        }
    }
    let is_refused = expect.iter().any(|item: &Value| item.is_string());
    let actions: Vec<Value> = draws.iter().map(|draw| draw.to_string().into()).collect();
    let mut case =
        Case::new(Suite::DrawHand, vec![("state", json!(state.parts())), ("actions", actions.into())]);
    case.expect = Some(expect.into());
    Some(Made::new(case, if is_refused { "draw/deck-short" } else { "possible draws" }))
}

fn random_draw(random: &mut Random) -> Option<Draw> {
    let mut counts = [0; 4];
    for _ in 0..Draw::TOTAL {
        counts[random.below(4)] += 1;
    }
    Draw::new(counts).ok()
}

/// Removes cards from one deck, so that this deck has one card fewer than the draw requests from it.
fn shorten(state: &mut State, draw: Draw, random: &mut Random) {
    let asked: Vec<Deck> = Deck::ALL.into_iter().filter(|&deck| draw.count(deck) > 0).collect();
    let Some(&deck) = random.choose(&asked) else { return };
    let mut left = state.decks.cards();
    let cards: Vec<Card> = left.iter().filter(|card| card.deck() == deck).collect();
    for card in cards.into_iter().skip(usize::from(draw.count(deck)) - 1) {
        left.remove(card);
    }
    state.decks = Decks::new(left);
}

/// Creates a case about drawing a tile from the bag. In a near miss, the bag is empty.
pub(super) fn fire_tile(mut state: State, aim: Aim) -> Made {
    if aim == Aim::NearMiss {
        state.bag = FireBag::default();
    }
    let bag = state.bag.to_string();
    let (expect, rule) = if bag.is_empty() {
        (json!({"equals": ""}), "tile/bag-empty")
    } else {
        (json!({"first_char_in": bag}), "a tile from the bag")
    };
    let mut case = Case::new(Suite::DrawFireTile, vec![("state", json!(state.parts()))]);
    case.expect = Some(expect);
    Made::new(case, rule)
}
