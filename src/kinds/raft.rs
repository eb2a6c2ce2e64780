//! The rows of the registry for the kinds of Race to the Raft.

use super::{
    AnyReading, Components, Described, Difference, DifferencePlace, Pace, ReadOptions, Row, boxed,
    compared_as_text, no_replay,
};
use crate::diagnostics::{Diagnostic, Fix, Severity, Source, Span};
use crate::notation::Segment;
use crate::raft::catalogue::Component;
use crate::raft::difference::{self, SetDifference, SquareDifference};
use crate::raft::record::RaftRecord;
use crate::raft::rules::{discards_one_card_twice, errors_in_text};
use crate::raft::{
    Action, Board, CatCard, Challenge, Decks, Draw, Exhausted, FireBag, FireTile, Hand, PathwayCard,
    PlayableState, Position, RaftCard, Square, State, explain,
};
use crate::render::figure::replay::Replay;
use crate::render::figure::{Figure, FigureLook};
use crate::render::{self, Look, Scene, figures};
use std::fmt;

pub(super) const CHALLENGE: Row = Row::of::<Challenge>("LSNEWAFCR0123456789");
pub(super) const BOARD: Row = Row::of::<Board>("bfgnoprwyBGPRWY\n");
pub(super) const DECKS: Row = Row::of::<Decks>("ABCDabcdefghijklmnopqrstuvwxy");
pub(super) const HAND: Row = Row::of::<Hand>("ABCDabcdefghijklmnopqrstuvwxy");
pub(super) const EXHAUSTED: Row = Row::of::<Exhausted>("BGPRY0123456789");
pub(super) const FIRE_BAG: Row = Row::of::<FireBag>("abcdefghijklmnopqrstuvwxyzABCDE");
pub(super) const ACTION: Row =
    Row::read_by::<Action>("ABCDEGPRYNSWTFabcdefghijklmnopqrstuvwxyz0123456789", action);
pub(super) const DRAW: Row = Row::of::<Draw>("ABCD123456");
pub(super) const STATE: Row = Row::of::<State>("[]\",\\nABCDEGPRWYabcdefghijklmnopqrstuvwxyz0123456789");
pub(super) const PATHWAY_CARD: Row =
    Row::read_by::<PathwayCard>("abcdefghijklmnopqrstuvwxy", component::<PathwayCard>);
pub(super) const FIRE_TILE: Row =
    Row::read_by::<FireTile>("abcdefghijklmnopqrstuvwxyzABCDE0123456789", component::<FireTile>);
pub(super) const CAT_CARD: Row = Row::read_by::<CatCard>("0123456bgpryBGPRYf", component::<CatCard>);
pub(super) const RAFT_CARD: Row = Row::read_by::<RaftCard>("0123bgprywo", component::<RaftCard>);
pub(super) const RECORD: Row = Row::of::<RaftRecord>("{}[]:,\"-0123456789");

/// Reads a component. The component must belong to the game, unless the options accept every component.
fn component<T: Component + Described>(text: &str, options: &ReadOptions, pace: Pace) -> AnyReading {
    let reading = pace.read::<T>(text);
    let unknown = match (options.components, reading.value()) {
        (Components::Official, Some(value)) => value.catalogue_error(),
        _ => None,
    };
    // The span of this error belongs to the canonical string, in which the parts can be in another order than in the
    // given string. Therefore, the error gets the span of the whole given string.
    let whole = Span::new(0, text.len());
    let unknown = unknown.map(|found| Diagnostic {
        span: whole,
        fix: found.fix.map(|fix| Fix { span: whole, ..fix }),
        ..found
    });
    reading.check(unknown).map(boxed)
}

/// Reads an action. If a board is given, the action must fit the board. If the action is only drawn on a board, the
/// reasons why it does not fit are warnings.
fn action(text: &str, options: &ReadOptions, pace: Pace) -> AnyReading {
    let mut reading = pace.read::<Action>(text);
    let meant = reading.value().copied().or_else(|| discards_one_card_twice(text, reading.diagnostics()));
    let errors_on =
        |game: &PlayableState, action: Action| errors_in_text(text, &action, game.placement_errors(&action));
    let mut is_refused = false;
    if let (Some(game), Some(action)) = (&options.board, meant) {
        let errors = errors_on(game, action);
        is_refused = !errors.is_empty();
        reading = reading.check(errors);
    } else if let (Some(board), Some(&action)) = (options.drawn_on, reading.value())
        && let Ok(game) = PlayableState::on_board(board)
    {
        let errors = errors_on(&game, action);
        is_refused = !errors.is_empty();
        let warning = |error| Diagnostic { severity: Severity::Warning, ..error };
        reading = reading.check(errors.into_iter().map(warning));
    }
    reading.map(|action| boxed(ActionOn { action, board: options.drawn_on, is_refused }))
}

