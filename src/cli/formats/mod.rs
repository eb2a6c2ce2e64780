//! The formats in which only errors are written, for editors, GitHub and tools that read SARIF.

mod annotations;
mod origin;
pub(crate) mod sarif;
mod uri;

pub(crate) use origin::{Encoding, Origin, after};

use super::result::Place;
use super::{Format, Verb};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostics, Source};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ValueEnum};
use std::fmt::Write as _;

/// The value of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatOption {
    /// For people: colours, carets, pictures
    Human,
    /// One JSON object on each line: see `clowder schema`
    Json,
    /// One item on each line and nothing else
    Plain,
    /// For editors: `file:line:column: error[code]: message`, one line for each error
    Concise,
    /// For GitHub Actions: one annotation for each error
    Github,
    /// For code scanning: one SARIF 2.1.0 document with all errors (only for `validate`)
    Sarif,
}

/// A format that contains only errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorFormat {
    /// `file:line:column: error[code]: message`.
    Concise,
    /// The workflow commands of GitHub Actions.
    Github,
    /// SARIF 2.1.0.
    Sarif,
}

impl FormatOption {
    /// Splits the option into the format of the answer and the format of the errors. With a format that contains only
    /// errors, the answer itself has the plain format.
    pub(crate) fn split(option: Option<Self>) -> (Option<Format>, Option<ErrorFormat>) {
        match option {
            None => (None, None),
            Some(Self::Human) => (Some(Format::Human), None),
            Some(Self::Json) => (Some(Format::Json), None),
            Some(Self::Plain) => (Some(Format::Plain), None),
            Some(Self::Concise) => (Some(Format::Plain), Some(ErrorFormat::Concise)),
            Some(Self::Github) => (Some(Format::Plain), Some(ErrorFormat::Github)),
            Some(Self::Sarif) => (Some(Format::Plain), Some(ErrorFormat::Sarif)),
        }
    }
}

/// The verbs that can report the errors in strings for editors and for GitHub.
const READS_STRINGS: [&str; 8] =
    ["validate", "canon", "explain", "render", "diff", "apply", "legal-moves", "outcome"];

/// Describes the option for one verb, with the formats that this verb can write.
pub(crate) fn described(arg: Arg, verb: &str, is_batch: bool) -> Arg {
    let can_write = |format: &FormatOption| match format {
        FormatOption::Human | FormatOption::Json | FormatOption::Plain => true,
        FormatOption::Concise | FormatOption::Github => verb.is_empty() || READS_STRINGS.contains(&verb),
        FormatOption::Sarif => verb.is_empty() || verb == "validate",
    };
    let values = FormatOption::value_variants().iter().filter(|format| can_write(format));
    let values: Vec<_> = values.filter_map(ValueEnum::to_possible_value).collect();
    let default = if is_batch {
        "json for a batch whose output goes to a pipe or a file, otherwise human"
    } else {
        "human"
    };
    let arg = if verb.is_empty() { arg } else { arg.help(format!("Output format [default: {default}]")) };
    arg.value_parser(PossibleValuesParser::new(values))
}

/// Checks that a verb can write its errors in the requested format.
///
/// # Errors
/// Returns an error if the verb would ignore the format.
pub(crate) fn check(verb: &Verb, option: Option<FormatOption>) -> anyhow::Result<()> {
    let (_, Some(errors)) = FormatOption::split(option) else { return Ok(()) };
    let name = errors.name();
    let reads_strings = matches!(
        verb,
        Verb::Canon(_)
            | Verb::Explain(_)
            | Verb::Render(_)
            | Verb::Diff(_)
            | Verb::Apply(_)
            | Verb::LegalMoves(_)
            | Verb::Outcome(_)
    );
    match (verb, errors) {
        (Verb::Validate(_), _) => Ok(()),
        (_, ErrorFormat::Sarif) => {
            anyhow::bail!("`--format {name}` is a report of errors, and only `validate` can write it")
        }
        _ if reads_strings => Ok(()),
        _ => anyhow::bail!(
            "`--format {name}` reports errors in strings; only validate, canon, explain, render, diff, apply, \
             legal-moves and outcome can write it"
        ),
    }
}

impl ErrorFormat {
    /// Returns the value of the option `--format` for this format.
    const fn name(self) -> &'static str {
        match self {
            Self::Concise => "concise",
            Self::Github => "github",
            Self::Sarif => "sarif",
        }
    }

    /// Returns the text before the errors of all inputs.
    pub(crate) fn head(self) -> String {
        if self == Self::Sarif { sarif::head() } else { String::new() }
    }

    /// Returns the text after the errors of all inputs.
    pub(crate) fn tail(self) -> String {
        if self == Self::Sarif { sarif::tail() } else { String::new() }
    }

    /// Returns the errors in one text. Each error ends with a line break. In SARIF, each error begins with a comma, which the
    /// caller must remove before the first error of a document.
    pub(crate) fn errors(self, place: Place<'_>, source: Source<'_>, errors: &Diagnostics) -> String {
        let mut out = String::new();
        for error in errors {
            match self {
                Self::Concise => {
                    let at = place.origin.start(source, error.part, error.span);
                    let (severity, code) = (error.severity.name(), error.code.name);
                    let (file, message) = (place.file(), escape(&error.message));
                    let (file, line, column) = (escape(&file), at.line, at.column);
                    // Writing to a string cannot fail.
                    let _ = writeln!(out, "{file}:{line}:{column}: {severity}[{code}]: {message}");
                }
                Self::Github => out.push_str(&annotations::annotation(place, source, error)),
                Self::Sarif => out.push_str(&sarif::result(place, source, error)),
            }
        }
        out
    }
}
