//! Lines of a stream, chunk by chunk, in bounded memory.

use std::io::{self, Read};

/// How a stream is cut into texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// By line ends.
    Lines,
    /// By NUL bytes.
    Null,
    /// By line ends; each line is JSON.
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

/// One line of a chunk, without its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// All of it.
    Whole(&'a [u8]),
    /// Longer than is taken; only its length was kept.
    TooLong {
        /// In bytes, without its end.
        length: usize,
    },
}

impl Line<'_> {
    /// Bytes that are held of it.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Whole(bytes) => bytes.len(),
            Self::TooLong { .. } => 0,
        }
    }
}

/// Where a line lies in the buffer, or how long one was that does not.
#[derive(Clone, Copy)]
enum Found {
    At(usize, usize),
    TooLong(usize),
}

/// Reads a stream chunk by chunk: each time the lines that one read has completed, so that a slow stream is
/// answered as it comes and a fast one in large pieces.
pub(crate) struct ChunkReader<R> {
    source: R,
    end: u8,
    longest: usize,
    chunk: usize,
    buffer: Vec<u8>,
    /// Bytes of the buffer that are read but belong to no whole line yet: they start at `start`.
    start: usize,
    /// Up to here line ends have been looked for.
    searched: usize,
    filled: usize,
    /// Bytes of a line that is too long and already dropped.
    dropped: Option<usize>,
    done: bool,
    found: Vec<Found>,
}

impl<R: Read> ChunkReader<R> {
    /// Lines handed out at a time, at the most: a stream of empty lines holds no more than another.
    const LINES: usize = 1 << 13;

    /// A reader that asks for `chunk` bytes at a time.
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

    /// The next lines; none at the end of the stream.
    ///
    /// # Errors
    /// The stream cannot be read.
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

    /// Moves what belongs to no whole line yet to the start of the buffer, and grows it where a line fills it.
    fn make_room(&mut self) {
        self.buffer.copy_within(self.start..self.filled, 0);
        self.filled -= self.start;
        self.searched -= self.start;
        self.start = 0;
        if self.filled == self.buffer.len() {
            self.buffer.resize(self.filled + self.chunk.min(self.longest + 1), 0);
        }
    }

    /// Finds lines that end in the bytes not searched yet, and drops what is already too long.
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

    /// The last line, if it has no end.
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
