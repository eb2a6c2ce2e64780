//! Differences between two values of the same kind.

use crate::diagnostics::Span;

/// The place at which two values differ.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DifferencePlace {
    /// A square (row and column) or a hexagon (x and y coordinates).
    Square([usize; 2]),
    /// A span in the canonical string of the actual value.
    Span(Span),
    /// No particular place: the values differ in an element, such as a card of a hand or the placement of an ice block.
    Member,
}

/// One difference between two values.
///
/// ```
/// use clowder::kinds::{self, DifferencePlace, ReadOptions, Value as _};
/// use clowder::{diagnostics::Span, notation::Kind};
///
/// let [expected, actual] = ["A3B3", "A3C3"].map(|text| {
///     kinds::read(Kind::Draw, text, &ReadOptions::default()).into_value().expect("it has a meaning")
/// });
/// let differences = expected.differences(&*actual);
/// assert_eq!(differences[0].place, DifferencePlace::Span(Span::new(2, 3)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The index (from 0) of the component that differs, if the values are states.
    pub component: Option<usize>,
    /// The place at which the values differ.
    pub place: DifferencePlace,
    /// The expected element, or `None` if nothing is expected at the place.
    pub expected: Option<String>,
    /// The actual element, or `None` if the actual value has nothing at the place.
    pub actual: Option<String>,
}

impl Difference {
    /// Compares two strings. The difference is the text between the common prefix and the common suffix.
    pub(super) fn of_texts(expected: &str, actual: &str) -> Vec<Self> {
        if expected == actual {
            return Vec::new();
        }
        let at = changed(actual, expected);
        let end = expected.len() - (actual.len() - at.end);
        vec![Self {
            component: None,
            place: DifferencePlace::Span(at),
            expected: Some(expected[at.start..end].to_owned()),
            actual: Some(at.of(actual).to_owned()),
        }]
    }
}

/// Returns the span of `before` that differs from `after`: everything between their common prefix and suffix.
pub(crate) fn changed(before: &str, after: &str) -> Span {
    let common = |one: &mut dyn Iterator<Item = char>, other: &mut dyn Iterator<Item = char>| -> usize {
        one.zip(other).take_while(|(one, other)| one == other).map(|(letter, _)| letter.len_utf8()).sum()
    };
    let start = common(&mut before.chars(), &mut after.chars());
    let end = common(&mut before[start..].chars().rev(), &mut after[start..].chars().rev());
    Span::new(start, before.len() - end)
}
