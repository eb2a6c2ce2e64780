//! `render`: draws pictures.

use super::batch::{BatchOptions, Question, Response, Run};
use super::exit::Status;
use super::figure::{FigureOptions, MarkOptions, Saved, Saving};
use super::input;
use super::kinds::Options;
use super::output::Output;
use super::result::{self, Findings};
use super::subject::{Reader, Subject};
use super::{Context, Format};
use crate::diagnostics::escape::escape;
use crate::kinds::{Pace, Value};
use crate::notation::Kind;
use crate::raft::State;
use crate::render::Look;
use std::ffi::OsString;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// For an action: the state on which to draw it (`@PATH` for a file). The squares of the action are marked
    #[arg(long, value_name = "STATE")]
    state: Option<OsString>,
    #[arg(long, help = crate::cli::ASCII)]
    ascii: bool,
    /// Width of the picture in columns [default: the width of the terminal, or 80 in a pipe]
    #[arg(long, value_name = "COLUMNS")]
    width: Option<usize>,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    figure: FigureOptions,
    #[command(flatten)]
    marks: MarkOptions,
    #[command(flatten)]
    batch: BatchOptions,
}

/// The settings with which every picture of a run is drawn.
struct Drawing<'a> {
    reader: &'a Reader,
    look: Look,
    paints: bool,
    colour: bool,
    saving: Option<Saving>,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let colour = context.output.error_colour;
    let mut reader = Reader::new(arguments.options.to_read_options(colour)?, Pace::Fast);
    if let Some(text) = &arguments.state {
        let item = input::one(text, "state", Kind::State)?;
        let Some(state) = item.read::<State>(colour) else { return Ok(Status::No) };
        reader.options.drawn_on = Some(state.board);
    }
    let (kind, inputs) = arguments.subject.split(arguments.batch.framing().is_some())?;
    arguments.options.check(kind)?;
    if let Some(kind) = kind.filter(|&kind| kind != Kind::Action && arguments.state.is_some()) {
        anyhow::bail!("--state is for the kind `action`, not for `{kind}`");
    }
    let is_batch = arguments.batch.is_batch(&inputs);
    reader.improves = !is_batch;
    arguments.figure.open(context)?;
    let look = context.output.look(arguments.ascii);
    let drawing = Drawing {
        reader: &reader,
        look: Look { width: arguments.width.unwrap_or(look.width), ..look },
        paints: context.output.colour,
        colour,
        saving: Saving::new(&arguments.figure, &arguments.marks, (&inputs, &arguments.batch))?,
    };
    let run = Run {
        inputs: &inputs,
        batch: &arguments.batch,
        kind,
        format: context.format,
        errors: context.errors,
        lists_errors: false,
        reader: Some(&reader),
    };
    run.answer(&mut context.output, |question, out| drawing.answer(question, out))
}

impl Drawing<'_> {
    fn answer(&self, question: &Question<'_>, out: &mut Vec<u8>) -> Response {
        let Question { place, kind, text, format, .. } = *question;
        let (value, findings) = Findings::lenient(self.reader.read(question));
        if let (Some(saving), Some(value)) = (&self.saving, &value) {
            return self.save(saving, &**value, &findings, question, out);
        }
        let picture = value.map(|value| Output::paint(&value.picture(&self.look), self.paints));
        let usable = picture.is_some();
        let status = Status::of(usable);
        if format == Format::Json {
            let extra: Vec<_> = result::extra("picture", &picture).into_iter().collect();
            result::json(out, place, kind, text, &findings, usable, &extra);
            return status.into();
        }
        let source = findings.source(text);
        let err = result::faults(format, place, source, &findings.diagnostics, self.colour);
        out.extend(picture.unwrap_or_default().bytes());
        Response::new(err, status)
    }

    /// Writes the picture of a value to its file, and returns the response.
    fn save(
        &self,
        saving: &Saving,
        value: &dyn Value,
        findings: &Findings,
        question: &Question<'_>,
        out: &mut Vec<u8>,
    ) -> Response {
        let Question { place, kind, text, format, .. } = *question;
        let source = findings.source(text);
        let saved = saving.save(value, kind, source, &place);
        let status = Status::of(saved.is_ok());
        if format == Format::Json {
            let extra = match saved {
                Ok(Saved::File(file)) => result::extra("file", &Some(file)),
                Ok(Saved::Picture(bytes)) => {
                    result::extra("picture", &Some(String::from_utf8_lossy(&bytes).into_owned()))
                }
                Err(error) => result::extra("failed", &Some(format!("{error:#}"))),
            };
            let extra: Vec<_> = extra.into_iter().collect();
            result::json(out, place, kind, text, findings, status == Status::Yes, &extra);
            return status.into();
        }
        let mut err = result::faults(format, place, source, &findings.diagnostics, self.colour);
        match saved {
            Ok(Saved::File(_)) => {}
            Ok(Saved::Picture(bytes)) => out.extend(bytes),
            Err(error) => err.push_str(&format!("clowder: {}\n", escape(&format!("{error:#}")))),
        }
        Response::new(err, if status == Status::Yes { status } else { Status::Trouble })
    }
}
