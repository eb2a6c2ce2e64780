//! `render`: a picture.

use super::batch::{BatchOptions, Question, Run, Verdict};
use super::exit::Status;
use super::input::{self, Inputs};
use super::kinds::{self, Entry};
use super::output::Output;
use super::{Context, Format, result};
use crate::notation::Kind;
use crate::raft::{Action, State};
use crate::render::{Look, raft};
use std::ffi::OsString;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// What the text is: see `clowder kinds`
    #[arg(value_name = "KIND", value_parser = kinds::parser())]
    kind: Kind,
    #[command(flatten)]
    inputs: Inputs,
    /// For an action: the state it is drawn on, its squares marked; `@PATH` for a file
    #[arg(long, value_name = "STATE")]
    state: Option<OsString>,
    /// Use ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// Columns to use [default: those of the terminal; 80 in a pipe]
    #[arg(long, value_name = "COLUMNS")]
    width: Option<usize>,
    #[command(flatten)]
    options: kinds::Options,
    #[command(flatten)]
    batch: BatchOptions,
}

/// How every picture of a run is drawn.
struct Drawing<'a> {
    entry: Entry,
    options: &'a kinds::Options,
    look: Look,
    paints: bool,
    colour: bool,
    state: Option<State>,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let look = context.output.look(arguments.ascii);
    let mut drawing = Drawing {
        entry: kinds::entry(arguments.kind),
        options: &arguments.options,
        look: Look { width: arguments.width.unwrap_or(look.width), ..look },
        paints: context.output.colour,
        colour: context.output.error_colour,
        state: None,
    };
    if let Some(text) = &arguments.state {
        anyhow::ensure!(
            arguments.kind == Kind::Action,
            "--state is for an action, not for {}",
            arguments.kind
        );
        let item = input::one(text, "state", Kind::State)?;
        match item.read(drawing.colour) {
            Some(state) => drawing.state = Some(state),
            None => return Ok(Status::No),
        }
    }
    let run = Run {
        inputs: &arguments.inputs,
        batch: &arguments.batch,
        kind: arguments.kind,
        format: context.format,
    };
    run.answer(&mut context.output, |question, out| drawing.answer(question, out))
}

impl Drawing<'_> {
    fn answer(&self, question: &Question<'_>, out: &mut Vec<u8>) -> Verdict {
        let Question { place, text, format, .. } = *question;
        let entry = &self.entry;
        let (reading, usable) = result::lenient(entry, text, self.options);
        let picture = if usable { Some(self.picture(text)) } else { None };
        let status = Status::of(usable);
        if format == Format::Json {
            let extra: Vec<_> = result::extra("picture", &picture).into_iter().collect();
            result::json(out, place, entry.kind, text, &reading, usable, &extra);
            return status.into();
        }
        let err = result::faults(format, place.name, entry.kind, text, &reading.faults, self.colour);
        out.extend(picture.unwrap_or_default().bytes());
        Verdict { err, status }
    }

    fn picture(&self, text: &str) -> String {
        let scene = match (&self.state, text.parse::<Action>()) {
            (Some(state), Ok(action)) => raft::action_on(&action, &state.board, &self.look),
            _ => (self.entry.render)(text, self.options, &self.look),
        };
        Output::paint(&scene, self.paints)
    }
}
