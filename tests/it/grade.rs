//! Tests the judges and their messages with right answers and with almost right ones.

#[cfg(feature = "cli")]
use crate::support::run;
use clowder::grade::{Case, CaseError, Lines, Suite, check_case, generate, judge, reference};
use clowder::notation::Notation as _;
use clowder::raft::setup::{self, IslandChoice};
use clowder::raft::{Challenge, IslandSide, Orientation};
use clowder::random::Random;
use clowder::render::Look;
use serde_json::{Value, json};

fn case(line: &Value) -> Case {
    Case::read(1, &line.to_string()).unwrap()
}

/// The messages about an answer (none if it is right).
fn said(case: &Case, answer: &Value) -> Vec<String> {
    judge(case, answer, &Look::PIPE).unwrap().messages
}

fn own_answer(case: &Case) -> Value {
    reference::answer(case, &mut Random::new(7)).unwrap()
}

/// Changes the right answer slightly.
fn spoilt(suite: Suite, answer: &Value) -> Value {
    match answer {
        Value::Bool(answer) => (!answer).into(),
        Value::Null => "won".into(),
        Value::String(text) if suite == Suite::Outcome => if text == "won" { "lost" } else { "won" }.into(),
        Value::String(text) if text.is_empty() => "a".into(),
        Value::String(text) => {
            let mut letters: Vec<char> = text.chars().collect();
            let last = letters.len() - 2;
            letters.swap(0, last);
            letters[last] = if letters[last] == 'E' { 'P' } else { 'E' };
            String::from_iter(letters).into()
        }
        Value::Array(items) if items.is_empty() => json!(["Aa0000N"]),
        Value::Array(items) => items[..items.len() - 1].into(),
        Value::Object(members) => {
            let mut members = members.clone();
            members.insert("rotation".to_owned(), 9.into());
            members.into()
        }
        Value::Number(_) => unreachable!("no suite has a number as its answer"),
    }
}

#[test]
fn every_suite_accepts_the_right_answer_and_no_near_miss() {
    assert_eq!(Suite::ALL.len(), 22);
    for &suite in Suite::ALL {
        for index in 0..6 {
            let with = generate::case(suite, 11, index);
            let without = with.clone().with_expectation(None).unwrap();
            for case in [with, without] {
                let answer = own_answer(&case);
                assert_eq!(said(&case, &answer), [""; 0], "{}", case.line());
                let wrong = spoilt(suite, &answer);
                if suite == Suite::DrawFireTile
                    && case.expect().is_some()
                    && !answer.to_string().contains("\"\"")
                {
                    // Only the first letter is checked, so the change must affect it.
                    assert!(!said(&case, &"?".into()).is_empty());
                    continue;
                }
                assert!(!said(&case, &wrong).is_empty(), "{}\n{wrong}", case.line());
                assert!(!said(&case, &json!({"no": "answer"})).is_empty(), "{}", case.line());
            }
        }
    }
}

#[test]
fn a_case_is_read_back_from_its_line() {
    for &suite in Suite::ALL {
        let made = generate::case(suite, 3, 1);
        let read = Case::read(made.number(), &made.line()).unwrap();
        assert_eq!((read.line(), read.request()), (made.line(), made.request()));
        assert!(!read.request().contains("expect") && !read.request().contains("of seed"));
    }
}

#[cfg(feature = "cli")]
#[test]
fn generated_cases_contain_right_answers_and_near_misses_and_repeat() {
    // There are twenty cases of each suite.
    let arguments = ["generate", "cases", "--seed", "9", "--count", "440"];
    let (status, first, _) = run(&arguments, "");
    let few = run(&["generate", "cases", "--seed", "9", "--count", "44"], "").1;
    assert!(status == 0 && first.starts_with(&few));
    assert_ne!(run(&["generate", "cases", "--seed", "10", "--count", "44"], "").1, few);
    for &suite in Suite::ALL {
        let lines = first.lines().filter(|line| line.starts_with(&format!("{{\"suite\":\"{suite}\"")));
        let expects: Vec<Value> =
            lines.map(|line| serde_json::from_str::<Value>(line).unwrap()["expect"].clone()).collect();
        assert_eq!(expects.len(), 20, "{suite}");
        if expects[0].is_boolean() {
            let yes = expects.iter().filter(|expect| **expect == true).count();
            assert_eq!(yes, 10, "{suite}");
            // A program that only counts the questions must not be able to predict the answers.
            let changes = expects.windows(2).filter(|pair| pair[0] != pair[1]).count();
            assert!((1..19).contains(&changes), "{suite}: {expects:?}");
        }
    }
    let questions: std::collections::BTreeSet<String> =
        first.lines().map(|line| Case::read(1, line).unwrap().request()).collect();
    assert_eq!(questions.len(), 440, "no question is asked twice");
    let (status, report, notes) = run(&["grade", "--self", "--seed", "2"], &first);
    assert_eq!((status, notes.as_str()), (0, ""), "{report}");
    assert!(report.ends_with("440 cases: 440 passed, 0 failed; 440 of 440 points\n"), "{report}");
}

