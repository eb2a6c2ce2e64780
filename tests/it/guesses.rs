//! Tests the answers to command lines that a new user may guess.

use crate::support::{clowder, run};
use clowder::notation::Kind;
use std::process::Command;

/// Returns the standard output of a run that must succeed.
fn out(words: &str) -> String {
    let words: Vec<&str> = words.split(' ').collect();
    let (status, out, err) = run(&words, "");
    assert_eq!(status, 0, "{words:?}: {err}");
    out
}

/// Returns the standard error of a run that must end with status 2.
fn told(words: &[&str]) -> String {
    let (status, out, err) = run(words, "");
    assert_eq!((status, out.as_str()), (2, ""), "{words:?}");
    err
}

#[test]
fn synonyms_of_verbs_and_kinds_work() {
    for (guess, meant) in [
        ("check hand AfhkBCDa", "validate hand AfhkBCDa"),
        ("lint hand AfhkBCDa", "validate hand AfhkBCDa"),
        ("fmt hand AkfBCD", "canon hand AkfBCD"),
        ("format hand AkfBCD", "canon hand AkfBCD"),
        ("normalize hand AkfBCD", "canon hand AkfBCD"),
        ("show hand AfhkBCDa", "render hand AfhkBCDa"),
        ("draw hand AfhkBCDa", "render hand AfhkBCDa"),
        ("print hand AfhkBCDa", "render hand AfhkBCDa"),
        ("moves penguins 20113123 --count", "legal-moves penguins 20113123 --count"),
        ("version", "--version"),
        ("solve penguin 20113123", "solve penguins 20113123"),
        ("solve 20113123", "solve penguins 20113123"),
        ("solve 3x20", "pentomino tile 3x20"),
        ("tile 3x20", "pentomino tile 3x20"),
        ("tilings 3x20", "pentomino tile 3x20"),
        ("pentominoes tile 3x20", "pentomino tile 3x20"),
        ("normalise hand AkfBCD", "canon hand AkfBCD"),
        ("canonicalize hand AkfBCD", "canon hand AkfBCD"),
        ("view hand AfhkBCDa", "render hand AfhkBCDa"),
        ("describe hand AfhkBCDa", "explain hand AfhkBCDa"),
        ("detect AfhkBCDa", "identify AfhkBCDa"),
        ("compare hand AfBCD AfBCD", "diff hand AfBCD AfBCD"),
        ("error board/height", "codes board/height"),
        ("legal penguins 20113123 --count", "legal-moves penguins 20113123 --count"),
        ("gen hand --seed 7 -n 2", "generate hand --seed 7 --count 2"),
        ("schemas result", "schema result"),
        ("completion bash", "completions bash"),
        ("manual canon", "man canon"),
        ("render hand AfhkBCDa --colour always", "render hand AfhkBCDa --color always"),
        ("pentomino solve 3x20 --count", "pentomino tile 3x20 --count"),
        ("explain bag abc", "explain fire-bag abc"),
        ("explain cat 0rrfrRfrrf", "explain cat-card 0rrfrRfrrf"),
        ("explain placement A321", "explain penguins-placement A321"),
        ("explain placement Bf0606E", "explain action Bf0606E"),
        ("explain solution A321B104C031D222", "explain penguins-solution A321B104C031D222"),
        ("generate gamestate --seed 7", "generate raft-state --seed 7"),
        ("generate state --seed 7", "generate raft-state --seed 7"),
        ("generate bag --seed 7", "generate fire-bag --seed 7"),
        ("kinds --json", "kinds --format json"),
        ("kinds --plain", "kinds --format plain"),
    ] {
        assert_eq!(out(guess), out(meant), "{guess}");
    }
}

