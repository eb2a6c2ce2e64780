//! The result of reading a string.

use crate::diagnostics::{Diagnostics, Severity};

/// The result of reading a string: all errors and warnings and, if the string has a meaning, the value.
///
/// ```
/// use clowder::notation::Notation;
/// use clowder::raft::Hand;
///
/// let reading = Hand::read("AkhfDa");
/// assert!(!reading.is_canonical());
/// assert_eq!(reading.value().map(ToString::to_string).as_deref(), Some("AfhkBCDa"));
/// assert!(Hand::read("AkhfDa").strict().is_err());
/// assert!(reading.lenient().is_ok());
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Reading<T> {
    value: Option<T>,
    diagnostics: Diagnostics,
    parts: Vec<String>,
}

impl<T> Reading<T> {
    /// Combines an optional value with the diagnostics for its string.
    pub fn new(value: Option<T>, diagnostics: Diagnostics) -> Self {
        #[cfg(test)]
        count::add(std::any::type_name::<T>());
        Self { value, diagnostics, parts: Vec::new() }
    }

    /// Creates the result for a canonical string, which has no diagnostics.
    pub fn canonical(value: T) -> Self {
        Self::new(Some(value), Diagnostics::new())
    }

    /// Returns the value from the quick grammar, or refuses the text if there are diagnostics.
    pub(crate) fn canonical_or_refused(text: &str, diagnostics: Diagnostics) -> Self
    where
        T: super::Notation,
    {
        let value = if diagnostics.is_empty() { T::parse_canonical(text) } else { None };
        Self::new(value, diagnostics)
    }

    /// Creates the result for a string without a value.
    pub fn refused(diagnostics: impl Into<Diagnostics>) -> Self {
        Self::new(None, diagnostics.into())
    }

    /// Adds the decoded strings of a state, to which diagnostics with a `part` refer.
    pub fn with_parts(mut self, parts: impl Into<Vec<String>>) -> Self {
        self.parts = parts.into();
        self
    }

    /// The value, if the string has a meaning. A string with a value can still have errors, e.g. an error of
    /// class `rule` for two overlapping cards of a challenge.
    pub fn value(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// All diagnostics, ordered by span. If a repair was found, errors that cause other errors come first
    /// (see [`crate::repair::improve`]).
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// The decoded strings of a state. Empty for all other kinds, and for a canonical state that was read by
    /// the quick grammar.
    pub fn parts(&self) -> &[String] {
        &self.parts
    }

    /// Whether the string is canonical and has neither errors nor warnings.
    pub fn is_canonical(&self) -> bool {
        self.value.is_some() && self.diagnostics.is_empty()
    }

    /// Whether the string has a value and no errors except those of class
    /// [`Canon`](crate::diagnostics::Class::Canon). Such a string is accepted by verbs that do not require
    /// canonical strings.
    pub fn is_usable(&self) -> bool {
        self.value.is_some() && self.diagnostics.only_canon()
    }

    /// Returns the value and discards all warnings.
    ///
    /// ```
    /// use clowder::{notation::Notation, raft::Draw};
    ///
    /// assert!(Draw::read("A3B3").strict().is_ok());
    /// assert!(Draw::read("B3A3").strict().is_err());
    /// ```
    ///
    /// # Errors
    /// Returns all diagnostics if the string has errors, including errors of class
    /// [`Canon`](crate::diagnostics::Class::Canon).
    pub fn strict(self) -> Result<T, Diagnostics> {
        let refused = self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        match self.value {
            Some(value) if !refused => Ok(value),
            _ => Err(self.diagnostics),
        }
    }

    /// Returns the value and all diagnostics. Errors of class [`Canon`](crate::diagnostics::Class::Canon) become
    /// warnings.
    ///
    /// ```
    /// use clowder::{notation::Notation, raft::Draw};
    ///
    /// let (draw, warnings) = Draw::read("B3A3").lenient().unwrap();
    /// assert_eq!((draw.to_string().as_str(), warnings.len()), ("A3B3", 1));
    /// ```
    ///
    /// # Errors
    /// Returns all diagnostics if the string has no value, or has an error of a class other than `Canon`.
    pub fn lenient(self) -> Result<(T, Diagnostics), Diagnostics> {
        match self.value {
            Some(value) if self.diagnostics.only_canon() => Ok((value, self.diagnostics.lenient())),
            _ => Err(self.diagnostics),
        }
    }

    /// Converts the value and keeps the diagnostics.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Reading<U> {
        Reading { value: self.value.map(convert), diagnostics: self.diagnostics, parts: self.parts }
    }

    /// Adds the diagnostics found by another check, and sorts all diagnostics.
    pub fn check(mut self, found: impl IntoIterator<Item = crate::diagnostics::Diagnostic>) -> Self {
        let before = self.diagnostics.len();
        self.diagnostics.extend(found);
        if self.diagnostics.len() > before {
            self.diagnostics.sort();
        }
        self
    }

    /// Splits the result into the value and the diagnostics.
    pub fn into_parts(self) -> (Option<T>, Diagnostics) {
        (self.value, self.diagnostics)
    }

    /// Returns the value and discards the diagnostics.
    pub fn into_value(self) -> Option<T> {
        self.value
    }

    /// Returns the diagnostics and discards the value.
    pub fn into_diagnostics(self) -> Diagnostics {
        self.diagnostics
    }
}

/// Runs a function without counting the strings that it reads.
pub(crate) fn uncounted<T>(search: impl FnOnce() -> T) -> T {
    #[cfg(test)]
    let before = count::PAUSED.replace(true);
    let found = search();
    #[cfg(test)]
    count::PAUSED.set(before);
    found
}

/// Counts the strings that a thread reads, so that a test can check that no verb reads its input twice.
#[cfg(test)]
pub(crate) mod count {
    use crate::notation::Kind;
    use std::cell::RefCell;
    use std::collections::BTreeMap;

    /// For each kind and text, how often the quick grammar and the thorough reader have read the text as that
    /// kind.
    pub(crate) type Texts = BTreeMap<(&'static str, String), [usize; 2]>;

    thread_local! {
        pub(super) static PAUSED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
        static READINGS: RefCell<BTreeMap<&'static str, usize>> = const { RefCell::new(BTreeMap::new()) };
        static TEXTS: RefCell<Texts> = const { RefCell::new(BTreeMap::new()) };
    }

    pub(crate) fn add(what: &'static str) {
        if !PAUSED.get() {
            READINGS.with_borrow_mut(|readings| *readings.entry(what).or_default() += 1);
        }
    }

    /// Records that a text was read as a string of the given kind, even inside [`uncounted`](super::uncounted).
    pub(crate) fn add_text(kind: Kind, text: &str, readers: [bool; 2]) {
        TEXTS.with_borrow_mut(|texts| {
            let counts = texts.entry((kind.name(), text.to_owned())).or_default();
            for (count, is_used) in counts.iter_mut().zip(readers) {
                *count += usize::from(is_used);
            }
        });
    }

    /// Returns the counts per text since the last call, and resets them.
    pub(crate) fn take_texts() -> Texts {
        TEXTS.take()
    }

    /// Returns the counts per type since the last call, and resets them.
    pub(crate) fn take() -> BTreeMap<&'static str, usize> {
        READINGS.take()
    }
}
