//! `bot check`: checks that a program follows the bot protocol.

use crate::arena::check::{self, CheckReport, Failure, Finding, Point};
use crate::arena::known_messages::advice;
use crate::arena::process::{Program, Promise};
use crate::arena::referee::Rules;
use crate::cli::programs::{StartOptions, built_in_bot, mebibytes, milliseconds, note_sandbox};
use crate::cli::{Context, Format, OutputFile, Result, Status, games, note, seed};
use crate::diagnostics::{escape, excerpt};
use crate::games::{GameName, with_game};
use crate::notation::plural;
use crate::render::{Paint, Scene, Style};
use std::collections::HashSet;
use std::ffi::OsString;
use std::time::Duration;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Play this game
    #[arg(long, value_name = "GAME", value_parser = games::parser())]
    game: GameName,
    /// Play N games
    ///
    /// The bot moves first in the first game, the third game, and so on.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    games: u16,
    /// Limit the time for a reply, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 300, value_parser = milliseconds())]
    move_limit: u64,
    /// Limit the time for the first reply, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = milliseconds())]
    start_limit: u64,
    #[command(flatten)]
    sandbox: StartOptions,
    /// Limit the memory of the bot, in MiB
    ///
    /// All processes of the bot share this memory.
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = mebibytes())]
    memory: u64,
    #[command(flatten)]
    seed: seed::Seed,
    #[command(flatten)]
    output: OutputFile,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    let mut program = Program::new(&arguments.command);
    program.limits.memory = arguments.memory << 20;
    program.variables.push(("TIMEOUT".into(), arguments.move_limit.to_string().into()));
    arguments.sandbox.apply(&mut program)?;
    let child = program.spawn().map_err(|error| {
        let bot = built_in_bot(&error, arguments.game);
        let more = bot.map(|command| format!("; to check the built-in bot, write `-- {command}`"));
        anyhow::anyhow!("{error}{}", more.unwrap_or_default())
    })?;
    note_sandbox([child.level()]);
    let rules = Rules {
        move_limit: Duration::from_millis(arguments.move_limit),
        start_limit: Duration::from_millis(arguments.start_limit),
        ..Rules::default()
    };
    let (games, seed) = (arguments.games.into(), arguments.seed.get());
    let report = with_game!(arguments.game, G => check::check::<G>(child, &rules, games, seed));
    write(&report, arguments.game, context)?;
    if let Some(advice) = advice(&report.all_errors(), arguments.memory) {
        note(format!("help: {advice}"));
    }
    Ok(Status::of(report.is_good()))
}

fn write(report: &CheckReport, game: GameName, context: &mut Context) -> Result<()> {
    match context.format() {
        Format::Human => context.scene(&picture(report)),
        Format::Json => context.json(&ReportOut::new(report, game)),
        Format::Plain => report
            .findings
            .iter()
            .try_for_each(|finding| context.line(format!("{} {}", mark(finding).0, finding.point.name()))),
    }
}

/// Maximum length of a message in the report, in characters.
const SHOWN: usize = 300;

/// Returns the word for a check's result, and the style in which to print it.
fn mark(finding: &Finding) -> (&'static str, Style) {
    match (finding.is_good(), &finding.warning) {
        _ if !finding.is_tested() => ("skip", Style::FAINT),
        (true, None) => ("ok", Style::ink(Paint::Green)),
        (true, Some(_)) => ("warn", Style::ink(Paint::Yellow)),
        (false, _) => ("FAIL", Style::ink(Paint::Red).bold()),
    }
}

fn picture(report: &CheckReport) -> Scene {
    let (mut scene, mut known) = (Scene::new(), HashSet::new());
    for finding in &report.findings {
        let (word, style) = mark(finding);
        let word = if word == "skip" { "-" } else { word };
        scene.line().put(format!("{word:<4}"), style);
        scene.put(format!("  {:<14}  ", finding.point.name()), Style::BOLD);
        scene.put(summary(finding, report), Style::PLAIN);
        if let Some(warning) = &finding.warning {
            scene.line().put(format!("      {}", escape(warning)), Style::ink(Paint::Yellow));
        }
        if let Some(Failure { why, sent, got }) = &finding.failure {
            if !known.insert(why) {
                scene.line().put("      for the same reason", Style::FAINT);
                continue;
            }
            scene.line().put(format!("      {}", escape(why)), Style::ink(Paint::Red));
            if let Some(sent) = sent {
                field(&mut scene, "      sent  ", excerpt(sent, SHOWN));
                if got.is_empty() {
                    scene.line().put("      got   nothing", Style::FAINT);
                }
            }
            for line in got {
                field(&mut scene, "      got   ", excerpt(line, SHOWN));
            }
        }
    }
    for (heading, text) in [
        ("      standard error before the first answer: ", &report.start_errors),
        ("      standard error: ", &report.errors),
    ] {
        let lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        for line in &lines[lines.len().saturating_sub(LINES_SHOWN)..] {
            field(&mut scene, heading, excerpt(line, SHOWN));
        }
    }
    if !report.times.is_empty() {
        let shown = |percent| report.percentile(percent).map_or(String::new(), in_milliseconds);
        let text =
            [50, 90, 99, 100].map(|percent| format!("{percent} % within {}", shown(percent))).join(", ");
        field(&mut scene, "      answers: ", text);
    }
    let limits = [Promise::Memory, Promise::Count, Promise::Processors];
    let gaps: Vec<_> =
        limits.into_iter().filter(|limit| !report.level.keeps(*limit)).map(Promise::gap).collect();
    if !gaps.is_empty() {
        field(&mut scene, "      missing limits of the bot: ", gaps.join(", "));
    }
    scene.line().put(verdict(report), Style::BOLD);
    scene
}

