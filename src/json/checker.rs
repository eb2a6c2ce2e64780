//! Checks that JSON values have the required types and keys.

use super::{Data, Member, Value, is_misspelt, quote, read};
use crate::diagnostics::codes::bots;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Severity, Span};
use crate::notation::Reading;
use crate::notation::grammar::fault_at;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A JSON text whose values are being checked, with all errors found so far.
///
/// Each check returns the value as a Rust type, or reports an error and returns `None`. Callers run all
/// checks before they use `?` on any result, so that every error is reported.
#[derive(Debug)]
pub struct Checker<'a> {
    text: &'a str,
    diagnostics: Diagnostics,
    misspelt: Vec<Misspelt>,
}

/// An unknown key that is almost the same as a missing key.
#[derive(Debug)]
struct Misspelt {
    span: Span,
    meant: String,
    /// The position at which the missing key is reported, directly before the closing bracket of the object.
    missing_at: Span,
}

impl<'a> Checker<'a> {
    /// Creates a checker for a text that has not been parsed yet.
    pub const fn new(text: &'a str) -> Self {
        Self { text, diagnostics: Diagnostics::new(), misspelt: Vec::new() }
    }

    /// Parses a text as JSON. Returns a checker with the errors found while parsing, and the value if there
    /// is one.
    pub fn read(text: &'a str) -> (Self, Option<Value>) {
        let (value, diagnostics) = read(text).into_parts();
        (Self { text, diagnostics, misspelt: Vec::new() }, value)
    }

