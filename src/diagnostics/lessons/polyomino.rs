//! Lessons for the codes of polyominoes and regions.

use super::{Lesson, lesson, shared};

pub(super) static ALL: &[Lesson] = &[
    lesson(
        "polyomino/empty",
        "An empty string does not describe a shape.",
        "Write a name such as `F`, rows such as `.XX/XX./.X.`, or the form of a fire tile, such as `a000110`.",
    ),
    lesson(
        "polyomino/unknown-name",
        "There are twelve pentominoes, and each of them is named after the letter that it looks like.",
        "Use one of the names F I L N P T U V W X Y Z, or write the rows of the shape.",
    ),
    lesson(
        "polyomino/unknown-letter",
        "The rows are a drawing in which each square is filled or empty.",
        "Write `X` for a filled square and `.` for an empty square.",
    ),
    lesson(
        "polyomino/uneven-rows",
        "If all rows have the same length, it is clear which square is above which.",
        "Fill the shorter rows with `.`.",
    ),
    lesson(
        "polyomino/no-square",
        "A shape without squares covers nothing.",
        "Write `X` for at least one square.",
    ),
    lesson(
        "polyomino/too-large",
        "The largest board has 18 rows and 18 columns, so a larger shape fits nowhere.",
        "Make the shape smaller.",
    ),
    lesson(
        "polyomino/square",
        shared::ROW_AND_COLUMN,
        "Add the missing digit, or remove the incomplete square.",
    ),
    lesson(
        "polyomino/duplicate-square",
        "A square can be in a shape only once, so the second copy must be a mistake.",
        shared::CORRECT_THE_SQUARE,
    ),
    lesson(
        "polyomino/not-joined",
        "A polyomino is one piece, and squares that touch only at a corner are not connected.",
        "Add squares that join the parts, or write each part as a shape of its own.",
    ),
    lesson(
        "polyomino/spelling",
        "A shape can be turned and flipped, and it can be written in several forms. Therefore, different strings can describe the same shape, and one of them is its canonical string. Two shapes are equal if their canonical strings are equal.",
        "Let `clowder canon` write the shape.",
    ),
    lesson(
        "region/empty",
        "There is nothing to fill in an empty region.",
        "Draw the region, or write a rectangle such as `6x10`.",
    ),
    lesson(
        "region/size",
        "Both numbers are needed to describe a rectangle.",
        "Write the number of rows, an `x`, and the number of columns.",
    ),
    lesson(
        "region/uneven-lines",
        "If all lines have the same length, it is clear which square is above which.",
        "Add `#`, which stands for a hole, to the shorter lines.",
    ),
    lesson(
        "region/unknown-square",
        "Each character shows what is on one square, and only the characters that the rule lists have a meaning.",
        "Write `.` for a square to fill, `#` for a hole, or the letter of a piece.",
    ),
    lesson(
        "region/nothing-to-fill",
        "A region that has only holes, or a rectangle with a side of 0, leaves nothing to tile.",
        "If the region is drawn, write `.` for at least one square. If it is written as a size such as `6x10`, use two numbers that are not 0.",
    ),
    lesson(
        "region/too-large",
        "The search stores a region as a fixed number of bits. There are enough bits for the largest board, which has 324 squares.",
        "Make the region smaller: at most 324 squares, including holes.",
    ),
    lesson(
        "region/spelling",
        "The same region must always be written as the same string, so only one spelling is canonical.",
        "Let `clowder canon` write the region.",
    ),
    lesson(
        "pieces/empty",
        "A comma separates two pieces, so something must be on both sides of it.",
        "Remove the surplus comma, or add the missing piece.",
    ),
    lesson(
        "pieces/unknown",
        "A piece is identified by its name or by its drawing, and a capital letter and a small letter have different meanings.",
        "Check whether each letter must be a capital or a small letter, or write the rows of the piece.",
    ),
    lesson(
        "pieces/count",
        "The number after `*` is the number of copies of the piece. Without a number, the piece can be used any number of times.",
        "Write a number after the `*`, or nothing.",
    ),
    lesson("pieces/space", "Commas separate the pieces, so no spaces are needed.", "Remove the spaces."),
    lesson(
        "place/square",
        "A row or a column can be a number with two digits, so both are always written with two digits.",
        "Write the row and the column with two digits each, such as `0203`.",
    ),
    lesson(
        "place/outside",
        "The square determines the place of the top left corner of the shape. From there, the shape extends down and to the right.",
        "Place the shape higher (with a smaller row) or further to the left (with a smaller column), or turn it.",
    ),
    lesson(
        "place/hole",
        "A hole is not a part of the region, so nothing can be placed there.",
        shared::PLACE_IT_ELSEWHERE,
    ),
    lesson(
        "place/kept",
        "A letter in the region shows which piece must cover the square.",
        shared::PLACE_IT_ELSEWHERE,
    ),
];
