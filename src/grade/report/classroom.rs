//! The report for Classroom 50: `result.json` with the schema `classroom50/result/v1`
//! (<https://github.com/foundation50/classroom50/wiki/Advanced-Autograding>).

use super::Ending;
use super::limit::Listed;
use crate::diagnostics::json;
use serde::Serialize;
use serde_json::Value;
use std::io;

/// The information about the submission and the classroom in a report for Classroom 50. The runner of Classroom 50
/// passes this information to the grader in environment variables.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClassroomContext {
    /// The short name of the classroom.
    pub classroom: String,
    /// The name of the assignment.
    pub assignment: String,
    /// The tag of the submission.
    pub submission: String,
    /// The address of the commit.
    pub commit: String,
    /// The address of the release.
    pub release: String,
    /// The address of the review.
    pub review: String,
    /// The time of the grading, in seconds since 1970.
    pub seconds: u64,
}

impl Default for ClassroomContext {
    /// Returns a context in which every text is `unknown` and the time is 0.
    fn default() -> Self {
        let unknown = || "unknown".to_owned();
        Self {
            classroom: unknown(),
            assignment: unknown(),
            submission: unknown(),
            commit: unknown(),
            release: unknown(),
            review: unknown(),
            seconds: 0,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct ResultOut<'a> {
    schema: &'static str,
    classroom: &'a str,
    assignment: &'a str,
    submission: &'a str,
    commit: &'a str,
    release: &'a str,
    review: &'a str,
    datetime: String,
    score: Value,
    max_score: Value,
    tests: Vec<TestOut>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct TestOut {
    test_name: String,
    passed: bool,
    score: Value,
    max_score: Value,
}

/// Returns a number without a fraction as an integer, because programs that collect the scores may require integers.
fn number(points: f64) -> Value {
    if points.fract() == 0.0 { Value::from(points as u64) } else { Value::from(points) }
}

/// Writes all verdicts as tests, in their order.
pub(super) fn render(listed: &Listed, end: &Ending<'_>) -> io::Result<Vec<u8>> {
    let score = end.points.score(end.tally);
    let context = &end.classroom;
    let tests = listed.verdicts.iter().map(|(verdict, worth)| TestOut {
        test_name: verdict.title(),
        passed: verdict.has_passed(),
        score: number(if verdict.has_passed() { *worth } else { 0.0 }),
        max_score: number(*worth),
    });
    let mut tests: Vec<TestOut> = tests.collect();
    // The schema has no field for remarks, so each remark is written as a test without points.
    tests.extend(end.remarks(listed.remark()).into_iter().map(|remark| TestOut {
        test_name: remark,
        passed: true,
        score: 0.into(),
        max_score: 0.into(),
    }));
    let result = ResultOut {
        schema: "classroom50/result/v1",
        classroom: &context.classroom,
        assignment: &context.assignment,
        submission: &context.submission,
        commit: &context.commit,
        release: &context.release,
        review: &context.review,
        datetime: datetime(context.seconds),
        score: number(score.points),
        max_score: number(score.out_of),
        tests,
    };
    let mut out = Vec::new();
    json::write(&mut out, &result)?;
    out.push(b'\n');
    Ok(out)
}

/// Returns a time in the form of ISO 8601, such as `1970-01-01T00:00:00Z`.
fn datetime(seconds: u64) -> String {
    let (days, rest) = (seconds / 86400, seconds % 86400);
    let (mut year, mut day) = (1970, days);
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", day + 1)
}

#[cfg(test)]
mod tests {
    use super::datetime;

    #[test]
    fn times_are_written_as_in_iso_8601() {
        assert_eq!(datetime(0), "1970-01-01T00:00:00Z");
        assert_eq!(datetime(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(datetime(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(datetime(1_735_689_599), "2024-12-31T23:59:59Z");
        assert_eq!(datetime(4_107_542_400), "2100-03-01T00:00:00Z");
    }
}
