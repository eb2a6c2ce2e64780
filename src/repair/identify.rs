//! Finds out the kind of a text.

use super::others::Others;
use super::{count, errors, improve_with, one_edit_away};
use crate::diagnostics::escape::excerpt;
use crate::diagnostics::{Class, Diagnostic, Span, codes};
use crate::kinds::{self, AnyReading, Pace, ReadOptions};
use crate::notation::reading::uncounted;
use crate::notation::{Kind, Reading, plural};

/// How well a text fits a kind, from best to worst.
///
/// ```
/// use clowder::repair::Fit;
///
/// assert!(Fit::Canonical.is_string());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Fit {
    /// The text is a canonical string of this kind.
    Canonical,
    /// The text is a valid string of this kind, but its order or spelling is not canonical.
    NotCanonical,
    /// The text has at most three errors, and each of them has a fix.
    Repairable,
    /// The text has more than three errors, has an error without a fix, is too long to be repaired, or is a string of
    /// another kind.
    Wrong,
}

impl Fit {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Canonical => "canonical",
            Self::NotCanonical => "not-canonical",
            Self::Repairable => "repairable",
            Self::Wrong => "wrong",
        }
    }

    /// Whether the text is a string of this kind, canonical or not.
    pub fn is_string(self) -> bool {
        self <= Self::NotCanonical
    }
}

/// A kind to which a text may belong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate {
    /// The kind.
    pub kind: Kind,
    /// How well the text fits the kind.
    pub fit: Fit,
    /// Number of errors when the text is read as this kind. The number is 1 if the string is valid but not canonical,
    /// or if the text is too long to be read as every kind.
    pub errors: usize,
    /// Human-readable reason for the fit, such as `it is a canonical string of this kind`. For a text with errors, the
    /// reason consists of the number of errors and the first error's message.
    pub reason: String,
}

/// If the text fits no kind, a repair is sought for this many kinds.
const REPAIRED: usize = 8;
/// Maximum number of errors in a repairable text.
const FEW: usize = 3;
/// If the text fits no kind, at most this many kinds are returned.
const NEAREST: usize = 3;
/// If no kind is given, a lowercase word must have at least this length to be taken for a fire bag. Ordinary words of
/// this length usually have more than one letter out of alphabetical order.
const LONG_BAG: usize = 10;
/// Only texts up to this length, in bytes, are compared with every kind. For a longer text that is not canonical, the
/// characters at its beginning determine the kind.
const LONGEST: usize = 64 << 10;

/// Finds the kinds to which a text may belong, the best fit first.
///
/// If the text is a canonical string of one or more kinds, these kinds are returned. Otherwise, the result contains the
/// kinds for which the text is valid but not canonical. Kinds that were probably not meant are left out. If no kind is
/// left, the nearest kinds are returned: at most three, or one for a very long text. For kinds whose strings never end
/// with a line break, one line break at the end of the text is ignored.
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
    Identified::new(text, &ReadOptions::default(), Pace::Fast).candidates
}

/// The kinds to which a text may belong, and the results of reading it as these and other kinds.
pub(crate) struct Identified {
    pub(crate) candidates: Vec<Candidate>,
    of_kinds: Vec<OfKind>,
    /// Whether the text consists of letters that are no evidence for a kind.
    is_of_letters: bool,
}

/// What is known about a text as a string of one kind.
struct OfKind {
    kind: Kind,
    /// The result of reading the text. It is `None` if only the quick grammar was tried and rejected the text.
    reading: Option<AnyReading>,
    /// The result of [`improve`](super::improve), if it was computed.
    improved: Option<AnyReading>,
}

/// The result of reading a text before its kind was chosen.
pub(crate) struct Known {
    pub(crate) reading: AnyReading,
    /// The result of [`improve`](super::improve) for this reading, if it was computed.
    pub(crate) improved: Option<AnyReading>,
}

impl Identified {
    /// Finds the kinds of a text in the same way as [`identify`]. The text is read thoroughly at most once per kind. If
    /// an option applies only to certain kinds and the text fits one of them, all other kinds are left out.
    pub(crate) fn new(text: &str, options: &ReadOptions, pace: Pace) -> Self {
        let mut search = KindSearch { text, options, pace, of_kinds: Vec::new() };
        let candidates = uncounted(|| search.candidates());
        Self { candidates, of_kinds: search.of_kinds, is_of_letters: is_of_letters(text) }
    }

