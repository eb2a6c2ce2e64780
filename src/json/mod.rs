//! Strict JSON with byte spans.
//!
//! [`read`] accepts the JSON of RFC 8259 with four restrictions. Keys of an object must be distinct, and
//! numbers must fit into a double. Surrogates must occur in pairs, and values must not be nested more than
//! [`MAX_DEPTH`] levels deep. Reading continues after most errors, so one call can report several errors. A
//! [`Checker`] then checks that the values have the types and keys required by a message, a state or a case.
//!
//! ```
//! use clowder::json::Checker;
//!
//! let (mut checker, value) = Checker::read(r#"{"turn": "4"}"#);
//! let turn = value.and_then(|object| {
//!     let turn = checker.key(&object, "turn")?;
//!     checker.integer(turn, "the turn", 1..=9)
//! });
//! let diagnostics = checker.finish(turn).unwrap_err();
//! assert_eq!(diagnostics.to_string(), "9..12: json/wrong-type: the turn must be an integer from 1 to 9");
//! ```

mod checker;
pub(crate) mod quick;
mod reader;

pub use checker::Checker;
pub use reader::read;

use crate::diagnostics::codes::bots;
use crate::diagnostics::{Code, Diagnostic, Span};
use crate::notation::reading::uncounted;

/// The maximum nesting depth of arrays and objects.
pub const MAX_DEPTH: usize = 64;

/// Whether two words differ only in case, in a single wrong, missing or superfluous character, or in two
/// swapped neighbouring characters.
pub(crate) fn is_misspelt(word: &str, meant: &str) -> bool {
    if word.eq_ignore_ascii_case(meant) {
        return true;
    }
    let (one, other) = (word.as_bytes(), meant.as_bytes());
    let start = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let (one, other) = (&one[start..], &other[start..]);
    let end = one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count();
    match (&one[..one.len() - end], &other[..other.len() - end]) {
        ([_], [_] | []) | ([], [_]) => true,
        ([a, b], [c, d]) => a == d && b == c,
        _ => false,
    }
}

/// A decoded JSON value and its span in the text, as created by [`read`] and [`Checker::read`].
#[derive(Clone, Debug)]
pub struct Value {
    /// The span of the value in the text.
    pub span: Span,
    /// The decoded value.
    pub data: Data,
}

/// A decoded JSON value.
#[derive(Clone, Debug)]
pub enum Data {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer that fits into an `i64` and is written without a decimal point or an exponent, except for
    /// `-0`.
    Integer(i64),
    /// Any other finite number, including `-0`.
    Number(f64),
    /// A decoded string.
    String(String),
    /// An array.
    Array(Vec<Value>),
    /// An object, with its members in the order of the text.
    Object(Vec<Member>),
    /// A value whose error has already been reported.
    Invalid,
}

/// A key of an object, together with its value.
#[derive(Clone, Debug)]
pub struct Member {
    /// The decoded key.
    pub key: String,
    /// The span of the key, including its quotation marks.
    pub span: Span,
    /// The value.
    pub value: Value,
}

impl Value {
    /// The value of a key, or `None` if this value is not an object, or is an object without the key.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Data::Object(members) = &self.data else { return None };
        members.iter().find(|member| member.key == key).map(|member| &member.value)
    }

    /// Follows a path of keys through nested objects.
    pub fn at(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |value, key| value.get(key))
    }

    /// The integer, or `None` for other values.
    pub fn as_integer(&self) -> Option<i64> {
        if let Data::Integer(number) = self.data { Some(number) } else { None }
    }

    /// The decoded string, or `None` for other values.
    pub fn as_str(&self) -> Option<&str> {
        if let Data::String(text) = &self.data { Some(text) } else { None }
    }

    /// The items of an array, or `None` for other values.
    pub fn as_array(&self) -> Option<&[Self]> {
        if let Data::Array(items) = &self.data { Some(items) } else { None }
    }

    /// Whether this value is an object.
    pub const fn is_object(&self) -> bool {
        matches!(self.data, Data::Object(_))
    }

    /// Whether the value is `false`, which stands for a missing value in the bot protocol.
    pub const fn is_false(&self) -> bool {
        matches!(self.data, Data::Bool(false))
    }
}

/// Whether an error was reported by [`read`]. All other errors in messages and saved games concern the values
/// of valid JSON.
pub(crate) fn is_refused(error: &Diagnostic) -> bool {
    const CODES: [&Code; 11] = [
        &bots::JSON_COMMA,
        &bots::JSON_DEPTH,
        &bots::JSON_DUPLICATE_KEY,
        &bots::JSON_KEY,
        &bots::JSON_NUMBER,
        &bots::JSON_RANGE,
        &bots::JSON_STRING,
        &bots::JSON_TRAILING_TEXT,
        &bots::JSON_TRUNCATED,
        &bots::JSON_UNEXPECTED,
        &bots::JSON_WORD,
    ];
    CODES.contains(&error.code)
}

/// Parses a JSON text again. Tests that count how often a text is read do not count this call.
pub(crate) fn reread(text: &str) -> Option<Value> {
    uncounted(|| read(text).into_value())
}

/// Writes a text as a JSON string, with quotation marks and the same escapes as `JSON.stringify` in JavaScript.
///
/// ```
/// assert_eq!(clowder::json::quote("a\n\"b\""), r#""a\n\"b\"""#);
/// ```
pub fn quote(text: &str) -> String {
    // Writing a JSON string cannot fail.
    serde_json::to_string(text).unwrap_or_default()
}

/// Writes a value as compact JSON. Numbers are copied from `text`, which must be the text from which the
/// value was read.
///
/// ```
/// let text = "[1.50, {}]";
/// let value = clowder::json::read(text).strict()?;
/// assert_eq!(clowder::json::compact(text, &value), "[1.50,{}]");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn compact(text: &str, value: &Value) -> String {
    match &value.data {
        Data::String(string) => quote(string),
        Data::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| compact(text, item)).collect();
            format!("[{}]", items.join(","))
        }
        Data::Object(members) => {
            let member = |member: &Member| format!("{}:{}", quote(&member.key), compact(text, &member.value));
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(","))
        }
        _ => value.span.of(text).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{is_refused, read};

    #[test]
    fn every_error_of_the_reader_is_recognised() {
        let deep = "[".repeat(100);
        for text in [
            "",
            "{",
            "[1,",
            "[1,]",
            "[1 2]",
            "{1:2}",
            "{a:2}",
            r#"{"a":1,"a":2}"#,
            "01",
            "1e999",
            "nul",
            "\"a",
            "\"\\x\"",
            "\"\u{1}\"",
            "1 2",
            "?",
            "NaN",
            "'a'",
            "[1}",
            &deep,
        ] {
            let found = read(text).into_diagnostics();
            assert!(!found.is_empty() && found.iter().all(is_refused), "{text:?}: {found:?}");
        }
    }
}
