//! Searches for a single edit, or for two edits, that make a string valid.

use super::ALTERNATIVES;
use super::lookalike::{are_alike, look_alike};
use crate::diagnostics::{Fix, Span};
use crate::kinds::{self, ReadOptions};
use crate::notation::Kind;

/// A fix that makes a string valid. The less likely the mistake that it corrects, the higher its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) fix: Fix,
    pub(super) cost: u32,
}

/// The cost of each type of edit, from the most likely mistake to the least likely one. The costs were chosen with
/// `benches/mutations.rs`.
mod cost {
    /// A letter that begins a part of the string is missing.
    pub(super) const INSERT_NAME: u32 = 2;
    pub(super) const CASE: u32 = 3;
    pub(super) const LOOK_ALIKE: u32 = 4;
    pub(super) const SWAP: u32 = 6;
    pub(super) const DELETE: u32 = 8;
    /// One of the two quotation marks is missing.
    pub(super) const INSERT_MARK: u32 = 9;
    pub(super) const REPLACE: u32 = 10;
    pub(super) const INSERT: u32 = 12;
    /// This is added to the cost of an edit if no error was found near the edit.
    pub(super) const ELSEWHERE: u32 = 3;
    /// Edits that cost at most this much more than the cheapest edit are also suggested.
    pub(super) const NEAR: u32 = 5;
}

impl Edit {
    pub(super) const fn replaces_look_alike(&self) -> bool {
        self.cost == cost::LOOK_ALIKE
    }

    /// Moves an edit that adds or removes one letter in a run of equal letters. If the error at `to` is after the edit,
    /// the edit moves along the run towards the error. The repaired string stays the same.
    pub(super) fn slide(&mut self, text: &str, to: Span) {
        let Fix { span, text: added, .. } = &mut self.fix;
        let letter = if added.is_empty() { span.of(text) } else { &*added };
        if (!added.is_empty() && span.start < span.end) || letter.chars().nth(1).is_some() {
            return;
        }
        while span.start < to.start && text[span.end..].starts_with(letter) {
            *span = Span::new(span.start + letter.len(), span.end + letter.len());
        }
    }

    pub(super) fn changes_only_case(&self, text: &str) -> bool {
        !self.fix.text.is_empty() && self.fix.span.of(text).eq_ignore_ascii_case(&self.fix.text)
    }
}

/// If a string has more pairs of edits than this, no pair is tried.
const PAIRS: usize = 200_000;

pub(super) struct EditSearch<'a, R> {
    pub(super) text: &'a str,
    pub(super) alphabet: &'a str,
    /// The letters with which parts of the string begin, such as the deck letters of a hand.
    pub(super) names: &'a str,
    pub(super) errors: &'a [Span],
    /// Maximum total length, in bytes, of the candidates that the search reads.
    pub(super) budget: usize,
    /// Returns the canonical form of a candidate if the candidate is valid.
    pub(super) value: R,
}

/// A change at one place. It does not allocate memory, because a search tries thousands of changes.
#[derive(Clone, Copy)]
struct Change {
    span: Span,
    /// The characters that replace the span.
    letters: [Option<char>; 2],
    cost: u32,
}

