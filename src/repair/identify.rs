//! Searches for the kind of a text whose kind was not given.

use super::{count, improve};
use crate::diagnostics::escape::excerpt;
use crate::diagnostics::{Class, Span};
use crate::kinds::{self, AnyReading, ReadOptions};
use crate::notation::reading::uncounted;
use crate::notation::{Kind, plural};

/// The degree to which a text fits a kind. The order is from the best fit to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Fit {
    /// The text is a canonical string of the kind.
    Canonical,
    /// The text is a string of the kind in an order or a spelling that is not canonical.
    NotCanonical,
    /// The text has at most three errors, and each of them has a fix.
    Repairable,
    /// The text has more than three errors, has an error without a fix, is too long to be repaired, or is a string of
    /// another kind.
    Wrong,
}

impl Fit {
    /// Returns the name that JSON uses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Canonical => "canonical",
            Self::NotCanonical => "not-canonical",
            Self::Repairable => "repairable",
            Self::Wrong => "wrong",
        }
    }

    /// Returns true if the text is a string of the kind, canonical or not.
    pub fn is_string(self) -> bool {
        self <= Self::NotCanonical
    }
}

/// A kind that a text can be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate {
    /// The kind.
    pub kind: Kind,
    /// The degree to which the text fits the kind.
    pub fit: Fit,
    /// The number of errors that are reported if the text is read as this kind. The number is 1 for a string that is
    /// valid but not canonical, and for a text that is too long to be read as every kind.
    pub errors: usize,
    /// The reason for the fit, for people, such as `it is a canonical string of this kind`. For a text with errors, it
    /// is the number of errors and the message of the first error.
    pub reason: String,
}

/// The number of kinds for which `identify` searches for a repair if the text does not fit any kind.
const REPAIRED: usize = 8;
/// The maximum number of errors in a text that counts as repairable.
const FEW: usize = 3;
/// The maximum number of kinds that are returned if the text does not fit any kind.
const NEAREST: usize = 3;
/// The maximum length, in bytes, of a text that is compared with all kinds. For a longer text that is not canonical,
/// the kind is chosen only by the characters at its beginning.
const LONGEST: usize = 64 << 10;

/// Finds the kinds that a text can be, the best fit first.
///
/// If the text is a canonical string of one or more kinds, these kinds are returned. If there is no such kind, the
/// function returns the kinds for which the text is a valid string that is not canonical. Kinds that are probably not
/// meant are left out. If no kind is left, the nearest kinds are returned: at most three kinds, or one kind for a very
/// long text. If no string of a kind ends with a line break, one line break at the end of the text is ignored for this
/// kind.
///
/// ```
/// use clowder::notation::Kind;
/// use clowder::repair::{Fit, identify};
///
/// let found = identify("20113123");
/// assert_eq!((found[0].kind, found[0].fit), (Kind::PenguinsChallenge, Fit::Canonical));
/// assert_eq!(found.len(), 1);
/// let found = identify("'A3B1D2'");
/// assert_eq!((found[0].kind, found[0].fit), (Kind::Draw, Fit::Repairable));
/// ```
pub fn identify(text: &str) -> Vec<Candidate> {
    uncounted(|| {
        let canonical = only_likely(text, strings(text, Fit::Canonical));
        if !canonical.is_empty() {
            return canonical;
        }
        if text.len() > LONGEST {
            return by_alphabet(text).into_iter().take(1).map(unread).collect();
        }
        let accepted = only_likely(text, strings(text, Fit::NotCanonical));
        if accepted.is_empty() { nearest(text) } else { accepted }
    })
}

/// Returns the text without the line break that ends a file but does not belong to a string of this kind.
pub fn without_final_line_break(kind: Kind, text: &str) -> &str {
    if kind.is_single_line() { text.strip_suffix('\n').unwrap_or(text) } else { text }
}

