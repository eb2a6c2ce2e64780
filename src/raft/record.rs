//! Saved games of Race to the Raft, as JSON objects. Reading a saved game replays its steps according to the
//! rules, and compares the result with the recorded outcome.

use super::generate::{Course, NextTile, PlayedStep, Step};
use super::rules::{Loss, Outcome, errors_in_text, read_action};
use super::{Action, CardSet, Draw, Hand, PlayableState, State, TileId};
use crate::diagnostics::codes::bots;
use crate::diagnostics::{Class, Code, Diagnostic, Diagnostics, Severity, Span};
use crate::json::{Checker, Value, quote, reread};
use crate::notation::{Kind, Notation, Reading, Segment, from_str_by_notation};
use std::fmt;

/// A finished or unfinished game of Race to the Raft in which every step is legal.
///
/// ```
/// use clowder::notation::Notation;
/// use clowder::raft::record::RaftRecord;
///
/// let record: RaftRecord = RaftRecord::EXAMPLE.parse()?;
/// assert_eq!(record.steps().len(), 1);
/// let wrong = RaftRecord::EXAMPLE.replace("continues", "won");
/// assert!(RaftRecord::read(&wrong).strict().is_err());
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug)]
pub struct RaftRecord {
    initial: State,
    steps: Vec<PlayedStep>,
    outcome: Outcome,
}

/// The reason why a list of steps is not a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// There are no steps.
    #[error("a game must have at least one step")]
    NoSteps,
    /// The step with this number (counted from 1) does not begin in the state after the previous step, or
    /// comes after the end of the game.
    #[error("step {0} does not follow from the step before it")]
    NotConsecutive(usize),
}

impl RaftRecord {
    /// Creates a record from consecutive steps.
    ///
    /// ```
    /// use clowder::random::Random;
    /// use clowder::raft::{generate::Playout, record::RaftRecord};
    ///
    /// let steps: Vec<_> = Playout::new(Random::new(1)).collect();
    /// assert!(!RaftRecord::new(steps.clone())?.outcome().continues());
    /// assert!(RaftRecord::new(steps.into_iter().rev().collect()).is_err());
    /// # Ok::<(), clowder::raft::record::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if there are no steps, or if a step does not follow from the previous one.
    pub fn new(steps: Vec<PlayedStep>) -> Result<Self, RecordError> {
        let (Some(first), Some(last)) = (steps.first(), steps.last()) else {
            return Err(RecordError::NoSteps);
        };
        let follows =
            |one: &PlayedStep, next: &PlayedStep| one.outcome().continues() && one.after() == next.before();
        if let Some(index) = steps.iter().zip(&steps[1..]).position(|(one, next)| !follows(one, next)) {
            return Err(RecordError::NotConsecutive(index + 2));
        }
        let (initial, outcome) = (first.before().clone(), last.outcome().clone());
        Ok(Self { initial, steps, outcome })
    }

    pub(crate) fn recognises(value: &Value) -> bool {
        value.get("game").and_then(Value::as_str) == Some("raft")
    }

    /// Reads a saved game. `value` must have been parsed from the checker's text. If the saved game has errors
    /// (except of class `canon`), the reading has no value. In this case, the second result is a record of the
    /// steps before the first incorrect one, or `None` if the initial state or the list of steps is unreadable.
    pub(crate) fn read_value(
        mut checker: Checker<'_>,
        value: Option<Value>,
    ) -> (Reading<Self>, Option<Self>) {
        let (record, beginning) = match value.and_then(|value| read_record(&mut checker, &value)) {
            Some((record, true)) if checker.is_usable() => (Some(record), None),
            read => (None, read.map(|(beginning, _)| beginning)),
        };
        (checker.into_reading_in_layout(record, "a game"), beginning)
    }

    /// State before the first step.
    pub const fn initial(&self) -> &State {
        &self.initial
    }

    /// The steps, each with the states before and after the step.
    pub fn steps(&self) -> &[PlayedStep] {
        &self.steps
    }

