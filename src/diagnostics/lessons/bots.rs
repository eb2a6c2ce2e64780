//! Lessons for the codes of the bot protocol, its JSON and saved games.

use super::{Lesson, lesson};

pub(super) static ALL: &[Lesson] = &[
    lesson(
        "json/unexpected",
        "JSON has a strict grammar, and other programs stop at the first character that does not fit.",
        "Replace or remove the character, as the message says.",
    ),
    lesson(
        "json/truncated",
        "Without its end, the value may be incomplete.",
        "Add the closing brackets and quotation marks, or check why the text was cut off.",
    ),
    lesson(
        "json/trailing-text",
        "Each text is exactly one value, so more text would be ignored or belongs somewhere else.",
        "Remove the text after the value.",
    ),
    lesson(
        "json/comma",
        "A comma separates two items. Some languages allow one more at the end, but JSON does not.",
        "Add the missing comma, or remove the surplus one.",
    ),
    lesson(
        "json/bare-key",
        "JavaScript allows keys without quotation marks, but JSON does not.",
        "Put the key in double quotation marks.",
    ),
    lesson(
        "json/duplicate-key",
        "Programs disagree about which of the two values counts.",
        "Remove one of the two keys.",
    ),
    lesson(
        "json/unknown-word",
        "Words such as NaN and undefined belong to JavaScript and not to JSON.",
        "Use `true`, `false`, `null`, a number, or a string in quotation marks.",
    ),
    lesson(
        "json/bad-number",
        "JSON allows fewer spellings of numbers than many languages. For example, a leading zero means an octal number in some languages.",
        "Write the number in the usual decimal form.",
    ),
    lesson(
        "json/number-too-large",
        "Most programs keep a number as a double, and a larger one would become infinite.",
        "Write a smaller number.",
    ),
    lesson(
        "json/too-deep",
        "A reader needs memory for each level, and a hostile text could exhaust the memory.",
        "Remove some levels of brackets. The messages of the protocol need fewer than ten.",
    ),
    lesson(
        "json/bad-string",
        "A raw line break or an unknown escape in a string is usually a missing quotation mark or a typing error.",
        "Write control characters as escapes such as `\\n`, and a backslash as `\\\\`.",
    ),
    lesson(
        "json/missing-key",
        "The reader needs every key of the message to know what it means.",
        "Add the key and its value.",
    ),
    lesson(
        "json/unknown-key",
        "An unknown key is often a misspelled one, and its value would be ignored silently.",
        "Correct the spelling of the key, or remove the key.",
    ),
    lesson(
        "json/wrong-type",
        "A program that expects a number cannot use a string, even if the string contains digits.",
        "Write a value of the type and the range that the message names.",
    ),
    lesson(
        "json/layout",
        "If there is only one way to write a message, equal messages always have the same string.",
        "Let `clowder canon` write the text.",
    ),
    lesson(
        "message/too-long",
        "A bot that never ends its line must not fill the memory of the referee.",
        "Send a shorter line, and check that each reply ends with a line break.",
    )
    .occurs("This error occurs in a reply of a bot, and in `clowder validate bot-reply`."),
    lesson(
        "bot-request/message-id",
        "The ID connects a reply with its request, so it must be different each time and written in one way.",
        "Make a new UUID of version 4 for each request, in lower case.",
    ),
    lesson(
        "move/not-a-move",
        "Each game has its own form of a move, and the referee does not convert other forms.",
        "Write the move in the form that the message names.",
    )
    .occurs("This error occurs in the replies of bots and in `clowder apply`."),
    lesson(
        "move/wrong-kind",
        "A turn of Arboretum has four steps in a fixed order, and each step has its own kind of move.",
        "Send the move that belongs to the `subTurn` of the request.",
    )
    .occurs("This error occurs in the replies of bots and in `clowder apply arboretum`."),
    lesson(
        "move/game-over",
        "The result is decided when the game ends, so a later move changes nothing.",
        "Do not send a move after the last one.",
    )
    .occurs("This error occurs in saved games and in `clowder apply`."),
    lesson("move/taken", "Tokens and cards stay where they are placed.", "Choose an empty place.")
        .occurs("This error occurs in the replies of bots and in `clowder apply`."),
    lesson(
        "move/empty-pile",
        "There is no card to draw from an empty pile.",
        "Draw from the deck or from a discard pile with cards.",
    )
    .occurs("This error occurs in the replies of bots and in `clowder apply arboretum`."),
    lesson(
        "move/not-in-hand",
        "A player can use only the cards in their own hand.",
        "Choose a card of the `hand` in the request.",
    )
    .occurs("This error occurs in the replies of bots and in `clowder apply arboretum`."),
    lesson(
        "move/not-adjacent",
        "The cards of an arboretum form one connected group, so a new card must be next to an old one.",
        "Choose a place that shares a side with a card of the play area.",
    )
    .occurs("This error occurs in the replies of bots and in `clowder apply arboretum`."),
    lesson(
        "game-state/board",
        "The players take turns and stop at the first line of three, so other boards cannot occur.",
        "Correct the tokens on the board.",
    )
    .occurs(
        "This error occurs in states of tic-tac-toe: in requests, saved games, and verbs such as `clowder outcome`.",
    ),
    lesson(
        "game-state/turn",
        "The number of cards or tokens on the table shows how many turns were played.",
        "Correct the turn, the sub-turn or the current player.",
    )
    .occurs(
        "This error occurs in states of both games: in requests, saved games, and verbs such as `clowder outcome`.",
    ),
    lesson(
        "game-state/card-twice",
        "Arboretum has 48 different cards, so no card is in two places.",
        "Correct one of the two cards.",
    )
    .occurs(
        "This error occurs in states of Arboretum: in requests, saved games, and verbs such as `clowder outcome`.",
    ),
    lesson(
        "game-state/coordinate",
        "If a coordinate had two spellings, two cards could be on the same place.",
        "Write the number without a plus sign and without leading zeros.",
    )
    .occurs("This error occurs in the play areas of Arboretum."),
    lesson(
        "game-state/not-joined",
        "The first card is placed at (0, 0), and each later card is placed next to another card.",
        "Correct the coordinates of the card, or add the cards between.",
    )
    .occurs("This error occurs in the play areas of Arboretum."),
    lesson(
        "game-record/unknown-game",
        "A saved game is replayed by the rules of its game.",
        "Write `tictactoe` or `arboretum`.",
    ),
    lesson(
        "game-record/not-a-start",
        "The moves are replayed from the first one, so the game must begin at its start.",
        "Save the state before the first move as `initialState`.",
    ),
    lesson(
        "game-record/unfinished",
        "The winner can be checked only when the moves reach the end of the game.",
        "Add the missing moves, or the key `forfeited` with the seat that gave up.",
    ),
    lesson(
        "game-record/winner",
        "The rules decide the result from the moves, and a different result is an error in the program that saved it.",
        "Write the result and the scores that the message names.",
    ),
    lesson(
        "game-record/no-such-ply",
        "A game with five moves has six positions: one before the first move and one after each move.",
        "Use a smaller number with `--ply`.",
    )
    .occurs("This error occurs with the option `--ply` of verbs that read a saved game."),
];
