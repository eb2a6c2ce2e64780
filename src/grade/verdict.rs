//! How a case ended. What is hidden is left out here, once, so that no report can tell it.

use super::case::Case;
use super::difference::Differences;
use super::suite::Suite;
use crate::diagnostics::line_column;
use crate::json;
use std::collections::BTreeMap;
use std::fmt;

/// Why a case failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The answer is not right.
    Wrong,
    /// There is no answer.
    Missing,
    /// There is more than one answer.
    Twice,
    /// The answer did not come in time.
    Timeout,
    /// The program ended.
    Crash,
    /// The program has failed so often that it was not asked.
    GivenUp,
    /// The case itself means nothing.
    Broken,
}

impl Reason {
    /// The name used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wrong => "wrong",
            Self::Missing => "missing",
            Self::Twice => "twice",
            Self::Timeout => "timeout",
            Self::Crash => "crash",
            Self::GivenUp => "given-up",
            Self::Broken => "broken",
        }
    }
}

/// What is told of a failed case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Why it failed.
    pub reason: Reason,
    /// What is wrong.
    pub differences: Differences,
}

impl Failure {
    /// A failure told in one sentence.
    pub(crate) fn new(reason: Reason, line: impl Into<String>) -> Self {
        Self { reason, differences: Differences::of(line) }
    }
}

/// The part of a report a case belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The visible cases of a suite.
    Suite(Suite),
    /// The hidden cases of all suites.
    Hidden,
    /// Lines that are no cases.
    Broken,
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Suite(suite) => suite.name(),
            Self::Hidden => "hidden",
            Self::Broken => "broken",
        })
    }
}

/// How a case ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    number: usize,
    suite: Option<Suite>,
    name: Option<String>,
    hidden: bool,
    passed: bool,
    failure: Option<Failure>,
}

impl Verdict {
    /// The end of a case. Of a hidden one only its number, its worth and whether it passed are kept.
    pub fn new(case: &Case, result: Result<(), Failure>) -> Self {
        let hidden = case.hidden;
        Self {
            number: case.number,
            suite: Some(case.suite),
            name: case.name.clone().filter(|_| !hidden),
            hidden,
            passed: result.is_ok(),
            failure: result.err().filter(|_| !hidden),
        }
    }

    /// A line that is no case: what is wrong with it is told elsewhere, for it may have been meant to be hidden.
    pub fn broken(number: usize) -> Self {
        let failure = Failure::new(Reason::Broken, "the line is no case");
        Self { number, suite: None, name: None, hidden: false, passed: false, failure: Some(failure) }
    }

    /// Its number among all cases, from 1.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Whether only the teacher may see the case.
    pub const fn hidden(&self) -> bool {
        self.hidden
    }

    /// Whether the answer was right.
    pub const fn passed(&self) -> bool {
        self.passed
    }

    /// Its name, if it has one that may be seen.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// What is wrong, if it may be seen.
    pub const fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// The part of a report it belongs to.
    pub fn group(&self) -> Group {
        match self.suite {
            _ if self.hidden => Group::Hidden,
            Some(suite) => Group::Suite(suite),
            None => Group::Broken,
        }
    }

    /// What it is called: its group with its name, or else with its number.
    pub fn title(&self) -> String {
        match &self.name {
            Some(name) => format!("{}: {name}", self.group()),
            None => format!("{} {}", self.group(), self.number),
        }
    }

    /// The points it is worth.
    pub(crate) fn worth(&self, points: &Points, tally: &Tally) -> f64 {
        self.suite.map_or(0.0, |suite| points.each(suite, tally))
    }
}

/// How many passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Cases.
    pub total: usize,
    /// Those that passed.
    pub passed: usize,
}

impl Count {
    fn add(&mut self, passed: bool) {
        self.total += 1;
        self.passed += usize::from(passed);
    }

    /// Those that did not pass.
    pub const fn failed(self) -> usize {
        self.total - self.passed
    }
}

