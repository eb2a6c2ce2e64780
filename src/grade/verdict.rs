//! The verdicts on cases. Hidden information is removed here and only here, so that no report can show it.

use super::case::Case;
use super::difference::Differences;
use super::suite::Suite;
use std::fmt;

/// The reason why a case failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The answer is wrong.
    Wrong,
    /// There is no answer.
    Missing,
    /// There is more than one answer.
    Twice,
    /// The answer came too late.
    Timeout,
    /// The program ended before it answered.
    Crash,
    /// The program was not asked, because it had failed too often.
    GivenUp,
    /// The case itself cannot be read or judged.
    Broken,
}

impl Reason {
    /// Returns the name of the reason in reports.
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

/// The explanation of a failed case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    reason: Reason,
    differences: Differences,
}

impl Failure {
    /// Creates an explanation with one sentence.
    ///
    /// ```
    /// use clowder::grade::{Failure, Reason};
    ///
    /// let failure = Failure::new(Reason::Crash, "the program ended without an answer");
    /// assert_eq!(failure.reason(), Reason::Crash);
    /// assert_eq!(failure.to_string(), "the program ended without an answer");
    /// ```
    pub fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self::from_differences(reason, Differences::from_message(message))
    }

    /// Creates an explanation from the differences of the answer.
    pub const fn from_differences(reason: Reason, differences: Differences) -> Self {
        Self { reason, differences }
    }

    /// Returns the reason for the failure.
    pub const fn reason(&self) -> Reason {
        self.reason
    }

    /// Returns the differences of the answer.
    pub const fn differences(&self) -> &Differences {
        &self.differences
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.differences.fmt(f)
    }
}

impl std::error::Error for Failure {}

/// The part of a report that contains a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Group {
    /// The visible cases of a suite.
    Suite(Suite),
    /// The hidden cases of all suites.
    Hidden,
    /// The lines that are not valid cases.
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

/// The verdict on one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    number: usize,
    suite: Option<Suite>,
    name: Option<String>,
    is_hidden: bool,
    has_passed: bool,
    failure: Option<Failure>,
}

impl Verdict {
    /// Records the result of a case. For a hidden case, only the number, the suite and the result (passed or failed)
    /// are kept.
    ///
    /// ```
    /// use clowder::grade::{Case, Failure, Reason, Verdict};
    ///
    /// let case = Case::read(1, r#"{"suite":"isBoardStringWellFormed","board":"","hidden":true}"#)?;
    /// let verdict = Verdict::new(&case, Err(Failure::new(Reason::Wrong, "expected false, found true")));
    /// assert!(!verdict.has_passed());
    /// assert_eq!(verdict.failure(), None);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn new(case: &Case, result: Result<(), Failure>) -> Self {
        let is_hidden = case.is_hidden();
        Self {
            number: case.number(),
            suite: Some(case.suite()),
            name: case.name().filter(|_| !is_hidden).map(str::to_owned),
            is_hidden,
            has_passed: result.is_ok(),
            failure: result.err().filter(|_| !is_hidden),
        }
    }

    /// Records a line that is not a valid case. The verdict contains no details of the errors, because the line may
    /// have been meant as a hidden case.
    pub fn broken(number: usize) -> Self {
        let failure = Failure::new(Reason::Broken, "this line is not a valid test case");
        Self { number, suite: None, name: None, is_hidden: false, has_passed: false, failure: Some(failure) }
    }

    /// Returns the number of the case among all cases of the run, counted from 1.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Returns true if only the teacher may see the case.
    pub const fn is_hidden(&self) -> bool {
        self.is_hidden
    }

    /// Returns true if the answer was right.
    pub const fn has_passed(&self) -> bool {
        self.has_passed
    }

    /// Returns the name of the case, if it has one and is not hidden.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the explanation of the failure, if the case failed and is not hidden.
    pub const fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// Returns the part of a report that contains the case.
    pub fn group(&self) -> Group {
        match self.suite {
            _ if self.is_hidden => Group::Hidden,
            Some(suite) => Group::Suite(suite),
            None => Group::Broken,
        }
    }

    /// Returns the title of the case in reports. It consists of the group and the name of the case or, if it has no
    /// name, its number.
    pub fn title(&self) -> String {
        match &self.name {
            Some(name) => format!("{}: {name}", self.group()),
            None => format!("{} {}", self.group(), self.number),
        }
    }

    /// Returns the suite of the case, even if the case is hidden, or `None` for a line that is not a valid case.
    pub(super) const fn suite(&self) -> Option<Suite> {
        self.suite
    }
}
