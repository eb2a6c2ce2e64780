//! Tests the advice after invalid command lines: it is only printed, and each suggested command works.

use crate::support::{clowder, run};
use std::path::Path;
#[cfg(arena)]
use std::process::Command;

/// Runs a command line in a directory, and returns the exit status, standard output and standard error. Words in single
/// quotes belong together.
fn at(directory: &Path, line: &str) -> (i32, String, String) {
    let words = line.split('\'').enumerate().flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    let output = clowder().current_dir(directory).args(words).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Creates a directory with some strings in files.
fn directory() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("a.txt", "A6\n"),
        ("b.txt", "B6\n"),
        ("p.txt", "20113123\n"),
        ("c.txt", "LNSNLASAF000300060012001506030903C000093030341203R11215\n"),
        ("my.py", "print(1)\n"),
    ] {
        std::fs::write(directory.path().join(name), text).unwrap();
    }
    directory
}

/// The message of a command line that must exit with status 2 and without output.
fn told(line: &str) -> String {
    let directory = directory();
    let (status, out, err) = at(directory.path(), line);
    assert_eq!((status, &*out), (2, ""), "{line}: {err}");
    err
}

/// The commands that a message suggests.
fn suggestions(message: &str) -> Vec<&str> {
    let lines =
        message.lines().filter_map(|line| line.strip_prefix("  ").or(line.strip_prefix("For example: ")));
    lines.filter(|line| line.contains("clowder ")).collect()
}

#[test]
fn the_advice_is_a_list_of_commands() {
    assert_eq!(
        told("fix hand AkfBCD"),
        "error: unrecognized subcommand 'fix'\n\nUsage: clowder [OPTIONS] <VERB>\n\n\
         perhaps you meant:\n  clowder validate --fix hand AkfBCD\n  clowder canon hand AkfBCD\n\
         `clowder help` lists all verbs.\n"
    );
    assert_eq!(
        told("solve"),
        "error: `clowder solve` needs a subcommand\n\n\
         perhaps you meant:\n  clowder solve penguins 20113123\n  \
         clowder setup 1 --seed 1 | clowder solve raft - --rollouts 10 --seed 1\n\
         `clowder help solve` has more examples.\n"
    );
    assert_eq!(
        told("validate begin"),
        "clowder: `begin` is not a kind; if it is a string, name its KIND before it\n\
         perhaps you meant:\n  clowder validate fire-bag begin\n\
         `clowder help` lists all verbs, and `clowder kinds` lists all kinds.\n"
    );
    assert_eq!(
        told("help overlap"),
        "clowder: there is no command `overlap`\nperhaps you meant:\n  clowder codes overlap\n\
         `clowder help` lists all verbs, and `clowder kinds` lists all kinds.\n"
    );
}

/// Command lines, with the commands that the advice must suggest.
const ADVICE: &[(&str, &[&str])] = &[
    // Several words without a kind.
    ("validate p 20113123", &["clowder validate penguins-challenge 20113123"]),
    ("render 20113123 x.svg", &["clowder render -o x.svg 20113123"]),
    ("validate A6 B3D3 --json", &["clowder validate draw A6 B3D3 --json"]),
    ("validate a.txt b.txt", &["clowder validate --file a.txt b.txt"]),
    ("validate @a.txt @b.txt", &["clowder validate --file a.txt b.txt"]),
    ("diff ab abc", &["clowder diff fire-bag ab abc"]),
    ("explain bag abc", &["clowder explain fire-bag abc"]),
    ("validate placement A321", &["clowder validate penguins-placement A321"]),
    ("validate Challenge LNSN", &["clowder validate challenge LNSN"]),
    ("render bord", &["clowder render board"]),
    ("validate HAND", &["clowder validate hand"]),
    ("validate board/height", &["clowder codes board/height"]),
    ("explain cut-short", &["clowder codes cut-short"]),
    // A missing or wrong verb.
    ("20113123", &["clowder validate 20113123", "clowder render 20113123"]),
    ("p.txt", &["clowder validate @p.txt", "clowder render @p.txt"]),
    ("hand AfBCD", &["clowder validate hand AfBCD", "clowder help hand"]),
    ("valdate hand AfBCD", &["clowder validate hand AfBCD"]),
    ("penguins solve 20113123", &["clowder solve penguins 20113123"]),
    ("hand validate AfBCD", &["clowder validate hand AfBCD"]),
    ("hint penguins 20113123", &["clowder solve penguins --hint 20113123"]),
    ("clean hand AkfBCD", &["clowder canon hand AkfBCD"]),
    ("board/height", &["clowder codes board/height"]),
    ("version", &["clowder --version"]),
    ("-v", &["clowder --version"]),
    (
        "raft 5 --seed 1",
        &[
            "clowder play raft 5 --seed 1",
            "clowder setup 5 --seed 1",
            "clowder setup 1 --seed 1 | clowder solve raft - --rollouts 10 --seed 1",
            "clowder render challenge LNSNLASAF000300060012001506030903C000093030341203R11215",
            "clowder challenges",
        ],
    ),
    // A missing or wrong subcommand.
    ("solve 20113123", &["clowder solve penguins 20113123"]),
    ("solve p.txt", &["clowder solve penguins @p.txt"]),
    ("solve 3x20", &["clowder pentomino tile 3x20"]),
    ("solve pengiuns 20113123", &["clowder solve penguins 20113123"]),
    ("apply 20113123 A321", &["clowder apply penguins 20113123 A321"]),
    ("pentomino 3x20", &["clowder pentomino tile 3x20"]),
    (
        "play 5",
        &[
            "clowder bot play --human --game tictactoe",
            "clowder bot play --human --game arboretum",
            "clowder play raft 5",
        ],
    ),
    ("generate hands --seed 7", &["clowder generate hand --seed 7"]),
    ("bot veryfy p.txt", &["clowder bot verify p.txt"]),
    ("merge a b", &[]),
    // Words without quotes, options or `--`.
    ("setup First steps --seed 1", &["clowder setup 'First steps' --seed 1"]),
    ("generate hand 10", &["clowder generate hand --count 10"]),
    ("generate cases isGameOver", &["clowder generate cases --suite isGameOver"]),
    ("render hand AfBCD --svg", &["clowder render hand AfBCD -o picture.svg"]),
    ("validate hand AfBCD --silent", &["clowder validate hand AfBCD --quiet"]),
    // Pages of the help.
    ("help bag", &["clowder help fire-bag", "clowder codes bag"]),
    ("help tile", &["clowder help fire-tile", "clowder help pentomino tile", "clowder codes tile"]),
    ("help fix", &["clowder help validate", "clowder help canon"]),
];

