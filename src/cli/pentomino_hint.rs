//! `pentomino tile --hint`: prints one forced placement with the reason, and the difficulty of the puzzle.

use super::exit::Status;
use super::output::note;
use super::penguins_hint::{AssessmentOut, HintOut, how_hard};
use super::{Context, Format};
use crate::diagnostics::json;
use crate::polyomino::tiling::{Advice, Puzzle};
use crate::render;

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

/// Writes a hint for a puzzle.
pub(crate) fn run(puzzle: &Puzzle, ascii: bool, context: &mut Context) -> anyhow::Result<Status> {
    let assessment = puzzle.assess().map(AssessmentOut::from);
    let advice = puzzle.advice();
    let width = puzzle.region().width();
    let format = context.format();
    let status = Status::of(matches!(advice, Advice::Place { .. } | Advice::Complete));
    let (hint, squares) = match advice {
        Advice::Place { piece, squares, reason, difficulty } => {
            let letter = puzzle.pieces().list()[piece].letter();
            let at: Vec<_> = squares.iter().map(|at| format!("{:02}{:02}", at / width, at % width)).collect();
            let placement = format!("{letter} {}", at.join(" "));
            if format == Format::Human {
                context.output.line(format!("place {letter} on {}: {reason}", at.join(" ")))?;
                let look = context.output.look(ascii);
                context.output.scene(&render::polyomino::placement(
                    puzzle.region(),
                    &squares,
                    letter,
                    &look,
                ))?;
            }
            (Some(HintOut::new(placement, reason, difficulty)), squares)
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
    let squares = squares.iter().map(|at| [at / width, at % width]).collect();
    match format {
        Format::Json => context.output.line(json::text(&TilingHintOut { hint, squares, assessment })?)?,
        Format::Plain => {
            if let Some(hint) = hint {
                context.output.line(hint.placement())?;
            }
        }
        Format::Human => {
            if let Some(assessment) = assessment {
                context.output.line(how_hard(&assessment))?;
            }
        }
    }
    Ok(status)
}