impl<R: Fn(&str) -> Option<String>> EditSearch<'_, R> {
    /// Finds the cheapest single edits that repair the string. If a message can name them all, the edits that are
    /// nearly as cheap are included. The list is empty if no edit is found within the budget.
    pub(super) fn cheapest(self) -> Vec<Edit> {
        let changes = self.changes(self.work() <= self.budget).into_iter().map(|change| [change]).collect();
        let is_done = |found: &[Edit], cost| {
            let more = if found.len() <= ALTERNATIVES { cost::NEAR } else { 0 };
            found.first().is_some_and(|best| cost > best.cost + more)
        };
        let mut found = self.search(changes, is_done).0;
        if found.len() > ALTERNATIVES {
            let least = found[0].cost;
            found.retain(|edit| edit.cost == least);
        }
        found
    }

    /// For each value that is one edit away from the string, finds the cheapest edit. Stops as soon as there are more
    /// than `most` values. Returns `None` if the budget is too small to find all values.
    pub(super) fn values(self, most: usize) -> Option<Vec<Edit>> {
        if self.work() > self.budget * 8 {
            return None;
        }
        let changes = self.changes(true).into_iter().map(|change| [change]).collect();
        let (found, is_complete) = self.search(changes, |found, _| found.len() > most);
        (is_complete || found.len() > most).then_some(found)
    }

    /// Finds the cheapest pairs of edits that repair the string. Each pair is returned as one edit that also covers the
    /// text between the two changes. Each change must correct the case of a letter or replace a look-alike character.
    /// Two changes of any sort could turn almost every short string into a valid one that was not meant.
    pub(super) fn cheapest_pairs(self) -> Vec<Edit> {
        let mut singles = self.changes(self.work() <= self.budget);
        singles.retain(|change| {
            let is_replacement = change.span.start < change.span.end && change.letters[1].is_none();
            is_replacement && change.cost <= cost::LOOK_ALIKE + cost::ELSEWHERE
        });
        let mut pairs = Vec::new();
        for &first in &singles {
            let later = singles.iter().filter(|second| first.span.end < second.span.start);
            pairs.extend(later.map(|&second| [first, second]));
            if pairs.len() > PAIRS {
                return Vec::new();
            }
        }
        self.search(pairs, |found, cost| found.first().is_some_and(|best| cost > best.cost)).0
    }

    /// Tries candidates, the cheapest first, until the budget is used up, or until `is_done` is true. Its arguments are
    /// the edits found so far and the cost of the next candidate. A candidate is a list of changes, in the order of
    /// their places in the text. Returns one edit for each value, and whether all candidates were tried.
    fn search<const N: usize>(
        mut self,
        mut candidates: Vec<[Change; N]>,
        is_done: impl Fn(&[Edit], u32) -> bool,
    ) -> (Vec<Edit>, bool) {
        let cost_of = |changes: &[Change; N]| changes.iter().map(|change| change.cost).sum::<u32>();
        let mut found: Vec<Edit> = Vec::new();
        let mut values: Vec<(String, bool)> = Vec::new();
        candidates.sort_by_key(cost_of);
        let mut buffer = String::with_capacity(self.text.len() + 8);
        for changes in candidates {
            let cost = cost_of(&changes);
            let Some(left) = self.budget.checked_sub(self.text.len() + 1) else { return (found, false) };
            if is_done(&found, cost) {
                return (found, false);
            }
            self.budget = left;
            self.write(&changes, &mut buffer);
            let Some(value) = (self.value)(&buffer) else { continue };
            let is_canonical = value == buffer;
            // If two edits lead to the same value, prefer the edit whose result is canonical.
            let known = values.iter().position(|(known, _)| *known == value);
            if known.is_some_and(|known| values[known].1 || !is_canonical) {
                continue;
            }
            let span = changes[0].span.to(changes[N - 1].span);
            let text = buffer[span.start..buffer.len() - (self.text.len() - span.end)].to_owned();
            let edit = Edit { fix: Fix { span, text, safe: false }, cost };
            match known {
                Some(known) => (found[known], values[known].1) = (edit, true),
                None => {
                    found.push(edit);
                    values.push((value, is_canonical));
                }
            }
        }
        (found, true)
    }

    fn write(&self, changes: &[Change], buffer: &mut String) {
        buffer.clear();
        let mut done = 0;
        for change in changes {
            buffer.push_str(&self.text[done..change.span.start]);
            buffer.extend(change.letters.into_iter().flatten());
            done = change.span.end;
        }
        buffer.push_str(&self.text[done..]);
    }

    /// Estimates the total length, in bytes, of the candidates that differ from the string by a single edit.
    fn work(&self) -> usize {
        let edits = self.text.chars().count().saturating_mul(self.alphabet.len() * 2 + 3);
        edits.saturating_mul(self.text.len())
    }

    /// Lists all possible changes, or only the changes near the errors.
    fn changes(&self, is_everywhere: bool) -> Vec<Change> {
        let mut all = Vec::new();
        let characters = self.text.char_indices().map(|(at, found)| (at, Some(found)));
        for (at, found) in characters.chain([(self.text.len(), None)]) {
            let is_near = self.errors.iter().any(|span| span.start <= at + 1 && at <= span.end);
            if !is_near && !is_everywhere && found.is_some() {
                continue;
            }
            let more = if is_near { 0 } else { cost::ELSEWHERE };
            let mut add = |end, letters, cost: u32| {
                all.push(Change { span: Span::new(at, end), letters, cost: cost + more });
            };
            for letter in self.alphabet.chars() {
                add(at, [Some(letter), None], self.insertion(letter));
            }
            let Some(found) = found else { break };
            let end = at + found.len_utf8();
            add(end, [None; 2], cost::DELETE);
            if let Some(next) = self.text[end..].chars().next().filter(|&next| next != found) {
                add(end + next.len_utf8(), [Some(next), Some(found)], cost::SWAP);
            }
            for letter in self.alphabet.chars().filter(|&letter| letter != found) {
                add(end, [Some(letter), None], replacement(found, letter));
            }
        }
        all
    }

    fn insertion(&self, letter: char) -> u32 {
        match letter {
            '"' => cost::INSERT_MARK,
            _ if self.names.contains(letter) => cost::INSERT_NAME,
            _ => cost::INSERT,
        }
    }
}

