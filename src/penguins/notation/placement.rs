//! The string notation for placements (kind `penguins-placement`): the position of one ice block.
//!
//! ```text
#![doc = include_str!("penguins-placement.ebnf")]
//! ```

use super::challenge::hex;
use super::coordinates::{CodeSet, Reader, Slot};
use crate::diagnostics::codes::penguins as codes;
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostic, Span};
use crate::notation::grammar::{Read, fault_at, letter, letters, whole};
use crate::notation::{Kind, Notation, Reading, from_str_by_notation};
use crate::penguins::block::from_lower_end;
use crate::penguins::{Block, Hex, Placement, listed};
use nom::Parser;
use nom::combinator::map_opt;

/// Parses the production `penguins-placement`.
pub(super) fn placement(input: &str) -> Read<'_, Placement> {
    let rotation = letter(|digit| digit.to_digit(10));
    map_opt((letter(Block::from_letter), hex, rotation), |(block, origin, rotation)| {
        let rotation = rotation as u8;
        if rotation < block.rotations() { Placement::new(block, origin, rotation).ok() } else { None }
    })
    .parse(input)
}

impl Notation for Placement {
    const KIND: Kind = Kind::PenguinsPlacement;
    const GRAMMAR: &str = include_str!("penguins-placement.ebnf");
    const EXAMPLE: &'static str = "A321";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, placement)
    }

    fn read(text: &str) -> Reading<Self> {
        if text.is_empty() {
            let message =
                "the block is missing; a placement begins with the letter of its block (A, B, C or D)";
            let fault = Diagnostic::new(&codes::PLACEMENT_CUT_SHORT, Span::at(0), message);
            return Reading::refused(fault.expected(letters("ABCD")));
        }
        let mut reader = Reader::new(text, &CODES);
        let group = group(&mut reader);
        reader.end();
        let mut faults = reader.faults;
        faults.sort();
        Reading::new(group.placement.filter(|_| faults.only_canon()), faults)
    }
}

from_str_by_notation!(Placement);

const CODES: CodeSet = CodeSet { whole: "placement", stray: &codes::PLACEMENT_STRAY, ..SOLUTION };

pub(super) const SOLUTION: CodeSet = CodeSet {
    whole: "solution",
    stray: &codes::SOLUTION_STRAY,
    not_a_digit: &codes::PLACEMENT_NOT_A_DIGIT,
    cut_short: &codes::PLACEMENT_CUT_SHORT,
    off_board: &codes::PLACEMENT_ORIGIN_OFF_BOARD,
    blocks_follow: true,
};

const TURNS: &str = "012345";

/// A part of a string that should be a placement, i.e. a letter and three digits.
pub(super) struct BlockGroup {
    pub(super) span: Span,
    pub(super) block: Option<Block>,
    pub(super) placement: Option<Placement>,
}

impl BlockGroup {
    /// The block of the group, or `None` if the letter is unknown or the group is a lone letter. A lone letter
    /// is probably superfluous, so it is not compared with other placements.
    pub(super) fn placed_block(&self) -> Option<Block> {
        self.block.filter(|_| self.span.end - self.span.start > 1)
    }
}

/// Reads a placement. The cursor must not be at the end of the string.
pub(super) fn group(reader: &mut Reader<'_>) -> BlockGroup {
    let text = reader.text;
    let letter = reader.cursor.take(1);
    let block = letter.of(text).chars().next().and_then(Block::from_letter);
    if block.is_none() {
        reader.faults.push(unknown_block(text, letter));
    }
    let owner = block.map_or_else(|| "this block".to_owned(), |block| format!("block {block}"));
    let (origin, complete) = reader.hex(&owner);
    let turned = complete.then(|| reader.digit(0)).filter(|slot| !slot.is_empty());
    match turned {
        Some(slot) => rotation_faults(reader, slot, &owner),
        None => reader.too_few(letter.end, &owner, "three digits (column, row, rotation)"),
    }
    let span = Span::new(letter.start, reader.cursor.offset());
    let rotation = turned.and_then(|found| found.among(TURNS));
    let (Some(block), Some(origin), Some(rotation)) = (block, origin, rotation) else {
        return BlockGroup { span, block, placement: None };
    };
    if rotation >= block.rotations() {
        reader.faults.push(other_end(text, span, origin, rotation));
    }
    let placement = Placement::new(block, origin, rotation).ok();
    if placement.is_none() {
        reader.faults.push(off_board(text, span, block, origin, rotation));
    }
    BlockGroup { span, block: Some(block), placement }
}

fn unknown_block(text: &str, letter: Span) -> Diagnostic {
    let found = letter.of(text);
    let message = format!("there is no ice block `{}`; the blocks are A, B, C and D", escape(found));
    let fault = fault_at(text, &codes::PLACEMENT_UNKNOWN_BLOCK, letter, message).expected(letters("ABCD"));
    let capital = found.to_ascii_uppercase();
    let is_block = capital.chars().all(|letter| Block::from_letter(letter).is_some());
    if is_block { fault.fix(letter, capital) } else { fault }
}

fn rotation_faults(reader: &mut Reader<'_>, slot: Slot, owner: &str) {
    reader.no_digit(slot, ["rotation", owner], TURNS);
    if let (Some(digit), None) = (slot.digit, slot.among(TURNS)) {
        let message = format!("{owner} cannot have rotation {digit}; a rotation is a number from 0 to 5");
        let fault = fault_at(reader.text, &codes::PLACEMENT_ROTATION, slot.span, message);
        reader.faults.push(fault.expected(letters(TURNS)));
    }
}

/// Creates the error for block C with a rotation from 3 to 5. Such a placement must be written with the block's
/// other end as the origin. `span` covers the whole placement.
fn other_end(text: &str, span: Span, origin: Hex, rotation: u8) -> Diagnostic {
    let (end, lower) = from_lower_end(Block::C, origin, rotation);
    let place = if end.is_on_board() { format!(", {end},") } else { String::new() };
    let message = format!(
        "block C with rotation {rotation} must be written with rotation {lower} and its other end{place} as the origin"
    );
    let digit = Span::new(span.end - 1, span.end);
    let fault = fault_at(text, &codes::PLACEMENT_OTHER_END, digit, message).expected(letters("012"));
    if !end.is_on_board() {
        return fault;
    }
    fault.fix(Span::new(span.start + 1, span.end), format!("{}{}{lower}", end.x, end.y))
}

fn off_board(text: &str, span: Span, block: Block, origin: Hex, rotation: u8) -> Diagnostic {
    let outside: Vec<_> =
        block.hexagons(origin, rotation).into_iter().filter(|hex| !hex.is_on_board()).collect();
    let message = format!("block {block} is partly off the board, at {}", listed(outside.iter().copied()));
    let mut fault = fault_at(text, &codes::PLACEMENT_OFF_BOARD, span, message);
    fault.square = outside.into_iter().find_map(Hex::square);
    fault
}
