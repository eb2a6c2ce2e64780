//! Counts cases, and computes their points.

use super::settings::{MAX_POINTS, Micropoints, Settings, SettingsIn};
use super::suite::{Suite, UnknownSuite};
use super::verdict::{Group, Verdict};
use crate::diagnostics::line_column;
use crate::json;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::str::FromStr;

/// The number of cases in a group, the number of cases that passed, and the number of cases that were skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    total: usize,
    passed: usize,
    skipped: usize,
}

impl Count {
    fn add(&mut self, verdict: &Verdict) {
        self.total += 1;
        self.passed += usize::from(verdict.has_passed());
        self.skipped += usize::from(verdict.is_skipped());
    }

    /// Returns the number of cases.
    pub const fn total(self) -> usize {
        self.total
    }

    /// Returns the number of cases that passed.
    pub const fn passed(self) -> usize {
        self.passed
    }

    /// Returns the number of cases that were skipped, because a suite or a case on which they depend did not pass.
    pub const fn skipped(self) -> usize {
        self.skipped
    }

    /// Returns the number of cases that failed.
    pub const fn failed(self) -> usize {
        self.total - self.passed - self.skipped
    }

    /// Returns this count minus another count. All cases of the other count must be included in this count.
    pub(super) const fn without(self, other: Self) -> Self {
        Self {
            total: self.total - other.total,
            passed: self.passed - other.passed,
            skipped: self.skipped - other.skipped,
        }
    }
}

/// The counts and the points of the cases of a suite, including hidden cases.
#[derive(Clone, Copy, Debug, Default)]
struct SuiteCount {
    /// The counts of the cases that share the points of the suite.
    shared: Count,
    /// The total points of the cases that have their own points.
    own: Micropoints,
    /// The points of the passed cases that have their own points.
    own_passed: Micropoints,
}

/// The count of all cases, and the count of the cases in each [`Group`].
#[derive(Clone, Debug, Default)]
pub struct Tally {
    all: Count,
    groups: BTreeMap<Group, Count>,
    suites: BTreeMap<Suite, SuiteCount>,
    /// For each suite, the number of cases that share its points, if this run grades only some of these cases.
    planned: BTreeMap<Suite, usize>,
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
        self.all.add(verdict);
        self.groups.entry(verdict.group()).or_default().add(verdict);
        let Some(suite) = verdict.suite() else { return };
        let count = self.suites.entry(suite).or_default();
        match verdict.points() {
            None => count.shared.add(verdict),
            Some(Micropoints(points)) => {
                count.own.0 += points;
                count.own_passed.0 += if verdict.has_passed() { points } else { 0 };
            }
        }
    }

    /// Sets the number of cases that share the points of a suite. This number may be larger than the number of cases
    /// that are counted here, because other runs may grade the rest.
    pub fn plan(&mut self, suite: Suite, cases: usize) {
        self.planned.insert(suite, cases);
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

    /// Returns the number of cases that share the points of a suite.
    fn sharing(&self, suite: Suite) -> usize {
        let counted = self.suites.get(&suite).map_or(0, |count| count.shared.total);
        self.planned.get(&suite).copied().unwrap_or(0).max(counted)
    }
}

/// The points and other settings of the suites. By default, each case is worth one point.
#[derive(Clone, Debug, Default)]
pub struct Points(Option<BTreeMap<Suite, Settings>>);

/// The error for a text that cannot be read as the points of suites.
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
    /// The JSON value is not an object whose values are numbers or settings.
    #[error("this is not an object that maps suites to their points: {0}")]
    NotPoints(String),
    /// There is no suite with this name.
    #[error(transparent)]
    UnknownSuite(#[from] UnknownSuite),
    /// A suite has a negative number of points.
    #[error("the points of `{0}` are negative; expected 0 or more")]
    Negative(Suite),
    /// A suite has so many points that sums would not be exact.
    #[error("the points of `{0}` are more than the maximum of {most}", most = MAX_POINTS)]
    TooMany(Suite),
    /// A setting of a suite has a wrong value.
    #[error("the setting `{1}` of the suite `{0}` has a wrong value")]
    Setting(Suite, &'static str),
}

/// The points of a suite, or an object with its settings.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a number of points, or an object with `points`, `timeout`, `visibility` or `depends`"
)]
enum SuiteIn {
    Points(f64),
    Settings(SettingsIn),
}

impl FromStr for Points {
    type Err = PointsError;

