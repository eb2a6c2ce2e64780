//! Random games, in which every action is a random legal action, and random states from such games.

use super::legal;
use super::rules::{Loss, Outcome};
use super::{Action, CardSet, Challenge, Draw, PlayableState, State, TileId, catalogue, setup};
use crate::notation::Notation;
use crate::random::Random;

/// A step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A hand is drawn. The set contains the drawn cards, and is empty if the decks have too few cards for a draw.
    Draw(Draw, CardSet),
    /// A tile is drawn.
    Tile(TileId),
    /// A card or a tile is placed, or a cat is moved.
    Action(Action),
}

/// A step of a game, with the states before and after it. Only this crate creates values of this type. Therefore, the
/// states and the outcome always agree with the step.
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
    /// Creates a step. The state after the step and the outcome must be those that the rules give.
    pub(crate) const fn new(before: State, step: Step, after: State, outcome: Outcome) -> Self {
        Self { before, step, after, outcome }
    }

    /// Returns the state before the step.
    pub const fn before(&self) -> &State {
        &self.before
    }

    /// Returns the step.
    pub const fn step(&self) -> &Step {
        &self.step
    }

    /// Returns the state after the step.
    pub const fn after(&self) -> &State {
        &self.after
    }

    /// Returns the outcome after the step.
    pub const fn outcome(&self) -> &Outcome {
        &self.outcome
    }
}

/// A random game, as an iterator over its steps. The iterator ends when the game is over, or when no step is possible.
///
/// ```
/// use clowder::{random::Random, raft::generate::Playout};
///
/// let last = Playout::new(Random::new(1)).last().expect("a game has at least one step");
/// assert!(!last.outcome().continues());
/// ```
#[derive(Debug)]
pub struct Playout {
    game: PlayableState,
    random: Random,
    next_tile: NextTile,
    is_over: bool,
}

/// The obligation to draw or place a fire tile in the next step, if there is one.
#[derive(Clone, Copy, Debug)]
enum NextTile {
    /// No fire tile has to be drawn or placed now.
    None,
    /// A card was placed, so a fire tile must be drawn.
    ToDraw,
    /// This fire tile was drawn and must be placed.
    Drawn(TileId),
}

impl Playout {
    /// Starts a game with a random official challenge on random islands.
    ///
    /// ```
    /// use clowder::{random::Random, raft::generate::{Playout, Step}};
    ///
    /// let first = Playout::new(Random::new(1)).next().expect("a game has at least one step");
    /// assert!(matches!(first.step(), Step::Draw(..)));
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "a game can be played on every embedded challenge")]
    pub fn new(mut random: Random) -> Self {
        let game = official_start(None, &mut random).expect("all official challenges can be played");
        let is_over = !game.outcome().continues();
        Self { game, random, next_tile: NextTile::None, is_over }
    }

    /// Returns the current state.
    pub const fn current(&self) -> &PlayableState {
        &self.game
    }

    /// Plays the next step and returns this step with the outcome of the game after it. Returns `None` if no step is
    /// possible.
    fn step(&mut self) -> Option<(Step, Outcome)> {
        match self.next_tile {
            NextTile::ToDraw => {
                let tile = self.game.draw_tile(&mut self.random).ok()?;
                self.next_tile = NextTile::Drawn(tile);
                let lost = !self.game.tile_fits_anywhere(tile);
                let outcome = if lost { Outcome::Lost(Loss::NoPlacement(tile)) } else { Outcome::Continues };
                Some((Step::Tile(tile), outcome))
            }
            NextTile::Drawn(tile) => {
                self.next_tile = NextTile::None;
                let action = self.random.choose(&legal::fire_actions(&self.game, tile)).copied()?;
                self.act(action)
            }
            NextTile::None if self.game.state().hand().cards().is_empty() => self.draw(),
            NextTile::None => {
                let action = self.choose_action()?;
                let is_card = matches!(action, Action::Card(_));
                self.next_tile = if is_card { NextTile::ToDraw } else { NextTile::None };
                self.act(action)
            }
        }
    }

    /// Draws a hand. If the decks have too few cards, the step is a draw without cards, and the game is lost.
    fn draw(&mut self) -> Option<(Step, Outcome)> {
        let outcome = self.game.outcome_of_drawing_hand();
        if !outcome.continues() {
            let draw = Draw::new([Draw::TOTAL, 0, 0, 0]).ok();
            return draw.map(|draw| (Step::Draw(draw, CardSet::EMPTY), outcome));
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

    /// Chooses a placement of a card or a move of a cat. If a cat can move to the raft, such a move is chosen.
    /// Otherwise, if both kinds of action are possible, each kind has the same probability. If every action had the
    /// same probability, moves would be rare, because there are usually many more placements than moves. However, a
    /// game without moves is never won.
    fn choose_action(&mut self) -> Option<Action> {
        let actions = legal::card_and_cat_actions(&self.game);
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
        self.game.state().board().raft_centre().is_ok_and(|centre| centre.is_near(cat.to))
    }
}

impl Iterator for Playout {
    type Item = PlayedStep;

    fn next(&mut self) -> Option<PlayedStep> {
        if self.is_over {
            return None;
        }
        let before = self.game.state().clone();
        let (step, outcome) = self.step()?;
        self.is_over = !outcome.continues();
        Some(PlayedStep::new(before, step, self.game.state().clone(), outcome))
    }
}

/// Returns the starting state of an official challenge on random islands. If `number` is `None`, the challenge is
/// chosen at random. Returns `None` if there is no challenge with this number.
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

/// Returns a random state from a random game. The game is not over in this state.
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
