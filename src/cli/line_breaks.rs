//! Removes or reports Windows line breaks and byte order marks in a stream.
//!
//! With the option `--crlf`, they are removed. Without this option, they are usually errors. An exception is JSON,
//! which allows carriage returns between its values. If the text would be valid after their removal, only the errors
//! from this module are reported, and not the errors that are their consequences.

use super::stream::Framing;
use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use std::borrow::Cow;

/// The byte order mark in UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns a text of a stream in which each Windows line break is replaced with a line feed. If the text is the first
/// one in its file, a byte order mark is removed. A carriage return at the end of a text is removed, because it came
/// before the line break that ended the text.
pub(super) fn without(bytes: &[u8], is_first: bool) -> Cow<'_, [u8]> {
    let bytes = if is_first { bytes.strip_prefix(MARK).unwrap_or(bytes) } else { bytes };
    let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    if memchr::memmem::find(bytes, b"\r\n").is_none() {
        return Cow::Borrowed(bytes);
    }
    let mut out = Vec::with_capacity(bytes.len());
    for (index, &byte) in bytes.iter().enumerate() {
        if byte != b'\r' || bytes.get(index + 1) != Some(&b'\n') {
            out.push(byte);
        }
    }
    Cow::Owned(out)
}

/// Returns the errors that `--crlf` would remove: at most one error for the byte order mark and one error for all line
/// breaks. In JSON, a carriage return is white space and not an error.
pub(super) fn errors(bytes: &[u8], is_first: bool, framing: Framing) -> Diagnostics {
    let mut errors = Diagnostics::new();
    if is_first && bytes.starts_with(MARK) {
        let message = "the file begins with a byte order mark, which `--crlf` ignores";
        let error = Diagnostic::new(&codes::text::BYTE_ORDER_MARK, Span::new(0, MARK.len()), message);
        errors.push(error.fix(Span::new(0, MARK.len()), "").help("use --crlf"));
    }
    let at = memchr::memmem::find(bytes, b"\r\n").or_else(|| bytes.ends_with(b"\r").then(|| bytes.len() - 1));
    if let Some(at) = at.filter(|_| framing != Framing::JsonLines) {
        let message = "the lines end with Windows line breaks, which `--crlf` accepts";
        let error = Diagnostic::new(&codes::text::WINDOWS_LINE_BREAKS, Span::new(at, at + 1), message);
        errors.push(error.expected(["a line feed"]).found("\r").help("use --crlf"));
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn only_carriage_returns_before_a_line_feed_or_the_end_are_removed() {
        for (text, clean) in [
            ("a\r", "a"),
            ("a\r\nb\r\n", "a\nb\n"),
            ("a\rb", "a\rb"),
            ("a\r\r\nb", "a\r\nb"),
            ("\u{feff}a", "a"),
            ("\r", ""),
        ] {
            assert_eq!(without(text.as_bytes(), true), clean.as_bytes(), "{text:?}");
        }
        assert_eq!(without("\u{feff}a".as_bytes(), false), "\u{feff}a".as_bytes());
    }
}
