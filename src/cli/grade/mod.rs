//! `grade`: grades a program against test cases.

mod again;
mod each;
mod guide;
mod plan;
mod reports;
mod run;
mod submission;
pub(super) mod suites;
mod table;

use super::batch::{pool, threads};
use super::choices::{Choice, one_of};
use super::output::progress;
use super::paths::{cannot_read, read_text, shown};
use super::signals::Interrupt;
use super::{Context, OutputFile, Seed, Status, note};
use crate::diagnostics::{Diagnostics, escape, line_column};
use crate::grade::{AnswerSource, Answers, Detail, Points, PointsError, Suite, Tally, Verdict};
use crate::notation::plural;
use anyhow::{Context as _, Result};
use plan::{CaseFile, Plan};
use reports::{Reports, RequestedReport};
use run::Run;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use submission::ProgramOptions;

/// Options with which no program is started. Each of these options conflicts with every option for programs.
/// Requiring `--command` would not be enough: clap ignores the requirement if an option that conflicts with `--command`
/// is given.
const NO_PROGRAM: [&str; 6] = ["own", "answers", "requests", "suites", "template", "help_suite"];
/// Options with which `grade` grades nothing.
const NO_REPORT: [&str; 4] = ["requests", "suites", "template", "help_suite"];
/// Options with which `grade` reads no cases.
const NO_CASES: [&str; 3] = ["suites", "template", "help_suite"];

#[derive(clap::Args, Debug)]
// Here, `--out` names the directory for the results of `--each`, so it must not be an alias of `-o`.
#[command(mut_arg("output", |output| output.alias(None)))]
#[command(mut_arg("seed", |seed| seed.conflicts_with_all(["answers", "command", "requests", "suites", "template", "help_suite"])))]
pub(crate) struct Arguments {
    /// Files of test cases; `-` for standard input [default: standard input]
    ///
    /// A file has one JSON object per line.
    #[arg(value_name = "CASES", conflicts_with_all = NO_CASES)]
    cases: Vec<PathBuf>,
    #[command(flatten)]
    source: AnswerOptions,
    #[command(flatten)]
    program: ProgramOptions,
    #[command(flatten)]
    choice: ChoiceOptions,
    #[command(flatten)]
    class: ClassOptions,
    /// Write a report in this format [default: human]
    ///
    /// The formats are human, json, junit, gradescope, html, markdown, classroom50 and prairielearn. Without PATH, the
    /// report is written to standard output. Can be repeated.
    #[arg(long, value_name = "FORM[=PATH]", conflicts_with_all = NO_REPORT)]
    report: Vec<RequestedReport>,
    /// Read the points of the suites from this JSON file
    ///
    /// The file can also have other settings. The cases of a suite share its points. Without the file, each case has
    /// one point.
    #[arg(long, alias = "settings", value_name = "FILE", conflicts_with_all = NO_REPORT)]
    points: Option<PathBuf>,
    /// Choose what the reports show about a failed case
    #[arg(long, value_parser = one_of(DETAILS), value_name = "WHAT", default_value = "full", conflicts_with_all = NO_REPORT)]
    detail: Detail,
    /// Give points for each part of a state
    ///
    /// This has an effect on answers for `applyPlacement` and `moveCat`.
    #[arg(long, conflicts_with_all = NO_REPORT)]
    parts: bool,
    #[arg(long, help = crate::cli::ASCII, conflicts_with_all = NO_REPORT)]
    ascii: bool,
    /// Use N threads, or grade N submissions at the same time
    ///
    /// Without --each, N threads judge answers, but a program still answers one case after the other. So --jobs with
    /// --command requires --each. The reports do not depend on N. By default, N is the number of cores.
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), conflicts_with_all = NO_REPORT)]
    jobs: Option<u16>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: OutputFile,
}

