//! Generates cases with their answers, so that a course can have as many as it needs. Correct answers and near misses
//! alternate.

mod draws;
mod ends;
mod penguins;
mod raft;
mod setups;

use super::case::Case;
use super::reference;
use super::suite::Suite;
use crate::random::Random;
use serde_json::Value;

/// The maximum number of attempts to generate a case of the wanted kind. The last attempt is used in any case.
const ATTEMPTS: usize = 400;

/// The wanted kind of case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// The answer is yes, or the question does not have a yes-or-no answer.
    Yes,
    /// The answer is no, but almost yes.
    NearMiss,
}

/// Generates a case with its expected answer. The same seed, suite and index give the same case in every version.
///
/// If the answer is yes or no, it is yes for an even index, and a near miss for an odd index. Of four cases about the
/// end of a game, two continue, one is lost and one is won.
///
/// ```
/// use clowder::grade::{Suite, generate::case, judge, reference};
/// use clowder::{random::Random, render::Look};
///
/// let case = case(Suite::GameOver, 7, 1);
/// let answer = reference::answer(&case, &mut Random::new(0))?;
/// assert!(judge(&case, &answer, &Look::PIPE)?.is_empty());
/// assert_eq!(case.expect(), Some(&false.into()));
/// # Ok::<(), clowder::grade::CaseError>(())
/// ```
pub fn case(suite: Suite, seed: u64, index: u64) -> Case {
    // Each suite has its own random streams.
    let mut random = Random::stream(seed, (index << 8) | suite as u64);
    let aim = if index.is_multiple_of(2) { Aim::Yes } else { Aim::NearMiss };
    let variant = (index / 2) as usize;
    let mut last = None;
    for _ in 0..ATTEMPTS {
        let Some(mut case) = attempt(suite, aim, variant, &mut random) else { continue };
        if case.expect.is_none() {
            case.expect = reference::expect_member(&case).ok();
        }
        let answer = case.expect.as_ref().and_then(Value::as_bool);
        let is_wanted = case.expect.is_some() && answer.is_none_or(|answer| answer == (aim == Aim::Yes));
        last = Some(case);
        if is_wanted {
            break;
        }
    }
    let case = last.unwrap_or_else(|| Case::new(suite, Vec::new()));
    case.with_name(format!("{suite} {} of seed {seed}", index + 1))
}

/// Creates a case that may be of the wanted kind. If it has no expected answer, the answer follows from the rules.
/// Cases with different values of `variant` are about different kinds of action.
fn attempt(suite: Suite, aim: Aim, variant: usize, random: &mut Random) -> Option<Case> {
    if suite.is_about_penguins() {
        penguins::attempt(suite, aim, random)
    } else {
        raft::attempt(suite, aim, variant, random)
    }
}