    /// Whether the text is probably not a string of any kind. Either it consists of words, or an attempt to repair it
    /// has shown that it is something else, such as an error message.
    pub(crate) fn is_of_no_kind(&self) -> bool {
        let Some(nearest) = self.candidates.first().filter(|nearest| !nearest.fit.is_string()) else {
            return false;
        };
        let known = self.of_kinds.iter().find(|known| known.kind == nearest.kind);
        let improved = known.and_then(|known| known.improved.as_ref());
        self.is_of_letters || improved.is_some_and(|reading| errors(reading).any(is_other_kind))
    }

    pub(crate) fn is_string(&self) -> bool {
        self.candidates.first().is_some_and(|first| first.fit.is_string())
    }

    /// If the text was read as this kind, returns the result. `text` and `options` must be the arguments of
    /// [`new`](Self::new), but `text` must lack the line break that [`without_final_line_break`] removes.
    pub(crate) fn into_reading(self, kind: Kind, text: &str, options: &ReadOptions) -> Option<Known> {
        let known = self.of_kinds.into_iter().find(|known| known.kind == kind)?;
        let read = || kinds::read_at(Pace::Thorough, kind, text, options);
        Some(Known { reading: known.reading.unwrap_or_else(read), improved: known.improved })
    }
}

/// A search for the kinds of a text. It keeps every result, so the text is read thoroughly at most once per kind.
struct KindSearch<'a> {
    text: &'a str,
    options: &'a ReadOptions,
    pace: Pace,
    of_kinds: Vec<OfKind>,
}

