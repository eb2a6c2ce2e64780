//! The help pages of the verbs that apply the rules of the games.

use crate::cli::help::page::{Operand, Page, example, negative};

// Texts that several pages have in common.
const STATE_AFTER: &str = "the state after the actions, or the errors of the first action that is not legal";
const PLACE_BLOCKS: &str = "clowder apply penguins 20113123 A321 B104";
const DRAW_CARDS: &str = "clowder setup 1 --seed 1 | clowder apply raft - A3B3 --seed 1";
const WRONG_PLACEMENT: &str = "clowder apply penguins 20113123 A321 B301";
const PLACEMENTS_OF_C: &str = "clowder legal-moves penguins 20113123 --only C";
const OUTCOME: &str = "clowder generate raft-state --seed 7 | clowder outcome raft";
const OUTCOME_AFTER: &str = "clowder setup 1 --seed 1 | clowder outcome raft - A3B3";
const UNIQUE_CHALLENGE: &str = "clowder generate penguins-challenge --unique --seed 1";
const FIVE_STATES: &str =
    "clowder generate raft-state --seed 7 --count 5 | clowder validate state --jsonl --quiet";

const STATE: Operand = Operand {
    name: "STATE",
    required: false,
    repeated: false,
    help: "The state; `-` for standard input, `@PATH` for a file [default: standard input]",
};

const SAVED_GAME: Operand = Operand {
    name: "STATE",
    required: false,
    repeated: false,
    help: "A state or a saved game; `-` for standard input, `@PATH` for a file [default: standard input]",
};

const fn actions(required: bool, repeated: bool, help: &'static str) -> Operand {
    Operand { name: "ACTION", required, repeated, help }
}

const APPLIED: &[&str] = &["every action is legal", "an action is not legal, or a state is invalid"];
const READ: &[&str] = &["every state could be read", "a state is invalid"];

