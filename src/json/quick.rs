//! Finds the spans of values that `serde_json` has read, and translates the errors of `serde_json` into spans and
//! messages of this program. `serde_json` is faster than the reader in the module `json`, but it stops at the first
//! error. `serde_json` reads states and the lines of a batch, because there can be millions of them.

use super::{BAD_NUMBER, CONTROL_CHARACTER};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Diagnostic, Severity, Span, codes};
use crate::notation::reading::uncounted;

/// Returns the span of a part in its text. The part must be a slice of the text, such as a slice that `serde_json`
/// returned.
pub(crate) fn span_of(text: &str, part: &str) -> Span {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    Span::new(start, start + part.len())
}

/// Returns the first error in a part of a text that `serde_json` has refused. The span and the reason come from the
/// reader in the module `json`. If this reader finds no error, the error has the span of the whole part and the
/// translated message of `serde_json`. The part must be a slice of the text.
pub(crate) fn error_in(
    code: &'static Code,
    (text, part): (&str, &str),
    error: &serde_json::Error,
) -> Diagnostic {
    let found = uncounted(|| super::read(part).into_diagnostics());
    let start = span_of(text, part).start;
    let message = |reason: &str| format!("this is not valid JSON: {reason}");
    match found.into_iter().find(|found| found.severity == Severity::Error) {
        Some(found) if found.code == &codes::bots::JSON_UNEXPECTED => {
            Diagnostic { code, message: "this is not valid JSON".to_owned(), ..found }.shifted(start)
        }
        Some(found) => Diagnostic { code, message: message(&found.message), ..found }.shifted(start),
        None => {
            // The reader in the module `json` accepts some numbers that `serde_json` refuses.
            let reason = error.to_string();
            let reason = reason.split(" at line ").next().unwrap_or_default();
            let message = escape(&message(in_words(reason))).into_owned();
            Diagnostic::new(code, Span::new(start, start + part.len()), message)
        }
    }
}

/// Translates a message of `serde_json` about syntax into a message of this program.
fn in_words(reason: &str) -> &str {
    match reason {
        "EOF while parsing a list" => "the text ends inside a list",
        "EOF while parsing an object" => "the text ends inside an object",
        "EOF while parsing a string" => "the text ends inside a string",
        "EOF while parsing a value" => "the text ends where a value is expected",
        "expected ident" => "outside strings, only the words `true`, `false` and `null` are allowed",
        "expected value" => "a value is expected here",
        "expected `:`" => "a colon is expected after the key",
        "expected `,` or `]`" => "a comma or `]` is expected here",
        "expected `,` or `}`" => "a comma or `}` is expected here",
        "key must be a string" => "a key must be a string in double quotation marks",
        "trailing comma" => "there is a comma after the last item",
        "trailing characters" => "there is text after the value",
        "invalid number" => BAD_NUMBER,
        "number out of range" => "this number is too large",
        "invalid escape" => "JSON does not have this escape sequence",
        "invalid unicode code point" => "this escape sequence is not a Unicode character",
        "lone leading surrogate in hex escape" => "this escape sequence is half of a surrogate pair",
        "unexpected end of hex escape" => "the second half of a surrogate pair is missing",
        "recursion limit exceeded" => "lists and objects are nested too deeply",
        control if control.starts_with("control character") => CONTROL_CHARACTER,
        other => other,
    }
}
