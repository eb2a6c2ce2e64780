//! Repairs wrong texts. The repair finds the damage to a whole text, or a single edit that makes the text correct.
//!
//! [`improve`] takes a reading with errors and looks for their causes. For example, a text can be quoted, saved with
//! Windows line breaks, or given as the wrong kind. Such a cause can lead to an error in each line of the text. All
//! these errors are replaced by one error that reports the cause. If one edit makes the text correct, the errors are
//! replaced by one error at the place of the edit, with the edit as its fix. Fixes that do not help are removed.
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
mod damage;
mod edits;
mod fixes;
mod identify;
mod inside;
mod literals;
mod lookalike;
mod mapped;
mod order;
mod other_kind;
mod others;
mod program_error;
mod unwrap;

pub use identify::{Candidate, Fit, identify, without_final_line_break};
pub(crate) use identify::{Identified, Known, is_word};
pub(crate) use program_error::is_error_message;

use crate::diagnostics::{Class, Diagnostic, Diagnostics, Fix, Meaning, Severity, Span, codes, listed};
use crate::kinds::{self, AnyReading, ReadOptions};
use crate::notation::reading::uncounted;
use crate::notation::{Kind, Reading};
use damage::Damage;
pub(crate) use damage::WITHOUT_MARK;
use edits::{Edit, EditSearch};
use mapped::Mapped;
use others::Others;
use std::cell::RefCell;

/// The length of the longest text, in bytes, that is repaired. Strings are usually much shorter.
const LONGEST: usize = 64 << 10;
/// The maximum number of kinds of damage that are undone in one text.
const LAYERS: usize = 4;
/// The maximum total length, in bytes, of the candidates that the search for an edit reads. With a quick grammar,
/// reading this many bytes takes about 5 ms.
const BUDGET: usize = 4 << 20;
/// How many times longer it takes to read a string with all its errors than with a quick grammar.
const THOROUGH: usize = 16;
/// The maximum number of edits that are named if several edits are equally likely.
const ALTERNATIVES: usize = 3;
/// The lengths of texts, in bytes, for which pairs of edits are tried. Two edits could make almost any shorter text
/// correct.
const SHORT: std::ops::RangeInclusive<usize> = 4..=12;
/// The length of the longest repaired text, in bytes, that is shown in a message.
const SHOWN: usize = 60;
/// The number of characters before and after an edit that are shown if the repaired text is longer.
const AROUND: usize = 8;

/// Looks for the causes of the errors in a text that was read. The result has at most as many errors as the reading.
/// Errors of class `canon` are not counted, because some of them appear only after other damage is undone.
/// If the fixes of the result are applied (see [`Diagnostics::repaired`]), fewer errors are left than before, or only
/// errors of class `canon`. If all errors are of
/// class `canon`, each of them gets a fix. A reading is returned as it is if it has no errors, or if the text is very long.
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

/// Does the same as [`improve`]. `others` contains the results of earlier readings.
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
        let repair = Repair { kind, given: text, options, others, found: RefCell::default() };
        if is_wrong(&reading) { repair.improve(reading) } else { repair.with_canonical_fixes(reading) }
    })
}

fn is_wrong(reading: &AnyReading) -> bool {
    count(reading) > 0 && !reading.is_usable()
}

/// Returns the number of errors. The number is at least 1 if the text has no value.
fn count(reading: &AnyReading) -> usize {
    errors(reading).count().max(usize::from(reading.value().is_none()))
}

/// Returns the errors of a reading, without its warnings.
fn errors(reading: &AnyReading) -> impl Iterator<Item = &Diagnostic> {
    reading.diagnostics().iter().filter(|found| found.severity == Severity::Error)
}

