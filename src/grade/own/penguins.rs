//! Answers of Penguins Pool Party.

use super::Refusal;
use crate::diagnostics::escape::excerpt;
use crate::grade::case::Case;
use crate::grade::suite::Suite;
use crate::notation::Notation as _;
use crate::penguins::coursework::{self, IceBlock};
use crate::penguins::{Board, Challenge, Hex};
use serde_json::{Value, json};

pub(super) fn answer(case: &Case) -> Result<Value, Refusal> {
    Ok(match case.suite {
        Suite::FindSolution => {
            let solution = coursework::find_solution(challenge(&case.text("initial"))?);
            solution.map(|solution| solution.to_string()).ok_or("the challenge has no solution")?.into()
        }
        Suite::AllValidPlacements => json!(coursework::all_valid_placements(board(case)?, &placed(case))),
        Suite::IcePlacementValid => coursework::is_ice_placement_valid(board(case)?, ice(case)?).into(),
        Suite::IsSolution => coursework::is_solution(&placed(case)).into(),
        Suite::FixSymmetries => json!(coursework::fix_symmetries(ice(case)?)),
        Suite::Neighbours => {
            let coordinate = |key| case.get(key).ok_or_else(|| format!("`{key}` is not a whole number"));
            json!(coursework::neighbours(Hex::new(coordinate("x")?, coordinate("y")?)))
        }
        _ => coursework::place_ice_block(board(case)?, ice(case)?).letters().into(),
    })
}

/// The challenge of a text, its penguins in any order.
pub(crate) fn challenge(text: &str) -> Result<Challenge, Refusal> {
    let (challenge, faults) = Challenge::read(text).into_parts();
    challenge.filter(|_| faults.only_canon()).ok_or_else(|| format!("`initial` cannot be read: {faults}"))
}

fn board(case: &Case) -> Result<Board, Refusal> {
    let text = case.text("board");
    let letters = text.replace('\n', "");
    Board::from_letters(&letters)
        .map_err(|_| format!("`board` is not twenty letters E, P or I: `{}`", excerpt(&text, 40)))
}

fn placed(case: &Case) -> Vec<IceBlock> {
    case.get("placed").unwrap_or_default()
}

fn ice(case: &Case) -> Result<IceBlock, Refusal> {
    case.get("ice").ok_or_else(|| "`ice` is no ice".to_owned())
}
