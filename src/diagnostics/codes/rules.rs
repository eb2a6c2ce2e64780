//! Codes of the rules of Race to the Raft: why an action does not fit, or is not legal.

use super::codes;

codes! {
    PLACEMENT_OFF_BOARD = "placement/off-board", Rule,
        "Every square of a card or a tile lies on the board.",
        "action in the example game": "Af0307N" => "Af0303N";
    PLACEMENT_ON_FIRE = "placement/on-fire", Rule,
        "A card or a tile covers no fire.",
        "action in the example game": "Af0302N" => "Af0303N";
    PLACEMENT_ON_VOID = "placement/on-void", Rule,
        "A card or a tile covers no `n`: there is no square of the board.",
        "action in a game": "a card over a square `n`" => "a card over squares of paths";
    PLACEMENT_ON_RAFT = "placement/on-raft", Rule,
        "A card or a tile covers no square of the raft: the centre `o` and the eight around it.",
        "action in the example game": "Af0704N" => "Af0603N";
    PLACEMENT_ON_CAT = "placement/on-cat", Rule,
        "A card or a tile covers no square with a cat.",
        "action in the example game": "Af0003N" => "Af0203N";
    PLACEMENT_NOT_BY_FIRE = "placement/not-by-fire", Rule,
        "At least one square of a fire tile is orthogonally next to fire that was there before.",
        "action in the example game": "m0606FN" => "m0203FN";
    CARD_NOT_IN_HAND = "placement/card-not-in-hand", Rule,
        "A card that is laid is in the hand.",
        "action in the example game": "Ae0303N" => "Af0303N";
    CAT_START_OFF_BOARD = "cat/start-off-board", Rule,
        "A cat starts from a square of the board.",
        "action in the example game": "B19060506Af" => "B04060506Af";
    CAT_NOT_THERE = "cat/not-there", Rule,
        "A cat stands on the square the move starts from.",
        "action in the example game": "B05060406Af" => "B04060506Af";
    CAT_OTHER_COLOUR = "cat/other-colour", Rule,
        "The cat on the square the move starts from has the colour the move names.",
        "action in the example game": "G04060506Af" => "B04060506Af";
    CAT_ON_RAFT = "cat/on-raft", Rule,
        "A cat on the raft stays there.",
        "action in the example game": "B09080907Af" => "B04060506Af";
    CAT_END_OFF_BOARD = "cat/end-off-board", Rule,
        "A cat goes to a square of the board.",
        "action in the example game": "B04060419Af" => "B04060506Af";
    CAT_SAME_SQUARE = "cat/same-square", Rule,
        "A cat goes to another square than it stands on.",
        "action in the example game": "B04060406Af" => "B04060506Af";
    CAT_END_TAKEN = "cat/end-taken", Rule,
        "No two cats stand on one square, though one may pass another.",
        "action in the example game": "B04060105Af" => "B04060506Af";
    CAT_END_OTHER_COLOUR = "cat/end-other-colour", Rule,
        "A cat ends its move on a square of its colour or a wild one.",
        "action in the example game": "B04060407Af" => "B04060506Af";
    CAT_NO_PATH = "cat/no-path", Rule,
        "Orthogonal steps over squares of the cat's colour or wild ones lead from start to end, not over the raft's centre.",
        "action in the example game": "B04060907Af" => "B04060506Af";
    CAT_DISCARD_NOT_IN_HAND = "cat/discard-not-in-hand", Rule,
        "The cards discarded for a move are in the hand.",
        "action in the example game": "B04060506Ae" => "B04060506Af";
    CAT_EXHAUSTED = "cat/exhausted", Rule,
        "An exhausted cat moves for two discards.",
        "action in the example game": "G01050205Af" => "B04060506Af";
    CAT_NOT_EXHAUSTED = "cat/not-exhausted", Rule,
        "A cat that is not exhausted moves for one discard.",
        "action in the example game": "B04060506AfAh" => "B04060506Af";
    DRAW_HAND_NOT_EMPTY = "draw/hand-not-empty", Rule,
        "Cards are drawn when the hand is empty.",
        "draw in a game": "A6, with `AfBCD` in hand" => "A6, with `ABCD` in hand";
    DRAW_DECK_SHORT = "draw/deck-short", Rule,
        "Every deck holds as many cards as are asked of it.",
        "draw in the example game, the hand empty": "A2B4" => "A3D3";
    DRAW_CARD_NOT_IN_DECK = "draw/card-not-in-deck", Rule,
        "A card that is said to be drawn is in its deck.",
        "cards drawn in a game": "Ae, which is in the hand" => "Aa, which is in its deck";
    DRAW_CARDS_DIFFER = "draw/cards-differ", Rule,
        "The cards that are said to be drawn are as many of each deck as the draw asks for.",
        "cards drawn for `A3D3`": "AabcdDad" => "AabcDadh";
    TILE_BAG_EMPTY = "tile/bag-empty", Rule,
        "A tile is drawn from a bag that holds one.",
        "tile drawn in a game": "tile, the bag empty" => "tile, the bag holding `abc`";
    SETUP_ISLAND_COUNT = "setup/island-count", Rule,
        "As many islands are chosen as the challenge has.",
        "islands of `SNSNSASAF00030015C00006000094030350012R30909`": "1f0,2f0,3p0" => "1f0,2f0,3p0,4p180";
    SETUP_NO_ISLAND = "setup/no-island", Rule,
        "There are four island boards of each size, numbered from 1.",
        "islands of `SNSNSASAF00030015C00006000094030350012R30909`": "1f0,2f0,3p0,5p180" => "1f0,2f0,3p0,4p180";
    SETUP_ISLAND_TWICE = "setup/island-twice", Rule,
        "Each physical island board is used at most once.",
        "islands of `SNSNSASAF00030015C00006000094030350012R30909`": "1f0,2f0,3p0,3p180" => "1f0,2f0,3p0,4p180";
    SETUP_ISLAND_SIDE = "setup/island-side", Rule,
        "An island with a letter N, E, S or W shows its side with fire (f), one with A its plain side (p).",
        "islands of `SNSNSASAF00030015C00006000094030350012R30909`": "1p0,2f0,3p0,4p180" => "1f0,2f0,3p0,4p180";
    SETUP_ISLAND_TURN = "setup/island-turn", Rule,
        "A side with fire is turned as its letter says: N 0, E 90, S 180, W 270; a small island by 0 or 180 only.",
        "islands of `SNSNSASAF00030015C00006000094030350012R30909`": "1f180,2f0,3p0,4p90" => "1f0,2f0,3p0,4p180";
    SETUP_ISLAND_UNREADABLE = "setup/island-unreadable", Syntax,
        "An island is written as its number, its side (f or p) and its turn (0, 90, 180 or 270).",
        "islands of `SNSNSASAF00030015C00006000094030350012R30909`": "1f0,2f0,3x0,4p180" => "1f0,2f0,3p0,4p180";
    SETUP_UNKNOWN_CHALLENGE = "setup/unknown-challenge", Rule,
        "A challenge is named by its string, its name, or its number among the 39 official ones.",
        "challenge to set up": "40" => "39";
}