    /// Outcome after the last step.
    pub const fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// Explains the initial state, the steps and the outcome of a game that was read from `text`.
    ///
    /// ```
    /// use clowder::notation::Notation;
    /// use clowder::raft::record::RaftRecord;
    ///
    /// let record: RaftRecord = RaftRecord::EXAMPLE.parse()?;
    /// let last = record.explain(RaftRecord::EXAMPLE).pop().expect("there are segments");
    /// assert_eq!((last.name, last.meaning.as_str()), ("outcome", "the game continues"));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn explain(&self, text: &str) -> Vec<Segment> {
        let source = reread(text);
        let span = |value: Option<&Value>| value.map_or(Span::new(0, 0), |value| value.span);
        let source = |key: &str| source.as_ref().and_then(|source| source.get(key));
        let mut segments = vec![
            Segment::new(span(source("game")), "game", "Race to the Raft"),
            Segment::new(span(source("state")), "state", "the state before the first step"),
        ];
        let items = source("steps").and_then(Value::as_array).unwrap_or_default();
        for (index, played) in self.steps.iter().enumerate() {
            let meaning = format!("step {}: {}", index + 1, describe(played.step()));
            segments.push(Segment::new(span(items.get(index)), "step", meaning));
        }
        segments.push(Segment::new(span(source("outcome")), "outcome", describe_outcome(&self.outcome)));
        segments
    }
}

/// Writes a step as a JSON object in the saved-game format.
pub(crate) fn write_step(step: &Step) -> String {
    match step {
        Step::Draw(draw, cards) => format!(r#"{{"draw":"{draw}","cards":"{cards}"}}"#),
        Step::Tile(tile) => format!(r#"{{"tile":"{tile}"}}"#),
        Step::Action(action) => format!(r#"{{"action":"{action}"}}"#),
    }
}

/// Describes a step in words.
///
/// ```
/// use clowder::raft::{generate::Step, record::describe};
///
/// let moved = Step::Action("B04060506Af".parse()?);
/// assert_eq!(describe(&moved), "moves the blue cat from (4, 6) to (5, 6) and discards Af");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn describe(step: &Step) -> String {
    match *step {
        Step::Draw(draw, CardSet::EMPTY) => {
            format!("requests the draw {draw}, for which the decks have too few cards")
        }
        Step::Draw(draw, cards) => format!("draws {draw}: the hand is {cards}"),
        Step::Tile(tile) => format!("draws the fire tile {tile}"),
        Step::Action(Action::Card(placed)) => {
            let turn = placed.orientation.description();
            format!("places card {} at {:?}, {turn}", placed.card, placed.at.coordinates())
        }
        Step::Action(Action::Fire(placed)) => {
            let flip = if placed.flipped { "flipped, " } else { "" };
            let (at, turn) = (placed.at.coordinates(), placed.orientation.description());
            format!("places fire tile {} at {at:?}, {flip}{turn}", placed.tile)
        }
        Step::Action(Action::Cat(ref moved)) => {
            let discards: Vec<String> = moved.discards.iter().map(|card| card.to_string()).collect();
            format!(
                "moves the {} cat from {:?} to {:?} and discards {}",
                moved.colour.name(),
                moved.from.coordinates(),
                moved.to.coordinates(),
                discards.join(" and ")
            )
        }
    }
}

/// Describes an outcome in a sentence.
///
/// ```
/// use clowder::raft::{record::describe_outcome, rules::Outcome};
///
/// assert_eq!(describe_outcome(&Outcome::Won), "the game is won: all cats are on the raft");
/// ```
pub fn describe_outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Continues => "the game continues".to_owned(),
        Outcome::Won => "the game is won: all cats are on the raft".to_owned(),
        Outcome::Lost(Loss::NoPlacement(tile)) => {
            format!("the game is lost: the fire tile {tile} fits nowhere")
        }
        Outcome::Lost(Loss::EmptyBag) => "the game is lost: the bag of fire tiles is empty".to_owned(),
        Outcome::Lost(Loss::TooFewCards { left }) => {
            format!("the game is lost: the decks have only {left} of the 6 cards that must be drawn")
        }
        Outcome::Lost(Loss::NoLegalAction) => "the game is lost: no action is legal".to_owned(),
        Outcome::Lost(_) => "the game is lost: a cat is cut off from the raft".to_owned(),
    }
}

impl fmt::Display for RaftRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.initial.parts().map(|part| quote(&part)).join(",");
        write!(f, r#"{{"game":"raft","state":[{state}],"steps":["#)?;
        for (index, played) in self.steps.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            write!(f, "{comma}{}", write_step(played.step()))?;
        }
        write!(f, r#"],"outcome":"{}"}}"#, self.outcome.name())
    }
}

