//! Byte spans, and conversion of byte offsets to lines and columns.

use std::ops::Range;

/// A half-open byte range `start..end` in a string, where `end` is never less than `start`.
///
/// ```
/// use clowder::diagnostics::Span;
///
/// let span = Span::new(0, 2).to(Span::at(4));
/// assert_eq!((span.start(), span.end()), (0, 4));
/// assert_eq!(span.of("LNSNF"), "LNSN");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    /// Creates the span `start..end`, or the empty span at `start` if `end` is less than `start`.
    ///
    /// ```
    /// use clowder::diagnostics::Span;
    ///
    /// assert_eq!(Span::new(1, 3).of("LNSNF"), "NS");
    /// assert_eq!(Span::new(3, 1), Span::at(3));
    /// ```
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end: if start <= end { end } else { start } }
    }

    /// The offset of the first byte.
    pub const fn start(self) -> usize {
        self.start
    }

    /// The offset of the byte after the last byte.
    pub const fn end(self) -> usize {
        self.end
    }

    /// Creates the empty span before the byte at `offset`, e.g. to report that something is missing there.
    pub const fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// Shifts the span to the right by `by` bytes, e.g. to convert offsets in a substring to offsets in the
    /// whole string.
    pub const fn shifted(self, by: usize) -> Self {
        Self::new(self.start + by, self.end + by)
    }

    /// Returns the smallest span that contains both spans.
    pub fn to(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// Returns the part of `text` in the span, or an empty string if the span ends beyond the text or is not
    /// at character boundaries.
    ///
    /// ```
    /// use clowder::diagnostics::Span;
    ///
    /// assert_eq!(Span::new(0, 2).of("LNSNF"), "LN");
    /// assert_eq!(Span::new(4, 9).of("LNSNF"), "");
    /// ```
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }

    /// Converts the span to a range of characters in `text`, as Python counts them.
    ///
    /// ```
    /// use clowder::diagnostics::Span;
    ///
    /// assert_eq!(Span::new(2, 3).characters("é9"), 1..2);
    /// ```
    pub fn characters(self, text: &str) -> Range<usize> {
        let characters = |at| text[..floor_boundary(text, at)].chars().count();
        characters(self.start)..characters(self.end)
    }

    /// Converts the span to a range of UTF-16 code units in `text`, as Java and JavaScript count them.
    ///
    /// ```
    /// use clowder::diagnostics::Span;
    ///
    /// assert_eq!(Span::new(4, 5).utf16("🐈9"), 2..3);
    /// ```
    pub fn utf16(self, text: &str) -> Range<usize> {
        let units = |at| text[..floor_boundary(text, at)].encode_utf16().count();
        units(self.start)..units(self.end)
    }
}

/// Returns the line and the column of the byte at `offset`, both counted from 1. Columns are counted in
/// characters, not bytes.
///
/// ```
/// assert_eq!(clowder::diagnostics::line_column("bgr\nbgx\n", 6), (2, 3));
/// ```
pub fn line_column(text: &str, offset: usize) -> (usize, usize) {
    let head = &text[..floor_boundary(text, offset)];
    let line_start = head.rfind('\n').map_or(0, |newline| newline + 1);
    let line = head.bytes().filter(|&byte| byte == b'\n').count() + 1;
    (line, head[line_start..].chars().count() + 1)
}

/// Returns the start of the character at `offset`, or the length of the text if `offset` is beyond the end.
pub(super) fn floor_boundary(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_from_one() {
        assert_eq!(line_column("ab\nçd", 0), (1, 1));
        assert_eq!(line_column("ab\nçd", 3), (2, 1));
        assert_eq!(line_column("ab\nçd", 5), (2, 2));
        assert_eq!(line_column("ab\nçd", 4), (2, 1), "inside a character");
        assert_eq!(line_column("ab", 99), (1, 3), "past the end");
    }
}
