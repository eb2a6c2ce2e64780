//! Lists of the legal actions in a state, in the order of their strings.

use super::rules::oriented;
use super::{
    Action, Card, CardAction, CardSet, Cat, CatAction, Colour, Deck, Discards, Draw, FireAction,
    PlayableState, Position, State, TileId,
};
use crate::grid::Bitboard;
use std::collections::HashSet;

/// The possible placements of cards and the possible moves of cats, as bitboards. All lists of moves and of placements
/// of cards are built from these bitboards.
///
/// ```
/// use clowder::raft::{PlayableState, legal::MoveBitboards};
///
/// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
/// let moves = MoveBitboards::new(&game);
/// assert!(moves.card_corners.contains(3, 3));
/// assert_eq!(moves.cats[0].0.to_string(), "B0406");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
pub struct MoveBitboards {
    /// The squares at which the top left corner of a card can be placed. They are the same for all cards and
    /// orientations.
    pub card_corners: Bitboard,
    /// The cats that are not on the raft, in ascending order, each with the squares to which it can move. A cat on a
    /// wild square is listed once for each colour, because its colour is unknown.
    pub cats: Vec<(Cat, Bitboard)>,
}

impl MoveBitboards {
    /// Computes the possible placements and moves in a state.
    ///
    /// ```
    /// use clowder::raft::{PlayableState, legal::MoveBitboards};
    ///
    /// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
    /// assert_eq!(MoveBitboards::new(&game).cats.len(), 2);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn new(game: &PlayableState) -> Self {
        Self { card_corners: game.card_corners(), cats: game.cat_destinations().collect() }
    }
}

/// The conditions that the actions in a list must meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionScope {
    /// All rules apply: the list contains the actions that the board and the hand allow.
    Legal,
    /// Only the rules of the board apply: the list contains the actions that would be allowed if every card were in the
    /// hand and any discards were accepted.
    Fitting,
}

/// The number of placements of cards and the number of moves of cats in a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActionCounts {
    /// The number of placements of cards.
    pub cards: u64,
    /// The number of moves of cats.
    pub cats: u64,
}

/// Counts the placements of cards and the moves of cats without building a list of them.
///
/// ```
/// use clowder::raft::{PlayableState, legal::{ActionScope, card_and_cat_actions, count}};
///
/// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
/// let counts = count(&game, ActionScope::Legal);
/// let listed = card_and_cat_actions(&game, ActionScope::Legal).len() as u64;
/// assert_eq!(counts.cards + counts.cats, listed);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn count(game: &PlayableState, scope: ActionScope) -> ActionCounts {
    let moves = MoveBitboards::new(game);
    let placements = scope.cards(game.state()).len() * moves.card_corners.len() * oriented::BY_LETTER.len();
    let all_prices = all_prices().count();
    let of_cat = |&(cat, to): &(Cat, Bitboard)| match scope {
        ActionScope::Legal => {
            to.len() * price_count(game.state().hand().cards(), game.state().is_exhausted(cat))
        }
        ActionScope::Fitting => to.len() * all_prices,
    };
    ActionCounts { cards: placements as u64, cats: moves.cats.iter().map(of_cat).sum::<usize>() as u64 }
}

/// Returns all placements of cards and all moves of cats in this scope, in the order of their strings. On a large
/// board, there can be hundreds of millions of [fitting](ActionScope::Fitting) actions. To visit them without storing
/// all of them, use [`iter`].
///
/// ```
/// use clowder::raft::{PlayableState, legal::{ActionScope, card_and_cat_actions}};
///
/// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
/// let actions = card_and_cat_actions(&game, ActionScope::Legal);
/// assert!(actions.iter().all(|action| game.is_legal(action)));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn card_and_cat_actions(game: &PlayableState, scope: ActionScope) -> Vec<Action> {
    iter(game, scope).collect()
}

