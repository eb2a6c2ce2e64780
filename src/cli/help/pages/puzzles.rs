//! The help pages of the verbs that solve puzzles.

use crate::cli::help::page::{Operand, Page, example, negative};

// Texts that several pages have in common.
const SHAPE: &str = "a shape, from an argument, a file or standard input";
const UNSOLVED: &str = "a challenge has no solution or is invalid";
const PLAYED: &str = "a person played the game, or the player chosen with --player won";
const NOT_PLAYED: &str = "the challenge is invalid, or the player chosen with --player lost the game";
const BEST_DRAW: &str = "clowder setup 1 --seed 1 | clowder solve raft - --rollouts 10 --seed 1";
const FIRST_STEPS: &str = "clowder play raft 'First steps' --seed 1";

pub(super) const PAGES: &[Page] = &[
    Page {
        command: "solve",
        operands: &[],
        reads: "challenges or states of Penguins Pool Party, or states of Race to the Raft",
        writes: "each solution on a line of its own, or the best action with its reason",
        examples: &[
            example("Solve a challenge of Penguins Pool Party", "clowder solve penguins 20113123"),
            example("Get a hint for the first draw of a game", BEST_DRAW),
            example(
                "Solve all official challenges",
                "clowder challenges --penguins --format plain | clowder solve penguins --lines --format plain",
            ),
            negative("See why a challenge has no solution", "clowder solve penguins 00102030"),
        ],
        statuses: &["every challenge has a solution", UNSOLVED],
        see_also: &["challenges", "legal-moves", "pentomino tile"],
    },
    Page {
        command: "solve raft",
        operands: &[Operand {
            name: "STATE",
            required: false,
            repeated: false,
            help: "The state (`-` for standard input, `@PATH` for a file) [default: standard input]",
        }],
        reads: "states of Race to the Raft",
        writes: "the best action with its reason, a table of the best actions with their estimated chances of winning and \
                 95 % confidence intervals, and a picture that shows the way of each cat to the raft",
        examples: &[
            example("Find the best draw at the beginning of a game", BEST_DRAW),
            example(
                "Find the best place for a fire tile that was drawn",
                "clowder setup 1 --seed 1 | clowder apply raft - A3B3 --seed 1 | clowder solve raft - --tile c --time 200ms --seed 1",
            ),
            example(
                "Print only the action, for a shell script",
                "clowder setup 5 --seed 1 | clowder solve raft - --rollouts 10 --seed 1 --plain",
            ),
        ],
        statuses: &["an action was found", "the state is invalid, or the game is over"],
        see_also: &["legal-moves raft", "outcome raft", "play raft"],
    },
    Page {
        command: "play",
        operands: &[],
        reads: "a challenge, and the actions of the player from standard input",
        writes: "the board, the hand and the outcome",
        examples: &[
            example("Play a game", FIRST_STEPS),
            example(
                "Let a built-in player play a game",
                "clowder play raft 'First steps' --player random --seed 2 || true",
            ),
            example(
                "Draw a hand and ask for a hint",
                "printf '1\\n?\\nq\\n' | clowder play raft 1 --seed 1 --rollouts 8",
            ),
        ],
        statuses: &[PLAYED, NOT_PLAYED],
        see_also: &["challenges", "solve raft", "bot play"],
    },
    Page {
        command: "play raft",
        operands: &[],
        reads: "a challenge, and one action per line from standard input. A line can also be the number of an action, `?` \
                for a hint, `u` to undo the last step, `s FILE` to save, `l` to list all legal actions, or `q` to end",
        writes: "the board, the hand and the tile before each action, and the outcome",
        examples: &[
            example("Play a game", FIRST_STEPS),
            example(
                "Let the greedy player play a game",
                "clowder play raft 1 --player greedy --seed 2 || true",
            ),
            example(
                "Draw a hand, undo the draw, and end",
                "printf '1\\nu\\nq\\n' | clowder play raft 'First steps' --seed 1",
            ),
            example(
                "Save the beginning of a game and explain it",
                "printf '1\\ns begun.json\\n' | clowder play raft 1 --seed 1 && clowder explain raft-record @begun.json",
            ),
        ],
        statuses: &[PLAYED, NOT_PLAYED],
        see_also: &["generate raft-game", "setup", "solve raft"],
    },
    Page {
        command: "solve penguins",
        operands: &[],
        reads: "challenges or states of Penguins Pool Party",
        writes: "each solution on a line of its own",
        examples: &[
            example("Find all solutions", "clowder solve penguins 20113123"),
            example("Continue from a block that is already placed", "clowder solve penguins 20113123:A321"),
            example(
                "Count the solutions of a challenge with few penguins",
                "clowder solve penguins 2011 --count",
            ),
            example("Show one forced block and the reason", "clowder solve penguins 20113123 --hint"),
            example("Draw the solutions", "clowder solve penguins 20113123 -o solutions.html"),
        ],
        statuses: &["every challenge has a solution", UNSOLVED],
        see_also: &["challenges", "generate penguins-challenge", "legal-moves penguins"],
    },
    Page {
        command: "pentomino",
        operands: &[],
        reads: "shapes and regions",
        writes: "facts about shapes, and tilings of regions",
        examples: &[
            example("Find one tiling of a rectangle", "clowder pentomino tile 6x10 --first"),
            example("Show a shape", "clowder pentomino show F"),
            example("List the twelve pentominoes", "clowder pentomino list"),
        ],
        statuses: &["the answer was written", "a shape or a region is invalid, or there is no tiling"],
        see_also: &["solve", "render"],
    },
    Page {
        command: "pentomino list",
        operands: &[],
        reads: "nothing",
        writes: "the rows, the symmetry and the number of orientations of each pentomino, or the rows and the name of each fire tile",
        examples: &[
            example("List the twelve pentominoes", "clowder pentomino list"),
            example("List the fire tiles of Race to the Raft", "clowder pentomino list --fire-tiles"),
            example("Print only the names", "clowder pentomino list --format plain"),
        ],
        statuses: &["the list was written"],
        see_also: &["pentomino show"],
    },
    Page {
        command: "pentomino show",
        operands: &[],
        reads: SHAPE,
        writes: "the picture, the symmetry and the orientations of the shape",
        examples: &[
            example("Show a pentomino", "clowder pentomino show F"),
            example("Show a shape that is given by its rows", "clowder pentomino show .XX/XX./.X."),
            example("Show a fire tile", "clowder pentomino show k"),
        ],
        statuses: &["the shape was shown", "the shape is invalid"],
        see_also: &["pentomino name", "pentomino orient"],
    },
    Page {
        command: "pentomino name",
        operands: &[],
        reads: SHAPE,
        writes: "the family of the shape (such as pentomino), its canonical string (a letter for a pentomino), and the fire tiles with this shape",
        examples: &[
            example("Name a shape", "clowder pentomino name .XX/XX./.X."),
            example("Name a shape from a pipe", "printf '.XX/XX./.X.' | clowder pentomino name"),
            example("Name a fire tile", "clowder pentomino name k"),
        ],
        statuses: &["the shape is valid", "the shape is invalid"],
        see_also: &["pentomino show", "pentomino list"],
    },
    Page {
        command: "pentomino orient",
        operands: &[],
        reads: SHAPE,
        writes: "each distinct orientation, with the letters for flip and turn",
        examples: &[
            example("List the orientations of a pentomino", "clowder pentomino orient F"),
            example("Show one orientation", "clowder pentomino orient F --flip T --turn E"),
            example("Print the letters only", "clowder pentomino orient I --format plain"),
        ],
        statuses: &["the orientations were written", "the shape is invalid"],
        see_also: &["pentomino place"],
    },
    Page {
        command: "pentomino place",
        operands: &[],
        reads: "a shape, a square and a region",
        writes: "a picture of the region with the shape at the square",
        examples: &[
            example("Place a pentomino", "clowder pentomino place I 0100 6x10"),
            example(
                "Flip and turn a pentomino, and place it",
                "clowder pentomino place L 0203 6x10 --flip T --turn E",
            ),
            negative("See why a shape does not fit", "clowder pentomino place I 0400 6x10"),
        ],
        statuses: &["the shape fits", "the shape does not fit, or an argument is invalid"],
        see_also: &["pentomino orient", "pentomino tile"],
    },
    Page {
        command: "pentomino tile",
        operands: &[],
        reads: "a region and, if --pieces is given, a list of pieces",
        writes: "each tiling as a picture, or the number of tilings",
        examples: &[
            example("Find one tiling of a rectangle", "clowder pentomino tile 6x10 --first"),
            example("Count the tilings", "clowder pentomino tile 3x20 --count"),
            example(
                "Count the tilings with any number of dominoes",
                "clowder pentomino tile 8x8 --pieces 'XX*' --count",
            ),
            example(
                "Show one forced piece and the reason",
                "printf '....\\n.###\\n' | clowder pentomino tile --pieces XX,XX/X. --hint",
            ),
            example("Draw a tiling", "clowder pentomino tile 6x10 --first -o tiling.svg"),
        ],
        statuses: &["there is a tiling", "there is no tiling, or an argument is invalid"],
        see_also: &["pentomino list", "generate region", "solve"],
    },
];
