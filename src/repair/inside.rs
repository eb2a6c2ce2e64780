//! Finds strings inside longer texts, such as lists, log lines and code fences.

use super::identify::is_likely;
use super::{Repair, SHOWN, changed, literals};
use crate::diagnostics::{Diagnostic, Span, codes};
use crate::kinds::{self, ReadOptions};
use crate::notation::{Kind, plural};
use std::collections::BTreeMap;

/// Characters that can form a margin. A margin is a text with which all lines begin or end, such as `> `.
const MARGIN: &str = " \t>$%-*+•/#|!<;:~@\\,";
/// Characters that can separate a string from the text around it. Spaces, commas and hyphens can also separate parts of
/// a string, so they are left out.
const BORDERS: &str = "\n\t:;=|<>()[]{}*\"'`“”„‘’«»#$@!?%&~^\\→/";

/// Whether a word is a string of this kind. Strings that consist of letters must be canonical, because they could be
/// ordinary words.
pub(super) fn is_string(kind: Kind, word: &str) -> bool {
    let options = ReadOptions::default();
    if matches!(kind, Kind::Hand | Kind::Decks | Kind::FireBag) {
        return kinds::is_canonical(kind, word, &options);
    }
    kinds::read(kind, word, &options).is_usable()
}

pub(super) fn fenced(text: &str) -> Option<String> {
    let is_fence = |line: &str| ["```", "~~~"].iter().any(|fence| line.trim_start().starts_with(fence));
    let (mut start, mut at) = (None, 0);
    for line in text.split_inclusive('\n') {
        at += line.len();
        match start {
            None if is_fence(line) => start = Some(at),
            Some(start) if is_fence(line) => return Some(text[start..at - line.len()].to_owned()),
            _ => {}
        }
    }
    start.map(|start| text[start..].to_owned())
}

/// Lists candidates for the string inside a text. For each candidate, one type of surrounding text was removed: markup,
/// margins, a label, or punctuation. Not every candidate is a string.
pub(super) fn unwrapped(kind: Kind, text: &str) -> Vec<String> {
    let mut found: Vec<String> = markup(text).into_iter().chain(without_margins(kind, text)).collect();
    let alphabet = kinds::row(kind).alphabet();
    // A word that begins with the letter of a deck can be the first cards, unless white space shows where it ends.
    let is_deck = |word: &str| {
        matches!(kind, Kind::Hand | Kind::Decks)
            && word.starts_with(['A', 'B', 'C', 'D'])
            && !text.contains(char::is_whitespace)
    };
    let is_name = |name: &str, ends: &str| {
        let is_label =
            name.chars().filter(|letter| letter.is_alphabetic()).count() > 1 && ":=".contains(ends);
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit())
            && !name.is_empty()
            && ends != "="
            && (!alphabet.contains('0') || text.contains([' ', '\t', '\n']));
        let is_plain = name.chars().all(|letter| letter.is_alphanumeric() || " _.[]-".contains(letter));
        // A name with a word that can be a part of the string is not a label.
        let mut words = name.split(|letter: char| !letter.is_alphanumeric());
        let is_part = |word: &str| {
            (has_shape(kind, word) || matches!(kind, Kind::FireBag | Kind::Polyomino))
                && is_string(kind, word)
                || ["A", "B", "C", "D"].contains(&word)
                || is_deck(word)
        };
        (is_label && is_plain && !words.any(is_part)) || is_number
    };
    if let Some(at) = text.trim_start().find([':', '=', '.', ')', '\t', '|'])
        && let (name, rest) = text.trim_start().split_at(at)
        && is_name(name.trim(), &rest[..1])
        && (kind.is_json() || !alphabet.contains(&rest[..1]))
        && !(name.ends_with(|last: char| last.is_ascii_digit()) && rest[1..].contains(&rest[..1]))
    {
        found.push(rest[1..].trim_start_matches([' ', '\t']).trim_start_matches('\n').to_owned());
    }
    if !kind.is_json() {
        // In a drawing, only white space, brackets and the other listed characters are removed. Any other character is
        // more likely a wrong square.
        let is_drawing = matches!(kind, Kind::Region | Kind::Polyomino | Kind::Board | Kind::PenguinsBoard);
        let is_outside = |letter: char| {
            !letter.is_alphanumeric()
                && !alphabet.contains(letter)
                && (!is_drawing || letter.is_whitespace() || "\"'`()[]{}<>,;:".contains(letter))
        };
        // If there are also quotation marks inside the text, those at its two ends do not form a pair.
        let inside = text.trim_matches(is_outside);
        let are_pairs = ["\"", "'"].iter().all(|mark| {
            let within = inside.matches(mark).count();
            within == 0 || within == text.matches(mark).count()
        });
        found.extend(are_pairs.then(|| inside.to_owned()));
    }
    found
}