/// Returns the kinds for which the text is a string with this fit.
fn strings(text: &str, fit: Fit) -> Vec<Candidate> {
    let options = ReadOptions::default();
    let fits = |kind: Kind| {
        let text = without_final_line_break(kind, text);
        if fit == Fit::Canonical && kinds::row(kind).has_quick_grammar() {
            return kinds::is_canonical(kind, text, &options);
        }
        if !is_likely(kind, text) {
            return false;
        }
        let reading = kinds::read(kind, text, &options);
        if fit == Fit::Canonical { count(&reading) == 0 } else { reading.is_usable() }
    };
    let reason = match fit {
        Fit::Canonical => "it is a canonical string of this kind",
        _ => "it is a string of this kind, but not in the canonical order or spelling",
    };
    let candidate =
        |kind| Candidate { kind, fit, errors: usize::from(fit != Fit::Canonical), reason: reason.to_owned() };
    Kind::ALL.iter().copied().filter(|&kind| fits(kind)).map(candidate).collect()
}

/// Removes the kinds that fit but are probably not meant. For example, a challenge of Penguins Pool Party is also a
/// state without blocks.
fn only_likely(text: &str, mut fitting: Vec<Candidate>) -> Vec<Candidate> {
    let is_challenge = fitting.iter().any(|candidate| candidate.kind == Kind::PenguinsChallenge);
    fitting.retain(|Candidate { kind, .. }| {
        is_likely(*kind, text) && !(*kind == Kind::PenguinsState && is_challenge)
    });
    fitting
}

/// Returns true if the writer of a text could have meant this kind, judging by the characters of the text. The check is
/// needed because almost any word is a valid region: a region can contain the letters of pieces.
pub(super) fn is_likely(kind: Kind, text: &str) -> bool {
    match kind {
        Kind::Region => {
            let is_size =
                |size: (&str, &str)| [size.0, size.1].iter().all(|n| n.trim().parse::<u32>().is_ok());
            text.contains(['.', '#']) || text.split_once('x').is_some_and(is_size)
        }
        _ => !kind.is_json() || text.contains(['{', '[']),
    }
}

/// Returns the nearest kinds for a text that does not fit any kind.
fn nearest(text: &str) -> Vec<Candidate> {
    let options = ReadOptions::default();
    let mut wrong: Vec<(usize, Kind, AnyReading)> = by_alphabet(text)
        .into_iter()
        .filter(|&kind| is_likely(kind, text))
        .map(|kind| {
            let text = without_final_line_break(kind, text);
            let reading = kinds::read(kind, text, &options);
            (distance(kind, text, &reading), kind, reading)
        })
        .collect();
    wrong.sort_by_key(|&(distance, ..)| distance);
    wrong.truncate(REPAIRED);
    let mut found: Vec<Candidate> = wrong
        .into_iter()
        .map(|(_, kind, reading)| {
            let text = without_final_line_break(kind, text);
            let before = count(&reading);
            candidate(kind, &improve(kind, text, &options, reading), before)
        })
        .collect();
    // The sort is stable, so kinds that fit equally well stay in the order of their distance.
    found.sort_by_key(|candidate| {
        let errors = if candidate.fit == Fit::Repairable { candidate.errors } else { 0 };
        (candidate.fit, errors)
    });
    found.truncate(NEAREST);
    found
}

/// Returns the candidate for a text with errors, which has been read and repaired.
fn candidate(kind: Kind, reading: &AnyReading, errors_before: usize) -> Candidate {
    let errors = count(reading);
    let first = reading.diagnostics().iter().next();
    let is_repairable = errors <= FEW && reading.diagnostics().iter().all(|error| error.fix.is_some());
    let is_other_kind = first.is_some_and(|error| error.code.name == "text/other-kind");
    let fit = if is_repairable && !is_other_kind { Fit::Repairable } else { Fit::Wrong };
    let message =
        first.map_or_else(|| "it is not a string of this kind".to_owned(), |error| error.message.clone());
    let shown = errors.max(if is_other_kind { errors_before } else { 0 });
    Candidate {
        kind,
        fit,
        errors: shown,
        reason: format!("{}: {}", plural(shown, "error"), excerpt(&message, 160)),
    }
}

