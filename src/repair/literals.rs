//! A tolerant reader of string literals, as they occur in Java, Python, JavaScript, C, Rust and JSON.

use crate::diagnostics::Span;

struct Literal {
    content: String,
    /// The place of the literal, including its quotation marks.
    span: Span,
}

pub(super) const QUOTES: [(&str, &str); 13] = [
    ("R\"(", ")\""),
    ("r#\"", "\"#"),
    ("\"\"\"", "\"\"\""),
    ("'''", "'''"),
    ("\"", "\""),
    ("'", "'"),
    ("`", "`"),
    ("“", "”"),
    ("„", "“"),
    ("”", "”"),
    ("‘", "’"),
    ("«", "»"),
    ("’", "’"),
];

const ENTITY: (&str, &str) = ("&quot;", "&quot;");

/// Finds the literals in a text. A quotation mark begins a literal only if it has a closing mark and is not inside a
/// word.
fn literals(text: &str) -> Vec<Literal> {
    let (mut found, mut at, mut word) = (Vec::new(), 0, 0);
    while let Some(next) = text[at..].chars().next() {
        let prefix = &text[word..at];
        let may_begin = prefix.is_empty() || matches!(prefix, "b" | "r" | "u" | "f" | "br" | "L");
        if let Some(literal) = may_begin.then(|| literal(text, at, prefix.contains('r'))).flatten() {
            at = literal.span.end;
            // A format string is not a string itself.
            if prefix != "f" || !literal.content.contains('{') {
                found.push(literal);
            }
            word = at;
            continue;
        }
        at += next.len_utf8();
        if !next.is_alphanumeric() {
            word = at;
        }
    }
    found
}

fn literal(text: &str, at: usize, is_raw: bool) -> Option<Literal> {
    let (open, close) = QUOTES.into_iter().chain([ENTITY]).find(|(open, _)| text[at..].starts_with(open))?;
    let is_raw = is_raw || open.starts_with(['R', 'r']);
    let start = at + open.len();
    let mut end = start;
    while !text[end..].starts_with(close) {
        let mut rest = text[end..].chars();
        let next = rest.next()?;
        end +=
            next.len_utf8() + if next == '\\' && !is_raw { rest.next().map_or(0, char::len_utf8) } else { 0 };
    }
    let mut content = String::new();
    if open.len() == 3 && open == close && text[start..end].contains('\n') {
        block(text, Span::new(start, end), &mut content)?;
    } else if is_raw {
        content.push_str(&text[start..end]);
    } else {
        decode(text, Span::new(start, end), &mut content)?;
    }
    Some(Literal { content, span: Span::new(at, end + close.len()) })
}

/// Decodes the content of a literal and appends it to `out`. Returns `None` if an escape is malformed or has an unknown
/// letter or digit, as in `\q`.
fn decode(text: &str, inside: Span, out: &mut String) -> Option<()> {
    let mut at = inside.start;
    while let Some(character) = text[at..inside.end].chars().next() {
        let rest = &text[at + character.len_utf8()..inside.end];
        let digits = |from: usize, to: usize| {
            let code = u32::from_str_radix(rest.get(from..to)?, 16).ok()?;
            Some((Some(char::from_u32(code)?), to))
        };
        let (decoded, length) = match (character, rest.chars().next()) {
            ('\\', Some('n')) => (Some('\n'), 1),
            ('\\', Some('t')) => (Some('\t'), 1),
            ('\\', Some('r')) => (Some('\r'), 1),
            ('\\', Some('x')) => digits(1, 3)?,
            ('\\', Some('u')) => digits(1, 5)?,
            ('\\', Some('\n')) => (None, 1),
            ('\\', Some(other)) if other.is_alphanumeric() => return None,
            ('\\', Some(other)) => (Some(other), other.len_utf8()),
            (plain, _) => (Some(plain), 0),
        };
        let end = at + character.len_utf8() + length;
        out.extend(decoded);
        at = end;
    }
    Some(())
}

