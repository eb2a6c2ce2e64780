//! `render`: draws pictures.

use super::figure::{FigureOptions, MarkOptions, PictureOut, Saving, respond};
use super::kinds::Options;
use super::strings::strings;
use super::subject::Subject;
use super::{BatchOptions, Context, Findings, Result, Status, input};
use crate::kinds::Pace;
use crate::notation::Kind;
use crate::raft::State;
use crate::render::Look;
use std::ffi::OsString;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
    /// For an action: the state to draw it on (`@PATH` for a file)
    ///
    /// The squares of the action are marked.
    #[arg(long, value_name = "STATE")]
    state: Option<OsString>,
    #[arg(long, help = crate::cli::ASCII)]
    ascii: bool,
    /// Make the picture this wide, in columns
    ///
    /// The default is the width of the terminal, or 80 in a pipe.
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

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    let Arguments { subject, options, batch, figure, marks, .. } = arguments;
    let mut strings = strings(subject, options, batch, Pace::Fast, context)?;
    if let Some(text) = &arguments.state {
        let item = input::one(text, "state", Kind::State)?;
        let Some(state) = item.read::<State>(context.error_colour) else { return Ok(Status::No) };
        strings.reader.options.drawn_on = Some(state.board);
    }
    if let Some(kind) = strings.kind.filter(|&kind| kind != Kind::Action && arguments.state.is_some()) {
        anyhow::bail!("--state is for the kind `action`, not for `{kind}`");
    }
    figure.open(context)?;
    let look = context.look(arguments.ascii);
    let look = Look { width: arguments.width.unwrap_or(look.width), ..look };
    let saving = Saving::new(figure, marks, &strings)?;
    strings.answer(context, &|question, out| {
        let reading = question.read();
        let meant = reading.value().cloned().filter(|_| saving.is_some());
        let (value, findings) = Findings::lenient(reading);
        if let Some(saving) = &saving {
            let saved = saving.save(value.or(meant).as_deref(), question, &findings);
            return respond(saved, question, &findings, out);
        }
        let status = Status::of(value.is_some());
        let picture = value.map(|value| question.drawn(&*value, &findings, &look));
        let text = picture.clone().unwrap_or_default();
        question.answer(&findings, text, &PictureOut::Picture { picture }, status, out)
    })
}
