//! Generates cases with their answers, so that a course never runs out of them: correct ones and near misses in turn.

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

/// The number of attempts at a case of the wanted sort. The last attempt is used in any case.
const ATTEMPTS: usize = 400;

/// The sort of case that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// The answer is yes, or the question has an ordinary answer.
    Yes,
    /// The answer is no, but almost yes.
    NearMiss,
}

/// Generates a case with its expectation. A seed, a suite and an index give the same case in every version.
///
/// If the answer is yes or no, it is yes for an even index and no, though almost yes, for an odd index. Of four cases
/// about the end of a game, two continue, one is lost and one is won.
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
    // Each suite draws from streams of its own.
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

/// Makes a case that may be of the wanted sort. Without an expectation the rules give it. Cases with different
/// `variant`s ask about different kinds of action.
fn attempt(suite: Suite, aim: Aim, variant: usize, random: &mut Random) -> Option<Case> {
    if suite.is_about_penguins() {
        penguins::attempt(suite, aim, random)
    } else {
        raft::attempt(suite, aim, variant, random)
    }
}