#[test]
fn every_hundred_cases_about_the_end_contain_every_outcome() {
    for suite in [Suite::Outcome, Suite::GameOver] {
        for (seed, first) in [(1, 0), (2, 20), (3, 40), (u64::MAX, 1000)] {
            let (mut won, mut lost, mut on) = (0, 0, 0);
            for index in first..first + 100 {
                let case = generate::case(suite, seed, index);
                let mut line: Value = serde_json::from_str(&case.line()).unwrap();
                let expect = line.as_object_mut().unwrap().remove("expect").unwrap();
                line["suite"] = "outcome".into();
                let asked = Case::read(1, &line.to_string()).unwrap();
                let outcome = reference::answer(&asked, &mut Random::new(0)).unwrap();
                assert!(expect == outcome || expect == !outcome.is_null(), "{line}: {expect}, not {outcome}");
                match outcome.as_str() {
                    Some("won") => won += 1,
                    Some("lost") => lost += 1,
                    _ => on += 1,
                }
            }
            assert_eq!((won, lost, on), (25, 25, 50), "{suite} {seed} {first}");
        }
    }
}

#[cfg(feature = "cli")]
#[test]
fn clowder_answers_the_worked_cases_correctly() {
    let (status, report, notes) = run(&["grade", "tests/cases/raft.jsonl", "--self", "--seed", "1"], "");
    assert_eq!((status, notes.as_str()), (0, ""), "{report}");
    assert!(report.ends_with("426 cases: 426 passed, 0 failed; 426 of 426 points\n"), "{report}");
}

const STATE: [&str; 5] = [
    "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgBgg\nfffybpbry\nbbggrgyry\nygrpybpby\nprpgbybyr\nbgyryywwW\nyrbpgrwow\nrgybpywww\n",
    "AabcdBCgDadh",
    "AfhkBCbDcg",
    "G0105",
    "abdfgjkmnpqrtuvwyzACDE",
];

fn parts(changes: &[(usize, &str)]) -> Value {
    let mut parts = STATE.map(str::to_owned);
    for &(part, text) in changes {
        text.clone_into(&mut parts[part]);
    }
    json!(parts)
}

#[test]
fn messages_name_the_part_of_a_state() {
    let asked = |expect: Value| {
        case(&json!({"suite": "applyPlacement", "state": STATE, "action": "Af0303N", "expect": expect}))
    };
    let hand = asked(json!({"hand": "AhkBCbDcg"}));
    assert_eq!(said(&hand, &parts(&[(2, "AhkBCbDcg")])), [""; 0], "what is not expected is not compared");
    assert_eq!(said(&hand, &parts(&[])), ["hand: not expected `Af`"]);
    assert_eq!(said(&hand, &parts(&[(2, "AhBCbDcg")])), ["hand: missing `Ak`"]);
    let unordered =
        "hand: the same value, but not in canonical form: expected `AhkBCbDcg`, found `AkhBCbDcg`";
    assert_eq!(said(&hand, &parts(&[(2, "AkhBCbDcg")])), [unordered]);
    let doubled = "hand: expected `AhkBCbDcg`, found `AhhkBCbDcg`: card `h` of deck `A` is listed twice";
    assert_eq!(said(&hand, &parts(&[(2, "AhhkBCbDcg")])), [doubled]);
    assert_eq!(said(&hand, &json!(["a", "b"])), ["expected a list of five strings, found [\"a\",\"b\"]"]);
    let board = asked(json!({"board": STATE[0]}));
    let wrong = STATE[0].replacen("fffgybgyp", "fffgybgyf", 1).replacen("rbpgrwow", "rbpgrwwo", 1);
    let found = judge(&board, &parts(&[(0, &wrong)]), &Look::PIPE).unwrap();
    let squares = "board: (0, 8) expected `p`, found `f`, (10, 7) expected `o`, found `w`, \
        (10, 8) expected `w`, found `o`";
    assert_eq!(found.messages, [squares]);
    crate::support::snapshot("grade-boards", &found.picture.text());
    let error = judge(&asked(json!({})), &parts(&[]), &Look::PIPE).unwrap_err();
    let told =
        "`expect` must have at least one of these members: `board`, `decks`, `hand`, `exhausted`, `fire-bag`";
    assert_eq!(error.to_string(), told);
}

