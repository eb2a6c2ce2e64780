//! Tests pictures in files: every picture as SVG and some as PNG (with snapshots), the pictures in the documentation,
//! and the files that the verbs write.

use crate::support::{clowder, run};
use clowder::diagnostics::Source;
use clowder::kinds::{self, ReadOptions};
use clowder::notation::{Kind, Notation as _};
use clowder::raft::{Action, Board, FireTile, State};
use clowder::render::figure::{Figure, FigureLook, svg};
use clowder::render::{self, Node, Picture, Style, raft};
use std::fs;
use std::path::{Path, PathBuf};

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Compares a file with its namesake in `snapshots/`, or writes that file if `INSTA_UPDATE=always` is set.
fn snapshot_file(name: &str, bytes: &[u8], same: impl Fn(&[u8], &[u8]) -> bool) {
    let path = root("snapshots/figures").join(name);
    if std::env::var("INSTA_UPDATE").is_ok_and(|mode| mode == "always") {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        return;
    }
    let kept = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(same(&kept, bytes), "{name} has changed: INSTA_UPDATE=always writes it again");
}

/// Lists every picture: the example of each kind, and other values that are drawn differently.
fn pictures() -> Vec<(String, Figure)> {
    let of_text = |kind: Kind, text: &str| {
        let reading = kinds::read(kind, text, &ReadOptions::default());
        kinds::picture(kind, &**reading.value().unwrap(), Source::whole(text))
    };
    let of_kind = |&kind: &Kind| (kind.name().to_owned(), of_text(kind, kinds::row(kind).example()));
    let mut all: Vec<(String, Picture)> = Kind::ALL.iter().map(of_kind).collect();
    let board: Board = Board::EXAMPLE.parse().unwrap();
    for (name, text) in [("card", "Ab0304S"), ("tile", "l0203TW"), ("cat", "G01050306AcBd")] {
        let action: Action = text.parse().unwrap();
        all.push((format!("action-{name}"), raft::action(&action)));
        all.push((format!("action-{name}-on-board"), raft::action_on(&action, &board)));
    }
    for tile in clowder::raft::catalogue::fire_tiles() {
        let letter = tile.id().letter();
        let case = if letter.is_ascii_uppercase() { "capital" } else { "small" };
        all.push((format!("fire-tile-{case}-{letter}"), of_text(Kind::FireTile, &tile.to_string())));
    }
    let request = include_str!("../cases/bot-transcripts.jsonl").lines().nth(500).unwrap();
    let line: serde_json::Value = serde_json::from_str(request).unwrap();
    let request = clowder::protocol::Request::parse_canonical(line["line"].as_str().unwrap()).unwrap();
    all.push(("arboretum-turn".to_owned(), render::protocol::request(&request)));
    let game = include_str!("../cases/arboretum-games.jsonl").lines().next().unwrap();
    let game = clowder::protocol::GameRecord::parse_canonical(game).unwrap();
    all.push(("arboretum-record".to_owned(), render::protocol::record(&game)));
    all.into_iter().map(|(name, picture)| (name, picture.figure(&FigureLook::default()))).collect()
}

#[test]
fn every_picture_is_the_one_that_was_reviewed() {
    for (name, figure) in pictures() {
        let text = svg::write(&figure, &svg::Options::default());
        snapshot_file(&format!("{name}.svg"), text.as_bytes(), |kept, now| kept == now);
    }
}

#[test]
fn every_picture_of_another_verb_is_the_one_that_was_reviewed() {
    let other = Board::EXAMPLE.replacen('y', "g", 1);
    let game = clowder::raft::PlayableState::EXAMPLE;
    let board = kinds::row(Kind::PenguinsBoard).example();
    let ice = board.replacen('E', "I", 1);
    let commands: [(&str, &[&str]); 8] = [
        ("diff-board", &["diff", "board", Board::EXAMPLE, &other]),
        ("diff-penguins-board", &["diff", "penguins-board", board, &ice]),
        ("legal-moves-tile", &["legal-moves", "raft", game, "--tile", "a"]),
        ("legal-moves-cards", &["legal-moves", "raft", game, "--only", "cards"]),
        ("legal-moves-penguins", &["legal-moves", "penguins", "20113123"]),
        ("solve-penguins", &["solve", "penguins", "20113123"]),
        ("pentomino-tile", &["pentomino", "tile", "6x10", "--first"]),
        ("pentomino-sheet", &["pentomino", "tile", "3x20", "--all"]),
    ];
    for (name, arguments) in commands {
        let (status, out, err) = run(&[arguments, &["--to", "svg"]].concat(), "");
        assert_eq!(status, i32::from(arguments[0] == "diff"), "{name}: {err}");
        let start = out.find("<svg ").unwrap_or_else(|| panic!("{name}: {out}"));
        let drawn = &out[start..];
        roxmltree::Document::parse(drawn.trim_end()).unwrap();
        snapshot_file(&format!("{name}.svg"), drawn.as_bytes(), |kept, now| kept == now);
    }
}

