//! Applies player actions and card draws to a state. Each action or draw is either applied completely or
//! rejected with a list of all reasons.

use super::{Action, Card, CardSet, Deck, Decks, Draw, Exhausted, Hand, PlayableState, State, TileId};
use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use crate::notation::plural;
use crate::random::Random;

impl PlayableState {
    /// Applies an action if it is legal.
    ///
    /// # Errors
    /// Returns every [reason](Self::legality_errors) why the action is illegal, and leaves the state unchanged.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::PlayableState;
    ///
    /// let mut game: PlayableState = PlayableState::EXAMPLE.parse()?;
    /// game.apply(&"B04060506Af".parse()?)?;
    /// assert_eq!(game.state().hand().to_string(), "AhkBCbDcg");
    /// assert!(game.apply(&"B04060506Af".parse()?).is_err());
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn apply(&mut self, action: &Action) -> Result<(), Diagnostics> {
        if !self.is_legal(action) {
            return Err(self.legality_errors(action));
        }
        self.apply_unchecked(action);
        Ok(())
    }

    /// Begins a new round by drawing a random hand, and returns the cards in this hand.
    ///
    /// # Errors
    /// Returns every [reason](draw_errors) why the draw is not possible, and leaves the state unchanged.
    ///
    /// # Examples
    /// ```
    /// use clowder::{random::Random, raft::{PlayableState, setup}};
    ///
    /// let challenge = "LNSNLASAF000300060012001503030903C112033060340009R01215".parse()?;
    /// let mut random = Random::new(1);
    /// let islands = setup::choose_islands(&challenge, &mut random);
    /// let mut game = PlayableState::new(setup::initial_state(&challenge, &islands)?)?;
    /// assert_eq!(game.draw_hand("A3B1D2".parse()?, &mut random)?.len(), 6);
    /// assert!(game.draw_hand("A3B1D2".parse()?, &mut random).is_err());
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn draw_hand(&mut self, draw: Draw, random: &mut Random) -> Result<CardSet, Diagnostics> {
        let hand = random_hand(self.state(), draw, random)?;
        self.state.begin_round(hand);
        Ok(hand.cards())
    }

    /// Begins a new round with the given hand instead of a random one.
    ///
    /// # Errors
    /// Returns every [reason](draw_errors) why the draw is not possible. Also returns an error for each card
    /// that is not in its deck. For each deck, returns an error if the hand has more or fewer cards from this
    /// deck than the draw requests. After an error, the state is unchanged.
    ///
    /// # Examples
    /// ```
    /// use clowder::{notation::Notation, raft::{PlayableState, State}};
    ///
    /// let text = State::EXAMPLE.replace("AfhkBCDbcg", "ABCD");
    /// let mut game: PlayableState = text.parse()?;
    /// game.take_hand("A3C1D2".parse()?, "AabcBCfDaf".parse()?)?;
    /// assert_eq!(game.state().decks().to_string(), "AdBCghDh");
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn take_hand(&mut self, draw: Draw, hand: Hand) -> Result<(), Diagnostics> {
        let mut errors = draw_errors(self.state(), draw);
        errors.extend(card_errors(self.state(), draw, hand.cards()));
        if !errors.is_empty() {
            return Err(errors);
        }
        self.state.begin_round(hand);
        Ok(())
    }

    /// Draws a random tile from the bag.
    ///
    /// # Errors
    /// Returns an error if the bag is empty.
    ///
    /// # Examples
    /// ```
    /// use clowder::{random::Random, raft::PlayableState};
    ///
    /// let mut game: PlayableState = PlayableState::EXAMPLE.parse()?;
    /// let tile = game.draw_tile(&mut Random::new(1))?;
    /// assert!(!game.state().bag().contains(tile));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn draw_tile(&mut self, random: &mut Random) -> Result<TileId, Diagnostics> {
        let tile = random_tile(self.state(), random).ok_or_else(|| {
            let message = "the bag is empty; there is no tile to draw";
            Diagnostics::from(Diagnostic::new(&codes::rules::TILE_BAG_EMPTY, Span::new(0, 4), message))
        })?;
        self.state.bag.remove(tile);
        Ok(tile)
    }
}

impl State {
    /// Begins a round: removes the new hand's cards from the decks, and clears the list of exhausted cats.
    pub(crate) fn begin_round(&mut self, hand: Hand) {
        self.decks = Decks::new(self.decks.cards().difference(hand.cards()));
        self.hand = hand;
        self.exhausted = Exhausted::default();
    }
}

