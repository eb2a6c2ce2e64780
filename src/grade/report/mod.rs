//! Reports, which present the same verdicts to people, programs, build servers, TAP harnesses and course software.

mod check50;
mod classroom;
pub(crate) mod gradescope;
mod html;
mod human;
pub(crate) mod json;
mod junit;
mod limit;
mod markdown;
mod prairielearn;
mod tap;

pub use classroom::ClassroomContext;
pub use html::html_style;
#[cfg(feature = "cli")]
pub(crate) use html::{html_head, html_picture};
pub use limit::MAX_REPORT;

use super::points::{Points, Tally};
use super::verdict::{Failure, Verdict};
use crate::diagnostics::Styling;
use crate::render::{Scene, ansi};
use limit::Budget;
use std::io::{self, Write};

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReportFormat {
    /// Text with the failed cases and the reasons, followed by a table.
    Human,
    /// One JSON object.
    Json,
    /// XML in the format of JUnit.
    Junit,
    /// The Test Anything Protocol, version 14.
    Tap,
    /// The `results.json` of Gradescope.
    Gradescope,
    /// One page of HTML.
    Html,
    /// Markdown, as in the summary of a step in GitHub Actions.
    Markdown,
    /// The `result.json` of Classroom 50.
    Classroom50,
    /// The `results.json` of `PrairieLearn`.
    PrairieLearn,
    /// The JSON output of check50.
    Check50,
}

impl ReportFormat {
    /// All formats.
    pub const ALL: [Self; 10] = [
        Self::Human,
        Self::Json,
        Self::Junit,
        Self::Tap,
        Self::Gradescope,
        Self::Html,
        Self::Markdown,
        Self::Classroom50,
        Self::PrairieLearn,
        Self::Check50,
    ];

    /// Returns the name of the format on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Json => "json",
            Self::Junit => "junit",
            Self::Tap => "tap",
            Self::Gradescope => "gradescope",
            Self::Html => "html",
            Self::Markdown => "markdown",
            Self::Classroom50 => "classroom50",
            Self::PrairieLearn => "prairielearn",
            Self::Check50 => "check50",
        }
    }

    /// Returns the usual file name extension for a report in this format.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Human => "txt",
            Self::Junit => "xml",
            Self::Tap => "tap",
            Self::Html => "html",
            Self::Markdown => "md",
            Self::Json | Self::Gradescope | Self::Classroom50 | Self::PrairieLearn | Self::Check50 => "json",
        }
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
    /// The reason why cases are missing, if the run ended early.
    pub partial: Option<String>,
    /// The number of the graded part, counted from 1, and the number of parts. It is `None` if the run is not limited
    /// to one part.
    pub shard: Option<(usize, usize)>,
    /// Remarks about the run, for example about output of the program that was ignored.
    pub notes: Vec<String>,
    /// The information about the submission and the classroom in a report for Classroom 50.
    pub classroom: ClassroomContext,
}

impl<'a> Ending<'a> {
    /// Creates the end of a report about a complete run.
    ///
    /// ```
    /// use clowder::grade::{Ending, Points, Tally};
    ///
    /// let (tally, points) = (Tally::default(), Points::default());
    /// assert_eq!(Ending::new(&tally, &points).partial, None);
    /// ```
    pub fn new(tally: &'a Tally, points: &'a Points) -> Self {
        let classroom = ClassroomContext::default();
        Self { tally, points, partial: None, shard: None, notes: Vec::new(), classroom }
    }

    /// Returns the sentences about the whole run: the reason why it ended early, the notes, and the remark about cases
    /// that are left out.
    fn remarks(&self, omission: Option<String>) -> Vec<String> {
        let partial = self.partial.as_ref().map(|why| format!("this report is partial: {why}"));
        partial.into_iter().chain(self.notes.iter().cloned()).chain(omission).collect()
    }
}

/// A report that is being written.
///
/// The formats [`ReportFormat::Human`], [`ReportFormat::Json`] and [`ReportFormat::Tap`] are written case by case. For
/// the other formats, all verdicts are kept in memory until the end, because the counts, the points and the number of
/// cases that fit into the report are known only then. No report has more than [`MAX_REPORT`] bytes.
#[derive(Debug)]
pub struct Report<W> {
    format: ReportFormat,
    out: W,
    styling: Styling,
    kept: Vec<Verdict>,
    cases: usize,
    budget: Budget,
}