/// Removes the margin with which all lines begin, such as `> `, or the one with which they end, such as ` |`. The last
/// line may end differently.
fn without_margins(kind: Kind, text: &str) -> Vec<String> {
    let alphabet = kinds::row(kind).alphabet();
    // No polyomino begins or ends with the `/` between its rows.
    let is_margin = |letter: char| {
        MARGIN.contains(letter) && (kind.is_json() || letter == '/' || !alphabet.contains(letter))
    };
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let before_last = &lines[..lines.len().saturating_sub(usize::from(lines.len() > 1))];
    let common = |sides: Vec<String>| -> String {
        let shared = sides.into_iter().reduce(|one, other| one[..changed(&one, &other).start].to_owned());
        shared.unwrap_or_default().chars().take_while(|&letter| is_margin(letter)).collect()
    };
    let begin = common(lines.iter().map(ToString::to_string).collect());
    let reversed = |line: &&str| line.chars().rev().collect();
    let end: String = common(before_last.iter().map(reversed).collect()).chars().rev().collect();
    let begun = text.split('\n').map(|line| line.strip_prefix(&begin).unwrap_or(line)).collect::<Vec<_>>();
    let ended = text.split('\n').map(|line| line.trim_end().strip_suffix(&end).unwrap_or(line)).collect();
    let both = [(&begin, begun), (&end, ended)].into_iter().filter(|(margin, _)| !margin.trim().is_empty());
    both.map(|(_, lines)| lines.join("\n")).collect()
}

fn markup(text: &str) -> Option<String> {
    const WRITTEN: [(&str, char); 6] =
        [("&quot;", '"'), ("&lt;", '<'), ("&gt;", '>'), ("&amp;", '&'), ("&#39;", '\''), ("&nbsp;", ' ')];
    let (mut plain, mut at) = (String::new(), 0);
    while let Some(character) = text[at..].chars().next() {
        let rest = &text[at..];
        let tag = rest.strip_prefix('<').and_then(|tag| tag.split_once('>')).map(|(tag, _)| tag);
        let name =
            tag.map(|tag| tag.trim_matches('/').split(' ').next().unwrap_or_default()).unwrap_or_default();
        let is_closed = || text.contains(&format!("</{name}>"));
        let is_tag = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
        let (letter, length) = match (WRITTEN.iter().find(|(written, _)| rest.starts_with(written)), tag) {
            (Some((written, meant)), _) => (Some(*meant), written.len()),
            (_, Some(tag)) if name == "br" => (Some('\n'), tag.len() + 2),
            (_, Some(tag)) if is_tag && is_closed() => (None, tag.len() + 2),
            _ => (Some(character), character.len_utf8()),
        };
        plain.extend(letter);
        at += length;
    }
    (plain != text).then_some(plain)
}

/// If there is exactly one string in the text, with other text around it, returns the string.
pub(super) fn only(kind: Kind, text: &str) -> Vec<String> {
    let mut found = strings(kind, text);
    // Equal strings on separate lines can be different parts of a state, such as its decks and its hand.
    if !text.contains('\n') && !text.starts_with('[') {
        found.strings.dedup();
    }
    if found.strings.len() == 1 && found.is_surrounded { found.strings } else { Vec::new() }
}

