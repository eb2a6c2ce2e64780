//! A game that is played step by step according to the exact rules. The steps are recorded and can be undone.

use super::game::{Choice, Phase, QuickGame};
use super::policy::Policy;
use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use crate::raft::generate::{PlayedStep, Step};
use crate::raft::record::RaftRecord;
use crate::raft::rules::{Loss, Outcome};
use crate::raft::{Action, CardSet, Draw, PlayableState, TileId};
use crate::random::Random;

/// A game with a record of the steps that were played.
///
/// The random numbers for a draw depend only on the seed and on the number of steps before the draw. Therefore, if a
/// choice is undone and the same choice is played again, the same cards or the same tile will be drawn.
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
    game: PlayableState,
    tile: Option<TileId>,
    steps: Vec<PlayedStep>,
    outcome: Outcome,
    seed: u64,
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
    pub fn new(game: PlayableState, seed: u64) -> Self {
        let outcome = game.outcome();
        let mut session = Self { game, tile: None, steps: Vec::new(), outcome, seed };
        session.lose_without_cards();
        session
    }

    /// Returns the current state.
    pub const fn game(&self) -> &PlayableState {
        &self.game
    }

    /// Returns the steps that were played.
    pub fn steps(&self) -> &[PlayedStep] {
        &self.steps
    }

    /// Returns the outcome after the last step.
    pub const fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// Returns the current phase of the game.
    pub fn phase(&self) -> Phase {
        match self.outcome {
            Outcome::Won => Phase::Won,
            Outcome::Lost(_) => Phase::Lost,
            Outcome::Continues => self.quick().phase(),
        }
    }

    /// Returns the current position in the form that policies and searches need.
    pub fn quick(&self) -> QuickGame {
        QuickGame::new(&self.game, self.tile)
    }

    /// Returns the record of the game, or `None` before the first step.
    ///
    /// ```
    /// use clowder::raft::{PlayableState, player::{Choice, Session}};
    ///
    /// let mut session = Session::new(PlayableState::EXAMPLE.parse()?, 1);
    /// assert!(session.record().is_none());
    /// session.choose(Choice::Action("Af0303N".parse()?))?;
    /// assert_eq!(session.record().expect("there are steps").steps().len(), 2);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn record(&self) -> Option<RaftRecord> {
        RaftRecord::new(self.steps.clone()).ok()
    }

    /// Carries out a choice. After a card is placed, a tile is drawn automatically.
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
    /// Returns the reasons if the choice is not legal. In this case, nothing changes.
    pub fn choose(&mut self, choice: Choice) -> Result<(), Diagnostics> {
        let is_fire = matches!(choice, Choice::Action(Action::Fire(_)));
        if !self.outcome.continues() {
            return Err(wrong_time("the game is over"));
        }
        match (self.tile, choice) {
            (Some(tile), Choice::Action(Action::Fire(fire))) if fire.tile == tile => {}
            (Some(tile), _) => return Err(wrong_time(&format!("fire tile `{tile}` must be placed now"))),
            (None, _) if is_fire => {
                return Err(wrong_time("no fire tile was drawn, so no fire tile can be placed now"));
            }
            _ => {}
        }
        match choice {
            Choice::Draw(draw) => self.draw(draw)?,
            Choice::Action(action) => self.act(action)?,
        }
        self.lose_without_cards();
        Ok(())
    }

    fn draw(&mut self, draw: Draw) -> Result<(), Diagnostics> {
        let before = self.game.state().clone();
        let cards = self.game.draw_hand(draw, &mut self.random())?;
        let outcome = self.game.outcome();
        self.push(before, Step::Draw(draw, cards), outcome);
        Ok(())
    }

    fn act(&mut self, action: Action) -> Result<(), Diagnostics> {
        let outcome = self.game.outcome_after(&action)?;
        let before = self.game.state().clone();
        self.game.apply(&action)?;
        self.tile = None;
        let is_card = matches!(action, Action::Card(_));
        let outcome = if outcome.continues() && !is_card { self.game.outcome() } else { outcome };
        self.push(before, Step::Action(action), outcome);
        if is_card && self.outcome.continues() {
            self.draw_tile()?;
        }
        Ok(())
    }

    fn draw_tile(&mut self) -> Result<(), Diagnostics> {
        let before = self.game.state().clone();
        let tile = self.game.draw_tile(&mut self.random())?;
        let lost = !self.game.tile_fits_anywhere(tile);
        let outcome = if lost { Outcome::Lost(Loss::NoPlacement(tile)) } else { Outcome::Continues };
        self.push(before, Step::Tile(tile), outcome);
        self.tile = Some(tile);
        Ok(())
    }

    /// Ends the game as lost if a hand must be drawn and the decks have too few cards.
    fn lose_without_cards(&mut self) {
        let is_due = self.tile.is_none() && self.game.state().hand().cards().is_empty();
        let outcome = self.game.outcome_of_drawing_hand();
        if self.outcome.continues() && is_due && !outcome.continues() {
            // The loss is recorded as a step that draws no cards. Such a step also contains a request for six cards,
            // but it does not matter here from which decks they are requested.
            if let Ok(draw) = Draw::new([Draw::TOTAL, 0, 0, 0]) {
                self.push(self.game.state().clone(), Step::Draw(draw, CardSet::EMPTY), outcome);
            }
        }
    }

    fn push(&mut self, before: crate::raft::State, step: Step, outcome: Outcome) {
        self.outcome = outcome.clone();
        self.steps.push(PlayedStep::new(before, step, self.game.state().clone(), outcome));
    }

    fn random(&self) -> Random {
        Random::stream(self.seed, self.steps.len() as u64)
    }

    /// Undoes the last choice. If a tile was drawn after it, this draw is also undone. Returns false if there is no
    /// choice to undo.
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
        self.game = game;
        self.outcome = Outcome::Continues;
        self.steps.truncate(last);
        self.tile = match self.steps.last().map(|played| *played.step()) {
            Some(Step::Tile(tile)) => Some(tile),
            _ => None,
        };
        true
    }

    /// Plays the next choice of a policy. Returns false if the policy has no choice or if its choice is not legal.
    ///
    /// ```
    /// use clowder::raft::{PlayableState, player::{RandomPolicy, Session}};
    /// use clowder::random::Random;
    ///
    /// let mut session = Session::new(PlayableState::EXAMPLE.parse()?, 1);
    /// assert!(session.advance(&mut RandomPolicy, &mut Random::new(2)));
    /// assert!(!session.steps().is_empty());
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn advance(&mut self, policy: &mut dyn Policy, random: &mut Random) -> bool {
        let choice = policy.choose(&self.quick(), random);
        choice.is_some_and(|choice| self.choose(choice).is_ok())
    }
}

/// Returns the error for a choice that is not possible at this point of the game.
fn wrong_time(message: &str) -> Diagnostics {
    Diagnostic::new(&codes::bots::MOVE_PHASE, Span::new(0, 0), message.to_owned()).into()
}
