//! Our own answers: what the rules say.

mod penguins;
mod raft;

pub(crate) use penguins::challenge as penguins_challenge;
pub(crate) use raft::{challenge_of, draw_of, read_state};

use super::case::Case;
use super::suite::Suite;
use crate::random::Random;
use serde_json::Value;

/// Why the rules cannot answer a case: what is wrong with its inputs.
pub type Refusal = String;

/// The answer of clowder itself. Where more than one is right, `random` chooses.
///
/// ```
/// use clowder::{grade::{Case, own}, random::Random};
///
/// let case = Case::read(1, r#"{"suite":"findSolution","initial":"20113123"}"#)?;
/// assert_eq!(own::answer(&case, &mut Random::new(1)), Ok("A321B104C031D222".into()));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
///
/// # Errors
/// What in the inputs the rules can do nothing with.
pub fn answer(case: &Case, random: &mut Random) -> Result<Value, Refusal> {
    match case.suite {
        suite if suite.is_of_penguins() => penguins::answer(case),
        Suite::DrawHand | Suite::DrawFireTile | Suite::InitialiseChallenge | Suite::ChooseChallenge => {
            raft::random_answer(case, random)
        }
        _ => raft::answer(case),
    }
}

/// What the rules expect of an answer; `None` where its properties are judged instead.
///
/// # Errors
/// As [`answer`].
pub(crate) fn expectation(case: &Case) -> Result<Option<Value>, Refusal> {
    match case.suite {
        suite if suite.is_random() => Ok(None),
        // Any solution is one.
        Suite::FindSolution => Ok(None),
        _ => reference(case).map(Some),
    }
}

/// What a case expects if the rules write it.
///
/// # Errors
/// As [`answer`].
pub(crate) fn reference(case: &Case) -> Result<Value, Refusal> {
    match case.suite {
        Suite::ApplyPlacement | Suite::MoveCat => raft::parts_after(case),
        _ => answer(case, &mut Random::new(0)),
    }
}