#[test]
fn lists_are_compared_in_any_order() {
    let all = ["Af0303N", "B04060506AfAh", "Ch0303E"];
    let asked = case(&json!({"suite": "legal-moves", "state": STATE, "expect": all}));
    assert_eq!(said(&asked, &json!(["Ch0303E", "Af0303N", "B04060506AfAh"])), [""; 0]);
    assert_eq!(said(&asked, &json!(["Ch0303E", "Af0303N"])), ["1 missing: \"B04060506AfAh\""]);
    let twice = json!(["Ch0303E", "Af0303N", "B04060506AfAh", "Ch0303E", "Da0000N"]);
    let wrong = ["1 not expected: \"Da0000N\"", "1 listed too often: \"Ch0303E\""];
    assert_eq!(said(&asked, &twice), wrong);
    let respelt = said(&asked, &json!(["Ch0303E", "Af0303N", "B04060506AhAf"]));
    assert_eq!(
        respelt[2],
        "the same value, but not in canonical form: \"B04060506AhAf\" instead of \"B04060506AfAh\""
    );
    let turned = json!({"id": "C", "rotation": 4, "hexes": [[2, 1], [2, 2], [1, 2], [0, 2]]});
    let fixed = json!({"id": "C", "rotation": 1, "hexes": [[0, 2], [1, 2], [2, 2], [2, 1]]});
    let ices = json!({"suite": "getAllValidPlacements", "board": "E".repeat(20), "placed": [],
        "expect": [fixed], "expect_also": [turned]});
    assert_eq!(said(&case(&ices), &json!([turned])), [""; 0], "`expect_also` is as good");
    assert_eq!(said(&case(&ices), &json!([fixed])), [""; 0]);
    assert_eq!(said(&case(&ices), &json!([])).len(), 1);
}

#[test]
fn a_solution_is_right_if_it_solves_the_challenge() {
    let any = case(&json!({"suite": "findSolution", "initial": "20"}));
    let answer = own_answer(&any);
    assert_eq!(said(&any, &answer), [""; 0]);
    let covered = said(&any, &"A104B405C430D235".into());
    assert_eq!(covered.len(), 1, "{covered:?}");
    assert!(covered[0].contains("covers the penguin on (2, 0)"), "{covered:?}");
    let one = case(&json!({"suite": "findSolution", "initial": "20113123", "expect": "A321B104C031D222"}));
    let other_end = "A321B104C0".to_owned();
    assert_eq!(
        said(&one, &other_end.clone().into()),
        [format!("expected `A321B104C031D222`, found `{other_end}`")]
    );
}

