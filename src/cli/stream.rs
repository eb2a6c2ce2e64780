//! Reads the lines of a stream in chunks, with bounded memory.

use memchr::{memchr, memchr_iter, memrchr};
use std::io::{self, Read};

/// The separator between the texts of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// Line breaks.
    Lines,
    /// NUL bytes.
    Null,
    /// Line breaks. Each line is JSON.
    JsonLines,
}

impl Framing {
    const fn end(self) -> u8 {
        match self {
            Self::Lines | Self::JsonLines => b'\n',
            Self::Null => 0,
        }
    }
}

/// A line of a chunk, without its line break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// The whole line.
    Whole(&'a [u8]),
    /// A line that is longer than the limit. Only its length is kept.
    TooLong {
        /// The number of bytes without the line break.
        length: usize,
    },
}

/// Whole lines of a stream. The buffer can be filled again.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    buffer: Vec<u8>,
    /// The number of bytes at the start of the buffer that belong to the lines.
    filled: usize,
    /// The length of the only line of this chunk, if this line is so long that it was not kept.
    dropped: Option<usize>,
    /// The byte that ends each line.
    end: u8,
    /// The maximum length of a line.
    longest: usize,
}

/// Reads a stream chunk by chunk. A chunk contains the lines that one call of `read` has completed. Therefore, a slow
/// stream is answered line by line, and a fast stream in large pieces.
pub(crate) struct ChunkReader<R> {
    source: R,
    end: u8,
    longest: usize,
    size: usize,
    /// The bytes after the last chunk that were already read.
    rest: Vec<u8>,
    is_done: bool,
}

impl<R: Read> ChunkReader<R> {
    /// Creates a reader that reads `size` bytes at a time.
    pub(crate) const fn new(source: R, framing: Framing, longest: usize, size: usize) -> Self {
        Self { source, end: framing.end(), longest, size, rest: Vec::new(), is_done: false }
    }

    /// Reads the next lines into a chunk. Returns false at the end of the stream.
    ///
    /// # Errors
    /// Returns an error if the stream cannot be read.
    pub(crate) fn read(&mut self, chunk: &mut Chunk) -> io::Result<bool> {
        (chunk.filled, chunk.dropped, chunk.end, chunk.longest) = (0, None, self.end, self.longest);
        let mut filled = self.rest.len();
        self.make_room(&mut chunk.buffer, filled);
        chunk.buffer[..filled].copy_from_slice(&self.rest);
        self.rest.clear();
        let mut searched = 0;
        loop {
            if let Some(last) = memrchr(self.end, &chunk.buffer[searched..filled]) {
                chunk.filled = searched + last + 1;
                self.rest.extend_from_slice(&chunk.buffer[chunk.filled..filled]);
                return Ok(true);
            }
            searched = filled;
            if filled > self.longest {
                chunk.dropped = Some(self.drop_line(&mut chunk.buffer, filled)?);
                return Ok(true);
            }
            if self.is_done {
                chunk.filled = filled;
                return Ok(filled > 0);
            }
            self.make_room(&mut chunk.buffer, filled);
            filled += self.fill(&mut chunk.buffer[filled..])?;
        }
    }

    /// Grows a buffer if there is too little space after its contents for one more read.
    fn make_room(&self, buffer: &mut Vec<u8>, filled: usize) {
        let needed = filled + self.size.min(self.longest + 1);
        if buffer.len() < needed {
            buffer.resize(needed.max(self.size), 0);
        }
    }

    /// Reads once, and returns the number of bytes that were read, which is 0 at the end of the stream.
    fn fill(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.source.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(count) => {
                    self.is_done = count == 0;
                    return Ok(count);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Reads the rest of a line that is too long, after `length` bytes of it were read. Returns the length of the whole
    /// line.
    fn drop_line(&mut self, buffer: &mut [u8], mut length: usize) -> io::Result<usize> {
        while !self.is_done {
            let count = self.fill(buffer)?;
            if let Some(at) = memchr(self.end, &buffer[..count]) {
                self.rest.extend_from_slice(&buffer[at + 1..count]);
                return Ok(length + at);
            }
            length += count;
        }
        Ok(length)
    }
}

impl Chunk {
    /// Returns the number of bytes in the buffer that belong to the lines of this chunk. A line that was not kept does
    /// not count.
    pub(crate) const fn len(&self) -> usize {
        self.filled
    }

    /// Returns the number of lines in the chunk.
    pub(crate) fn count(&self) -> usize {
        let bytes = &self.buffer[..self.filled];
        let is_open = bytes.last().is_some_and(|last| *last != self.end);
        memchr_iter(self.end, bytes).count() + usize::from(is_open) + usize::from(self.dropped.is_some())
    }

    /// Returns the lines in order.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let dropped = self.dropped.map(|length| Line::TooLong { length });
        let mut rest = &self.buffer[..self.filled];
        let next = move || {
            if rest.is_empty() {
                return None;
            }
            let length = memchr(self.end, rest).unwrap_or(rest.len());
            let line = &rest[..length];
            rest = rest.get(length + 1..).unwrap_or_default();
            Some(if length <= self.longest { Line::Whole(line) } else { Line::TooLong { length } })
        };
        dropped.into_iter().chain(std::iter::from_fn(next))
    }
}

#[cfg(test)]
mod tests {
    use super::{Chunk, ChunkReader, Framing, Line};
    use proptest::test_runner::{Config, TestRunner};
    use std::io::{self, Read};

    /// A reader that returns at most this number of bytes per call.
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
                let mut reader = ChunkReader::new(Slow(&bytes, piece), Framing::Lines, longest, size);
                let (mut chunk, mut count) = (Chunk::default(), 0);
                while reader.read(&mut chunk).unwrap() {
                    assert_eq!(chunk.count(), chunk.lines().count());
                    for line in chunk.lines() {
                        let whole = expected[count];
                        let length = whole.len();
                        let is_long = length > longest;
                        assert_eq!(line, if is_long { Line::TooLong { length } } else { Line::Whole(whole) });
                        count += 1;
                    }
                }
                assert_eq!(count, expected.len());
                Ok(())
            })
            .unwrap();
    }
}
