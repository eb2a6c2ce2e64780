//! Quotes words for a shell.

use crate::diagnostics::escape::escape;

/// Quotes a word for a shell, if that is necessary.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:@=,+%".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", escape(word).replace('\'', "'\\''"))
}

/// Names all files in a directory as a shell does.
pub(super) fn all_files(directory: &str) -> String {
    quoted(directory.trim_end_matches(std::path::is_separator)) + "/*"
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_only_if_necessary() {
        assert_eq!(quoted("@a/b.json"), "@a/b.json");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
