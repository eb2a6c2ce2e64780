//! Checks which fixes reduce the number of errors in a text, alone and together.

use super::{Repair, changed, count};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Class, Diagnostic, Diagnostics, Fix};
use crate::kinds::{self, AnyReading};
use crate::notation::{Kind, Reading};

/// The maximum number of fixes that are checked in one text. Further fixes are removed.
const CHECKED_FIXES: usize = 8;

impl Repair<'_> {
    /// Adds a fix to each error of class `canon` that has none: the canonical form of the value.
    pub(super) fn with_canonical_fixes(&self, reading: AnyReading) -> AnyReading {
        let parts = reading.parts().to_vec();
        let (value, mut found) = reading.into_parts();
        let Some(canonical) = value.as_ref().map(|value| value.canonical()) else {
            return Reading::new(value, found).with_parts(parts);
        };
        if let Some(help) = self.other_meaning(&canonical)
            && let Some(error) = found.iter().next()
        {
            let error = Diagnostic { fix: None, ..error.clone() }.help(help);
            return Reading::new(value, error.into()).with_parts(parts);
        }
        let lacks_fix = |error: &Diagnostic| error.fix.is_none() && error.class() == Class::Canon;
        let needs_parts = found.iter().any(|error| lacks_fix(error) && error.part.is_some());
        let right = needs_parts.then(|| kinds::read_thoroughly(self.kind, &canonical, self.options));
        let given = self.given.to_owned();
        found.for_each_mut(|error| {
            let part = |part: usize| Some((parts.get(part)?, right.as_ref()?.parts().get(part)?));
            let texts = error.part.map_or(Some((&given, &canonical)), part);
            let Some((before, after)) = texts.filter(|_| lacks_fix(error)) else { return };
            let span = changed(before, after);
            let text = after[span.start..after.len() - (before.len() - span.end)].to_owned();
            error.fix = Some(Fix { span, text, safe: true });
        });
        Reading::new(value, found).with_parts(parts)
    }

    /// Returns the question that a text leaves open although it has a value: a small letter can be meant as the missing
    /// deck, and the spaces in a region can be meant as separators.
    fn other_meaning(&self, canonical: &str) -> Option<String> {
        let text = self.given;
        let meant = match self.kind {
            Kind::Hand | Kind::Decks => {
                let capital =
                    |at: usize| [&text[..at], &text[at..=at].to_ascii_uppercase(), &text[at + 1..]].concat();
                let small = text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_lowercase());
                small.map(|(at, _)| capital(at)).find(|other| self.is_right(other).is_some())?
            }
            Kind::Region => {
                let is_indented = text.lines().all(|line| line.starts_with(' '));
                let is_spaced = |line: &str| line.bytes().skip(1).step_by(2).all(|byte| byte == b' ');
                let joined = text.replace([' ', '\t'], "");
                let are_spaces = (is_indented || text.lines().all(is_spaced)) && joined != text;
                let region = self.read(&joined).into_value().filter(|_| are_spaces)?;
                region.canonical()
            }
            _ => return None,
        };
        Some(format!("did you mean `{}` or `{}`?", escape(&meant), escape(canonical)))
    }

    /// Removes the fixes that do not help. A fix is kept only if it helps alone and also together with the fixes that
    /// were kept before it. Fixes in the strings of a state, and fixes after the first [`CHECKED_FIXES`], are removed
    /// without a check.
    pub(super) fn with_checked_fixes(&self, text: &str, reading: AnyReading) -> AnyReading {
        let before = count(&reading);
        let (value, found) = {
            let parts = reading.parts().to_vec();
            let (value, found) = reading.into_parts();
            (Reading::new(value, Diagnostics::new()).with_parts(parts), found)
        };
        let mut kept = Vec::new();
        let mut indices = Vec::new();
        for (index, fix) in fixes(&found).take(CHECKED_FIXES) {
            kept.push(fix);
            if self.help(text, before, &[fix]) && (kept.len() == 1 || self.help(text, before, &kept)) {
                indices.push(index);
            } else {
                kept.pop();
            }
        }
        value.check(with_fixes(found, &indices))
    }

    /// Keeps the fixes of a text whose errors have several causes if these fixes help together. Otherwise, only the fix
    /// of the first cause and the fixes that overlap with it are kept. The first fix is known to help alone. The other
    /// errors get their fixes when the repaired text is checked again.
    pub(super) fn with_fixes_together(&self, before: usize, found: Diagnostics) -> Diagnostics {
        let all: Vec<(usize, &Fix)> = fixes(&found).collect();
        let Some((_, first)) = all.first() else { return found };
        if self.help(self.given, before, &all.iter().map(|(_, fix)| *fix).collect::<Vec<_>>()) {
            return found;
        }
        let near_first = all.iter().filter(|(_, fix)| first.overlaps(fix));
        let indices: Vec<usize> = near_first.map(|(index, _)| *index).collect();
        with_fixes(found, &indices).collect()
    }

    /// Returns true if these fixes together leave fewer errors than `before`, or only errors of class `canon`. A fix is
    /// left out if it overlaps with one before it.
    fn help(&self, text: &str, before: usize, fixes: &[&Fix]) -> bool {
        let repaired = Fix::apply_all(fixes, text);
        let is_better = |after: AnyReading| after.is_usable() || count(&after) < before;
        repaired != self.given && is_better(self.read(&repaired))
    }
}

/// Returns the fixes that are outside the strings of a state, each with the index of its error.
fn fixes(found: &Diagnostics) -> impl Iterator<Item = (usize, &Fix)> {
    let of_text = found.iter().enumerate().filter(|(_, error)| error.part.is_none());
    of_text.filter_map(|(index, error)| Some((index, error.fix.as_ref()?)))
}

/// Removes all fixes apart from those of the errors with these indices.
fn with_fixes(found: Diagnostics, indices: &[usize]) -> impl Iterator<Item = Diagnostic> {
    found.into_iter().enumerate().map(|(index, mut error)| {
        error.fix = error.fix.filter(|_| indices.contains(&index));
        error
    })
}
