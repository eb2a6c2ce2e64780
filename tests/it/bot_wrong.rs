//! Tests wrong messages and saved games. Each case lists all errors with all details.
//!
//! The cases are in `tests/cases/wrong-bots.jsonl`, in the format that [`wrong`](crate::wrong) describes.

use crate::wrong::{Case, Outcome, compare};
use clowder::games::GameName;
use clowder::notation::Notation;
use clowder::protocol::{GameRecord, Reply, Request};

fn read(case: &Case) -> Outcome {
    let game: Option<GameName> = case.game.as_ref().map(|name| name.parse().unwrap());
    let text = &case.text;
    match case.kind.as_str() {
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

#[test]
fn wrong_messages_have_exactly_these_errors() {
    let counts = [("bot-reply", 71), ("bot-request", 29), ("game-record", 29)];
    compare(include_str!("../cases/wrong-bots.jsonl"), &counts, read);
}

#[test]
fn a_line_of_more_than_64_kib_is_not_parsed() {
    let id = "2c61b993-c308-4947-ac83-e2fd989bf100";
    let reply = |length: usize| {
        let bare = format!("{{\"move\":\"\",\"messageID\":\"{id}\"}}").len();
        format!("{{\"move\":\"{}\",\"messageID\":\"{id}\"}}", "x".repeat(length - bare))
    };
    // The line break counts as one byte of the line.
    assert!(Reply::parse_canonical(&reply(65_535)).is_some());
    let (value, faults) = Reply::read(&reply(65_536)).into_parts();
    assert!(value.is_none());
    let expected = "65535..65536: message/too-long: the line has 65537 bytes, including its line break; at most 65536 are allowed";
    assert_eq!(faults.to_string(), expected);
}
