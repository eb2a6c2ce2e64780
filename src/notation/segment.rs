//! The meaningful segments into which `explain` divides a string.

use crate::diagnostics::Span;
use std::fmt::Display;

/// Writes a count (an integer of any type) with its noun in the singular or plural: `1 square`, `2 squares`.
pub(crate) fn plural(count: impl Display, noun: &str) -> String {
    format!("{count} {}", agreeing(&count, noun))
}

/// Puts a noun into the singular or plural without writing the count: `square`, `squares`.
pub(crate) fn agreeing(count: impl Display, noun: &str) -> String {
    format!("{noun}{}", if count.to_string() == "1" { "" } else { "s" })
}

/// A part of a string with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Where the segment is (empty if it does not belong to particular bytes).
    pub span: Span,
    /// What the segment is (such as `island` or `fire card`).
    pub name: &'static str,
    /// What the segment means, in words.
    pub meaning: String,
    /// Index of the string (from 0) if the segment is in one of a state's strings.
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