struct Inside {
    strings: Vec<String>,
    /// Whether the rest of the text cannot belong to a string.
    is_surrounded: bool,
}

/// Finds the strings of one kind in a text. Strings that look like ordinary words are left out.
fn strings(kind: Kind, text: &str) -> Inside {
    let slice = |span: &Span| span.of(text).to_owned();
    if kind.is_json() {
        let found = bracketed(kind, text);
        let rest = found.iter().rev().fold(text.to_owned(), |mut rest, span| {
            rest.replace_range(span.start..span.end, "");
            rest
        });
        // If the rest consists of brackets, these are mistakes in the string itself.
        let is_surrounded = rest.contains(|letter: char| !"{}[]".contains(letter));
        return Inside { strings: found.iter().map(slice).collect(), is_surrounded };
    }
    let is_drawing = kind == Kind::Region && text.contains('\n');
    if !kind.is_single_line() || is_drawing {
        return grids(kind, text);
    }
    let alphabet = kinds::row(kind).alphabet();
    // The text may be a longer string with this one in it.
    let is_of_penguins =
        matches!(kind, Kind::PenguinsChallenge | Kind::PenguinsPlacement | Kind::PenguinsSolution);
    let letters = if is_of_penguins { kinds::row(Kind::PenguinsState).alphabet() } else { alphabet };
    let is_letter = |letter: char| letter.is_alphanumeric() || alphabet.contains(letter);
    let words = text.split(|letter: char| !is_letter(letter));
    let words =
        words.map(|word| word.trim_end_matches(|letter: char| !letter.is_alphanumeric() && letter != '.'));
    let span = |word: &str| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        Span::new(start, start + word.len())
    };
    // The whole text was already read.
    let words: Vec<Span> = words.filter(|word| !word.is_empty() && *word != text).map(span).collect();
    let (strings, others): (Vec<Span>, Vec<Span>) =
        words.into_iter().partition(|word| has_shape(kind, word.of(text)) && is_string(kind, word.of(text)));
    let Some((first, last)) = strings.first().zip(strings.last()) else {
        return Inside { strings: Vec::new(), is_surrounded: false };
    };
    // A word next to a string may be a part that was torn off it.
    let is_foreign = |other: &Span| {
        let word = other.of(text);
        let before = other.end <= first.start;
        let between = if before {
            &text[other.end..first.start]
        } else {
            &text[last.end.min(other.start)..other.start]
        };
        let whole = if before { [word, first.of(text)].concat() } else { [last.of(text), word].concat() };
        // A number next to a hyphen or a colon can belong to a date or a time.
        let is_in_date =
            text[..other.start].ends_with(['-', ':']) || text[other.end..].starts_with(['-', ':']);
        // A word is not foreign if it is another string of this kind, or has the same form as the first string. A short
        // number may have this form by chance.
        let is_count = word.len() < 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        if !is_in_date
            && !is_count
            && (!is_ordinary(word) && is_string(kind, word) || form(word).eq(form(first.of(text))))
        {
            return false;
        }
        // Without white space or brackets in between, the word is a part that was torn off, or a label.
        let is_torn_off = !between
            .contains(|letter: char| letter.is_whitespace() || "()[]{}<>\"'`".contains(letter))
            && word.chars().all(|letter| letters.contains(letter));
        if is_torn_off {
            return before && word.len() > 1 && is_ordinary(word) && !is_string(kind, word);
        }
        word.chars().any(|letter| !alphabet.contains(letter))
            || between.contains(|letter: char| {
                (letter.is_alphanumeric() || BORDERS.contains(letter)) && !alphabet.contains(letter)
            })
            || (is_ordinary(word) && !is_string(kind, &whole))
    };
    let is_block =
        |other: &Span| is_string(Kind::PenguinsPlacement, other.of(text).get(..4).unwrap_or_default());
    let has_blocks = kind == Kind::PenguinsState && others.iter().any(is_block);
    let is_surrounded = !has_blocks && others.iter().all(is_foreign);
    Inside { strings: strings.iter().map(slice).collect(), is_surrounded }
}

