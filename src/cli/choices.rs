//! Options with a fixed list of values.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// One value of an option: its name, its description and its parsed form.
pub(super) type Choice<T> = (&'static str, &'static str, T);

/// Parses the name of a choice. `choices` must not be empty.
pub(super) fn one_of<T: Clone + Send + Sync + 'static>(
    choices: &'static [Choice<T>],
) -> impl TypedValueParser<Value = T> {
    let values = choices.iter().map(|(name, about, _)| PossibleValue::new(*name).help(*about));
    PossibleValuesParser::new(values).map(|word| {
        let chosen = choices.iter().find(|(name, ..)| *name == word).unwrap_or(&choices[0]);
        chosen.2.clone()
    })
}
