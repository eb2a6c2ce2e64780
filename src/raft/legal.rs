//! Every legal action of a state, in the order of their strings.

use super::notation::CardSet;
use super::rules::pieces;
use super::{
    Action, Card, CardAction, CatAction, Colour, Deck, Draw, FireAction, PlayableState, Position, State,
    TileId,
};
use crate::grid::Bitboard;
use std::collections::HashSet;
use std::fmt;
use std::ops::Deref;

/// What may be done with a hand, as masks: what all lists of actions are made of.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The top left squares at which any card fits, in any orientation.
    pub card_corners: Bitboard,
    /// Each cat that is not on the raft, by colour, then row, then column, with the squares it can go to.
    pub cats: Vec<(Colour, Position, Bitboard)>,
}

impl Choices {
    /// The choices of a game.
    pub fn of(game: &PlayableState) -> Self {
        Self { card_corners: game.card_corners(), cats: game.cat_moves().collect() }
    }
}

/// What a list of actions is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionScope {
    /// What the hand allows.
    Legal,
    /// What fits the board, as if every card of the game were in hand and any discards would do.
    Fitting,
}

/// All card placements and cat moves, in the order of their strings.
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
    let choices = Choices::of(game);
    let hand = if scope == ActionScope::Legal { game.state().hand.0 } else { CardSet::FULL };
    let mut actions = Vec::new();
    // By the first letter: `B` begins both a card of a deck and a blue cat, whose next character, a digit, is
    // the lower one.
    cards(&choices, hand, Deck::Circle, &mut actions);
    cats(game, &choices, scope, Colour::Blue, &mut actions);
    for deck in [Deck::Cross, Deck::Square, Deck::Triangle] {
        cards(&choices, hand, deck, &mut actions);
    }
    for colour in [Colour::Green, Colour::Purple, Colour::Red, Colour::Yellow] {
        cats(game, &choices, scope, colour, &mut actions);
    }
    actions
}

fn cards(choices: &Choices, hand: CardSet, deck: Deck, actions: &mut Vec<Action>) {
    for card in hand.iter().filter(|card| card.deck() == deck) {
        for at in positions(choices.card_corners) {
            let turned = |turn| Action::Card(CardAction { card, at, turn });
            actions.extend(pieces::BY_LETTER.map(turned));
        }
    }
}

fn cats(
    game: &PlayableState,
    choices: &Choices,
    scope: ActionScope,
    colour: Colour,
    actions: &mut Vec<Action>,
) {
    for &(_, from, ends) in choices.cats.iter().filter(|(other, ..)| *other == colour) {
        let prices = match scope {
            ActionScope::Legal => discards(game, colour, from),
            ActionScope::Fitting => any_discards(),
        };
        for to in positions(ends) {
            let paid = |&(discard, second)| Action::Cat(CatAction { colour, from, to, discard, second });
            actions.extend(prices.iter().map(paid));
        }
    }
}

/// Everything the hand can give for a move of a cat, in order.
fn discards(game: &PlayableState, colour: Colour, from: Position) -> Vec<(Card, Option<Card>)> {
    let hand: Vec<Card> = game.state().hand.0.iter().collect();
    if !game.state().exhausted.contains(colour, from) {
        return hand.into_iter().map(|card| (card, None)).collect();
    }
    let above = |(index, &low): (usize, &Card)| hand[index + 1..].iter().map(move |&high| (low, Some(high)));
    hand.iter().enumerate().flat_map(above).collect()
}

/// One or two different cards of the game, in order.
fn any_discards() -> Vec<(Card, Option<Card>)> {
    let all: Vec<Card> = CardSet::FULL.iter().collect();
    let from = |(index, &low): (usize, &Card)| {
        let pairs = all[index + 1..].iter().map(move |&high| (low, Some(high)));
        std::iter::once((low, None)).chain(pairs)
    };
    all.iter().enumerate().flat_map(from).collect()
}

/// All placements of a fire tile, in the order of their strings.
pub fn fire_actions(game: &PlayableState, tile: TileId) -> Vec<Action> {
    let ways: Vec<_> =
        pieces::ways(tile).map(|(flipped, turn, way)| (flipped, turn, game.fire_corners(way))).collect();
    let all = ways.iter().fold(Bitboard::EMPTY, |all, (.., corners)| all | *corners);
    let mut actions = Vec::new();
    for at in positions(all) {
        let here = ways.iter().filter(|(.., corners)| corners.contains(at.row.into(), at.column.into()));
        actions.extend(here.map(|&(flipped, turn, _)| Action::Fire(FireAction { tile, at, flipped, turn })));
    }
    actions
}

