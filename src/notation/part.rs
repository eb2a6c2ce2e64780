//! The parts a string is explained by.

use crate::diagnostics::Span;

/// A number of things in words: `1 square`, `2 squares`.
pub fn plural(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// One part of a string: where it stands and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its bytes; empty where the part says something of the whole.
    pub span: Span,
    /// What kind of part: `island`, `fire card`.
    pub name: &'static str,
    /// What it means, in words.
    pub meaning: String,
    /// For a state: which of its strings the span points into, from 0.
    pub part: Option<usize>,
}

impl Part {
    /// The part at `span`.
    pub fn new(span: Span, name: &'static str, meaning: impl Into<String>) -> Self {
        Self { span, name, meaning: meaning.into(), part: None }
    }
}