/// Compares digests of the sheets of challenges, because the sheets are too large to be stored. If a digest differs,
/// look at the new sheet.
#[test]
fn the_sheets_of_challenges_are_those_that_were_reviewed() {
    use sha2::{Digest as _, Sha256};
    use std::fmt::Write as _;

    let mut digests = String::new();
    for form in ["svg", "html"] {
        for (name, options) in [("race to the raft", &[][..]), ("penguins", &["--penguins"])] {
            let (status, out, err) = run(&[&["challenges", "--to", form], options].concat(), "");
            assert_eq!((status, &*err), (0, ""));
            write!(digests, "{name}, {form}: ").unwrap();
            for byte in Sha256::digest(&out) {
                write!(digests, "{byte:02x}").unwrap();
            }
            digests.push('\n');
        }
    }
    snapshot_file("challenge-sheets.sha256", digests.as_bytes(), |kept, now| kept == now);
}

#[test]
fn each_fire_tile_has_a_figure_with_its_eight_positions() {
    for tile in clowder::raft::catalogue::fire_tiles() {
        let figure = kinds::picture(Kind::FireTile, tile, Source::whole(&tile.to_string()));
        let figure = figure.figure(&FigureLook::default());
        let squares = svg::write(&figure, &svg::Options::default()).matches("class=\"sq fire").count();
        assert_eq!(squares, 9 * tile.shape().cells().len(), "{tile}");
    }
    assert_eq!(clowder::raft::catalogue::fire_tiles().len(), 31);
    assert!(FireTile::EXAMPLE.len() > 1);
}

#[cfg(feature = "png")]
#[test]
fn pixels_are_those_that_were_reviewed() {
    use clowder::render::figure::png;
    use resvg::tiny_skia::Pixmap;

    // Each pixel may differ a little, and a few may differ more, because machines smooth edges differently.
    let same = |kept: &[u8], now: &[u8]| {
        let [kept, now] = [kept, now].map(|bytes| Pixmap::decode_png(bytes).unwrap());
        let far = |(one, other): &(&u8, &u8)| one.abs_diff(**other) > 8;
        let different = kept.data().iter().zip(now.data()).filter(far).count();
        (kept.width(), kept.height()) == (now.width(), now.height()) && different * 1000 < kept.data().len()
    };
    let wanted = ["state", "penguins-solution", "region", "challenge"];
    for (name, figure) in pictures().into_iter().filter(|(name, _)| wanted.contains(&name.as_str())) {
        let mut options = svg::Options::default();
        options.scale = 0.5;
        snapshot_file(&format!("{name}.png"), &png::write(&figure, &options).unwrap(), same);
    }
}

