//! Registry rows for the kinds of Race to the Raft.

use super::{
    AnyReading, Components, Difference, DifferencePlace, Pace, ReadOptions, Row, Value, boxed, compared,
};
use crate::diagnostics::{Diagnostic, Fix, Severity, Source, Span};
use crate::notation::{Kind, Segment};
use crate::raft::catalogue::{self, Component, official_challenges};
use crate::raft::difference::{self, SetDifference, SquareDifference};
use crate::raft::generate::{Playout, Step, random_state};
use crate::raft::record::RaftRecord;
use crate::raft::rules::{discards_one_card_twice, errors_in_text};
use crate::raft::{
    Action, Board, CatCard, CatCardId, CatCardPlacement, Challenge, Deck, Decks, Draw, Exhausted, FireBag,
    FireTile, Hand, PathwayCard, PlayableState, RaftCard, RaftCardId, RaftCardPlacement, Square, State,
    explain,
};
use crate::random::Random;
use crate::render::figure::replay::Replay;
use crate::render::{self, Picture};
use std::fmt;

const CARDS: &str = "ABCDabcdefghijklmnopqrstuvwxy";

pub(super) const ROWS: &[Row] = &[
    Row::of::<Challenge>("LSNEWAFCR0123456789")
        .generated_by(|random, _| Some(challenge(random)?.to_string())),
    Row::of::<Board>("bfgnoprwyBGPRWY\n").generated_by(|random, _| Some(any_state(random).board.to_string())),
    Row::of::<Decks>(CARDS).generated_by(|random, _| Some(any_state(random).decks.to_string())),
    Row::of::<Hand>(CARDS).generated_by(|random, _| Some(any_state(random).hand.to_string())),
    Row::of::<Exhausted>("BGPRY0123456789")
        .generated_by(|random, _| Some(any_state(random).exhausted.to_string())),
    Row::of::<FireBag>("abcdefghijklmnopqrstuvwxyzABCDE")
        .generated_by(|random, _| Some(any_state(random).bag.to_string())),
    Row::read_by::<Action>("ABCDEGPRYNSWTFabcdefghijklmnopqrstuvwxyz0123456789", action, |options| {
        options.board.is_some() || options.drawn_on.is_some()
    })
    .generated_by(|random, _| {
        any_step(random, |step| match step {
            Step::Action(action) => Some(action.to_string()),
            _ => None,
        })
    }),
    Row::of::<Draw>("ABCD123456").generated_by(|random, _| {
        any_step(random, |step| match step {
            Step::Draw(draw, _) => Some(draw.to_string()),
            _ => None,
        })
    }),
    Row::of::<State>("[]\",\\nABCDEGPRWYabcdefghijklmnopqrstuvwxyz0123456789")
        .generated_by(|random, _| Some(any_state(random).to_string())),
    component_row::<PathwayCard>("abcdefghijklmnopqrstuvwxy").generated_by(|random, _| {
        let deck = *random.choose(&Deck::ALL)?;
        Some(random.choose(catalogue::pathway_cards(deck))?.to_string())
    }),
    component_row::<FireTile>("abcdefghijklmnopqrstuvwxyzABCDE0123456789")
        .generated_by(|random, _| Some(random.choose(catalogue::fire_tiles())?.to_string())),
    component_row::<CatCard>("0123456bgpryBGPRYf").generated_by(|random, _| {
        let all: Vec<CatCardId> = CatCardId::all().collect();
        Some(catalogue::cat_card(*random.choose(&all)?).to_string())
    }),
    component_row::<RaftCard>("0123bgprywo").generated_by(|random, _| {
        let all: Vec<RaftCardId> = RaftCardId::all().collect();
        Some(catalogue::raft_card(*random.choose(&all)?).to_string())
    }),
    Row::of::<RaftRecord>("{}[]:,\"-0123456789").generated_by(|random, _| {
        Some(RaftRecord::new(Playout::new(Random::new(random.bits())).collect()).ok()?.to_string())
    }),
];

fn any_state(random: &mut Random) -> State {
    random_state(Random::new(random.bits()))
}

/// Returns the text of a random step in a random game, ignoring steps for which `text` returns `None`.
fn any_step(random: &mut Random, text: fn(Step) -> Option<String>) -> Option<String> {
    let steps = Playout::new(Random::new(random.bits())).filter_map(|played| text(*played.step()));
    random.choose(&steps.collect::<Vec<_>>()).cloned()
}

/// Varies an official challenge by choosing random cat cards and a random raft card.
fn challenge(random: &mut Random) -> Option<Challenge> {
    let official: Challenge = random.choose(official_challenges())?.text.parse().ok()?;
    let mut cards: Vec<CatCardId> = CatCardId::all().collect();
    random.shuffle(&mut cards);
    cards.truncate(official.cat_cards().len());
    cards.sort_unstable();
    let places = official.cat_cards().iter().zip(cards);
    let cats = places.map(|(cat, card)| CatCardPlacement { card, ..*cat }).collect();
    let rafts: Vec<RaftCardId> = RaftCardId::all().collect();
    let raft = RaftCardPlacement { card: *random.choose(&rafts)?, ..official.raft_card() };
    Challenge::new(official.islands().to_vec(), official.fire_cards().to_vec(), cats, raft).ok()
}

/// Creates the row for a kind of component. By default, components that do not exist in the game are
/// rejected.
const fn component_row<T: Component + Value + 'static>(alphabet: &'static str) -> Row {
    Row::read_by::<T>(alphabet, component::<T>, |options| matches!(options.components, Components::Any))
}

