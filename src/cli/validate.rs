//! `validate`: checks that strings are well formed, canonical and consistent.

use super::figure::Saving;
use super::kinds::Options;
use super::strings::strings;
use super::subject::Subject;
use super::{
    BatchOptions, Context, Findings, Format, OutputStyle, Question, Response, Result, Status, TextOrPicture,
    fix, result,
};
use crate::diagnostics::escape;
use crate::kinds::Pace;
use crate::notation::plural;
use crate::render::Look;

#[derive(clap::Args, Debug, Default)]
pub(crate) struct Arguments {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    options: Options,
    /// In a batch, search for repairs
    ///
    /// If one cause explains all errors of a string, only this cause is reported. For a single string, this
    /// search always takes place.
    #[arg(long)]
    suggest: bool,
    /// Apply safe repairs, and print the repaired string
    ///
    /// Each repair is reported. A repair is safe if it leads to the only string that could be meant. If no KIND is
    /// given, the strings of all kinds count. If a single string still has errors, the file of -o is not changed. With
    /// --format json, the file always gets the whole result.
    #[arg(long)]
    fix: bool,
    /// Like --fix, but also apply suggestions that may be wrong
    #[arg(long)]
    unsafe_fixes: bool,
    #[command(flatten)]
    output: TextOrPicture,
    #[command(flatten)]
    batch: BatchOptions,
}

impl Arguments {
    pub(crate) fn of(subject: Subject) -> Self {
        Self { subject, ..Self::default() }
    }
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    let Arguments { subject, options, batch, .. } = arguments;
    let mut strings = strings(subject, options, batch, Pace::Fast, context)?;
    strings.reader.improves |= arguments.suggest;
    let fixes = arguments.fix || arguments.unsafe_fixes;
    let picture = arguments.output.open(context)?;
    if picture.is_some() {
        anyhow::ensure!(!fixes, "--fix writes text; end the name of its file with .txt or .json");
    }
    let saving = Saving::of_one(picture, &strings)?;
    if fixes {
        return fix::run(&strings, arguments.unsafe_fixes, context);
    }
    // On a terminal, the report about a single string ends with the commands that explain its errors.
    let guides = context.is_terminal && !strings.is_batch();
    strings.lists_errors = true;
    strings.answer(context, &|question, out| {
        let response = answer(question, guides, out);
        match &saving {
            Some(saving) => saving.beside(question, response),
            None => response,
        }
    })
}

fn answer(question: &Question<'_>, guides: bool, out: &mut Vec<u8>) -> Response {
    let Question { place, kind, text, style, .. } = *question;
    let reading = question.read();
    if reading.is_canonical() && style.format == Format::Json {
        // A text without errors is already the canonical string.
        result::json_canonical(out, place, kind, text);
        return Status::Yes.into();
    }
    let (value, findings) = Findings::of_any(reading);
    let ok = findings.is_valid();
    // Warnings about a valid string go to standard error, except in the format `concise`. Everything else goes to
    // standard output. The stream decides whether the text is coloured.
    let colour = if ok && !style.concise { style.error_colour } else { style.colour };
    let style = OutputStyle { error_colour: colour, ..style };
    let faults = || result::faults(style, place, findings.source(text), &findings.diagnostics);
    match style.format {
        Format::Json => {
            let fixed = findings.source(text).fixed(&findings.diagnostics);
            let members = fix::FixedOut { fixed: fixed.as_deref(), repairs: None };
            question.json(&findings, ok, &members, out);
        }
        _ if style.concise => out.extend(faults().bytes()),
        _ if ok => {
            out.extend(format!("{}ok\n", place.name.before()).bytes());
            return Response { err: faults(), status: Status::Yes };
        }
        Format::Plain => out.extend(faults().bytes()),
        Format::Human => {
            out.extend((faults() + &summary(question, &findings, guides)).bytes());
            // With `--board`, an invalid action is also drawn on the board.
            if let Some(value) = value.filter(|_| question.reader.options.drawn_on.is_some()) {
                out.extend(format!("\n{}", question.drawn(&*value, &findings, &Look::PIPE)).bytes());
            }
        }
    }
    Status::of(ok).into()
}

/// Returns a summary: the number of errors and, if `guides` is true, the commands that explain them.
fn summary(question: &Question<'_>, findings: &Findings, guides: bool) -> String {
    let (kind, faults) = (question.kind, &findings.diagnostics);
    let mut out = format!("\nnot a valid {kind} string: {}\n", plural(faults.len(), "error"));
    // Without a safe fix, another string could be meant.
    let is_meant = faults.iter().all(|fault| fault.fix.as_ref().is_some_and(|fix| fix.safe));
    if let Some(canonical) = findings.canonical.as_ref().filter(|_| faults.only_canon() && is_meant) {
        let shown = escape(canonical);
        out.push_str(&format!("only the order or the spelling is wrong; the canonical string is {shown}\n"));
    }
    if let Some(first) = faults.iter().next().filter(|_| guides) {
        let code = first.code.name;
        out.push_str(&format!(
            "`clowder codes {code}` explains the first error, and `clowder help {kind}` describes this kind of string\n"
        ));
    }
    out
}
