//! Counts cases, and computes their points.

use super::case::Case;
use super::settings::{MAX_POINTS, Micropoints, Settings, SettingsIn};
use super::suite::{Suite, UnknownSuite};
use super::verdict::{Group, Verdict, WHOLE};
use crate::diagnostics::line_column;
use crate::json;
use crate::notation::plural;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// The number of cases in a group, and how many of them passed, failed or were skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Count {
    /// The number of cases.
    pub total: usize,
    /// The number of cases that passed.
    pub passed: usize,
    /// The number of cases that failed.
    pub failed: usize,
    /// The number of cases that were skipped because a suite or a case that they depend on did not pass.
    pub skipped: usize,
}

impl Count {
    const fn add(&mut self, verdict: &Verdict) {
        self.total += 1;
        match (verdict.has_passed, verdict.is_skipped) {
            (true, _) => self.passed += 1,
            (false, true) => self.skipped += 1,
            (false, false) => self.failed += 1,
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cases = plural(self.total, "case");
        write!(f, "{cases}: {} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 { write!(f, ", {} skipped", self.skipped) } else { Ok(()) }
    }
}

/// The counts and points of a suite's cases, including hidden ones.
#[derive(Clone, Copy, Debug, Default)]
struct SuiteCount {
    /// Number of cases that share the suite's points.
    shared: usize,
    /// Units earned by the cases that share the suite's points. A case that passes earns [`WHOLE`] units.
    shared_earned: u64,
    /// Total points of the cases that set their own points.
    own: Micropoints,
    /// Points earned by the cases that set their own points.
    own_earned: Micropoints,
}

/// The count of all cases, and of the cases in each [`Group`].
#[derive(Clone, Debug, Default)]
pub struct Tally {
    all: Count,
    groups: BTreeMap<Group, Count>,
    suites: BTreeMap<Suite, SuiteCount>,
    /// For each suite that this run grades only in part, the total number of cases that share the suite's points.
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
    /// assert_eq!((tally.all().total, tally.all().passed), (2, 1));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn add(&mut self, verdict: &Verdict) {
        self.all.add(verdict);
        self.groups.entry(verdict.group()).or_default().add(verdict);
        let Some(suite) = verdict.suite else { return };
        let count = self.suites.entry(suite).or_default();
        match verdict.points {
            None => {
                count.shared += 1;
                count.shared_earned += verdict.earned;
            }
            Some(Micropoints(points)) => {
                count.own.0 += points;
                count.own_earned.0 += points * verdict.earned / WHOLE;
            }
        }
    }

    /// Sets the number of cases that share the points of a suite. This number may exceed the number of cases
    /// counted here, because other runs may grade the rest.
    pub fn plan(&mut self, suite: Suite, cases: usize) {
        self.planned.insert(suite, cases);
    }

    /// Returns the count of all cases.
    pub const fn all(&self) -> Count {
        self.all
    }

    /// Returns the counts of all groups with cases, in the order of a report.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = (Group, Count)> {
        self.groups.iter().map(|(group, count)| (*group, *count))
    }

    pub(super) fn hidden(&self) -> Count {
        self.groups.get(&Group::Hidden).copied().unwrap_or_default()
    }

    pub(super) fn visible(&self) -> Count {
        let (all, hidden) = (self.all, self.hidden());
        Count {
            total: all.total - hidden.total,
            passed: all.passed - hidden.passed,
            failed: all.failed - hidden.failed,
            skipped: all.skipped - hidden.skipped,
        }
    }

    /// Returns the number of cases that share the points of a suite.
    fn sharing(&self, suite: Suite) -> usize {
        let counted = self.suites.get(&suite).map_or(0, |count| count.shared);
        self.planned.get(&suite).copied().unwrap_or(0).max(counted)
    }
}

/// The points and other settings of the suites. By default, each case is worth one point.
#[derive(Clone, Debug, Default)]
pub struct Points(Option<BTreeMap<Suite, Settings>>);

/// The error for text that cannot be parsed as [`Points`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PointsError(String);

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

    /// Parses a JSON object whose keys are suite names. Each value is either the total points of the suite's
    /// cases, or an object with the optional keys `points`, `timeout`, `visibility` and `depends`. Cases of a
    /// suite that the object does not name are worth 0 points. If the value is an object without `points`,
    /// each case of the suite is worth 1 point. A case's own points take precedence.
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
            return Err(PointsError(format!("{line}:{column}: {}", first.message)));
        }
        let named: BTreeMap<String, SuiteIn> = serde_json::from_str(text).map_err(|error| {
            PointsError(format!("this is not an object that maps suites to their points: {error}"))
        })?;
        let points = named.into_iter().map(|(name, given)| {
            let suite: Suite = name.parse().map_err(|error: UnknownSuite| error.to_string())?;
            let settings = match given {
                SuiteIn::Points(worth) if worth < 0.0 => {
                    return Err(format!("the points of `{suite}` are negative; expected 0 or more"));
                }
                SuiteIn::Points(worth) if worth > MAX_POINTS => {
                    return Err(format!("the points of `{suite}` are more than the maximum of {MAX_POINTS}"));
                }
                SuiteIn::Points(worth) => {
                    Settings { points: Some(Micropoints::new(worth)), ..Settings::default() }
                }
                SuiteIn::Settings(settings) => settings
                    .check()
                    .map_err(|key| format!("the setting `{key}` of the suite `{suite}` has a wrong value"))?,
            };
            Ok((suite, settings))
        });
        points.collect::<Result<_, _>>().map(|points| Self(Some(points))).map_err(PointsError)
    }
}

