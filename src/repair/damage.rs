//! The kinds of damage that can happen to a whole string when it is copied from one program to another, and the repair
//! of each kind.

use super::identify::is_likely;
use super::inside::{self, Inside};
use super::literals::{self, Strings};
use super::mapped::Mapped;
use super::{case, lookalike, order};
use crate::diagnostics::{Code, Diagnostics, Span, codes};
use crate::kinds::{self, ReadOptions};
use crate::notation::Kind;

/// The instruction that repairs a text with a byte order mark.
pub(crate) const WITHOUT_MARK: &str = "save the text as UTF-8 without a byte order mark";

/// A way in which a whole string can be damaged or surrounded. The repairs are tried in the order of the variants. If
/// the repairs of two kinds of damage are equally good, the damage whose variant comes first is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Damage {
    ByteOrderMark,
    WindowsLineBreaks,
    OtherJson,
    SourceCode,
    JsonString,
    Quotes,
    EscapedLineBreaks,
    Indentation,
    FinalLineBreaks,
    OuterSpace,
    LookAlikes,
    Separators,
    OneLine,
    Order,
    Case,
    Repeated,
    Surrounded,
}

impl Damage {
    pub(super) const ALL: [Self; 17] = [
        Self::ByteOrderMark,
        Self::WindowsLineBreaks,
        Self::OtherJson,
        Self::SourceCode,
        Self::JsonString,
        Self::Quotes,
        Self::EscapedLineBreaks,
        Self::Indentation,
        Self::FinalLineBreaks,
        Self::OuterSpace,
        Self::LookAlikes,
        Self::Separators,
        Self::OneLine,
        Self::Order,
        Self::Case,
        Self::Repeated,
        Self::Surrounded,
    ];

    /// Returns true if this damage is only guessed, because the string itself does not show it for certain.
    pub(super) const fn is_a_guess(self) -> bool {
        matches!(self, Self::LookAlikes | Self::Separators | Self::OneLine | Self::Order | Self::Case)
    }

    /// Returns true if what this damage leaves is a string only if it is correct.
    pub(super) const fn needs_a_string(self) -> bool {
        matches!(self, Self::Order | Self::OneLine | Self::Repeated | Self::Surrounded)
    }

