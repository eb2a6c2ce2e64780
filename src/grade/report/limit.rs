//! The maximum size of a report. Parts that do not fit are left out, and the report says so.

use super::Ending;
use crate::diagnostics::json;
use crate::grade::verdict::{Failure, Verdict, WHOLE};
use crate::notation::plural;
use serde::Serialize;
use std::io;

/// Maximum number of bytes in a report. Gradescope, GitHub and other platforms refuse larger reports.
pub const MAX_REPORT: usize = 1_000_000;

/// Limits that are tried in turn until a report is small enough. The first number of a pair limits the bytes
/// for a case's details, and the second limits the number of listed cases.
const ATTEMPTS: [(usize, usize); 10] = [
    (64 << 10, usize::MAX),
    (4 << 10, usize::MAX),
    (1 << 10, usize::MAX),
    (200, usize::MAX),
    (0, usize::MAX),
    (200, 2000),
    (0, 2000),
    (200, 200),
    (0, 100),
    (0, 0),
];

/// The contents of a report that is written at the end of the run.
pub(super) struct Listed<'a> {
    pub(super) end: &'a Ending<'a>,
    /// The listed verdicts, each with the maximum points of its case.
    pub(super) verdicts: Vec<(&'a Verdict, f64)>,
    /// All verdicts, including those that are not listed.
    pub(super) all: &'a [(&'a Verdict, f64)],
    /// Maximum number of bytes for the details of a case.
    max_detail: usize,
}

impl Listed<'_> {
    pub(super) fn detail(&self, failure: &Failure) -> String {
        cut(failure.detail(), self.max_detail)
    }

    pub(super) fn not_passed(&self) -> impl Iterator<Item = &Verdict> {
        self.verdicts.iter().map(|(verdict, _)| *verdict).filter(|verdict| !verdict.has_passed)
    }

    pub(super) fn remarks(&self) -> Vec<String> {
        self.end.remarks(self.all.len() - self.verdicts.len())
    }
}

/// Returns the points earned by a case whose maximum is `worth`.
pub(super) fn earned(verdict: &Verdict, worth: f64) -> f64 {
    (worth * verdict.earned as f64 / WHOLE as f64 * 1e6).round() / 1e6
}

pub(super) fn json_line(value: &impl Serialize) -> io::Result<String> {
    Ok(json::text(value)? + "\n")
}

/// Truncates a text to at most `limit` bytes, preferably at the end of a line, and appends the number of
/// bytes left out.
pub(super) fn cut(text: String, limit: usize) -> String {
    if text.len() <= limit {
        return text;
    }
    let end = (0..=limit).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    let end = text[..end].rfind('\n').map_or(end, |end| end + 1);
    let line_break = if end == 0 || text[..end].ends_with('\n') { "" } else { "\n" };
    format!("{}{line_break}[{} left out]\n", &text[..end], plural(text.len() - end, "byte"))
}

/// Renders a report with as many details and cases as fit. If not all cases fit, failed cases take precedence over
/// those that passed.
pub(super) fn fit(
    verdicts: &[Verdict],
    end: &Ending<'_>,
    render: fn(&Listed<'_>) -> io::Result<String>,
) -> io::Result<String> {
    let all: Vec<(&Verdict, f64)> = verdicts.iter().zip(end.points.worths(verdicts, end.tally)).collect();
    let mut smallest = String::new();
    for (max_detail, max_cases) in ATTEMPTS {
        let failed = all.iter().filter(|(verdict, _)| !verdict.has_passed).count().min(max_cases);
        let (mut failed, mut passed) = (failed, max_cases - failed);
        let mut verdicts = all.clone();
        verdicts.retain(|(verdict, _)| {
            let left = if verdict.has_passed { &mut passed } else { &mut failed };
            let is_kept = *left > 0;
            *left -= usize::from(is_kept);
            is_kept
        });
        smallest = render(&Listed { end, verdicts, all: &all, max_detail })?;
        if smallest.len() <= MAX_REPORT {
            break;
        }
    }
    Ok(smallest)
}

/// Limits the size of a report that is written case by case.
#[derive(Debug)]
pub(super) struct Budget {
    /// Number of bytes written so far.
    written: usize,
    /// Number of cases written.
    pub(super) listed: usize,
    /// Number of cases left out.
    pub(super) omitted: usize,
}

/// Report size in bytes beyond which no more details are written.
const DETAILS: usize = MAX_REPORT / 2;
/// Report size in bytes beyond which no more cases are written. The remaining bytes are reserved for the end
/// of the report.
const CASES: usize = MAX_REPORT - 50_000;
/// Maximum number of bytes for the details of one case.
const CASE: usize = 64 << 10;

impl Budget {
    /// Creates the budget of a report whose start has `written` bytes.
    pub(super) const fn new(written: usize) -> Self {
        Self { written, listed: 0, omitted: 0 }
    }

    pub(super) fn max_detail(&self) -> usize {
        DETAILS.saturating_sub(self.written).min(CASE)
    }

    /// Adds a case with the given length in bytes to the counts, and returns whether the case fits.
    pub(super) fn has_room(&mut self, bytes: usize) -> bool {
        // Once a case is left out, all later cases are left out as well, so that the numbering has no gaps.
        let has_room = self.omitted == 0 && self.written + bytes <= CASES;
        if has_room {
            self.written += bytes;
            self.listed += 1;
        } else {
            self.omitted += 1;
        }
        has_room
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