impl KindSearch<'_> {
    fn candidates(&mut self) -> Vec<Candidate> {
        let canonical = self.strings(Fit::Canonical);
        if !canonical.is_empty() {
            return canonical;
        }
        if self.text.len() > LONGEST {
            return by_alphabet(self.text).into_iter().take(1).map(unread).collect();
        }
        let accepted = self.strings(Fit::NotCanonical);
        if accepted.is_empty() { self.nearest() } else { accepted }
    }

    /// Lists the likely kinds for which the text has this fit.
    fn strings(&mut self, fit: Fit) -> Vec<Candidate> {
        let reason = match fit {
            Fit::Canonical => "it is a canonical string of this kind",
            _ => "it is a string of this kind, but not in the canonical order or spelling",
        };
        let candidate = |kind| Candidate {
            kind,
            fit,
            errors: usize::from(fit != Fit::Canonical),
            reason: reason.to_owned(),
        };
        let fitting = Kind::ALL.iter().copied().filter(|&kind| self.fits(kind, fit)).map(candidate).collect();
        self.only_likely(fitting)
    }

    fn fits(&mut self, kind: Kind, fit: Fit) -> bool {
        let is_affected = self.options.affect(kind);
        let reading = match fit {
            Fit::Canonical if self.tries_quick_grammar(kind) => self.read_quickly(kind),
            _ if is_likely(kind, self.text) => Some(self.read(kind)),
            _ => None,
        };
        let Some(reading) = reading else { return false };
        if is_affected {
            // A string whose only errors are broken rules still belongs to this kind. An example is an action that does
            // not fit the given board.
            let is_allowed = |class: Class| match class {
                Class::Syntax => false,
                Class::Canon => fit != Fit::Canonical,
                _ => true,
            };
            let mut errors = errors(reading);
            return reading.value().is_some() && errors.all(|error| is_allowed(error.class()));
        }
        if fit == Fit::Canonical { count(reading) == 0 } else { reading.is_usable() }
    }

    /// Whether to try the quick grammar of the kind first. It does not give the parts of a state, so it is not used if
    /// a state must be read thoroughly.
    fn tries_quick_grammar(&self, kind: Kind) -> bool {
        let needs_parts = self.pace == Pace::Thorough && kind == Kind::State;
        kinds::row(kind).has_quick_grammar() && !needs_parts
    }

    fn read_quickly(&mut self, kind: Kind) -> Option<&AnyReading> {
        let text = without_final_line_break(kind, self.text);
        let reading = kinds::read_at(Pace::Quick, kind, text, self.options);
        let known = self.of_kind(kind);
        known.reading = Some(reading).filter(|reading| reading.value().is_some());
        known.reading.as_ref()
    }

    /// Returns the result of reading the text as the given kind. If it was not read yet, the thorough reader reads it.
    fn read(&mut self, kind: Kind) -> &AnyReading {
        let (text, options) = (without_final_line_break(kind, self.text), self.options);
        let read = || kinds::read_at(Pace::Thorough, kind, text, options);
        self.of_kind(kind).reading.get_or_insert_with(read)
    }

    fn of_kind(&mut self, kind: Kind) -> &mut OfKind {
        let index = self.of_kinds.iter().position(|known| known.kind == kind).unwrap_or_else(|| {
            self.of_kinds.push(OfKind { kind, reading: None, improved: None });
            self.of_kinds.len() - 1
        });
        &mut self.of_kinds[index]
    }

    /// Removes kinds that fit, but were probably not meant. For example, a challenge of Penguins Pool Party is also a
    /// state without blocks.
    fn only_likely(&self, mut fitting: Vec<Candidate>) -> Vec<Candidate> {
        let is_challenge = fitting.iter().any(|candidate| candidate.kind == Kind::PenguinsChallenge);
        let has_option = |candidate: &Candidate| self.options.affect(candidate.kind);
        let only_with_option = fitting.iter().any(has_option);
        fitting.retain(|candidate| {
            is_likely(candidate.kind, self.text)
                && !(candidate.kind == Kind::PenguinsState && is_challenge)
                && (!only_with_option || has_option(candidate))
        });
        fitting
    }

    fn nearest(&mut self) -> Vec<Candidate> {
        let whole = self.text;
        let mut kinds = by_alphabet(whole);
        kinds.retain(|&kind| is_likely(kind, whole));
        keep_kinds_of_json(&mut kinds, whole);
        let near: Vec<(Kind, Vec<String>)> = Kind::ALL
            .iter()
            .map(|&kind| (kind, one_edit_away(kind, without_final_line_break(kind, whole), self.options)))
            .filter(|(_, strings)| !strings.is_empty())
            .collect();
        let is_near = |kind: Kind| near.iter().any(|(known, _)| *known == kind);
        let mut wrong: Vec<(usize, Kind)> = kinds
            .into_iter()
            .map(|kind| {
                let text = without_final_line_break(kind, whole);
                (distance(kind, text, self.read(kind), is_near(kind)), kind)
            })
            .collect();
        wrong.sort_by_key(|&(distance, _)| distance);
        wrong.truncate(REPAIRED);
        let others = self.others();
        let mut found: Vec<Candidate> = wrong
            .into_iter()
            .map(|(_, kind)| {
                let text = without_final_line_break(kind, whole);
                let reading = self.read(kind).clone();
                let before = count(&reading);
                let mut improved = improve_with(kind, text, self.options, reading, &others);
                // The text can also be a mistyped string of another kind.
                let repaired = improved.diagnostics().repaired(text).unwrap_or_default();
                let is_other = |(other, strings): &(Kind, Vec<String>)| {
                    *other != kind && strings.iter().any(|string| *string != repaired)
                };
                if near.iter().any(is_other) {
                    improved = without_safe_fixes(improved);
                }
                let candidate = candidate(kind, &improved, before);
                self.of_kind(kind).improved = Some(improved);
                candidate
            })
            .collect();
        // The sort is stable, so kinds that fit equally well are sorted by distance.
        found.sort_by_key(|candidate| {
            let errors =
                if candidate.fit == Fit::Repairable && near.is_empty() { candidate.errors } else { 0 };
            (!is_near(candidate.kind), candidate.fit, errors)
        });
        found.truncate(NEAREST);
        found
    }

    /// Collects the results of all readings so far, so that no repair reads the text as one of these kinds again.
    fn others(&self) -> Others {
        let others = Others::default();
        for OfKind { kind, reading, .. } in &self.of_kinds {
            let is_canonical = reading.as_ref().is_some_and(Reading::is_canonical);
            others.add(*kind, without_final_line_break(*kind, self.text), is_canonical);
        }
        others
    }
}

