//! The table of error codes, with one module per domain. `src/texts/codes` has a lesson for each code.

use super::Class;

/// An error code. Codes are compared by name, and the meaning of a name never changes.
///
/// [`lesson`](Self::lesson) reads the file in `src/texts/codes` that is named after the code. The file
/// contains the rule, the reason for it, how to repair the error, and examples.
#[derive(Debug)]
#[non_exhaustive]
pub struct Code {
    /// The name, e.g. `challenge/unknown-raft-card`.
    pub name: &'static str,
    /// The class of all diagnostics with this code.
    pub class: Class,
    /// The properties of the error that the search for repairs needs to know.
    pub(crate) meanings: &'static [Meaning],
    pub(super) text: &'static str,
}

/// A property of an error that its class does not imply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// The same element occurs twice. The span covers the second occurrence.
    Duplicate,
    /// The element at the span is incomplete.
    CutShort,
    /// Elements are in the wrong order.
    Order,
}

impl Code {
    /// The part of the name before the slash, which is usually the name of a kind.
    pub fn group(&self) -> &'static str {
        self.name.split_once('/').map_or(self.name, |(group, _)| group)
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Code {}

/// Declares one module of codes per domain, and a function that iterates over all codes.
macro_rules! codes {
    ($($(#[$about:meta])* $domain:ident {
        $($id:ident = $name:literal, $class:ident $(, $meaning:ident)*;)*
    })*) => {
        $($(#[$about])* pub mod $domain {
            use super::{Class, Code};

            $(
                #[doc = concat!("The code `", $name, "`.")]
                pub static $id: Code = Code {
                    name: $name,
                    class: Class::$class,
                    meanings: &[$(super::Meaning::$meaning),*],
                    text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/texts/codes/", $name, ".md")),
                };
            )*
        })*

        /// Iterates over all codes, grouped by domain.
        ///
        /// ```
        /// assert!(clowder::diagnostics::all().any(|code| code.name == "board/empty"));
        /// ```
        pub fn all() -> impl Iterator<Item = &'static Code> {
            [$($(&$domain::$id,)*)*].into_iter()
        }
    };
}

/// Looks up a code by name.
///
/// ```
/// let code = clowder::diagnostics::find("draw/total").unwrap();
/// assert_eq!(code.class.name(), "rule");
/// ```
pub fn find(name: &str) -> Option<&'static Code> {
    all().find(|code| code.name == name)
}

