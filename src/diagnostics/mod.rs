//! Errors and warnings about strings, including positions and likely fixes.
//!
//! A [`Diagnostic`] is one error or warning, with a stable [`Code`], a message, and the [`Span`] of the
//! incorrect bytes. A diagnostic can also state what was expected and what was found at the span, and propose
//! a likely [`Fix`]. [`Diagnostics`] is the list of errors and warnings for one string. [`report()`] renders
//! diagnostics for people, and [`json`] writes them for programs.

pub mod caret;
pub mod codes;
pub mod escape;
mod fix;
pub mod json;
mod lesson;
mod span;

pub use caret::{Styling, report};
pub(crate) use codes::Meaning;
pub use codes::{Code, all, bots, find, grade, penguins, polyomino, raft, rules, text};
pub(crate) use escape::quoted;
pub use escape::{escape, excerpt};
pub use fix::Fix;
pub use json::Source;
pub use lesson::Lesson;
pub use span::{Span, line_column};

use std::borrow::Cow;
use std::fmt;

/// The class of an error, i.e. the type of requirement that is violated.
///
/// ```
/// use clowder::{diagnostics::Class, notation::Notation, raft::Draw};
///
/// let reading = Draw::read("B3A3");
/// assert_eq!(reading.diagnostics().iter().next().unwrap().class(), Class::Canon);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Class {
    /// The grammar does not accept the string.
    Syntax,
    /// The string is well formed, but its order or spelling is not canonical.
    Canon,
    /// The rules or the components of the game do not allow what the string describes.
    Rule,
    /// The parts of a state contradict each other.
    State,
    /// The bot protocol does not allow the message.
    Protocol,
}

impl Class {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Canon => "canon",
            Self::Rule => "rule",
            Self::State => "state",
            Self::Protocol => "protocol",
        }
    }
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// The string is rejected.
    Error,
    /// The string is accepted unless it also has errors.
    Warning,
}

impl Severity {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// Another place that is relevant to an error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Related {
    /// The place.
    pub span: Span,
    /// The index (from 0) of the string that contains the place, if that string is one of a state's strings.
    pub part: Option<usize>,
    /// How the place relates to the error, e.g. `first here`.
    pub message: String,
}

/// One error or warning about a string.
///
/// ```
/// use clowder::notation::Notation;
/// use clowder::raft::Draw;
///
/// let reading = Draw::read("A3B1D3");
/// let diagnostic = reading.diagnostics().iter().next().unwrap();
/// assert_eq!(diagnostic.code.name, "draw/total");
/// assert_eq!(diagnostic.to_string(), "0..6: draw/total: this request draws 7 cards; a draw is exactly 6 cards");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The error code.
    pub code: &'static Code,
    /// Whether the diagnostic makes the string invalid (an error) or not (a warning).
    pub severity: Severity,
    /// The message, e.g. "there is no raft card `4`; the raft cards are 0 to 3". Messages do not mention the
    /// position, which is in `span`.
    pub message: String,
    /// The span of the incorrect bytes. If `part` is given, the span refers to the decoded string with that
    /// index.
    pub span: Span,
    /// Other places that are relevant to the error.
    pub related: Vec<Related>,
    /// The square in which the error occurs: its row and column, or the x and y coordinates of a hexagon.
    pub square: Option<[usize; 2]>,
    /// The index (from 0) of the string that contains the error, if that string is one of a state's strings.
    pub part: Option<usize>,
    /// The alternatives that would be correct in place of the text at the span.
    pub expected: Vec<Cow<'static, str>>,
    /// The text found at the span. `None` if the input ends at the span, or if the message alone describes the error.
    pub found: Option<String>,
    /// The likely fix. [`Diagnostics::repaired`] applies the fixes to a string.
    pub fix: Option<Fix>,
    /// Advice for the user, for errors whose fix is not enough. Reports show the advice instead of the fix.
    pub help: Option<String>,
    /// The message to use when several squares have the same error. In this message, `{}` stands for the list of
    /// squares.
    pub(crate) several: Option<&'static str>,
}

