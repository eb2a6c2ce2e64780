//! Repairs of a string.

use super::{Diagnostics, Span};

/// A replacement that repairs the string.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// The bytes to replace.
    pub span: Span,
    /// The text to insert in their place.
    pub text: String,
    /// Whether the fix cannot change what the writer meant. Any other fix is only a suggestion.
    pub safe: bool,
}

impl Fix {
    /// Returns true if two fixes cannot both be applied, because they change the same byte or begin at the same byte.
    pub(crate) const fn overlaps(&self, other: &Self) -> bool {
        let (one, other) = (self.span, other.span);
        one.start == other.start || (one.start < other.end && other.start < one.end)
    }

    /// Returns a text after several fixes. A fix is left out if it overlaps with one that was applied before it.
    pub(crate) fn apply_all(fixes: &[&Self], text: &str) -> String {
        let mut applied: Vec<&Self> = Vec::new();
        for fix in fixes {
            if !applied.iter().any(|other| fix.overlaps(other)) {
                applied.push(fix);
            }
        }
        // The last place is changed first, so that the offsets of the other places stay right.
        applied.sort_by_key(|fix| std::cmp::Reverse(fix.span.start));
        let mut repaired = text.to_owned();
        for fix in applied {
            repaired.replace_range(fix.span.start..fix.span.end, &fix.text);
        }
        repaired
    }
}

impl Diagnostics {
    /// Applies the fixes of these diagnostics to the string, safe or not, and returns the new string. Returns `None`
    /// without fixes.
    ///
    /// Two fixes overlap if they change the same byte or begin at the same byte. Only the first of two such fixes is
    /// applied. If the string is a state, fixes inside its five strings are not applied. The new string can still have
    /// errors, so it must be checked again.
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
    /// Panics if these are not the diagnostics of this string, and a fix is outside the string.
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
        // The second fix overlaps with the first one. The third overlaps only with the second, which is left out.
        let three = vec![fix(0, 2, "X"), fix(1, 3, "Y"), fix(2, 4, "Z")];
        assert_eq!(repaired(three).as_deref(), Some("XZef"));
        // The order of the list decides, and not the order of the places.
        assert_eq!(repaired(vec![fix(3, 5, "12"), fix(0, 4, "Y"), fix(0, 1, "")]).as_deref(), Some("bc12f"));
        assert_eq!(repaired(vec![fix(2, 2, "+"), fix(2, 3, "-")]).as_deref(), Some("ab+cdef"));
    }
}
