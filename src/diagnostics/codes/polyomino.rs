//! Codes of polyominoes and regions.

use super::codes;

codes! {
    POLYOMINO_EMPTY = "polyomino/empty", Syntax,
        "A polyomino is a name, rows or a utility string.",
        "polyomino": "" => "F";
    POLYOMINO_UNKNOWN_NAME = "polyomino/unknown-name", Syntax,
        "The pentominoes are named F I L N P T U V W X Y Z.",
        "polyomino": "Q" => "P";
    POLYOMINO_LETTER = "polyomino/unknown-letter", Syntax,
        "Rows are made of `X` for a square and `.` for an empty place, with `/` between them.",
        "polyomino": "XX/X#" => "XX/X.";
    POLYOMINO_UNEVEN_ROWS = "polyomino/uneven-rows", Syntax,
        "All rows of a shape have the same width.",
        "polyomino": "XX/X" => "XX/X.";
    POLYOMINO_NO_SQUARE = "polyomino/no-square", Syntax,
        "A shape has at least one square.",
        "polyomino": "../.." => "XX";
    POLYOMINO_TOO_LARGE = "polyomino/too-large", Syntax,
        "A shape has at most 18 rows and 18 columns.",
        "polyomino": "XXXXXXXXXXXXXXXXXXX" => "XXXXXXXXXXXXXXXXXX";
    POLYOMINO_SQUARE = "polyomino/square", Syntax,
        "The squares of a utility string are two digits each, row and column.",
        "polyomino": "a00010" => "XX";
    POLYOMINO_DUPLICATE_SQUARE = "polyomino/duplicate-square", Rule,
        "A utility string lists each square once.",
        "polyomino": "a000101" => "XX";
    POLYOMINO_NOT_JOINED = "polyomino/not-joined", Rule,
        "The squares of a polyomino are joined by their sides.",
        "polyomino": "X./.X" => "XX/X.";
    POLYOMINO_SPELLING = "polyomino/spelling", Canon,
        "A pentomino is written by its name, any other shape as the rows of the least of its poses, the single square as `a00`.",
        "polyomino": "c000102031121" => "XXXX/.X../.X..";
    REGION_EMPTY = "region/empty", Syntax,
        "A region is drawn, or a rectangle's rows and columns.",
        "region": "" => "6x10";
    REGION_SIZE = "region/size", Syntax,
        "A rectangle is written as its rows, an `x` and its columns.",
        "region": "6x" => "6x10";
    REGION_UNEVEN_LINES = "region/uneven-lines", Syntax,
        "All lines of a region have the same width.",
        "region": ".#.\n.." => ".#.\n...";
    REGION_UNKNOWN_SQUARE = "region/unknown-square", Syntax,
        "A square is `.`, a hole `#` or a space, a square for one piece the letter of that piece: a fire tile or a pentomino.",
        "region": ".#?" => ".#F";
    REGION_NOTHING_TO_FILL = "region/nothing-to-fill", Syntax,
        "A region has at least one square to fill.",
        "region": "##\n##" => "##\n#.";
    REGION_TOO_LARGE = "region/too-large", Syntax,
        "A region has at most 324 squares, holes counted, as many as 18 rows of 18.",
        "region": "100x100" => "18x18";
    REGION_SPELLING = "region/spelling", Canon,
        "A hole is written `#`, a rectangle without holes and letters as its rows and columns.",
        "region": "...\n..." => "2x3";
    PIECES_EMPTY = "pieces/empty", Syntax,
        "A list of pieces has a piece before and after every comma.",
        "pieces": "F,,N" => "F,N";
    PIECES_UNKNOWN = "pieces/unknown", Syntax,
        "A piece is the name of a pentomino, the letter of a fire tile, rows or a utility string; names may stand together, `pentominoes` and `fire-tiles` stand for all of them.",
        "pieces": "filn" => "FILN";
    PIECES_COUNT = "pieces/count", Syntax,
        "After a `*` stands how many there are of a piece.",
        "pieces": "L*x" => "L*4";
    PIECES_SPACE = "pieces/space", Syntax,
        "A list of pieces has no spaces.",
        "pieces": "F, N" => "F,N";
    PLACE_SQUARE = "place/square", Syntax,
        "The square a shape is laid at is written as its row and its column, two digits each, counted from 00.",
        "square to lay a shape at": "23" => "0203";
    PLACE_OUTSIDE = "place/outside", Rule,
        "A shape lies inside the region: it begins early enough for its last row and column to be there.",
        "square to lay `I` at in 6x10": "0300" => "0100";
    PLACE_HOLE = "place/hole", Rule,
        "A shape covers no hole of the region.",
        "region to lay `X` in at 0000": "#..\n.#.\n..." => "#.#\n...\n#.#";
    PLACE_KEPT = "place/kept", Rule,
        "A shape covers no square that is kept for another piece.",
        "region to lay `X` in at 0000": "T..\n.T.\n..." => "T..\n.X.\n...";
}
