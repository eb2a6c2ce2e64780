//! Finds strings inside longer texts: lists, log lines, code fences and the like.

use super::identify::is_likely;
use super::mapped::Mapped;
use crate::diagnostics::Span;
use crate::kinds;
use crate::notation::Kind;

/// What can begin each line of a list, a quotation, a comment or a shell session.
const PREFIXES: [&str; 14] =
    ["> ", ">>> ", ">", "$ ", "% ", "- ", "* ", "+ ", "• ", "// ", "# ", "| ", "/* ", "<!-- "];
/// What can end each line.
const SUFFIXES: [&str; 9] = [" */", " -->", "<br/>", "<br>", " |", "|", ",", ";", "\\"];
/// The tags that can be around a string, without their brackets.
const TAGS: [&str; 10] = ["code", "pre", "p", "b", "li", "td", "tr", "span", "div", "samp"];
/// The characters that separate words.
const BETWEEN: &str = "<>()[]{}\"'`“”,;=|#*";

/// Returns what can be inside a text whose lines all begin or end in the same way, or that begins with a label. Not
/// every returned text is a string.
pub(super) fn unwrapped(text: &str) -> Vec<Mapped> {
    let mut found = Vec::new();
    for fence in ["```", "~~~"] {
        let is_fence = |line: &str| line.trim_start().starts_with(fence);
        if text.lines().any(is_fence) {
            // What comes before and after the fences does not belong to the string.
            let count = std::cell::Cell::new(0);
            found.push(lines(text, |line| {
                count.set(count.get() + usize::from(is_fence(line)));
                (!is_fence(line) && count.get() == 1).then_some(0..line.len())
            }));
        }
    }
    for prefix in PREFIXES {
        found.extend(each_line(
            text,
            |line| line.trim_start().starts_with(prefix),
            |line| line.find(prefix).unwrap_or(0) + prefix.len()..line.len(),
        ));
    }
    for suffix in SUFFIXES {
        found.extend(each_line(
            text,
            |line| line.trim_end().ends_with(suffix),
            |line| 0..line.rfind(suffix).unwrap_or(line.len()),
        ));
    }
    found.extend(numbered(text));
    if let Some((label, rest)) = text.split_once([':', '='])
        && label.chars().filter(|letter| letter.is_alphabetic()).count() > 1
        && label.chars().all(|letter| letter.is_alphanumeric() || " _.[]-".contains(letter))
    {
        let rest = rest.strip_prefix('\n').unwrap_or(rest).trim_start_matches(' ');
        found.push(Mapped::slice(text, Span::new(text.len() - rest.len(), text.len())));
    }
    for comment in [" //", " #", " --"] {
        found.extend(each_line(
            text,
            |line| line.contains(comment),
            |line| 0..line.find(comment).map_or(line.len(), |at| line[..at].trim_end().len()),
        ));
    }
    found.extend(markup(text));
    found
}

/// Keeps a range of each line.
fn lines(text: &str, keep: impl Fn(&str) -> Option<std::ops::Range<usize>>) -> Mapped {
    let (mut mapped, mut at) = (Mapped::default(), 0);
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end_matches('\n');
        if let Some(range) = keep(line) {
            mapped.append(&Mapped::slice(text, Span::new(at + range.start, at + range.end)));
            if line.len() < whole.len() {
                mapped.push('\n', Span::new(at + line.len(), at + whole.len()));
            }
        }
        at += whole.len();
    }
    mapped
}

/// Keeps a range of each line that is not blank, if all of these lines have a property. The last line need not have it,
/// because a separator is left out there.
fn each_line(
    text: &str,
    has: impl Fn(&str) -> bool,
    keep: impl Fn(&str) -> std::ops::Range<usize>,
) -> Option<Mapped> {
    let written: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let most = &written[..written.len().saturating_sub(usize::from(written.len() > 2))];
    let is_so = !most.is_empty() && most.iter().all(|line| has(line));
    is_so.then(|| lines(text, |line| Some(if has(line) { keep(line) } else { 0..line.len() })))
}

