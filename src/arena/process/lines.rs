//! Bounded buffers for the output of child processes.

use std::collections::VecDeque;
use std::io;
use std::ops::Range;
use std::os::fd::AsFd;

/// The result of a single read from a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Available {
    Bytes(usize),
    /// No bytes are available yet.
    Nothing,
    /// The other end is closed.
    End,
}

pub(super) fn read_pipe(pipe: impl AsFd, into: &mut [u8]) -> Available {
    match rustix::io::read(pipe, into) {
        Ok(0) => Available::End,
        Ok(count) => Available::Bytes(count),
        Err(error) if is_later(error) => Available::Nothing,
        Err(_) => Available::End,
    }
}

/// Returns true if reading or writing can be retried after this error.
pub(super) fn is_later(error: rustix::io::Errno) -> bool {
    matches!(io::Error::from(error).kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

/// A line written by a child process, without its line break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line<'a> {
    /// The line's bytes, or only the first bytes if the line is too long.
    pub bytes: &'a [u8],
    /// True if the line was too long and its end was discarded.
    pub cut: bool,
}

/// Reads lines from a pipe, using bounded memory.
#[derive(Debug)]
pub(super) struct Lines {
    buffer: Box<[u8]>,
    /// `buffer[start..end]` contains the bytes that have not been returned yet; `buffer[start..seen]` is known to
    /// contain no line break.
    start: usize,
    seen: usize,
    end: usize,
    /// True while the rest of an overlong line is being skipped.
    skipping: bool,
}

impl Lines {
    /// Creates a reader for lines of at most `limit` bytes, including the line break.
    pub(super) fn new(limit: usize) -> Self {
        Self { buffer: vec![0; limit.max(1)].into(), start: 0, seen: 0, end: 0, skipping: false }
    }

    pub(super) const fn is_skipping(&self) -> bool {
        self.skipping
    }

    /// Returns the beginning of the incomplete last line. Before calling this function, call
    /// [`find`](Self::find) until it returns `None`.
    pub(super) fn unfinished(&self) -> &[u8] {
        if self.skipping { &[] } else { &self.buffer[self.start..self.end] }
    }

    /// Reads once from the pipe, unless the buffer is full.
    pub(super) fn fill(&mut self, pipe: impl AsFd) -> Available {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.seen -= self.start;
            self.start = 0;
        }
        let room = &mut self.buffer[self.end..];
        if room.is_empty() {
            return Available::Nothing;
        }
        let available = read_pipe(pipe, room);
        if let Available::Bytes(count) = available {
            self.end += count;
        }
        available
    }

    /// Finds the next complete line, or the beginning of an overlong line. Returns the line's range in the
    /// buffer, and whether the line is too long.
    pub(super) fn find(&mut self) -> Option<(Range<usize>, bool)> {
        loop {
            let Some(length) = memchr::memchr(b'\n', &self.buffer[self.seen..self.end]) else {
                // The next search starts here, so that no part of a very long line is searched twice.
                self.seen = self.end;
                let full = self.end - self.start == self.buffer.len();
                if self.skipping || full {
                    let first = full && !self.skipping;
                    self.skipping = true;
                    (self.start, self.seen, self.end) = (0, 0, 0);
                    return first.then_some((0..self.buffer.len(), true));
                }
                return None;
            };
            let line = self.start..self.seen + length;
            self.start = line.end + 1;
            self.seen = self.start;
            if !std::mem::take(&mut self.skipping) {
                return Some((line, false));
            }
        }
    }

    /// Returns the line whose range was found by [`find`](Self::find).
    pub(super) fn line(&self, at: Range<usize>, cut: bool) -> Line<'_> {
        Line { bytes: &self.buffer[at], cut }
    }
}

/// The beginning and the end of a stream. If the stream is long, the bytes in between are dropped.
#[derive(Debug, Default)]
pub(super) struct Tail {
    head: Vec<u8>,
    bytes: VecDeque<u8>,
    /// The number of bytes dropped between `head` and `bytes`.
    lost: u64,
}

