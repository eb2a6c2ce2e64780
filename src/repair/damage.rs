//! The kinds of damage that can happen to a whole string when it is copied from one program to another, and the repair
//! of each kind.

use super::mapped::Mapped;
use super::{case, lookalike, source_code};
use crate::diagnostics::{Code, Diagnostics, Span, codes};
use crate::notation::Kind;

/// The instruction that repairs a text with a byte order mark.
pub(crate) const WITHOUT_MARK: &str = "save the text as UTF-8 without a byte order mark";

/// A way in which a whole string can be damaged. The repairs are tried in the order of the variants. If the repairs of
/// two kinds of damage are equally good, the damage whose variant comes first is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Damage {
    ByteOrderMark,
    WindowsLineBreaks,
    SourceCode,
    JsonString,
    Quotes,
    EscapedLineBreaks,
    Indentation,
    FinalLineBreaks,
    OuterSpace,
    LookAlikes,
    Separators,
    Case,
}

impl Damage {
    pub(super) const ALL: [Self; 12] = [
        Self::ByteOrderMark,
        Self::WindowsLineBreaks,
        Self::SourceCode,
        Self::JsonString,
        Self::Quotes,
        Self::EscapedLineBreaks,
        Self::Indentation,
        Self::FinalLineBreaks,
        Self::OuterSpace,
        Self::LookAlikes,
        Self::Separators,
        Self::Case,
    ];

    /// Returns true if this damage is only guessed, because the string itself does not show it for certain.
    pub(super) const fn is_a_guess(self) -> bool {
        matches!(self, Self::LookAlikes | Self::Separators | Self::Case)
    }

    /// Returns the code of the error for this damage.
    pub(super) const fn code(self) -> &'static Code {
        match self {
            Self::ByteOrderMark => &codes::text::BYTE_ORDER_MARK,
            Self::WindowsLineBreaks => &codes::text::WINDOWS_LINE_BREAKS,
            Self::SourceCode => &codes::text::SOURCE_CODE,
            Self::JsonString => &codes::text::JSON_STRING,
            Self::Quotes => &codes::text::QUOTED,
            Self::EscapedLineBreaks => &codes::text::ESCAPED_LINE_BREAKS,
            Self::Indentation => &codes::text::INDENTED,
            Self::FinalLineBreaks => &codes::text::FINAL_LINE_BREAK,
            Self::OuterSpace => &codes::text::OUTER_SPACE,
            Self::LookAlikes => &codes::text::LOOK_ALIKE,
            Self::Separators => &codes::text::SEPARATED,
            Self::Case => &codes::text::WRONG_CASE,
        }
    }

    /// Returns the message of the error for this damage.
    pub(super) const fn message(self) -> &'static str {
        match self {
            Self::ByteOrderMark => "the text begins with a byte order mark",
            Self::WindowsLineBreaks => {
                "the lines end with Windows line breaks (carriage return and line feed)"
            }
            Self::SourceCode => "this is a string literal from the source code of a program",
            Self::JsonString => "this is a JSON string that contains the text",
            Self::Quotes => "the text is in quotation marks",
            Self::EscapedLineBreaks => "the line breaks are written out as `\\n`",
            Self::Indentation => "the lines are indented",
            Self::FinalLineBreaks => "there are empty lines or line breaks after the end",
            Self::OuterSpace => "there are spaces around the text",
            Self::LookAlikes => "some characters only look like the right ones",
            Self::Separators => "there are spaces or other separators between the characters",
            Self::Case => "the letters are in the wrong case",
        }
    }

    /// Returns the instruction that tells a person how to repair the damage.
    pub(super) const fn help(self) -> &'static str {
        match self {
            Self::ByteOrderMark => WITHOUT_MARK,
            Self::WindowsLineBreaks => "use line feeds only",
            Self::SourceCode => "give the string itself, without the quotation marks and escapes",
            Self::JsonString => "give the text itself (or use --jsonl)",
            Self::Quotes => "remove the quotation marks",
            Self::EscapedLineBreaks => "use real line breaks (or --lines)",
            Self::Indentation => "remove the indentation",
            Self::FinalLineBreaks => "remove everything after the last line of the text",
            Self::OuterSpace => "remove the spaces around the text",
            Self::LookAlikes => "type these characters again",
            Self::Separators => "remove the separators",
            Self::Case => case::HELP,
        }
    }

    /// Returns the possible strings without the damage, with the most likely string first. The list is empty if the
    /// string does not seem to have this damage. `given` has the errors of the damaged string.
    pub(super) fn undo(self, kind: Kind, text: &str, given: &Diagnostics) -> Vec<Mapped> {
        let one = |mapped: Option<Mapped>| mapped.into_iter().collect();
        match self {
            Self::ByteOrderMark => {
                one(text.starts_with('\u{feff}').then(|| Mapped::slice(text, Span::new(3, text.len()))))
            }
            Self::WindowsLineBreaks => one(line_feeds(kind, text)),
            Self::SourceCode => source_code::literals(text).into_iter().collect(),
            Self::JsonString => one(source_code::json_string(text)),
            Self::Quotes => one(unquoted(text)),
            Self::EscapedLineBreaks => one(real_line_breaks(kind, text)),
            Self::Indentation => one(unindented(text)),
            Self::FinalLineBreaks => one(one_final_line_break(kind, text)),
            Self::OuterSpace => one(trimmed(kind, text)),
            Self::LookAlikes => one(lookalike::plain(text)),
            Self::Separators => one(joined(kind, text)),
            Self::Case => case::restored(kind, text, given),
        }
    }
}

