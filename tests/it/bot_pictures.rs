//! Tests the pictures and the explanations of messages and saved games.

use crate::support::{picture, snapshot};
use clowder::games::GameName;
use clowder::notation::{Notation, Segment};
use clowder::protocol::explain;
use clowder::protocol::{GameRecord, Reply, Request};
use clowder::render::{Glyphs, Look, protocol};
use std::fs;
use std::path::Path;

const ASCII: Look = Look { glyphs: Glyphs::Ascii, width: 80 };

fn lines(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(name);
    fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

/// Returns the request in a line of the recorded messages, together with its text.
fn request(number: usize) -> (Request, String) {
    let line: serde_json::Value = serde_json::from_str(&lines("bot-transcripts.jsonl")[number]).unwrap();
    let text = line["line"].as_str().unwrap().to_owned();
    (Request::parse_canonical(&text).unwrap(), text)
}

fn record(file: &str, number: usize) -> (GameRecord, String) {
    let text = lines(file)[number].clone();
    (GameRecord::parse_canonical(&text).unwrap(), text)
}

#[test]
fn tic_tac_toe() {
    let (turn, _) = request(16);
    picture("bot-tictactoe-turn", |look| protocol::request(&turn).scene(look));
    let (game, _) = record("tictactoe-games.jsonl", 0);
    picture("bot-tictactoe-record", |look| protocol::record(&game).scene(look));
}

#[test]
fn arboretum() {
    let (turn, _) = request(500);
    picture("bot-arboretum-turn", |look| protocol::request(&turn).scene(look));
    let (game, _) = record("arboretum-games.jsonl", 0);
    picture("bot-arboretum-record", |look| protocol::record(&game).scene(look));
    snapshot("bot-arboretum-start", &protocol::frame(&game, 0).scene(&ASCII).text());
}

#[test]
fn other_messages() {
    let texts = [request(0).0, request(579 - 1).0].map(|it| protocol::request(&it).scene(&ASCII).text());
    snapshot("bot-other-messages", &texts.join("\n"));
}

#[test]
fn names_are_escaped() {
    let text = GameRecord::EXAMPLE.replace("Perfect", "\\u001b[31mred\\u202e");
    let record = GameRecord::parse_canonical(&text).map(|it| protocol::record(&it).scene(&ASCII).text());
    assert!(record.is_none(), "a name with an unnecessary escape sequence is not canonical");
    let (record, faults) = GameRecord::read(&text).into_parts();
    assert!(faults.only_canon());
    let picture = protocol::record(&record.unwrap()).scene(&ASCII).text();
    assert!(picture.starts_with("\\u{1b}[31mred\\u{202e} against Random"), "{picture}");
}

fn told(parts: &[Segment], text: &str) -> String {
    let line = |part: &Segment| format!("{:<24} {}: {}", shown(part.span.of(text)), part.name, part.meaning);
    parts.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn shown(text: &str) -> String {
    clowder::diagnostics::escape::excerpt(text, 22)
}

#[test]
fn every_part_is_explained() {
    let messages = [0, 16, 500, 578].map(|number| {
        let (message, text) = request(number);
        told(&explain::request(&message, &text), &text)
    });
    snapshot("bot-explain-requests", &messages.join("\n\n"));
    let reply = Reply::parse_canonical(Reply::EXAMPLE).unwrap();
    let replies = [None, Some(GameName::TicTacToe), Some(GameName::Arboretum)]
        .map(|game| told(&explain::reply(&reply, game, Reply::EXAMPLE), Reply::EXAMPLE));
    snapshot("bot-explain-reply", &replies.join("\n\n"));
    let (game, text) = record("arboretum-games.jsonl", 0);
    snapshot("bot-explain-record", &told(&explain::record(&game, &text), &text));
}
