//! Reports, which present the same verdicts to people, programs, build servers, TAP harnesses and Gradescope.

pub(crate) mod gradescope;
mod human;
pub(crate) mod json;
mod junit;
mod tap;

use super::points::{Points, Tally};
use super::verdict::{Failure, Verdict};
use crate::render::{Scene, ansi};
use std::io::{self, Write};

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReportFormat {
    /// The failed cases with the reasons, then a table.
    Human,
    /// One JSON object.
    Json,
    /// XML in the format of `JUnit`.
    Junit,
    /// The Test Anything Protocol, version 14.
    Tap,
    /// The `results.json` of Gradescope.
    Gradescope,
}

impl ReportFormat {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Human, Self::Json, Self::Junit, Self::Tap, Self::Gradescope];

    /// Returns the name of the format on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Json => "json",
            Self::Junit => "junit",
            Self::Tap => "tap",
            Self::Gradescope => "gradescope",
        }
    }
}

/// The styling of a report for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Styling {
    /// Plain text.
    #[default]
    Plain,
    /// Text with terminal escape sequences for colours.
    Ansi,
}

/// A report that is being written.
///
/// The formats for people, JSON and TAP are written case by case. The other two begin with the counts, so they keep the
/// verdicts until the end.
#[derive(Debug)]
pub struct Report<W> {
    format: ReportFormat,
    out: W,
    styling: Styling,
    kept: Vec<Verdict>,
    cases: usize,
}

impl<W: Write> Report<W> {
    /// Begins a report.
    ///
    /// # Errors
    /// Returns an error if the report cannot be written.
    ///
    /// # Examples
    /// ```
    /// use clowder::grade::{Points, Report, ReportFormat, Styling, Tally, Verdict};
    ///
    /// let verdict = Verdict::broken(1);
    /// let mut tally = Tally::default();
    /// tally.add(&verdict);
    /// let mut report = Report::new(ReportFormat::Tap, Vec::new(), Styling::Plain)?;
    /// report.add(&verdict)?;
    /// let text = report.finish(&tally, &Points::default())?;
    /// assert!(text.starts_with(b"TAP version 14\nnot ok 1 - broken 1\n"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(format: ReportFormat, mut out: W, styling: Styling) -> io::Result<Self> {
        match format {
            ReportFormat::Json => out.write_all(json::HEAD.as_bytes())?,
            ReportFormat::Tap => out.write_all(tap::HEAD.as_bytes())?,
            _ => {}
        }
        Ok(Self { format, out, styling, kept: Vec::new(), cases: 0 })
    }

    /// Adds a verdict.
    ///
    /// # Errors
    /// Returns an error if the report cannot be written.
    pub fn add(&mut self, verdict: &Verdict) -> io::Result<()> {
        self.cases += 1;
        match self.format {
            ReportFormat::Human => self.write(&human::case(verdict)),
            ReportFormat::Json => {
                let comma = if self.cases > 1 { "," } else { "" };
                write!(self.out, "{comma}\n{}", json::case(verdict)?)
            }
            ReportFormat::Tap => self.out.write_all(tap::case(self.cases, verdict).as_bytes()),
            ReportFormat::Junit | ReportFormat::Gradescope => {
                self.kept.push(verdict.clone());
                Ok(())
            }
        }
    }

    /// Returns the writer.
    pub const fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Ends the report with the counts, and returns the writer.
    ///
    /// # Errors
    /// Returns an error if the report cannot be written.
    pub fn finish(mut self, tally: &Tally, points: &Points) -> io::Result<W> {
        match self.format {
            ReportFormat::Human => self.write(&human::summary(tally, points))?,
            ReportFormat::Json => self.out.write_all(json::tail(tally, points)?.as_bytes())?,
            ReportFormat::Tap => self.out.write_all(tap::plan(tally).as_bytes())?,
            ReportFormat::Junit => junit::write(&self.kept, tally, &mut self.out)?,
            ReportFormat::Gradescope => gradescope::write(&self.kept, tally, points, &mut self.out)?,
        }
        self.out.flush()?;
        Ok(self.out)
    }

    fn write(&mut self, scene: &Scene) -> io::Result<()> {
        let text = match self.styling {
            Styling::Plain => scene.text(),
            Styling::Ansi => ansi(scene),
        };
        self.out.write_all(text.as_bytes())
    }
}

/// Describes a failure line by line, with its pictures at the end.
fn detail(failure: &Failure) -> String {
    let differences = failure.differences();
    let mut text: String = differences.messages().iter().map(|message| format!("{message}\n")).collect();
    text.push_str(&differences.picture().text());
    text
}