pub(super) const PAGES: &[Page] = &[
    Page {
        command: "challenges",
        operands: &[],
        reads: "nothing",
        writes: "the number, the difficulty and the string of each challenge, and its name if it has one",
        examples: &[
            example("List the challenges of Race to the Raft", "clowder challenges"),
            example("Choose an easy challenge", "clowder challenges --difficulty easy --random --seed 1"),
            example("List hard penguin challenges", "clowder challenges --penguins --level expert"),
            example(
                "Draw the first challenge in the list",
                "clowder challenges --format plain | head -1 | clowder render challenge",
            ),
        ],
        statuses: &["the list was written"],
        see_also: &["setup", "solve", "generate"],
    },
    Page {
        command: "setup",
        operands: &[],
        reads: "the string, the name or the number of a challenge",
        writes: "the starting state and, on standard error, the islands that were chosen",
        examples: &[
            example("Set up an official challenge by its name", "clowder setup 'First steps' --seed 1"),
            example(
                "Set up an official challenge by its number, and draw it",
                "clowder setup 5 --seed 1 | clowder render state",
            ),
            example(
                "Set up a challenge string",
                "clowder setup LNSNLASAF000300060012001506030903C000093030341203R11215 --seed 1",
            ),
        ],
        statuses: &["the state was written", "the challenge or --islands is invalid"],
        see_also: &["challenges", "legal-moves", "render"],
    },
    Page {
        command: "apply",
        operands: &[],
        reads: "states, and the actions to apply to them",
        writes: STATE_AFTER,
        examples: &[
            example("Place blocks in Penguins Pool Party", PLACE_BLOCKS),
            example("Draw six cards in Race to the Raft", DRAW_CARDS),
            negative("See why a placement is not legal", WRONG_PLACEMENT),
        ],
        statuses: APPLIED,
        see_also: &["legal-moves", "outcome"],
    },
    Page {
        command: "apply penguins",
        operands: &[
            STATE,
            Operand {
                name: "PLACEMENT",
                required: true,
                repeated: true,
                help: "The placements of blocks, such as `A321`",
            },
        ],
        reads: "states of Penguins Pool Party, and placements of ice blocks",
        writes: "the state after the placements, or the errors of the first placement that is not legal",
        examples: &[
            example("Place two blocks", PLACE_BLOCKS),
            example(
                "Place a second block in a state with one block",
                "clowder apply penguins 20113123:A321 B104 --format json",
            ),
            negative("See why a placement is not legal", WRONG_PLACEMENT),
        ],
        statuses: APPLIED,
        see_also: &["legal-moves penguins", "solve penguins"],
    },
    Page {
        command: "apply raft",
        operands: &[
            STATE,
            actions(
                true,
                true,
                "The actions. Each of them is an action (see `clowder help action`), a draw of cards such as `A3D3`, or \
                 `tile`, which draws a fire tile from the bag",
            ),
        ],
        reads: "states of Race to the Raft, and the actions to apply to them",
        writes: STATE_AFTER,
        examples: &[
            example("Draw six cards", DRAW_CARDS),
            example(
                "Choose the cards that are drawn",
                "clowder setup 1 --seed 1 | clowder apply raft - A3B3 --cards AabcBdefCD",
            ),
            example("Draw a fire tile", "clowder setup 1 --seed 1 | clowder apply raft - tile --seed 2"),
        ],
        statuses: APPLIED,
        see_also: &["legal-moves raft", "outcome raft", "setup"],
    },
    Page {
        command: "apply GAME",
        operands: &[
            SAVED_GAME,
            Operand {
                name: "MOVE",
                required: false,
                repeated: true,
                help: "The moves. Each move is JSON, in the same form as the member `move` of a bot-reply",
            },
        ],
        reads: "states or saved games, and moves",
        writes: "the state after the moves as JSON, or the errors of the first move that is not legal",
        examples: &[
            example(
                "Print the last state of a saved game",
                "clowder generate game-record --game GAME --seed 1 | clowder apply GAME",
            ),
            example(
                "Print the state after two moves",
                "clowder generate game-record --game GAME --seed 1 | clowder apply GAME --ply 2",
            ),
            example(
                "Apply the first legal move to the starting state",
                "clowder generate game-record --game GAME --seed 1 | clowder apply GAME --ply 0 > start.json; clowder apply GAME @start.json \"$(clowder legal-moves GAME @start.json --format plain | head -1)\"",
            ),
        ],
        statuses: APPLIED,
        see_also: &["legal-moves GAME", "bot replay"],
    },
    Page {
        command: "legal-moves",
        operands: &[],
        reads: "states",
        writes: "each legal action on a line of its own, in sorted order",
        examples: &[
            example("List the placements of a block", PLACEMENTS_OF_C),
            example(
                "Count the legal moves in Race to the Raft",
                "clowder setup 1 --seed 1 | clowder legal-moves raft --count",
            ),
            example(
                "Write the legal moves as JSON",
                "clowder legal-moves penguins 20113123:A321B104 --format json",
            ),
        ],
        statuses: READ,
        see_also: &["apply", "outcome", "perft"],
    },
    Page {
        command: "legal-moves penguins",
        operands: &[],
        reads: "states of Penguins Pool Party",
        writes: "each legal placement on a line of its own",
        examples: &[
            example("List the placements of a block", PLACEMENTS_OF_C),
            example("Count all placements", "clowder legal-moves penguins 20113123:A321 --count"),
            example(
                "Draw the hexagons that each block can cover",
                "clowder legal-moves penguins 20113123:A321 -o moves.svg",
            ),
        ],
        statuses: READ,
        see_also: &["apply penguins", "solve penguins"],
    },
    Page {
        command: "legal-moves raft",
        operands: &[STATE],
        reads: "states of Race to the Raft",
        writes: "each legal card placement, cat move and draw on a line of its own, or the placements of one fire tile",
        examples: &[
            example(
                "List the legal moves",
                "clowder generate raft-state --seed 7 | clowder legal-moves raft",
            ),
            example(
                "Draw the squares that the cats can reach",
                "clowder generate raft-state --seed 7 | clowder legal-moves raft --only cats --render",
            ),
            example(
                "List the placements of a fire tile",
                "clowder setup 1 --seed 1 | clowder legal-moves raft --tile k",
            ),
        ],
        statuses: READ,
        see_also: &["apply raft", "outcome raft", "perft"],
    },
    Page {
        command: "legal-moves GAME",
        operands: &[SAVED_GAME],
        reads: "states or saved games",
        writes: "each legal move on a line of its own, with its meaning",
        examples: &[
            example(
                "List the moves in the starting state",
                "clowder generate game-record --game GAME --seed 1 | clowder legal-moves GAME --ply 0",
            ),
            example(
                "Count the legal moves after two moves",
                "clowder generate game-record --game GAME --seed 1 | clowder legal-moves GAME --ply 2 --count",
            ),
            example(
                "Write the moves as JSON",
                "clowder generate game-record --game GAME --seed 1 | clowder legal-moves GAME --ply 2 --format json",
            ),
        ],
        statuses: READ,
        see_also: &["apply GAME", "outcome GAME"],
    },
    Page {
        command: "outcome",
        operands: &[],
        reads: "states, and at most one action for each",
        writes: "the outcome of the game (it continues, is won, is lost or is a draw) with the reason",
        examples: &[
            example("Report the outcome of a state", OUTCOME),
            example("Report the outcome after a draw of cards", OUTCOME_AFTER),
            example(
                "Print the outcome as one word",
                "clowder generate raft-state --seed 7 | clowder outcome raft --format plain",
            ),
        ],
        statuses: APPLIED,
        see_also: &["apply", "legal-moves"],
    },
    Page {
        command: "outcome raft",
        operands: &[STATE, actions(false, false, "An action that is applied before the outcome is reported")],
        reads: "states of Race to the Raft, and at most one action for each",
        writes: "the outcome of the game (it continues, is won or is lost) with the reason",
        examples: &[
            example("Report the outcome of a state", OUTCOME),
            example("Report the outcome after a draw of cards", OUTCOME_AFTER),
            example(
                "Report the outcome of five states",
                "clowder generate raft-state --seed 7 --count 5 | clowder outcome raft --jsonl",
            ),
        ],
        statuses: APPLIED,
        see_also: &["apply raft", "legal-moves raft"],
    },
    Page {
        command: "outcome GAME",
        operands: &[
            SAVED_GAME,
            Operand {
                name: "MOVE",
                required: false,
                repeated: false,
                help: "A move that is applied before the outcome is reported",
            },
        ],
        reads: "states or saved games, and at most one move for each",
        writes: "the outcome for the first player (the game continues, is won, is lost or is a draw) with the reason",
        examples: &[
            example(
                "Report how a saved game ended",
                "clowder generate game-record --game GAME --seed 1 | clowder outcome GAME",
            ),
            example(
                "Report the outcome after two moves",
                "clowder generate game-record --game GAME --seed 1 | clowder outcome GAME --ply 2",
            ),
            example(
                "Write the result and the scores as JSON",
                "clowder generate game-record --game GAME --seed 1 | clowder outcome GAME --format json",
            ),
        ],
        statuses: APPLIED,
        see_also: &["apply GAME", "bot verify"],
    },
    Page {
        command: "perft",
        operands: &[STATE],
        reads: "states of Race to the Raft",
        writes: "the number of action sequences of the given length",
        examples: &[
            example(
                "Count the sequences of one action",
                "clowder generate raft-state --seed 7 | clowder perft --depth 1",
            ),
            example(
                "Count the sequences of two actions",
                "clowder generate raft-state --seed 7 | clowder perft --depth 2",
            ),
            example(
                "Count the sequences for several states",
                "clowder generate raft-state --seed 7 --count 3 | clowder perft --depth 1 --jsonl",
            ),
        ],
        statuses: READ,
        see_also: &["legal-moves raft"],
    },
    Page {
        command: "generate",
        operands: &[],
        reads: "nothing",
        writes: "random strings, one per line",
        examples: &[
            example("Generate three hands", "clowder generate hand --count 3 --seed 1"),
            example("Generate a challenge with one solution", UNIQUE_CHALLENGE),
            example("Generate states and validate them", FIVE_STATES),
        ],
        statuses: &["the strings were written"],
        see_also: &["kinds", "challenges", "validate"],
    },
    Page {
        command: "generate penguins-challenge",
        operands: &[],
        reads: "nothing",
        writes: "challenges that have a solution, one per line",
        examples: &[
            example("Generate a challenge with exactly one solution", UNIQUE_CHALLENGE),
            example(
                "Generate a hard challenge",
                "clowder generate penguins-challenge --unique --hardness 4 --seed 1",
            ),
            example(
                "Generate a challenge and solve it",
                "clowder generate penguins-challenge --seed 1 | clowder solve penguins",
            ),
        ],
        statuses: &[
            "the challenges were written",
            "there are fewer challenges with these properties than --count requests",
        ],
        see_also: &["solve penguins", "challenges"],
    },
    Page {
        command: "generate region",
        operands: &[],
        reads: "nothing",
        writes: "regions; with --unique, --level or --pieces, also the pieces that tile them",
        examples: &[
            example("Generate a region", "clowder generate region --seed 1"),
            example(
                "Generate a puzzle with one solution",
                "clowder generate region --unique --level easy --seed 1",
            ),
            example(
                "Generate a region that three pieces tile in exactly one way",
                "clowder generate region --unique --pieces 3 --seed 1",
            ),
        ],
        statuses: &["the regions were written"],
        see_also: &["pentomino tile", "generate penguins-challenge"],
    },
    Page {
        command: "generate raft-state",
        operands: &[],
        reads: "nothing",
        writes: "states from random games, one per line",
        examples: &[
            example("Generate a state", "clowder generate raft-state --seed 7"),
            example(
                "Generate a state and draw it",
                "clowder generate raft-state --seed 7 | clowder render state",
            ),
            example("Generate states and validate them", FIVE_STATES),
        ],
        statuses: &["the states were written"],
        see_also: &["generate raft-game", "legal-moves raft"],
    },
    Page {
        command: "generate raft-game",
        operands: &[],
        reads: "nothing",
        writes: "one `raft-record` per game or, with --steps, one JSON object per step",
        examples: &[
            example("Generate a game", "clowder generate raft-game --seed 7"),
            example(
                "Generate the steps of a game, with the states",
                "clowder generate raft-game --seed 7 --steps | tail -1",
            ),
            example(
                "Let the greedy player play an official challenge",
                "clowder generate raft-game --player greedy --challenge 1 --seed 7",
            ),
            example(
                "Write a page that replays a game",
                "clowder generate raft-game --seed 7 | clowder render raft-record -o game.html",
            ),
        ],
        statuses: &["the games were written"],
        see_also: &["generate raft-state", "render"],
    },
    Page {
        command: "generate deals",
        operands: &[],
        reads: "nothing",
        writes: "starting states of a bot game, one per line",
        examples: &[
            example(
                "Generate three deals",
                "clowder generate deals --game arboretum --seed 1 --count 3 > deals.jsonl",
            ),
            example(
                "Play each of these deals twice, the second time with the seats exchanged",
                "clowder bot match --game arboretum --seed 1 --deals deals.jsonl --bot greedy='clowder bot play greedy --game arboretum' --bot random='clowder bot play random --game arboretum'",
            ),
            example(
                "List the moves that are legal in a deal",
                "head -1 deals.jsonl | clowder legal-moves arboretum",
            ),
        ],
        statuses: &["the states were written"],
        see_also: &["bot match", "bot tournament"],
    },
    Page {
        command: "generate cases",
        operands: &[],
        reads: "nothing",
        writes: "test cases with their answers, one JSON object per line, in the form that `grade` reads",
        examples: &[
            example("Generate five cases of different suites", "clowder generate cases --seed 1 --count 5"),
            example(
                "Generate cases of one suite",
                "clowder generate cases --suite isGameOver --seed 1 --count 5",
            ),
            example(
                "Check generated cases",
                "clowder generate cases --seed 1 --count 20 | clowder grade --self",
            ),
        ],
        statuses: &["the cases were written"],
        see_also: &["grade"],
    },
    Page {
        command: "generate KIND",
        operands: &[],
        reads: "nothing",
        writes: "random strings of the kind, one per line",
        examples: &[
            example("Generate a string", "clowder generate KIND --seed 1"),
            example(
                "Generate three strings and validate them",
                "clowder generate KIND --seed 1 --count 3 --format json | clowder validate KIND --jsonl",
            ),
            example(
                "Generate a string and explain it",
                "clowder generate KIND --seed 1 | clowder explain KIND -",
            ),
        ],
        statuses: &["the strings were written"],
        see_also: &["kinds", "validate"],
    },
];
