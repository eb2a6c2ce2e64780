//! Lessons for the codes of the rules of Race to the Raft.

use super::{Lesson, lesson, shared};

pub(super) static ALL: &[Lesson] = &[
    lesson(
        "placement/off-board",
        "Cards and tiles must be completely on the board. The row and the column in the action are those of the top left corner.",
        "Move the card or the tile so that its last row and column are on the board.",
    ),
    lesson(
        "placement/on-fire",
        "Fire destroys a square for the rest of the game, so nothing can be placed on this square.",
        "Place the card or the tile where it covers no fire.",
    ),
    lesson(
        "placement/on-void",
        "A card or a tile cannot be placed where the board has no square.",
        "Place the card or the tile where it covers no `n`.",
    )
    .occurs("This error occurs in `clowder apply raft` and other verbs that play an action on a state, and in saved games of Race to the Raft."),
    lesson(
        "placement/on-raft",
        "The raft is safe: neither paths nor fire can cover it.",
        "Place the card or the tile where it covers no square of the raft.",
    ),
    lesson(
        "placement/on-cat",
        "A card or a tile must not cover a square with a cat.",
        "Place the card or the tile where there is no cat, or move the cat first.",
    ),
    lesson(
        "placement/not-by-fire",
        "Fire spreads from square to square, so a new tile must be next to a square that is already on fire.",
        "Place the tile so that one of its squares shares a side with a square of fire.",
    ),
    lesson(
        "placement/card-not-in-hand",
        "A player can play only cards that are in the hand.",
        "Play a card that is in the hand. If the hand is empty, draw cards first.",
    ),
    lesson(
        "cat/start-off-board",
        "A cat is always on the board, so it cannot start anywhere else.",
        "Correct the row or the column of the start. Rows and columns are counted from 00.",
    ),
    lesson(
        "cat/not-there",
        "A cat can move only from the square that it is on.",
        "Write the row and the column of the square on which the cat is.",
    ),
    lesson(
        "cat/other-colour",
        "The colour of a cat determines on which squares the cat can walk, so the move must name the colour of the cat on the start square.",
        "Write the colour of the cat on this square, or write the square of the cat that you meant.",
    ),
    lesson("cat/on-raft", "A cat on the raft is rescued and cannot leave the raft.", "Move another cat."),
    lesson(
        "cat/end-off-board",
        "A cat can walk only on squares of the board.",
        "Correct the row or the column of the end. Rows and columns are counted from 00.",
    ),
    lesson(
        "cat/same-square",
        "A move that ends where it starts would cost a card and change nothing.",
        "Write another square as the end of the move.",
    ),
    lesson("cat/end-taken", "A square has room for only one cat.", "End the move on a free square."),
    lesson(
        "cat/end-other-colour",
        "A cat can walk only on squares of its own colour and on wild squares. This also applies to the square on which the move ends.",
        "End the move on a square of the cat's colour or on a wild square.",
    ),
    lesson(
        "cat/no-path",
        "A cat can step only to a square that shares a side with its square, and only to squares of its own colour and to wild squares.",
        "End the move on a square that the cat can reach, or first place a card that completes a path.",
    ),
    lesson(
        "cat/discard-not-in-hand",
        "A move of a cat costs cards from the hand.",
        "Discard a card that is in the hand.",
    ),
    lesson(
        "cat/exhausted",
        "A cat that has already moved in this round is exhausted, and its next move costs two cards.",
        "Add a second discard, or move another cat.",
    ),
    lesson(
        "cat/not-exhausted",
        "The first move of a cat in a round costs only one card.",
        "Remove the second discard.",
    ),
    lesson(
        "draw/hand-not-empty",
        "A round ends when all cards in the hand are used. New cards can be drawn only at the start of the next round.",
        "Play or discard the cards in the hand first.",
    )
    .occurs("This error occurs in `clowder apply raft` and other verbs that play a draw on a state, and in saved games of Race to the Raft."),
    lesson(
        "draw/deck-short",
        "Used cards do not return to their deck, so a deck can run out of cards.",
        "Request fewer cards from this deck and more cards from another deck.",
    ),
    lesson(
        "draw/card-not-in-deck",
        "A card that was drawn earlier is not in its deck any more.",
        "Name a card that is still in its deck.",
    )
    .occurs(shared::IN_DRAWN_CARDS),
    lesson(
        "draw/cards-differ",
        "The cards are the result of the draw, so the number of cards from each deck must be the number that the draw requests.",
        "Change the cards or the draw so that the numbers agree for each deck.",
    )
    .occurs(shared::IN_DRAWN_CARDS),
    lesson(
        "tile/bag-empty",
        "When all fire tiles are used, no tile can be drawn.",
        "Do not draw a tile. The game is lost if a tile must be drawn from an empty bag.",
    )
    .occurs("This error occurs in `clowder apply raft`, if the action is the word `tile`, which draws a tile."),
    lesson(
        "setup/island-count",
        "Each island of the challenge is one of the physical island boards, so a board must be chosen for each island.",
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
        "The letter of an island shows which side is up: the side with a strip of fire, or the plain side.",
        "Write `f` for an island with the letter N, E, S or W, and `p` for an island with the letter A.",
    ),
    lesson(
        "setup/island-turn",
        "The letter of an island with fire determines its rotation. A small island is wider than it is high, so it fits only without a rotation or after half a turn.",
        "Write the rotation for the letter: 0 for N, 90 for E, 180 for S, 270 for W. For a small island with the letter A, write 0 or 180.",
    ),
    lesson(
        "setup/island-unreadable",
        "The number, the side and the rotation together determine how a board is placed, so none of them can be left out.",
        "Write each island as in `3p90`: its number, `f` or `p`, and 0, 90, 180 or 270.",
    ),
    lesson(
        "setup/unknown-challenge",
        "The game comes with 39 official challenges, and only these challenges have a name and a number.",
        "Look for the challenge in the list that `clowder challenges` prints, or write the challenge as a string.",
    )
    .occurs("This error occurs in `clowder setup`."),
];
