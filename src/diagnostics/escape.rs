//! Escapes text from inputs and other programs, so that the text cannot move the cursor, change colours or
//! reorder characters.

use std::borrow::Cow;

/// Whether a character can be shown unchanged, i.e. is neither invisible nor a control character.
///
/// ```
/// use clowder::diagnostics::escape::is_plain;
///
/// assert!(is_plain('ü') && !is_plain('\n') && !is_plain('\u{202e}'));
/// ```
pub fn is_plain(character: char) -> bool {
    !character.is_control() && !is_invisible(character)
}

/// Whether a character is invisible or changes how other characters are shown. Examples are direction marks
/// and overrides, zero-width characters, line and paragraph separators, tags, variation selectors and
/// private-use characters.
fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fdd0}'..='\u{fdef}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}'..='\u{ffff}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

/// Appends a character in the form in which it is shown: unchanged, or escaped as in `\t` or `\u{202e}`.
pub(crate) fn push_shown(out: &mut String, character: char) {
    match character {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\0' => out.push_str("\\0"),
        plain if is_plain(plain) => out.push(plain),
        other => out.extend(other.escape_unicode()),
    }
}

/// Escapes every character that is not [plain](is_plain).
///
/// ```
/// use clowder::diagnostics::escape::escape;
///
/// assert_eq!(escape("a\u{1b}[31mb"), "a\\u{1b}[31mb");
/// ```
pub fn escape(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        push_shown(&mut out, character);
    }
    Cow::Owned(out)
}

/// Escapes the first `limit` characters of a text, and appends `…` if the text has more characters.
///
/// ```
/// use clowder::diagnostics::escape::excerpt;
///
/// assert_eq!(excerpt("penguins", 3), "pen…");
/// ```
pub fn excerpt(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((cut, _)) => format!("{}…", escape(&text[..cut])),
        None => escape(text).into_owned(),
    }
}

pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:@=,+%".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", escape(word).replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_moves_the_cursor_is_left() {
        assert_eq!(escape("a\x1b[31mb\u{202e}\0\u{9b}\t"), "a\\u{1b}[31mb\\u{202e}\\0\\u{9b}\\t");
        assert_eq!(escape("plain ü"), "plain ü");
        assert_eq!(excerpt("abcdef", 3), "abc…");
        assert_eq!(excerpt("abc", 3), "abc");
    }

    #[test]
    fn words_are_quoted_only_if_necessary() {
        assert_eq!(quoted("@a/b.json"), "@a/b.json");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