/// Replaces Windows line breaks and other carriage returns with line feeds. If no string of the kind ends with a line
/// break, the line breaks at the end are removed.
fn line_feeds(kind: Kind, text: &str) -> Option<Mapped> {
    let bytes = text.as_bytes();
    let count = |wanted: char| text.matches(wanted).count();
    // If only one of several lines has a carriage return, the error in this line is more helpful than a report that
    // the whole text is damaged.
    let is_one_of_several = count('\r') == 1 && count('\n') > 1;
    if count('\r') == 0 || is_one_of_several {
        return None;
    }
    let at_the_end = |at: usize| kind.is_single_line() && text[at..].trim_matches(['\r', '\n']).is_empty();
    Some(Mapped::filter_map(text, |at, character| match character {
        '\r' | '\n' if at_the_end(at) => None,
        '\r' if bytes.get(at + 1) == Some(&b'\n') => None,
        '\r' => Some('\n'),
        other => Some(other),
    }))
}

/// The quotation marks that are recognised, each with its closing mark.
const QUOTES: [(&str, &str); 12] = [
    ("```", "```"),
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

/// Removes the quotation marks around a string. White space outside the marks is removed too, and so is a line break
/// after an opening mark of three characters, as in a block of Markdown.
fn unquoted(text: &str) -> Option<Mapped> {
    let inside = text.trim();
    let start = text.len() - text.trim_start().len();
    let (open, close) = QUOTES.into_iter().find(|(open, close)| {
        inside.len() >= open.len() + close.len() && inside.starts_with(open) && inside.ends_with(close)
    })?;
    let (mut from, to) = (start + open.len(), start + inside.len() - close.len());
    if open.len() == 3 && text[from..to].starts_with('\n') {
        from += 1;
    }
    Some(Mapped::slice(text, Span::new(from, to)))
}

/// Turns each written-out `\n` into a line break. This does not apply to JSON, which writes line breaks in this way.
fn real_line_breaks(kind: Kind, text: &str) -> Option<Mapped> {
    if kind.is_json() || !text.contains("\\n") {
        return None;
    }
    let mut mapped = Mapped::default();
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        if character == '\\' && characters.next_if(|&(_, next)| next == 'n').is_some() {
            mapped.push('\n', Span::new(at, at + 2));
        } else {
            mapped.push(character, Span::new(at, at + character.len_utf8()));
        }
    }
    Some(mapped)
}

/// Removes the spaces and tabs at the start of every line, if there are several lines and all lines after the first are
/// indented or empty.
fn unindented(text: &str) -> Option<Mapped> {
    let body = text.trim_end();
    let indented = |line: &str| line.is_empty() || line.starts_with([' ', '\t']);
    // The first line may have lost its indentation when the text was copied.
    if body.lines().count() < 2 || !body.lines().skip(1).all(indented) {
        return None;
    }
    let mut at_start = true;
    let mut kept = Mapped::default();
    for (at, character) in text.char_indices() {
        let skip = at_start && matches!(character, ' ' | '\t');
        at_start = character == '\n' || skip;
        if !skip {
            kept.push(character, Span::new(at, at + character.len_utf8()));
        }
    }
    Some(kept)
}