/// An action, and the board on which it is drawn, if a board is given.
#[derive(Clone)]
struct ActionOn {
    action: Action,
    board: Option<Board>,
    /// True if the action does not fit the board.
    is_refused: bool,
}

impl fmt::Display for ActionOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.action.fmt(f)
    }
}

impl Described for ActionOn {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::action(&self.action, source.text)
    }

    fn picture(&self, look: &Look) -> Scene {
        match &self.board {
            Some(board) if self.is_refused => render::raft::refused(&self.action, board, look),
            Some(board) => render::raft::action_on(&self.action, board, look),
            None => render::raft::action(&self.action, look),
        }
    }

    fn figure(&self, look: &FigureLook) -> Figure {
        match &self.board {
            Some(board) => figures::raft::action_on(&self.action, board, look),
            None => figures::raft::action(&self.action),
        }
    }

    compared_as_text!();
    no_replay!();
}

impl Described for Challenge {
    fn explain(&self, _: Source<'_>) -> Vec<Segment> {
        explain::challenge(self)
    }

    fn picture(&self, look: &Look) -> Scene {
        render::raft::challenge(self, look)
    }

    fn figure(&self, look: &FigureLook) -> Figure {
        figures::raft::challenge(self, look)
    }

    compared_as_text!();
    no_replay!();
}

impl Described for Board {
    fn explain(&self, _: Source<'_>) -> Vec<Segment> {
        explain::board(self)
    }

    fn picture(&self, look: &Look) -> Scene {
        render::raft::board(self, look)
    }

    fn figure(&self, look: &FigureLook) -> Figure {
        figures::raft::board(self, look)
    }

    fn differences(&self, actual: &Self) -> Vec<Difference> {
        squares(None, &difference::boards(self, actual))
    }

    fn marked(&self, squares: &[[usize; 2]], look: &Look) -> Option<Scene> {
        let at =
            |&[row, column]: &[usize; 2]| Position::new(row.try_into().ok()?, column.try_into().ok()?).ok();
        Some(render::raft::marked(self, &squares.iter().filter_map(at).collect::<Vec<_>>(), look))
    }

    no_replay!();
}

impl Described for Decks {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::cards(self.cards(), source.text)
    }

    fn picture(&self, look: &Look) -> Scene {
        render::raft::decks(self.cards(), look)
    }

    fn figure(&self, _: &FigureLook) -> Figure {
        figures::raft::decks(self.cards())
    }

    fn differences(&self, actual: &Self) -> Vec<Difference> {
        members(None, self.cards().iter(), actual.cards().iter())
    }

    fn marked(&self, _: &[[usize; 2]], _: &Look) -> Option<Scene> {
        None
    }

    no_replay!();
}

impl Described for Hand {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::cards(self.cards(), source.text)
    }

    fn picture(&self, look: &Look) -> Scene {
        render::raft::hand(self.cards(), look)
    }

    fn figure(&self, _: &FigureLook) -> Figure {
        figures::raft::hand(self.cards())
    }

    fn differences(&self, actual: &Self) -> Vec<Difference> {
        members(None, self.cards().iter(), actual.cards().iter())
    }

    fn marked(&self, _: &[[usize; 2]], _: &Look) -> Option<Scene> {
        None
    }

    no_replay!();
}

impl Described for Exhausted {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::exhausted(source.text)
    }

    fn picture(&self, _: &Look) -> Scene {
        render::raft::exhausted(self)
    }

    fn figure(&self, _: &FigureLook) -> Figure {
        figures::raft::exhausted(self)
    }

    fn differences(&self, actual: &Self) -> Vec<Difference> {
        members(None, self.iter(), actual.iter())
    }

    fn marked(&self, _: &[[usize; 2]], _: &Look) -> Option<Scene> {
        None
    }

    no_replay!();
}

impl Described for FireBag {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::fire_bag(source.text)
    }

    fn picture(&self, look: &Look) -> Scene {
        render::raft::fire_bag(*self, look)
    }

    fn figure(&self, _: &FigureLook) -> Figure {
        figures::raft::fire_bag(*self)
    }

    fn differences(&self, actual: &Self) -> Vec<Difference> {
        members(None, self.iter(), actual.iter())
    }

    fn marked(&self, _: &[[usize; 2]], _: &Look) -> Option<Scene> {
        None
    }

    no_replay!();
}

