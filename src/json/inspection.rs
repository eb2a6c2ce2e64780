//! Checks that JSON values have the shape a message, a state or a saved game asks for, gathering every fault.

use crate::diagnostics::bots as codes;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Severity, Span};
use crate::json::{self, Data, Member, Value};
use crate::notation::Reading;
use crate::notation::grammar::fault_at;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A text whose values are looked at, and all that was found wrong with them.
#[derive(Debug)]
pub(crate) struct Inspection<'a> {
    /// The text.
    pub(crate) text: &'a str,
    /// What is wrong with it.
    pub(crate) faults: Diagnostics,
}

impl<'a> Inspection<'a> {
    /// Reads the text as JSON; its value, unless it cannot be read to the end.
    pub(crate) fn open(text: &'a str) -> (Self, Option<Value>) {
        let (value, faults) = json::read(text);
        (Self { text, faults }, value)
    }

    /// Warns where the text is not the canonical one but says the same.
    pub(crate) fn layout(&mut self, canonical: &str) {
        if self.faults.is_empty() && self.text != canonical {
            let whole = Span::new(0, self.text.len());
            let message = "the text is not laid out as the protocol writes it";
            let mut fault = Diagnostic::new(&codes::JSON_LAYOUT, whole, message).fix(whole, canonical);
            fault.severity = Severity::Warning;
            self.faults.push(fault);
        }
    }

    /// Returns the reading of the text. A value with an error of another class than `canon` is dropped.
    pub(crate) fn verdict<T: Display>(mut self, value: Option<T>) -> Reading<T> {
        let value = value.filter(|_| self.faults.only_canon());
        if let Some(value) = &value {
            self.layout(&value.to_string());
        }
        self.faults.sort();
        Reading::new(value, self.faults)
    }

    /// The value if nothing is wrong but what is merely not canonical, else everything that is.
    ///
    /// # Errors
    /// The faults, in the order of their spans.
    pub(crate) fn finish<T>(mut self, value: Option<T>) -> Result<T, Diagnostics> {
        self.faults.sort();
        match value {
            Some(value) if self.faults.only_canon() => Ok(value),
            _ => Err(self.faults),
        }
    }

    /// Adds a fault at a span.
    pub(crate) fn fault(&mut self, code: &'static Code, span: Span, message: impl Into<String>) {
        self.faults.push(fault_at(self.text, code, span, message));
    }

    /// Reports a value of the wrong type, unless it has been reported already.
    pub(crate) fn wrong<T>(
        &mut self,
        code: &'static Code,
        value: &Value,
        what: &str,
        expected: impl Display,
    ) -> Option<T> {
        if !matches!(value.data, Data::Broken) {
            let fault = fault_at(self.text, code, value.span, format!("{what} must be {expected}"));
            self.faults.push(fault.expected([expected.to_string()]));
        }
        None
    }

    /// The members of an object.
    pub(crate) fn object<'v>(&mut self, value: &'v Value, what: &str) -> Option<&'v [Member]> {
        match &value.data {
            Data::Object(members) => Some(members),
            _ => self.wrong(&codes::JSON_TYPE, value, what, "an object"),
        }
    }

    /// The value of a key that has to be there.
    pub(crate) fn key<'v>(&mut self, object: &'v Value, key: &str) -> Option<&'v Value> {
        let found = object.get(key);
        if found.is_none() && matches!(object.data, Data::Object(_)) {
            let before_bracket = Span::at(object.span.end - 1);
            let message = format!("the key `{key}` is missing");
            let fault = Diagnostic::new(&codes::JSON_MISSING_KEY, before_bracket, message);
            self.faults.push(fault.expected([json::quote(key)]));
        }
        found
    }

    /// Warns of every key that is not known.
    pub(crate) fn known_keys(&mut self, object: &Value, known: &[&str]) {
        let Data::Object(members) = &object.data else { return };
        for member in members.iter().filter(|member| !known.contains(&member.key.as_str())) {
            let mut fault =
                fault_at(self.text, &codes::JSON_UNKNOWN_KEY, member.span, "the key is not known here");
            fault.severity = Severity::Warning;
            self.faults.push(fault);
        }
    }

    /// An integer within bounds.
    pub(crate) fn integer(&mut self, value: &Value, what: &str, range: RangeInclusive<i64>) -> Option<i64> {
        let expected = if *range.end() == i64::MAX {
            format!("an integer from {}", range.start())
        } else {
            format!("an integer from {} to {}", range.start(), range.end())
        };
        match value.integer() {
            Some(number) if range.contains(&number) => Some(number),
            _ => self.wrong_integer(&codes::JSON_TYPE, value, what, expected, range),
        }
    }

    /// Reports a value that is no integer within bounds, with a fix where it is one written otherwise: `4.0`, `"4"`.
    pub(crate) fn wrong_integer<T>(
        &mut self,
        code: &'static Code,
        value: &Value,
        what: &str,
        expected: impl Display,
        range: RangeInclusive<i64>,
    ) -> Option<T> {
        let meant = match &value.data {
            Data::Number(number) if number.fract() == 0.0 => Some(*number as i64),
            Data::Text(text) => text.trim().parse().ok(),
            _ => None,
        };
        if let Some(meant) = meant.filter(|meant| range.contains(meant)) {
            let fault = fault_at(self.text, code, value.span, format!("{what} must be {expected}"));
            self.faults.push(fault.expected([expected.to_string()]).fix(value.span, meant.to_string()));
            return None;
        }
        self.wrong(code, value, what, expected)
    }

    /// A string.
    pub(crate) fn string<'v>(&mut self, value: &'v Value, what: &str) -> Option<&'v str> {
        match value.text() {
            Some(text) => Some(text),
            None => self.wrong(&codes::JSON_TYPE, value, what, "a string"),
        }
    }

    /// `true` or `false`.
    pub(crate) fn boolean(&mut self, value: &Value, what: &str) -> Option<bool> {
        match value.data {
            Data::Bool(is) => Some(is),
            _ => self.wrong(&codes::JSON_TYPE, value, what, "true or false"),
        }
    }

    /// The items of a list.
    pub(crate) fn list<'v>(&mut self, value: &'v Value, what: &str) -> Option<&'v [Value]> {
        match value.list() {
            Some(items) => Some(items),
            None => self.wrong(&codes::JSON_TYPE, value, what, "a list"),
        }
    }
}
