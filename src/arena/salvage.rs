//! Finds the good records of a damaged journal. A record is good only if its checksum is right.

use super::journal::{Journal, JournalError, beside, checked, line_of, sync_directory, unreadable};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A part of a damaged journal that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Dropped {
    /// The number of the record, counted from 0.
    pub record: usize,
    /// The offset of the record in the damaged journal, in bytes.
    pub byte: u64,
    /// The number of bytes of the record.
    pub length: u64,
    /// The reason why the record cannot be used.
    pub why: String,
}

/// A good record of a journal.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Kept<R> {
    /// The number of the record, counted from 0.
    pub record: usize,
    /// The offset of the record in the journal, in bytes.
    pub byte: u64,
    /// The number of bytes of the record.
    pub length: u64,
    /// The JSON of the record.
    pub text: String,
    /// The value of the record.
    pub value: R,
}

impl<R> Kept<R> {
    /// Returns a description of the record for the list of dropped records.
    pub fn dropped(&self, why: impl Into<String>) -> Dropped {
        Dropped { record: self.record, byte: self.byte, length: self.length, why: why.into() }
    }
}

/// The records of a damaged journal.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Salvaged<H, R> {
    /// The record that describes the tournament, or `None` if it is damaged.
    pub head: Option<Kept<H>>,
    /// The other good records, in the order of the journal.
    pub records: Vec<Kept<R>>,
    /// The records that cannot be used, in the order of the journal.
    pub dropped: Vec<Dropped>,
}

/// Finds the good records of a journal.
///
/// ```
/// use clowder::arena::salvage::{Salvaged, find};
///
/// // The CRC-32 of `1` is 83dcefb7.
/// let Salvaged { head, records, dropped, .. } = find::<String, u32>(b"00000000 2\n83dcefb7 1\n");
/// assert!(head.is_none());
/// assert_eq!((records[0].record, records[0].value), (1, 1));
/// assert_eq!(dropped[0].why, "its checksum is wrong");
/// ```
pub fn find<H: DeserializeOwned, R: DeserializeOwned>(bytes: &[u8]) -> Salvaged<H, R> {
    let mut found = Salvaged { head: None, records: Vec::new(), dropped: Vec::new() };
    for (record, (range, text)) in pieces(bytes).into_iter().enumerate() {
        let (byte, length) = (range.start as u64, range.len() as u64);
        let drop = |why: String| Dropped { record, byte, length, why };
        let text = match text {
            Ok(text) => text,
            Err(why) => {
                found.dropped.push(drop(why.to_owned()));
                continue;
            }
        };
        let head = if found.head.is_none() { serde_json::from_str(text).ok() } else { None };
        if let Some(value) = head {
            found.head = Some(Kept { record, byte, length, text: text.to_owned(), value });
            continue;
        }
        match serde_json::from_str(text) {
            Ok(value) => found.records.push(Kept { record, byte, length, text: text.to_owned(), value }),
            Err(_) if found.head.as_ref().is_some_and(|head| head.text == text) => {
                found.dropped.push(drop("it is a copy of the first record".to_owned()));
            }
            Err(error) => found.dropped.push(drop(unreadable(&error))),
        }
    }
    found
}

/// A part of a journal: its range of bytes, and its JSON or the reason why it is damaged.
type Piece<'a> = (Range<usize>, Result<&'a str, &'static str>);

/// Divides a journal into records and damaged parts.
fn pieces(bytes: &[u8]) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let range = start..start + line.len();
        start = range.end;
        match checked(line) {
            Ok(text) => found.push((range, Ok(text))),
            Err(why) => found.extend(
                inside(line, why)
                    .into_iter()
                    .map(|(part, text)| (range.start + part.start..range.start + part.end, text)),
            ),
        }
    }
    found
}

/// The maximum number of places in a damaged line at which this module searches for a record.
const MOST_STARTS: usize = 64;

/// Divides a damaged line into records and damaged parts. If a line break between two records is damaged, both records
/// are in one line.
fn inside<'a>(line: &'a [u8], why: &'static str) -> Vec<Piece<'a>> {
    let is_whole = line.ends_with(b"\n");
    let why = if is_whole { why } else { "its end is missing" };
    let end = line.len() - usize::from(is_whole);
    let is_start = |at: &usize| {
        let sum = line.get(*at..*at + 9);
        sum.is_some_and(|sum| sum[8] == b' ' && sum[..8].iter().all(u8::is_ascii_hexdigit))
    };
    let starts: Vec<_> = (0..end).filter(is_start).take(MOST_STARTS).collect();
    let mut found: Vec<Piece> = Vec::new();
    // Everything before this offset belongs to a piece.
    let mut done = 0;
    for &start in &starts {
        if start < done {
            continue;
        }
        // The line break before the next record either is missing or has become another character. Therefore, this
        // record can end at the start of the next record, or one byte before it.
        let later = starts.iter().filter(|later| **later > start + 9).flat_map(|later| [later - 1, *later]);
        let value = value_end(&line[start + 9..end]).map(|length| start + 9 + length);
        let good = value
            .into_iter()
            .chain(later)
            .chain([end])
            .find_map(|to| Some((to, checked(&line[start..to]).ok()?)));
        let Some((to, text)) = good else { continue };
        // A single character between two records is a damaged line break.
        if start > done + usize::from(!found.is_empty()) {
            found.push((done..start, Err(why)));
        }
        found.push((start..to, Ok(text)));
        done = to;
    }
    // The last character can be the damaged line break of the last record.
    let rest = end - done - usize::from(!is_whole && done + 1 == end && !found.is_empty());
    if rest > 0 || found.is_empty() {
        found.push((done..line.len(), Err(why)));
    }
    found
}