/// Reads a component, which must exist in the game unless the options accept every component.
fn component<T: Component + Value + 'static>(text: &str, options: &ReadOptions, pace: Pace) -> AnyReading {
    let reading = pace.read::<T>(text);
    let unknown = match (options.components, reading.value()) {
        (Components::Official, Some(value)) => value.catalogue_error(),
        _ => None,
    };
    // The span of the catalogue error points into the canonical string. In the source string, the parts may be in
    // a different order, so the error covers the whole source string.
    let whole = Span::new(0, text.len());
    let unknown = unknown.map(|error| Diagnostic {
        span: whole,
        found: Some(text.to_owned()),
        fix: error.fix.map(|fix| Fix { span: whole, ..fix }),
        ..error
    });
    reading.check(unknown).map(boxed)
}

/// Reads an action. An action that is illegal on `options.board` is an error, and one that does not fit
/// `options.drawn_on` gets a warning.
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

#[derive(Clone)]
struct ActionOn {
    action: Action,
    board: Option<Board>,
    /// Whether the action does not fit [`ReadOptions::board`] or [`ReadOptions::drawn_on`].
    is_refused: bool,
}

impl fmt::Display for ActionOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.action.fmt(f)
    }
}

impl Value for ActionOn {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::action(&self.action, source.text)
    }

    fn own_picture(&self, _: Source<'_>) -> Option<Picture> {
        Some(match &self.board {
            Some(board) if self.is_refused => render::raft::refused(&self.action, board),
            Some(board) => render::raft::action_on(&self.action, board),
            None => render::raft::action(&self.action),
        })
    }
}

impl Value for Challenge {
    fn explain(&self, _: Source<'_>) -> Vec<Segment> {
        explain::challenge(self)
    }
}

impl Value for Board {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        super::at_same_letters(explain::board(self), &self.to_string(), source.text)
    }

    fn differences(&self, actual: &dyn Value) -> Vec<Difference> {
        compared(self, actual, |one, other| squares(None, &difference::boards(one, other)))
    }

    fn board_picture(&self) -> Option<Picture> {
        Some(render::raft::board(self))
    }
}

impl Value for Decks {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::cards(self.cards(), source.text)
    }

    fn differences(&self, actual: &dyn Value) -> Vec<Difference> {
        compared(self, actual, |one, other| members(None, one.cards().iter(), other.cards().iter()))
    }
}

impl Value for Hand {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::cards(self.cards(), source.text)
    }

    fn differences(&self, actual: &dyn Value) -> Vec<Difference> {
        compared(self, actual, |one, other| members(None, one.cards().iter(), other.cards().iter()))
    }
}

impl Value for Exhausted {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::exhausted(source.text)
    }

    fn differences(&self, actual: &dyn Value) -> Vec<Difference> {
        compared(self, actual, |one, other| members(None, one.iter(), other.iter()))
    }
}

impl Value for FireBag {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::fire_bag(source.text)
    }

    fn differences(&self, actual: &dyn Value) -> Vec<Difference> {
        compared(self, actual, |one, other| members(None, one.iter(), other.iter()))
    }
}

impl Value for Draw {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::draw(*self, source.text)
    }
}

impl Value for State {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        match source.parts.try_into() {
            Ok(strings) => explain::state(self, strings),
            Err(_) => explain::state(self, &self.parts()),
        }
    }

    fn differences(&self, actual: &dyn Value) -> Vec<Difference> {
        compared(self, actual, |one, other| {
            let mut all = squares(Some(0), &difference::boards(&one.board, &other.board));
            all.extend(members(Some(1), one.decks.cards().iter(), other.decks.cards().iter()));
            all.extend(members(Some(2), one.hand.cards().iter(), other.hand.cards().iter()));
            all.extend(members(Some(3), one.exhausted.iter(), other.exhausted.iter()));
            all.extend(members(Some(4), one.bag.iter(), other.bag.iter()));
            all
        })
    }

    fn own_picture(&self, source: Source<'_>) -> Option<Picture> {
        // The strings of the state are known only if it was read by the thorough reader.
        let is_known = source.parts.len() == 5;
        is_known.then(|| render::picture(Kind::State, source)).or_else(|| Some(render::raft::state(self)))
    }

    fn board_picture(&self) -> Option<Picture> {
        Some(render::raft::board(&self.board))
    }
}

impl Value for PathwayCard {
    fn explain(&self, _: Source<'_>) -> Vec<Segment> {
        explain::pathway_card(self)
    }
}

impl Value for FireTile {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::fire_tile(self, source.text)
    }

    fn own_picture(&self, source: Source<'_>) -> Option<Picture> {
        Some(render::raft::fire_tile(source.text, Some(self)))
    }
}

impl Value for CatCard {
    fn explain(&self, _: Source<'_>) -> Vec<Segment> {
        explain::cat_card(self)
    }
}

impl Value for RaftCard {
    fn explain(&self, _: Source<'_>) -> Vec<Segment> {
        explain::raft_card(self)
    }
}

impl Value for RaftRecord {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        self.explain(source.text)
    }

    fn own_picture(&self, _: Source<'_>) -> Option<Picture> {
        Some(render::raft::record(self))
    }

    fn replay(&self) -> Option<Replay> {
        Some(Replay::of_raft(self))
    }
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
