//! Repairs invalid texts: finds out how a whole text was damaged, or finds a single edit that makes the text valid.
//!
//! [`improve`] looks for the causes of the errors in a text. The text may, for example, be in quotation marks, have
//! Windows line breaks, or be a string of another kind. One such cause can lead to an error in every line, so all
//! errors are replaced with one error that names the cause. If a single edit makes the text valid, all errors are
//! replaced with one error at the place of the edit, and the edit becomes its fix. Fixes that do not help are removed.
//!
//! ```
//! use clowder::kinds::{self, ReadOptions};
//! use clowder::notation::Kind;
//! use clowder::repair::improve;
//!
//! let (options, text) = (ReadOptions::default(), "'A3B1D2'");
//! let reading = improve(Kind::Draw, text, &options, kinds::read(Kind::Draw, text, &options));
//! let error = reading.diagnostics().iter().next().unwrap();
//! assert_eq!(error.to_string(), "0..1: text/quoted: the text is in quotation marks");
//! assert_eq!(error.fix.as_ref().unwrap().text, "A3B1D2");
//! ```

mod case;
mod edits;
mod fixes;
mod identify;
mod inside;
mod layers;
mod literals;
mod lookalike;
mod order;
mod other_kind;
mod others;
mod program_error;

pub use identify::{Candidate, Fit, identify, without_final_line_break};
pub(crate) use identify::{Identified, Known, is_word};
pub(crate) use program_error::is_error_message;

use crate::diagnostics::{Class, Code, Diagnostic, Diagnostics, Fix, Meaning, Severity, Span, codes, listed};
use crate::kinds::{self, AnyReading, ReadOptions, changed};
use crate::notation::reading::uncounted;
use crate::notation::{Kind, Reading};
use edits::{Edit, EditSearch};
use layers::Undone;
use others::Others;
use std::cell::RefCell;

/// Texts that are longer than this, in bytes, are not repaired. Strings are usually much shorter.
const LONGEST: usize = 64 << 10;
/// Maximum total length, in bytes, of the candidates that a search for edits reads. Reading that many bytes with a
/// quick grammar takes about 5 ms.
const BUDGET: usize = 4 << 20;
/// The thorough reader takes about this many times longer than a quick grammar.
const THOROUGH: usize = 32;
/// A text with more errors than this takes long to read, so the search for all valid values one edit away from it is
/// skipped.
const MOST_ERRORS: usize = 12;
/// Maximum number of repaired strings that a message suggests.
const ALTERNATIVES: usize = 3;
/// Pairs of edits are tried only if the text has one of these lengths, in bytes. Two edits could make almost any
/// shorter text valid.
const SHORT: std::ops::RangeInclusive<usize> = 4..=12;
/// A repaired text up to this length, in bytes, is shown as a whole in a message.
const SHOWN: usize = 60;
/// Of a longer text, only the edit is shown, with this many characters on each side.
const AROUND: usize = 8;

/// Looks for the causes of the errors in `reading`, the result of reading `text`.
///
/// The returned result has at most as many errors as `reading`. Errors of class `canon` do not count, because some of
/// them appear only after other damage is undone. Applying the fixes of the returned result (see
/// [`Diagnostics::repaired`](crate::diagnostics::Diagnostics::repaired)) leaves fewer errors than before, or only
/// errors of class `canon`. If all errors are of class `canon`, each of them gets a fix. If `reading` has no errors, or
/// if the text is very long, `reading` is returned unchanged.
///
/// ```
/// use clowder::kinds::{self, ReadOptions};
/// use clowder::{notation::Kind, repair};
///
/// let options = ReadOptions::default();
/// let reading = kinds::read(Kind::Hand, "AkhfDa ", &options);
/// assert!(!repair::improve(Kind::Hand, "AkhfDa ", &options, reading).diagnostics().is_empty());
/// ```
pub fn improve(kind: Kind, text: &str, options: &ReadOptions, reading: AnyReading) -> AnyReading {
    improve_with(kind, text, options, reading, &Others::default())
}