/// Decodes the content of a text block and appends it to `out`. Leaves out the line break after the opening quotation
/// marks, the indentation that all lines share, and a blank last line.
fn block(text: &str, inside: Span, out: &mut String) -> Option<()> {
    let body = inside.of(text);
    let skipped = body.find('\n').filter(|&at| body[..at].trim().is_empty()).map_or(0, |at| at + 1);
    let lines: Vec<&str> = body[skipped..].split_inclusive('\n').collect();
    let indent_of = |line: &&str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let indents = lines.iter().filter(|line| !line.trim().is_empty()).map(indent_of);
    let indent = indents.min().unwrap_or(0);
    let mut start = inside.start + skipped;
    for line in lines {
        if line.ends_with('\n') || !line.trim().is_empty() {
            decode(text, Span::new(start + indent.min(indent_of(&line)), start + line.len()), out)?;
        }
        start += line.len();
    }
    Some(())
}

/// Lists the strings for which the literals in a text may stand, the most likely first. Keys of objects are not joined
/// with the other literals. Returns `None` if there is no literal, or if a quotation mark is missing.
pub(super) fn strings(text: &str) -> Option<Strings> {
    if let Some(inside) = unescaped(text) {
        return Some(Strings {
            whole: vec![inside],
            each: Vec::new(),
            with_keys: String::new(),
            are_apart: false,
        });
    }
    let all = literals(text);
    // If a letter follows the end of a literal, the quotation marks were paired wrongly.
    if all.iter().any(|literal| text[literal.span.end..].starts_with(char::is_alphanumeric)) {
        return None;
    }
    let rest = |literal: &Literal| text[literal.span.end..].trim_start();
    let is_key = |literal: &Literal| rest(literal).starts_with(':') && text.contains('{');
    let values = |pair: &[Literal]| is_key(&pair[0]) && !is_key(&pair[1]);
    let keys = all.windows(2).filter(|pair| values(pair)).count();
    let between = |pair: &[Literal]| text[pair[0].span.end..pair[1].span.start].contains([';', '=']);
    let are_statements = all.windows(2).any(between);
    let are_apart = keys > 1 || are_statements;
    let is_object = keys > 0 && !are_statements;
    let with_keys = all.iter().filter(|_| is_object).map(|literal| literal.content.as_str()).collect();
    let found: Vec<Literal> = all.into_iter().filter(|literal| !is_key(literal)).collect();
    let last = found.last()?.span.end;
    let (mut joined, mut lines, mut lists) = (String::new(), String::new(), String::new());
    for (index, literal) in found.iter().enumerate() {
        joined.push_str(&literal.content);
        lines.push_str(&literal.content);
        lines.push('\n');
        lists.push_str(&literal.content);
        let next = found.get(index + 1).map_or(text.len(), |next| next.span.start);
        if literal.span.end == last || text[literal.span.end..next].contains([']', '}', ')']) {
            lists.push('\n');
        }
    }
    let raw = match &found[..] {
        [only] => {
            let mut inside = only.span.of(text).chars();
            _ = (inside.next(), inside.next_back());
            inside.as_str().to_owned()
        }
        _ => String::new(),
    };
    let each = found.into_iter().map(|literal| literal.content).collect();
    Some(Strings { whole: vec![joined, lines, lists, raw], each, with_keys, are_apart })
}

/// Decodes a text that looks like the content of a literal, without the quotation marks around it.
pub(super) fn unescaped(text: &str) -> Option<String> {
    let mut inside = String::new();
    let is_escaped = text.contains("\\\"") && !text.replace("\\\"", "").contains('"');
    decode(text, Span::new(0, text.len()), &mut inside).filter(|()| is_escaped).map(|()| inside)
}

/// The strings for which the literals in a text may stand.
pub(super) struct Strings {
    /// Strings made from all literals: the literals joined, the literals as lines, and one line for each inner list. If
    /// there is only one literal, its content before decoding is the last of these strings.
    pub(super) whole: Vec<String>,
    pub(super) each: Vec<String>,
    /// All literals joined, including the keys of an object. It is empty if there is no object.
    pub(super) with_keys: String,
    /// Whether the literals belong to several statements, or to several keys.
    pub(super) are_apart: bool,
}

