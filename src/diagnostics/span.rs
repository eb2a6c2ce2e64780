//! Byte spans and the line and column they stand at.

/// A half-open range of bytes `start..end` in the text a reader was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset just past the last byte.
    pub end: usize,
}

impl Span {
    /// The span `start..end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The empty span before the byte at `offset`: where something is missing.
    pub const fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// This span moved `by` bytes to the right: from a part's own offsets to those of the whole.
    pub const fn shifted(self, by: usize) -> Self {
        Self::new(self.start + by, self.end + by)
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The bytes of `text` under the span; empty where the span does not lie on character bounds.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }
}

/// Line and column of the byte at `offset`, both counted from 1, the column in characters.
pub fn line_column(text: &str, offset: usize) -> (usize, usize) {
    let mut before = offset.min(text.len());
    while !text.is_char_boundary(before) {
        before -= 1;
    }
    let head = &text[..before];
    let line_start = head.rfind('\n').map_or(0, |newline| newline + 1);
    let line = head.bytes().filter(|&byte| byte == b'\n').count() + 1;
    (line, head[line_start..].chars().count() + 1)
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
