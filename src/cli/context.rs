//! What every verb is given: the format of its answers and the output.

use super::formats::FormatOption;
use super::output::Output;

/// Format of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Format for people, with colours, carets and pictures.
    Human,
    /// One JSON object on each line.
    Json,
    /// One item on each line and nothing else.
    Plain,
}

/// Context of a verb.
pub(crate) struct Context {
    /// Format of the answer, if `--format` is given.
    pub(crate) format: Option<Format>,
    /// Whether errors have the form for editors, with the answer itself in the plain format.
    pub(crate) concise: bool,
    /// Standard output.
    pub(crate) output: Output,
}

impl Context {
    /// Creates the context for the value of `--format`.
    pub(crate) fn new(option: Option<FormatOption>, output: Output) -> Self {
        let format = option.map(|option| match option {
            FormatOption::Human => Format::Human,
            FormatOption::Json => Format::Json,
            FormatOption::Plain | FormatOption::Concise => Format::Plain,
        });
        Self { format, concise: option == Some(FormatOption::Concise), output }
    }

    /// Format of a single answer.
    pub(crate) fn format(&self) -> Format {
        self.format.unwrap_or(Format::Human)
    }

    /// Style of answers whose default format is given.
    pub(crate) fn style(&self, default: Format) -> OutputStyle {
        OutputStyle {
            format: self.format.unwrap_or(default),
            concise: self.concise,
            colour: self.output.colour,
            error_colour: self.output.error_colour,
            in_batch: false,
        }
    }
}

/// How answers and the errors in strings are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutputStyle {
    /// Format of the answer.
    pub(crate) format: Format,
    /// Whether errors have the form for editors.
    pub(crate) concise: bool,
    /// Whether standard output may have colour.
    pub(crate) colour: bool,
    /// Whether errors may have colour.
    pub(crate) error_colour: bool,
    /// Whether to expect several answers.
    pub(crate) in_batch: bool,
}

impl OutputStyle {
    /// Whether answers and errors are for people.
    pub(crate) fn is_for_people(self) -> bool {
        self.format == Format::Human && !self.concise
    }
}
