//! `canon`: the canonical string.

use super::batch::{BatchOptions, Question, Response, Run};
use super::exit::Status;
use super::input::Inputs;
use super::kinds::{self, Options};
use super::result::{self, Findings};
use super::{Context, Format};
use crate::diagnostics::json::shown;
use crate::kinds::{ReadOptions, read};
use crate::notation::Kind;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// What the text is: see `clowder kinds`
    #[arg(value_name = "KIND", value_parser = kinds::parser())]
    kind: Kind,
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    batch: BatchOptions,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let (kind, options) = (arguments.kind, arguments.options.to_read_options());
    let colour = context.output.error_colour;
    let run = Run {
        inputs: &arguments.inputs,
        batch: &arguments.batch,
        kind,
        format: context.format,
        errors: context.errors,
        lists_errors: false,
    };
    let in_batch = run.is_batch();
    run.answer(&mut context.output, |question, out| answer(kind, question, &options, (colour, in_batch), out))
}

fn answer(
    kind: Kind,
    question: &Question<'_>,
    options: &ReadOptions,
    (colour, in_batch): (bool, bool),
    out: &mut Vec<u8>,
) -> Response {
    let Question { place, text, format, .. } = *question;
    let (value, findings) = Findings::lenient(read(kind, text, options));
    let usable = value.is_some();
    let status = Status::of(usable);
    if format == Format::Json {
        result::json(out, place, kind, text, &findings, usable, &[]);
        return status.into();
    }
    if let Some(canonical) = findings.canonical.as_ref().filter(|_| usable) {
        // Names in a message or a saved game may be any text.
        let canonical = shown(canonical);
        // In a batch every answer is one line; alone, a board brings its own line end.
        let line = if in_batch { canonical.replace('\n', "\\n").into() } else { canonical };
        out.extend(line.bytes());
        if !out.ends_with(b"\n") {
            out.push(b'\n');
        }
    } else if in_batch {
        // A line that has no canonical string still has its line in the output.
        out.push(b'\n');
    }
    let err = result::faults(format, place, findings.source(text), &findings.diagnostics, colour);
    Response { err, status }
}
