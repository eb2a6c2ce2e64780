//! Undoes damage to a whole text, one layer after the other. Damage is either text around a string, or a change that
//! was made when the string was passed from one program to another.

use super::identify::is_likely;
use super::inside::{self, is_ordinary, is_string};
use super::literals::{self, Strings};
use super::{
    ALTERNATIVES, Repair, SHOWN, case, count, difference, edits, errors, is_wrong, lookalike, one_of, order,
};
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Fix, Span, codes::text as codes, listed};
use crate::kinds::{self, AnyReading};
use crate::notation::{Kind, Reading};
use std::cell::RefCell;
use std::collections::HashSet;

/// Maximum number of layers that are removed from a text.
const LAYERS: usize = 5;
/// In the search for a string, at most this many texts are read.
const TEXTS: usize = 128;
/// The texts that are read in the search for a string have at most this total length, in bytes.
const LENGTH: usize = 32 << 10;

/// How certain it is that a text was damaged in a particular way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// The damage can be seen in the text itself, so it is undone even if other errors are left.
    Certain,
    /// The damage is undone only if a string is found in the end.
    Layer,
    /// Like `Layer`, but the damage is only a guess. At most two guesses are combined.
    Guess,
    /// Like `Guess`, but no other damage is undone afterwards. If the result is not a string, the guess was wrong.
    Last,
}

/// A type of damage to a whole string, including text around it.
struct Damage {
    code: &'static Code,
    sort: Sort,
    message: &'static str,
    help: &'static str,
    /// Lists candidates for the undamaged text, the most likely first.
    undo: fn(Kind, &str) -> Vec<String>,
}

