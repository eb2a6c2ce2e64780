//! Lessons for the codes of the strings of Race to the Raft.

use super::{Lesson, lesson, shared};

pub(super) static ALL: &[Lesson] = &[
    lesson(
        "board/empty",
        "A board is put together from islands, so it always has squares.",
        "Write the 12, 15 or 18 lines of the board.",
    ),
    lesson(
        "board/unknown-square",
        "Each letter shows what is on one square, and only the letters that the rule lists have a meaning.",
        "Replace the letter with the letter of the square: `f` for fire, `n` for a place without a square, `o` for the centre of the raft, `w` for a wild square, or the colour `b`, `g`, `p`, `r` or `y`. If there is a cat on the square, write the capital letter.",
    ),
    lesson(
        "board/carriage-return",
        "A carriage return would be one more character in the line, and the line would be too wide.",
        "Save the board with Unix line breaks.",
    ),
    lesson(
        "board/empty-line",
        "Each line is a row of squares, and a row without squares would leave a gap in the board.",
        "Remove the empty line.",
    ),
    lesson(
        "board/line-width",
        "Islands are 9 squares wide, and a board is one or two islands wide.",
        "Add the missing squares to the line, or remove the surplus squares.",
    ),
    lesson(
        "board/height",
        "A small island is 6 squares high and a large island is 9 squares high, so two islands, one above the other, are 12, 15 or 18 squares high.",
        shared::CORRECT_THE_LINES,
    ),
    lesson("board/missing-newline", shared::LAST_LINE_BREAK, "Add a line break after the last line."),
    lesson(
        "board/no-raft",
        "The cats want to reach the raft, so a game needs a raft.",
        "Put `o` on the centre of the raft.",
    ),
    lesson(
        "board/second-raft",
        "A game has only one raft card, so only one square can be its centre.",
        "Keep the `o` at the centre of the raft, and replace every other `o` with the letter of the square that is there.",
    ),
    lesson(
        "board/raft-at-edge",
        "The raft is a card of 3 by 3 squares around its centre, and all nine squares must be on the board.",
        "Move the `o` at least one square away from every edge.",
    ),
    lesson("decks/unknown-card", shared::CARDS_OF_A_DECK, shared::WRITE_A_CARD_OR_A_DECK),
    lesson("decks/card-without-deck", shared::LETTERS_IN_EVERY_DECK, shared::WRITE_THE_DECK),
    lesson("decks/deck-order", shared::EQUAL_DECKS, shared::ORDER_THE_DECKS),
    lesson(
        "decks/missing-deck",
        "If all four letters are always there, a reader never has to guess whether a deck is empty or was forgotten.",
        "Write the letter of the empty deck, too, or let `clowder canon` do it.",
    ),
    lesson("decks/card-order", shared::EQUAL_DECKS, shared::SORT_THE_CARDS),
    lesson(
        "decks/duplicate-card",
        "A deck contains each of its cards once, so the second copy must be a mistake.",
        shared::REPLACE_THE_CARD,
    ),
    lesson("hand/unknown-card", shared::CARDS_OF_A_DECK, shared::WRITE_A_CARD_OR_A_DECK),
    lesson("hand/card-without-deck", shared::LETTERS_IN_EVERY_DECK, shared::WRITE_THE_DECK),
    lesson("hand/deck-order", shared::EQUAL_HANDS, shared::ORDER_THE_DECKS),
    lesson(
        "hand/missing-deck",
        "If all four letters are always there, a reader never has to guess whether cards of a deck were forgotten.",
        "Write the letter of the deck without cards, too, or let `clowder canon` do it.",
    ),
    lesson("hand/card-order", shared::EQUAL_HANDS, shared::SORT_THE_CARDS),
    lesson(
        "hand/duplicate-card",
        "Each card exists once in the game, so it cannot be in the hand twice.",
        shared::REPLACE_THE_CARD,
    ),
    lesson(
        "hand/too-many-cards",
        "The player draws six cards when the hand is empty, so a hand never has more than six.",
        "Remove the surplus cards.",
    ),
    lesson(
        "exhausted/unknown-colour",
        "The cats have five colours: blue, green, purple, red and yellow.",
        "Replace the letter with `B`, `G`, `P`, `R` or `Y`.",
    ),
    lesson("exhausted/not-a-digit", shared::TWO_DIGITS, shared::WRITE_A_DIGIT),
    lesson(
        "exhausted/truncated-cat",
        "A cat is identified by its colour, its row and its column, and one of these parts is missing here.",
        "Add the missing digits, or remove the incomplete cat.",
    ),
    lesson(
        "exhausted/stray-character",
        "Every cat has exactly five characters, so no separator is needed.",
        "Remove the stray character.",
    ),
    lesson(
        "exhausted/order",
        "The same cats must always be written as the same string, so the order is fixed.",
        "Sort the cats by colour, then by row and column, or let `clowder canon` do it.",
    ),
    lesson(
        "exhausted/duplicate-cat",
        "A cat is exhausted if it is in the list, so it does not have to be listed a second time.",
        "Remove the second copy, or correct it to the cat that you meant.",
    ),
    lesson("fire-bag/unknown-tile", shared::FIRE_TILES, shared::WRITE_A_TILE),
    lesson(
        "fire-bag/order",
        "The same tiles must always be written as the same string, so the order is fixed.",
        "Sort the tiles in the order a to z, then A to E, or let `clowder canon` sort them.",
    ),
    lesson(
        "fire-bag/duplicate-tile",
        "Each fire tile exists once in the game, so it cannot be in the bag twice.",
        "Remove the second copy, or replace it with the tile that you meant.",
    ),
    lesson(
        "draw/empty",
        "A draw always takes six cards, so it must name at least one deck.",
        "Write at least one request, such as `A6`.",
    ),
    lesson(
        "draw/unknown-deck",
        "The game has the four decks `A` (circle), `B` (cross), `C` (square) and `D` (triangle).",
        "Replace the letter with the letter of a deck.",
    ),
    lesson(
        "draw/count",
        "A draw takes six cards in total, and a deck from which no card is drawn is left out.",
        "Write a number from 1 to 6, or remove the request.",
    ),
    lesson(
        "draw/truncated",
        "A deck without a number does not show how many cards are drawn from it.",
        "Add the number of cards after the deck.",
    ),
    lesson(
        "draw/stray-character",
        "Every request has exactly two characters, so no separator is needed.",
        "Remove the character.",
    ),
    lesson(
        "draw/order",
        "The same draw must always be written as the same string, so the order is fixed.",
        "Sort the requests by deck, or let `clowder canon` do it.",
    ),
    lesson(
        "draw/duplicate-deck",
        "If a deck is named twice, it is not clear whether the two numbers must be added or whether one of them is a mistake.",
        "Join the requests for the deck into one request.",
    ),
    lesson(
        "draw/total",
        "The player draws exactly six cards each time.",
        "Change the numbers so that they add up to six.",
    ),
    lesson(
        "action/empty",
        "An action describes what a player does, so it cannot be empty.",
        "Write an action, such as `Ab1208S`.",
    ),
    lesson(
        "action/unexpected",
        "The meaning of a character depends on its position, so only certain characters are allowed at each position.",
        "Replace the character with one of the characters that the message names.",
    ),
    lesson("action/unknown-tile", shared::FIRE_TILES, shared::WRITE_A_TILE),
    lesson("action/not-a-digit", shared::TWO_DIGITS, shared::WRITE_A_DIGIT),
    lesson(
        "action/truncated",
        "A position with more or fewer than four digits cannot be divided into a row and a column.",
        "Write the row and the column of each position with two digits each, such as `0304`.",
    ),
    lesson(
        "action/trailing-text",
        "Each sort of action has a fixed length, so the characters after the end have no meaning.",
        "Remove the surplus characters, or give each action as a string of its own.",
    ),
    lesson(
        "action/discard-order",
        "The order of the two discards does not matter in the game. However, the same action must always be written as the same string, so the order is fixed in the notation.",
        "Swap the two discards, or let `clowder canon` do it.",
    ),
    lesson(
        "action/duplicate-discard",
        "Each card exists once, so it cannot be discarded twice.",
        "Replace one of the two discards with another card from the hand.",
    ),
    lesson(
        "state/not-json",
        "A state contains five strings, and one of them has line breaks. JSON keeps the strings apart.",
        "Repair the JSON at the place of the error. Usually a quotation mark, a comma or a bracket is missing.",
    ),
    lesson(
        "state/not-array",
        "The meaning of each string follows from its position, so the five strings are a list and not an object.",
        "Write the five strings in square brackets.",
    ),
    lesson(
        "state/parts",
        "A game is described completely by its board, decks, hand, exhausted cats and fire bag.",
        "Write all five strings. An empty list of cats and an empty bag are written as `\"\"`.",
    ),
    lesson(
        "state/part-not-string",
        "Each part is a string of its own kind, such as a board or a hand.",
        "Put the part in quotation marks.",
    ),
    lesson(
        "state/spelling",
        shared::EQUAL_STATES,
        "Remove the white space outside the strings and the escapes that are not needed, or let `clowder canon` do it.",
    ),
    lesson(
        "state/card-in-deck-and-hand",
        "Each card exists once, so a card that was drawn is not in its deck any more.",
        "Remove the card from the deck or from the hand.",
    ),
    lesson(
        "state/exhausted-off-board",
        "A cat is always on the board, so the row and the column of an exhausted cat must exist on the board.",
        "Correct the row or the column. Rows and columns are counted from 00.",
    ),
    lesson(
        "state/exhausted-no-cat",
        "The list names the cats that have moved in this round, and each of these cats must be on the square that the list gives for it.",
        "Correct the colour or the square, or remove the cat from the list.",
    ),
    lesson(
        "challenge/island-count",
        "A board has one or two columns of islands, and each column consists of two islands.",
        "Write two or four islands.",
    ),
    lesson(
        "challenge/unknown-island",
        "The game has large and small islands, and the letter of each island is followed by the letter of its rotation.",
        "Write `L` or `S`, then the rotation.",
    ),
    lesson(
        "challenge/island-rotation",
        "A small island is wider than it is high, so it fits only without a rotation or after half a turn.",
        "Replace the rotation with a rotation that the size allows: `N`, `E`, `S`, `W` or `A` for a large island, and `N`, `S` or `A` for a small island.",
    ),
    lesson(
        "challenge/missing-section",
        "The letters `F`, `C` and `R` show which cards follow. The digits of the cards do not show whether they belong to fire cards, cat cards or a raft card.",
        "Add the letter before its cards.",
    ),
    lesson(
        "challenge/truncated-place",
        "A card needs both its row and its column, with two digits each. For a cat card or the raft card, the number of the card comes before the row.",
        "Add the missing digits.",
    ),
    lesson(
        "challenge/stray-character",
        "Every card of a section has the same number of digits, so no separator is needed.",
        "Remove the additional character.",
    ),
    lesson("challenge/not-a-digit", shared::TWO_DIGITS, shared::WRITE_A_DIGIT),
    lesson("challenge/unknown-cat-card", shared::CAT_CARDS, "Replace the number with a number from 0 to 6."),
    lesson(
        "challenge/unknown-raft-card",
        shared::RAFT_CARDS,
        "Replace the number with a number from 0 to 3.",
    ),
    lesson(
        "challenge/no-cat",
        "The player rescues cats, so there must be at least one cat.",
        "Add a cat card after the `C`: its number, row and column.",
    ),
    lesson(
        "challenge/trailing-text",
        "A challenge has only one raft card, and it is the last part.",
        "Remove everything after the raft card.",
    ),
    lesson(
        "challenge/uneven-halves",
        "A board is a rectangle, so its left half must be as high as its right half.",
        "Change the sizes of the islands until both halves have the same height.",
    ),
    lesson(
        "challenge/off-board",
        "A card covers 3 by 3 squares, and the challenge contains the row and the column of its top left square.",
        "Move the card so that its last row and column are on the board.",
    ),
    lesson(
        "challenge/overlap",
        "If two cards overlapped, it would be unclear which card is on top.",
        "Move one of the two cards so that their rows or their columns differ by at least three.",
    ),
    lesson(
        "pathway-card/unknown-name",
        "Each deck has 25 pathway cards, and the letters `a` to `y` name them.",
        "Replace the first character with a letter from `a` to `y`.",
    ),
    lesson(
        "pathway-card/unknown-square",
        "Pathway cards have only squares in the five colours of the cats.",
        "Replace the letter with `b`, `g`, `p`, `r` or `y`.",
    ),
    lesson("pathway-card/length", shared::PARTS_OF_A_CARD, shared::WRITE_NINE_SQUARES),
    lesson("pathway-card/not-in-catalogue", shared::SET_OF_CARDS, shared::CORRECT_THE_CARD),
    lesson(
        "cat-card/unknown-name",
        shared::CAT_CARDS,
        "Replace the first character with a number from 0 to 6.",
    ),
    lesson(
        "cat-card/unknown-square",
        "Cat cards have coloured squares, squares with a cat, and fire.",
        "Replace the letter with `b`, `g`, `p`, `r` or `y`, with one of these letters as a capital letter, or with `f`.",
    ),
    lesson("cat-card/length", shared::PARTS_OF_A_CARD, shared::WRITE_NINE_SQUARES),
    lesson("cat-card/not-in-catalogue", shared::SET_OF_CARDS, shared::CORRECT_THE_CARD),
    lesson(
        "raft-card/unknown-name",
        shared::RAFT_CARDS,
        "Replace the first character with a number from 0 to 3.",
    ),
    lesson(
        "raft-card/unknown-square",
        "Raft cards have coloured squares, wild squares, and the centre of the raft.",
        "Replace the letter with `b`, `g`, `p`, `r`, `y`, `w` or `o`.",
    ),
    lesson("raft-card/length", shared::PARTS_OF_A_CARD, shared::WRITE_NINE_SQUARES),
    lesson("raft-card/not-in-catalogue", shared::SET_OF_CARDS, shared::CORRECT_THE_CARD),
    lesson(
        "fire-tile/unknown-name",
        shared::FIRE_TILES,
        "Replace the first character with the letter of a tile.",
    ),
    lesson(
        "fire-tile/no-squares",
        "A tile covers squares of the board with fire, so it must have at least one square.",
        "Write the row and the column of each square after the name.",
    ),
    lesson(
        "fire-tile/truncated",
        shared::ROW_AND_COLUMN,
        "Add the missing digit at the end, or remove the incomplete square.",
    ),
    lesson(
        "fire-tile/stray-character",
        "Every square has exactly two digits, so no separator is needed.",
        "Remove the character.",
    ),
    lesson(
        "fire-tile/not-a-digit",
        "A tile is so small that its rows and columns need only one digit each.",
        "Replace the character with a digit.",
    ),
    lesson(
        "fire-tile/order",
        "The same tile must always be written as the same string, so the order is fixed.",
        "Sort the squares by row, then by column, or let `clowder canon` do it.",
    ),
    lesson(
        "fire-tile/corner",
        "The same tile must always be written as the same string, so its top row and its left column always have the number 0.",
        "Subtract the smallest row from all rows and the smallest column from all columns, or let `clowder canon` do it.",
    ),
    lesson(
        "fire-tile/duplicate-square",
        "A tile covers each of its squares once, so the second copy must be a mistake.",
        shared::CORRECT_THE_SQUARE,
    ),
    lesson(
        "fire-tile/not-in-catalogue",
        "The game has a fixed set of fire tiles, so any other shape is usually a typing error.",
        "Correct the name or the squares, or use `--custom` if you made the tile yourself.",
    ),
];
