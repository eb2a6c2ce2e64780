//! The JSON that `bot check` writes.

#[cfg(arena)]
use crate::arena::check::CheckReport;
use crate::arena::findings::Finding;
#[cfg(arena)]
use crate::arena::process::{Level, Promise};
#[cfg(arena)]
use crate::games::GameName;
#[cfg(arena)]
use std::time::Duration;

/// The report of a check.
#[derive(serde::Serialize)]
pub(crate) struct ReportOut<'a> {
    /// The version of this format.
    v: u8,
    /// The game.
    game: &'a str,
    /// True if every check was made and no check failed.
    ok: bool,
    /// The result of each check.
    points: &'a [Finding],
    /// The time that the first answer took, in milliseconds, or `null` if the first message was not answered.
    start_up: Option<f64>,
    /// The number of answers after the first one.
    answers: usize,
    /// At least 50 % of the answers after the first one took no longer than this time, in milliseconds. It is `null` if
    /// there was no such answer.
    p50: Option<f64>,
    /// At least 90 % of the answers after the first one took no longer than this time, in milliseconds. It is `null` if
    /// there was no such answer.
    p90: Option<f64>,
    /// At least 99 % of the answers after the first one took no longer than this time, in milliseconds. It is `null` if
    /// there was no such answer.
    p99: Option<f64>,
    /// The longest time that an answer after the first one took, in milliseconds. It is `null` if there was no such
    /// answer.
    max: Option<f64>,
    /// The beginning and the end of the text that the bot wrote to standard error.
    stderr: String,
    /// The mechanisms that enforce the limits of the bot.
    limits: LimitsOut<'a>,
}

#[cfg(arena)]
impl<'a> ReportOut<'a> {
    pub(super) fn new(report: &'a CheckReport, game: GameName) -> Self {
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
            limits: LimitsOut::new(&report.level),
        }
    }
}

/// The mechanisms that enforce the limits of the bot. A mechanism is `null` if its limit is not enforced.
#[derive(serde::Serialize)]
pub(crate) struct LimitsOut<'a> {
    /// The mechanism that limits the memory of all processes together.
    pub(super) memory: Option<&'a str>,
    /// The mechanism that limits the number of processes and threads.
    pub(super) processes: Option<&'a str>,
    /// The mechanism that limits the bot's share of the processors.
    pub(super) processors: Option<&'a str>,
}

#[cfg(arena)]
impl<'a> LimitsOut<'a> {
    pub(super) fn new(level: &'a Level) -> Self {
        Self {
            memory: level.enforced_by(Promise::Memory),
            processes: level.enforced_by(Promise::Count),
            processors: level.enforced_by(Promise::Processors),
        }
    }
}
