//! The commands for Race to the Raft: `setup`, `apply raft`, `legal-moves raft`, `outcome raft`, `solve
//! raft`, `play raft`, `perft`, `generate raft-state` and `generate raft-game`.

mod answers;
mod apply;
mod generate;
mod hint;
mod legal_moves;
mod outcome;
mod play;
mod player_options;
#[cfg(arena)]
mod program;
mod program_options;
mod setup;

pub(crate) use answers::{CatOut, DrawnPiece, OptionOut, WayOut};
pub(crate) use apply::{Applied, Apply, apply};
pub(crate) use generate::{Generate, GenerateGames, generate_games, generate_states};
pub(crate) use hint::{Advised, Hint, hint};
pub(crate) use legal_moves::{Counted, LegalMoves, Perft, legal_moves, perft};
pub(crate) use outcome::{OutcomeArguments, Over, outcome};
pub(crate) use play::{Play, play};
pub(crate) use setup::{Setup, WrongIslands, setup};

use super::states::{self, StateAnswer, StateReader, States};
use super::{Context, Findings, Result, Status, painted};
use crate::diagnostics::Diagnostics;
use crate::notation::{Kind, Notation as _};
use crate::raft::rules::read_action;
use crate::raft::{Action, Board, Draw, PlayableState, State};
use crate::render::{self, Look};

/// Calls `answer` for each playable state, and reports the errors in all other states.
///
/// # Errors
/// Returns the same errors as [`States::answer`].
fn answer(
    states: &States,
    context: &mut Context,
    most: usize,
    answer: &StateAnswer<'_, PlayableState>,
) -> Result<Status> {
    let read = |text: &str| {
        let (state, mut findings) = Findings::lenient_of(State::read_fast(text), State::to_string);
        let game = state
            .and_then(|state| PlayableState::new(state).map_err(|why| findings.diagnostics.extend(why)).ok());
        (game, findings)
    };
    let reader =
        StateReader { state: Kind::State, action: Kind::Action, most, takes_json: false, read: &read };
    states.answer(context, &reader, answer)
}

/// A question about a playable state.
type StateQuestion<'a> = states::StateQuestion<'a, PlayableState>;

/// For human-readable output, draws the board of a rejected action, and marks the action's squares.
fn picture(asked: &StateQuestion<'_>, board: &Board, action: &Action) -> String {
    if !asked.style().is_for_people() {
        return String::new();
    }
    let scene = render::raft::refused(action, board).scene(&Look::PIPE);
    format!("\n{}", painted(&scene, asked.style().error_colour))
}

#[derive(Clone, Copy, Debug)]
enum ActionArgument {
    /// Placing a card or a tile, or moving a cat.
    Action(Action),
    /// Drawing cards for a new hand.
    Draw(Draw),
    /// Drawing a tile (written as `tile`).
    Tile,
}

impl ActionArgument {
    /// Reads an action, a draw or the word `tile`. Also returns the kind that was read and its diagnostics.
    fn read(text: &str) -> (Option<Self>, Kind, Diagnostics) {
        if text == "tile" {
            return (Some(Self::Tile), Kind::Action, Diagnostics::new());
        }
        // In a draw, the first digit is followed by a deck letter or the end of the text. In an action, the
        // first digit is followed by another digit.
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
