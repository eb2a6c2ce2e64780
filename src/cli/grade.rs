//! `grade`: a program under test against cases.

use super::batch::cores;
use super::exit::Status;
use super::grade_program::ProgramOptions;
use super::input;
use super::output::{Output, count, note};
use super::seed::Seed;
use super::signals::Guard;
use super::{Context, Format};
use crate::diagnostics::escape::escape;
use crate::diagnostics::json;
use crate::diagnostics::{Diagnostics, line_column};
use crate::grade::{
    Answers, Case, CaseLine, Exam, Field, Line, Lines, Points, Report, ReportForm, Source, SubmissionError,
    Suite, Taken, Tally, Verdict,
};
use anyhow::Context as _;
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal as _};
use std::path::{Path, PathBuf};

/// A report that is asked for: its form, and the file it goes to.
#[derive(Clone, Debug)]
struct Asked {
    form: ReportForm,
    path: Option<PathBuf>,
}

/// `FORM[=PATH]`
fn asked(text: &str) -> Result<Asked, String> {
    let (name, path) = match text.split_once('=') {
        Some((_, "")) => return Err("there is no path after `=`".to_owned()),
        Some((name, path)) => (name, Some(path.into())),
        None => (text, None),
    };
    let known = ReportForm::ALL.into_iter().find(|form| form.name() == name);
    let names = || ReportForm::ALL.map(ReportForm::name).join(", ");
    Ok(Asked { form: known.ok_or_else(|| format!("the forms are {}", names()))?, path })
}

/// Where no program is asked. That an option requires `--command` would say nothing: what is required is not missed where
/// it cannot be used.
pub(super) const NO_PROGRAM: [&str; 4] = ["own", "answers", "requests", "suites"];
/// Where nothing is graded.
const NO_REPORT: [&str; 2] = ["requests", "suites"];

#[derive(clap::Args, Debug)]
#[command(mut_arg("seed", |seed| seed.conflicts_with_all(["answers", "command", "requests", "suites"])))]
pub(crate) struct Arguments {
    /// Files of cases, a JSON object a line; `-` or none for standard input
    #[arg(value_name = "CASES", conflicts_with = "suites")]
    cases: Vec<PathBuf>,
    #[command(flatten)]
    source: Answering,
    #[command(flatten)]
    program: ProgramOptions,
    /// A report: human, json, junit, tap or gradescope, on standard output or in a file. May be given again
    #[arg(long, value_name = "FORM[=PATH]", value_parser = asked, conflicts_with_all = NO_REPORT)]
    report: Vec<Asked>,
    /// What the cases of each suite are worth together: a JSON object [default: a point a case]
    #[arg(long, value_name = "FILE", conflicts_with_all = NO_REPORT)]
    points: Option<PathBuf>,
    /// Draw pictures with ASCII characters only
    #[arg(long, conflicts_with_all = NO_REPORT)]
    ascii: bool,
    /// Threads to judge on; reports are the same for any number. Not with --command: a program has one case after the
    /// other [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), conflicts_with_all = ["command", "requests", "suites"])]
    jobs: Option<u16>,
    #[command(flatten)]
    seed: Seed,
}