/// Like [`improve`], but reuses the results of earlier readings in `others`.
fn improve_with(
    kind: Kind,
    text: &str,
    options: &ReadOptions,
    reading: AnyReading,
    others: &Others,
) -> AnyReading {
    if reading.diagnostics().is_empty() || text.len() > LONGEST {
        return reading;
    }
    uncounted(|| {
        let is_spelling = |code: &Code| code.class == Class::Canon && code.group() == kind.name();
        let has_spellings = kind.is_json() || codes::all().any(is_spelling);
        let repair = Repair { kind, given: text, options, has_spellings, others, found: RefCell::default() };
        if is_wrong(&reading) { repair.improve(reading) } else { repair.with_canonical_fixes(reading) }
    })
}

/// Returns up to two canonical strings of this kind that are one edit away from a text. For JSON, and for texts that
/// take long to search, returns none.
fn one_edit_away(kind: Kind, text: &str, options: &ReadOptions) -> Vec<String> {
    let alphabet = kinds::row(kind).alphabet();
    let strange = text.chars().filter(|&letter| !alphabet.contains(letter)).take(2).count();
    if kind.is_json() || strange > 1 {
        return Vec::new();
    }
    let value = |text: &str| kinds::is_canonical(kind, text, options).then(|| text.to_owned());
    let search = EditSearch { text, alphabet, names: "", errors: &[], budget: BUDGET / THOROUGH, value };
    let found = uncounted(|| search.values(1)).unwrap_or_default();
    found.iter().map(|edit| Fix::apply_all(&[&edit.fix], text)).collect()
}

fn is_wrong(reading: &AnyReading) -> bool {
    count(reading) > 0 && !reading.is_usable()
}

/// Counts the errors. If the text has no value, the count is at least 1.
fn count(reading: &AnyReading) -> usize {
    errors(reading).count().max(usize::from(reading.value().is_none()))
}

fn errors(reading: &AnyReading) -> impl Iterator<Item = &Diagnostic> {
    reading.diagnostics().iter().filter(|found| found.severity == Severity::Error)
}

struct Repair<'a> {
    kind: Kind,
    /// The given text. It has errors, so it is never the result of a repair and need not be read again.
    given: &'a str,
    options: &'a ReadOptions,
    /// Whether a value of this kind can be written in more than one way.
    has_spellings: bool,
    /// The texts that were already read as strings of other kinds.
    others: &'a Others,
    /// The last text that was searched for edits, with the result. This search takes most of a repair's time, and
    /// several steps need its result.
    found: RefCell<Option<(String, Vec<Edit>)>>,
}