#[test]
fn a_guess_with_two_meanings_lists_both() {
    let err = told(&["validate", "placement", "nonsense"]);
    assert_eq!(err, "clowder: `placement` can mean several kinds: write `action` or `penguins-placement`\n");
    let err = told(&["play"]);
    assert!(err.contains("  clowder bot play --human --game tictactoe\n"), "{err}");
    assert!(told(&["play", "xx"]).contains("which game do you want to play?"));
}

#[test]
fn a_word_that_is_not_a_verb_is_answered_with_commands() {
    assert_eq!(
        told(&["fix", "hand", "AkfBCD"]),
        "clowder: there is no verb `fix`; perhaps you meant:\n  \
         Validate strings:\n    clowder validate --fix hand AkfBCD\n  \
         Print canonical strings:\n    clowder canon hand AkfBCD\n\
         `clowder help` lists all verbs.\n"
    );
    assert_eq!(
        told(&["hand", "AfBCD"]),
        "clowder: `hand` is a kind of string, not a verb; these commands accept it:\n  \
         Validate strings:\n    clowder validate hand AfBCD\n  \
         Explain each part of a string:\n    clowder explain hand AfBCD\n  \
         Draw a picture of a string:\n    clowder render hand AfBCD\n\
         `clowder help` lists all verbs.\n"
    );
    for (words, command) in [
        (&["20113123"][..], "clowder solve penguins 20113123"),
        (&["LNSNF0003C00006R112034"], "clowder validate LNSNF0003C00006R112034"),
        (&["Cargo.toml"], "clowder validate @Cargo.toml"),
        (&["penguins", "20113123"], "clowder render penguins-challenge 20113123"),
        (&["verify", "saved"], "clowder bot verify saved"),
        (&["list"], "clowder kinds"),
        (&["board/height"], "clowder codes board/height"),
        (&["svg", "hand", "AfBCD"], "clowder render -o picture.svg hand AfBCD"),
        (
            &["challenge"],
            "clowder validate challenge LNSNLASAF000300060012001506030903C000093030341203R11215",
        ),
    ] {
        let err = told(words);
        assert!(err.contains(&format!("\n    {command}\n")), "{words:?}: {err}");
    }
    let near = told(&["valdate", "hand", "AfBCD"]);
    assert!(near.contains("a similar subcommand exists: 'validate'"), "{near}");
}

#[test]
fn wrong_options_are_answered_with_advice_and_an_example() {
    let err = told(&["bot", "new"]);
    assert!(
        err.ends_with(
            "\nFor example: clowder bot new --lang python --game tictactoe\n`clowder help bot new` has more examples.\n"
        ),
        "{err}"
    );
    for (words, tip) in [
        (&["render", "hand", "AfBCD", "--svg"][..], "`-o FILE.svg`"),
        (&["render", "hand", "AfBCD", "--no-color"], "`--color never`"),
        (&["validate", "board", "--dir", "outputs"], "`--file outputs/*`"),
        (&["setup", "no", "such", "name"], "put it in quotes: 'no such name'"),
        (&["-v"], "`clowder --version`"),
    ] {
        let err = told(words);
        assert!(err.matches("tip: ").count() == 1 && err.contains(tip), "{words:?}: {err}");
    }
}

#[cfg(arena)]
#[test]
fn the_command_of_a_program_needs_two_dashes() {
    let err = told(&["bot", "check", "--game", "tictactoe", "python3", "bot.py"]);
    assert!(err.contains("  tip: write `--` before the command of a program: -- python3 bot.py\n"), "{err}");
    // The words `a b` must not be treated as one string whose quotes are missing.
    let err = told(&["bot", "match", "a", "b"]);
    assert!(!err.contains("quotes") && err.contains("\nFor example: clowder bot match "), "{err}");
}

