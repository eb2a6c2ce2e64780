//! Lessons for the codes of the rules of Race to the Raft.

use super::{Lesson, lesson};

pub(super) static ALL: &[Lesson] = &[
    lesson(
        "placement/off-board",
        "Cards and tiles must be completely on the board. Their row and column are those of their top left corner.",
        "Move the card or the tile so that its last row and column are on the board.",
    ),
    lesson(
        "placement/on-fire",
        "Fire destroys a square for the rest of the game, and nothing can cover it.",
        "Place the card or the tile beside the fire.",
    ),
    lesson(
        "placement/on-void",
        "A card cannot be placed where the board has no square.",
        "Place the card or the tile where all squares exist.",
    )
    .occurs("This error occurs in `clowder apply raft` and other verbs that play an action on a state."),
    lesson(
        "placement/on-raft",
        "The raft is safe: neither paths nor fire can cover it.",
        "Place the card or the tile beside the raft.",
    ),
    lesson(
        "placement/on-cat",
        "A card or a tile cannot be put under or over a cat.",
        "Place the card or the tile where no cat is, or move the cat first.",
    ),
    lesson(
        "placement/not-by-fire",
        "Fire spreads from square to square, so a new tile touches fire that is already there.",
        "Place the tile so that one of its squares shares a side with a square of fire.",
    ),
    lesson(
        "placement/card-not-in-hand",
        "A player can play only the cards of the hand.",
        "Play a card of the hand, or draw cards first.",
    ),
    lesson(
        "cat/start-off-board",
        "A cat is always on the board, so it cannot start anywhere else.",
        "Correct the row or the column of the start, which count from 00.",
    ),
    lesson(
        "cat/not-there",
        "A move needs a cat on its first square.",
        "Correct the row or the column of the start to the square of the cat.",
    ),
    lesson(
        "cat/other-colour",
        "The colour decides which squares the cat may walk on, so it must be the colour of the cat that is there.",
        "Write the colour of the cat, or the square of the cat that you meant.",
    ),
    lesson("cat/on-raft", "A cat on the raft is rescued and does not leave it again.", "Move another cat."),
    lesson(
        "cat/end-off-board",
        "There is no square outside the board.",
        "Correct the row or the column of the end, which count from 00.",
    ),
    lesson(
        "cat/same-square",
        "A move that ends where it starts would cost a card and change nothing.",
        "Write another square as the end of the move.",
    ),
    lesson("cat/end-taken", "A square has room for only one cat.", "End the move on a free square."),
    lesson(
        "cat/end-other-colour",
        "A cat walks only on squares of its own colour and on wild squares, and the last square is no exception.",
        "End the move on a square of the cat's colour or on a wild square.",
    ),
    lesson(
        "cat/no-path",
        "A cat walks from square to square through their sides, only on its own colour or on wild squares.",
        "End the move on a square that a path reaches, or build the path with a card first.",
    ),
    lesson(
        "cat/discard-not-in-hand",
        "A move is paid for with cards of the hand.",
        "Discard a card of the hand.",
    ),
    lesson(
        "cat/exhausted",
        "A cat that has moved in this round is tired, and its next move costs two cards.",
        "Add a second discard, or move another cat.",
    ),
    lesson(
        "cat/not-exhausted",
        "The first move of a cat in a round costs only one card.",
        "Remove the second discard.",
    ),
    lesson(
        "draw/hand-not-empty",
        "A round ends when all cards of the hand are used, and only then are new cards drawn.",
        "Play or discard the cards of the hand first.",
    )
    .occurs("This error occurs in `clowder apply raft` and other verbs that play a draw on a state."),
    lesson(
        "draw/deck-short",
        "The decks are not shuffled again, so an empty deck stays empty.",
        "Ask for fewer cards of this deck and for more of another one.",
    ),
    lesson(
        "draw/card-not-in-deck",
        "A card that was drawn or discarded before is not in its deck any more.",
        "Name a card that is still in its deck.",
    )
    .occurs("This error occurs with the option `--cards` of `clowder apply raft`."),
    lesson(
        "draw/cards-differ",
        "The cards are the result of the draw, so the number of cards from each deck must be the number that the draw requests.",
        "Change the cards or the draw so that the numbers agree for each deck.",
    )
    .occurs("This error occurs with the option `--cards` of `clowder apply raft`."),
    lesson(
        "tile/bag-empty",
        "When the last fire tile is used, no tile can be drawn.",
        "Do not draw a tile: the game is over.",
    )
    .occurs("This error occurs in `clowder apply raft`, with the word `tile` for a drawn tile."),
    lesson(
        "setup/island-count",
        "Each island of the challenge is one physical board, which has to be chosen.",
        "Name as many islands as the challenge has.",
    ),
    lesson(
        "setup/no-island",
        "The game has four large and four small island boards.",
        "Use a number from 1 to 4.",
    ),
    lesson(
        "setup/island-twice",
        "Each island board exists once, so it cannot be in two places.",
        "Name another island board of the same size.",
    ),
    lesson(
        "setup/island-side",
        "The letter of an island says which side is up: the side with a strip of fire, or the plain side.",
        "Write `f` for an island with the letter N, E, S or W, and `p` for one with A.",
    ),
    lesson(
        "setup/island-turn",
        "The letter of an island with fire is the direction of its strip, and this determines the turn.",
        "Write the turn that belongs to the letter: 0 for N, 90 for E, 180 for S, 270 for W.",
    ),
    lesson(
        "setup/island-unreadable",
        "The number, the side and the turn together determine how a board is placed, so none of them can be left out.",
        "Write each island as in `3p90`: its number, `f` or `p`, and 0, 90, 180 or 270.",
    ),
    lesson(
        "setup/unknown-challenge",
        "The game comes with 39 challenges, and only those have a name and a number.",
        "Look the challenge up with `clowder challenges`, or give its string.",
    )
    .occurs("This error occurs in `clowder setup`."),
];
