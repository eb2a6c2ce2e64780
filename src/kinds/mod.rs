//! The registry of kinds, with one row for each [`Kind`] and one file for each domain.
//!
//! [`read`] turns a string of any kind into a [`Value`], which gives the canonical string, the explanation, the picture
//! and the comparison with another value of the same kind. The verbs of the command line use kinds only through this
//! registry. Other programs that know the kind of their input only at run time can do the same.
//!
//! ```
//! use clowder::kinds::{self, ReadOptions};
//! use clowder::notation::Kind;
//! use clowder::render::Look;
//!
//! let kind: Kind = "fire-bag".parse()?;
//! let (value, warnings) = kinds::read(kind, "cab", &ReadOptions::default()).lenient()?;
//! assert_eq!(value.canonical(), "abc");
//! assert_eq!(warnings.len(), 1);
//! assert!(value.picture(&Look::PIPE).height() > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod difference;
mod options;
mod penguins;
mod polyomino;
mod protocol;
mod raft;

pub use difference::{Difference, DifferencePlace};
pub use options::{Blocks, Components, ReadOptions};

use crate::diagnostics::{Diagnostics, Source};
use crate::notation::{Kind, Notation, Reading, Segment};
use crate::render::figure::replay::Replay;
use crate::render::figure::{Figure, FigureLook};
use crate::render::{Look, Scene};
use std::any::Any;
use std::fmt::Display;

/// A value of any kind, as returned by [`read`].
///
/// ```
/// use clowder::kinds::{self, ReadOptions, Value as _};
/// use clowder::notation::Kind;
///
/// let draw = kinds::read(Kind::Draw, "B3A3", &ReadOptions::default()).into_value().expect("it has a meaning");
/// assert_eq!(draw.canonical(), "A3B3");
/// ```
pub trait Value {
    /// Returns the canonical string.
    fn canonical(&self) -> String;

    /// Divides the string that the value was read from into segments with their meanings. The spans refer to this
    /// string, which is not always canonical.
    ///
    /// ```
    /// use clowder::diagnostics::Source;
    /// use clowder::kinds::{self, ReadOptions};
    /// use clowder::notation::Kind;
    ///
    /// let reading = kinds::read(Kind::Draw, "A2C4", &ReadOptions::default());
    /// let parts = reading.value().unwrap().explain(Source::whole("A2C4"));
    /// assert_eq!(parts.len(), 2);
    /// ```
    fn explain(&self, source: Source<'_>) -> Vec<Segment>;

    /// Draws the value.
    fn picture(&self, look: &Look) -> Scene;

    /// Draws the value as a figure, which can be written as SVG, PNG or HTML. The title and the description of the
    /// figure are empty.
    fn figure(&self, look: &FigureLook) -> Figure;

    /// Returns the positions of a saved game, or `None` if the value is not a saved game.
    ///
    /// ```
    /// use clowder::kinds::{self, ReadOptions};
    /// use clowder::notation::Kind;
    ///
    /// let game = kinds::row(Kind::GameRecord).example();
    /// let reading = kinds::read(Kind::GameRecord, game, &ReadOptions::default());
    /// assert!(reading.value().unwrap().replay().is_some());
    /// ```
    fn replay(&self) -> Option<Replay>;

    /// Returns the differences between this value, which is the expected value, and the value `actual`. If `actual` has
    /// another type, the canonical strings are compared as texts.
    fn differences(&self, actual: &dyn Value) -> Vec<Difference>;

    /// Draws the value with some squares marked, each given as row and column (x and y for hexagons). Returns `None`
    /// for kinds that are not compared square by square.
    fn marked(&self, squares: &[[usize; 2]], look: &Look) -> Option<Scene>;

    /// Returns the value as `Any`, for callers that know its type.
    fn as_any(&self) -> &dyn Any;

    /// Returns a copy of the value.
    fn copied(&self) -> Box<dyn Value>;
}

impl Clone for Box<dyn Value> {
    fn clone(&self) -> Self {
        (**self).copied()
    }
}

/// The methods that a type needs to become a [`Value`]. They have no default implementations, so that no method is
/// forgotten when a kind is added.
trait Described: Clone + Display + Any {
    fn explain(&self, source: Source<'_>) -> Vec<Segment>;
    fn picture(&self, look: &Look) -> Scene;
    fn figure(&self, look: &FigureLook) -> Figure;
    fn differences(&self, actual: &Self) -> Vec<Difference>;
    fn marked(&self, squares: &[[usize; 2]], look: &Look) -> Option<Scene>;
    fn replay(&self) -> Option<Replay>;
}

impl<T: Described> Value for T {
    fn canonical(&self) -> String {
        self.to_string()
    }

    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        Described::explain(self, source)
    }

