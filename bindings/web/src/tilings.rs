//! Questions about tilings. The page asks about one part of a search at a time, so that it can show the progress.

use crate::strings::{plural, told};
use clowder::polyomino::tiling::{Advice, FrontierProgress, Images, Puzzle, Tiling, Usage};
use clowder::polyomino::{Pieces, Region};
use clowder::raft::catalogue::fire_tiles;
use clowder::shape::Sides;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

thread_local! {
    static PUZZLE: RefCell<Option<Puzzle>> = const { RefCell::new(None) };
}

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Reports the progress of a count to the page.
    safe fn progress(done: usize, of: usize);
}

pub(crate) fn puzzle(region: &str, pieces: &str, one_sided: bool, at_most: bool) -> Result<Value, String> {
    let region: Region = region.parse().map_err(|errors| told(&errors))?;
    let sides = if one_sided { Sides::One } else { Sides::Both };
    let tiles: Vec<_> = fire_tiles().iter().map(|tile| (tile.id().letter(), tile.shape())).collect();
    let pieces =
        Pieces::parse(pieces, sides, &tiles).map_err(|errors| format!("pieces: {}", told(&errors)))?;
    let is_searched = region.squares().len() <= Puzzle::MAX_SEARCHED;
    let puzzle = Puzzle::new(region, pieces, if at_most { Usage::AtMost } else { Usage::All });
    let answer = json!({
        "branches": puzzle.branches().len(),
        "obstruction": puzzle.obstruction().map(|reason| reason.to_string()),
        "searched": is_searched,
        "in_one_go": puzzle.prefers_frontier(),
    });
    PUZZLE.set(Some(puzzle));
    Ok(answer)
}

fn with_puzzle(asked: impl FnOnce(&Puzzle) -> Result<Value, String>) -> Result<Value, String> {
    PUZZLE.with_borrow(|puzzle| asked(puzzle.as_ref().ok_or("draw a region first")?))
}

/// Lists the squares of a tiling, each as the number of its piece or -1, and the letter of each piece.
fn listed(puzzle: &Puzzle, tiling: &Tiling) -> Value {
    let owners: Vec<i32> =
        tiling.owners().iter().map(|owner| owner.map_or(-1, |owner| owner as i32)).collect();
    let letters: String =
        tiling.pieces().iter().map(|&piece| puzzle.pieces().list()[piece].letter()).collect();
    json!({ "owners": owners, "letters": letters })
}

pub(crate) fn search(branch: usize, limit: usize) -> Result<Value, String> {
    with_puzzle(|puzzle| {
        let branch = puzzle.branches().nth(branch).ok_or("this part of the search does not exist")?;
        let mut found = Vec::new();
        let _ = branch.visit(Images::Distinct, &AtomicBool::new(false), |tiling| {
            found.push(listed(puzzle, &tiling));
            if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        Ok(json!({ "tilings": found }))
    })
}

pub(crate) fn count(branch: usize) -> Result<Value, String> {
    with_puzzle(|puzzle| {
        let branch = puzzle.branches().nth(branch).ok_or("this part of the search does not exist")?;
        let count = branch.count(&AtomicBool::new(false));
        Ok(json!({ "distinct": count.distinct.to_string(), "all": count.all.to_string() }))
    })
}

/// The memory limit for counting without parts, in bytes.
const MEMORY: usize = 512 << 20;

pub(crate) fn count_all() -> Result<Value, String> {
    with_puzzle(|puzzle| {
        let watch = |now: FrontierProgress| {
            progress(now.row, now.rows);
            ControlFlow::Continue(())
        };
        let count = puzzle.count_by_frontier(MEMORY, watch).map_err(|error| error.to_string())?;
        Ok(json!({ "distinct": count.distinct.to_string(), "all": count.all.to_string() }))
    })
}

pub(crate) fn hint() -> Result<Value, String> {
    with_puzzle(|puzzle| {
        Ok(match puzzle.advice() {
            Advice::Place { piece, squares, reason, steps, .. } => {
                let letter = puzzle.pieces().list()[piece].letter();
                json!({ "letter": letter, "squares": squares, "reason": reason, "steps": steps })
            }
            Advice::NothingForced { branching: 0 } => {
                json!({ "why": "no placement is known to be in every tiling" })
            }
            Advice::NothingForced { branching } => {
                let cases = plural(branching, "case");
                json!({ "why": format!("no placement is known to be in every tiling; {cases} would have to be tried") })
            }
            Advice::Complete => json!({ "why": "every square already has its piece" }),
            _ => json!({ "why": "this region cannot be tiled" }),
        })
    })
}
