//! The registry of kinds, with one row per [`Kind`] and one module per domain.
//!
//! [`read`] turns a string of any kind into a [`Value`], which provides the canonical string, an explanation,
//! a picture, and a comparison with another value. The commands access kinds exclusively through this
//! registry. The registry is also useful in programs that do not know the kind of their input until run time.
//!
//! ```
//! use clowder::diagnostics::Source;
//! use clowder::kinds::{self, ReadOptions};
//! use clowder::notation::Kind;
//! use clowder::render::Look;
//!
//! let kind: Kind = "fire-bag".parse()?;
//! let (value, warnings) = kinds::read(kind, "cab", &ReadOptions::default()).lenient()?;
//! assert_eq!(value.canonical(), "abc");
//! assert_eq!(warnings.len(), 1);
//! assert!(kinds::picture(kind, &*value, Source::whole("cab")).scene(&Look::PIPE).height() > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod difference;
mod options;
mod penguins;
mod polyomino;
mod protocol;
mod raft;

pub(crate) use difference::changed;
pub use difference::{Difference, DifferencePlace};
pub use options::{Blocks, Components, ReadOptions};

use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostics, Source, Span};
use crate::games::GameName;
use crate::notation::{Kind, Notation, Reading, Segment};
use crate::random::Random;
use crate::render::figure::replay::Replay;
use crate::render::{self, Flow, Node, Picture, Piece, Style};
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
pub trait Value: Display + Copied + Send + Sync {
    /// Divides the source string of the value into meaningful segments. The spans point into the source
    /// string, which need not be canonical.
    fn explain(&self, source: Source<'_>) -> Vec<Segment>;

    /// Writes the canonical string.
    fn canonical(&self) -> String {
        self.to_string()
    }

    /// Draws the value, or returns `None` if the picture must be drawn from the string instead. To draw any
    /// value, use [`picture`].
    fn own_picture(&self, _: Source<'_>) -> Option<Picture> {
        None
    }

    /// The positions of a saved game, or `None` for all other values.
    fn replay(&self) -> Option<Replay> {
        None
    }

    /// Lists how `actual` differs from this value, which is the expected one. The default compares the
    /// canonical strings, as do all implementations if `actual` has a different type.
    fn differences(&self, actual: &dyn Value) -> Vec<Difference> {
        Difference::of_texts(&self.canonical(), &actual.canonical())
    }

    /// Draws the board of the value, if values of this type are compared square by square.
    fn board_picture(&self) -> Option<Picture> {
        None
    }
}

/// Draws a value that was read from `source`. For a kind without pictures, draws a table of the parts of the
/// value.
///
/// ```
/// use clowder::diagnostics::Source;
/// use clowder::kinds::{self, ReadOptions};
/// use clowder::{notation::Kind, render::Look};
///
/// let hand = kinds::read(Kind::Hand, "Ab", &ReadOptions::default()).into_value().expect("it has a meaning");
/// let picture = kinds::picture(Kind::Hand, &*hand, Source::whole("Ab"));
/// assert!(picture.scene(&Look::PIPE).text().starts_with("Ab"));
/// ```
pub fn picture(kind: Kind, value: &dyn Value, source: Source<'_>) -> Picture {
    let drawn = value.own_picture(source).unwrap_or_else(|| render::picture(kind, source));
    if !drawn.is_empty() {
        return drawn;
    }
    let text = value.canonical();
    let line = |[part, name, meaning]: [String; 3]| {
        let words = [(part, Style::BOLD), (name, Style::FAINT), (meaning, Style::PLAIN)];
        let gap = |index: usize| if index < 2 { "  " } else { "" };
        let words = words.into_iter().enumerate();
        Node::Line(words.map(|(index, (text, style))| Piece::Words(text + gap(index), style)).collect())
    };
    Node::Parts(Flow::Column, parts(value, &text).into_iter().map(line).collect()).into()
}

/// Lists the text, name and meaning of each part of a value, padded to form aligned columns.
fn parts(value: &dyn Value, text: &str) -> Vec<[String; 3]> {
    let segments = value.explain(Source::whole(text)).into_iter();
    let mut parts: Vec<_> = segments
        .map(|part| [escape(part.span.of(text)).into_owned(), part.name.to_owned(), part.meaning])
        .collect();
    for column in 0..2 {
        let width = parts.iter().map(|part| part[column].chars().count()).max().unwrap_or(0);
        for part in &mut parts {
            part[column] = format!("{:width$}", part[column]);
        }
    }
    parts
}

/// Converts spans in the canonical string of a board to spans in the source string. Both strings have the
/// same letters, but possibly different spaces and line breaks.
fn at_same_letters(mut parts: Vec<Segment>, canonical: &str, read: &str) -> Vec<Segment> {
    if canonical == read {
        return parts;
    }
    let letters = |text: &str| -> Vec<usize> {
        text.char_indices().filter(|(_, letter)| !letter.is_whitespace()).map(|(at, _)| at).collect()
    };
    let (canonical, read) = (letters(canonical), letters(read));
    for part in &mut parts {
        let [first, end] =
            [part.span.start, part.span.end].map(|end| canonical.partition_point(|&at| at < end));
        if let Some(letters) = read.get(first..end).filter(|letters| !letters.is_empty()) {
            part.span = Span::new(letters[0], letters[letters.len() - 1] + 1);
        }
    }
    parts
}

/// Dyn-compatible cloning and downcasting, implemented for every [`Value`] whose type is `Clone`.
pub trait Copied {
    /// Clones the value.
    fn copied(&self) -> Box<dyn Value>;

