//! `pentomino tile`: finds all tilings of a region.

use super::batch::threads;
use super::choices::{Choice, one_of};
use super::figure::FigureOptions;
use super::hint::{AssessmentOut, HintOut, how_hard};
use super::in_order::in_order;
use super::pentomino_count::count;
use super::pieces::{read_with, region, squares_out};
use super::signals::Interrupt;
use super::{Context, Format, Result, Status, input, note};
use crate::diagnostics::json;
use crate::notation::{Kind, plural};
use crate::polyomino::tiling::{Advice, Images, Puzzle, Tiling, Usage};
use crate::polyomino::{Pieces, Region};
use crate::raft::catalogue::fire_tiles;
use crate::render::figure::html::Section;
use crate::render::polyomino;
use crate::shape::Sides;
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("what").args(["count", "first", "all", "limit"]))]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own on the command line")]
pub(crate) struct Arguments {
    /// Region as rows, or as a size such as `6x10` [default: standard input]
    ///
    /// In a row, `.` is a square to fill, and `#` or a space is a hole. A letter is a square that is reserved for the
    /// piece with this letter.
    #[arg(value_name = "REGION")]
    region: Option<OsString>,
    /// Use these pieces
    ///
    /// The pieces are `pentominoes`, `fire-tiles`, names such as `FILN`, letters of fire tiles, rows, or
    /// squares such as `a000110`. Commas separate them. `*` and a number after a piece set the number of
    /// copies. `*` without a number allows any number of copies: `FILN,XX/XX*3,c*`. `@PATH` reads a file.
    #[arg(long, value_name = "PIECES", default_value = "pentominoes")]
    pieces: OsString,
    /// Allow pieces to be left over
    #[arg(long)]
    at_most: bool,
    /// Print only the number of tilings
    #[arg(long)]
    count: bool,
    /// Limit the memory of --count, in MiB
    ///
    /// The default is three quarters of the available memory.
    #[arg(long, value_name = "MIB", requires = "count", value_parser = clap::value_parser!(u32).range(1..))]
    memory: Option<u32>,
    /// Print one placement that is in every tiling, and why
    ///
    /// The hint also states the difficulty of the puzzle. A piece whose letter appears in the region has
    /// already been placed there.
    #[arg(long, conflicts_with_all = ["output", "symmetry", "count", "first", "limit"])]
    hint: bool,
    /// Stop at the first tiling
    #[arg(long)]
    first: bool,
    /// Find every tiling [default for text]
    ///
    /// By default, an SVG, PNG or HTML picture has only the first tiling. With --hint, this option prints every step of
    /// the reason.
    #[arg(long)]
    all: bool,
    /// Find at most N tilings
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Choose which rotated and reflected tilings are found
    #[arg(long, value_parser = one_of(SYMMETRY), default_value = "distinct", value_name = "WHICH")]
    symmetry: Images,
    /// Do not flip pieces
    ///
    /// If the mirror image of a pentomino is a different shape, this image becomes a second piece. The second
    /// piece is named by the lowercase letter. Fire tiles and shapes that are given as rows or squares have
    /// no mirror images.
    #[arg(long)]
    one_sided: bool,
    /// Use N threads [default: one per core]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    #[arg(long, help = crate::cli::ASCII)]
    ascii: bool,
    #[command(flatten)]
    figure: FigureOptions,
}

