//! Actions applied to a state, and cards and tiles drawn: all of it, or a refusal with every reason.

use super::notation::{CardSet, Hand};
use super::{Action, Card, Deck, Draw, Exhausted, PlayableState, State, TileId};
use crate::diagnostics::{Diagnostic, Diagnostics, Span, rules as codes};
use crate::notation::plural;
use crate::random::Random;

/// The state after an action.
///
/// ```
/// use clowder::raft::{PlayableState, apply};
///
/// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
/// let after = apply(game.state(), &"B04060506Af".parse()?)?;
/// assert_eq!(after.exhausted.to_string(), "B0506G0105");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
///
/// # Errors
/// Every reason why the action is not legal.
pub fn apply(state: &State, action: &Action) -> Result<State, Diagnostics> {
    let mut game = PlayableState::new(state.clone())?;
    game.apply(action)?;
    Ok(game.into_state())
}

impl PlayableState {
    /// Plays an action if it is legal.
    ///
    /// # Errors
    /// Every reason why it is not; then nothing has changed.
    pub fn apply(&mut self, action: &Action) -> Result<(), Diagnostics> {
        if !self.is_legal(action) {
            return Err(self.legality_errors(action));
        }
        self.apply_unchecked(action);
        Ok(())
    }

    /// Draws a hand at random, and so begins a round.
    ///
    /// # Errors
    /// As [`draw_hand`]; then nothing has changed.
    pub fn draw_hand(&mut self, draw: Draw, random: &mut Random) -> Result<CardSet, Diagnostics> {
        let cards = draw_hand(self.state(), draw, random)?;
        self.begin_round(cards);
        Ok(cards)
    }

    /// Takes the cards of a draw that are known, and so begins a round.
    ///
    /// # Errors
    /// As [`draw_errors`], and where a card is not in its deck or the cards are not those the draw asks for;
    /// then nothing has changed.
    pub fn take_hand(&mut self, draw: Draw, cards: CardSet) -> Result<(), Diagnostics> {
        let mut faults = draw_errors(self.state(), draw);
        faults.extend(card_faults(self.state(), draw, cards));
        if !faults.is_empty() {
            return Err(faults);
        }
        self.begin_round(cards);
        Ok(())
    }

    /// Draws a tile at random: it leaves the bag.
    ///
    /// # Errors
    /// The bag is empty.
    pub fn draw_tile(&mut self, random: &mut Random) -> Result<TileId, Diagnostics> {
        let tile = draw_tile(self.state(), random).ok_or_else(|| {
            let message = "the bag is empty: there is no tile to draw";
            Diagnostics::from(Diagnostic::new(&codes::TILE_BAG_EMPTY, Span::new(0, 4), message))
        })?;
        self.beside_board(|state| {
            state.bag.remove(tile);
        });
        Ok(tile)
    }

    fn begin_round(&mut self, cards: CardSet) {
        self.beside_board(|state| {
            cards.iter().for_each(|card| {
                state.decks.0.remove(card);
            });
            state.hand = Hand(cards);
            state.exhausted = Exhausted::default();
        });
    }
}

/// The cards of a random draw. The state is not changed.
///
/// # Errors
/// As [`draw_errors`].
pub fn draw_hand(state: &State, draw: Draw, random: &mut Random) -> Result<CardSet, Diagnostics> {
    let faults = draw_errors(state, draw);
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut drawn = CardSet::EMPTY;
    for deck in Deck::ALL {
        let mut cards: Vec<Card> = state.decks.0.iter().filter(|card| card.deck() == deck).collect();
        for _ in 0..draw.count(deck) {
            drawn.insert(cards.swap_remove(random.below(cards.len())));
        }
    }
    Ok(drawn)
}

/// A random tile of the bag; `None` if it is empty. The state is not changed.
pub fn draw_tile(state: &State, random: &mut Random) -> Option<TileId> {
    let tiles: Vec<TileId> = state.bag.iter().collect();
    random.choose(&tiles).copied()
}

/// Every reason why a draw is not possible: the hand is not empty, or a deck holds too few cards.
pub fn draw_errors(state: &State, draw: Draw) -> Diagnostics {
    let mut faults = Diagnostics::new();
    let text = draw.to_string();
    let held = state.hand.0.len();
    if held > 0 {
        let message = format!("the hand holds {}: cards are drawn when it is empty", plural(held, "card"));
        let whole = Span::new(0, text.len());
        faults.push(Diagnostic::new(&codes::DRAW_HAND_NOT_EMPTY, whole, message));
    }
    for (span, deck) in requests(draw) {
        let (asked, left) = (usize::from(draw.count(deck)), state.decks.0.count(deck));
        if asked > left {
            let message =
                format!("deck `{}` holds {}, {asked} asked for", deck.letter(), plural(left, "card"));
            let fault = Diagnostic::new(&codes::DRAW_DECK_SHORT, span, message);
            faults.push(fault.expected([format!("at most {left}")]).found(asked.to_string()));
        }
    }
    faults
}

/// What speaks against the cards that are said to be drawn.
fn card_faults(state: &State, draw: Draw, given: CardSet) -> Diagnostics {
    let mut faults = Diagnostics::new();
    let whole = Span::new(0, draw.to_string().len());
    for card in given.iter().filter(|card| !state.decks.0.contains(*card)) {
        let message = format!("card `{card}` is not in its deck");
        faults.push(Diagnostic::new(&codes::DRAW_CARD_NOT_IN_DECK, whole, message).found(card.to_string()));
    }
    for deck in Deck::ALL {
        let (asked, given) = (usize::from(draw.count(deck)), given.count(deck));
        if asked != given {
            let span = requests(draw).find(|(_, other)| *other == deck).map_or(whole, |(span, _)| span);
            let message =
                format!("deck `{}`: {asked} asked for, {} given", deck.letter(), plural(given, "card"));
            faults.push(Diagnostic::new(&codes::DRAW_CARDS_DIFFER, span, message));
        }
    }
    faults
}

/// The decks a draw asks, each with its bytes in the string.
fn requests(draw: Draw) -> impl Iterator<Item = (Span, Deck)> {
    let asked = Deck::ALL.into_iter().filter(move |&deck| draw.count(deck) > 0);
    asked.enumerate().map(|(index, deck)| (Span::new(index * 2, index * 2 + 2), deck))
}