/// Removes one line break at the end of the text, unless the strings of this kind end with one.
///
/// ```
/// use clowder::{notation::Kind, repair};
///
/// assert_eq!(repair::without_final_line_break(Kind::Draw, "A6\n"), "A6");
/// assert_eq!(repair::without_final_line_break(Kind::Board, "fff\n"), "fff\n");
/// ```
pub fn without_final_line_break(kind: Kind, text: &str) -> &str {
    if kind.is_single_line() { text.strip_suffix('\n').unwrap_or(text) } else { text }
}

/// Whether the characters of a text show that it can belong to a kind. Without this check, nearly every word would be a
/// fire bag or a region, because these can consist of letters.
pub(super) fn is_likely(kind: Kind, text: &str) -> bool {
    match kind {
        Kind::Region => {
            // One of the two numbers may be missing.
            let is_number = |n: &&str| n.is_empty() || !n.starts_with('0') && n.trim().parse::<u32>().is_ok();
            let is_size = |size: (&str, &str)| size != ("", "") && [size.0, size.1].iter().all(is_number);
            let is_drawing = || {
                text.len() > 1
                    && text.contains(['.', '#'])
                    && !text.contains(|letter: char| letter.is_ascii_lowercase())
            };
            is_drawing() || text.split_once('x').is_some_and(is_size)
        }
        Kind::Polyomino => {
            let is_drawing = text.contains(['X', '#', '.', '/', '[']);
            // Other lists of squares look like fire tiles.
            is_drawing || text == "a00" || text.trim().chars().count() == 1 || text.contains("omino")
        }
        Kind::FireBag => text.trim().is_empty() || has_tiles_in_order(text),
        Kind::Hand | Kind::Decks => text.trim().is_empty() || names_decks(text),
        _ => !kind.is_json() || text.contains(['{', '[', '}', ']']),
    }
}

/// Whether a text is a short or hyphenated word, such as `begin` or `cat-card`, which says nothing about the kind.
pub(crate) fn is_word(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || b"-_".contains(&byte);
    !text.is_empty() && text.bytes().all(is_letter) && (text.len() < LONG_BAG || text.contains(['-', '_']))
}

/// Whether a text consists of at least three words that are lowercase except perhaps for their first letters. Most of
/// them must contain `a`, `e`, `i` or `u`.
pub(super) fn is_prose(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_word =
        |word: &&str| word.bytes().skip(1).all(|byte| byte.is_ascii_lowercase() || b",.!?'".contains(&byte));
    let has_vowel = |word: &&&str| word.contains(['a', 'e', 'i', 'u']);
    words.len() >= 3
        && words.iter().all(is_word)
        && text.len() >= 4 * words.len()
        && 2 * words.iter().filter(has_vowel).count() > words.len()
        && !has_tiles_in_order(text)
}

/// Whether a text consists of letters and punctuation, but does not look like a fire bag, a hand, decks or a pathway
/// card.
fn is_of_letters(text: &str) -> bool {
    // A pathway card has ten letters, and none of its squares is written as a vowel.
    let can_be_card = text.len() >= LONG_BAG && !text.contains(['a', 'e', 'i', 'o', 'u']);
    let is_letter = |letter: char| letter.is_alphabetic() || " -_'\"".contains(letter);
    let is_likely = || [Kind::FireBag, Kind::Hand, Kind::Decks].iter().any(|&kind| is_likely(kind, text));
    !text.trim().is_empty() && text.chars().all(is_letter) && !can_be_card && !is_likely()
}

