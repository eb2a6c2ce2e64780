//! Tests that a bot cannot read the files from which it could learn the deals, the seed or the plans of its opponent.

use crate::support::{run, withheld};
use clowder::arena::process::Sandbox;
use clowder::arena::schedule::TournamentFormat;
use clowder::arena::tournament::{Entrant, Plan, shared_folders, start};
use std::fs;
use std::path::Path;

/// A bot that crashes in its first turn, naming the files that it could read at the end of its standard error.
const PEEK: &str = "import sys\n\
                    found = []\n\
                    for path in sys.argv[1:]:\n\
                    \x20   try:\n        found.append(path.split('/')[-1] if open(path).read() else 'empty')\n\
                    \x20   except OSError:\n        found.append('-')\n\
                    sys.stderr.write('found: ' + ' '.join(found) + '\\n')\n\
                    sys.exit(1)\n";

/// What the bot `peek` has found, according to the end of its standard error.
fn found(errors: &str) -> &str {
    let after = errors.split_once("found: ").unwrap_or_else(|| panic!("{errors}")).1;
    after.split("\\n").next().unwrap().lines().next().unwrap_or_default()
}

/// The arguments of a match of tic-tac-toe between `cat` and the bot `peek`, which tries to read files.
fn peek(home: &Path, files: &[&str]) -> Vec<String> {
    let at = |name: &str| format!(" '{}'", home.join(name).display());
    let files: String = files.iter().map(|name| at(name)).collect();
    let bot = format!("peek=python3 -S{}{files}", at("peek.py"));
    ["--game", "tictactoe", "--seed", "3", "--start-limit", "60000", "--bot", &bot, "--bot", "cat=cat"]
        .map(str::to_owned)
        .into()
}

/// Plays games in a sandbox or without one. Returns standard error.
fn play(arguments: &[String], more: &[&str]) -> String {
    let all =
        ["bot", "match"].into_iter().chain(arguments.iter().map(String::as_str)).chain(more.iter().copied());
    let (status, _, errors) = run(&all.collect::<Vec<_>>(), "");
    assert_eq!(status, 0, "{errors}");
    errors
}

fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("peek.py"), PEEK).unwrap();
    home
}

#[test]
fn the_file_with_the_deals_is_hidden() {
    let home = home();
    let (_, deals, _) = run(&["generate", "deals", "--game", "arboretum", "--count", "1", "--seed", "1"], "");
    let path = home.path().join("deals.jsonl");
    fs::write(&path, &deals).unwrap();
    let arguments: Vec<_> = peek(home.path(), &["deals.jsonl", "peek.py"])
        .into_iter()
        .map(|word| word.replace("tictactoe", "arboretum"))
        .collect();
    let deals = path.to_str().unwrap();
    let play = |sandbox: &str| play(&arguments, &["--deals", deals, "--sandbox", sandbox]);
    assert_eq!(found(&play("off")), "deals.jsonl peek.py");
    if withheld().is_empty() {
        assert_eq!(found(&play("require")), "empty peek.py");
    }
}

#[test]
fn earlier_runs_beside_a_bot_are_hidden() {
    let home = home();
    let monday = home.path().join("runs/monday");
    fs::create_dir_all(&monday).unwrap();
    fs::write(monday.join("journal.jsonl"), "{}").unwrap();
    let arguments = peek(home.path(), &["runs/monday/journal.jsonl", "peek.py"]);
    let [bot, journal] = ["peek.py", "runs/monday/journal.jsonl"].map(|name| home.path().join(name));
    let check = |sandbox: &str| {
        let words = ["bot", "check", "--game", "tictactoe", "--sandbox", sandbox, "--"];
        let bot = ["python3", "-S", bot.to_str().unwrap(), journal.to_str().unwrap()];
        run(&[&words[..], &bot].concat(), "").1
    };
    assert_eq!(found(&play(&arguments, &["--sandbox", "off"])), "journal.jsonl peek.py");
    assert_eq!(found(&check("off")), "journal.jsonl");
    if withheld().is_empty() {
        assert_eq!(found(&play(&arguments, &["--sandbox", "require"])), "- peek.py");
        assert_eq!(found(&check("require")), "-");
    }
}

