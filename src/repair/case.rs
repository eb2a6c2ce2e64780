//! Repairs strings whose letters were all changed to lower case or to upper case.

use crate::diagnostics::{Class, Diagnostic, Diagnostics, Severity};
use crate::kinds::{self, ReadOptions};
use crate::notation::Kind;
use std::collections::HashSet;

pub(super) const HELP: &str = "correct the case of the letters";
/// If a text has at most this many letters, every combination of capital and small letters is tried.
const EVERY_CHOICE: usize = 11;
/// Maximum number of strings to find: one more than a message can suggest.
const MOST: usize = 4;

/// Whether the only error is that something occurs twice.
pub(super) fn is_repetition(faults: &Diagnostics) -> bool {
    let mut errors = faults.iter().filter(|fault| fault.severity == Severity::Error);
    let first = errors.next().is_some_and(|fault| fault.class() == Class::Rule && !fault.related.is_empty());
    first && errors.next().is_none()
}

/// Lists canonical strings that differ from `text` only in the case of letters. The first candidate is `text` with the
/// case of every letter exchanged. Other combinations are tried only if all letters have the same case, or if strings
/// of this kind do not consist of letters alone. If there are several results, it is uncertain which one the writer
/// meant.
pub(super) fn restored(kind: Kind, text: &str) -> Vec<String> {
    let letters: Vec<usize> =
        (0..text.len()).filter(|&at| text.as_bytes()[at].is_ascii_alphabetic()).collect();
    let alphabet = kinds::row(kind).alphabet();
    let has = |letter: char| alphabet.chars().any(|other| other.eq_ignore_ascii_case(&letter));
    let upper = letters.iter().filter(|&&at| text.as_bytes()[at].is_ascii_uppercase()).count();
    let is_of_letters = matches!(kind, Kind::Hand | Kind::Decks | Kind::FireBag) || !kind.is_single_line();
    let is_uniform = upper == 0 || upper == letters.len();
    if letters.is_empty() || kind.is_json() || text.len() > 4096 || !text.chars().all(has) {
        return Vec::new();
    }
    let [small, capital] = [text.to_ascii_lowercase(), text.to_ascii_uppercase()];
    let exchanged = |letter: char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    let mut ways = vec![text.chars().map(exchanged).collect()];
    if is_uniform || !is_of_letters {
        ways.extend([small.clone(), capital]);
    }
    // For polyominoes and regions, these candidates are enough: `f` becomes `F`, and `6X10` becomes `6x10`.
    if !matches!(kind, Kind::Polyomino | Kind::Region) && (is_uniform || !is_of_letters) {
        ways.extend(capital_decks(&small));
        // As in a fire bag, lowercase letters come first, and then capitals.
        ways.extend(
            letters.iter().map(|&at| text[..at].to_ascii_lowercase() + &text[at..].to_ascii_uppercase()),
        );
        if letters.len() <= EVERY_CHOICE {
            ways.extend((0..1u32 << letters.len()).map(|choice| chosen(&small, &letters, choice)));
        } else {
            ways.extend((0..letters.len()).map(|at| chosen(&small, &letters[at..=at], 1)));
        }
    }
    let mut seen = HashSet::from([text.to_owned()]);
    ways.retain(|way| seen.insert(way.clone()));
    let is_right = |way: &&String| match kind {
        Kind::Polyomino => kinds::read(kind, way, &ReadOptions::default()).is_usable(),
        _ => kinds::is_canonical(kind, way, &ReadOptions::default()),
    };
    ways.iter().filter(is_right).take(MOST).cloned().collect()
}

/// Creates the error for a string whose letters all have the same case, if several strings are possible.
pub(super) fn uncertain(kind: Kind, text: &str, error: Diagnostic) -> Diagnostic {
    let is_small = text.bytes().any(|byte| byte.is_ascii_lowercase());
    let message = if is_small { "all letters are small letters" } else { "all letters are capital letters" };
    let help = match kind {
        Kind::Board | Kind::CatCard => "write small letters for squares, and a capital letter only for a cat",
        Kind::Decks | Kind::Hand => "write capital letters for decks, and small letters for cards",
        _ => HELP,
    };
    let help = error.help.clone().unwrap_or_else(|| help.to_owned());
    Diagnostic { message: message.to_owned(), ..error }.help(help)
}

/// Lists up to 10,000 copies of a lowercase string. In each copy, four letters that can name the decks are capitalized:
/// an `A`, a later `B`, a `C` after the `B`, and a `D` after the `C`.
fn capital_decks(small: &str) -> Vec<String> {
    let mut ways = vec![(0, small.to_owned())];
    for deck in ['a', 'b', 'c', 'd'] {
        let next = |(from, way): (usize, String)| {
            let places: Vec<usize> = way[from..].match_indices(deck).map(|(at, _)| from + at).collect();
            places.into_iter().map(move |at| (at + 1, chosen(&way, &[at], 1)))
        };
        ways = ways.into_iter().flat_map(next).take(10_000).collect();
    }
    ways.into_iter().map(|(_, way)| way).collect()
}

fn chosen(text: &str, letters: &[usize], choice: u32) -> String {
    let mut way = text.to_owned();
    for (bit, &at) in letters.iter().enumerate() {
        if choice >> bit & 1 == 1 {
            way[at..=at].make_ascii_uppercase();
        }
    }
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_case_is_restored() {
        for (kind, text, right) in [
            (Kind::Hand, "afhkbcdahw", &["AfhkBCDahw"][..]),
            (Kind::Hand, "AFHKBCDAHW", &["AfhkBCDahw"]),
            (Kind::Decks, "AABCDBCFGHDAFH", &["AabcdBCfghDafh"]),
            (Kind::Action, "ab1208s", &["Ab1208S"]),
            (Kind::FireBag, "ABDZAE", &["abdzAE"]),
            (Kind::Draw, "a3b1d2", &["A3B1D2"]),
            (Kind::Draw, "a6", &["A6"]),
            (Kind::CatCard, "3gffggfggg", &["3gffgGfggg"]),
            (Kind::RaftCard, "1GYPROWBWW", &["1gyprowbww"]),
            (Kind::PenguinsSolution, "a321b104c031d222", &["A321B104C031D222"]),
            (Kind::PenguinsBoard, "eepee\nepepe\neeeee\neepee\n", &["EEPEE\nEPEPE\nEEEEE\nEEPEE\n"]),
            (Kind::Polyomino, "f", &["F"]),
            (Kind::Region, "6X10", &["6x10"]),
            // Either `b` may be the name of deck `B`.
            (Kind::Hand, "abbcd", &["ABbCD", "AbBCD"]),
            (Kind::Hand, "AfhkBCDahw", &[]),
        ] {
            let mut found = restored(kind, text);
            found.sort();
            assert_eq!(found, right, "{text}");
        }
        let board = kinds::row(Kind::Board).example().to_ascii_uppercase();
        assert!(restored(Kind::Board, &board).len() > 1, "any square can be a cat");
    }
}
