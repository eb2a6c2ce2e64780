//! Readers of the strings of components. Each reader reports all errors in the string.

use super::FireTile;
use super::components::tile_cells;
use super::positions::{ItemForm, digits, wrong_letter};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span, codes};
use crate::notation::Reading;
use crate::notation::grammar::{Cursor, fault_at, letters, whole};
use crate::notation::order::ListForm;
use crate::raft::TileId;
use crate::shape::{Cell, Shape};

/// The form of the string for one kind of 3×3 card, with its error codes.
pub(super) struct CardForm {
    /// The name of this kind of card, with an article.
    name: &'static str,
    /// The letters or digits that identify the cards of this kind.
    ids: &'static str,
    /// The letters of the squares that a card of this kind can have.
    pub(super) squares: &'static str,
    unknown: &'static Code,
    square: &'static Code,
    length: &'static Code,
}

pub(super) static PATHWAY_CARD: CardForm = CardForm {
    name: "a pathway card",
    ids: "abcdefghijklmnopqrstuvwxy",
    squares: "bgpry",
    unknown: &codes::raft::PATHWAY_CARD_UNKNOWN,
    square: &codes::raft::PATHWAY_CARD_SQUARE,
    length: &codes::raft::PATHWAY_CARD_LENGTH,
};

pub(super) static CAT_CARD: CardForm = CardForm {
    name: "a cat card",
    ids: "0123456",
    squares: "bgpryBGPRYf",
    unknown: &codes::raft::CAT_CARD_UNKNOWN,
    square: &codes::raft::CAT_CARD_SQUARE,
    length: &codes::raft::CAT_CARD_LENGTH,
};

pub(super) static RAFT_CARD: CardForm = CardForm {
    name: "a raft card",
    ids: "0123",
    squares: "bgprywo",
    unknown: &codes::raft::RAFT_CARD_UNKNOWN,
    square: &codes::raft::RAFT_CARD_SQUARE,
    length: &codes::raft::RAFT_CARD_LENGTH,
};

/// Returns all errors in the string of a 3×3 card.
pub(super) fn check_card(text: &str, form: &CardForm) -> Diagnostics {
    let mut errors = Diagnostics::new();
    let mut cursor = Cursor::new(text);
    let id = cursor.take(1);
    check_id(text, form.unknown, id, &format!("the name of {}", form.name), form.ids, &mut errors);
    for _ in 0..9 {
        let span = cursor.take(1);
        let shown = escape(span.of(text));
        if span.of(text).chars().any(|square| !form.squares.contains(square)) {
            let message = format!("`{shown}` is not a square of {}", form.name);
            errors.push(fault_at(text, form.square, span, message).expected(letters(form.squares)));
        }
    }
    let count = text.chars().count();
    if count != 10 {
        let message = format!("{} has 10 characters (its name and nine squares); found {count}", form.name);
        let rest = Span::new(cursor.offset(), text.len());
        let error = Diagnostic::new(form.length, rest, message)
            .expected(["10 characters"])
            .found(format!("{count} characters"));
        errors.push(if count > 10 { error.fix(rest, "") } else { error });
    }
    errors.sort();
    errors
}

/// Reports an error if the first character is missing or is not one of `allowed`.
fn check_id(
    text: &str,
    code: &'static Code,
    span: Span,
    what: &str,
    allowed: &'static str,
    errors: &mut Diagnostics,
) {
    if !span.of(text).chars().next().is_some_and(|id| allowed.contains(id)) {
        errors.push(wrong_letter(text, code, span, what, allowed));
    }
}

const CELLS: ItemForm = ItemForm {
    width: 2,
    item: "a square of a tile",
    items: "squares",
    contents: "two digits (row, column)",
    truncated: &codes::raft::FIRE_TILE_TRUNCATED,
    stray: &codes::raft::FIRE_TILE_STRAY_CHARACTER,
};

const ORDER: ListForm<'_, Cell> = ListForm {
    noun: "square",
    duplicate: &codes::raft::FIRE_TILE_DUPLICATE_SQUARE,
    order: &codes::raft::FIRE_TILE_ORDER,
    twice: &|cell| format!("the square ({}, {}) is listed twice", cell.row, cell.column),
    wrong_place: &|_, _, _| {
        "this square is out of order; squares are sorted by row, then by column".to_owned()
    },
};

/// Reads the string of a fire tile. The result has a value if all errors concern the order of the squares or the
/// position of the bounding box. The bounding box must begin at row 0 and column 0.
pub(super) fn read_tile(text: &str) -> Reading<FireTile> {
    let mut errors = Diagnostics::new();
    let mut cursor = Cursor::new(text);
    let name = cursor.take(1);
    let what = "the letter of a fire tile";
    check_id(text, &codes::raft::FIRE_TILE_UNKNOWN, name, what, TileId::LETTERS, &mut errors);
    let section = Span::new(name.end, text.len());
    if section.of(text).is_empty() {
        let message = "the tile has no squares; it must have at least 1";
        errors.push(
            Diagnostic::new(&codes::raft::FIRE_TILE_EMPTY, section, message).expected([CELLS.contents]),
        );
    }
    let ascend = |items: &[Span]| items.is_sorted_by(|one, next| one.of(text) < next.of(text));
    let items = CELLS
        .items_but_one(text, section, ascend, &mut errors)
        .unwrap_or_else(|| CELLS.items(text, section, |_, letter| letter.is_ascii_digit(), &mut errors));
    let mut cells: Vec<(Cell, Span)> = Vec::new();
    for item in items {
        if errors.is_full() {
            break;
        }
        if digits(text, item, &codes::raft::FIRE_TILE_NOT_A_DIGIT, "the position of a square", &mut errors) {
            let bytes = item.of(text).as_bytes();
            let cell = Cell::new(bytes[0] - b'0', bytes[1] - b'0');
            cells.push((cell, item));
        }
    }
    errors.extend(ORDER.errors(text, &cells));
    if errors.only_canon() {
        corner_error(text, section, &cells, &mut errors);
    }
    errors.sort();
    let parts = whole(text, tile_cells).filter(|_| errors.only_canon());
    let tile = parts.and_then(|(id, cells)| FireTile::new(id, Shape::new(cells).ok()?).ok());
    Reading::new(tile, errors)
}

fn corner_error(text: &str, section: Span, cells: &[(Cell, Span)], errors: &mut Diagnostics) {
    let Ok(shape) = Shape::new(cells.iter().map(|(cell, _)| *cell)) else { return };
    let top = cells.iter().map(|(cell, _)| cell.row).min().unwrap_or(0);
    let left = cells.iter().map(|(cell, _)| cell.column).min().unwrap_or(0);
    if top > 0 || left > 0 {
        let message = format!(
            "the tile begins at row {top} and column {left}; its bounding box must begin at row 0 and column 0"
        );
        let digits = shape.cells().iter().flat_map(|cell| [cell.row, cell.column]);
        let moved: String = digits.map(|digit| char::from(b'0' + digit)).collect();
        errors.push(fault_at(text, &codes::raft::FIRE_TILE_CORNER, section, message).fix(section, moved));
    }
}
