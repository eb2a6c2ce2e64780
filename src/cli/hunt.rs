//! `hunt`: looks for the smallest question that a program answers wrongly.
#![cfg_attr(not(arena), allow(dead_code, unused_imports, reason = "no program can be started"))]

use super::grade::suites::{self, VariantOut};
use super::programs::{StartOptions, milliseconds};
use super::{Context, Format, Result, Seed, Status, note, programs};
use crate::diagnostics::{escape, json, quoted};
use crate::grade::generate::Contract;
use crate::grade::{Case, Misconception, Mistake, Suite};
#[cfg(arena)]
use crate::{
    arena::{entrants::words, process::Program},
    cli::output::write_file,
    grade::{HuntOptions, ProgramSubmission, SubmissionLimits, hunt},
};
use serde_json::Value;
use std::path::PathBuf;
use std::time::Duration;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Search this suite, or `all`
    ///
    /// `clowder grade --suites` lists the suites. Can be repeated.
    #[arg(long, value_name = "SUITE", required = true, value_parser = one_or_all)]
    suite: Vec<Chosen>,
    /// Ask this program, as in 'java -cp out Harness'
    ///
    /// The program reads one question per line, and answers with one line.
    #[arg(long, value_name = "COMMAND")]
    command: String,
    /// Search each suite for this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    time: u64,
    /// Ask at most N questions in each suite
    #[arg(long, value_name = "N")]
    questions: Option<u64>,
    /// Look for N different mistakes in each suite
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: usize,
    /// Also ask about undefined cases, such as boards with holes
    #[arg(long)]
    out_of_contract: bool,
    /// Print each case as a JUnit test method
    #[arg(long)]
    junit_java: bool,
    /// Write the cases to this file, in the form that `grade` reads
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Limit the time for an answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 2000, value_parser = milliseconds())]
    timeout: u64,
    #[command(flatten)]
    sandbox: StartOptions,
    #[arg(long, help = super::ASCII)]
    ascii: bool,
    #[command(flatten)]
    seed: Seed,
}

/// The suite to search, or `None` for all suites.
#[derive(Clone, Copy, Debug)]
struct Chosen(Option<Suite>);

fn one_or_all(name: &str) -> Result<Chosen, String> {
    if name == "all" { Ok(Chosen(None)) } else { suites::parse(name).map(|suite| Chosen(Some(suite))) }
}

/// A mistake in a program.
#[derive(serde::Serialize)]
pub(crate) struct MistakeOut {
    /// Format version.
    v: u8,
    suite: &'static str,
    /// The smallest case found, in the form that `grade` reads.
    case: Value,
    expected: Value,
    /// The program's answer, or `null` if the program did not answer.
    found: Value,
    /// The error, if the program did not answer.
    error: Option<String>,
    /// Why the answer is wrong, for example the rule that it breaks. Can be empty.
    reason: String,
    /// The misconception that explains all of the program's answers, or `null`.
    misconception: Option<VariantOut>,
    /// The number of questions asked until the mistake was found.
    questions: u64,
    /// True if the program gave different answers to the same question.
    flaky: bool,
    /// A command that asks the program this question again.
    again: String,
}

#[cfg(not(arena))]
pub(crate) fn run(_: &Arguments, _: &mut Context) -> Result<Status> {
    Err(programs::missing("hunt"))
}

#[cfg(arena)]
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    let chosen = |Chosen(suite): &Chosen| suite.map_or(Suite::ALL.to_vec(), |suite| vec![suite]);
    let mut suites: Vec<Suite> = arguments.suite.iter().flat_map(chosen).collect();
    if let [suite] = suites[..] {
        anyhow::ensure!(
            !suite.is_random(),
            "`{suite}` has many right answers, so there is nothing to hunt for; `clowder grade` checks it"
        );
    }
    suites.retain(|suite| !suite.is_random());
    let mut options = HuntOptions::new(arguments.seed.get());
    options.time = Duration::from_secs(arguments.time);
    options.questions = arguments.questions.unwrap_or(u64::MAX);
    options.count = arguments.count;
    if arguments.out_of_contract {
        options.contract = Contract::SometimesBroken;
    }
    let mut cases = String::new();
    for suite in suites {
        let mut program = Program::new(words(&arguments.command)?);
        arguments.sandbox.apply(&mut program)?;
        programs::hide_clowder(&mut program);
        let answer = Duration::from_millis(arguments.timeout);
        let limits = SubmissionLimits { answer, ..SubmissionLimits::default() };
        let mut submission = ProgramSubmission::new(program, limits);
        let hunted = hunt(&mut submission, suite, &options).map_err(anyhow::Error::msg)?;
        for mistake in &hunted.mistakes {
            cases += &(mistake.case.line() + "\n");
            show(mistake, arguments, context)?;
        }
        if let Some(why) = &hunted.ended {
            note(format!("the hunt in `{suite}` ended early: {}", escape(why)));
        }
        if hunted.mistakes.is_empty() && context.format() == Format::Human {
            context.line(format!("{suite}: no mistake found with {} questions", hunted.questions))?;
        }
    }
    if let Some(path) = &arguments.output {
        write_file(path, cases.as_bytes())?;
    }
    Ok(Status::of(cases.is_empty()))
}

