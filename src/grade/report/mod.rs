//! Reports: the same verdicts for people, programs, build servers, TAP harnesses and Gradescope.

mod gradescope;
mod human;
mod json;
mod junit;
mod tap;

use super::verdict::{Failure, Points, Tally, Verdict};
use crate::render::Scene;
use std::io::{self, Write};

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// What failed and how, then a table.
    Human,
    /// One JSON object.
    Json,
    /// XML as `JUnit` writes it.
    Junit,
    /// The Test Anything Protocol, version 14.
    Tap,
    /// Gradescope's `results.json`.
    Gradescope,
}

impl Form {
    /// Every form.
    pub const ALL: [Self; 5] = [Self::Human, Self::Json, Self::Junit, Self::Tap, Self::Gradescope];

    /// Its name on the command line.
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

/// A report that is being written. Human, JSON and TAP reports grow with every case; the two others count first, and
/// keep the verdicts until the end.
#[derive(Debug)]
pub struct Report<W> {
    form: Form,
    out: W,
    paint: bool,
    kept: Vec<Verdict>,
    cases: usize,
}

impl<W: Write> Report<W> {
    /// Begins a report; `paint` allows colours, for people.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn new(form: Form, mut out: W, paint: bool) -> io::Result<Self> {
        match form {
            Form::Json => out.write_all(json::HEAD.as_bytes())?,
            Form::Tap => out.write_all(tap::HEAD.as_bytes())?,
            _ => {}
        }
        Ok(Self { form, out, paint, kept: Vec::new(), cases: 0 })
    }

    /// Adds a verdict.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, verdict: &Verdict) -> io::Result<()> {
        self.cases += 1;
        match self.form {
            Form::Human => self.paint(&human::case(verdict)),
            Form::Json => {
                let comma = if self.cases > 1 { "," } else { "" };
                write!(self.out, "{comma}\n{}", json::case(verdict)?)
            }
            Form::Tap => self.out.write_all(tap::case(self.cases, verdict).as_bytes()),
            Form::Junit | Form::Gradescope => {
                self.kept.push(verdict.clone());
                Ok(())
            }
        }
    }

    /// What it is written to.
    pub const fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// Ends the report with what was counted.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn end(mut self, tally: &Tally, points: &Points) -> io::Result<W> {
        match self.form {
            Form::Human => self.paint(&human::summary(tally, points))?,
            Form::Json => self.out.write_all(json::tail(tally, points)?.as_bytes())?,
            Form::Tap => self.out.write_all(tap::tail(tally).as_bytes())?,
            Form::Junit => junit::write(&self.kept, tally, &mut self.out)?,
            Form::Gradescope => gradescope::write(&self.kept, tally, points, &mut self.out)?,
        }
        self.out.flush()?;
        Ok(self.out)
    }

    fn paint(&mut self, scene: &Scene) -> io::Result<()> {
        let text = if self.paint { crate::render::ansi(scene) } else { scene.text() };
        self.out.write_all(text.as_bytes())
    }
}

/// What failed, in one line.
fn message(failure: &Failure) -> String {
    failure.differences.lines.join("; ")
}

/// What failed, line by line, the pictures last.
fn detail(failure: &Failure) -> String {
    let mut text: String = failure.differences.lines.iter().map(|line| format!("{line}\n")).collect();
    text.push_str(&failure.differences.picture.text());
    text
}
