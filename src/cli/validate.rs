//! `validate`: checks that strings are well formed, canonical and consistent.

use super::batch::{BatchOptions, Question, Response, Run};
use super::exit::Status;
use super::fix;
use super::kinds::Options;
use super::output::Output;
use super::output_file::OutputFile;
use super::result::{self, Findings};
use super::subject::{Reader, Subject};
use super::{Context, Format};
use crate::kinds::Pace;
use crate::notation::plural;
use crate::render::Look;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    options: Options,
    /// In a batch, also search for a repair of each wrong string. If one cause explains all errors of a string, only
    /// this cause is reported. For a single string, clowder always searches
    #[arg(long)]
    suggest: bool,
    /// Apply the suggested repairs, report each of them, and print the repaired string. If a single string still has
    /// errors, the file of -o is not changed, except with --format json, which writes the whole result
    #[arg(long)]
    fix: bool,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    batch: BatchOptions,
}

impl Arguments {
    /// Returns the arguments of a command line without options.
    pub(crate) fn of(subject: Subject) -> Self {
        Self {
            subject,
            options: Options::default(),
            suggest: false,
            fix: false,
            output: OutputFile::default(),
            batch: BatchOptions::none(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let options = arguments.options.to_read_options(context.output.error_colour)?;
    let mut reader = Reader::new(options, Pace::Fast);
    let (kind, inputs) = arguments.subject.split(arguments.batch.framing().is_some())?;
    arguments.options.check(kind)?;
    reader.improves = !arguments.batch.is_batch(&inputs) || arguments.suggest;
    arguments.output.open(context)?;
    let people = People {
        colour: context.output.colour,
        guides: context.output.is_terminal && !arguments.batch.is_batch(&inputs),
    };
    let run = Run {
        inputs: &inputs,
        batch: &arguments.batch,
        kind,
        format: context.format,
        errors: context.errors,
        lists_errors: !arguments.fix,
        reader: Some(&reader),
    };
    if arguments.fix {
        return fix::run(&run, context);
    }
    run.answer(&mut context.output, |question, out| answer(question, &reader, people, out))
}

/// The way in which errors are shown to people.
#[derive(Clone, Copy)]
struct People {
    colour: bool,
    /// If true, the last line names the commands that explain the errors.
    guides: bool,
}

fn answer(question: &Question<'_>, reader: &Reader, people: People, out: &mut Vec<u8>) -> Response {
    let Question { place, kind, text, format, .. } = *question;
    let colour = people.colour;
    let reading = reader.read(question);
    if reading.is_canonical() && format == Format::Json {
        // A text without errors is already the canonical string.
        result::json_canonical(out, place, kind, text);
        return Status::Yes.into();
    }
    let (value, findings) = Findings::of_any(reading);
    let ok = findings.is_valid();
    if place.errors.is_some() {
        out.extend(
            result::faults(format, place, findings.source(text), &findings.diagnostics, colour).bytes(),
        );
        return Status::of(ok).into();
    }
    match format {
        Format::Json => result::json(out, place, kind, text, &findings, ok, &[]),
        Format::Plain | Format::Human if ok => {
            // The warnings about a valid string do not belong to the answer.
            let source = findings.source(text);
            let warnings = result::faults(format, place, source, &findings.diagnostics, colour);
            out.extend(format!("{}ok\n", place.name.before()).bytes());
            return Response::new(warnings, Status::Yes);
        }
        Format::Plain => {
            out.extend(
                result::plain_faults(place.name, findings.source(text), &findings.diagnostics).bytes(),
            );
        }
        Format::Human => {
            out.extend(human(question, &findings, people).bytes());
            // With `--board`, an invalid action is also drawn on the board.
            if let Some(value) = value.filter(|_| reader.options.drawn_on.is_some()) {
                out.extend(format!("\n{}", Output::paint(&value.picture(&Look::PIPE), colour)).bytes());
            }
        }
    }
    Status::of(ok).into()
}

/// Returns the line of each error with the error below it, followed by the number of errors.
fn human(question: &Question<'_>, findings: &Findings, people: People) -> String {
    let (kind, faults) = (question.kind, &findings.diagnostics);
    let source = findings.source(question.text);
    let mut out = result::human_faults(question.place.name, source, faults, people.colour);
    out.push_str(&format!("\nnot a valid {kind} string: {}\n", plural(faults.len(), "error")));
    if let Some(canonical) = findings.canonical.as_ref().filter(|_| faults.only_canon()) {
        let shown = crate::diagnostics::escape::escape(canonical);
        out.push_str(&format!("only the order or the spelling is wrong; the canonical string is {shown}\n"));
    }
    if let Some(first) = faults.iter().next().filter(|_| people.guides) {
        let code = first.code.name;
        out.push_str(&format!(
            "`clowder codes {code}` explains the first error, and `clowder help {kind}` describes this kind of string\n"
        ));
    }
    out
}