impl<W: Write> Report<W> {
    /// Begins a report.
    ///
    /// # Errors
    /// Returns an error if the report cannot be written.
    ///
    /// # Examples
    /// ```
    /// use clowder::diagnostics::Styling;
    /// use clowder::grade::{Ending, Points, Report, ReportFormat, Tally, Verdict};
    ///
    /// let verdict = Verdict::broken(1);
    /// let mut tally = Tally::default();
    /// tally.add(&verdict);
    /// let mut report = Report::new(ReportFormat::Tap, Vec::new(), Styling::Plain)?;
    /// report.add(&verdict)?;
    /// let text = report.finish(&Ending::new(&tally, &Points::default()))?;
    /// assert!(text.starts_with(b"TAP version 14\nnot ok 1 - broken 1\n"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(format: ReportFormat, mut out: W, styling: Styling) -> io::Result<Self> {
        let head = match format {
            ReportFormat::Json => json::HEAD,
            ReportFormat::Tap => tap::HEAD,
            _ => "",
        };
        out.write_all(head.as_bytes())?;
        let mut budget = Budget::default();
        budget.begin(head.len());
        Ok(Self { format, out, styling, kept: Vec::new(), cases: 0, budget })
    }

    /// Adds a verdict.
    ///
    /// # Examples
    /// ```
    /// use clowder::diagnostics::Styling;
    /// use clowder::grade::{Report, ReportFormat, Verdict};
    ///
    /// let mut report = Report::new(ReportFormat::Tap, Vec::new(), Styling::Plain)?;
    /// report.add(&Verdict::broken(1))?;
    /// assert!(report.get_mut().starts_with(b"TAP version 14\nnot ok 1 - broken 1\n"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the report cannot be written.
    pub fn add(&mut self, verdict: &Verdict) -> io::Result<()> {
        let number = self.cases + 1;
        let (format, styling) = (self.format, self.styling);
        let render = |max_detail: usize| match format {
            ReportFormat::Human => Ok(styled(&human::case(verdict, max_detail), styling)),
            ReportFormat::Json => {
                let comma = if number > 1 { "," } else { "" };
                Ok(format!("{comma}\n{}", json::case(verdict, max_detail)?))
            }
            _ => Ok(tap::case(number, verdict, max_detail)),
        };
        if !matches!(format, ReportFormat::Human | ReportFormat::Json | ReportFormat::Tap) {
            self.kept.push(verdict.clone());
            return Ok(());
        }
        if let Some(text) = self.budget.case(verdict, render)? {
            self.cases += 1;
            self.out.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    /// Returns the writer.
    pub const fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Ends the report with the counts, and returns the writer.
    ///
    /// ```
    /// use clowder::diagnostics::Styling;
    /// use clowder::grade::{Ending, Points, Report, ReportFormat, Tally};
    ///
    /// let (tally, points) = (Tally::default(), Points::default());
    /// let report = Report::new(ReportFormat::Tap, Vec::new(), Styling::Plain)?;
    /// assert!(report.finish(&Ending::new(&tally, &points))?.starts_with(b"TAP version 14\n"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the report cannot be written.
    pub fn finish(mut self, end: &Ending<'_>) -> io::Result<W> {
        let kept = |render: fn(&limit::Listed, &Ending<'_>) -> io::Result<Vec<u8>>| {
            limit::fit(&self.kept, end.tally, end.points, |listed| render(listed, end))
        };
        let text = match self.format {
            ReportFormat::Human => styled(&human::summary(end, &self.budget), self.styling).into_bytes(),
            ReportFormat::Json => json::tail(end, &self.budget)?.into_bytes(),
            ReportFormat::Tap => tap::tail(self.cases, end, &self.budget).into_bytes(),
            ReportFormat::Junit => kept(junit::render)?,
            ReportFormat::Gradescope => kept(gradescope::render)?,
            ReportFormat::Html => kept(html::render)?,
            ReportFormat::Markdown => kept(markdown::render)?,
            ReportFormat::Classroom50 => kept(classroom::render)?,
            ReportFormat::PrairieLearn => kept(prairielearn::render)?,
            ReportFormat::Check50 => kept(check50::render)?,
        };
        self.out.write_all(&text)?;
        self.out.flush()?;
        Ok(self.out)
    }
}

fn styled(scene: &Scene, styling: Styling) -> String {
    match styling {
        Styling::Plain => scene.text(),
        Styling::Ansi => ansi(scene),
    }
}

/// Describes a failure line by line, with its pictures at the end.
fn detail(failure: &Failure) -> String {
    let differences = failure.differences();
    let mut text: String = differences.messages().iter().map(|message| format!("{message}\n")).collect();
    text.push_str(&differences.picture().text());
    text
}
