//! Random games, played out by random but legal actions, and random states met in them.

use super::legal::{self, ActionScope};
use super::notation::CardSet;
use super::rules::Outcome;
use super::{Action, Challenge, Draw, PlayableState, State, TileId, catalogue, setup};
use crate::notation::Notation;
use crate::random::Random;

/// What is done in one step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A hand is drawn.
    Draw(Draw, CardSet),
    /// A tile is drawn.
    Tile(TileId),
    /// A card or tile is laid, or a cat moved.
    Action(Action),
}

/// One step of a played game.
#[derive(Clone, Debug)]
pub struct PlayedStep {
    /// The state before it.
    pub before: State,
    /// What is done.
    pub step: Step,
    /// The state after it.
    pub after: State,
    /// How the game stands then.
    pub outcome: Outcome,
}

/// A game in play: each item is the next step, the last one that which ends it.
#[derive(Debug)]
pub struct Playout {
    game: PlayableState,
    random: Random,
    tile: Tile,
    over: bool,
}

/// Where a game stands between a card and the tile that follows it.
#[derive(Clone, Copy, Debug)]
enum Tile {
    None,
    ToDraw,
    Drawn(TileId),
}

impl Playout {
    /// A game of one of the official challenges, on random islands.
    #[expect(clippy::missing_panics_doc, reason = "the embedded challenges are sound")]
    pub fn new(mut random: Random) -> Self {
        let official = random.choose(catalogue::official_challenges());
        let challenge = official.and_then(|official| Challenge::parse_canonical(&official.text));
        let challenge = challenge.expect("there are official challenges, all of them canonical");
        let islands = setup::choose_islands(&challenge, &mut random);
        let game = PlayableState::new(setup::initial_state(&challenge, &islands))
            .expect("a challenge has one raft on its board");
        let over = !game.outcome().continues();
        Self { game, random, tile: Tile::None, over }
    }

    /// The game as it stands.
    pub const fn game(&self) -> &PlayableState {
        &self.game
    }

    /// The next step and how the game stands after it; `None` if there is nothing left to do.
    fn step(&mut self) -> Option<(Step, Outcome)> {
        match self.tile {
            Tile::ToDraw => {
                let tile = self.game.draw_tile(&mut self.random).ok()?;
                self.tile = Tile::Drawn(tile);
                let lost = !self.game.tile_fits_anywhere(tile);
                let loss = super::rules::Loss::NoPlacement(tile);
                Some((Step::Tile(tile), if lost { Outcome::Lost(loss) } else { Outcome::Continues }))
            }
            Tile::Drawn(tile) => {
                self.tile = Tile::None;
                let action = self.random.choose(&legal::fire_actions(&self.game, tile)).copied()?;
                self.act(action)
            }
            Tile::None if self.game.state().hand.0.is_empty() => self.draw(),
            Tile::None => {
                let action = self.choose_action()?;
                self.tile = if matches!(action, Action::Card(_)) { Tile::ToDraw } else { Tile::None };
                self.act(action)
            }
        }
    }

    /// Draws a hand; where the decks are too short for any, the request alone loses the game.
    fn draw(&mut self) -> Option<(Step, Outcome)> {
        let outcome = self.game.outcome_of_drawing_hand();
        if !outcome.continues() {
            return Draw::new([Draw::TOTAL, 0, 0, 0]).map(|draw| (Step::Draw(draw, CardSet::EMPTY), outcome));
        }
        let draw = self.random.choose(&legal::draws(self.game.state())).copied()?;
        let cards = self.game.draw_hand(draw, &mut self.random).ok()?;
        Some((Step::Draw(draw, cards), outcome))
    }

    fn act(&mut self, action: Action) -> Option<(Step, Outcome)> {
        let outcome = self.game.outcome_after(&action).ok()?;
        self.game.apply_unchecked(&action);
        Some((Step::Action(action), outcome))
    }

    /// A card or a cat, each as likely as the other where both are possible: there are many more placements than
    /// moves, and games without moves are never won. A cat that can go to the raft does.
    fn choose_action(&mut self) -> Option<Action> {
        let actions = legal::card_and_cat_actions(&self.game, ActionScope::Legal);
        let (cats, cards): (Vec<Action>, Vec<Action>) =
            actions.into_iter().partition(|action| matches!(action, Action::Cat(_)));
        let home: Vec<Action> = cats.iter().copied().filter(|action| self.goes_home(action)).collect();
        let cat = !cats.is_empty() && (cards.is_empty() || self.random.below(2) == 0);
        let choices = if !home.is_empty() {
            &home
        } else if cat {
            &cats
        } else {
            &cards
        };
        self.random.choose(choices).copied()
    }

    fn goes_home(&self, action: &Action) -> bool {
        let Action::Cat(cat) = action else { return false };
        let near = |one: u8, other: u8| one.abs_diff(other) <= 1;
        let centre = self.game.state().board.raft();
        centre.is_ok_and(|centre| near(centre.row, cat.to.row) && near(centre.column, cat.to.column))
    }
}

impl Iterator for Playout {
    type Item = PlayedStep;

    fn next(&mut self) -> Option<PlayedStep> {
        if self.over {
            return None;
        }
        let before = self.game.state().clone();
        let (step, outcome) = self.step()?;
        self.over = !outcome.continues();
        Some(PlayedStep { before, step, after: self.game.state().clone(), outcome })
    }
}

/// A random state met in a game that is not over.
///
/// ```
/// use clowder::{raft::{PlayableState, generate::state}, random::Random};
///
/// assert!(PlayableState::new(state(Random::new(1)))?.outcome().continues());
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn state(mut random: Random) -> State {
    let steps = random.below(40);
    let mut game = Playout::new(random);
    let mut met = game.game().state().clone();
    for played in game.by_ref().take(steps) {
        if played.outcome.continues() {
            met = played.after;
        }
    }
    met
}
