//! Error codes of the bot protocol, its JSON and its saved games.

use super::codes;

codes! {
    JSON_UNEXPECTED = "json/unexpected", Syntax,
        "A JSON text must be a single value, without comments and without other text before or after it.",
        "bot-reply": r#"{"move":0 "messageID" "1"}"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_TRUNCATED = "json/truncated", Syntax,
        "Every opening bracket must have a closing bracket, and every opening quotation mark must have a closing quotation mark.",
        "bot-reply": r#"{"move":0,"messageID":"1""# => r#"{"move":0,"messageID":"1"}"#;
    JSON_TRAILING_TEXT = "json/trailing-text", Syntax,
        "Only white space is allowed after the JSON value.",
        "bot-reply": r#"{"move":0,"messageID":"1"}]"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_COMMA = "json/comma", Syntax,
        "Items must be separated by exactly one comma, and a comma after the last item is not allowed.",
        "bot-reply": r#"{"move":0,"messageID":"1",}"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_KEY = "json/bare-key", Syntax,
        "The keys of an object must be strings in double quotation marks.",
        "bot-reply": r#"{move:0,"messageID":"1"}"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_DUPLICATE_KEY = "json/duplicate-key", Syntax,
        "A key can occur only once in an object, because otherwise it would not be clear which value counts.",
        "bot-reply": r#"{"move":0,"move":1,"messageID":"1"}"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_WORD = "json/unknown-word", Syntax,
        "The only words allowed outside strings are `true`, `false` and `null`. NaN, Infinity and undefined are not JSON.",
        "bot-reply": r#"{"move":NaN,"messageID":"1"}"# => r#"{"move":null,"messageID":"1"}"#;
    JSON_NUMBER = "json/bad-number", Syntax,
        "A number must not have a plus sign or a leading zero, and its decimal point must have a digit on both sides.",
        "bot-reply": r#"{"move":04,"messageID":"1"}"# => r#"{"move":4,"messageID":"1"}"#;
    JSON_RANGE = "json/number-too-large", Syntax,
        "A number must be in the range of a double, from about -1.8e308 to about 1.8e308.",
        "bot-reply": r#"{"move":1e400,"messageID":"1"}"# => r#"{"move":4,"messageID":"1"}"#;
    JSON_DEPTH = "json/too-deep", Syntax,
        "Lists and objects can be nested at most 64 levels deep.",
        "a JSON text": "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]" => "[[[[]]]]";
    JSON_STRING = "json/bad-string", Syntax,
        "A string must be in double quotation marks. Control characters must be escaped, only the escapes of JSON are allowed, and surrogates can occur only in pairs.",
        "bot-reply": r#"{"move":0,"messageID":"\x"}"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_MISSING_KEY = "json/missing-key", Syntax,
        "An object must have every key that is required for its kind.",
        "bot-reply": r#"{"move":0}"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_UNKNOWN_KEY = "json/unknown-key", Canon,
        "An object should have only the keys that are defined for its kind. Other keys are ignored, and `canon` removes them.",
        "bot-reply": r#"{"move":0,"messageID":"1","mood":"good"}"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_TYPE = "json/wrong-type", Syntax,
        "A value must have the type that its key or its position requires, and it must be in the required range.",
        "bot-reply": r#"{"move":0,"messageID":1}"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_LAYOUT = "json/layout", Canon,
        "Canonical JSON has no white space outside strings, and its keys are in the order that is defined for its kind.",
        "bot-reply": r#"{"messageID": "1", "move": 0}"# => r#"{"move":0,"messageID":"1"}"#;
    MESSAGE_LONG = "message/too-long", Protocol,
        "A line of the protocol can have at most 64 KiB, including its line break.",
        "a reply": "a reply of 65,537 bytes" => r#"{"move":0,"messageID":"1"}"#;
    REQUEST_ID = "bot-request/message-id", Protocol,
        "Every request must have a new random ID, which is a UUID of version 4 in lower case.",
        "bot-request": r#"{"state":{"message":"NEWGAME","gameNumber":1,"round":"Round 1"},"messageID":"1234"}"#
            => r#"{"state":{"message":"NEWGAME","gameNumber":1,"round":"Round 1"},"messageID":"2c61b993-c308-4947-ac83-e2fd989bf100"}"#;
    MOVE_SYNTAX = "move/not-a-move", Syntax,
        "A move must be written exactly as its game requires: as an integer without a decimal point or exponent, as a card [species, rank], or as a play {\"card\",\"coord\"}.",
        "tictactoe move": "4.0" => "4";
    MOVE_PHASE = "move/wrong-kind", Rule,
        "A move must have the kind that the rules require at this point of the game. In Arboretum, the player draws in sub-turns 0 and 1, plays a card in sub-turn 2 and discards a card in sub-turn 3.",
        "arboretum move in sub-turn 0": r#"["J",3]"# => "0";
    MOVE_OVER = "move/game-over", Rule,
        "No player can move after the game has ended.",
        "tictactoe move on a full board": "4" => "no move";
    MOVE_TAKEN = "move/taken", Rule,
        "A token can be placed only on an empty square, and a card only at an empty place of the play area.",
        "tictactoe move with the middle taken": "4" => "0";
    MOVE_EMPTY_PILE = "move/empty-pile", Rule,
        "A card can be drawn only from a pile that is not empty.",
        "arboretum draw with both discard piles empty": "1" => "0";
    MOVE_HAND = "move/not-in-hand", Rule,
        "A player can play or discard only cards from their own hand.",
        "arboretum discard with the hand J3 C4": r#"["J",4]"# => r#"["J",3]"#;
    MOVE_APART = "move/not-adjacent", Rule,
        "A card must be played orthogonally next to a card in the player's own play area.",
        "arboretum play with one card in the play area, at (0, 0)": r#"{"card":["J",3],"coord":[1,1]}"# => r#"{"card":["J",3],"coord":[0,1]}"#;
    STATE_BOARD = "game-state/board", State,
        "A tic-tac-toe board must have as many X as O, or one more X if O is to move. At most one of the players can have three in a row.",
        "tictactoe board": r#"["X","X","-","-","-","-","-","-","-"]"# => r#"["X","O","-","-","-","-","-","-","-"]"#;
    STATE_TURN = "game-state/turn", State,
        "The turn, the sub-turn, the current player and the tokens or cards on the table must agree with one another.",
        "arboretum turn and player": "turn 1, currentPlayer 0" => "turn 1, currentPlayer 1";
    STATE_TWICE = "game-state/card-twice", State,
        "Each of the 48 cards of Arboretum must be in exactly one place.",
        "arboretum hand": r#"[["J",3],["J",3]]"# => r#"[["J",3],["J",4]]"#;
    STATE_COORDINATE = "game-state/coordinate", Syntax,
        "The keys of a play area must be integers without leading zeros and without a plus sign.",
        "arboretum play area": r#"{"00":{"0":["J",3]}}"# => r#"{"0":{"0":["J",3]}}"#;
    STATE_APART = "game-state/not-joined", State,
        "Every card of a play area must be connected to the card at (0, 0) through cards that share a side.",
        "arboretum play area": r#"{"1":{"0":["J",3]}}"# => r#"{"0":{"0":["J",3]}}"#;
    RECORD_GAME = "game-record/unknown-game", Rule,
        "The value of `game` in a saved game must be the name of a game that clowder knows.",
        "game-record": r#"{"game":"chess","players":["A","B"],"initialState":{},"moves":[],"winner":{}}"#
            => r#"{"game":"tictactoe","players":["A","B"],"initialState":{"turn":1,"currentPlayer":0,"state":["-","-","-","-","-","-","-","-","-"],"opponent":"","previousTurn":false,"playBack":false},"moves":[0,8,2,7,1],"winner":{"result":0,"metaData":"","scoreA":0,"scoreB":0}}"#;
    RECORD_START = "game-record/not-a-start", Rule,
        "A saved game of tic-tac-toe must begin with an empty board. A saved game of Arboretum must begin right after the deal, with all 48 cards.",
        "game-record": r#"{"game":"tictactoe","players":["A","B"],"initialState":{"turn":2,"currentPlayer":1,"state":["X","-","-","-","-","-","-","-","-"],"opponent":"","previousTurn":0,"playBack":false},"moves":[8,2,7,1],"winner":{"result":0,"metaData":"","scoreA":0,"scoreB":0}}"#
            => r#"{"game":"tictactoe","players":["A","B"],"initialState":{"turn":1,"currentPlayer":0,"state":["-","-","-","-","-","-","-","-","-"],"opponent":"","previousTurn":false,"playBack":false},"moves":[0,8,2,7,1],"winner":{"result":0,"metaData":"","scoreA":0,"scoreB":0}}"#;
    RECORD_UNFINISHED = "game-record/unfinished", Rule,
        "The moves of a saved game must lead to the end of the game, unless `forfeited` names the seat that lost the game early.",
        "game-record": r#"{"game":"tictactoe","players":["A","B"],"initialState":{"turn":1,"currentPlayer":0,"state":["-","-","-","-","-","-","-","-","-"],"opponent":"","previousTurn":false,"playBack":false},"moves":[0,8,2,7],"winner":{"result":0,"metaData":"","scoreA":0,"scoreB":0}}"#
            => r#"{"game":"tictactoe","players":["A","B"],"initialState":{"turn":1,"currentPlayer":0,"state":["-","-","-","-","-","-","-","-","-"],"opponent":"","previousTurn":false,"playBack":false},"moves":[0,8,2,7,1],"winner":{"result":0,"metaData":"","scoreA":0,"scoreB":0}}"#;
    RECORD_WINNER = "game-record/winner", Rule,
        "The result, the scores and the paths in a saved game must be those that follow by the rules from its final state.",
        "game-record": r#"{"game":"tictactoe","players":["A","B"],"initialState":{"turn":1,"currentPlayer":0,"state":["-","-","-","-","-","-","-","-","-"],"opponent":"","previousTurn":false,"playBack":false},"moves":[0,8,2,7,1],"winner":{"result":1,"metaData":"","scoreA":0,"scoreB":0}}"#
            => r#"{"game":"tictactoe","players":["A","B"],"initialState":{"turn":1,"currentPlayer":0,"state":["-","-","-","-","-","-","-","-","-"],"opponent":"","previousTurn":false,"playBack":false},"moves":[0,8,2,7,1],"winner":{"result":0,"metaData":"","scoreA":0,"scoreB":0}}"#;
    RECORD_PLY = "game-record/no-such-ply", State,
        "The number after `--ply` can be at most the number of moves in the saved game. The number 0 means the position before the first move.",
        "ply of a saved game with 5 moves": "6" => "5";
}