/// Whether a word has a shape that ordinary words and numbers do not have.
fn has_shape(kind: Kind, word: &str) -> bool {
    let can_be_word = matches!(kind, Kind::Polyomino | Kind::Region | Kind::Draw | Kind::PenguinsBoard);
    let of_letters = can_be_word && word.chars().all(|letter| letter.is_ascii_alphabetic());
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    let is_drawing = kind == Kind::Region && !word.contains('x');
    word.len() >= if is_number { 6 } else { 4 } && is_likely(kind, word) && !of_letters && !is_drawing
}

/// Returns, for each character, whether it is a digit and whether it is a capital.
fn form(word: &str) -> impl Iterator<Item = (bool, bool)> {
    word.chars().map(|letter| (letter.is_ascii_digit(), letter.is_uppercase()))
}

/// Whether a word is lowercase, except perhaps for a capital at its beginning.
pub(super) fn is_ordinary(word: &str) -> bool {
    let capitals = word.chars().take_while(|letter| letter.is_uppercase()).count();
    word.chars().skip(capitals).all(char::is_lowercase) && capitals <= usize::from(word.len() > 1)
}

/// Finds the JSON values in a text that are strings of this kind. Values inside such a string are left out.
fn bracketed(kind: Kind, text: &str) -> Vec<Span> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(start) = text[at..].find(['{', '[']).map(|start| at + start) {
        let mut values =
            serde_json::Deserializer::from_str(&text[start..]).into_iter::<serde::de::IgnoredAny>();
        let end = values.next().and_then(Result::ok).map(|_| start + values.byte_offset());
        let place = end
            .map(|end| Span::new(start, end))
            .filter(|place| place.of(text) != text && is_string(kind, place.of(text)));
        at = place.map_or(start + 1, |place| place.end);
        found.extend(place);
    }
    found
}

/// Finds the drawings in a text. A drawing has several consecutive lines. In each of them, exactly one word has the
/// width of the drawing and consists of squares. No other line may look like a row.
fn grids(kind: Kind, text: &str) -> Inside {
    let alphabet = kinds::row(kind).alphabet();
    let is_square =
        |letter: char| letter != '\n' && alphabet.contains(letter) && (kind != Kind::Region || letter != 'x');
    let is_row = |word: &&str| {
        let has_squares = kind != Kind::Region || word.contains(['.', '#']);
        word.chars().all(is_square) && !word.is_empty() && has_squares
    };
    let is_outside = |letter: char| !letter.is_alphanumeric() && !is_square(letter);
    let lines: Vec<Vec<&str>> =
        text.split('\n').map(|line| line.split(is_outside).filter(is_row).collect()).collect();
    let mut widths: BTreeMap<usize, usize> = BTreeMap::new();
    lines.iter().flatten().for_each(|word| *widths.entry(word.len()).or_default() += 1);
    let mut found: Vec<String> = Vec::new();
    let mut others: Vec<&str> = text.split('\n').collect();
    for width in widths.into_iter().filter(|&(_, count)| count > 1).map(|(width, _)| width) {
        let rows = lines.iter().map(|line| {
            let mut words = line.iter().copied().filter(|word| word.len() == width);
            words.next().filter(|_| words.next().is_none())
        });
        let rows: Vec<Option<&str>> = rows.collect();
        let mut end = 0;
        for rows in rows.split(Option::is_none) {
            let start = end;
            end = start + rows.len() + 1;
            if rows.len() < 2 {
                continue;
            }
            let rows: Vec<&str> = rows.iter().flatten().copied().collect();
            let grid = rows.join("\n") + if kind.is_single_line() { "" } else { "\n" };
            if grid != text && is_string(kind, &grid) {
                others[start..end - 1].fill("");
                found.push(grid);
            }
        }
    }
    // A line of squares may be a row with mistakes, or several rows without line breaks.
    let is_like_row = |line: &&str| {
        let squares = line.chars().filter(|&letter| is_square(letter)).count();
        let strange = line.chars().filter(|&letter| !is_square(letter) && !letter.is_whitespace()).count();
        let is_word = !line.trim().contains(char::is_whitespace);
        squares > 0 && (strange < 2 || is_word && squares > strange)
    };
    Inside { strings: found, is_surrounded: !others.iter().any(is_like_row) }
}

