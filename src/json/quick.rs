//! Finds the spans of values that `serde_json` has read, and the places of the errors in texts that it refuses. `serde_json` is faster than the reader in the module `json`, but it stops at the first
//! error. `serde_json` reads states and the lines of a batch, because there can be millions of them.

use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Diagnostic, Severity, Span, codes};
use crate::notation::reading::uncounted;

/// Returns the span of a part in its text. The part must be a slice of the text (such as a slice that `serde_json`
/// returned).
pub(crate) fn span_of(text: &str, part: &str) -> Span {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    Span::new(start, start + part.len())
}

/// Returns the characters of JSON, each with its place, without the white space between the values.
pub(crate) fn without_layout(json: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut in_string, mut is_escaped) = (false, false);
    json.char_indices().filter(move |&(_, letter)| {
        in_string ^= letter == '"' && !is_escaped;
        is_escaped = in_string && letter == '\\' && !is_escaped;
        in_string || !letter.is_ascii_whitespace()
    })
}

/// Returns the first error in a part of a text that `serde_json` has refused. The span and the reason come from the
/// reader in the module `json`. If this reader finds no error, the error has the span of the whole part and the message
/// of `serde_json`. The part must be a slice of the text.
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
            // The reader in the module `json` may accept a number that `serde_json` refuses.
            let reason = error.to_string();
            let reason = reason.split(" at line ").next().unwrap_or_default();
            let message = escape(&message(reason)).into_owned();
            Diagnostic::new(code, Span::new(start, start + part.len()), message)
        }
    }
}
