//! `canon`: prints canonical strings.

use super::batch::{BatchOptions, Question, Response, Run};
use super::exit::Status;
use super::kinds::Options;
use super::output_file::OutputFile;
use super::result::{self, Findings};
use super::subject::{Reader, Subject};
use super::write::{self, Purpose};
use super::{Context, Format};
use crate::diagnostics::json::shown;
use crate::kinds::Pace;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    batch: BatchOptions,
    /// Write the canonical string back to each file. Files are given with --file or @PATH
    #[arg(long, conflicts_with = "diff")]
    write: bool,
    /// Show what --write would change, as a unified diff. The exit status is 1 if a file would change or is invalid
    #[arg(long)]
    diff: bool,
    #[command(flatten)]
    output: OutputFile,
}

impl Arguments {
    /// Returns the arguments of a command line without options.
    pub(crate) fn of(subject: Subject) -> Self {
        Self {
            subject,
            options: Options::default(),
            batch: BatchOptions::none(),
            write: false,
            diff: false,
            output: OutputFile::default(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let options = arguments.options.to_read_options(context.output.error_colour)?;
    let mut reader = Reader::new(options, Pace::Fast);
    let (kind, inputs) = arguments.subject.split(arguments.batch.framing().is_some())?;
    arguments.options.check(kind)?;
    arguments.output.open(context)?;
    if arguments.write || arguments.diff {
        let purpose = if arguments.write { Purpose::Write } else { Purpose::Diff };
        return write::run(&inputs, &arguments.batch, (kind, &reader), purpose, context);
    }
    let in_batch = arguments.batch.is_batch(&inputs);
    reader.improves = !in_batch;
    let colour = context.output.error_colour;
    let run = Run {
        inputs: &inputs,
        batch: &arguments.batch,
        kind,
        format: context.format,
        errors: context.errors,
        lists_errors: false,
        reader: Some(&reader),
    };
    let settings = (colour, in_batch);
    run.answer(&mut context.output, |question, out| answer(question, &reader, settings, out))
}

fn answer(
    question: &Question<'_>,
    reader: &Reader,
    (colour, in_batch): (bool, bool),
    out: &mut Vec<u8>,
) -> Response {
    let Question { place, kind, text, format, .. } = *question;
    let (value, findings) = Findings::lenient(reader.read(question));
    let usable = value.is_some();
    let status = Status::of(usable);
    if format == Format::Json {
        result::json(out, place, kind, text, &findings, usable, &[]);
        return status.into();
    }
    if let Some(canonical) = findings.canonical.as_ref().filter(|_| usable) {
        // A name in a message or a saved game can contain any characters, so characters that are not safe to show are
        // escaped.
        let canonical = shown(canonical);
        // In a batch, every answer is one line. A single board already ends with a line break.
        let line = if in_batch { canonical.replace('\n', "\\n").into() } else { canonical };
        out.extend(line.bytes());
        if !out.ends_with(b"\n") {
            out.push(b'\n');
        }
    } else if in_batch {
        // If a text has no canonical string, an empty line is written, because the output must have one line for each
        // text.
        out.push(b'\n');
    }
    let err = result::faults(format, place, findings.source(text), &findings.diagnostics, colour);
    Response::new(err, status)
}
