//! `pentomino tile`: finds all tilings of a region.

use super::batch::cores;
use super::exit::Status;
use super::figure::FigureOptions;
use super::hints::{AssessmentOut, HintOut};
use super::in_order::in_order;
use super::input;
use super::output::note;
use super::pentomino_progress::Progress;
use super::shape_input::{pieces, region};
use super::signals::end;
use super::system::watch_signals;
use super::{Context, Format};
use crate::diagnostics::json;
use crate::notation::{Kind, plural};
use crate::polyomino::Region;
use crate::polyomino::tiling::{
    Advice, Branch, Count, FrontierCount, Images, Interrupted, Puzzle, Tiling, Usage,
};
use crate::render;
use crate::render::figure::html::Section;
use crate::shape::Sides;
use clap::ValueEnum;
use num_bigint::BigUint;
use rayon::prelude::*;
use serde::Serializer;
use serde::ser::Error as _;
use serde_json::value::RawValue;
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("what").args(["count", "first", "all", "limit", "hint"]))]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own on the command line")]
pub(crate) struct Arguments {
    /// The region as rows (`.` is a square to fill, `#` or a space is a hole, and a letter is a square that is reserved
    /// for the piece with this letter), or as a size such as `6x10` [default: standard input]
    #[arg(value_name = "REGION")]
    region: Option<OsString>,
    /// The pieces: `pentominoes`, `fire-tiles`, names such as `FILN`, letters of fire tiles, rows, or squares such as
    /// `a000110`. Commas separate them. `*` and a number after a piece set the number of copies, and `*` without a
    /// number allows any number of copies: `FILN,XX/XX*3,c*`. `@PATH` reads a file
    #[arg(long, value_name = "PIECES", default_value = "pentominoes")]
    pieces: OsString,
    /// Allow pieces to be left over
    #[arg(long)]
    at_most: bool,
    /// Print only the number of tilings
    #[arg(long)]
    count: bool,
    /// Print one placement that is in every tiling, the reason for it, and the difficulty of the puzzle. If squares of
    /// the region have the letter of a piece, the piece is already placed there
    #[arg(long, conflicts_with_all = ["output", "symmetry"])]
    hint: bool,
    /// Find only the first tiling
    #[arg(long)]
    first: bool,
    /// Find every tiling. This is the default for text output; an SVG, PNG or HTML picture contains only the first
    /// tiling by default
    #[arg(long)]
    all: bool,
    /// Maximum number of tilings
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Treatment of tilings that are rotations or reflections of each other
    #[arg(long, value_enum, default_value_t, value_name = "WHICH")]
    symmetry: Symmetry,
    /// Do not turn pieces over. Instead, if the mirror image of a pentomino is a different shape, this image becomes a
    /// second piece. The name of the second piece is the small letter. No mirror images are added for fire tiles and
    /// for shapes given as rows or squares
    #[arg(long)]
    one_sided: bool,
    /// Number of threads [default: one per core]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    #[arg(long, help = crate::cli::ASCII)]
    ascii: bool,
    #[command(flatten)]
    figure: FigureOptions,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Symmetry {
    /// Find only one of these tilings
    #[default]
    Distinct,
    /// Find all of these tilings
    All,
}

/// The settings of a run, and the puzzle.
pub(super) struct TilingRun<'a> {
    arguments: &'a Arguments,
    pub(super) puzzle: Puzzle,
    /// A flag that ends the search when it becomes true.
    pub(super) stop: Arc<AtomicBool>,
    /// The exit status of the signal that has ended the search.
    signal: Arc<OnceLock<Status>>,
    pub(super) jobs: usize,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    arguments.figure.open(context)?;
    let item = region(arguments.region.as_ref())?;
    let colour = context.output.error_colour;
    // Both the region and the pieces are read, so that the errors in both are reported.
    let area = item.read::<Region>(colour);
    let sides = if arguments.one_sided { Sides::One } else { Sides::Both };
    let pieces = pieces(&input::one(&arguments.pieces, "pieces", Kind::Polyomino)?, sides, colour);
    let (Some(area), Some(pieces)) = (area, pieces) else { return Ok(Status::No) };
    let puzzle = Puzzle::new(area, pieces, if arguments.at_most { Usage::AtMost } else { Usage::All });
    if arguments.hint {
        return hint(&puzzle, arguments.ascii, context);
    }
    let reason = puzzle.obstruction();
    let jobs = arguments.jobs.map_or_else(cores, usize::from).min(puzzle.branches().len().max(1));
    let run = TilingRun { arguments, puzzle, stop: Arc::default(), signal: Arc::default(), jobs };
    run.watch()?;
    let found = if arguments.count {
        run.count(arguments.symmetry == Symmetry::All, context)?
    } else if arguments.figure.is_wanted() {
        run.draw(context)?
    } else {
        run.list(context)?
    };
    if let Some(&status) = run.signal.get() {
        let found = plural(found as usize, "tiling");
        note(format!("clowder: stopped after {found}; there may be more"));
        return Ok(status);
    }
    if found == 0 && arguments.limit != Some(0) {
        note(match reason {
            Some(reason) => format!("clowder: no tiling: {reason}"),
            None => "clowder: no tiling: all possibilities were tried".to_owned(),
        });
        return Ok(Status::No);
    }
    Ok(Status::Yes)
}

