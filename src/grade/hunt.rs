//! Looks for a question that a program answers wrongly, and makes this question as simple as possible.
//!
//! The hunt begins with generated cases, on which every misconception of the catalogue fails, and continues with random
//! changes of them. Shrinking changes the question, not the answer, so every shrunk question is valid, too.

use super::case::Case;
use super::diagnosis::Diagnosis;
use super::difference::Differences;
use super::generate::{Contract, GenerateOptions, Generator, broken};
use super::grader::{Submission, failure};
use super::misconceptions::Misconception;
use super::suite::Suite;
use super::verdict::{Reason, SubmittedAnswer};
use super::{contract, edits, judge, reference, simplify};
use crate::raft::rules::{Loss, Outcome};
use crate::raft::{Action, PlayableState, rules};
use crate::random::{Random, Seed};
use crate::render::Look;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::io;
use std::time::{Duration, Instant};

/// The settings of a hunt.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct HuntOptions {
    /// The seed of all random choices.
    pub seed: Seed,
    /// The time after which no further question is asked in search of a mistake.
    pub time: Duration,
    /// The maximum number of questions in search of mistakes.
    pub questions: u64,
    /// The number of different mistakes to find.
    pub count: usize,
    /// The questions that may be asked.
    pub contract: Contract,
}

impl HuntOptions {
    /// Returns the settings for a hunt for one mistake, within ten seconds.
    pub fn new(seed: impl Into<Seed>) -> Self {
        Self {
            seed: seed.into(),
            time: Duration::from_secs(10),
            questions: u64::MAX,
            count: 1,
            contract: Contract::Kept,
        }
    }
}

/// A question that the program answers wrongly.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Mistake {
    /// The question, with the right answer.
    pub case: Case,
    /// The answer of the program, or the reason why there is none.
    pub answer: SubmittedAnswer,
    /// The misconception that explains all answers of the program to the suite.
    pub misconception: Option<&'static Misconception>,
    /// The number of questions until the mistake was found, without those that made it smaller.
    pub questions: u64,
    /// The time in which the question was made simpler.
    pub shrinking: Duration,
    /// True if the program answered the same question in two ways.
    pub is_flaky: bool,
}

impl Mistake {
    /// Describes the question, the difference between both answers and the reason for the right one, with a picture.
    pub fn differences(&self, look: &Look) -> Differences {
        let failure = failure(&self.case, self.answer.clone(), *look);
        failure.map(|failure| failure.differences).unwrap_or_default()
    }
}

/// The result of a hunt in one suite.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Hunted {
    /// The mistakes, each with its simplest question.
    pub mistakes: Vec<Mistake>,
    /// The number of all questions.
    pub questions: u64,
    /// The reason why the program was not asked any more, if it could not go on.
    pub ended: Option<String>,
}

/// The number of generated cases that are asked first.
const GENERATED: usize = 50;
/// The time in which a question is made simpler.
const SHRINKING: Duration = Duration::from_secs(5);
/// The number of questions, and of their random changes, with which the cause of a mistake is confirmed.
const CONFIRMING: (usize, usize) = (60, 2000);

