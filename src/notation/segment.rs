//! The meaningful segments into which `explain` splits a string.

use crate::diagnostics::Span;
use std::fmt::Display;

/// Writes a count (any type of integer) with its noun in the singular or plural, such as `1 square` or `2 squares`.
pub(crate) fn plural(count: impl Display, noun: &str) -> String {
    format!("{count} {}", agreeing(&count, noun))
}

/// Puts a noun into the singular or plural, as its count requires, such as `square` or `squares`.
pub(crate) fn agreeing(count: impl Display, noun: &str) -> String {
    format!("{noun}{}", if count.to_string() == "1" { "" } else { "s" })
}

/// A part of a string, together with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The span of the segment (empty if it does not correspond to particular bytes).
    pub span: Span,
    /// A name for this sort of segment (such as `island` or `fire card`).
    pub name: &'static str,
    /// The meaning of the segment, described in words.
    pub meaning: String,
    /// If the segment is in one of the strings of a state, the index of that string (from 0).
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
