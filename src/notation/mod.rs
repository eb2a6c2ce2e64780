//! Definitions shared by all notations: the [`Kind`] of a string, the trait [`Notation`], and the result of
//! reading a string ([`Reading`]). Also contains the [`Segment`]s of an explanation, and a small toolbox for
//! nom grammars.

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

/// A type whose values are parsed from strings of one kind, and written as canonical strings by [`Display`].
///
/// [`read`](Self::read) continues after errors and reports all of them. Most kinds also have a quick nom
/// grammar, [`parse_canonical`](Self::parse_canonical). It accepts a string if and only if the string is
/// canonical and has no errors. The quick grammar and `read` are independent implementations that are tested
/// against each other.
/// [`FromStr`] also accepts strings whose only error is a non-canonical order or spelling.
///
/// ```
/// use clowder::{notation::Notation, raft::Hand};
///
/// let (hand, warnings) = Hand::read("AkhfDa").lenient().expect("only the order is wrong");
/// assert_eq!(hand.to_string(), "AfhkBCDa");
/// assert!(!warnings.is_empty());
/// ```
pub trait Notation: Display + FromStr<Err = Diagnostics> + Sized {
    /// The kind of string that this type represents.
    const KIND: Kind;
    /// An example of a canonical string.
    const EXAMPLE: &'static str;
    /// The grammar of the canonical strings, as shown on the kind's page. `"x"` is the text `x` itself, `a|b`
    /// is either `a` or `b`, and `[a]` is optional. `a*` means any number of `a`, `a+` at least one, `a{4}`
    /// exactly four, and `a{1,4}` one to four. Rules that a grammar cannot express are written at the ends of
    /// lines, after several spaces. The grammar of a JSON kind looks like a JSON value.
    const GRAMMAR: &'static str;
    /// Whether the quick grammar [`parse_canonical`](Self::parse_canonical) is independent of
    /// [`read`](Self::read). False for bot protocol messages, saved games and Race to the Raft records, whose
    /// JSON can have any layout.
    const HAS_QUICK_GRAMMAR: bool = true;

    /// Reads a string and reports all errors and warnings. A string with errors still has a value if its
    /// meaning is clear.
    ///
    /// ```
    /// use clowder::{notation::Notation, raft::Draw};
    ///
    /// assert!(Draw::read("A3B3").is_canonical());
    /// assert_eq!(Draw::read("A7").diagnostics().len(), 1);
    /// ```
    fn read(text: &str) -> Reading<Self>;

    /// Parses a canonical string that has no errors, and rejects all other strings. This method is overridden
    /// if and only if [`HAS_QUICK_GRAMMAR`](Self::HAS_QUICK_GRAMMAR) is true.
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

    /// Like [`read`](Self::read), but tries the quick grammar first, which is faster for canonical strings
    /// and slightly slower for other strings.
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

/// Implements [`FromStr`] for types that implement [`Notation`]. Accepts strings whose only errors are of
/// class [`Canon`](crate::diagnostics::Class::Canon).
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

/// Removes the indentation of the first line from all lines. Returns `None` if the first line is not
/// indented, or if another line does not begin with the same indentation.
pub(crate) fn without_indentation(text: &str) -> Option<String> {
    let indentation = &text[..text.len() - text.trim_start_matches([' ', '\t']).len()];
    let bare = text.split_inclusive('\n').map(|line| line.strip_prefix(indentation));
    if indentation.is_empty() { None } else { bare.collect() }
}

/// The message for a board whose lines are indented, as in source code.
pub(crate) const INDENTED: &str = "all lines are indented";

pub(crate) const NO_LAST_BREAK: &str = "the line break after the last line is missing";
