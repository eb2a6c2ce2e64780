//! The rules of Race to the Raft and the solver of Penguins Pool Party.

use crate::value::{Value, create};
use clowder::diagnostics::Diagnostics;
use clowder::notation::Kind;
use clowder::penguins;
use clowder::raft::{Action, Draw, Hand, PlayableState, State, legal, rules::Outcome};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

fn refused(why: Diagnostics) -> PyErr {
    let messages: Vec<_> = why.iter().map(|error| error.message.clone()).collect();
    PyValueError::new_err(messages.join("; "))
}

fn game(state: &Value) -> PyResult<PlayableState> {
    PlayableState::new(state.of::<State>()?).map_err(refused)
}

/// Returns the legal card placements and cat moves, followed by the legal draws.
#[pyfunction]
pub(crate) fn legal_moves<'py>(py: Python<'py>, state: &Value) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let game = game(state)?;
    let (actions, draws) = py.detach(|| (legal::card_and_cat_actions(&game), legal::draws(game.state())));
    let actions = actions.iter().map(|action| create(py, Kind::Action, &action.to_string()));
    actions.chain(draws.iter().map(|draw| create(py, Kind::Draw, &draw.to_string()))).collect()
}

/// Returns the state after an action or, if `action` draws cards, after drawing the cards in `hand`.
#[pyfunction]
#[pyo3(signature = (state, action, hand = None))]
pub(crate) fn apply<'py>(
    py: Python<'py>,
    state: &Value,
    action: &Value,
    hand: Option<&Value>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut game = game(state)?;
    match hand {
        Some(hand) => game.take_hand(action.of::<Draw>()?, hand.of::<Hand>()?).map_err(refused)?,
        None => game.apply(&action.of::<Action>()?).map_err(refused)?,
    }
    create(py, Kind::State, &game.into_state().to_string())
}

/// Returns the outcome as a word, and the reason for a loss.
#[pyfunction]
pub(crate) fn outcome(state: &Value) -> PyResult<(&'static str, Option<&'static str>)> {
    let outcome = game(state)?.outcome();
    let reason = match &outcome {
        Outcome::Lost(loss) => Some(loss.name()),
        _ => None,
    };
    Ok((outcome.name(), reason))
}

/// Returns the solutions of a Penguins Pool Party challenge.
#[pyfunction]
pub(crate) fn solve<'py>(py: Python<'py>, challenge: &Value) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let challenge = challenge.of::<penguins::Challenge>()?;
    let found: Vec<_> = py.detach(|| {
        penguins::solve(challenge, penguins::PartialSolution::EMPTY).map(|one| one.to_string()).collect()
    });
    found.iter().map(|text| create(py, Kind::PenguinsSolution, text)).collect()
}