/// Whether the letters of a text are nearly in the order of the fire tiles (`a` to `z`, then `A` to `E`). This is rare
/// in ordinary words. Either the order is correct and capitals follow lowercase letters, or at most one of many letters
/// is out of order.
fn has_tiles_in_order(text: &str) -> bool {
    let is_letter = |letter: &u8| letter.is_ascii_alphabetic();
    let tiles: Vec<_> = text.bytes().filter(is_letter).map(|letter| (letter < b'a', letter)).collect();
    let misplaced = tiles.windows(2).filter(|pair| pair[0] > pair[1]).count();
    let ends_with_capitals = tiles.first().zip(tiles.last()).is_some_and(|(first, last)| !first.0 && last.0);
    (misplaced == 0 && ends_with_capitals) || (misplaced <= 1 && tiles.len() >= LONG_BAG)
}

/// Whether a text contains all four deck letters, or three of them in order.
fn names_decks(text: &str) -> bool {
    let mut decks: Vec<u8> = text.bytes().filter(|letter| (b'A'..=b'D').contains(letter)).collect();
    let are_in_order = decks.is_sorted();
    decks.sort_unstable();
    decks.dedup();
    decks.len() == 4 || (decks.len() == 3 && are_in_order)
}

fn is_other_kind(error: &Diagnostic) -> bool {
    error.code == &codes::text::OTHER_KIND
}

/// Creates the candidate for a text with errors. `reading` is the result of `improve`.
fn candidate(kind: Kind, reading: &AnyReading, errors_before: usize) -> Candidate {
    let errors = count(reading);
    let first = reading.diagnostics().iter().next();
    let is_repairable = errors <= FEW && reading.diagnostics().iter().all(|error| error.fix.is_some());
    let is_other_kind = first.is_some_and(is_other_kind);
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

fn without_safe_fixes(reading: AnyReading) -> AnyReading {
    let parts = reading.parts().to_vec();
    let (value, mut errors) = reading.into_parts();
    errors.for_each_mut(|error| error.fix.iter_mut().for_each(|fix| fix.safe = false));
    Reading::new(value, errors).with_parts(parts)
}

fn unread(kind: Kind) -> Candidate {
    let reason =
        "the text is too long to be compared with every kind; its characters fit this kind best".to_owned();
    Candidate { kind, fit: Fit::Wrong, errors: 1, reason }
}

/// Sorts all kinds by how many characters at the beginning of the text are not in the kind's alphabet. The kind with
/// the smallest number comes first.
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

/// Removes the kinds that a JSON text cannot have, even if the text has mistakes. The names of the members show the
/// kind. A list of several strings with line breaks is a state.
fn keep_kinds_of_json(kinds: &mut Vec<Kind>, text: &str) {
    let is_state = text.contains("\\n") && text.matches('"').count() > 6;
    let members = |kind: &Kind| -> usize {
        let example = kinds::row(*kind).example();
        let object: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(example).unwrap_or_default();
        object.keys().filter(|name| text.contains(&format!("\"{name}\""))).count()
    };
    let most = kinds.iter().map(members).max().unwrap_or_default();
    if most > 1 {
        kinds.retain(|kind| members(kind) == most);
    } else if is_state {
        kinds.retain(|&kind| kind == Kind::State);
    }
}

/// Measures how much a text with errors differs from strings of a kind. The distance grows with the number of
/// characters that do not occur in these strings, the number of errors, the number of bytes in syntax errors, and the
/// difference in length between the text and the kind's example. If the text is one edit away from a string, it counts
/// as having a single error of one byte.
fn distance(kind: Kind, text: &str, reading: &AnyReading, is_one_edit_away: bool) -> usize {
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
    let (in_errors, errors) = if is_one_edit_away { (1, 1) } else { (in_errors, errors) };
    // The characters outside the alphabet are usually in errors, too.
    let in_errors = in_errors.min(length).saturating_sub(outside);
    (2 * outside + in_errors) * 100 / length + unlike / 2 + errors.min(20)
}

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
            // A hand string is also a valid decks string, as in a game that is nearly over.
            let expected = if kind == Kind::Hand { vec![Kind::Decks, Kind::Hand] } else { vec![kind] };
            assert_eq!(kinds, expected, "{kind}");
        }
    }

    #[test]
    fn a_wrong_text_is_identified_as_the_nearest_kind() {
        for (text, kind) in [
            ("LNSNLASAF00030006001200150603090C000093030341203R11215", Kind::Challenge),
            ("\"AabcdBCfghDafh\"", Kind::Decks),
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
