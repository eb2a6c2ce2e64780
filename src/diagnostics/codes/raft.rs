//! Error codes of the strings of Race to the Raft.

use super::codes;

// Rules that two kinds have in common. They are macros, because a doc comment needs a literal.
macro_rules! two_digits {
    () => {
        "Rows and columns must have two digits each."
    };
}
macro_rules! after_its_deck {
    () => {
        "A card must come after the letter of its deck."
    };
}
macro_rules! decks_in_order {
    () => {
        "Each of the decks A B C D must occur exactly once, in this order."
    };
}
macro_rules! cards_in_order {
    () => {
        "The cards of a deck must be in alphabetical order."
    };
}

codes! {
    BOARD_EMPTY = "board/empty", Syntax,
        "A board must have 12, 15 or 18 lines of 9 or 18 squares.",
        "board": "" => "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n";
    BOARD_UNKNOWN_SQUARE = "board/unknown-square", Syntax,
        "Every square must be one of b f g n o p r w y, or one of B G P R W Y for a square with a cat on it.",
        "board": "fffgybgyx\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n" => "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n";
    BOARD_CARRIAGE_RETURN = "board/carriage-return", Syntax,
        "Lines must end with a line feed, not with a carriage return and a line feed.",
        "board": "fffgybgyp\r\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n" => "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n";
    BOARD_EMPTY_LINE = "board/empty-line", Syntax,
        "Every line must have squares. The line break after the last line ends the board.",
        "board": "fffgybgyp\n\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n" => "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n";
    BOARD_LINE_WIDTH = "board/line-width", Syntax,
        "All lines must have the same width, which is 9 or 18 squares.",
        "board": "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgy\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n" => "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n";
    BOARD_HEIGHT = "board/height", Syntax,
        "A board must have 12, 15 or 18 lines.",
        "board": "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\n" => "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n";
    BOARD_MISSING_NEWLINE = "board/missing-newline", Canon,
        "Every line, including the last, must end with a line feed.",
        "board": "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg" => "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n";
    BOARD_NO_RAFT = "board/no-raft", Rule,
        "A board for a game must have exactly one raft centre `o`. A board string without a raft centre is still well formed.",
        "board to play on": "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrw\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwwwb\nrgybpwwwg\n" => "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n";
    BOARD_SECOND_RAFT = "board/second-raft", Rule,
        "A board for a game must have exactly one raft centre `o`.",
        "board to play on": "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyro\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n" => "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n";
    BOARD_RAFT_AT_EDGE = "board/raft-at-edge", Rule,
        "All eight squares around the centre of the raft must be on the board.",
        "board to play on": "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwwwo\nrgybpwwwg\n" => "fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n";
    DECKS_UNKNOWN_CARD = "decks/unknown-card", Syntax,
        "A decks string can contain only deck letters A to D and cards a to y.",
        "decks": "AfzBCD" => "AfBCD";
    DECKS_CARD_WITHOUT_DECK = "decks/card-without-deck", Syntax,
        after_its_deck!(),
        "decks": "fABCD" => "AfBCD";
    DECKS_DECK_ORDER = "decks/deck-order", Canon,
        decks_in_order!(),
        "decks": "BfAhCD" => "AhBfCD";
    DECKS_MISSING_DECK = "decks/missing-deck", Canon,
        "The letter of a deck must be written even if the deck has no cards.",
        "decks": "AfhDa" => "AfhBCDa";
    DECKS_CARD_ORDER = "decks/card-order", Canon,
        cards_in_order!(),
        "decks": "AhfBCD" => "AfhBCD";
    DECKS_DUPLICATE_CARD = "decks/duplicate-card", Rule,
        "A deck contains each card only once.",
        "decks": "AffBCD" => "AfBCD";
    HAND_UNKNOWN_CARD = "hand/unknown-card", Syntax,
        "A hand string can contain only deck letters A to D and cards a to y.",
        "hand": "AfzBCD" => "AfBCD";
    HAND_CARD_WITHOUT_DECK = "hand/card-without-deck", Syntax,
        after_its_deck!(),
        "hand": "fABCD" => "AfBCD";
    HAND_DECK_ORDER = "hand/deck-order", Canon,
        decks_in_order!(),
        "hand": "BfAhCD" => "AhBfCD";
    HAND_MISSING_DECK = "hand/missing-deck", Canon,
        "The letter of a deck must be written even if the hand has no card from this deck.",
        "hand": "AfhDa" => "AfhBCDa";
    HAND_CARD_ORDER = "hand/card-order", Canon,
        cards_in_order!(),
        "hand": "AhfBCD" => "AfhBCD";
    HAND_DUPLICATE_CARD = "hand/duplicate-card", Rule,
        "A deck contains each card only once.",
        "hand": "AffBCD" => "AfBCD";
    HAND_TOO_MANY_CARDS = "hand/too-many-cards", Rule,
        "A hand can have at most six cards.",
        "hand": "AabcdBaCaDa" => "AabcBaCaDa";
    EXHAUSTED_UNKNOWN_COLOUR = "exhausted/unknown-colour", Syntax,
        "An exhausted cat must begin with its colour, B, G, P, R or Y.",
        "exhausted": "W0204" => "B0204";
    EXHAUSTED_NOT_A_DIGIT = "exhausted/not-a-digit", Syntax,
        "The row and the column of a cat must have two digits each.",
        "exhausted": "B02O4" => "B0204";
    EXHAUSTED_TRUNCATED_CAT = "exhausted/truncated-cat", Syntax,
        "Each exhausted cat must have five characters: its colour, two digits for its row and two for its column.",
        "exhausted": "B0204G13" => "B0204G1300";
    EXHAUSTED_STRAY_CHARACTER = "exhausted/stray-character", Syntax,
        "Nothing is allowed between the cats.",
        "exhausted": "B0204,G1300" => "B0204G1300";
    EXHAUSTED_ORDER = "exhausted/order", Canon,
        "The cats must be sorted by colour (B G P R Y), then by row, then by column.",
        "exhausted": "B0312B0302" => "B0302B0312";
    EXHAUSTED_DUPLICATE = "exhausted/duplicate-cat", Rule,
        "Each cat can be listed at most once.",
        "exhausted": "B0302B0302" => "B0302";
    FIRE_BAG_UNKNOWN_TILE = "fire-bag/unknown-tile", Syntax,
        "Each tile of the bag must be one of the letters a to z and A to E.",
        "fire-bag": "abF" => "abE";
    FIRE_BAG_ORDER = "fire-bag/order", Canon,
        "The tiles must be in the order a to z, then A to E.",
        "fire-bag": "aAb" => "abA";
    FIRE_BAG_DUPLICATE_TILE = "fire-bag/duplicate-tile", Rule,
        "Each tile exists only once.",
        "fire-bag": "aab" => "ab";
    DRAW_EMPTY = "draw/empty", Syntax,
        "A draw must name at least one deck.",
        "draw": "" => "A6";
    DRAW_UNKNOWN_DECK = "draw/unknown-deck", Syntax,
        "A request must begin with the letter of a deck, A to D.",
        "draw": "A3E3" => "A3D3";
    DRAW_COUNT = "draw/count", Syntax,
        "A request must end with the number of cards, 1 to 6. A deck from which no card is drawn is left out.",
        "draw": "A6B0" => "A6";
    DRAW_TRUNCATED = "draw/truncated", Syntax,
        "Each request must have two characters: the letter of a deck and a number of cards.",
        "draw": "A3B" => "A3B3";
    DRAW_STRAY_CHARACTER = "draw/stray-character", Syntax,
        "Nothing is allowed between the requests.",
        "draw": "A3,B3" => "A3B3";
    DRAW_ORDER = "draw/order", Canon,
        "The decks of a draw must be in alphabetical order.",
        "draw": "B3A3" => "A3B3";
    DRAW_DUPLICATE_DECK = "draw/duplicate-deck", Rule,
        "A draw can name each deck at most once.",
        "draw": "A3A3" => "A6";
    DRAW_TOTAL = "draw/total", Rule,
        "The requests of a draw must add up to exactly six cards.",
        "draw": "A3B2" => "A3B3";
    ACTION_EMPTY = "action/empty", Syntax,
        "An action must place a pathway card, place a fire tile, or move a cat.",
        "action": "" => "Ab1208S";
    ACTION_UNEXPECTED = "action/unexpected", Syntax,
        "Each character of an action must be one that is allowed at its position: a deck, a card, a tile, a colour, a digit, a flip or an orientation.",
        "action": "Ab1208X" => "Ab1208S";
    ACTION_UNKNOWN_TILE = "action/unknown-tile", Syntax,
        "A fire tile must be one of the letters a to z and A to E.",
        "action": "70003TW" => "f0003TW";
    ACTION_NOT_A_DIGIT = "action/not-a-digit", Syntax,
        two_digits!(),
        "action": "Ab12O8S" => "Ab1208S";
    ACTION_TRUNCATED = "action/truncated", Syntax,
        "A position must have exactly four digits: two for its row and two for its column.",
        "action": "Ab12" => "Ab1208S";
    ACTION_TRAILING_TEXT = "action/trailing-text", Syntax,
        "An action that places a card or a tile must have 7 characters. An action that moves a cat must have 11 characters, or 13 if the cat is exhausted.",
        "action": "Ab1208SN" => "Ab1208S";
    ACTION_DISCARD_ORDER = "action/discard-order", Canon,
        "The two discarded cards of a cat's move must be sorted by deck, then by card.",
        "action": "R01040410BcAc" => "R01040410AcBc";
    ACTION_DUPLICATE_DISCARD = "action/duplicate-discard", Rule,
        "The two discarded cards of a cat's move must be different cards.",
        "action": "R01040410AcAc" => "R01040410AcBc";
    STATE_NOT_JSON = "state/not-json", Syntax,
        "A state must be written as JSON.",
        "state": r#"["bbb","A"# => r#"["fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n","AabcdBCfghDafh","AfhkBCDbcg","G0105","abdfg"]"#;
    STATE_NOT_ARRAY = "state/not-array", Syntax,
        "A state must be a JSON array.",
        "state": r#"{"board":""}"# => r#"["fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n","AabcdBCfghDafh","AfhkBCDbcg","G0105","abdfg"]"#;
    STATE_PARTS = "state/parts", Syntax,
        "A state must have five parts: board, decks, hand, exhausted cats and fire bag.",
        "state": r#"["","ABCD"]"# => r#"["fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n","AabcdBCfghDafh","AfhkBCDbcg","G0105","abdfg"]"#;
    STATE_PART_NOT_STRING = "state/part-not-string", Syntax,
        "Each part of a state must be a string.",
        "state": r#"["",2,"ABCD","",""]"# => r#"["fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n","AabcdBCfghDafh","AfhkBCDbcg","G0105","abdfg"]"#;
    STATE_SPELLING = "state/spelling", Canon,
        "A canonical state is JSON without spaces, and its only escapes are `\\n` for the line breaks of the board.",
        "state": r#"["fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n", "AabcdBCfghDafh", "AfhkBCDbcg", "G0105", "abdfg"]"# => r#"["fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n","AabcdBCfghDafh","AfhkBCDbcg","G0105","abdfg"]"#;
    STATE_CARD_IN_DECK_AND_HAND = "state/card-in-deck-and-hand", State,
        "No card can be in the hand and in its deck at the same time.",
        "state": r#"["fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n","AabcdBCfghDafh","AaBCD","G0105","abdfg"]"# => r#"["fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n","AabcdBCfghDafh","AfhkBCDbcg","G0105","abdfg"]"#;
    STATE_EXHAUSTED_OFF_BOARD = "state/exhausted-off-board", State,
        "Every exhausted cat must be on the board.",
        "state": r#"["fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n","AabcdBCfghDafh","AfhkBCDbcg","G0145","abdfg"]"# => r#"["fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n","AabcdBCfghDafh","AfhkBCDbcg","G0105","abdfg"]"#;
    STATE_EXHAUSTED_NO_CAT = "state/exhausted-no-cat", State,
        "On the square of each exhausted cat, there must be a cat of the colour that the list gives. The cat on a wild square (`W`) can have any colour.",
        "state": r#"["fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n","AabcdBCfghDafh","AfhkBCDbcg","G0106","abdfg"]"# => r#"["fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\nyrbpgwowb\nrgybpwwwg\n","AabcdBCfghDafh","AfhkBCDbcg","G0105","abdfg"]"#;
    CHALLENGE_ISLAND_COUNT = "challenge/island-count", Syntax,
        "A challenge must have two islands, one above the other, or four islands.",
        "challenge": "LNSNLAF0003C00009R11215" => "LNSNF0003C00006R11203";
    CHALLENGE_UNKNOWN_ISLAND = "challenge/unknown-island", Syntax,
        "An island must be written as L (large) or S (small), followed by the letter of its rotation.",
        "challenge": "MNSNF0003C00006R11203" => "LNSNF0003C00006R11203";
    CHALLENGE_ISLAND_ROTATION = "challenge/island-rotation", Syntax,
        "The rotation of a large island must be N, E, S, W or A, and the rotation of a small island must be N, S or A. A means that the side without fire is up, in any rotation.",
        "challenge": "LNSEF0003C00006R11203" => "LNSNF0003C00006R11203";
    CHALLENGE_MISSING_SECTION = "challenge/missing-section", Syntax,
        "The letter F must come before the fire cards, C before the cat cards, and R before the raft card. A challenge without fire cards also needs the letter F.",
        "challenge": "LNSNC00006R11203" => "LNSNFC00006R11203";
    CHALLENGE_TRUNCATED_PLACE = "challenge/truncated-place", Syntax,
        "A fire card must have four digits. A cat card and the raft card must have five digits each.",
        "challenge": "LNSNF000C00006R11203" => "LNSNF0003C00006R11203";
    CHALLENGE_STRAY_CHARACTER = "challenge/stray-character", Syntax,
        "Each card must have the right number of digits, and nothing is allowed between the cards of a section.",
        "challenge": "LNSNF0003,0303C00006R11203" => "LNSNF00030303C00006R11203";
    CHALLENGE_NOT_A_DIGIT = "challenge/not-a-digit", Syntax,
        two_digits!(),
        "challenge": "LNSNF0OO3C00006R11203" => "LNSNF0003C00006R11203";
    CHALLENGE_UNKNOWN_CAT_CARD = "challenge/unknown-cat-card", Syntax,
        "The number of a cat card must be from 0 to 6.",
        "challenge": "LNSNF0003C70006R11203" => "LNSNF0003C60006R11203";
    CHALLENGE_UNKNOWN_RAFT_CARD = "challenge/unknown-raft-card", Syntax,
        "The number of the raft card must be from 0 to 3.",
        "challenge": "LNSNF0003C00006R41203" => "LNSNF0003C00006R31203";
    CHALLENGE_NO_CAT = "challenge/no-cat", Syntax,
        "A challenge must have at least one cat card.",
        "challenge": "LNSNF0003CR11203" => "LNSNF0003C00006R11203";
    CHALLENGE_TRAILING_TEXT = "challenge/trailing-text", Syntax,
        "A challenge must end after its raft card.",
        "challenge": "LNSNF0003C00006R112034" => "LNSNF0003C00006R11203";
    CHALLENGE_UNEVEN_HALVES = "challenge/uneven-halves", Rule,
        "The left half and the right half of the board must have the same height.",
        "challenge": "LNSNLALAF0003C00009R11215" => "LNSNLASAF0003C00009R11215";
    CHALLENGE_OFF_BOARD = "challenge/off-board", Rule,
        "Every 3x3 card must be completely on the board.",
        "challenge": "LNSNF0008C00003R11203" => "LNSNF0006C00003R11203";
    CHALLENGE_OVERLAP = "challenge/overlap", Rule,
        "The 3x3 cards of a challenge must not overlap.",
        "challenge": "LNSNF0003C00104R11203" => "LNSNF0003C00304R11203";
    PATHWAY_CARD_UNKNOWN = "pathway-card/unknown-name", Syntax,
        "The name of a pathway card must be a letter from a to y.",
        "pathway-card": "zbbrbyrbyb" => "hbbrbyrbyb";
    PATHWAY_CARD_SQUARE = "pathway-card/unknown-square", Syntax,
        "Each square of a pathway card must be b, g, p, r or y.",
        "pathway-card": "hbbrbyrbyw" => "hbbrbyrbyb";
    PATHWAY_CARD_LENGTH = "pathway-card/length", Syntax,
        "A pathway card must be written as its name and nine squares.",
        "pathway-card": "hbbrbyrby" => "hbbrbyrbyb";
    PATHWAY_CARD_NOT_IN_CATALOGUE = "pathway-card/not-in-catalogue", Rule,
        "The pathway card must be one of the cards in the game. With `--custom`, any card is accepted.",
        "pathway-card": "hbbrbyrbyg" => "hbbrbyrbyb";
    CAT_CARD_UNKNOWN = "cat-card/unknown-name", Syntax,
        "The name of a cat card must be a digit from 0 to 6.",
        "cat-card": "7gffgGfggg" => "3gffgGfggg";
    CAT_CARD_SQUARE = "cat-card/unknown-square", Syntax,
        "Each square of a cat card must be b, g, p, r or y, a capital B, G, P, R or Y for a square with a cat, or f for fire.",
        "cat-card": "3gffgGfggw" => "3gffgGfggg";
    CAT_CARD_LENGTH = "cat-card/length", Syntax,
        "A cat card must be written as its name and nine squares.",
        "cat-card": "3gffgGfgg" => "3gffgGfggg";
    CAT_CARD_NOT_IN_CATALOGUE = "cat-card/not-in-catalogue", Rule,
        "The cat card must be one of the cards in the game. With `--custom`, any card is accepted.",
        "cat-card": "3gffgGfggb" => "3gffgGfggg";
    RAFT_CARD_UNKNOWN = "raft-card/unknown-name", Syntax,
        "The name of a raft card must be a digit from 0 to 3.",
        "raft-card": "4gyprowbww" => "1gyprowbww";
    RAFT_CARD_SQUARE = "raft-card/unknown-square", Syntax,
        "Each square of a raft card must be b, g, p, r, y, w or o.",
        "raft-card": "1gyprowbwf" => "1gyprowbww";
    RAFT_CARD_LENGTH = "raft-card/length", Syntax,
        "A raft card must be written as its name and nine squares.",
        "raft-card": "1gyprowbw" => "1gyprowbww";
    RAFT_CARD_NOT_IN_CATALOGUE = "raft-card/not-in-catalogue", Rule,
        "The raft card must be one of the cards in the game. With `--custom`, any card is accepted.",
        "raft-card": "1gyprowbwg" => "1gyprowbww";
    FIRE_TILE_UNKNOWN = "fire-tile/unknown-name", Syntax,
        "The name of a fire tile must be a letter from a to z or from A to E.",
        "fire-tile": "F00010203" => "d000102121314";
    FIRE_TILE_EMPTY = "fire-tile/no-squares", Syntax,
        "A fire tile must have at least one square.",
        "fire-tile": "c" => "c000102031121";
    FIRE_TILE_TRUNCATED = "fire-tile/truncated", Syntax,
        "The last square of a tile must have its row and its column, like every other square.",
        "fire-tile": "c00010203112" => "c000102031121";
    FIRE_TILE_STRAY_CHARACTER = "fire-tile/stray-character", Syntax,
        "Nothing is allowed between the squares of a tile.",
        "fire-tile": "c00,0102031121" => "c000102031121";
    FIRE_TILE_NOT_A_DIGIT = "fire-tile/not-a-digit", Syntax,
        "Each square of a tile must have two digits, its row and its column.",
        "fire-tile": "c00010203112x" => "c000102031121";
    FIRE_TILE_ORDER = "fire-tile/order", Canon,
        "The squares of a tile must be sorted by row, then by column.",
        "fire-tile": "c010002031121" => "c000102031121";
    FIRE_TILE_CORNER = "fire-tile/corner", Canon,
        "The squares of a tile must be counted from the top left corner of its bounding box, so at least one square has row 0 and at least one square has column 0.",
        "fire-tile": "c010203041222" => "c000102031121";
    FIRE_TILE_DUPLICATE_SQUARE = "fire-tile/duplicate-square", Rule,
        "A tile can list each square at most once.",
        "fire-tile": "c00000102031121" => "c000102031121";
    FIRE_TILE_NOT_IN_CATALOGUE = "fire-tile/not-in-catalogue", Rule,
        "The fire tile must be one of the tiles in the game. With `--custom`, any tile is accepted.",
        "fire-tile": "c000102031122" => "c000102031121";
}