/// Looks for mistakes of a program in one suite.
///
/// # Errors
/// Returns an error if the program cannot be started.
///
/// # Examples
/// ```
/// use clowder::grade::{Case, HuntOptions, Suite, SubmittedAnswer, hunt};
///
/// let mut always_true = |_: &Case| -> SubmittedAnswer { Ok(true.into()) };
/// let hunted = hunt(&mut always_true, Suite::IsSolution, &HuntOptions::new(1))?;
/// let case = &hunted.mistakes[0].case;
/// assert_eq!(
///     case.request().split_once(',').unwrap().1,
///     r#""suite":"isSolution","board":"EEEEEEEEEEEEEEEEEEEE","placed":[]}"#
/// );
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn hunt(submission: &mut dyn Submission, suite: Suite, options: &HuntOptions) -> io::Result<Hunted> {
    let mut hunter = Hunter {
        submission,
        options,
        deadline: Instant::now() + options.time,
        diagnosis: Diagnosis::default(),
        known: HashMap::new(),
        asked: 0,
        trouble: None,
    };
    let mut hunted = Hunted::default();
    let mut seen: Vec<(String, Option<&'static Misconception>)> = Vec::new();
    let mut cases = Cases::new(suite, options);
    while hunted.mistakes.len() < options.count
        && hunter.asked < options.questions
        && Instant::now() < hunter.deadline
    {
        let Some(case) = cases.next() else { continue };
        if !hunter.is_wrong(&case) {
            if hunter.trouble.is_some() {
                break;
            }
            continue;
        }
        let rule = rule_of(&case);
        let answer = hunter.answer(&case);
        let is_known = |(known, cause): &(String, Option<&'static Misconception>)| match cause {
            Some(cause) => {
                answer.as_ref().is_some_and(|answer| cause.answer(&case).as_ref() == answer.as_ref().ok())
            }
            None => *known == rule,
        };
        if seen.iter().any(is_known) {
            continue;
        }
        let questions = hunter.asked;
        let start = Instant::now();
        let mut mistake = hunter.shrunk(case, &rule);
        mistake.questions = questions;
        mistake.shrinking = start.elapsed();
        mistake.misconception = hunter.cause(&mistake.case, &mut cases);
        // The time of shrinking and of the diagnosis does not count.
        hunter.deadline += start.elapsed();
        seen.push((rule, mistake.misconception));
        hunted.mistakes.push(mistake);
    }
    hunted.questions = hunter.asked;
    match hunter.trouble {
        Some(error) if hunter.asked == 0 => Err(error),
        Some(error) => Ok(Hunted { ended: Some(error.to_string()), ..hunted }),
        None => Ok(hunted),
    }
}

/// The questions of a hunt: generated cases, then random changes of them.
struct Cases {
    suite: Suite,
    contract: Contract,
    generator: Generator,
    random: Random,
    pool: Vec<Case>,
    generated: usize,
}

impl Cases {
    fn new(suite: Suite, options: &HuntOptions) -> Self {
        let generator =
            Generator::new(options.seed, GenerateOptions::default().with_contract(options.contract));
        let random = Random::stream(options.seed, (1 << 61) | suite as u64);
        Self { suite, contract: options.contract, generator, random, pool: Vec::new(), generated: 0 }
    }

    /// Returns the next question, if the next random change gives one.
    fn next(&mut self) -> Option<Case> {
        if self.generated < GENERATED {
            self.generated += 1;
            let case = self.generator.next(self.suite).map(|generated| generated.case);
            self.pool.extend(case.clone());
            if case.is_some() {
                return case;
            }
        }
        let at = self.random.below(self.pool.len().max(1));
        let case = edits::edited(self.pool.get(at)?, &mut self.random)?;
        if self.contract == Contract::SometimesBroken && self.random.below(3) == 0 {
            return broken(&case, &mut self.random);
        }
        if !contract::is_kept(&case) {
            return None;
        }
        // Some changed questions are changed again later.
        if self.random.below(4) == 0 && self.pool.len() > GENERATED / 2 {
            let at = self.random.below(self.pool.len());
            self.pool[at] = case.clone();
        }
        Some(case)
    }
}

/// A program that is asked, and everything that it has answered.
struct Hunter<'a> {
    submission: &'a mut dyn Submission,
    options: &'a HuntOptions,
    deadline: Instant,
    diagnosis: Diagnosis,
    /// The answer to each question, if it was wrong.
    known: HashMap<String, Option<SubmittedAnswer>>,
    asked: u64,
    trouble: Option<io::Error>,
}

