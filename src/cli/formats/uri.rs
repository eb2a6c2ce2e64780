//! Converts paths to URIs.

use std::fmt::Write as _;

/// Returns a path as a URI reference: a relative path stays relative, and an absolute path becomes `file:///…`.
pub(super) fn of_path(path: &str) -> String {
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    #[test]
    fn characters_with_a_meaning_in_a_uri_are_escaped() {
        assert_eq!(super::of_path("a b/é:1.txt"), "a%20b/%C3%A9%3A1.txt");
        assert_eq!(super::of_path("/x/%.txt"), "file:///x/%25.txt");
    }
}