/// Checks the advice for `bot play` with the command of a program in place of the name of a built-in bot.
#[test]
fn the_command_of_an_opponent_needs_two_dashes() {
    let play = |more: &[&str]| {
        let err = told(&[&["bot", "play", "--game", "tictactoe"], more].concat());
        let tips: Vec<_> = err.lines().filter_map(|line| line.strip_prefix("  tip: ")).collect();
        assert_eq!(tips.len(), 1, "{err}");
        tips[0].to_owned()
    };
    let write = "to play against a program, write `--` before its command: ";
    assert_eq!(play(&["--human", "python3", "bot.py"]), format!("{write}-- python3 bot.py"));
    assert_eq!(play(&["--human", "python3 bot.py"]), format!("{write}-- python3 bot.py"));
    assert_eq!(play(&["--human", "bot.py"]), format!("{write}-- python3 bot.py"));
    assert_eq!(play(&["./my bot", "1"]), format!("{write}--human -- './my bot' 1"));
    assert_eq!(play(&["--human", "perfct"]), "a similar value exists: 'perfect'");
    let without = "give the name of a built-in bot, such as `greedy`, or write `--human` to play against a bot yourself";
    assert_eq!(play(&[]), without);
}

#[test]
fn a_subcommand_with_a_similar_name_is_suggested() {
    let check = "  Check that a program follows the bot protocol:\n    ";
    let expected = |word: &str, command: &str| {
        format!(
            "clowder: `bot` has no subcommand `{word}`; perhaps you meant:\n{check}{command}\n\
             `clowder help bot` lists all subcommands.\n"
        )
    };
    let example = "clowder bot check --game tictactoe --seed 1 -- clowder bot play greedy --game tictactoe";
    assert_eq!(told(&["bot", "chekc"]), expected("chekc", example));
    let given = ["bot", "cheak", "--game", "tictactoe", "--", "python3", "bot.py"];
    let words = "clowder bot check --game tictactoe -- python3 bot.py";
    assert_eq!(told(&given), expected("cheak", words));
    let far = told(&["bot", "xyzzy"]);
    assert!(far.starts_with("clowder: `bot` has no subcommand `xyzzy`; these are the choices:\n"), "{far}");
    assert!(told(&["solve", "pengiuns"]).contains("\n    clowder solve penguins "));
    // `bot` does not read standard input, so the message must not mention that standard input is empty.
    assert!(told(&["bot"]).starts_with("clowder: `bot` needs a subcommand; these are the choices:\n"));
}

#[test]
fn help_can_follow_the_verb() {
    let page = run(&["help", "bot", "check"], "");
    assert_eq!(page.0, 0);
    assert_eq!(run(&["bot", "help", "check"], ""), page);
    assert_eq!(run(&["solve", "help", "penguins"], ""), run(&["help", "solve", "penguins"], ""));
}

#[test]
fn help_and_explain_know_codes_and_games() {
    let told_to = "`board/height` is an error code: `clowder codes board/height` explains it\n";
    assert_eq!(told(&["help", "board/height"]), format!("clowder: {told_to}"));
    assert_eq!(told(&["explain", "board/height"]), format!("clowder: {told_to}"));
    assert!(told(&["help", "penguins"]).contains("\n    clowder help solve penguins\n"));
}