codes! {
    /// Errors that can occur in strings of any kind.
    text {
        TOO_MANY_FAULTS = "text/too-many-faults", Syntax;
        NOT_UTF8 = "text/not-utf-8", Syntax;
        LINE_TOO_LONG = "text/line-too-long", Syntax;
        NOT_JSON = "text/not-json", Syntax;
        BYTE_ORDER_MARK = "text/byte-order-mark", Syntax;
        WINDOWS_LINE_BREAKS = "text/windows-line-breaks", Syntax;
        SOURCE_CODE = "text/source-code", Syntax;
        JSON_STRING = "text/json-string", Syntax;
        QUOTED = "text/quoted", Syntax;
        ESCAPED_LINE_BREAKS = "text/escaped-line-breaks", Syntax;
        INDENTED = "text/indented", Syntax;
        FINAL_LINE_BREAK = "text/final-line-break", Syntax;
        OUTER_SPACE = "text/outer-space", Syntax;
        LOOK_ALIKE = "text/look-alike", Syntax;
        SEPARATED = "text/separated", Syntax;
        WRONG_CASE = "text/wrong-case", Syntax;
        PARTS_ORDER = "text/parts-order", Syntax;
        REPEATED = "text/repeated", Syntax;
        SURROUNDED = "text/surrounded", Syntax;
        SEVERAL = "text/several-strings", Syntax;
        OTHER_KIND = "text/other-kind", Syntax;
        SEVERAL_KINDS = "text/several-kinds", Syntax;
        NO_KIND = "text/no-kind", Syntax;
        FILE_NAME = "text/file-name", Syntax;
        UTF_16 = "text/utf-16", Syntax;
    }

    /// Errors in the strings of Race to the Raft.
    raft {
        BOARD_EMPTY = "board/empty", Syntax;
        BOARD_UNKNOWN_SQUARE = "board/unknown-square", Syntax;
        BOARD_CARRIAGE_RETURN = "board/carriage-return", Syntax;
        BOARD_EMPTY_LINE = "board/empty-line", Syntax;
        BOARD_LINE_WIDTH = "board/line-width", Syntax;
        BOARD_HEIGHT = "board/height", Syntax;
        BOARD_MISSING_NEWLINE = "board/missing-newline", Canon;
        BOARD_INDENTED = "board/indented", Canon;
        BOARD_NO_RAFT = "board/no-raft", Rule;
        BOARD_SECOND_RAFT = "board/second-raft", Rule;
        BOARD_RAFT_AT_EDGE = "board/raft-at-edge", Rule;
        DECKS_UNKNOWN_CARD = "decks/unknown-card", Syntax;
        DECKS_CARD_WITHOUT_DECK = "decks/card-without-deck", Syntax;
        DECKS_DECK_ORDER = "decks/deck-order", Canon, Order;
        DECKS_MISSING_DECK = "decks/missing-deck", Canon;
        DECKS_CARD_ORDER = "decks/card-order", Canon, Order;
        DECKS_DUPLICATE_CARD = "decks/duplicate-card", Rule, Duplicate;
        HAND_UNKNOWN_CARD = "hand/unknown-card", Syntax;
        HAND_CARD_WITHOUT_DECK = "hand/card-without-deck", Syntax;
        HAND_DECK_ORDER = "hand/deck-order", Canon, Order;
        HAND_MISSING_DECK = "hand/missing-deck", Canon;
        HAND_CARD_ORDER = "hand/card-order", Canon, Order;
        HAND_DUPLICATE_CARD = "hand/duplicate-card", Rule, Duplicate;
        HAND_TOO_MANY_CARDS = "hand/too-many-cards", Rule;
        EXHAUSTED_UNKNOWN_COLOUR = "exhausted/unknown-colour", Syntax;
        EXHAUSTED_NOT_A_DIGIT = "exhausted/not-a-digit", Syntax;
        EXHAUSTED_TRUNCATED_CAT = "exhausted/truncated-cat", Syntax;
        EXHAUSTED_STRAY_CHARACTER = "exhausted/stray-character", Syntax;
        EXHAUSTED_ORDER = "exhausted/order", Canon, Order;
        EXHAUSTED_SAME_SQUARE = "exhausted/same-square", State;
        EXHAUSTED_DUPLICATE = "exhausted/duplicate-cat", Rule, Duplicate;
        FIRE_BAG_UNKNOWN_TILE = "fire-bag/unknown-tile", Syntax;
        FIRE_BAG_ORDER = "fire-bag/order", Canon, Order;
        FIRE_BAG_DUPLICATE_TILE = "fire-bag/duplicate-tile", Rule, Duplicate;
        DRAW_EMPTY = "draw/empty", Syntax;
        DRAW_UNKNOWN_DECK = "draw/unknown-deck", Syntax;
        DRAW_COUNT = "draw/count", Syntax;
        DRAW_TRUNCATED = "draw/truncated", Syntax, CutShort;
        DRAW_STRAY_CHARACTER = "draw/stray-character", Syntax;
        DRAW_ORDER = "draw/order", Canon, Order;
        DRAW_DUPLICATE_DECK = "draw/duplicate-deck", Rule, Duplicate;
        DRAW_TOTAL = "draw/total", Rule;
        ACTION_EMPTY = "action/empty", Syntax;
        ACTION_UNEXPECTED = "action/unexpected", Syntax;
        ACTION_UNKNOWN_TILE = "action/unknown-tile", Syntax;
        ACTION_NOT_A_DIGIT = "action/not-a-digit", Syntax;
        ACTION_TRUNCATED = "action/truncated", Syntax, CutShort;
        ACTION_TRAILING_TEXT = "action/trailing-text", Syntax;
        ACTION_DISCARD_ORDER = "action/discard-order", Canon, Order;
        ACTION_DUPLICATE_DISCARD = "action/duplicate-discard", Rule, Duplicate;
        STATE_NOT_JSON = "state/not-json", Syntax;
        STATE_NOT_ARRAY = "state/not-array", Syntax;
        STATE_PARTS = "state/parts", Syntax;
        STATE_PART_NOT_STRING = "state/part-not-string", Syntax;
        STATE_SPELLING = "state/spelling", Canon;
        STATE_CARD_IN_DECK_AND_HAND = "state/card-in-deck-and-hand", State;
        STATE_EXHAUSTED_OFF_BOARD = "state/exhausted-off-board", State;
        STATE_EXHAUSTED_NO_CAT = "state/exhausted-no-cat", State;
        CHALLENGE_ISLAND_COUNT = "challenge/island-count", Syntax;
        CHALLENGE_UNKNOWN_ISLAND = "challenge/unknown-island", Syntax;
        CHALLENGE_ISLAND_ROTATION = "challenge/island-rotation", Syntax;
        CHALLENGE_MISSING_SECTION = "challenge/missing-section", Syntax;
        CHALLENGE_TRUNCATED_PLACE = "challenge/truncated-place", Syntax;
        CHALLENGE_STRAY_CHARACTER = "challenge/stray-character", Syntax;
        CHALLENGE_NOT_A_DIGIT = "challenge/not-a-digit", Syntax;
        CHALLENGE_UNKNOWN_CAT_CARD = "challenge/unknown-cat-card", Syntax;
        CHALLENGE_UNKNOWN_RAFT_CARD = "challenge/unknown-raft-card", Syntax;
        CHALLENGE_NO_CAT = "challenge/no-cat", Syntax;
        CHALLENGE_TRAILING_TEXT = "challenge/trailing-text", Syntax;
        CHALLENGE_UNEVEN_HALVES = "challenge/uneven-halves", Rule;
        CHALLENGE_OFF_BOARD = "challenge/off-board", Rule;
        CHALLENGE_OVERLAP = "challenge/overlap", Rule;
        PATHWAY_CARD_UNKNOWN = "pathway-card/unknown-name", Syntax;
        PATHWAY_CARD_SQUARE = "pathway-card/unknown-square", Syntax;
        PATHWAY_CARD_LENGTH = "pathway-card/length", Syntax;
        PATHWAY_CARD_NOT_IN_CATALOGUE = "pathway-card/not-in-catalogue", Rule;
        CAT_CARD_UNKNOWN = "cat-card/unknown-name", Syntax;
        CAT_CARD_SQUARE = "cat-card/unknown-square", Syntax;
        CAT_CARD_LENGTH = "cat-card/length", Syntax;
        CAT_CARD_NOT_IN_CATALOGUE = "cat-card/not-in-catalogue", Rule;
        RAFT_CARD_UNKNOWN = "raft-card/unknown-name", Syntax;
        RAFT_CARD_SQUARE = "raft-card/unknown-square", Syntax;
        RAFT_CARD_LENGTH = "raft-card/length", Syntax;
        RAFT_CARD_NOT_IN_CATALOGUE = "raft-card/not-in-catalogue", Rule;
        FIRE_TILE_UNKNOWN = "fire-tile/unknown-name", Syntax;
        FIRE_TILE_EMPTY = "fire-tile/no-squares", Syntax;
        FIRE_TILE_TRUNCATED = "fire-tile/truncated", Syntax, CutShort;
        FIRE_TILE_STRAY_CHARACTER = "fire-tile/stray-character", Syntax;
        FIRE_TILE_NOT_A_DIGIT = "fire-tile/not-a-digit", Syntax;
        FIRE_TILE_ORDER = "fire-tile/order", Canon, Order;
        FIRE_TILE_CORNER = "fire-tile/corner", Canon;
        FIRE_TILE_DUPLICATE_SQUARE = "fire-tile/duplicate-square", Rule, Duplicate;
        FIRE_TILE_NOT_IN_CATALOGUE = "fire-tile/not-in-catalogue", Rule;
    }

    /// Violations of the rules of Race to the Raft by an action, a draw or a setup.
    rules {
        PLACEMENT_OFF_BOARD = "placement/off-board", Rule;
        PLACEMENT_ON_FIRE = "placement/on-fire", Rule;
        PLACEMENT_ON_VOID = "placement/on-void", Rule;
        PLACEMENT_ON_RAFT = "placement/on-raft", Rule;
        PLACEMENT_ON_CAT = "placement/on-cat", Rule;
        PLACEMENT_NOT_BY_FIRE = "placement/not-by-fire", Rule;
        CARD_NOT_IN_HAND = "placement/card-not-in-hand", Rule;
        CAT_START_OFF_BOARD = "cat/start-off-board", Rule;
        CAT_NOT_THERE = "cat/not-there", Rule;
        CAT_OTHER_COLOUR = "cat/other-colour", Rule;
        CAT_ON_RAFT = "cat/on-raft", Rule;
        CAT_END_OFF_BOARD = "cat/end-off-board", Rule;
        CAT_SAME_SQUARE = "cat/same-square", Rule;
        CAT_END_TAKEN = "cat/end-taken", Rule;
        CAT_END_OTHER_COLOUR = "cat/end-other-colour", Rule;
        CAT_NO_PATH = "cat/no-path", Rule;
        CAT_DISCARD_NOT_IN_HAND = "cat/discard-not-in-hand", Rule;
        CAT_EXHAUSTED = "cat/exhausted", Rule;
        CAT_NOT_EXHAUSTED = "cat/not-exhausted", Rule;
        DRAW_HAND_NOT_EMPTY = "draw/hand-not-empty", Rule;
        DRAW_DECK_SHORT = "draw/deck-short", Rule;
        DRAW_CARD_NOT_IN_DECK = "draw/card-not-in-deck", Rule;
        DRAW_CARDS_DIFFER = "draw/cards-differ", Rule;
        TILE_BAG_EMPTY = "tile/bag-empty", Rule;
        SETUP_ISLAND_COUNT = "setup/island-count", Rule;
        SETUP_NO_ISLAND = "setup/no-island", Rule;
        SETUP_ISLAND_TWICE = "setup/island-twice", Rule;
        SETUP_ISLAND_SIDE = "setup/island-side", Rule;
        SETUP_ISLAND_TURN = "setup/island-turn", Rule;
        SETUP_ISLAND_UNREADABLE = "setup/island-unreadable", Syntax;
        SETUP_UNKNOWN_CHALLENGE = "setup/unknown-challenge", Rule;
    }

    /// Errors in Penguins Pool Party.
    penguins {
        CHALLENGE_EMPTY = "penguins-challenge/empty", Syntax;
        CHALLENGE_NOT_A_DIGIT = "penguins-challenge/not-a-digit", Syntax;
        CHALLENGE_CUT_SHORT = "penguins-challenge/cut-short", Syntax, CutShort;
        CHALLENGE_OFF_BOARD = "penguins-challenge/off-board", Syntax;
        CHALLENGE_STRAY = "penguins-challenge/stray-text", Syntax;
        CHALLENGE_TOO_MANY = "penguins-challenge/too-many-penguins", Rule;
        CHALLENGE_SAME_HEXAGON = "penguins-challenge/same-hexagon", Rule;
        CHALLENGE_ORDER = "penguins-challenge/order", Canon, Order;
        PLACEMENT_UNKNOWN_BLOCK = "penguins-placement/unknown-block", Syntax;
        PLACEMENT_NOT_A_DIGIT = "penguins-placement/not-a-digit", Syntax;
        PLACEMENT_CUT_SHORT = "penguins-placement/cut-short", Syntax, CutShort;
        PLACEMENT_ORIGIN_OFF_BOARD = "penguins-placement/origin-off-board", Syntax;
        PLACEMENT_ROTATION = "penguins-placement/unknown-rotation", Syntax;
        PLACEMENT_STRAY = "penguins-placement/stray-text", Syntax;
        PLACEMENT_OFF_BOARD = "penguins-placement/off-board", Rule;
        PLACEMENT_OTHER_END = "penguins-placement/rotation-of-c", Canon;
        SOLUTION_MISSING_BLOCK = "penguins-solution/missing-block", Syntax;
        SOLUTION_STRAY = "penguins-solution/stray-text", Syntax;
        SOLUTION_BLOCK_TWICE = "penguins-solution/block-twice", Rule;
        SOLUTION_OVERLAP = "penguins-solution/overlap", Rule;
        SOLUTION_ON_PENGUIN = "penguins-solution/on-penguin", Rule;
        SOLUTION_ORDER = "penguins-solution/order", Canon, Order;
        BOARD_EMPTY = "penguins-board/empty", Syntax;
        BOARD_LETTER = "penguins-board/unknown-letter", Syntax;
        BOARD_LINE_LENGTH = "penguins-board/line-length", Syntax;
        BOARD_LINES = "penguins-board/number-of-lines", Syntax;
        BOARD_LINE_END = "penguins-board/line-end", Syntax;
        BOARD_MISSING_NEWLINE = "penguins-board/missing-newline", Canon;
        BOARD_INDENTED = "penguins-board/indented", Canon;
        BOARD_ONE_LINE = "penguins-board/one-line", Canon;
        STATE_COLON = "penguins-state/colon", Syntax;
        STATE_NOTHING_PLACED = "penguins-state/nothing-placed", Canon;
        STATE_ON_PENGUIN = "penguins-state/on-penguin", State;
    }

    /// Errors in polyominoes, regions and lists of pieces.
    polyomino {
        POLYOMINO_EMPTY = "polyomino/empty", Syntax;
        POLYOMINO_UNKNOWN_NAME = "polyomino/unknown-name", Syntax;
        POLYOMINO_LETTER = "polyomino/unknown-letter", Syntax;
        POLYOMINO_UNEVEN_ROWS = "polyomino/uneven-rows", Syntax;
        POLYOMINO_NO_SQUARE = "polyomino/no-square", Syntax;
        POLYOMINO_TOO_LARGE = "polyomino/too-large", Syntax;
        POLYOMINO_SQUARE = "polyomino/square", Syntax;
        POLYOMINO_DUPLICATE_SQUARE = "polyomino/duplicate-square", Rule, Duplicate;
        POLYOMINO_NOT_JOINED = "polyomino/not-joined", Rule;
        POLYOMINO_SPELLING = "polyomino/spelling", Canon;
        REGION_EMPTY = "region/empty", Syntax;
        REGION_SIZE = "region/size", Syntax;
        REGION_UNEVEN_LINES = "region/uneven-lines", Syntax;
        REGION_UNKNOWN_SQUARE = "region/unknown-square", Syntax;
        REGION_NOTHING_TO_FILL = "region/nothing-to-fill", Syntax;
        REGION_TOO_LARGE = "region/too-large", Syntax;
        REGION_SPELLING = "region/spelling", Canon;
        PIECES_EMPTY = "pieces/empty", Syntax;
        PIECES_UNKNOWN = "pieces/unknown", Syntax;
        PIECES_COUNT = "pieces/count", Syntax;
        PIECES_SPACE = "pieces/space", Syntax;
        PLACE_SQUARE = "place/square", Syntax;
        PLACE_OUTSIDE = "place/outside", Rule;
        PLACE_HOLE = "place/hole", Rule;
        PLACE_KEPT = "place/kept", Rule;
    }

    /// Errors in the bot protocol, its JSON and its saved games.
    bots {
        JSON_UNEXPECTED = "json/unexpected", Syntax;
        JSON_TRUNCATED = "json/truncated", Syntax, CutShort;
        JSON_TRAILING_TEXT = "json/trailing-text", Syntax;
        JSON_COMMA = "json/comma", Syntax;
        JSON_KEY = "json/bare-key", Syntax;
        JSON_DUPLICATE_KEY = "json/duplicate-key", Syntax, Duplicate;
        JSON_WORD = "json/unknown-word", Syntax;
        JSON_NUMBER = "json/bad-number", Syntax;
        JSON_RANGE = "json/number-too-large", Syntax;
        JSON_DEPTH = "json/too-deep", Syntax;
        JSON_STRING = "json/bad-string", Syntax;
        JSON_MISSING_KEY = "json/missing-key", Syntax;
        JSON_UNKNOWN_KEY = "json/unknown-key", Canon;
        JSON_TYPE = "json/wrong-type", Syntax;
        JSON_LAYOUT = "json/layout", Canon;
        MESSAGE_LONG = "message/too-long", Protocol;
        REQUEST_ID = "bot-request/message-id", Protocol;
        MOVE_SYNTAX = "move/not-a-move", Syntax;
        MOVE_PHASE = "move/wrong-kind", Rule;
        MOVE_OVER = "move/game-over", Rule;
        MOVE_TAKEN = "move/taken", Rule;
        MOVE_EMPTY_PILE = "move/empty-pile", Rule;
        MOVE_HAND = "move/not-in-hand", Rule;
        MOVE_APART = "move/not-adjacent", Rule;
        STATE_BOARD = "game-state/board", State;
        STATE_TURN = "game-state/turn", State;
        STATE_TWICE = "game-state/card-twice", State;
        STATE_COORDINATE = "game-state/coordinate", Syntax;
        STATE_APART = "game-state/not-joined", State;
        RECORD_GAME = "game-record/unknown-game", Rule;
        RECORD_START = "game-record/not-a-start", Rule;
        RECORD_UNFINISHED = "game-record/unfinished", Rule;
        RECORD_WINNER = "game-record/winner", Rule;
        RECORD_PLY = "game-record/no-such-ply", State;
        RECORD_REPLACED = "game-record/replaced", Rule;
    }

    /// Errors in the test cases and answers that `grade` reads.
    grade {
        CASE_NOT_OBJECT = "case/not-an-object", Syntax;
        CASE_MISSING_FIELD = "case/missing-field", Syntax;
        CASE_UNKNOWN_SUITE = "case/unknown-suite", Syntax;
        CASE_UNKNOWN_FIELD = "case/unknown-field", Syntax;
        CASE_FIELD_TYPE = "case/field-type", Syntax;
        CASE_NO_ANSWER = "case/no-answer", Rule;
        ANSWER_UNUSABLE = "answers/unusable", Syntax;
        ANSWER_TWICE = "answers/twice", Rule;
        ANSWER_UNKNOWN_ID = "answers/unknown-id", Rule;
    }
}
