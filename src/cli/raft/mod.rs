//! The verbs of Race to the Raft: `setup`, `apply raft`, `legal-moves raft`, `outcome raft`, `perft`,
//! `generate raft-state` and `generate raft-game`.

mod apply;
mod board;
mod generate;
mod legal_moves;
mod outcome;
mod setup;

pub(crate) use apply::{Apply, apply};
pub(crate) use board::{action_fits, board, read_action_on};
pub(crate) use generate::{Generate, generate_games, generate_states};
pub(crate) use legal_moves::{LegalMoves, Perft, legal_moves, perft};
pub(crate) use outcome::{OutcomeArguments, outcome};
pub(crate) use setup::{Setup, setup};

use super::Context;
use super::batch::Verdict;
use super::exit::Status;
use super::kinds::Reading;
use super::states::{self, Reader, States};
use crate::diagnostics::{Diagnostic, Diagnostics, Span};
use crate::notation::{Kind, Notation as _};
use crate::raft::rules::read_action;
use crate::raft::{Action, CatAction, Draw, PlayableState, State};

/// Answers each state that can be played on.
///
/// # Errors
/// As [`States::answer`].
fn answer(
    states: &States,
    context: &mut Context,
    most: usize,
    answer: impl Fn(&Asked<'_>, &mut Vec<u8>) -> Verdict + Sync,
) -> anyhow::Result<Status> {
    let read = |text: &str| {
        let (state, mut faults) = State::read(text).into_parts();
        let canonical = state.as_ref().map(ToString::to_string);
        let usable = faults.only_canon();
        let game = state
            .filter(|_| usable)
            .and_then(|state| PlayableState::new(state).map_err(|why| faults.extend(why)).ok());
        (game, Reading { canonical, faults: faults.lenient() })
    };
    let reader =
        Reader { state: Kind::State, action: Kind::Action, most, value: states::Value::String, read };
    states.answer(context, &reader, answer)
}

/// A state that can be played on, and what is asked of it.
type Asked<'a> = states::Asked<'a, PlayableState>;

/// What an action argument asks for.
#[derive(Clone, Copy, Debug)]
enum Request {
    /// A card, a tile or a cat.
    Action(Action),
    /// A hand.
    Draw(Draw),
    /// A tile out of the bag: `tile`.
    Tile,
}

impl Request {
    /// Reads an action, a draw, or the word `tile`; with the kind its faults are told as.
    fn read(text: &str) -> (Option<Self>, Kind, Diagnostics) {
        if text == "tile" {
            return (Some(Self::Tile), Kind::Action, Diagnostics::new());
        }
        // A draw goes on with a deck after its first count, or ends there; actions have two digits at least.
        let mut letters = text.chars();
        let starts = letters.next().is_some() && letters.next().is_some_and(|second| second.is_ascii_digit());
        if starts && letters.next().is_none_or(|third| !third.is_ascii_digit()) {
            let (draw, faults) = Draw::read(text).into_parts();
            return (draw.filter(|_| faults.only_canon()).map(Self::Draw), Kind::Draw, faults);
        }
        let (action, faults) = read_action(text);
        (action.filter(|_| faults.only_canon()).map(Self::Action), Kind::Action, faults)
    }
}

/// The faults of an action with their spans in the text it was read from: its discards may stand in another order
/// than in the canonical string.
fn respan(text: &str, action: &Action, faults: Diagnostics) -> Diagnostics {
    let Action::Cat(CatAction { discard, second: Some(_), .. }) = action else { return faults };
    if text.get(9..11) == Some(discard.to_string().as_str()) {
        return faults;
    }
    let swapped = |span| match span {
        Span { start: 9, end: 11 } => Span::new(11, 13),
        Span { start: 11, end: 13 } => Span::new(9, 11),
        other => other,
    };
    let mut faults: Diagnostics =
        faults.into_iter().map(|fault| Diagnostic { span: swapped(fault.span), ..fault }).collect();
    faults.sort();
    faults
}
