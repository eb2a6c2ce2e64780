//! The rows of the kinds `bot-request`, `bot-reply` and `game-record`.
//!
//! The protocol takes any layout, order of keys and extra keys: these are no faults here, and `canon` removes them.

use crate::cli::kinds::{Entry, Reading};
use crate::diagnostics::{Diagnostics, Severity};
use crate::notation::{Kind, Notation};
use crate::protocol::explain;
use crate::protocol::{GameRecord, Reply, Request};
use crate::render::{Scene, bots as draw};
use std::fmt::Display;

/// What a reader of messages has found, without the warnings.
pub(super) fn reading<T: Display>((value, faults): (Option<T>, Diagnostics)) -> Reading {
    let faults = faults.into_iter().filter(|fault| fault.severity == Severity::Error).collect();
    Reading { canonical: value.map(|value| value.to_string()), faults }
}

/// `bot-request`.
pub(crate) fn request() -> Entry {
    Entry {
        kind: Kind::BotRequest,
        example: Request::EXAMPLE,
        parses: |text, options| Request::read_for(text, options.game).into_diagnostics().is_empty(),
        read: |text, options| reading(Request::read_for(text, options.game).into_parts()),
        explain: |text, options| {
            let parts = |it: Request| explain::request(&it, text);
            Request::read_for(text, options.game).into_value().map(parts).unwrap_or_default()
        },
        render: |text, options, look| {
            let scene = |it: Request| draw::request(&it, look);
            Request::read_for(text, options.game).into_value().map(scene).unwrap_or_default()
        },
    }
}

/// `bot-reply`.
pub(crate) fn reply() -> Entry {
    Entry {
        kind: Kind::BotReply,
        example: Reply::EXAMPLE,
        parses: |text, options| Reply::read_for(text, options.game).into_diagnostics().is_empty(),
        read: |text, options| reading(Reply::read_for(text, options.game).into_parts()),
        explain: |text, options| {
            let parts = |it: Reply| explain::reply(&it, text, options.game);
            Reply::read_for(text, options.game).into_value().map(parts).unwrap_or_default()
        },
        render: |text, options, _| {
            let scene = |it: Reply| draw::reply(&it);
            Reply::read_for(text, options.game).into_value().map_or_else(Scene::new, scene)
        },
    }
}

/// `game-record`.
pub(crate) fn record() -> Entry {
    Entry {
        kind: Kind::GameRecord,
        example: GameRecord::EXAMPLE,
        parses: |text, _| GameRecord::parse_canonical(text).is_some(),
        read: |text, _| reading(GameRecord::read(text).into_parts()),
        explain: |text, _| {
            let parts = |it: GameRecord| explain::record(&it, text);
            GameRecord::read(text).into_value().map(parts).unwrap_or_default()
        },
        render: |text, _, look| {
            let scene = |it: GameRecord| draw::record(&it, look);
            GameRecord::read(text).into_value().map_or_else(Scene::new, scene)
        },
    }
}
