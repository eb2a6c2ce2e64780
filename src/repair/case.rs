//! Repairs strings in which all letters were changed to small letters or to capitals.

use super::mapped::Mapped;
use crate::diagnostics::{Class, Diagnostic, Diagnostics, Severity};
use crate::kinds::{self, ReadOptions};
use crate::notation::Kind;
use std::collections::HashSet;

/// The instruction for a string whose letters are in the wrong case.
pub(super) const HELP: &str = "correct the capital and small letters";
/// The maximum number of letters for which every combination of capital and small letters is tried.
const EVERY_CHOICE: usize = 11;

/// Returns true if the letters of a string are all small or all capital.
pub(super) fn is_uniform(text: &str) -> bool {
    let mut letters = text.bytes().filter(u8::is_ascii_alphabetic);
    letters.clone().all(|letter| letter.is_ascii_lowercase())
        || letters.all(|letter| letter.is_ascii_uppercase())
}

/// Returns true if the only error is that something is repeated. If the repeated letter were changed to the other case,
/// the error would be hidden and the meaning would change.
pub(super) fn is_repetition(faults: &Diagnostics) -> bool {
    let mut errors = faults.iter().filter(|fault| fault.severity == Severity::Error);
    let first = errors.next().is_some_and(|fault| fault.class() == Class::Rule && !fault.related.is_empty());
    first && errors.next().is_none()
}

/// Returns the strings that the writer of a string probably meant, if the letters of this string are all small or all
/// capital. The returned strings are canonical strings of the kind, and they differ from the given string only in the
/// case of letters. If no such string is found, the string with all letters in the other case is returned, but only if
/// it has fewer errors than the given string. `given` contains the errors of the given string. The list is empty if the
/// only error is that something is repeated.
pub(super) fn restored(kind: Kind, text: &str, given: &Diagnostics) -> Vec<Mapped> {
    let letters = letters(text);
    if letters.len() < 2 || !is_uniform(text) || kind.is_json() || text.len() > 4096 {
        return Vec::new();
    }
    let is_error = |fault: &&Diagnostic| fault.severity == Severity::Error;
    let faults = |text: &str| kinds::read(kind, text, &ReadOptions::default()).diagnostics().clone().errors();
    if is_repetition(given) {
        return Vec::new();
    }
    let alphabet = kinds::row(kind).alphabet();
    let ways = ways(kind, text, &letters);
    let right = canonical(kind, &ways);
    let is_better = |way: &&String| faults(way).len() < given.iter().filter(is_error).count();
    let is_plausible =
        |way: &&String| way.chars().all(|letter| !letter.is_alphabetic() || alphabet.contains(letter));
    let best: Vec<&String> = if right.is_empty() {
        ways.iter().take(1).filter(is_plausible).filter(is_better).collect()
    } else {
        right
    };
    best.into_iter().map(|way| same_length(text, way)).collect()
}

/// Returns true if a string that [`restored`] returned is the only string that the writer can have meant. On a board,
/// for example, a capital letter is a cat and a small letter is a square, so a board without small letters does not
/// show which of its letters were meant as cats. The names and squares of polyominoes are capitals.
pub(super) fn is_certain(kind: Kind, text: &str, restored: &str) -> bool {
    let alphabet = kinds::row(kind).alphabet();
    let has_both_cases = |letter: char| {
        alphabet.contains(letter.to_ascii_lowercase()) && alphabet.contains(letter.to_ascii_uppercase())
    };
    if kind == Kind::Polyomino
        || !text.chars().any(|letter| letter.is_ascii_alphabetic() && has_both_cases(letter))
    {
        return true;
    }
    let letters = letters(text);
    let ways = ways(kind, text, &letters);
    // If there are too many letters, `ways` does not contain every combination. Therefore, each letter is also
    // changed on its own.
    let other_case = |&at: &usize| {
        // In ASCII, the cases of a letter differ only in this bit.
        let other = char::from(restored.as_bytes()[at] ^ 0x20);
        [&restored[..at], other.encode_utf8(&mut [0; 4]), &restored[at + 1..]].concat()
    };
    let is_right = |way: &str| kinds::is_canonical(kind, way, &ReadOptions::default());
    canonical(kind, &ways) == [restored]
        && !letters.iter().map(other_case).any(|way| way != text && is_right(&way))
}

/// Returns the message for a string whose letters are all small or all capital, if it is not certain which of them must
/// be changed.
pub(super) fn message(text: &str) -> &'static str {
    if text.bytes().any(|byte| byte.is_ascii_lowercase()) {
        "all letters are small letters"
    } else {
        "all letters are capital letters"
    }
}

/// Returns the instruction for a string of this kind, if it is not certain which letters must be changed.
pub(super) const fn help(kind: Kind) -> &'static str {
    match kind {
        Kind::Board | Kind::CatCard => "write small letters for squares, and a capital letter only for a cat",
        Kind::Decks | Kind::Hand => "write capital letters for decks, and small letters for cards",
        _ => HELP,
    }
}

/// Returns the indices of the letters in a string.
fn letters(text: &str) -> Vec<usize> {
    text.bytes().enumerate().filter(|(_, b)| b.is_ascii_alphabetic()).map(|(at, _)| at).collect()
}