impl Repair<'_> {
    fn read(&self, text: &str) -> AnyReading {
        kinds::read(self.kind, text, self.options)
    }

    fn is_right(&self, text: &str) -> Option<String> {
        let is_right = text != self.given && kinds::is_canonical(self.kind, text, self.options);
        is_right.then(|| text.to_owned())
    }

    /// Returns the canonical form of a text if it is a string of this kind. For the given text, returns `None`, because
    /// a text is not its own repair.
    fn value(&self, text: &str) -> Option<String> {
        if text == self.given {
            return None;
        }
        if !self.has_spellings {
            return self.is_right(text);
        }
        let reading = self.read(text);
        if reading.is_canonical() {
            return Some(text.to_owned());
        }
        reading.is_usable().then(|| reading.into_value()).flatten().map(|value| value.canonical())
    }

    fn improve(&self, reading: AnyReading) -> AnyReading {
        let text = self.given;
        if let Some(error) = self.other_kind(text, &reading) {
            return Reading::refused(error);
        }
        let compared = text.contains("but was").then(|| self.several()).flatten();
        if let Some(error) = compared {
            return Reading::refused(error);
        }
        let undone = self.undone(&reading);
        if let Undone::String(error) = undone {
            return Reading::refused(error);
        }
        if let Some(error) = self.several().or_else(|| self.program_error()) {
            return Reading::refused(error);
        }
        let found = match undone {
            Undone::Partly(inside, rest, error) if !self.one_edit_is_likelier(text, &reading) => {
                self.partly(&inside, rest, error)
            }
            _ => self.edited(text, reading),
        };
        match self.no_string(&found) {
            Some(error) => Reading::refused(error),
            None => found,
        }
    }

    /// Whether a single mistyped character explains the error better than damage to the whole text does. For example,
    /// one letter of a text may have the wrong case.
    fn one_edit_is_likelier(&self, text: &str, reading: &AnyReading) -> bool {
        let plain = text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b'\n');
        plain
            && count(reading) == 1
            && !self.edits(text, reading).is_empty()
            && layers::unquoted(text).is_none()
    }

    fn edits(&self, text: &str, reading: &AnyReading) -> Vec<Edit> {
        let known = self.found.borrow().as_ref().filter(|(searched, _)| searched == text).cloned();
        if let Some((_, edits)) = known {
            return edits;
        }
        let look_alike = self.look_alike(text).map(|edit| vec![edit]);
        let edits = look_alike.unwrap_or_else(|| self.search_edits(text, reading));
        *self.found.borrow_mut() = Some((text.to_owned(), edits.clone()));
        edits
    }

    fn search_edits(&self, text: &str, reading: &AnyReading) -> Vec<Edit> {
        // No edit is suggested for a text that has only these errors. If a cat or a penguin is listed twice, it is
        // unknown what was meant in place of the second one. If a hand has too many cards, any of them can be the superfluous one. If
        // the size of a region is wrong, many other sizes are one edit away.
        let undecided = [
            &codes::raft::EXHAUSTED_DUPLICATE,
            &codes::penguins::CHALLENGE_SAME_HEXAGON,
            &codes::raft::EXHAUSTED_SAME_SQUARE,
            &codes::raft::HAND_TOO_MANY_CARDS,
            &codes::polyomino::REGION_SIZE,
            &codes::polyomino::REGION_TOO_LARGE,
        ];
        // Strings inside JSON are repaired separately.
        let is_undecided = |error: &Diagnostic| error.part.is_some() || undecided.contains(&error.code);
        // Two edits can replace at most two foreign characters. A text with more of them is not searched.
        let alphabet = kinds::row(self.kind).alphabet();
        let is_closed = !self.kind.is_json() && !matches!(self.kind, Kind::Region | Kind::Polyomino);
        let strange = text.chars().filter(|&letter| !alphabet.contains(letter)).take(3).count();
        if errors(reading).all(is_undecided) || is_closed && strange > 2 {
            return Vec::new();
        }
        let places = places(reading);
        let spans = |meaning: Meaning| -> Vec<Span> {
            let errors = reading.diagnostics().iter().filter(|error| error.code.meanings.contains(&meaning));
            errors.map(|error| error.span).collect()
        };
        let is_repeated = case::is_repetition(reading.diagnostics());
        let budget = match self.kind {
            Kind::RaftRecord => 0,
            _ if count(reading) > MOST_ERRORS => 0,
            kind if kind.is_json() => BUDGET / THOROUGH / 4,
            _ => BUDGET / THOROUGH,
        };
        let search = EditSearch { budget, ..self.search(text, &places, |text| self.value(text)) };
        if let Some(mut all) = search.values(ALTERNATIVES).filter(|all| !all.is_empty()) {
            if all.len() <= ALTERNATIVES {
                // A letter in the wrong case outweighs all other edits.
                let is_cheapest = all.get(1).is_none_or(|second| second.cost > all[0].cost);
                if is_cheapest && self.is_certain(text, &all[0]) {
                    all.truncate(1);
                }
                let is_only = all.len() == 1;
                for fix in all.iter_mut().map(|edit| &mut edit.fix) {
                    // If a part of the string is incomplete, removing what is left of it is only a suggestion. So is
                    // removing the size from a polyomino name such as `L4`. An edit of a drawn polyomino is also only
                    // a suggestion, because squares of the drawing may be missing.
                    let is_cut = |short: &Span| short.start == short.end && fix.span.end == short.start;
                    let is_rest = fix.text.is_empty()
                        && (self.kind == Kind::Polyomino && text.len() == 2
                            || spans(Meaning::CutShort).iter().any(is_cut));
                    let is_drawing = self.kind == Kind::Polyomino && text.contains('/');
                    fix.safe = is_only && !is_rest && !is_drawing;
                }
                return all;
            }
            let canonical = self.search(text, &places, |text| self.is_right(text)).values(ALTERNATIVES);
            if let Some(edits) = canonical.filter(|edits| (2..=ALTERNATIVES).contains(&edits.len())) {
                return edits;
            }
        }
        // If a digit of a challenge is missing, it can be any digit, unless another character is in its place.
        let has = |code: &Code| reading.diagnostics().iter().any(|error| error.code == code);
        if has(&codes::penguins::CHALLENGE_CUT_SHORT) && !has(&codes::penguins::CHALLENGE_STRAY) {
            return Vec::new();
        }
        let mut edits = self.search(text, &places, |text| self.is_right(text)).cheapest();
        let copies = spans(Meaning::Duplicate);
        edits.retain(|edit| {
            let Fix { span, text: new, .. } = &edit.fix;
            // If a component occurs twice, an edit outside the reported copy would change the meaning. Swapping two
            // characters of the copy would give another component, which was hardly meant.
            let is_swap = new.len() > 1 && new.len() == span.end - span.start;
            let is_inside = |copy: &Span| copy.start <= span.start && span.end <= copy.end && !is_swap;
            (copies.is_empty() || count(reading) > 1 || copies.iter().any(is_inside))
                && !(is_repeated && edit.changes_only_case(text))
        });
        let is_cheapest = |edit: &Edit| edits.iter().skip(1).all(|other| other.cost > edit.cost);
        if edits.first().is_some_and(|edit| is_cheapest(edit) && self.is_certain(text, edit)) {
            edits.truncate(1);
            edits[0].fix.safe = true;
        }
        edits
    }

    /// Whether an edit certainly restores the intended character. Either the edit changes only the case of a letter, or
    /// the replaced character looks like exactly one character of the alphabet. Usually, the alphabet must not contain
    /// the replaced character itself.
    fn is_certain(&self, text: &str, edit: &Edit) -> bool {
        let alphabet = kinds::row(self.kind).alphabet();
        let found = edit.fix.span.of(text).chars().next().unwrap_or_default();
        // The direction of an action and the name of a polyomino are never lowercase letters.
        let has_one_case = matches!(self.kind, Kind::Action | Kind::Polyomino);
        if edit.changes_only_case(text) {
            return !alphabet.contains(found) || has_one_case;
        }
        // In JSON, a capital letter may also stand for the same letter in lower case.
        let can_be_other = self.kind.is_json() && found.is_uppercase();
        edit.replaces_look_alike() && !can_be_other && edits::only_look_alike(found, alphabet).is_some()
    }

    /// Returns the edit for a text whose only mistake is one look-alike character.
    fn look_alike(&self, text: &str) -> Option<Edit> {
        let plain = edits::without_look_alikes(self.kind, text).pop()?;
        let fix = difference(text, &plain);
        let is_one = fix.span.of(text).chars().count() == 1;
        self.value(&plain).filter(|_| is_one)?;
        Some(Edit { fix, cost: 0 })
    }

    /// Creates a search for edits. The longer a string of this kind takes to read, the smaller the budget.
    fn search<'a, R: Fn(&str) -> Option<String>>(
        &'a self,
        text: &'a str,
        errors: &'a [Span],
        value: R,
    ) -> EditSearch<'a, R> {
        let row = kinds::row(self.kind);
        // JSON takes longer to read than other strings do.
        let budget = match (row.has_quick_grammar(), self.kind.is_json()) {
            (true, false) => BUDGET,
            (true, true) => BUDGET / 8,
            // A record takes even longer, because the rules are applied to each of its steps.
            (false, _) if self.kind == Kind::RaftRecord => BUDGET / 96,
            (false, _) => BUDGET / 32,
        };
        let names = match self.kind {
            Kind::Hand | Kind::Decks => "ABCD",
            Kind::Challenge => "LFCR",
            _ => "",
        };
        EditSearch { text, alphabet: row.alphabet(), names, errors, budget, value }
    }

    /// If an edit makes the text valid, replaces all errors with a single one that suggests the edit. Otherwise, keeps
    /// the errors, but removes the fixes that do not help.
    fn edited(&self, text: &str, reading: AnyReading) -> AnyReading {
        if let Some(found) = self.in_string(text, &reading) {
            return found;
        }
        if errors(&reading).any(|error| error.part.is_some()) {
            return self.with_checked_fixes(text, reading);
        }
        let mut edits = self.edits(text, &reading);
        if let ([only], Some(error)) = (&mut edits[..], errors(&reading).next()) {
            only.slide(text, error.span);
        }
        let are_pairs = edits.is_empty() && SHORT.contains(&text.len());
        if are_pairs {
            let places = places(&reading);
            edits = self.search(text, &places, |text| self.is_right(text)).cheapest_pairs();
        }
        let Some(at) = edits.first().map(|edit| edit.fix.span) else {
            return self.with_checked_fixes(text, reading);
        };
        // Many edits at the same place show where the error is, but not what was meant.
        let is_one_place = edits.iter().all(|edit| edit.fix.span == at);
        if edits.len() > ALTERNATIVES && !is_one_place && !are_pairs {
            return self.with_checked_fixes(text, reading);
        }
        // The edit is best explained by an error whose own fix writes the same characters.
        let asks = |error: &Diagnostic| {
            let same = |fix: &Fix| !fix.text.is_empty() && fix.text == edits[0].fix.text;
            edits.len() == 1 && error.fix.as_ref().is_some_and(same)
        };
        let distance = |error: &&Diagnostic| {
            (
                !asks(error),
                error.span.start.max(at.start)
                    - error.span.end.min(at.end).min(error.span.start.max(at.start)),
                error.span.start,
            )
        };
        let Some(nearest) = reading.diagnostics().iter().min_by_key(distance) else { return reading };
        let mut error = nearest.clone();
        let is_edit = |fix: &Fix| edits.iter().any(|edit| edit.fix == *fix);
        error.fix = error.fix.map(|fix| Fix { safe: false, ..fix }).filter(is_edit);
        let contains = error.span.start <= at.start && at.end <= error.span.end;
        if is_one_place && !contains && error.found.is_some() {
            // The message is about what was found, so it keeps its place.
            let new = &edits[0].fix.text;
            let note = match (at.end - at.start, new.len()) {
                (0, _) => "something may be missing here",
                (_, 0) => "this may be superfluous",
                _ if new.chars().rev().eq(at.of(text).chars()) => "these may be swapped",
                _ => "this may be wrong",
            };
            error = error.related(at, note);
        } else if is_one_place && !contains {
            error.span = at;
        }
        match &edits[..] {
            [only] => {
                // The marked span does not show where a character is missing.
                let is_hidden = at.start == at.end && contains && error.span.end - error.span.start > 1;
                let is_short = text.len() <= SHOWN && !text.contains('\n') && error.help.is_none();
                if is_hidden || (!only.fix.safe && is_short) {
                    error = error.help(alternatives(text, &edits));
                }
                error.fix = Some(only.fix.clone());
            }
            several if several.len() > ALTERNATIVES && !are_pairs => {
                // If the error lists what was expected, this help would only repeat the list.
                if error.help.is_none() && error.expected.is_empty() && at.start < at.end {
                    let many = several.len();
                    error = error.help(format!("write the intended character here; {many} are possible"));
                }
            }
            several => error = error.help(alternatives(text, several)),
        }
        let (value, _) = reading.into_parts();
        Reading::new(value, error.into())
    }

    /// If all errors of a JSON text are in one of its strings, repairs this string as the kind that is expected there.
    /// The repair is only a suggestion. Another edit might also make the JSON text valid, but there are too many edits
    /// to try them all.
    fn in_string(&self, text: &str, reading: &AnyReading) -> Option<AnyReading> {
        let first = errors(reading).next().filter(|_| self.kind.is_json())?;
        let kind: Kind = first.code.group().parse().ok().filter(|kind| *kind != self.kind)?;
        let place = |error: &Diagnostic| match error.part {
            Some(part) => Some((Some(part), Span::new(0, reading.parts()[part].len()))),
            None => Some((None, literal_at(text, error.span)?)),
        };
        let (part, at) = place(first)?;
        let string = at.of(part.map_or(text, |part| &reading.parts()[part]));
        let options = ReadOptions::default();
        let inside = kinds::read(kind, string, &options);
        if !errors(reading).all(|error| place(error) == Some((part, at))) || !is_wrong(&inside) {
            return None;
        }
        let mut found = Diagnostics::new();
        for mut error in improve(kind, string, &options, inside).into_parts().1 {
            error = error.shifted(at.start);
            error.part = part;
            error.related.iter_mut().for_each(|note| note.part = part);
            error.fix.iter_mut().for_each(|fix| fix.safe = false);
            found.push(error);
        }
        Some(Reading::refused(found).with_parts(reading.parts().to_vec()))
    }
}

