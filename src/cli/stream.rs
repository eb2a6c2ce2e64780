//! Reads the lines of a stream in chunks, with bounded memory.

use memchr::{memchr, memrchr};
use std::io::{self, Read};

/// What separates the texts of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// Line breaks.
    Lines,
    /// NUL bytes.
    Null,
    /// Line breaks. Each line is one JSON value.
    JsonLines,
}

/// A line of a stream, without its line break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    Whole(&'a [u8]),
    /// A line longer than the limit. Only the length of such a line is kept, in bytes and without the line
    /// break.
    TooLong(usize),
}

/// Reads a stream in chunks. A chunk contains the lines completed by one read from the stream. A slow stream is
/// therefore processed line by line, and a fast stream in large pieces.
pub(crate) struct LineReader<R> {
    source: R,
    /// The byte that ends each line.
    end: u8,
    /// The maximum length of a line, in bytes.
    longest: usize,
    /// Approximate maximum number of bytes to read at once.
    size: usize,
    buffer: Vec<u8>,
    /// Number of bytes in the buffer that have been read from the stream.
    filled: usize,
    /// Number of bytes at the start of the buffer that belong to the chunk.
    whole: usize,
    /// Length of the dropped line, if the chunk is a single line that is too long.
    dropped: Option<usize>,
    is_done: bool,
}

impl<R: Read> LineReader<R> {
    /// Creates a reader that reads about `size` bytes at a time.
    pub(crate) fn new(source: R, framing: Framing, longest: usize, size: usize) -> Self {
        let end = if matches!(framing, Framing::Null) { 0 } else { b'\n' };
        let (buffer, filled, whole) = (Vec::new(), 0, 0);
        Self { source, end, longest, size, buffer, filled, whole, dropped: None, is_done: false }
    }

    /// Reads the next chunk. Returns false at the end of the stream.
    ///
    /// # Errors
    /// Returns an error if the stream cannot be read.
    pub(crate) fn read(&mut self) -> io::Result<bool> {
        self.remove(self.whole);
        (self.whole, self.dropped) = (0, None);
        let mut searched = 0;
        loop {
            if let Some(last) = memrchr(self.end, &self.buffer[searched..self.filled]) {
                self.whole = searched + last + 1;
                return Ok(true);
            }
            searched = self.filled;
            if self.filled > self.longest {
                self.dropped = Some(self.drop_line()?);
                return Ok(true);
            }
            if self.is_done {
                self.whole = self.filled;
                return Ok(self.filled > 0);
            }
            self.fill()?;
        }
    }

    fn remove(&mut self, count: usize) {
        self.buffer.copy_within(count..self.filled, 0);
        self.filled -= count;
    }

    fn fill(&mut self) -> io::Result<()> {
        let needed = self.filled + self.size.min(self.longest + 1);
        if self.buffer.len() < needed {
            self.buffer.resize(needed.max(self.size), 0);
        }
        let count = loop {
            match self.source.read(&mut self.buffer[self.filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        self.filled += count;
        self.is_done = count == 0;
        Ok(())
    }

    /// Drops the overlong line at the start of the buffer, and returns the length of this line.
    fn drop_line(&mut self) -> io::Result<usize> {
        let mut length = self.filled;
        while !self.is_done {
            self.filled = 0;
            self.fill()?;
            if let Some(at) = memchr(self.end, &self.buffer[..self.filled]) {
                self.remove(at + 1);
                return Ok(length + at);
            }
            length += self.filled;
        }
        self.filled = 0;
        Ok(length)
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let mut rest = &self.buffer[..self.whole];
        let next = move || {
            if rest.is_empty() {
                return None;
            }
            let length = memchr(self.end, rest).unwrap_or(rest.len());
            let line = &rest[..length];
            rest = rest.get(length + 1..).unwrap_or_default();
            Some(if length <= self.longest { Line::Whole(line) } else { Line::TooLong(length) })
        };
        self.dropped.map(Line::TooLong).into_iter().chain(std::iter::from_fn(next))
    }
}

#[cfg(test)]
mod tests {
    use super::{Framing, Line, LineReader};
    use proptest::test_runner::{Config, TestRunner};
    use std::io::{self, Read};

    /// A reader that returns at most the given number of bytes per call.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(buffer.len()).min(self.0.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn a_stream_read_in_pieces_has_the_lines_of_the_whole_text() {
        let bytes = proptest::collection::vec(proptest::sample::select(b"ab\n\n".to_vec()), 0..60);
        let sizes = (1..20_usize, 1..20_usize, 0..12_usize);
        TestRunner::new(Config { cases: 20_000, failure_persistence: None, ..Config::default() })
            .run(&(bytes, sizes), |(bytes, (piece, size, longest))| {
                let mut expected: Vec<_> = bytes.split(|byte| *byte == b'\n').collect();
                expected.pop_if(|last| last.is_empty());
                let mut reader = LineReader::new(Slow(&bytes, piece), Framing::Lines, longest, size);
                let mut count = 0;
                while reader.read().unwrap() {
                    for line in reader.lines() {
                        let whole = expected[count];
                        let length = whole.len();
                        let is_long = length > longest;
                        assert_eq!(line, if is_long { Line::TooLong(length) } else { Line::Whole(whole) });
                        count += 1;
                    }
                }
                assert_eq!(count, expected.len());
                Ok(())
            })
            .unwrap();
    }
}