    /// Returns the code of the error for this damage.
    pub(super) const fn code(self) -> &'static Code {
        match self {
            Self::ByteOrderMark => &codes::text::BYTE_ORDER_MARK,
            Self::WindowsLineBreaks => &codes::text::WINDOWS_LINE_BREAKS,
            Self::OtherJson | Self::SourceCode => &codes::text::SOURCE_CODE,
            Self::JsonString => &codes::text::JSON_STRING,
            Self::Quotes => &codes::text::QUOTED,
            Self::EscapedLineBreaks => &codes::text::ESCAPED_LINE_BREAKS,
            Self::Indentation => &codes::text::INDENTED,
            Self::FinalLineBreaks => &codes::text::FINAL_LINE_BREAK,
            Self::OuterSpace => &codes::text::OUTER_SPACE,
            Self::LookAlikes => &codes::text::LOOK_ALIKE,
            Self::Separators | Self::OneLine => &codes::text::SEPARATED,
            Self::Order => &codes::text::PARTS_ORDER,
            Self::Case => &codes::text::WRONG_CASE,
            Self::Repeated => &codes::text::REPEATED,
            Self::Surrounded => &codes::text::SURROUNDED,
        }
    }

    /// Returns the message of the error for this damage of a text.
    pub(super) fn message(self, text: &str) -> &'static str {
        match self {
            Self::ByteOrderMark => "the text begins with a byte order mark",
            Self::WindowsLineBreaks => {
                "the lines end with Windows line breaks (carriage return and line feed)"
            }
            Self::OtherJson if ["'", "True", "False", "None"].iter().any(|word| text.contains(word)) => {
                "this is Python, not JSON"
            }
            Self::OtherJson => "this is not JSON, but only a small change away from it",
            Self::SourceCode => "this is a string literal from the source code of a program",
            Self::JsonString => "this is a JSON string that contains the text",
            Self::Quotes => "the text is in quotation marks",
            Self::EscapedLineBreaks => "the line breaks are written out as `\\n`",
            Self::Indentation => "the lines are indented",
            Self::FinalLineBreaks => "there are empty lines or line breaks after the end",
            Self::OuterSpace => "there are spaces around the text",
            Self::LookAlikes if !text.chars().any(|letter| lookalike::look_alike(letter).is_some()) => {
                "the text contains invisible characters"
            }
            Self::LookAlikes => "some characters only look like the right ones",
            Self::Separators => "there are spaces or other separators between the characters",
            Self::OneLine => "the rows are not on lines of their own",
            Self::Order => "the parts are in the wrong order or notation",
            Self::Case => "the letters are in the wrong case",
            Self::Repeated => "the text is the same string twice",
            Self::Surrounded if text.contains("```") => "the text is in a code fence",
            Self::Surrounded => "the text contains one string and something else",
        }
    }

    /// Returns the instruction that tells a person how to repair the damage of a text.
    pub(super) fn help(self, text: &str) -> &'static str {
        match self {
            Self::ByteOrderMark => WITHOUT_MARK,
            Self::WindowsLineBreaks => "use line feeds only",
            Self::OtherJson if self.message(text).contains("Python") => "use `json.dumps` to write it",
            Self::OtherJson => "write it as JSON",
            Self::SourceCode => "give the string itself, without the quotation marks and escapes",
            Self::JsonString => "give the text itself (or use --jsonl)",
            Self::Quotes => "remove the quotation marks",
            Self::EscapedLineBreaks => "use real line breaks (or --lines)",
            Self::Indentation => "remove the indentation",
            Self::FinalLineBreaks => "remove everything after the last line of the text",
            Self::OuterSpace => "remove the spaces around the text",
            Self::LookAlikes => "type these characters again",
            Self::Separators => "remove the separators",
            Self::OneLine => "write each row on a line of its own",
            Self::Order => "write the parts in this order",
            Self::Case => case::HELP,
            Self::Repeated => "give the string once",
            Self::Surrounded => "give only the string",
        }
    }

    /// Returns the possible strings without the damage, with the most likely string first. The list is empty if the
    /// string does not seem to have this damage. `given` has the errors of the damaged string.
    pub(super) fn undo(self, kind: Kind, text: &str, given: &Diagnostics) -> Vec<Mapped> {
        let one = |mapped: Option<Mapped>| mapped.into_iter().collect();
        let whole = |texts: Vec<String>| texts.into_iter().map(|new| Mapped::rewritten(text, new)).collect();
        match self {
            Self::ByteOrderMark => {
                one(text.starts_with('\u{feff}').then(|| Mapped::slice(text, Span::new(3, text.len()))))
            }
            Self::WindowsLineBreaks => one(line_feeds(kind, text)),
            Self::OtherJson if kind.is_json() => whole(literals::json(text).into_iter().collect()),
            Self::SourceCode if !is_json(text) => from_literals(kind, text),
            Self::JsonString if is_json(text) => from_literals(kind, text),
            Self::OtherJson | Self::SourceCode | Self::JsonString => Vec::new(),
            Self::Quotes => one(unquoted(text)),
            Self::EscapedLineBreaks => one(real_line_breaks(kind, text)),
            Self::Indentation => one(unindented(text)),
            Self::FinalLineBreaks => [one_final_line_break(kind, text), without_empty_lines(kind, text)]
                .into_iter()
                .flatten()
                .collect(),
            Self::OuterSpace => one(trimmed(kind, text)),
            Self::LookAlikes => one(lookalike::plain(text)),
            Self::Separators => one(joined(kind, text)),
            Self::OneLine => rows(kind, text),
            Self::Order => whole(order::reordered(kind, text)),
            Self::Case => {
                let alphabet = kinds::row(kind).alphabet();
                let has = |letter: char| alphabet.chars().any(|other| other.eq_ignore_ascii_case(&letter));
                if text.chars().all(has) { case::restored(kind, text, given) } else { Vec::new() }
            }
            Self::Repeated => one(inside::repeated(text)),
            Self::Surrounded => surrounded(kind, text),
        }
    }
}

