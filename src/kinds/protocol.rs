//! The rows of the registry for the kinds of the bot protocol.
//!
//! The protocol accepts any layout, any order of keys and additional keys. Such differences from the canonical form are
//! warnings here, and `canon` removes them.

use super::{AnyReading, Described, Pace, ReadOptions, Row, boxed, compared_as_text, no_replay};
use crate::diagnostics::Source;
use crate::games::GameName;
use crate::notation::{Notation as _, Reading, Segment};
use crate::protocol::{GameRecord, Reply, Request, explain};
use crate::render::figure::replay::Replay;
use crate::render::figure::{Figure, FigureLook};
use crate::render::{self, Look, Scene, figures};
use std::fmt;

pub(super) const REQUEST: Row = Row::read_by::<Request>("{}[]:,\"-0123456789", request);
pub(super) const REPLY: Row = Row::read_by::<Reply>("{}[]:,\"-0123456789", reply);
pub(super) const RECORD: Row = Row::read_by::<GameRecord>("{}[]:,\"-0123456789", record);

fn request(text: &str, options: &ReadOptions, _: Pace) -> AnyReading {
    Request::read_for(text, options.game).map(boxed)
}

fn reply(text: &str, options: &ReadOptions, _: Pace) -> AnyReading {
    let game = options.game;
    Reply::read_for(text, game).map(|reply| boxed(ReplyIn { reply, game }))
}

fn record(text: &str, _: &ReadOptions, _: Pace) -> AnyReading {
    let record: Reading<GameRecord> = GameRecord::read(text);
    record.map(boxed)
}

/// A reply, and the game to which its move belongs, if the game is known.
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

impl Described for ReplyIn {
    fn explain(&self, _: Source<'_>) -> Vec<Segment> {
        explain::reply(&self.reply, self.game)
    }

    fn picture(&self, _: &Look) -> Scene {
        render::protocol::reply(&self.reply)
    }

    fn figure(&self, _: &FigureLook) -> Figure {
        figures::protocol::reply(&self.reply)
    }

    compared_as_text!();
    no_replay!();
}

impl Described for Request {
    fn explain(&self, _: Source<'_>) -> Vec<Segment> {
        explain::request(self)
    }

    fn picture(&self, look: &Look) -> Scene {
        render::protocol::request(self, look)
    }

    fn figure(&self, _: &FigureLook) -> Figure {
        figures::protocol::request(self)
    }

    compared_as_text!();
    no_replay!();
}

impl Described for GameRecord {
    fn explain(&self, _: Source<'_>) -> Vec<Segment> {
        explain::record(self)
    }

    fn picture(&self, look: &Look) -> Scene {
        render::protocol::record(self, look)
    }

    fn figure(&self, _: &FigureLook) -> Figure {
        figures::protocol::record(self)
    }

    fn replay(&self) -> Option<Replay> {
        Some(figures::protocol::replay(self))
    }

    compared_as_text!();
}
