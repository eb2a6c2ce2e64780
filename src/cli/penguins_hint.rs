//! `solve penguins --hint`: prints one forced placement with the reason, and the difficulty of the challenge.

use super::batch::Response;
use super::context::Format;
use super::exit::Status;
use super::states;
use crate::cover::Assessment;
use crate::notation::plural;
use crate::penguins::{Advice, State, assess, hardness, hint};

/// A forced placement.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct HintOut {
    /// The placement of a block or, for a tiling, the letter of the piece and its squares.
    placement: String,
    /// The reason in words.
    reason: String,
    /// The kind of the deduction. `single`: only one placement is possible for a block, a piece or a square.
    /// `exclusion`: every other placement leads directly to a contradiction. `chain`: placements that were excluded
    /// earlier also count as impossible. `consequence`: another placement would force further placements that lead to a
    /// contradiction. `search`: deductions do not suffice.
    difficulty: String,
}

impl HintOut {
    pub(crate) fn new(placement: String, reason: String, difficulty: Option<impl ToString>) -> Self {
        let difficulty = difficulty.map_or_else(|| "search".to_owned(), |difficulty| difficulty.to_string());
        Self { placement, reason, difficulty }
    }

    pub(crate) fn placement(&self) -> &str {
        &self.placement
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
        let hardest = of.hardest.map_or_else(|| "search".to_owned(), |hardest| hardest.to_string());
        Self { remaining: of.remaining, forced: of.forced, branching: of.branching, hardest }
    }
}

/// Returns a sentence that describes the difficulty of a puzzle.
pub(crate) fn how_hard(assessment: &AssessmentOut) -> String {
    let AssessmentOut { forced, branching, hardest, .. } = assessment;
    match (branching, hardest.as_str()) {
        (0, hardest) => format!(
            "the whole puzzle: {} (hardest deduction: {hardest})",
            plural(*forced, "forced placement")
        ),
        (ways, hardest) => {
            let (forced, cases) = (plural(*forced, "forced placement"), plural(*ways, "case"));
            format!("the whole puzzle: {forced}, then {cases} to try (hardest deduction: {hardest})")
        }
    }
}

/// The members of the result object.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Hinted {
    /// `solve penguins --hint`: the forced placement; `null` if there is none.
    hint: Option<HintOut>,
    /// `solve penguins --hint`: the difficulty of the challenge.
    assessment: AssessmentOut,
    /// `solve penguins --hint`: the estimated difficulty, from 1 to 4.
    hardness: u8,
}

/// Answers with a hint for a state.
pub(crate) fn answer(asked: &states::StateQuestion<'_, State>, out: &mut Vec<u8>) -> Response {
    let challenge = asked.state.challenge();
    let assessment = AssessmentOut::from(assess(challenge));
    let hardness = hardness(challenge);
    let (hint, line, status) = match hint(asked.state) {
        Advice::Place { placement, reason, difficulty } => {
            let line = format!("place {placement}: {reason}");
            (Some(HintOut::new(placement.to_string(), reason, difficulty)), line, Status::Yes)
        }
        Advice::NothingForced { solutions } => {
            (None, format!("no placement is forced: there are {}", plural(solutions, "solution")), Status::No)
        }
        Advice::Complete => (None, "all blocks are placed".to_owned(), Status::Yes),
        _ => (None, "there is no solution".to_owned(), Status::No),
    };
    let text = match (asked.style().format, &hint) {
        (Format::Human, _) => {
            format!("{line}\n{}; hardness {hardness} of 4\n", how_hard(&assessment))
        }
        (_, Some(hint)) => format!("{}\n", hint.placement),
        _ => String::new(),
    };
    asked.answer(text, &Hinted { hint, assessment, hardness }, status, out)
}
