//! The log of messages: one JSON object a line.

use crate::arena::faults::{Fault, Stage};
use crate::json::quote;
use std::fmt::Write as _;
use std::time::Duration;

/// The messages of one game, in the order they were sent; the answers of two players in the order of their messages,
/// so that equal games have equal logs.
#[derive(Debug, Default)]
pub struct Log {
    /// What every line begins with; nothing is written without it.
    head: Option<String>,
    timing: bool,
    text: String,
}

impl Log {
    /// A log that keeps nothing.
    pub const fn none() -> Self {
        Self { head: None, timing: false, text: String::new() }
    }

    /// A log of one game: its lines begin with the game's name and its number from 1.
    pub fn of(game: &str, number: usize, timing: bool) -> Self {
        Self {
            head: Some(format!("{{\"game\":{},\"id\":{number}", quote(game))),
            timing,
            text: String::new(),
        }
    }

    /// The lines.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn put(&mut self, bot: &str, direction: &str, rest: std::fmt::Arguments<'_>) {
        if let Some(head) = &self.head {
            // A `String` takes any text; writing to it cannot fail.
            let _ = writeln!(self.text, "{head},\"bot\":{},\"dir\":\"{direction}\"{rest}}}", quote(bot));
        }
    }

    /// A message to a bot.
    pub(super) fn sent(&mut self, bot: &str, line: &str) {
        if self.head.is_some() {
            self.put(bot, "in", format_args!(",\"line\":{}", quote(line.trim_end())));
        }
    }

    /// The line that answered it.
    pub(super) fn answered(&mut self, bot: &str, line: &str, took: Duration) {
        if self.timing {
            self.put(bot, "out", format_args!(",\"line\":{},\"us\":{}", quote(line), took.as_micros()));
        } else {
            self.put(bot, "out", format_args!(",\"line\":{}", quote(line)));
        }
    }

    /// A line that did not count.
    pub(super) fn ignored(&mut self, bot: &str, line: &str, why: &str) {
        self.put(bot, "out", format_args!(",\"line\":{},\"ignored\":{}", quote(line), quote(why)));
    }

    /// A fault.
    pub(super) fn fault(&mut self, bot: &str, stage: Stage, fault: Fault) {
        let stage = match stage {
            Stage::Frame => "frame",
            Stage::Inactive => "inactive",
            Stage::Turn => "turn",
        };
        self.put(bot, "fault", format_args!(",\"fault\":\"{fault}\",\"in\":\"{stage}\""));
    }
}
