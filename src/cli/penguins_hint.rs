//! `solve penguins --hint`: prints one forced placement with the reason, and the difficulty of the challenge.

use super::Format;
use super::batch::Response;
use super::exit::Status;
use super::hints::{AssessmentOut, HintOut};
use super::result::member;
use super::states;
use crate::notation::plural;
use crate::penguins::{Advice, State, assess, hardness, hint};

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
    let text = match (asked.question.format, &hint) {
        (Format::Human, _) => {
            format!("{line}\n{}; hardness {hardness} of 4\n", assessment.sentence())
        }
        (_, Some(hint)) => format!("{}\n", hint.placement),
        _ => String::new(),
    };
    let members =
        [member("hint", &hint), member("assessment", &assessment), member("hardness", &hardness)].concat();
    asked.answer(&text, &members, status, out)
}
