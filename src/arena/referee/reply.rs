//! Parses a line from a bot. The line either answers a message or is refused.

use crate::arena::faults::Fault;
use crate::arena::process::Line;
use crate::json;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

/// An answer to a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// The JSON of the chosen move.
    Move(String),
    /// An answer without a move.
    Empty,
    /// No usable answer.
    Fault(Fault),
}

/// A line that does not answer the message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    pub(crate) why: &'static str,
    /// The message ID in the line, if any. An ID that is not a string is stored as JSON.
    pub(crate) id: Option<String>,
}

const WITHOUT_ID: &str = "a reply without a messageID";

impl Refused {
    /// Whether the line is probably debug output, because it does not look like a reply.
    pub(crate) fn is_not_a_reply(&self) -> bool {
        self.id.is_none() && self.why != WITHOUT_ID
    }
}

/// The UTF-8 byte order mark, which some systems write at the beginning of a file.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Removes a byte order mark from a program's first line. Returns the remaining line, and whether there was a mark.
pub(crate) fn without_mark(line: Line<'_>) -> (Line<'_>, bool) {
    match line.bytes.strip_prefix(MARK) {
        Some(bytes) => (Line { bytes, ..line }, true),
        None => (line, false),
    }
}

/// Parses a line as the answer to the message with the given ID.
pub(crate) fn read_reply(line: Line<'_>, id: &str) -> Result<Answer, Refused> {
    let refused = |why| Refused { why, id: None };
    if line.cut {
        return Err(refused("longer than the maximum line length"));
    }
    let text = std::str::from_utf8(line.bytes).map_err(|_| refused("not UTF-8"))?;
    let is_object = text.trim_start().starts_with('{');
    let reply: Reply<'_> = match serde_json::from_str(text) {
        Ok(reply) if is_object => reply,
        Err(_) if is_object || json::read(text).strict().is_err() => return Err(refused("not JSON")),
        _ => return Err(refused("not an object")),
    };
    let given = reply.id.ok_or_else(|| refused(WITHOUT_ID))?.get();
    let decoded = serde_json::from_str::<String>(given);
    if decoded.as_deref().ok() != Some(id) {
        let id = decoded.unwrap_or_else(|_| given.to_owned());
        return Err(Refused { why: "a reply with another messageID", id: Some(id) });
    }
    match reply.answer.map(RawValue::get) {
        Some(answer) if json::read(answer).strict().is_err() => Err(refused("not JSON")),
        Some(answer) => Ok(Answer::Move(answer.to_owned())),
        None => Ok(Answer::Empty),
    }
}

/// The relevant keys of a reply. All other keys may have arbitrary JSON values (RFC 8259).
#[derive(Deserialize)]
struct Reply<'a> {
    #[serde(borrow, default, rename = "messageID", deserialize_with = "raw")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "move", deserialize_with = "raw")]
    answer: Option<&'a RawValue>,
}

/// Keeps `null` as a value; by default, it would become `None`.
fn raw<'de, D: Deserializer<'de>>(value: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(value).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_of_other_keys_do_not_matter() {
        let read = |text: &str| {
            let line = Line { bytes: text.as_bytes(), cut: false };
            read_reply(line, "7").map_err(|refused| refused.why)
        };
        let answer = |text: &str| Ok(Answer::Move(text.to_owned()));
        let deep =
            format!(r#"{{"debug":{}{},"move":4,"messageID":"7"}}"#, "[".repeat(20_000), "]".repeat(20_000));
        assert_eq!(read(&deep), answer("4"));
        assert_eq!(
            read(r#"{"a":"\ud800","b":1e999,"a":0,"messageID":"7","move": {"x":1} }"#),
            answer(r#"{"x":1}"#)
        );
        assert_eq!(read(r#"{"messageID":"\u0037"}"#), Ok(Answer::Empty));
        assert_eq!(read(r#"{"move":null,"messageID":"7"}"#), answer("null"));
        for (text, why) in [
            (r#"{"a":NaN,"move":4,"messageID":"7"}"#, "not JSON"),
            (r#"{"move":1e999,"messageID":"7"}"#, "not JSON"),
            (r#"{"move":1,"move":2,"messageID":"7"}"#, "not JSON"),
            (r#"{"move":4,"messageID":"7"} 1"#, "not JSON"),
            (r#"["7",4]"#, "not an object"),
            (r#""7""#, "not an object"),
            (r#"{"move":4}"#, WITHOUT_ID),
            (r#"{"move":4,"messageID":7}"#, "a reply with another messageID"),
        ] {
            assert_eq!(read(text), Err(why), "{text}");
        }
    }
}
