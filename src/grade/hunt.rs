//! Searches for a question that a program answers incorrectly, and shrinks the question, i.e. simplifies it as far
//! as possible.
//!
//! The hunt starts with generated cases, which aim to expose every known misconception, and continues with
//! random changes to these cases. Whenever shrinking changes a question, the rules determine the new correct
//! answer.

use super::case::Case;
use super::diagnosis::Diagnosis;
use super::difference::Differences;
use super::generate::{Contract, GenerateOptions, Generator, broken};
use super::grader::{Submission, failure};
use super::misconceptions::{Misconception, Question, are_same};
use super::suite::Suite;
use super::verdict::{Reason, SubmittedAnswer};
use super::{contract, edits, judge, reference, simplify};
use crate::random::{Random, Seed};
use crate::render::Look;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::io;
use std::time::{Duration, Instant};

/// Settings of a hunt.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct HuntOptions {
    /// Seed of all random choices.
    pub seed: Seed,
    /// Time limit for the search, excluding shrinking and diagnosis.
    pub time: Duration,
    /// Number of questions after which the search ends. Questions for shrinking and diagnosis are counted,
    /// too.
    pub questions: u64,
    /// Number of different mistakes to find.
    pub count: usize,
    /// Which questions may be asked.
    pub contract: Contract,
}

impl HuntOptions {
    /// Returns the settings for finding one mistake within ten seconds.
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

/// A question that the program answers incorrectly.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Mistake {
    /// The question, with the correct answer.
    pub case: Case,
    /// The program's answer, or why there is none.
    pub answer: SubmittedAnswer,
    /// The misconception that explains all of the program's answers in the suite, if there is exactly one.
    pub misconception: Option<&'static Misconception>,
    /// Number of questions asked until the mistake was found, including questions about earlier mistakes.
    pub questions: u64,
    /// How long it took to shrink the question.
    pub shrinking: Duration,
    /// Whether the program gave two different answers to the same question.
    pub is_flaky: bool,
}

impl Mistake {
    /// Explains the mistake with the question, the difference between the answers, the reason for the correct
    /// answer, and a picture.
    pub fn differences(&self, look: &Look) -> Differences {
        let failure = failure(&self.case, self.answer.clone(), *look);
        failure.map(|failure| failure.differences).unwrap_or_default()
    }
}

/// The result of a hunt in one suite.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Hunted {
    /// The mistakes, each with the simplest question found.
    pub mistakes: Vec<Mistake>,
    /// Total number of questions.
    pub questions: u64,
    /// Why the program could not answer more questions, or `None` if it could.
    pub ended: Option<String>,
}

/// Number of generated cases to ask first.
const GENERATED: usize = 50;
/// Maximum number of cases sent at once.
const BATCH: u64 = 32;
/// Time limit for shrinking a question.
const SHRINKING: Duration = Duration::from_secs(5);
/// Limits for confirming the cause of a mistake: the number of question batches, and the number of random
/// changes.
const CONFIRMING: (usize, usize) = (6, 2000);
/// Number of questions in each batch that confirms a cause.
const CONFIRMED: usize = 10;

/// Looks for a program's mistakes in one suite.
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
    let mut seen: Vec<(&str, Option<&'static Misconception>)> = Vec::new();
    let mut cases = Cases::new(suite, options);
    let mut batch = Vec::new().into_iter();
    while hunted.mistakes.len() < options.count && hunter.trouble.is_none() {
        let Some(case) = batch.next() else {
            let left = options.questions.saturating_sub(hunter.asked).min(BATCH);
            if left == 0 || Instant::now() >= hunter.deadline {
                break;
            }
            let next: Vec<Case> = (0..left).filter_map(|_| cases.next()).collect();
            hunter.ask(&next);
            batch = next.into_iter();
            continue;
        };
        if !hunter.is_wrong(&case) {
            continue;
        }
        let rule = reference::rule(&case);
        let answer = hunter.answer(&case);
        let is_known = |(known, cause): &(&str, Option<&'static Misconception>)| match cause {
            Some(cause) => {
                answer.as_ref().is_some_and(|answer| cause.answer(&case).as_ref() == answer.as_ref().ok())
            }
            None => *known == rule,
        };
        if seen.iter().any(is_known) {
            continue;
        }
        let start = Instant::now();
        let questions = hunter.number(&case);
        let mut mistake = hunter.shrunk(case, rule);
        mistake.questions = questions;
        mistake.shrinking = start.elapsed();
        mistake.misconception = hunter.cause(&mistake.case, &mut cases);
        // Shrinking and diagnosis do not count towards the time limit.
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

/// The questions of a hunt: generated cases, then random changes to them.
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

    /// Returns the next question, or `None` if the next random change leads to no suitable question.
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
        let case = edits::edited(self.pool.get(at)?, &mut self.random);
        if self.contract == Contract::SometimesBroken && self.random.below(3) == 0 {
            return broken(&case, &mut self.random);
        }
        if !contract::is_kept(&case) {
            return None;
        }
        // Some changed questions are kept, so that they can be changed again later.
        if self.random.below(4) == 0 && self.pool.len() > GENERATED / 2 {
            let at = self.random.below(self.pool.len());
            self.pool[at] = case.clone();
        }
        Some(case)
    }
}