/// Removes numbers that count up at the beginning of the lines.
fn numbered(text: &str) -> Option<Mapped> {
    let number = |line: &str| {
        let start = line.len() - line.trim_start().len();
        let end = start + line[start..].find(|letter: char| !letter.is_ascii_digit())?;
        let number: usize = line[start..end].parse().ok()?;
        let rest = line[end..].trim_start_matches(['.', ':', ')', '|', ' ', '\t']);
        let between = &line[end..line.len() - rest.len()];
        // In a single line, a number and a space can also be a part of the string.
        let is_list = text.trim().contains('\n') || between.contains(['.', ':', ')', '|']);
        (between.contains([' ', '\t']) && is_list).then_some((number, line.len() - rest.len()))
    };
    let numbers: Option<Vec<usize>> =
        text.lines().filter(|line| !line.trim().is_empty()).map(|line| Some(number(line)?.0)).collect();
    let numbers = numbers.filter(|all| all.windows(2).all(|pair| pair[1] == pair[0] + 1))?;
    (!numbers.is_empty()).then(|| lines(text, |line| Some(number(line).map_or(0, |(_, at)| at)..line.len())))
}

/// Replaces the entities and removes the tags of HTML.
fn markup(text: &str) -> Option<Mapped> {
    let mut mapped = Mapped::default();
    let mut at = 0;
    'text: while let Some(character) = text[at..].chars().next() {
        let rest = &text[at..];
        let entities =
            [("&quot;", '"'), ("&lt;", '<'), ("&gt;", '>'), ("&amp;", '&'), ("&#39;", '\''), ("&nbsp;", ' ')];
        let breaks = ["<br>", "<br/>", "<br />"].map(|tag| (tag, '\n'));
        if let Some((written, meant)) =
            entities.into_iter().chain(breaks).find(|(written, _)| rest.starts_with(written))
        {
            mapped.push(meant, Span::new(at, at + written.len()));
            at += written.len();
            continue;
        }
        if character == '<'
            && let Some(end) = rest.find('>')
            && TAGS.contains(&rest[1..end].trim_start_matches('/'))
        {
            at += end + 1;
            continue 'text;
        }
        mapped.push(character, Span::new(at, at + character.len_utf8()));
        at += character.len_utf8();
    }
    (mapped.text() != text).then_some(mapped)
}

/// Returns the places in a text at which a string of the kind can be found: words, lines that follow one another, or
/// JSON in brackets.
fn places(kind: Kind, text: &str) -> Vec<Span> {
    let alphabet = kinds::row(kind).alphabet();
    if kind.is_json() {
        return bracketed(text);
    }
    if text.contains('\n') && (!kind.is_single_line() || kind == Kind::Region) {
        let is_row = |line: &str| !line.is_empty() && line.chars().all(|letter| alphabet.contains(letter));
        let (mut found, mut at, mut start) = (Vec::new(), 0, None);
        for line in text.split_inclusive('\n') {
            if is_row(line.trim_end_matches('\n')) {
                start.get_or_insert(at);
            } else if let Some(start) = start.take() {
                found.push(Span::new(start, at));
            }
            at += line.len();
        }
        found.extend(start.map(|start| Span::new(start, at)));
        return found;
    }
    let is_between = |letter: char| {
        letter.is_whitespace() || ((BETWEEN.contains(letter) || letter == ':') && !alphabet.contains(letter))
    };
    let mut found = Vec::new();
    for word in text.split(is_between) {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let word =
            word.trim_end_matches(|letter: char| letter.is_ascii_punctuation() && !alphabet.contains(letter));
        if !word.is_empty() {
            found.push(Span::new(start, start + word.len()));
        }
    }
    found
}

/// Returns the places of JSON arrays and objects that are not inside other JSON.
fn bracketed(text: &str) -> Vec<Span> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(start) = text[at..].find(['{', '[']).map(|start| at + start) {
        let mut values =
            serde_json::Deserializer::from_str(&text[start..]).into_iter::<serde::de::IgnoredAny>();
        at = match values.next() {
            Some(Ok(_)) => start + values.byte_offset(),
            _ => start + 1,
        };
        if at > start + 1 {
            found.push(Span::new(start, at));
        }
    }
    found
}

/// The strings of a kind inside a text.
pub(super) struct Inside {
    /// The places of the strings, which have the shape of the kind.
    pub(super) strings: Vec<Span>,
    /// Whether the rest of the text shows that it does not belong to a string: it has a word or several lines.
    pub(super) is_surrounded: bool,
}

