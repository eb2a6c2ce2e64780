//! Plays games with random legal actions, and picks random states from such games.

use super::legal;
use super::rules::{Loss, Outcome};
use super::{
    Action, CardSet, Challenge, Draw, Hand, PlayableState, State, TileId, catalogue, random_hand,
    random_tile, setup,
};
use crate::diagnostics::Diagnostics;
use crate::notation::Notation;
use crate::random::Random;

/// A step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A hand is drawn. The hand is empty if the decks contain too few cards.
    Draw(Draw, CardSet),
    /// A tile is drawn.
    Tile(TileId),
    /// A card or tile is placed, or a cat moves.
    Action(Action),
}

/// A step with the states before and after it. Only this crate can create a `PlayedStep`, so the step and the
/// states always match.
///
/// ```
/// use clowder::{random::Random, raft::generate::{Playout, Step}};
///
/// let first = Playout::new(Random::new(1)).next().expect("a game has at least one step");
/// let Step::Draw(_, cards) = *first.step() else { panic!("a game begins with a draw") };
/// assert!(first.before().hand().cards().is_empty());
/// assert_eq!(first.after().hand().cards(), cards);
/// ```
#[derive(Clone, Debug)]
pub struct PlayedStep {
    before: State,
    step: Step,
    after: State,
    outcome: Outcome,
}

impl PlayedStep {
    /// State before the step.
    pub const fn before(&self) -> &State {
        &self.before
    }

    /// The step itself.
    pub const fn step(&self) -> &Step {
        &self.step
    }

    /// State after the step.
    pub const fn after(&self) -> &State {
        &self.after
    }

    /// Outcome after the step.
    pub const fn outcome(&self) -> &Outcome {
        &self.outcome
    }
}

/// Whether a fire tile must be drawn or placed next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextTile {
    /// No tile is involved: the player draws a hand, places a card or moves a cat.
    None,
    /// A card was placed, so a tile must be drawn.
    ToDraw,
    /// This tile was drawn and must be placed.
    Drawn(TileId),
}

/// A game in progress. The caller must check that each step is possible.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    pub(crate) game: PlayableState,
    pub(crate) next: NextTile,
    pub(crate) outcome: Outcome,
}

impl Course {
    pub(crate) fn new(game: PlayableState) -> Self {
        let outcome = game.outcome();
        Self { game, next: NextTile::None, outcome }
    }

    /// Creates a [`PlayedStep`] from the step that was just played and the state before it. The state after the
    /// step is the current state.
    pub(crate) fn played(&self, before: State, step: Step) -> PlayedStep {
        PlayedStep { before, step, after: self.game.state().clone(), outcome: self.outcome.clone() }
    }

    /// Ends the game as lost if the hand is empty and the decks contain too few cards for a draw. The
    /// returned step is a draw that yields no cards. The number of cards that this draw requests from each
    /// deck is irrelevant.
    pub(crate) fn lose_without_cards(&mut self) -> Option<Step> {
        let outcome = self.game.outcome_of_drawing_hand();
        if outcome.continues() || !self.game.state().hand().cards().is_empty() {
            return None;
        }
        self.outcome = outcome;
        Draw::new([Draw::TOTAL, 0, 0, 0]).ok().map(|draw| Step::Draw(draw, CardSet::EMPTY))
    }

    pub(crate) fn draw_hand(&mut self, draw: Draw, hand: Hand) -> Result<Step, Diagnostics> {
        self.game.take_hand(draw, hand)?;
        Ok(Step::Draw(draw, hand.cards()))
    }

    pub(crate) fn draw_tile(&mut self, tile: TileId) -> Step {
        self.game.state.bag.remove(tile);
        self.next = NextTile::Drawn(tile);
        if !self.game.tile_fits_anywhere(tile) {
            self.outcome = Outcome::Lost(Loss::NoPlacement(tile));
        }
        Step::Tile(tile)
    }

    pub(crate) fn act(&mut self, action: Action) -> Result<Step, Diagnostics> {
        self.outcome = self.game.outcome_after(&action)?;
        self.game.apply_unchecked(&action);
        self.next = if matches!(action, Action::Card(_)) { NextTile::ToDraw } else { NextTile::None };
        Ok(Step::Action(action))
    }
}

