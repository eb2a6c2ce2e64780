//! A string that was made from another string, with the origin of each of its characters.

use crate::diagnostics::{Diagnostic, Diagnostics, Span};

/// A string that was made from an original string. For each of its bytes, the place in the original is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Mapped {
    text: String,
    /// For each byte of the string, a span in the original: the span of the character from which the byte comes.
    origins: Vec<(usize, usize)>,
}

impl Mapped {
    /// Replaces each character of the original with the character that `keep` returns. If `keep` returns `None`, the
    /// character is omitted.
    pub(super) fn filter_map(original: &str, keep: impl Fn(usize, char) -> Option<char>) -> Self {
        let mut mapped = Self::default();
        for (at, character) in original.char_indices() {
            if let Some(kept) = keep(at, character) {
                mapped.push(kept, Span::new(at, at + character.len_utf8()));
            }
        }
        mapped
    }

    /// Copies the characters that are in a span of the original.
    pub(super) fn slice(original: &str, span: Span) -> Self {
        Self::filter_map(original, |at, character| (span.start <= at && at < span.end).then_some(character))
    }

    /// Appends a character that comes from `origin`.
    pub(super) fn push(&mut self, character: char, origin: Span) {
        self.text.push(character);
        self.origins.resize(self.text.len(), (origin.start, origin.end));
    }

    /// Appends a string that was made from the same original.
    pub(super) fn append(&mut self, other: &Self) {
        self.text.push_str(&other.text);
        self.origins.extend(&other.origins);
    }

    /// Returns a string whose characters come from unknown places in the original.
    pub(super) fn rewritten(original: &str, text: String) -> Self {
        let origins = vec![(0, original.len()); text.len()];
        Self { text, origins }
    }

    /// Returns the text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the span in the original that corresponds to a span of the text.
    pub(super) fn origin(&self, span: Span) -> Span {
        let start = match self.origins.get(span.start) {
            Some(&(start, _)) => start,
            None => self.origins.last().map_or(0, |&(_, end)| end),
        };
        let last = span.end.checked_sub(1).filter(|_| span.end > span.start);
        let end = last.and_then(|last| self.origins.get(last)).map_or(start, |&(_, end)| end.max(start));
        Span::new(start, end)
    }

    /// Moves the diagnostics of the text to their places in the original.
    pub(super) fn diagnostics(&self, found: Diagnostics) -> Diagnostics {
        let moved = |mut one: Diagnostic| {
            // The decoded strings of a state are the same before and after the repair, so the spans in them are not
            // moved.
            if one.part.is_none() {
                one.span = self.origin(one.span);
                if let Some(fix) = &mut one.fix {
                    fix.span = self.origin(fix.span);
                }
            }
            for related in one.related.iter_mut().filter(|related| related.part.is_none()) {
                related.span = self.origin(related.span);
            }
            one
        };
        found.into_iter().map(moved).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_moved_to_the_original() {
        let original = "é a\r\nb";
        let mapped =
            Mapped::filter_map(original, |_, letter| (letter != ' ' && letter != '\r').then_some(letter));
        assert_eq!(mapped.text(), "éa\nb");
        assert_eq!(mapped.origin(Span::new(2, 3)).of(original), "a");
        assert_eq!(mapped.origin(Span::new(2, 4)).of(original), "a\r\n");
        assert_eq!(mapped.origin(Span::at(5)), Span::at(original.len()));
        assert_eq!(Mapped::default().origin(Span::at(0)), Span::at(0));
    }
}