impl Hunter<'_> {
    /// Asks a question, unless it was asked before. Returns true if the answer is wrong or missing.
    fn is_wrong(&mut self, case: &Case) -> bool {
        if let Some(known) = self.known.get(&case.question()) {
            return known.is_some();
        }
        let case = Case::new(case.suite(), case.inputs());
        if self.trouble.is_some() || reference::answer(&case, &mut Random::new(0)).is_err() {
            return false;
        }
        self.asked += 1;
        let Some(answer) = self.ask(&case) else { return false };
        let is_right = match &answer {
            Ok(value) => judge(&case, value, &Look::PIPE).is_ok_and(|differences| differences.is_empty()),
            Err(_) => false,
        };
        self.diagnosis.add(&case, answer.as_ref().ok(), is_right);
        self.known.insert(case.question(), (!is_right).then_some(answer));
        !is_right
    }

    fn ask(&mut self, case: &Case) -> Option<SubmittedAnswer> {
        match self.submission.answer(case) {
            Ok(answer) => Some(answer),
            Err(error) => {
                self.trouble = Some(error);
                None
            }
        }
    }

    /// Returns the wrong answer to a question.
    fn answer(&self, case: &Case) -> Option<SubmittedAnswer> {
        self.known.get(&case.question()).cloned().flatten()
    }

    /// Makes a question simpler while the same rule decides its answer and the program fails in the same way.
    fn shrunk(&mut self, case: Case, rule: &str) -> Mistake {
        let reason = |answer: &Option<SubmittedAnswer>| match answer {
            Some(Err(failure)) => Some(failure.reason),
            _ => None,
        };
        let why = reason(&self.answer(&case));
        let end = Instant::now() + SHRINKING;
        let is_slow = matches!(why, Some(Reason::Timeout | Reason::GivenUp | Reason::TotalTimeout));
        let case = if is_slow {
            case
        } else {
            let is_allowed =
                |case: &Case| self.options.contract == Contract::SometimesBroken || contract::is_kept(case);
            let mut tried = HashSet::from([case.question()]);
            let mut fails = |new: &Case| {
                Instant::now() < end
                    && tried.insert(new.question())
                    && is_allowed(new)
                    && rule_of(new) == rule
                    && self.is_wrong(new)
                    && reason(&self.answer(new)) == why
            };
            simplify::simplest(case, &mut fails)
        };
        let case = Case::new(case.suite(), case.inputs());
        let before = self.answer(&case);
        let is_same = (0..2).all(|_| match (&before, self.ask(&case)) {
            (Some(Ok(before)), Some(Ok(again))) => *before == again,
            (before, again) => reason(before) == reason(&again),
        });
        let expect = reference::expect_member(&case).ok();
        let answer = before.unwrap_or(Ok(Value::Null));
        let case = case.clone().with_expectation(expect).unwrap_or(case);
        let shrinking = Duration::ZERO;
        Mistake { case, answer, misconception: None, questions: 0, shrinking, is_flaky: !is_same }
    }

    /// Returns the only misconception that agrees with all answers of the program. The rest of the generated cases and
    /// some changes of the simplest question are asked, too, as long as a misconception fails on them.
    fn cause(&mut self, case: &Case, cases: &mut Cases) -> Option<&'static Misconception> {
        let suite = case.suite();
        while cases.generated < GENERATED {
            if let Some(case) = cases.next() {
                self.is_wrong(&case);
            }
        }
        let mut random = Random::stream(self.options.seed, (1 << 60) | suite as u64);
        let mut left = CONFIRMING.0;
        for turn in 0..CONFIRMING.1 {
            let possible = self.diagnosis.possible(suite);
            if possible.is_empty() || left == 0 {
                break;
            }
            let base = if turn % 2 == 0 || cases.pool.is_empty() {
                case
            } else {
                &cases.pool[turn % cases.pool.len()]
            };
            let Some(new) = edits::edited(base, &mut random).filter(contract::is_kept) else { continue };
            if possible.iter().any(|known| known.answer(&new).is_some()) {
                left -= 1;
                self.is_wrong(&new);
            }
        }
        match self.diagnosis.possible(suite) {
            [only] => Some(*only),
            _ => None,
        }
    }
}

/// Returns the name of the rule that decides the answer to a question. It stays the same while the question is shrunk.
fn rule_of(case: &Case) -> String {
    let parts = case.state();
    let state = reference::read_state(&parts).ok();
    let game = state.and_then(|state| PlayableState::new(state).ok());
    let action = rules::read_action(&case.text("action")).into_parts().0;
    let (Some(game), Some(action)) = (game, action) else {
        let right = reference::answer(case, &mut Random::new(0)).ok();
        return right.filter(Value::is_boolean).map(|right| right.to_string()).unwrap_or_default();
    };
    let sort = match action {
        Action::Card(_) => "card",
        Action::Fire(_) => "tile",
        Action::Cat(_) => "cat",
    };
    let errors = match case.suite() {
        Suite::GameOver | Suite::Outcome => {
            let loss = |outcome| match outcome {
                Outcome::Lost(Loss::CutOffCats(_)) => "cut off",
                Outcome::Lost(Loss::NoPlacement(_)) => "no placement",
                other => other.name(),
            };
            return format!("{sort} {}", game.outcome_after(&action).map_or("does not fit", loss));
        }
        Suite::PlacementValid | Suite::Fits => game.placement_errors(&action),
        _ => game.legality_errors(&action),
    };
    errors.iter().next().map_or_else(|| sort.to_owned(), |error| error.code.name.to_owned())
}
