//! Finds the one string that a text stands for, through several layers of damage, and names several strings.

use super::damage::{Damage, is_state_for, is_string};
use super::identify::is_likely;
use super::inside::{self, Inside};
use super::{ALTERNATIVES, Repair, SHOWN, case, changed, one_of};
use crate::diagnostics::{Diagnostic, Diagnostics, Fix, Span, codes, listed};
use crate::kinds::AnyReading;
use crate::notation::{Kind, plural};
use std::collections::HashSet;

/// The maximum number of kinds of damage that are undone in one text.
const LAYERS: usize = 5;
/// The maximum number of texts that are read in order to find a string.
const TEXTS: usize = 96;
/// The maximum total length, in bytes, of these texts.
const LENGTH: usize = 32 << 10;

/// A text from which some layers of damage were removed.
struct Layer {
    text: String,
    errors: Diagnostics,
    damages: Vec<Damage>,
}

impl Repair<'_> {
    /// Returns one error for a text that stands for a string of the kind after its damage is undone. The fix gives the
    /// canonical form of the string.
    pub(super) fn unwrapped(&self, reading: &AnyReading) -> Option<Diagnostic> {
        if is_state_for(self.kind, self.given) {
            return None;
        }
        let mut seen = HashSet::from([self.given.to_owned()]);
        let given =
            Layer { text: self.given.to_owned(), errors: reading.diagnostics().clone(), damages: Vec::new() };
        let (mut layers, mut length) = (vec![given], 0);
        for _ in 0..LAYERS {
            let mut next = Vec::new();
            for layer in &layers {
                for damage in Damage::ALL.into_iter().filter(|&damage| layer.can_have(damage)) {
                    let damages = [&layer.damages[..], &[damage]].concat();
                    let mut values: Vec<[String; 2]> = Vec::new();
                    for mapped in damage.undo(self.kind, &layer.text, &layer.errors) {
                        let text = mapped.text();
                        // Nothing is left only of empty quotation marks.
                        let is_nothing = text.trim().is_empty() && self.given.contains(char::is_alphanumeric);
                        if is_nothing || !seen.insert(text.to_owned()) {
                            continue;
                        }
                        length += text.len();
                        if damage != Damage::Order && (seen.len() > TEXTS || length > LENGTH) {
                            return None;
                        }
                        let reading = self.read(text);
                        let is_bare = matches!(damage, Damage::Surrounded | Damage::Order | Damage::OneLine);
                        if reading.is_usable() && (!is_bare || is_likely(self.kind, text)) {
                            let value = reading.value().map(|value| value.canonical()).unwrap_or_default();
                            if values.iter().all(|[_, known]| *known != value) {
                                values.push([text.to_owned(), value]);
                            }
                        } else if !damage.needs_a_string() || damage == Damage::Surrounded {
                            let errors = reading.into_diagnostics();
                            next.push(Layer { text: text.to_owned(), errors, damages: damages.clone() });
                        }
                    }
                    if !values.is_empty() {
                        return self.undone(reading, layer, &damages, &values);
                    }
                }
            }
            layers = next;
        }
        None
    }

    /// Returns the error for damage that leads to these values, each with the text from which it was read.
    fn undone(
        &self,
        reading: &AnyReading,
        layer: &Layer,
        damages: &[Damage],
        values: &[[String; 2]],
    ) -> Option<Diagnostic> {
        let [text, value] = values.first()?;
        let last = damages.last()?;
        let is_guess = damages.iter().all(|damage| damage.is_a_guess());
        let is_uncertain = *last == Damage::Case && !case::is_certain(self.kind, &layer.text, text);
        // Other steps say more about one wrong letter, and about letters whose case is not known.
        if is_uncertain || (is_guess && self.one_edit_is_likelier(self.given, reading)) {
            return None;
        }
        let first = damages.first()?;
        let changed = changed(self.given, value);
        let end = value.len() - (self.given.len() - changed.end);
        let fix = &value[changed.start..end];
        // A single error says more about a small change than the damage does.
        let mut errors = reading.diagnostics().iter().filter(|error| error.part.is_none());
        if let (Some(error), None) = (errors.next(), errors.next())
            && matches!(damages, [Damage::OtherJson | Damage::Surrounded | Damage::Order])
        {
            let is_same = |known: &Fix| [text, value].contains(&&Fix::apply_all(&[known], self.given));
            if error.fix.as_ref().is_some_and(is_same) {
                return Some(error.clone().safe(true));
            }
            if damages == [Damage::OtherJson] && !first.message(self.given).contains("Python") {
                return Some(error.clone().fix(changed, fix).safe(true));
            }
        }
        let is_choice = matches!(last, Damage::Order | Damage::OneLine | Damage::Case | Damage::Surrounded);
        let is_only = values.len() == 1 || !is_choice;
        let place = self.given.find(text.trim()).map(|at| Span::new(at, at + text.trim().len()));
        let surrounds = damages.iter().any(|damage| matches!(damage, Damage::Surrounded | Damage::Repeated));
        let first_letter = self.given[changed.start..].chars().next().map_or(0, char::len_utf8);
        let start = Span::new(changed.start, (changed.start + first_letter).min(changed.end));
        let span = place.filter(|place| surrounds && !place.of(self.given).contains('\n')).unwrap_or(start);
        let mut messages = vec![first.message(self.given)];
        messages.extend(damages.last().filter(|_| damages.len() > 1).map(|last| last.message(&layer.text)));
        messages.dedup();
        let error = Diagnostic::new(first.code(), span, listed(&messages, "and"));
        let is_short = |value: &str| value.len() <= SHOWN && !value.contains('\n');
        if !is_only {
            let shown: Vec<&str> = values.iter().map(|[_, value]| value.as_str()).collect();
            let are_few = shown.len() <= ALTERNATIVES && shown.iter().all(|value| is_short(value));
            return are_few.then(|| error.help(format!("did you mean {}?", one_of(&shown))));
        }
        let help = if damages.len() > 1 { "give only the string" } else { first.help(self.given) };
        let help = if is_short(value) { format!("{help}: `{value}`") } else { help.to_owned() };
        // Rows that were read as columns can also be a board with other mistakes.
        let is_safe = *last != Damage::Order || self.kind.is_single_line();
        Some(error.fix(changed, fix).safe(is_safe).help(help))
    }

    /// Returns one error for a text that contains several strings of the kind.
    pub(super) fn several(&self, text: &str) -> Option<Diagnostic> {
        let is_string = |word: &str| word != self.given && is_string(self.kind, word);
        let is_comparison = text.contains("expected") && text.contains("but was");
        let joined: String = text.split([' ', ',', ';']).collect();
        if !is_comparison && !self.kind.is_json() && self.value(&joined).is_some() {
            return None;
        }
        let without_marks: String = text.chars().filter(|letter| !"[]".contains(*letter)).collect();
        let marked = is_comparison && !self.kind.is_json();
        let searched = if marked { &without_marks } else { text };
        let Inside { strings, is_surrounded } = inside::strings(self.kind, searched, is_string);
        let strings: Vec<&str> = strings.iter().map(|place| place.of(searched).trim()).collect();
        let is_list = strings.concat().len() * 4 > searched.len() * 3;
        let bracketed = |part: &'_ str| -> Option<(usize, usize)> {
            let start = part.find('<')? + 1;
            Some((start, start + part[start..].find('>')?))
        };
        let compared = || {
            let at = searched.find("but was").filter(|_| is_comparison)?;
            let [one, other] = [&searched[..at], &searched[at..]]
                .map(|part| bracketed(part).map(|(start, end)| &part[start..end]));
            Some(vec![one?, other?])
        };
        let strings = if let Some(both) =
            compared().filter(|both| both.iter().any(|word| self.read(word).is_usable()))
        {
            both
        } else if strings.len() > 1 && (is_surrounded || is_list) {
            strings
        } else {
            self.joined(text)?
        };
        let whole = Span::new(0, text.len());
        let kind = self.kind;
        let message = match strings.len() {
            2 => format!("these are two {kind} strings"),
            many => format!("these are {}", plural(many, &format!("{kind} string"))),
        };
        let error = Diagnostic::new(&codes::text::SEVERAL, whole, message);
        let help = match strings[..] {
            [one, other] if is_comparison => {
                let at = changed(one, other);
                let (found, meant) = (other.get(at.start..).unwrap_or_default(), at.of(one));
                let found = &found[..found.len().min(meant.len())];
                let column = one[..at.start].chars().count() + 1;
                format!(
                    "they differ first at character {column} (`{meant}` and `{found}`): clowder diff {kind} {one} {other}"
                )
            }
            _ => "give each string on a line of its own, with --lines".to_owned(),
        };
        Some(error.help(help))
    }

    /// Returns the two strings that a text consists of, if they can be separated at only one place.
    fn joined<'a>(&self, text: &'a str) -> Option<Vec<&'a str>> {
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

impl Layer {
    /// Returns whether it makes sense to look for this damage after the layers that were removed. Two guesses are the
    /// most that can be trusted.
    fn can_have(&self, damage: Damage) -> bool {
        let guesses = self.damages.iter().filter(|damage| damage.is_a_guess()).count();
        let may_repeat = matches!(damage, Damage::Surrounded | Damage::SourceCode | Damage::Quotes);
        (may_repeat || !self.damages.contains(&damage)) && (guesses < 2 || !damage.is_a_guess())
    }
}
