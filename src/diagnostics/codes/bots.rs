//! Codes of the bot protocol, its JSON and saved games.

use super::codes;

codes! {
    JSON_UNEXPECTED = "json/unexpected", Syntax,
        "A JSON text is one value, with no comments and nothing else beside it.",
        "bot-reply": r#"{"move":0 "messageID" "1"}"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_TRUNCATED = "json/truncated", Syntax,
        "Every bracket and quotation mark that is opened is closed.",
        "bot-reply": r#"{"move":0,"messageID":"1""# => r#"{"move":0,"messageID":"1"}"#;
    JSON_TRAILING_TEXT = "json/trailing-text", Syntax,
        "Nothing but white space follows the value.",
        "bot-reply": r#"{"move":0,"messageID":"1"}]"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_COMMA = "json/comma", Syntax,
        "One comma stands between two items, none after the last.",
        "bot-reply": r#"{"move":0,"messageID":"1",}"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_KEY = "json/bare-key", Syntax,
        "The keys of an object are strings in double quotation marks.",
        "bot-reply": r#"{move:0,"messageID":"1"}"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_DUPLICATE_KEY = "json/duplicate-key", Syntax,
        "A key stands once in an object: which of two values counts would be anyone's guess.",
        "bot-reply": r#"{"move":0,"move":1,"messageID":"1"}"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_WORD = "json/unknown-word", Syntax,
        "The only words outside strings are `true`, `false` and `null`; there is no NaN, Infinity or undefined.",
        "bot-reply": r#"{"move":NaN,"messageID":"1"}"# => r#"{"move":null,"messageID":"1"}"#;
    JSON_NUMBER = "json/bad-number", Syntax,
        "A number has no plus sign, no leading zero, and a digit on either side of its point.",
        "bot-reply": r#"{"move":04,"messageID":"1"}"# => r#"{"move":4,"messageID":"1"}"#;
    JSON_RANGE = "json/number-too-large", Syntax,
        "A number fits a double: at most about 1.8e308.",
        "bot-reply": r#"{"move":1e400,"messageID":"1"}"# => r#"{"move":4,"messageID":"1"}"#;
    JSON_DEPTH = "json/too-deep", Syntax,
        "Lists and objects are nested at most 64 deep.",
        "a JSON text": "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]" => "[[[[]]]]";
    JSON_STRING = "json/bad-string", Syntax,
        "A string stands in double quotation marks; control characters in it are escaped, escapes are those of JSON, and half a surrogate pair is no character.",
        "bot-reply": r#"{"move":0,"messageID":"\x"}"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_MISSING_KEY = "json/missing-key", Syntax,
        "An object has the keys its kind asks for.",
        "bot-reply": r#"{"move":0}"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_UNKNOWN_KEY = "json/unknown-key", Canon,
        "An object has only the keys its kind knows; others are ignored and `canon` leaves them out.",
        "bot-reply": r#"{"move":0,"messageID":"1","mood":"good"}"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_TYPE = "json/wrong-type", Syntax,
        "A value is of the type, and within the range, that its place asks for.",
        "bot-reply": r#"{"move":0,"messageID":1}"# => r#"{"move":0,"messageID":"1"}"#;
    JSON_LAYOUT = "json/layout", Canon,
        "The canonical text has no white space outside strings and its keys in the order of the protocol.",
        "bot-reply": r#"{"messageID": "1", "move": 0}"# => r#"{"move":0,"messageID":"1"}"#;
    MESSAGE_LONG = "message/too-long", Protocol,
        "A line of the protocol has at most 64 KiB, its line end included.",
        "a line": "(65,537 bytes)" => r#"{"move":0,"messageID":"1"}"#;
    REQUEST_ID = "bot-request/message-id", Protocol,
        "Every request has a fresh random ID: a UUID of version 4 in lower case.",
        "bot-request": r#"{"state":{"message":"NEWGAME","gameNumber":1,"round":"Round 1"},"messageID":"1234"}"#
            => r#"{"state":{"message":"NEWGAME","gameNumber":1,"round":"Round 1"},"messageID":"2c61b993-c308-4947-ac83-e2fd989bf100"}"#;
    MOVE_SYNTAX = "move/not-a-move", Syntax,
        "A move is written exactly as its game asks: an integer without point or exponent, a card as [species, rank], a play as {\"card\",\"coord\"}.",
        "tictactoe move": "4.0" => "4";
    MOVE_PHASE = "move/wrong-kind", Rule,
        "In Arboretum sub-turns 0 and 1 draw, sub-turn 2 plays, sub-turn 3 discards.",
        "arboretum move in sub-turn 0": r#"["J",3]"# => "0";
    MOVE_OVER = "move/game-over", Rule,
        "Nobody moves after the game has ended.",
        "tictactoe move on a full board": "4" => "(none)";
    MOVE_TAKEN = "move/taken", Rule,
        "A token or a card goes on an empty place.",
        "tictactoe move, the middle taken": "4" => "0";
    MOVE_EMPTY_PILE = "move/empty-pile", Rule,
        "A card is drawn from a pile that holds one.",
        "arboretum draw, both discards empty": "1" => "0";
    MOVE_HAND = "move/not-in-hand", Rule,
        "A card is played or discarded from the mover's own hand.",
        "arboretum discard, the hand J3 C4": r#"["J",4]"# => r#"["J",3]"#;
    MOVE_APART = "move/not-adjacent", Rule,
        "A card is played orthogonally next to a card of the mover's own play area.",
        "arboretum play, one card at (0, 0)": r#"{"card":["J",3],"coord":[1,1]}"# => r#"{"card":["J",3],"coord":[0,1]}"#;
    STATE_BOARD = "game-state/board", State,
        "A tic-tac-toe board has as many X as O, or one more when O is to move, and not a line of each.",
        "tictactoe board": r#"["X","X","-","-","-","-","-","-","-"]"# => r#"["X","O","-","-","-","-","-","-","-"]"#;
    STATE_TURN = "game-state/turn", State,
        "The turn, the sub-turn and the current player agree with one another and with what has been placed.",
        "arboretum turn and player": "turn 1, currentPlayer 0" => "turn 1, currentPlayer 1";
    STATE_TWICE = "game-state/card-twice", State,
        "Each of the 48 cards of Arboretum is in one place.",
        "arboretum hand": r#"[["J",3],["J",3]]"# => r#"[["J",3],["J",4]]"#;
    STATE_COORDINATE = "game-state/coordinate", Syntax,
        "The keys of a play area are whole numbers without sign or zero in front but the minus of a negative one.",
        "arboretum play area": r#"{"00":{"0":["J",3]}}"# => r#"{"0":{"0":["J",3]}}"#;
    STATE_APART = "game-state/not-joined", State,
        "The cards of a play area are joined by their sides to the one at (0, 0).",
        "arboretum play area": r#"{"1":{"0":["J",3]}}"# => r#"{"0":{"0":["J",3]}}"#;
    RECORD_GAME = "game-record/unknown-game", Rule,
        "A saved game is one of tictactoe or arboretum.",
        "game-record": r#"{"game":"chess","players":["A","B"],"initialState":{},"moves":[],"winner":{}}"#
            => r#"{"game":"tictactoe","players":["A","B"],"initialState":{"turn":1,"currentPlayer":0,"state":["-","-","-","-","-","-","-","-","-"],"opponent":"","previousTurn":false,"playBack":false},"moves":[0,8,2,7,1],"winner":{"result":0,"metaData":"","scoreA":0,"scoreB":0}}"#;
    RECORD_START = "game-record/not-a-start", Rule,
        "A saved game begins with an empty board, in Arboretum right after the deal of all 48 cards.",
        "game-record": r#"{"game":"tictactoe","players":["A","B"],"initialState":{"turn":2,"currentPlayer":1,"state":["X","-","-","-","-","-","-","-","-"],"opponent":"","previousTurn":0,"playBack":false},"moves":[8,2,7,1],"winner":{"result":0,"metaData":"","scoreA":0,"scoreB":0}}"#
            => r#"{"game":"tictactoe","players":["A","B"],"initialState":{"turn":1,"currentPlayer":0,"state":["-","-","-","-","-","-","-","-","-"],"opponent":"","previousTurn":false,"playBack":false},"moves":[0,8,2,7,1],"winner":{"result":0,"metaData":"","scoreA":0,"scoreB":0}}"#;
    RECORD_UNFINISHED = "game-record/unfinished", Rule,
        "The moves of a saved game lead to its end, unless `forfeited` names the seat that lost it before.",
        "game-record": r#"{"game":"tictactoe","players":["A","B"],"initialState":{"turn":1,"currentPlayer":0,"state":["-","-","-","-","-","-","-","-","-"],"opponent":"","previousTurn":false,"playBack":false},"moves":[0,8,2,7],"winner":{"result":0,"metaData":"","scoreA":0,"scoreB":0}}"#
            => r#"{"game":"tictactoe","players":["A","B"],"initialState":{"turn":1,"currentPlayer":0,"state":["-","-","-","-","-","-","-","-","-"],"opponent":"","previousTurn":false,"playBack":false},"moves":[0,8,2,7,1],"winner":{"result":0,"metaData":"","scoreA":0,"scoreB":0}}"#;
    RECORD_WINNER = "game-record/winner", Rule,
        "Result, scores and paths of a saved game are those the rules give its final state.",
        "game-record": r#"{"game":"tictactoe","players":["A","B"],"initialState":{"turn":1,"currentPlayer":0,"state":["-","-","-","-","-","-","-","-","-"],"opponent":"","previousTurn":false,"playBack":false},"moves":[0,8,2,7,1],"winner":{"result":1,"metaData":"","scoreA":0,"scoreB":0}}"#
            => r#"{"game":"tictactoe","players":["A","B"],"initialState":{"turn":1,"currentPlayer":0,"state":["-","-","-","-","-","-","-","-","-"],"opponent":"","previousTurn":false,"playBack":false},"moves":[0,8,2,7,1],"winner":{"result":0,"metaData":"","scoreA":0,"scoreB":0}}"#;
    RECORD_PLY = "game-record/no-such-ply", State,
        "A ply is asked for in a saved game, and there are as many as it has moves, and one before the first.",
        "ply of a saved game with 5 moves": "6" => "5";
}
