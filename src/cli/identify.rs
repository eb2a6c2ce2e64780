//! `identify`: finds the kinds to which a text may belong.

use super::input::Inputs;
use super::{Batch, BatchOptions, Context, Format, OutputFile, Question, Response, Result, Status};
use crate::diagnostics::escape;
use crate::notation::Kind;
use crate::repair::{Candidate, identify};
use serde_json::value::RawValue;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    batch: BatchOptions,
}

/// The candidate kinds of a text, as JSON.
#[derive(serde::Serialize)]
pub(crate) struct IdentifyOut<'a> {
    /// Format version.
    v: u8,
    /// Number of the text, counted from 1.
    n: usize,
    /// The `id` of the line in a `--jsonl` batch, unchanged.
    id: Option<&'a RawValue>,
    /// The path of the text's file, `-` for standard input, or `null` for an argument.
    path: Option<&'a str>,
    /// True if the text is a string of at least one kind.
    ok: bool,
    /// The kinds that fit or nearly fit the text, best first.
    kinds: Vec<CandidateOut<'a>>,
}

#[derive(serde::Serialize)]
pub(crate) struct CandidateOut<'a> {
    kind: &'a str,
    /// How well the text fits the kind: `canonical`, `not-canonical`, `repairable` or `wrong`.
    fit: &'a str,
    /// Number of errors in the text when it is read as this kind.
    errors: usize,
    /// The reason for this fit, in words.
    reason: &'a str,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    // A batch with a kind does not search for the kind of each text. The kind `board` only stands in here: its
    // strings have several lines, so the line break at the end of a file is kept.
    let kind = Some(Kind::Board);
    let inputs = arguments.inputs.clone().all_files();
    Batch::new(kind, inputs, &arguments.batch).answer(context, &answer)
}

fn answer(question: &Question<'_>, out: &mut Vec<u8>) -> Response {
    let found = identify(question.text);
    let fits = found.first().is_some_and(|candidate| candidate.fit.is_string());
    match question.style.format {
        Format::Json => {
            let kinds = found.iter().map(candidate_out).collect();
            let Question { place, .. } = *question;
            let object = IdentifyOut { v: 1, n: place.n, id: place.id, path: place.path, ok: fits, kinds };
            // Writing strings and numbers to memory cannot fail.
            let _ = crate::diagnostics::json::write(&mut *out, &object);
            out.push(b'\n');
        }
        Format::Plain => {
            let names: Vec<&str> = found
                .iter()
                .filter(|candidate| candidate.fit.is_string())
                .map(|one| one.kind.name())
                .collect();
            out.extend(format!("{}{}\n", question.place.name.before(), names.join(" ")).bytes());
        }
        Format::Human => out.extend(human(&found, fits).bytes()),
    }
    let is_empty = question.text.is_empty() && question.style.format == Format::Human;
    let err = if is_empty { "the input is empty; only these kinds have an empty string\n" } else { "" };
    Response { err: err.to_owned(), status: Status::of(fits) }
}

fn candidate_out(candidate: &Candidate) -> CandidateOut<'_> {
    let Candidate { kind, fit, errors, reason, .. } = candidate;
    CandidateOut { kind: kind.name(), fit: fit.name(), errors: *errors, reason }
}

/// Lists the kinds, each with the reason why it fits or does not fit.
fn human(found: &[Candidate], fits: bool) -> String {
    let mut out = String::new();
    if !fits {
        out.push_str("no kind fits this text; the nearest kinds are:\n");
    }
    let width = found.iter().map(|candidate| candidate.kind.name().len()).max().unwrap_or(0);
    for Candidate { kind, reason, .. } in found {
        out.push_str(&format!("{:width$}  {}\n", kind.name(), escape(reason)));
    }
    out
}
