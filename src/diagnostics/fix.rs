//! Fixes, i.e. changes that repair strings.

use super::{Diagnostics, Span};

/// A change that repairs a string by replacing some of its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// The bytes to replace.
    pub span: Span,
    /// The replacement text.
    pub text: String,
    /// Whether the fix is certain to keep the intended meaning. An unsafe fix is merely a suggestion.
    pub safe: bool,
}

impl Fix {
    /// Whether the fixes conflict, i.e. change the same byte or begin at the same byte.
    pub(crate) const fn overlaps(&self, other: &Self) -> bool {
        let (one, other) = (self.span, other.span);
        one.start == other.start || (one.start < other.end && other.start < one.end)
    }

    /// Applies fixes to a text, in list order. Skips a fix that overlaps an applied one.
    pub(crate) fn apply_all(fixes: &[&Self], text: &str) -> String {
        let mut applied: Vec<&Self> = Vec::new();
        for fix in fixes {
            if !applied.iter().any(|other| fix.overlaps(other)) {
                applied.push(fix);
            }
        }
        // Replace from the end of the text backwards, so that earlier offsets stay valid.
        applied.sort_by_key(|fix| std::cmp::Reverse(fix.span.start));
        let mut repaired = text.to_owned();
        for fix in applied {
            repaired.replace_range(fix.span.start..fix.span.end, &fix.text);
        }
        repaired
    }
}

impl Diagnostics {
    /// Applies all fixes to the string, whether safe or not, or returns `None` if there are no fixes.
    ///
    /// Of fixes that change the same byte or begin at the same byte, only the first is applied. Fixes inside
    /// the five strings of a state are not applied. The repaired string can still have errors, so check it
    /// again.
    ///
    /// ```
    /// use clowder::{notation::Notation, raft::Hand};
    ///
    /// let reading = Hand::read("AkhfDa");
    /// let repaired = reading.diagnostics().repaired("AkhfDa");
    /// assert_eq!(repaired.as_deref(), Some("AkhfBCDa"));
    /// ```
    ///
    /// # Panics
    /// Panics if a fix is outside the string, i.e. if the diagnostics belong to a different string.
    pub fn repaired(&self, text: &str) -> Option<String> {
        let fixes: Vec<&Fix> = self
            .0
            .iter()
            .filter(|found| found.part.is_none())
            .filter_map(|found| found.fix.as_ref())
            .collect();
        (!fixes.is_empty()).then(|| Fix::apply_all(&fixes, text))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Diagnostic, codes};
    use super::*;

    #[test]
    fn only_the_first_of_two_fixes_that_overlap_is_applied() {
        let fix = |start, end, text: &str| {
            let span = Span::new(start, end);
            Diagnostic::new(&codes::raft::DRAW_COUNT, span, "wrong").fix(span, text)
        };
        let repaired = |fixes: Vec<Diagnostic>| fixes.into_iter().collect::<Diagnostics>().repaired("abcdef");
        assert_eq!(repaired(vec![]), None);
        // The second fix overlaps the first and is skipped. The third overlaps only the skipped fix.
        let three = vec![fix(0, 2, "X"), fix(1, 3, "Y"), fix(2, 4, "Z")];
        assert_eq!(repaired(three).as_deref(), Some("XZef"));
        // List order, not position, determines which of two overlapping fixes is applied.
        assert_eq!(repaired(vec![fix(3, 5, "12"), fix(0, 4, "Y"), fix(0, 1, "")]).as_deref(), Some("bc12f"));
        assert_eq!(repaired(vec![fix(2, 2, "+"), fix(2, 3, "-")]).as_deref(), Some("ab+cdef"));
    }
}