/// Returns an iterator over all placements of cards and all moves of cats in this scope, in the order of their strings.
///
/// ```
/// use clowder::raft::{PlayableState, legal::{self, ActionScope}};
///
/// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
/// let first = legal::iter(&game, ActionScope::Fitting).next().map(|action| action.to_string());
/// assert_eq!(first.as_deref(), Some("Aa0006E"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn iter(game: &PlayableState, scope: ActionScope) -> impl Iterator<Item = Action> + '_ {
    let moves = MoveBitboards::new(game);
    let corners = moves.card_corners;
    let cards = move |deck| placements(scope.cards(game.state()), deck, corners);
    let cats = move |colour| {
        let of_colour: Vec<_> = moves.cats.iter().copied().filter(|(cat, _)| cat.colour == colour).collect();
        of_colour.into_iter().flat_map(move |(cat, to)| cat_moves(game.state(), scope, cat, to))
    };
    // The actions are sorted by their first letter. `B` is both a deck and the blue cat. In the string of a move, a
    // digit comes after the letter of the cat, and digits sort before the letters of cards. Therefore, the moves of the
    // blue cat come before the placements of cards from deck `B`.
    let others = [Colour::Green, Colour::Purple, Colour::Red, Colour::Yellow];
    let blue = cats(Colour::Blue);
    cards(Deck::Circle)
        .chain(blue)
        .chain([Deck::Cross, Deck::Square, Deck::Triangle].into_iter().flat_map(cards))
        .chain(others.into_iter().flat_map(cats))
}

impl ActionScope {
    /// Returns the cards that may be placed in this scope.
    fn cards(self, state: &State) -> CardSet {
        if self == Self::Legal { state.hand().cards() } else { CardSet::FULL }
    }
}

/// Returns the placements of all cards in `cards` that belong to the given deck, in the order of their strings.
fn placements(cards: CardSet, deck: Deck, corners: Bitboard) -> impl Iterator<Item = Action> {
    cards.iter().filter(move |card| card.deck() == deck).flat_map(move |card| {
        corners.iter().map(Position::of_square).flat_map(move |at| {
            oriented::BY_LETTER
                .into_iter()
                .map(move |orientation| Action::Card(CardAction { card, at, orientation }))
        })
    })
}

/// Returns the moves of a cat with all possible discards, in the order of their strings.
fn cat_moves(
    state: &State,
    scope: ActionScope,
    cat: Cat,
    destinations: Bitboard,
) -> impl Iterator<Item = Action> + use<> {
    let legal = if scope == ActionScope::Legal {
        prices(state.hand().cards(), state.is_exhausted(cat))
    } else {
        Vec::new()
    };
    destinations.iter().map(Position::of_square).flat_map(move |to| {
        let all = (scope == ActionScope::Fitting).then(all_prices).into_iter().flatten();
        let discards = legal.clone().into_iter().chain(all);
        discards
            .map(move |discards| Action::Cat(CatAction { colour: cat.colour, from: cat.at, to, discards }))
    })
}

/// Returns all possible discards from a hand for a move of a cat, in ascending order. A move of an exhausted cat costs
/// two cards, and a move of any other cat costs one card.
pub(super) fn prices(hand: CardSet, exhausted: bool) -> Vec<Discards> {
    let hand: Vec<Card> = hand.iter().collect();
    if !exhausted {
        return hand.into_iter().map(Discards::one).collect();
    }
    (0..hand.len()).flat_map(|index| pairs_from(&hand[index..])).collect()
}

/// Returns the number of items in the list that [`prices`] returns, without creating the list.
pub(super) fn price_count(hand: CardSet, exhausted: bool) -> usize {
    let cards = hand.len();
    if exhausted { cards * cards.saturating_sub(1) / 2 } else { cards }
}

/// Returns all possible discards that consist of one card or of two different cards of the game, in ascending order.
fn all_prices() -> impl Iterator<Item = Discards> {
    Card::all().flat_map(|first| {
        let later = Card::all().filter(move |&second| second > first);
        let pairs = later.map(move |second| Discards::ascending(first, Some(second)));
        std::iter::once(Discards::one(first)).chain(pairs)
    })
}

/// Returns the pairs that consist of the first card in a list and one of the later cards.
fn pairs_from(cards: &[Card]) -> impl Iterator<Item = Discards> {
    let (first, rest) = cards.split_first().map_or((None, cards), |(first, rest)| (Some(*first), rest));
    rest.iter().filter_map(move |&card| Some(Discards::ascending(first?, Some(card))))
}

/// Returns all placements of a fire tile that the board allows, in the order of their strings.
///
/// ```
/// use clowder::raft::{PlayableState, TileId, legal::fire_actions};
///
/// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
/// let actions = fire_actions(&game, TileId::new(0)?);
/// assert!(actions.iter().all(|action| game.fits(action)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fire_actions(game: &PlayableState, tile: TileId) -> Vec<Action> {
    let ways: Vec<_> = oriented::orientations(tile)
        .map(|(flipped, orientation, oriented)| (flipped, orientation, game.tile_corners(oriented)))
        .collect();
    let corners = ways.iter().fold(Bitboard::EMPTY, |all, (.., corners)| all | *corners);
    let mut actions = Vec::new();
    for at in corners.iter().map(Position::of_square) {
        let here = ways.iter().filter(|(.., corners)| corners.contains(at.row().into(), at.column().into()));
        let placed = |&(flipped, orientation, _): &(bool, _, _)| {
            Action::Fire(FireAction { tile, at, flipped, orientation })
        };
        actions.extend(here.map(placed));
    }
    actions
}