/// Returns the candidate for a text that is too long to be read as every kind.
fn unread(kind: Kind) -> Candidate {
    let reason =
        "the text is too long to be compared with every kind; its characters fit this kind best".to_owned();
    Candidate { kind, fit: Fit::Wrong, errors: 1, reason }
}

/// Returns all kinds, the most likely kind first. The function looks at the beginning of the text. For each kind, it
/// counts the characters that do not occur in strings of the kind. The kinds are sorted by this number.
fn by_alphabet(text: &str) -> Vec<Kind> {
    let sample: Vec<char> = text.chars().take(4096).collect();
    let outside = |kind: &Kind| {
        let alphabet = kinds::row(*kind).alphabet();
        sample.iter().filter(|&&character| !alphabet.contains(character)).count()
    };
    let mut kinds = Kind::ALL.to_vec();
    kinds.sort_by_cached_key(outside);
    kinds
}

/// Returns a number that says how much a text with errors differs from the strings of a kind. Four things make it
/// larger: characters that do not occur in strings of the kind, errors, bytes in syntax errors, and a length that
/// differs from the length of the kind's example.
fn distance(kind: Kind, text: &str, reading: &AnyReading) -> usize {
    let row = kinds::row(kind);
    let length = text.len().max(1);
    let outside = text.chars().filter(|&character| !row.alphabet().contains(character)).count();
    let longer = row.example().len().max(length);
    let unlike = row.example().len().abs_diff(length) * 100 / longer;
    let errors = count(reading);
    let in_errors: usize = reading
        .diagnostics()
        .iter()
        .filter(|error| error.class() == Class::Syntax)
        .map(|error| if error.part.is_some() { 1 } else { covered(error.span, length) })
        .sum();
    outside * 200 / length + in_errors.min(length) * 100 / length + unlike / 2 + errors.min(20)
}

/// Returns the number of bytes in the span of an error. An empty span counts as one byte.
fn covered(span: Span, length: usize) -> usize {
    (span.end - span.start).clamp(1, length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_each_kind_is_identified() {
        for &kind in Kind::ALL {
            let found = identify(kinds::row(kind).example());
            assert_eq!(found[0].fit, Fit::Canonical, "{kind}: {found:?}");
            let kinds: Vec<Kind> = found.iter().map(|candidate| candidate.kind).collect();
            // The string of a hand is also a valid decks string, for a game that is nearly over.
            let expected = if kind == Kind::Hand { vec![Kind::Decks, Kind::Hand] } else { vec![kind] };
            assert_eq!(kinds, expected, "{kind}");
        }
    }

    #[test]
    fn a_wrong_text_is_identified_as_the_nearest_kind() {
        for (text, kind) in [
            ("LNSNLASAF00030006001200150603090C000093030341203R11215", Kind::Challenge),
            ("\"AabcdBCfghDafh\"", Kind::Decks),
            ("'afhkbcdahw'", Kind::Decks),
            ("LNSN", Kind::Challenge),
            ("fffgybgyp\nfffrbGbyr\nfffpgyb1r\nfffbybgyp\nfffbrgygg\nfffybpbry\n", Kind::Board),
            ("[\"fff\\nfff\\n\",\"ABCD\",\"ABCD\",\"\"]", Kind::State),
            ("A3B1D3", Kind::Draw),
            ("20113129", Kind::PenguinsChallenge),
            ("{\"move\":4,\"messageID\":7}", Kind::BotReply),
        ] {
            assert_eq!(identify(text)[0].kind, kind, "{text}: {:?}", identify(text));
        }
    }

    #[test]
    fn any_text_has_a_nearest_kind() {
        for text in ["", "\n", "?", "hello world", "\u{0}\u{202e}", "LNSN", &"x".repeat(100_000)] {
            assert!(!identify(text).is_empty(), "{text:?}");
        }
    }
}
