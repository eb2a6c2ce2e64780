//! Error codes of Penguins Pool Party.

use super::codes;

codes! {
    CHALLENGE_EMPTY = "penguins-challenge/empty", Syntax,
        "A challenge must have one to four penguins. Each penguin must be written as its column and its row.",
        "penguins-challenge": "" => "21";
    CHALLENGE_NOT_A_DIGIT = "penguins-challenge/not-a-digit", Syntax,
        "A penguin must be written with two digits: its column (0 to 4) and its row (0 to 3).",
        "penguins-challenge": "20x1" => "2011";
    CHALLENGE_CUT_SHORT = "penguins-challenge/cut-short", Syntax,
        "Every penguin must have both a column and a row.",
        "penguins-challenge": "201" => "2011";
    CHALLENGE_OFF_BOARD = "penguins-challenge/off-board", Syntax,
        "A penguin must be on the board, in columns 0 to 4 and rows 0 to 3.",
        "penguins-challenge": "2051" => "2041";
    CHALLENGE_STRAY = "penguins-challenge/stray-text", Syntax,
        "Nothing is allowed before, between or after the penguins.",
        "penguins-challenge": "20 11" => "2011";
    CHALLENGE_TOO_MANY = "penguins-challenge/too-many-penguins", Rule,
        "A challenge can have at most four penguins.",
        "penguins-challenge": "2011312343" => "20113123";
    CHALLENGE_SAME_HEXAGON = "penguins-challenge/same-hexagon", Rule,
        "Each hexagon can have at most one penguin.",
        "penguins-challenge": "202011" => "2011";
    CHALLENGE_ORDER = "penguins-challenge/order", Canon,
        "The penguins must be sorted by row, then by column.",
        "penguins-challenge": "31010323" => "01310323";

    PLACEMENT_UNKNOWN_BLOCK = "penguins-placement/unknown-block", Syntax,
        "The letter of an ice block must be A, B, C or D.",
        "penguins-placement": "E321" => "A321";
    PLACEMENT_NOT_A_DIGIT = "penguins-placement/not-a-digit", Syntax,
        "The letter of a block must be followed by three digits: the column of its origin, the row of its origin, and its rotation.",
        "penguins-placement": "A3x1" => "A321";
    PLACEMENT_CUT_SHORT = "penguins-placement/cut-short", Syntax,
        "A placement must have four characters: the letter of a block, the column of its origin, the row of its origin, and its rotation.",
        "penguins-placement": "A32" => "A321";
    PLACEMENT_ORIGIN_OFF_BOARD = "penguins-placement/origin-off-board", Syntax,
        "The origin of a block must be on the board, in columns 0 to 4 and rows 0 to 3.",
        "penguins-placement": "A521" => "A321";
    PLACEMENT_ROTATION = "penguins-placement/unknown-rotation", Syntax,
        "The rotation of a block must be the number of clockwise turns by 60 degrees, from 0 to 5.",
        "penguins-placement": "A326" => "A321";
    PLACEMENT_STRAY = "penguins-placement/stray-text", Syntax,
        "A placement must be one block in four characters, with no other text before or after it.",
        "penguins-placement": "A321B104" => "A321";
    PLACEMENT_OFF_BOARD = "penguins-placement/off-board", Rule,
        "All four hexagons of a block must be on the board.",
        "penguins-placement": "A000" => "A321";
    PLACEMENT_OTHER_END = "penguins-placement/rotation-of-c", Canon,
        "Block C looks the same after half a turn, so its canonical rotation is 0, 1 or 2.",
        "penguins-placement": "C214" => "C031";

    SOLUTION_MISSING_BLOCK = "penguins-solution/missing-block", Syntax,
        "A solution must place all four blocks. With `--partial`, a solution can leave out some blocks.",
        "penguins-solution": "A321B104C031" => "A321B104C031D222";
    SOLUTION_STRAY = "penguins-solution/stray-text", Syntax,
        "Nothing is allowed before, between or after the blocks.",
        "penguins-solution": "A321B104C031D222;" => "A321B104C031D222";
    SOLUTION_BLOCK_TWICE = "penguins-solution/block-twice", Rule,
        "Each block can be placed at most once.",
        "penguins-solution": "A321B104C031D222A104" => "A321B104C031D222";
    SOLUTION_OVERLAP = "penguins-solution/overlap", Rule,
        "No two blocks can cover the same hexagon.",
        "penguins-solution": "A321B213C031D222" => "A321B104C031D222";
    SOLUTION_ON_PENGUIN = "penguins-solution/on-penguin", Rule,
        "No block can cover a penguin.",
        "penguins-solution of 20113123": "A104B405C430D235" => "A321B104C031D222";
    SOLUTION_ORDER = "penguins-solution/order", Canon,
        "The blocks must be in alphabetical order.",
        "penguins-solution": "B104A321C031D222" => "A321B104C031D222";

    BOARD_EMPTY = "penguins-board/empty", Syntax,
        "A board must have four lines of five letters.",
        "penguins-board": "" => "EEPEE\nEPEPE\nEEEEE\nEEPEE\n";
    BOARD_LETTER = "penguins-board/unknown-letter", Syntax,
        "A hexagon must be written as E (empty), P (penguin) or I (ice).",
        "penguins-board": "EEPEE\nEPEPE\nEEeEE\nEEPEE\n" => "EEPEE\nEPEPE\nEEEEE\nEEPEE\n";
    BOARD_LINE_LENGTH = "penguins-board/line-length", Syntax,
        "Every line of the board must have five letters.",
        "penguins-board": "EEPE\nEPEPE\nEEEEE\nEEPEE\n" => "EEPEE\nEPEPE\nEEEEE\nEEPEE\n";
    BOARD_LINES = "penguins-board/number-of-lines", Syntax,
        "The board must have four lines.",
        "penguins-board": "EEPEE\nEPEPE\nEEEEE\n" => "EEPEE\nEPEPE\nEEEEE\nEEPEE\n";
    BOARD_LINE_END = "penguins-board/line-end", Syntax,
        "Every line, including the last, must end with a line feed and no other line break character.",
        "penguins-board": "EEPEE\r\nEPEPE\nEEEEE\nEEPEE\n" => "EEPEE\nEPEPE\nEEEEE\nEEPEE\n";
    BOARD_MISSING_NEWLINE = "penguins-board/missing-newline", Canon,
        "The last line must be followed by a line break, too.",
        "penguins-board": "EEPEE\nEPEPE\nEEEEE\nEEPEE" => "EEPEE\nEPEPE\nEEEEE\nEEPEE\n";

    STATE_COLON = "penguins-state/colon", Syntax,
        "In a state, a colon must separate the penguins from the blocks that are already placed.",
        "penguins-state": "20113123A321" => "20113123:A321";
    STATE_NOTHING_PLACED = "penguins-state/nothing-placed", Canon,
        "If no block is placed, the colon must be left out.",
        "penguins-state": "20113123:" => "20113123";
    STATE_ON_PENGUIN = "penguins-state/on-penguin", State,
        "No block of a state may cover a penguin.",
        "penguins-state": "20113123:B405" => "20113123:A321";
}
