//! The reference answers, which follow from the rules.

mod penguins;
mod raft;

pub(in crate::grade) use penguins::penguins_challenge;
pub(in crate::grade) use raft::{read_action, read_challenge, read_draw, read_state};

use super::case::{Case, CaseError};
use super::suite::Suite;
use crate::random::Random;
use serde_json::Value;

/// Returns the answer that follows from the rules. If several answers are correct, one of them is chosen with `random`.
///
/// # Errors
/// Returns an error if the rules give no answer for the inputs.
///
/// # Examples
/// ```
/// use clowder::{grade::{Case, reference}, random::Random};
///
/// let case = Case::read(1, r#"{"suite":"findSolution","initial":"20113123"}"#)?;
/// assert_eq!(reference::answer(&case, &mut Random::new(1)), Ok("A321B104C031D222".into()));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn answer(case: &Case, random: &mut Random) -> Result<Value, CaseError> {
    match case.suite() {
        suite if suite.is_about_penguins() => penguins::answer(case),
        Suite::DrawHand | Suite::DrawFireTile | Suite::InitialiseChallenge | Suite::ChooseChallenge => {
            raft::random_answer(case, random)
        }
        _ => raft::answer(case),
    }
}

/// Returns the answer that the rules require, or `None` if the properties of the answer are judged instead.
///
/// # Errors
/// Returns an error if the rules give no answer for the inputs.
pub(in crate::grade) fn expectation(case: &Case) -> Result<Option<Value>, CaseError> {
    match case.suite() {
        suite if suite.is_random() => Ok(None),
        // Every solution is correct, so no particular answer is required.
        Suite::FindSolution => Ok(None),
        _ => expect_member(case).map(Some),
    }
}

/// Returns the value of the key `expect` that the rules give for a case.
///
/// # Errors
/// Returns an error if the rules give no answer for the inputs.
pub(in crate::grade) fn expect_member(case: &Case) -> Result<Value, CaseError> {
    match case.suite() {
        Suite::ApplyPlacement | Suite::MoveCat => raft::parts_after(case),
        _ => answer(case, &mut Random::new(0)),
    }
}