#[test]
fn the_pictures_of_the_documentation_are_current() {
    let directory = tempfile::tempdir().unwrap();
    let binary = assert_cmd::cargo::cargo_bin("clowder");
    let path = format!("{}:{}", binary.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let made = std::process::Command::new("sh")
        .arg(root("docs/pictures/make.sh"))
        .arg(directory.path())
        .env("PATH", path)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut count = 0;
    for entry in fs::read_dir(directory.path()).unwrap() {
        let entry = entry.unwrap();
        let kept = root("docs/pictures").join(entry.file_name());
        let stale = "is stale: run docs/pictures/make.sh";
        // `assert_eq` would print the bytes of both pictures.
        assert!(fs::read(&kept).ok() == fs::read(entry.path()).ok(), "{} {stale}", kept.display());
        let documents = [include_str!("../../README.md"), include_str!("../../docs/shell.md")].concat();
        assert!(documents.contains(entry.file_name().to_str().unwrap()));
        count += 1;
    }
    assert_eq!(count, 5);
}

/// Runs the program in a directory. Returns the exit status, standard output and standard error.
fn run_in(directory: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = clowder().current_dir(directory).args(arguments).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Lists the names of the files in a directory, in order.
fn files(directory: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<_> = fs::read_dir(directory).unwrap().map(name).collect();
    names.sort();
    names
}

#[test]
fn the_name_of_the_file_gives_the_format() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let (status, out, err) = run_in(at, &["render", "board", "-o", "b.svg"], Board::EXAMPLE);
    assert_eq!((status, out.as_str(), err.as_str()), (0, "", ""));
    let text = fs::read_to_string(at.join("b.svg")).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let title = document.root_element().first_element_child().unwrap();
    assert_eq!(title.text(), Some(Kind::Board.about()));
    assert!(text.contains("<desc>"));
    let (_, to_stdout, _) = run_in(at, &["render", "board", "--to", "svg"], Board::EXAMPLE);
    assert_eq!(to_stdout, text);
    assert_eq!(run_in(at, &["render", "board", "-o", "b.html"], Board::EXAMPLE).0, 0);
    assert!(fs::read_to_string(at.join("b.html")).unwrap().starts_with("<!DOCTYPE html>"));
    if cfg!(feature = "png") {
        assert_eq!(run_in(at, &["render", "board", "-o", "b.png", "--scale", "0.5"], Board::EXAMPLE).0, 0);
        assert!(fs::read(at.join("b.png")).unwrap().starts_with(b"\x89PNG"));
    } else {
        let (status, _, err) = run_in(at, &["render", "board", "-o", "b.png"], Board::EXAMPLE);
        assert_eq!((status, err.lines().count()), (2, 1), "{err}");
        assert!(err.contains("the feature `png`"), "{err}");
    }
    let (status, _, err) = run_in(at, &["render", "board", "-o", "b.jpeg"], Board::EXAMPLE);
    assert!(status == 2 && err.contains("does not contain the format"), "{err}");
    assert!(files(at).iter().all(|name| name.starts_with("b.")), "nothing else is left: {:?}", files(at));
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let cases: [(&[&str], &str); 3] = [
        (&["--to", "svg", "-o", "x.png"], "--to svg contradicts the name x.png"),
        (&["--to", "html", "--scale", "2"], "--scale has no effect on a page"),
        (&["--to", "svg", "--arrow", "0,0-0,0"], "an arrow needs two different squares"),
    ];
    for (options, message) in cases {
        let arguments = [&["render", "board", Board::EXAMPLE], options].concat();
        let (status, out, err) = run_in(directory.path(), &arguments, "");
        assert_eq!((status, &*out), (2, ""), "{options:?}");
        assert!(err.contains(message), "{err}");
    }
    assert_eq!(files(directory.path()), [""; 0]);
}

#[test]
fn a_long_text_is_shortened() {
    let figure = Picture::from(Node::words("a".repeat(1 << 20), Style::PLAIN)).figure(&FigureLook::default());
    // 160 letters and an ellipsis, each 12 units wide.
    assert_eq!(figure.size.0, 161 * 12);
    assert!(svg::write(&figure, &svg::Options::default()).len() < 50_000);
}

#[test]
fn squares_are_marked_and_missing_squares_are_reported() {
    let draw =
        |options: &[&str]| run(&[&["render", "board", "--to", "svg"], options].concat(), Board::EXAMPLE);
    let (status, out, _) =
        draw(&["--highlight", "1,5", "--highlight", "0,3", "--arrow", "1,5-3,6", "--last-move", "0,0-1,1"]);
    assert_eq!(status, 0);
    assert_eq!((out.matches("is-highlight").count(), out.matches("is-last-move").count()), (2, 2));
    assert_eq!(out.matches("class=\"arrow\"").count(), 1);
    let (status, out, err) = draw(&["--highlight", "99,5"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("the picture has no square 99,5"), "{err}");
    let (_, dark, _) = draw(&["--theme", "dark", "--coordinates", "off"]);
    assert!(!dark.contains("prefers-color-scheme") && !dark.contains("faint\" d"));
    assert_eq!(
        run(&["render", "board", "--highlight", "1,5"], Board::EXAMPLE).0,
        2,
        "squares can be marked only in a file"
    );
}

#[test]
fn a_stream_of_pictures_is_numbered_in_the_order_of_its_input() {
    let directory = tempfile::tempdir().unwrap();
    let texts: Vec<String> =
        (0..300).map(|number| format!("\"A{}B{}\"\n", number % 5 + 1, 5 - number % 5)).collect();
    let input = texts.concat() + "\"wrong\"\n";
    let (status, out, _) = run_in(directory.path(), &["render", "draw", "--jsonl", "-o", "pictures"], &input);
    assert_eq!(status, 1);
    let named: Vec<String> = out
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["file"].as_str().map(str::to_owned)
        })
        .take(300)
        .map(Option::unwrap)
        .collect();
    let expected: Vec<String> = (1..=300).map(|number| format!("pictures/{number:06}.svg")).collect();
    assert_eq!(named, expected);
    // The wrong string is drawn, too.
    assert_eq!(files(&directory.path().join("pictures")).len(), 301);
    for number in [1, 7, 300] {
        let text = texts[number - 1].trim().trim_matches('"');
        let (_, alone, _) = run(&["render", "draw", text, "--to", "svg"], "");
        let kept = fs::read_to_string(directory.path().join(format!("pictures/{number:06}.svg"))).unwrap();
        assert_eq!(kept, alone);
    }
}

