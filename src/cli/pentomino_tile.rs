//! `pentomino tile`: every tiling of a region.

use super::exit::Status;
use super::input;
use super::output::note;
use super::result::{Name, human_faults};
use super::{Context, Format};
use crate::diagnostics::json;
use crate::notation::Kind;
use crate::polyomino::tiling::{Count, Puzzle, Tiling};
use crate::polyomino::{Pieces, Region};
use crate::raft::catalogue::fire_tiles;
use crate::render::{Look, polyomino as draw};
use clap::ValueEnum;
use indicatif::ProgressBar;
use rayon::prelude::*;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("what").args(["count", "first", "all", "limit", "export"]))]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own on the command line")]
pub(crate) struct Arguments {
    /// The region: drawn (`.` to fill, `#` or a space a hole, a letter for that piece), or `6x10`
    #[arg(value_name = "REGION")]
    region: OsString,
    /// The pieces: `pentominoes`, `fire-tiles`, names as in `FILN`, letters of fire tiles, rows or utility
    /// strings, with commas between them and how many there are after a `*`: `FILN,XX/XX*3,c*2`
    #[arg(long, value_name = "PIECES", default_value = "pentominoes")]
    pieces: String,
    /// Pieces may be left over
    #[arg(long)]
    at_most: bool,
    /// Only say how many there are
    #[arg(long)]
    count: bool,
    /// Only the first one found
    #[arg(long)]
    first: bool,
    /// Every one: the default
    #[arg(long)]
    all: bool,
    /// At most so many
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// The puzzle itself for other programs, not solved
    #[arg(long, value_enum, value_name = "FORM")]
    export: Option<Export>,
    /// Whether images of a tiling under the symmetries of the region are tilings of their own
    #[arg(long, value_enum, default_value_t, value_name = "WHICH")]
    symmetry: Symmetry,
    /// Pieces may not be turned over: a pentomino's name stands for it and, in a small letter, for its mirror
    /// image; fire tiles and drawn shapes stand for themselves alone
    #[arg(long)]
    one_sided: bool,
    /// Threads [default: one a processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Write tilings as lines of letters, not as pictures
    #[arg(long)]
    letters: bool,
    /// Use ASCII characters only
    #[arg(long)]
    ascii: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Export {
    /// Knuth's format for his DLX programs
    Dlx,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Symmetry {
    /// One for all images
    #[default]
    Distinct,
    /// Every image
    All,
}

/// What a run works with.
struct Run<'a> {
    arguments: &'a Arguments,
    puzzle: Puzzle,
    stop: Arc<AtomicBool>,
    terminated: Arc<AtomicBool>,
    jobs: usize,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let item = input::one(&arguments.region, "region", Kind::Region)?;
    let colour = context.output.error_colour;
    // Both are read, so that the faults of both are told.
    let region = item.read::<Region>(colour);
    let pieces = pieces(&arguments.pieces, arguments.one_sided, colour);
    let (Some(region), Some(pieces)) = (region, pieces) else { return Ok(Status::No) };
    let puzzle = Puzzle::new(region, pieces, arguments.at_most);
    if arguments.export.is_some() {
        context.output.write(puzzle.cover().to_dlx())?;
        if let Some(reason) = puzzle.unsolvable() {
            note(format!("clowder: the item `unsolvable` is in no option: {reason}"));
        }
        return Ok(Status::Yes);
    }
    let reason = puzzle.unsolvable();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let run = Run {
        arguments,
        puzzle,
        stop: Arc::new(AtomicBool::new(false)),
        terminated: Arc::new(AtomicBool::new(false)),
        jobs: arguments.jobs.map_or(processors, usize::from),
    };
    run.watch()?;
    let found = if arguments.count { run.count(context)? } else { run.list(context)? };
    if run.stop.load(Ordering::Relaxed) {
        note(format!("clowder: stopped after {found} tilings, there may be more"));
        let terminated = run.terminated.load(Ordering::Relaxed);
        return Ok(if terminated { Status::Terminated } else { Status::Interrupted });
    }
    if found == 0 && arguments.limit != Some(0) {
        note(match reason {
            Some(reason) => format!("clowder: no tiling: {reason}"),
            None => "clowder: no tiling: every way was tried".to_owned(),
        });
        return Ok(Status::No);
    }
    Ok(Status::Yes)
}

/// The pieces of a list; its faults go to standard error.
fn pieces(list: &str, one_sided: bool, colour: bool) -> Option<Pieces> {
    let tiles: Vec<_> = fire_tiles().iter().map(|tile| (tile.id.letter(), &tile.shape)).collect();
    let told = |faults| human_faults(Name::Source("pieces"), Kind::Polyomino, list, &faults, colour);
    Pieces::read(list, one_sided, &tiles).map_err(|faults| note(told(faults).trim_end())).ok()
}

#[derive(serde::Serialize)]
struct CountOut {
    distinct: u64,
    all: u64,
    stopped: bool,
}

#[derive(serde::Serialize)]
struct TilingOut<'a> {
    n: u64,
    rows: &'a [String],
}

