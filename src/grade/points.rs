//! The counts of cases, and their points.

use super::suite::{Suite, UnknownSuite};
use super::verdict::{Group, Verdict};
use crate::diagnostics::line_column;
use crate::json;
use std::collections::BTreeMap;
use std::str::FromStr;

/// The number of cases in a group, and the number of those that passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    total: usize,
    passed: usize,
}

impl Count {
    fn add(&mut self, has_passed: bool) {
        self.total += 1;
        self.passed += usize::from(has_passed);
    }

    /// Returns the number of cases.
    pub const fn total(self) -> usize {
        self.total
    }

    /// Returns the number of cases that passed.
    pub const fn passed(self) -> usize {
        self.passed
    }

    /// Returns the number of cases that failed.
    pub const fn failed(self) -> usize {
        self.total - self.passed
    }

    /// Returns the count without the cases of another count. These cases must be included in this count.
    pub(super) const fn without(self, other: Self) -> Self {
        Self { total: self.total - other.total, passed: self.passed - other.passed }
    }
}

/// The number of cases that passed, in total and in each part of a report.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    all: Count,
    groups: BTreeMap<Group, Count>,
    /// The counts of the suites, including their hidden cases.
    suites: BTreeMap<Suite, Count>,
}

impl Tally {
    /// Counts a case.
    ///
    /// ```
    /// use clowder::grade::{Case, Tally, Verdict};
    ///
    /// let case = Case::read(1, r#"{"suite":"isBoardStringWellFormed","board":""}"#)?;
    /// let mut tally = Tally::default();
    /// tally.add(&Verdict::new(&case, Ok(())));
    /// tally.add(&Verdict::broken(2));
    /// assert_eq!((tally.all().total(), tally.all().passed()), (2, 1));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn add(&mut self, verdict: &Verdict) {
        self.all.add(verdict.has_passed());
        self.groups.entry(verdict.group()).or_default().add(verdict.has_passed());
        if let Some(suite) = verdict.suite() {
            self.suites.entry(suite).or_default().add(verdict.has_passed());
        }
    }

    /// Returns the count of all cases.
    pub const fn all(&self) -> Count {
        self.all
    }

    /// Returns the groups that have cases, with their counts, in the order of a report.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = (Group, Count)> {
        self.groups.iter().map(|(group, count)| (*group, *count))
    }

    /// Returns the count of the hidden cases.
    pub(super) fn hidden(&self) -> Count {
        self.groups.get(&Group::Hidden).copied().unwrap_or_default()
    }
}

/// The maximum number of points for a suite. Sums of such numbers are still exact to a millionth.
const MAX_POINTS: f64 = 1e6;

/// The total points for the cases of each suite. By default, each case is worth one point.
#[derive(Clone, Debug, Default)]
pub struct Points(Option<BTreeMap<Suite, f64>>);

/// The error for a text that does not give the points of each suite.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PointsError {
    /// The text is not valid JSON.
    #[error("{line}:{column}: {message}")]
    Json {
        /// The line of the error, counted from 1.
        line: usize,
        /// The column of the error in characters, counted from 1.
        column: usize,
        /// The message of the error.
        message: String,
    },
    /// The JSON value is not an object of numbers.
    #[error("this is not an object of suites and their points: {0}")]
    NotPoints(String),
    /// A suite does not exist.
    #[error(transparent)]
    UnknownSuite(#[from] UnknownSuite),
    /// A suite has a negative number of points.
    #[error("the points of `{0}` are negative; expected 0 or more")]
    Negative(Suite),
    /// A suite has more points than can be added up exactly.
    #[error("the points of `{0}` are more than the maximum of {most}", most = MAX_POINTS)]
    TooMany(Suite),
}

impl FromStr for Points {
    type Err = PointsError;

    /// Reads points from a JSON object that maps the name of each suite to the total points for the cases of this
    /// suite. Suites that are not in the object have 0 points.
    ///
    /// ```
    /// use clowder::grade::Points;
    ///
    /// assert!(r#"{"isGameOver": 12.5, "moveCat": 10}"#.parse::<Points>().is_ok());
    /// let error = r#"{"gameOver": 1}"#.parse::<Points>().unwrap_err();
    /// assert_eq!(error.to_string(), "there is no suite `gameOver`");
    /// let twice = r#"{"legal": 1, "legal": 5}"#.parse::<Points>().unwrap_err();
    /// assert_eq!(twice.to_string(), "1:14: this key is given twice");
    /// ```
    fn from_str(text: &str) -> Result<Self, PointsError> {
        if let Some(first) = json::read(text).diagnostics().iter().next() {
            let (line, column) = line_column(text, first.span.start);
            return Err(PointsError::Json { line, column, message: first.message.clone() });
        }
        let named: BTreeMap<String, f64> =
            serde_json::from_str(text).map_err(|error| PointsError::NotPoints(error.to_string()))?;
        let mut points = BTreeMap::new();
        for (name, worth) in named {
            let suite: Suite = name.parse()?;
            match worth {
                worth if worth < 0.0 => return Err(PointsError::Negative(suite)),
                worth if worth > MAX_POINTS => return Err(PointsError::TooMany(suite)),
                _ => points.insert(suite, worth),
            };
        }
        Ok(Self(Some(points)))
    }
}

/// The points that were reached, and the maximum points.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Score {
    /// The points that were reached.
    pub points: f64,
    /// The maximum points.
    pub out_of: f64,
}

impl Points {
    /// Returns the points for each case of a suite.
    fn each(&self, suite: Suite, tally: &Tally) -> f64 {
        let count = tally.suites.get(&suite).map_or(0, |count| count.total);
        match &self.0 {
            None => 1.0,
            Some(points) => points.get(&suite).copied().unwrap_or(0.0) / count.max(1) as f64,
        }
    }

    /// Returns the points for the case of a verdict, rounded to a millionth.
    pub(super) fn worth(&self, verdict: &Verdict, tally: &Tally) -> f64 {
        verdict.suite().map_or(0.0, |suite| rounded(self.each(suite, tally)))
    }

    /// Returns the points of a run.
    pub fn score(&self, tally: &Tally) -> Score {
        let sum = |number_of: fn(&Count) -> usize| -> f64 {
            tally.suites.iter().map(|(suite, count)| self.each(*suite, tally) * number_of(count) as f64).sum()
        };
        Score { points: rounded(sum(|count| count.passed)), out_of: rounded(sum(|count| count.total)) }
    }

    /// Returns the suites that have points but no cases.
    pub fn unused(&self, tally: &Tally) -> Vec<Suite> {
        let named = self.0.iter().flat_map(BTreeMap::keys).copied();
        named.filter(|suite| !tally.suites.contains_key(suite)).collect()
    }
}

/// Rounds points to a millionth, so that three thirds add up to one.
fn rounded(points: f64) -> f64 {
    // The sum of no points is minus zero. Adding zero turns it into zero.
    (points * 1e6).round() / 1e6 + 0.0
}