    fn picture(&self, look: &Look) -> Scene {
        Described::picture(self, look)
    }

    fn figure(&self, look: &FigureLook) -> Figure {
        Described::figure(self, look)
    }

    fn replay(&self) -> Option<Replay> {
        Described::replay(self)
    }

    fn differences(&self, actual: &dyn Value) -> Vec<Difference> {
        match actual.as_any().downcast_ref::<T>() {
            Some(actual) => Described::differences(self, actual),
            None => Difference::of_texts(&self.canonical(), &actual.canonical()),
        }
    }

    fn marked(&self, squares: &[[usize; 2]], look: &Look) -> Option<Scene> {
        Described::marked(self, squares, look)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn copied(&self) -> Box<dyn Value> {
        Box::new(self.clone())
    }
}

/// Implements the two methods of [`Described`] that compare values, for a kind whose values are compared as strings.
macro_rules! compared_as_text {
    () => {
        fn differences(&self, actual: &Self) -> Vec<$crate::kinds::Difference> {
            $crate::kinds::Difference::of_texts(&self.to_string(), &actual.to_string())
        }

        fn marked(&self, _: &[[usize; 2]], _: &$crate::render::Look) -> Option<$crate::render::Scene> {
            None
        }
    };
}
use compared_as_text;

/// Implements [`Described::replay`] for a kind whose values are not games.
macro_rules! no_replay {
    () => {
        fn replay(&self) -> Option<$crate::render::figure::replay::Replay> {
            None
        }
    };
}
use no_replay;

/// The readers that are used to read a string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Pace {
    /// The quick grammar is tried first. If it rejects the string, the thorough reader is used.
    #[default]
    Fast,
    /// Only the thorough reader is used.
    Thorough,
    /// Only the quick grammar is used. If a kind has no quick grammar, its thorough reader is used instead. In both
    /// cases, a string that is not canonical has no value and no diagnostics.
    Quick,
}

impl Pace {
    /// Returns two values. The first is true if the quick grammar can be used for a string. The second is true if the
    /// thorough reader can be used for it.
    #[cfg(test)]
    const fn readers(self, has_quick_grammar: bool) -> [bool; 2] {
        match self {
            Self::Fast => [has_quick_grammar, true],
            Self::Thorough => [false, true],
            Self::Quick => [has_quick_grammar, !has_quick_grammar],
        }
    }

    fn read<T: Notation>(self, text: &str) -> Reading<T> {
        match self {
            Self::Fast => T::read_fast(text),
            Self::Thorough => T::read(text),
            Self::Quick => match T::parse_canonical(text) {
                Some(value) => Reading::canonical(value),
                None => Reading::refused(Diagnostics::new()),
            },
        }
    }
}

/// The result of reading a string of any kind.
pub type AnyReading = Reading<Box<dyn Value>>;

fn boxed<T: Described>(value: T) -> Box<dyn Value> {
    Box::new(value)
}

/// One row of the registry.
///
/// ```
/// use clowder::{kinds, notation::Kind};
///
/// let row = kinds::row(Kind::Draw);
/// assert_eq!((row.kind(), row.example()), (Kind::Draw, "A3B1D2"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Row {
    kind: Kind,
    example: &'static str,
    grammar: &'static str,
    alphabet: &'static str,
    has_quick_grammar: bool,
    read: fn(&str, &ReadOptions, Pace) -> AnyReading,
}

impl Row {
    /// Creates the row of a kind whose strings are read without options.
    const fn of<T: Notation + Described>(alphabet: &'static str) -> Self {
        Self::read_by::<T>(alphabet, |text, _, pace| pace.read::<T>(text).map(boxed))
    }

    /// Creates the row of a kind whose reading depends on options.
    const fn read_by<T: Notation>(
        alphabet: &'static str,
        read: fn(&str, &ReadOptions, Pace) -> AnyReading,
    ) -> Self {
        let has_quick_grammar = T::HAS_QUICK_GRAMMAR;
        Self { kind: T::KIND, example: T::EXAMPLE, grammar: T::GRAMMAR, alphabet, has_quick_grammar, read }
    }