/// How many cases passed, in all and in each part.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// All cases.
    pub all: Count,
    /// The parts of a report.
    pub groups: BTreeMap<Group, Count>,
    /// The suites, hidden cases among them.
    suites: BTreeMap<Suite, Count>,
}

impl Tally {
    /// Counts a case.
    pub fn add(&mut self, verdict: &Verdict) {
        self.all.add(verdict.passed);
        self.groups.entry(verdict.group()).or_default().add(verdict.passed);
        if let Some(suite) = verdict.suite {
            self.suites.entry(suite).or_default().add(verdict.passed);
        }
    }
}

/// The most points of a suite: sums stay far from where a number has no millionths.
const MOST_POINTS: f64 = 1e6;

/// What the cases of a suite are worth together; one point each where nothing is said.
#[derive(Clone, Debug, Default)]
pub struct Points(Option<BTreeMap<Suite, f64>>);

/// Points reached, and points there were.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Reached.
    pub points: f64,
    /// In all.
    pub out_of: f64,
}

impl Points {
    /// Points from a JSON object: the name of a suite with the points of all its cases together. A suite that is
    /// not named is worth nothing.
    ///
    /// ```
    /// use clowder::grade::Points;
    ///
    /// assert!(Points::read(r#"{"isGameOver": 12.5, "moveCat": 10}"#).is_ok());
    /// assert_eq!(Points::read(r#"{"gameOver": 1}"#).unwrap_err(), "there is no suite `gameOver`");
    /// let twice = Points::read(r#"{"legal": 1, "legal": 5}"#);
    /// assert_eq!(twice.unwrap_err(), "1:14: the key is given twice");
    /// ```
    ///
    /// # Errors
    /// What cannot be understood.
    pub fn read(text: &str) -> Result<Self, String> {
        let faults = json::read(text).into_diagnostics();
        if let Some(fault) = faults.iter().next() {
            let (line, column) = line_column(text, fault.span.start);
            return Err(format!("{line}:{column}: {}", fault.message));
        }
        let named: BTreeMap<String, f64> = serde_json::from_str(text)
            .map_err(|error| format!("not an object of suites and their points: {error}"))?;
        let mut points = BTreeMap::new();
        for (name, worth) in named {
            let shown = crate::diagnostics::escape::excerpt(&name, 40);
            let suite = Suite::find(&name).ok_or_else(|| format!("there is no suite `{shown}`"))?;
            if worth < 0.0 {
                return Err(format!("`{shown}` is worth less than nothing"));
            }
            if worth > MOST_POINTS {
                return Err(format!("`{shown}` is worth more than {MOST_POINTS} points"));
            }
            points.insert(suite, worth);
        }
        Ok(Self(Some(points)))
    }

    /// What each case of a suite is worth.
    fn each(&self, suite: Suite, tally: &Tally) -> f64 {
        let count = tally.suites.get(&suite).map_or(0, |count| count.total);
        match &self.0 {
            None => 1.0,
            Some(points) => points.get(&suite).copied().unwrap_or(0.0) / count.max(1) as f64,
        }
    }

    /// The points of a run.
    pub fn score(&self, tally: &Tally) -> Score {
        let sum = |of: fn(&Count) -> usize| -> f64 {
            tally.suites.iter().map(|(suite, count)| self.each(*suite, tally) * of(count) as f64).sum()
        };
        Score { points: rounded(sum(|count| count.passed)), out_of: rounded(sum(|count| count.total)) }
    }

    /// The suites that have points but no case.
    pub fn unused(&self, tally: &Tally) -> Vec<Suite> {
        let named = self.0.iter().flat_map(BTreeMap::keys).copied();
        named.filter(|suite| !tally.suites.contains_key(suite)).collect()
    }
}

/// Points to a millionth, so that thirds add up to a whole.
pub(crate) fn rounded(points: f64) -> f64 {
    // No points at all add up to minus zero.
    (points * 1e6).round() / 1e6 + 0.0
}
