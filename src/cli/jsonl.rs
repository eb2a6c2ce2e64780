//! A line of a `--jsonl` batch: a JSON string, a state's array, or an object with `input`.

use crate::diagnostics::{Diagnostic, Span, text as codes};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A line of a `--jsonl` batch.
pub(super) struct Decoded<'a> {
    /// The caller's, as it was given.
    pub(super) id: Option<&'a RawValue>,
    /// The text itself.
    pub(super) text: Cow<'a, str>,
    /// The whole object, where the line is one.
    pub(super) members: Option<&'a RawValue>,
}

#[derive(serde::Deserialize)]
struct Members<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    input: Option<&'a RawValue>,
    #[serde(borrow)]
    state: Option<&'a RawValue>,
}

/// What a line says; a fault that says where it cannot be read.
pub(super) fn decode_line(line: &str) -> Result<Decoded<'_>, Box<Diagnostic>> {
    let broken = |error: serde_json::Error| {
        let start = error.column().saturating_sub(1).min(line.len());
        let start = (0..=start).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
        let end = line[start..].chars().next().map_or(start, |letter| start + letter.len_utf8());
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or_default();
        let message = crate::diagnostics::escape::escape(&format!("not JSON: {reason}")).into_owned();
        Box::new(Diagnostic::new(&codes::NOT_JSON, Span::new(start, end), message))
    };
    match line.trim_start().as_bytes().first() {
        Some(b'{') => {
            let members: Members<'_> = serde_json::from_str(line).map_err(broken)?;
            let Some(input) = members.input.or(members.state) else {
                let message = "the object has no member `input`";
                let whole = Span::new(0, line.len());
                return Err(Box::new(Diagnostic::new(&codes::NOT_JSON, whole, message).expected(["input"])));
            };
            let whole = serde_json::from_str(line).map_err(broken)?;
            Ok(Decoded { id: members.id, text: text_of(input.get()).map_err(broken)?, members: Some(whole) })
        }
        _ => Ok(Decoded { id: None, text: text_of(line).map_err(broken)?, members: None }),
    }
}

/// The text of a JSON value: of a string what it says, of an array (a state) or an object (a message of the bot
/// protocol) its own JSON text.
fn text_of(json: &str) -> serde_json::Result<Cow<'_, str>> {
    #[derive(serde::Deserialize)]
    struct Text<'a>(#[serde(borrow)] Cow<'a, str>);
    let trimmed = json.trim_ascii();
    match trimmed.as_bytes().first() {
        Some(b'"') => match simple_string(trimmed) {
            Some(text) => Ok(text),
            None => serde_json::from_str::<Text<'_>>(json).map(|text| text.0),
        },
        Some(b'[' | b'{') => serde_json::from_str::<&RawValue>(json).map(|_| Cow::Borrowed(trimmed)),
        // Anything else that is JSON is no text; what is no JSON at all says so itself.
        _ => serde_json::from_str::<&RawValue>(json).and_then(|_| {
            Err(serde::de::Error::custom("neither a string, nor a state's array, nor an object with `input`"))
        }),
    }
}

/// What a JSON string says whose only escapes are of two characters: every usual line. Nothing of any other, which the
/// JSON reader must judge. It asks for memory once a line, where that reader asks as often as the text doubles, and
/// threads that ask wait for each other.
fn simple_string(json: &str) -> Option<Cow<'_, str>> {
    let inside = json.strip_prefix('"')?.strip_suffix('"')?;
    if inside.bytes().fold(false, |found, byte| found | (byte < b' ')) {
        return None;
    }
    let mut text = String::new();
    let mut rest = inside;
    while let Some(at) = memchr::memchr2(b'\\', b'"', rest.as_bytes()) {
        let letter = match rest.as_bytes().get(at..at + 2)? {
            br"\n" => '\n',
            br#"\""# => '"',
            br"\\" => '\\',
            br"\/" => '/',
            br"\t" => '\t',
            _ => return None,
        };
        if text.is_empty() {
            text.reserve_exact(inside.len());
        }
        text.push_str(&rest[..at]);
        text.push(letter);
        rest = &rest[at + 2..];
    }
    if text.is_empty() {
        return Some(Cow::Borrowed(inside));
    }
    text.push_str(rest);
    Some(Cow::Owned(text))
}

#[cfg(test)]
mod tests {
    use super::simple_string;
    use proptest::test_runner::{Config, TestRunner};

    #[test]
    fn a_string_read_quickly_is_the_one_the_json_reader_reads() {
        let letters = proptest::sample::select(
            r#""\\\nntu/b0041é€ {"#.chars().chain(['\n', '\t', '\0']).collect::<Vec<_>>(),
        );
        let text = proptest::collection::vec(letters, 0..12);
        TestRunner::new(Config { cases: 20_000, failure_persistence: None, ..Config::default() })
            .run(&text, |letters| {
                let inside: String = letters.into_iter().collect();
                let quoted = format!("\"{inside}\"");
                for json in [inside, quoted] {
                    if let Some(quick) = simple_string(&json) {
                        assert_eq!(
                            serde_json::from_str::<String>(&json).ok().as_deref(),
                            Some(&*quick),
                            "{json:?}"
                        );
                    }
                }
                Ok(())
            })
            .unwrap();
        for (json, text) in [(r#""""#, ""), (r#""a\nb\"\\\/\t""#, "a\nb\"\\/\t"), (r#""é""#, "é")] {
            assert_eq!(simple_string(json).as_deref(), Some(text));
        }
        for json in ["\"", "\"\\\"", "\"a\" \"b\"", "\"\n\"", r#""\u0041""#, r#""\x""#, "a", ""] {
            assert_eq!(simple_string(json), None, "{json}");
        }
    }
}
