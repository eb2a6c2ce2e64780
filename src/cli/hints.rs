//! What the hints of all puzzles have in common.

use crate::cover::{Assessment, Difficulty};
use crate::notation::plural;

/// A forced placement.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct HintOut {
    /// The placement of a block or, for a tiling, the letter of the piece and its squares.
    pub(crate) placement: String,
    /// The reason in words.
    reason: String,
    /// The kind of the deduction. `single`: only one placement is possible for a block, a piece or a square.
    /// `exclusion`: every other placement leads directly to a contradiction. `chain`: placements that were excluded
    /// earlier also count as impossible. `consequence`: another placement would force further placements that lead to a
    /// contradiction. `search`: deductions do not suffice.
    difficulty: String,
}

impl HintOut {
    pub(crate) fn new(placement: String, reason: String, difficulty: Option<Difficulty>) -> Self {
        Self { placement, reason, difficulty: words(difficulty) }
    }
}

/// The measures of the difficulty of a puzzle.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct AssessmentOut {
    /// The number of placements that are left when deductions of the kind `chain` cannot exclude any more placements.
    remaining: usize,
    /// The number of placements that are forced, one after the other, by deductions of the kinds `single`, `exclusion`
    /// and `chain`.
    forced: usize,
    /// The number of cases to be tried after the forced placements. It is 0 if the forced placements are the whole
    /// solution.
    branching: usize,
    /// The hardest kind of deduction that is needed. The possible values are the same as for `difficulty`.
    hardest: String,
}

impl From<Assessment> for AssessmentOut {
    fn from(of: Assessment) -> Self {
        let Assessment { remaining, forced, branching, .. } = of;
        Self { remaining, forced, branching, hardest: words(of.hardest) }
    }
}

impl AssessmentOut {
    /// Describes the difficulty of a puzzle in a sentence.
    pub(crate) fn sentence(&self) -> String {
        let Self { forced, branching, hardest, .. } = self;
        let then = match branching {
            0 => String::new(),
            ways => format!(", then {} to try", plural(ways, "case")),
        };
        let forced = plural(forced, "forced placement");
        format!("the whole puzzle: {forced}{then} (hardest deduction: {hardest})")
    }
}

/// Returns the name of a kind of deduction, or `search` if deductions do not suffice.
fn words(difficulty: Option<Difficulty>) -> String {
    difficulty.map_or_else(|| "search".to_owned(), |difficulty| difficulty.to_string())
}
