//! The option `--format`, and how answers are written.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ValueEnum};

/// Value of `--format`.
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
}

impl FormatOption {
    /// The format of the answer itself.
    pub(crate) const fn format(self) -> Format {
        match self {
            Self::Human => Format::Human,
            Self::Json => Format::Json,
            Self::Plain | Self::Concise => Format::Plain,
        }
    }
}

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

/// Verbs that can report the errors in strings in the form that editors parse.
const CONCISE: [&str; 8] =
    ["validate", "canon", "explain", "render", "diff", "apply", "legal-moves", "outcome"];

/// Describes the option for one verb, with the formats that this verb can write.
pub(crate) fn described(arg: Arg, verb: &str) -> Arg {
    let can_be_concise = verb.is_empty() || CONCISE.contains(&verb);
    let values = FormatOption::value_variants().iter();
    let values = values.filter(|format| can_be_concise || **format != FormatOption::Concise);
    let values: Vec<_> = values.filter_map(ValueEnum::to_possible_value).collect();
    let names: Vec<_> = values.iter().map(|value| value.get_name().to_owned()).collect();
    let help = format!("Write {} or {} output", names[..names.len() - 1].join(", "), names[names.len() - 1]);
    arg.help(help).value_parser(PossibleValuesParser::new(values))
}

/// How answers and the errors in strings are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutputStyle {
    /// Format of the answer.
    pub(crate) format: Format,
    /// Whether errors are written in the form that editors parse.
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