/// An iterator over the steps of a random game. The iterator ends when the game is over or no step is
/// possible.
///
/// ```
/// use clowder::{random::Random, raft::generate::Playout};
///
/// let last = Playout::new(Random::new(1)).last().expect("a game has at least one step");
/// assert!(!last.outcome().continues());
/// ```
#[derive(Debug)]
pub struct Playout {
    course: Course,
    random: Random,
}

impl Playout {
    /// Starts a game of a random official challenge on random islands.
    #[expect(clippy::missing_panics_doc, reason = "a game can be played on every embedded challenge")]
    pub fn new(mut random: Random) -> Self {
        let game = official_start(None, &mut random).expect("all official challenges can be played");
        Self { course: Course::new(game), random }
    }

    /// State before the next step.
    pub const fn current(&self) -> &PlayableState {
        &self.course.game
    }

    /// Plays the next step, or returns `None` if no step is possible.
    fn step(&mut self) -> Option<Step> {
        let Self { course, random } = self;
        match course.next {
            NextTile::ToDraw => random_tile(course.game.state(), random).map(|tile| course.draw_tile(tile)),
            NextTile::Drawn(tile) => {
                let action = random.choose(&legal::fire_actions(&course.game, tile)).copied()?;
                course.act(action).ok()
            }
            NextTile::None if course.game.state().hand().cards().is_empty() => {
                course.lose_without_cards().or_else(|| {
                    let draw = random.choose(&legal::draws(course.game.state())).copied()?;
                    let hand = random_hand(course.game.state(), draw, random).ok()?;
                    course.draw_hand(draw, hand).ok()
                })
            }
            NextTile::None => {
                let action = self.choose_action()?;
                self.course.act(action).ok()
            }
        }
    }

    /// Chooses a cat move to the raft if possible. Otherwise, cat moves and card placements are equally likely
    /// if both are possible. A uniform choice among all actions would make cat moves rare, because card
    /// placements usually far outnumber cat moves. A game without cat moves is never won.
    fn choose_action(&mut self) -> Option<Action> {
        let actions = legal::card_and_cat_actions(&self.course.game);
        let (cats, cards): (Vec<Action>, Vec<Action>) =
            actions.into_iter().partition(|action| matches!(action, Action::Cat(_)));
        let home: Vec<Action> = cats.iter().copied().filter(|action| self.reaches_raft(action)).collect();
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

    fn reaches_raft(&self, action: &Action) -> bool {
        let Action::Cat(cat) = action else { return false };
        self.course.game.state().board().raft_centre().is_ok_and(|centre| centre.is_near(cat.to))
    }
}

impl Iterator for Playout {
    type Item = PlayedStep;

    fn next(&mut self) -> Option<PlayedStep> {
        if !self.course.outcome.continues() {
            return None;
        }
        let before = self.current().state().clone();
        let step = self.step()?;
        Some(self.course.played(before, step))
    }
}

/// Sets up an official challenge on random islands. If `number` is `None`, the challenge is random. Returns `None` if
/// no challenge has the given number.
///
/// ```
/// use clowder::{random::Random, raft::generate::official_start};
///
/// assert!(official_start(Some(39), &mut Random::new(1)).is_some());
/// assert!(official_start(Some(40), &mut Random::new(1)).is_none());
/// ```
pub fn official_start(number: Option<usize>, random: &mut Random) -> Option<PlayableState> {
    let all = catalogue::official_challenges();
    let official = match number {
        Some(number) => all.iter().find(|official| official.number == number),
        None => random.choose(all),
    };
    let challenge = Challenge::parse_canonical(&official?.text)?;
    let islands = setup::choose_islands(&challenge, random);
    setup::initial_state(&challenge, &islands).and_then(PlayableState::new).ok()
}

/// From a random game, picks a random state in which the game is not over.
///
/// ```
/// use clowder::{raft::{PlayableState, generate::random_state}, random::Random};
///
/// assert!(PlayableState::new(random_state(Random::new(1)))?.outcome().continues());
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn random_state(mut random: Random) -> State {
    let steps = random.below(40);
    let mut game = Playout::new(random);
    let mut state = game.current().state().clone();
    for played in game.by_ref().take(steps) {
        if played.outcome.continues() {
            state = played.after;
        }
    }
    state
}
