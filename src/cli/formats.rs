//! The option `--format`.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ValueEnum};

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
}

/// The verbs that can report the errors in strings for editors.
const CONCISE: [&str; 8] =
    ["validate", "canon", "explain", "render", "diff", "apply", "legal-moves", "outcome"];

/// Describes the option for one verb, with the formats that this verb can write.
pub(crate) fn described(arg: Arg, verb: &str, is_batch: bool) -> Arg {
    let can_be_concise = verb.is_empty() || CONCISE.contains(&verb);
    let values = FormatOption::value_variants().iter();
    let values = values.filter(|format| can_be_concise || **format != FormatOption::Concise);
    let values: Vec<_> = values.filter_map(ValueEnum::to_possible_value).collect();
    let default = if is_batch {
        "json for a batch whose output goes to a pipe or a file, otherwise human"
    } else {
        "human"
    };
    let arg = if verb.is_empty() { arg } else { arg.help(format!("Output format [default: {default}]")) };
    arg.value_parser(PossibleValuesParser::new(values))
}
