//! Turns arbitrary bytes into numbers and choices.

/// The bytes that determine the choices of a target. After the last byte, every further byte is 0.
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// Returns the next byte, or 0 after the last byte.
    pub fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().map_or((0, self.0), |(first, rest)| (*first, rest));
        self.0 = rest;
        first
    }

    /// Returns a number below `limit`. The limit must be at most 65,536.
    pub fn below(&mut self, limit: usize) -> usize {
        let high = if limit > 256 { usize::from(self.byte()) << 8 } else { 0 };
        (high | usize::from(self.byte())) % limit
    }

    /// Returns one of the elements of a list that is not empty.
    pub fn choose<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Returns the remaining bytes as text. Bytes that are not valid UTF-8 are left out.
    pub fn text(self) -> String {
        String::from_utf8_lossy(self.0).replace('\u{fffd}', "")
    }
}

/// Returns the bytes as text, or `None` if they are not valid UTF-8. The program rejects text that is not valid UTF-8
/// before it reads a string from the text.
pub fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}