impl Diagnostic {
    /// Creates an error with a message and a span. The builder methods set the other fields.
    ///
    /// ```
    /// use clowder::diagnostics::{Diagnostic, Span, find};
    ///
    /// let code = find("draw/count").unwrap();
    /// let error = Diagnostic::new(code, Span::new(1, 2), "`7` is not a number of cards").found("7");
    /// assert_eq!(error.to_string(), "1..2: draw/count: `7` is not a number of cards");
    /// ```
    pub fn new(code: &'static Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            span,
            related: Vec::new(),
            square: None,
            part: None,
            expected: Vec::new(),
            found: None,
            fix: None,
            help: None,
            several: None,
        }
    }

    /// Adds alternatives that would be correct in place of the text at the span.
    pub fn expected<S: Into<Cow<'static, str>>>(mut self, what: impl IntoIterator<Item = S>) -> Self {
        self.expected.extend(what.into_iter().map(Into::into));
        self
    }

    /// Sets the text that was found at the span.
    pub fn found(mut self, what: impl Into<String>) -> Self {
        self.found = Some(what.into());
        self
    }

    /// Sets the likely fix, which replaces the bytes at `span` with the given text. The fix counts as safe if
    /// the error is of class [`Canon`](Class::Canon), and otherwise as a suggestion.
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Self {
        self.fix = Some(Fix { span, text: text.into(), safe: self.class() == Class::Canon });
        self
    }

    pub(crate) fn safe(mut self, safe: bool) -> Self {
        self.fix = self.fix.map(|fix| Fix { safe, ..fix });
        self
    }

    /// Sets advice for the user. Reports show the advice instead of the fix.
    pub fn help(mut self, what: impl Into<String>) -> Self {
        self.help = Some(what.into());
        self
    }

    /// Sets the message to use when several squares have the same error. In this message, `{}` stands for the list of
    /// squares. Human-readable reports merge such errors into one.
    pub(crate) const fn several(mut self, message: &'static str) -> Self {
        self.several = Some(message);
        self
    }

    /// Adds another relevant place in the same string.
    pub fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related { span, part: None, message: message.into() });
        self
    }

    /// Adds another relevant place. For a state, `part` is the index (from 0) of the string that contains the
    /// place.
    pub(crate) fn related_in(mut self, part: usize, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related { span, part: Some(part), message: message.into() });
        self
    }

    /// Sets the square in which the error occurs: its row and column, or the x and y coordinates of a hexagon.
    pub fn square(mut self, row: usize, column: usize) -> Self {
        self.square = Some([row, column]);
        self
    }

    /// For an error in one of a state's strings, sets the index (from 0) of that string. Related places without an
    /// index get the same index.
    pub fn part(mut self, part: usize) -> Self {
        self.part = Some(part);
        for related in &mut self.related {
            related.part.get_or_insert(part);
        }
        self
    }

    /// Shifts all spans to the right by the given number of bytes.
    pub fn shifted(mut self, by: usize) -> Self {
        self.span = self.span.shifted(by);
        for related in &mut self.related {
            related.span = related.span.shifted(by);
        }
        if let Some(fix) = &mut self.fix {
            fix.span = fix.span.shifted(by);
        }
        self
    }

    /// The class of the error code.
    pub fn class(&self) -> Class {
        self.code.class
    }
}

