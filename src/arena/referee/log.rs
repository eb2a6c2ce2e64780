//! The message log, with one JSON object per line.

use crate::arena::faults::{Fault, Stage};
use crate::json::quote;
use std::fmt::Write as _;
use std::time::Duration;

/// Whether answer times are logged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Timing {
    /// The times are logged.
    #[default]
    Logged,
    /// The times are omitted, so that identical games have identical logs.
    Omitted,
}

/// The log of one game. Messages are logged in the order in which they are sent, and answers in the order of
/// their messages. Identical games therefore have identical logs, apart from the times.
#[derive(Debug, Default)]
pub struct Log {
    /// The text with which every line begins, or `None` if nothing is logged.
    head: Option<String>,
    timing: Timing,
    text: String,
}

impl Log {
    /// Creates a log that records nothing.
    pub const fn none() -> Self {
        Self { head: None, timing: Timing::Omitted, text: String::new() }
    }

    /// Creates the log of one game. Each line begins with the name and number of the game (counted from 1).
    ///
    /// ```
    /// use clowder::arena::referee::{Log, Timing};
    ///
    /// assert_eq!(Log::of("tictactoe", 1, Timing::Omitted).text(), "", "nothing has been sent yet");
    /// ```
    pub fn of(game: &str, number: usize, timing: Timing) -> Self {
        Self {
            head: Some(format!("{{\"game\":{},\"id\":{number}", quote(game))),
            timing,
            text: String::new(),
        }
    }

    /// The logged lines.
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(super) const fn is_kept(&self) -> bool {
        self.head.is_some()
    }

    fn put(&mut self, bot: &str, direction: &str, rest: std::fmt::Arguments<'_>) {
        if let Some(head) = &self.head {
            // Writing to a `String` cannot fail.
            let _ = writeln!(self.text, "{head},\"bot\":{},\"dir\":\"{direction}\"{rest}}}", quote(bot));
        }
    }

    pub(super) fn sent(&mut self, bot: &str, line: &str) {
        if self.is_kept() {
            self.put(bot, "in", format_args!(",\"line\":{}", quote(line.trim_end())));
        }
    }

    pub(super) fn answered(&mut self, bot: &str, line: &str, took: Duration) {
        if self.timing == Timing::Logged {
            self.put(bot, "out", format_args!(",\"line\":{},\"us\":{}", quote(line), took.as_micros()));
        } else {
            self.put(bot, "out", format_args!(",\"line\":{}", quote(line)));
        }
    }

    pub(super) fn ignored(&mut self, bot: &str, line: &str, why: &str) {
        self.put(bot, "out", format_args!(",\"line\":{},\"ignored\":{}", quote(line), quote(why)));
    }

    pub(super) fn errors(&mut self, bot: &str, errors: &str) {
        if !errors.is_empty() {
            self.put(bot, "stderr", format_args!(",\"stderr\":{}", quote(errors)));
        }
    }

    pub(super) fn fault(&mut self, bot: &str, stage: Stage, fault: Fault) {
        let stage = match stage {
            Stage::Frame => "frame",
            Stage::Inactive => "inactive",
            Stage::Turn => "turn",
        };
        self.put(bot, "fault", format_args!(",\"fault\":\"{fault}\",\"in\":\"{stage}\""));
    }
}
