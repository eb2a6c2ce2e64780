//! Reads shapes, squares, lists of pieces and regions from the command line. All functions write errors to standard
//! error.

use super::input::{self, Item, NotText};
use super::output::note;
use super::result::{Name, human_faults};
use crate::diagnostics::{Diagnostic, Diagnostics, Source, codes};
use crate::notation::{Kind, Notation as _};
use crate::polyomino::{Pieces, Polyomino, named};
use crate::raft::TileId;
use crate::raft::catalogue::{fire_tile, fire_tiles};
use crate::shape::Sides;
use std::ffi::OsString;

/// Writes the errors in the text of an item.
pub(super) fn report(item: &Item, faults: &Diagnostics, colour: bool) {
    let text = match &item.text {
        Ok(text) | Err(NotText { lossy: text, .. }) => text,
    };
    note(human_faults(Name::Source(&item.name), Source::whole(text), faults, colour).trim_end());
}

/// Reads the text of an item.
pub(super) fn read<T>(
    item: &Item,
    read: impl FnOnce(&str) -> Result<T, Diagnostics>,
    colour: bool,
) -> Option<T> {
    let value = match &item.text {
        Ok(text) => read(text),
        Err(NotText { faults, .. }) => Err(faults.clone()),
    };
    value.map_err(|faults| report(item, &faults, colour)).ok()
}

/// Reads a polyomino, which can also be given as the letter of a fire tile.
pub(super) fn polyomino(item: &Item, colour: bool) -> Option<Polyomino> {
    if item.text.as_ref().map_or(true, |text| text.is_empty() && item.path.is_some()) {
        // This call reports that there is no text, or that the bytes are not UTF-8.
        return item.read::<Polyomino>(colour);
    }
    let shape = |text: &str| {
        let mut letters = text.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
        let tile = TileId::from_letter(letter).map(|tile| fire_tile(tile).shape());
        Polyomino::new(named(letter).or(tile)?.clone()).ok()
    };
    // Any spelling of the shape is accepted here. An unknown letter could also have been meant as a fire tile.
    let or_fire_tile = |fault: Diagnostic| {
        let unknown = fault.code == &codes::polyomino::POLYOMINO_UNKNOWN_NAME;
        if unknown { fault.expected(["a..z", "A..E"]) } else { fault }
    };
    let any_spelling = |text: &str| {
        let (value, faults) = Polyomino::read(text).into_parts();
        let value = value.filter(|_| faults.only_canon());
        value.ok_or_else(|| faults.into_iter().map(or_fire_tile).collect())
    };
    read(item, |text| shape(text).map_or_else(|| any_spelling(text), Ok), colour)
}

/// Reads a list of pieces.
pub(super) fn pieces(item: &Item, sides: Sides, colour: bool) -> Option<Pieces> {
    let tiles: Vec<_> = fire_tiles().iter().map(|tile| (tile.id().letter(), tile.shape())).collect();
    read(item, |text| Pieces::parse(text, sides, &tiles), colour)
}

/// Returns the text of a region, from an argument or from standard input. A size such as `6X10` gets a small `x`.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub(super) fn region(region: Option<&OsString>) -> anyhow::Result<Item> {
    let item = input::one_or_piped(region, "region", Kind::Region)?;
    Ok(Item { text: item.text.map(|text| small_size(&text)), ..item })
}

/// Returns a size such as `6X10` with a small `x`, and any other text as it is.
pub(super) fn small_size(text: &str) -> String {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_size = text.split_once('X').is_some_and(|(rows, columns)| is_number(rows) && is_number(columns));
    if is_size { text.replace('X', "x") } else { text.to_owned() }
}
