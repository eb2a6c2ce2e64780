//! Error codes of the rules of Race to the Raft: the reasons why the rules do not allow an action, a draw or a setup.

use super::codes;

/// The description of the islands in the examples.
pub(crate) const ISLANDS: &str = "islands of `SNSNSASAF00030015C00006000094030350012R30909`";

/// The description of the draws in an example.
pub(crate) const EMPTY_HAND: &str = "draw in the example game with an empty hand";

codes! {
    PLACEMENT_OFF_BOARD = "placement/off-board", Rule,
        "Every square of a card or a tile must be on the board.",
        "action in the example game": "Af0307N" => "Af0303N";
    PLACEMENT_ON_FIRE = "placement/on-fire", Rule,
        "A card or a tile must not cover fire.",
        "action in the example game": "Af0302N" => "Af0303N";
    PLACEMENT_ON_VOID = "placement/on-void", Rule,
        "A card or a tile must not cover a place without a square, which is written as `n`.",
        "action in a game": "the card covers a position without a square" => "the card covers squares with paths";
    PLACEMENT_ON_RAFT = "placement/on-raft", Rule,
        "A card or a tile must not cover the raft, which is the centre `o` and the eight squares around it.",
        "action in the example game": "Af0704N" => "Af0603N";
    PLACEMENT_ON_CAT = "placement/on-cat", Rule,
        "A card or a tile must not cover a cat.",
        "action in the example game": "Af0003N" => "Af0203N";
    PLACEMENT_NOT_BY_FIRE = "placement/not-by-fire", Rule,
        "At least one square of a fire tile must be orthogonally next to a square that was already on fire.",
        "action in the example game": "m0606FN" => "m0203FN";
    CARD_NOT_IN_HAND = "placement/card-not-in-hand", Rule,
        "A player can place only cards that are in the hand.",
        "action in the example game": "Ae0303N" => "Af0303N";
    CAT_START_OFF_BOARD = "cat/start-off-board", Rule,
        "A cat must start from a square of the board.",
        "action in the example game": "B19060506Af" => "B04060506Af";
    CAT_NOT_THERE = "cat/not-there", Rule,
        "There must be a cat on the square from which the move starts.",
        "action in the example game": "B05060406Af" => "B04060506Af";
    CAT_OTHER_COLOUR = "cat/other-colour", Rule,
        "The cat on the square from which the move starts must have the colour that the move names.",
        "action in the example game": "G04060506Af" => "B04060506Af";
    CAT_ON_RAFT = "cat/on-raft", Rule,
        "A cat on the raft cannot move.",
        "action in the example game": "B09080907Af" => "B04060506Af";
    CAT_END_OFF_BOARD = "cat/end-off-board", Rule,
        "A cat must end its move on a square of the board.",
        "action in the example game": "B04060419Af" => "B04060506Af";
    CAT_SAME_SQUARE = "cat/same-square", Rule,
        "A cat must not end its move on the square from which it started.",
        "action in the example game": "B04060406Af" => "B04060506Af";
    CAT_END_TAKEN = "cat/end-taken", Rule,
        "A cat must not end its move on a square with another cat. It can pass other cats on the way.",
        "action in the example game": "B04060105Af" => "B04060506Af";
    CAT_END_OTHER_COLOUR = "cat/end-other-colour", Rule,
        "A cat must end its move on a square of its own colour or on a wild square.",
        "action in the example game": "B04060407Af" => "B04060506Af";
    CAT_NO_PATH = "cat/no-path", Rule,
        "A path of orthogonal steps must lead from the start to the end. Every square of the path must have the colour of the cat or be wild, and the path must not contain the centre of the raft.",
        "action in the example game": "B04060907Af" => "B04060506Af";
    CAT_DISCARD_NOT_IN_HAND = "cat/discard-not-in-hand", Rule,
        "A player can discard only cards that are in the hand.",
        "action in the example game": "B04060506Ae" => "B04060506Af";
    CAT_EXHAUSTED = "cat/exhausted", Rule,
        "The move of an exhausted cat costs two discarded cards.",
        "action in the example game": "G01050205Af" => "B04060506Af";
    CAT_NOT_EXHAUSTED = "cat/not-exhausted", Rule,
        "To move a cat that is not exhausted, the player discards one card.",
        "action in the example game": "B04060506AfAh" => "B04060506Af";
    DRAW_HAND_NOT_EMPTY = "draw/hand-not-empty", Rule,
        "Cards can be drawn only when the hand is empty.",
        "draw in a game": "A6, with `AfBCD` in hand" => "A6, with `ABCD` in hand";
    DRAW_DECK_SHORT = "draw/deck-short", Rule,
        "Every deck must have at least as many cards as the draw requests from it.",
        EMPTY_HAND: "A2B4" => "A3D3";
    DRAW_CARD_NOT_IN_DECK = "draw/card-not-in-deck", Rule,
        "Each card in the result of a draw must be in its deck before the draw.",
        "cards drawn in a game": "Ae, which was drawn earlier" => "Aa, which is in its deck";
    DRAW_CARDS_DIFFER = "draw/cards-differ", Rule,
        "The result of a draw must contain as many cards from each deck as the draw requests.",
        "cards drawn for `A3D3`": "AabcdDad" => "AabcDadh";
    TILE_BAG_EMPTY = "tile/bag-empty", Rule,
        "A tile can be drawn only from a bag that is not empty.",
        "tile drawn in a game": "tile from an empty bag" => "tile from the bag `abc`";
    SETUP_ISLAND_COUNT = "setup/island-count", Rule,
        "The number of chosen islands must be the number of islands in the challenge.",
        ISLANDS: "1f0,2f0,3p0" => "1f0,2f0,3p0,4p180";
    SETUP_NO_ISLAND = "setup/no-island", Rule,
        "There are four island boards of each size, numbered from 1 to 4.",
        ISLANDS: "1f0,2f0,3p0,5p180" => "1f0,2f0,3p0,4p180";
    SETUP_ISLAND_TWICE = "setup/island-twice", Rule,
        "Each physical island board can be used at most once.",
        ISLANDS: "1f0,2f0,3p0,3p180" => "1f0,2f0,3p0,4p180";
    SETUP_ISLAND_SIDE = "setup/island-side", Rule,
        "An island with a letter N, E, S or W must show its side with fire (f). An island with the letter A must show its plain side (p).",
        ISLANDS: "1p0,2f0,3p0,4p180" => "1f0,2f0,3p0,4p180";
    SETUP_ISLAND_TURN = "setup/island-turn", Rule,
        "An island with fire must be turned according to its letter: N means 0, E means 90, S means 180 and W means 270 degrees. A small island can be turned only by 0 or 180 degrees.",
        ISLANDS: "1f180,2f0,3p0,4p90" => "1f0,2f0,3p0,4p180";
    SETUP_ISLAND_UNREADABLE = "setup/island-unreadable", Syntax,
        "An island must be written as its number, its side (f or p) and its rotation in degrees (0, 90, 180 or 270).",
        ISLANDS: "1f0,2f0,3x0,4p180" => "1f0,2f0,3p0,4p180";
    SETUP_UNKNOWN_CHALLENGE = "setup/unknown-challenge", Rule,
        "A challenge must be given as its string, its name, or its number (1 to 39) in the list of official challenges.",
        "challenge to set up": "40" => "39";
}