#[test]
fn a_resumed_run_hides_the_first_journal_and_the_bots_file() {
    let home = home();
    let at = |name: &str| home.path().join(name).display().to_string();
    let (out, bots) = (at("out"), at("bots.json"));
    play(&peek(home.path(), &[]), &["--out", &out, "--name", "first", "--sandbox", "off"]);
    let words = ["python3", "-S", &at("peek.py"), &at("out/journal.jsonl"), &at("bots.json"), &at("peek.py")];
    let text = serde_json::json!([
        {"identifier": "peek", "command": words, "variables": []},
        {"identifier": "cat", "command": ["cat"], "variables": ["SECRET=1"]},
    ]);
    fs::write(&bots, text.to_string()).unwrap();
    let resume = |sandbox: &str| {
        let name = format!("second-{sandbox}");
        let begin =
            ["bot", "tournament", "--game", "tictactoe", "--seed", "3", "--bots", &bots, "--out", &out];
        let (status, _, errors) =
            run(&[&begin[..], &["--name", &name, "--restart", "9", "--sandbox", sandbox]].concat(), "");
        assert_eq!(status, 0, "{errors}");
        // Because of the new bot, the resumed run must play another game.
        let directory = at(&format!("out/tictactoe/{name}"));
        let more = ["bot", "tournament", "--resume", &directory, "--bot", "late=cat"];
        let (status, _, errors) = run(&more, "");
        assert_eq!(status, 0, "{errors}");
        errors
    };
    assert_eq!(found(&resume("off")), "journal.jsonl bots.json peek.py");
    if withheld().is_empty() {
        assert_eq!(found(&resume("require")), "- empty peek.py");
    }
}

/// Starts a match of tic-tac-toe in a directory. Returns the exit status and standard error.
fn play_in(home: &Path, sandbox: &str, bots: [&str; 2]) -> (Option<i32>, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_clowder"))
        .args(["bot", "match", "--game", "tictactoe", "--seed", "3", "--start-limit", "60000"])
        .args(["--sandbox", sandbox, "--bot", bots[0], "--bot", bots[1]])
        .current_dir(home)
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn bots_in_one_folder_are_refused_if_the_sandbox_is_required() {
    let home = tempfile::tempdir().unwrap();
    let runner = "import runpy, sys\nsys.argv = sys.argv[1:]\nrunpy.run_path(sys.argv[0])\n";
    for (file, text) in [("one.py", PEEK), ("two.py", "secret = 1\n"), ("run.py", runner)] {
        fs::create_dir_all(home.path().join("both")).unwrap();
        fs::write(home.path().join("both").join(file), text).unwrap();
    }
    let folder = home.path().canonicalize().unwrap().join("both");
    let problem = format!(
        "the bots A, B are in the same folder {}, so each of them can read the modules of the others",
        folder.display()
    );
    for bots in [
        ["A=python3 -S both/one.py both/two.py", "B=python3 -S both/two.py"],
        ["A=python3 -S both/run.py both/one.py both/two.py", "B=python3 -S both/run.py both/two.py"],
        ["A=env PYTHONPATH=both python3 -m one both/two.py", "B=env PYTHONPATH=both python3 -m two"],
        ["A=sh -c 'cd both && exec python3 one.py two.py'", "B=sh -c 'cd both && exec python3 two.py'"],
    ] {
        let (status, errors) = play_in(home.path(), "require", bots);
        let advice = ". With --sandbox require, this is not allowed: move each bot to a folder of its own\n";
        assert_eq!((status, errors), (Some(2), format!("clowder: {problem}{advice}")), "{bots:?}");
    }
    let bots = ["A=python3 -S both/run.py both/one.py both/two.py", "B=python3 -S both/run.py both/two.py"];
    let (status, errors) = play_in(home.path(), "auto", bots);
    let warning = format!("warning: {problem}; move each bot to a folder of its own\n");
    assert!(status == Some(0) && errors.contains(&warning), "{errors}");
    // The warning is true: the bot reads the file of the other bot.
    assert_eq!(found(&errors), "two.py");
}

#[test]
fn one_program_with_different_options_is_not_a_shared_folder() {
    let home = home();
    fs::create_dir(home.path().join("own")).unwrap();
    fs::write(home.path().join("own/peek.py"), PEEK).unwrap();
    // The names of these files are similar to the option values `3` and `5` below, which do not name files.
    for file in ["own/3.txt", "own/5.txt"] {
        fs::write(home.path().join(file), "").unwrap();
    }
    let clowder = env!("CARGO_BIN_EXE_clowder");
    let player = format!("B={clowder} bot play --game tictactoe");
    let same = ["A=python3 -S own/peek.py --depth 3", "B=python3 -S own/peek.py --depth 5"];
    for bots in [same, ["A=python3 -S own/peek.py", &player], ["A=cat", "B=cat 1"]] {
        let (status, errors) = play_in(home.path(), "auto", bots);
        assert!(status == Some(0) && !errors.contains("same folder"), "{errors}");
        if withheld().is_empty() {
            let (status, errors) = play_in(home.path(), "require", bots);
            assert!(status == Some(0) && !errors.contains("same folder"), "{errors}");
        }
    }
}

#[test]
fn the_library_refuses_a_shared_folder_too() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().canonicalize().unwrap().join("both");
    fs::create_dir(&folder).unwrap();
    let mut plan = Plan::new("tictactoe", TournamentFormat::Match);
    for name in ["one", "two"] {
        let script = folder.join(name).with_extension("py");
        fs::write(&script, "").unwrap();
        let command = vec!["python3".to_owned(), script.to_str().unwrap().to_owned()];
        plan.bots.push(Entrant::new(name, command));
    }
    plan.sandbox = Sandbox::Require;
    let error = start(&plan, 1).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "the bots one, two are in the same folder {}, so each of them can read the modules of the others. With \
             --sandbox require, this is not allowed: move each bot to a folder of its own",
            folder.display()
        )
    );
    plan.bots[1].command = plan.bots[0].command.clone();
    assert_eq!(shared_folders(&plan), [], "both bots are the same program now");
}

