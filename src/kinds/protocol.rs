//! Registry rows for the kinds of the bot protocol.
//!
//! The protocol accepts any layout, any key order and additional keys. The registry warns about such
//! deviations from the canonical form, and the verb `canon` removes them.

use super::{AnyReading, Pace, ReadOptions, Row, Value, boxed};
use crate::diagnostics::Source;
use crate::games::{BuiltIn, BuiltInPlayer, GameBots, GameJson, GameName, Record, play, with_game};
use crate::notation::Segment;
use crate::protocol::{AnyRecord, AnyView, GameRecord, Message, Reply, Request, explain};
use crate::random::Random;
use crate::render::figure::replay::Replay;
use crate::render::{self, Picture};
use std::fmt;

const JSON: &str = "{}[]:,\"-0123456789";

pub(super) const ROWS: &[Row] = &[
    Row::read_by::<Request>(JSON, request, |options| options.game.is_some())
        .of_a_game()
        .generated_by(|random, game| with_game!(any_game(game, random)?, G => a_request::<G>(random))),
    Row::read_by::<Reply>(JSON, reply, |options| options.game.is_some())
        .of_a_game()
        .generated_by(|random, game| with_game!(any_game(game, random)?, G => Some(a_reply::<G>(random)))),
    Row::of::<GameRecord>(JSON)
        .of_a_game()
        .generated_by(|random, game| with_game!(any_game(game, random)?, G => Some(a_record::<G>(random)))),
];

fn any_game(game: Option<GameName>, random: &mut Random) -> Option<GameName> {
    game.or_else(|| random.choose(&GameName::ALL).copied())
}

fn played<G: GameBots>(random: &mut Random) -> Record<G> {
    let mut bots =
        [random.bits(), random.bits()].map(|seed| BuiltInPlayer::new(BuiltIn::Random, Random::new(seed)));
    let [first, second] = &mut bots;
    play::<G>(["Ann", "Bob"], [first, second], random).record
}

fn a_record<G: GameBots>(random: &mut Random) -> String
where
    AnyRecord: From<Record<G>>,
{
    GameRecord::new(played::<G>(random)).to_string()
}

fn a_reply<G: GameBots + GameJson>(random: &mut Random) -> String {
    let record = played::<G>(random);
    let ply = random.below(record.moves().len());
    Reply::play::<G>(&record.moves()[ply], &random.uuid()).to_string()
}

fn a_request<G: GameBots>(random: &mut Random) -> Option<String>
where
    AnyView: From<G::View>,
{
    let record = played::<G>(random);
    let ply = random.below(record.moves().len());
    let id = random.uuid();
    let state = record.states().nth(ply)?;
    let view = G::view(&state, G::mover(&state), "Bob");
    Request::new(Message::Turn(view.into()), &id).ok().map(|request| request.to_string())
}

fn request(text: &str, options: &ReadOptions, _: Pace) -> AnyReading {
    Request::read_for(text, options.game).map(boxed)
}

fn reply(text: &str, options: &ReadOptions, _: Pace) -> AnyReading {
    let game = options.game;
    Reply::read_for(text, game).map(|reply| boxed(ReplyIn { reply, game }))
}

#[derive(Clone)]
struct ReplyIn {
    reply: Reply,
    game: Option<GameName>,
}

impl fmt::Display for ReplyIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reply.fmt(f)
    }
}

impl Value for ReplyIn {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::reply(&self.reply, self.game, source.text)
    }

    fn own_picture(&self, _: Source<'_>) -> Option<Picture> {
        Some(render::protocol::reply(&self.reply))
    }
}

impl Value for Request {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::request(self, source.text)
    }

    fn own_picture(&self, _: Source<'_>) -> Option<Picture> {
        Some(render::protocol::request(self))
    }
}

impl Value for GameRecord {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        explain::record(self, source.text)
    }

    fn own_picture(&self, _: Source<'_>) -> Option<Picture> {
        Some(render::protocol::record(self))
    }

    fn replay(&self) -> Option<Replay> {
        Some(Replay::of_bots(self))
    }
}