const SYMMETRY: &[Choice<Images>] = &[
    ("distinct", "Find only one of these tilings", Images::Distinct),
    ("all", "Find all of these tilings", Images::All),
];

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    arguments.figure.open(context)?;
    let item = region(arguments.region.as_ref())?;
    let colour = context.error_colour;
    // Read both the region and the pieces before stopping, so that every error in them is reported.
    let area = item.read::<Region>(colour);
    let sides = if arguments.one_sided { Sides::One } else { Sides::Both };
    let tiles: Vec<_> = fire_tiles().iter().map(|tile| (tile.id().letter(), tile.shape())).collect();
    let list = input::one(&arguments.pieces, "pieces", Kind::Polyomino)?;
    let pieces = read_with(&list, colour, |text| Pieces::parse(text, sides, &tiles));
    let (Some(area), Some(pieces)) = (area, pieces) else { return Ok(Status::No) };
    if !arguments.count && area.squares().len() > Puzzle::MAX_SEARCHED {
        let (most, squares) = (Puzzle::MAX_SEARCHED, area.squares().len());
        note(format!(
            "clowder: the region has {squares} squares; tilings of at most {most}, as in 18x18, can be listed or drawn (--count has no such limit)"
        ));
        return Ok(Status::No);
    }
    let puzzle = Puzzle::new(area, pieces, if arguments.at_most { Usage::AtMost } else { Usage::All });
    if arguments.hint {
        return hint(&puzzle, (arguments.ascii, arguments.all), context);
    }
    let jobs = threads(arguments.jobs).min(puzzle.branches().len().max(1));
    let interrupt = Interrupt::new(PATIENCE)?;
    let run = TilingRun { arguments, puzzle: &puzzle, stop: &interrupt.stop, jobs };
    let found = if arguments.count {
        count(&puzzle, arguments.symmetry == Images::All, arguments.memory, (jobs, &interrupt.stop), context)?
    } else if arguments.figure.is_wanted() {
        run.draw(context)?
    } else {
        run.list(context)?
    };
    if let Some(status) = interrupt.status() {
        note(format!("clowder: stopped after {}; there may be more", plural(found as usize, "tiling")));
        return Ok(status);
    }
    if found == 0 && arguments.limit != Some(0) {
        let reason = puzzle.obstruction().map(|reason| reason.to_string());
        let reason = reason.unwrap_or_else(|| "all possibilities were tried".to_owned());
        note(format!("clowder: no tiling: {reason}"));
        return Ok(Status::No);
    }
    Ok(Status::Yes)
}

#[derive(serde::Serialize)]
pub(crate) struct TilingOut<'a> {
    /// Number of the tiling, counted from 1.
    n: u64,
    /// The rows of the region, with the piece letter on each square.
    rows: &'a [String],
    /// The pieces with their squares. The rows do not show where two pieces with the same letter meet.
    pieces: Vec<PieceOut>,
}

#[derive(serde::Serialize)]
pub(crate) struct PieceOut {
    letter: char,
    /// The squares of the piece, each as `[row, column]`.
    squares: Vec<[usize; 2]>,
}

/// Maximum time between an interrupt and the exit of the program.
const PATIENCE: Duration = Duration::from_secs(2);

/// A search for tilings.
struct TilingRun<'a> {
    arguments: &'a Arguments,
    puzzle: &'a Puzzle,
    /// The search ends when this flag becomes true.
    stop: &'a AtomicBool,
    jobs: usize,
}