#[test]
fn draws_are_judged_by_the_cards_that_remain() {
    let before = parts(&[(2, "ABCD")]);
    let asked = |actions: &[&str], expect: Option<Value>| {
        let mut line = json!({"suite": "drawHand", "state": before, "actions": actions});
        if let Some(expect) = expect {
            line["expect"] = expect;
        }
        case(&line)
    };
    let one = asked(&["A3C1D2"], None);
    let drawn = |decks: &str, hand: &str| json!([parts(&[(1, decks), (2, hand), (3, "")])]);
    assert_eq!(said(&one, &drawn("AaBCDd", "AbcdBCgDah")), [""; 0]);
    let place = "request 1 (`A3C1D2`): ";
    let told = |answer: &Value| -> Vec<String> {
        said(&one, answer).iter().map(|line| line.strip_prefix(place).unwrap().to_owned()).collect()
    };
    assert_eq!(
        told(&drawn("AabcdBCgDadh", "AbcdBCgDah")),
        ["cards in the hand that are still in the decks: `Ab`, `Ac`, `Ad`, `Cg`, `Da`, `Dh`"]
    );
    assert_eq!(
        told(&drawn("ABCDd", "AbcdBCgDah")),
        ["cards that are missing from the decks, but are not in the hand: `Aa`"]
    );
    assert_eq!(told(&drawn("AaBCDdx", "AbcdBCgDah")), ["new cards in the decks: `Dx`"]);
    assert_eq!(
        told(&drawn("AaBCDd", "AbceBCgDah")),
        [
            "cards in the hand that were not in the decks: `Ae`",
            "cards that are missing from the decks, but are not in the hand: `Ad`",
        ]
    );
    assert_eq!(told(&drawn("AabBCDd", "AcdBCgDah")), ["hand: expected 3 cards from deck A, found 2"]);
    let tired = json!([parts(&[(1, "AaBCDd"), (2, "AbcdBCgDah")])]);
    assert_eq!(told(&tired), ["exhausted: not expected `G0105`"]);
    let given = asked(&["A3C1D2"], Some(json!([{"drawn": [3, 0, 1, 2], "hand_from_decks": true}])));
    assert_eq!(
        said(&given, &tired),
        [""; 0],
        "the expected value of a course does not contain the exhausted cats"
    );
    let unordered = drawn("AaBCDd", "AcbdBCgDah");
    assert!(told(&unordered)[0].starts_with("hand: `AcbdBCgDah`: "), "{:?}", told(&unordered));
    // When the second request begins, deck C has one card fewer than the request needs, and the hand is empty.
    let two = asked(&["A3C1D2", "C6"], None);
    let first = parts(&[(1, "AaBCDd"), (2, "AbcdBCgDah"), (3, "")]);
    let second = parts(&[(1, "AaBCDd"), (2, "ABCD"), (3, "")]);
    assert_eq!(said(&two, &json!([first, second])), [""; 0]);
    let kept = said(&two, &json!([first, first]));
    assert_eq!(
        kept[0],
        "request 2 (`C6`): the state must not change, because deck `C` has 0 cards, but the draw requests 6"
    );
    assert_eq!(kept[2], "before this request, the hand was set to `ABCD` (`clear_hand`)");
    assert_eq!(said(&two, &json!([first])).len(), 1);
    let cleared =
        case(&json!({"suite": "drawHand", "state": STATE, "actions": ["A3D3"], "clear_hand": "AeBCD"}));
    assert_eq!(said(&cleared, &json!([STATE])), [""; 0], "the hand is full: nothing changes");
}

#[test]
fn a_starting_board_must_result_from_a_choice_of_islands() {
    let text = "LNSNLASAF000300060012001503030903C112033060340009R01215";
    let asked = case(&json!({"suite": "initialiseChallenge", "challenge": text}));
    let board = own_answer(&asked);
    assert_eq!(said(&asked, &board), [""; 0]);
    let right = board.as_str().unwrap();
    let other = if right.ends_with("b\n") { "g\n" } else { "b\n" };
    let wrong = format!("{}{other}", &right[..right.len() - 2]);
    let found = said(&asked, &wrong.into());
    assert!(
        found[0].starts_with(
            "no choice of islands gives this board; the most similar starting board differs in 1 square; "
        ),
        "{found:?}"
    );
    // The left half of one starting board and the right half of another, with large island 1 in both halves.
    let challenge = Challenge::read(text).strict().unwrap();
    let start = |numbers: [u8; 4]| {
        let islands = challenge.islands().iter().zip(numbers).map(|(&island, number)| IslandChoice {
            number,
            side: IslandSide::of(island),
            rotation: island.rotation().unwrap_or(Orientation::North),
        });
        setup::initial_board(&challenge, &islands.collect::<Vec<_>>()).unwrap().to_string()
    };
    let (left, right) = (start([1, 1, 2, 2]), start([2, 1, 1, 2]));
    let both =
        left.lines().zip(right.lines()).map(|(left, right)| format!("{}{}\n", &left[..9], &right[9..]));
    let found = said(&asked, &both.collect::<String>().into());
    assert_eq!(found, ["large island 1 is used twice, but it exists once"]);
    let features = json!({"rows": 15, "cols": 9, "fire_cards": [[0, 3]],
        "raft": {"row": 0, "col": 15, "squares": ["wwwwowwww"]}, "islands": "ignored"});
    let expecting = |expect| asked.clone().with_expectation(Some(expect)).unwrap();
    let found = said(&expecting(features), &board);
    assert_eq!(found[0], "expected 9 columns, found 18");
    assert!(found[1].starts_with("raft card: expected `w` at (0, 15), found "), "{found:?}");
    // If no board can have the expected feature, the case is wrong, not the answers.
    let card = |row: u64, squares: Value| json!({"cats": [{"row": row, "col": 1, "squares": squares}]});
    for (expect, why) in [
        (card(u64::MAX, "fffbBbbbb".into()), "a board cannot have 18446744073709551615 rows or columns"),
        (json!({"fire_cards": [[0, 101]]}), "a board cannot have 101 rows or columns"),
        (
            json!({"fire_strips": [{"rows": [0, 3], "cols": [0, 200]}]}),
            "a board cannot have 200 rows or columns",
        ),
        (json!({"rows": 101}), "a board cannot have 101 rows or columns"),
        (card(2, 7.into()), "the card at (2, 1) must have nine `squares`"),
        (card(2, json!(["fff", "bBb"])), "the card at (2, 1) must have nine `squares`"),
    ] {
        let wrong = CaseError::from(format!("`expect`: {why}"));
        assert_eq!(judge(&expecting(expect), &board, &Look::PIPE), Err(wrong));
    }
}

