//! Tests a build without the feature `arena`. It must report what is missing and why, and all other functions must work.

use crate::support::run;

const WHY: &str =
    "is not available: this clowder was built without the feature `arena`, which starts programs";

#[test]
fn verbs_that_start_programs_say_in_one_line_why_they_are_missing() {
    let game = ["--game", "tictactoe"];
    for (what, words) in [
        ("bot match", &["bot", "match", game[0], game[1], "--bot", "A=a", "--bot", "B=b"][..]),
        ("bot match", &["bot", "match", "--help"]),
        ("bot check", &["bot", "check", game[0], game[1], "--", "cat"]),
        ("bot tournament", &["bot", "tournament", "--resume", "nowhere"]),
        ("bot play with a command", &["bot", "play", game[0], game[1], "--human", "--", "cat"]),
        ("grade --command", &["grade", "--command", "cat"]),
    ] {
        assert_eq!(run(words, ""), (2, String::new(), format!("clowder: {what} {WHY}\n")), "{words:?}");
    }
}

#[test]
fn grading_without_a_program_still_works() {
    let case = r#"{"suite":"findSolution","initial":"20113123","expect":"A321B104C031D222"}"#;
    let (status, report, _) = run(&["grade", "--self", "--report", "tap"], case);
    assert_eq!(status, 0, "{report}");
    assert!(report.contains("ok 1"), "{report}");
}

#[test]
fn built_in_bots_still_work() {
    let request = concat!(
        r#"{"state":{"token":"X","gameState":["-","-","-","-","-","-","-","-","-"],"activeTurn":true,"#,
        r#""opponent":"A","previousTurn":{"move":false},"showPreviousTurn":false},"#,
        r#""messageID":"884f9509-98f2-4554-a69e-f520b92adc77"}"#
    );
    let reply = "{\"move\":4,\"messageID\":\"884f9509-98f2-4554-a69e-f520b92adc77\"}\n";
    assert_eq!(
        run(&["bot", "play", "greedy", "--game", "tictactoe"], request),
        (0, reply.into(), String::new())
    );
}