/// Returns copies of a string in which some letters have the other case. If the string has few letters, all such copies
/// are returned.
fn ways(kind: Kind, text: &str, letters: &[usize]) -> Vec<String> {
    // Small letters are tried only for kinds whose strings contain small letters, and capitals are tried only for kinds
    // whose strings contain capitals.
    let alphabet = kinds::row(kind).alphabet();
    let of_the_kind =
        |way: &String| way.chars().any(|letter| letter.is_alphabetic() && alphabet.contains(letter));
    let plain = [text.to_ascii_uppercase(), text.to_ascii_lowercase()];
    let mut ways: Vec<String> = plain.into_iter().filter(of_the_kind).collect();
    ways.extend(capital_decks(text));
    ways.extend(small_then_capital(text, letters));
    if letters.len() <= EVERY_CHOICE {
        ways.extend((0..1u32 << letters.len()).map(|choice| chosen(text, letters, choice)));
    }
    ways.retain(|way| way != text);
    ways
}

/// Returns the strings that are canonical strings of the kind, without duplicates.
fn canonical(kind: Kind, ways: &[String]) -> Vec<&String> {
    let is_right = |way: &&String| kinds::is_canonical(kind, way, &ReadOptions::default());
    let mut seen = HashSet::new();
    ways.iter().filter(is_right).filter(|way| seen.insert(*way)).collect()
}

fn same_length(text: &str, way: &str) -> Mapped {
    let way = way.as_bytes();
    Mapped::filter_map(text, |at, character| {
        Some(if character.is_ascii() { char::from(way[at]) } else { character })
    })
}

/// Returns copies of a string in which all letters are small except four: an `A`, a `B` somewhere after it, a `C` after
/// the `B`, and a `D` after the `C`. These capitals are the names of the decks, as in the string of a hand or of the
/// decks. There is one copy for each choice of the four letters, but there are at most 10,000 copies.
fn capital_decks(text: &str) -> Vec<String> {
    let small = text.to_ascii_lowercase();
    let mut ways = vec![(0, small)];
    for deck in ['a', 'b', 'c', 'd'] {
        let next = |(from, way): (usize, String)| {
            let places: Vec<usize> = way[from..].match_indices(deck).map(|(at, _)| from + at).collect();
            places.into_iter().map(move |at| {
                let mut way = way.clone();
                way.replace_range(at..=at, &deck.to_ascii_uppercase().to_string());
                (at + 1, way)
            })
        };
        ways = ways.into_iter().flat_map(next).take(10_000).collect();
    }
    ways.into_iter().map(|(_, way)| way).collect()
}

/// Returns copies of a string that have small letters first and then capitals, as in a bag of fire tiles. There is one
/// copy for each letter at which the capitals can begin.
fn small_then_capital(text: &str, letters: &[usize]) -> Vec<String> {
    let split = |&at: &usize| text[..at].to_ascii_lowercase() + &text[at..].to_ascii_uppercase();
    letters.iter().map(split).collect()
}

/// Returns the string with a capital for each letter whose bit is set in `choice`, and with all other letters small.
fn chosen(text: &str, letters: &[usize], choice: u32) -> String {
    let mut way = text.to_ascii_lowercase();
    for (bit, &at) in letters.iter().enumerate() {
        if choice >> bit & 1 == 1 {
            let capital = way[at..=at].to_ascii_uppercase();
            way.replace_range(at..=at, &capital);
        }
    }
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(kind: Kind, text: &str) -> Option<String> {
        let given = kinds::read(kind, text, &ReadOptions::default());
        restored(kind, text, given.diagnostics()).first().map(|mapped| mapped.text().to_owned())
    }

    #[test]
    fn only_a_case_with_one_meaning_is_certain() {
        for (kind, text, expected) in [
            (Kind::Hand, "afhkbcdahw", true),
            (Kind::Decks, "AABCDBCFGHDAFH", true),
            (Kind::Hand, "abbcd", false),
            (Kind::Action, "ab1208s", true),
            (Kind::Draw, "a3b1d2", true),
            (Kind::RaftCard, "1GYPROWBWW", true),
            (Kind::PenguinsBoard, "eepee\nepepe\neeeee\neepee\n", true),
            (Kind::Board, "FFBFRF\nFFFFFF\nGGGYYY\n", false),
            (Kind::Board, "FFF\nFNF\nFFF\n", true),
        ] {
            let given = kinds::read(kind, text, &ReadOptions::default());
            let restored = restored(kind, text, given.diagnostics());
            let way = restored.first().unwrap_or_else(|| panic!("{text}"));
            assert_eq!(is_certain(kind, text, way.text()), expected, "{text}");
        }
    }

    #[test]
    fn the_case_is_restored() {
        for (kind, text, right) in [
            (Kind::Hand, "afhkbcdahw", "AfhkBCDahw"),
            (Kind::Hand, "AFHKBCDAHW", "AfhkBCDahw"),
            (Kind::Action, "ab1208s", "Ab1208S"),
            (Kind::FireBag, "ABDZAE", "abdzAE"),
            (Kind::Draw, "a3b1d2", "A3B1D2"),
            (Kind::CatCard, "3gffggfggg", "3gffgGfggg"),
            (Kind::PenguinsSolution, "a321b104c031d222", "A321B104C031D222"),
        ] {
            assert_eq!(first(kind, text).as_deref(), Some(right), "{text}");
        }
        assert_eq!(first(Kind::Hand, "AfhkBCDahw"), None);
        assert_eq!(first(Kind::Polyomino, "f"), None);
        // A change of case would hide that a tile or a block is repeated.
        for (kind, text) in [
            (Kind::PenguinsSolution, "A321B104C031D222A104"),
            (Kind::FireBag, "aab"),
            (Kind::FireBag, "abcdd"),
        ] {
            assert_eq!(first(kind, text), None, "{text}");
        }
    }
}
