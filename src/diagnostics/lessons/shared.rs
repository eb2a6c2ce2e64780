//! Sentences that several lessons have in common.

pub(super) const WITHOUT_KIND: &str = "This error occurs in verbs that are called without a kind.";
pub(super) const IN_MOVES_OF_ARBORETUM: &str =
    "This error occurs in the replies of bots and in `clowder apply arboretum`.";
pub(super) const IN_MOVES: &str = "This error occurs in the replies of bots and in `clowder apply`.";
pub(super) const IN_PLAY_AREAS: &str = "This error occurs in the play areas of Arboretum.";
pub(super) const TWO_DIGITS: &str = "A board has up to 18 rows and columns, so each number needs two digits.";
pub(super) const WRITE_A_DIGIT: &str =
    "Replace the character with a digit. Check whether you wrote the letter `O` instead of `0`.";
pub(super) const FIRE_TILES: &str =
    "The game has 31 fire tiles, and the letters `a` to `z` and `A` to `E` name them.";
pub(super) const PARTS_OF_A_CARD: &str = "A card consists of its name and the letters of its 3 by 3 squares.";
pub(super) const WRITE_NINE_SQUARES: &str = "Add the missing squares, or remove the surplus squares.";
pub(super) const SET_OF_CARDS: &str =
    "The game has a fixed set of cards, so any other card is usually a typing error.";
pub(super) const CORRECT_THE_CARD: &str =
    "Correct the name or the squares, or use `--custom` if you made the card yourself.";
pub(super) const CORRECT_THE_LINES: &str = "Add the missing lines, or remove the surplus lines.";
pub(super) const LAST_LINE_BREAK: &str = "Programs that read a board line by line rely on the line break after each line, and `$(cat board.txt)` in a shell removes the last line break.";
pub(super) const CARDS_OF_A_DECK: &str = "Each deck has 25 cards, and the letters `a` to `y` name them.";
pub(super) const WRITE_A_CARD_OR_A_DECK: &str = "Replace the character with the letter of a card or a deck.";
pub(super) const LETTERS_IN_EVERY_DECK: &str =
    "Each deck has a card with this letter, so the letter alone does not show which card is meant.";
pub(super) const WRITE_THE_DECK: &str = "Write the letter of the deck, `A` to `D`, before its cards.";
pub(super) const EQUAL_DECKS: &str =
    "The same decks must always be written as the same string, so the order is fixed.";
pub(super) const ORDER_THE_DECKS: &str =
    "Write the decks in the order A, B, C, D, or let `clowder canon` do it.";
pub(super) const SORT_THE_CARDS: &str =
    "Sort the cards of the deck by their letters, or let `clowder canon` do it.";
pub(super) const REPLACE_THE_CARD: &str =
    "Remove the second copy, or replace it with the card that you meant.";
pub(super) const EQUAL_HANDS: &str =
    "The same hand must always be written as the same string, so the order is fixed.";
pub(super) const WRITE_A_TILE: &str = "Replace the letter with the letter of a tile.";
pub(super) const EQUAL_STATES: &str =
    "The same state must always be written as the same string, so only one spelling is canonical.";
pub(super) const CAT_CARDS: &str = "The game has seven cat cards, numbered from 0 to 6.";
pub(super) const RAFT_CARDS: &str = "The game has four raft cards, numbered from 0 to 3.";
pub(super) const ROW_AND_COLUMN: &str = "A square needs both its row and its column.";
pub(super) const CORRECT_THE_SQUARE: &str =
    "Remove the second copy, or correct it to the square that you meant.";
pub(super) const PLACE_IT_ELSEWHERE: &str = "Place the shape somewhere else, or turn it.";
pub(super) const WRITE_COLUMN_AND_ROW: &str =
    "Write a column from 0 to 4 and a row from 0 to 3, in this order.";
pub(super) const PENGUINS_IN_THE_POOL: &str =
    "The penguins of the puzzle are already in the pool, so no block can cover them.";
pub(super) const IN_DRAWN_CARDS: &str = "This error occurs with the option `--cards` of `clowder apply raft`, and in the `cards` of a saved game of Race to the Raft.";