#[cfg(arena)]
fn show(mistake: &Mistake, arguments: &Arguments, context: &mut Context) -> Result<()> {
    let Mistake { case, answer, misconception, questions, is_flaky, .. } = mistake;
    let look = context.look(arguments.ascii);
    let differences = mistake.differences(&look);
    let again = format!("printf '%s\\n' {} | {}", quoted(&case.request()), arguments.command);
    if arguments.junit_java {
        return context.line(junit(case, misconception.map(Misconception::hint)));
    }
    if context.format() == Format::Json {
        let text = json::text(&MistakeOut {
            v: 1,
            suite: case.suite().name(),
            case: serde_json::from_str(&case.line())?,
            expected: case.expect().cloned().unwrap_or_default(),
            found: answer.clone().unwrap_or_default(),
            error: answer.as_ref().err().map(ToString::to_string),
            reason: differences.messages.join("; "),
            misconception: misconception.map(VariantOut::from),
            questions: *questions,
            flaky: *is_flaky,
            again,
        })?;
        return context.line(text);
    }
    let asked = crate::notation::plural(*questions as usize, "question");
    context.line(format!("{}: a mistake, found with {asked}", case.suite()))?;
    for message in &differences.messages {
        context.line(format!("  {message}"))?;
    }
    context.scene(differences.picture.scene())?;
    if *is_flaky {
        context.line("This program is flaky: it answered the same question in two ways.")?;
    }
    match misconception {
        Some(known) => {
            context.line(format!("It behaves like a program in which {}.", known.program()))?;
            context.line(format!("Hint: {} (`{}` explains the rule.)", known.hint(), known.lesson()))?;
        }
        None => context.line("No known misconception explains all its answers.")?,
    }
    context.line(format!("Ask this question again:\n  {again}\nThe case:\n  {}\n", case.line()))
}

/// Writes a JUnit test that asks a case's question through the Java template.
fn junit(case: &Case, hint: Option<&str>) -> String {
    let arguments: Vec<String> = case.inputs().iter().map(|(_, value)| java(value)).collect();
    let function = case.suite().name().replace('-', "");
    let call = format!("Harness.{function}({})", arguments.join(", "));
    let assertion = match case.expect() {
        Some(Value::Bool(true)) => format!("assertTrue({call});"),
        Some(Value::Bool(false)) => format!("assertFalse({call});"),
        Some(Value::Object(parts)) => {
            let part =
                |name: &str| crate::raft::State::COMPONENT_NAMES.iter().position(|known| *known == name);
            let lines = parts.iter().filter_map(|(key, value)| {
                Some(format!("assertEquals({}, after[{}]);", java(value), part(key)?))
            });
            format!("String[] after = {call};\n    {}", lines.collect::<Vec<_>>().join("\n    "))
        }
        Some(expect) => format!("assertEquals({}, {call});", java(expect)),
        None => format!("{call};"),
    };
    let hint = hint.map(|hint| format!("// {hint}\n")).unwrap_or_default();
    format!("{hint}@Test\npublic void {function}_{}() {{\n    {assertion}\n}}\n", case.id())
}

/// Writes a JSON value as a Java expression that has the types used by the Java template.
fn java(value: &Value) -> String {
    let all = |items: &[Value]| items.iter().map(java).collect::<Vec<_>>().join(", ");
    match value {
        Value::Array(items) if items.len() == 5 && items.iter().all(Value::is_string) => {
            format!("new String[] {{{}}}", all(items))
        }
        Value::Array(items) => format!("java.util.Arrays.asList({})", all(items)),
        Value::Object(members) => {
            let members = members.iter().map(|(key, value)| format!("\"{key}\", {}", java(value)));
            format!("java.util.Map.of({})", members.collect::<Vec<_>>().join(", "))
        }
        Value::Number(number) => format!("{number}L"),
        other => other.to_string(),
    }
}
