//! Errors and warnings about a text, with their places and likely fixes.
//!
//! A [`Diagnostic`] is one error: a stable [`Code`], a message, the [`Span`] of the bytes, what was expected and found
//! there, and a [`Fix`] if one is likely. [`Diagnostics`] are all errors of one text, in the order of their spans.
//! [`report()`] writes them for people, and [`json`] for programs.

pub mod caret;
pub mod codes;
pub mod escape;
pub mod json;
mod span;

pub use caret::report;
pub use codes::{Code, Example, all, bots, find, grade, penguins, polyomino, raft, rules, text};
pub use json::Source;
pub use span::{Span, line_column};

use std::borrow::Cow;
use std::fmt;

/// The class of an error: which question about the text is answered with no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Class {
    /// The grammar does not accept the text.
    Syntax,
    /// Well formed, but not in the one normal order and spelling.
    Canon,
    /// The rules or the components of the game do not allow what the text says.
    Rule,
    /// The parts of a state contradict one another.
    State,
    /// The bot protocol does not allow the message here.
    Protocol,
}

impl Class {
    /// Returns the name that JSON uses.
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
    /// The text is refused.
    Error,
    /// The text is accepted nevertheless.
    Warning,
}

impl Severity {
    /// Returns the name that JSON uses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// A replacement that repairs the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The bytes to be replaced.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// Another place that an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The bytes of the place.
    pub span: Span,
    /// For a place in a state: the index of the string that the span points into, from 0.
    pub part: Option<usize>,
    /// The role of the place, such as `first here`.
    pub message: String,
}

/// One error or warning about a text.
///
/// ```
/// use clowder::notation::Notation;
/// use clowder::raft::Draw;
///
/// let reading = Draw::read("A3B1D3");
/// let diagnostic = reading.diagnostics().iter().next().unwrap();
/// assert_eq!(diagnostic.code.name, "draw/total");
/// assert_eq!(diagnostic.to_string(), "0..6: draw/total: 7 cards: a draw is of six");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The sort of error.
    pub code: &'static Code,
    /// Whether it refuses the text.
    pub severity: Severity,
    /// One sentence for people, without the place: "there is no raft card `4`".
    pub message: String,
    /// The bytes that are wrong. If `part` is given, they are offsets into that string after decoding.
    pub span: Span,
    /// Other places that the error is about.
    pub related: Vec<Related>,
    /// The square that the error is about: row and column, or x and y of a hexagon.
    pub square: Option<[usize; 2]>,
    /// For an error in a state: the index of the string that the span points into, from 0.
    pub part: Option<usize>,
    /// What would be right at the span.
    pub expected: Vec<Cow<'static, str>>,
    /// What was found there instead; `None` if the text ends there.
    pub found: Option<String>,
    /// The likely fix.
    pub fix: Option<Fix>,
    /// What a person can do, if there is more to say than the fix.
    pub help: Option<String>,
}

impl Diagnostic {
    /// Returns an error with a message at a span. The methods below add the rest.
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
        }
    }

    /// Adds what would be right at the span.
    pub fn expected<S: Into<Cow<'static, str>>>(mut self, what: impl IntoIterator<Item = S>) -> Self {
        self.expected.extend(what.into_iter().map(Into::into));
        self
    }

    /// Adds what was found at the span.
    pub fn found(mut self, what: impl Into<String>) -> Self {
        self.found = Some(what.into());
        self
    }

    /// Adds the likely fix: the bytes at `span` are replaced with a text.
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Self {
        self.fix = Some(Fix { span, text: text.into() });
        self
    }

    /// Adds an instruction for people, which is shown in place of the fix.
    pub fn help(mut self, what: impl Into<String>) -> Self {
        self.help = Some(what.into());
        self
    }

    /// Adds another place in the same text.
    pub fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related { span, part: None, message: message.into() });
        self
    }

    /// Adds another place, in the string of a state with this index.
    pub fn related_in(mut self, part: usize, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related { span, part: Some(part), message: message.into() });
        self
    }

    /// Adds the square that the error is about: row and column, or x and y of a hexagon.
    pub fn square(mut self, row: usize, column: usize) -> Self {
        self.square = Some([row, column]);
        self
    }

    /// Adds the index of the string in a state that the error is in. Related places without an index get it, too.
    pub fn part(mut self, part: usize) -> Self {
        self.part = Some(part);
        for related in &mut self.related {
            related.part.get_or_insert(part);
        }
        self
    }

    /// Moves every span `by` bytes to the right.
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

    /// Returns the class of the code.
    pub fn class(&self) -> Class {
        self.code.class
    }
}

/// All errors and warnings about one text, in the order of their spans.
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
    /// Returns an empty list.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The number of errors that are kept for one text. One more error then says that reading stopped there, because
    /// ten megabytes of garbage would otherwise make millions of errors that nobody reads.
    pub const LIMIT: usize = 256;

    /// Adds a diagnostic. The first one beyond [`LIMIT`](Self::LIMIT) becomes the note that there are more.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        match self.0.len().cmp(&Self::LIMIT) {
            std::cmp::Ordering::Less => self.0.push(diagnostic),
            std::cmp::Ordering::Equal => {
                let message =
                    format!("more than {} faults: the text was not read beyond this one", Self::LIMIT);
                let mut last = Diagnostic::new(&text::TOO_MANY_FAULTS, diagnostic.span, message);
                last.part = diagnostic.part;
                self.0.push(last);
            }
            std::cmp::Ordering::Greater => {}
        }
    }

    /// True if no further diagnostic is kept, so that a reader may stop.
    pub fn is_full(&self) -> bool {
        self.0.len() > Self::LIMIT
    }

    /// Adds all diagnostics of another list.
    pub fn extend(&mut self, others: impl IntoIterator<Item = Diagnostic>) {
        for other in others {
            self.push(other);
        }
    }

    /// Sorts the diagnostics by their spans. Those with equal spans stay in the order in which they were found.
    pub fn sort(&mut self) {
        self.0.sort_by_key(|fault| (fault.part, fault.span));
    }

    /// True if there is no diagnostic.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of diagnostics.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the diagnostics in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    /// True if every error is of class [`Canon`](Class::Canon): the text means something, in a wrong order or spelling.
    pub fn only_canon(&self) -> bool {
        self.0.iter().all(|fault| fault.class() == Class::Canon || fault.severity == Severity::Warning)
    }

    /// Returns the diagnostics without the warnings.
    pub fn errors(mut self) -> Self {
        self.0.retain(|found| found.severity == Severity::Error);
        self
    }

    /// Turns the errors of class [`Canon`](Class::Canon) into warnings, as every verb except `validate` does.
    pub fn lenient(mut self) -> Self {
        for fault in &mut self.0 {
            if fault.class() == Class::Canon {
                fault.severity = Severity::Warning;
            }
        }
        self
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
    /// Writes each diagnostic on a line of its own, as its own `Display` does.
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
