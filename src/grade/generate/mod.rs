//! Generates cases with their answers, so that a course can have as many cases as it needs.
//!
//! Positive cases and near misses are mixed in random order. The answer to a positive case is yes. A near
//! miss differs from a positive case by a small change that turns the answer into no. In suites without
//! yes-or-no questions, near misses are edge cases, such as a draw from an empty bag. A [`Generator`] aims
//! for cases that expose every misconception about a suite and tell all misconceptions apart.

mod penguins;
mod raft;

use super::case::Case;
use super::edits::any;
use super::misconceptions::{Misconception, Question, are_same};
use super::suite::{Suite, ValueType};
use super::{contract, edits, reference};
use crate::random::{Random, Seed};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};

/// Maximum number of attempts to generate a case of the wanted kind. If all attempts fail, the most recent case is
/// used.
const ATTEMPTS: usize = 1000;
/// Number of consecutive cases in a group. In suites with yes-or-no questions, exactly half of the answers in
/// each group are yes. With smaller groups, a program could more easily predict a group's last answers from
/// the first ones.
const BLOCK: u64 = 20;
/// Maximum number of attempts to generate a case that differs from all earlier cases.
const DIFFERENT: u64 = 30;

/// What kind of case to generate.
#[derive(Clone, Copy)]
struct Wish {
    suite: Suite,
    /// True for a positive case, false for a near miss.
    is_yes: bool,
    /// Selects a variant of the case, such as the kind of action or how the game ends.
    variant: usize,
}

/// A generated case.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Generated {
    /// The case. If the case has no expected answer, the rules determine the answer.
    pub case: Case,
    /// The rule that decides the answer, given as the code of the first error in a rejected action, or
    /// otherwise as a short description.
    pub rule: &'static str,
    /// True if the suite's description does not allow the case, e.g. because its action is truncated.
    pub is_out_of_contract: bool,
    /// The misconceptions that lead to an incorrect answer to this case.
    pub catches: Vec<&'static Misconception>,
}

/// Generates a case, usually with its expected answer. Without an expected answer, the rules determine the
/// correct answer. The same seed, suite and index give the same case in every version of clowder.
///
/// In suites with yes-or-no questions, the answer is yes for ten of every 20 indices (0 to 19, 20 to 39, and
/// so on). In suites about the end of a game, ten of every 20 games are not over. The other ten games are won
/// or lost, about equally often.
///
/// ```
/// use clowder::grade::{Suite, generate::case, judge, reference};
/// use clowder::{random::Random, render::Look};
///
/// let case = case(Suite::GameOver, 7, 1);
/// let answer = reference::answer(&case, &mut Random::new(0))?;
/// assert!(judge(&case, &answer, &Look::PIPE)?.is_empty());
/// assert_eq!(case.expect(), Some(&answer));
/// # Ok::<(), clowder::grade::CaseError>(())
/// ```
pub fn case(suite: Suite, seed: impl Into<Seed>, index: u64) -> Case {
    generated(suite, seed.into(), index, 0)
}

/// Returns where a case is placed when its group of [`BLOCK`] cases is shuffled. The order depends on the
/// seed.
fn place_in_block(suite: Suite, seed: Seed, index: u64) -> u64 {
    let mut order: Vec<u64> = (0..BLOCK).collect();
    Random::stream(seed, ((index / BLOCK) << 16) | (1 << 15) | suite as u64).shuffle(&mut order);
    order[(index % BLOCK) as usize]
}

/// Generates a case. Different values of `salt` give different cases, usually with the same kind of answer.
fn generated(suite: Suite, seed: Seed, index: u64, salt: u64) -> Case {
    // Each suite has its own random streams.
    let mut random = Random::stream(seed, (salt << 48) | (index << 8) | suite as u64);
    let place = place_in_block(suite, seed, index);
    let is_yes = place.is_multiple_of(2);
    // Suites without yes-or-no questions may have few positive cases or few near misses. Therefore, some attempts ask
    // for a near miss instead of a positive case, or the other way round.
    let is_free = suite.expectation() != ValueType::Boolean && salt >= DIFFERENT / 2;
    let is_yes = is_yes ^ (is_free && salt % 2 == 1);
    let variant = (index / BLOCK * (BLOCK / 2) + place / 2 + salt / 4) as usize;
    let case = wanted(Wish { suite, is_yes, variant }, &mut random);
    let case = case.unwrap_or_else(|| Case::new(suite, Vec::new()));
    case.with_name(format!("{suite} {} of seed {seed}", index + 1))
}

