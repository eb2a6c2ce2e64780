//! Reports, which present the same verdicts to people, programs, build servers and course software.

mod classroom;
pub(crate) mod gradescope;
mod html;
mod human;
pub(crate) mod json;
mod junit;
mod limit;
mod markdown;
mod prairielearn;

pub use classroom::ClassroomContext;
pub use limit::MAX_REPORT;

use super::points::{Points, Tally};
use super::verdict::Verdict;
use crate::diagnostics::Styling;
use crate::notation::plural;
use crate::render::{Scene, ansi};
use limit::{Budget, Listed};
use std::io::{self, Write};

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReportFormat {
    /// Text that lists failed and skipped cases with reasons, followed by a table.
    Human,
    /// One JSON object.
    Json,
    /// JUnit XML.
    Junit,
    /// The `results.json` of Gradescope.
    Gradescope,
    /// A single HTML page.
    Html,
    /// Markdown, for example for the job summary in GitHub Actions.
    Markdown,
    /// The `result.json` of Classroom 50.
    Classroom50,
    /// The `results.json` of `PrairieLearn`.
    PrairieLearn,
}

impl ReportFormat {
    /// All formats.
    pub const ALL: [Self; 8] = [
        Self::Human,
        Self::Json,
        Self::Junit,
        Self::Gradescope,
        Self::Html,
        Self::Markdown,
        Self::Classroom50,
        Self::PrairieLearn,
    ];

    /// Name of each format on the command line, and its usual file name extension.
    const NAMES: [(&str, &str); 8] = [
        ("human", "txt"),
        ("json", "json"),
        ("junit", "xml"),
        ("gradescope", "json"),
        ("html", "html"),
        ("markdown", "md"),
        ("classroom50", "json"),
        ("prairielearn", "json"),
    ];

    /// Returns the format's name on the command line.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }

    /// Returns the usual file name extension of the format.
    pub const fn ending(self) -> &'static str {
        Self::NAMES[self as usize].1
    }
}

/// The information at the end of a report.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Ending<'a> {
    /// The counts of the cases.
    pub tally: &'a Tally,
    /// The points of the suites.
    pub points: &'a Points,
    /// Why the program could not be started, or `None` if it could. If the program cannot be started, every
    /// case counts as failed.
    pub problem: Option<String>,
    /// Why cases are missing, or `None` if the run did not end early.
    pub partial: Option<String>,
    /// Remarks about the run, such as a note that output of the program was ignored.
    pub notes: Vec<String>,
    /// Data about the submission and the classroom, for a Classroom 50 report.
    pub classroom: ClassroomContext,
}

impl<'a> Ending<'a> {
    /// Creates the information at the end of a report about a complete run.
    pub fn new(tally: &'a Tally, points: &'a Points) -> Self {
        let classroom = ClassroomContext::new(|_| None, 0);
        Self { tally, points, problem: None, partial: None, notes: Vec::new(), classroom }
    }

    /// Returns the counts of all cases and the points, on one line.
    fn summary(&self) -> String {
        let score = self.points.score(self.tally);
        format!("{}; {} of {} points", self.tally.all(), score.points, score.out_of)
    }

    /// Returns the remarks about the run: why the program did not start, why the run ended early, the notes,
    /// and the number of omitted cases.
    fn remarks(&self, omitted: usize) -> Vec<String> {
        let partial = self.partial.as_ref().map(|why| format!("this report is partial: {why}"));
        let omission = (omitted > 0).then(|| {
            let are = if omitted == 1 { "is" } else { "are" };
            let cases = plural(omitted, "more case");
            format!("{cases} {are} not listed, because a report has at most {MAX_REPORT} bytes")
        });
        let problem = self.problem.iter().cloned();
        problem.chain(partial).chain(self.notes.iter().cloned()).chain(omission).collect()
    }
}

/// A report that is being written.
///
/// [`ReportFormat::Human`] and [`ReportFormat::Json`] are written case by case. All other formats need data that
/// is known only at the end, such as the counts and the number of cases that fit. Their verdicts are kept in
/// memory until then. No report has more than [`MAX_REPORT`] bytes.
///
/// ```
/// use clowder::diagnostics::Styling;
/// use clowder::grade::{Ending, Points, Report, ReportFormat, Tally, Verdict};
///
/// let verdict = Verdict::broken(1);
/// let mut tally = Tally::default();
/// tally.add(&verdict);
/// let mut report = Report::new(ReportFormat::Human, Vec::new(), Styling::Plain)?;
/// report.add(&verdict)?;
/// let text = report.finish(&Ending::new(&tally, &Points::default()))?;
/// assert!(text.starts_with(b"FAIL 1 broken 1\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Report<W> {
    format: ReportFormat,
    out: W,
    styling: Styling,
    kept: Vec<Verdict>,
    budget: Budget,
}

impl<W: Write> Report<W> {
    /// Starts a report.
    ///
    /// # Errors
    /// Returns an error if the report cannot be written.
    pub fn new(format: ReportFormat, mut out: W, styling: Styling) -> io::Result<Self> {
        let head = if format == ReportFormat::Json { json::HEAD } else { "" };
        out.write_all(head.as_bytes())?;
        Ok(Self { format, out, styling, kept: Vec::new(), budget: Budget::new(head.len()) })
    }

    /// Adds a verdict to the report.
    ///
    /// # Errors
    /// Returns an error if the report cannot be written.
    pub fn add(&mut self, verdict: &Verdict) -> io::Result<()> {
        let max_detail = self.budget.max_detail();
        let text = match self.format {
            ReportFormat::Human => self.styled(&human::case(verdict, max_detail)),
            ReportFormat::Json => {
                let comma = if self.budget.listed > 0 { "," } else { "" };
                format!("{comma}\n{}", json::case(verdict, max_detail)?)
            }
            _ => {
                self.kept.push(verdict.clone());
                return Ok(());
            }
        };
        if self.budget.has_room(text.len()) { self.out.write_all(text.as_bytes()) } else { Ok(()) }
    }

    /// Returns the writer.
    pub const fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Ends the report with counts and points, and returns the writer.
    ///
    /// # Errors
    /// Returns an error if the report cannot be written.
    pub fn finish(mut self, end: &Ending<'_>) -> io::Result<W> {
        let kept = |render: fn(&Listed<'_>) -> io::Result<String>| limit::fit(&self.kept, end, render);
        let text = match self.format {
            ReportFormat::Human => self.styled(&human::summary(end, self.budget.omitted)),
            ReportFormat::Json => json::tail(end, self.budget.omitted)?,
            ReportFormat::Junit => kept(junit::render)?,
            ReportFormat::Gradescope => kept(gradescope::render)?,
            ReportFormat::Html => kept(|listed| Ok(html::render(listed)))?,
            ReportFormat::Markdown => kept(|listed| Ok(markdown::render(listed)))?,
            ReportFormat::Classroom50 => kept(classroom::render)?,
            ReportFormat::PrairieLearn => kept(prairielearn::render)?,
        };
        self.out.write_all(text.as_bytes())?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn styled(&self, scene: &Scene) -> String {
        match self.styling {
            Styling::Plain => scene.text(),
            Styling::Ansi => ansi(scene),
        }
    }
}
