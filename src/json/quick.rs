//! Locates values parsed by `serde_json`, and errors in texts rejected by `serde_json`. `serde_json` is
//! faster than the parser in the module `json`, but stops at the first error. States and the lines of a batch
//! are parsed with `serde_json`, because there can be millions of them.

use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Diagnostic, Severity, Span, codes};
use crate::notation::reading::uncounted;

/// Returns the span of `part` in `text`. `part` must be a slice of `text`, as returned by `serde_json`.
pub(crate) fn span_of(text: &str, part: &str) -> Span {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    Span::new(start, start + part.len())
}

/// Iterates over the characters of a JSON text and their offsets, skipping white space between values.
pub(crate) fn without_layout(json: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut in_string, mut is_escaped) = (false, false);
    json.char_indices().filter(move |&(_, letter)| {
        in_string ^= letter == '"' && !is_escaped;
        is_escaped = in_string && letter == '\\' && !is_escaped;
        in_string || !letter.is_ascii_whitespace()
    })
}

/// Finds the first error in `part`, which `serde_json` has rejected and which must be a slice of `text`. The
/// span and the reason come from the parser in the module `json`. If that parser finds no error, the returned
/// error covers all of `part` and has the message of `serde_json`.
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
            // The parser in the module `json` can accept a number that `serde_json` rejects.
            let reason = error.to_string();
            let reason = reason.split(" at line ").next().unwrap_or_default();
            let message = escape(&message(reason)).into_owned();
            Diagnostic::new(code, Span::new(start, start + part.len()), message)
        }
    }
}
