//! What every notation has in common: its [`Kind`], the trait [`Notation`], the [`Reading`] of a text, the
//! [`Segment`]s into which a string is explained, and a small grammar toolbox over nom.

pub mod grammar;
mod kind;
pub(crate) mod reading;
mod segment;

pub use kind::{Kind, UnknownKind};
pub use reading::Reading;
pub use segment::Segment;
pub(crate) use segment::{agreeing, plural};

use crate::diagnostics::Diagnostics;
use std::fmt::Display;
use std::str::FromStr;

/// A kind of string: how it is read and how it is written. [`Display`] writes the canonical string.
///
/// [`read`](Self::read) goes on after every error and reports all of them. Most kinds also have a quick nom grammar,
/// [`parse_canonical`](Self::parse_canonical), which accepts exactly the canonical strings without an error. The two
/// are written independently and check each other: a text is canonical for one exactly if it is for the other.
/// [`FromStr`] accepts every text that means something, in canonical order or not.
///
/// ```
/// use clowder::{notation::Notation, raft::Hand};
///
/// let (hand, warnings) = Hand::read("AkhfDa").lenient().expect("only the order is wrong");
/// assert_eq!(hand.to_string(), "AfhkBCDa");
/// assert!(!warnings.is_empty());
/// ```
pub trait Notation: Display + FromStr<Err = Diagnostics> + Sized {
    /// The kind of string that this type stands for.
    const KIND: Kind;
    /// A canonical string of the kind.
    const EXAMPLE: &'static str;
    /// True if [`parse_canonical`](Self::parse_canonical) is a grammar of its own, independent of
    /// [`read`](Self::read). The messages of the bot protocol have none: their JSON may be laid out in any way.
    const HAS_QUICK_GRAMMAR: bool = true;

    /// Reads a text: its value, if it means something, and everything that is wrong with it.
    fn read(text: &str) -> Reading<Self>;

    /// Returns the value of a canonical string without an error, and `None` for every other text.
    fn parse_canonical(text: &str) -> Option<Self> {
        Self::read(text).strict_canonical()
    }

    /// Reads a text as [`read`](Self::read) does, but tries the quick grammar first. The result is the same; it
    /// comes sooner if the text is canonical, and a little later if it is not.
    fn read_fast(text: &str) -> Reading<Self> {
        if !Self::HAS_QUICK_GRAMMAR {
            return Self::read(text);
        }
        match Self::parse_canonical(text) {
            Some(value) => Reading::canonical(value),
            None => Self::read(text),
        }
    }
}

/// Implements [`FromStr`] for types that implement [`Notation`]: a text is accepted if it is at most not canonical.
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