impl Notation for RaftRecord {
    const KIND: Kind = Kind::RaftRecord;
    const GRAMMAR: &str = include_str!("raft-record.ebnf");
    const HAS_QUICK_GRAMMAR: bool = false;
    const EXAMPLE: &'static str = concat!(
        r#"{"game":"raft","state":["fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgBgg\nfffybpbry\nbbggrgyry\n"#,
        r#"ygrpybpby\nprpgbybyr\nbgyryywwW\nyrbpgrwow\nrgybpywww\n","AabcdBCgDadh","AfhkBCbDcg","G0105","#,
        r#""abdfgjkmnpqrtuvwyzACDE"],"steps":[{"action":"B04060506Af"}],"outcome":"continues"}"#
    );

    /// Reads a game by replaying it. An error message about an illegal step begins with the step number,
    /// counted from 1.
    fn read(text: &str) -> Reading<Self> {
        let (checker, value) = Checker::read(text);
        Self::read_value(checker, value).0
    }
}

from_str_by_notation!(RaftRecord);

/// Reads a game up to, but not including, the first incorrect step. The flag in the result is true if the game name,
/// all steps and the outcome are correct.
fn read_record(checker: &mut Checker<'_>, value: &Value) -> Option<(RaftRecord, bool)> {
    checker.object(value, "a game")?;
    checker.known_keys(value, &["game", "state", "steps", "outcome"]);
    let name = checker.key(value, "game");
    let game = name.and_then(|game| match checker.string(game, "game")? {
        "raft" => Some(()),
        _ => checker.wrong(&bots::JSON_TYPE, game, "game", "raft"),
    });
    let state = checker.key(value, "state").and_then(|state| read_state(checker, state));
    let steps = checker.key(value, "steps").and_then(|steps| checker.array(steps, "steps"));
    let claimed = checker
        .key(value, "outcome")
        .and_then(|outcome| Some((outcome, checker.string(outcome, "outcome")?)));
    let initial = state?;
    let mut course = begin(checker, value, &initial)?;
    let mut played = Vec::new();
    let mut is_whole = game.is_some();
    for (index, step) in steps?.iter().enumerate() {
        let before = course.game.state().clone();
        let Some(step) = course.read_step(checker, index + 1, step) else {
            is_whole = false;
            break;
        };
        played.push(course.played(before, step));
    }
    match claimed {
        // The outcome is compared only if all steps are legal.
        Some((place, claimed)) if is_whole && claimed != course.outcome.name() => {
            let right = quote(course.outcome.name());
            checker.wrong::<()>(&bots::JSON_TYPE, place, "outcome", right);
            is_whole = false;
        }
        claimed => is_whole &= claimed.is_some(),
    }
    Some((RaftRecord { initial, steps: played, outcome: course.outcome }, is_whole))
}

/// Reports the diagnostics in `found`, with `prefix` before each message. The span of each diagnostic is
/// replaced by `span`, which covers a whole JSON value. Returns true if `found` contains an error that is not
/// of class [`Class::Canon`].
fn report(checker: &mut Checker<'_>, span: Span, prefix: &str, found: Diagnostics) -> bool {
    let mut refused = false;
    for one in found {
        refused |= one.severity == Severity::Error && one.class() != Class::Canon;
        let message = format!("{prefix}{}", one.message);
        let mut moved = Diagnostic::new(one.code, span, message);
        moved.severity = one.severity;
        checker.report(moved);
    }
    refused
}

fn read_string<T: Notation>(checker: &mut Checker<'_>, number: usize, value: &Value, key: &str) -> Option<T> {
    let text = checker.string(value, key)?;
    let (read, found) = T::read(text).into_parts();
    let refused = report(checker, value.span, &format!("step {number}: "), found);
    read.filter(|_| !refused)
}

fn read_state(checker: &mut Checker<'_>, value: &Value) -> Option<State> {
    let items = checker.array(value, "state")?;
    let Some(parts) = <&[Value; 5]>::try_from(items).ok() else {
        return checker.wrong(&bots::JSON_TYPE, value, "state", "a list of five strings");
    };
    let texts = parts.each_ref().map(|part| Some(checker.string(part, "a part of the state")?.to_owned()));
    let [Some(board), Some(decks), Some(hand), Some(exhausted), Some(bag)] = texts else { return None };
    let (state, found) = State::read_parts(&[board, decks, hand, exhausted, bag]).into_parts();
    let mut refused = false;
    for one in found {
        let part = one.part.unwrap_or(0).min(4);
        let prefix = format!("{}: ", State::COMPONENT_NAMES[part]);
        refused |= report(checker, parts[part].span, &prefix, one.into());
    }
    state.filter(|_| !refused)
}

