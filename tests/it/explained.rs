//! Compares the explanation of many strings with a snapshot: the name, the position and the meaning of each part.

use clowder::diagnostics::{Source, escape::escape};
use clowder::games::GameName;
use clowder::kinds::{self, ReadOptions};
use clowder::notation::Kind;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Strings that have other explanations than the examples of their kinds.
const TEXTS: &[(Kind, &str)] = &[
    (Kind::Challenge, "LNSNLASAF00030006C00009R11215"),
    (Kind::Hand, ""),
    (Kind::Exhausted, ""),
    (Kind::FireBag, ""),
    (Kind::Action, "B04060506AfAh"),
    (Kind::Action, "c0303TE"),
    (Kind::Action, "Af0303N"),
    (Kind::BotReply, r#"{"move":null,"messageID":"1"}"#),
    (Kind::BotReply, r#"{"move":0,"messageID":"1"}"#),
    (Kind::BotReply, r#"{"move":{"card":["J",3],"coord":[0,-1]},"messageID":"1"}"#),
    (Kind::BotReply, r#"{"move":["J",3],"messageID":"1"}"#),
    (Kind::BotReply, r#"{"move":"ready","messageID":"é"}"#),
    (Kind::BotReply, r#"{"move":[0,1,2],"messageID":"1"}"#),
    (Kind::BotReply, r#"{"move":"RANDOM","messageID":"1"}"#),
];

/// Describes each part of a string. The options say to which game a message belongs.
fn explanation(kind: Kind, text: &str, game: Option<GameName>) -> String {
    let mut options = ReadOptions::default();
    options.game = game;
    let reading = kinds::read_thoroughly(kind, text, &options);
    let game = game.map_or("", GameName::name);
    let mut description = format!("---- {} {game} {}\n", kind.name(), escape(text));
    // Some moves belong to only one of the games.
    let Some(value) = reading.value() else { return format!("{description}{}\n", reading.diagnostics()) };
    let source = Source::new(text, reading.parts());
    for segment in value.explain(source) {
        let place = format!("{:?}", (segment.component, segment.span.start(), segment.span.end()));
        let part = segment.span.of(source.part(segment.component));
        writeln!(description, "{place} {}: {}: {}", escape(part), segment.name, segment.meaning).unwrap();
    }
    description
}

/// Returns the first message of each form in recorded games.
fn messages() -> Vec<(Kind, GameName, String)> {
    let mut seen = BTreeSet::new();
    let mut messages = Vec::new();
    for line in include_str!("../cases/bot-transcripts.jsonl").lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = line["line"].as_str().unwrap();
        let message: serde_json::Value = serde_json::from_str(text).unwrap();
        let state = &message["state"];
        let game: GameName = line["game"].as_str().unwrap().parse().unwrap();
        // A reply has no state, and its move is a number, a list or an object.
        let answer = &message["move"];
        let form = format!("{game:?} {} {} {}", state["message"], state["result"], state["subTurn"]);
        if seen.insert(format!("{form} {} {} {}", answer.is_array(), answer.is_object(), answer.is_number()))
        {
            let kind = if line["dir"] == "in" { Kind::BotRequest } else { Kind::BotReply };
            messages.push((kind, game, text.to_owned()));
        }
    }
    messages
}

#[test]
fn each_part_of_a_string_has_its_place_and_its_meaning() {
    let examples = Kind::ALL.iter().map(|&kind| explanation(kind, kinds::row(kind).example(), None));
    let texts = TEXTS.iter().map(|&(kind, text)| explanation(kind, text, None));
    crate::support::snapshot("explained", &examples.chain(texts).collect::<String>());
}

#[test]
fn each_part_of_a_message_has_its_place_and_its_meaning() {
    let messages = messages().into_iter().map(|(kind, game, text)| explanation(kind, &text, Some(game)));
    let replies = TEXTS.iter().filter(|(kind, _)| *kind == Kind::BotReply);
    let replies =
        replies.flat_map(|&(kind, text)| GameName::ALL.map(|game| explanation(kind, text, Some(game))));
    let games =
        [include_str!("../cases/tictactoe-games.jsonl"), include_str!("../cases/arboretum-games.jsonl")];
    let records = games.into_iter().flat_map(|games| games.lines().take(3));
    let records = records.map(|text| explanation(Kind::GameRecord, text, None));
    crate::support::snapshot("explained-bots", &messages.chain(replies).chain(records).collect::<String>());
}

#[test]
fn each_message_of_a_recorded_game_is_written_as_it_was_recorded() {
    for (kind, game, text) in messages() {
        let mut options = ReadOptions::default();
        options.game = Some(game);
        let reading = kinds::read_thoroughly(kind, &text, &options);
        assert_eq!(reading.value().map(|value| value.canonical()).as_deref(), Some(text.as_str()));
    }
}
