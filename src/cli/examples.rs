//! Reads the wrong example in a code's lesson like any other string, so that `codes CODE` shows real
//! diagnostics.

use super::Findings;
use crate::diagnostics::{Code, Diagnostics, Lesson};
use crate::kinds::{self, ReadOptions};
use crate::notation::{Kind, Notation as _};
use crate::penguins;
use crate::polyomino::{self, PlacementError};
use crate::raft;
use crate::{grade, json};

/// Finds the errors in a code's wrong example. Returns `None` if the lesson describes the wrong example in words
/// instead of quoting it.
pub(super) fn read(code: &Code, lesson: &Lesson) -> Option<Findings> {
    match lesson.of.parse::<Kind>() {
        Ok(kind) => Some(of_kind(code, kind, &lesson.wrong)),
        Err(_) => of_situation(lesson.of, &lesson.wrong).map(Findings::from),
    }
}

/// Reads a string of the given kind as `validate` does. If no error has the given code after the search for
/// repairs, returns the errors found before this search.
fn of_kind(code: &Code, kind: Kind, text: &str) -> Findings {
    let options = ReadOptions::default();
    let reading = || kinds::read_thoroughly(kind, text, &options);
    let (_, improved) = Findings::of_any(crate::repair::improve(kind, text, &options, reading()));
    if improved.diagnostics.iter().any(|error| error.code == code) {
        return improved;
    }
    Findings::of_any(reading()).1
}

/// Reads an example that is not a string of any kind, or whose errors also depend on another input.
fn of_situation(of: &str, text: &str) -> Option<Diagnostics> {
    let game = || raft::PlayableState::EXAMPLE.parse::<raft::PlayableState>().ok();
    Some(match of {
        "board for a game" => {
            let (board, errors) = raft::Board::read(text).into_parts();
            let unplayable = board.and_then(|board| board.raft_centre().err()).unwrap_or_default();
            errors.into_iter().chain(unplayable).collect()
        }
        "penguins-solution of 20113123" => penguins::check_blocks(text, "20113123".parse().ok()?),
        "pieces" => polyomino::Pieces::parse(text, crate::shape::Sides::Both, &[]).err()?,
        "square at which a shape is placed" => polyomino::parse_square(text).err()?,
        "square for `I` in the region `6x10`" => misplaced('I', "6x10", polyomino::parse_square(text).ok()?)?,
        "region in which `X` is placed at 0000" => misplaced('X', text, (0, 0))?,
        "a JSON text" => json::read(text).into_diagnostics(),
        "action in the example game" => game()?.read_legal_action(text).into_diagnostics(),
        "draw in the example game with an empty hand" => {
            let state = game()?.into_state();
            let (board, decks, exhausted) = (*state.board(), state.decks(), state.exhausted().clone());
            let state = raft::State::new(board, decks, raft::Hand::default(), exhausted, state.bag()).ok()?;
            raft::draw_errors(&state, text.parse().ok()?)
        }
        "case" => grade::Case::read(1, text).err()?,
        "answers line" => {
            let (_, wrong) = grade::Answers::read(text.as_bytes()).ok()?;
            wrong.into_iter().flat_map(|line| line.diagnostics).collect()
        }
        _ => {
            let challenge = of.strip_prefix("islands of `")?.strip_suffix('`')?;
            raft::setup::read_islands(text, &challenge.parse().ok()?).err()?
        }
    })
}

fn misplaced(name: char, region: &str, at: (usize, usize)) -> Option<Diagnostics> {
    match polyomino::place(&region.parse().ok()?, polyomino::named(name)?, Some(name), at) {
        Ok(_) => None,
        Err(PlacementError::Outside(errors) | PlacementError::Covers(errors)) => Some(errors),
    }
}
