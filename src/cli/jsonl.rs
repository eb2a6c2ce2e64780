//! Decodes the lines of a `--jsonl` batch. A line is one of:
//!
//! - a JSON string
//! - a state as an array of strings
//! - an object whose member `input`, `challenge` or `state` contains the text
//! - an object that is itself a string of some kind, such as a saved game

use crate::diagnostics::{Diagnostic, Span, codes};
use crate::json::quick::{error_in, span_of, without_layout};
use crate::notation::Kind;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A decoded line of a `--jsonl` batch.
#[derive(Default)]
pub(super) struct Decoded<'a> {
    /// The `id` of the line, unchanged.
    pub(super) id: Option<&'a RawValue>,
    /// The kind named by the line.
    pub(super) kind: Option<Kind>,
    pub(super) text: Cow<'a, str>,
    /// The JSON string without its quotation marks, if it is escaped exactly as clowder would escape it.
    pub(super) json: Option<&'a str>,
    /// The whole line, if it is an object with the text as a member.
    pub(super) members: Option<&'a str>,
}

impl<'a> Decoded<'a> {
    pub(super) fn of(text: impl Into<Cow<'a, str>>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

#[derive(serde::Deserialize)]
struct Members<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    kind: Option<&'a RawValue>,
    #[serde(borrow)]
    input: Option<&'a RawValue>,
    #[serde(borrow)]
    state: Option<&'a RawValue>,
    /// The challenge in a line written by `generate penguins-challenge --json`.
    #[serde(borrow)]
    challenge: Option<&'a RawValue>,
    /// In a saved game, the name of the game.
    #[serde(borrow)]
    game: Option<&'a RawValue>,
    /// In a state of a bot game, the turn number.
    #[serde(borrow)]
    turn: Option<&'a RawValue>,
}

impl<'a> Members<'a> {
    /// Finds the member that contains the text. In a tic-tac-toe state or a saved Race to the Raft game, the
    /// whole line is the text. The member `state` is then a list inside the text, so it is not used.
    fn text(&self, kind: Option<Kind>) -> Option<&'a RawValue> {
        let can_have_state = match kind {
            Some(kind) => kind.is_json() && kind != Kind::State,
            None => self.game.is_some() || self.turn.is_some(),
        };
        let has_own_state = can_have_state && self.state.is_some_and(|state| state.get().starts_with('['));
        self.input.or(self.challenge).or(if has_own_state { None } else { self.state })
    }
}

/// Decodes a line. `kind` is the kind named on the command line, if any.
///
/// # Errors
/// Returns the error with its position in the line, and the `id` of the line if it could be read.
pub(super) fn decode_line(
    line: &str,
    kind: Option<Kind>,
) -> Result<Decoded<'_>, (Option<&RawValue>, Box<Diagnostic>)> {
    if !line.trim_start().starts_with('{') {
        return text_of(line, line).map_err(|fault| (None, fault));
    }
    let members: Members<'_> =
        serde_json::from_str(line).map_err(|error| (None, broken(line, line, &error)))?;
    let id = members.id;
    let Some(input) = members.text(kind) else {
        if kind.is_none_or(Kind::is_json) {
            return Ok(Decoded { id, ..Decoded::of(line.trim_ascii()) });
        }
        let message = "the object has no member `input`";
        let fault = Diagnostic::new(&codes::text::NOT_JSON, Span::new(0, line.len()), message);
        return Err((id, Box::new(fault.expected(["input"]))));
    };
    let named = members.kind.map(|value| named(line, value, kind)).transpose();
    let decoded =
        named.and_then(|kind| Ok(Decoded { id, kind, members: Some(line), ..text_of(line, input.get())? }));
    decoded.map_err(|fault| (id, fault))
}

/// Parses the kind named by a line. If the batch has a kind, the line must name the same kind.
fn named(line: &str, value: &RawValue, given: Option<Kind>) -> Result<Kind, Box<Diagnostic>> {
    let name: Option<String> = serde_json::from_str(value.get()).ok();
    let kind = name.as_ref().map(|name| name.parse().map_err(|_| format!("there is no kind `{name}`")));
    let kind = kind.unwrap_or_else(|| Err("`kind` must be the name of a kind".to_owned()));
    let kind = match (kind, given) {
        (Ok(named), Some(given)) if named != given => {
            Err(format!("the line names the kind `{named}`, but the command names `{given}`"))
        }
        (kind, _) => kind,
    };
    kind.map_err(|why| {
        let fault = unusable(line, value, why);
        Box::new(fault.help("`clowder kinds` lists the kinds"))
    })
}