/// If a text is the same string twice, perhaps with separators in between, returns the string once.
pub(super) fn repeated(text: &str) -> Option<String> {
    let body = text.trim();
    let first = body.get(..body.len() / 2)?.trim_end();
    let is_twice =
        first.len() > 5 && body.strip_prefix(first)?.trim_start_matches([' ', '\n', ',', ';']) == first;
    let end = if text.ends_with('\n') && first.contains('\n') { "\n" } else { "" };
    is_twice.then(|| first.to_owned() + end)
}

impl Repair<'_> {
    /// If the text contains several strings of this kind, returns a single error that says so.
    pub(super) fn several(&self) -> Option<Diagnostic> {
        let unescaped = literals::unescaped(self.given);
        let (kind, text) = (self.kind, unescaped.as_deref().unwrap_or(self.given));
        let is_comparison = text.contains("but was");
        let joined: String = text.split([' ', ',', ';']).collect();
        if !is_comparison && !kind.is_json() && self.value(&joined).is_some() {
            return None;
        }
        // JUnit puts the differing part of each string in brackets.
        let unmarked: String = text.chars().filter(|letter| !"[]".contains(*letter)).collect();
        let searched = if is_comparison && !kind.is_json() { &unmarked } else { text };
        let Inside { strings, is_surrounded } = strings(kind, searched);
        let strings: Vec<&str> = strings.iter().map(String::as_str).collect();
        let is_list = strings.concat().len() * 4 > searched.len() * 3;
        let bracketed = |part: &'_ str| -> Option<(usize, usize)> {
            let start = part.find('<')? + 1;
            Some((start, start + part[start..].find('>')?))
        };
        let listed =
            literals::strings(text).filter(|_| !kind.is_json()).map_or(Vec::new(), |found| found.each);
        let compared = || {
            let (one, other) = searched.split_at(searched.find("but was").filter(|_| is_comparison)?);
            let [one, other] = [one, other].map(|part| bracketed(part).map(|(start, end)| &part[start..end]));
            Some(vec![one?, other?])
        };
        let is_valid = |word: &&str| is_string(kind, word);
        let is_one = |word: &&str| is_likely(kind, word) && is_valid(word);
        let is_nothing = |word: &&str| ["null", "None", "true", "false", ""].contains(word);
        let are_strings = |both: &Vec<&str>| {
            !both.iter().any(is_nothing) && (both.iter().any(is_one) || both.iter().all(is_valid))
        };
        let strings = match compared().filter(are_strings) {
            Some(both) => both,
            None if strings.len() > 1 && (is_surrounded || is_list) => strings,
            None if listed.len() > 1 && listed.iter().all(|literal| is_string(kind, literal)) => {
                listed.iter().map(String::as_str).collect()
            }
            None => self.joined()?,
        };
        let message = match strings.len() {
            2 => format!("these are two {kind} strings"),
            many => format!("these are {}", plural(many, &format!("{kind} string"))),
        };
        let error = Diagnostic::new(&codes::text::SEVERAL, Span::new(0, self.given.len()), message);
        let words = ["but was", "xpected", "ctual", "got", "!="];
        let help = match strings[..] {
            [one, other] if words.iter().any(|word| text.contains(word)) => {
                let at = changed(one, other);
                let (found, meant) = (other.get(at.start..).unwrap_or_default(), at.of(one));
                let found = &found[..found.len().min(meant.len())];
                let column = one[..at.start].chars().count() + 1;
                let is_short = one.len().max(other.len()) <= SHOWN && !one.contains(['\n', '"']);
                let shown = if is_short { format!("{one} {other}") } else { "EXPECTED ACTUAL".to_owned() };
                format!(
                    "they differ first at character {column} (`{meant}` and `{found}`): clowder diff {kind} {shown}"
                )
            }
            _ if kind.is_single_line() => "give each string on a line of its own, with --lines".to_owned(),
            _ => "give each string in a file of its own, with --file".to_owned(),
        };
        Some(error.help(help))
    }

    /// If a text can be split into two strings of this kind in exactly one way, returns them.
    fn joined(&self) -> Option<Vec<&str>> {
        let text = self.given;
        if !matches!(self.kind, Kind::Action | Kind::Challenge | Kind::PenguinsSolution) || text.len() > 200 {
            return None;
        }
        let is_string = |text: &str| self.others.is_canonical(self.kind, text);
        let both = |at: usize| {
            let (one, other) = (text.get(..at)?, text.get(at..)?.trim_start_matches([',', ';', ' ', '\n']));
            (is_string(one) && is_string(other)).then(|| vec![one, other])
        };
        let mut found = (1..text.len()).filter_map(both);
        found.next().filter(|_| found.next().is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_surrounds_a_string_is_removed() {
        for (text, inside) in [
            ("> ab\n> cd\n", "ab\ncd\n"),
            ("Board:\nab\ncd\n", "ab\ncd\n"),
            ("challenge = A6", "A6"),
            ("3. A6", "A6"),
            ("**A6**", "A6"),
            ("ab<br>cd<br>", "ab\ncd\n"),
            ("<code>A6</code>", "A6"),
            ("<p class=\"x\">A6</p>", "A6"),
            ("ab,\ncd,\nef\n", "ab\ncd\nef\n"),
        ] {
            let found = unwrapped(Kind::Draw, text);
            assert!(found.iter().any(|found| found == inside), "{text:?}");
        }
        assert_eq!(fenced("It is\n```java\nab\ncd\n```\nend").expect("a fence"), "ab\ncd\n");
    }

    #[test]
    fn only_words_with_a_shape_are_strings() {
        let found = |kind, text: &str| strings(kind, text).strings;
        assert_eq!(found(Kind::Draw, "[INFO] draw: A3B1D2, ok"), ["A3B1D2"]);
        assert_eq!(found(Kind::Hand, "expected: <AfhkBCDa> but was: <AfhkBCDw>"), ["AfhkBCDa", "AfhkBCDw"]);
        assert_eq!(found(Kind::FireBag, "no box"), [""; 0]);
        assert_eq!(found(Kind::PenguinsChallenge, "2023-10-11 and 20"), [""; 0]);
        assert_eq!(
            found(Kind::BotReply, "reply [{\"move\":4,\"messageID\":\"a\"}] [0]"),
            ["{\"move\":4,\"messageID\":\"a\"}"]
        );
        let board = kinds::row(Kind::Board).example();
        let numbered: String =
            board.lines().enumerate().map(|(row, line)| format!("Row {row}: {line}, // ok\n")).collect();
        assert_eq!(found(Kind::Board, &format!("It is\n{numbered}end\n")), [board]);
    }

    #[test]
    fn a_part_that_was_torn_off_is_not_left_out() {
        for (kind, text, is_found) in [
            (Kind::Action, "is Ab1208S right?", true),
            (Kind::PenguinsChallenge, "12:03 20113123", false),
            (Kind::PenguinsChallenge, "20113123 4", false),
            (Kind::PenguinsChallenge, "20113123-4", false),
        ] {
            assert_eq!(only(kind, text).len(), usize::from(is_found), "{text}");
        }
    }

    #[test]
    fn a_text_can_be_a_string_twice() {
        for (text, once) in [
            ("A3B1D2A3B1D2", Some("A3B1D2")),
            ("A3B1D2\nA3B1D2", Some("A3B1D2")),
            ("A3B3", None),
            ("A6A6", None),
        ] {
            assert_eq!(repeated(text).as_deref(), once, "{text}");
        }
    }
}
