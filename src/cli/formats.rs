//! The option `--format`.

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

/// Verbs that can report the errors in strings for editors.
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