/// Builds the error for a member that is valid JSON but cannot be used, with the member's position in the line.
pub(super) fn unusable(line: &str, member: &RawValue, message: String) -> Box<Diagnostic> {
    let span = span_of(line, member.get());
    Box::new(Diagnostic::new(&codes::text::NOT_JSON, span, message).found(member.get()))
}

/// Builds the error for a part of a line that is not valid JSON, with its position in the line.
pub(super) fn broken(line: &str, part: &str, error: &serde_json::Error) -> Box<Diagnostic> {
    let starts_json = part.trim_start().starts_with(['"', '[', '{']);
    if !starts_json && part.len() == line.len() && !line.trim().is_empty() {
        let message = "this line is a plain string, but --jsonl expects JSON";
        let error = Diagnostic::new(&codes::text::NOT_JSON, Span::new(0, line.len()), message);
        return Box::new(error.help("use --lines, or write the string in double quotation marks"));
    }
    Box::new(error_in(&codes::text::NOT_JSON, (line, part), error))
}

/// Returns the text of a JSON value in a line. A JSON string is decoded. The text of an array (a state) or an
/// object (such as a bot message) is the JSON itself.
fn text_of<'a>(line: &str, json: &'a str) -> Result<Decoded<'a>, Box<Diagnostic>> {
    #[derive(serde::Deserialize)]
    struct Escaped<'a>(#[serde(borrow)] Cow<'a, str>);
    let trimmed = json.trim_ascii();
    if let Some(decoded) = simple_string(trimmed) {
        return Ok(decoded);
    }
    let not_json = |error: serde_json::Error| broken(line, json, &error);
    let text = if trimmed.starts_with('"') {
        serde_json::from_str::<Escaped<'_>>(json).map_err(not_json)?.0
    } else {
        // If the JSON is invalid, this error is more precise than the one below.
        serde_json::from_str::<&RawValue>(json).map_err(not_json)?;
        // White space between the items of a state belongs to the layout of the line, not to the text.
        let has_spaces = || memchr::memchr2(b' ', b'\t', trimmed.as_bytes()).is_some();
        if trimmed.starts_with('[') && has_spaces() {
            without_layout(trimmed).map(|(_, letter)| letter).collect()
        } else {
            Cow::Borrowed(trimmed)
        }
    };
    if trimmed.starts_with(['"', '[', '{']) {
        return Ok(Decoded::of(text));
    }
    let message = "this is neither a string, nor a state as an array, nor an object with `input`";
    let span = span_of(line, trimmed);
    Err(Box::new(Diagnostic::new(&codes::text::NOT_JSON, span, message).found(trimmed)))
}

/// Decodes a JSON string of printable ASCII characters whose only escapes are `\n`, `\"` and `\\`. Returns
/// `None` for any other JSON string. Allocates at most once per line. The JSON reader would reallocate the
/// growing text several times, and threads that allocate contend with each other.
fn simple_string(json: &str) -> Option<Decoded<'_>> {
    let inside = json.strip_prefix('"')?.strip_suffix('"')?;
    // The compiler can vectorise a fold, unlike `all`, which stops early.
    if !inside.bytes().fold(true, |plain, byte| plain & (b' '..=b'~').contains(&byte)) {
        return None;
    }
    let mut text = String::new();
    let mut rest = inside;
    while let Some(at) = memchr::memchr2(b'\\', b'"', rest.as_bytes()) {
        let letter = match rest.as_bytes().get(at..at + 2)? {
            br"\n" => '\n',
            br#"\""# => '"',
            br"\\" => '\\',
            _ => return None,
        };
        if text.is_empty() {
            text.reserve_exact(inside.len());
        }
        text.push_str(&rest[..at]);
        text.push(letter);
        rest = &rest[at + 2..];
    }
    let text = if text.is_empty() { Cow::Borrowed(inside) } else { Cow::Owned(text + rest) };
    Some(Decoded { json: Some(inside), ..Decoded::of(text) })
}

#[cfg(test)]
mod tests {
    use super::{Decoded, Kind, Span, decode_line, simple_string};
    use proptest::test_runner::{Config, TestRunner};

