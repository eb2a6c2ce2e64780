//! `grade`: grades a program against test cases.

mod reports;
mod run;
mod submission;
pub(super) mod suites;

use super::Context;
use super::exit::Status;
use super::input;
use super::output::note;
use super::seed::Seed;
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostics, line_column};
use crate::grade::{Answers, Grader, Points, Source};
use anyhow::Context as _;
use reports::{Reports, RequestedReport};
use run::{Run, Threads};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal as _};
use std::path::{Path, PathBuf};
use submission::ProgramOptions;

/// The options with which no program is asked. It would not be enough to say that an option requires `--command`: clap
/// does not miss a required option where another option conflicts with it.
const NO_PROGRAM: [&str; 4] = ["own", "answers", "requests", "suites"];
/// The options with which nothing is graded.
const NO_REPORT: [&str; 2] = ["requests", "suites"];

#[derive(clap::Args, Debug)]
#[command(mut_arg("seed", |seed| seed.conflicts_with_all(["answers", "command", "requests", "suites"])))]
pub(crate) struct Arguments {
    /// Files of test cases, one JSON object per line; `-` for standard input [default: standard input]
    #[arg(value_name = "CASES", conflicts_with = "suites")]
    cases: Vec<PathBuf>,
    #[command(flatten)]
    source: AnswerSource,
    #[command(flatten)]
    program: ProgramOptions,
    /// Report to write: human, json, junit, tap or gradescope, to standard output or to a file; can be repeated
    #[arg(long, value_name = "FORM[=PATH]", conflicts_with_all = NO_REPORT)]
    report: Vec<RequestedReport>,
    /// File with the points of each suite, as a JSON object [default: one point per case]
    #[arg(long, value_name = "FILE", conflicts_with_all = NO_REPORT)]
    points: Option<PathBuf>,
    /// Draw pictures with ASCII characters only
    #[arg(long, conflicts_with_all = NO_REPORT)]
    ascii: bool,
    /// Number of threads; the reports do not depend on it. With --command there is only one [default: one per core]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), conflicts_with_all = ["command", "requests", "suites"])]
    jobs: Option<u16>,
    #[command(flatten)]
    seed: Seed,
}

/// The source of the answers.
#[derive(clap::Args, Debug)]
#[group(required = true, multiple = false)]
struct AnswerSource {
    /// Let clowder answer, which checks the cases themselves
    #[arg(long = "self")]
    own: bool,
    /// File of answers, one `{"id": n, "answer": …}` per line; n is the number of a case, counted from 1
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// Command that starts the program, for example 'java -cp out Harness'
    #[arg(long, value_name = "COMMAND")]
    command: Option<String>,
    /// Write the requests that a program would get, and grade nothing
    #[arg(long)]
    requests: bool,
    /// List the suites with their inputs, and grade nothing
    #[arg(long)]
    suites: bool,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    if arguments.source.suites {
        return suites::list(context);
    }
    let files = open_cases(&arguments.cases)?;
    if arguments.source.requests {
        return suites::requests(files, context);
    }
    let points = arguments.points.as_deref().map(read_points).transpose()?.unwrap_or_default();
    let mut reports = Reports::new(&arguments.report, context)?;
    let grader = Grader::new(source(arguments)?).with_look(context.output.look(arguments.ascii));
    // A program is asked one case after the other.
    let jobs = if arguments.source.command.is_some() { Some(1) } else { arguments.jobs };
    let mut run = Run::new(Threads::new(jobs)?, grader)?;
    for (name, reader) in files {
        run.run_file(&name, reader, &mut reports, &mut context.output)?;
    }
    let Run { grader, tally, progress, interrupt, .. } = run;
    progress.finish_and_clear();
    if let Some(path) = &arguments.source.answers {
        for unused in grader.unused_answers() {
            print_diagnostics(&file_name(path), unused.line, None, &unused.diagnostics);
        }
    }
    for suite in points.unused(&tally) {
        note(format!("no case of `{suite}`, which has points"));
    }
    if tally.all().total() == 0 {
        note("there are no cases");
    }
    let _whole_lines = interrupt.hold();
    reports.finish(&tally, &points, &mut context.output)?;
    Ok(Status::of(tally.all().failed() == 0))
}

/// Prints what is wrong with a line on standard error. Without the text of the line, the column counts bytes instead of
/// characters. For a line that may have been meant to be hidden, only the place and the code are printed.
fn print_diagnostics(name: &str, number: usize, text: Option<&str>, diagnostics: &Diagnostics) {
    for diagnostic in diagnostics {
        let start = diagnostic.span.start;
        let column = text.map_or(start + 1, |text| line_column(text, start).1);
        let mut line = format!("{name}:{number}:{column}: {}", diagnostic.code.name);
        if !text.is_some_and(|text| text.contains("\"hidden\"")) {
            line += &format!(": {}", diagnostic.message);
            if let Some(fix) = diagnostic.fix.as_ref().filter(|fix| !fix.text.is_empty()) {
                line += &format!("; did you mean `{}`?", escape(&fix.text));
            }
        }
        note(line);
    }
}

/// Returns the name of a file as it is shown.
fn file_name(path: &Path) -> String {
    escape(&path.display().to_string()).into_owned()
}

/// A reader of lines, and its name as it is shown.
type NamedReader = (String, Box<dyn BufRead>);

/// Opens the files of cases.
fn open_cases(paths: &[PathBuf]) -> anyhow::Result<Vec<NamedReader>> {
    let stdin = || -> anyhow::Result<NamedReader> {
        Ok(("standard input".to_owned(), Box::new(BufReader::new(input::stdin()?))))
    };
    if paths.is_empty() {
        anyhow::ensure!(!io::stdin().is_terminal(), "no cases: name a file, or give them on standard input");
        return Ok(vec![stdin()?]);
    }
    let open = |path: &PathBuf| -> anyhow::Result<NamedReader> {
        if path.as_os_str() == "-" {
            return stdin();
        }
        let name = file_name(path);
        let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
        Ok((name, Box::new(BufReader::with_capacity(1 << 16, file))))
    };
    paths.iter().map(open).collect()
}

fn read_points(path: &Path) -> anyhow::Result<Points> {
    let name = file_name(path);
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    text.parse()
        .map_err(|error: crate::grade::PointsError| anyhow::anyhow!("{name}: {}", escape(&error.to_string())))
}

/// Returns the source of the answers. What is wrong with a file of answers is printed.
fn source(arguments: &Arguments) -> anyhow::Result<Source> {
    if let Some(path) = &arguments.source.answers {
        let name = file_name(path);
        let problem = || format!("cannot read {name}");
        let file = File::open(path).with_context(problem)?;
        let (answers, wrong_lines) = Answers::read(BufReader::new(file)).with_context(problem)?;
        for wrong in &wrong_lines {
            print_diagnostics(&name, wrong.line, None, &wrong.diagnostics);
        }
        return Ok(Source::Answers(answers));
    }
    match &arguments.source.command {
        Some(command) => {
            // Standard input is not a file that could be hidden.
            let cases = arguments.cases.iter().filter(|path| path.as_os_str() != "-");
            let hidden: Vec<_> = cases.chain(&arguments.points).cloned().collect();
            arguments.program.source(command, &hidden)
        }
        None => Ok(Source::Reference { seed: arguments.seed.get() }),
    }
}