/// Options that select the cases to grade.
#[derive(clap::Args, Debug)]
struct ChoiceOptions {
    /// Grade only the cases of this suite
    ///
    /// Can be repeated.
    #[arg(long, value_name = "SUITE", value_parser = suites::parse, conflicts_with_all = NO_CASES)]
    only: Vec<Suite>,
    /// Grade only the case with this number
    ///
    /// The reports show the numbers. Can be repeated.
    #[arg(long, value_name = "ID", value_parser = number, conflicts_with_all = NO_CASES)]
    case: Vec<usize>,
    /// Stop at the first failing case
    #[arg(long, conflicts_with_all = NO_REPORT)]
    fail_fast: bool,
    /// Skip lines that are not valid test cases
    ///
    /// Without this option, nothing is graded if there is such a line.
    #[arg(long, conflicts_with_all = NO_CASES)]
    skip_broken_cases: bool,
}

/// Options for the submissions of a class.
#[derive(clap::Args, Debug)]
struct ClassOptions {
    /// Grade every submission that matches this pattern
    ///
    /// Put the pattern in quotation marks, as in 'submissions/*'. In --command, {} stands for the path of the submission. Can be
    /// repeated. To continue an interrupted run, repeat the whole command.
    #[arg(long, value_name = "PATTERN", requires = "command", requires = "out")]
    each: Vec<String>,
    /// Write the results of --each to this directory
    ///
    /// It gets table.csv, table.html, and a directory with the reports of each submission.
    #[arg(long, value_name = "DIR", requires = "each")]
    out: Option<PathBuf>,
}

fn number(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "expected the number of a case, as in a report".to_owned())
}

/// Values of `--detail`.
const DETAILS: &[Choice<Detail>] = &[
    ("full", "The question, the expected and the actual answer, and the reason", Detail::Full),
    ("rule", "The question, the actual answer, and the rule that is broken", Detail::Rule),
    ("actual", "The question and the actual answer", Detail::Actual),
    ("none", "Only the result", Detail::None),
];

/// Where the answers come from.
#[derive(clap::Args, Debug)]
#[group(required = true, multiple = false)]
struct AnswerOptions {
    /// Let clowder answer, to check the cases themselves
    #[arg(long = "self")]
    own: bool,
    /// Read the answers from a file of JSON lines
    ///
    /// A line is an object such as `{"id": …, "answer": …}`. To see the ids of the cases, use --requests.
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// Ask the program under test, as in 'java -cp out Harness'
    #[arg(long, value_name = "COMMAND")]
    command: Option<String>,
    /// Write the questions that a program gets, and grade nothing
    #[arg(long)]
    requests: bool,
    /// List the suites with their inputs, and grade nothing
    #[arg(long)]
    suites: bool,
    /// Write a harness in this language, and grade nothing
    #[arg(long, value_name = "LANGUAGE", value_parser = ["java", "python", "javascript", "rust", "c"])]
    template: Option<String>,
    /// Describe a suite to the author of a harness
    ///
    /// The description has a real question with its answer. `all` prints the whole guide to grading.
    #[arg(long, value_name = "SUITE", value_parser = suite_or_all)]
    help_suite: Option<String>,
}

/// Accepts the name of a suite, or `all`.
fn suite_or_all(name: &str) -> Result<String, String> {
    if name != "all" {
        suites::parse(name)?;
    }
    Ok(name.to_owned())
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    #[cfg(not(arena))]
    anyhow::ensure!(arguments.source.command.is_none(), super::programs::missing("grade --command"));
    arguments.output.open_any(context)?;
    if arguments.source.suites {
        return suites::list(context);
    }
    if let Some(language) = &arguments.source.template {
        return guide::harness(language, context);
    }
    if let Some(suite) = &arguments.source.help_suite {
        return guide::help(suite, context);
    }
    let (files, status) = CaseFile::all(&arguments.cases)?;
    let points = arguments.points.as_deref().map(read_points).transpose()?.unwrap_or_default();
    let plan = Plan::new(&files, &points, &arguments.choice)?;
    if arguments.source.requests {
        return Ok(status.max(suites::requests(&files, &plan, context)?));
    }
    let is_class = !arguments.class.each.is_empty();
    anyhow::ensure!(
        is_class || arguments.jobs.is_none() || arguments.source.command.is_none(),
        "with --command, --jobs can be used only together with --each, because a program answers one case after the other"
    );
    let run = Run::new(
        arguments,
        (files, status),
        plan,
        points,
        progress(None, "{spinner} {human_pos} graded, {per_sec}"),
    )?;
    if is_class { each::run(run, context) } else { grade_one(&run, context) }
}