    #[test]
    fn a_line_that_cannot_be_decoded_keeps_its_id_and_says_where() {
        let told = |line: &str| {
            let Err((id, fault)) = decode_line(line, Some(Kind::Draw)) else {
                panic!("{line} can be decoded")
            };
            let Span { start, end } = fault.span;
            format!("{} {start}..{end} {}", id.map_or("none", |id| id.get()), fault.message)
        };
        let no_text = "this is neither a string, nor a state as an array, nor an object with `input`";
        assert_eq!(told(r#"{"id":7,"input": 51 }"#), format!("7 17..19 {no_text}"));
        assert_eq!(told(" 51 "), format!("none 1..3 {no_text}"));
        let half = told(r#"{"id":"a","input": "\ud800"}"#);
        assert_eq!(
            half,
            r#""a" 20..26 this is not valid JSON: this escape is only one half of a surrogate pair"#
        );
        assert_eq!(told(r#"{"id":[1]}"#), "[1] 0..10 the object has no member `input`");
        assert_eq!(told(r#"{"id":1,"input":"a" x}"#), "none 20..21 this is not valid JSON");
    }

    #[test]
    fn a_line_can_name_its_kind() {
        let named = |line: &str, kind| match decode_line(line, kind) {
            Ok(Decoded { kind, .. }) => format!("{kind:?}"),
            Err((_, fault)) => fault.message,
        };
        let line = r#"{"kind":"hand","input":"Aa"}"#;
        assert_eq!(named(line, None), "Some(Hand)");
        assert_eq!(named(line, Some(Kind::Hand)), "Some(Hand)");
        assert_eq!(
            named(line, Some(Kind::Decks)),
            "the line names the kind `hand`, but the command names `decks`"
        );
        let (unknown, number) = (line.replace("hand", "hnad"), line.replace("\"hand\"", "7"));
        assert_eq!(named(&unknown, None), "there is no kind `hnad`");
        assert_eq!(named(&number, None), "`kind` must be the name of a kind");
    }

    #[test]
    fn an_object_is_the_text_itself_or_contains_the_text() {
        let decoded = |line: &str, kind| match decode_line(line, kind) {
            Ok(Decoded { text, .. }) => text.into_owned(),
            Err((_, fault)) => fault.message,
        };
        let no_member = "the object has no member `input`";
        let game = Some(Kind::GameRecord);
        for (line, kind, text) in [
            (r#"{"id":1,"input":{"turn":1,"state":["-"]}}"#, game, r#"{"turn":1,"state":["-"]}"#),
            (r#"{"id":1,"state":{"turn":1}}"#, game, r#"{"turn":1}"#),
            (r#" {"turn":1,"state":["-"]}"#, game, r#"{"turn":1,"state":["-"]}"#),
            (r#"{"turn":1,"state":["-"]}"#, None, r#"{"turn":1,"state":["-"]}"#),
            (r#"{"game":"raft","state":["f"]}"#, None, r#"{"game":"raft","state":["f"]}"#),
            (r#"{"game":"raft","state":["f"]}"#, Some(Kind::RaftRecord), r#"{"game":"raft","state":["f"]}"#),
            (r#"{"id":1,"state":["f"]}"#, None, r#"["f"]"#),
            (r#"{"challenge":"20113123","level":1}"#, Some(Kind::PenguinsChallenge), "20113123"),
            (r#"{"id":1,"state":["f"]}"#, Some(Kind::State), r#"["f"]"#),
            (r#"{"game":"raft"}"#, Some(Kind::RaftRecord), r#"{"game":"raft"}"#),
            (r#"{"game":"raft"}"#, Some(Kind::Draw), no_member),
        ] {
            assert_eq!(decoded(line, kind), text, "{line} of {kind:?}");
        }
    }

    #[test]
    fn both_json_readers_decode_the_same_string() {
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
                        let text: String = serde_json::from_str(&json).unwrap();
                        assert_eq!(text, quick.text, "{json:?}");
                        if let Some(inside) = quick.json {
                            assert_eq!(serde_json::to_string(&text).unwrap(), format!("\"{inside}\""));
                        }
                    }
                }
                Ok(())
            })
            .unwrap();
        for (json, text) in [(r#""""#, ""), (r#""a\nb\"\\""#, "a\nb\"\\"), (r#""\n\n""#, "\n\n")] {
            assert_eq!(simple_string(json).unwrap().text, text);
        }
        for json in
            ["\"", "\"\\\"", "\"a\" \"b\"", "\"\n\"", r#""\u0041""#, r#""\t""#, r#""\x""#, r#""é""#, "a", ""]
        {
            assert!(simple_string(json).is_none(), "{json}");
        }
    }
}
