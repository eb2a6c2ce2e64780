//! Names the misconception that explains a program's wrong answers.

use super::case::Case;
use super::misconceptions::{Misconception, Question, are_same};
use super::suite::Suite;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// Compares a program's answers with those of all known misconceptions.
///
/// A misconception explains a program if both fail exactly the same cases with the same answers.
///
/// ```
/// use clowder::grade::{Diagnosis, Suite, generate};
///
/// let mut diagnosis = Diagnosis::default();
/// for index in 0..40 {
///     let case = generate::case(Suite::IsSolution, 1, index);
///     let is_right = case.expect() == Some(&true.into());
///     diagnosis.add(&case, Some(&true.into()), is_right);
/// }
/// assert_eq!(
///     diagnosis.causes()[0].to_string(),
///     "isSolution behaves like a program in which everything is a solution: 20 of 20 wrong answers"
/// );
/// ```
#[derive(Clone, Debug, Default)]
pub struct Diagnosis {
    suites: BTreeMap<Suite, Evidence>,
}

#[derive(Clone, Debug)]
struct Evidence {
    /// Number of wrong answers.
    wrong: usize,
    /// The misconceptions that agree with all of the program's answers so far.
    possible: Vec<&'static Misconception>,
}

/// What one answer reveals about a program.
#[derive(Debug)]
pub(super) struct Symptom {
    is_wrong: bool,
    /// The misconceptions that give the same answer as the program.
    agreeing: Vec<&'static Misconception>,
}

impl Symptom {
    /// Compares an answer with the answers of all misconceptions about the case's suite.
    pub(super) fn new(case: &Case, answer: &Value, is_right: bool) -> Self {
        Self::among(&Misconception::of(case.suite()).collect::<Vec<_>>(), case, Some(answer), is_right)
    }

    /// Like [`new`](Self::new), but considers only the given misconceptions. `answer` is `None` if the answer is
    /// missing.
    fn among(known: &[&'static Misconception], case: &Case, answer: Option<&Value>, is_right: bool) -> Self {
        let question = Question::new(case).ok();
        let agrees = |known: &&Misconception| {
            let wrong = question.as_ref().and_then(|question| known.wrong_answer(question));
            match &wrong {
                None => is_right || question.is_none(),
                wrong => !is_right && are_same(case.suite(), wrong.as_ref(), answer),
            }
        };
        Self { is_wrong: !is_right, agreeing: known.iter().copied().filter(agrees).collect() }
    }
}

impl Diagnosis {
    fn evidence(&mut self, suite: Suite) -> &mut Evidence {
        let new = || Evidence { wrong: 0, possible: Misconception::of(suite).collect() };
        self.suites.entry(suite).or_insert_with(new)
    }

    /// Adds the program's answer to a case. `answer` is `None` if the program gave no answer.
    pub fn add(&mut self, case: &Case, answer: Option<&Value>, is_right: bool) {
        let symptom = Symptom::among(&self.evidence(case.suite()).possible, case, answer, is_right);
        self.record(case.suite(), &symptom);
    }

    pub(super) fn record(&mut self, suite: Suite, symptom: &Symptom) {
        let evidence = self.evidence(suite);
        evidence.wrong += usize::from(symptom.is_wrong);
        evidence.possible.retain(|known| symptom.agreeing.contains(known));
    }

    /// Returns the misconceptions that agree with all answers in a suite so far.
    pub fn possible(&self, suite: Suite) -> &[&'static Misconception] {
        self.suites.get(&suite).map_or(&[], |evidence| &evidence.possible)
    }

    /// Returns one [`Cause`] for each suite in which at least one answer was wrong.
    pub fn causes(&self) -> Vec<Cause> {
        let wrong = self.suites.iter().filter(|(_, evidence)| evidence.wrong > 0);
        let cause = |(&suite, evidence): (&Suite, &Evidence)| Cause {
            suite,
            candidates: evidence.possible.clone(),
            wrong: evidence.wrong,
        };
        wrong.map(cause).collect()
    }
}

/// The cause of the wrong answers in a suite.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Cause {
    /// The suite.
    pub suite: Suite,
    /// The misconceptions that explain all of the program's answers.
    pub candidates: Vec<&'static Misconception>,
    /// Number of wrong answers.
    pub wrong: usize,
}

impl Cause {
    /// Returns the misconception that explains all answers, if there is exactly one.
    pub fn misconception(&self) -> Option<&'static Misconception> {
        <[_; 1]>::try_from(&self.candidates[..]).ok().map(|[only]| only)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { suite, candidates, wrong } = self;
        match &candidates[..] {
            [] => write!(f, "{suite}: no known misconception explains all {wrong} wrong answers"),
            [_, _, _, ..] => {
                let count = candidates.len();
                write!(f, "{suite}: {count} misconceptions explain all {wrong} wrong answers")
            }
            few => {
                let programs: Vec<&str> = few.iter().map(|known| known.program()).collect();
                let either = if programs.len() > 1 { "either " } else { "" };
                let programs = programs.join(" or ");
                write!(
                    f,
                    "{suite} behaves like a program in which {either}{programs}: {wrong} of {wrong} wrong answers"
                )
            }
        }
    }
}
