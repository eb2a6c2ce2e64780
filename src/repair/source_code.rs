//! Decodes strings in JSON and in the source code of Java, Python, Rust and similar languages.

use super::mapped::Mapped;
use crate::diagnostics::Span;

/// Decodes a text that is one JSON string, a list with a single string, or an object with a single key whose value is a
/// string.
pub(super) fn json_string(text: &str) -> Option<Mapped> {
    let start = text.find('"')?;
    let end = text.rfind('"')?;
    let before: String = text[..start].chars().filter(|letter| !letter.is_whitespace()).collect();
    let after: String = text[end + 1..].chars().filter(|letter| !letter.is_whitespace()).collect();
    let inside = match (before.as_str(), after.as_str()) {
        ("", "") | ("[", "]") => start,
        // In `{"input":"…"}`, the string begins after the first colon that follows a quotation mark.
        ("{", "}") => start + text[start..=end].find("\":").map(|at| at + 2)?,
        _ => return None,
    };
    let from = inside + text[inside..=end].find('"')?;
    // `serde_json` checks that the rest is exactly one JSON string. The function `decode` decodes the escapes, because
    // `serde_json` does not return their places.
    serde_json::from_str::<String>(&text[from..=end]).ok()?;
    let mut mapped = Mapped::default();
    decode(text, Span::new(from + 1, end), &mut mapped)?;
    Some(mapped)
}

/// Decodes one or more string literals. Several literals can be joined with `+`, separated by commas, or written one
/// after the other as in Python. A declaration, a call or `return` can come before them, as in `String board =
/// "ab\n";`. Text blocks in three quotation marks lose their common indentation.
pub(super) fn literals(text: &str) -> Option<Mapped> {
    let mut mapped = Mapped::default();
    let declared = declaration(text);
    let (mut at, mut count, mut blocks) = (declared, 0, 0);
    while at < text.len() {
        let rest = &text[at..];
        if let Some(quotes) = ["\"\"\"", "'''"].into_iter().find(|quotes| rest.starts_with(quotes)) {
            let end = at + 3 + rest[3..].find(quotes)?;
            block(text, Span::new(at + 3, end), &mut mapped)?;
            (at, count, blocks) = (end + 3, count + 1, blocks + 1);
        } else if let Some(quote) = ['"', '\''].into_iter().find(|&quote| rest.starts_with(quote)) {
            let end = at + 1 + closing(&rest[1..], quote)?;
            decode(text, Span::new(at + 1, end), &mut mapped)?;
            (at, count) = (end + 1, count + 1);
        } else {
            let other = rest.chars().next()?;
            if !(other.is_whitespace() || matches!(other, '+' | ';' | ',' | '(' | ')' | '\\')) {
                return None;
            }
            at += other.len_utf8();
        }
    }
    (count > 1 || blocks > 0 || declared > 0 || (count == 1 && text.contains('\\'))).then_some(mapped)
}

/// Returns the length of the declaration, assignment or call before the first literal, or 0 if there is none.
fn declaration(text: &str) -> usize {
    let Some(first) = text.find(['"', '\'']) else { return 0 };
    let before = text[..first].trim();
    let name =
        before.strip_suffix(['=', '(']).map_or(if before == "return" { before } else { "" }, str::trim_end);
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || "_ .:<>[]&=(".contains(letter);
    if name.starts_with(|letter: char| letter.is_ascii_alphabetic()) && name.chars().all(is_name) {
        first
    } else {
        0
    }
}

/// Returns the place of the closing quotation mark of a literal.
fn closing(inside: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    inside.char_indices().find_map(|(at, character)| {
        let closes = character == quote && !escaped;
        escaped = character == '\\' && !escaped;
        closes.then_some(at)
    })
}

/// Appends the decoded content of a literal.
fn decode(text: &str, inside: Span, mapped: &mut Mapped) -> Option<()> {
    let mut characters = inside.of(text).char_indices();
    while let Some((at, character)) = characters.next() {
        let start = inside.start + at;
        if character != '\\' {
            mapped.push(character, Span::new(start, start + character.len_utf8()));
            continue;
        }
        let (decoded, length) = match characters.next()?.1 {
            'n' => ('\n', 2),
            't' => ('\t', 2),
            'r' => ('\r', 2),
            'u' => {
                let digits = inside.of(text).get(at + 2..at + 6)?;
                characters.nth(3);
                (char::from_u32(u32::from_str_radix(digits, 16).ok()?)?, 6)
            }
            same @ ('"' | '\'' | '\\' | '/') => (same, 2),
            _ => return None,
        };
        mapped.push(decoded, Span::new(start, start + length));
    }
    Some(())
}

/// Appends the decoded content of a text block. The line break after the opening quotation marks, the indentation that
/// all lines have in common, and a blank last line are left out.
fn block(text: &str, inside: Span, mapped: &mut Mapped) -> Option<()> {
    let body = inside.of(text);
    let skipped = body.find('\n').filter(|&at| body[..at].trim().is_empty()).map_or(0, |at| at + 1);
    let lines: Vec<&str> = body[skipped..].split_inclusive('\n').collect();
    let written = |line: &&&str| !line.trim().is_empty();
    let indent_of = |line: &&str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let indent = lines.iter().filter(written).map(indent_of).min().unwrap_or(0);
    let mut start = inside.start + skipped;
    for line in lines {
        let is_last = !line.ends_with('\n');
        if !(is_last && line.trim().is_empty()) {
            let from = start + indent.min(indent_of(&line));
            decode(text, Span::new(from, start + line.len()), mapped)?;
        }
        start += line.len();
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_decoded() {
        let text = |mapped: Option<Mapped>| mapped.map(|mapped| mapped.text().to_owned());
        for (source, says) in [
            ("\"ab\\n\" + \"cd\\n\"", "ab\ncd\n"),
            ("\"ab\\n\"\n    + \"cd\\n\";", "ab\ncd\n"),
            ("('ab\\n'\n 'cd\\n')", "ab\ncd\n"),
            ("\"\"\"\n    ab\n    cd\n    \"\"\"", "ab\ncd\n"),
            ("'''ab\ncd\n'''", "ab\ncd\n"),
            ("\"ab\\ncd\\n\"", "ab\ncd\n"),
            ("String board = \"ab\";", "ab"),
            ("board = 'ab' 'cd'", "abcd"),
            ("assertTrue(Game.isValid(\"ab\"));", "ab"),
            ("return \"ab\";", "ab"),
        ] {
            assert_eq!(text(literals(source)).as_deref(), Some(says), "{source:?}");
        }
        for source in
            ["ab", "\"ab\"", "\"ab\" x", "4 = \"ab\"", "name \"ab\"", "a + \"ab\"", "\"ab", "\"a\\qb\" \"c\""]
        {
            assert_eq!(text(literals(source)), None, "{source:?}");
        }
    }

    #[test]
    fn json_strings_are_decoded() {
        let text = |source| json_string(source).map(|mapped| mapped.text().to_owned());
        assert_eq!(text(r#""a\nb\u00e9""#).as_deref(), Some("a\nbé"));
        assert_eq!(text(r#"["A6"]"#).as_deref(), Some("A6"));
        assert_eq!(text(r#"{"input": "A6"}"#).as_deref(), Some("A6"));
        for wrong in ["A6", "\"A6", r#"["A6","B6"]"#, r#"{"a":"b","c":"d"}"#, r#""\q""#] {
            assert_eq!(text(wrong), None, "{wrong}");
        }
    }
}