/// The points earned, and the maximum.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Score {
    /// The points earned.
    pub points: f64,
    /// The maximum points.
    pub out_of: f64,
}

impl Points {
    /// Completes a case with the settings of its suite, except for the points.
    pub(super) fn complete(&self, case: &mut Case) {
        if let Some(settings) = self.0.as_ref().and_then(|suites| suites.get(&case.suite())) {
            let own = std::mem::take(&mut case.settings);
            case.settings = own.or(&Settings { points: None, ..settings.clone() });
        }
    }

    /// Returns the points for `cases` / [`WHOLE`] cases of a suite, rounded to a millionth of a point. Without
    /// settings, or if they name the suite without points, each case is worth one point. A suite that the settings
    /// omit is worth 0 points.
    fn share(&self, suite: Suite, cases: u64, tally: &Tally) -> Micropoints {
        let total = self.0.as_ref().and_then(|suites| match suites.get(&suite) {
            None => Some(0),
            Some(settings) => settings.points.map(|points| points.0),
        });
        let Some(total) = total else { return Micropoints((cases * 1_000_000 + WHOLE / 2) / WHOLE) };
        let all = tally.sharing(suite).max(1) as u128 * u128::from(WHOLE);
        Micropoints(((u128::from(total) * u128::from(cases) * 2 + all) / (2 * all)) as u64)
    }

    /// Returns the maximum points for each verdict, rounded so that the sum over a suite is exact.
    pub(super) fn worths<'a>(
        &'a self,
        verdicts: &'a [Verdict],
        tally: &'a Tally,
    ) -> impl Iterator<Item = f64> + 'a {
        let mut counts: BTreeMap<Suite, u64> = BTreeMap::new();
        verdicts.iter().map(move |verdict| match (verdict.suite, verdict.points) {
            (None, _) => 0.0,
            (_, Some(points)) => points.points(),
            (Some(suite), None) => {
                let before = counts.entry(suite).or_default();
                let start = self.share(suite, *before, tally);
                *before += WHOLE;
                Micropoints(self.share(suite, *before, tally).0 - start.0).points()
            }
        })
    }

    /// Returns, for each suite, the points earned and the maximum.
    fn of_suites(&self, tally: &Tally) -> impl Iterator<Item = (Suite, [Micropoints; 2])> {
        tally.suites.iter().map(|(&suite, count)| {
            let shared = |cases| self.share(suite, cases, tally).0;
            let earned = shared(count.shared_earned) + count.own_earned.0;
            (suite, [Micropoints(earned), Micropoints(shared(count.shared as u64 * WHOLE) + count.own.0)])
        })
    }

    /// Returns the points earned in a run, and the maximum.
    pub fn score(&self, tally: &Tally) -> Score {
        let mut sums = [Micropoints(0); 2];
        for (_, points) in self.of_suites(tally) {
            sums.iter_mut().zip(points).for_each(|(sum, points)| sum.0 += points.0);
        }
        let [points, out_of] = sums.map(Micropoints::points);
        Score { points, out_of }
    }

    /// Returns the points earned and the maximum for each suite with cases, including hidden cases.
    pub fn by_suite(&self, tally: &Tally) -> impl Iterator<Item = (Suite, [f64; 2])> {
        self.of_suites(tally).map(|(suite, points)| (suite, points.map(Micropoints::points)))
    }

    /// Returns the suites that have settings but no cases.
    pub fn unused(&self, tally: &Tally) -> Vec<Suite> {
        let named = self.0.iter().flat_map(BTreeMap::keys).copied();
        named.filter(|suite| !tally.suites.contains_key(suite)).collect()
    }

    /// Lists the suites that the settings do not name, each with the number of cases that set no points of their own.
    /// Such cases are worth nothing. Omits suites without such cases. Without settings, the list is empty.
    pub fn unnamed(&self, tally: &Tally) -> Vec<(Suite, usize)> {
        let Some(named) = &self.0 else { return Vec::new() };
        let cases = tally.suites.iter().map(|(suite, count)| (*suite, count.shared));
        cases.filter(|(suite, cases)| *cases > 0 && !named.contains_key(suite)).collect()
    }
}
