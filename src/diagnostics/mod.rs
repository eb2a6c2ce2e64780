//! What is wrong with a text, where exactly, and what was probably meant.
//!
//! A [`Diagnostic`] is one fault: a stable [`Code`], a message, the byte [`Span`] it stands at, what was
//! expected and found there, and a [`Fix`] where one is likely. [`Diagnostics`] is every fault of one text, in
//! the order of their spans. [`caret`] shows them to people, [`json`] to programs.

pub mod caret;
mod codes;
pub mod escape;
pub mod json;
mod span;

pub use caret::report;
pub use codes::{Code, Example, all, bots, find, grade, penguins, polyomino, raft, rules, text};
pub use json::Source;
pub use span::{Span, line_column};

use std::borrow::Cow;
use std::fmt;

/// Which of the three questions a fault answers with no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// Whether a fault refuses the text or only warns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The text is refused.
    Error,
    /// The text is taken all the same.
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

/// The replacement that was most likely meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The bytes to replace.
    pub span: Span,
    /// What to put there.
    pub text: String,
}

/// A second place that belongs to a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where it is.
    pub span: Span,
    /// For a place in a state: which of its parts, from 0.
    pub part: Option<usize>,
    /// What it has to do with the fault.
    pub message: String,
}

/// One fault of a text.
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
pub struct Diagnostic {
    /// What kind of fault, under a name that never changes its meaning.
    pub code: &'static Code,
    /// Whether it refuses the text.
    pub severity: Severity,
    /// One sentence for people, without the span: "the raft card `4` does not exist".
    pub message: String,
    /// The faulty bytes. With a `part`, offsets into that part's own (decoded) string.
    pub span: Span,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// The square it is about: row and column on a square grid, x and y on the hexagons.
    pub square: Option<[usize; 2]>,
    /// For a fault in a state: which of its parts, from 0.
    pub part: Option<usize>,
    /// What would have been right at the span.
    pub expected: Vec<Cow<'static, str>>,
    /// What stands there instead; `None` where the text ends.
    pub found: Option<String>,
    /// What was probably meant.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A fault with a message at a span; the rest is added with the methods below.
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
        }
    }

    /// Adds what would have been right.
    pub fn expected<S: Into<Cow<'static, str>>>(mut self, what: impl IntoIterator<Item = S>) -> Self {
        self.expected.extend(what.into_iter().map(Into::into));
        self
    }

    /// Adds what was found.
    pub fn found(mut self, what: impl Into<String>) -> Self {
        self.found = Some(what.into());
        self
    }

    /// Adds the likely replacement of the bytes at `span`.
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Self {
        self.fix = Some(Fix { span, text: text.into() });
        self
    }

    /// Adds a second place in the same text.
    pub fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related { span, part: None, message: message.into() });
        self
    }

    /// Adds a second place in another part of the state.
    pub fn related_in(mut self, part: usize, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related { span, part: Some(part), message: message.into() });
        self
    }

    /// Adds the square (row, column) it is about; x and y on the hexagons.
    pub fn square(mut self, row: usize, column: usize) -> Self {
        self.square = Some([row, column]);
        self
    }

    /// Says in which part of a state it is, and every related place that has no part of its own.
    pub fn part(mut self, part: usize) -> Self {
        self.part = Some(part);
        for related in &mut self.related {
            related.part.get_or_insert(part);
        }
        self
    }

    /// The same fault with every span moved `by` bytes to the right.
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

    /// The class of its code.
    pub fn class(&self) -> Class {
        self.code.class
    }
}

/// Every fault of one text, in the order of their spans.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// No fault.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Faults of one text that are told apart; beyond, one last fault says that reading stopped there. Ten
    /// megabytes of garbage would otherwise make millions of faults that nobody reads.
    pub const LIMIT: usize = 256;

    /// Adds a fault. The first one beyond [`LIMIT`](Self::LIMIT) becomes the note that there are more.
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

    /// Whether no further fault is kept: a reader may stop.
    pub fn is_full(&self) -> bool {
        self.0.len() > Self::LIMIT
    }

    /// Adds all faults of another list.
    pub fn extend(&mut self, others: impl IntoIterator<Item = Diagnostic>) {
        for other in others {
            self.push(other);
        }
    }

    /// Puts the faults in the order of their spans; equal spans keep the order they were found in.
    pub fn sort(&mut self) {
        self.0.sort_by_key(|fault| (fault.part, fault.span));
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The faults in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    /// Whether there is none but faults of [`Class::Canon`]: the text means something, if in a wrong order.
    pub fn only_canon(&self) -> bool {
        self.0.iter().all(|fault| fault.class() == Class::Canon || fault.severity == Severity::Warning)
    }

    /// Returns the diagnostics without the warnings.
    pub fn errors(mut self) -> Self {
        self.0.retain(|found| found.severity == Severity::Error);
        self
    }

    /// The same faults, those of [`Class::Canon`] as warnings: what every verb but `validate` reports.
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
