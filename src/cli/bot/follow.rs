//! `--follow`: watches a match or a tournament that another run is playing.

use super::interrupt;
use super::progress::Progress;
use super::table;
use crate::arena::tournament::{self, Follower, Plan, PlayedGames};
use crate::cli::exit::Status;
use crate::cli::output::note;
use crate::cli::{Context, Format};
use crate::diagnostics::escape::escape;
use anyhow::Context as _;
use std::path::Path;
use std::time::{Duration, Instant};

/// The shortest time between two readings of the journal.
const PAUSE: Duration = Duration::from_millis(200);

/// Shows the table until the tournament is over, or until no run uses the directory any more.
pub(super) fn follow(directory: &Path, ascii: bool, context: &mut Context) -> anyhow::Result<Status> {
    let name = || escape(&directory.display().to_string()).into_owned();
    let mut follower = Follower::new(directory).with_context(name)?;
    let mut seen: Option<Plan> = None;
    let plan = loop {
        // Before the program reads the journal, it checks if the run is still active. Therefore, the last records are
        // read even if the run ends between the two steps.
        let is_running = follower.is_running();
        follower.read().with_context(name)?;
        match follower.plan() {
            Some(plan) => break seen.insert(plan.clone()),
            None => anyhow::ensure!(is_running, "{}: the journal is empty, and no run is using it", name()),
        }
        std::thread::sleep(PAUSE);
    };
    let progress = Progress::new(plan, context.output.look(ascii), context.output.error_colour);
    let mut is_new = true;
    let (games, is_over) = loop {
        let begun = Instant::now();
        let is_running = follower.is_running();
        is_new |= follower.read().with_context(name)?;
        let games = follower.games().with_context(name)?;
        let is_over = tournament::is_over(plan, &games);
        let is_last = is_over || !is_running;
        if is_new && context.format() == Format::Json && !is_last {
            table::write(plan, &games, ascii, context)?;
            context.output.flush()?;
        }
        progress.show(&games);
        if is_last {
            break (games, is_over);
        }
        is_new = false;
        // The pause is longer for a long journal, because reading it must not take much processor time from the bots.
        std::thread::sleep(PAUSE.max(10 * begun.elapsed()));
    };
    progress.end();
    finish(directory, plan, &games, is_over, ascii, context)
}

/// Writes the last table, and reports if games are missing.
fn finish(
    directory: &Path,
    plan: &Plan,
    games: &PlayedGames,
    is_over: bool,
    ascii: bool,
    context: &mut Context,
) -> anyhow::Result<Status> {
    table::write(plan, games, ascii, context)?;
    if !is_over {
        note("no run is using this directory any more, and games are missing");
        interrupt::tell_how_to_resume(Some(directory), plan, 1);
    }
    Ok(Status::Yes)
}
