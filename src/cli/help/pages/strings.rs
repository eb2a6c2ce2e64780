//! The help pages of the verbs that read strings of any kind, and of the verbs that list kinds, codes and schemas.

use crate::cli::help::page::{Operand, Page, example, negative};

// Texts that several pages have in common.
const STRINGS: &str = "strings, from arguments, files or standard input";

pub(super) const PAGES: &[Page] = &[
    Page {
        command: "validate",
        operands: &[],
        reads: STRINGS,
        writes: "`ok` or the errors of each string; in a batch, one JSON object per string",
        examples: &[
            example("Validate a hand of cards", "clowder validate hand AfhkBCDa"),
            negative(
                "See all errors of a wrong string",
                "clowder validate challenge LNSEF000800010104C00104R41203",
            ),
            example("Repair a string", "clowder validate hand --fix AkhfBCDa"),
            example(
                "Validate each line of standard input",
                "printf 'A6\\nB3D3\\n' | clowder validate draw --lines",
            ),
            negative("Let clowder find the kind, and write JSON", "clowder validate 20113199 --format json"),
        ],
        statuses: &["every string is valid", "a string is invalid"],
        see_also: &["codes", "kinds", "identify", "canon"],
    },
    Page {
        command: "canon",
        operands: &[],
        reads: STRINGS,
        writes: "the canonical string of each string, and warnings about everything that was repaired",
        examples: &[
            example("Sort the cards of a hand", "clowder canon hand AkhfBDaC"),
            example(
                "Repair each line of standard input",
                "printf 'D3A3\\nB6\\n' | clowder canon draw --lines --format plain",
            ),
            example(
                "Write the canonical string back to a file",
                "echo AkfBCD > hand.txt; clowder canon hand --write @hand.txt",
            ),
            negative(
                "Show what would change in a file",
                "echo AkfBCD > hand.txt; clowder canon hand --diff @hand.txt",
            ),
        ],
        statuses: &[
            "every string could be read (with --diff: every file is canonical)",
            "a string has an error that canon cannot repair (with --diff: or a file would change)",
        ],
        see_also: &["validate", "diff"],
    },
    Page {
        command: "explain",
        operands: &[
            Operand {
                name: "KIND",
                required: false,
                repeated: false,
                help: "The kind of the strings (see `clowder kinds`). If it is not given, the kind is found from the string. \
                       On a terminal, a kind without a string prints the page of the kind, like `clowder help KIND`",
            },
            Operand {
                name: "INPUT",
                required: false,
                repeated: true,
                help: "The string itself; `-` for standard input, `@PATH` for a file. Several strings are \
                       explained in order. With --file, the inputs are paths of files to read [default: standard input]",
            },
        ],
        reads: STRINGS,
        writes: "each part of a string, with its position and its meaning, or the page that describes a kind",
        examples: &[
            example(
                "Explain a challenge",
                "clowder explain challenge LNSNLASAF000300060012001506030903C000093030341203R11215",
            ),
            example("Explain a hand as JSON", "clowder explain hand AfhkBCDa --format json"),
            example("Explain a string of a kind that you do not know", "clowder explain 20113123"),
            example("List the squares that a card covers", "clowder explain action Ab1208S"),
            example("Read about the notation of a kind", "clowder help challenge"),
        ],
        statuses: &["every string could be read", "a string is invalid"],
        see_also: &["render", "identify", "kinds"],
    },
    Page {
        command: "render",
        operands: &[],
        reads: STRINGS,
        writes: "a picture of each string, as text or in a file",
        examples: &[
            example(
                "Draw a challenge",
                "clowder render challenge LNSNLASAF000300060012001506030903C000093030341203R11215",
            ),
            example(
                "Draw a pool with ASCII characters only",
                "clowder render penguins-challenge 20113123 --ascii",
            ),
            example("Write the picture to a file", "clowder render penguins-challenge 20113123 -o pool.svg"),
            example(
                "Draw the starting state of an official challenge",
                "clowder setup 1 --seed 1 | clowder render state",
            ),
        ],
        statuses: &["every string was drawn", "a string is invalid"],
        see_also: &["explain", "diff"],
    },
    Page {
        command: "identify",
        operands: &[],
        reads: STRINGS,
        writes: "the kinds that fit each string, the best one first, with the reason why each kind was chosen",
        examples: &[
            example("Find the kind of a string", "clowder identify 20113123"),
            example("List only the names of the kinds", "clowder identify A6 --format plain"),
            example(
                "Identify each line of standard input",
                "printf 'A6\\n20113123\\n' | clowder identify --lines --format plain",
            ),
            negative("See which kinds come nearest to a wrong string", "clowder identify 2011312x"),
        ],
        statuses: &["every string fits a kind", "a string does not fit any kind"],
        see_also: &["kinds", "validate"],
    },
    Page {
        command: "diff",
        operands: &[
            Operand {
                name: "KIND",
                required: false,
                repeated: false,
                help: "The kind of both strings: see `clowder kinds`. If it is not given, the kind is found from the strings",
            },
            Operand {
                name: "EXPECTED",
                required: true,
                repeated: false,
                help: "The expected string (`-` for standard input, `@PATH` for a file); with --dir, the expected directory",
            },
            Operand {
                name: "ACTUAL",
                required: true,
                repeated: false,
                help: "The actual string, given in the same way; with --dir, the actual directory",
            },
        ],
        reads: "two strings, from arguments, files or standard input; with --dir, the files of two directories",
        writes: "each difference between their values and, for boards, a picture",
        examples: &[
            negative("Compare two hands", "clowder diff hand AfhkBCDa AfhBCDab"),
            example("See that the order does not matter", "clowder diff hand AfhkBCDa AkhfBCDa"),
            negative(
                "Compare a string with the contents of a file",
                "echo B3A3 > draw.txt; clowder diff draw A3C3 @draw.txt",
            ),
        ],
        statuses: &["both strings have the same value", "the strings differ, or one of them is invalid"],
        see_also: &["canon", "render"],
    },
    Page {
        command: "kinds",
        operands: &[],
        reads: "nothing",
        writes: "each kind with its description and an example",
        examples: &[
            example("List the kinds", "clowder kinds"),
            example("List only the names of the kinds", "clowder kinds --format plain"),
            example("Read about the notation of a kind", "clowder help hand"),
        ],
        statuses: &["the list was written"],
        see_also: &["explain", "identify", "generate"],
    },
    Page {
        command: "codes",
        operands: &[],
        reads: "nothing",
        writes: "the error codes, or a lesson about one of them with a wrong and a right example",
        examples: &[
            example("Explain a code", "clowder codes challenge/overlap"),
            example("List the codes of a kind", "clowder codes hand"),
            example("Search for a word", "clowder codes island rotation"),
        ],
        statuses: &["the list or the lesson was written"],
        see_also: &["validate", "kinds"],
    },
    Page {
        command: "schema",
        operands: &[],
        reads: "nothing",
        writes: "a JSON Schema, or the names of all schemas",
        examples: &[
            example("List the schemas", "clowder schema"),
            example("Print the schema of the results of `validate`", "clowder schema result"),
            example("Write the schema of a test case to a file", "clowder schema case > case.schema.json"),
        ],
        statuses: &["the schema was written"],
        see_also: &["validate", "grade"],
    },
];