    /// Returns the value as `Any`, for downcasting to its concrete type.
    fn as_any(&self) -> &dyn Any;
}

impl<T: Value + Clone + Any> Copied for T {
    fn copied(&self) -> Box<dyn Value> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Clone for Box<dyn Value> {
    fn clone(&self) -> Self {
        (**self).copied()
    }
}

/// Compares two values of the same type with `compare`, but values of different types by their canonical
/// strings.
fn compared<T: Value + Any>(
    expected: &T,
    actual: &dyn Value,
    compare: impl FnOnce(&T, &T) -> Vec<Difference>,
) -> Vec<Difference> {
    match actual.as_any().downcast_ref() {
        Some(actual) => compare(expected, actual),
        None => Difference::of_texts(&expected.canonical(), &actual.canonical()),
    }
}

/// Which readers may be tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Pace {
    /// The quick grammar first, then the thorough reader if the quick grammar rejects the string.
    #[default]
    Fast,
    /// Only the thorough reader.
    Thorough,
    /// Only the quick grammar, or the thorough reader if the kind has no quick grammar. If the quick grammar
    /// rejects the string, the result has neither a value nor diagnostics.
    Quick,
}

impl Pace {
    /// Returns whether the quick grammar may be used and whether the thorough reader may be used.
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

fn boxed<T: Value + 'static>(value: T) -> Box<dyn Value> {
    Box::new(value)
}

/// Generates a random string of one kind. For a kind that belongs to the bot games, `None` as the game means
/// a random game.
type Generate = fn(&mut Random, Option<GameName>) -> Option<String>;

/// Everything that the registry knows about a kind.
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
    is_affected: fn(&ReadOptions) -> bool,
    generate: Option<Generate>,
    belongs_to_game: bool,
}