#[test]
fn files_and_directories_are_not_mistaken_for_strings() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(at("a.txt"), "AfBCD\n").unwrap();
    std::fs::write(at("b.txt"), "AzBCD\n").unwrap();
    let (a, b, all) = (at("a.txt"), at("b.txt"), directory.path().to_str().unwrap());
    // A shell replaces the `outputs/*` in `--file outputs/*` with the names of all files in this directory.
    let (status, out, err) = run(&["validate", "hand", "--format", "concise", "--file", &a, &b], "");
    let wrong = "1:2: error[hand/unknown-card]: there is no card `z`; the cards of a deck are `a` to `y`";
    assert_eq!((status, out, err), (1, format!("{b}:{wrong}\n"), "2 read, 1 ok, 1 not ok\n".to_owned()));
    let (_, out, _) = run(&["identify", "--plain", "--file", &a, &a], "");
    assert_eq!(out, "decks hand\ndecks hand\n", "every verb that reads strings does the same");
    // Several file names without `--file` are also recognised.
    let (_, out, _) = run(&["validate", "hand", &a, &b, "--json"], "");
    assert_eq!(out.matches("text/file-name").count(), 2, "{out}");
    let (status, out, _) = run(&["validate", "hand", all], "");
    assert!(
        status == 1 && out.contains(&format!("to read all files in it, write `--file {all}/*`")),
        "{out}"
    );
    let (status, _, err) = run(&["validate", "hand", "--file", all], "");
    let expected = format!(
        "clowder: cannot read {all}: it is a directory; to read all files in it, write `--file {all}/*`\n"
    );
    assert_eq!((status, err), (2, expected));
    let (_, _, err) = run(&["diff", "hand", "--file", &a, &b], "");
    assert!(err.contains(&format!(" --> {b}:1:2\n")), "the files are compared: {err}");
    let (_, _, err) = run(&["validate", "draw"], "A6\nB6\n");
    assert!(
        err.ends_with("the input has 2 lines; `clowder validate --lines` reads each line as one string\n"),
        "{err}"
    );
    let (_, _, err) = run(&["validate", "challenge"], "");
    assert!(err.ends_with("as an argument, with --file, or on standard input\n"));
}

#[test]
fn common_options_may_come_before_a_guess() {
    let (status, out, _) = run(&["--plain", "solve", "20113123"], "");
    assert_eq!((status, &*out), (0, "A321B104C031D222\n"));
    assert_eq!(told(&["--color", "never", "play"]), told(&["play"]));
    for words in [&["--json"][..], &["--color", "never"], &["--"]] {
        assert_eq!(told(words), told(&[]), "{words:?}");
    }
    assert_eq!(run(&["version", "--json"], "").1, run(&["--version"], "").1);
    assert_eq!(told(&["help", "version"]), "clowder: `clowder --version` prints the version\n");
    assert_eq!(run(&["help", "cat"], "").1, run(&["help", "cat-card"], "").1);
    let choices = told(&["help", "placement"]);
    assert!(choices.starts_with("clowder: `placement` can mean 4 things:\n"), "{choices}");
    assert!(
        told(&["generate", "placement"]).contains("\n    clowder generate penguins-placement --seed 1\n")
    );
}

#[test]
fn a_missing_subcommand_is_answered_with_the_choices() {
    let err = told(&["solve"]);
    let start = "clowder: standard input is empty, and `solve` needs a subcommand; these are the choices:\n";
    assert!(err.starts_with(start), "{err}");
    assert!(err.contains("\n    clowder solve penguins 20113123\n"), "{err}");
    // The examples contain the input that was given.
    let err = told(&["apply", "@no file.json", "A3D3"]);
    assert!(err.contains("\n    clowder apply raft '@no file.json' A3D3\n"), "{err}");
    let err = told(&["generate"]);
    assert!(err.contains("challenge, board") && err.contains("\nfor example: clowder generate "), "{err}");
}

#[test]
fn generated_strings_can_be_read_back_as_lines() {
    for kind in Kind::ALL {
        let (status, lines, err) =
            run(&["generate", kind.name(), "--seed", "3", "--count", "3", "--plain"], "");
        assert_eq!((status, &*err), (0, ""), "{kind}");
        let (status, _, told) = run(&["validate", kind.name(), "--lines", "--quiet"], &lines);
        assert_eq!((status, &*told), (0, "3 read, 3 ok, 0 not ok\n"), "{kind}: {lines}");
    }
}

#[test]
fn a_challenge_that_does_not_exist_is_answered_with_a_similar_challenge() {
    let (status, _, err) = run(&["setup", "Frist steps", "--seed", "1"], "");
    assert!(status == 1 && err.contains("did you mean `First steps`?"), "{err}");
    let (status, _, err) = run(&["setup", "40", "--seed", "1"], "");
    assert!(
        status == 1 && err.contains("there is no official challenge 40; the numbers are 1 to 39"),
        "{err}"
    );
}