/// One tiling.
#[derive(serde::Serialize)]
pub(crate) struct TilingOut {
    /// The number of the tiling, counted from 1.
    n: u64,
    /// The rows of the region, with the letter of the piece on each square.
    rows: Vec<String>,
    /// The pieces with their squares. The rows do not show where two pieces with the same letter meet.
    pieces: Vec<PieceOut>,
}

/// One piece of a tiling.
#[derive(serde::Serialize)]
pub(crate) struct PieceOut {
    /// The letter of the piece.
    letter: char,
    /// The squares of the piece, each as its row and its column.
    squares: Vec<[usize; 2]>,
}

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

/// The maximum time from an interrupt to the end of the program. Without this limit, the program could wait for ever
/// for a reader of its output that has stopped reading.
const PATIENCE: Duration = Duration::from_secs(2);

impl TilingRun<'_> {
    /// Begins to watch for signals. The first signal stops the search. A second signal ends the program at once. The
    /// program also ends if it is still running after the time [`PATIENCE`].
    fn watch(&self) -> anyhow::Result<()> {
        let (stop, signal) = (Arc::clone(&self.stop), Arc::clone(&self.signal));
        watch_signals(move |status| {
            if signal.set(status).is_err() {
                end(status);
            }
            stop.store(true, Ordering::Relaxed);
            std::thread::spawn(move || {
                std::thread::sleep(PATIENCE);
                end(status)
            });
        })?;
        Ok(())
    }

    pub(super) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Writes the tilings in the order of the search, which does not depend on the number of threads.
    fn list(&self, context: &mut Context) -> anyhow::Result<u64> {
        let most = if self.arguments.first { 1 } else { self.arguments.limit.unwrap_or(u64::MAX) };
        let mut shown = Instant::now();
        self.search(most, |tiling, number| {
            self.write(tiling, number, context)?;
            // The buffer is flushed, so that a tiling that was found after a long search is shown at once.
            if number == 1 || shown.elapsed() > Duration::from_millis(100) {
                context.output.flush()?;
                shown = Instant::now();
            }
            Ok(())
        })
    }

    /// Draws the first tiling, or a sheet with as many tilings as the options request.
    fn draw(&self, context: &mut Context) -> anyhow::Result<u64> {
        let many = if self.arguments.all { u64::MAX } else { 1 };
        let options = &self.arguments.figure;
        let (region, pieces) = (self.puzzle.region(), self.puzzle.pieces());
        let mut sections = Vec::new();
        let found = self.search(self.arguments.limit.unwrap_or(many), |tiling, number| {
            let mut figure = render::figures::polyomino::tiling(tiling, region, pieces, &options.look());
            figure.title = format!("tiling {number}");
            sections.push(Section { heading: number.to_string(), caption: String::new(), figure });
            Ok(())
        })?;
        if let [only] = &mut sections[..] {
            only.heading.clear();
        }
        if found > 0 {
            options.save_sheet(&plural(sections.len(), "tiling"), sections, context)?;
        }
        Ok(found)
    }

    /// Calls a function with each tiling and its number, for at most `most` tilings. Returns the number of calls.
    fn search(
        &self,
        most: u64,
        mut each: impl FnMut(&Tiling, u64) -> anyhow::Result<()>,
    ) -> anyhow::Result<u64> {
        let images = match self.arguments.symmetry {
            Symmetry::Distinct => Images::Distinct,
            Symmetry::All => Images::All,
        };
        let branches: Vec<_> = self.puzzle.branches().collect();
        let mut written = 0;
        if most == 0 {
            return Ok(0);
        }
        let write = |tiling: Tiling| -> anyhow::Result<ControlFlow<()>> {
            written += 1;
            each(&tiling, written)?;
            let done = written >= most || self.stopped();
            Ok(if done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let produce = |index: usize, found: &mut dyn FnMut(Tiling) -> ControlFlow<()>| {
            if !self.stopped() {
                let _ = branches[index].visit(images, &self.stop, found);
            }
        };
        // If only one tiling is wanted, one thread is used, because work on later branches would only delay the first
        // tiling.
        let jobs = if most == 1 { 1 } else { self.jobs };
        in_order(jobs, branches.len(), produce, write, || self.stop.store(true, Ordering::Relaxed))?;
        Ok(written)
    }

    fn write(&self, tiling: &Tiling, n: u64, context: &mut Context) -> anyhow::Result<()> {
        let (region, pieces) = (self.puzzle.region(), self.puzzle.pieces());
        if context.format() == Format::Human {
            // For people, there is an empty line between two tilings.
            if n > 1 {
                context.output.line("")?;
            }
            let look = context.output.look(self.arguments.ascii);
            return context.output.scene(&render::polyomino::tiling(tiling, region, pieces, &look));
        }
        let letter = |piece: usize| pieces.list()[piece].letter();
        let square = |owner: &Option<usize>| owner.map_or('#', |number| letter(tiling.pieces()[number]));
        let rows = tiling.owners().chunks(region.width());
        let rows: Vec<String> = rows.map(|row| row.iter().map(square).collect()).collect();
        if context.format() == Format::Plain {
            return context.output.line(rows.join("/"));
        }
        let piece = |(piece, squares): (usize, Vec<usize>)| {
            let squares = squares.into_iter().map(|at| region.row_and_column(at)).collect();
            PieceOut { letter: letter(piece), squares }
        };
        let pieces = tiling.placements().into_iter().map(piece).collect();
        context.output.line(json::text(&TilingOut { n, rows, pieces })?)
    }

    /// Writes the number of tilings. Returns the number, or the largest `u64` if the number is larger.
    fn count(&self, all: bool, context: &mut Context) -> anyhow::Result<u64> {
        let count = match self.count_by_frontier() {
            Some(count) => count,
            None => self.count_by_search()?,
        };
        let asked = if all { &count.all } else { &count.distinct };
        match context.format() {
            Format::Plain => context.output.line(asked.to_string())?,
            Format::Human => {
                let so_far = if count.stopped { " so far" } else { "" };
                let (distinct, all) = (plural(&count.distinct, "distinct tiling"), &count.all);
                context.output.line(format!("{distinct}, {all} in all{so_far}"))?;
                if let Some(Used { states, bytes }) = &count.frontier {
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
        let (distinct, all) = (BigUint::from(distinct), BigUint::from(all));
        Ok(CountOut { distinct, all, stopped: self.stopped(), frontier: None })
    }
}

/// A hint for a tiling puzzle.
#[derive(serde::Serialize)]
pub(crate) struct TilingHintOut {
    /// The forced placement, or null if there is none.
    hint: Option<HintOut>,
    /// The squares of the placement, each as its row and its column.
    squares: Vec<[usize; 2]>,
    /// The difficulty of the puzzle, or null if it has no tiling or too many placements.
    assessment: Option<AssessmentOut>,
}

/// Writes one forced placement with the reason, and the difficulty of the puzzle.
fn hint(puzzle: &Puzzle, ascii: bool, context: &mut Context) -> anyhow::Result<Status> {
    let assessment = puzzle.assess().map(AssessmentOut::from);
    let (region, format) = (puzzle.region(), context.format());
    let advice = puzzle.advice();
    let status = Status::of(matches!(advice, Advice::Place { .. } | Advice::Complete));
    let (mut hint, mut squares) = (None, Vec::new());
    match advice {
        Advice::Place { piece, squares: covered, reason, difficulty } => {
            let letter = puzzle.pieces().list()[piece].letter();
            let at = covered.iter().map(|&at| region.digits(at)).collect::<Vec<_>>().join(" ");
            if format == Format::Human {
                context.output.line(format!("place {letter} on {at}: {reason}"))?;
                let look = context.output.look(ascii);
                context.output.scene(&render::polyomino::placement(region, &covered, letter, &look))?;
            }
            squares = covered.into_iter().map(|at| region.row_and_column(at)).collect();
            hint = Some(HintOut::new(format!("{letter} {at}"), reason, difficulty));
        }
        Advice::NothingForced { branching } => {
            note(format!("clowder: no placement is forced; there are at least {branching} cases to try"));
        }
        Advice::Complete => note("clowder: every square is covered"),
        Advice::Unsolvable => note("clowder: there is no tiling"),
    }
    match (format, hint, assessment) {
        (Format::Json, hint, assessment) => {
            context.output.line(json::text(&TilingHintOut { hint, squares, assessment })?)?;
        }
        (Format::Plain, Some(hint), _) => context.output.line(hint.placement)?,
        (Format::Human, _, Some(assessment)) => context.output.line(assessment.sentence())?,
        _ => {}
    }
    Ok(status)
}
