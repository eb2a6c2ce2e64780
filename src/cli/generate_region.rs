//! `generate region`: writes random regions, or puzzles with a region and its pieces.

use super::{Context, Format, OutputFile, Result, Seed, Status, generate_kinds};
use crate::notation::Kind;
use crate::polyomino::Piece;
use crate::polyomino::tiling::Puzzle;
use crate::polyomino::{PuzzleFilter, PuzzleLevel};
use crate::random::Random;

/// Arguments of `generate region`.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Generate {
    /// Generate puzzles with exactly one tiling
    ///
    /// The pieces are written, too.
    #[arg(long)]
    unique: bool,
    /// Generate puzzles of this level: easy, medium, hard or expert
    ///
    /// Each puzzle has exactly one tiling, and its pieces are written, too. `easy`: look at one square or piece at a
    /// time. `medium`: exclude placements one after the other (at least 3 pieces). `hard`: follow the consequences of a
    /// placement (at least 5 pieces). `expert`: try placements (at least 8 pieces).
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    level: Option<PuzzleLevel>,
    /// Use N different pentominoes [default: 5, or 8 for `expert`]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=10))]
    pieces: Option<u8>,
    /// Generate N regions
    #[arg(long, short_alias = 'n', value_name = "N", default_value_t = 1)]
    count: u64,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: OutputFile,
}

fn level(name: &str) -> Result<PuzzleLevel, String> {
    let level = PuzzleLevel::ALL.into_iter().find(|level| level.name() == name);
    level.ok_or_else(|| "expected easy, medium, hard or expert".to_owned())
}

#[derive(serde::Serialize)]
pub(crate) struct PuzzleOut {
    region: String,
    /// The pieces, in the format that `pentomino tile --pieces` reads.
    pieces: String,
    /// `easy`, `medium`, `hard` or `expert`.
    level: &'static str,
}

pub(crate) fn run(arguments: &Generate, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    let seed = arguments.seed.get();
    if !arguments.unique && arguments.level.is_none() && arguments.pieces.is_none() {
        return generate_kinds::write(Kind::Region, None, (seed, arguments.count), context);
    }
    let least = arguments.level.map_or(0, PuzzleLevel::least_pieces);
    let pieces = arguments.pieces.map_or(least.max(5), usize::from);
    if let Some(level) = arguments.level
        && pieces < least
    {
        anyhow::bail!("the level {} needs at least {least} pieces, not {pieces}", level.name());
    }
    let filter = PuzzleFilter { pieces, unique: arguments.unique, level: arguments.level };
    for number in 0..arguments.count {
        let Some(puzzle) = filter.find(&mut Random::stream(seed, number)) else {
            anyhow::bail!(
                "no such puzzle was found in 30000 tries; try another number of pieces or another level"
            );
        };
        write(&puzzle, number, context)?;
    }
    Ok(Status::Yes)
}

fn write(puzzle: &Puzzle, number: u64, context: &mut Context) -> Result<()> {
    let region = puzzle.region().to_string();
    let pieces: String = puzzle.pieces().list().iter().map(Piece::letter).collect();
    let level = PuzzleLevel::of(puzzle.assess().and_then(|assessment| assessment.hardest)).name();
    match context.format() {
        Format::Json => context.json(&PuzzleOut { region, pieces, level }),
        Format::Plain => context.line(format!("{} {pieces}", region.replace('\n', "\\n"))),
        Format::Human => {
            let gap = if number > 0 { "\n" } else { "" };
            context.line(format!("{gap}{region}\npieces: {pieces} ({level})"))
        }
    }
}