/// Returns whether the answer is yes or, in a suite about outcomes, whether the game is over. For an answer
/// of another kind, returns `None`.
fn is_positive(suite: Suite, answer: Option<&Value>) -> Option<bool> {
    match (suite.expectation(), answer?) {
        (ValueType::Boolean, answer) => answer.as_bool(),
        (ValueType::Outcome, answer) => Some(!answer.is_null()),
        _ => None,
    }
}

/// Generates a case of the wanted kind. If all attempts fail, falls back to the most recent case of the other
/// kind.
fn wanted(wish: Wish, random: &mut Random) -> Option<Case> {
    let attempt = if wish.suite.is_about_penguins() { penguins::attempt } else { raft::attempt };
    let is_question = matches!(wish.suite.expectation(), ValueType::Boolean | ValueType::Outcome);
    let mut last = None;
    for turn in 0..ATTEMPTS {
        // Some variants of cases are rare in random states, so the variant is changed every 50 attempts.
        let variant = wish.variant + turn / 50 * 2;
        let Some(mut case) = attempt(Wish { variant, ..wish }, random) else { continue };
        if is_question && !wish.is_yes {
            case = edits::changed(&case, random);
        }
        if case.expect.is_none() && !wish.suite.is_random() {
            case.expect = reference::expect_member(&case).ok();
        }
        let is_answered = case.expect.is_some() || wish.suite.is_random();
        if !is_answered || !contract::is_kept(&case) {
            continue;
        }
        let is_wanted = is_positive(wish.suite, case.expect()).is_none_or(|answer| answer == wish.is_yes);
        last = Some(case);
        if is_wanted {
            break;
        }
    }
    last
}

/// Changes a case so that it asks about something that the suite's description does not define. Examples are a
/// truncated action, a draw that ends the game, and a board with holes or with wild squares outside the raft.
/// Returns `None` if the case stays the same, or if the rules do not determine an answer. Courses that promise
/// valid input must not use these cases.
pub(super) fn broken(case: &Case, random: &mut Random) -> Option<Case> {
    let suite = case.suite();
    let is_ending = matches!(suite, Suite::GameOver | Suite::Outcome);
    let mut inputs = case.inputs();
    let choice = random.below(3);
    for (key, value) in &mut inputs {
        match (*key, &mut *value, choice) {
            ("state", Value::Array(_), 0) => *value = raft::with_impossible_squares(case, random)?,
            ("actions", Value::Array(requests), 1..) => {
                let place = random.below(requests.len().max(1));
                *requests.get_mut(place)? = ["A1C2D4", "B7", "A2A4", "", "E6"][random.below(5)].into();
            }
            ("action", Value::String(action), 1) => action.truncate(random.below(action.len().max(1))),
            ("state", state, 2) if is_ending => *state = raft::with_few_cards(case, random)?,
            ("action", action, 2) if is_ending => *action = raft::random_draw(random)?.to_string().into(),
            _ => {}
        }
    }
    let mut changed = Case::new(suite, inputs);
    if changed.question() == case.question() {
        return None;
    }
    changed.expect = if suite.is_random() { None } else { Some(reference::expect_member(&changed).ok()?) };
    let name = format!("{} (out of contract)", case.name().unwrap_or_default());
    Some(changed.with_name(name))
}

/// Whether generated cases may go beyond what the descriptions of the suites allow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contract {
    /// Generate only cases that the descriptions allow.
    #[default]
    Kept,
    /// Also generate cases that the descriptions do not allow.
    SometimesBroken,
}

/// Settings for generated cases.
///
/// ```
/// use clowder::grade::generate::{Contract, GenerateOptions};
///
/// let options = GenerateOptions::default().with_hidden(0.5).with_contract(Contract::SometimesBroken);
/// assert_eq!((options.hidden, options.contract), (0.5, Contract::SometimesBroken));
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct GenerateOptions {
    /// Probability that a case is hidden, from 0 to 1.
    pub hidden: f64,
    /// Which cases may be generated.
    pub contract: Contract,
    /// Whether `initialiseChallenge` asks only about official challenges.
    pub official: bool,
}