    /// Returns the kind.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns an example of a canonical string of the kind.
    pub const fn example(&self) -> &'static str {
        self.example
    }

    /// Returns the grammar of the canonical strings, as [`Notation::GRAMMAR`] describes it.
    ///
    /// ```
    /// use clowder::{kinds, notation::Kind};
    ///
    /// assert!(kinds::row(Kind::Draw).grammar().starts_with("draw"));
    /// ```
    pub const fn grammar(&self) -> &'static str {
        self.grammar
    }

    /// Returns the characters that usually occur in canonical strings of the kind. Names inside JSON and the squares of
    /// a region can contain other characters.
    ///
    /// ```
    /// use clowder::{kinds, notation::Kind};
    ///
    /// assert!(kinds::row(Kind::Draw).alphabet().contains('A'));
    /// ```
    pub const fn alphabet(&self) -> &'static str {
        self.alphabet
    }

    /// Returns true if the kind has a quick grammar that decides whether a string is canonical.
    ///
    /// ```
    /// use clowder::{kinds, notation::Kind};
    ///
    /// assert!(kinds::row(Kind::Draw).has_quick_grammar());
    /// assert!(!kinds::row(Kind::GameRecord).has_quick_grammar());
    /// ```
    pub const fn has_quick_grammar(&self) -> bool {
        self.has_quick_grammar
    }
}

/// Returns the row of a kind.
///
/// ```
/// use clowder::{kinds, notation::Kind};
///
/// assert_eq!(kinds::row(Kind::Draw).example(), "A3B1D2");
/// ```
pub const fn row(kind: Kind) -> Row {
    match kind {
        Kind::Challenge => raft::CHALLENGE,
        Kind::Board => raft::BOARD,
        Kind::Decks => raft::DECKS,
        Kind::Hand => raft::HAND,
        Kind::Exhausted => raft::EXHAUSTED,
        Kind::FireBag => raft::FIRE_BAG,
        Kind::Action => raft::ACTION,
        Kind::Draw => raft::DRAW,
        Kind::State => raft::STATE,
        Kind::PathwayCard => raft::PATHWAY_CARD,
        Kind::FireTile => raft::FIRE_TILE,
        Kind::CatCard => raft::CAT_CARD,
        Kind::RaftCard => raft::RAFT_CARD,
        Kind::RaftRecord => raft::RECORD,
        Kind::PenguinsChallenge => penguins::CHALLENGE,
        Kind::PenguinsSolution => penguins::SOLUTION,
        Kind::PenguinsPlacement => penguins::PLACEMENT,
        Kind::PenguinsState => penguins::STATE,
        Kind::PenguinsBoard => penguins::BOARD,
        Kind::Polyomino => polyomino::POLYOMINO,
        Kind::Region => polyomino::REGION,
        Kind::BotRequest => protocol::REQUEST,
        Kind::BotReply => protocol::REPLY,
        Kind::GameRecord => protocol::RECORD,
    }
}

/// Reads a string once. Returns the value, if the string has a meaning, and all errors and warnings.
///
/// ```
/// use clowder::kinds::{self, ReadOptions};
/// use clowder::notation::Kind;
///
/// let reading = kinds::read(Kind::Draw, "A2B1D3", &ReadOptions::default());
/// assert!(reading.is_canonical());
/// let wrong = kinds::read(Kind::Draw, "A2B1", &ReadOptions::default());
/// assert_eq!(wrong.diagnostics().len(), 1);
/// ```
pub fn read(kind: Kind, text: &str, options: &ReadOptions) -> AnyReading {
    read_at(Pace::Fast, kind, text, options)
}

/// Returns true if a string is canonical for a kind and has no errors. This is the fastest check of a string.
///
/// ```
/// use clowder::kinds::{ReadOptions, is_canonical};
/// use clowder::notation::Kind;
///
/// assert!(is_canonical(Kind::Draw, "A6", &ReadOptions::default()));
/// assert!(!is_canonical(Kind::Draw, "A7", &ReadOptions::default()));
/// ```
pub fn is_canonical(kind: Kind, text: &str, options: &ReadOptions) -> bool {
    read_at(Pace::Quick, kind, text, options).is_canonical()
}

/// Reads a string as [`read`] does, but without the quick grammar. The result is the same, except that the reading of a
/// state always has its [`parts`](Reading::parts).
///
/// ```
/// use clowder::kinds::{self, ReadOptions};
/// use clowder::notation::Kind;
///
/// let example = kinds::row(Kind::State).example();
/// let reading = kinds::read_thoroughly(Kind::State, example, &ReadOptions::default());
/// assert_eq!(reading.parts().len(), 5);
/// ```
pub fn read_thoroughly(kind: Kind, text: &str, options: &ReadOptions) -> AnyReading {
    read_at(Pace::Thorough, kind, text, options)
}

/// Reads a string with the readers that `pace` selects.
pub(crate) fn read_at(pace: Pace, kind: Kind, text: &str, options: &ReadOptions) -> AnyReading {
    #[cfg(test)]
    crate::notation::reading::count::add_text(kind, text, pace.readers(row(kind).has_quick_grammar));
    (row(kind).read)(text, options, pace)
}
