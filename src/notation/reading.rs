//! What reading a text has found.

use crate::diagnostics::{Diagnostics, Severity};

/// The result of reading a text: its value, if the text means something, and everything that is wrong with it.
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
    /// Joins a value, if there is one, with the diagnostics of the text it was read from.
    ///
    /// ```
    /// use clowder::{diagnostics::Diagnostics, notation::Reading};
    ///
    /// assert_eq!(Reading::new(Some(7), Diagnostics::new()).strict().unwrap(), 7);
    /// ```
    pub fn new(value: Option<T>, diagnostics: Diagnostics) -> Self {
        #[cfg(test)]
        count::add(std::any::type_name::<T>());
        Self { value, diagnostics, parts: Vec::new() }
    }

    /// Returns the reading of a canonical text, which has no diagnostics.
    pub fn canonical(value: T) -> Self {
        Self::new(Some(value), Diagnostics::new())
    }

    /// Returns the reading of a text of a kind in which every error leaves no value: the quick grammar gives the
    /// value of a text without an error.
    pub(crate) fn canonical_or_refused(text: &str, diagnostics: Diagnostics) -> Self
    where
        T: super::Notation,
    {
        let value = if diagnostics.is_empty() { T::parse_canonical(text) } else { None };
        Self::new(value, diagnostics)
    }

    /// Returns the reading of a text that means nothing.
    pub fn refused(diagnostics: impl Into<Diagnostics>) -> Self {
        Self::new(None, diagnostics.into())
    }

    /// Adds the decoded strings of a state, into which the spans of its diagnostics point.
    pub fn with_parts(mut self, parts: impl Into<Vec<String>>) -> Self {
        self.parts = parts.into();
        self
    }

    /// Returns the value, if the text means something. There may be errors all the same: a text with two
    /// overlapping cards has a value and an error of class `rule`.
    pub fn value(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// Returns everything that is wrong with the text, in the order of the spans.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Returns the decoded strings of a state; empty for every other kind.
    pub fn parts(&self) -> &[String] {
        &self.parts
    }

    /// True if the text is a canonical string and nothing is wrong with it, not even a warning.
    pub fn is_canonical(&self) -> bool {
        self.value.is_some() && self.diagnostics.is_empty()
    }

    /// True if the text can be used by a verb that accepts order and spelling which are not canonical.
    pub fn is_usable(&self) -> bool {
        self.value.is_some() && self.diagnostics.only_canon()
    }

    /// Returns the value of a text without an error. Warnings are dropped.
    ///
    /// # Errors
    /// Everything that is wrong with the text, if something is an error, even one of order and spelling.
    pub fn strict(self) -> Result<T, Diagnostics> {
        let refused = self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        match self.value {
            Some(value) if !refused => Ok(value),
            _ => Err(self.diagnostics),
        }
    }

    /// Returns the value of a text that is at most not canonical, and the errors of class
    /// [`Canon`](crate::diagnostics::Class::Canon) as warnings.
    ///
    /// # Errors
    /// Everything that is wrong with the text, if an error has another class.
    pub fn lenient(self) -> Result<(T, Diagnostics), Diagnostics> {
        match self.value {
            Some(value) if self.diagnostics.only_canon() => Ok((value, self.diagnostics.lenient())),
            _ => Err(self.diagnostics),
        }
    }

    /// Applies a function to the value; the diagnostics stay.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Reading<U> {
        Reading { value: self.value.map(convert), diagnostics: self.diagnostics, parts: self.parts }
    }

    /// Adds diagnostics that a check beyond the notation has found, and sorts all of them.
    pub fn check(mut self, found: impl IntoIterator<Item = crate::diagnostics::Diagnostic>) -> Self {
        let before = self.diagnostics.len();
        self.diagnostics.extend(found);
        if self.diagnostics.len() > before {
            self.diagnostics.sort();
        }
        self
    }

    /// Returns the value of a canonical text, and `None` for every other text.
    pub(super) fn strict_canonical(self) -> Option<T> {
        self.value.filter(|_| self.diagnostics.is_empty())
    }

    /// Splits the reading into its value and its diagnostics.
    pub fn into_parts(self) -> (Option<T>, Diagnostics) {
        (self.value, self.diagnostics)
    }

    /// Returns the value alone.
    pub fn into_value(self) -> Option<T> {
        self.value
    }

    /// Returns the diagnostics alone.
    pub fn into_diagnostics(self) -> Diagnostics {
        self.diagnostics
    }
}

/// Runs a search whose candidates are not counted as readings of the input.
pub(crate) fn uncounted<T>(search: impl FnOnce() -> T) -> T {
    #[cfg(test)]
    let before = count::PAUSED.replace(true);
    let found = search();
    #[cfg(test)]
    count::PAUSED.set(before);
    found
}

/// Counts the readings of a thread, for the test that no verb reads its input twice.
#[cfg(test)]
pub(crate) mod count {
    use std::cell::RefCell;
    use std::collections::BTreeMap;

    thread_local! {
        pub(super) static PAUSED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
        static READINGS: RefCell<BTreeMap<&'static str, usize>> = const { RefCell::new(BTreeMap::new()) };
    }

    /// Counts one reading of `what`.
    pub(crate) fn add(what: &'static str) {
        if !PAUSED.get() {
            READINGS.with_borrow_mut(|readings| *readings.entry(what).or_default() += 1);
        }
    }

    /// Returns how often each thing was read since the last call.
    pub(crate) fn take() -> BTreeMap<&'static str, usize> {
        READINGS.take()
    }
}