/// Removes the line breaks at the end of a string. If strings of the kind end with a line break, one line break is
/// kept.
fn one_final_line_break(kind: Kind, text: &str) -> Option<Mapped> {
    let body = text.trim_end_matches('\n');
    let keep = if kind.is_single_line() { body.len() } else { (body.len() + 1).min(text.len()) };
    (keep < text.len() && !body.is_empty()).then(|| Mapped::slice(text, Span::new(0, keep)))
}

/// Removes white space around a string. If strings of the kind end with a line break, one line break at the end is
/// kept.
fn trimmed(kind: Kind, text: &str) -> Option<Mapped> {
    let body = text.trim();
    let start = text.len() - text.trim_start().len();
    let end = start + body.len();
    if body.is_empty() || (start == 0 && text[end..].chars().all(|space| space == '\n')) {
        return None;
    }
    let line_break = text[end..].find('\n').filter(|_| !kind.is_single_line());
    let mut kept = Mapped::slice(text, Span::new(start, end));
    if let Some(at) = line_break {
        kept.push('\n', Span::new(end + at, end + at + 1));
    }
    Some(kept)
}

/// Removes separators between the characters, if there are at least two separators. This does not apply to JSON, which
/// needs its separators.
fn joined(kind: Kind, text: &str) -> Option<Mapped> {
    let is_separator = |character: char| matches!(character, ' ' | ',' | ';' | '\t' | '|' | '_');
    let count = text.chars().filter(|&character| is_separator(character)).count();
    (count > 1 && !kind.is_json())
        .then(|| Mapped::filter_map(text, |_, character| (!is_separator(character)).then_some(character)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::{self, ReadOptions};

    fn undone(damage: Damage, kind: Kind, text: &str) -> Vec<String> {
        let given = kinds::read(kind, text, &ReadOptions::default());
        damage.undo(kind, text, given.diagnostics()).iter().map(|mapped| mapped.text().to_owned()).collect()
    }

    #[test]
    fn each_damage_is_undone() {
        for (damage, kind, text, repaired) in [
            (Damage::ByteOrderMark, Kind::Draw, "\u{feff}A6", "A6"),
            (Damage::WindowsLineBreaks, Kind::Board, "ab\r\ncd\r\n", "ab\ncd\n"),
            (Damage::WindowsLineBreaks, Kind::Draw, "A6\r\n", "A6"),
            (Damage::Quotes, Kind::Draw, "“A6”", "A6"),
            (Damage::Quotes, Kind::Draw, " 'A6' ", "A6"),
            (Damage::Quotes, Kind::Board, "```\nab\ncd\n```", "ab\ncd\n"),
            (Damage::EscapedLineBreaks, Kind::Board, "ab\\ncd\\n", "ab\ncd\n"),
            (Damage::Indentation, Kind::Board, "  ab\n  cd\n", "ab\ncd\n"),
            (Damage::Indentation, Kind::Board, "ab\n\tcd\n", "ab\ncd\n"),
            (Damage::FinalLineBreaks, Kind::Board, "ab\n\n\n", "ab\n"),
            (Damage::FinalLineBreaks, Kind::Draw, "A6\n", "A6"),
            (Damage::OuterSpace, Kind::Draw, "\t A6  ", "A6"),
            (Damage::OuterSpace, Kind::Board, " ab\n ", "ab\n"),
            (Damage::Separators, Kind::Draw, "A 3, B 3", "A3B3"),
        ] {
            assert_eq!(undone(damage, kind, text), [repaired], "{damage:?}: {text:?}");
        }
        for (damage, kind, text) in [
            (Damage::ByteOrderMark, Kind::Draw, "A6"),
            (Damage::Quotes, Kind::Draw, "\""),
            (Damage::Quotes, Kind::Draw, "\"A6"),
            (Damage::Indentation, Kind::Board, " ab"),
            (Damage::FinalLineBreaks, Kind::Board, "ab\n"),
            (Damage::OuterSpace, Kind::Board, "ab\n\n"),
            (Damage::Separators, Kind::Draw, "A3 B3"),
            (Damage::Separators, Kind::State, "[ \"\", \"\" ]"),
            (Damage::EscapedLineBreaks, Kind::State, "[\"ab\\n\"]"),
        ] {
            assert_eq!(undone(damage, kind, text), [""; 0], "{damage:?}: {text:?}");
        }
    }
}
