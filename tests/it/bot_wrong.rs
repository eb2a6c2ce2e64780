//! Wrong messages and saved games, each with every fault it has: span, code and message, to the letter.
//!
//! `tests/cases/wrong-bots.jsonl` holds them, one object a line. They change only together with the message they
//! quote.

use clowder::diagnostics::{Diagnostic, Diagnostics};
use clowder::games::GameName;
use clowder::notation::Notation;
use clowder::protocol::{GameRecord, Reply, Request};

#[derive(serde::Deserialize)]
struct Wrong {
    kind: String,
    game: Option<String>,
    text: String,
    canonical: Option<String>,
    faults: Vec<String>,
}

fn read(kind: &str, game: Option<GameName>, text: &str) -> (Option<String>, Diagnostics) {
    match kind {
        "bot-request" => {
            let (value, faults) = Request::read_for(text, game).into_parts();
            (value.map(|it| it.to_string()), faults)
        }
        "bot-reply" => {
            let (value, faults) = Reply::read_for(text, game).into_parts();
            (value.map(|it| it.to_string()), faults)
        }
        "game-record" => {
            let (value, faults) = GameRecord::read(text).into_parts();
            (value.map(|it| it.to_string()), faults)
        }
        other => panic!("{other}: not a kind of the bot protocol"),
    }
}

/// `1..2 json/comma: a comma follows the last item; fix 1..2 ""`
fn line(fault: &Diagnostic) -> String {
    let fix = fault.fix.as_ref().filter(|fix| fix.text.len() < 40).map(|fix| {
        let text = serde_json::to_string(&fix.text).unwrap();
        format!("; fix {}..{} {text}", fix.span.start, fix.span.end)
    });
    let (start, end) = (fault.span.start, fault.span.end);
    format!("{start}..{end} {}: {}{}", fault.code.name, fault.message, fix.unwrap_or_default())
}

#[test]
fn wrong_messages_are_told_wrong_to_the_letter() {
    let mut count = 0;
    for text in include_str!("../cases/wrong-bots.jsonl").lines() {
        let wrong: Wrong = serde_json::from_str(text).unwrap();
        let game = wrong.game.as_ref().map(|name| name.parse().unwrap());
        let (canonical, faults) = read(&wrong.kind, game, &wrong.text);
        let found: Vec<_> = faults.iter().map(line).collect();
        assert_eq!(found, wrong.faults, "{} {:?}", wrong.kind, wrong.text);
        assert_eq!(canonical, wrong.canonical, "{} {:?}", wrong.kind, wrong.text);
        assert!(!found.is_empty(), "{} {:?}", wrong.kind, wrong.text);
        count += 1;
    }
    assert!(count >= 60, "{count}");
}

#[test]
fn a_line_of_more_than_64_kib_is_not_looked_into() {
    let id = "2c61b993-c308-4947-ac83-e2fd989bf100";
    let reply = |length: usize| {
        let bare = format!("{{\"move\":\"\",\"messageID\":\"{id}\"}}").len();
        format!("{{\"move\":\"{}\",\"messageID\":\"{id}\"}}", "x".repeat(length - bare))
    };
    // The line end is a byte of the line.
    assert!(Reply::parse_canonical(&reply(65_535)).is_some());
    let (value, faults) = Reply::read(&reply(65_536)).into_parts();
    assert!(value.is_none());
    let expected =
        "65535..65536: message/too-long: the line has 65537 bytes, its end included; 65536 are allowed";
    assert_eq!(faults.to_string(), expected);
}
