//! Lessons for the codes of the bot protocol, its JSON and saved games.

use super::{Lesson, lesson, shared};

pub(super) static ALL: &[Lesson] = &[
    lesson(
        "json/unexpected",
        "JSON has a strict grammar, and most programs stop at the first character that the grammar does not allow.",
        "Replace or remove the character, as the message says.",
    ),
    lesson(
        "json/truncated",
        "If the end of the value is missing, other parts of it can be missing, too.",
        "Add the closing brackets and quotation marks, or check why the text was cut off.",
    ),
    lesson(
        "json/trailing-text",
        "A JSON text is exactly one value, so other text after this value has no meaning.",
        "Remove the text after the value.",
    ),
    lesson(
        "json/comma",
        "A comma separates two items. Some languages allow another comma after the last item, but JSON does not.",
        "Add the missing comma, or remove the surplus comma.",
    ),
    lesson(
        "json/bare-key",
        "JavaScript allows keys without quotation marks, but JSON does not.",
        "Put the key in double quotation marks.",
    ),
    lesson(
        "json/duplicate-key",
        "If a key has two values, some programs use the first value and others use the second value.",
        "Remove one of the two keys.",
    ),
    lesson(
        "json/unknown-word",
        "Words such as NaN and undefined belong to JavaScript and not to JSON.",
        "Use `true`, `false`, `null`, a number, or a string in quotation marks.",
    ),
    lesson(
        "json/bad-number",
        "JSON allows fewer ways to write a number than many programming languages. For example, it forbids leading zeros, because they mark an octal number in some languages.",
        "Write the number in the usual decimal form.",
    ),
    lesson(
        "json/number-too-large",
        "Most programs store a number as a double, and a number that is too large for a double would become infinite.",
        "Write a smaller number.",
    ),
    lesson(
        "json/too-deep",
        "A reader needs memory for each level, and a hostile text could exhaust the memory.",
        "Remove some levels of brackets. The messages of the protocol need fewer than ten levels.",
    ),
    lesson(
        "json/bad-string",
        "A raw line break or an unknown escape in a string is usually the result of a missing quotation mark or a typing error.",
        "Write control characters as escapes such as `\\n`, and a backslash as `\\\\`.",
    ),
    lesson(
        "json/missing-key",
        "Without a required key, the meaning of the message is not complete.",
        "Add the key and its value.",
    ),
    lesson(
        "json/unknown-key",
        "An unknown key is often a misspelled key, and its value would be ignored silently.",
        "Correct the spelling of the key, or remove the key.",
    ),
    lesson(
        "json/wrong-type",
        "A program that expects a number cannot use a string, even if the string contains digits.",
        "Write a value of the type and the range that the message names.",
    ),
    lesson(
        "json/layout",
        "The same value must always be written as the same text, so only one layout is canonical.",
        "Let `clowder canon` write the text.",
    ),
    lesson(
        "message/too-long",
        "Without a limit, a bot that never ends its line could fill the memory of the referee.",
        "Send a shorter line, and check that each reply ends with a line break.",
    )
    .occurs("This error occurs in a reply of a bot, and in `clowder validate bot-reply`."),
    lesson(
        "bot-request/message-id",
        "The ID connects a reply with its request, so every request has a different ID, and an ID has only one spelling.",
        "Make a new UUID of version 4 for each request, in lower case.",
    ),
    lesson(
        "move/not-a-move",
        "Each game defines the form in which a move is written, and the referee does not convert other forms.",
        "Write the move in the form that the message names.",
    )
    .occurs(shared::IN_MOVES),
    lesson(
        "move/wrong-kind",
        "Moves of different kinds follow one another in a fixed order. In Arboretum, for example, a turn has four steps, and each step has its own kind of move.",
        "Write the kind of move that the rules require next. In a request of Arboretum, the `subTurn` determines this kind.",
    )
    .occurs("This error occurs in the replies of bots, in `clowder apply arboretum` and in saved games."),
    lesson(
        "move/game-over",
        "The result is decided when the game ends, so a later move changes nothing.",
        "Remove every move after the end of the game.",
    )
    .occurs("This error occurs in saved games and in `clowder apply`."),
    lesson("move/taken", "Tokens and cards stay where they are placed.", "Choose an empty place.")
        .occurs(shared::IN_MOVES),
    lesson(
        "move/empty-pile",
        "The chosen pile is empty, so no card can be drawn from it.",
        "Draw from the deck or from a discard pile with cards.",
    )
    .occurs(shared::IN_MOVES_OF_ARBORETUM),
    lesson(
        "move/not-in-hand",
        "A player can use only the cards in their own hand.",
        "Choose a card from the `hand` in the request.",
    )
    .occurs(shared::IN_MOVES_OF_ARBORETUM),
    lesson(
        "move/not-adjacent",
        "The cards of an arboretum form one connected group, so a new card must be next to a card that is already there.",
        "Choose a place that shares a side with a card of the play area.",
    )
    .occurs(shared::IN_MOVES_OF_ARBORETUM),
    lesson(
        "game-state/board",
        "The players take turns, and the game ends with the first line of three, so some boards cannot occur.",
        "Correct the tokens on the board.",
    )
    .occurs(
        "This error occurs in states of tic-tac-toe: in requests, in saved games, and in the input of verbs such as `clowder outcome`.",
    ),
    lesson(
        "game-state/turn",
        "The number of cards or tokens on the table shows how many turns have been played, so it must agree with the turn, the sub-turn and the current player.",
        "Correct the turn, the sub-turn or the current player.",
    )
    .occurs(
        "This error occurs in states of both games: in requests, in saved games, and in the input of verbs such as `clowder outcome`.",
    ),
    lesson(
        "game-state/card-twice",
        "Arboretum has only one copy of each card, so no card can be in two places.",
        "Correct one of the two cards.",
    )
    .occurs(
        "This error occurs in states of Arboretum: in requests, in saved games, and in the input of verbs such as `clowder outcome`.",
    ),
    lesson(
        "game-state/coordinate",
        "If a coordinate had two spellings, two different keys could mean the same place.",
        "Write the number without a plus sign and without leading zeros.",
    )
    .occurs(shared::IN_PLAY_AREAS),
    lesson(
        "game-state/not-joined",
        "The first card is placed at (0, 0), and each later card is placed next to another card.",
        "Correct the coordinates of the card, or add the missing cards that connect it to the card at (0, 0).",
    )
    .occurs(shared::IN_PLAY_AREAS),
    lesson(
        "game-record/unknown-game",
        "A saved game is replayed by the rules of its game, so clowder must know this game.",
        "Write the name of one of the games that the message lists.",
    ),
    lesson(
        "game-record/not-a-start",
        "A saved game is replayed from its first move, so its initial state must be the state before this move.",
        "Save the state before the first move as `initialState`.",
    ),
    lesson(
        "game-record/unfinished",
        "The winner can be checked only when the moves reach the end of the game.",
        "Add the missing moves, or add the key `forfeited` with the seat of the player who lost the game early.",
    ),
    lesson(
        "game-record/winner",
        "The result follows from the moves by the rules, so a different result is an error of the program that saved the game.",
        "Write the result and the scores that the message names.",
    ),
    lesson(
        "game-record/no-such-ply",
        "A game with five moves has six positions: one before the first move and one after each move.",
        "Use a smaller number with `--ply`.",
    )
    .occurs("This error occurs with the option `--ply` of verbs that read a saved game."),
];
