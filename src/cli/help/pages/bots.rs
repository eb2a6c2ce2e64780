//! The help pages of the verbs for programs that play.

use crate::cli::help::page::{Page, example, negative};

// Texts that several pages have in common.
const CHECK: &str = "clowder bot check --game tictactoe --seed 1 -- clowder bot play greedy --game tictactoe";
const VERIFY: &str = "clowder generate game-record --game tictactoe --seed 1 | clowder bot verify -";

pub(super) const PAGES: &[Page] = &[
    Page {
        command: "bot",
        operands: &[],
        reads: "the replies of programs that follow the bot protocol, and saved games",
        writes: "reports, tables and saved games",
        examples: &[
            example("Check a bot", CHECK),
            example(
                "Play two bots against each other",
                "clowder bot match --game tictactoe --seed 1 --bot greedy='clowder bot play greedy --game tictactoe' --bot random='clowder bot play random --game tictactoe'",
            ),
            example("Verify a saved game", VERIFY),
        ],
        statuses: &["the job was done, and every check passed", "a check failed"],
        see_also: &["apply", "legal-moves", "schema"],
    },
    Page {
        command: "bot play",
        operands: &[],
        reads: "requests of the bot protocol from standard input or, with --human, your moves",
        writes: "one reply per request",
        examples: &[
            example(
                "Answer the requests of a referee",
                "clowder generate bot-request --game tictactoe --seed 1 | clowder bot play greedy --game tictactoe",
            ),
            example(
                "Let the strongest bot for Arboretum simulate 50 games for each move",
                "clowder generate bot-request --game arboretum --seed 1 | clowder bot play expert --game arboretum --rollouts 50 --seed 1",
            ),
            example(
                "Play against the strongest built-in bot (`q` ends the game)",
                "echo q | clowder bot play --human --game tictactoe --seed 1",
            ),
            example(
                "Let a weak bot make the first move",
                "echo q | clowder bot play random --human --second --game tictactoe --seed 1",
            ),
            example(
                "Save the game in a directory if you play it to the end",
                "echo q | clowder bot play first --human --game tictactoe --seed 1 --out mine",
            ),
        ],
        statuses: &["the input has ended, or the game was ended"],
        see_also: &["bot match", "bot check"],
    },
    Page {
        command: "bot check",
        operands: &[],
        reads: "the replies of the program",
        writes: "the result of each check, and the response times",
        examples: &[
            example("Check a bot", CHECK),
            example(
                "Write the report as JSON",
                "clowder bot check --game tictactoe --seed 1 --format json -- clowder bot play random --game tictactoe",
            ),
            negative(
                "See the report on a program that does not answer",
                "clowder bot check --game tictactoe --seed 1 -- true",
            ),
        ],
        statuses: &["every check passed", "a check failed"],
        see_also: &["bot match", "bot play"],
    },
    Page {
        command: "bot match",
        operands: &[],
        reads: "the replies of both programs",
        writes: "a table with the results and, with --out, files with the games and messages",
        examples: &[
            example(
                "Play four games",
                "clowder bot match --game tictactoe --games 4 --seed 1 --bot greedy='clowder bot play greedy --game tictactoe' --bot random='clowder bot play random --game tictactoe'",
            ),
            example(
                "Keep the games in a directory",
                "clowder bot match --game tictactoe --seed 1 --out saved --bot greedy='clowder bot play greedy --game tictactoe' --bot random='clowder bot play random --game tictactoe'",
            ),
            example("Verify the games that were kept", "clowder bot verify saved"),
            example(
                "Stop as soon as a statistical test decides between two differences in strength",
                "clowder bot match --game arboretum --seed 1 --sprt elo0=0,elo1=200 --bot greedy='clowder bot play greedy --game arboretum' --bot first='clowder bot play first --game arboretum'",
            ),
        ],
        statuses: &["the games were played"],
        see_also: &["bot tournament", "bot verify", "bot replay"],
    },
    Page {
        command: "bot tournament",
        operands: &[],
        reads: "the replies of the programs",
        writes: "a table with the results and ratings and, with --out, files with the games and messages",
        examples: &[
            example(
                "Play a round robin",
                "clowder bot tournament --game tictactoe --seed 1 --bot greedy='clowder bot play greedy --game tictactoe' --bot random='clowder bot play random --game tictactoe' --bot perfect='clowder bot play perfect --game tictactoe'",
            ),
            example(
                "Read the bots from a file, and keep the games in a directory",
                "echo '[{\"identifier\":\"one\",\"command\":[\"clowder\",\"bot\",\"play\",\"greedy\",\"--game\",\"tictactoe\"]},{\"identifier\":\"two\",\"command\":[\"clowder\",\"bot\",\"play\",\"random\",\"--game\",\"tictactoe\"]}]' > bots.json; clowder bot tournament --game tictactoe --seed 1 --type knockout --bots bots.json --out cup",
            ),
            example("Continue a tournament that was interrupted", "clowder bot tournament --resume cup"),
            example("Watch a tournament from another terminal", "clowder bot tournament --follow cup"),
        ],
        statuses: &["the games were played"],
        see_also: &["bot match", "bot verify"],
    },
    Page {
        command: "bot rate",
        operands: &[],
        reads: "the journals of runs that were started with --out",
        writes: "a table with the ratings of all bots, their 95 % confidence intervals, and their games",
        examples: &[
            example(
                "Play a match, keep the games, and rate the bots",
                "clowder bot match --game tictactoe --seed 1 --games 4 --out one --bot greedy='clowder bot play greedy --game tictactoe' --bot random='clowder bot play random --game tictactoe'; clowder bot rate one",
            ),
            example(
                "Play a second match, and rate the three bots together",
                "clowder bot match --game tictactoe --seed 2 --games 4 --out two --bot perfect='clowder bot play perfect --game tictactoe' --bot random='clowder bot play random --game tictactoe'; clowder bot rate one two",
            ),
            example("Write the ratings as JSON", "clowder bot rate one two --format json"),
        ],
        statuses: &["the table was written"],
        see_also: &["bot match", "bot tournament"],
    },
    Page {
        command: "bot new",
        operands: &[],
        reads: "nothing",
        writes: "a file with the bot; on standard output, the commands that build and check the bot; on standard error, the next steps",
        examples: &[
            example("Write a bot in Python", "clowder bot new --lang python --game tictactoe"),
            example("Check the new bot", "clowder bot check --game tictactoe --seed 1 -- python3 bot.py"),
            example(
                "Write a bot in C to another directory",
                "clowder bot new --lang c --game arboretum --dir c-bot",
            ),
        ],
        statuses: &["the file was written"],
        see_also: &["bot protocol", "bot check", "bot match"],
    },
    Page {
        command: "bot protocol",
        operands: &[],
        reads: "nothing",
        writes: "the description of the protocol in Markdown",
        examples: &[
            example("Read about the protocol", "clowder bot protocol"),
            example("Show only the messages of Arboretum", "clowder bot protocol arboretum"),
            example(
                "Count the messages in the example of tic-tac-toe",
                "clowder bot protocol tictactoe | grep -c ' > '",
            ),
        ],
        statuses: &["the description was written"],
        see_also: &["bot new", "bot check", "bot play"],
    },
    Page {
        command: "bot replay",
        operands: &[],
        reads: "a saved game",
        writes: "the game move by move; on a terminal, you can step through it with keys",
        examples: &[
            example(
                "Print every position",
                "clowder generate game-record --game tictactoe --seed 1 | clowder bot replay - --all",
            ),
            example(
                "Write a page that replays the game",
                "clowder generate game-record --game tictactoe --seed 1 | clowder bot replay - -o game.html",
            ),
            example(
                "Write every position as JSON",
                "clowder generate game-record --game tictactoe --seed 1 | clowder bot replay - --format json",
            ),
            example(
                "Write a page that replays a game of Race to the Raft",
                "clowder generate raft-game --seed 1 | clowder bot replay - -o raft.html",
            ),
        ],
        statuses: &["the game was shown", "the saved game is invalid"],
        see_also: &["bot verify", "render"],
    },
    Page {
        command: "bot salvage",
        operands: &[],
        reads: "the journal in the directory of a match or tournament",
        writes: "the records that were dropped and the number of games that were kept",
        examples: &[
            example(
                "Check the journal of a match. Nothing is changed if no record is damaged",
                "clowder bot match --game tictactoe --seed 1 --out saved --bot greedy='clowder bot play greedy --game tictactoe' --bot random='clowder bot play random --game tictactoe' --format json; clowder bot salvage saved",
            ),
            negative(
                "Remove a record whose end is missing",
                "clowder bot match --game tictactoe --games 2 --seed 1 --out cut --bot greedy='clowder bot play greedy --game tictactoe' --bot random='clowder bot play random --game tictactoe' --format json; truncate -s -5 cut/journal.jsonl; clowder bot salvage cut",
            ),
            example("Continue the match, and play the dropped game again", "clowder bot match --resume cut"),
            example(
                "Write the games of a match to a new directory as saved games, even if the plan in the journal is damaged",
                "clowder bot salvage saved --extract games",
            ),
        ],
        statuses: &["the journal is not damaged", "the journal was damaged"],
        see_also: &["bot match", "bot verify"],
    },
    Page {
        command: "bot verify",
        operands: &[],
        reads: "saved games, from files, directories or standard input",
        writes: "the errors of each game, and the number of games that agree with the rules",
        examples: &[
            example("Verify a saved game", VERIFY),
            example(
                "Verify several games in one file",
                "clowder generate game-record --game tictactoe --seed 1 --count 3 > games.jsonl; clowder bot verify games.jsonl",
            ),
            example(
                "Verify a directory",
                "mkdir -p saved; clowder generate game-record --game tictactoe --seed 1 > saved/1.json; clowder bot verify saved",
            ),
            example(
                "Verify a game of Race to the Raft",
                "clowder generate raft-game --seed 1 | clowder bot verify -",
            ),
        ],
        statuses: &["every game agrees with the rules", "a game does not agree with the rules"],
        see_also: &["bot replay", "bot match"],
    },
];