impl Run<'_> {
    /// An interrupt stops the search, a second one the program.
    fn watch(&self) -> anyhow::Result<()> {
        use signal_hook::flag;
        for (signal, status) in [(SIGINT, Status::Interrupted), (SIGTERM, Status::Terminated)] {
            flag::register_conditional_shutdown(signal, status.code().into(), Arc::clone(&self.stop))?;
        }
        flag::register(SIGTERM, Arc::clone(&self.terminated))?;
        for signal in [SIGINT, SIGTERM] {
            flag::register(signal, Arc::clone(&self.stop))?;
        }
        Ok(())
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        Ok(rayon::ThreadPoolBuilder::new().num_threads(self.jobs).build()?)
    }

    /// Writes how many tilings there are.
    fn count(&self, context: &mut Context) -> anyhow::Result<u64> {
        let puzzle = &self.puzzle;
        // Drawn on a terminal alone, and only once it has taken long enough to be missed.
        let bar = ProgressBar::new(puzzle.parts() as u64);
        let begun = std::time::Instant::now();
        let count_part = |part| {
            if self.stopped() {
                return Count::default();
            }
            let count = puzzle.count_part(part, &self.stop);
            if begun.elapsed().as_millis() > 500 {
                bar.set_position(part as u64);
            }
            count
        };
        let add = |mut one: Count, other| {
            one += other;
            one
        };
        let count = if self.jobs == 1 {
            (0..puzzle.parts()).map(count_part).fold(Count::default(), add)
        } else {
            let parts = 0..puzzle.parts();
            self.pool()?
                .install(|| parts.into_par_iter().with_max_len(1).map(count_part).reduce(Count::default, add))
        };
        bar.finish_and_clear();
        let asked = match self.arguments.symmetry {
            Symmetry::Distinct => count.distinct,
            Symmetry::All => count.all,
        };
        match context.format() {
            Format::Plain => context.output.line(asked.to_string())?,
            Format::Human => {
                context.output.line(format!("{} distinct tilings, {} in all", count.distinct, count.all))?;
            }
            Format::Json => {
                let Count { distinct, all } = count;
                let out = CountOut { distinct, all, stopped: self.stopped() };
                context.output.line(json::text(&out)?)?;
            }
        }
        Ok(asked)
    }

    /// Writes the tilings in the order of the search, which does not depend on the number of threads.
    fn list(&self, context: &mut Context) -> anyhow::Result<u64> {
        let most = if self.arguments.first { 1 } else { self.arguments.limit.unwrap_or(u64::MAX) };
        let all = self.arguments.symmetry == Symmetry::All;
        let mut written = 0;
        if self.jobs == 1 || most <= 1 {
            let mut result = Ok(());
            for part in 0..self.puzzle.parts() {
                let go_on = written < most
                    && self.puzzle.visit_part(part, all, &self.stop, |tiling| {
                        written += 1;
                        result = self.write(&tiling, written, context);
                        result.is_ok() && written < most
                    });
                if !go_on {
                    break;
                }
            }
            return result.map(|()| written);
        }
        let pool = self.pool()?;
        let parts: Vec<_> = (0..self.puzzle.parts()).collect();
        for parts in parts.chunks(self.jobs * 4) {
            let some = |&part: &usize| {
                let mut tilings = Vec::new();
                self.puzzle.visit_part(part, all, &self.stop, |tiling| {
                    tilings.push(tiling);
                    (tilings.len() as u64) < most
                });
                tilings
            };
            let found: Vec<Vec<Tiling>> = pool.install(|| parts.par_iter().map(some).collect());
            for tiling in found.iter().flatten().take((most - written).min(usize::MAX as u64) as usize) {
                written += 1;
                self.write(tiling, written, context)?;
            }
            if written == most || self.stopped() {
                break;
            }
        }
        Ok(written)
    }

    fn write(&self, tiling: &Tiling, n: u64, context: &mut Context) -> anyhow::Result<()> {
        let format = context.format();
        let pieces = self.puzzle.pieces();
        if format == Format::Human && !self.arguments.letters {
            let look: Look = context.output.look(self.arguments.ascii);
            return context.output.scene(&draw::tiling(tiling, self.puzzle.region(), pieces, &look));
        }
        let letter =
            |owner: &Option<usize>| owner.map_or('#', |number| pieces.list()[tiling.pieces[number]].letter);
        let rows = tiling.owner.chunks(self.puzzle.region().width());
        let rows: Vec<String> = rows.map(|row| row.iter().map(letter).collect()).collect();
        match format {
            Format::Json => context.output.line(json::text(&TilingOut { n, rows: &rows })?),
            Format::Plain => context.output.line(rows.join("/")),
            Format::Human => context.output.line(rows.join("\n") + "\n"),
        }
    }
}
