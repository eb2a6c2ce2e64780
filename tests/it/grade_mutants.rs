//! Tests that the generated cases catch every wrong variant of the rules, and that every rule occurs in the cases.

use clowder::grade::generate::{GenerateOptions, Generator};
use clowder::grade::{Case, Suite, judge, reference};
use clowder::raft::{Action, PlayableState, State};
use clowder::random::Random;
use clowder::render::Look;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Takes a case and its right answer, and answers by wrong rules.
type WrongRule = Box<dyn Fn(&Value, Value) -> Value>;

/// A wrong variant of the rules, whose answers to some cases are wrong.
struct Mutant {
    name: String,
    suites: &'static [Suite],
    answer: WrongRule,
}

fn state(case: &Value) -> Option<PlayableState> {
    let parts: [String; 5] = serde_json::from_value(case["state"].clone()).ok()?;
    PlayableState::new(State::read_parts(&parts).into_value()?).ok()
}

fn action(case: &Value) -> Option<Action> {
    case["action"].as_str()?.parse().ok()
}

/// A variant that ignores one rule for actions.
fn without(code: &'static str, suites: &'static [Suite]) -> Mutant {
    let answer = move |case: &Value, right: Value| {
        let (Some(game), Some(action)) = (state(case), action(case)) else { return right };
        let errors = match case["suite"].as_str() {
            Some("isPlacementValid" | "fits") => game.placement_errors(&action),
            _ => game.legality_errors(&action),
        };
        let only = !errors.is_empty() && errors.iter().all(|error| error.code.name == code);
        if only { true.into() } else { right }
    };
    Mutant { name: format!("without {code}"), suites, answer: Box::new(answer) }
}

fn mutant(name: &str, suites: &'static [Suite], answer: impl Fn(&Value, Value) -> Value + 'static) -> Mutant {
    Mutant { name: name.to_owned(), suites, answer: Box::new(answer) }
}

/// Variants that change a state or a board wrongly.
fn wrong_states() -> Vec<Mutant> {
    const PLACING: &[Suite] = &[Suite::ApplyPlacement];
    const MOVING: &[Suite] = &[Suite::MoveCat];
    let set = |part: usize, key: &'static str| {
        move |case: &Value, mut right: Value| {
            right[part] = case["state"][key.parse::<usize>().unwrap()].clone();
            right
        }
    };
    vec![
        mutant("the card stays in the hand", PLACING, set(2, "2")),
        mutant("the board does not change", PLACING, set(0, "0")),
        mutant("the cat does not become exhausted", MOVING, set(3, "3")),
        mutant("the discards stay in the hand", MOVING, set(2, "2")),
        mutant("the cat does not move", MOVING, set(0, "0")),
        mutant("a cat on a wild square keeps its letter", MOVING, |case, mut right| {
            let letter = case["action"].as_str().unwrap()[..1].to_owned();
            let before = case["state"][0].as_str().unwrap().matches('W').count();
            let after = right[0].as_str().unwrap().to_owned();
            if after.matches('W').count() > before {
                right[0] = after.replacen('W', &letter, 1).into();
            }
            right
        }),
        mutant("the old square keeps the cat", MOVING, |case, mut right| {
            let (before, after) = (case["state"][0].as_str().unwrap(), right[0].as_str().unwrap());
            let kept = before.chars().zip(after.chars()).map(
                |(one, other)| {
                    if one.is_uppercase() { one } else { other }
                },
            );
            right[0] = kept.collect::<String>().into();
            right
        }),
        mutant("cards turn counterclockwise", PLACING, |case, right| {
            let text = case["action"].as_str().unwrap();
            let turned = match &text[text.len() - 1..] {
                "E" => "W",
                "W" => "E",
                _ => return right,
            };
            let mut case = case.clone();
            case["action"] = format!("{}{turned}", &text[..text.len() - 1]).into();
            answer(&case).unwrap_or(right)
        }),
        mutant("tiles are never flipped", PLACING, |case, right| {
            let text = case["action"].as_str().unwrap();
            if &text[5..6] != "T" {
                return right;
            }
            let mut case = case.clone();
            case["action"] = format!("{}F{}", &text[..5], &text[6..]).into();
            answer(&case).unwrap_or(right)
        }),
    ]
}

/// The right answer to a case.
fn answer(case: &Value) -> Option<Value> {
    let case = Case::read(1, &case.to_string()).ok()?;
    reference::answer(&case, &mut Random::new(3)).ok()
}