fn replacement(found: char, meant: char) -> u32 {
    if found.eq_ignore_ascii_case(&meant) {
        cost::CASE
    } else if are_alike(found, meant) || look_alike(found) == Some(meant) {
        cost::LOOK_ALIKE
    } else {
        cost::REPLACE
    }
}

/// Returns the only character of the alphabet that looks like `found`. Returns `None` if there are several or none, or
/// if `found` is itself in the alphabet.
pub(super) fn only_look_alike(found: char, alphabet: &str) -> Option<char> {
    let mut alike = alphabet.chars().filter(|&letter| replacement(found, letter) == cost::LOOK_ALIKE);
    alike.next().filter(|_| alike.next().is_none() && !alphabet.contains(found))
}

/// Replaces each character that does not occur in strings of this kind with the character that it looks like, if there
/// is exactly one.
pub(super) fn without_look_alikes(kind: Kind, text: &str) -> Vec<String> {
    let is_size = kind == Kind::Region && text.contains('x');
    let alphabet = if is_size { "x0123456789" } else { kinds::row(kind).alphabet() };
    let plain = text.chars().map(|found| only_look_alike(found, alphabet).unwrap_or(found)).collect();
    // If the text without these characters is a string, they may be superfluous, so they are not replaced.
    let rest = text.replace(|found| only_look_alike(found, alphabet).is_some(), "");
    let can_be_removed = rest != text && kinds::read(kind, &rest, &ReadOptions::default()).is_usable();
    if can_be_removed || kind.is_json() { Vec::new() } else { vec![plain] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use crate::raft::{Challenge, Draw};

    fn repairs<T: Notation>(text: &str, alphabet: &str) -> Vec<String> {
        let errors: Vec<_> = T::read(text).diagnostics().iter().map(|error| error.span).collect();
        let value = |text: &str| T::parse_canonical(text).map(|_| text.to_owned());
        let search = EditSearch { text, alphabet, names: "", errors: &errors, budget: 1 << 22, value };
        search.cheapest().iter().map(|edit| Fix::apply_all(&[&edit.fix], text)).collect()
    }

    #[test]
    fn two_edits_are_found_in_a_short_string() {
        let errors = [Span::new(0, 6)];
        let value = |text: &str| Draw::parse_canonical(text).map(|_| text.to_owned());
        let search = |text| EditSearch {
            text,
            alphabet: "ABCD123456",
            names: "",
            errors: &errors,
            budget: 1 << 22,
            value,
        };
        let found: Vec<String> = search("a3 b3")
            .cheapest_pairs()
            .iter()
            .map(|edit| Fix::apply_all(&[&edit.fix], "a3 b3"))
            .collect();
        assert_eq!(found, Vec::<String>::new());
        let found: Vec<String> =
            search("a3b3").cheapest_pairs().iter().map(|edit| Fix::apply_all(&[&edit.fix], "a3b3")).collect();
        assert_eq!(found, ["A3B3"]);
    }

    /// The budget used by each candidate is one byte more than the length of the string.
    #[test]
    fn a_search_stops_when_its_budget_is_used_up() {
        let tried = |budget| {
            let count = std::cell::Cell::new(0);
            let value = |_: &str| {
                count.set(count.get() + 1);
                None
            };
            let found =
                EditSearch { text: "A3B", alphabet: "ABCD123456", names: "", errors: &[], budget, value };
            assert_eq!(found.cheapest(), []);
            count.get()
        };
        assert_eq!([0, 3, 4, 7, 8].map(tried), [0, 0, 1, 1, 2]);
    }

    #[test]
    fn the_cheapest_edit_is_found() {
        let draw = |text| repairs::<Draw>(text, "ABCD123456");
        assert_eq!(draw("a3B3"), ["A3B3"]);
        assert_eq!(draw("3AB3"), ["A3B3"]);
        assert_eq!(draw("A3 B3"), ["A3B3"]);
        assert_eq!(draw("A3B"), ["A3B3"]);
        let challenge = |text| repairs::<Challenge>(text, "LSNEWAFCR0123456789");
        assert_eq!(challenge("LNSNFO006C10102R01203"), ["LNSNF0006C10102R01203"]);
    }
}