/// Where answers come from.
#[derive(clap::Args, Debug)]
#[group(required = true, multiple = false)]
struct Answering {
    /// clowder answers: checks the cases themselves
    #[arg(long = "self")]
    own: bool,
    /// Answers as JSON lines, `{"id": n, "answer": …}`; n is the number of a case, from 1
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// The program under test, as in 'java -cp out Harness'
    #[arg(long, value_name = "COMMAND")]
    command: Option<String>,
    /// Grade nothing: write the request lines a program would get
    #[arg(long)]
    requests: bool,
    /// Grade nothing: list the suites with their inputs
    #[arg(long)]
    suites: bool,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    if arguments.source.suites {
        return suites(context);
    }
    let files = files(&arguments.cases)?;
    if arguments.source.requests {
        return requests(files, context);
    }
    let points = arguments.points.as_deref().map(points).transpose()?.unwrap_or_default();
    let mut reports = Reports::new(arguments, context)?;
    let source = source(arguments)?;
    let mut examination = Examination {
        threads: Threads::new(arguments)?,
        exam: Exam::new(source).look(context.output.look(arguments.ascii)),
        told_level: false,
        tally: Tally::default(),
        progress: count("graded"),
        interrupt: Guard::new()?,
    };
    for (name, reader) in files {
        examination.sit(&name, reader, &mut reports, &mut context.output)?;
    }
    let Examination { exam, tally, progress, interrupt, .. } = examination;
    progress.finish_and_clear();
    if let Some(path) = &arguments.source.answers {
        let name = escape(&path.display().to_string()).into_owned();
        for (line, faults) in exam.left() {
            tell(&name, line, None, &faults);
        }
    }
    for suite in points.unused(&tally) {
        note(format!("no case of `{suite}`, which has points"));
    }
    if tally.all.total == 0 {
        note("there are no cases");
    }
    let _whole_lines = interrupt.hold();
    reports.end(&tally, &points, &mut context.output)?;
    Ok(Status::of(tally.all.failed() == 0))
}

/// The threads that cases are judged on: one where a program is asked, which has one case after the other.
struct Threads(Option<rayon::ThreadPool>);

impl Threads {
    fn new(arguments: &Arguments) -> anyhow::Result<Self> {
        let jobs = if arguments.source.command.is_some() {
            1
        } else {
            arguments.jobs.map_or_else(cores, usize::from)
        };
        let pool = (jobs > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(jobs).build());
        Ok(Self(pool.transpose()?))
    }

    /// Lines that are worth sharing out, but not more than can well be held; at the end of a file, how it ended.
    fn share(&self, lines: &mut Lines<Box<dyn BufRead>>) -> (Vec<Line>, Option<io::Result<()>>) {
        let most = self.0.as_ref().map_or(1, |pool| 64 * pool.current_num_threads());
        let (mut some, mut bytes) = (Vec::new(), 0);
        while some.len() < most && bytes < 4 << 20 {
            match lines.next() {
                Some(Ok(line)) => {
                    bytes += line.text.as_ref().map_or(0, String::len);
                    some.push(line);
                }
                Some(Err(error)) => return (some, Some(Err(error))),
                None => return (some, Some(Ok(()))),
            }
        }
        (some, None)
    }

    fn judge(&self, exam: &mut Exam, lines: &[Line]) -> Result<Vec<Taken>, SubmissionError> {
        match &self.0 {
            Some(pool) => pool.install(|| take_all(exam, lines)),
            None => lines.iter().map(|line| exam.take(line)).collect(),
        }
    }
}

/// Asks and judges the cases of some lines on the threads of the current pool.
fn take_all(exam: &mut Exam, lines: &[Line]) -> Result<Vec<Taken>, SubmissionError> {
    let first = exam.count(lines.len());
    let cases: Vec<_> =
        lines.par_iter().enumerate().map(|(index, line)| CaseLine::read(first + index, line)).collect();
    let asked = cases.into_iter().map(|case| exam.ask(case)).collect::<Result<Vec<_>, _>>()?;
    let examiner = exam.examiner();
    Ok(asked.into_par_iter().map(|asked| examiner.judge(asked)).collect())
}

/// A run over files of cases.
struct Examination {
    threads: Threads,
    exam: Exam,
    told_level: bool,
    tally: Tally,
    progress: ProgressBar,
    interrupt: Guard,
}

impl Examination {
    /// Asks and reports the cases of a file.
    fn sit(
        &mut self,
        name: &str,
        reader: Box<dyn BufRead>,
        reports: &mut Reports,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let mut lines = Lines::new(reader);
        loop {
            let (some, end) = self.threads.share(&mut lines);
            let taken = self.threads.judge(&mut self.exam, &some);
            let taken = taken.map_err(|error| anyhow::anyhow!("{}", escape(&error.to_string())))?;
            // The bar leaves the terminal to what is told and shown.
            self.progress.clone().suspend(|| self.report(name, &some, &taken, reports, output))?;
            self.progress.set_position(self.tally.all.total as u64);
            match end {
                None => {}
                Some(Ok(())) => return Ok(()),
                Some(Err(error)) => return Err(error).with_context(|| format!("cannot read {name}")),
            }
        }
    }

