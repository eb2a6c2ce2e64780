//! Reads the wrong examples of the codes in the same way as any other string, so that `codes CODE` shows real
//! diagnostics.

use super::result::Findings;
use crate::diagnostics::codes::rules::{EMPTY_HAND, ISLANDS};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::kinds::{self, ReadOptions};
use crate::notation::{Kind, Notation as _, Reading};
use crate::penguins;
use crate::polyomino::{self, PlacementError};
use crate::raft;
use crate::{grade, json};

/// Returns the errors in the text of an example, or `None` if the example describes a situation that a text cannot
/// show.
pub(super) fn read(code: &Code, text: &str) -> Option<Findings> {
    match code.example.of.parse::<Kind>() {
        Ok(kind) => Some(of_kind(code, kind, text)),
        Err(_) => of_situation(code.example.of, text).map(Findings::from),
    }
}

/// Reads a string of a kind as `validate` does. `validate` also searches for repairs, and this search can replace an
/// error with another error. If no error has the given code after the search, this function returns the errors from
/// before the search, which are also the errors in a batch.
fn of_kind(code: &Code, kind: Kind, text: &str) -> Findings {
    let options = ReadOptions::default();
    let has_code = |findings: &Findings| findings.diagnostics.iter().any(|error| error.code == code);
    let reading = kinds::read_thoroughly(kind, text, &options);
    let improved = crate::repair::improve(kind, text, &options, kinds::read_thoroughly(kind, text, &options));
    let (_, improved) = Findings::of_any(improved);
    if has_code(&improved) {
        return improved;
    }
    // Warnings are included, because some codes are only warnings.
    let (_, all) = Findings::of(reading, |value| value.canonical());
    all
}

/// Reads an example that is not a string of a kind, or whose errors also depend on another input.
fn of_situation(of: &str, text: &str) -> Option<Diagnostics> {
    let errors = |reading: Reading<_>| Some(reading.into_diagnostics());
    Some(match of {
        "board to play on" => {
            let (board, errors) = raft::Board::read(text).into_parts();
            let unplayable = board.and_then(|board| board.raft_centre().err()).unwrap_or_default();
            errors.into_iter().chain(unplayable).collect()
        }
        "penguins-solution of 20113123" => penguins::check_blocks(text, "20113123".parse().ok()?),
        "pieces" => polyomino::Pieces::parse(text, crate::shape::Sides::Both, &[]).err().unwrap_or_default(),
        "square at which a shape is placed" => polyomino::parse_square(text).err().unwrap_or_default(),
        "square for `I` in the region `6x10`" => misplaced('I', "6x10", polyomino::parse_square(text).ok()?)?,
        "region in which `X` is placed at 0000" => misplaced('X', text, (0, 0))?,
        "a JSON text" => errors(json::read(text).map(drop))?,
        "action in the example game" => errors(example_game()?.read_legal_action(text).map(drop))?,
        EMPTY_HAND => {
            let state = example_game()?.into_state();
            let (board, decks, exhausted) = (*state.board(), state.decks(), state.exhausted().clone());
            let state = raft::State::new(board, decks, raft::Hand::default(), exhausted, state.bag()).ok()?;
            raft::draw_errors(&state, text.parse().ok()?)
        }
        ISLANDS => {
            let challenge = ISLANDS.split('`').nth(1)?.parse().ok()?;
            raft::setup::read_islands(text, &challenge).err().unwrap_or_default()
        }
        "case" => grade::Case::read(1, text).err().unwrap_or_default(),
        "answers line" => {
            let (_, wrong) = grade::Answers::read(text.as_bytes()).ok()?;
            let found: Vec<Diagnostic> = wrong.into_iter().flat_map(|line| line.diagnostics).collect();
            found.into_iter().collect()
        }
        _ => return None,
    })
}

fn misplaced(name: char, region: &str, at: (usize, usize)) -> Option<Diagnostics> {
    let shape = polyomino::named(name)?;
    let placed = polyomino::place(&region.parse().ok()?, shape, Some(name), at);
    Some(match placed {
        Ok(_) => Diagnostics::new(),
        Err(PlacementError::Outside(errors) | PlacementError::Covers(errors)) => errors,
    })
}

fn example_game() -> Option<raft::PlayableState> {
    raft::PlayableState::EXAMPLE.parse().ok()
}