/// All types of damage. If several of them explain a text equally well, the first in this list is reported.
#[rustfmt::skip]
static DAMAGES: [Damage; 25] = [
    Damage { code: &codes::BYTE_ORDER_MARK, sort: Sort::Certain, undo: without_mark,
        message: "the text begins with a byte order mark",
        help: "remove the byte order mark (save the text as UTF-8 without it)" },
    Damage { code: &codes::SURROUNDED, sort: Sort::Certain, undo: without_colours,
        message: "the text contains the colour codes of a terminal", help: "copy the text without colours" },
    Damage { code: &codes::WINDOWS_LINE_BREAKS, sort: Sort::Certain, undo: line_feeds,
        message: "the lines end with Windows line breaks (carriage return and line feed)", help: "use line feeds only" },
    Damage { code: &codes::SOURCE_CODE, sort: Sort::Certain, undo: python,
        message: "this is Python, not JSON", help: "use `json.dumps` to write it" },
    Damage { code: &codes::SOURCE_CODE, sort: Sort::Layer, undo: other_json,
        message: "this is not JSON, but only a small change away from it", help: "write it as JSON" },
    Damage { code: &codes::SOURCE_CODE, sort: Sort::Certain,
        undo: |kind, text| if kind.is_json() { from_literals(kind, text, false) } else { Vec::new() },
        message: "this is from the source code of a program, not JSON", help: "write it as JSON" },
    Damage { code: &codes::SOURCE_CODE, sort: Sort::Certain, undo: |kind, text| from_literals(kind, text, false),
        message: "this is a string literal from the source code of a program",
        help: "give the string itself, without the quotation marks and escapes" },
    Damage { code: &codes::JSON_STRING, sort: Sort::Certain, undo: |kind, text| from_literals(kind, text, true),
        message: "this is a JSON string that contains the text", help: "give the text itself (or use --jsonl)" },
    Damage { code: &codes::QUOTED, sort: Sort::Certain, undo: |_, text| unquoted(text).into_iter().collect(),
        message: "the text is in quotation marks", help: "remove the quotation marks" },
    Damage { code: &codes::ESCAPED_LINE_BREAKS, sort: Sort::Certain, undo: real_line_breaks,
        message: "the line breaks are written out as `\\n`", help: "use real line breaks (or --lines)" },
    Damage { code: &codes::INDENTED, sort: Sort::Certain, undo: unindented,
        message: "the lines are indented", help: "remove the indentation" },
    Damage { code: &codes::FINAL_LINE_BREAK, sort: Sort::Certain, undo: without_empty_lines,
        message: "there are empty lines or line breaks after the end",
        help: "remove the extra line breaks at the end" },
    Damage { code: &codes::OUTER_SPACE, sort: Sort::Certain, undo: without_blanks,
        message: "there are empty lines, or spaces at the ends of lines", help: "remove them" },
    Damage { code: &codes::OUTER_SPACE, sort: Sort::Certain, undo: trimmed,
        message: "there are spaces around the text", help: "remove the spaces around the text" },
    Damage { code: &codes::LOOK_ALIKE, sort: Sort::Certain, undo: lookalike::visible,
        message: "the text contains zero-width or other invisible characters", help: "remove these characters" },
    Damage { code: &codes::LOOK_ALIKE, sort: Sort::Certain, undo: lookalike::plain,
        message: "some characters only look like the right ones", help: "type these characters again" },
    Damage { code: &codes::SURROUNDED, sort: Sort::Layer, undo: |_, text| inside::fenced(text).into_iter().collect(),
        message: "the text is in a code fence", help: "give only the string" },
    Damage { code: &codes::SURROUNDED, sort: Sort::Layer, undo: inside::only,
        message: "there is other text besides the string", help: "give only the string" },
    Damage { code: &codes::SEPARATED, sort: Sort::Guess, undo: joined,
        message: "there are spaces or other separators between the characters", help: "remove the separators" },
    Damage { code: &codes::SEPARATED, sort: Sort::Last, undo: rows,
        message: "the rows are not on lines of their own", help: "write each row on a line of its own" },
    Damage { code: &codes::PARTS_ORDER, sort: Sort::Last, undo: order::reordered,
        message: "the parts are in the wrong order or notation", help: "write the parts in this order" },
    Damage { code: &codes::LOOK_ALIKE, sort: Sort::Last, undo: edits::without_look_alikes,
        message: "some characters only look like the right ones", help: "type these characters again" },
    Damage { code: &codes::WRONG_CASE, sort: Sort::Last, undo: case::restored,
        message: "the letters are in the wrong case", help: case::HELP },
    Damage { code: &codes::REPEATED, sort: Sort::Layer, undo: |_, text| inside::repeated(text).into_iter().collect(),
        message: "the text contains the same string twice", help: "give the string once" },
    Damage { code: &codes::SURROUNDED, sort: Sort::Layer, undo: inside::unwrapped,
        message: "there is other text besides the string", help: "give only the string" },
];

/// A text from which some layers of damage were removed.
struct Layer {
    text: String,
    /// The text as it was when the last layer was still around it.
    before: String,
    damages: Vec<&'static Damage>,
    /// Whether the only error is that something occurs twice, such as a card. Changing the case of one of the two
    /// letters would remove the error, but would also change the meaning.
    repeats: bool,
}

/// What is left of a text when its damage is undone.
pub(super) enum Undone {
    /// A string is left, so the error about the damage explains all errors of the text.
    String(Diagnostic),
    /// A text with fewer errors is left: the text, the result of reading it, and the error about the damage.
    Partly(String, AnyReading, Diagnostic),
    Nothing,
}

