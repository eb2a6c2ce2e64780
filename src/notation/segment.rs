//! The segments into which `explain` divides a string.

use crate::diagnostics::Span;
use std::fmt::Display;

/// Returns a count with its noun in the singular or the plural: `1 square`, `2 squares`. The count can be an integer of
/// any type.
pub(crate) fn plural(count: impl Display, noun: &str) -> String {
    format!("{count} {}", agreeing(&count, noun))
}

/// Returns a noun in the singular or the plural, without the count: `square`, `squares`.
pub(crate) fn agreeing(count: impl Display, noun: &str) -> String {
    format!("{noun}{}", if count.to_string() == "1" { "" } else { "s" })
}

/// One segment of a string, with its place and its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Segment span (empty if the segment does not belong to particular bytes of the string).
    pub span: Span,
    /// Kind of segment (such as `island` or `fire card`).
    pub name: &'static str,
    /// Meaning of the segment in words.
    pub meaning: String,
    /// If the segment is in one of the strings of a state, the index (from 0) of this string.
    pub component: Option<usize>,
}

impl Segment {
    /// Creates a segment for the bytes at `span`.
    ///
    /// ```
    /// use clowder::{diagnostics::Span, notation::Segment};
    ///
    /// let segment = Segment::new(Span::new(0, 2), "island", "large island");
    /// assert_eq!(segment.component, None);
    /// ```
    pub fn new(span: Span, name: &'static str, meaning: impl Into<String>) -> Self {
        Self { span, name, meaning: meaning.into(), component: None }
    }
}