#[test]
fn a_hidden_path_cannot_be_shown() {
    if !withheld().is_empty() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let home = home.path().canonicalize().unwrap();
    for file in ["ann/peek.py", "bob/two.py"] {
        fs::create_dir_all(home.join(file).parent().unwrap()).unwrap();
        fs::write(home.join(file), PEEK).unwrap();
    }
    let play = |more: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_clowder"))
            .args([
                "bot",
                "match",
                "--game",
                "tictactoe",
                "--seed",
                "3",
                "--sandbox",
                "require",
                "--out",
                "out",
            ])
            .args([
                "--bot",
                "A=python3 -S ann/peek.py bob/two.py ann/peek.py",
                "--bot",
                "B=python3 -S bob/two.py",
            ])
            .args(["--start-limit", "60000"])
            .args(more)
            .current_dir(&home)
            .output()
            .unwrap();
        let _ = fs::remove_dir_all(home.join("out"));
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for (option, path, hidden) in
        [("--read", "out", "out"), ("--read", "bob/two.py", "bob/two.py"), ("--bot-files", "A=bob", "bob")]
    {
        let (status, errors) = play(&[option, path]);
        let expected = format!(
            "clowder: A: cannot start python3: {}: this path is hidden from the program, so it cannot be made visible\n",
            home.join(hidden).display()
        );
        assert_eq!((status, errors), (Some(2), expected), "{option} {path}");
    }
    // A directory with the opponent's files can be made visible, but the files stay hidden.
    let (status, errors) = play(&["--read", "."]);
    assert_eq!((status, found(&errors)), (Some(0), "- peek.py"));
}

#[test]
fn the_tournament_in_a_virtual_environment_is_hidden() {
    if !withheld().is_empty() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let made = std::process::Command::new("python3")
        .args(["-m", "venv", "--without-pip", "."])
        .current_dir(&home)
        .status()
        .unwrap();
    assert!(made.success());
    fs::create_dir(home.path().join("ann")).unwrap();
    fs::write(home.path().join("ann/peek.py"), PEEK).unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_clowder"))
        .args(["bot", "match", "--game", "tictactoe", "--seed", "3", "--sandbox", "require", "--out", "."])
        .args(["--bot", "A=bin/python -S ann/peek.py journal.jsonl pyvenv.cfg", "--bot", "B=cat"])
        .args(["--start-limit", "60000"])
        .current_dir(&home)
        .output()
        .unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), found(&errors)), (Some(0), "- pyvenv.cfg"), "{errors}");
    assert!(home.path().join("journal.jsonl").is_file());
}