/// Finds the strings of a kind in a text. A word is a string only if it has a shape that ordinary words do not have.
pub(super) fn strings(kind: Kind, text: &str, is_string: impl Fn(&str) -> bool) -> Inside {
    let alphabet = kinds::row(kind).alphabet();
    let may_be_of_letters = matches!(kind, Kind::Hand | Kind::Decks | Kind::FireBag);
    let has_shape = |word: &str| {
        let of_letters = word.chars().all(|letter| letter.is_ascii_alphabetic());
        word.len() >= 4 && is_likely(kind, word) && (!of_letters || may_be_of_letters)
    };
    let places = places(kind, text);
    let (strings, others): (Vec<Span>, Vec<Span>) =
        places.iter().partition(|place| has_shape(place.of(text)) && is_string(place.of(text)));
    // A digit or a letter of the kind can be a part of the string that was torn off.
    let first = strings.first().map_or(0, |first| first.start);
    let is_word = |place: &Span| {
        let word = place.of(text);
        let is_strange = word.chars().any(|letter| letter.is_alphabetic() && !alphabet.contains(letter));
        let is_label = place.start < first && word.chars().all(char::is_lowercase);
        let is_label = is_label && may_be_of_letters && kind != Kind::FireBag;
        word.chars().count() > 1 && (is_strange || is_label)
    };
    let outside: usize = text.trim().len()
        - strings.iter().map(|place| place.of(text).trim_end().len()).sum::<usize>().min(text.trim().len());
    let is_surrounded = match kind.is_json() {
        true => outside > 1,
        false if text.contains('\n') && !kind.is_single_line() => outside > 1,
        false => others.iter().any(is_word),
    };
    Inside { strings, is_surrounded }
}

/// Returns the one string that a text consists of twice, with nothing or white space between the copies.
pub(super) fn repeated(text: &str) -> Option<Mapped> {
    let body = text.trim();
    let start = text.len() - text.trim_start().len();
    let half = body.get(..body.len() / 2)?;
    let first = half.trim_end();
    let is_twice =
        first.len() > 5 && body.strip_prefix(first)?.trim_start_matches([' ', '\n', ',', ';']) == first;
    let end = if text.ends_with('\n') && first.contains('\n') { "\n" } else { "" };
    is_twice.then(|| {
        let mut once = Mapped::slice(text, Span::new(start, start + first.len()));
        if !end.is_empty() {
            once.push('\n', Span::at(start + first.len()));
        }
        once
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_surrounds_a_string_is_removed() {
        for (text, inside) in [
            ("> ab\n> cd\n", "ab\ncd\n"),
            ("  1 ab\n  2 cd\n", "ab\ncd\n"),
            ("```\nab\ncd\n```", "ab\ncd\n"),
            ("Board:\nab\ncd\n", "ab\ncd\n"),
            ("challenge = A6", "A6"),
            ("ab // the first\ncd // the second\n", "ab\ncd\n"),
            ("ab<br>cd<br>", "ab\ncd\n"),
            ("<code>A6</code>", "A6"),
            ("ab,\ncd,\nef\n", "ab\ncd\nef\n"),
        ] {
            let found = unwrapped(text);
            assert!(found.iter().any(|mapped| mapped.text() == inside), "{text:?}");
        }
    }

    #[test]
    fn only_words_with_a_shape_are_strings() {
        let found = |kind, text: &str| {
            let inside =
                strings(kind, text, |word| kinds::is_canonical(kind, word, &kinds::ReadOptions::default()));
            inside.strings.iter().map(|place| place.of(text).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(found(Kind::Draw, "[INFO] draw: A3B1D2, ok"), ["A3B1D2"]);
        assert_eq!(found(Kind::Hand, "expected: <AfhkBCDa> but was: <AfhkBCDw>"), ["AfhkBCDa", "AfhkBCDw"]);
        assert_eq!(found(Kind::FireBag, "no box"), [""; 0]);
        assert_eq!(
            found(Kind::BotReply, "reply {\"move\":4,\"messageID\":\"a\"} [0]"),
            ["{\"move\":4,\"messageID\":\"a\"}"]
        );
        let board = kinds::row(Kind::Board).example();
        assert_eq!(found(Kind::Board, &format!("It is\n{board}end\n")), [board]);
    }

    #[test]
    fn a_text_can_be_a_string_twice() {
        for (text, once) in [
            ("A3B1D2A3B1D2", Some("A3B1D2")),
            ("A3B1D2\nA3B1D2", Some("A3B1D2")),
            ("A3B3", None),
            ("A6A6", None),
        ] {
            assert_eq!(repeated(text).map(|once| once.text().to_owned()).as_deref(), once, "{text}");
        }
    }
}
