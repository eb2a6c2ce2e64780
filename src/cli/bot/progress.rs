//! Shows the current standings on standard error while games are played, if standard error is a terminal.

use super::table;
use crate::arena::tournament::{Plan, PlayedGames, game_count, standings};
use crate::cli::output;
use crate::render::{self, Look, ansi};
use indicatif::ProgressBar;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Minimum time between two updates of the table.
const PAUSE: Duration = Duration::from_millis(200);

pub(super) struct Progress<'a> {
    plan: &'a Plan,
    look: Look,
    colour: bool,
    bar: ProgressBar,
    shown: Mutex<Option<Instant>>,
}

impl<'a> Progress<'a> {
    pub(super) fn new(plan: &'a Plan, look: Look, colour: bool) -> Self {
        let template = "{msg}{bar:30} {pos}/{len} games, {elapsed} (about {eta} left)";
        let bar = output::progress(Some(game_count(plan) as u64), template);
        Self { plan, look, colour, bar, shown: Mutex::new(None) }
    }

    /// Updates the table on the screen, unless the last update was less than [`PAUSE`] ago.
    pub(super) fn show(&self, games: &PlayedGames) {
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_position(games.values().map(Vec::len).sum::<usize>() as u64);
        let Ok(mut shown) = self.shown.lock() else {
            return;
        };
        if shown.is_some_and(|last| last.elapsed() < PAUSE) {
            return;
        }
        *shown = Some(Instant::now());
        let scene =
            render::standings::standings(&table::names(self.plan), &standings(self.plan, games), &self.look);
        let mut text = if self.colour { ansi(&scene) } else { scene.text() };
        for line in table::comparison(self.plan, games) {
            text += &line;
            text.push('\n');
        }
        self.bar.set_message(text);
    }

    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
