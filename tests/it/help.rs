//! The help of the program, of every verb and of every subcommand.

use crate::support::{run, snapshot};

/// The program, 20 verbs and 28 subcommands.
pub(crate) const SCREENS: [&str; 49] = [
    "",
    "validate",
    "canon",
    "explain",
    "render",
    "kinds",
    "codes",
    "challenges",
    "diff",
    "setup",
    "apply",
    "legal-moves",
    "outcome",
    "solve",
    "pentomino",
    "generate",
    "perft",
    "bot",
    "grade",
    "completions",
    "man",
    "apply penguins",
    "apply raft",
    "apply tictactoe",
    "apply arboretum",
    "legal-moves penguins",
    "legal-moves raft",
    "legal-moves tictactoe",
    "legal-moves arboretum",
    "outcome raft",
    "outcome tictactoe",
    "outcome arboretum",
    "solve penguins",
    "pentomino list",
    "pentomino show",
    "pentomino name",
    "pentomino orient",
    "pentomino place",
    "pentomino tile",
    "generate penguins-challenge",
    "generate raft-state",
    "generate raft-game",
    "generate cases",
    "bot play",
    "bot check",
    "bot match",
    "bot tournament",
    "bot replay",
    "bot verify",
];

/// The commands that a help screen lists, each with the words before it.
fn listed(before: &str, screen: &str) -> Vec<String> {
    let Some((_, list)) = screen.split_once("\nCommands:\n") else { return Vec::new() };
    let lines = list.lines().take_while(|line| !line.is_empty());
    // The second and later lines of a description begin further to the right.
    let names =
        lines.filter(|line| !line.starts_with("   ")).map(|line| line.split_whitespace().next().unwrap());
    names.map(|name| format!("{before} {name}").trim_start().to_owned()).collect()
}

#[test]
fn every_help_screen_is_as_it_was_reviewed() {
    let mut found = vec![String::new()];
    let mut next = 0;
    while next < found.len() {
        let words: Vec<&str> = found[next].split_whitespace().collect();
        let (status, screen, errors) = run(&[&words[..], &["--help"]].concat(), "");
        assert_eq!((status, errors.as_str()), (0, ""), "{words:?}");
        let name = [&["help"][..], &words].concat().join("-");
        snapshot(&name, &screen);
        found.extend(listed(&found[next], &screen));
        next += 1;
    }
    assert_eq!(found, SCREENS);
}
