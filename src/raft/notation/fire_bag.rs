//! The string notation for the fire bag:
//!
//! ```text
#![doc = include_str!("fire-bag.ebnf")]
//! ```

use super::scan::Scan;
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostics, Span, codes};
use crate::notation::grammar::{fault_at, letter, whole};
use crate::notation::order::ListForm;
use crate::notation::{Kind, Notation, Reading};
use crate::raft::{FireBag, TileId};
use nom::multi::fold_many0;
use std::fmt;

impl fmt::Display for FireBag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.iter().map(TileId::letter).collect();
        f.write_str(&letters)
    }
}

const TILES: ListForm<'_, TileId> = ListForm {
    noun: "tile",
    duplicate: &codes::raft::FIRE_BAG_DUPLICATE_TILE,
    order: &codes::raft::FIRE_BAG_ORDER,
    twice: &|tile| format!("tile `{tile}` is listed twice"),
    wrong_place: &|tile, side, other| {
        format!("tile `{tile}` must come {side} tile `{other}`; the order is `a` to `z`, then `A` to `E`")
    },
};

impl Notation for FireBag {
    const KIND: Kind = Kind::FireBag;
    const GRAMMAR: &str = include_str!("fire-bag.ebnf");
    const EXAMPLE: &'static str = "abdfgjkmnpqrtuvwyzACDE";

    fn parse_canonical(text: &str) -> Option<Self> {
        // The tiles must be in strictly ascending order. The bag becomes `None` at the first misplaced tile.
        let ascending = |bag: Option<u32>, tile: TileId| {
            bag.filter(|bag| bag >> tile.index() == 0).map(|bag| bag | 1 << tile.index())
        };
        whole(text, fold_many0(letter(TileId::from_letter), || Some(0), ascending)).flatten().map(Self)
    }

    fn read(text: &str) -> Reading<Self> {
        let mut scan = Scan::new(text);
        let mut found: Vec<(TileId, Span)> = Vec::new();
        // In a string with more than `most` tiles, the repeated tiles alone reach the error limit.
        let most = usize::from(TileId::COUNT) + Diagnostics::LIMIT;
        while let Some(letter) = scan.cursor.peek().filter(|_| !scan.errors.is_full() && found.len() <= most)
        {
            let span = scan.cursor.take(1);
            if let Some(tile) = TileId::from_letter(letter) {
                found.push((tile, span));
                continue;
            }
            let shown = escape(span.of(text));
            let message = format!("`{shown}` is not a fire tile; the tiles are `a` to `z` and `A` to `E`");
            let error = fault_at(text, &codes::raft::FIRE_BAG_UNKNOWN_TILE, span, message);
            scan.errors.push(error.expected(["a..z", "A..E"]));
        }
        scan.list(&TILES, found)
    }
}
