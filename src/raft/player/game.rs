//! A fast representation of a game.

use crate::grid::Bitboard;
use crate::raft::rules::bitboards::{Bitboards, square};
use crate::raft::rules::{oriented, reachability};
use crate::raft::{
    Action, Card, CardAction, CardSet, CatAction, Colour, Deck, Draw, FireAction, FireBag, Orientation,
    PlayableState, Position, TileId,
};
use crate::random::Random;

/// The phase of a game: the kind of step that must come next, or the result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// A hand must be drawn.
    Draw,
    /// A card must be placed or a cat must be moved.
    Act,
    /// A card was placed, and a tile must be drawn.
    DrawTile,
    /// This tile was drawn and must be placed.
    PlaceTile(TileId),
    /// Every cat is on the raft.
    Won,
    /// The game is lost.
    Lost,
}

/// A player's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Choice {
    /// A draw of a new hand.
    Draw(Draw),
    /// An action.
    Action(Action),
}

impl std::fmt::Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Draw(draw) => draw.fmt(f),
            Self::Action(action) => action.fmt(f),
        }
    }
}

/// A game that can be copied and changed without allocating memory.
///
/// In contrast to [`PlayableState`], a `QuickGame` stores the current [`Phase`] and does not check whether
/// actions are legal. Copying a game takes only a few nanoseconds.
///
/// ```
/// use clowder::raft::{PlayableState, player::{Phase, QuickGame}};
///
/// let state: PlayableState = PlayableState::EXAMPLE.parse()?;
/// let mut game = QuickGame::new(&state, None);
/// assert_eq!((game.phase(), game.cats().count()), (Phase::Act, 2));
/// game.apply_action(&"Af0303N".parse()?);
/// assert_eq!(game.phase(), Phase::DrawTile);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuickGame {
    pub(crate) boards: Bitboards,
    pub(super) hand: CardSet,
    pub(super) decks: CardSet,
    pub(super) bag: FireBag,
    /// The squares of exhausted cats.
    pub(super) exhausted: Bitboard,
    pub(super) phase: Phase,
}

