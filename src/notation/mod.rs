//! What every notation has in common: its [`Kind`], the [`Notation`] trait, the [`Part`]s it is explained by, and
//! the small grammar toolbox over nom.

pub mod grammar;
mod kind;
mod part;

pub use kind::Kind;
pub use part::{Part, plural};

use crate::diagnostics::Diagnostics;
use std::fmt::Display;
use std::str::FromStr;

/// A kind of string: how it is read, what is wrong with it, how it is written.
///
/// Reading has two paths. [`parse`](Self::parse) is the grammar: it takes exactly the canonical strings without
/// a fault, quickly, and says no more than no. [`diagnose`](Self::diagnose) walks a text the grammar has refused,
/// goes on after every fault and gathers all of them. The two are written apart and check each other: a text has
/// no diagnostics exactly when it parses. [`FromStr`] takes whatever means something, in canonical order or not.
///
/// ```
/// use clowder::{notation::Notation, raft::Hand};
///
/// let (hand, faults) = Hand::read("AkhfDa");
/// assert_eq!(hand.map(|hand| hand.to_string()).as_deref(), Some("AfhkBCDa"));
/// assert!(faults.only_canon());
/// ```
pub trait Notation: Display + FromStr<Err = Diagnostics> + Sized {
    /// Which kind it is.
    const KIND: Kind;
    /// A canonical string of the kind.
    const EXAMPLE: &'static str;

    /// The value of a canonical string without a fault; `None` for every other text.
    fn parse(text: &str) -> Option<Self>;

    /// Every fault of a text that does not parse, in order, and its value if it means something all the same.
    fn diagnose(text: &str) -> (Option<Self>, Diagnostics);

    /// The value of a text, if it means something, and all its faults.
    fn read(text: &str) -> (Option<Self>, Diagnostics) {
        match Self::parse(text) {
            Some(value) => (Some(value), Diagnostics::new()),
            None => Self::diagnose(text),
        }
    }

    /// The value of a text that has no fault but those of order and spelling: the body of every [`FromStr`].
    ///
    /// # Errors
    /// All faults of the text, if one is of another class than [`Canon`](crate::diagnostics::Class::Canon).
    fn from_text(text: &str) -> Result<Self, Diagnostics> {
        match Self::read(text) {
            (Some(value), faults) if faults.only_canon() => Ok(value),
            (_, faults) => Err(faults),
        }
    }
}

/// Gives types that implement [`Notation`] the [`FromStr`] it asks for.
macro_rules! from_str_by_notation {
    ($($type:ty),* $(,)?) => {$(
        impl std::str::FromStr for $type {
            type Err = $crate::diagnostics::Diagnostics;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                <Self as $crate::notation::Notation>::from_text(text)
            }
        }
    )*};
}
pub(crate) use from_str_by_notation;