/// Converts a text in a notation similar to JSON, such as a Python dict, to JSON. The text may have strings in single
/// or typographic quotation marks, the words `True`, `False` and `None`, keys without quotation marks, comments, and
/// commas before closing brackets. Returns `None` if the text is already JSON or cannot be converted.
pub(super) fn json(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut at = 0;
    for literal in literals(text) {
        plain(&text[at..literal.span.start], &mut out);
        // Serializing a string as JSON cannot fail.
        out += &serde_json::to_string(&literal.content).ok()?;
        at = literal.span.end;
    }
    plain(&text[at..], &mut out);
    if out.starts_with('"') && out.contains("\":") {
        out = format!("{{{out}}}");
    }
    out += &missing_brackets(&out);
    let is_json = serde_json::from_str::<serde::de::IgnoredAny>(&out).is_ok();
    let was_json = || serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    (is_json && !was_json()).then_some(out)
}

fn missing_brackets(text: &str) -> String {
    let mut open = Vec::new();
    let (mut is_in_string, mut is_escaped) = (false, false);
    for letter in text.chars() {
        match letter {
            '"' if !is_escaped => is_in_string = !is_in_string,
            '{' | '[' if !is_in_string => open.push(if letter == '{' { '}' } else { ']' }),
            '}' | ']' if !is_in_string => _ = open.pop(),
            _ => {}
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    open.into_iter().rev().collect()
}

/// Converts the text between two literals to JSON and appends it to `out`.
fn plain(part: &str, out: &mut String) {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut rest = part;
    while let Some(character) = rest.chars().next() {
        let end = rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len()).max(character.len_utf8());
        let (word, after) = rest.split_at(end);
        rest = after;
        match word {
            "True" => *out += "true",
            "False" => *out += "false",
            "None" => *out += "null",
            "=" => out.push(':'),
            "(" => out.push('['),
            ")" => {
                out.truncate(out.trim_end().trim_end_matches(',').len());
                out.push(']');
            }
            "/" | "#" if character == '#' || after.starts_with('/') => {
                rest = after.find('\n').map_or("", |end| &after[end..]);
            }
            _ if character.is_alphabetic() && after.trim_start().starts_with([':', '=']) => {
                *out += &format!("\"{word}\"");
            }
            _ => {
                if matches!(character, ']' | '}') && out.trim_end().ends_with(',') {
                    out.truncate(out.trim_end().len() - 1);
                }
                *out += word;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_decoded() {
        for (source, says) in [
            ("\"ab\\n\" + \"cd\\n\"", "ab\ncd\n"),
            ("('ab\\n'\n 'cd\\n')", "ab\ncd\n"),
            ("\"\"\"\n    ab\n    cd\n    \"\"\"", "ab\ncd\n"),
            ("'''ab\ncd\n'''", "ab\ncd\n"),
            ("String board = \"ab\";", "ab"),
            ("assertTrue(Game.isValid(\"ab\"));", "ab"),
            ("b'\\x41\\u0042'", "AB"),
            ("r'a\\n'", "a\\n"),
            ("“ab”", "ab"),
        ] {
            assert_eq!(strings(source).expect("a literal").whole[0], says, "{source:?}");
        }
        for source in ["ab", "don't", "\"ab"] {
            assert!(strings(source).is_none(), "{source:?}");
        }
        let lists = strings("[['a', 'b'], ['c', 'd']]").expect("literals");
        assert_eq!(lists.whole[1], "a\nb\nc\nd\n");
        assert_eq!(lists.whole[2], "ab\ncd\n");
    }

    #[test]
    fn other_notations_become_json() {
        for (text, right) in [
            ("{'a': None, 'b': [True, False,],}", Some(r#"{"a": null, "b": [true, false]}"#)),
            ("{a: 4, 'b': 2}", Some(r#"{"a": 4, "b": 2}"#)),
            ("{\"a\"=4}", Some(r#"{"a":4}"#)),
            ("[“a”]", Some(r#"["a"]"#)),
            ("[\"a\"]", None),
            ("\"a\":4", Some(r#"{"a":4}"#)),
            ("[4", Some("[4]")),
            ("[4 5", None),
        ] {
            assert_eq!(json(text).as_deref(), right, "{text}");
        }
    }
}
