//! The maximum size of a report. The parts that do not fit are left out, and a remark in the report mentions this.

use crate::grade::points::{Points, Tally};
use crate::grade::verdict::{Failure, Verdict};
use crate::notation::plural;
use std::io;

/// The maximum number of bytes of a report. Gradescope, GitHub and other platforms refuse larger reports.
pub const MAX_REPORT: usize = 1_000_000;

/// The attempts to make a report small enough. Each attempt consists of the maximum number of bytes for the details of
/// a case, and the maximum number of cases.
const ATTEMPTS: [(usize, usize); 9] = [
    (64 << 10, usize::MAX),
    (4 << 10, usize::MAX),
    (1 << 10, usize::MAX),
    (200, usize::MAX),
    (0, usize::MAX),
    (200, 2000),
    (0, 2000),
    (200, 200),
    (0, 100),
];

/// The verdicts that a report lists.
pub(super) struct Listed {
    /// The verdicts, each with the points for the case.
    pub(super) verdicts: Vec<(Verdict, f64)>,
    /// The number of verdicts that are left out.
    pub(super) omitted: usize,
    /// The maximum number of bytes for the details of a case.
    max_detail: usize,
}

impl Listed {
    /// Returns the details of a failure, shortened to the limit.
    pub(super) fn detail(&self, failure: &Failure) -> String {
        cut(super::detail(failure), self.max_detail)
    }

    /// Returns a remark about the cases that are left out, or `None` if there are none.
    pub(super) fn remark(&self) -> Option<String> {
        (self.omitted > 0).then(|| omission(self.omitted))
    }
}

/// Describes the cases that are left out of a report.
pub(super) fn omission(cases: usize) -> String {
    format!("{} not listed, because a report has at most {MAX_REPORT} bytes", are(cases))
}

fn are(cases: usize) -> String {
    let verb = if cases == 1 { "is" } else { "are" };
    format!("{} {verb}", plural(cases, "more case"))
}

/// Cuts a text after a whole line, if possible, and appends the number of bytes that are left out.
pub(super) fn cut(text: String, limit: usize) -> String {
    if text.len() <= limit {
        return text;
    }
    let end = (0..=limit).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    let end = text[..end].rfind('\n').map_or(end, |end| end + 1);
    let line_break = if end == 0 || text[..end].ends_with('\n') { "" } else { "\n" };
    format!("{}{line_break}[{} left out]\n", &text[..end], plural(text.len() - end, "byte"))
}

/// Renders a report with as many details and as many cases as fit. If not all cases fit, failed cases are preferred to
/// cases that passed.
pub(super) fn fit(
    verdicts: &[Verdict],
    tally: &Tally,
    points: &Points,
    render: impl Fn(&Listed) -> io::Result<Vec<u8>>,
) -> io::Result<Vec<u8>> {
    let all: Vec<(Verdict, f64)> = verdicts.iter().cloned().zip(points.worths(verdicts, tally)).collect();
    let mut smallest = Vec::new();
    for (max_detail, max_cases) in ATTEMPTS {
        let listed = Listed {
            verdicts: most_important(&all, max_cases),
            omitted: all.len().saturating_sub(max_cases),
            max_detail,
        };
        smallest = render(&listed)?;
        if smallest.len() <= MAX_REPORT {
            break;
        }
    }
    Ok(smallest)
}

fn most_important(all: &[(Verdict, f64)], most: usize) -> Vec<(Verdict, f64)> {
    if all.len() <= most {
        return all.to_vec();
    }
    let failed = all.iter().filter(|(verdict, _)| !verdict.has_passed()).count().min(most);
    let (mut failed, mut passed) = (failed, most - failed);
    let keep = |(verdict, _): &&(Verdict, f64)| {
        let left = if verdict.has_passed() { &mut passed } else { &mut failed };
        let is_kept = *left > 0;
        *left -= usize::from(is_kept);
        is_kept
    };
    all.iter().filter(keep).cloned().collect()
}

/// The size of a report that is written case by case: the bytes that were written so far, and the cases that were left
/// out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Budget {
    written: usize,
    /// The number of cases that were left out.
    pub(super) omitted: usize,
    /// The number of cases that were left out and did not pass.
    pub(super) omitted_failures: usize,
}

/// Details are written until the report has this number of bytes.
const DETAILS: usize = MAX_REPORT / 2;
/// Cases are listed until the report has this number of bytes. The remaining bytes are for the end of the report.
const CASES: usize = MAX_REPORT - 50_000;
/// The maximum number of bytes for the details of one case.
const CASE: usize = 64 << 10;

impl Budget {
    /// Counts the bytes of the beginning of the report.
    pub(super) const fn begin(&mut self, bytes: usize) {
        self.written += bytes;
    }

    /// Returns the text of a case: with details if there is room for them, without details if there is less room, or
    /// `None` if there is no room. `render` gets the maximum number of bytes for the details.
    pub(super) fn case(
        &mut self,
        verdict: &Verdict,
        render: impl Fn(usize) -> io::Result<String>,
    ) -> io::Result<Option<String>> {
        let left = DETAILS.saturating_sub(self.written);
        let text = render(left.min(CASE))?;
        // After a case that is left out, all later cases are left out too, so that the numbers have no gaps.
        if self.omitted > 0 || self.written + text.len() > CASES {
            self.omitted += 1;
            self.omitted_failures += usize::from(!verdict.has_passed());
            return Ok(None);
        }
        self.written += text.len();
        Ok(Some(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_after_a_line() {
        assert_eq!(cut("short".to_owned(), 5), "short");
        assert_eq!(cut("one\ntwo\nthree\n".to_owned(), 9), "one\ntwo\n[6 bytes left out]\n");
        assert_eq!(cut("ééé".to_owned(), 3), "é\n[4 bytes left out]\n");
        assert_eq!(cut("x".to_owned(), 0), "[1 byte left out]\n");
    }
}