impl QuickGame {
    /// Creates a game that begins in the given state. `tile` is the tile that must be placed next, if one has been
    /// drawn.
    ///
    /// ```
    /// use clowder::raft::{PlayableState, TileId, player::{Phase, QuickGame}};
    ///
    /// let state: PlayableState = PlayableState::EXAMPLE.parse()?;
    /// let tile = TileId::new(2)?;
    /// assert_eq!(QuickGame::new(&state, Some(tile)).phase(), Phase::PlaceTile(tile));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(state: &PlayableState, tile: Option<TileId>) -> Self {
        let parts = state.state();
        let exhausted = parts.exhausted().iter().fold(Bitboard::EMPTY, |all, cat| all | square(cat.at));
        let mut game = Self {
            boards: *state.bitboards(),
            hand: parts.hand().cards(),
            decks: parts.decks().cards(),
            bag: parts.bag(),
            exhausted,
            phase: Phase::Act,
        };
        if game.is_won() {
            game.phase = Phase::Won;
        } else if !reachability::all_can_reach(&game.boards, Bitboard::EMPTY) {
            game.phase = Phase::Lost;
        } else if let Some(tile) = tile {
            game.take_tile(tile);
        } else {
            game.end_action();
        }
        game
    }

    /// The current phase of the game.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The cards in the hand.
    pub const fn hand(&self) -> CardSet {
        self.hand
    }

    /// The cards in the decks.
    pub const fn decks(&self) -> CardSet {
        self.decks
    }

    /// The tiles in the bag.
    pub const fn bag(&self) -> FireBag {
        self.bag
    }

    /// Whether the game is over (won or lost).
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Won | Phase::Lost)
    }

    fn is_won(&self) -> bool {
        self.boards.cats.is_subset(&self.boards.raft)
    }

    /// Lists the cats that are not on the raft. The colour is `None` for a cat on a wild square.
    ///
    /// ```
    /// use clowder::raft::{Colour, PlayableState, player::QuickGame};
    ///
    /// let state: PlayableState = PlayableState::EXAMPLE.parse()?;
    /// let colours: Vec<_> = QuickGame::new(&state, None).cats().map(|(colour, _)| colour).collect();
    /// assert_eq!(colours, [Some(Colour::Green), Some(Colour::Blue)]);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn cats(&self) -> impl Iterator<Item = (Option<Colour>, Position)> + use<> {
        let boards = self.boards;
        (boards.cats - boards.raft).iter().map(move |(row, column)| {
            let is = |colour: &Colour| boards.colour(*colour).contains(row, column);
            (Colour::ALL.into_iter().find(is), Position::of_square((row, column)))
        })
    }

    /// The squares to which the cat at `from` can move if it has this colour.
    pub fn destinations(&self, colour: Colour, from: Position) -> Bitboard {
        self.boards.destinations(colour, from)
    }

    /// Lists all placements of the cards in the hand. If several orientations look the same, only one of them is
    /// listed.
    pub fn card_placements(&self) -> impl Iterator<Item = CardAction> + use<> {
        let (hand, corners) = (self.hand, self.boards.card_corners());
        let cards = hand.iter().flat_map(|card| distinct_orientations(card).map(move |turn| (card, turn)));
        cards.flat_map(move |(card, orientation)| {
            corners.iter().map(move |at| CardAction { card, at: Position::of_square(at), orientation })
        })
    }

    /// Lists all placements of a fire tile. If several orientations look the same, only one of them is listed.
    pub fn tile_placements(&self, tile: TileId) -> impl Iterator<Item = FireAction> + '_ {
        oriented::distinct(tile).flat_map(move |(flipped, orientation, oriented)| {
            let corners = self.boards.tile_corners(oriented).iter().map(Position::of_square);
            corners.map(move |at| FireAction { tile, at, flipped, orientation })
        })
    }

    /// Number of cards that a move of the cat at `from` costs (1 or 2).
    pub fn price(&self, from: Position) -> usize {
        if self.exhausted.contains(from.row().into(), from.column().into()) { 2 } else { 1 }
    }

    /// Applies an action, which must be legal.
    pub fn apply_action(&mut self, action: &Action) {
        match *action {
            Action::Card(card) => self.place_card(card),
            Action::Fire(fire) => self.place_tile(fire),
            Action::Cat(ref cat) => self.move_cat(cat),
        }
    }

    /// The game after an action, which must be legal.
    pub(crate) fn after(mut self, action: &Action) -> Self {
        self.apply_action(action);
        self
    }

    fn place_card(&mut self, action: CardAction) {
        self.boards.place_card(action.oriented(), action.at);
        self.hand.remove(action.card);
        self.phase = if self.bag.is_empty() { Phase::Lost } else { Phase::DrawTile };
    }

    fn place_tile(&mut self, action: FireAction) {
        self.boards.place_tile(action.oriented(), action.at);
        self.bag.remove(action.tile);
        if reachability::all_can_reach(&self.boards, Bitboard::EMPTY) {
            self.end_action();
        } else {
            self.phase = Phase::Lost;
        }
    }

    fn move_cat(&mut self, &CatAction { from, to, discards, .. }: &CatAction) {
        self.boards.move_cat(from, to);
        for card in discards.iter() {
            self.hand.remove(card);
        }
        self.exhausted = (self.exhausted - square(from)) | square(to);
        if self.is_won() {
            self.phase = Phase::Won;
        } else {
            self.end_action();
        }
    }

    /// Sets the phase after an action: the game continues with the cards in the hand, or with a draw if the hand is
    /// empty. The game is lost if the hand is empty and the decks have too few cards.
    fn end_action(&mut self) {
        self.phase = if !self.hand.is_empty() {
            Phase::Act
        } else if self.decks.len() < usize::from(Draw::TOTAL) {
            Phase::Lost
        } else {
            Phase::Draw
        };
    }

    /// Carries out a choice: applies an action, or draws a random hand.
    ///
    /// ```
    /// use clowder::raft::{PlayableState, player::{Choice, Phase, QuickGame}};
    /// use clowder::random::Random;
    ///
    /// let mut game = QuickGame::new(&PlayableState::EXAMPLE.parse()?, None);
    /// game.follow(Choice::Action("Af0303N".parse()?), &mut Random::new(1));
    /// assert_eq!(game.phase(), Phase::DrawTile);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn follow(&mut self, choice: Choice, random: &mut Random) {
        match choice {
            Choice::Draw(draw) => self.draw_hand(draw, random),
            Choice::Action(action) => self.apply_action(&action),
        }
    }

    /// Draws a random hand with the requested number of cards from each deck.
    ///
    /// ```
    /// use clowder::raft::{PlayableState, player::QuickGame};
    /// use clowder::random::Random;
    ///
    /// let mut game = QuickGame::new(&PlayableState::EXAMPLE.parse()?, None);
    /// game.draw_hand("A3C1D2".parse()?, &mut Random::new(1));
    /// assert_eq!(game.hand().len(), 6);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn draw_hand(&mut self, draw: Draw, random: &mut Random) {
        let mut hand = CardSet::EMPTY;
        for deck in Deck::ALL {
            for _ in 0..draw.count(deck) {
                let left = self.decks.count(deck);
                let chosen = self.decks.iter().filter(|card| card.deck() == deck).nth(random.below(left));
                if let Some(card) = chosen {
                    self.decks.remove(card);
                    hand.insert(card);
                }
            }
        }
        self.take_hand(hand);
    }

    /// Begins a round with these cards in the hand, and removes them from the decks.
    ///
    /// ```
    /// use clowder::raft::{Hand, PlayableState, player::{Phase, QuickGame}};
    ///
    /// let mut game = QuickGame::new(&PlayableState::EXAMPLE.parse()?, None);
    /// game.take_hand("AabcCgDa".parse::<Hand>()?.cards());
    /// assert_eq!(game.hand().len(), 5);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn take_hand(&mut self, hand: CardSet) {
        self.hand = hand;
        self.decks = self.decks.difference(hand);
        self.exhausted = Bitboard::EMPTY;
        self.phase = Phase::Act;
    }

    /// Draws a random tile. The game is lost if the bag is empty or the tile cannot be placed.
    ///
    /// ```
    /// use clowder::raft::{PlayableState, player::{Phase, QuickGame}};
    /// use clowder::random::Random;
    ///
    /// let mut game = QuickGame::new(&PlayableState::EXAMPLE.parse()?, None);
    /// game.draw_tile(&mut Random::new(1));
    /// assert!(matches!(game.phase(), Phase::PlaceTile(_)));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn draw_tile(&mut self, random: &mut Random) {
        let chosen = self.bag.iter().nth(random.below(self.bag.len()));
        match chosen {
            Some(tile) => self.take_tile(tile),
            None => self.phase = Phase::Lost,
        }
    }

    /// Removes a drawn tile from the bag. The tile must be placed next. The game is lost if the tile cannot
    /// be placed.
    pub fn take_tile(&mut self, tile: TileId) {
        self.bag.remove(tile);
        self.phase = if self.boards.has_place_for(tile) { Phase::PlaceTile(tile) } else { Phase::Lost };
    }

    /// Ends the game as lost, for example because no action is legal.
    pub(super) const fn give_up(&mut self) {
        self.phase = Phase::Lost;
    }
}

/// Lists a card's orientations. If several orientations have the same squares, only one of them is listed.
pub(super) fn distinct_orientations(card: Card) -> impl Iterator<Item = Orientation> {
    oriented::BY_LETTER.into_iter().filter(move |&turn| oriented::card(card, turn).multiplicity > 0)
}
