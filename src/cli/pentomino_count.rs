//! `pentomino tile --count`: counts the tilings by search or by dynamic programming.

use super::output::note;
use super::{Context, Format};
use crate::diagnostics::json;
use crate::notation::plural;
use crate::polyomino::tiling::{Branch, Count, FrontierCount, Interrupted, Puzzle};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use num_bigint::BigUint;
use rayon::prelude::*;
use serde::Serializer;
use serde::ser::Error as _;
use serde_json::value::RawValue;
use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The number of tilings.
#[derive(Default, serde::Serialize)]
pub(crate) struct CountOut {
    /// The number of distinct tilings: rotations and reflections of a tiling do not count as further tilings. The
    /// number can be larger than 2^64.
    #[serde(serialize_with = "digits")]
    distinct: BigUint,
    /// The number of all tilings. It can be larger than 2^64.
    #[serde(serialize_with = "digits")]
    all: BigUint,
    /// True if the count was stopped before its end.
    stopped: bool,
    /// The resources that the dynamic programming used. This member is missing if the tilings were counted by a search,
    /// or if the count was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    frontier: Option<Used>,
}

/// The resources that the dynamic programming used.
#[derive(serde::Serialize)]
struct Used {
    /// The largest number of states after a step of the computation.
    states: usize,
    /// The largest number of bytes that the states needed.
    bytes: usize,
}

/// Writes a number with all its digits as a JSON integer.
fn digits<S: Serializer>(number: &BigUint, serializer: S) -> Result<S::Ok, S::Error> {
    let raw = RawValue::from_string(number.to_string()).map_err(S::Error::custom)?;
    serde::Serialize::serialize(&raw, serializer)
}

/// Writes the number of tilings. Returns the number, or the largest `u64` if the number is larger.
pub(super) fn count(
    puzzle: &Puzzle,
    all: bool,
    (jobs, stop): (usize, &AtomicBool),
    context: &mut Context,
) -> anyhow::Result<u64> {
    let count = match count_by_frontier(puzzle, stop) {
        Some(count) => count,
        None => count_by_search(puzzle, jobs, stop)?,
    };
    let asked = if all { &count.all } else { &count.distinct };
    match context.format() {
        Format::Plain => context.output.line(asked.to_string())?,
        Format::Human => {
            let so_far = if count.stopped { " so far" } else { "" };
            let distinct = plural(&count.distinct, "distinct tiling");
            context.output.line(format!("{distinct}, {} in all{so_far}", count.all))?;
            if let Some(Used { states, bytes }) = count.frontier {
                let size = bytes.div_ceil(1000);
                context.output.line(format!(
                    "counted by dynamic programming, with at most {states} states in {size} kB"
                ))?;
            }
        }
        Format::Json => context.output.line(json::text(&count)?)?,
    }
    Ok(u64::try_from(asked).unwrap_or(u64::MAX))
}

/// Counts the tilings without enumerating them. Returns `None` if a search is probably faster, or if there are too many
/// states.
fn count_by_frontier(puzzle: &Puzzle, stop: &AtomicBool) -> Option<CountOut> {
    if !puzzle.prefers_frontier() {
        return None;
    }
    match puzzle.count_by_frontier(FrontierCount::MEMORY, stop) {
        Ok(FrontierCount { distinct, all, states, bytes, .. }) => {
            Some(CountOut { distinct, all, stopped: false, frontier: Some(Used { states, bytes }) })
        }
        Err(Interrupted::Stopped) => Some(CountOut { stopped: true, ..CountOut::default() }),
        Err(_) => {
            let limit = FrontierCount::MEMORY >> 20;
            note(format!(
                "clowder: dynamic programming needs more than {limit} MiB here, so the tilings are found one by one"
            ));
            None
        }
    }
}

/// The time after which the progress of a search is shown. Most searches take less time than this.
const QUIET: Duration = Duration::from_millis(500);

/// Counts the tilings by finding each of them. On a terminal, a long search shows its progress.
fn count_by_search(puzzle: &Puzzle, jobs: usize, stop: &AtomicBool) -> anyhow::Result<CountOut> {
    let branches: Vec<_> = puzzle.branches().collect();
    let style = "{bar:30} {pos} of {len} parts searched, {msg} tilings in them, {elapsed}";
    let bar = ProgressBar::with_draw_target(Some(branches.len() as u64), ProgressDrawTarget::hidden());
    bar.set_style(ProgressStyle::with_template(style)?);
    let found = AtomicU64::new(0);
    let count_branch = |branch: &Branch<'_>| {
        if stop.load(Ordering::Relaxed) {
            return Count::default();
        }
        let count = branch.count(stop);
        let found = found.fetch_add(count.all, Ordering::Relaxed) + count.all;
        bar.set_message(HumanCount(found).to_string());
        bar.inc(1);
        if bar.is_hidden() && bar.elapsed() > QUIET && std::io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(QUIET / 5);
        }
        count
    };
    let add = |mut one: Count, other| {
        one += other;
        one
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build()?;
    let parts = branches.par_iter().with_max_len(1);
    let Count { distinct, all } = pool.install(|| parts.map(count_branch).reduce(Count::default, add));
    bar.finish_and_clear();
    let (distinct, all) = (BigUint::from(distinct), BigUint::from(all));
    Ok(CountOut { distinct, all, stopped: stop.load(Ordering::Relaxed), frontier: None })
}
