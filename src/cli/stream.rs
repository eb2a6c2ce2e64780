//! Reads the lines of a stream in chunks, with bounded memory.

use std::io::{self, Read};

/// The separator between the texts of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// Line breaks.
    Lines,
    /// NUL bytes.
    Null,
    /// Line breaks, and each line is JSON.
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
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// The whole line.
    Whole(&'a [u8]),
    /// A line that is longer than the limit. Only its length is kept.
    TooLong {
        /// The number of bytes without the line break.
        length: usize,
    },
}

impl Line<'_> {
    /// Returns the number of bytes of the line that are in memory.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Whole(bytes) => bytes.len(),
            Self::TooLong { .. } => 0,
        }
    }
}

/// The range of a line in the buffer, or the length of a line that is too long.
#[derive(Clone, Copy)]
enum Found {
    At(usize, usize),
    TooLong(usize),
}

/// Reads a stream chunk by chunk. A chunk has the lines that one read has completed. Therefore, a slow stream is
/// answered line by line, and a fast one in large pieces.
pub(crate) struct ChunkReader<R> {
    source: R,
    end: u8,
    longest: usize,
    chunk: usize,
    buffer: Vec<u8>,
    /// The index of the first byte that does not belong to a whole line yet.
    start: usize,
    /// The index up to which line breaks have been searched for.
    searched: usize,
    filled: usize,
    /// The number of bytes of a long line that have already been dropped.
    dropped: Option<usize>,
    done: bool,
    found: Vec<Found>,
}

impl<R: Read> ChunkReader<R> {
    /// The maximum number of lines in a chunk, so that empty lines need no more memory than others.
    const LINES: usize = 1 << 13;

    /// Creates a reader that reads `chunk` bytes at a time.
    pub(crate) fn new(source: R, framing: Framing, longest: usize, chunk: usize) -> Self {
        Self {
            source,
            end: framing.end(),
            longest,
            buffer: vec![0; chunk],
            chunk,
            start: 0,
            searched: 0,
            filled: 0,
            dropped: None,
            done: false,
            found: Vec::new(),
        }
    }

    /// Returns the next lines, or none at the end of the stream.
    ///
    /// # Errors
    /// Returns an error if the stream cannot be read.
    pub(crate) fn next_chunk(&mut self) -> io::Result<Vec<Line<'_>>> {
        self.found.clear();
        self.cut();
        while self.found.is_empty() && !self.done {
            self.make_room();
            match self.source.read(&mut self.buffer[self.filled..]) {
                Ok(0) => self.finish(),
                Ok(count) => {
                    self.filled += count;
                    self.cut();
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let line = |found: &Found| match *found {
            Found::At(from, to) => Line::Whole(&self.buffer[from..to]),
            Found::TooLong(length) => Line::TooLong { length },
        };
        Ok(self.found.iter().map(line).collect())
    }

    /// Moves the bytes of the last, incomplete line to the start of the buffer, which grows if the line fills it.
    fn make_room(&mut self) {
        self.buffer.copy_within(self.start..self.filled, 0);
        self.filled -= self.start;
        self.searched -= self.start;
        self.start = 0;
        if self.filled == self.buffer.len() {
            self.buffer.resize(self.filled + self.chunk.min(self.longest + 1), 0);
        }
    }

    /// Finds the lines that end in the new bytes, and drops a line that is already too long.
    fn cut(&mut self) {
        while self.found.len() < Self::LINES {
            let Some(length) = memchr::memchr(self.end, &self.buffer[self.searched..self.filled]) else {
                self.searched = self.filled;
                break;
            };
            let end = self.searched + length;
            let whole = end - self.start + self.dropped.take().unwrap_or(0);
            let fits = whole <= self.longest;
            self.found.push(if fits { Found::At(self.start, end) } else { Found::TooLong(whole) });
            self.searched = end + 1;
            self.start = self.searched;
        }
        let pending = self.searched - self.start;
        if self.searched == self.filled && (self.dropped.is_some() || pending > self.longest) {
            self.dropped = Some(self.dropped.unwrap_or(0) + pending);
            self.filled = self.start;
            self.searched = self.start;
        }
    }

    /// Returns the last line, if it has no line break.
    fn finish(&mut self) {
        self.done = true;
        let pending = self.filled - self.start;
        match self.dropped.take() {
            Some(dropped) => self.found.push(Found::TooLong(dropped + pending)),
            None if pending > 0 => self.found.push(Found::At(self.start, self.filled)),
            None => {}
        }
        self.start = self.filled;
        self.searched = self.filled;
    }
}
