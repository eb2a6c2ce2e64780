//! `pentomino tile --count`: counts the tilings by search or by dynamic programming.

use super::batch::pool;
use super::output::progress;
use super::{Context, Format, Result};
use crate::notation::plural;
use crate::polyomino::tiling::{Branch, Count, FrontierCount, FrontierProgress, Interrupted, Puzzle};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget};
use num_bigint::BigUint;
use rayon::prelude::*;
use serde::Serializer;
use serde::ser::Error as _;
use serde_json::value::RawValue;
use std::io::IsTerminal as _;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The result of counting tilings.
#[derive(Default, serde::Serialize)]
pub(crate) struct CountOut {
    /// Number of distinct tilings, up to rotation and reflection. The number can exceed 2^64.
    #[serde(serialize_with = "digits")]
    distinct: BigUint,
    /// Number of all tilings, including rotations and reflections. The number can exceed 2^64.
    #[serde(serialize_with = "digits")]
    all: BigUint,
    /// True if counting was stopped early.
    stopped: bool,
    /// Resources used by the dynamic programming. Missing if the tilings were counted by search, or if counting was
    /// stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    frontier: Option<Used>,
}

#[derive(serde::Serialize)]
struct Used {
    /// Maximum number of states after any step of the computation.
    states: usize,
    /// Maximum memory used by the states, in bytes.
    bytes: usize,
}

/// Writes a number of any size as a JSON integer.
fn digits<S: Serializer>(number: &BigUint, serializer: S) -> Result<S::Ok, S::Error> {
    let raw = RawValue::from_string(number.to_string()).map_err(S::Error::custom)?;
    serde::Serialize::serialize(&raw, serializer)
}

/// Writes the number of tilings, and returns that number (capped at [`u64::MAX`]). `memory` is the memory
/// limit in MiB.
pub(super) fn count(
    puzzle: &Puzzle,
    all: bool,
    memory: Option<u32>,
    (jobs, stop): (usize, &AtomicBool),
    context: &mut Context,
) -> Result<u64> {
    let frontier = if puzzle.prefers_frontier() { count_by_frontier(puzzle, memory, stop)? } else { None };
    let count = match frontier {
        Some(count) => count,
        None => count_by_search(puzzle, jobs, stop)?,
    };
    let asked = if all { &count.all } else { &count.distinct };
    match context.format() {
        Format::Plain => context.line(asked.to_string())?,
        Format::Human => {
            let so_far = if count.stopped { " so far" } else { "" };
            let distinct = plural(&count.distinct, "distinct tiling");
            context.line(format!("{distinct}, {} in all{so_far}", count.all))?;
            if let Some(Used { states, bytes }) = count.frontier {
                let size = bytes.div_ceil(1000);
                context.line(format!(
                    "counted by dynamic programming, with at most {states} states in {size} kB"
                ))?;
            }
        }
        Format::Json => context.json(&count)?,
    }
    Ok(u64::try_from(asked).unwrap_or(u64::MAX))
}

/// Counts the tilings by dynamic programming. Returns `None` if dynamic programming is impossible but the
/// puzzle is small enough for a search.
///
/// # Errors
/// If neither dynamic programming nor a search is possible, returns an error that says what counting would
/// require.
fn count_by_frontier(puzzle: &Puzzle, memory: Option<u32>, stop: &AtomicBool) -> Result<Option<CountOut>> {
    let limit = memory.map_or_else(free_memory, |mib| (mib as usize) << 20);
    let bar = progress_bar(0, "row {msg}, {elapsed}");
    let mut watch = |now: FrontierProgress| {
        let FrontierProgress { row, rows, run, states, .. } = now;
        bar.set_message(format!("{} of {rows} in run {run}, {} states", row + 1, HumanCount(states as u64)));
        show(&bar);
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut counted = puzzle.count_by_frontier(limit, &mut watch);
    let mut needed = 0.0;
    if counted == Err(Interrupted::Memory) && !puzzle.is_small() {
        match puzzle.memory_for_frontier(&mut watch) {
            Ok(bytes) => needed = bytes,
            Err(error) => counted = Err(error),
        }
    }
    bar.finish_and_clear();
    Ok(match counted {
        Ok(FrontierCount { distinct, all, states, bytes, .. }) => {
            Some(CountOut { distinct, all, stopped: false, frontier: Some(Used { states, bytes }) })
        }
        Err(Interrupted::Stopped) => Some(CountOut { stopped: true, ..CountOut::default() }),
        Err(_) if puzzle.is_small() => None,
        Err(Interrupted::Width(bits)) => anyhow::bail!(
            "cannot count these tilings: a state would take {bits} bits, and 64 are available; the region is too wide, or too many pieces are limited"
        ),
        Err(_) => {
            let limit = limit >> 20;
            let needed = (needed / f64::from(1 << 20)).max(limit as f64 + 1.0);
            anyhow::bail!(
                "cannot count these tilings in {limit} MiB; about {needed:.0} MiB would be needed (--memory)"
            )
        }
    })
}

/// The memory limit in bytes on systems that do not report the available memory.
const MEMORY: usize = 1 << 30;

/// Returns three quarters of the available memory in bytes.
fn free_memory() -> usize {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kib: Option<usize> = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
    kib.map_or(MEMORY, |kib| kib * 768)
}

/// Progress is shown only after this time, because most searches end earlier.
const QUIET: Duration = Duration::from_millis(500);

/// Creates a hidden progress bar, which [`show`] makes visible.
fn progress_bar(length: usize, template: &str) -> ProgressBar {
    let bar = progress(Some(length as u64), template);
    bar.set_draw_target(ProgressDrawTarget::hidden());
    bar
}

/// Makes a progress bar visible on a terminal once the work has taken longer than [`QUIET`].
fn show(bar: &ProgressBar) {
    if bar.is_hidden() && bar.elapsed() > QUIET && std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::stderr());
        bar.enable_steady_tick(QUIET / 5);
    }
}

/// Counts the tilings by enumerating them. On a terminal, a long search shows its progress.
fn count_by_search(puzzle: &Puzzle, jobs: usize, stop: &AtomicBool) -> Result<CountOut> {
    let branches: Vec<_> = puzzle.branches().collect();
    let style = "{bar:30} {pos} of {len} parts searched, {msg} tilings in them, {elapsed}";
    let bar = progress_bar(branches.len(), style);
    let found = AtomicU64::new(0);
    let count_branch = |branch: &Branch<'_>| {
        if stop.load(Ordering::Relaxed) {
            return Count::default();
        }
        let count = branch.count(stop);
        let found = found.fetch_add(count.all, Ordering::Relaxed) + count.all;
        bar.set_message(HumanCount(found).to_string());
        bar.inc(1);
        show(&bar);
        count
    };
    let add = |mut one: Count, other| {
        one += other;
        one
    };
    let pool = pool(jobs)?;
    let parts = branches.par_iter().with_max_len(1);
    let Count { distinct, all } = pool.install(|| parts.map(count_branch).reduce(Count::default, add));
    bar.finish_and_clear();
    let (distinct, all) = (BigUint::from(distinct), BigUint::from(all));
    Ok(CountOut { distinct, all, stopped: stop.load(Ordering::Relaxed), frontier: None })
}