    fn report(
        &mut self,
        name: &str,
        lines: &[Line],
        taken: &[Taken],
        reports: &mut Reports,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        if let (false, Some(sandbox)) = (self.told_level, self.exam.sandbox()) {
            note(format!("sandbox: {}", escape(&sandbox)));
            self.told_level = true;
        }
        for (line, Taken { verdict, faults }) in lines.iter().zip(taken) {
            tell(name, line.number, line.text.as_deref().ok(), faults);
            self.tally.add(verdict);
            let _whole_lines = self.interrupt.hold();
            reports.add(verdict, output)?;
        }
        Ok(())
    }
}

/// Says what is wrong with a line, on standard error; where its text is not at hand, its bytes are counted instead of
/// its characters. Of a line that may have been meant to be hidden, only where.
fn tell(name: &str, number: usize, text: Option<&str>, faults: &Diagnostics) {
    for fault in faults {
        let start = fault.span.start;
        let column = text.map_or(start + 1, |text| line_column(text, start).1);
        let mut told = format!("{name}:{number}:{column}: {}", fault.code.name);
        if !text.is_some_and(|text| text.contains("\"hidden\"")) {
            told += &format!(": {}", fault.message);
            if let Some(fix) = fault.fix.as_ref().filter(|fix| !fix.text.is_empty()) {
                told += &format!("; did you mean `{}`?", escape(&fix.text));
            }
        }
        note(told);
    }
}

/// A file of lines, and its name as it is shown.
type Named = (String, Box<dyn BufRead>);

/// The files of cases.
fn files(paths: &[PathBuf]) -> anyhow::Result<Vec<Named>> {
    let stdin = || -> anyhow::Result<Named> {
        Ok(("standard input".to_owned(), Box::new(BufReader::new(input::stdin()?))))
    };
    if paths.is_empty() {
        anyhow::ensure!(!io::stdin().is_terminal(), "no cases: name a file, or give them on standard input");
        return Ok(vec![stdin()?]);
    }
    let open = |path: &PathBuf| -> anyhow::Result<Named> {
        if path.as_os_str() == "-" {
            return stdin();
        }
        let name = escape(&path.display().to_string()).into_owned();
        let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
        Ok((name, Box::new(BufReader::with_capacity(1 << 16, file))))
    };
    paths.iter().map(open).collect()
}

fn points(path: &Path) -> anyhow::Result<Points> {
    let name = escape(&path.display().to_string()).into_owned();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    Points::read(&text).map_err(|why| anyhow::anyhow!("{name}: {}", escape(&why)))
}

fn source(arguments: &Arguments) -> anyhow::Result<Source> {
    if let Some(path) = &arguments.source.answers {
        let name = escape(&path.display().to_string()).into_owned();
        let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
        let (answers, faults) =
            Answers::read(BufReader::new(file)).with_context(|| format!("cannot read {name}"))?;
        for (line, faults) in &faults {
            tell(&name, *line, None, faults);
        }
        return Ok(Source::File(answers));
    }
    let Some(command) = &arguments.source.command else {
        return Ok(Source::Own { seed: arguments.seed.get() });
    };
    arguments.program.source(command)
}

/// The reports of a run.
struct Reports {
    files: Vec<(String, Report<BufWriter<File>>)>,
    /// The one on standard output, and what of it has not been written yet.
    shown: Option<Report<Vec<u8>>>,
    /// Why no more of it can be written, while there are files to go on with.
    trouble: Option<anyhow::Error>,
}

