//! Tests `diff` with inputs that are identical, equal, different or unreadable.

use crate::support::{run, snapshot};
use clowder::notation::Notation;
use clowder::raft::{Board, State};

#[test]
fn equal_and_identical_strings_are_distinguished() {
    assert_eq!(run(&["diff", "hand", "AfhkBCDa", "AfhkBCDa"], ""), (0, "identical\n".into(), String::new()));
    let (status, out, err) = run(&["diff", "hand", "AfhkBCDa", "AkfhDa"], "");
    assert_eq!((status, out.as_str()), (0, "equal, but spelled differently\n"));
    assert!(err.starts_with("warning[hand/card-order]"), "{err}");
    let (_, out, _) = run(&["diff", "hand", "AfBCD", "AfDCB", "--format", "json"], "");
    assert_eq!(out, "{\"v\":1,\"kind\":\"hand\",\"equal\":true,\"identical\":false,\"differences\":[]}\n");
}

#[test]
fn one_stream_cannot_be_two_strings() {
    // Without the error, the second input would be the empty hand, a valid string.
    let (status, out, err) = run(&["diff", "hand", "-", "-"], "ABCD\n");
    assert_eq!((status, out.as_str()), (2, ""));
    assert_eq!(err, "clowder: standard input can be read only once\n");
}

#[test]
fn different_boards_are_shown_with_marked_squares() {
    let other = Board::EXAMPLE.replace("fffgybgyp", "ffbgybgyf");
    let (status, out, _) = run(&["diff", "board", Board::EXAMPLE, &other], "");
    assert_eq!(status, 1);
    snapshot("diff-board", &out);
    let (_, out, _) = run(&["diff", "board", Board::EXAMPLE, &other, "--format", "plain"], "");
    assert_eq!(out, "(0, 2): expected `f`, found `b`\n(0, 8): expected `p`, found `f`\n");
    let short = "fffffffff\n".repeat(12);
    let long = "fffffffff\n".repeat(15);
    let (status, out, _) = run(&["diff", "board", &short, &long, "--format", "plain"], "");
    assert_eq!((status, out.lines().count()), (1, 27));
    assert!(out.starts_with("(12, 0): expected no square, found `f`\n"), "{out}");
}

#[test]
fn different_cards_and_tiles_are_marked_in_pictures() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("difference.svg");
    let mut parts: Vec<String> = serde_json::from_str(State::EXAMPLE).unwrap();
    assert_ne!(parts[4].remove(0), 'b');
    let fewer_tiles = serde_json::to_string(&parts).unwrap();
    let cases = [
        ("hand", "AfhBCDa", "AfkBCDa", 2),
        ("decks", "AaBaCD", "AaBaCDa", 1),
        ("fire-bag", "ab", "abA", 1),
        ("state", State::EXAMPLE, &fewer_tiles, 1),
    ];
    for (kind, expected, actual, marks) in cases {
        let (status, _, err) = run(&["diff", kind, expected, actual, "-o", path.to_str().unwrap()], "");
        assert_eq!((status, err.as_str()), (1, ""), "{kind}");
        let image = std::fs::read_to_string(&path).unwrap();
        assert_eq!(image.matches("is-changed").count(), marks, "{kind}");
    }
}

#[test]
fn different_penguin_boards_are_shown_with_marked_hexagons() {
    let expected = "EEPEE\nEPEPE\nEEEEE\nEEPEE\n";
    let actual = "EEPEE\nEPIIE\nEEEEE\nEPPEE\n";
    let (status, out, _) = run(&["diff", "penguins-board", expected, actual], "");
    assert_eq!(status, 1);
    snapshot("diff-penguins-board", &out);
    let (status, ascii, _) = run(&["diff", "penguins-board", expected, actual, "--ascii"], "");
    assert!(status == 1 && ascii.is_ascii() && ascii.matches('>').count() == 6, "{ascii}");
    // A hexagon is identified by its column and its row.
    let plain =
        "(2, 1): expected `E`, found `I`\n(3, 1): expected `P`, found `I`\n(1, 3): expected `E`, found `P`\n";
    assert_eq!(run(&["diff", "penguins-board", expected, actual, "--format", "plain"], "").1, plain);
    let (_, out, _) = run(&["diff", "penguins-board", expected, actual, "--format", "json"], "");
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["differences"][2]["square"], serde_json::json!([1, 3]));
    assert_eq!(run(&["diff", "penguins-board", expected, expected], "").1, "identical\n");
}

#[test]
fn states_are_compared_part_by_part() {
    let state = State::parse_canonical(State::EXAMPLE).unwrap();
    let expected = state.to_string();
    let (mut hand, mut exhausted, mut bag) = (state.hand(), state.exhausted().clone(), state.bag());
    assert!(hand.remove(hand.cards().iter().next().unwrap()));
    assert!(exhausted.remove(state.exhausted().iter().next().unwrap()));
    assert!(bag.insert("e".parse().unwrap()));
    let state = State::new(*state.board(), state.decks(), hand, exhausted, bag).unwrap();
    let (status, out, _) = run(&["diff", "state", &expected, &state.to_string(), "--format", "plain"], "");
    assert_eq!(status, 1);
    assert_eq!(out, "hand: missing Af\nexhausted: missing G0105\nfire-bag: not expected e\n");
}

#[test]
fn other_kinds_are_compared_as_strings() {
    let (status, out, _) = run(&["diff", "action", "Ab1208S", "Ab1109S", "--format", "plain"], "");
    assert_eq!((status, out.as_str()), (1, "3..6: expected `208`, found `109`\n"));
}

#[test]
fn a_wrong_string_is_different() {
    let (status, out, err) = run(&["diff", "draw", "A6", "A7"], "");
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(err.starts_with("error[draw/count]"), "{err}");
}

#[test]
fn unreadable_strings_are_reported_as_json_too() {
    let object = |n: usize| {
        format!(
            "{{\"v\":1,\"n\":{n},\"id\":null,\"path\":null,\"kind\":\"draw\",\"ok\":false,\"canonical\":null,\"diagnostics\":[\
             {{\"code\":\"draw/count\",\"severity\":\"error\",\"class\":\"syntax\",\
             \"message\":\"`7` is not a valid number of cards; it must be from 1 to 6\",\
             \"span\":{{\"start\":1,\"end\":2,\"line\":1,\"column\":2}},\"related\":[],\"square\":null,\
             \"expected\":[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\"],\"found\":\"7\",\"fix\":{{\"start\":1,\"end\":2,\"text\":\"6\",\"safe\":true}}}}]}}\n"
        )
    };
    let diff = |expected, actual, format| run(&["diff", "draw", expected, actual, "--format", format], "");
    assert_eq!(diff("A6", "A7", "json"), (1, object(2), String::new()));
    assert_eq!(diff("A7", "B7", "json"), (1, object(1) + &object(2), String::new()));
    let told = "1:2: draw/count: `7` is not a valid number of cards; it must be from 1 to 6\n".to_owned();
    assert_eq!(diff("A7", "A6", "plain"), (1, String::new(), told));
}

#[test]
fn two_files_are_compared() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("one"), "A6\n").unwrap();
    std::fs::write(path("other"), "B6\n").unwrap();
    let [one, other] = ["one", "other"].map(|name| format!("@{}", path(name)));
    for words in [&["diff", "draw", &one, &other][..], &["diff", &one, &other]] {
        let (status, out, err) = run(&[words, &["--format", "plain"]].concat(), "");
        assert_eq!((status, &*err), (1, ""), "{words:?}: {out}");
    }
    assert_eq!(run(&["diff", "draw", &one, &one], "").1, "identical\n");
}