/// Locates the content of the JSON string at `span`, without its quotation marks. Returns `None` if the string has
/// escapes.
fn literal_at(text: &str, span: Span) -> Option<Span> {
    let is_mark = text[span.start..].starts_with('"');
    let start = if is_mark { span.start } else { text[..span.start].rfind('"')? } + 1;
    let end = start + text[start..].find('"')?;
    (span.end <= end + 1 && !text[start..end].contains('\\')).then(|| Span::new(start, end))
}

fn places(reading: &AnyReading) -> Vec<Span> {
    let all = |error: &Diagnostic| {
        [error.span].into_iter().chain(error.related.iter().map(|note| note.span)).collect::<Vec<_>>()
    };
    reading.diagnostics().iter().flat_map(all).collect()
}

/// Asks whether one of the repaired strings was meant. If there are too many of them, only the first is shown, with
/// their number.
fn alternatives(text: &str, edits: &[Edit]) -> String {
    let repaired: Vec<String> = edits.iter().map(|edit| shown(text, &edit.fix)).collect();
    match repaired.len() {
        ..=ALTERNATIVES => format!("did you mean {}?", listed(&repaired, "or")),
        many => format!("did you mean {}, one of {many} equally near?", repaired[0]),
    }
}

/// Returns the shortest safe fix that turns one text into the other.
fn difference(before: &str, after: &str) -> Fix {
    let span = changed(before, after);
    let text = after[span.start..after.len() - (before.len() - span.end)].to_owned();
    Fix { span, text, safe: true }
}

/// Returns the repaired text in code quotes. Of a long text, only the part around the edit is returned.
fn shown(text: &str, edit: &Fix) -> String {
    let repaired = Fix::apply_all(&[edit], text);
    if text.len() <= SHOWN {
        return format!("`{repaired}`");
    }
    let start = text[..edit.span.start].char_indices().rev().nth(AROUND - 1).map_or(0, |(at, _)| at);
    let after = repaired.len() - (text.len() - edit.span.end);
    let end = repaired[after..].char_indices().nth(AROUND).map_or(repaired.len(), |(at, _)| after + at);
    let dots = |is_cut| if is_cut { "..." } else { "" };
    format!("{}`{}`{}", dots(start > 0), &repaired[start..end], dots(end < repaired.len()))
}

fn one_of(names: &[&str]) -> String {
    listed(&names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>(), "or")
}
