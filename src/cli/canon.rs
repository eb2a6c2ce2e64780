//! `canon`: prints canonical strings.

use super::kinds::Options;
use super::strings::strings;
use super::subject::Subject;
use super::write::{self, Purpose};
use super::{
    BatchOptions, Context, Findings, Format, NoMembers, OutputFile, Question, Response, Result, Status,
};
use crate::diagnostics::json::shown;
use crate::kinds::Pace;

#[derive(clap::Args, Debug, Default)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    batch: BatchOptions,
    /// Write the canonical string back to each file
    ///
    /// Name the files with --file or @PATH.
    #[arg(long, conflicts_with = "diff")]
    write: bool,
    /// Show what --write would change
    ///
    /// The output is a unified diff. The exit status is 1 if a file would change or is invalid.
    #[arg(long)]
    diff: bool,
    #[command(flatten)]
    output: OutputFile,
}

impl Arguments {
    pub(crate) fn of(subject: Subject) -> Self {
        Self { subject, ..Self::default() }
    }
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    let Arguments { subject, options, batch, .. } = arguments;
    let strings = strings(subject, options, batch, Pace::Fast, context)?;
    arguments.output.open(context)?;
    if arguments.write || arguments.diff {
        let purpose = if arguments.write { Purpose::Write } else { Purpose::Diff };
        return write::run(strings, purpose, context);
    }
    strings.answer(context, &answer)
}

fn answer(question: &Question<'_>, out: &mut Vec<u8>) -> Response {
    let (value, findings) = Findings::lenient(question.read());
    let status = Status::of(value.is_some());
    if question.style.format == Format::Json {
        return question.answer(&findings, "", &NoMembers {}, status, out);
    }
    let in_batch = question.style.in_batch;
    let line = if let Some(canonical) = findings.canonical.as_ref().filter(|_| value.is_some()) {
        // Names in bot messages and saved games can contain any characters, so unsafe characters are escaped.
        let canonical = shown(canonical);
        // In a batch, every answer is one line. Outside a batch, a board already ends with a line break.
        let line = if in_batch { canonical.replace('\n', "\\n").into() } else { canonical };
        if line.ends_with('\n') { line.into_owned() } else { line.into_owned() + "\n" }
    } else if in_batch {
        // Without a canonical string, write an empty line, because the output must have one line per text.
        "\n".to_owned()
    } else {
        String::new()
    };
    question.answer(&findings, line, &NoMembers {}, status, out)
}
