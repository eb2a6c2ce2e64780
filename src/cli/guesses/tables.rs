//! The words that people guess, with their meanings.

use crate::notation::Kind;

/// Names that people guess for kinds, each with the kinds that the name can mean.
pub(super) const KINDS: &[(&str, &[Kind])] = &[
    ("cat", &[Kind::CatCard]),
    ("move", &[Kind::Action]),
    ("placement", &[Kind::Action, Kind::PenguinsPlacement]),
    ("bag", &[Kind::FireBag]),
    ("tile", &[Kind::FireTile]),
    ("solution", &[Kind::PenguinsSolution]),
    ("gamestate", &[Kind::State]),
    ("game-state", &[Kind::State]),
    ("raft-state", &[Kind::State]),
    ("raft-game", &[Kind::RaftRecord]),
    ("raft", &[Kind::RaftCard]),
    ("card", &[Kind::PathwayCard, Kind::CatCard, Kind::RaftCard]),
    ("cards", &[Kind::Hand, Kind::Decks]),
    ("deck", &[Kind::Decks]),
    ("game", &[Kind::GameRecord, Kind::RaftRecord]),
    ("record", &[Kind::GameRecord, Kind::RaftRecord]),
    ("penguin", PENGUINS),
    ("penguins", PENGUINS),
    ("pentomino", &[Kind::Polyomino]),
    ("tictactoe", BOT_GAME),
    ("arboretum", BOT_GAME),
    ("request", &[Kind::BotRequest]),
    ("reply", &[Kind::BotReply]),
];

/// The kinds that the name of Penguins Pool Party can mean.
const PENGUINS: &[Kind] =
    &[Kind::PenguinsChallenge, Kind::PenguinsSolution, Kind::PenguinsState, Kind::PenguinsBoard];

/// The kinds that the name of a bot game can mean.
const BOT_GAME: &[Kind] = &[Kind::GameRecord, Kind::BotRequest, Kind::BotReply];