#[test]
fn the_advice_is_made_from_the_words_that_were_typed() {
    for (line, commands) in ADVICE {
        let told = told(line);
        assert_eq!(suggestions(&told), *commands, "{line}: {told}");
    }
}

#[cfg(arena)]
#[test]
fn the_command_of_a_program_needs_two_dashes() {
    for (line, command) in [
        ("bot check --game tictactoe python3 bot.py", "clowder bot check --game tictactoe -- python3 bot.py"),
        ("bot check --game tictactoe bot.py", "clowder bot check --game tictactoe -- python3 bot.py"),
        (
            "bot play --human --game tictactoe python3 bot.py",
            "clowder bot play --human --game tictactoe -- python3 bot.py",
        ),
        ("bot match -j 2", "clowder bot match --concurrency 2"),
        ("bot match tictactoe", "clowder bot match --game tictactoe"),
    ] {
        let told = told(line);
        assert_eq!(suggestions(&told), [command], "{line}: {told}");
    }
}

#[test]
fn aliases_are_not_advice() {
    let out = |line: &str| {
        let (status, out, err) = at(Path::new("."), line);
        assert_eq!(status, 0, "{line}: {err}");
        out
    };
    for (alias, meant) in [
        ("check hand AfhkBCDa", "validate hand AfhkBCDa"),
        ("fmt hand AkfBCD", "canon hand AkfBCD"),
        ("show hand AfhkBCDa", "render hand AfhkBCDa"),
        ("describe hand AfhkBCDa", "explain hand AfhkBCDa"),
        ("detect AfhkBCDa", "identify AfhkBCDa"),
        ("compare hand AfBCD AfBCD", "diff hand AfBCD AfBCD"),
        ("moves penguin 20113123 --count", "legal-moves penguins 20113123 --count"),
        ("pentominoes solve 3x20 --count", "pentomino tile 3x20 --count"),
        ("gen bag --seed 7 -n 2", "generate fire-bag --seed 7 --count 2"),
        ("generate gamestate --seed 7", "generate raft-state --seed 7"),
        ("error board/height", "codes board/height"),
        ("kinds --json", "kinds --format json"),
        ("render hand AfhkBCDa --colour always", "render hand AfhkBCDa --color always"),
    ] {
        assert_eq!(out(alias), out(meant), "{alias}");
    }
}