/// The draws that are possible: none while a card is in hand.
pub fn draws(state: &State) -> Vec<Draw> {
    if !state.hand.0.is_empty() {
        return Vec::new();
    }
    let most = |deck| state.decks.0.count(deck).min(usize::from(Draw::TOTAL)) as u8;
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

/// One action for each effect, the first of those that leave the same state behind. In a list of fitting actions
/// only the board counts.
pub fn distinct(game: &PlayableState, actions: Vec<Action>, scope: ActionScope) -> Vec<Action> {
    let mut seen = HashSet::new();
    let effect = |action: &Action| {
        let taken: CardSet = match (scope, action) {
            (ActionScope::Fitting, _) | (_, Action::Fire(_)) => CardSet::EMPTY,
            (_, Action::Card(card)) => [card.card].into_iter().collect(),
            (_, Action::Cat(cat)) => cat.discards().collect(),
        };
        (changes(game, action), taken)
    };
    actions.into_iter().filter(|action| seen.insert(effect(action))).collect()
}

/// The squares an action changes, with what they then show.
fn changes(game: &PlayableState, action: &Action) -> Vec<(Position, char)> {
    let board = &game.state().board;
    let laid = |at: Position, down: u8, right: u8| Position::new(at.row + down, at.column + right);
    let squares: Vec<(Position, char)> = match action {
        Action::Card(CardAction { card, at, turn }) => {
            let squares = pieces::card(*card, *turn).squares.0.into_iter().zip(0u8..);
            squares.map(|(square, index)| (laid(*at, index / 3, index % 3), square.letter())).collect()
        }
        Action::Fire(FireAction { tile, at, flipped, turn }) => {
            let shape = &pieces::tile(*tile, *flipped, *turn).shape;
            shape.cells().iter().map(|cell| (laid(*at, cell.row, cell.column), 'f')).collect()
        }
        Action::Cat(cat) => vec![(cat.from, ' '), (cat.to, cat.colour.cat_letter())],
    };
    squares
        .into_iter()
        .filter(|&(at, letter)| board.get(at).is_none_or(|old| old.letter() != letter))
        .collect()
}

fn positions(mask: Bitboard) -> impl Iterator<Item = Position> {
    mask.iter().map(|(row, column)| Position::new(row as u8, column as u8))
}

/// The string of an action without a place of its own in memory: lists of thousands are made of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionText {
    bytes: [u8; 13],
    length: u8,
}

impl ActionText {
    /// The canonical string of an action.
    ///
    /// ```
    /// use clowder::raft::{Action, legal::ActionText};
    ///
    /// let action: Action = "B04060506AfAh".parse()?;
    /// assert_eq!(&*ActionText::new(&action), "B04060506AfAh");
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn new(action: &Action) -> Self {
        let mut text = Self { bytes: [0; 13], length: 0 };
        match action {
            Action::Card(CardAction { card, at, turn }) => {
                text.card(*card).position(*at).letter(turn.letter());
            }
            Action::Fire(FireAction { tile, at, flipped, turn }) => {
                let flip = if *flipped { 'T' } else { 'F' };
                text.letter(tile.letter()).position(*at).letter(flip).letter(turn.letter());
            }
            Action::Cat(cat) => {
                text.letter(cat.colour.cat_letter()).position(cat.from).position(cat.to).card(cat.discard);
                cat.second.iter().for_each(|&card| {
                    text.card(card);
                });
            }
        }
        text
    }

    fn letter(&mut self, letter: char) -> &mut Self {
        self.bytes[usize::from(self.length)] = letter as u8;
        self.length += 1;
        self
    }

    fn card(&mut self, card: Card) -> &mut Self {
        self.letter(card.deck().letter()).letter(card.letter())
    }

    fn position(&mut self, at: Position) -> &mut Self {
        for number in [at.row, at.column] {
            self.letter((b'0' + number / 10) as char).letter((b'0' + number % 10) as char);
        }
        self
    }
}

impl Deref for ActionText {
    type Target = str;

    fn deref(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }
}

impl fmt::Debug for ActionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