    /// The whole text.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// If all errors are of class `canon`, discards the diagnostics and returns the value.
    ///
    /// ```
    /// use clowder::json::Checker;
    ///
    /// let (checker, value) = Checker::read("[1");
    /// assert!(value.is_none());
    /// assert_eq!(checker.finish(value).unwrap_err().len(), 1);
    /// ```
    ///
    /// # Errors
    /// Returns all diagnostics, sorted by span, if there is no value or if some error is not of class
    /// `canon`.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, Diagnostics> {
        match self.into_reading(value).into_parts() {
            (Some(value), _) => Ok(value),
            (None, diagnostics) => Err(diagnostics),
        }
    }

    /// Ends the check, and returns all diagnostics. The value is included if all errors are of class `canon`.
    pub fn into_reading<T>(mut self, value: Option<T>) -> Reading<T> {
        self.join_misspelt_keys();
        self.diagnostics.sort();
        let value = value.filter(|_| self.diagnostics.only_canon());
        Reading::new(value, self.diagnostics)
    }

    /// Like [`into_reading`](Self::into_reading), but also warns about a non-canonical layout if there are no
    /// other diagnostics. The warning mentions `owner`.
    pub(crate) fn into_reading_in_layout<T: Display>(mut self, value: Option<T>, owner: &str) -> Reading<T> {
        if let (Some(value), true) = (&value, self.is_clean()) {
            let canonical = value.to_string();
            if self.text != canonical {
                let whole = Span::new(0, self.text.len());
                let message = format!("this JSON is not in the canonical layout of {owner}");
                let warning = Diagnostic::new(&bots::JSON_LAYOUT, whole, message).fix(whole, canonical);
                self.report(Diagnostic { severity: Severity::Warning, ..warning });
            }
        }
        self.into_reading(value)
    }

    /// Merges the two reports about each misspelt key: one key is missing, and another key is unknown.
    fn join_misspelt_keys(&mut self) {
        for Misspelt { span, meant, missing_at } in std::mem::take(&mut self.misspelt) {
            let is_missing = |error: &Diagnostic| {
                error.code == &bots::JSON_MISSING_KEY
                    && error.span == missing_at
                    && error.expected == [quote(&meant)]
            };
            if !self.diagnostics.iter().any(is_missing) {
                continue;
            }
            let is_cause = |error: &Diagnostic| error.code == &bots::JSON_UNKNOWN_KEY && error.span == span;
            let found = std::mem::take(&mut self.diagnostics);
            self.diagnostics =
                found.into_iter().filter(|error| !is_missing(error) && !is_cause(error)).collect();
            let message = format!("the key `{meant}` is missing; this key is almost the same");
            let error = fault_at(self.text, &bots::JSON_MISSING_KEY, span, message);
            self.diagnostics.push(error.expected([quote(&meant)]).fix(span, quote(&meant)));
        }
    }

    /// Whether no errors or warnings have been reported.
    pub fn is_clean(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// Whether all reported errors are of class `canon`, ignoring warnings.
    pub(crate) fn is_usable(&self) -> bool {
        self.diagnostics.only_canon()
    }

    /// Checks a part of the text separately. The diagnostics are dropped if the check succeeds, and otherwise
    /// passed through `change` and reported.
    pub(crate) fn part<T>(
        &mut self,
        check: impl FnOnce(&mut Self) -> Option<T>,
        change: impl Fn(Diagnostic) -> Diagnostic,
    ) -> Option<T> {
        let before = std::mem::take(&mut self.diagnostics);
        let value = check(self);
        let mut found = std::mem::replace(&mut self.diagnostics, before);
        if value.is_some() && found.only_canon() {
            return value;
        }
        found.sort();
        self.diagnostics.extend(found.into_iter().map(change));
        None
    }

    /// Adds a diagnostic to the report.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports an error at a span.
    pub fn error(&mut self, code: &'static Code, span: Span, message: impl Into<String>) {
        self.diagnostics.push(fault_at(self.text, code, span, message));
    }

    /// Reports an unexpected value, unless the reader has already reported an error for that value. Always
    /// returns `None`.
    pub fn wrong<T>(
        &mut self,
        code: &'static Code,
        value: &Value,
        what: &str,
        expected: impl Display,
    ) -> Option<T> {
        let expected = expected.to_string();
        // If only one particular string is expected, the fix is that string.
        let fix = serde_json::from_str::<String>(&expected).is_ok().then(|| expected.clone());
        self.wrong_with_fix(code, value, what, &expected, fix);
        None
    }

    fn wrong_with_fix(
        &mut self,
        code: &'static Code,
        value: &Value,
        what: &str,
        expected: &str,
        fix: Option<String>,
    ) {
        if matches!(value.data, Data::Invalid) {
            return;
        }
        let message = format!("{what} must be {expected}");
        let mut error = fault_at(self.text, code, value.span, message).expected([expected.to_owned()]);
        if let Some(fix) = fix {
            error = error.fix(value.span, fix);
        }
        self.diagnostics.push(error);
    }

    /// Reports that a value is not an integer within the given bounds. If the value is another spelling of such
    /// an integer (e.g. `4.0` or `"4"`), the error gets a fix. Always returns `None`.
    pub fn wrong_integer<T>(
        &mut self,
        code: &'static Code,
        value: &Value,
        what: &str,
        expected: impl Display,
        range: RangeInclusive<i64>,
    ) -> Option<T> {
        let meant = match &value.data {
            Data::Number(number) if number.fract() == 0.0 => Some(*number as i64),
            Data::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        let fix = meant.filter(|meant| range.contains(meant)).map(|meant| meant.to_string());
        self.wrong_with_fix(code, value, what, &expected.to_string(), fix);
        None
    }

    /// Returns the members of an object, or reports that the value is not an object.
    pub fn object<'v>(&mut self, value: &'v Value, what: &str) -> Option<&'v [Member]> {
        match &value.data {
            Data::Object(members) => Some(members),
            _ => self.wrong(&bots::JSON_TYPE, value, what, "an object"),
        }
    }

    /// Looks up a required key. Reports a missing key if `object` is a JSON object without the key.
    pub fn key<'v>(&mut self, object: &'v Value, key: &str) -> Option<&'v Value> {
        let value = object.get(key);
        if value.is_none() && object.is_object() {
            let before_bracket = Span::at(object.span.end - 1);
            let message = format!("the key `{key}` is missing");
            let error = Diagnostic::new(&bots::JSON_MISSING_KEY, before_bracket, message);
            self.diagnostics.push(error.expected([quote(key)]));
        }
        value
    }

    /// Warns about every unknown key of an object.
    pub fn known_keys(&mut self, object: &Value, known: &[&str]) {
        let Data::Object(members) = &object.data else { return };
        // The missing keys are collected before the loop, because collecting them for each unknown key would
        // be slow.
        let missing: Vec<&str> =
            known.iter().copied().filter(|key| members.iter().all(|member| member.key != *key)).collect();
        for member in members.iter().filter(|member| !known.contains(&member.key.as_str())) {
            if self.diagnostics.is_full() {
                break;
            }
            let message = "this key is not known here and is ignored";
            let mut warning = fault_at(self.text, &bots::JSON_UNKNOWN_KEY, member.span, message);
            warning.severity = Severity::Warning;
            self.diagnostics.push(warning);
            if let Some(meant) = missing.iter().find(|known| is_misspelt(&member.key, known)) {
                let missing_at = Span::at(object.span.end - 1);
                self.misspelt.push(Misspelt { span: member.span, meant: (*meant).to_owned(), missing_at });
            }
        }
    }

    /// Returns an integer, or reports that the value is not an integer within the given bounds.
    pub fn integer(&mut self, value: &Value, what: &str, range: RangeInclusive<i64>) -> Option<i64> {
        let expected = if *range.end() == i64::MAX {
            format!("an integer that is at least {}", range.start())
        } else {
            format!("an integer from {} to {}", range.start(), range.end())
        };
        match value.as_integer() {
            Some(number) if range.contains(&number) => Some(number),
            _ => self.wrong_integer(&bots::JSON_TYPE, value, what, expected, range),
        }
    }

    /// Returns a decoded string, or reports that the value is not a string.
    pub fn string<'v>(&mut self, value: &'v Value, what: &str) -> Option<&'v str> {
        value.as_str().or_else(|| self.wrong(&bots::JSON_TYPE, value, what, "a string"))
    }

    /// Returns a boolean, or reports that the value is neither `true` nor `false`.
    pub fn boolean(&mut self, value: &Value, what: &str) -> Option<bool> {
        match value.data {
            Data::Bool(value) => Some(value),
            _ => {
                let fix = value.as_str().filter(|text| ["true", "false"].contains(text)).map(str::to_owned);
                self.wrong_with_fix(&bots::JSON_TYPE, value, what, "true or false", fix);
                None
            }
        }
    }

    /// Looks up a key and returns its integer. Error messages contain the key.
    pub fn integer_at(&mut self, object: &Value, key: &str, range: RangeInclusive<i64>) -> Option<i64> {
        self.key(object, key).and_then(|value| self.integer(value, key, range))
    }

    /// Looks up a key and returns its string. Error messages contain the key.
    pub fn string_at<'v>(&mut self, object: &'v Value, key: &str) -> Option<&'v str> {
        self.key(object, key).and_then(|value| self.string(value, key))
    }

    /// Looks up a key and returns its boolean. Error messages contain the key.
    pub fn boolean_at(&mut self, object: &Value, key: &str) -> Option<bool> {
        self.key(object, key).and_then(|value| self.boolean(value, key))
    }

    /// Returns the items of an array, or reports that the value is not an array.
    pub fn array<'v>(&mut self, value: &'v Value, what: &str) -> Option<&'v [Value]> {
        value.as_array().or_else(|| self.wrong(&bots::JSON_TYPE, value, what, "a list"))
    }
}
