//! `validate --fix` and `--unsafe-fixes`: applies repairs one after another.

use super::{Batch, Context, Findings, Format, Question, Response, Result, Status, result};
use crate::diagnostics::json::shown;
use crate::diagnostics::{Class, Diagnostic, Fix, Severity, escape, excerpt, line_column};
use crate::kinds::{AnyReading, read};
use crate::notation::plural;
use crate::repair::{Known, improve};
use std::fmt::Write as _;

/// Repairing a text stops after this many repairs. A text that needs more repairs is probably not a string of
/// the given kind.
const ROUNDS: usize = 64;

/// A repair that was applied.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct Repair {
    /// The code of the error.
    code: &'static str,
    /// The message of the error.
    message: String,
    /// The index of the first byte that was replaced, in the text before this repair.
    start: usize,
    /// The index of the first byte after the replaced bytes.
    end: usize,
    /// The line on which the repair is made, counted from 1.
    line: usize,
    /// The column at which the repair is made, in characters, counted from 1.
    column: usize,
    /// The text that was replaced.
    found: String,
    /// The new text.
    text: String,
}

impl Repair {
    fn new(error: &Diagnostic, fix: &Fix, before: &str) -> Self {
        let (line, column) = line_column(before, fix.span.start);
        Self {
            code: error.code.name,
            message: error.message.clone(),
            start: fix.span.start,
            end: fix.span.end,
            line,
            column,
            found: fix.span.of(before).to_owned(),
            text: fix.text.clone(),
        }
    }
}

impl std::fmt::Display for Repair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { line, column, code, .. } = self;
        let (found, text) = (excerpt(&self.found, 40), excerpt(&self.text, 40));
        write!(f, "{line}:{column}: repaired[{code}]: {}: ", escape(&self.message))?;
        match (self.found.is_empty(), self.text.is_empty()) {
            (true, _) => write!(f, "added `{text}`"),
            (false, true) => write!(f, "removed `{found}`"),
            // In an excerpt, a real line break looks like a written-out `\n`, so the usual message would show the same
            // text twice.
            (false, false) if self.found == "\\n" && self.text == "\n" => {
                f.write_str("replaced the written-out `\\n` with a line break")
            }
            (false, false) if self.found.replace("\\n", "\n") == self.text => {
                write!(f, "replaced each written-out `\\n` in `{found}` with a line break")
            }
            (false, false) => write!(f, "replaced `{found}` with `{text}`"),
        }
    }
}

/// The members that repairs add to the result object.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct FixedOut<'a> {
    /// `validate`: the text after all safe fixes, if there are any. With `--fix` or `--unsafe-fixes`: the repaired text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fixed: Option<&'a str>,
    /// `validate --fix`: the repairs in their order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) repairs: Option<&'a [Repair]>,
}

/// Repairs every string.
///
/// # Errors
/// Returns an error if reading or writing fails. Also rejects the format `concise`, which shows only errors.
pub(super) fn run(strings: &Batch<'_>, applies_suggestions: bool, context: &mut Context) -> Result<Status> {
    anyhow::ensure!(
        !context.concise,
        "--fix and --unsafe-fixes print the repaired string; use --format human, plain or json with them"
    );
    let to_file = context.is_file();
    let applied = |fix: &Fix| fix.safe || applies_suggestions;
    strings.answer(context, &|question, out| answer(question, applied, to_file, out))
}

fn answer(
    question: &Question<'_>,
    applied: impl Fn(&Fix) -> bool,
    to_file: bool,
    out: &mut Vec<u8>,
) -> Response {
    let Question { place, kind, style, .. } = *question;
    let in_batch = style.in_batch;
    let (text, repairs, reading) = repaired(question, applied);
    let (_, findings) = Findings::of_any(reading);
    let ok = findings.is_valid();
    if style.format == Format::Json {
        let members = FixedOut { fixed: Some(&text), repairs: Some(&repairs) };
        result::json(out, place, Some(kind), &text, &findings, ok, &members);
        return Status::of(ok).into();
    }
    // A single string that still has errors is printed, but not written to a file, where it could replace the original.
    let is_withheld = to_file && !ok && !in_batch;
    if !is_withheld {
        // In a valid string, only names in JSON can contain unsafe characters, which `shown` escapes without
        // changing the meaning of the JSON. An invalid text is escaped completely.
        let safe = |line: &str| if ok { shown(line).into_owned() } else { escape(line).into_owned() };
        let lines: Vec<_> = text.split('\n').map(safe).collect();
        out.extend(lines.join(if in_batch { "\\n" } else { "\n" }).bytes());
        if !out.ends_with(b"\n") {
            out.push(b'\n');
        }
    }
    let mut err = String::new();
    for repair in &repairs {
        // Writing to a string cannot fail.
        let _ = writeln!(err, "{}{repair}", place.name.before());
    }
    err += &result::faults(style, place, findings.source(&text), &findings.diagnostics);
    if !ok && !in_batch && (is_withheld || style.format == Format::Human) {
        let left = plural(findings.diagnostics.len(), "error");
        let begin =
            if repairs.is_empty() { "no error was repaired" } else { "some errors were not repaired" };
        let end = if is_withheld {
            format!("the file of -o was not written, because the string still has {left}")
        } else {
            format!("the printed string has {left}")
        };
        let _ = writeln!(err, "\n{begin}; {end}");
    }
    Response { err, status: Status::of(ok) }
}