#[test]
fn chosen_challenges_are_in_the_set_and_differ() {
    let asked = case(&json!({"suite": "chooseChallenge", "difficulty": 0, "samples": 3,
        "expect": {"one_of": ["x", "y"], "min_distinct": 2}}));
    assert_eq!(said(&asked, &json!(["x", "y", "x"])), [""; 0]);
    assert_eq!(
        said(&asked, &json!(["x", "x", "x"])),
        ["expected at least 2 different challenges, found 1 in a list of 3"]
    );
    assert_eq!(said(&asked, &json!(["x", "y", "z"])), ["\"z\" is not one of the 2 challenges"]);
    assert_eq!(said(&asked, &json!(["x"])), ["expected a list of 3 strings, found [\"x\"]"]);
    let unclear = asked.with_expectation(Some(json!({"min_distinct": "two"}))).unwrap();
    let why = CaseError::from("`expect`: `min_distinct` must be a non-negative integer");
    assert_eq!(judge(&unclear, &json!(["x", "y", "x"]), &Look::PIPE), Err(why));
}

#[test]
fn a_case_can_be_judged_if_its_expectation_or_the_rules_give_an_answer() {
    let check = |line: Value| check_case(&case(&line)).map_err(|error| error.to_string());
    assert_eq!(check(json!({"suite": "findSolution", "initial": "20"})), Ok(()));
    assert_eq!(
        check(json!({"suite": "findSolution", "initial": "20", "expect": "A104B405C430D235"})),
        Ok(())
    );
    // The rules give no answer, but the case expects one.
    let state = parts(&[]);
    let impossible = json!({"suite": "applyPlacement", "state": state, "action": "Aa0000N"});
    assert!(check(impossible.clone()).unwrap_err().starts_with("`action`: "), "{:?}", check(impossible));
    let with =
        json!({"suite": "applyPlacement", "state": state, "action": "Aa0000N", "expect": {"hand": "ABCD"}});
    assert_eq!(check(with), Ok(()));
    // The rules give an answer, but the expectation is invalid.
    let wrong = json!({"suite": "applyPlacement", "state": state, "action": "Af0303N", "expect": {}});
    assert!(check(wrong).unwrap_err().starts_with("`expect` must have at least one of these members"));
}

#[test]
fn malformed_actions_are_false() {
    for action in ["", "Af0303", "Af0303X", "zzzzzzz", "Aa9999N", "B99990101Af"] {
        for suite in ["isPlacementValid", "isCatMovementValid", "legal", "fits", "isGameOver"] {
            let asked = case(&json!({"suite": suite, "state": STATE, "action": action}));
            assert_eq!(own_answer(&asked), Value::Bool(false), "{suite} {action}");
        }
    }
}