impl Repair<'_> {
    pub(super) fn undone(&self, reading: &AnyReading) -> Undone {
        if is_state_for(self.kind, self.given) {
            return Undone::Nothing;
        }
        let mut seen = HashSet::from([self.given.to_owned()]);
        let (mut layers, mut length) = (vec![Layer::new(self.given, "", Vec::new(), reading)], 0);
        let (mut best, mut least) = (None, count(reading));
        'search: for _ in 0..LAYERS {
            let mut next = Vec::new();
            for layer in &layers {
                let mut found: Vec<(Layer, String)> = Vec::new();
                let damages = DAMAGES.iter().filter(|&damage| layer.can_have(self.kind, self.given, damage));
                for (damage, text) in damages.flat_map(|damage| {
                    (damage.undo)(self.kind, &layer.text).into_iter().map(move |text| (damage, text))
                }) {
                    // A text with letters or digits must not be reduced to white space.
                    let is_nothing = text.trim().is_empty() && self.given.contains(char::is_alphanumeric);
                    // A wrong guess must not prevent other types of damage from leading to the same text.
                    let is_known = match damage.sort {
                        Sort::Last => seen.contains(&text),
                        _ => !seen.insert(text.clone()),
                    };
                    if is_nothing || is_known {
                        continue;
                    }
                    length += text.len();
                    if damage.sort != Sort::Last && (seen.len() > TEXTS || length > LENGTH) {
                        break 'search;
                    }
                    let reading = self.read(&text);
                    let damages = [&layer.damages[..], &[damage]].concat();
                    let peeled = Layer::new(&text, &layer.text, damages, &reading);
                    if let Some(value) = self.string_of(&text, damage, &reading) {
                        if found.iter().all(|(_, known)| *known != value) {
                            found.push((peeled, value));
                        }
                    } else if damage.sort != Sort::Last {
                        let is_long = text.len() * 3 > self.given.len();
                        // A space or a line break at the end may stand for a lost character.
                        let end = if self.given.starts_with(&*text) { text.trim_end().len() } else { 0 };
                        let touches = |error: &Diagnostic| error.span.start <= end && end <= error.span.end;
                        let is_replaced = text.len() + 1 == self.given.len() && errors(&reading).any(touches);
                        if count(&reading) < least && is_long && peeled.is_certain() && !is_replaced {
                            least = count(&reading);
                            best = self.error(&peeled, &[&text]).map(|error| (text, reading, error));
                        }
                        next.push(peeled);
                    }
                }
                if let [(peeled, value)] = &found[..]
                    && peeled.text != *value
                    && peeled.is_certain()
                    && (self.given.starts_with(&peeled.text) || self.given.ends_with(&peeled.text))
                    && let Some(error) = self.error(peeled, &[&peeled.text])
                {
                    // One error is about the superfluous text before or after the string. Another is about the order
                    // of its parts.
                    return Undone::Partly(peeled.text.clone(), self.read(&peeled.text), error);
                }
                if !found.is_empty() {
                    let error = self.error_of_strings(reading, &found);
                    return error.map_or(Undone::Nothing, Undone::String);
                }
            }
            layers = next;
        }
        best.map_or(Undone::Nothing, |(text, reading, error)| Undone::Partly(text, reading, error))
    }

    /// Returns the canonical form of a text after its damage was undone, if the text is now a string of this kind.
    fn string_of(&self, text: &str, damage: &Damage, reading: &AnyReading) -> Option<String> {
        let needs_shape = damage.code == &codes::SURROUNDED || damage.sort == Sort::Last;
        let is_meant = reading.is_usable() && (!needs_shape || is_likely(self.kind, text));
        // The spaces in a region may stand for holes.
        let is_spaced = self.kind == Kind::Region && text.contains(' ');
        let value = reading.value().filter(|_| is_meant && !is_spaced).map(|value| value.canonical());
        // If all separators were removed, the letters of words around a string would become parts of the string.
        let of_letters = matches!(self.kind, Kind::Hand | Kind::Decks | Kind::FireBag);
        let is_certain = damage.code != &codes::SEPARATED || !of_letters || damage.sort == Sort::Last;
        // A single character beside the string may be the string's mistyped first or last character, unless it is a
        // quotation mark.
        let alphabet = kinds::row(self.kind).alphabet();
        let is_sign = |sign: &str| sign.chars().count() == 1 && !"\"'`".contains(sign);
        let is_right = |changed: String| self.is_right(&changed).is_some();
        let is_first = || {
            self.given.strip_suffix(text).is_some_and(is_sign)
                && alphabet.chars().any(|first| is_right(format!("{first}{text}")))
        };
        let is_last = || {
            self.given.strip_prefix(text).is_some_and(is_sign)
                && alphabet.chars().any(|last| is_right(format!("{text}{last}")))
        };
        let is_surrounded = damage.code == &codes::SURROUNDED && !self.kind.is_json();
        let is_replaced = is_surrounded && (is_first() || is_last());
        value.filter(|value| !is_replaced && (is_certain || value == text))
    }

    /// Returns the error for a damaged text. Each element of `found` has a text whose damage was undone, and the
    /// canonical form of this text.
    fn error_of_strings(&self, reading: &AnyReading, found: &[(Layer, String)]) -> Option<Diagnostic> {
        let (layer, value) = found.first()?;
        let last = layer.damages.last()?;
        let is_guess = layer.damages.iter().all(|damage| matches!(damage.sort, Sort::Guess | Sort::Last));
        // A single wrong letter is explained better by the search for edits.
        let is_one_edit = if last.code == &codes::WRONG_CASE {
            changes_some(self.given, value) && !self.edits(self.given, reading).is_empty()
        } else {
            self.one_edit_is_likelier(self.given, reading)
        };
        if is_guess && is_one_edit {
            return None;
        }
        // If the change is small, the original error says more than an error about damage.
        let mut errors = reading.diagnostics().iter().filter(|error| error.part.is_none());
        let is_same = |fix: &Fix| [&*layer.text, value].contains(&&*Fix::apply_all(&[fix], self.given));
        if let (Some(error), None, [damage]) = (errors.next(), errors.next(), &layer.damages[..])
            && damage.sort != Sort::Certain
            && damage.code != &codes::WRONG_CASE
        {
            let is_source = damage.code == &codes::SOURCE_CODE;
            let own = error.fix.clone().filter(is_same);
            if let Some(fix) = own.or_else(|| is_source.then(|| difference(self.given, value))) {
                let safe = self.is_safe(layer, value);
                return Some(Diagnostic { fix: Some(fix), ..error.clone() }.safe(safe));
            }
        }
        let is_choice = last.sort == Sort::Last || last.code == &codes::SURROUNDED;
        let values: Vec<&str> =
            if is_choice { found.iter().map(|(_, value)| value.as_str()).collect() } else { vec![value] };
        self.error(layer, &values)
    }

    /// Creates the error for the damage of a layer. `values` are the undamaged strings that could have been meant.
    fn error(&self, layer: &Layer, values: &[&str]) -> Option<Diagnostic> {
        let (first, last) = (layer.damages.first()?, layer.damages.last()?);
        let fix = difference(self.given, values.first()?);
        let text = &layer.text;
        let place = self.given.find(text.trim()).map(|at| Span::new(at, at + text.trim().len()));
        let is_around = [&codes::SURROUNDED, &codes::REPEATED].contains(&last.code);
        let first_letter = self.given[fix.span.start..].chars().next().map_or(0, char::len_utf8);
        let start = Span::new(fix.span.start, (fix.span.start + first_letter).min(fix.span.end));
        let span = place.filter(|place| is_around && !place.of(self.given).contains('\n')).unwrap_or(start);
        let mut messages = vec![first.message, last.message];
        messages.dedup();
        let error = Diagnostic::new(first.code, span, listed(&messages, "and"));
        let is_short = |value: &str| value.len() <= SHOWN && !value.contains('\n');
        let &[value] = values else {
            let are_few = values.len() <= ALTERNATIVES && values.iter().all(|value| is_short(value));
            let named = are_few.then(|| error.clone().help(format!("did you mean {}?", one_of(values))));
            let is_case = last.code == &codes::WRONG_CASE;
            return if is_case {
                Some(case::uncertain(self.kind, &layer.before, named.unwrap_or(error)))
            } else {
                named
            };
        };
        let help = match layer.damages.len() {
            1 if last.code == &codes::PARTS_ORDER => order::help(self.kind),
            1 => first.help.to_owned(),
            _ => "give only the string".to_owned(),
        };
        let help = if is_short(value) { format!("{help}: `{value}`") } else { help };
        let safe = self.is_safe(layer, value);
        Some(Diagnostic { fix: Some(fix), ..error }.safe(safe).help(help))
    }

    /// Whether `value`, the string that results from undoing the damage of a layer, is certainly what the writer meant.
    fn is_safe(&self, layer: &Layer, value: &str) -> bool {
        let has = |code: &Code| layer.damages.iter().any(|damage| damage.code == code);
        let spaces = [&codes::INDENTED, &codes::SEPARATED, &codes::OUTER_SPACE];
        match self.kind {
            // The letters may be in the wrong order instead of in the wrong case.
            _ if has(&codes::WRONG_CASE) && changes_some(&layer.before, value) => false,
            // If a board becomes valid by reading its rows as columns, it can also be a board with other mistakes.
            Kind::Board | Kind::PenguinsBoard => !has(&codes::PARTS_ORDER),
            // A space in the drawing of a region can stand for a hole.
            Kind::Region => {
                !value.contains('\n') || !self.given.contains(' ') || !spaces.into_iter().any(has)
            }
            // If one closing bracket is missing, it belongs at the end, unless the text ends with `}"` or `]"`. There,
            // the last bracket may have been meant to follow the quotation mark. If more brackets are missing, other
            // text may be missing, too.
            kind if kind.is_json() => {
                let ends = |text: &str| text.matches(['}', ']', ')']).count();
                let is_in_string = ["}\"", "]\""].iter().any(|end| layer.before.trim_end().ends_with(end));
                let is_begun = self.given.starts_with(['{', '[']) && !is_in_string;
                ends(value) <= ends(self.given) + usize::from(is_begun)
            }
            _ => true,
        }
    }

    /// Combines the error about the undone damage with the remaining errors. The places of the remaining errors are
    /// converted to places in the given text.
    pub(super) fn partly(&self, text: &str, rest: AnyReading, error: Diagnostic) -> AnyReading {
        let rest = match self.other_kind(text, &rest) {
            Some(error) => Reading::refused(error),
            None if is_wrong(&rest) => self.edited(text, rest),
            None => Repair { given: text, found: RefCell::default(), ..*self }.with_canonical_fixes(rest),
        };
        let (value, left) = rest.into_parts();
        let places = places_in(self.given, text);
        let moved = |span: Span| {
            let last = places[span.end.saturating_sub(1).max(span.start)];
            Span::new(places[span.start].0, if span.start < span.end { last.1 } else { places[span.start].0 })
        };
        let mut found: Diagnostics = error.into();
        // The strings inside a state are the same before and after the damage is undone.
        found.extend(left.into_iter().map(|mut error| {
            if error.part.is_none() {
                error.span = moved(error.span);
                error.fix.iter_mut().for_each(|fix| fix.span = moved(fix.span));
            }
            let related = error.related.iter_mut().filter(|related| related.part.is_none());
            related.for_each(|related| related.span = moved(related.span));
            error
        }));
        Reading::new(value, found)
    }
}

