//! The meaningful segments into which `explain` divides a string.

use crate::diagnostics::Span;
use std::fmt::Display;

/// Writes a count and its noun in the singular or plural, e.g. `1 square` or `2 squares`. The count can be
/// any integer type.
pub(crate) fn plural(count: impl Display, noun: &str) -> String {
    format!("{count} {}", agreeing(&count, noun))
}

/// Returns a noun in the singular or plural, e.g. `square` or `squares`, to agree with a count.
pub(crate) fn agreeing(count: impl Display, noun: &str) -> String {
    format!("{noun}{}", if count.to_string() == "1" { "" } else { "s" })
}

/// A part of a string, together with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The span of the segment, or an empty span if the segment does not correspond to particular bytes.
    pub span: Span,
    /// A name for this type of segment, e.g. `island` or `fire card`.
    pub name: &'static str,
    /// The meaning of the segment, in words.
    pub meaning: String,
    /// The index (from 0) of the string that contains the segment, if the segment is part of a state.
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