/// Draws a stream of hands into a directory, and returns the peak memory use in KiB.
#[cfg(target_os = "linux")]
fn peak_of_stream(directory: &Path, count: usize) -> u64 {
    let input = directory.join("hands.jsonl");
    fs::write(&input, "\"AbcdefBCD\"\n".repeat(count)).unwrap();
    let pictures = directory.join(count.to_string());
    let answers = directory.join("answers.jsonl");
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("clowder"))
        .args(["render", "hand", "--jsonl", "--jobs", "2", "-o"])
        .args([&pictures, &input])
        .stdout(fs::File::create(&answers).unwrap())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        // The kernel records the peak. A process that has just ended has no memory and no peak.
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        if let Some((_, rest)) = status.split_once("VmHWM:") {
            peak = rest.split_whitespace().next().unwrap().parse().unwrap();
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(child.wait().unwrap().success());
    let file = |line: &str| {
        let answer: serde_json::Value = serde_json::from_str(line).unwrap();
        Path::new(answer["file"].as_str().unwrap()).file_name().unwrap().to_str().unwrap().to_owned()
    };
    let named: Vec<_> = fs::read_to_string(&answers).unwrap().lines().map(file).collect();
    let expected: Vec<_> = (1..=count).map(|number| format!("{number:06}.svg")).collect();
    assert!(named == expected, "the answers have the order of the input");
    assert!(files(&pictures) == expected, "no other file is left");
    peak
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_a_stream_does_not_grow_with_its_length() {
    let directory = tempfile::tempdir().unwrap();
    let [short, long] = [1_000, 10_000].map(|count| peak_of_stream(directory.path(), count));
    assert!(short > 1000, "{short} KiB were measured");
    // Ten thousand pictures have a total size of 80 MB.
    assert!(long < short + 4096, "{short} KiB for 1,000 pictures, {long} KiB for 10,000");
}

#[test]
fn every_verb_that_draws_writes_its_picture() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let other = Board::EXAMPLE.replacen('y', "g", 1);
    let (status, out, _) = run_in(at, &["diff", "board", Board::EXAMPLE, &other, "-o", "diff.svg"], "");
    assert_eq!(status, 1);
    assert!(out.contains("1 difference"));
    let drawn = |name: &str| fs::read_to_string(at.join(name)).unwrap();
    assert_eq!(drawn("diff.svg").matches("is-changed").count(), 2, "one square on both boards");

    let game = clowder::raft::PlayableState::EXAMPLE;
    let tile = ["legal-moves", "raft", game, "--tile", "a", "-o", "tile.svg"];
    assert_eq!(run_in(at, &tile, "").0, 0);
    let state: State = game.parse().unwrap();
    let playable = clowder::raft::PlayableState::new(state.clone()).unwrap();
    let placements = clowder::raft::legal::fire_actions(&playable, "a".parse().unwrap());
    let covered: std::collections::BTreeMap<_, usize> = placements
        .iter()
        .flat_map(|action| raft::covered(action, state.board()))
        .fold(std::collections::BTreeMap::<_, usize>::default(), |mut counts, at| {
            *counts.entry(at).or_default() += 1;
            counts
        });
    // There are too many placements for a sheet, so one board counts them.
    assert!(placements.len() > 24);
    assert_eq!(drawn("tile.svg").matches(" heat ").count(), covered.len());
    let cats = ["legal-moves", "raft", game, "--only", "cats", "-o", "cats.html"];
    assert_eq!(run_in(at, &cats, "").0, 0);
    let (_, count, _) = run(&["legal-moves", "raft", game, "--only", "cats", "--count"], "");
    assert_eq!(drawn("cats.html").matches("<figure>").count().to_string(), count.trim());

    assert_eq!(run_in(at, &["solve", "penguins", "20113123", "-o", "solved.html"], "").0, 0);
    let (_, count, _) = run(&["solve", "penguins", "20113123", "--count"], "");
    assert_eq!(drawn("solved.html").matches("<figure>").count().to_string(), count.trim());
    assert_eq!(run_in(at, &["legal-moves", "penguins", "20113123", "-o", "moves.svg"], "").0, 0);
    assert!(drawn("moves.svg").contains("is-changed"));

    let tile = ["pentomino", "tile", "3x20", "--all", "-o", "sheet.html"];
    assert_eq!(run_in(at, &tile, "").0, 0);
    assert_eq!(drawn("sheet.html").matches("<figure>").count(), 2);
    assert_eq!(run_in(at, &["pentomino", "tile", "3x20", "-o", "one.svg"], "").0, 0);
    assert_eq!(drawn("one.svg").matches("data-square").count(), 60);

    assert_eq!(run_in(at, &["challenges", "-o", "challenges.html"], "").0, 0);
    assert_eq!(drawn("challenges.html").matches("<figure>").count(), 39);
    assert_eq!(run_in(at, &["challenges", "--penguins", "-o", "penguins.svg"], "").0, 0);
    assert_eq!(drawn("penguins.svg").matches("class=\"board\"").count(), 60);

    for (arguments, squares) in [
        (&["explain", "hand", "AbBCDa"][..], 18),
        (&["setup", "1", "--seed", "1"], 0),
        (&["solve", "raft", game, "--seed", "1"], 0),
        (&["pentomino", "show", "F"], 5),
        (&["pentomino", "orient", "F"], 40),
        (&["pentomino", "list"], 60),
    ] {
        let path = format!("{}.svg", arguments[..2].join("-"));
        let (status, _, err) = run_in(at, &[arguments, &["-o", &path]].concat(), "");
        assert_eq!(status, 0, "{err}");
        let count = drawn(&path).matches("class=\"sq ").count();
        assert!(count >= squares.max(1), "{path}: {count} squares");
    }
    for name in ["x.svg", "x.png", "x.html"] {
        let (status, _, err) = run_in(at, &["canon", "draw", "A6", "-o", name], "");
        assert_eq!((status, at.join(name).exists()), (2, false));
        assert!(err.contains("this command draws nothing"), "{err}");
    }
    let sheet = ["pentomino", "tile", "6x10", "--limit", "130", "-o", "many.html"];
    assert_eq!(run_in(at, &sheet, "").0, 0);
    assert_eq!(drawn("many.html").matches("<figure>").count(), 120);
    assert!(drawn("many.html").contains("href=\"many-2.html\""));
    assert_eq!(drawn("many-2.html").matches("<figure>").count(), 10);

    let (_, games, _) = run(&["generate", "raft-game", "--seed", "3"], "");
    assert_eq!(run_in(at, &["render", "raft-record", "-o", "game.html"], games.trim()).0, 0);
    assert!(drawn("game.html").contains("id=\"slider\""));
    let record = kinds::row(Kind::GameRecord).example();
    assert_eq!(run_in(at, &["bot", "replay", "-", "-o", "bots.html"], record).0, 0);
    assert!(drawn("bots.html").contains("Perfect takes square 0"));
}

