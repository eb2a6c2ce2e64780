//! The verdicts on cases. For a permanently hidden case, a verdict stores neither the name nor an explanation
//! of the failure, so no report can reveal them.

use super::case::Case;
use super::difference::Differences;
use super::settings::{Micropoints, Visibility};
use super::suite::Suite;
#[cfg(feature = "cli")]
use crate::render::Style;
use serde_json::Value;
use std::fmt;
use std::time::Duration;

/// Why a case failed.
///
/// ```
/// use clowder::grade::Reason;
///
/// assert_eq!((Reason::Timeout.name(), Reason::Timeout.is_wrong_answer()), ("timeout", false));
/// ```
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
    /// The program ended, or closed its standard input or output, before it answered. This reason also
    /// applies to a program that was stopped because of an overlong line.
    Crash,
    /// The program reported that it could not answer, usually because of an exception.
    Exception,
    /// The program was no longer asked about the suite, because too many consecutive answers came too late.
    GivenUp,
    /// The time for the whole run ran out before the program answered or was asked.
    TotalTimeout,
    /// The program was not asked, because a case or suite on which this case depends did not pass.
    Skipped,
    /// The case itself cannot be read or judged.
    Broken,
    /// The program cannot be started.
    NotStarted,
}

impl Reason {
    /// Returns the reason's name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wrong => "wrong",
            Self::Missing => "missing",
            Self::Twice => "twice",
            Self::Timeout => "timeout",
            Self::Crash => "crash",
            Self::Exception => "exception",
            Self::GivenUp => "given-up",
            Self::TotalTimeout => "total-timeout",
            Self::Skipped => "skipped",
            Self::Broken => "broken",
            Self::NotStarted => "not-started",
        }
    }

    /// Returns true if there is a wrong answer or more than one answer, and false if there is no answer.
    pub const fn is_wrong_answer(self) -> bool {
        matches!(self, Self::Wrong | Self::Twice)
    }
}

/// The explanation of a failed case.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The reason for the failure.
    pub reason: Reason,
    /// The differences between the answer and the expected answer.
    pub differences: Differences,
}

impl Failure {
    /// Creates an explanation with one message.
    ///
    /// ```
    /// use clowder::grade::{Failure, Reason};
    ///
    /// let failure = Failure::new(Reason::Crash, "the program ended without an answer");
    /// assert_eq!(failure.to_string(), "the program ended without an answer");
    /// ```
    pub fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self { reason, differences: Differences::from_message(message) }
    }

    /// Returns the messages, one per line, followed by the picture as text.
    pub(super) fn detail(&self) -> String {
        let messages = self.differences.messages.iter();
        let text: String = messages.map(|message| format!("{message}\n")).collect();
        text + &self.differences.picture.text()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.differences.fmt(f)
    }
}

impl std::error::Error for Failure {}

/// The answer to a case, or why there is none.
pub type SubmittedAnswer = Result<Value, Failure>;

/// The part of a report in which a case appears.
///
/// ```
/// assert_eq!(clowder::grade::Group::Hidden.to_string(), "hidden");
/// ```
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

/// The number of units that a case earns if it passes completely. Because `WHOLE` is divisible by every
/// possible number of state parts, all shares are exact.
pub(super) const WHOLE: u64 = 60;
/// The prefix of the line that shows the command for repeating a case.
const AGAIN: &str = "ask again: ";
/// Maximum length of a name in reports, in characters.
const MAX_NAME: usize = 200;

/// The verdict on one case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// Position among all cases of the run, starting at 1.
    pub number: usize,
    /// The suite of the case (even if it is hidden), or `None` for a line that is not a valid case.
    pub(super) suite: Option<Suite>,
    name: Option<String>,
    /// Who can see the case.
    pub visibility: Visibility,
    /// Whether the answer was correct.
    pub has_passed: bool,
    /// Whether the case was skipped because a case or suite on which it depends did not pass.
    pub is_skipped: bool,
    failure: Option<Failure>,
    /// The fraction of the points that was earned, in units of 1/[`WHOLE`].
    pub(super) earned: u64,
    /// The points set by the case itself, if any.
    pub(super) points: Option<Micropoints>,
    duration: Option<Duration>,
}