/// Applies the repairs that `applied` accepts. Stops when no repair reduces the number of errors, or once
/// [`ROUNDS`] or more repairs have been applied. Returns the repaired text, the repairs, and the parse result of
/// the repaired text.
fn repaired(question: &Question<'_>, applied: impl Fn(&Fix) -> bool) -> (String, Vec<Repair>, AnyReading) {
    let (kind, options) = (question.kind, &question.reader.options);
    let mut text = question.text.to_owned();
    let mut repairs = Vec::new();
    let Known { mut reading, mut improved } = question.read_unimproved();
    loop {
        let before = errors(&reading);
        if before == (0, 0) || repairs.len() >= ROUNDS {
            return (text, repairs, reading);
        }
        let cause = improved.take().unwrap_or_else(|| improve(kind, &text, options, reading));
        if let Some((made, after)) = in_order(&text, &cause).filter(|_| before.0 == 0) {
            let next = read(kind, &after, options);
            if errors(&next) < before {
                repairs.extend(made);
                (text, reading, improved) = (after, next, None);
                continue;
            }
        }
        let better = cause.diagnostics().iter().find_map(|error| {
            let fix = error.fix.as_ref().filter(|fix| applied(fix))?;
            let apply = |to: &str| -> Option<String> {
                Some([to.get(..fix.span.start)?, &fix.text, to.get(fix.span.end..)?].concat())
            };
            // A fix in one part of a state changes only that part's string. The state is then written again as a JSON
            // array.
            let (before_fix, after) = match error.part {
                None => (text.as_str(), apply(&text)?),
                Some(index) => {
                    let mut parts = cause.parts().to_vec();
                    *parts.get_mut(index)? = apply(cause.parts().get(index)?)?;
                    (cause.parts()[index].as_str(), serde_json::to_string(&parts).ok()?)
                }
            };
            let next = read(kind, &after, options);
            (errors(&next) < before).then(|| (Repair::new(error, fix, before_fix), after, next))
        });
        let Some((made, after, next)) = better else { return (text, repairs, cause) };
        repairs.push(made);
        (text, reading) = (after, next);
    }
}

/// Returns the repairs and the canonical string for a text whose errors concern only its order or spelling.
/// Errors with the same code and fix share one repair. Returns `None` if the text has no value, or if any error
/// about order or spelling has no safe fix.
fn in_order(text: &str, reading: &AnyReading) -> Option<(Vec<Repair>, String)> {
    let canonical = reading.value()?.canonical();
    let errors = reading.diagnostics().iter().filter(|error| error.class() == Class::Canon);
    let made = errors.map(|error| {
        let fix = error.fix.as_ref().filter(|fix| fix.safe)?;
        Some(Repair::new(error, fix, error.part.map_or(text, |part| &reading.parts()[part])))
    });
    let mut made = made.collect::<Option<Vec<_>>>()?;
    made.dedup_by(|next, made| {
        (next.code, next.start, next.end, &next.text) == (made.code, made.start, made.end, &made.text)
    });
    Some((made, canonical))
}

/// Returns the number of errors that `canon` cannot repair, and the total number of errors. If the text has
/// no value, both counts are at least 1.
fn errors(reading: &AnyReading) -> (usize, usize) {
    let errors = || reading.diagnostics().iter().filter(|found| found.severity == Severity::Error);
    let nothing = usize::from(reading.value().is_none());
    let serious = errors().filter(|error| error.class() != Class::Canon).count();
    (serious.max(nothing), errors().count().max(nothing))
}