#[test]
fn a_file_that_cannot_be_written_is_reported_and_leaves_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let (status, _, err) = run_in(at, &["render", "draw", "A6", "-o", "no/such/place.svg"], "");
    assert!(status == 2 && err.contains("cannot write no/such/place.svg"), "{err}");
    fs::create_dir(at.join("taken.svg")).unwrap();
    let (status, _, err) = run_in(at, &["render", "draw", "A6", "-o", "taken.svg"], "");
    assert!(status == 2 && err.contains("cannot write taken.svg"), "{err}");
    assert_eq!(files(at), ["taken.svg"]);
}

#[test]
fn a_replay_shows_the_times_and_faults_of_the_log_beside_the_game() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    fs::create_dir(at.join("games")).unwrap();
    fs::write(at.join("games/1.json"), kinds::row(Kind::GameRecord).example()).unwrap();
    let turn = |active: bool| serde_json::json!({"state": {"activeTurn": active}}).to_string();
    let entry = |id: u64, bot: &str, rest: serde_json::Value| {
        let mut entry = serde_json::json!({"game": "tictactoe", "id": id, "bot": bot});
        entry.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        entry.to_string() + "\n"
    };
    let log = [
        entry(1, "Perfect", serde_json::json!({"dir": "in", "line": turn(true)})),
        entry(1, "Perfect", serde_json::json!({"dir": "out", "line": "{}", "us": 111_111})),
        entry(2, "Perfect", serde_json::json!({"dir": "in", "line": turn(false)})),
        entry(2, "Perfect", serde_json::json!({"dir": "out", "line": "{}", "us": 222_222})),
        entry(2, "Perfect", serde_json::json!({"dir": "in", "line": turn(true)})),
        entry(2, "Perfect", serde_json::json!({"dir": "out", "line": "{}", "us": 1234})),
        entry(2, "Random", serde_json::json!({"dir": "fault", "fault": "timeout", "in": "turn"})),
        entry(
            2,
            "Random",
            serde_json::json!({"dir": "exit", "stderr": "</pre><script>alert(1)</script>\u{1b}[31m"}),
        ),
        "not JSON\n".to_owned(),
    ];
    fs::write(at.join("messages.jsonl"), log.concat()).unwrap();
    let (status, _, err) = run_in(at, &["bot", "replay", "games/1.json", "-o", "game.html"], "");
    assert_eq!((status, err.as_str()), (0, ""));
    let page = fs::read_to_string(at.join("game.html")).unwrap();
    // The time for a move is shown only if it belongs to a turn of this game.
    assert!(page.contains("1. Perfect takes square 0 (top left)</a><p>took 1.234 ms</p>"));
    assert!(!page.contains("222.222") && !page.contains("111.111"));
    let turn = "2. Random takes square 8 (bottom right)</a><p>no move (timeout)</p>\
                <p>standard error:</p><pre>&lt;/pre&gt;&lt;script&gt;alert(1)";
    assert!(page.contains(turn), "{page}");
    assert!(!page.contains("<script>alert") && !page.contains('\u{1b}'));
}

