//! The hints of `solve penguins --hint` and `pentomino tile --hint`: a forced placement, and the puzzle's difficulty.

use crate::cover::Assessment;
use crate::notation::plural;
use crate::polyomino::PuzzleLevel;

/// Maximum number of steps in a human-readable hint without `--all`.
const SHOWN: usize = 5;

/// A forced placement.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct HintOut {
    /// The placement of a block or, for a tiling, the letter of the piece and its squares.
    pub(crate) placement: String,
    /// The reason in words. It holds in the position after all steps.
    reason: String,
    /// The steps of the proof. Each step excludes a placement in the position reached by the previous steps.
    steps: Vec<String>,
    /// The kind of deduction. `single`: some block, piece or square has only one possible placement. `exclusion`: every
    /// other placement leads directly to a contradiction. `chain`: placements that were excluded earlier also count as
    /// impossible. `consequence`: another placement would force further placements that lead to a contradiction.
    /// `search`: deductions do not suffice.
    difficulty: String,
}

impl HintOut {
    pub(crate) fn new(
        placement: String,
        (reason, steps): (String, Vec<String>),
        difficulty: Option<impl ToString>,
    ) -> Self {
        Self { placement, reason, steps, difficulty: or_search(difficulty) }
    }

    /// Writes the human-readable reason with one step per line: all steps, or only the first five.
    pub(crate) fn proof(&self, all: bool) -> String {
        let shown = if all { self.steps.len() } else { SHOWN };
        let mut text = self.reason.clone();
        for (at, step) in (1..).zip(self.steps.iter().take(shown)) {
            text += &format!("\n{at:3}. {step}");
        }
        match self.steps.len().saturating_sub(shown) {
            0 => text,
            more => format!("{text}\n     and {} (--all)", plural(more, "further step")),
        }
    }
}

/// Measures of the difficulty of a puzzle.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct AssessmentOut {
    /// The number of placements that are left when deductions of the kind `chain` cannot exclude any more placements.
    remaining: usize,
    /// The number of placements that are forced, one after the other, by deductions of the kinds `single`, `exclusion`
    /// and `chain`.
    forced: usize,
    /// The number of cases to try after the forced placements, or 0 if the forced placements are the whole
    /// solution.
    branching: usize,
    /// The level, as in `generate region --level`: `easy`, `medium`, `hard` or `expert`.
    level: &'static str,
    /// The hardest kind of deduction that is needed. The possible values are the same as for `difficulty`.
    hardest: String,
}

impl From<Assessment> for AssessmentOut {
    fn from(of: Assessment) -> Self {
        let Assessment { remaining, forced, branching, hardest, .. } = of;
        let level = PuzzleLevel::of(hardest).name();
        Self { remaining, forced, branching, level, hardest: or_search(hardest) }
    }
}

/// Formats a deduction, or returns `search` if no deduction suffices.
fn or_search(deduction: Option<impl ToString>) -> String {
    deduction.map_or_else(|| "search".to_owned(), |deduction| deduction.to_string())
}

pub(crate) fn how_hard(assessment: &AssessmentOut) -> String {
    let AssessmentOut { forced, branching, level, hardest, .. } = assessment;
    let forced = plural(*forced, "forced placement");
    let cases = match branching {
        0 => String::new(),
        cases => format!(", then {} to try", plural(*cases, "case")),
    };
    format!("the whole puzzle: {forced}{cases} ({level}; hardest deduction: {hardest})")
}
