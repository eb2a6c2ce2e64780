//! Fresh cases with their answers, so that a course never runs out: right ones and near misses in turn.

mod draws;
mod ends;
mod penguins;
mod raft;
mod setups;

use super::case::Case;
use super::own;
use super::suite::Suite;
use crate::random::Random;

/// Attempts at a case of the kind wanted; the last one is taken as it is.
const ATTEMPTS: usize = 400;

/// A case with its expectation. Where the answer is yes or no, cases with an even index are those of yes, the others
/// near misses; of four cases about the end of a game two go on, one is lost and one won. A seed, a suite and an index
/// give the same case for ever.
///
/// ```
/// use clowder::grade::{Suite, generate::case, judge, own};
/// use clowder::{random::Random, render::Look};
///
/// let case = case(Suite::GameOver, 7, 1);
/// let answer = own::answer(&case, &mut Random::new(0)).unwrap();
/// assert!(judge(&case, &answer, &Look::PIPE).unwrap().is_empty());
/// assert_eq!(case.expect, Some(false.into()));
/// ```
pub fn case(suite: Suite, seed: u64, index: u64) -> Case {
    // Each suite draws from streams of its own.
    let mut random = Random::stream(seed, (index << 8) | suite as u64);
    let wanted = index.is_multiple_of(2);
    let kind = (index / 2) as usize;
    let mut last = None;
    for _ in 0..ATTEMPTS {
        let Some(mut case) = attempt(suite, wanted, kind, &mut random) else { continue };
        if case.expect.is_none() {
            case.expect = own::reference(&case).ok();
        }
        let answer = case.expect.as_ref().and_then(serde_json::Value::as_bool);
        case.name = Some(format!("{suite} {} of seed {seed}", index + 1));
        let met = case.expect.is_some() && answer.is_none_or(|answer| answer == wanted);
        last = Some(case);
        if met {
            break;
        }
    }
    last.unwrap_or_else(|| Case::new(suite, Vec::new()))
}

/// A case that may be of the kind wanted. Without an expectation the rules give it.
fn attempt(suite: Suite, wanted: bool, kind: usize, random: &mut Random) -> Option<Case> {
    if suite.is_of_penguins() {
        penguins::attempt(suite, wanted, random)
    } else {
        raft::attempt(suite, wanted, kind, random)
    }
}