#[test]
fn pictures_have_the_names_of_their_files() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    fs::create_dir(at.join("other")).unwrap();
    for name in ["ada.txt", "ben.txt", "other/ada.txt"] {
        fs::write(at.join(name), "20113123\n").unwrap();
    }
    let names = |folder: &str| {
        let mut names: Vec<_> = fs::read_dir(at.join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let render = |words: &[&str]| run_in(at, &[&["render", "penguins-challenge"], words].concat(), "").0;
    assert_eq!(render(&["--file", "ada.txt", "ben.txt", "-o", "named"]), 0);
    assert_eq!(names("named"), ["ada.svg", "ben.svg"]);
    assert_eq!(render(&["@ada.txt", "20113123", "-o", "mixed", "--to", "html"]), 0);
    assert_eq!(names("mixed"), ["000002.html", "ada.html"]);
    // Two files have the same name, so number their pictures.
    assert_eq!(render(&["--file", "ada.txt", "other/ada.txt", "-o", "numbered"]), 0);
    assert_eq!(names("numbered"), ["000001.svg", "000002.svg"]);
    let (status, _, err) =
        run_in(at, &["render", "penguins-challenge", "--file", "ada.txt", "ben.txt", "-o", "all.html"], "");
    let told = "clowder: all.html is the name of one file, but each of the pictures needs its own file; \
                write the name of a directory: -o all --to html\n";
    assert_eq!((status, &*err), (2, told));
    assert!(!at.join("all.html").exists());
}