/// Returns the length of the JSON value at the beginning of a text.
fn value_end(text: &[u8]) -> Option<usize> {
    let mut values = serde_json::Deserializer::from_slice(text).into_iter::<serde::de::IgnoredAny>();
    values.next()?.ok()?;
    Some(values.byte_offset())
}

/// Replaces a damaged journal. The damaged journal is kept in a new file in the same directory. Returns the path of
/// this file, or `None` if nothing was changed because the journal already consists of these records.
///
/// # Errors
/// Returns an error if a file cannot be read or written.
pub(super) fn replace<'a>(
    journal: &Journal,
    path: &Path,
    texts: impl IntoIterator<Item = &'a str>,
) -> Result<Option<PathBuf>, JournalError> {
    let bytes = journal.bytes()?;
    let good: String = texts.into_iter().map(line_of).collect();
    if good.as_bytes() == bytes {
        return Ok(None);
    }
    let copy = keep(path, &bytes)?;
    let new = beside(path, ".new");
    let mut file = File::create(&new)?;
    file.write_all(good.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(&new, path)?;
    sync_directory(path)?;
    Ok(Some(copy))
}

/// Writes a copy of a damaged journal to a new file. No earlier copy is overwritten.
fn keep(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let mut number = 1;
    loop {
        let ending = if number == 1 { ".damaged".to_owned() } else { format!(".damaged-{number}") };
        let copy = beside(path, &ending);
        match OpenOptions::new().write(true).create_new(true).open(&copy) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
            Ok(mut file) => {
                file.write_all(bytes)?;
                file.sync_all()?;
                return Ok(copy);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn journal(texts: &[&str]) -> Vec<u8> {
        texts.iter().flat_map(|text| line_of(text).into_bytes()).collect()
    }

    /// Returns the head, the records and the numbers of bytes of the dropped parts.
    fn found(bytes: &[u8]) -> (Option<String>, Vec<u32>, Vec<u64>) {
        let Salvaged { head, records, dropped } = find::<String, [u32; 1]>(bytes);
        let lengths = dropped.iter().map(|dropped| dropped.length).collect();
        (head.map(|head| head.value), records.into_iter().map(|record| record.value[0]).collect(), lengths)
    }

    /// Changes every bit of a journal. Only the record with the changed bit is lost. If the bit is in a line break, no
    /// record is lost.
    #[test]
    fn one_changed_bit_loses_at_most_one_record() {
        let whole = journal(&["\"head\"", "[111111]", "[222222]", "[333333]"]);
        let ends: Vec<_> = (0..whole.len()).filter(|&at| whole[at] == b'\n').collect();
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut damaged = whole.clone();
                damaged[at] ^= 1 << bit;
                let (head, records, dropped) = found(&damaged);
                let record = ends.iter().position(|&end| at <= end).unwrap();
                let is_break = ends.contains(&at);
                // A checksum can be written with capital letters.
                let is_same = find::<String, [u32; 1]>(&damaged).dropped.is_empty();
                let expected: Vec<_> = [111_111, 222_222, 333_333]
                    .into_iter()
                    .zip(1..)
                    .filter(|(_, number)| is_break || is_same || *number != record)
                    .map(|(value, _)| value)
                    .collect();
                assert_eq!(records, expected, "byte {at}, bit {bit}");
                assert_eq!(head.is_some(), record > 0 || is_break || is_same, "byte {at}, bit {bit}");
                assert_eq!(dropped.is_empty(), is_break || is_same, "byte {at}, bit {bit}");
            }
        }
    }

    #[test]
    fn records_without_their_line_breaks_are_found() {
        let whole = journal(&["\"head\"", "[1]", "[22]"]);
        let joined: Vec<_> = whole.iter().copied().filter(|&byte| byte != b'\n').collect();
        assert_eq!(found(&joined), (Some("head".to_owned()), vec![1, 22], vec![]));
        let garbage = [b"garbage ", &joined[..], b" more"].concat();
        assert_eq!(found(&garbage), (Some("head".to_owned()), vec![1, 22], vec![8, 5]));
        let twice = [&whole[..], &whole].concat();
        let (_, records, dropped) = found(&twice);
        assert_eq!((records, dropped), (vec![1, 22, 1, 22], vec![16]));
        assert_eq!(find::<String, [u32; 1]>(&twice).dropped[0].why, "it is a copy of the first record");
        assert_eq!(found(b""), (None, vec![], vec![]));
    }
}
