//! The other random suites, and questions with several right answers.

use super::{boards, draws};
use crate::diagnostics::escape::escape;
use crate::grade::case::Case;
use crate::grade::difference::{Differences, shown};
use crate::grade::own::{Refusal, challenge_of, penguins_challenge, read_state};
use crate::grade::suite::Suite;
use crate::notation::Notation as _;
use crate::penguins::{self, Solution};
use crate::raft::{TileId, catalogue};
use crate::render::Look;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Judges by what a case expects.
pub(super) fn compare(
    case: &Case,
    expect: &Map<String, Value>,
    answer: &Value,
) -> Result<Differences, Refusal> {
    match case.suite {
        Suite::DrawFireTile => fire_tile(expect, answer),
        Suite::ChooseChallenge => {
            let list = |key: &str| expect.get(key).map(|value| serde_json::from_value(value.clone()));
            let one_of: Option<Vec<String>> =
                list("one_of").transpose().map_err(|_| "`expect`: `one_of` is not a list of strings")?;
            let distinct = expect.get("min_distinct").map_or(Some(0), Value::as_u64);
            let distinct = distinct.ok_or("`expect`: `min_distinct` is not a number of challenges")?;
            Ok(challenges(case, one_of.as_deref(), distinct as usize, answer))
        }
        _ => {
            let features: boards::Features = serde_json::from_value(Value::Object(expect.clone()))
                .map_err(|error| format!("`expect`: {}", escape(&error.to_string())))?;
            features.check()?;
            Ok(boards::board_with(&features, answer))
        }
    }
}

/// Judges by the rules.
pub(super) fn by_rules(case: &Case, answer: &Value, look: &Look) -> Result<Differences, Refusal> {
    match case.suite {
        Suite::DrawHand => draws::by_rules(case, answer, look),
        Suite::DrawFireTile => {
            let bag = read_state(&case.state())?.bag.to_string();
            let key = if bag.is_empty() { "equals" } else { "first_char_in" };
            let expect = Map::from_iter([(key.to_owned(), bag.into())]);
            let mut found = fire_tile(&expect, answer)?;
            if found.is_empty()
                && let Some(text) = answer.as_str().filter(|text| text.len() > 1)
            {
                let tile = text.chars().next().and_then(TileId::from_letter);
                let known = tile.map(|tile| catalogue::fire_tile(tile).to_string()).unwrap_or_default();
                found = Differences::texts(&known, text, |_| None);
            }
            Ok(found)
        }
        Suite::InitialiseChallenge => Ok(boards::starting_board(&challenge_of(case)?, answer, look)),
        Suite::ChooseChallenge => {
            let difficulty: i64 = case.get("difficulty").unwrap_or(-1);
            let of = catalogue::official_challenges().iter();
            let of = of.filter(|official| i64::from(official.difficulty) == difficulty);
            let texts: Vec<String> = of.map(|official| official.text.clone()).collect();
            if texts.is_empty() {
                return Err(format!("`difficulty`: there is no challenge of difficulty {difficulty}"));
            }
            Ok(challenges(case, Some(&texts), 1, answer))
        }
        _ => solution(case, answer),
    }
}

fn text<'a>(answer: &'a Value, wanted: &str) -> Result<&'a str, Differences> {
    answer.as_str().ok_or_else(|| Differences::of(format!("expected {wanted}, found {}", shown(answer))))
}

/// Any solution of the challenge.
fn solution(case: &Case, answer: &Value) -> Result<Differences, Refusal> {
    let challenge = penguins_challenge(&case.text("initial"))?;
    if penguins::coursework::find_solution(challenge).is_none() {
        return Err("`initial`: the challenge has no solution".to_owned());
    }
    let text = match text(answer, "a string") {
        Ok(text) => text,
        Err(wrong) => return Ok(wrong),
    };
    let (_, mut faults) = Solution::read(text).into_parts();
    if faults.is_empty() {
        faults = penguins::check_blocks(text, challenge);
    }
    let mut found = Differences::default();
    for fault in faults.iter().take(5) {
        found.say(format!("{}: {}", shown(answer), escape(&fault.message)));
    }
    Ok(found)
}

fn fire_tile(expect: &Map<String, Value>, answer: &Value) -> Result<Differences, Refusal> {
    let text = match text(answer, "a string") {
        Ok(text) => text,
        Err(wrong) => return Ok(wrong),
    };
    let known = ["equals", "first_char_in"].map(|key| expect.get(key).and_then(Value::as_str));
    if known == [None; 2] {
        return Err("`expect` has neither `first_char_in` nor `equals`".to_owned());
    }
    let [equals, bag] = known;
    if let Some(equals) = equals.filter(|equals| *equals != text) {
        return Ok(Differences::texts(equals, text, |_| None));
    }
    let in_bag = bag.is_none_or(|bag| text.chars().next().is_some_and(|letter| bag.contains(letter)));
    Ok(if in_bag {
        Differences::default()
    } else {
        let bag = escape(bag.unwrap_or_default());
        Differences::of(format!("expected a tile of the bag `{bag}`, found {}", shown(answer)))
    })
}

/// A list of as many challenges as asked for, each of the set.
fn challenges(case: &Case, one_of: Option<&[String]>, distinct: usize, answer: &Value) -> Differences {
    let samples: i64 = case.get("samples").unwrap_or_default();
    let texts: Option<Vec<&str>> =
        answer.as_array().and_then(|items| items.iter().map(Value::as_str).collect());
    let Some(texts) = texts.filter(|texts| texts.len() as i64 == samples) else {
        return Differences::of(format!("expected a list of {samples} strings, found {}", shown(answer)));
    };
    let mut found = Differences::default();
    if let Some(one_of) = one_of {
        let strange: BTreeSet<&str> =
            texts.iter().copied().filter(|text| !one_of.iter().any(|known| known == text)).collect();
        for text in strange.iter().take(5) {
            found.say(format!("{} is none of the {} challenges", shown(&(*text).into()), one_of.len()));
        }
    }
    let different = texts.iter().collect::<BTreeSet<_>>().len();
    if different < distinct {
        found.say(format!("{different} different challenges in {samples}, at least {distinct} expected"));
    }
    found
}
