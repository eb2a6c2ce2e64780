//! Checks whether fixes reduce the number of errors in a text.

use super::{ALTERNATIVES, Repair, count, difference, inside, layers};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Class, Diagnostic, Diagnostics, Fix, Meaning, Span};
use crate::kinds::{self, AnyReading};
use crate::notation::{Kind, Reading};

/// At most this many fixes of a text are checked. All others are removed.
const CHECKED_FIXES: usize = 8;

impl Repair<'_> {
    /// Adds a fix to each error of class `canon` that has none. The fix leads to the canonical form.
    pub(super) fn with_canonical_fixes(&self, reading: AnyReading) -> AnyReading {
        let parts = reading.parts().to_vec();
        let (value, mut found) = reading.into_parts();
        let Some(canonical) = value.as_ref().map(|value| value.canonical()) else {
            return Reading::new(value, found).with_parts(parts);
        };
        if let Some(meant) = self.other_meaning()
            && let Some(error) = found.iter().next()
        {
            let help = format!("did you mean `{}` or `{}`?", escape(&meant), escape(&canonical));
            let mut error = Diagnostic { fix: None, ..error.clone() }.help(help);
            if self.kind == Kind::Region {
                error = error.fix(Span::new(0, self.given.len()), meant).safe(false);
            }
            return Reading::new(value, error.into()).with_parts(parts);
        }
        // The existing fixes are replaced if applying all of them does not give the canonical form.
        let are_right = found.repaired(self.given).as_ref() == Some(&canonical);
        let lacks_fix = |error: &Diagnostic| {
            let is_replaced = error.part.is_none() && !are_right;
            error.class() == Class::Canon && (error.fix.is_none() || is_replaced)
        };
        let needs_parts = found.iter().any(|error| lacks_fix(error) && error.part.is_some());
        let right = needs_parts.then(|| kinds::read_thoroughly(self.kind, &canonical, self.options));
        let given = self.given.to_owned();
        found.for_each_mut(|error| {
            let part = |part: usize| Some((parts.get(part)?, right.as_ref()?.parts().get(part)?));
            let texts = error.part.map_or(Some((&given, &canonical)), part);
            let Some((before, after)) = texts.filter(|_| lacks_fix(error)) else { return };
            error.fix = Some(difference(before, after));
        });
        Reading::new(value, found).with_parts(parts)
    }

    /// If a valid text may stand for another string, returns the canonical form of that string. In a hand or a decks
    /// string, a lowercase letter may be the name of a missing deck, or a second capital may be a card. In a region,
    /// the spaces may be separators.
    fn other_meaning(&self) -> Option<String> {
        let text = self.given;
        match self.kind {
            Kind::Hand | Kind::Decks => {
                let other = |at: usize| {
                    let letter = &text[at..=at];
                    let is_small = letter.bytes().all(|byte| byte.is_ascii_lowercase());
                    let letter =
                        if is_small { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
                    [&text[..at], &letter, &text[at + 1..]].concat()
                };
                let places = if text.is_ascii() { 0..text.len() } else { 0..0 };
                places.map(other).find(|other| self.is_right(other).is_some())
            }
            Kind::Region if text.contains(' ') => {
                let is_indented = text.lines().all(|line| line.starts_with(' '));
                let is_spaced = |line: &str| line.bytes().skip(1).step_by(2).all(|byte| byte == b' ');
                let are_spaces = is_indented || text.lines().all(is_spaced);
                let joined = are_spaces.then(|| text.replace([' ', '\t'], ""));
                let others = inside::only(self.kind, text).into_iter().chain(layers::rows(self.kind, text));
                let others = joined.into_iter().chain(others);
                others.filter(|other| other != text).find_map(|other| self.value(&other))
            }
            _ => None,
        }
    }

    /// Keeps each fix that helps by itself and together with the fixes that were kept before. Fixes in the strings of a
    /// state are not checked. Then turns all fixes into suggestions, because the text has several errors or can be
    /// repaired in several ways.
    pub(super) fn with_checked_fixes(&self, text: &str, reading: AnyReading) -> AnyReading {
        let before = count(&reading);
        let parts = reading.parts().to_vec();
        let (value, mut found) = reading.into_parts();
        let mut kept: Vec<Fix> = Vec::new();
        let mut checked = 0;
        found.for_each_mut(|error| {
            if error.part.is_some() {
                return;
            }
            error.fix = error.fix.take().filter(|fix| {
                checked += 1;
                kept.push(fix.clone());
                let helps = checked <= CHECKED_FIXES && self.help(text, before, &kept);
                kept.truncate(kept.len() - usize::from(!helps));
                helps
            });
        });
        found.for_each_mut(|error| error.fix.iter_mut().for_each(|fix| fix.safe = false));
        let own = value.as_ref().map(|value| value.canonical());
        self.add_order_fix(text, own.as_deref(), &mut found);
        Reading::new(value, found).with_parts(parts)
    }

    /// Whether the last fix helps by itself, and all fixes help together. Fixes help if fewer errors than `before` are
    /// left, or only errors of class `canon`. A fix that overlaps an earlier one is not applied.
    fn help(&self, text: &str, before: usize, fixes: &[Fix]) -> bool {
        let all: Vec<&Fix> = fixes.iter().collect();
        [&all[..], &all[all.len() - 1..]].iter().all(|fixes| {
            let repaired = Fix::apply_all(fixes, text);
            let after = self.read(&repaired);
            repaired != self.given && (after.is_usable() || count(&after) < before)
        })
    }

    /// Adds a safe fix to the errors about order in a text that also has other errors. The fix must not move a
    /// character that has another error, because the right order may depend on what this character should be.
    fn add_order_fix(&self, text: &str, own: Option<&str>, found: &mut Diagnostics) {
        let is_order = |error: &Diagnostic| {
            let is_own = error.code.group() == self.kind.name();
            is_own && error.fix.is_none() && error.code.meanings.contains(&Meaning::Order)
        };
        if !found.iter().any(is_order) {
            return;
        }
        let fix = self.order_fix(text, own, found);
        let reason = "correct the other errors first, because the order may depend on them";
        let mut help = Some(reason.to_owned()).filter(|_| fix.is_none());
        found.for_each_mut(|error| {
            if is_order(error) {
                error.fix.clone_from(&fix);
                error.help = error.help.take().or_else(|| help.take());
            }
        });
    }

    /// Returns the fix that puts all correct items of a text into canonical order. `found` are the errors of the text,
    /// and `own` is the canonical form of its value.
    fn order_fix(&self, text: &str, own: Option<&str>, found: &Diagnostics) -> Option<Fix> {
        let others = |errors: &Diagnostics| -> Vec<(Span, String)> {
            let others = errors.iter().filter(|error| error.class() != Class::Canon);
            others.map(|error| (error.span, error.message.clone())).collect()
        };
        let before = others(found);
        if before.len() > ALTERNATIVES {
            return None;
        }
        // An item of several characters begins with a capital. For example, a deck letter comes before its cards.
        let is_capital = |letter: char| letter.is_ascii_uppercase();
        let begin = |text: &str, span: Span| {
            let first = span.of(text).chars().next().map_or(0, char::len_utf8);
            text[..span.start + first].rfind(is_capital)
        };
        let item = |&(span, _): &(Span, String)| {
            let end = text[span.end..].find(is_capital).map_or(text.len(), |end| span.end + end);
            Span::new(begin(text, span).unwrap_or(span.start), end)
        };
        let wrong = before.iter().map(|(span, _)| *span).collect();
        let items = before.iter().map(item).collect();
        let fix = [Vec::new(), wrong, items].into_iter().find_map(|left_out: Vec<Span>| {
            let is_kept = |at: usize| left_out.iter().all(|span| at < span.start || span.end <= at);
            let kept: Vec<(usize, char)> = text.char_indices().filter(|(at, _)| is_kept(*at)).collect();
            let rest: String = kept.iter().map(|(_, letter)| letter).collect();
            let read = || self.read(&rest).into_value().map(|value| value.canonical());
            let canonical = if rest == text { own?.to_owned() } else { read()? };
            let mut fix = difference(&rest, &canonical);
            let last = fix.span.end.checked_sub(1)?;
            fix.span = Span::new(kept.get(fix.span.start)?.0, kept.get(last)?.0 + 1);
            let is_whole = fix.span.end - fix.span.start == fix.text.len();
            (rest.is_ascii() && rest.len() == canonical.len() && is_whole).then_some(fix)
        })?;
        let fixed = Fix::apply_all(&[&fix], text);
        // A wrong character must stay in its item, for example in its deck.
        let keeps = |&(wrong, _): &(Span, String)| {
            let letter = |text: &str| begin(text, wrong).and_then(|at| text[at..].chars().next());
            letter(text) == letter(&fixed)
        };
        let is_apart = |other: &Fix| other.span.end <= fix.span.start || fix.span.end <= other.span.start;
        let are_apart = found.iter().filter_map(|error| error.fix.as_ref()).all(is_apart);
        (are_apart && before.iter().all(keeps) && others(self.read(&fixed).diagnostics()) == before)
            .then_some(fix)
    }
}
