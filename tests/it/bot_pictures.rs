//! What messages and saved games look like and what is said of them.

use clowder::bots::{GameRecord, Reply, Request, explain};
use clowder::notation::{Notation, Part};
use clowder::render::{Glyphs, Look, Scene, ansi, bots};
use std::fs;
use std::path::Path;

const ASCII: Look = Look { glyphs: Glyphs::Ascii, width: 80 };

fn lines(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(name);
    fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

/// The nth line of the transcripts.
fn request(number: usize) -> (Request, String) {
    let line: serde_json::Value = serde_json::from_str(&lines("bot-transcripts.jsonl")[number]).unwrap();
    let text = line["line"].as_str().unwrap().to_owned();
    (Request::parse(&text).unwrap(), text)
}

fn record(file: &str, number: usize) -> (GameRecord, String) {
    let text = lines(file)[number].clone();
    (GameRecord::parse(&text).unwrap(), text)
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// A picture in every style.
fn pictures(name: &str, draw: impl Fn(&Look) -> Scene) {
    snapshot(&format!("{name}_unicode"), &draw(&Look::PIPE).text());
    snapshot(&format!("{name}_colour"), &ansi(&draw(&Look::PIPE)).replace('\x1b', "␛"));
    let plain = draw(&ASCII).text();
    assert!(plain.is_ascii());
    snapshot(&format!("{name}_ascii"), &plain);
}

#[test]
fn tic_tac_toe() {
    let (turn, _) = request(16);
    pictures("bot_tictactoe_turn", |look| bots::request(&turn, look));
    let (game, _) = record("tictactoe-games.jsonl", 0);
    pictures("bot_tictactoe_record", |look| bots::record(&game, look));
}

#[test]
fn arboretum() {
    let (turn, _) = request(500);
    pictures("bot_arboretum_turn", |look| bots::request(&turn, look));
    let (game, _) = record("arboretum-games.jsonl", 0);
    pictures("bot_arboretum_record", |look| bots::record(&game, look));
    snapshot("bot_arboretum_narrow", &bots::record(&game, &Look { width: 40, ..ASCII }).text());
    snapshot("bot_arboretum_start", &bots::frame(&game, 0, &ASCII).text());
}

#[test]
fn other_messages() {
    let texts = [request(0).0, request(579 - 1).0].map(|it| bots::request(&it, &ASCII).text());
    snapshot("bot_other_messages", &texts.join("\n"));
}

#[test]
fn names_are_escaped() {
    let text = GameRecord::EXAMPLE.replace("Perfect", "\\u001b[31mred\\u202e");
    let record = GameRecord::parse(&text).map(|it| bots::record(&it, &ASCII).text());
    assert!(record.is_none(), "a name that is escaped where it need not be is not canonical");
    let (record, faults) = GameRecord::diagnose(&text);
    assert!(faults.only_canon());
    let picture = bots::record(&record.unwrap(), &ASCII).text();
    assert!(picture.starts_with("\\u{1b}[31mred\\u{202e} against Random"), "{picture}");
}

fn told(parts: &[Part], text: &str) -> String {
    let line = |part: &Part| format!("{:<24} {}: {}", shown(part.span.of(text)), part.name, part.meaning);
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
    snapshot("bot_explain_requests", &messages.join("\n\n"));
    let reply = Reply::parse(Reply::EXAMPLE).unwrap();
    snapshot("bot_explain_reply", &told(&explain::reply(&reply, Reply::EXAMPLE), Reply::EXAMPLE));
    let (game, text) = record("arboretum-games.jsonl", 0);
    snapshot("bot_explain_record", &told(&explain::record(&game, &text), &text));
}