impl Verdict {
    /// Records the result of a case. If the case is permanently hidden, neither its name nor the explanation of its
    /// failure is stored. A long name is shortened.
    ///
    /// ```
    /// use clowder::grade::{Case, Failure, Reason, Verdict};
    ///
    /// let case = Case::read(1, r#"{"suite":"isBoardStringWellFormed","board":"","hidden":true}"#)?;
    /// let verdict = Verdict::new(&case, Err(Failure::new(Reason::Wrong, "expected false, found true")));
    /// assert!(!verdict.has_passed);
    /// assert_eq!(verdict.failure(), None);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn new(case: &Case, result: Result<(), Failure>) -> Self {
        let is_kept = case.visibility() != Visibility::Hidden;
        let shortened = |name: &str| match name.char_indices().nth(MAX_NAME) {
            Some((cut, _)) => format!("{}…", &name[..cut]),
            None => name.to_owned(),
        };
        let parts = result.as_ref().map_or_else(|failure| failure.differences.parts, |()| Some([1, 1]));
        Self {
            earned: parts.map_or(0, |[right, all]| WHOLE * right / all),
            number: case.number(),
            suite: Some(case.suite()),
            name: case.name().filter(|_| is_kept).map(shortened),
            visibility: case.visibility(),
            has_passed: result.is_ok(),
            is_skipped: result.as_ref().is_err_and(|failure| failure.reason == Reason::Skipped),
            failure: result.err().filter(|_| is_kept),
            points: case.settings.points,
            duration: None,
        }
    }

    /// Records a line that is not a valid case. The line may have been meant as a hidden case, so its errors are not
    /// stored.
    pub fn broken(number: usize) -> Self {
        let failure = Failure::new(Reason::Broken, "this line is not a valid test case");
        Self { number, failure: Some(failure), ..Self::default() }
    }

    /// If the case failed, adds the command that repeats it.
    #[cfg(feature = "cli")]
    pub(crate) fn ask_again(&mut self, command: &str) {
        let number = self.number;
        let was_asked = |failure: &&mut Failure| !matches!(failure.reason, Reason::Skipped | Reason::Broken);
        if let Some(failure) = self.failure.as_mut().filter(was_asked) {
            let command = format!("{AGAIN}{command} --case {number}");
            failure.differences.picture.line().put(command, Style::FAINT);
        }
    }

    /// Returns the line that shows the command for repeating the case, if the case failed.
    pub(super) fn again(&self) -> Option<String> {
        let text = self.failure()?.differences.picture.text();
        text.lines().rfind(|line| line.starts_with(AGAIN)).map(str::to_owned)
    }

    pub(super) const fn with_duration(mut self, duration: Option<Duration>) -> Self {
        self.duration = duration;
        self
    }

    /// Returns a copy of the verdict for a platform such as Gradescope. A temporarily hidden case becomes
    /// visible, because the platform itself hides it. A permanently hidden case stays hidden.
    pub(super) fn released(&self) -> Self {
        let mut released = self.clone();
        if self.visibility != Visibility::Hidden {
            released.visibility = Visibility::Visible;
        }
        released
    }

    /// Returns true if the case is hidden from students, permanently or temporarily.
    pub fn is_hidden(&self) -> bool {
        self.visibility != Visibility::Visible
    }

    /// Returns `passed`, `failed` or `skipped`.
    pub const fn status(&self) -> &'static str {
        match (self.has_passed, self.is_skipped) {
            (true, _) => "passed",
            (false, true) => "skipped",
            (false, false) => "failed",
        }
    }

    /// Returns how long the program took to answer, if it was asked and the case is visible.
    pub fn duration(&self) -> Option<Duration> {
        self.duration.filter(|_| !self.is_hidden())
    }

    /// Returns the name of the case, or `None` if it has no name or is hidden.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref().filter(|_| !self.is_hidden())
    }

    /// Returns the explanation of the failure, or `None` if the case passed or is hidden.
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref().filter(|_| !self.is_hidden())
    }

    /// Returns the part of a report in which the case appears.
    pub fn group(&self) -> Group {
        match self.suite {
            _ if self.is_hidden() => Group::Hidden,
            Some(suite) => Group::Suite(suite),
            None => Group::Broken,
        }
    }

    /// Returns the title of the case in reports: its group, followed by its name or, without a name, its
    /// number.
    pub fn title(&self) -> String {
        match self.name() {
            Some(name) => format!("{}: {name}", self.group()),
            None => format!("{} {}", self.group(), self.number),
        }
    }
}