/// Chooses a random hand with the requested number of cards from each deck, without changing the state.
///
/// # Errors
/// Returns every [reason](draw_errors) why the draw is not possible.
///
/// # Examples
/// ```
/// use clowder::{notation::Notation, random::Random, raft::{Deck, State, random_hand}};
///
/// let state: State = State::EXAMPLE.replace("AfhkBCDbcg", "ABCD").parse()?;
/// let hand = random_hand(&state, "A3C1D2".parse()?, &mut Random::new(1))?;
/// assert!(hand.cards().difference(state.decks().cards()).is_empty() && hand.cards().count(Deck::Circle) == 3);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn random_hand(state: &State, draw: Draw, random: &mut Random) -> Result<Hand, Diagnostics> {
    let errors = draw_errors(state, draw);
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut drawn = CardSet::EMPTY;
    for deck in Deck::ALL {
        let mut cards: Vec<Card> = state.decks.cards().iter().filter(|card| card.deck() == deck).collect();
        for _ in 0..draw.count(deck) {
            drawn.insert(cards.swap_remove(random.below(cards.len())));
        }
    }
    Ok(Hand::new(drawn).unwrap_or_default())
}

/// Chooses a random tile without removing it from the bag. Returns `None` if the bag is empty.
pub fn random_tile(state: &State, random: &mut Random) -> Option<TileId> {
    let tiles: Vec<TileId> = state.bag.iter().collect();
    random.choose(&tiles).copied()
}

/// Lists every reason why a draw is not possible: the hand is not empty, or a deck has too few cards. The spans point
/// into the draw string.
///
/// ```
/// use clowder::{notation::Notation, raft::{State, draw_errors}};
///
/// let state: State = State::EXAMPLE.replace("AfhkBCDbcg", "ABCD").parse()?;
/// let errors = draw_errors(&state, "A3B1D2".parse()?);
/// assert_eq!(errors.to_string(), "2..4: draw/deck-short: deck `B` has 0 cards, but the draw requests 1");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn draw_errors(state: &State, draw: Draw) -> Diagnostics {
    let mut errors = Diagnostics::new();
    let held = state.hand.cards().len();
    if held > 0 {
        let message = format!(
            "the hand still has {}; cards can be drawn only when the hand is empty",
            plural(held, "card")
        );
        errors.push(Diagnostic::new(&codes::rules::DRAW_HAND_NOT_EMPTY, whole(draw), message));
    }
    for (span, deck) in requests(draw) {
        let (asked, left) = (usize::from(draw.count(deck)), state.decks.cards().count(deck));
        if asked > left {
            let (name, cards) = (deck.letter(), plural(left, "card"));
            let message = format!("deck `{name}` has {cards}, but the draw requests {asked}");
            let error = Diagnostic::new(&codes::rules::DRAW_DECK_SHORT, span, message);
            errors.push(error.expected([format!("at most {left}")]).found(asked.to_string()));
        }
    }
    errors
}

/// Lists every reason why a draw cannot yield the cards in `given`.
fn card_errors(state: &State, draw: Draw, given: CardSet) -> Diagnostics {
    let mut errors = Diagnostics::new();
    for card in given.difference(state.decks.cards()).iter() {
        let message = format!("card `{card}` is not in its deck");
        let error = Diagnostic::new(&codes::rules::DRAW_CARD_NOT_IN_DECK, whole(draw), message);
        errors.push(error.found(card.to_string()));
    }
    for deck in Deck::ALL {
        let (asked, given) = (usize::from(draw.count(deck)), given.count(deck));
        if asked != given {
            let request = requests(draw).find(|(_, other)| *other == deck);
            let span = request.map_or(whole(draw), |(span, _)| span);
            let (name, [asked, given]) = (deck.letter(), [asked, given].map(|count| plural(count, "card")));
            let message = format!(
                "the draw requests {asked} from deck `{name}`; the listed cards include {given} from it"
            );
            errors.push(Diagnostic::new(&codes::rules::DRAW_CARDS_DIFFER, span, message));
        }
    }
    errors
}

/// Lists the requested decks, each with the span of its letter and number in the draw string.
fn requests(draw: Draw) -> impl Iterator<Item = (Span, Deck)> {
    draw.decks().enumerate().map(|(index, deck)| (Span::new(index * 2, index * 2 + 2), deck))
}

fn whole(draw: Draw) -> Span {
    Span::new(0, requests(draw).last().map_or(0, |(span, _)| span.end))
}
