//! The functions of the command line that the fuzz targets in `fuzz/` call. This module exists only when the fuzz
//! targets are built.

use super::jsonl::{self, Decoded, Undecoded};
use super::result::{self, Findings, Place};
use super::stream::{Chunk, ChunkReader, Framing, Line};
use crate::diagnostics::Diagnostics;

/// Splits a stream, which is read in pieces of `chunk` bytes, into lines. For a line that is too long, only its length
/// is returned.
pub fn split(stream: &[u8], null: bool, longest: usize, chunk: usize) -> Vec<Result<Vec<u8>, usize>> {
    let framing = if null { Framing::Null } else { Framing::Lines };
    let mut reader = ChunkReader::new(stream, framing, longest, chunk);
    let mut lines = Vec::new();
    let mut chunk = Chunk::default();
    while reader.read(&mut chunk).expect("memory can be read") {
        let before = lines.len();
        lines.extend(chunk.lines().map(|line| match line {
            Line::Whole(bytes) => Ok(bytes.to_vec()),
            Line::TooLong { length } => Err(length),
        }));
        assert_eq!(lines.len() - before, chunk.count());
    }
    lines
}

/// Decodes a line of a `--jsonl` batch and returns a result object.
pub fn decode_line(line: &str) -> String {
    let mut out = Vec::new();
    let place = Place::only("", None, None);
    let (id, text, errors) = match jsonl::decode_line(line, None) {
        Ok(Decoded { id, text, .. }) => (id, text.into_owned(), Diagnostics::new()),
        Err(Undecoded { id, fault }) => (id, line.to_owned(), (*fault).into()),
    };
    result::json(&mut out, Place { id, ..place }, None, &text, &Findings::from(errors), false, &[]);
    String::from_utf8(out).expect("JSON is text")
}
