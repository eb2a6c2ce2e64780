//! The differences between two values of a kind.

use crate::diagnostics::Span;

/// Where two values differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DifferencePlace {
    /// At a square, given as row and column; at a hexagon, as x and y.
    Square([usize; 2]),
    /// At these bytes of the actual canonical string.
    Span(Span),
    /// In a member that only one of two collections has, such as a card.
    Member,
}

/// One difference between two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// For a state: the index of the string that differs, from 0.
    pub component: Option<usize>,
    /// The place of the difference.
    pub place: DifferencePlace,
    /// What should be there; `None` if nothing should.
    pub expected: Option<String>,
    /// What is there; `None` if nothing is.
    pub actual: Option<String>,
}

impl Difference {
    /// Compares two texts: the one span between their common start and their common end, if they differ.
    pub(super) fn of_texts(expected: &str, actual: &str) -> Vec<Self> {
        if expected == actual {
            return Vec::new();
        }
        let common = |one: &mut dyn Iterator<Item = char>, other: &mut dyn Iterator<Item = char>| -> usize {
            one.zip(other).take_while(|(one, other)| one == other).map(|(letter, _)| letter.len_utf8()).sum()
        };
        let start = common(&mut expected.chars(), &mut actual.chars());
        let end = common(&mut expected[start..].chars().rev(), &mut actual[start..].chars().rev());
        vec![Self {
            component: None,
            place: DifferencePlace::Span(Span::new(start, actual.len() - end)),
            expected: Some(expected[start..expected.len() - end].to_owned()),
            actual: Some(actual[start..actual.len() - end].to_owned()),
        }]
    }
}