#[test]
fn text_can_be_written_to_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    let write = |arguments: &[&str], name: &str| {
        let output = clowder().args(arguments).arg("-o").arg(at(name)).output().unwrap();
        assert!(output.status.success() && output.stdout.is_empty(), "{arguments:?}");
        std::fs::read_to_string(at(name)).unwrap()
    };
    assert_eq!(write(&["canon", "hand", "AkfBCD"], "hand.txt"), "AfkBCD\n");
    assert_eq!(write(&["generate", "hand", "--seed", "3"], "hand.txt"), out("generate hand --seed 3"));
    assert_eq!(write(&["completions", "bash"], "clowder.bash"), out("completions bash"));
    // No file is written if the run fails.
    let missing = clowder().args(["schema", "nonsense", "-o"]).arg(at("schema.json")).output().unwrap();
    assert!(missing.status.code() == Some(2) && !at("schema.json").exists());
    let (status, _, err) = run(&["canon", "hand", "AfkBCD", "-o", "/no/such/directory/file"], "");
    assert!(status == 2 && err.starts_with("clowder: cannot write /no/such/directory/file: "), "{err}");
}

/// Runs the program with standard input and output on a terminal, and returns what the terminal shows.
#[cfg(target_os = "linux")]
fn on_a_terminal(arguments: &[&str]) -> String {
    let program = assert_cmd::cargo::cargo_bin("clowder");
    let script = "import pty, sys; pty.spawn(sys.argv[1:])";
    let output = Command::new("python3").args(["-c", script]).arg(program).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n")
}