fn begin(checker: &mut Checker<'_>, value: &Value, initial: &State) -> Option<Course> {
    match PlayableState::new(initial.clone()) {
        Ok(game) => Some(Course::new(game)),
        Err(errors) => {
            let span = value.get("state").map_or(value.span, |state| state.span);
            report(checker, span, "board: ", errors);
            None
        }
    }
}

/// Replays and checks the steps of a record.
impl Course {
    /// Plays a step. If the step is unreadable or illegal, reports the reason and returns `None`.
    fn read_step(&mut self, checker: &mut Checker<'_>, number: usize, value: &Value) -> Option<Step> {
        checker.object(value, "a step")?;
        let refuse = |checker: &mut Checker<'_>, code: &'static Code, message: &str| {
            checker.error(code, value.span, format!("step {number}: {message}"));
            None
        };
        if !self.outcome.continues() {
            return refuse(checker, &bots::MOVE_OVER, "the game is over");
        }
        let kind = ["draw", "tile", "action"].into_iter().find(|key| value.get(key).is_some());
        let Some(kind) = kind else {
            return checker.wrong(
                &bots::JSON_TYPE,
                value,
                "a step",
                "an object with the key draw, tile or action",
            );
        };
        checker
            .known_keys(value, if kind == "draw" { &["draw", "cards"] } else { std::slice::from_ref(&kind) });
        match (kind, self.next) {
            ("tile", NextTile::ToDraw) => self.read_tile(checker, number, value),
            ("tile", _) => refuse(
                checker,
                &bots::MOVE_PHASE,
                "a fire tile can be drawn only immediately after a card has been placed",
            ),
            (_, NextTile::ToDraw) => {
                refuse(checker, &bots::MOVE_PHASE, "a card was placed, so a fire tile must be drawn now")
            }
            ("draw", NextTile::Drawn(_)) => {
                refuse(checker, &bots::MOVE_PHASE, "the fire tile that was drawn must be placed")
            }
            ("draw", NextTile::None) => self.read_hand(checker, number, value),
            _ => self.read_action_step(checker, number, value),
        }
    }

    fn read_hand(&mut self, checker: &mut Checker<'_>, number: usize, value: &Value) -> Option<Step> {
        let draw = checker.key(value, "draw").and_then(|it| read_string::<Draw>(checker, number, it, "draw"));
        let cards =
            checker.key(value, "cards").and_then(|it| read_string::<Hand>(checker, number, it, "cards"));
        let (draw, hand) = (draw?, cards?);
        if hand.cards().is_empty() && self.lose_without_cards().is_some() {
            return Some(Step::Draw(draw, CardSet::EMPTY));
        }
        let drawn = self.draw_hand(draw, hand);
        drawn.map_err(|errors| report(checker, value.span, &format!("step {number}: "), errors)).ok()
    }

    fn read_tile(&mut self, checker: &mut Checker<'_>, number: usize, value: &Value) -> Option<Step> {
        let place = checker.key(value, "tile")?;
        let tile: Option<TileId> = checker.string(place, "tile")?.parse().ok();
        let in_bag = tile.filter(|tile| self.game.state().bag().contains(*tile));
        let Some(tile) = in_bag else {
            let what = format!("step {number}: the tile");
            return checker.wrong(&bots::JSON_TYPE, place, &what, "the letter of a tile in the bag");
        };
        Some(self.draw_tile(tile))
    }

    fn read_action_step(&mut self, checker: &mut Checker<'_>, number: usize, value: &Value) -> Option<Step> {
        let place = checker.key(value, "action")?;
        let text = checker.string(place, "action")?;
        let (action, mut errors) = read_action(text).into_parts();
        errors.extend(
            action.iter().flat_map(|action| errors_in_text(text, action, self.game.legality_errors(action))),
        );
        let refused = report(checker, place.span, &format!("step {number}: "), errors);
        let action = action.filter(|_| !refused)?;
        let fits_phase = match (&action, self.next) {
            (Action::Fire(fire), NextTile::Drawn(tile)) => fire.tile == tile,
            (Action::Fire(_), _) | (_, NextTile::Drawn(_)) => false,
            _ => true,
        };
        if !fits_phase {
            let message = match self.next {
                NextTile::Drawn(tile) => format!("step {number}: the fire tile {tile} must be placed"),
                _ => format!("step {number}: a fire tile can be placed only after it was drawn"),
            };
            checker.error(&bots::MOVE_PHASE, place.span, message);
            return None;
        }
        self.act(action).ok()
    }
}