/// Words, each with the commands that they can mean. The form of a command is described at `Choice::of`.
type Words = &'static [(&'static [&'static str], &'static [&'static str])];

/// Guessed verbs.
pub(super) const VERBS: Words = &[
    (&["fix", "repair", "correct"], &["validate --fix …", "canon …"]),
    (&["verify"], &["validate …", "bot verify …"]),
    (&["valid", "is-valid", "isvalid"], &["validate …"]),
    (&["parse", "read", "why"], &["validate …", "explain …"]),
    (&["decode", "translate"], &["explain …"]),
    (&["clean", "tidy", "standardize", "standardise", "convert"], &["canon …"]),
    (&["test"], &["validate …", "grade --self …", "bot check …"]),
    (&["svg", "png", "html"], &["render -o picture.svg …", "render …"]),
    (&["image", "paint", "plot"], &["render …"]),
    (&["export"], &["render -o picture.svg …", "canon …"]),
    (&["list", "ls"], &["kinds", "challenges", "codes", "pentomino list"]),
    (&["commands", "verbs", "how", "?", "/help", "/?", "-help"], &["help"]),
    (&["grammar", "syntax", "notation", "notations"], &["help …|board", "kinds"]),
    (&["kind"], &["identify …", "kinds"]),
    (&["search", "find"], &["codes …", "identify …"]),
    (&["rules", "rule"], &["help raft-record", "help penguins-solution", "bot protocol", "codes"]),
    (&["spec", "specification"], &["kinds", "bot protocol", "schema"]),
    (&["tile", "tiling", "tilings"], &["pentomino tile …"]),
    (&["rotate", "flip", "turn", "mirror", "orient", "orientations"], &["pentomino orient …"]),
    (&["shapes", "shape", "pieces"], &["pentomino list", "pentomino show …"]),
    (&["place"], &["pentomino place …", "apply …"]),
    (&["count"], &["pentomino tile --count …|6x10", "solve penguins --count …", "legal-moves …", "perft …"]),
    (&["best", "next", "suggest", "advise", "advice", "best-move", "bestmove"], &["solve …"]),
    (&["winner", "status", "over", "result", "game-over", "gameover"], &["outcome …"]),
    (&["score", "scores"], &["outcome …", "bot verify …", "bot replay …"]),
    (&["move", "do"], &["apply …", "legal-moves …", "validate action …"]),
    (&["available", "possible", "options"], &["legal-moves …"]),
    (&["undo", "redo", "save"], &["play raft …"]),
    (&["islands"], &["setup …"]),
    (&["match"], &["bot match …"]),
    (&["tournament", "league"], &["bot tournament …"]),
    (&["referee", "serve", "server", "simulate"], &["bot match …", "bot tournament …"]),
    (&["run", "exec", "debug", "benchmark"], &["bot check …", "bot match …", "grade …"]),
    (&["watch", "follow"], &["bot tournament --follow …", "bot match --follow …", "bot replay …"]),
    (&["resume", "continue"], &["bot tournament --resume …", "bot match --resume …"]),
    (&["replay"], &["bot replay …"]),
    (&["protocol"], &["bot protocol …"]),
    (&["rate", "ratings", "elo", "leaderboard", "ranking", "standings", "stats"], &["bot rate …"]),
    (&["new", "create", "init", "start"], &["generate …", "setup …", "play raft …", "bot new"]),
    (&["make", "sample"], &["generate …"]),
    (&["game", "games"], &["play raft", "bot play", "bot match"]),
    (&["cases", "tests", "testcases", "test-cases"], &["generate cases …", "grade …"]),
    (&["suites"], &["grade --suites"]),
    (&["template", "harness"], &["grade --template …|python"]),
    (&["autograde", "autograder", "assess", "evaluate"], &["grade …", "generate cases …"]),
    (&["gradescope"], &["grade --self --report gradescope=results.json …|cases.jsonl", "generate cases"]),
    (&["example", "examples"], &["generate …", "help …|board", "kinds"]),
    (&["docs", "tutorial", "usage", "learn", "quickstart"], &["help", "kinds", "codes"]),
];

/// Guessed subcommands of `bot`.
pub(super) const BOT_WORDS: Words = &[
    (&["test", "validate", "try"], &["bot check"]),
    (&["run", "start"], &["bot check", "bot match", "bot play"]),
    (&["fight", "duel", "versus", "vs", "against", "simulate"], &["bot match"]),
    (&["league", "cup", "knockout", "round-robin"], &["bot tournament"]),
    (&["elo", "ratings", "ladder", "leaderboard", "ranking", "standings", "stats"], &["bot rate"]),
    (&["create", "init", "generate", "template"], &["bot new"]),
    (&["docs", "rules", "spec", "schema", "messages"], &["bot protocol"]),
    (&["human", "me"], &["bot play --human --game tictactoe"]),
    (&["list", "ls", "names"], &["bot play"]),
    (&["watch", "show", "view"], &["bot replay"]),
    (&["repair", "fix", "recover"], &["bot salvage"]),
];

/// Words that can mean commands as well as a kind in `clowder help WORD`.
pub(super) const HELP: Words = &[
    (&["solution", "solutions"], &["solve penguins", "pentomino tile"]),
    (&["board", "boards"], &["render", "apply"]),
    (&["move", "moves"], &["legal-moves", "apply"]),
    (&["placement", "placements"], &["legal-moves", "apply penguins"]),
];

/// Returns the commands in a table to which a word belongs.
pub(super) fn commands(table: Words, word: &str) -> Option<&'static [&'static str]> {
    table.iter().find(|(words, _)| words.contains(&word)).map(|(_, commands)| *commands)
}

/// Returns true if a word is similar to a known word. `distance` is the number of edits between the two words.
pub(super) fn is_similar(word: &str, distance: usize) -> bool {
    word.len() >= 4 && distance <= 1 + word.len() / 8
}

/// Returns the guessed verb that is most similar to a word, if they differ in only a few letters.
pub(super) fn similar_verb(word: &str) -> Option<(&'static str, usize)> {
    let distance = |other: &str| strsim::damerau_levenshtein(other, word);
    let words = VERBS.iter().flat_map(|(words, _)| words.iter().copied());
    let nearest = words.min_by_key(|other| distance(other))?;
    is_similar(word, distance(nearest)).then(|| (nearest, distance(nearest)))
}
