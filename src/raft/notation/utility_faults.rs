//! What is wrong with a component's string.

use super::FireTile;
use super::places::{Run, digits, wrong_letter};
use super::utility::{CAT, PATHWAY, RAFT, tile_cells};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span, raft as codes};
use crate::notation::Reading;
use crate::notation::grammar::{Walk, fault_at, letters, whole};
use crate::shape::{Cell, Shape};

/// One of the three kinds of 3×3 card.
pub(super) struct CardKind {
    what: &'static str,
    /// Letters or digits that name a card.
    names: &'static str,
    squares: &'static str,
    unknown: &'static Code,
    square: &'static Code,
    length: &'static Code,
}

pub(super) static PATHWAY_CARD: CardKind = CardKind {
    what: "a pathway card",
    names: "abcdefghijklmnopqrstuvwxy",
    squares: PATHWAY,
    unknown: &codes::PATHWAY_CARD_UNKNOWN,
    square: &codes::PATHWAY_CARD_SQUARE,
    length: &codes::PATHWAY_CARD_LENGTH,
};

pub(super) static CAT_CARD: CardKind = CardKind {
    what: "a cat card",
    names: "0123456",
    squares: CAT,
    unknown: &codes::CAT_CARD_UNKNOWN,
    square: &codes::CAT_CARD_SQUARE,
    length: &codes::CAT_CARD_LENGTH,
};

pub(super) static RAFT_CARD: CardKind = CardKind {
    what: "a raft card",
    names: "0123",
    squares: RAFT,
    unknown: &codes::RAFT_CARD_UNKNOWN,
    square: &codes::RAFT_CARD_SQUARE,
    length: &codes::RAFT_CARD_LENGTH,
};

/// Every fault of a 3×3 card's string.
pub(super) fn of_card(text: &str, kind: &CardKind) -> Diagnostics {
    let mut faults = Diagnostics::new();
    let mut walk = Walk::new(text);
    let name = walk.take(1);
    if !name.of(text).chars().all(|name| kind.names.contains(name)) || name.of(text).is_empty() {
        faults.push(wrong_letter(
            text,
            kind.unknown,
            name,
            &format!("the name of {}", kind.what),
            kind.names,
        ));
    }
    for _ in 0..9 {
        let span = walk.take(1);
        let shown = escape(span.of(text));
        if span.of(text).chars().any(|square| !kind.squares.contains(square)) {
            let message = format!("`{shown}` is not a square of {}", kind.what);
            faults.push(fault_at(text, kind.square, span, message).expected(letters(kind.squares)));
        }
    }
    let count = text.chars().count();
    if count != 10 {
        let message = format!("{} is its name and nine squares: 10 characters, not {count}", kind.what);
        let rest = Span::new(walk.offset(), text.len());
        let fault = Diagnostic::new(kind.length, rest, message)
            .expected(["10 characters"])
            .found(format!("{count} characters"));
        faults.push(if count > 10 { fault.fix(rest, "") } else { fault });
    }
    faults.sort();
    faults
}

const CELLS: Run = Run {
    width: 2,
    item: "a square of a tile",
    made_of: "two digits (row, column)",
    truncated: &codes::FIRE_TILE_TRUNCATED,
    stray: &codes::FIRE_TILE_STRAY_CHARACTER,
};

/// Every fault of a fire tile's string, and the tile if only the order of its squares is wrong.
pub(super) fn of_tile(text: &str) -> Reading<FireTile> {
    let mut faults = Diagnostics::new();
    let mut walk = Walk::new(text);
    let name = walk.take(1);
    let letters = "abcdefghijklmnopqrstuvwxyzABCDE";
    if !name.of(text).chars().all(|name| letters.contains(name)) || name.of(text).is_empty() {
        faults.push(wrong_letter(
            text,
            &codes::FIRE_TILE_UNKNOWN,
            name,
            "the letter of a fire tile",
            letters,
        ));
    }
    let section = Span::new(name.end, text.len());
    if section.of(text).is_empty() {
        let message = "the tile has no squares";
        faults.push(Diagnostic::new(&codes::FIRE_TILE_EMPTY, section, message).expected([CELLS.made_of]));
    }
    let items = CELLS.items(text, section, |_, letter| letter.is_ascii_digit(), &mut faults);
    let mut cells: Vec<(Cell, Span)> = Vec::new();
    for item in items {
        if faults.is_full() {
            break;
        }
        if digits(text, item, &codes::FIRE_TILE_NOT_A_DIGIT, "a square's place", &mut faults) {
            let bytes = item.of(text).as_bytes();
            let cell = Cell::new(bytes[0] - b'0', bytes[1] - b'0');
            cell_fault(text, cell, item, &cells, &mut faults);
            cells.push((cell, item));
        }
    }
    if faults.only_canon() {
        corner_fault(text, section, &cells, &mut faults);
    }
    faults.sort();
    let tile = whole(text, tile_cells).filter(|_| faults.only_canon());
    let tile = tile.and_then(|(id, cells)| Some(FireTile { id, shape: Shape::new(cells).ok()? }));
    Reading::new(tile, faults)
}

fn cell_fault(text: &str, cell: Cell, item: Span, before: &[(Cell, Span)], faults: &mut Diagnostics) {
    if let Some((_, first)) = before.iter().find(|(other, _)| *other == cell) {
        let message = format!("the square ({}, {}) is listed twice", cell.row, cell.column);
        let fault = fault_at(text, &codes::FIRE_TILE_DUPLICATE_SQUARE, item, message);
        faults.push(fault.related(*first, "first here"));
    } else if let Some((_, above)) = before.iter().max().filter(|(other, _)| *other > cell) {
        let message = "out of order: squares ascend by row, then column";
        let fault = fault_at(text, &codes::FIRE_TILE_ORDER, item, message);
        faults.push(fault.related(*above, "this square belongs after it"));
    }
}

fn corner_fault(text: &str, section: Span, cells: &[(Cell, Span)], faults: &mut Diagnostics) {
    let Ok(shape) = Shape::new(cells.iter().map(|(cell, _)| *cell)) else { return };
    let top = cells.iter().map(|(cell, _)| cell.row).min().unwrap_or(0);
    let left = cells.iter().map(|(cell, _)| cell.column).min().unwrap_or(0);
    if top > 0 || left > 0 {
        let message = format!("the tile lies {top} down and {left} right of its corner (0, 0)");
        let digits = shape.cells().iter().flat_map(|cell| [cell.row, cell.column]);
        let moved: String = digits.map(|digit| char::from(b'0' + digit)).collect();
        faults.push(fault_at(text, &codes::FIRE_TILE_CORNER, section, message).fix(section, moved));
    }
}