impl Tail {
    const HEAD: usize = 2 * 1024;
    const LIMIT: usize = 8 * 1024;

    pub(super) fn push(&mut self, bytes: &[u8]) {
        let (first, bytes) = bytes.split_at(bytes.len().min(Self::HEAD - self.head.len()));
        self.head.extend(first);
        let kept = &bytes[bytes.len().saturating_sub(Self::LIMIT)..];
        let surplus = (self.bytes.len() + kept.len()).saturating_sub(Self::LIMIT);
        self.bytes.drain(..surplus);
        self.bytes.extend(kept);
        self.lost += (surplus + bytes.len() - kept.len()) as u64;
    }

    /// Returns the bytes as text. If bytes were dropped, a line between the first and last bytes states how
    /// many.
    pub(super) fn text(&self) -> String {
        let (front, back) = self.bytes.as_slices();
        let rest = [front, back].concat();
        if self.lost == 0 {
            return String::from_utf8_lossy(&[&self.head[..], &rest].concat()).into_owned();
        }
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        format!("{}\n[{} bytes left out]\n{}", text(&self.head), self.lost, text(&rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    /// Writes the pieces to a pipe one by one, and reads all available lines after each piece.
    fn lines_of(limit: usize, pieces: &[&[u8]]) -> Vec<(Vec<u8>, bool)> {
        let (from, to) = rustix::pipe::pipe().unwrap();
        rustix::io::ioctl_fionbio(&from, true).unwrap();
        let (mut to, mut lines, mut found) = (std::fs::File::from(to), Lines::new(limit), Vec::new());
        for piece in pieces {
            to.write_all(piece).unwrap();
            while let Available::Bytes(_) = lines.fill(&from) {
                while let Some((line, cut)) = lines.find() {
                    let line = lines.line(line, cut);
                    found.push((line.bytes.to_vec(), line.cut));
                }
            }
        }
        found
    }

    #[test]
    fn lines_are_complete_however_they_are_written() {
        let whole = lines_of(16, &[b"one\ntwo\n\nthree\n"]);
        assert_eq!(whole, lines_of(16, &[b"o", b"ne", b"\ntwo\n", b"\nthr", b"ee", b"\n"]));
        let texts: Vec<_> = whole.iter().map(|(bytes, _)| bytes.as_slice()).collect();
        assert_eq!(texts, [&b"one"[..], b"two", b"", b"three"]);
        assert_eq!(lines_of(16, &[b"no end"]), []);
    }

    #[test]
    fn a_line_that_is_too_long_is_one_line_and_does_not_affect_others() {
        let long = [b"ok\n".as_slice(), &[b'x'; 100], b"\nnext\n"].concat();
        let found = lines_of(8, &[&long]);
        assert_eq!(found, [(b"ok".to_vec(), false), (vec![b'x'; 8], true), (b"next".to_vec(), false)],);
        assert_eq!(lines_of(8, &[b"1234567\n12345678\n1\n"]).iter().filter(|line| line.1).count(), 1);
    }

    #[test]
    fn a_tail_keeps_the_beginning_and_the_end() {
        let mut tail = Tail::default();
        tail.push(b"start ");
        tail.push(&vec![b'x'; 10_000]);
        tail.push(b" end");
        let text = tail.text();
        assert!(text.starts_with("start xxx") && text.ends_with("xxx end"), "{text}");
        // The stream has 10010 bytes. All bytes are kept, because the limits are 2048 bytes at the beginning
        // and 8192 at the end.
        assert!(!text.contains("left out"), "{text}");
        tail.push(&[b'y'; 300]);
        assert!(tail.text().contains("xxx\n[70 bytes left out]\nxxx"), "{}", tail.text());
        assert_eq!(tail.bytes.len(), Tail::LIMIT);
    }
}
