//! The option `--format`, which decides how answers are written.

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
    /// Returns the format of the answer, which is `plain` if errors are `concise`.
    pub(crate) const fn format(self) -> Format {
        match self {
            Self::Human => Format::Human,
            Self::Json => Format::Json,
            Self::Plain | Self::Concise => Format::Plain,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Human-readable, with colours, carets and pictures.
    Human,
    /// One JSON object per line.
    Json,
    /// One item per line and nothing else.
    Plain,
}

/// Verbs that can report errors in a format that editors can parse.
const CONCISE: [&str; 8] =
    ["validate", "canon", "explain", "render", "diff", "apply", "legal-moves", "outcome"];

/// Describes `--format` for one verb, listing only the formats that the verb supports.
pub(crate) fn described(arg: Arg, verb: &str) -> Arg {
    let can_be_concise = verb.is_empty() || CONCISE.contains(&verb);
    let values = FormatOption::value_variants().iter();
    let values = values.filter(|format| can_be_concise || **format != FormatOption::Concise);
    let values: Vec<_> = values.filter_map(ValueEnum::to_possible_value).collect();
    let names: Vec<_> = values.iter().map(|value| value.get_name().to_owned()).collect();
    let help = format!("Write {} or {} output", names[..names.len() - 1].join(", "), names[names.len() - 1]);
    arg.help(help).value_parser(PossibleValuesParser::new(values))
}

/// How answers and errors are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutputStyle {
    pub(crate) format: Format,
    /// Whether errors are written in a format that editors can parse.
    pub(crate) concise: bool,
    /// Whether standard output may be coloured.
    pub(crate) colour: bool,
    /// Whether errors may be coloured.
    pub(crate) error_colour: bool,
    /// Whether there can be several answers.
    pub(crate) in_batch: bool,
}

impl OutputStyle {
    /// Whether answers and errors are human-readable.
    pub(crate) fn is_for_people(self) -> bool {
        self.format == Format::Human && !self.concise
    }
}