#[test]
fn a_word_is_no_evidence_for_a_kind() {
    for word in ["almost", "begin", "fox", "chintz", "a", "hello", "cat", "zoo"] {
        assert!(told(&format!("validate {word}")).contains("name its KIND before it"), "{word}");
        let (status, _, err) = run(&["validate", "-"], word);
        assert!(status == 1 && err.starts_with("error[text/no-kind]"), "{word}: {err}");
        let (status, out, _) = run(&["identify", "--plain", word], "");
        assert_eq!((status, &*out), (1, "\n"), "{word}");
    }
    for word in ["ACE", "Bad", "Hello", "board.txt", "two words", "\"quoted\"", "BED", "uncopyrightable"] {
        let (status, _, err) = run(&["validate", word], "");
        assert!(status == 1 && err.starts_with("error[text/"), "{word}: {err}");
    }
    for (text, kinds) in [
        ("abcdefghijklmnop", "fire-bag"),
        ("bdfhjlnprtvxz", "fire-bag"),
        ("xyzABE", "fire-bag"),
        ("ABCD", "decks hand"),
        ("AfhkBCDa", "decks hand"),
        ("X", "polyomino"),
        ("3x20", "region"),
        ("T..\n.T.", "region"),
        (".X./XXX", "polyomino"),
    ] {
        assert_eq!(run(&["identify", "--plain", text], "").1, format!("{kinds}\n"), "{text}");
    }
}

#[test]
fn a_challenge_that_was_split_at_a_space_is_written_without_it() {
    let told = told("solve penguins 2011 3123");
    assert_eq!(
        told,
        "clowder: `3123` is not a placement; if the challenge is `20113123`, write it without a space\n"
    );
}

/// The usage line in a text.
fn usage(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.trim().strip_prefix("Usage: "))
}

#[test]
fn usage_errors_and_help_name_the_same_operands() {
    let mut count = 0;
    for command in crate::help::screens() {
        let words: Vec<&str> = command.split_whitespace().collect();
        let (_, help, _) = run(&[&words[..], &["--help"]].concat(), "");
        let (status, _, err) = run(&[&words[..], &["--nonsense"]].concat(), "");
        assert_eq!(status, 2, "{command}");
        // After a missing subcommand, the answer lists the subcommands instead of a usage line.
        if let Some(found) = usage(&err) {
            assert_eq!(Some(found), usage(&help), "{command}");
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
    for (words, expected) in [
        ("apply raft --nonsense", "clowder apply raft [OPTIONS] [STATE] <ACTION>..."),
        ("perft", "clowder perft [OPTIONS] --depth <N> [STATE]"),
        ("diff hand", "clowder diff [OPTIONS] [KIND] <EXPECTED> <ACTUAL>"),
        ("generate nonsense", "clowder generate [OPTIONS] <SUBCOMMAND>"),
        ("--nonsense", "clowder [OPTIONS] <VERB>"),
    ] {
        assert_eq!(usage(&told(words)), Some(expected), "{words:?}");
    }
    let missing = "error: 2 values required by '[EXPECTED] [ACTUAL]...'; only 1 was provided\n";
    assert!(told("diff hand").starts_with(missing), "{}", told("diff hand"));
}

/// Returns the words of the table, with the word of a verb before a word for a subcommand.
#[cfg(arena)]
fn words() -> Vec<String> {
    let table = include_str!("../../src/texts/words.txt");
    let rows = table.lines().filter(|row| !row.starts_with('#')).filter_map(|row| row.split_once(": "));
    let words = rows.flat_map(|(words, _)| words.split(", "));
    words.filter(|word| !word.starts_with("--") && word.len() > 2).map(str::to_owned).collect()
}

#[cfg(arena)]
#[test]
fn every_suggested_command_works() {
    let directory = directory();
    let program = assert_cmd::cargo::cargo_bin("clowder");
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let (mut known, mut wrong) = (std::collections::BTreeSet::new(), Vec::new());
    let typed = ADVICE.iter().map(|(line, _)| (*line).to_owned());
    let others = [
        "raft p.txt",
        "fix c.txt",
        "bot salvage saved --format json",
        "bot verfy x",
        "bot x y",
        "fix nofile",
        "test nofile",
        "parse A6 B6",
        "search nofile",
        "svg nofile",
        "gradescope nofile",
        "resume nofile",
    ];
    for line in words().into_iter().chain(typed).chain(others.map(str::to_owned)) {
        let (status, _, told) = at(directory.path(), &line);
        // A word of the table can also be an alias or a subcommand.
        for command in suggestions(&told).into_iter().filter(|_| status == 2) {
            if !known.insert(command.to_owned()) {
                continue;
            }
            let place = self::directory();
            let mut shell = Command::new("bash");
            let shell = shell.args(["-c", command]).current_dir(&place).env("PATH", &path);
            let output = shell.stdin(std::process::Stdio::null()).output().unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            let is_usage = |line: &str| line.starts_with("error: ");
            if output.status.code().is_none_or(|code| code > 1) || errors.lines().any(is_usage) {
                wrong.push(format!("clowder {line}: `{command}` ends with {}: {errors}", output.status));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(known.len() > 80, "{known:?}");
}
