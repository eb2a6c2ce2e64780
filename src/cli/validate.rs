//! `validate`: is a text well formed, canonical and consistent?

use super::batch::{BatchOptions, Question, Run, Verdict};
use super::exit::Status;
use super::input::Inputs;
use super::kinds::{self, Entry, Reading};
use super::{Context, Format, result};
use crate::notation::Kind;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// What the text is: see `clowder kinds`
    #[arg(value_name = "KIND", value_parser = kinds::parser())]
    kind: Kind,
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    options: kinds::Options,
    #[command(flatten)]
    batch: BatchOptions,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let entry = kinds::entry(arguments.kind);
    let colour = context.output.colour;
    let run = Run {
        inputs: &arguments.inputs,
        batch: &arguments.batch,
        kind: arguments.kind,
        format: context.format,
    };
    run.answer(&mut context.output, |question, out| answer(&entry, question, &arguments.options, colour, out))
}

fn answer(
    entry: &Entry,
    question: &Question<'_>,
    options: &kinds::Options,
    colour: bool,
    out: &mut Vec<u8>,
) -> Verdict {
    let Question { place, text, format, .. } = *question;
    // A text that parses is its own canonical form.
    if (entry.parses)(text, options) {
        match format {
            Format::Json => result::json_canonical(out, place, entry.kind, text),
            Format::Plain | Format::Human => out.extend(format!("{}ok\n", place.name.before()).bytes()),
        }
        return Status::Yes.into();
    }
    let reading = (entry.read)(text, options);
    let ok = reading.faults.is_empty();
    match format {
        Format::Json => result::json(out, place, entry.kind, text, &reading, ok, &[]),
        // A message of the bot protocol may be laid out in any way.
        Format::Plain | Format::Human if ok => {
            out.extend(format!("{}ok\n", place.name.before()).bytes());
        }
        Format::Plain => {
            out.extend(result::plain_faults(place.name, entry.kind, text, &reading.faults).bytes());
        }
        Format::Human => out.extend(human(entry, question, &reading, colour).bytes()),
    }
    Status::of(ok).into()
}

/// Every fault under its line, and at the end how many there are and of which sort.
fn human(entry: &Entry, question: &Question<'_>, reading: &Reading, colour: bool) -> String {
    let faults = &reading.faults;
    let mut out = result::human_faults(question.place.name, entry.kind, question.text, faults, colour);
    let count = faults.len();
    let plural = if count == 1 { "" } else { "s" };
    out.push_str(&format!("\nnot a valid {}: {count} fault{plural}", entry.kind));
    if let Some(canonical) = reading.canonical.as_ref().filter(|_| faults.only_canon()) {
        let shown = crate::diagnostics::escape::escape(canonical);
        out.push_str(&format!(", of order and spelling only; canonical: {shown}"));
    }
    out.push('\n');
    out
}