struct Repair<'a> {
    kind: Kind,
    /// The text that was given. It has errors, so it is never a repaired text and is not read again.
    given: &'a str,
    options: &'a ReadOptions,
    /// The texts that were already read as strings of other kinds.
    others: &'a Others,
    /// The last text that was searched for edits, with the result. The search takes most of the time of a repair, and
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

    /// Returns the canonical form of a text that is a string of the kind.
    fn value(&self, text: &str) -> Option<String> {
        if text == self.given {
            return None;
        }
        let reading = self.read(text);
        if reading.is_canonical() {
            return Some(text.to_owned());
        }
        reading.is_usable().then(|| reading.into_value()).flatten().map(|value| value.canonical())
    }

    fn improve(&self, reading: AnyReading) -> AnyReading {
        let text = self.given;
        if let Some(error) = self.program_error() {
            return Reading::refused(error);
        }
        if let Some(error) = self.other_kind(text, &reading) {
            return Reading::refused(error);
        }
        let is_comparison = text.contains("but was");
        let compared = || is_comparison.then(|| self.several(text)).flatten();
        if let Some(error) = compared().or_else(|| self.unwrapped(&reading)).or_else(|| self.several(text)) {
            return Reading::refused(error);
        }
        let before = count(&reading);
        let mut layers: Vec<(Damage, Mapped)> = Vec::new();
        let mut rest = reading;
        let is_state = damage::is_state_for(self.kind, text);
        while !is_state && layers.len() < LAYERS && count(&rest) > 0 && !rest.is_usable() {
            let current = layers.last().map_or(text, |(_, mapped)| mapped.text());
            if self.one_edit_is_likelier(current, &rest) || self.other_kind(current, &rest).is_some() {
                break;
            }
            let Some((damage, mapped, after)) = self.undo_one(current, &rest, &layers) else { break };
            if damage == Damage::Case && !case::is_certain(self.kind, current, mapped.text()) {
                return self.uncertain_case(before, &layers);
            }
            layers.push((damage, mapped));
            rest = after;
        }
        let current = layers.last().map_or(text, |(_, mapped)| mapped.text());
        if is_wrong(&rest) {
            rest = match self.other_kind(current, &rest) {
                Some(error) => Reading::refused(error),
                None => self.edited(current, rest),
            };
        }
        if let Some(error) = self.no_string(&rest) {
            return Reading::refused(error);
        }
        if layers.is_empty() {
            return rest;
        }
        let mut found: Diagnostics = Self::damages(text, &layers);
        found.extend(to_original(&layers, rest.diagnostics().clone()));
        let (value, _) = rest.into_parts();
        Reading::new(value, self.with_fixes_together(before, found))
    }

    /// Undoes one kind of damage, if this leaves fewer errors than before. No kind of damage is undone twice. If
    /// several repairs are possible, the best one is chosen. A repair that leaves no errors is better than a repair
    /// that leaves some. If this does not decide between two repairs, a repair of guessed damage (see
    /// [`Damage::is_a_guess`]) is worse than a repair of other damage. If the two repairs are still equally good, the
    /// one that leaves fewer errors is better.
    fn undo_one(
        &self,
        text: &str,
        given: &AnyReading,
        layers: &[(Damage, Mapped)],
    ) -> Option<(Damage, Mapped, AnyReading)> {
        let before = count(given);
        let mut best: Option<(Damage, Mapped, AnyReading)> = None;
        let mut least = (true, true, before);
        let is_new =
            |damage: &Damage| !damage.needs_a_string() && layers.iter().all(|(undone, _)| undone != damage);
        for damage in Damage::ALL.into_iter().filter(is_new) {
            for mapped in damage.undo(self.kind, text, given.diagnostics()) {
                if [text, self.given].contains(&mapped.text()) {
                    continue;
                }
                let reading = self.read(mapped.text());
                let after = if reading.is_usable() { 0 } else { count(&reading) };
                let rank = (after > 0, damage.is_a_guess(), after);
                if after < before && rank < least {
                    least = rank;
                    best = Some((damage, mapped, reading));
                }
            }
        }
        best
    }

    /// Returns the reading of a text whose letters are all small or all capital, if it is not certain which of them
    /// must be changed. The error about the case has no fix, because a wrong choice would change the meaning of the
    /// text. `before` is the number of errors of the given text, and `layers` contains the damage that was undone.
    fn uncertain_case(&self, before: usize, layers: &[(Damage, Mapped)]) -> AnyReading {
        let current = layers.last().map_or(self.given, |(_, mapped)| mapped.text());
        let first = current.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(0);
        let span = Span::new(first, (first + 1).min(current.len()));
        let error = Diagnostic::new(Damage::Case.code(), span, case::message(current));
        let mut found = Self::damages(self.given, layers);
        found.extend(to_original(layers, error.help(case::help(self.kind)).into()));
        Reading::refused(self.with_fixes_together(before, found))
    }

    /// Returns true if a single mistyped character explains the error better than damage to the whole text. For
    /// example, a text with letters of both cases can have one letter with the wrong case.
    fn one_edit_is_likelier(&self, text: &str, reading: &AnyReading) -> bool {
        let plain = text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b'\n');
        plain && count(reading) == 1 && !self.edits(text, reading).is_empty() && !is_quoted(text)
    }

    /// Returns one error for each kind of damage that was undone, with its fix in the original text.
    fn damages(text: &str, layers: &[(Damage, Mapped)]) -> Diagnostics {
        let mut before = text;
        let mut errors = Vec::new();
        for (index, (damage, mapped)) in layers.iter().enumerate() {
            let changed = changed(before, mapped.text());
            let first = changed.start + before[changed.start..].chars().next().map_or(0, char::len_utf8);
            let origin =
                |span| layers[..index].iter().rev().fold(span, |span, (_, layer)| layer.origin(span));
            let end = mapped.text().len() - (before.len() - changed.end);
            let fix = Span::new(changed.start, end).of(mapped.text());
            let span = origin(Span::new(changed.start, first.min(changed.end)));
            let repaired = mapped.text();
            let is_short = index + 1 == layers.len() && repaired.len() <= SHOWN && !repaired.contains('\n');
            let help = damage.help(before);
            let help = if is_short { format!("{help}: `{repaired}`") } else { help.to_owned() };
            let error = Diagnostic::new(damage.code(), span, damage.message(before));
            errors.push(error.fix(origin(changed), fix).safe(*damage != Damage::Case).help(help));
            before = mapped.text();
        }
        errors.into_iter().collect()
    }

    /// Returns the cheapest edits that make the text correct.
    fn edits(&self, text: &str, reading: &AnyReading) -> Vec<Edit> {
        let known = self.found.borrow().as_ref().filter(|(searched, _)| searched == text).cloned();
        if let Some((_, edits)) = known {
            return edits;
        }
        let edits = self.search_edits(text, reading);
        *self.found.borrow_mut() = Some((text.to_owned(), edits.clone()));
        edits
    }

    fn search_edits(&self, text: &str, reading: &AnyReading) -> Vec<Edit> {
        // If a cat is listed twice, it is not known which other cat was meant. An edit of a size gives another size.
        let undecided = [
            &codes::raft::EXHAUSTED_DUPLICATE,
            &codes::raft::EXHAUSTED_SAME_SQUARE,
            &codes::polyomino::REGION_SIZE,
            &codes::polyomino::REGION_TOO_LARGE,
        ];
        if reading.diagnostics().iter().any(|error| undecided.contains(&error.code)) {
            return Vec::new();
        }
        let places = places(text, reading);
        let is_repeated = case::is_repetition(reading.diagnostics());
        let search = self.search(text, &places, |text| self.value(text));
        let budget = match self.kind {
            Kind::RaftRecord => 0,
            kind if kind.is_json() => BUDGET / THOROUGH / 8,
            _ => BUDGET / THOROUGH,
        };
        if let Some(mut all) = (EditSearch { budget, ..search }).values(ALTERNATIVES)
            && !all.is_empty()
        {
            if all.len() <= ALTERNATIVES {
                let is_only = all.len() == 1;
                for edit in &mut all {
                    edit.safe = is_only;
                }
                return all;
            }
            let search = self.search(text, &places, |text| self.is_right(text));
            let canonical = search.values(ALTERNATIVES).filter(|edits| edits.len() <= ALTERNATIVES);
            if let Some(edits) = canonical.filter(|edits| edits.len() > 1) {
                return edits;
            }
        }
        let mut edits = self.search(text, &places, |text| self.is_right(text)).cheapest();
        // If a component occurs twice, only edits inside the reported copy are suggested, because an edit elsewhere
        // would change the meaning.
        let duplicates: Vec<Span> = reading
            .diagnostics()
            .iter()
            .filter(|error| error.code.meanings.contains(&Meaning::Duplicate))
            .map(|error| error.span)
            .collect();
        if is_repeated {
            edits.retain(|edit| !edit.changes_only_case(text));
        }
        if !duplicates.is_empty() {
            // Two swapped characters make another component, which was hardly meant.
            let is_swap =
                |edit: &Edit| edit.text.len() > 1 && edit.text.len() == edit.span.end - edit.span.start;
            let is_inside = |edit: &Edit, span: &Span| {
                span.start <= edit.span.start && edit.span.end <= span.end && !is_swap(edit)
            };
            edits.retain(|edit| duplicates.iter().any(|span| is_inside(edit, span)));
        }
        // If a part of a component is missing, an edit that removes the rest of this component is not suggested.
        let is_short = |error: &&Diagnostic| error.code.meanings.contains(&Meaning::CutShort);
        for short in reading.diagnostics().iter().filter(is_short).map(|error| error.span) {
            // A part before other digits can also be an additional digit.
            let is_before_digit = text[short.end..].starts_with(|next: char| next.is_ascii_digit());
            let is_rest = |span: Span| {
                if short.start == short.end {
                    return span.end == short.start;
                }
                !is_before_digit && span.start <= short.start && short.end <= span.end
            };
            edits.retain(|edit| !(edit.text.is_empty() && is_rest(edit.span)));
        }
        if let [only] = &mut edits[..] {
            let alphabet = kinds::row(self.kind).alphabet();
            let has = |letter: char| alphabet.contains(letter);
            let found = only.span.of(text).chars().next().unwrap_or_default();
            // A small letter never means a direction, and the names of polyominoes are capitals.
            let has_one_case = matches!(self.kind, Kind::Action | Kind::Polyomino);
            let is_case = only.changes_only_case(text) && (!has(found) || has_one_case);
            only.safe = is_case
                || (only.replaces_look_alike() && !has(found) && edits::looks_like_one(found, alphabet));
        }
        edits
    }

    /// Returns a search for edits. Its budget depends on how long it takes to read a string of the kind.
    fn search<'a, R: Fn(&str) -> Option<String>>(
        &'a self,
        text: &'a str,
        errors: &'a [Span],
        value: R,
    ) -> EditSearch<'a, R> {
        let row = kinds::row(self.kind);
        // JSON takes longer to read than the other kinds.
        let budget = match (row.has_quick_grammar(), self.kind.is_json()) {
            (true, false) => BUDGET,
            (true, true) => BUDGET / 8,
            // Reading a record takes even longer, because the rules are applied to each of its steps.
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

    /// Replaces all errors of a text by one error that suggests an edit, if this edit makes the text correct. If there
    /// is no such edit, only the fixes that do not help are removed.
    fn edited(&self, text: &str, reading: AnyReading) -> AnyReading {
        let mut edits = self.edits(text, &reading);
        if edits.is_empty() && SHORT.contains(&text.len()) {
            let places = places(text, &reading);
            edits = self.search(text, &places, |text| self.is_right(text)).cheapest_pairs();
        }
        let Some(at) = edits.first().map(|edit| edit.span) else {
            return self.with_checked_fixes(text, reading);
        };
        // If there are many edits and all of them are at one place, they show where the error is, but not what was
        // meant.
        let is_one_place = edits.iter().all(|edit| edit.span == at);
        if edits.len() > ALTERNATIVES && !is_one_place {
            return self.with_checked_fixes(text, reading);
        }
        // An error that asks for the same characters as the edit explains the edit best.
        let asks = |error: &Diagnostic| {
            let same = |fix: &Fix| !fix.text.is_empty() && fix.text == edits[0].text;
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
        if let [only] = &edits[..]
            && only.changes_only_case(text)
            && case::is_uniform(text)
        {
            let error = Diagnostic::new(Damage::Case.code(), only.span, Damage::Case.message(text));
            let help = format!("{}: `{}`", case::HELP, edits::applied(text, only));
            let error = error.found(only.span.of(text)).fix(only.span, &only.text).safe(only.safe).help(help);
            return Reading::new(reading.into_value(), error.into());
        }
        let Some(nearest) = reading.diagnostics().iter().min_by_key(distance) else { return reading };
        let mut error = nearest.clone();
        error.fix = None;
        let contains = error.span.start <= at.start && at.end <= error.span.end;
        if error.part.is_none() && is_one_place && !contains {
            error.span = at;
            error.found = Some(at.of(text).to_owned()).filter(|found| !found.is_empty());
        }
        match &edits[..] {
            [only] => match error.part {
                None => {
                    let is_wide = error.span.end - error.span.start > 1;
                    if is_wide
                        && at.start == at.end
                        && error.span.start <= at.start
                        && at.end <= error.span.end
                    {
                        // The marked part does not show the place of the missing character.
                        error = error.help(format!("did you mean {}?", shown(text, only)));
                    }
                    if !only.safe && text.len() <= SHOWN && !text.contains('\n') && error.help.is_none() {
                        error = error.help(alternatives(text, &edits));
                    }
                    error.fix = Some(Fix { span: only.span, text: only.text.clone(), safe: only.safe });
                }
                // If two parts contradict each other, it is not known which of them is wrong.
                Some(_) if error.class() == Class::State => {}
                Some(part) => {
                    if let Some(fix) = self.fix_in_part(reading.parts(), part, &edits::applied(text, only)) {
                        error.span = fix.span;
                        error.found = Some(fix.span.of(&reading.parts()[part]).to_owned())
                            .filter(|found| !found.is_empty());
                        error.fix = Some(fix);
                    }
                }
            },
            several if several.len() > ALTERNATIVES => {}
            several => {
                error = error.help(alternatives(text, several));
            }
        }
        let parts = reading.parts().to_vec();
        let (value, _) = reading.into_parts();
        Reading::new(value, error.into()).with_parts(parts)
    }

    /// Returns the fix in one part of a text, if the repaired text differs from the original text only in this part.
    fn fix_in_part(&self, parts: &[String], part: usize, repaired: &str) -> Option<Fix> {
        let after = kinds::read_thoroughly(self.kind, repaired, self.options);
        let differs = |index: &usize| parts.get(*index) != after.parts().get(*index);
        let is_only = (0..parts.len().max(after.parts().len())).filter(differs).eq([part]);
        let (before, after) = (parts.get(part)?, after.parts().get(part)?);
        let span = changed(before, after);
        let end = after.len() - (before.len() - span.end);
        is_only.then(|| Fix { span, text: after[span.start..end].to_owned(), safe: false })
    }
}

/// Returns the places of the errors in the text, and the places of their notes. If an error is in a string of a state,
/// its span refers to this string and not to the text. For such an error, the span of the whole text is returned.
fn places(text: &str, reading: &AnyReading) -> Vec<Span> {
    let place = |part: Option<usize>, span| if part.is_none() { span } else { Span::new(0, text.len()) };
    let notes =
        |error: &Diagnostic| error.related.iter().map(|note| place(note.part, note.span)).collect::<Vec<_>>();
    let all = |error: &Diagnostic| [vec![place(error.part, error.span)], notes(error)].concat();
    reading.diagnostics().iter().flat_map(all).collect()
}

/// Moves diagnostics of the repaired text to their places in the original text.
fn to_original(layers: &[(Damage, Mapped)], found: Diagnostics) -> Diagnostics {
    layers.iter().rev().fold(found, |found, (_, layer)| layer.diagnostics(found))
}

/// Returns true if a text begins and ends with the same quotation mark.
fn is_quoted(text: &str) -> bool {
    let mark = |character: Option<char>| character.filter(|mark| "\"'`".contains(*mark));
    mark(text.chars().next()).is_some_and(|first| text.len() > 1 && text.ends_with(first))
}

/// Returns the span of `before` that differs from `after`. It excludes the beginning and the end that both strings have
/// in common.
fn changed(before: &str, after: &str) -> Span {
    let common = |one: &mut dyn Iterator<Item = char>, other: &mut dyn Iterator<Item = char>| -> usize {
        one.zip(other).take_while(|(one, other)| one == other).map(|(letter, _)| letter.len_utf8()).sum()
    };
    let start = common(&mut before.chars(), &mut after.chars());
    let end = common(&mut before[start..].chars().rev(), &mut after[start..].chars().rev());
    Span::new(start, before.len() - end)
}

/// Returns the help for edits that are possible. The help shows the repaired strings.
fn alternatives(text: &str, edits: &[Edit]) -> String {
    let repaired: Vec<String> = edits.iter().map(|edit| shown(text, edit)).collect();
    format!("did you mean {}?", listed(&repaired, "or"))
}

/// Returns the repaired text in quotation marks. If the text is long, only the part around the edit is shown.
fn shown(text: &str, edit: &Edit) -> String {
    let repaired = edits::applied(text, edit);
    if text.len() <= SHOWN {
        return format!("`{repaired}`");
    }
    let start = text[..edit.span.start].char_indices().rev().nth(AROUND - 1).map_or(0, |(at, _)| at);
    let after = repaired.len() - (text.len() - edit.span.end);
    let end = repaired[after..].char_indices().nth(AROUND).map_or(repaired.len(), |(at, _)| after + at);
    let dots = |is_cut| if is_cut { "..." } else { "" };
    format!("{}`{}`{}", dots(start > 0), &repaired[start..end], dots(end < repaired.len()))
}

/// Returns names as a list such as "`a`, `b` or `c`".
fn one_of(names: &[&str]) -> String {
    listed(&names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>(), "or")
}