fn field(scene: &mut Scene, heading: &str, text: String) {
    scene.line().put(heading, Style::FAINT).put(text, Style::PLAIN);
}

fn verdict(report: &CheckReport) -> String {
    let count = |fits: &dyn Fn(&&Finding) -> bool| report.findings.iter().filter(fits).count();
    let warnings = count(&|finding| finding.warning.is_some());
    let skipped = count(&|finding| !finding.is_tested());
    let failed = count(&|finding| finding.failed > 0);
    let mut text = if report.is_good() {
        "passed: the bot follows the protocol".to_owned()
    } else {
        format!("{} failed", plural(failed, "check"))
    };
    if skipped > 0 {
        text += &format!(", {skipped} {} not tested", if skipped == 1 { "was" } else { "were" });
    }
    if warnings > 0 {
        text += &format!(", with {}", plural(warnings, "warning"));
    }
    text
}

/// Maximum number of last lines to show from standard error. The lines before the bot's first answer and the lines
/// after it are counted separately.
const LINES_SHOWN: usize = 8;

fn summary(finding: &Finding, report: &CheckReport) -> String {
    let good = finding.checked.saturating_sub(finding.failed);
    match (finding.point, finding.checked) {
        (_, 0) => "not tested".to_owned(),
        (Point::StartUp, _) => report.start_up.map_or_else(
            || "no usable first answer".to_owned(),
            |took| format!("first answer after {}", in_milliseconds(took)),
        ),
        (Point::CleanExit, _) => match (finding.is_good(), &finding.warning) {
            (true, None) => "exited when its input ended",
            (true, Some(_)) => "ended with an error when its input ended",
            (false, _) => "",
        }
        .to_owned(),
        (_, checked) => format!("{good} of {checked}"),
    }
}

fn in_milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}

#[derive(serde::Serialize)]
struct ReportOut<'a> {
    /// Format version.
    v: u8,
    game: &'a str,
    /// True if every check was made and none failed.
    ok: bool,
    points: &'a [Finding],
    /// Time to the first answer in milliseconds, or `null` if the first message was not answered.
    start_up: Option<f64>,
    /// Number of answers after the first one.
    answers: usize,
    /// Median time of the later answers in milliseconds, or `null` if there were none.
    p50: Option<f64>,
    /// 90th percentile of the later answer times in milliseconds, or `null` if there were none.
    p90: Option<f64>,
    /// 99th percentile of the later answer times in milliseconds, or `null` if there were none.
    p99: Option<f64>,
    /// Longest of the later answer times in milliseconds, or `null` if there were none.
    max: Option<f64>,
    /// The bot's standard error before and after its first answer. Of each part, only the beginning and the end are
    /// kept.
    stderr: String,
    limits: LimitsOut<'a>,
}

impl<'a> ReportOut<'a> {
    fn new(report: &'a CheckReport, game: GameName) -> Self {
        let milliseconds = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
        let within = |percent| report.percentile(percent).map(milliseconds);
        Self {
            v: 1,
            game: game.name(),
            ok: report.is_good(),
            points: &report.findings,
            start_up: report.start_up.map(milliseconds),
            answers: report.times.len(),
            p50: within(50),
            p90: within(90),
            p99: within(99),
            max: within(100),
            stderr: report.all_errors(),
            limits: LimitsOut {
                memory: report.level.enforced_by(Promise::Memory),
                processes: report.level.enforced_by(Promise::Count),
                processors: report.level.enforced_by(Promise::Processors),
            },
        }
    }
}

/// For each limit, the mechanism that enforces it, or `null` if the limit is not enforced.
#[derive(serde::Serialize)]
struct LimitsOut<'a> {
    /// The mechanism that limits the total memory of all processes.
    memory: Option<&'a str>,
    /// The mechanism that limits the number of processes and threads.
    processes: Option<&'a str>,
    /// The mechanism that limits the bot's share of the processors.
    processors: Option<&'a str>,
}