/// The errors and warnings for one string. Parsers sort them by span.
///
/// ```
/// use clowder::notation::Notation;
/// use clowder::raft::Draw;
///
/// let reading = Draw::read("A7B9");
/// let codes: Vec<_> = reading.diagnostics().iter().map(|diagnostic| diagnostic.code.name).collect();
/// assert_eq!(codes, ["draw/count", "draw/count"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Creates an empty list.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The maximum number of diagnostics kept for one string. Beyond the limit, one last error reports that
    /// reading stopped. Without a limit, ten megabytes of garbage would produce millions of errors.
    pub const LIMIT: usize = 256;

    /// Adds a diagnostic. The first diagnostic beyond [`LIMIT`](Self::LIMIT) is replaced with an error that
    /// reports too many errors, and all later diagnostics are ignored.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        match self.0.len().cmp(&Self::LIMIT) {
            std::cmp::Ordering::Less => self.0.push(diagnostic),
            std::cmp::Ordering::Equal => {
                let message = format!("there are more than {} errors; reading stopped here", Self::LIMIT);
                let mut last = Diagnostic::new(&text::TOO_MANY_FAULTS, diagnostic.span, message);
                last.part = diagnostic.part;
                self.0.push(last);
            }
            std::cmp::Ordering::Greater => {}
        }
    }

    /// Whether the list is full, so that further diagnostics are ignored and reading can stop.
    pub fn is_full(&self) -> bool {
        self.0.len() > Self::LIMIT
    }

    /// Adds all diagnostics from an iterator.
    pub fn extend(&mut self, others: impl IntoIterator<Item = Diagnostic>) {
        for other in others {
            self.push(other);
        }
    }

    /// Sorts the diagnostics by span or, in a state, by string and then by span. The sort is stable.
    pub fn sort(&mut self) {
        self.0.sort_by_key(|fault| (fault.part, fault.span));
    }

    /// Whether there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of diagnostics.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Iterates over the diagnostics in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    pub(crate) fn for_each_mut(&mut self, change: impl FnMut(&mut Diagnostic)) {
        self.0.iter_mut().for_each(change);
    }

    /// Whether all errors are of class [`Canon`](Class::Canon), in which case the string still has a clear
    /// meaning.
    ///
    /// ```
    /// use clowder::{notation::Notation, raft::Draw};
    ///
    /// assert!(Draw::read("B3A3").diagnostics().only_canon());
    /// assert!(!Draw::read("A9").diagnostics().only_canon());
    /// ```
    pub fn only_canon(&self) -> bool {
        self.0.iter().all(|fault| fault.class() == Class::Canon || fault.severity == Severity::Warning)
    }

    /// Removes the warnings.
    ///
    /// ```
    /// use clowder::{notation::Notation, raft::Draw};
    ///
    /// let list = Draw::read("B3A3").into_diagnostics();
    /// assert_eq!(list.clone().errors().len(), 1);
    /// assert_eq!(list.lenient().errors().len(), 0);
    /// ```
    pub fn errors(mut self) -> Self {
        self.0.retain(|found| found.severity == Severity::Error);
        self
    }

    /// Turns errors of class [`Canon`](Class::Canon) into warnings, for verbs such as `canon` that accept
    /// strings in non-canonical form.
    ///
    /// ```
    /// use clowder::{diagnostics::Severity, notation::Notation, raft::Draw};
    ///
    /// let list = Draw::read("B3A3").into_diagnostics().lenient();
    /// assert_eq!(list.iter().next().unwrap().severity, Severity::Warning);
    /// ```
    pub fn lenient(mut self) -> Self {
        for fault in &mut self.0 {
            if fault.class() == Class::Canon {
                fault.severity = Severity::Warning;
            }
        }
        self
    }

    /// Merges consecutive diagnostics that differ only in their squares, if their message has a form for several
    /// squares.
    pub(crate) fn joined(&self) -> Vec<Cow<'_, Diagnostic>> {
        let is_alike = |one: &Diagnostic, other: &Diagnostic| {
            one.several.is_some()
                && one.several == other.several
                && (one.code, one.severity, one.span, one.part)
                    == (other.code, other.severity, other.span, other.part)
        };
        let joined = self.0.chunk_by(is_alike).map(|group| match (group, group[0].several) {
            ([_, _, ..], Some(message)) => {
                let squares = group.iter().filter_map(|one| one.square);
                let squares: Vec<_> = squares.map(|[row, column]| format!("({row}, {column})")).collect();
                let message = message.replace("{}", &listed(&squares, "and"));
                Cow::Owned(Diagnostic { message, found: None, ..group[0].clone() })
            }
            _ => Cow::Borrowed(&group[0]),
        });
        joined.collect()
    }
}

/// Joins items with commas, and the last two items with the given word, as in `a, b or c`.
pub(crate) fn listed(items: &[impl AsRef<str>], word: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.split_last() {
        Some((last, most)) if !most.is_empty() => format!("{} {word} {last}", most.join(", ")),
        _ => items.concat(),
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<T: IntoIterator<Item = Diagnostic>>(faults: T) -> Self {
        Self(faults.into_iter().collect())
    }
}

impl fmt::Display for Diagnostic {
    /// Writes `start..end: code: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Span { start, end } = self.span;
        write!(f, "{start}..{end}: {}: {}", self.code.name, self.message)
    }
}

impl fmt::Display for Diagnostics {
    /// Writes each diagnostic on its own line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            diagnostic.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}