impl GenerateOptions {
    /// Sets the probability that a case is hidden.
    pub const fn with_hidden(self, hidden: f64) -> Self {
        Self { hidden, ..self }
    }

    /// Sets whether `initialiseChallenge` asks only about official challenges.
    pub const fn with_official(self, official: bool) -> Self {
        Self { official, ..self }
    }

    /// Sets which cases may be generated.
    pub const fn with_contract(self, contract: Contract) -> Self {
        Self { contract, ..self }
    }
}

/// Generates cases that all differ from one another.
///
/// ```
/// use clowder::grade::{Suite, generate::{GenerateOptions, Generator}};
///
/// let mut generator = Generator::new(7, GenerateOptions::default().with_hidden(1.0));
/// let generated = generator.next(Suite::FixSymmetries).expect("there are many different blocks");
/// assert!(generated.case.is_hidden());
/// ```
#[derive(Debug)]
pub struct Generator {
    seed: Seed,
    options: GenerateOptions,
    /// The questions generated so far.
    seen: HashSet<String>,
    suites: BTreeMap<Suite, Progress>,
}

/// The progress in one suite.
#[derive(Debug)]
struct Progress {
    /// Index of the next case.
    next: u64,
    groups: Groups,
    /// Earlier cases, which are changed to make new ones.
    made: Vec<Case>,
    /// How many searches caught no misconception. The second number counts the searches for positive cases,
    /// and the first counts all other searches.
    failed: [u32; 2],
}

/// Misconceptions, grouped by their answers to all cases so far. The misconceptions in the first group have
/// answered every case correctly.
type Groups = Vec<Vec<&'static Misconception>>;

/// Maximum number of changes to try when searching for a case that catches another misconception.
const CHANGES: usize = 3000;
/// Maximum number of changes to try when separating misconceptions that the cases already catch.
const SEPARATING: usize = 400;
/// Number of changes to compare before a search may end early.
const COMPARED: usize = 200;

impl Generator {
    /// Creates a generator. Generators with equal seeds and options generate the same cases.
    pub fn new(seed: impl Into<Seed>, options: GenerateOptions) -> Self {
        Self { seed: seed.into(), options, seen: HashSet::new(), suites: BTreeMap::new() }
    }

    /// Returns those misconceptions about a suite which no case has caught yet.
    pub fn open(&self, suite: Suite) -> Vec<&'static Misconception> {
        self.suites
            .get(&suite)
            .map_or_else(|| Progress::new(suite).groups, |of| of.groups.clone())
            .swap_remove(0)
    }

    /// Generates the next case of a suite. Returns `None` if no new question is found, because some suites
    /// have few questions.
    pub fn next(&mut self, suite: Suite) -> Option<Generated> {
        let progress = self.suites.entry(suite).or_insert_with(|| Progress::new(suite));
        let index = progress.next;
        let mut random = Random::stream(self.seed, (1 << 62) | (index << 8) | suite as u64);
        let hides = (random.below(1_000_000) as f64) < self.options.hidden * 1e6;
        let breaks_contract = self.options.contract == Contract::SometimesBroken && random.below(4) == 0;
        for salt in 0..DIFFERENT {
            let mut case = if self.options.official && suite == Suite::InitialiseChallenge {
                raft::official_challenge(self.seed, index)?
            } else {
                generated(suite, self.seed, index, salt)
            };
            let broken = if breaks_contract { broken(&case, &mut random) } else { None };
            let is_out_of_contract = broken.is_some();
            if let Some(broken) = broken {
                case = broken;
            } else if !suite.is_random() {
                case = progress.aimed(&case, &self.seen, &mut random);
            }
            if !self.seen.insert(case.question()) {
                continue;
            }
            progress.next += 1;
            let mut catches = Vec::new();
            if let Ok(question) = Question::new(&case) {
                progress.groups = split(&question, &progress.groups);
                catches
                    .extend(Misconception::of(suite).filter(|known| known.wrong_answer(&question).is_some()));
            }
            if !is_complete(&progress.groups) && !is_out_of_contract {
                progress.made.push(case.clone());
            }
            let rule = if is_out_of_contract { "out of contract" } else { reference::rule(&case) };
            let case = if hides { case.hide() } else { case };
            return Some(Generated { case, rule, is_out_of_contract, catches });
        }
        None
    }
}

impl Progress {
    fn new(suite: Suite) -> Self {
        Self { next: 0, groups: vec![Misconception::of(suite).collect()], made: Vec::new(), failed: [0; 2] }
    }

