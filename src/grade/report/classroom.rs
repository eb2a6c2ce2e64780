//! The report for Classroom 50: `result.json` with the schema `classroom50/result/v1`
//! (<https://github.com/foundation50/classroom50/wiki/Advanced-Autograding>).

use super::limit::{Listed, earned, json_line};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::io;

/// Data about the submission and the classroom, for a Classroom 50 report. The grader receives the data from
/// the Classroom 50 runner in environment variables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub struct ClassroomContext {
    /// Short name of the classroom.
    pub classroom: String,
    /// Name of the assignment.
    pub assignment: String,
    /// Tag of the submission.
    pub submission: String,
    /// URL of the commit.
    pub commit: String,
    /// URL of the release.
    pub release: String,
    /// URL of the review.
    pub review: String,
    /// Time of grading, in seconds since 1970.
    #[serde(rename = "datetime", serialize_with = "datetime")]
    pub seconds: u64,
}

impl ClassroomContext {
    /// Creates the context from the runner's environment variables. The value of an unset variable is `unknown`.
    ///
    /// ```
    /// use clowder::grade::ClassroomContext;
    ///
    /// let context = ClassroomContext::new(|name| (name == "CLASSROOM").then(|| "cs1".to_owned()), 0);
    /// assert_eq!((context.classroom.as_str(), context.assignment.as_str()), ("cs1", "unknown"));
    /// ```
    pub fn new(variable: impl Fn(&str) -> Option<String>, seconds: u64) -> Self {
        let text = |name| variable(name).unwrap_or_else(|| "unknown".to_owned());
        Self {
            classroom: text("CLASSROOM"),
            assignment: text("ASSIGNMENT"),
            submission: text("SUBMISSION_TAG"),
            commit: text("COMMIT_URL"),
            release: text("RELEASE_URL"),
            review: text("REVIEW_URL"),
            seconds,
        }
    }
}

/// Converts points to a JSON number. A whole number becomes an integer, because programs that collect scores
/// may require integers.
pub(super) fn number(points: f64) -> Value {
    if points.fract() == 0.0 { Value::from(points as u64) } else { Value::from(points) }
}

/// Writes the verdicts as tests, in their original order.
pub(super) fn render(listed: &Listed<'_>) -> io::Result<String> {
    let score = listed.end.points.score(listed.end.tally);
    let test = |name: String, passed: bool, [points, worth]: [f64; 2]| json!({"test-name": name, "passed": passed, "score": number(points), "max-score": number(worth)});
    let tests = listed.verdicts.iter().map(|&(verdict, worth)| {
        // A test has no text except for its name, so the command that repeats the case is appended to the name.
        let command = verdict.again().map(|again| format!("; {again}")).unwrap_or_default();
        test(verdict.title() + &command, verdict.has_passed, [earned(verdict, worth), worth])
    });
    // The schema has no field for remarks, so each remark becomes a test without points.
    let remarks = listed.remarks().into_iter().map(|remark| test(remark, true, [0.0; 2]));
    let mut report = json!(listed.end.classroom);
    report["schema"] = "classroom50/result/v1".into();
    report["score"] = number(score.points);
    report["max-score"] = number(score.out_of);
    report["tests"] = tests.chain(remarks).collect();
    json_line(&report)
}

/// Serializes a time (in seconds since 1970) as ISO 8601 text, such as `1970-01-01T00:00:00Z`.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn datetime<S: Serializer>(seconds: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    let rest = seconds % 86400;
    // Days are counted from 1 March of year 0, and the calendar repeats every 400 years. Source: Howard
    // Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    let days = seconds / 86400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = era * 400 + year + next;
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    serializer.collect_str(&format_args!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
}

#[cfg(test)]
mod tests {
    use super::ClassroomContext;

    #[test]
    fn times_are_written_as_in_iso_8601() {
        let datetime =
            |seconds| serde_json::json!(ClassroomContext::new(|_| None, seconds))["datetime"].clone();
        assert_eq!(datetime(0), "1970-01-01T00:00:00Z");
        assert_eq!(datetime(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(datetime(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(datetime(1_735_689_599), "2024-12-31T23:59:59Z");
        assert_eq!(datetime(4_107_542_400), "2100-03-01T00:00:00Z");
    }
}
