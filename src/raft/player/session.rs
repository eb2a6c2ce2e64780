//! A game played step by step according to the exact rules. The steps are recorded and can be undone.

use super::game::{Choice, Phase, QuickGame};
use super::policy::Policy;
use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use crate::raft::generate::{Course, NextTile, PlayedStep, Step};
use crate::raft::record::RaftRecord;
use crate::raft::rules::Outcome;
use crate::raft::{Action, PlayableState, State, TileId, random_hand, random_tile};
use crate::random::{Random, Seed};

/// A game with a record of its steps.
///
/// The random numbers for a draw depend only on the seed and on the number of steps before the draw. If a choice is
/// undone and then made again, the same cards or the same tile will be drawn.
///
/// ```
/// use clowder::raft::{PlayableState, player::{Choice, Phase, Session}};
///
/// let mut session = Session::new(PlayableState::EXAMPLE.parse()?, 1);
/// session.choose(Choice::Action("Af0303N".parse()?))?;
/// assert!(matches!(session.phase(), Phase::PlaceTile(_)), "the tile is drawn at once");
/// assert!(session.undo());
/// assert_eq!((session.phase(), session.steps().len()), (Phase::Act, 0));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    course: Course,
    steps: Vec<PlayedStep>,
    seed: Seed,
}

impl Session {
    /// Begins a game in the state `game`. The seed determines the cards and tiles that will be drawn.
    ///
    /// ```
    /// use clowder::raft::{PlayableState, player::{Phase, Session}};
    ///
    /// let session = Session::new(PlayableState::EXAMPLE.parse()?, 1);
    /// assert_eq!((session.phase(), session.steps().len()), (Phase::Act, 0));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn new(game: PlayableState, seed: impl Into<Seed>) -> Self {
        let mut session = Self { course: Course::new(game), steps: Vec::new(), seed: seed.into() };
        session.lose_without_cards();
        session
    }

    /// The current state.
    pub const fn game(&self) -> &PlayableState {
        &self.course.game
    }

    /// The steps played so far.
    pub fn steps(&self) -> &[PlayedStep] {
        &self.steps
    }

    /// The outcome after the last step.
    pub const fn outcome(&self) -> &Outcome {
        &self.course.outcome
    }

    /// The current phase of the game.
    pub fn phase(&self) -> Phase {
        match self.course.outcome {
            Outcome::Won => Phase::Won,
            Outcome::Lost(_) => Phase::Lost,
            Outcome::Continues => self.quick().phase(),
        }
    }

    /// The current position in the form used by policies and searches.
    pub fn quick(&self) -> QuickGame {
        QuickGame::new(&self.course.game, self.tile())
    }

    /// The record of the game, or `None` before the first step.
    pub fn record(&self) -> Option<RaftRecord> {
        RaftRecord::new(self.steps.clone()).ok()
    }

    /// Plays a choice. After a card is placed, a tile is drawn automatically.
    ///
    /// ```
    /// use clowder::raft::{PlayableState, player::{Choice, Session}};
    ///
    /// let mut session = Session::new(PlayableState::EXAMPLE.parse()?, 1);
    /// assert!(session.choose(Choice::Draw("A6".parse()?)).is_err(), "there are cards in the hand");
    /// assert!(session.choose(Choice::Action("Af0303N".parse()?)).is_ok());
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// Returns the reasons why the choice is illegal, and leaves the game unchanged.
    pub fn choose(&mut self, choice: Choice) -> Result<(), Diagnostics> {
        let is_fire = matches!(choice, Choice::Action(Action::Fire(_)));
        if !self.course.outcome.continues() {
            return Err(wrong_time("the game is over"));
        }
        match (self.tile(), choice) {
            (Some(tile), Choice::Action(Action::Fire(fire))) if fire.tile == tile => {}
            (Some(tile), _) => return Err(wrong_time(&format!("fire tile `{tile}` must be placed now"))),
            (None, _) if is_fire => {
                return Err(wrong_time("no fire tile was drawn, so no fire tile can be placed now"));
            }
            _ => {}
        }
        let before = self.course.game.state().clone();
        let step = match choice {
            Choice::Draw(draw) => {
                let hand = random_hand(&before, draw, &mut self.random())?;
                self.course.draw_hand(draw, hand)?
            }
            Choice::Action(action) if self.course.game.is_legal(&action) => self.course.act(action)?,
            Choice::Action(action) => return Err(self.course.game.legality_errors(&action)),
        };
        let must_draw = self.course.next == NextTile::ToDraw;
        if self.course.outcome.continues() && !must_draw {
            self.course.outcome = self.course.game.outcome();
        }
        self.push(before, step);
        if self.course.outcome.continues() && must_draw {
            let before = self.course.game.state().clone();
            if let Some(tile) = random_tile(&before, &mut self.random()) {
                let step = self.course.draw_tile(tile);
                self.push(before, step);
            }
        }
        self.lose_without_cards();
        Ok(())
    }

    /// The drawn fire tile that must be placed now, if any.
    fn tile(&self) -> Option<TileId> {
        match self.course.next {
            NextTile::Drawn(tile) => Some(tile),
            _ => None,
        }
    }

    /// Records the loss of a game whose decks have too few cards for a hand.
    fn lose_without_cards(&mut self) {
        if self.course.outcome.continues()
            && self.tile().is_none()
            && let Some(step) = self.course.lose_without_cards()
        {
            self.push(self.course.game.state().clone(), step);
        }
    }

    fn push(&mut self, before: State, step: Step) {
        self.steps.push(self.course.played(before, step));
    }

    fn random(&self) -> Random {
        Random::stream(self.seed, self.steps.len() as u64)
    }

    /// Undoes the last choice and the tile draw after it, if any. Returns false if there is no choice to undo.
    ///
    /// ```
    /// use clowder::raft::{PlayableState, player::Session};
    ///
    /// let mut session = Session::new(PlayableState::EXAMPLE.parse()?, 1);
    /// assert!(!session.undo(), "nothing has been played");
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn undo(&mut self) -> bool {
        let is_choice = |played: &PlayedStep| match *played.step() {
            Step::Tile(_) => false,
            Step::Draw(_, cards) => !cards.is_empty(),
            Step::Action(_) => true,
        };
        let Some(last) = self.steps.iter().rposition(is_choice) else { return false };
        let before = self.steps[last].before().clone();
        let Ok(game) = PlayableState::new(before) else { return false };
        self.steps.truncate(last);
        let next = match self.steps.last().map(|played| *played.step()) {
            Some(Step::Tile(tile)) => NextTile::Drawn(tile),
            _ => NextTile::None,
        };
        self.course = Course { game, next, outcome: Outcome::Continues };
        true
    }

    /// Plays a policy's next choice. Returns false if the policy makes no choice or an illegal one.
    pub fn advance(&mut self, policy: &mut dyn Policy, random: &mut Random) -> bool {
        let choice = policy.choose(&self.quick(), random);
        choice.is_some_and(|choice| self.choose(choice).is_ok())
    }
}

fn wrong_time(message: &str) -> Diagnostics {
    Diagnostic::new(&codes::bots::MOVE_PHASE, Span::new(0, 0), message.to_owned()).into()
}
