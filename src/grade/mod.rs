//! Grades programs with test cases, and reports the results.
//!
//! A [`Case`] asks a question, and its [`Suite`] is the kind of question. A [`Grader`] gets the answers from an
//! [`AnswerSource`] and judges them. A [`Tally`] counts the resulting [`Verdict`]s, and a [`Report`] presents
//! them. Only `ProgramSubmission`, which requires the feature `arena`, starts programs.
//!
//! ```
//! use clowder::grade::{AnswerSource, Grader, Lines};
//!
//! let cases = r#"{"suite": "findSolution", "initial": "20113123", "expect": "A321B104C031D222"}"#;
//! let mut grader = Grader::new(AnswerSource::Reference { seed: 1.into() });
//! for line in Lines::new(cases.as_bytes()) {
//!     assert!(grader.grade(&line?)?.verdict.has_passed);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod case;
mod contract;
mod diagnosis;
mod difference;
mod edits;
pub mod generate;
mod grader;
mod hunt;
mod judge;
mod lines;
pub(crate) mod misconceptions;
mod picture;
mod points;
#[cfg(arena)]
mod program;
pub mod reference;
pub(crate) mod report;
mod settings;
mod simplify;
mod suite;
mod template;
mod verdict;

pub use answers::{Answers, LineDiagnostics};
pub use case::{Case, CaseError};
#[cfg(feature = "cli")]
pub(crate) use case::{FNV_OFFSET, Ids, fnv};
pub use diagnosis::{Cause, Diagnosis};
pub use difference::Differences;
pub(crate) use grader::CaseLine;
pub use grader::{AnswerSource, Detail, Graded, Grader, Remarks, Submission};
pub use hunt::{HuntOptions, Hunted, Mistake, hunt};
pub use judge::{check_case, judge};
pub use lines::{Line, Lines};
pub use misconceptions::{Misconception, UnknownMisconception};
pub use picture::Picture;
pub use points::{Count, Points, PointsError, Score, Tally};
#[cfg(arena)]
pub use program::{ProgramSubmission, SubmissionLimits};
pub use report::{ClassroomContext, Ending, MAX_REPORT, Report, ReportFormat};
pub use settings::Visibility;
pub use suite::{Input, Suite, UnknownSuite, ValueType};
pub use template::{Language, guide, template};
pub use verdict::{Failure, Group, Reason, SubmittedAnswer, Verdict};
