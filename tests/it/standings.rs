//! Tests how standings and cross tables of tournaments are printed.

use crate::support::{clowder, snapshot};

/// Prints a tournament between four bots, one of which makes only illegal moves, while another exits in its first
/// turn.
fn tournament(options: &[&str]) -> String {
    let own = env!("CARGO_BIN_EXE_clowder");
    let zoo = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/zoo/bot.py");
    let mut command = clowder();
    command.args(["bot", "tournament", "--game", "tictactoe", "--seed", "7", "--no-timing"]);
    if !options.contains(&"--games") {
        command.args(["--games", "4"]);
    }
    // These limits are so high that no bot reaches them even on a busy machine.
    command.args(["--start-limit", "60000", "--move-limit", "20000"]);
    for bot in ["perfect", "greedy"] {
        command.args(["--bot", &format!("{bot}='{own}' bot play {bot} --game tictactoe")]);
    }
    for (name, mode) in
        [("evil \x1b[31m\u{202e}", "move-far"), ("a name of more than 24 letters", "exit-in-turn")]
    {
        command.args(["--bot", &format!("{name}=python3 -S '{zoo}' {mode}")]);
    }
    let output = command.args(options).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_standings_and_the_cross_table_are_as_reviewed() {
    for (name, options) in [
        ("standings-round-robin", &[][..]),
        ("standings-ascii", &["--ascii"]),
        ("standings-coloured", &["--color", "always"]),
        ("standings-plain", &["--format", "plain"]),
        ("standings-json", &["--format", "json"]),
        ("standings-knockout", &["--type", "knockout"]),
        ("standings-gauntlet", &["--type", "gauntlet"]),
        ("standings-paired", &["--paired"]),
        ("standings-paired-ascii", &["--paired", "--ascii", "--games", "3"]),
        ("standings-paired-json", &["--paired", "--format", "json"]),
    ] {
        snapshot(name, &tournament(options).replace('\x1b', "␛"));
    }
}