/// Maps each byte of `text`, and the end of `text`, to a place in `given`. Undoing damage has turned `given` into
/// `text`. The place of a character that does not occur in `given` is empty.
fn places_in(given: &str, text: &str) -> Vec<(usize, usize)> {
    let mut at = given.find(text).unwrap_or(0);
    let is_replaced = given.chars().count() == text.chars().count();
    let mut places = Vec::with_capacity(text.len() + 1);
    for letter in text.chars() {
        let next = if is_replaced { given[at..].chars().next() } else { Some(letter) };
        let found =
            next.and_then(|next| given[at..].find(next).map(|skipped| (at + skipped, next.len_utf8())));
        let (start, length) = found.unwrap_or((at, 0));
        at = start + length;
        places.resize(places.len() + letter.len_utf8(), (start, at));
    }
    places.push((at, at));
    places
}

impl Layer {
    fn new(text: &str, before: &str, damages: Vec<&'static Damage>, reading: &AnyReading) -> Self {
        let (text, before) = (text.to_owned(), before.to_owned());
        Self { text, before, damages, repeats: case::is_repetition(reading.diagnostics()) }
    }

    fn is_certain(&self) -> bool {
        self.damages.iter().all(|damage| damage.sort == Sort::Certain)
    }

    /// Whether to look for this damage after the damage of the layer was undone. More than two guesses cannot be
    /// trusted.
    fn can_have(&self, kind: Kind, given: &str, damage: &Damage) -> bool {
        // Separate lowercase letters can also be cards whose decks are not named.
        let of_letters = matches!(kind, Kind::Hand | Kind::Decks | Kind::FireBag);
        let is_guess = |damage: &Damage| matches!(damage.sort, Sort::Guess | Sort::Last);
        let guesses = self.damages.iter().filter(|damage| is_guess(damage)).count();
        let may_repeat = [&codes::SURROUNDED, &codes::SOURCE_CODE, &codes::QUOTED].contains(&damage.code);
        let is_new = || self.damages.iter().all(|known| !std::ptr::eq(*known, damage));
        let are_parts = guesses > 0 || given.matches(['"', '\'']).count() > 2;
        (may_repeat || is_new())
            && (guesses < 2 || !is_guess(damage))
            && !(self.repeats && damage.code == &codes::WRONG_CASE)
            && !(of_letters && are_parts && damage.code == &codes::WRONG_CASE)
    }
}