impl TilingRun<'_> {
    /// Writes the tilings in search order, which does not depend on the number of threads.
    fn list(&self, context: &mut Context) -> Result<u64> {
        let most = if self.arguments.first { 1 } else { self.arguments.limit.unwrap_or(u64::MAX) };
        let mut shown = Instant::now();
        self.search(most, |tiling, number| {
            self.write(tiling, number, context)?;
            // Flush the buffer, so that a tiling that took long to find is shown at once.
            if number == 1 || shown.elapsed() > Duration::from_millis(100) {
                context.flush()?;
                shown = Instant::now();
            }
            Ok(())
        })
    }

    /// Draws a sheet of the requested tilings or, by default, of the first tiling.
    fn draw(&self, context: &mut Context) -> Result<u64> {
        let many = if self.arguments.all { u64::MAX } else { 1 };
        let options = &self.arguments.figure;
        let (region, pieces) = (self.puzzle.region(), self.puzzle.pieces());
        let mut sections = Vec::new();
        let found = self.search(self.arguments.limit.unwrap_or(many), |tiling, number| {
            let picture = polyomino::tiling(tiling, region, pieces);
            sections.push(Section::titled(format!("tiling {number}"), picture));
            Ok(())
        })?;
        if let [only] = &mut sections[..] {
            only.heading.clear();
        }
        if found > 0 {
            options.save(&plural(sections.len(), "tiling"), sections, context)?;
        }
        Ok(found)
    }

    /// Passes each tiling and its number to `each`, for at most `most` tilings. Returns the number of calls.
    fn search(&self, most: u64, mut each: impl FnMut(&Tiling, u64) -> Result<()>) -> Result<u64> {
        let branches: Vec<_> = self.puzzle.branches().collect();
        let mut written = 0;
        if most == 0 {
            return Ok(0);
        }
        let write = |tiling: Tiling| -> Result<ControlFlow<()>> {
            written += 1;
            each(&tiling, written)?;
            let done = written >= most || self.stop.load(Ordering::Relaxed);
            Ok(if done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let produce = |index: usize, found: &mut dyn FnMut(Tiling) -> ControlFlow<()>| {
            if !self.stop.load(Ordering::Relaxed) {
                let _ = branches[index].visit(self.arguments.symmetry, self.stop, found);
            }
        };
        // If only one tiling is wanted, use one thread, because work on later branches would only delay it.
        let jobs = if most == 1 { 1 } else { self.jobs };
        in_order(jobs, branches.len(), produce, write, || self.stop.store(true, Ordering::Relaxed))?;
        Ok(written)
    }

    fn write(&self, tiling: &Tiling, n: u64, context: &mut Context) -> Result<()> {
        let (region, pieces) = (self.puzzle.region(), self.puzzle.pieces());
        let format = context.format();
        if format == Format::Human {
            if n > 1 {
                context.line("")?;
            }
            let look = context.look(self.arguments.ascii);
            return context.scene(&polyomino::tiling(tiling, region, pieces).scene(&look));
        }
        let letters = tiling.pieces().iter().map(|&piece| pieces.list()[piece].letter());
        let mut pieces: Vec<_> = letters.map(|letter| PieceOut { letter, squares: Vec::new() }).collect();
        let mut rows = vec![String::new(); region.height()];
        for (at, owner) in tiling.owners().iter().enumerate() {
            let (row, column) = (at / region.width(), at % region.width());
            let mut letter = '#';
            if let Some(owner) = *owner {
                pieces[owner].squares.push([row, column]);
                letter = pieces[owner].letter;
            }
            rows[row].push(letter);
        }
        context.line(match format {
            Format::Json => json::text(&TilingOut { n, rows: &rows, pieces })?,
            _ => rows.join("/"),
        })
    }
}

/// A hint for a tiling puzzle.
#[derive(serde::Serialize)]
pub(crate) struct TilingHintOut {
    /// The forced placement, or `null` if there is none.
    hint: Option<HintOut>,
    /// The squares of the placement, each as `[row, column]`.
    squares: Vec<[usize; 2]>,
    /// The difficulty of the puzzle, or `null` if it has no tiling or too many placements.
    assessment: Option<AssessmentOut>,
}

/// Writes one forced placement with its reason, and the puzzle's difficulty.
fn hint(puzzle: &Puzzle, (ascii, all): (bool, bool), context: &mut Context) -> Result<Status> {
    let assessment = puzzle.assess().map(AssessmentOut::from);
    let advice = puzzle.advice();
    let width = puzzle.region().width();
    let format = context.format();
    let status = Status::of(matches!(advice, Advice::Place { .. } | Advice::Complete));
    let (hint, squares) = match advice {
        Advice::Place { piece, squares, reason, steps, difficulty } => {
            let letter = puzzle.pieces().list()[piece].letter();
            let at: Vec<_> = squares.iter().map(|at| format!("{:02}{:02}", at / width, at % width)).collect();
            let placement = format!("{letter} {}", at.join(" "));
            let hint = HintOut::new(placement, (reason, steps), difficulty);
            if format == Format::Human {
                context.line(format!("place {letter} on {}: {}", at.join(" "), hint.proof(all)))?;
                let look = context.look(ascii);
                let scene = polyomino::placement(puzzle.region(), &squares, letter).scene(&look);
                context.scene(&scene)?;
            }
            (Some(hint), squares_out(puzzle.region(), &squares))
        }
        other => {
            note(match other {
                Advice::NothingForced { branching } => {
                    format!("clowder: no placement is forced; there are at least {branching} cases to try")
                }
                Advice::Complete => "clowder: every square is covered".to_owned(),
                _ => "clowder: there is no tiling".to_owned(),
            });
            (None, Vec::new())
        }
    };
    match format {
        Format::Json => context.json(&TilingHintOut { hint, squares, assessment })?,
        Format::Plain => {
            if let Some(hint) = hint {
                context.line(hint.placement)?;
            }
        }
        Format::Human => {
            if let Some(assessment) = assessment {
                context.line(how_hard(&assessment))?;
            }
        }
    }
    Ok(status)
}
