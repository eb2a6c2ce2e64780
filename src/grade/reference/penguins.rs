//! The answers for the suites about Penguins Pool Party.

use super::raft::usable;
use crate::diagnostics::escape::excerpt;
use crate::grade::case::{Case, CaseError};
use crate::grade::suite::Suite;
use crate::notation::Notation as _;
use crate::penguins::coursework::{self, IceBlock};
use crate::penguins::{Board, Challenge, Hex};
use serde_json::{Value, json};

pub(super) fn answer(case: &Case) -> Result<Value, CaseError> {
    Ok(match case.suite() {
        Suite::FindSolution => {
            let solution = coursework::find_solution(penguins_challenge(&case.text("initial"))?);
            solution.map(|solution| solution.to_string()).ok_or("the challenge has no solution")?.into()
        }
        Suite::AllValidPlacements => json!(coursework::all_valid_placements(board(case)?, &placed(case))),
        Suite::IcePlacementValid => coursework::is_ice_placement_valid(board(case)?, ice(case)?).into(),
        Suite::IsSolution => coursework::is_solution(&placed(case)).into(),
        Suite::FixSymmetries => json!(coursework::fix_symmetries(ice(case)?)),
        Suite::Neighbours => {
            let coordinate = |key| case.get(key).ok_or_else(|| format!("`{key}` must be an integer"));
            json!(coursework::neighbours(Hex::new(coordinate("x")?, coordinate("y")?)))
        }
        _ => coursework::place_ice_block(board(case)?, ice(case)?).letters().into(),
    })
}

/// Reads a challenge. Its penguins may be in any order.
pub(in crate::grade) fn penguins_challenge(text: &str) -> Result<Challenge, CaseError> {
    usable("initial", Challenge::read(text))
}

fn board(case: &Case) -> Result<Board, CaseError> {
    let text = case.text("board");
    let board = Board::from_letters(&text.replace('\n', ""));
    board.map_err(|_| {
        format!("`board` must be twenty letters E, P or I, but it is `{}`", excerpt(&text, 40)).into()
    })
}

fn placed(case: &Case) -> Vec<IceBlock> {
    case.get("placed").unwrap_or_default()
}

fn ice(case: &Case) -> Result<IceBlock, CaseError> {
    case.get("ice").ok_or_else(|| "`ice` must be an ice block".into())
}
