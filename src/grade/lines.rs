//! Reads a file line by line, with bounded memory use.

use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use std::io::{self, BufRead, Read as _};

/// Maximum length of a line in bytes, including its line break.
const MAX_LENGTH: usize = 16 << 20;

/// The non-blank lines of a file, with their numbers.
///
/// ```
/// use clowder::grade::Lines;
///
/// let lines: Vec<_> = Lines::new("one\n\nthree".as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(lines[1].number, 3);
/// assert_eq!(lines[1].text.as_deref().unwrap(), "three");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    /// The number of the last line read.
    number: usize,
}

/// A line of a file.
#[derive(Debug)]
#[non_exhaustive]
pub struct Line {
    /// Line number, starting at 1.
    pub number: usize,
    /// The text without its line break, or an error if the line is too long or not valid UTF-8.
    pub text: Result<String, Diagnostics>,
}

impl Line {
    /// Creates a line. Line numbers start at 1.
    pub fn new(number: usize, text: impl Into<String>) -> Self {
        Self { number, text: Ok(text.into()) }
    }
}

impl<R: BufRead> Lines<R> {
    /// Creates an iterator over the lines from a reader.
    pub const fn new(reader: R) -> Self {
        Self { reader, number: 0 }
    }

    /// Reads the next line, including its line break. Returns at most [`MAX_LENGTH`] + 1 bytes and the length
    /// of the whole line, or `None` at the end of the file.
    fn read(&mut self) -> io::Result<Option<(Vec<u8>, usize)>> {
        let mut bytes = Vec::new();
        let mut length = self.reader.by_ref().take(MAX_LENGTH as u64 + 1).read_until(b'\n', &mut bytes)?;
        if length > MAX_LENGTH && !bytes.ends_with(b"\n") {
            length += self.reader.skip_until(b'\n')?;
        }
        Ok((length > 0).then_some((bytes, length)))
    }
}

/// Converts the bytes of a line to text without the line break.
fn text(mut bytes: Vec<u8>, length: usize) -> Result<String, Diagnostics> {
    if length > MAX_LENGTH {
        let message = format!("the line has {length} bytes; at most {MAX_LENGTH} are allowed");
        let rest = Span::new(MAX_LENGTH, length);
        return Err(Diagnostic::new(&codes::text::LINE_TOO_LONG, rest, message).into());
    }
    for line_break in [b"\n", b"\r"] {
        if bytes.ends_with(line_break) {
            bytes.pop();
        }
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let found = format!("{:02x}", error.as_bytes()[at]);
        let message = format!("the byte {found} is not UTF-8");
        Diagnostic::new(&codes::text::NOT_UTF8, Span::new(at, at + 1), message).found(found).into()
    })
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        loop {
            let (bytes, length) = match self.read().transpose()? {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            self.number += 1;
            if length > MAX_LENGTH || !bytes.iter().all(u8::is_ascii_whitespace) {
                return Some(Ok(Line { number: self.number, text: text(bytes, length) }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<(usize, Result<String, String>)> {
        let lines = Lines::new(io::BufReader::with_capacity(7, bytes)).map(Result::unwrap);
        lines.map(|line| (line.number, line.text.map_err(|faults| faults.to_string()))).collect()
    }

    #[test]
    fn blank_lines_are_counted_and_skipped() {
        let lines = read(b"one\n\n  \r\ntwo\r\nand three");
        let texts: Vec<_> = lines.iter().map(|(number, text)| (*number, text.as_deref().unwrap())).collect();
        assert_eq!(texts, [(1, "one"), (4, "two"), (5, "and three")]);
        assert!(read(b"\n\n").is_empty());
    }

    #[test]
    fn a_line_that_is_not_text_does_not_affect_other_lines() {
        let mut bytes = b"a\xffb\n".to_vec();
        bytes.extend(vec![b'x'; MAX_LENGTH + 9]);
        bytes.extend(b"\nlast");
        let [first, second, third] = read(&bytes).try_into().unwrap();
        assert_eq!(first.1.unwrap_err(), "1..2: text/not-utf-8: the byte ff is not UTF-8");
        assert!(second.1.unwrap_err().starts_with("16777216..16777226: text/line-too-long: "));
        assert_eq!(third, (3, Ok("last".to_owned())));
    }
}
