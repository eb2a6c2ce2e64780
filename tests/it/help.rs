//! Tests the help of the program, of every verb and of every subcommand.

#[cfg(arena)]
use crate::support::{run, snapshot};
use clowder::games::GameName;

/// The program, 22 verbs and 26 subcommands, of which three are repeated for each bot game.
const SCREENS: [&str; 49] = [
    "",
    "validate",
    "canon",
    "explain",
    "render",
    "identify",
    "kinds",
    "codes",
    "schema",
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
    "apply GAME",
    "legal-moves penguins",
    "legal-moves raft",
    "legal-moves GAME",
    "outcome raft",
    "outcome GAME",
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
    "generate deals",
    "generate cases",
    "bot play",
    "bot check",
    "bot match",
    "bot tournament",
    "bot replay",
    "bot verify",
];

/// Returns the words of every command.
pub(crate) fn screens() -> impl Iterator<Item = String> {
    SCREENS.into_iter().flat_map(|words| {
        let games: Vec<_> = GameName::ALL.into_iter().filter(|_| words.ends_with("GAME")).collect();
        let once = games.is_empty().then(|| words.to_owned());
        once.into_iter().chain(games.into_iter().map(|game| words.replace("GAME", game.name())))
    })
}

/// Returns a help screen, or the words before it, with `GAME` for each name of a game and one line for all games in a
/// list of commands. Therefore, no snapshot depends on the list of games.
#[cfg(arena)]
fn without_games(text: &str) -> String {
    let listed = GameName::ALL.map(GameName::name).join(", ");
    let mut text = text.replace(&listed, "GAME, ...");
    for game in GameName::ALL {
        text = text.replace(game.name(), "GAME").replace(&format!(" of {}", game.title()), " of TITLE");
    }
    if !text.contains("\n  GAME  ") {
        return text;
    }
    // The descriptions are aligned with the longest name.
    let mut lines: Vec<String> = Vec::new();
    for line in text.split('\n') {
        let command = line.strip_prefix("  ").filter(|rest| rest.starts_with(char::is_alphabetic));
        let line = match command.and_then(|rest| rest.split_once("  ")) {
            Some((name, about)) => format!("  {name}  {}", about.trim_start()),
            None => line.to_owned(),
        };
        if !(line.starts_with("  GAME  ") && lines.last() == Some(&line)) {
            lines.push(line);
        }
    }
    lines.join("\n")
}

/// Returns the commands that a help screen lists, each with the words before it.
#[cfg(arena)]
fn listed(before: &str, screen: &str) -> Vec<String> {
    let Some((_, list)) = screen.split_once("\nCommands:\n") else { return Vec::new() };
    let lines = list.lines().take_while(|line| !line.is_empty());
    // The second and later lines of a description begin further to the right.
    let names =
        lines.filter(|line| !line.starts_with("   ")).map(|line| line.split_whitespace().next().unwrap());
    names.map(|name| format!("{before} {name}").trim_start().to_owned()).collect()
}

#[cfg(arena)]
#[test]
fn every_help_screen_is_as_reviewed() {
    let mut found = vec![String::new()];
    let mut next = 0;
    while next < found.len() {
        let words: Vec<&str> = found[next].split_whitespace().collect();
        let (status, screen, errors) = run(&[&words[..], &["--help"]].concat(), "");
        assert_eq!((status, errors.as_str()), (0, ""), "{words:?}");
        let name = without_games(&[&["help"][..], &words].concat().join("-"));
        snapshot(&name, &without_games(&screen));
        found.extend(listed(&found[next], &screen));
        next += 1;
    }
    assert_eq!(found, screens().collect::<Vec<_>>());
}
