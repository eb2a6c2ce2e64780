//! Spans for what `serde_json` reads. It is quicker than our own reader, but it stops at the first error: states and
//! the lines of a batch, of which there may be millions, are read with it.

use crate::diagnostics::Span;

/// Returns the place of a part in its text. The part must be a slice of the text, as `serde_json` borrows it.
pub(crate) fn span_of(text: &str, part: &str) -> Span {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    Span::new(start, start + part.len())
}

/// Returns the character of a text at which `serde_json` has stopped in a part of it, and the reason.
pub(crate) fn error_in(text: &str, part: &str, error: &serde_json::Error) -> (Span, String) {
    // Lines and columns are counted from 1, columns in bytes; the column is 0 before the first character of a line.
    let lines = part.split_inclusive('\n').take(error.line().saturating_sub(1));
    let offset = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    let start = (span_of(text, part).start + offset).min(text.len());
    let start = (0..=start).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let end = text[start..].chars().next().map_or(start, |letter| start + letter.len_utf8());
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or_default();
    (Span::new(start, end), format!("not JSON: {reason}"))
}