/// Returns true if a text is JSON, apart from a string with escapes, which also occurs in programs.
fn is_json(text: &str) -> bool {
    let is_literal = text.starts_with('"') && text.contains('\\');
    !is_literal && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// Returns whether a word is a string of the kind. A word of letters must be a canonical string.
pub(super) fn is_string(kind: Kind, word: &str) -> bool {
    let options = ReadOptions::default();
    if matches!(kind, Kind::Hand | Kind::Decks | Kind::FireBag) {
        return kinds::is_canonical(kind, word, &options);
    }
    kinds::read(kind, word, &options).is_usable()
}

/// Returns whether a text is a JSON array with a board, and so a state, although its other parts are strings of other
/// kinds.
pub(super) fn is_state_for(kind: Kind, text: &str) -> bool {
    kind.is_single_line() && !kind.is_json() && text.contains("\\n") && is_json(text)
}

/// Returns what the literals of a text can stand for.
fn from_literals(kind: Kind, text: &str) -> Vec<Mapped> {
    // A string in quotation marks is not yet the source code of a program.
    if text.lines().any(|line| line.starts_with("```")) {
        return Vec::new();
    }
    let inside = unquoted(text).filter(|_| !is_json(text) && !text.contains("\\\""));
    let is_only_quoted = inside.is_some_and(|inside| {
        let is_quoted_json = kind.is_json() && inside.text().starts_with(['{', '[']);
        is_quoted_json || !inside.text().contains(['"', '\'', '`', '“', '\\'])
    });
    let Some(Strings { mut whole, mut each }) = literals::strings(text).filter(|_| !is_only_quoted) else {
        return Vec::new();
    };
    if kind == Kind::State && each.len() == 5 {
        let parts: Vec<&str> = each.iter().map(Mapped::text).collect();
        // Writing strings as JSON cannot fail.
        whole.extend(serde_json::to_string(&parts).ok().map(|state| Mapped::rewritten(text, state)));
    }
    if each.len() > 1 {
        each.retain(|literal| {
            literal.text().len() > 1 && is_likely(kind, literal.text()) && is_string(kind, literal.text())
        });
        each.dedup_by(|one, other| one.text() == other.text());
        // Of several strings, it is not known which one was meant.
        whole.extend(Some(each).filter(|each| each.len() == 1).into_iter().flatten());
    }
    whole.retain(|mapped| {
        !mapped.text().is_empty()
            && (!kind.is_json() || (mapped.text().contains(['{', '[']) && mapped.text().contains('"')))
    });
    whole
}

/// Returns the string that is surrounded by something else, and what is inside a list, a comment or the like.
fn surrounded(kind: Kind, text: &str) -> Vec<Mapped> {
    let mut found = inside::unwrapped(text);
    let Inside { strings, is_surrounded } =
        inside::strings(kind, text, |word| word != text && is_string(kind, word));
    if let [first, others @ ..] = &strings[..]
        && is_surrounded
        && others.iter().all(|other| other.of(text) == first.of(text))
    {
        found.push(Mapped::slice(text, *first));
    }
    found
}

/// Puts each row on a line of its own, if the rows are separated in another way or not at all.
fn rows(kind: Kind, text: &str) -> Vec<Mapped> {
    if kind.is_single_line() || text.trim().contains('\n') {
        return Vec::new();
    }
    let is_between = |letter: char| letter.is_whitespace() || "/,;|[](){}".contains(letter);
    let (mut split, mut end) = (Mapped::default(), true);
    for (at, letter) in text.char_indices() {
        match (is_between(letter), end) {
            (true, true) => {}
            (is_end, _) => {
                end = is_end;
                split.push(if is_end { '\n' } else { letter }, Span::new(at, at + letter.len_utf8()));
            }
        }
    }
    if !end {
        split.push('\n', Span::at(text.len()));
    }
    let length = text.len();
    let widths = (5..=18).filter(|width| text.is_ascii() && length.is_multiple_of(*width) && length > *width);
    let of_width = |width: usize| {
        let mut rows = Mapped::default();
        for (at, letter) in text.char_indices() {
            rows.push(letter, Span::new(at, at + 1));
            if (at + 1) % width == 0 {
                rows.push('\n', Span::at(at + 1));
            }
        }
        rows
    };
    [split].into_iter().chain(widths.map(of_width)).collect()
}

/// Removes the empty lines of a string that has several lines, and the spaces at the ends of its lines.
fn without_empty_lines(kind: Kind, text: &str) -> Option<Mapped> {
    let mut kept = Mapped::default();
    for (at, letter) in text.char_indices() {
        let is_end =
            letter.is_whitespace() && text[at..].trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
        let is_blank = letter == '\n' && kept.text().chars().last().is_none_or(|last| last == '\n');
        if !(is_blank || (letter != '\n' && is_end)) {
            kept.push(letter, Span::new(at, at + letter.len_utf8()));
        }
    }
    // One character inside the text is an error at its place.
    let is_one = kept.text().len() + 1 == text.len() && !text.starts_with('\n');
    (!kind.is_single_line() && kept.text() != text && !is_one).then_some(kept)
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

/// Removes the quotation marks around a string. White space outside the marks is removed too, and so is a line break
/// after an opening mark of three characters, as in a block of Markdown.
fn unquoted(text: &str) -> Option<Mapped> {
    let inside = text.trim();
    let start = text.len() - text.trim_start().len();
    let (open, close) = literals::QUOTES.into_iter().find(|(open, close)| {
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
    let alphabet = kinds::row(kind).alphabet();
    let is_single_line = kind.is_single_line();
    let is_separator = |letter: char| {
        !alphabet.contains(letter)
            && (" ,;\t|_:/()[]{}-+".contains(letter) || (letter == '\n' && is_single_line))
    };
    let count = text.chars().filter(|&character| is_separator(character)).count();
    (count > 1 && !kind.is_json())
        .then(|| Mapped::filter_map(text, |_, character| (!is_separator(character)).then_some(character)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn undone(damage: Damage, kind: Kind, text: &str) -> Vec<String> {
        let given = kinds::read(kind, text, &ReadOptions::default());
        let found = damage.undo(kind, text, given.diagnostics());
        let mut texts: Vec<String> = found.iter().map(|mapped| mapped.text().to_owned()).collect();
        texts.dedup();
        texts
    }

    #[test]
    fn each_damage_is_undone() {
        for (damage, kind, text, repaired) in [
            (Damage::ByteOrderMark, Kind::Draw, "\u{feff}A6", "A6"),
            (Damage::WindowsLineBreaks, Kind::Board, "ab\r\ncd\r\n", "ab\ncd\n"),
            (Damage::WindowsLineBreaks, Kind::Draw, "A6\r\n", "A6"),
            (Damage::Quotes, Kind::Draw, "“A6”", "A6"),
            (Damage::Quotes, Kind::Draw, " 'A6' ", "A6"),
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