#[cfg(target_os = "linux")]
#[test]
fn several_arguments_on_a_terminal_get_an_answer_for_a_person() {
    let shown = on_a_terminal(&["validate", "draw", "A6", "B3D3", "--color", "never"]);
    assert_eq!(
        shown,
        "argument 1:\nok\nargument 2:\nok\n2 read, 2 ok, 0 not ok\n\
         2 strings were given; if they are one string, put it in quotes: 'A6 B3D3'\n"
    );
    let shown = on_a_terminal(&["validate", "draw", "A6", "B3D3", "--format", "json"]);
    assert!(shown.starts_with("{\"v\":1,\"n\":1,"), "{shown}");
    let shown = on_a_terminal(&["validate", "draw", "Cargo.toml", "README.md", "--color", "never"]);
    let advice = "these are names of files; to read the files, write `@` before each name, or `--file` before all of them: --file Cargo.toml …\n";
    assert_eq!(shown, advice);
    // If the words are the parts of one string, the errors in the parts are not shown.
    let shown = on_a_terminal(&["validate", "draw", "A3", "B", "1", "D2", "--color", "never"]);
    assert_eq!(shown, "the 4 arguments are one string; write it without spaces: A3B1D2\n");
    // If the output is a pipe, the answers of a batch are JSON.
    assert!(run(&["validate", "draw", "A6", "B3D3"], "").1.starts_with("{\"v\":1,\"n\":1,"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_wrong_string_on_a_terminal_names_the_commands_that_explain_it() {
    let guide = "`clowder codes draw/count` explains the first error, and `clowder help draw` describes this kind of string\n";
    let shown = on_a_terminal(&["validate", "draw", "A7", "--color", "never"]);
    assert!(shown.ends_with(&format!("\nnot a valid draw string: 1 error\n{guide}")), "{shown}");
    assert!(!run(&["validate", "draw", "A7"], "").1.contains("clowder codes"));
}

/// Returns the command lines in a message.
#[cfg(arena)]
fn suggestions(message: &str) -> Vec<String> {
    let lines = message.lines().map(str::trim_start);
    let stripped = lines.map(|line| {
        let line = line.strip_prefix("For example: ").unwrap_or(line);
        line.strip_prefix("for example: ").unwrap_or(line)
    });
    let quoted = message.split('`').skip(1).step_by(2).map(str::to_owned);
    let is_command = |line: &String| line.starts_with("clowder ") || line.contains("| clowder ");
    let is_complete = |line: &String| !line.contains("CODE");
    stripped.map(str::to_owned).chain(quoted).filter(is_command).filter(is_complete).collect()
}

/// Command lines that are wrong, and whose errors suggest other commands.
#[cfg(arena)]
const WRONG_COMMANDS: [&str; 69] = [
    "penguins --help",
    "penguins",
    "penguins foo bar",
    "penguins p.txt",
    "raft",
    "tictactoe",
    "hand",
    "hand --help",
    "state",
    "board",
    "bot-request",
    "c.txt",
    "20113123",
    "games",
    "new",
    "new bot",
    "list",
    "svg",
    "test",
    "docs",
    "match",
    "bot",
    "bot xx",
    "bot --nonsense",
    "pentomino",
    "pentomino xx",
    "solve",
    "solve xx",
    "solve c.txt",
    "solve missing.txt",
    "apply",
    "apply xx",
    "legal-moves",
    "outcome",
    "generate",
    "generate nonsense",
    "play",
    "play tictactoe",
    "play raft --nonsense",
    "grade",
    "perft",
    "completions",
    "diff hand",
    "bot rate",
    "bot check",
    "bot new",
    "bot salvage",
    "bot replay",
    "bot verify",
    "solve 12",
    "solve 60",
    "solve First steps",
    "play raft",
    "play 5",
    "play penguins 5",
    "play p.txt",
    "play c.txt",
    "play pentominoes",
    "penguins 12",
    "penguins check",
    "penguins board",
    "raft 5",
    "raft check",
    "arboretum",
    "generate raft",
    "generate tictactoe",
    "bot fight",
    "bot human",
    "rules",
];

#[test]
fn a_challenge_that_was_split_at_a_space_is_written_without_it() {
    let told = told(&["solve", "2011", "3123"]);
    assert_eq!(
        told,
        "clowder: `3123` is not a placement; if the challenge is `20113123`, write it without a space\n"
    );
}

#[cfg(arena)]
#[test]
fn every_suggested_command_works_when_it_is_typed() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("c.txt"), "LNSNF0003C00006R11203\n").unwrap();
    std::fs::write(directory.path().join("p.txt"), "20113123\n").unwrap();
    let program = assert_cmd::cargo::cargo_bin("clowder");
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let (mut known, mut wrong) = (std::collections::BTreeSet::new(), Vec::new());
    for line in WRONG_COMMANDS {
        let words: Vec<&str> = line.split(' ').collect();
        let output = clowder().current_dir(&directory).args(&words).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {told}");
        let suggested = suggestions(&told);
        assert!(!suggested.is_empty(), "{line}: {told}");
        for command in suggested.into_iter().filter(|command| known.insert(command.clone())) {
            let place = tempfile::tempdir().unwrap();
            for name in ["c.txt", "p.txt"] {
                std::fs::copy(directory.path().join(name), place.path().join(name)).unwrap();
            }
            let mut shell = Command::new("bash");
            shell
                .args(["-c", &command])
                .current_dir(&place)
                .env("PATH", &path)
                .stdin(std::process::Stdio::null());
            let output = shell.output().unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            let is_usage = |line: &str| line.starts_with("clowder: ") || line.starts_with("error: ");
            // The string in `c.txt` is a challenge with an error, so exit status 1 is right for it.
            if output.status.code().is_none_or(|code| code > 1) || errors.lines().any(is_usage) {
                wrong.push(format!("clowder {line}: `{command}` ends with {}: {errors}", output.status));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(known.len() > 40, "{known:?}");
}

#[test]
fn words_in_the_wrong_order_and_file_names_are_understood() {
    for (guess, meant) in [
        ("penguins solve 20113123", "solve penguins 20113123"),
        ("hand validate AfBCD", "validate hand AfBCD"),
        ("bot help", "help bot"),
        ("validate help", "help validate"),
        ("bot match help", "help bot match"),
        ("check help", "help validate"),
        ("tile 6X10 --count", "pentomino tile 6x10 --count"),
    ] {
        assert_eq!(out(guess), out(meant), "{guess}");
    }
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("p.txt"), "20113123\n").unwrap();
    std::fs::write(directory.path().join("c.txt"), "LNSNF0003C00006R11203\n").unwrap();
    let solve = |name: &str| {
        let output = clowder().current_dir(&directory).args(["solve", name]).output().unwrap();
        (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    assert_eq!(solve("p.txt"), (Some(0), "A321B104C031D222\n".to_owned()));
    let (status, text) = solve("c.txt");
    let told = "clowder: `solve raft` reads a state, but this is a challenge; perhaps you meant:\n";
    assert!(status == Some(2) && text.starts_with(told), "{text}");
    let (status, text) = solve("missing.txt");
    let told = "clowder: `solve` has no subcommand `missing.txt`; these are the choices:\n";
    assert!(status == Some(2) && text.starts_with(told), "{text}");
    let err = told_without_choices(&["pentomino", "xx"]);
    assert!(err.contains("\n    clowder pentomino tile 6x10 --first\n"), "{err}");
}

/// Returns the answer to a wrong subcommand.
fn told_without_choices(words: &[&str]) -> String {
    let err = told(words);
    let start = format!("clowder: `{}` has no subcommand `{}`; these are the choices:\n", words[0], words[1]);
    assert!(err.starts_with(&start), "{err}");
    err
}

/// Returns the usage line in a text.
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
        // The answer to a missing subcommand lists the subcommands instead of a usage line.
        if let Some(found) = usage(&err) {
            assert_eq!(Some(found), usage(&help), "{command}");
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
    for (words, expected) in [
        (&["apply", "raft", "--nonsense"][..], "clowder apply raft [OPTIONS] [STATE] <ACTION>..."),
        (&["perft"], "clowder perft [OPTIONS] --depth <N> [STATE]"),
        (&["diff", "hand"], "clowder diff [OPTIONS] [KIND] <EXPECTED> <ACTUAL>"),
        (&["generate", "nonsense"], "clowder generate [OPTIONS] <SUBCOMMAND>"),
        (&["--nonsense"], "clowder [OPTIONS] <VERB>"),
    ] {
        assert_eq!(usage(&told(words)), Some(expected), "{words:?}");
    }
    let missing = "error: 2 values required by '<EXPECTED> <ACTUAL>...'; only 1 was provided\n";
    assert!(told(&["diff", "hand"]).starts_with(missing), "{}", told(&["diff", "hand"]));
}

#[test]
fn the_text_of_every_verb_can_be_written_to_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    let game = out("generate game-record --game tictactoe --seed 1");
    let state = out("generate raft-state --seed 7");
    std::fs::write(at("game.json"), &game).unwrap();
    std::fs::write(at("state.json"), &state).unwrap();
    std::fs::write(at("answers"), out("validate draw A6 A3B3 --format json")).unwrap();
    for line in [
        "validate hand AfhkBCDa",
        "explain hand AfhkBCDa",
        "identify 20113123",
        "kinds",
        "codes hand",
        "help hand",
        "apply penguins 20113123 A321",
        "apply raft @state.json",
        "apply tictactoe @game.json --ply 2",
        "outcome raft @state.json",
        "outcome tictactoe @game.json",
        "legal-moves tictactoe @game.json --ply 2",
        "legal-moves penguins 20113123",
        "perft @state.json --depth 1",
        "solve penguins 20113123",
        "challenges",
        "render hand AfhkBCDa",
        "diff hand AfhkBCDa AkhfBCDa",
        "pentomino list",
        "pentomino show F",
        "pentomino name F",
        "pentomino orient F",
        "pentomino place I 0100 6x10",
        "pentomino tile 3x20",
        "bot protocol",
        "bot verify game.json",
        "bot replay game.json --all",
        "grade --template python",
        "grade --suites",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let run = |more: &[&str]| {
            let output = clowder().current_dir(&directory).args(&words).args(more).output().unwrap();
            (output.status.code(), String::from_utf8(output.stdout).unwrap())
        };
        let (status, printed) = run(&[]);
        assert_eq!(run(&["-o", "out.txt"]), (status, String::new()), "{line}");
        assert_eq!(std::fs::read_to_string(at("out.txt")).unwrap(), printed, "{line}");
        assert!(!printed.is_empty(), "{line}");
        std::fs::remove_file(at("out.txt")).unwrap();
    }
    // A file is not replaced with an empty one if there is no answer.
    let refused = clowder()
        .current_dir(&directory)
        .args(["apply", "raft", "@state.json", "Aa9999N", "-o", "state.json"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(at("state.json")).unwrap(), state);
    let names: Vec<_> =
        std::fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 3, "no incomplete file remains: {names:?}");
}

#[cfg(arena)]
#[test]
fn the_advice_about_an_option_is_true_for_the_command() {
    for (words, tip) in [
        (
            &["bot", "match", "-o", "x"][..],
            "`--out DIRECTORY` keeps the games; write `> FILE` after the command",
        ),
        (
            &["bot", "new", "--lang", "c", "--game", "tictactoe", "-o", "x"],
            "`--dir DIRECTORY` chooses the directory",
        ),
        (&["validate", "hand", "AfBCD", "--svg"], "`clowder render` writes pictures to files"),
        (&["render", "hand", "AfBCD", "--svg"], "write the picture to a file with `-o FILE.svg`"),
        (&["validate", "--kind", "hand", "AfBCD"], "write the name of the kind before the string"),
    ] {
        let err = told(words);
        assert!(err.contains(&format!("  tip: {tip}")), "{words:?}: {err}");
    }
    for words in
        [&["kinds", "--input", "x"][..], &["generate", "hand", "--dir", "x"], &["identify", "--kind", "hand"]]
    {
        assert!(!told(words).contains("without an option") && !told(words).contains("--file"), "{words:?}");
    }
}

#[test]
fn names_of_kinds_and_codes_are_recognised_in_other_spellings() {
    for (words, told) in [
        (&["validate", "Challenge", "LNSN"][..], "there is no kind `Challenge`; did you mean `challenge`?"),
        (&["validate", "HAND"], "there is no kind `HAND`; did you mean `hand`?"),
        (
            &["explain", "truncated-place"],
            "`challenge/truncated-place` is an error code: `clowder codes challenge/truncated-place` explains it",
        ),
    ] {
        assert_eq!(run(words, ""), (2, String::new(), format!("clowder: {told}\n")), "{words:?}");
    }
    let (status, out, _) = run(&["codes", "is cut short", "--format", "plain"], "");
    assert!(status == 0 && out.lines().count() > 1, "{out}");
    let (status, out, _) = run(&["challenges", "3", "--format", "plain"], "");
    assert_eq!((status, out.lines().count()), (0, 1));
    assert_eq!(run(&["challenges", "--penguins", "60", "--format", "plain"], "").1.lines().count(), 1);
    let told = "clowder: docs is a directory; `grade` reads a file with test cases (to check files that a program has \
                written, use `clowder validate KIND --file docs/*`)\n";
    assert_eq!(run(&["grade", "docs", "--self"], ""), (2, String::new(), told.to_owned()));
    assert_eq!(
        run(&["challenges", "99"], "").2,
        "clowder: challenge 99 does not exist, or the options leave it out (`clowder challenges` lists all challenges)\n"
    );
}
