//! Creates cases that the descriptions of the suites do not allow, such as cases with an action that is cut off. A
//! course that promises its students valid input must not use these cases.

use crate::grade::case::Case;
use crate::grade::reference;
use crate::grade::suite::Suite;
use crate::random::Random;
use serde_json::Value;

/// Changes a case so that its input is not allowed. Returns `None` if the suite has no such input, or if the rules give
/// no answer for it.
pub(super) fn break_contract(case: &Case, random: &mut Random) -> Option<Case> {
    let suite = case.suite();
    let mut inputs = case.inputs();
    let index = inputs.iter().position(|(key, _)| matches!(*key, "action" | "actions"))?;
    let value = &mut inputs[index].1;
    match (suite, value) {
        (Suite::ApplyPlacement | Suite::MoveCat | Suite::Apply, _) => return None,
        (Suite::DrawHand, Value::Array(requests)) => {
            let request = ["A1C2D4", "B7", "A2A4", "", "E6"][random.below(5)];
            let place = random.below(requests.len().max(1));
            *requests.get_mut(place)? = request.into();
        }
        (_, Value::String(action)) => {
            let cut = random.below(action.len().max(1));
            action.truncate(cut);
        }
        _ => return None,
    }
    let mut changed = Case::new(suite, inputs);
    changed.expect = if suite.is_random() { None } else { Some(reference::expect_member(&changed).ok()?) };
    let name = format!("{} (out of contract)", case.name().unwrap_or_default());
    Some(changed.with_name(name))
}