impl Reports {
    fn new(arguments: &Arguments, context: &Context) -> anyhow::Result<Self> {
        let mut asked = arguments.report.clone();
        if asked.is_empty() {
            let form = match context.format() {
                Format::Human => ReportForm::Human,
                Format::Json => ReportForm::Json,
                Format::Plain => ReportForm::Tap,
            };
            asked.push(Asked { form, path: None });
        }
        let paths: Vec<_> = asked.iter().filter_map(|asked| asked.path.as_deref()).collect();
        for (index, path) in paths.iter().enumerate() {
            let name = escape(&path.display().to_string()).into_owned();
            anyhow::ensure!(!paths[..index].contains(path), "two reports cannot go to {name}");
        }
        let mut reports = Self { files: Vec::new(), shown: None, trouble: None };
        for Asked { form, path } in asked {
            if let Some(path) = path {
                let name = escape(&path.display().to_string()).into_owned();
                let problem = || format!("cannot write {name}");
                let file = BufWriter::new(File::create(&path).with_context(problem)?);
                let report = Report::new(form, file, false).with_context(problem)?;
                reports.files.push((name, report));
            } else {
                let twice = "only one report can go to standard output: give the others a path";
                anyhow::ensure!(reports.shown.is_none(), twice);
                reports.shown = Some(Report::new(form, Vec::new(), context.output.colour)?);
            }
        }
        Ok(reports)
    }

    fn add(&mut self, verdict: &Verdict, output: &mut Output) -> anyhow::Result<()> {
        for (name, report) in &mut self.files {
            report.add(verdict).with_context(|| format!("cannot write {name}"))?;
        }
        let Some(report) = &mut self.shown else { return Ok(()) };
        report.add(verdict)?;
        let written = output.write(std::mem::take(report.out()));
        match written {
            // A file is whole whoever reads standard output no more.
            Err(error) if !self.files.is_empty() => (self.shown, self.trouble) = (None, Some(error)),
            written => written?,
        }
        Ok(())
    }

    fn end(self, tally: &Tally, points: &Points, output: &mut Output) -> anyhow::Result<()> {
        for (name, report) in self.files {
            let problem = || format!("cannot write {name}");
            let file = report.end(tally, points).with_context(problem)?;
            file.into_inner().map_err(io::IntoInnerError::into_error).with_context(problem)?;
        }
        match (self.trouble, self.shown) {
            (Some(error), _) => Err(error),
            (None, Some(report)) => output.write(report.end(tally, points)?),
            (None, None) => Ok(()),
        }
    }
}

/// Writes the line of each case that a program under test would get.
fn requests(files: Vec<Named>, context: &mut Context) -> anyhow::Result<Status> {
    let (mut number, mut status) = (0, Status::Yes);
    for (name, reader) in files {
        for line in Lines::new(reader) {
            let Line { number: at, text } = line.with_context(|| format!("cannot read {name}"))?;
            number += 1;
            match text.as_deref().map_err(Clone::clone).and_then(|text| Case::read(number, text)) {
                Ok(case) => context.output.line(case.request())?,
                Err(faults) => {
                    tell(&name, at, text.as_deref().ok(), &faults);
                    status = Status::No;
                }
            }
        }
    }
    Ok(status)
}

/// A suite, as JSON.
#[derive(serde::Serialize)]
struct SuiteOut {
    suite: &'static str,
    inputs: Vec<InputOut>,
    expect: &'static str,
}

/// An input of a suite, as JSON.
#[derive(serde::Serialize)]
struct InputOut {
    name: &'static str,
    value: &'static str,
    optional: bool,
}

/// The suites, each with its inputs and what is expected.
fn suites(context: &mut Context) -> anyhow::Result<Status> {
    for &suite in Suite::ALL {
        let fields = suite.fields().iter();
        let expect = suite.expectation().name();
        let text = match context.format() {
            Format::Plain => suite.to_string(),
            Format::Json => {
                let inputs = fields.map(|&Field { name, form, optional }| InputOut {
                    name,
                    value: form.name(),
                    optional,
                });
                json::text(&SuiteOut { suite: suite.name(), inputs: inputs.collect(), expect })?
            }
            Format::Human => {
                let input = |field: &Field| {
                    let optional = if field.optional { ", may be left out" } else { "" };
                    format!("  {}: {}{optional}\n", field.name, field.form.name())
                };
                format!("{suite}\n{}  expect: {expect}", fields.map(input).collect::<String>())
            }
        };
        context.output.line(text)?;
    }
    Ok(Status::Yes)
}
