//! Tests `bot new` and `bot protocol`.

use crate::pages;
use crate::support::run;
#[cfg(arena)]
use crate::support::{blocks, in_shell};
use clowder::games::GameName;

/// The pages in `docs/` are what the program prints now. The common part and each game have separate pages, so that a
/// new game only adds a page.
#[test]
fn the_protocol_pages_are_up_to_date() {
    let (status, whole, _) = run(&["bot", "protocol"], "");
    assert_eq!(status, 0);
    let mut rest = whole.as_str();
    let mut common = None;
    for game in GameName::ALL {
        let (_, page, _) = run(&["bot", "protocol", game.name()], "");
        let start = page.rfind("\n## ").unwrap();
        let (before, section) = page.split_at(start);
        assert_eq!(*common.get_or_insert_with(|| before.to_owned()), before, "the part before {game:?}");
        rest = rest.strip_prefix(before).unwrap_or(rest).strip_prefix(section).unwrap();
        pages::check(&format!("games/{}.md", game.name()), section.replacen("\n##", "#", 1).as_str());
    }
    assert_eq!(rest, "", "the whole page consists of the common part and the parts of the games");
    let games = "\n## Games\n\nEach game has a page in [games](games/). `clowder bot protocol` prints all these pages.\n";
    pages::check("bot-protocol.md", &(common.unwrap() + games));
}

/// Runs the commands of the page in one directory.
#[cfg(arena)]
#[test]
fn the_commands_of_the_protocol_page_run() {
    let (_, page, _) = run(&["bot", "protocol"], "");
    let home = tempfile::tempdir().unwrap();
    let scripts: Vec<_> = blocks(&page).filter(|block| block.language == "sh").collect();
    assert_eq!(scripts.len(), 1);
    let output = in_shell(&format!("set -e\n{}", scripts[0].text), home.path());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("{\"game\":")).collect();
    assert!(lines.len() == 2 && lines[0].contains("NEWGAME"), "the first message and its answer: {text}");
}

/// Checks that each line of the page is valid for the reader of its kind.
#[test]
fn the_lines_of_the_protocol_page_are_valid() {
    for game in GameName::ALL.map(GameName::name) {
        let (_, page, _) = run(&["bot", "protocol", game], "");
        // The page begins with lines of tic-tac-toe, which are also in the section about that game.
        let (_, section) = page.rsplit_once("\n## ").unwrap();
        let [requests, replies] = [" > ", " < "].map(|mark| {
            let lines = section.lines().filter_map(|line| line.split_once(mark)).map(|(_, line)| line);
            let lines: Vec<_> = lines.collect();
            assert_eq!(lines.len(), 14, "NEWGAME, five turns and ENDGAME for two bots");
            lines
        });
        // Only replies in the bot's own turn must contain a move.
        let turns = requests.iter().zip(&replies);
        let moves: Vec<_> = turns
            .filter(|(request, _)| request.contains("\"activeTurn\":true"))
            .map(|turn| *turn.1)
            .collect();
        assert_eq!(moves.len(), 5, "{moves:?}");
        let in_game = ["--game", game];
        for (kind, options, lines) in [
            ("bot-request", &in_game[..], &requests),
            ("bot-reply", &in_game, &moves),
            ("bot-reply", &[], &replies),
        ] {
            let arguments = [&["validate", kind, "--lines"], options].concat();
            let (status, _, err) = run(&arguments, &(lines.join("\n") + "\n"));
            assert_eq!(status, 0, "{game} {kind}: {err}");
        }
    }
}

#[test]
fn a_file_is_never_overwritten() {
    let home = tempfile::tempdir().unwrap();
    let place = home.path().to_str().unwrap();
    let new = ["bot", "new", "--lang", "python", "--game", "arboretum", "--dir", place];
    let (status, out, err) = run(&new, "");
    assert_eq!(status, 0);
    assert_eq!(
        err.replace(place, "DIR"),
        "wrote DIR/bot.py; replace its function `choose` with a better one, and then check the bot:\n\
         let it play: clowder bot match --game arboretum --games 4 --bot mine='python3 DIR/bot.py' --bot random='clowder \
         bot play random --game arboretum'\n\
         read about the messages and the moves: clowder bot protocol arboretum\n"
    );
    assert_eq!(out.replace(place, "DIR"), "clowder bot check --game arboretum -- python3 DIR/bot.py\n");
    let (status, _, err) = run(&new, "");
    assert_eq!(status, 2);
    let expected = "clowder: DIR/bot.py already exists; choose another directory with `--dir DIR`\n";
    assert_eq!(err.replace(place, "DIR"), expected);
}

/// Builds and checks the starter in each language for each game, and reports languages that are not installed.
#[cfg(arena)]
#[test]
fn every_starter_passes_the_check() {
    let mut checked = 0;
    for (language, tools) in [
        ("python", &["python3"][..]),
        ("javascript", &["node"]),
        ("java", &["javac", "java"]),
        ("rust", &["rustc"]),
        ("c", &["cc"]),
    ] {
        let works = |tool: &&str| std::process::Command::new(tool).arg("-version").output().is_ok();
        if !tools.iter().all(works) {
            eprintln!("{language} is not installed, so its starter is not tested");
            continue;
        }
        for game in GameName::ALL.map(GameName::name) {
            check(language, game);
            checked += 1;
        }
    }
    assert!(checked >= 4, "Python and Rust are needed for the tests");
}

/// Runs the commands that `bot new` prints.
#[cfg(arena)]
fn check(language: &str, game: &str) {
    let home = tempfile::tempdir().unwrap();
    let place = home.path().to_str().unwrap();
    let (status, commands, err) =
        run(&["bot", "new", "--lang", language, "--game", game, "--dir", place], "");
    assert_eq!(status, 0, "{err}");
    // The command that lets the bot play is one of the next steps on standard error.
    let play = err.lines().find_map(|line| line.strip_prefix("let it play: ")).unwrap();
    for command in commands.lines().chain([play]) {
        let limits =
            format!("clowder' bot check --start-limit 60000 --move-limit 20000 --seed 1 --game {game}");
        let own = env!("CARGO_BIN_EXE_clowder").strip_suffix("clowder").unwrap();
        let check = format!("clowder bot check --game {game}");
        let match_limits =
            format!("'{own}clowder' bot match --start-limit 60000 --move-limit 20000 --seed 1");
        let command = command.replace(&check, &format!("'{own}{limits}"));
        let command = command.replace("clowder bot match", &match_limits);
        let command = command.replace("random='clowder ", &format!("random='{own}clowder "));
        let output = std::process::Command::new("sh").args(["-c", &command]).output().unwrap();
        let told = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
        assert!(output.status.success(), "{language} {game}: {command}\n{told}");
        assert!(!told.contains("warn"), "{language} {game}: {told}");
    }
}

#[test]
fn the_commands_of_a_new_bot_are_quoted() {
    let home = tempfile::tempdir().unwrap();
    let place = home.path().join("my bot").to_str().unwrap().to_owned();
    let new = |language: &str| {
        run(&["bot", "new", "--lang", language, "--game", "tictactoe", "--dir", &place], "").1
    };
    assert_eq!(new("python"), format!("clowder bot check --game tictactoe -- python3 '{place}/bot.py'\n"));
    assert_eq!(
        new("java"),
        format!(
            "javac -d '{place}' '{place}/Bot.java'\n\
             clowder bot check --game tictactoe -- java -Xmx256m -cp '{place}' Bot\n"
        )
    );
}