/// Variants with a wrong end of the game.
fn wrong_ends() -> Vec<Mutant> {
    const ENDS: &[Suite] = &[Suite::GameOver, Suite::Outcome];
    let continues = |case: &Value| if case["suite"] == "outcome" { Value::Null } else { false.into() };
    let loses = |what: &'static str| {
        move |case: &Value, right: Value| {
            let (Some(game), Some(action)) = (state(case), action(case)) else { return right };
            let outcome = game.outcome_after(&action).map(|outcome| format!("{outcome:?}"));
            if outcome.is_ok_and(|outcome| outcome.contains(what)) { continues(case) } else { right }
        }
    };
    vec![
        mutant("an empty bag does not matter", ENDS, loses("EmptyBag")),
        mutant("a tile without a place does not matter", ENDS, loses("NoPlacement")),
        mutant("a cat that is cut off does not matter", ENDS, loses("CutOff")),
        mutant("the game is never won", ENDS, loses("Won")),
    ]
}

/// Variants with wrong rules for boards, draws and penguins.
fn other_wrong_rules() -> Vec<Mutant> {
    const BOARDS: &[Suite] = &[Suite::BoardWellFormed];
    let accepts = |change: fn(&str) -> String| {
        move |case: &Value, _: Value| {
            let board = change(case["board"].as_str().unwrap());
            answer(&json!({"suite": "isBoardStringWellFormed", "board": board})).unwrap()
        }
    };
    vec![
        mutant(
            "a board needs no line break at the end",
            BOARDS,
            accepts(|board| format!("{}\n", board.trim_end())),
        ),
        mutant("a board may have \\r\\n", BOARDS, accepts(|board| board.replace('\r', ""))),
        mutant("W is not a square", BOARDS, |case, right| {
            if case["board"].as_str().unwrap().contains('W') { false.into() } else { right }
        }),
        mutant(
            "any letter is a square",
            BOARDS,
            accepts(|board| {
                board
                    .chars()
                    .map(|letter| if letter == '\n' || letter == '\r' { letter } else { 'b' })
                    .collect()
            }),
        ),
        mutant("a board may have any number of lines", BOARDS, |case, right| {
            let lines: Vec<_> = case["board"].as_str().unwrap().split_inclusive('\n').collect();
            let is_even = !lines.is_empty() && lines.iter().all(|line| line.len() == 10 || line.len() == 19);
            if is_even { true.into() } else { right }
        }),
        mutant("an impossible draw empties the deck", &[Suite::DrawHand], |case, mut right| {
            for state in right.as_array_mut().unwrap() {
                if state == &case["state"] {
                    state[1] = "ABCD".into();
                }
            }
            right
        }),
        mutant("an empty bag still has a tile", &[Suite::DrawFireTile], |_, right| {
            if right == "" { "a".into() } else { right }
        }),
        mutant("every square is blue", &[Suite::InitialiseChallenge], |_, right| {
            let board = right.as_str().unwrap().chars();
            board.map(|letter| if "gpry".contains(letter) { 'b' } else { letter }).collect::<String>().into()
        }),
        mutant("a block may cover penguins", &[Suite::IcePlacementValid], |case, right| {
            let mut case = case.clone();
            case["board"] = case["board"].as_str().unwrap().replace('P', "E").into();
            answer(&case).unwrap_or(right)
        }),
        mutant("a block may cover ice", &[Suite::IcePlacementValid], |case, right| {
            let mut case = case.clone();
            case["board"] = case["board"].as_str().unwrap().replace('I', "E").into();
            answer(&case).unwrap_or(right)
        }),
        mutant("three blocks are a solution", &[Suite::IsSolution], |case, right| {
            if case["placed"].as_array().unwrap().len() == 3 { true.into() } else { right }
        }),
        mutant("block C is never turned", &[Suite::FixSymmetries], |case, _| case["ice"].clone()),
        mutant("all columns are like the first one", &[Suite::Neighbours], |case, right| {
            let mut case = case.clone();
            case["x"] = (case["x"].as_i64().unwrap() / 2 * 2).into();
            answer(&case).unwrap_or(right)
        }),
        mutant(
            "one placement is missing",
            &[Suite::AllValidPlacements, Suite::LegalMoves],
            |_, mut right| {
                right.as_array_mut().unwrap().pop();
                right
            },
        ),
    ]
}

