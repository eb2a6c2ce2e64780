//! Error codes of polyominoes, regions and lists of pieces.

use super::codes;

codes! {
    POLYOMINO_EMPTY = "polyomino/empty", Syntax,
        "A polyomino must be written as a name, as rows, or in the form of a fire tile, such as `a000110`.",
        "polyomino": "" => "F";
    POLYOMINO_UNKNOWN_NAME = "polyomino/unknown-name", Syntax,
        "The name of a pentomino must be one of F I L N P T U V W X Y Z.",
        "polyomino": "Q" => "P";
    POLYOMINO_LETTER = "polyomino/unknown-letter", Syntax,
        "In rows, `X` is a square, `.` is an empty place, and `/` separates the rows.",
        "polyomino": "XX/X#" => "XX/X.";
    POLYOMINO_UNEVEN_ROWS = "polyomino/uneven-rows", Syntax,
        "All rows of a shape must have the same width.",
        "polyomino": "XX/X" => "XX/X.";
    POLYOMINO_NO_SQUARE = "polyomino/no-square", Syntax,
        "A shape must have at least one square.",
        "polyomino": "../.." => "XX";
    POLYOMINO_TOO_LARGE = "polyomino/too-large", Syntax,
        "A shape can have at most 18 rows and 18 columns.",
        "polyomino": "XXXXXXXXXXXXXXXXXXX" => "XXXXXXXXXXXXXXXXXX";
    POLYOMINO_SQUARE = "polyomino/square", Syntax,
        "In the form of a fire tile, each square must be written with two digits: its row and its column.",
        "polyomino": "a00010" => "XX";
    POLYOMINO_DUPLICATE_SQUARE = "polyomino/duplicate-square", Rule,
        "In the form of a fire tile, each square can be listed at most once.",
        "polyomino": "a000101" => "XX";
    POLYOMINO_NOT_JOINED = "polyomino/not-joined", Rule,
        "The squares of a polyomino must be joined by their sides.",
        "polyomino": "X./.X" => "XX/X.";
    POLYOMINO_SPELLING = "polyomino/spelling", Canon,
        "A pentomino is written as its name, and the single square as `a00`. Every other shape is written as rows, in the orientation with the fewest rows. If several orientations have the fewest rows, they are compared row by row: the one with `X` at the first difference is used.",
        "polyomino": "c000102031121" => "XXXX/.X../.X..";
    REGION_EMPTY = "region/empty", Syntax,
        "A region must be a drawing, or the size of a rectangle such as `6x10`.",
        "region": "" => "6x10";
    REGION_SIZE = "region/size", Syntax,
        "A rectangle must be written as its number of rows, an `x` and its number of columns.",
        "region": "6x" => "6x10";
    REGION_UNEVEN_LINES = "region/uneven-lines", Syntax,
        "All lines of a region must have the same width.",
        "region": ".#.\n.." => ".#.\n...";
    REGION_UNKNOWN_SQUARE = "region/unknown-square", Syntax,
        "In a drawing, `.` is a square, `#` or a space is a hole, and a square with the letter of a fire tile or of a pentomino is reserved for this piece.",
        "region": ".#?" => ".#F";
    REGION_NOTHING_TO_FILL = "region/nothing-to-fill", Syntax,
        "A region must have at least one square to fill.",
        "region": "##\n##" => "##\n#.";
    REGION_TOO_LARGE = "region/too-large", Syntax,
        "A region can have at most 324 squares (18 rows of 18 squares), including its holes.",
        "region": "100x100" => "18x18";
    REGION_SPELLING = "region/spelling", Canon,
        "In canonical form, a hole is written as `#`, and a rectangle without holes and letters is written as its numbers of rows and columns.",
        "region": "...\n..." => "2x3";
    PIECES_EMPTY = "pieces/empty", Syntax,
        "In a list of pieces, there must be a piece before and after every comma.",
        "pieces": "F,,N" => "F,N";
    PIECES_UNKNOWN = "pieces/unknown", Syntax,
        "A piece must be the name of a pentomino, the letter of a fire tile, or a shape that is written as rows or in the form of a fire tile. Names can follow one another without commas. The word `pentominoes` means all pentominoes, and `fire-tiles` means all fire tiles.",
        "pieces": "filn" => "FILN";
    PIECES_COUNT = "pieces/count", Syntax,
        "A `*` after a piece must be followed by the number of copies. A `*` without a number means that the piece can be used any number of times.",
        "pieces": "L*x" => "L*4";
    PIECES_SPACE = "pieces/space", Syntax,
        "A list of pieces must not contain spaces.",
        "pieces": "F, N" => "F,N";
    PLACE_SQUARE = "place/square", Syntax,
        "The square at which a shape is placed must be written as its row and its column, with two digits each. Rows and columns are counted from 00.",
        "square at which a shape is placed": "23" => "0203";
    PLACE_OUTSIDE = "place/outside", Rule,
        "A shape must be completely inside the region.",
        "square for `I` in the region `6x10`": "0300" => "0100";
    PLACE_HOLE = "place/hole", Rule,
        "A shape must not cover a hole of the region.",
        "region in which `X` is placed at 0000": "#..\n.#.\n..." => "#.#\n...\n#.#";
    PLACE_KEPT = "place/kept", Rule,
        "A shape must not cover a square that is reserved for another piece.",
        "region in which `X` is placed at 0000": "T..\n.T.\n..." => "T..\n.X.\n...";
}
