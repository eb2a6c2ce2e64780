//! Command-line functions for the fuzz targets in `fuzz/`. This module exists only when these targets are built.

use super::jsonl::{self, Decoded};
use super::place::Place;
use super::result::{self};
use super::stream::{Framing, Line, LineReader};
use super::{Findings, NoMembers};
use crate::diagnostics::Diagnostics;

/// Splits a stream into lines, reading `chunk` bytes at a time. For a line longer than `longest` bytes, returns only
/// its length.
pub fn split(stream: &[u8], null: bool, longest: usize, chunk: usize) -> Vec<Result<Vec<u8>, usize>> {
    let framing = if null { Framing::Null } else { Framing::Lines };
    let mut reader = LineReader::new(stream, framing, longest, chunk);
    let mut lines = Vec::new();
    while reader.read().expect("memory can be read") {
        lines.extend(reader.lines().map(|line| match line {
            Line::Whole(bytes) => Ok(bytes.to_vec()),
            Line::TooLong(length) => Err(length),
        }));
    }
    lines
}

/// Decodes a line of a `--jsonl` batch and returns a result object.
pub fn decode_line(line: &str) -> String {
    let mut out = Vec::new();
    let place = Place::only("", None);
    let (id, text, errors) = match jsonl::decode_line(line, None) {
        Ok(Decoded { id, text, .. }) => (id, text.into_owned(), Diagnostics::new()),
        Err((id, fault)) => (id, line.to_owned(), (*fault).into()),
    };
    result::json(&mut out, Place { id, ..place }, None, &text, &Findings::from(errors), false, &NoMembers {});
    String::from_utf8(out).expect("JSON is text")
}