fn mutants() -> Vec<Mutant> {
    const PLACEMENTS: &[Suite] = &[Suite::PlacementValid, Suite::Fits, Suite::Legal];
    const CATS: &[Suite] = &[Suite::CatMovementValid, Suite::Legal];
    let placements = ["off-board", "on-fire", "on-raft", "on-cat", "not-by-fire"];
    let mut all: Vec<Mutant> = placements
        .into_iter()
        .map(|code| without(Box::leak(format!("placement/{code}").into_boxed_str()), PLACEMENTS))
        .collect();
    for code in [
        "cat/start-off-board",
        "cat/not-there",
        "cat/other-colour",
        "cat/on-raft",
        "cat/end-off-board",
        "cat/same-square",
        "cat/end-taken",
        "cat/end-other-colour",
        "cat/no-path",
        "cat/discard-not-in-hand",
        "cat/exhausted",
        "cat/not-exhausted",
    ] {
        all.push(without(code, CATS));
    }
    all.push(without("placement/card-not-in-hand", &[Suite::Legal]));
    all.extend(wrong_states());
    all.extend(wrong_ends());
    all.extend(other_wrong_rules());
    all
}

/// Generates 200 cases of a suite (or as many different questions as there are), each with the rule that it tests.
fn cases(suite: Suite) -> Vec<(Case, &'static str)> {
    let mut generator = Generator::new(5, GenerateOptions::default());
    (0..200).map_while(|_| generator.next(suite)).map(|made| (made.case, made.rule)).collect()
}

/// Checks that the cases of a suite catch every wrong variant of its rules.
fn check(suite: Suite) {
    let cases = cases(suite);
    let values: Vec<Value> =
        cases.iter().map(|(case, _)| serde_json::from_str(&case.line()).unwrap()).collect();
    let rights: Vec<Value> =
        cases.iter().map(|(case, _)| reference::answer(case, &mut Random::new(3)).unwrap()).collect();
    for ((case, _), right) in cases.iter().zip(&rights) {
        assert!(judge(case, right, &Look::PIPE).unwrap().is_empty(), "{}", case.line());
    }
    for mutant in mutants().iter().filter(|mutant| mutant.suites.contains(&suite)) {
        let is_found = cases.iter().zip(&values).zip(&rights).any(|(((case, _), value), right)| {
            let wrong = (mutant.answer)(value, right.clone());
            wrong != *right && !judge(case, &wrong, &Look::PIPE).unwrap().is_empty()
        });
        assert!(is_found, "{suite}: {} cases do not find the variant `{}`", cases.len(), mutant.name);
    }
    let rules: BTreeSet<&str> = cases.iter().map(|(_, rule)| *rule).collect();
    assert!(!rules.contains("none") && !rules.contains(""), "{suite}: {rules:?}");
}

#[test]
fn there_are_enough_wrong_variants() {
    let names: BTreeSet<String> = mutants().into_iter().map(|mutant| mutant.name).collect();
    assert_eq!(names.len(), 45);
}

/// Declares a test for each suite, so that they run in parallel.
macro_rules! suites {
    ($($name:ident: $suite:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            check(Suite::$suite);
        })*
    };
}

suites! {
    boards_find_every_wrong_variant: BoardWellFormed,
    placements_find_every_wrong_variant: PlacementValid,
    moves_of_cats_find_every_wrong_variant: CatMovementValid,
    ends_of_games_find_every_wrong_variant: GameOver,
    applied_placements_find_every_wrong_variant: ApplyPlacement,
    moved_cats_find_every_wrong_variant: MoveCat,
    draws_find_every_wrong_variant: DrawHand,
    tiles_find_every_wrong_variant: DrawFireTile,
    challenges_find_every_wrong_variant: InitialiseChallenge,
    all_placements_of_ice_find_every_wrong_variant: AllValidPlacements,
    placements_of_ice_find_every_wrong_variant: IcePlacementValid,
    solutions_find_every_wrong_variant: IsSolution,
    symmetries_find_every_wrong_variant: FixSymmetries,
    neighbours_find_every_wrong_variant: Neighbours,
    legal_actions_find_every_wrong_variant: Legal,
    fitting_actions_find_every_wrong_variant: Fits,
    legal_moves_find_every_wrong_variant: LegalMoves,
    outcomes_find_every_wrong_variant: Outcome,
}
