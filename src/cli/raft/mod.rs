//! The verbs of Race to the Raft: `setup`, `apply raft`, `legal-moves raft`, `outcome raft`, `perft`,
//! `generate raft-state` and `generate raft-game`.

mod apply;
mod generate;
mod legal_moves;
mod outcome;
mod setup;

pub(crate) use apply::{Apply, apply};
pub(crate) use generate::{Generate, generate_games, generate_states};
pub(crate) use legal_moves::{LegalMoves, Perft, legal_moves, perft};
pub(crate) use outcome::{OutcomeArguments, outcome};
pub(crate) use setup::{Setup, setup};

use super::Context;
use super::batch::Response;
use super::exit::Status;
use super::result::Findings;
use super::states::{self, ActionForm, StateReader, States};
use crate::diagnostics::Diagnostics;
use crate::notation::{Kind, Notation as _};
use crate::raft::rules::read_action;
use crate::raft::{Action, Draw, PlayableState, State};

/// Answers each state that can be played on.
///
/// # Errors
/// As [`States::answer`].
fn answer(
    states: &States,
    context: &mut Context,
    most: usize,
    answer: impl Fn(&StateQuestion<'_>, &mut Vec<u8>) -> Response + Sync,
) -> anyhow::Result<Status> {
    let read = |text: &str| {
        let reading = State::read_fast(text);
        let usable = reading.is_usable();
        let (state, mut findings) = Findings::of(reading, State::to_string);
        let game = state
            .filter(|_| usable)
            .and_then(|state| PlayableState::new(state).map_err(|why| findings.diagnostics.extend(why)).ok());
        (game, Findings { diagnostics: findings.diagnostics.lenient(), ..findings })
    };
    let reader =
        StateReader { state: Kind::State, action: Kind::Action, most, value: ActionForm::String, read };
    states.answer(context, &reader, answer)
}

/// A state that can be played on, and what is asked of it.
type StateQuestion<'a> = states::StateQuestion<'a, PlayableState>;

/// What an action argument asks for.
#[derive(Clone, Copy, Debug)]
enum ActionArgument {
    /// A card, a tile or a cat.
    Action(Action),
    /// A hand.
    Draw(Draw),
    /// A tile out of the bag: `tile`.
    Tile,
}

impl ActionArgument {
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
        let (action, faults) = read_action(text).into_parts();
        (action.filter(|_| faults.only_canon()).map(Self::Action), Kind::Action, faults)
    }
}
