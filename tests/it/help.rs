//! Tests the help of the program, of every verb and of every subcommand.

#[cfg(arena)]
use crate::support::snapshot;
use crate::support::{clowder, run};
#[cfg(arena)]
use clowder::games::GameName;
use clowder::notation::Kind;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

/// The description of a command as JSON.
fn described(command: &str) -> Value {
    let words: Vec<&str> = command.split_whitespace().collect();
    let (status, out, err) = run(&[&["help", "--format", "json"], &words[..]].concat(), "");
    assert_eq!((status, err.as_str()), (0, ""), "{command}");
    serde_json::from_str(&out).unwrap()
}

/// Lists every command as its words, such as `solve raft`. The first item is the program itself, which has no words.
pub(crate) fn screens() -> Vec<String> {
    let mut found = vec![String::new()];
    let mut next = 0;
    while next < found.len() {
        for name in described(&found[next])["subcommands"].as_array().unwrap() {
            found.push(format!("{} {}", found[next], name.as_str().unwrap()).trim_start().to_owned());
        }
        next += 1;
    }
    assert!(found.len() > 60, "some commands were not found");
    found
}

/// Runs every example of the commands that `of_verbs` accepts, each in its own directory unless the help says that
/// the examples must be run in order.
fn run_examples(of_verbs: impl Fn(&str) -> bool) {
    let program = assert_cmd::cargo::cargo_bin("clowder");
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut wrong = Vec::new();
    let commands = screens();
    for command in commands.iter().filter(|words| of_verbs(words.split(' ').next().unwrap())) {
        let mut directory = tempfile::tempdir().unwrap();
        let words: Vec<&str> = command.split_whitespace().collect();
        let (_, screen, _) = run(&[&words[..], &["--help"]].concat(), "");
        for example in described(command)["examples"].as_array().unwrap() {
            if !screen.contains("\nExamples, to be run in this order:\n") {
                directory = tempfile::tempdir().unwrap();
            }
            let line = example["command"].as_str().unwrap();
            // Without the arena, no match can use the generated deals. Not every build has the page.
            if (cfg!(not(arena)) && line.starts_with("clowder bot match "))
                || (cfg!(not(page)) && line.starts_with("clowder page "))
            {
                continue;
            }
            let output = in_shell(line, directory.path(), &path);
            let status = output.status.code();
            let errors = String::from_utf8_lossy(&output.stderr);
            let is_usage =
                errors.lines().any(|line| line.starts_with("clowder: ") || line.starts_with("error: "));
            if status != example["status"].as_i64().map(|status| status as i32) || is_usage {
                wrong.push(format!("clowder help {command}: `{line}` ends with {status:?}\n{errors}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn in_shell(line: &str, directory: &Path, path: &str) -> std::process::Output {
    let mut shell = Command::new("bash");
    // A failure of any program in a pipe counts. If a reader such as `head` ends first, clowder exits with status 0.
    shell.args(["-o", "pipefail", "-c", line]).current_dir(directory).env("PATH", path).stdin(Stdio::null());
    for name in ["NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        shell.env_remove(name);
    }
    shell.output().unwrap()
}

#[cfg(arena)]
#[test]
fn every_example_for_bots_and_grading_runs() {
    run_examples(|verb| ["bot", "grade", "play"].contains(&verb));
}

#[test]
fn every_example_of_generate_runs() {
    run_examples(|verb| verb == "generate");
}

#[cfg(feature = "png")]
#[test]
fn every_other_example_runs() {
    run_examples(|verb| !["bot", "grade", "play", "generate"].contains(&verb));
}

/// A help screen with `GAME` in place of the name of each game, so that no snapshot depends on the list of games.
#[cfg(arena)]
fn without_games(text: &str) -> String {
    let listed = GameName::ALL.map(GameName::name).join(", ");
    let mut text = text.replace(&listed, "GAME, ...");
    for game in GameName::ALL {
        text = text.replace(&format!(" of {}", game.title()), " of TITLE").replace(game.name(), "GAME");
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

#[cfg(arena)]
#[test]
fn every_help_screen_is_as_reviewed() {
    // Some screens of `generate KIND` have options of their own. The others differ only in the name of the kind, so
    // only `hand` is compared with a snapshot.
    let own_options = ["hand", "penguins-challenge", "region", "bot-request", "bot-reply", "game-record"];
    let is_like_another = |words: &&String| {
        let kind = words.strip_prefix("generate ").filter(|kind| kind.parse::<Kind>().is_ok());
        kind.is_some_and(|kind| !own_options.contains(&kind))
    };
    for command in screens().iter().filter(|words| !is_like_another(words)) {
        let words: Vec<&str> = command.split_whitespace().collect();
        let (status, screen, errors) = run(&[&words[..], &["--help"]].concat(), "");
        assert_eq!((status, errors.as_str()), (0, ""), "{words:?}");
        let (_, short, _) = run(&[&words[..], &["-h"]].concat(), "");
        assert_eq!(run(&[&["help"], &words[..]].concat(), "").1, short, "`clowder help` shows the same");
        let name = without_games(&[&["help"][..], &words].concat().join("-"));
        snapshot(&name, &without_games(&screen));
    }
}

/// Nobody reads a help text of several screens, so each is limited in lines.
#[cfg(arena)]
#[test]
fn every_help_screen_is_short() {
    let mut long = Vec::new();
    let mut check = |words: &[&str], most: usize| {
        let (_, screen, _) = run(words, "");
        let count = screen.lines().count();
        if count > most || count < 10 {
            long.push(format!("clowder {}: {count} lines instead of at most {most}", words.join(" ")));
        }
    };
    for command in screens() {
        let words: Vec<&str> = command.split_whitespace().collect();
        check(&[&words[..], &["-h"]].concat(), 40);
        check(&[&words[..], &["--help"]].concat(), 60);
    }
    for kind in Kind::ALL {
        check(&["help", kind.name()], 40);
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// People copy the examples and change the names, so every usual way of working needs one.
#[test]
fn the_examples_show_files_folders_and_programs() {
    let examples: Vec<String> = screens()
        .iter()
        .flat_map(|command| described(command)["examples"].as_array().unwrap().clone())
        .map(|example| example["command"].as_str().unwrap().to_owned())
        .collect();
    for part in [" @", " --file outputs/*", "='python3 bot.py'"] {
        assert!(examples.iter().any(|example| example.contains(part)), "no example has `{part}`");
    }
}

#[test]
fn no_page_shows_markdown_on_a_screen() {
    for kind in Kind::ALL {
        for words in [&["help", kind.name()][..], &["help", kind.name(), "--full"]] {
            let (status, page, errors) = run(words, "");
            assert_eq!((status, errors.as_str()), (0, ""), "{words:?}");
            for line in page.lines() {
                let is_markup = ["# ", "```", "| ", "|-"].iter().any(|markup| line.starts_with(markup));
                assert!(!is_markup && !line.contains("]("), "{words:?}: {line}");
            }
        }
    }
}

#[cfg(arena)]
#[test]
fn the_options_of_all_verbs_come_last() {
    for command in screens() {
        let words: Vec<&str> = command.split_whitespace().collect();
        let (_, screen, _) = run(&[&words[..], &["--help"]].concat(), "");
        let at = |text: &str| screen.find(text);
        assert!(at("\nCommon options:\n") < at("      --color"), "{command}");
        let headings =
            screen.lines().filter(|line| line.ends_with(':') && line.starts_with(char::is_uppercase));
        let order = [
            "Examples:",
            "Examples, to be run in this order:",
            "Commands:",
            "Strings:",
            "Games and puzzles:",
            "Programs:",
            "Shell:",
            "Arguments:",
            "Options:",
            "Picture files:",
            "Batch options:",
            "Common options:",
            "Exit statuses:",
        ];
        let places: Vec<_> =
            headings.map(|heading| order.iter().position(|known| *known == heading)).collect();
        assert!(places.is_sorted() && places.iter().all(Option::is_some), "{command}: {places:?}\n{screen}");
        assert!(screen.contains("\nSee also:") || command.is_empty(), "{command}");
    }
}

#[test]
fn clowder_without_arguments_prints_ten_lines() {
    let output = clowder().output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len(), text.lines().count()), (Some(2), 0, 10), "{text}");
    let examples = text.lines().filter_map(|line| line.strip_prefix("  clowder "));
    for example in examples {
        let words: Vec<&str> = example.split("   ").next().unwrap().split_whitespace().collect();
        assert!(run(&words, "").0 < 2, "{example}");
    }
}

#[test]
fn an_unknown_command_has_no_help() {
    let (status, out, err) = run(&["help", "nonsense"], "");
    assert_eq!((status, out.as_str()), (2, ""));
    assert_eq!(
        err,
        "clowder: there is no command `nonsense`\n`clowder help` lists all verbs, and `clowder kinds` lists all kinds.\n"
    );
}

#[test]
fn the_page_is_written_or_the_answer_says_how_to_build_it() {
    let (status, page, errors) = run(&["page"], "");
    if cfg!(page) {
        assert_eq!((status, errors.as_str()), (0, ""));
        assert!(page.starts_with("<!DOCTYPE html>\n") && page.ends_with("</html>\n"));
    } else {
        assert_eq!((status, page.as_str()), (2, ""));
        assert!(errors.starts_with("clowder: this clowder was built without the page; "), "{errors}");
        assert!(errors.contains("bindings/web/build.sh") && errors.contains("CLOWDER_PAGE="), "{errors}");
    }
}
