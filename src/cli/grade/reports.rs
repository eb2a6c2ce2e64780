//! The reports of a run: their formats and files.

use crate::cli::paths::shown;
use crate::cli::{Context, Format, colour};
use crate::diagnostics::Styling;
use crate::files::WholeFile;
use crate::grade::{Ending, Report, ReportFormat, Verdict};
use anyhow::{Context as _, Result};
use std::path::PathBuf;
use std::str::FromStr;

/// The format of a requested report, and its file (`None` for standard output).
#[derive(Clone, Debug)]
pub(super) struct RequestedReport {
    pub(super) format: ReportFormat,
    pub(super) path: Option<PathBuf>,
}

impl FromStr for RequestedReport {
    type Err = String;

    /// Reads `FORM[=PATH]`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (name, path) = match text.split_once('=') {
            Some((_, "")) => return Err("there is no path after `=`".to_owned()),
            Some((name, path)) => (name, Some(path.into())),
            None => (text, None),
        };
        let format = ReportFormat::ALL.into_iter().find(|format| format.name() == name);
        let names = || ReportFormat::ALL.map(ReportFormat::name).join(", ");
        Ok(Self { format: format.ok_or_else(|| format!("the formats are {}", names()))?, path })
    }
}

pub(super) struct Reports {
    /// Reports written to files, with the file names.
    files: Vec<(String, Report<WholeFile>)>,
    /// Report on standard output. The buffer contains the text that has not been written yet.
    shown: Option<Report<Vec<u8>>>,
    /// The error that ended the report on standard output, returned only after all files are complete.
    error: Option<anyhow::Error>,
}

impl Reports {
    /// Begins the requested reports. If no report is requested, begins one on standard output.
    pub(super) fn new(requested: &[RequestedReport], context: &Context) -> Result<Self> {
        let mut requested = requested.to_vec();
        if requested.is_empty() {
            let is_json = context.format() == Format::Json;
            let format = if is_json { ReportFormat::Json } else { ReportFormat::Human };
            requested.push(RequestedReport { format, path: None });
        }
        let paths: Vec<_> = requested.iter().filter_map(|report| report.path.as_deref()).collect();
        for (index, path) in paths.iter().enumerate() {
            anyhow::ensure!(!paths[..index].contains(path), "two reports cannot go to {}", path.display());
        }
        let mut reports = Self { files: Vec::new(), shown: None, error: None };
        for RequestedReport { format, path } in requested {
            if let Some(path) = path {
                let name = shown(&path);
                let problem = || format!("cannot write {name}");
                let target = WholeFile::create(&path).with_context(problem)?;
                let report = Report::new(format, target, Styling::Plain).with_context(problem)?;
                reports.files.push((name, report));
            } else {
                let twice = "only one report can go to standard output: give the others a path";
                anyhow::ensure!(reports.shown.is_none(), twice);
                let styling = colour::styling(context.colour);
                reports.shown = Some(Report::new(format, Vec::new(), styling)?);
            }
        }
        Ok(reports)
    }

    pub(super) fn add(&mut self, verdict: &Verdict, output: &mut Context) -> Result<()> {
        for (name, report) in &mut self.files {
            report.add(verdict).with_context(|| format!("cannot write {name}"))?;
        }
        let Some(report) = &mut self.shown else { return Ok(()) };
        report.add(verdict)?;
        match output.write(std::mem::take(report.get_mut())) {
            // The files are completed even if writing to standard output fails.
            Err(error) if !self.files.is_empty() => (self.shown, self.error) = (None, Some(error)),
            written => written?,
        }
        Ok(())
    }

    pub(super) fn finish(self, end: &Ending<'_>, output: &mut Context) -> Result<()> {
        for (name, report) in self.files {
            let problem = || format!("cannot write {name}");
            report.finish(end).with_context(problem)?.finish().with_context(problem)?;
        }
        match (self.error, self.shown) {
            (Some(error), _) => Err(error),
            (None, Some(report)) => output.write(report.finish(end)?),
            (None, None) => Ok(()),
        }
    }
}