impl Described for Draw {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::draw(*self, source.text)
    }

    fn picture(&self, _: &Look) -> Scene {
        render::raft::draw(*self)
    }

    fn figure(&self, _: &FigureLook) -> Figure {
        figures::raft::draw(*self)
    }

    compared_as_text!();
    no_replay!();
}

impl Described for State {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        match source.parts.try_into() {
            Ok(strings) => explain::state(self, strings),
            Err(_) => explain::state(self, &self.parts()),
        }
    }

    fn picture(&self, look: &Look) -> Scene {
        render::raft::state(self, look)
    }

    fn figure(&self, look: &FigureLook) -> Figure {
        figures::raft::state(self, look)
    }

    fn differences(&self, actual: &Self) -> Vec<Difference> {
        let mut all = squares(Some(0), &difference::boards(&self.board, &actual.board));
        all.extend(members(Some(1), self.decks.cards().iter(), actual.decks.cards().iter()));
        all.extend(members(Some(2), self.hand.cards().iter(), actual.hand.cards().iter()));
        all.extend(members(Some(3), self.exhausted.iter(), actual.exhausted.iter()));
        all.extend(members(Some(4), self.bag.iter(), actual.bag.iter()));
        all
    }

    fn marked(&self, squares: &[[usize; 2]], look: &Look) -> Option<Scene> {
        Described::marked(&self.board, squares, look)
    }

    no_replay!();
}

impl Described for PathwayCard {
    fn explain(&self, _: Source<'_>) -> Vec<Segment> {
        explain::pathway_card(self)
    }

    fn picture(&self, look: &Look) -> Scene {
        render::raft::squares3x3(self.squares(), look)
    }

    fn figure(&self, _: &FigureLook) -> Figure {
        figures::raft::squares3x3(self.squares())
    }

    compared_as_text!();
    no_replay!();
}

impl Described for FireTile {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::fire_tile(self, source.text)
    }

    fn picture(&self, look: &Look) -> Scene {
        render::raft::shape(self.shape(), look)
    }

    fn figure(&self, _: &FigureLook) -> Figure {
        figures::raft::fire_tile(self)
    }

    compared_as_text!();
    no_replay!();
}

impl Described for CatCard {
    fn explain(&self, _: Source<'_>) -> Vec<Segment> {
        explain::cat_card(self)
    }

    fn picture(&self, look: &Look) -> Scene {
        render::raft::squares3x3(self.squares(), look)
    }

    fn figure(&self, _: &FigureLook) -> Figure {
        figures::raft::squares3x3(self.squares())
    }

    compared_as_text!();
    no_replay!();
}

impl Described for RaftCard {
    fn explain(&self, _: Source<'_>) -> Vec<Segment> {
        explain::raft_card(self)
    }

    fn picture(&self, look: &Look) -> Scene {
        render::raft::raft_squares(self.squares(), look)
    }

    fn figure(&self, _: &FigureLook) -> Figure {
        figures::raft::raft_squares(self.squares())
    }

    compared_as_text!();
    no_replay!();
}

impl Described for RaftRecord {
    fn explain(&self, _: Source<'_>) -> Vec<Segment> {
        Self::explain(self)
    }

    fn picture(&self, look: &Look) -> Scene {
        render::raft::record(self, look)
    }

    fn figure(&self, look: &FigureLook) -> Figure {
        figures::raft::record(self, look)
    }

    fn replay(&self) -> Option<Replay> {
        Some(figures::raft::replay(self))
    }

    compared_as_text!();
}

fn squares(component: Option<usize>, found: &[SquareDifference]) -> Vec<Difference> {
    let letter = |square: Option<Square>| square.map(|square| square.letter().to_string());
    let difference = |found: &SquareDifference| Difference {
        component,
        place: DifferencePlace::Square([found.at.row().into(), found.at.column().into()]),
        expected: letter(found.expected),
        actual: letter(found.actual),
    };
    found.iter().map(difference).collect()
}

fn members<T: PartialEq + ToString>(
    component: Option<usize>,
    expected: impl Iterator<Item = T>,
    actual: impl Iterator<Item = T>,
) -> Vec<Difference> {
    let SetDifference { missing, extra } = difference::sets(expected, actual);
    let difference =
        |expected, actual| Difference { component, place: DifferencePlace::Member, expected, actual };
    let missing = missing.iter().map(|item| difference(Some(item.to_string()), None));
    missing.chain(extra.iter().map(|item| difference(None, Some(item.to_string())))).collect()
}