    /// Reads points from a JSON object. Each key is the name of a suite. The value of a key is the total number of
    /// points for the cases of this suite, or an object with the optional keys `points`, `timeout`, `visibility` and
    /// `depends`. If a suite is not in the object, its cases have 0 points. If a suite is mapped to an object without
    /// `points`, each of its cases has 1 point. Cases that set their own points always keep these points.
    ///
    /// ```
    /// use clowder::grade::Points;
    ///
    /// assert!(r#"{"isGameOver": 12.5, "moveCat": {"points": 10, "timeout": 500}}"#.parse::<Points>().is_ok());
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
        let named: BTreeMap<String, SuiteIn> =
            serde_json::from_str(text).map_err(|error| PointsError::NotPoints(error.to_string()))?;
        let mut points = BTreeMap::new();
        for (name, given) in named {
            let suite: Suite = name.parse()?;
            let settings = match given {
                SuiteIn::Points(worth) if worth < 0.0 => return Err(PointsError::Negative(suite)),
                SuiteIn::Points(worth) if worth > MAX_POINTS => return Err(PointsError::TooMany(suite)),
                SuiteIn::Points(worth) => {
                    Settings { points: Some(Micropoints::new(worth)), ..Settings::default() }
                }
                SuiteIn::Settings(settings) => {
                    settings.check().map_err(|key| PointsError::Setting(suite, key))?
                }
            };
            points.insert(suite, settings);
        }
        Ok(Self(Some(points)))
    }
}

/// The points that were earned, and the maximum points.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Score {
    /// The points that were earned.
    pub points: f64,
    /// The maximum points.
    pub out_of: f64,
}

/// The points for all cases that share the points of a suite.
enum Shared {
    /// Each case is worth one point.
    OneEach,
    /// All cases together are worth this number of points.
    Total(Micropoints),
}

impl Points {
    /// Returns the settings of a suite, except its points.
    pub(super) fn settings(&self, suite: Suite) -> Option<Settings> {
        let settings = self.0.as_ref()?.get(&suite)?;
        Some(Settings { points: None, ..settings.clone() })
    }

    fn shared(&self, suite: Suite) -> Shared {
        match &self.0 {
            None => Shared::OneEach,
            Some(suites) => match suites.get(&suite) {
                None => Shared::Total(Micropoints(0)),
                Some(settings) => settings.points.map_or(Shared::OneEach, Shared::Total),
            },
        }
    }

    /// Returns the points for a number of cases that share the points of a suite, rounded to a millionth.
    fn share(&self, suite: Suite, cases: usize, tally: &Tally) -> Micropoints {
        let cases = cases as u128;
        match self.shared(suite) {
            Shared::OneEach => Micropoints(cases as u64 * 1_000_000),
            Shared::Total(Micropoints(total)) => {
                let all = tally.sharing(suite).max(1) as u128;
                Micropoints(((u128::from(total) * cases * 2 + all) / (2 * all)) as u64)
            }
        }
    }

    /// Returns the points for each of the verdicts, rounded so that they add up exactly to the points of the suites.
    pub(super) fn worths<'a>(
        &'a self,
        verdicts: &'a [Verdict],
        tally: &'a Tally,
    ) -> impl Iterator<Item = f64> + 'a {
        let mut counts: BTreeMap<Suite, usize> = BTreeMap::new();
        verdicts.iter().map(move |verdict| match (verdict.suite(), verdict.points()) {
            (None, _) => 0.0,
            (_, Some(points)) => points.points(),
            (Some(suite), None) => {
                let before = counts.entry(suite).or_default();
                let start = self.share(suite, *before, tally);
                *before += 1;
                Micropoints(self.share(suite, *before, tally).0 - start.0).points()
            }
        })
    }

    /// Returns the points that were earned in a suite, and the maximum points of the suite.
    fn of_suite(&self, suite: Suite, count: &SuiteCount, tally: &Tally) -> [Micropoints; 2] {
        let shared = |cases| self.share(suite, cases, tally).0;
        [
            Micropoints(shared(count.shared.passed) + count.own_passed.0),
            Micropoints(shared(count.shared.total) + count.own.0),
        ]
    }

    /// Returns the points that were earned in a run, and the maximum points of the run.
    pub fn score(&self, tally: &Tally) -> Score {
        let mut sums = [Micropoints(0); 2];
        for (suite, count) in &tally.suites {
            let points = self.of_suite(*suite, count, tally);
            sums.iter_mut().zip(points).for_each(|(sum, points)| sum.0 += points.0);
        }
        Score { points: sums[0].points(), out_of: sums[1].points() }
    }

    /// Returns the earned points and the maximum points of each suite that has cases. Hidden cases are included.
    pub fn by_suite(&self, tally: &Tally) -> Vec<(Suite, Score)> {
        let score = |(suite, count): (&Suite, &SuiteCount)| {
            let [points, out_of] = self.of_suite(*suite, count, tally).map(Micropoints::points);
            (*suite, Score { points, out_of })
        };
        tally.suites.iter().map(score).collect()
    }

    /// Returns the suites that have settings but no cases.
    pub fn unused(&self, tally: &Tally) -> Vec<Suite> {
        let named = self.0.iter().flat_map(BTreeMap::keys).copied();
        named.filter(|suite| !tally.suites.contains_key(suite)).collect()
    }

    /// Returns each suite that has cases but is missing from the settings, together with the number of its cases. These
    /// cases are worth nothing. A case that has its own points is not counted.
    pub fn unnamed(&self, tally: &Tally) -> Vec<(Suite, usize)> {
        let Some(named) = &self.0 else { return Vec::new() };
        let cases = tally.suites.iter().map(|(suite, count)| (*suite, count.shared.total));
        cases.filter(|(suite, cases)| *cases > 0 && !named.contains_key(suite)).collect()
    }
}