fn grade_one(run: &Run<'_>, context: &mut Context) -> Result<Status> {
    let arguments = run.arguments;
    let mut reports = Reports::new(&arguments.report, context)?;
    let mut grader = run.grader(source(arguments, &run.interrupt)?, context.look(arguments.ascii));
    // A program answers the cases one by one.
    let pool = if arguments.source.command.is_some() { None } else { Some(pool(threads(arguments.jobs))?) };
    let output = context;
    let outcome = run.grade(pool.as_ref(), &mut grader, None, &mut |verdict: &Verdict| {
        // The progress bar is hidden while other text is written to the terminal.
        run.progress.suspend(|| reports.add(verdict, output))?;
        run.progress.inc(1);
        Ok(())
    })?;
    run.progress.finish_and_clear();
    if let Some(path) = &arguments.source.answers {
        for unused in grader.unused_answers() {
            print_diagnostics(&shown(path), unused.line, None, &unused.diagnostics);
        }
    }
    if arguments.choice.case.is_empty() {
        print_points(&run.points, &outcome.tally, &arguments.choice.only);
    }
    outcome.notes.iter().chain(&outcome.partial).for_each(note);
    reports.finish(&run.ending(&outcome), output)?;
    if let Some(problem) = outcome.problem {
        anyhow::bail!(problem);
    }
    let all = outcome.tally.all();
    let verdict = run.status.max(Status::of(all.passed == all.total));
    Ok(run.interrupt.status().map_or(verdict, |status| status.max(verdict)))
}

/// Lists the files to hide from a program: the cases (which contain answers), the points and the results.
fn hidden_files(arguments: &Arguments) -> Vec<PathBuf> {
    // `-` stands for standard input, so there is no file to hide.
    let cases = arguments.cases.iter().filter(|path| path.as_os_str() != "-");
    cases.chain(&arguments.points).chain(&arguments.class.out).cloned().collect()
}

/// Prints which suites have points but no cases, and which have cases but are missing from the points file.
fn print_points(points: &Points, tally: &Tally, only: &[Suite]) {
    for suite in points.unused(tally).into_iter().filter(|suite| only.is_empty() || only.contains(suite)) {
        note(format!("there is no case of `{suite}`, although this suite has points"));
    }
    for (suite, cases) in points.unnamed(tally) {
        let cases = plural(cases, "case");
        note(format!("the file of points does not name `{suite}`, so no points are given for its {cases}"));
    }
}

/// Prints a line's errors to standard error. Without `text`, columns are in bytes instead of characters.
/// If the text contains `"hidden"`, the case may be hidden, so only the place and the code of each error are
/// printed.
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

fn read_points(path: &Path) -> Result<Points> {
    read_text(path)?.parse().map_err(|error: PointsError| anyhow::anyhow!("{}: {error}", path.display()))
}

/// Opens the source of the answers, and prints the errors found in an answers file.
fn source(arguments: &Arguments, interrupt: &Interrupt) -> Result<AnswerSource> {
    if let Some(path) = &arguments.source.answers {
        let file = File::open(path).with_context(|| cannot_read(path))?;
        let (answers, wrong_lines) =
            Answers::read(BufReader::new(file)).with_context(|| cannot_read(path))?;
        for wrong in &wrong_lines {
            print_diagnostics(&shown(path), wrong.line, None, &wrong.diagnostics);
        }
        return Ok(AnswerSource::Answers(answers));
    }
    match &arguments.source.command {
        Some(command) => arguments.program.source(command, None, &hidden_files(arguments), interrupt),
        None => Ok(AnswerSource::Reference { seed: arguments.seed.get() }),
    }
}