/// Returns the possible draws, in the order of their strings. No draw is possible while there are cards in the hand.
///
/// ```
/// use clowder::{notation::Notation, raft::{State, legal::draws}};
///
/// let state: State = State::EXAMPLE.replace("AfhkBCDbcg", "ABCD").parse()?;
/// let possible: Vec<String> = draws(&state).iter().map(ToString::to_string).collect();
/// assert_eq!(possible[0], "A1C2D3");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn draws(state: &State) -> Vec<Draw> {
    if !state.hand().cards().is_empty() {
        return Vec::new();
    }
    let most = |deck| state.decks().cards().count(deck).min(usize::from(Draw::TOTAL)) as u8;
    let [a, b, c, d] = Deck::ALL.map(most);
    let mut draws = Vec::new();
    for (first, second) in (0..=a).flat_map(|first| (0..=b).map(move |second| (first, second))) {
        for (third, fourth) in (0..=c).flat_map(|third| (0..=d).map(move |fourth| (third, fourth))) {
            draws.extend(Draw::new([first, second, third, fourth]));
        }
    }
    draws.sort_by_cached_key(Draw::to_string);
    draws
}

/// Returns one action for each effect. Of several actions that lead to the same state, only the first is returned. In
/// the scope [`ActionScope::Fitting`], actions have the same effect if they lead to the same board. The given actions
/// must be in the order of their strings.
///
/// ```
/// use clowder::raft::{PlayableState, TileId, legal::{ActionScope, distinct, fire_actions}};
///
/// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
/// let actions = fire_actions(&game, TileId::new(0)?);
/// assert!(distinct(&game, actions.iter().copied(), ActionScope::Legal).count() < actions.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distinct<'a>(
    game: &'a PlayableState,
    actions: impl IntoIterator<Item = Action> + 'a,
    scope: ActionScope,
) -> impl Iterator<Item = Action> + 'a {
    let mut seen = HashSet::new();
    let effect = move |action: &Action| {
        let (used, colour): (CardSet, _) = match (scope, action) {
            (ActionScope::Fitting, _) | (_, Action::Fire(_)) => (CardSet::EMPTY, None),
            (_, Action::Card(card)) => ([card.card].into_iter().collect(), None),
            // The colour of the cat is part of the effect, because this colour is stored with the exhausted cats.
            (_, Action::Cat(cat)) => (cat.discards.iter().collect(), Some(cat.colour)),
        };
        (changes(game, action), used, colour)
    };
    let first_price = Card::all().next().map(Discards::one);
    // In the scope `Fitting`, the discards do not matter. Therefore, each move is kept only once, with the smallest
    // possible discards. It would take too long to compare the effects of a move for all possible discards.
    let may_be_first = move |action: &Action| match action {
        Action::Cat(cat) => scope == ActionScope::Legal || Some(cat.discards) == first_price,
        Action::Card(_) | Action::Fire(_) => true,
    };
    actions.into_iter().filter(move |action| may_be_first(action) && seen.insert(effect(action)))
}

/// Returns the squares that an action changes, with their new letters. The square that a cat leaves gets a space as its
/// letter.
fn changes(game: &PlayableState, action: &Action) -> Vec<(Position, char)> {
    let board = game.state().board();
    let squares: Vec<(Option<Position>, char)> = match *action {
        Action::Card(CardAction { card, at, orientation }) => {
            let squares = oriented::card(card, orientation).squares.placed_at(at);
            squares.map(|(at, square)| (at, square.letter())).collect()
        }
        Action::Fire(FireAction { tile, at, flipped, orientation }) => {
            let shape = &oriented::tile(tile, flipped, orientation).shape;
            shape.cells().iter().map(|cell| (at.offset(cell.row, cell.column), 'f')).collect()
        }
        Action::Cat(cat) => {
            let entered = board.get(cat.to).map_or(' ', |square| square.with_cat().letter());
            vec![(Some(cat.from), ' '), (Some(cat.to), entered)]
        }
    };
    squares
        .into_iter()
        .filter_map(|(at, letter)| Some((at?, letter)))
        .filter(|&(at, letter)| board.get(at).is_none_or(|old| old.letter() != letter))
        .collect()
}
