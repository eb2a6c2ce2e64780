//! The parts that all notations share: their [`Kind`], the trait [`Notation`], the [`Reading`] of a string, the
//! [`Segment`]s of an explanation, and a small toolbox for grammars based on nom.

pub(crate) mod grammar;
mod kind;
pub(crate) mod order;
pub(crate) mod reading;
mod segment;

pub use kind::{Kind, UnknownKind};
pub use reading::Reading;
pub use segment::Segment;
pub(crate) use segment::{agreeing, plural};

use crate::diagnostics::Diagnostics;
use std::fmt::Display;
use std::str::FromStr;

/// A type whose values are read from strings of one kind. [`Display`] writes the canonical string of a value.
///
/// [`read`](Self::read) continues after an error and reports all errors. Most kinds also have a quick nom grammar,
/// [`parse_canonical`](Self::parse_canonical), which accepts exactly the canonical strings without errors. The two are
/// implemented independently and tested against each other. [`FromStr`] accepts a string unless it has errors that do
/// not merely concern the canonical form.
///
/// ```
/// use clowder::{notation::Notation, raft::Hand};
///
/// let (hand, warnings) = Hand::read("AkhfDa").lenient().expect("only the order is wrong");
/// assert_eq!(hand.to_string(), "AfhkBCDa");
/// assert!(!warnings.is_empty());
/// ```
pub trait Notation: Display + FromStr<Err = Diagnostics> + Sized {
    /// Kind of string that this type represents.
    const KIND: Kind;
    /// A canonical string of the kind.
    const EXAMPLE: &'static str;
    /// Grammar of the canonical strings, as the page of the kind shows it. `"x"` is the text `x` itself, `a|b` is
    /// either `a` or `b`, `[a]` is optional, `a*` means any number of `a`, `a+` at least one, `a{4}` exactly four, and
    /// `a{1,4}` one to four. A rule that a grammar cannot express is written at the end of a line, after several
    /// spaces. For a kind whose strings are JSON, the grammar is written in the form of a JSON value.
    const GRAMMAR: &'static str;
    /// True if [`parse_canonical`](Self::parse_canonical) is a separate grammar, independent of [`read`](Self::read).
    /// The messages of the bot protocol, saved games and records of Race to the Raft do not have such a grammar,
    /// because their JSON can have any layout.
    const HAS_QUICK_GRAMMAR: bool = true;

    /// Reads a string. If the string has a meaning, the result has a value. The result also has all errors and
    /// warnings.
    ///
    /// ```
    /// use clowder::{notation::Notation, raft::Draw};
    ///
    /// assert!(Draw::read("A3B3").is_canonical());
    /// assert_eq!(Draw::read("A7").diagnostics().len(), 1);
    /// ```
    fn read(text: &str) -> Reading<Self>;

    /// Parses a canonical string without errors, and rejects every other string. Implemented exactly when
    /// [`HAS_QUICK_GRAMMAR`](Self::HAS_QUICK_GRAMMAR) is true.
    ///
    /// ```
    /// use clowder::{notation::Notation, raft::Draw};
    ///
    /// assert!(Draw::parse_canonical("A3B3").is_some());
    /// assert!(Draw::parse_canonical("B3A3").is_none(), "the decks are in the wrong order");
    /// ```
    fn parse_canonical(text: &str) -> Option<Self> {
        let (value, diagnostics) = Self::read(text).into_parts();
        value.filter(|_| diagnostics.is_empty())
    }

    /// Reads a string with the same result as [`read`](Self::read), but tries the quick grammar first. This function is
    /// faster for a canonical string, and slightly slower for any other string.
    ///
    /// ```
    /// use clowder::{notation::Notation, raft::Draw};
    ///
    /// assert!(Draw::read_fast("A3B3").is_canonical());
    /// assert_eq!(Draw::read_fast("A7").diagnostics().len(), Draw::read("A7").diagnostics().len());
    /// ```
    fn read_fast(text: &str) -> Reading<Self> {
        let canonical = if Self::HAS_QUICK_GRAMMAR { Self::parse_canonical(text) } else { None };
        canonical.map_or_else(|| Self::read(text), Reading::canonical)
    }
}

/// Implements [`FromStr`] for types that implement [`Notation`]. A string is accepted if it has no errors, or only
/// errors that concern the canonical form.
macro_rules! from_str_by_notation {
    ($($type:ty),* $(,)?) => {$(
        impl std::str::FromStr for $type {
            type Err = $crate::diagnostics::Diagnostics;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                <Self as $crate::notation::Notation>::read_fast(text).lenient().map(|(value, _)| value)
            }
        }
    )*};
}
pub(crate) use from_str_by_notation;

/// Removes the same indentation from all lines of a text. Returns `None` if the lines are not all indented like the first.
pub(crate) fn without_indentation(text: &str) -> Option<String> {
    let indentation = &text[..text.len() - text.trim_start_matches([' ', '\t']).len()];
    let bare = text.split_inclusive('\n').map(|line| line.strip_prefix(indentation));
    if indentation.is_empty() { None } else { bare.collect() }
}

/// The message for a board whose lines are indented, as in source code.
pub(crate) const INDENTED: &str = "all lines are indented";

/// The message for a board whose last line has no line break.
pub(crate) const NO_LAST_BREAK: &str = "the line break after the last line is missing";