#[test]
fn errors_in_a_case_have_spans() {
    let faults = |line: &str| Case::read(1, line).unwrap_err().to_string();
    assert_eq!(faults("[1]"), "0..3: case/not-an-object: this line is not a JSON object");
    assert_eq!(faults("{}"), "0..2: case/missing-field: the key `suite` is missing");
    let unknown = Case::read(1, r#"{"suite":"IsGameover"}"#).unwrap_err();
    let unknown = unknown.iter().next().unwrap();
    assert_eq!(unknown.message, "there is no suite `IsGameover`");
    assert_eq!(unknown.fix.as_ref().unwrap().text, "\"isGameOver\"");
    let many = r#"{"suite":"legal","state":["a"],"action":null,"expect":1,"hidden":"yes"}"#;
    let lines = "25..30: case/field-type: `state` must be a list of five strings\n\
        40..44: case/field-type: `action` must be a string\n\
        54..55: case/field-type: `expect` must be true or false\n\
        65..70: case/field-type: `hidden` must be true or false";
    assert_eq!(faults(many), lines);
    assert!(faults(r#"{"suite":"legal","#).contains("json/"));
    let ignored =
        r#"{"suite":"outcome","kind":"cat","count":1,"state":["","","","",""],"action":"","expect":null}"#;
    let read = Case::read(1, ignored).unwrap();
    assert_eq!(read.expect(), Some(&Value::Null));
    assert_eq!(read.request(), r#"{"id":1994565241,"suite":"outcome","state":["","","","",""],"action":""}"#);
}

#[test]
fn unknown_keys_are_errors_and_the_nearest_key_is_suggested() {
    let found = |line: &str| {
        let errors = Case::read(1, line).unwrap_err();
        let fixes = errors.iter().map(|error| error.fix.as_ref().map_or("", |fix| &fix.text).to_owned());
        (errors.to_string(), fixes.collect::<Vec<_>>())
    };
    let line = r#"{"suite":"isSolution","board":"","placed":[],"expected":true,"pionts":1,"colour":7}"#;
    let errors = "45..55: case/unknown-field: unknown key `expected`\n\
        61..69: case/unknown-field: unknown key `pionts`\n\
        72..80: case/unknown-field: unknown key `colour`; keys of your own begin with `x-`";
    assert_eq!(
        found(line),
        (errors.to_owned(), ["\"expect\"", "\"points\"", ""].map(str::to_owned).to_vec())
    );
    let expecting = |suite: &str, input: &str, expect: &str| {
        let state = json!(STATE);
        found(&format!(r#"{{"suite":"{suite}","state":{state},{input},"expect":{expect}}}"#)).1
    };
    assert_eq!(
        expecting("moveCat", r#""action":"""#, r#"{"Exhausted":"","hnad":""}"#),
        ["\"exhausted\"", "\"hand\""]
    );
    assert_eq!(expecting("drawHand", r#""actions":["A1"]"#, r#"["unchanged",{"draw":[1]}]"#), ["\"drawn\""]);
    let (errors, fixes) = found(r#"{"Suite":"isSolution"}"#);
    assert_eq!(errors.matches("case/").count(), 2, "{errors}");
    assert_eq!(fixes, ["", "\"suite\""]);
    // The list of features is open, but a misspelt feature is an error.
    let board = |expect: &str| {
        format!(r#"{{"suite":"initialiseChallenge","challenge":"x","x-why":1,"expect":{expect}}}"#)
    };
    assert!(Case::read(1, &board(r#"{"rows":12,"islands":2}"#)).is_ok());
    assert_eq!(found(&board(r#"{"Cats":[]}"#)).1, ["\"cats\""]);
    let nested = r#"{"cats":[{"rwo":1,"col":1,"squares":""}],"raft":{"row":1,"column":2},"fire_strips":[{"Rows":[0,1]}]}"#;
    assert_eq!(found(&board(nested)).1, ["\"row\"", "\"col\"", "\"rows\""]);
    let ice = r#"{"suite":"fixSymmetries","ice":{"id":"C","rotation":4,"hexes":[[0,0],[0,1],[1,1],[2,2]],"rotaton":1}}"#;
    assert_eq!(found(ice).1, ["\"rotation\""]);
}

#[test]
fn no_line_makes_reading_a_case_panic() {
    let lines = std::fs::read_to_string("tests/cases/raft.jsonl").unwrap();
    let line = lines.lines().next().unwrap();
    for cut in (0..line.len()).step_by(7) {
        assert!(Case::read(1, &line[..cut]).is_err());
    }
    let garbage = b"\xff\xfe{}\n{\"suite\":\"legal\",\"state\":[\"\",\"\",\"\",\"\",\"\"],\"action\":\"\"}\n";
    let taken: Vec<_> = Lines::new(&garbage[..]).map(Result::unwrap).collect();
    assert!(taken[0].text.is_err() && taken[1].text.is_ok());
    let empty = Case::read(1, taken[1].text.as_ref().unwrap()).unwrap();
    assert!(judge(&empty, &true.into(), &Look::PIPE).is_err());
}
