//! Compares the output of `pentomino` with snapshots.

use crate::support::{run, snapshot};

/// Compares the output of some commands, each after its command line, with a snapshot.
fn session(name: &str, commands: &[&[&str]]) {
    let mut text = String::new();
    for arguments in commands {
        let shown = arguments.iter().map(|word| word.replace('\n', "\\n"));
        text.push_str(&format!("$ clowder pentomino {}\n", shown.collect::<Vec<_>>().join(" ")));
        let (status, out, err) = run(&[&["pentomino"], *arguments].concat(), "");
        text.push_str(&out.replace('\x1b', "␛"));
        text.push_str(&err);
        if status != 0 {
            text.push_str(&format!("[{status}]\n"));
        }
        text.push('\n');
    }
    snapshot(name, &text);
}

#[test]
fn list() {
    session(
        "pentomino-list",
        &[
            &["list"],
            &["list", "--format", "plain"],
            &["list", "--fire-tiles"],
            &["list", "--format", "json"],
        ],
    );
}

#[test]
fn show() {
    let names = ["F", "I", "L", "N", "P", "T", "U", "V", "W", "X", "Y", "Z"];
    let commands = names.map(|name| ["show", name]);
    session("pentomino-show", &commands.each_ref().map(|command| &command[..]));
    session(
        "pentomino-show-more",
        &[
            &["show", "a"],
            &["show", "XX/XX"],
            &["show", "c000102031121", "--ascii"],
            &["show", "F", "--color", "always"],
            &["show", "a00", "--format", "json"],
            &["show", "XX/X"],
        ],
    );
}

#[test]
fn name() {
    session(
        "pentomino-name",
        &[
            &["name", "XXXX/.X.."],
            &["name", "c000102031121"],
            &["name", "m"],
            &["name", "a"],
            &["name", "XX"],
            &["name", "XXXXXXX"],
            &["name", "XXXX/.X..", "--format", "plain"],
            &["name", "XXXX/.X..", "--format", "json"],
            &["name", "X./.X"],
            &["name", "Q"],
        ],
    );
}

#[test]
fn orient() {
    session(
        "pentomino-orient",
        &[
            &["orient", "F"],
            &["orient", "X"],
            &["orient", "a", "--ascii"],
            &["orient", "F", "--flip", "T"],
            &["orient", "F", "--turn", "E"],
            &["orient", "F", "--flip", "T", "--turn", "W"],
            &["orient", "I", "--format", "json"],
        ],
    );
}

#[test]
fn place() {
    session(
        "pentomino-place",
        &[
            &["place", "F", "0102", "5x6", "--flip", "T"],
            &["place", "a", "0000", "...#\n....\n.a.."],
            &["place", "I", "0001", "6x3", "--format", "plain"],
            &["place", "I", "0301", "6x10"],
            &["place", "I", "0000", "4x4"],
            &["place", "X", "0000", ".T.\n.#.\n.X."],
            &["place", "I", "31", "6x10"],
        ],
    );
}

#[test]
fn tile() {
    let hole = "........\n........\n........\n...##...\n...##...\n........\n........\n........";
    session(
        "pentomino-tile",
        &[
            &["tile", "6x10", "--limit", "2"],
            &["tile", "6x10", "--first", "--ascii"],
            &["tile", "6x10", "--limit", "2", "--format", "plain"],
            &["tile", "3x2", "--pieces", "XX*3", "--format", "json"],
            &["tile", hole, "--first"],
            &["tile", "3x30", "--one-sided", "--first"],
            &["tile", "5x6", "--pieces", "fire-tiles", "--at-most", "--first"],
            &["tile", "aa..\naaa.\n#a..", "--pieces", "fire-tiles", "--at-most"],
            &["tile", "3x5", "--at-most"],
            &["tile", "2x3", "--pieces", "XX*3", "--symmetry", "all"],
            &["tile", "2x3", "--pieces", "XX*3", "--count"],
        ],
    );
    session("pentomino-tile-painted", &[&["tile", "6x10", "--first", "--color", "always"]]);
}

#[test]
fn regions_without_a_tiling() {
    session(
        "pentomino-tile-none",
        &[
            &["tile", "6x9"],
            &["tile", "7x10", "--at-most"],
            &["tile", "....#.\n....#.", "--at-most"],
            &["tile", "1x1", "--pieces", "XX"],
            &["tile", "T....", "--pieces", "F"],
            &["tile", "#...\n....\n....\n...#", "--pieces", "XX*7"],
            &["tile", "4x5", "--pieces", "FILN"],
            &["tile", "5x8", "--pieces", "FILN", "--one-sided"],
            &["tile", "..\n.", "--pieces", "F, filn,L*x"],
            &["tile", "6x10", "--limit", "0"],
        ],
    );
}