impl Row {
    /// Creates the row for a kind whose strings are always read in the same way.
    const fn of<T: Notation + Value + 'static>(alphabet: &'static str) -> Self {
        Self::read_by::<T>(alphabet, |text, _, pace| pace.read::<T>(text).map(boxed), |_| false)
    }

    /// Creates the row for a kind whose strings are read differently depending on the options. `is_affected`
    /// returns whether given options make a difference.
    const fn read_by<T: Notation>(
        alphabet: &'static str,
        read: fn(&str, &ReadOptions, Pace) -> AnyReading,
        is_affected: fn(&ReadOptions) -> bool,
    ) -> Self {
        Self {
            kind: T::KIND,
            example: T::EXAMPLE,
            grammar: T::GRAMMAR,
            alphabet,
            has_quick_grammar: T::HAS_QUICK_GRAMMAR,
            read,
            is_affected,
            generate: None,
            belongs_to_game: false,
        }
    }

    const fn generated_by(self, generate: Generate) -> Self {
        Self { generate: Some(generate), ..self }
    }

    const fn of_a_game(self) -> Self {
        Self { belongs_to_game: true, ..self }
    }

    /// The kind of this row.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// An example of a canonical string.
    pub const fn example(&self) -> &'static str {
        self.example
    }

    /// The grammar of the canonical strings, as described at [`Notation::GRAMMAR`].
    pub const fn grammar(&self) -> &'static str {
        self.grammar
    }

    /// The characters that usually occur in canonical strings. Names in JSON and the squares of a region can
    /// contain other characters.
    pub const fn alphabet(&self) -> &'static str {
        self.alphabet
    }

    /// Whether the kind has a quick grammar, i.e. a fast parser for canonical strings.
    pub const fn has_quick_grammar(&self) -> bool {
        self.has_quick_grammar
    }

    /// Whether the registry can generate random strings of this kind.
    pub const fn has_generator(&self) -> bool {
        self.generate.is_some()
    }

    /// Whether strings of this kind belong to one of the bot games.
    pub const fn belongs_to_game(&self) -> bool {
        self.belongs_to_game
    }

    /// Generates a random canonical string, or returns `None` if the kind has no generator. For a kind that
    /// belongs to the bot games, `game` chooses the game.
    pub fn generate(&self, random: &mut Random, game: Option<GameName>) -> Option<String> {
        self.generate.and_then(|generate| generate(random, game))
    }
}

/// The rows of the registry, indexed by kind. A missing kind is a compile error.
static ROWS: [Row; Kind::ALL.len()] = {
    let mut rows = [raft::ROWS[0]; Kind::ALL.len()];
    let domains: [&[Row]; 4] = [raft::ROWS, penguins::ROWS, polyomino::ROWS, protocol::ROWS];
    let mut domain = 0;
    while domain < domains.len() {
        let mut row = 0;
        while row < domains[domain].len() {
            rows[domains[domain][row].kind as usize] = domains[domain][row];
            row += 1;
        }
        domain += 1;
    }
    let mut kind = 0;
    while kind < rows.len() {
        assert!(rows[kind].kind as usize == kind, "a kind of notation/kind.rs has no row in src/kinds");
        kind += 1;
    }
    rows
};

/// The row of a kind.
pub fn row(kind: Kind) -> Row {
    ROWS[kind as usize]
}

/// Reads a string of the given kind. Returns the value, if the string has one, and all errors and warnings.
pub fn read(kind: Kind, text: &str, options: &ReadOptions) -> AnyReading {
    read_at(Pace::Fast, kind, text, options)
}

/// Whether a string is canonical and free of errors. No other check is as fast.
pub fn is_canonical(kind: Kind, text: &str, options: &ReadOptions) -> bool {
    read_at(Pace::Quick, kind, text, options).is_canonical()
}

/// Like [`read`], but without the quick grammar. The only difference in the result is that a state always has
/// its [`parts`](Reading::parts).
pub fn read_thoroughly(kind: Kind, text: &str, options: &ReadOptions) -> AnyReading {
    read_at(Pace::Thorough, kind, text, options)
}

pub(crate) fn read_at(pace: Pace, kind: Kind, text: &str, options: &ReadOptions) -> AnyReading {
    #[cfg(test)]
    crate::notation::reading::count::add_text(kind, text, pace.readers(row(kind).has_quick_grammar));
    (row(kind).read)(text, options, pace)
}