    /// Randomly changes `made` or an earlier case, to catch new misconceptions or to separate those that have
    /// given equal answers so far. The result has the same kind of answer as `made`. If no change helps,
    /// returns a copy of `made`.
    fn aimed(&mut self, made: &Case, seen: &HashSet<String>, random: &mut Random) -> Case {
        let groups = &self.groups;
        if is_complete(groups) {
            return made.clone();
        }
        let is_wanted = is_positive(made.suite(), made.expect());
        // After a failed search, later searches are half as long, because the remaining misconceptions may fail only
        // cases with the other kind of answer.
        let failed = &mut self.failed[usize::from(is_wanted == Some(true))];
        let limit = if groups[0].is_empty() { SEPARATING } else { CHANGES >> (*failed).min(1) };
        // The search starts from cases that suit a randomly chosen remaining misconception. For example, a
        // misconception about cat moves can be caught only by cases about cat moves.
        let open = groups.iter().filter(|group| groups[0].is_empty() && group.len() > 1).chain(&groups[..1]);
        let about = any(open.flatten().collect(), random).map_or(made.suite(), |open| open.suites()[0]);
        let is_apt = |case: &&Case| contract::is_kept(&Case::new(about, case.inputs()));
        let earlier = self.made.iter().chain([made]);
        let mut bases: Vec<&Case> = earlier.clone().filter(is_apt).collect();
        if bases.is_empty() {
            bases = earlier.collect();
        }
        let first = if is_apt(&made) { made } else { bases[random.below(bases.len())] };
        let gained = |question: &Question<'_>| gain(groups, &split(question, groups));
        let mut best = (Question::new(made).map_or((0, 0), |question| gained(&question)), made.clone());
        let mut last = first.clone();
        for change in 0..limit {
            let (caught, apart) = best.0;
            if change >= COMPARED && (caught > 0 || groups[0].is_empty() && apart > 0) {
                break;
            }
            // Repeated changes lead further and further away from the original case. Therefore, three of four steps
            // start afresh from `made` or an earlier case.
            let base = match random.below(4) {
                0 => first,
                1 | 2 => bases[random.below(bases.len())],
                _ => &last,
            };
            let new = edits::edited(base, random);
            if !contract::is_kept(&new) {
                continue;
            }
            let Ok(question) = Question::new(&new) else { continue };
            if is_positive(new.suite(), Some(&question.right)) != is_wanted {
                continue;
            }
            let gained = gained(&question);
            if gained > best.0 && !seen.contains(&new.question()) {
                best = (gained, new.clone());
                best.1.expect = reference::expect_member(&new).ok();
            }
            last = new;
        }
        *failed += u32::from(best.0.0 == 0);
        best.1.with_name(made.name().unwrap_or_default())
    }
}

/// Returns true if every misconception is caught and distinguished from all others.
fn is_complete(groups: &Groups) -> bool {
    groups[0].is_empty() && groups.iter().all(|group| group.len() < 2)
}

/// Splits each group of misconceptions by their answers to a case.
fn split(question: &Question<'_>, groups: &Groups) -> Groups {
    let (suite, mut all) = (question.suite(), Groups::new());
    for (index, group) in groups.iter().enumerate() {
        // The correct program belongs to the first group.
        let mut parts: Vec<(Option<Value>, Vec<_>)> =
            Vec::from_iter((index == 0).then_some((None, Vec::new())));
        for known in group {
            let answer = if index > 0 && group.len() == 1 { None } else { known.wrong_answer(question) };
            match parts.iter_mut().find(|(other, _)| are_same(suite, other.as_ref(), answer.as_ref())) {
                Some((_, part)) => part.push(*known),
                None => parts.push((answer, vec![*known])),
            }
        }
        all.extend(parts.into_iter().map(|(_, part)| part));
    }
    all
}

/// Returns how many misconceptions a split catches, and how many pairs of programs it separates.
fn gain(before: &Groups, after: &Groups) -> (usize, usize) {
    let pairs = |groups: &Groups| {
        let sizes = groups.iter().enumerate().map(|(index, group)| group.len() + usize::from(index == 0));
        sizes.map(|size| size * size).sum::<usize>()
    };
    (before[0].len() - after[0].len(), (pairs(before) - pairs(after)) / 2)
}
