//! Lessons for the codes of Penguins Pool Party.

use super::{Lesson, lesson, shared};

pub(super) static ALL: &[Lesson] = &[
    lesson(
        "penguins-challenge/empty",
        "A puzzle consists of the penguins that must stay free, so there must be at least one penguin.",
        "Write the column and the row of each penguin, such as `21`.",
    ),
    lesson(
        "penguins-challenge/not-a-digit",
        "Columns and rows are small numbers with one digit each.",
        "Replace the character with a digit.",
    ),
    lesson(
        "penguins-challenge/cut-short",
        "A column without a row does not show where the penguin is.",
        "Add the row of the last penguin.",
    ),
    lesson(
        "penguins-challenge/off-board",
        "The pool has 5 columns and 4 rows, which are counted from 0.",
        shared::WRITE_COLUMN_AND_ROW,
    ),
    lesson(
        "penguins-challenge/stray-text",
        "Every penguin has exactly two digits, so no separator is needed.",
        "Remove the characters that do not belong to a penguin.",
    ),
    lesson(
        "penguins-challenge/too-many-penguins",
        "The game has four penguins, so a fifth penguin cannot be placed.",
        "Remove the surplus penguins.",
    ),
    lesson(
        "penguins-challenge/same-hexagon",
        "A hexagon has room for only one penguin.",
        "Remove the second penguin, or correct its column or row.",
    ),
    lesson(
        "penguins-challenge/order",
        "The same puzzle must always be written as the same string, so the order is fixed.",
        "Sort the penguins by row, then by column, or let `clowder canon` do it.",
    ),
    lesson(
        "penguins-placement/unknown-block",
        "The game has four blocks of ice, and the letters `A` to `D` name them.",
        "Replace the letter with the letter of a block.",
    ),
    lesson(
        "penguins-placement/not-a-digit",
        "Column, row and rotation are small numbers with one digit each.",
        "Replace the character with a digit.",
    ),
    lesson(
        "penguins-placement/cut-short",
        "Without its column, row and rotation, a block has no definite place.",
        "Add the missing digits.",
    ),
    lesson(
        "penguins-placement/origin-off-board",
        "The origin is one of the four hexagons of the block, so it must be on the board like the other three hexagons.",
        shared::WRITE_COLUMN_AND_ROW,
    ),
    lesson(
        "penguins-placement/unknown-rotation",
        "A hexagon has six sides, so there are six rotations, numbered from 0 to 5.",
        "Write a rotation from 0 to 5.",
    ),
    lesson(
        "penguins-placement/stray-text",
        "A placement describes one block, so nothing can follow it.",
        "Remove the other text, or validate several blocks as a `penguins-solution` with `--partial`.",
    ),
    lesson(
        "penguins-placement/off-board",
        "Every block must be completely in the pool.",
        "Move or turn the block so that all four hexagons are on the board.",
    ),
    lesson(
        "penguins-placement/rotation-of-c",
        "Block C looks the same after half a turn, so each of its places could be written in two ways.",
        "Use the other end of the block as its origin, with rotation 0, 1 or 2, or let `clowder canon` do it.",
    ),
    lesson(
        "penguins-solution/missing-block",
        "A puzzle is solved when all four blocks are in the pool.",
        "Add the missing block, or use `--partial`.",
    ),
    lesson(
        "penguins-solution/stray-text",
        "Every block has exactly four characters, so no separator is needed.",
        "Remove the characters that do not belong to a block.",
    ),
    lesson(
        "penguins-solution/block-twice",
        "Each block exists once in the game.",
        "Remove the second copy, or correct its letter.",
    ),
    lesson(
        "penguins-solution/overlap",
        "Two blocks cannot be on the same hexagon.",
        "Move or turn one of the two blocks.",
    ),
    lesson(
        "penguins-solution/on-penguin",
        shared::PENGUINS_IN_THE_POOL,
        "Move or turn the block so that it covers no penguin.",
    ),
    lesson(
        "penguins-solution/order",
        "The same solution must always be written as the same string, so the order is fixed.",
        "Sort the blocks by their letters, or let `clowder canon` do it.",
    ),
    lesson(
        "penguins-board/empty",
        "The pool always has the same 20 hexagons.",
        "Write the four lines of the board.",
    ),
    lesson(
        "penguins-board/unknown-letter",
        "Each letter shows what is on one hexagon, and only the letters that the rule lists have a meaning.",
        "Replace the letter with `E`, `P` or `I`.",
    ),
    lesson(
        "penguins-board/line-length",
        "The pool is five hexagons wide.",
        "Add the missing letters to the line, or remove the surplus letters.",
    ),
    lesson("penguins-board/number-of-lines", "The pool is four hexagons high.", shared::CORRECT_THE_LINES),
    lesson(
        "penguins-board/line-end",
        "Programs that read a board line by line rely on the line break after each line.",
        "End every line, including the last, with a single line feed.",
    ),
    lesson(
        "penguins-board/missing-newline",
        shared::LAST_LINE_BREAK,
        "Add a line break after the last line.",
    ),
    lesson(
        "penguins-state/colon",
        "Without the colon, the reader cannot tell where the penguins end.",
        "Put a colon between the penguins and the blocks.",
    ),
    lesson(
        "penguins-state/nothing-placed",
        shared::EQUAL_STATES,
        "Remove the colon at the end, or let `clowder canon` do it.",
    ),
    lesson(
        "penguins-state/on-penguin",
        shared::PENGUINS_IN_THE_POOL,
        "Move or turn the block, or correct the penguins.",
    ),
];
