//! Searches for a single edit, or a pair of edits, that repairs a string.

use super::ALTERNATIVES;
use super::lookalike::{are_alike, look_alike};
use crate::diagnostics::Span;
use crate::kinds::{self, ReadOptions};
use crate::notation::Kind;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) span: Span,
    pub(super) text: String,
    /// The less likely the mistake, the higher the cost. Replacing an incorrect character near an error costs 10.
    pub(super) cost: u32,
    /// Whether the edit certainly preserves what the writer meant.
    pub(super) safe: bool,
}

/// Costs of edits. From most to least likely, the mistakes are: a letter in the wrong case, a similar character, two
/// swapped characters, an additional character, an incorrect character, and a missing character. The costs were chosen
/// with `benches/mutations.rs`.
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
    /// The additional cost if no error was found near the edit.
    pub(super) const ELSEWHERE: u32 = 3;
    /// An edit that costs at most this much more than the cheapest one is also named.
    pub(super) const NEAR: u32 = 5;
}

impl Edit {
    pub(super) const fn replaces_look_alike(&self) -> bool {
        self.cost == cost::LOOK_ALIKE
    }

    /// Moves an edit that adds or removes a letter along equal letters, to the place of an error after it.
    pub(super) fn slide(&mut self, text: &str, to: Span) {
        let letter = if self.text.is_empty() { self.span.of(text) } else { &self.text };
        if (!self.text.is_empty() && self.span.start < self.span.end) || letter.chars().nth(1).is_some() {
            return;
        }
        while self.span.start < to.start && text[self.span.end..].starts_with(letter) {
            self.span = Span::new(self.span.start + letter.len(), self.span.end + letter.len());
        }
    }

    pub(super) fn changes_only_case(&self, text: &str) -> bool {
        !self.text.is_empty() && self.span.of(text).eq_ignore_ascii_case(&self.text)
    }
}

/// Above this number of edit pairs, the pair search is skipped.
const PAIRS: usize = 200_000;

pub(super) struct EditSearch<'a, R> {
    pub(super) text: &'a str,
    pub(super) alphabet: &'a str,
    /// The letters that begin the parts of strings of this kind.
    pub(super) names: &'a str,
    pub(super) errors: &'a [Span],
    /// Maximum total length, in bytes, of the candidates that the search may read.
    pub(super) budget: usize,
    /// Returns the canonical form of a candidate if the candidate is valid.
    pub(super) value: R,
}

/// A change at one place. It does not allocate memory, because a search tries thousands of changes.
#[derive(Clone, Copy)]
struct Change {
    span: Span,
    letters: Letters,
    cost: u32,
}

#[derive(Clone, Copy)]
enum Letters {
    None,
    One(char),
    Two(char, char),
}

impl Letters {
    fn push_to(self, buffer: &mut String) {
        match self {
            Self::None => {}
            Self::One(letter) => buffer.push(letter),
            Self::Two(first, second) => buffer.extend([first, second]),
        }
    }
}

