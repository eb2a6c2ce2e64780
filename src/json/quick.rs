//! Spans for the results of `serde_json`. It is faster than the reader in this module, but it stops at the first error.
//! It is used for states and for the lines of a batch, because there may be millions of them.

use crate::diagnostics::Span;

/// Returns the span of a part in its text. The part must be a slice of the text, as borrowed by `serde_json`.
pub(crate) fn span_of(text: &str, part: &str) -> Span {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    Span::new(start, start + part.len())
}

/// Returns the character at which `serde_json` stopped in a part of the text, and the reason.
pub(crate) fn error_in(text: &str, part: &str, error: &serde_json::Error) -> (Span, String) {
    // Lines and columns are counted from 1, and columns count bytes. The column is 0 before the first character of a
    // line.
    let lines = part.split_inclusive('\n').take(error.line().saturating_sub(1));
    let offset = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    let start = (span_of(text, part).start + offset).min(text.len());
    let start = (0..=start).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let end = text[start..].chars().next().map_or(start, |letter| start + letter.len_utf8());
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or_default();
    (Span::new(start, end), format!("this is not valid JSON: {}", in_words(reason)))
}

/// Returns the words for a message of `serde_json` about syntax.
fn in_words(reason: &str) -> &str {
    match reason {
        "EOF while parsing a list" => "the text ends inside a list",
        "EOF while parsing an object" => "the text ends inside an object",
        "EOF while parsing a string" => "the text ends inside a string",
        "EOF while parsing a value" => "the text ends where a value is expected",
        "expected ident" => "the only words outside strings are `true`, `false` and `null`",
        "expected value" => "a value is expected here",
        "expected `:`" => "a colon is expected after the key",
        "expected `,` or `]`" => "a comma or `]` is expected here",
        "expected `,` or `}`" => "a comma or `}` is expected here",
        "key must be a string" => "a key must be a string in double quotation marks",
        "trailing comma" => "there is a comma after the last item",
        "trailing characters" => "there is text after the value",
        "invalid number" => "this number is not written as JSON requires",
        "number out of range" => "this number is too large",
        "invalid escape" => "JSON does not have this escape sequence",
        "invalid unicode code point" => "this escape sequence is not a Unicode character",
        "lone leading surrogate in hex escape" => "this escape sequence is half of a surrogate pair",
        "unexpected end of hex escape" => "the second half of a surrogate pair is missing",
        "recursion limit exceeded" => "lists and objects are nested too deep",
        control if control.starts_with("control character") => {
            "a control character in a string must be escaped"
        }
        other => other,
    }
}
