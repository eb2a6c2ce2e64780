//! `pentomino tile --count`: counts the tilings by search or by dynamic programming.

use super::output::note;
use super::pentomino_progress::Progress;
use super::pentomino_tile::TilingRun;
use super::{Context, Format};
use crate::diagnostics::json;
use crate::notation::plural;
use crate::polyomino::tiling::{Branch, Count, FrontierCount, Interrupted, Natural};
use rayon::prelude::*;
use serde::Serializer;
use serde::ser::Error as _;
use serde_json::value::RawValue;

/// The number of tilings.
#[derive(Default, serde::Serialize)]
pub(crate) struct CountOut {
    /// The number of distinct tilings: rotations and reflections of a tiling do not count as further tilings. The
    /// number can be larger than 2^64.
    #[serde(serialize_with = "digits")]
    distinct: Natural,
    /// The number of all tilings. It can be larger than 2^64.
    #[serde(serialize_with = "digits")]
    all: Natural,
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
fn digits<S: Serializer>(number: &Natural, serializer: S) -> Result<S::Ok, S::Error> {
    let raw = RawValue::from_string(number.to_string()).map_err(S::Error::custom)?;
    serde::Serialize::serialize(&raw, serializer)
}

impl TilingRun<'_> {
    /// Writes the number of tilings. Returns the number, or the largest `u64` if the number is larger.
    pub(super) fn count(&self, all: bool, context: &mut Context) -> anyhow::Result<u64> {
        let count = match self.count_by_frontier() {
            Some(count) => count,
            None => self.count_by_search()?,
        };
        let asked = if all { count.all } else { count.distinct };
        match context.format() {
            Format::Plain => context.output.line(asked.to_string())?,
            Format::Human => {
                let so_far = if count.stopped { " so far" } else { "" };
                let CountOut { distinct, all, .. } = count;
                let distinct = plural(distinct, "distinct tiling");
                context.output.line(format!("{distinct}, {all} in all{so_far}"))?;
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

    /// Counts the tilings without enumerating them. Returns `None` if a search is probably faster, or if there are too
    /// many states.
    fn count_by_frontier(&self) -> Option<CountOut> {
        if !self.puzzle.prefers_frontier() {
            return None;
        }
        match self.puzzle.count_by_frontier(FrontierCount::MEMORY, &self.stop) {
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

    /// Counts the tilings by finding each of them.
    fn count_by_search(&self) -> anyhow::Result<CountOut> {
        let branches: Vec<_> = self.puzzle.branches().collect();
        let Count { distinct, all } =
            Progress::during(branches.len(), |progress| -> anyhow::Result<Count> {
                let count_branch = |branch: &Branch<'_>| {
                    if self.stopped() {
                        return Count::default();
                    }
                    let count = branch.count(&self.stop);
                    progress.add(count.all);
                    count
                };
                let add = |mut one: Count, other| {
                    one += other;
                    one
                };
                if self.jobs == 1 {
                    return Ok(branches.iter().map(count_branch).fold(Count::default(), add));
                }
                let pool = rayon::ThreadPoolBuilder::new().num_threads(self.jobs).build()?;
                let branches = branches.par_iter().with_max_len(1);
                Ok(pool.install(|| branches.map(count_branch).reduce(Count::default, add)))
            })?;
        let (distinct, all) = (Natural::from(distinct), Natural::from(all));
        Ok(CountOut { distinct, all, stopped: self.stopped(), frontier: None })
    }
}
