//! The verbs that solve puzzles.

use crate::cli::help::page::{Page, example, negative};

pub(super) const PAGES: &[Page] = &[
    Page {
        command: "solve",
        operands: &[],
        reads: "challenges",
        writes: "each solution on a line of its own",
        examples: &[
            example("Solve a challenge of Penguins Pool Party", "clowder solve penguins 20113123"),
            example(
                "Solve all official challenges",
                "clowder challenges --penguins --format plain | clowder solve penguins --lines --format plain",
            ),
            negative("See why a challenge has no solution", "clowder solve penguins 00102030"),
        ],
        statuses: &["every challenge has a solution", "a challenge has no solution or is invalid"],
        see_also: &["challenges", "legal-moves", "pentomino tile"],
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
            example("Draw the solutions", "clowder solve penguins 20113123 -o solutions.html"),
        ],
        statuses: &["every challenge has a solution", "a challenge has no solution or is invalid"],
        see_also: &["challenges", "generate penguins-challenge", "legal-moves penguins"],
    },
    Page {
        command: "pentomino",
        operands: &[],
        reads: "shapes and regions",
        writes: "facts about shapes, and tilings",
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
        writes: "the picture, the symmetry and the number of orientations of each shape",
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
        reads: "a shape, from an argument, a file or standard input",
        writes: "its picture, its symmetry and its orientations",
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
        reads: "a shape, from an argument, a file or standard input",
        writes: "the name of the shape, if it is a tetromino, a pentomino or a hexomino with a name",
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
        reads: "a shape, from an argument, a file or standard input",
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
            example("Turn it first", "clowder pentomino place L 0203 6x10 --flip T --turn E"),
            negative("See why a shape does not fit", "clowder pentomino place I 0400 6x10"),
        ],
        statuses: &["the shape fits", "the shape does not fit, or an argument is invalid"],
        see_also: &["pentomino orient", "pentomino tile"],
    },
    Page {
        command: "pentomino tile",
        operands: &[],
        reads: "a region, and with --pieces the pieces",
        writes: "each tiling as a picture, or the number of tilings",
        examples: &[
            example("Find one tiling of a rectangle", "clowder pentomino tile 6x10 --first"),
            example("Count the tilings", "clowder pentomino tile 3x20 --count"),
            example("Tile a small region with three pieces", "clowder pentomino tile 3x5 --pieces VLP"),
            example("Draw a tiling", "clowder pentomino tile 6x10 --first -o tiling.svg"),
        ],
        statuses: &["there is a tiling", "there is no tiling, or an argument is invalid"],
        see_also: &["pentomino list", "solve"],
    },
];