impl<R: Fn(&str) -> Option<String>> EditSearch<'_, R> {
    /// Finds the cheapest single edits that repair the string, and the edits that are nearly as cheap if all of them can
    /// be named in a message. The list is empty if no edit is found within the budget.
    pub(super) fn cheapest(self) -> Vec<Edit> {
        let changes = self.changes().into_iter().map(|change| [change]).collect();
        let mut found = self.cheapest_of(changes, 0).0;
        if found.len() > ALTERNATIVES {
            let least = found[0].cost;
            found.retain(|edit| edit.cost == least);
        }
        found
    }

    /// For each value that is one edit away, finds the cheapest edit. Stops once there are more than `most` values.
    /// Returns `None` if the budget is too small to find all values.
    pub(super) fn values(self, most: usize) -> Option<Vec<Edit>> {
        let letters = self.text.chars().count();
        let each = self.alphabet.len() * 2 + 3;
        if letters.saturating_mul(each).saturating_mul(self.text.len()) > self.budget * 8 {
            return None;
        }
        let changes = Self { budget: usize::MAX, ..self };
        let all = changes.changes().into_iter().map(|change| [change]).collect();
        let (found, is_complete) = Self { budget: self.budget, ..changes }.cheapest_of(all, most);
        (is_complete || found.len() > most).then_some(found)
    }

    /// Finds the cheapest pairs of edits that repair the string. Each pair is returned as a single edit that also
    /// covers the text between the two changes. Only changes of case and of similar characters are paired. Pairs of
    /// other edits could turn almost any short string into a valid string that was not meant.
    pub(super) fn cheapest_pairs(self) -> Vec<Edit> {
        let mut singles = self.changes();
        singles.retain(|change| {
            change.cost <= cost::LOOK_ALIKE + cost::ELSEWHERE
                && matches!(change.letters, Letters::One(_))
                && change.span.start < change.span.end
        });
        let mut pairs = Vec::new();
        for &first in &singles {
            let later = singles.iter().filter(|second| first.span.end < second.span.start);
            pairs.extend(later.map(|&second| [first, second]));
            if pairs.len() > PAIRS {
                return Vec::new();
            }
        }
        self.cheapest_of(pairs, 0).0
    }

    /// Finds the cheapest candidates that repair the string, and returns whether all candidates were tried. A candidate
    /// is a list of changes, in the order in which they occur in the text. If `most` is not 0, the result instead has
    /// one edit per value, whatever the edit costs, and the search ends once there are more than `most` values.
    fn cheapest_of<const N: usize>(
        mut self,
        mut candidates: Vec<[Change; N]>,
        most: usize,
    ) -> (Vec<Edit>, bool) {
        let cost_of = |changes: &[Change; N]| changes.iter().map(|change| change.cost).sum::<u32>();
        let mut found: Vec<Edit> = Vec::new();
        let mut values: Vec<(String, bool)> = Vec::new();
        candidates.sort_by_key(cost_of);
        let mut buffer = String::with_capacity(self.text.len() + 8);
        for changes in candidates {
            let cost = cost_of(&changes);
            let Some(left) = self.budget.checked_sub(self.text.len() + 1) else { return (found, false) };
            let limit = if N == 1 && found.len() <= ALTERNATIVES { cost::NEAR } else { 0 };
            let is_dearer = || most == 0 && found.first().is_some_and(|best| cost > best.cost + limit);
            if is_dearer() || (most > 0 && found.len() > most) {
                return (found, false);
            }
            self.budget = left;
            self.write(&changes, &mut buffer);
            // Two edits can give the same string, for example when one of two equal letters is removed.
            let Some(value) = (self.value)(&buffer) else { continue };
            let is_canonical = value == buffer;
            let known = values.iter().position(|(known, _)| *known == value);
            // If two edits lead to the same value, prefer the edit whose result is canonical.
            if known.is_some_and(|known| values[known].1 || !is_canonical) {
                continue;
            }
            let span = changes[0].span.to(changes[N - 1].span);
            let after = self.text.len() - span.end;
            let text = buffer[span.start..buffer.len() - after].to_owned();
            let edit = Edit { span, text, cost, safe: false };
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
            change.letters.push_to(buffer);
            done = change.span.end;
        }
        buffer.push_str(&self.text[done..]);
    }

    /// Lists all possible changes, or only the changes near the errors if the budget is too small to test all of them.
    fn changes(&self) -> Vec<Change> {
        let letters = self.text.chars().count();
        let each = self.alphabet.len() * 2 + 3;
        let everywhere = letters.saturating_mul(each).saturating_mul(self.text.len());
        let is_everywhere = everywhere <= self.budget;
        let mut all = Vec::with_capacity(if is_everywhere { (letters + 1) * each } else { 0 });
        let mut characters = self.text.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            let elsewhere = !self.is_near(at);
            if elsewhere && !is_everywhere {
                continue;
            }
            let more = if elsewhere { cost::ELSEWHERE } else { 0 };
            let span = Span::new(at, at + character.len_utf8());
            let mut add = |span, letters, cost: u32| all.push(Change { span, letters, cost: cost + more });
            add(span, Letters::None, cost::DELETE);
            if let Some(&(_, next)) = characters.peek().filter(|&&(_, next)| next != character) {
                let both = Span::new(at, span.end + next.len_utf8());
                add(both, Letters::Two(next, character), cost::SWAP);
            }
            for letter in self.alphabet.chars() {
                if letter != character {
                    add(span, Letters::One(letter), replacement(character, letter));
                }
                add(Span::at(at), Letters::One(letter), self.insertion(letter));
            }
        }
        let span = Span::at(self.text.len());
        let more = if self.is_near(span.start) { 0 } else { cost::ELSEWHERE };
        let added =
            |letter| Change { span, letters: Letters::One(letter), cost: self.insertion(letter) + more };
        all.extend(self.alphabet.chars().map(added));
        all
    }

    fn insertion(&self, letter: char) -> u32 {
        match letter {
            '"' => cost::INSERT_MARK,
            _ if self.names.contains(letter) => cost::INSERT_NAME,
            _ => cost::INSERT,
        }
    }

    fn is_near(&self, at: usize) -> bool {
        self.errors.iter().any(|span| span.start <= at + 1 && at <= span.end)
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

pub(super) fn looks_like_one(found: char, alphabet: &str) -> bool {
    alphabet.chars().filter(|&letter| replacement(found, letter) == cost::LOOK_ALIKE).count() == 1
}

/// Replaces each character that is foreign to the kind with the character that it looks like, if there is exactly one.
pub(super) fn without_look_alikes(kind: Kind, text: &str) -> Vec<String> {
    let is_size = kind == Kind::Region && text.contains('x');
    let alphabet = if is_size { "x0123456789" } else { kinds::row(kind).alphabet() };
    let meant = |found: char| {
        let is_strange = !alphabet.contains(found) && looks_like_one(found, alphabet);
        alphabet
            .chars()
            .find(|&letter| is_strange && replacement(found, letter) == cost::LOOK_ALIKE)
            .unwrap_or(found)
    };
    let plain: String = text.chars().map(meant).collect();
    // If this is a string without the foreign characters, they may be superfluous, so nothing is replaced.
    let rest = text.replace(|found: char| meant(found) != found, "");
    let can_be_removed = rest == text || kinds::read(kind, &rest, &ReadOptions::default()).is_usable();
    Some(plain).filter(|_| !can_be_removed && !kind.is_json()).into_iter().collect()
}

pub(super) fn applied(text: &str, edit: &Edit) -> String {
    [&text[..edit.span.start], &edit.text, &text[edit.span.end..]].concat()
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
        search.cheapest().iter().map(|edit| applied(text, edit)).collect()
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
        let found: Vec<String> =
            search("a3 b3").cheapest_pairs().iter().map(|edit| applied("a3 b3", edit)).collect();
        assert_eq!(found, Vec::<String>::new());
        let found: Vec<String> =
            search("a3b3").cheapest_pairs().iter().map(|edit| applied("a3b3", edit)).collect();
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