/// A program under test, and its answers so far.
struct Hunter<'a> {
    submission: &'a mut dyn Submission,
    options: &'a HuntOptions,
    deadline: Instant,
    diagnosis: Diagnosis,
    /// For each question asked, its number (starting at 1) and, unless the answer was right, the answer. If the
    /// answer is missing, the reason is stored instead.
    known: HashMap<String, (u64, Option<SubmittedAnswer>)>,
    asked: u64,
    trouble: Option<io::Error>,
}

impl Hunter<'_> {
    /// Asks all new questions in one batch. If a question gets no answer, later questions may remain unasked.
    fn ask(&mut self, cases: &[Case]) {
        let mut asked = HashSet::new();
        let is_new = |case: &&Case| {
            let question = case.question();
            !self.known.contains_key(&question)
                && reference::answer(case, &mut Random::new(0)).is_ok()
                && asked.insert(question)
        };
        let cases: Vec<Case> =
            cases.iter().filter(is_new).map(|case| Case::new(case.suite(), case.inputs())).collect();
        if cases.is_empty() || self.trouble.is_some() {
            return;
        }
        match self.submission.answers(&cases) {
            Ok(answers) => cases.iter().zip(answers).for_each(|(case, answer)| self.record(case, answer)),
            Err(error) => self.trouble = Some(error),
        }
    }

    fn record(&mut self, case: &Case, answer: SubmittedAnswer) {
        let is_right = answer.as_ref().is_ok_and(|answer| {
            judge(case, answer, &Look::PIPE).is_ok_and(|differences| differences.is_empty())
        });
        self.asked += 1;
        self.diagnosis.add(case, answer.as_ref().ok(), is_right);
        self.known.insert(case.question(), (self.asked, (!is_right).then_some(answer)));
    }

    /// Asks a question if it is new. Returns true if the answer is wrong or missing.
    fn is_wrong(&mut self, case: &Case) -> bool {
        self.ask(std::slice::from_ref(case));
        self.answer(case).is_some()
    }

    /// Returns the program's wrong answer to a question, or why there was no answer. Returns `None` if the answer
    /// was right or the question has not been asked.
    fn answer(&self, case: &Case) -> Option<SubmittedAnswer> {
        self.known.get(&case.question())?.1.clone()
    }

    fn number(&self, case: &Case) -> u64 {
        self.known.get(&case.question()).map_or(0, |(number, _)| *number)
    }

    /// Simplifies a question. The rule that decides the answer stays the same, and so does the reason why the
    /// program fails.
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
                    && reference::rule(new) == rule
                    && self.is_wrong(new)
                    && reason(&self.answer(new)) == why
            };
            simplify::simplest(case, &mut fails)
        };
        let case = Case::new(case.suite(), case.inputs());
        let before = self.answer(&case);
        let is_same = (0..2).all(|_| match (&before, self.submission.answer(&case).ok()) {
            (Some(Ok(before)), Some(Ok(again))) => *before == again,
            (before, again) => reason(before) == reason(&again),
        });
        let expect = reference::expect_member(&case).ok();
        let answer = before.unwrap_or(Ok(Value::Null));
        let case = case.clone().with_expectation(expect).unwrap_or(case);
        let shrinking = Duration::ZERO;
        Mistake { case, answer, misconception: None, questions: 0, shrinking, is_flaky: !is_same }
    }

    /// Returns the misconception that agrees with all of the program's answers, if there is exactly one. To
    /// find that misconception, first asks all remaining generated cases. Then randomly changes the simplest
    /// question and earlier ones, and asks those new questions that can rule out a misconception.
    fn cause(&mut self, case: &Case, cases: &mut Cases) -> Option<&'static Misconception> {
        let suite = case.suite();
        let generated: Vec<Case> = (cases.generated..GENERATED).filter_map(|_| cases.next()).collect();
        self.ask(&generated);
        let mut random = Random::stream(self.options.seed, (1 << 60) | suite as u64);
        let (mut batch, mut left) = (Vec::new(), CONFIRMING.0);
        for turn in 0..CONFIRMING.1 {
            let possible = self.diagnosis.possible(suite);
            if possible.is_empty() || left == 0 {
                break;
            }
            let earlier = cases.pool.get(turn % cases.pool.len().max(1)).filter(|_| turn % 2 == 1);
            let new = Some(edits::edited(earlier.unwrap_or(case), &mut random)).filter(contract::is_kept);
            batch.extend(new.filter(|new| is_decisive(possible, new)));
            if batch.len() == CONFIRMED {
                left -= 1;
                self.ask(&std::mem::take(&mut batch));
            }
        }
        self.ask(&batch);
        match self.diagnosis.possible(suite) {
            [only] => Some(*only),
            _ => None,
        }
    }
}

/// Returns whether the misconceptions give different answers to a question. With only one misconception,
/// returns whether its answer is wrong.
fn is_decisive(possible: &[&Misconception], case: &Case) -> bool {
    let Ok(question) = Question::new(case) else { return false };
    let mut answers = possible.iter().map(|known| known.wrong_answer(&question));
    let first = answers.next().flatten();
    let differs = |other: Option<Value>| !are_same(case.suite(), first.as_ref(), other.as_ref());
    if possible.len() == 1 { first.is_some() } else { answers.any(differs) }
}
