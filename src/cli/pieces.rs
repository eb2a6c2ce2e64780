//! Reads the regions, squares and piece lists of the polyomino verbs.

use super::input::{self, Item, NotText};
use super::note;
use super::result::{Name, human_faults};
use crate::diagnostics::{Diagnostics, Source};
use crate::notation::Kind;
use crate::polyomino::Region;
use std::ffi::OsString;

/// Reads the text of a region from an argument or from standard input. The `X` in a size such as `6X10` is
/// lowercased.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub(super) fn region(region: Option<&OsString>) -> anyhow::Result<Item> {
    let mut item = input::one_or_piped(region, "region", Kind::Region)?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if let Ok(text) = &mut item.text
        && text.split_once('X').is_some_and(|(rows, columns)| is_number(rows) && is_number(columns))
    {
        *text = text.replace('X', "x");
    }
    Ok(item)
}

/// Parses a text with `read`, and writes errors to standard error.
pub(super) fn read_with<T>(
    item: &Item,
    colour: bool,
    read: impl Fn(&str) -> Result<T, Diagnostics>,
) -> Option<T> {
    let (text, read) = match &item.text {
        Ok(text) => (text, read(text)),
        Err(NotText { lossy, faults }) => (lossy, Err(faults.clone())),
    };
    read.map_err(|faults| complain(item, text, &faults, colour)).ok()
}

pub(super) fn complain(item: &Item, text: &str, faults: &Diagnostics, colour: bool) {
    note(human_faults(Name::Source(&item.name), Source::whole(text), faults, colour).trim_end());
}

/// Converts square indices to rows and columns.
pub(super) fn squares_out(region: &Region, squares: &[usize]) -> Vec<[usize; 2]> {
    squares.iter().map(|at| [at / region.width(), at % region.width()]).collect()
}