/// Whether a text has letters of both cases, and several of its letters, but not all, must change to turn it into
/// `value`.
fn changes_some(text: &str, value: &str) -> bool {
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    let changes = text.chars().zip(value.chars()).filter(|(one, other)| one != other).count();
    let has_both = [char::is_lowercase, char::is_uppercase].iter().all(|is| text.contains(*is));
    has_both && changes > 1 && changes < letters
}

/// Whether a text is JSON. A JSON string with escapes is excluded, because it can also be a literal in source code.
pub(super) fn is_json(text: &str) -> bool {
    let is_literal = text.starts_with('"') && text.contains('\\');
    !is_literal && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// Whether a text is a state, although it was given as a string of a single-line kind. A state is a JSON array of five
/// strings, with line breaks written as `\n`.
fn is_state_for(kind: Kind, text: &str) -> bool {
    let has_parts = || serde_json::from_str::<Vec<String>>(text).is_ok_and(|parts| parts.len() == 5);
    kind.is_single_line() && !kind.is_json() && text.contains("\\n") && has_parts()
}

fn without_mark(_: Kind, text: &str) -> Vec<String> {
    text.strip_prefix('\u{feff}').map(str::to_owned).into_iter().collect()
}

fn python(kind: Kind, text: &str) -> Vec<String> {
    let is_python = ["'", "True", "False", "None"].iter().any(|word| text.contains(word));
    if is_python { other_json(kind, text) } else { Vec::new() }
}

fn other_json(kind: Kind, text: &str) -> Vec<String> {
    literals::json(text).filter(|_| kind.is_json()).into_iter().collect()
}

fn from_literals(kind: Kind, text: &str, wants_json: bool) -> Vec<String> {
    let is_json = is_json(text);
    // Quotation marks alone do not show that the text is source code.
    let is_only_quoted = |inside: String| {
        let is_quoted_json = kind.is_json() && inside.starts_with(['{', '[']) && !inside.contains(r"\\");
        is_quoted_json || !inside.contains(['"', '\'', '`', '“', '\\'])
    };
    let is_quoted = !is_json && !text.contains("\\\"") && unquoted(text).is_some_and(is_only_quoted);
    let is_marked_up = text.contains("</") || text.lines().any(|line| line.starts_with("```"));
    // A message or a state with other text around it is not source code.
    let is_inside = || kind.is_json() && !is_json && !inside::only(kind, text).is_empty();
    if wants_json != is_json || is_marked_up || is_quoted || is_inside() {
        return Vec::new();
    }
    let Some(found) = literals::strings(text) else { return Vec::new() };
    let Strings { mut whole, mut each, with_keys, are_apart } = found;
    let is_form = |literal: &String| literal.contains(['%', '{']);
    if (are_apart || each.iter().any(is_form)) && kind.is_single_line() && !kind.is_json() {
        whole.clear();
    }
    if matches!(kind, Kind::Hand | Kind::Decks) {
        // The keys can be the names of the decks.
        whole.push(with_keys);
    }
    if kind == Kind::State {
        if each.len() > 6 && each[0].len() == each[1].len() {
            // Each row of the board is a string of its own, before the other four parts.
            let rows = each.drain(..each.len() - 4).collect::<Vec<_>>().join("\n");
            each.insert(0, rows + "\n");
        }
        let is_state = |parts: &&[String]| each.len() == 5 || parts[0].contains('\n');
        // Serializing strings as JSON cannot fail.
        whole.extend(each.windows(5).find(is_state).and_then(|parts| serde_json::to_string(parts).ok()));
    }
    if each.len() > 1 && kind == Kind::Region && each.iter().all(|row| !row.contains('\n')) {
        // The literals are the rows of a drawing. The first candidate is dropped, because it joins them without line
        // breaks.
        whole = whole.split_off(whole.len().min(1));
    }
    if each.len() > 1 && kind != Kind::PenguinsState {
        let is_meant =
            |literal: &String| literal.len() > 1 && is_likely(kind, literal) && is_string(kind, literal);
        let (meant, others): (Vec<String>, Vec<String>) = each.into_iter().partition(is_meant);
        // If several literals look like strings, it is unknown which of them was meant, even if only one of them is
        // valid.
        let alphabet = kinds::row(kind).alphabet();
        let is_other = |literal: &String| {
            is_ordinary(literal) || !literal.chars().all(|letter| alphabet.contains(letter))
        };
        whole.extend(
            Some(meant).filter(|meant| meant.len() == 1 && others.iter().all(is_other)).into_iter().flatten(),
        );
    }
    let has_items = |text: &str| text.contains(['{', '[']) && (text.contains('"') || text.contains("&quot;"));
    whole.retain(|text| !text.is_empty() && (!kind.is_json() || has_items(text)));
    whole
}

/// Puts each row of a drawing or board on a line of its own, if the text has only one line.
pub(super) fn rows(kind: Kind, text: &str) -> Vec<String> {
    let is_drawing = kind == Kind::Region && text.contains(['.', '#']);
    if (kind.is_single_line() && !is_drawing) || text.trim().contains('\n') {
        return Vec::new();
    }
    let is_between = |letter: char| letter.is_whitespace() || "/,;|[](){}".contains(letter);
    let is_of_width = |width: &usize| {
        !is_drawing && text.is_ascii() && text.len().is_multiple_of(*width) && text.len() > *width
    };
    let of_width = |width: usize| -> Vec<&str> {
        (0..text.len()).step_by(width).map(|at| &text[at..at + width]).collect()
    };
    let split = text.split(is_between).filter(|row| !row.is_empty()).collect();
    let all = [split].into_iter().chain([5, 9, 18].into_iter().filter(is_of_width).map(of_width));
    let end = if kind.is_single_line() { "" } else { "\n" };
    all.map(|rows| rows.join("\n") + end).collect()
}

fn without_empty_lines(kind: Kind, text: &str) -> Vec<String> {
    let body = text.trim_end_matches('\n');
    let keep = if kind.is_single_line() { body.len() } else { (body.len() + 1).min(text.len()) };
    (keep < text.len() && !body.is_empty()).then(|| text[..keep].to_owned()).into_iter().collect()
}

fn without_colours(_: Kind, text: &str) -> Vec<String> {
    let mut pieces = text.split("\u{1b}[");
    let first = pieces.next().unwrap_or_default().to_owned();
    let is_number = |letter: char| letter.is_ascii_digit() || letter == ';';
    let after = |piece: &str| piece.trim_start_matches(is_number).chars().skip(1).collect::<String>();
    vec![pieces.fold(first, |plain, piece| plain + &after(piece))]
}

/// Removes empty lines, and spaces at the ends of lines, if strings of this kind can have several lines.
fn without_blanks(kind: Kind, text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
    let end = if text.ends_with('\n') { "\n" } else { "" };
    let kept = lines.collect::<Vec<_>>().join("\n") + end;
    // If there is only one superfluous character, it is reported at its place instead.
    let is_one = kept.len() + 1 == text.len() && !text.starts_with('\n');
    let has_lines = !kind.is_single_line() || kind == Kind::Region;
    (has_lines && !is_one).then_some(kept).into_iter().collect()
}

/// Replaces Windows line breaks and other carriage returns with line feeds. If strings of this kind never end with a
/// line break, also removes the line breaks at the end.
fn line_feeds(kind: Kind, text: &str) -> Vec<String> {
    let count = |wanted: char| text.matches(wanted).count();
    // If only one of several lines ends with a carriage return, an error in this line helps more than an error about
    // the whole text.
    if count('\r') == 0 || (count('\r') == 1 && count('\n') > 1) {
        return Vec::new();
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    vec![if kind.is_single_line() { text.trim_end_matches('\n').to_owned() } else { text }]
}

/// Removes the quotation marks around a string, and the white space outside the marks. Also removes a line break after
/// an opening mark of three characters.
pub(super) fn unquoted(text: &str) -> Option<String> {
    let inside = text.trim();
    let (open, close) = literals::QUOTES.into_iter().find(|(open, close)| {
        inside.len() >= open.len() + close.len() && inside.starts_with(open) && inside.ends_with(close)
    })?;
    let inside = &inside[open.len()..inside.len() - close.len()];
    let body = inside.strip_prefix('\n').filter(|_| open.chars().count() == 3);
    Some(body.unwrap_or(inside).to_owned())
}

/// Replaces each written-out `\n` with a line break. In JSON, `\n` is correct.
fn real_line_breaks(kind: Kind, text: &str) -> Vec<String> {
    if kind.is_json() { Vec::new() } else { vec![text.replace("\\n", "\n")] }
}

/// Removes the indentation of all lines if there are several lines. Each line after the first must be indented or
/// empty.
fn unindented(_: Kind, text: &str) -> Vec<String> {
    let body = text.trim_end();
    let indented = |line: &str| line.is_empty() || line.starts_with([' ', '\t']);
    // The first line may have lost its indentation when the text was copied.
    if body.lines().count() < 2 || !body.lines().skip(1).all(indented) {
        return Vec::new();
    }
    vec![text.split_inclusive('\n').map(|line| line.trim_start_matches([' ', '\t'])).collect()]
}

/// Removes the white space around a string. If strings of this kind end with a line break, one line break is kept.
fn trimmed(kind: Kind, text: &str) -> Vec<String> {
    let body = text.trim();
    if body.is_empty() || text.trim_end_matches('\n') == body {
        return Vec::new();
    }
    let is_ended = !kind.is_single_line() && text[text.trim_end().len()..].contains('\n');
    vec![if is_ended { format!("{body}\n") } else { body.to_owned() }]
}

/// Removes the separators between the characters if there are at least two separators. JSON needs its separators.
fn joined(kind: Kind, text: &str) -> Vec<String> {
    let alphabet = kinds::row(kind).alphabet();
    let is_single_line = kind.is_single_line();
    // A space in a drawing is a hole.
    let is_drawing = match kind {
        Kind::Region => text.contains(['.', '#']),
        Kind::Polyomino => text.contains('\n'),
        _ => false,
    };
    let separators = if is_drawing { ",;\t|" } else { " ,;\t|_:/()[]{}-+=." };
    let is_separator = |letter: char| {
        !alphabet.contains(letter)
            && (separators.contains(letter) || (letter == '\n' && is_single_line && !is_drawing))
    };
    let count = text.chars().filter(|&character| is_separator(character)).count();
    // A few hyphens between letters stand for ranges.
    let hyphens = text.matches('-').count();
    let is_range = matches!(kind, Kind::Hand | Kind::Decks | Kind::FireBag)
        && (hyphens > 0 || text.contains(".."))
        && hyphens + 1 < text.chars().filter(|letter| letter.is_alphabetic()).count();
    let is_joined = count > 1 && !kind.is_json() && !is_range && !text.contains(['"', '\'', '`']);
    is_joined.then(|| text.replace(is_separator, "")).into_iter().collect()
}
