//! Tests replays, pictures and reports in a real browser: headless Chromium, which the tests control with its debugging
//! protocol over a pair of pipes.
//!
//! Without Chromium, these tests are skipped, with a note on standard error that the test harness does not capture.

use crate::figures::letter_of;
use crate::support::run;
use clowder::arena::schedule::TournamentFormat;
use clowder::arena::tournament::Standings;
use clowder::diagnostics::Source;
use clowder::games::Game;
use clowder::kinds::{self, ReadOptions};
use clowder::notation::{Kind, Notation};
use clowder::protocol::{AnyRecord, GameRecord};
use clowder::raft::generate::{PlayedStep, Playout};
use clowder::raft::record::RaftRecord;
use clowder::random::Random;
use clowder::render::figure::replay::{self, Replay};
use clowder::render::figure::{FigureLook, html, svg::Theme};
use clowder::render::{self, Picture, standings};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running browser with one page.
struct Browser {
    process: Child,
    to: File,
    from: BufReader<File>,
    session: String,
    sent: u64,
    /// The errors on the page: uncaught exceptions and entries in the console.
    errors: Vec<String>,
    _directory: tempfile::TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

impl Browser {
    /// Starts Chromium. Returns `None` if it is not installed.
    fn start() -> Option<Self> {
        let installed =
            Command::new("chromium").arg("--version").output().is_ok_and(|it| it.status.success());
        if !installed {
            let line = b"\n*** SKIPPED: chromium is not installed; replays are not tested in a browser ***\n";
            std::io::stderr().write_all(line).unwrap();
            return None;
        }
        let directory = tempfile::tempdir().unwrap();
        let [to, from] = ["to", "from"].map(|name| directory.path().join(name));
        assert!(Command::new("mkfifo").args([&to, &from]).status().unwrap().success());
        // The browser reads commands from descriptor 3 and writes answers to descriptor 4.
        let script = "exec 3<\"$1\" 4>\"$2\"; exec chromium --headless=new --no-sandbox --disable-gpu \
                      --disable-dev-shm-usage --no-first-run --user-data-dir=\"$3\" --remote-debugging-pipe";
        let process = Command::new("sh")
            .args(["-c", script, "sh"])
            .args([&to, &from, &directory.path().join("profile")])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let to = fs::OpenOptions::new().write(true).open(to).unwrap();
        let from = BufReader::new(File::open(from).unwrap());
        let (session, errors) = (String::new(), Vec::new());
        let mut browser = Self { process, to, from, session, sent: 0, errors, _directory: directory };
        let target = browser.command("Target.createTarget", &json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = browser.command("Target.attachToTarget", &attach);
        session["sessionId"].as_str().unwrap().clone_into(&mut browser.session);
        for domain in ["Page", "Runtime", "Log", "Accessibility"] {
            browser.command(&format!("{domain}.enable"), &json!({}));
        }
        Some(browser)
    }

    /// Sends a command and returns its result.
    fn command(&mut self, method: &str, parameters: &Value) -> Value {
        self.sent += 1;
        let mut message = json!({"id": self.sent, "method": method, "params": parameters});
        if !self.session.is_empty() {
            message["sessionId"] = self.session.clone().into();
        }
        self.to.write_all(message.to_string().as_bytes()).unwrap();
        self.to.write_all(b"\0").unwrap();
        loop {
            let mut line = Vec::new();
            assert!(self.from.read_until(0, &mut line).unwrap() > 0, "the browser has ended");
            line.pop();
            let answer: Value = serde_json::from_slice(&line).unwrap();
            if answer["id"] == self.sent {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
            let event = answer["method"].as_str().unwrap_or_default();
            if ["Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"].contains(&event) {
                self.errors.push(answer["params"].to_string());
            }
        }
    }

    /// Evaluates an expression in the page.
    fn evaluate(&mut self, expression: &str) -> Value {
        let answer =
            self.command("Runtime.evaluate", &json!({"expression": expression, "returnByValue": true}));
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Opens a file and waits until the script of the page, if it has one, has run.
    fn open(&mut self, file: &Path, fragment: &str) {
        self.command("Page.navigate", &json!({"url": "about:blank"}));
        self.command("Page.navigate", &json!({"url": format!("file://{}{fragment}", file.display())}));
        let ready = "document.readyState === 'complete' && location.protocol === 'file:' && \
                     (document.scripts.length === 0 || document.documentElement.dataset.ready === 'yes')";
        for _ in 0..600 {
            if self.evaluate(ready) == true {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        panic!("the script of the page has not run: {:?}", self.errors);
    }

    fn press(&mut self, key: &str) {
        let code = match key {
            "ArrowRight" => 39,
            "ArrowLeft" => 37,
            "Home" => 36,
            "End" => 35,
            _ => 32,
        };
        for kind in ["rawKeyDown", "keyUp"] {
            let event = json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code});
            self.command("Input.dispatchKeyEvent", &event);
        }
    }

    /// Sets the size of the window, and the medium of the page.
    fn resize(&mut self, width: u32, height: u32, medium: &str) {
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500});
        self.command("Emulation.setDeviceMetricsOverride", &metrics);
        self.command("Emulation.setEmulatedMedia", &json!({"media": medium}));
    }

    /// Returns which of the colours of squares are seen in a picture.
    #[cfg(feature = "png")]
    fn colours_of(&mut self, selector: &str) -> Vec<render::Paint> {
        use render::Paint;
        let [left, top, right, bottom] = self.edges(selector);
        let clip = json!({"x": left, "y": top, "width": right - left, "height": bottom - top, "scale": 1});
        let options = json!({"format": "png", "clip": clip, "captureBeyondViewport": true});
        let picture = self.command("Page.captureScreenshot", &options);
        let pixels = decoded(picture["data"].as_str().unwrap());
        let pixels = resvg::tiny_skia::Pixmap::decode_png(&pixels).unwrap();
        let is_seen = |paint: &Paint| {
            let seen = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
                [pixel.red(), pixel.green(), pixel.blue()] == paint.rgb()
            };
            pixels.pixels().iter().filter(|pixel| seen(pixel)).count() > 20
        };
        [Paint::Blue, Paint::Green, Paint::Purple, Paint::Red, Paint::Yellow]
            .into_iter()
            .filter(is_seen)
            .collect()
    }

    /// Returns the left, upper, right and lower edge of an element in the window.
    fn edges(&mut self, selector: &str) -> [f64; 4] {
        let edges = self.evaluate(&format!(
            "(({{left, top, right, bottom}}) => [left, top, right, bottom])(document.querySelector('{selector}').getBoundingClientRect())"
        ));
        serde_json::from_value(edges).unwrap()
    }

    fn turn(&mut self) -> u64 {
        self.evaluate("Number(document.getElementById('slider').value)").as_u64().unwrap()
    }

    /// Returns the position and the classes of every square that is shown.
    fn squares(&mut self) -> Vec<(String, String)> {
        let shown = self.evaluate(
            "[...document.querySelectorAll('#picture [data-square]')]\
             .map(it => [it.getAttribute('data-square'), it.getAttribute('class')])",
        );
        serde_json::from_value(shown).unwrap()
    }

    fn screenshot(&mut self, name: &str, width: u32, theme: &str) {
        let Some(directory) = std::env::var_os("CLOWDER_SCREENSHOTS") else { return };
        let metrics = json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500});
        self.command("Emulation.setDeviceMetricsOverride", &metrics);
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": theme}]});
        self.command("Emulation.setEmulatedMedia", &features);
        let picture = self.command("Page.captureScreenshot", &json!({"format": "png"}));
        let path = Path::new(&directory).join(format!("{name}-{width}-{theme}.png.base64"));
        fs::write(path, picture["data"].as_str().unwrap()).unwrap();
        self.command("Emulation.clearDeviceMetricsOverride", &json!({}));
    }
}

/// Decodes a text in Base64.
#[cfg(feature = "png")]
fn decoded(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let four = |four: &[u8]| {
        let number = four.iter().fold(0, |number, byte| number << 6 | u32::from(digit(*byte)));
        number.to_be_bytes()[1..].to_vec()
    };
    text.as_bytes().chunks(4).flat_map(four).collect()
}

/// The position of a square, and the letter or the card on it.
type Shown = (String, String);

/// A page, with the squares that it must show at each turn.
struct Page {
    name: String,
    html: String,
    turns: Vec<Vec<Shown>>,
}

/// Returns ten games: five of tic-tac-toe, two of Arboretum, and three of Race to the Raft.
fn pages() -> Vec<Page> {
    let mut pages = Vec::new();
    for (number, line) in include_str!("../cases/tictactoe-games.jsonl").lines().take(5).enumerate() {
        let record = GameRecord::parse_canonical(line).unwrap();
        let AnyRecord::TicTacToe(game) = record.record() else { panic!("{line}") };
        // These are the positions that `apply` computes, without the replay.
        let mut state = *game.initial();
        let mut turns = vec![tictactoe_letters(state)];
        for of in game.moves() {
            clowder::tictactoe::TicTacToe::apply(&mut state, of);
            turns.push(tictactoe_letters(state));
        }
        let html = replay::page(&Replay::of_bots(&record), Theme::Auto);
        pages.push(Page { name: format!("tictactoe-{number}"), html, turns });
    }
    for (number, line) in include_str!("../cases/arboretum-games.jsonl").lines().take(2).enumerate() {
        let record = GameRecord::parse_canonical(line).unwrap();
        let AnyRecord::Arboretum(game) = record.record() else { panic!("{line}") };
        let mut state = game.initial().clone();
        let mut turns = vec![played_cards(&state)];
        for of in game.moves() {
            clowder::arboretum::Arboretum::apply(&mut state, of);
            turns.push(played_cards(&state));
        }
        let html = replay::page(&Replay::of_bots(&record), Theme::Auto);
        pages.push(Page { name: format!("arboretum-{number}"), html, turns });
    }
    for seed in 1..=3 {
        let record = RaftRecord::new(Playout::new(Random::new(seed)).collect()).unwrap();
        let states = std::iter::once(record.initial()).chain(record.steps().iter().map(PlayedStep::after));
        let letters = |state: &clowder::raft::State| -> Vec<Shown> {
            let square = |(at, square): (clowder::raft::Position, clowder::raft::Square)| {
                (format!("{},{}", at.row(), at.column()), square.letter().to_string())
            };
            state.board().positions().map(square).collect()
        };
        let turns = states.map(letters).collect();
        let html = replay::page(&Replay::of_raft(&record), Theme::Auto);
        pages.push(Page { name: format!("raft-{seed}"), html, turns });
    }
    pages
}

fn tictactoe_letters(board: clowder::tictactoe::Board) -> Vec<Shown> {
    let square = |square: clowder::tictactoe::Square| {
        (format!("{},{}", square.number() / 3, square.number() % 3), board.token(square).to_string())
    };
    clowder::tictactoe::Square::ALL.into_iter().map(square).collect()
}

/// Returns the cards in both play areas with their positions.
fn played_cards(state: &clowder::arboretum::State) -> Vec<Shown> {
    let cards = state.areas().iter().flat_map(clowder::arboretum::PlayArea::cards);
    cards.map(|placed| (format!("{},{}", placed.at[0], placed.at[1]), placed.card.to_string())).collect()
}

/// Returns the letter of a square or the name of a card, which is determined from the classes.
fn letter(classes: &str) -> String {
    match classes.split(' ').nth(1) {
        Some("token-x") => "X".to_owned(),
        Some("token-o") => "O".to_owned(),
        Some("empty") => "-".to_owned(),
        Some(card) if card.starts_with("card-") => card["card-".len()..].to_owned(),
        _ => letter_of(classes).to_string(),
    }
}

fn shown(browser: &mut Browser) -> Vec<Shown> {
    browser.squares().into_iter().map(|(place, classes)| (place, letter(&classes))).collect()
}

#[test]
fn ten_games_can_be_stepped_through_in_a_browser() {
    let Some(mut browser) = Browser::start() else { return };
    let directory = tempfile::tempdir().unwrap();
    for Page { name, html, turns } in pages() {
        let file = directory.path().join(format!("{name}.html"));
        fs::write(&file, html).unwrap();
        browser.open(&file, "");
        for (turn, expected) in turns.iter().enumerate() {
            assert_eq!(browser.turn(), turn as u64, "{name}");
            assert_eq!(shown(&mut browser), *expected, "{name}, turn {turn}");
            assert_eq!(browser.evaluate("location.hash"), format!("#turn={turn}"));
            browser.press("ArrowRight");
        }
        let last = turns.len() as u64 - 1;
        assert_eq!(browser.turn(), last, "the last position is the end");
        browser.press("Home");
        assert_eq!(browser.turn(), 0);
        // The arrow keys move the slider by exactly one turn.
        browser.evaluate("document.getElementById('slider').focus()");
        browser.press("ArrowRight");
        assert_eq!(browser.turn(), 1);
        assert_eq!(shown(&mut browser), turns[1]);
        browser.press("End");
        assert_eq!(browser.turn(), last);
        let middle = last / 2;
        browser.open(&file, &format!("#turn={middle}"));
        assert_eq!(browser.turn(), middle, "{name}: #turn={middle}");
        assert_eq!(shown(&mut browser), turns[middle as usize]);
        browser.evaluate("location.hash = '#turn=2'");
        for _ in 0..100 {
            if browser.turn() == 2 {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        assert_eq!(browser.turn(), 2);
        names_of_controls(&mut browser, &name, 9);
        for (width, theme) in [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")] {
            browser.screenshot(&name, width, theme);
        }
        assert_eq!(browser.errors, [""; 0], "{name}");
    }
}

/// Checks that every control has a name for screen readers.
fn names_of_controls(browser: &mut Browser, page: &str, least: usize) {
    let tree = browser.command("Accessibility.getFullAXTree", &json!({}));
    let mut found = 0;
    for node in tree["nodes"].as_array().unwrap() {
        let role = node["role"]["value"].as_str().unwrap_or_default();
        if ["button", "slider", "combobox", "link", "image", "img", "table", "region"].contains(&role) {
            found += 1;
            let name = node["name"]["value"].as_str().unwrap_or_default();
            assert!(!name.trim().is_empty(), "{page}: a {role} has no name: {node}");
        }
    }
    assert!(found >= least, "{page}: {found} controls");
}

/// Opens the first replay. Returns the browser and the turns of the game, or `None` without a browser.
fn first_replay() -> Option<(Browser, Vec<Vec<Shown>>)> {
    let mut browser = Browser::start()?;
    let directory = tempfile::tempdir().unwrap();
    let Page { html, turns, .. } = pages().swap_remove(0);
    let file = directory.path().join("game.html");
    fs::write(&file, html).unwrap();
    browser.open(&file, "");
    Some((browser, turns))
}

#[test]
fn a_replay_plays_by_itself_and_stops_at_the_end() {
    let Some((mut browser, turns)) = first_replay() else { return };
    browser.evaluate("document.getElementById('speed').value = '10'");
    browser.press(" ");
    assert_eq!(browser.evaluate("document.getElementById('play').textContent"), "Pause");
    for _ in 0..200 {
        if browser.turn() == turns.len() as u64 - 1 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(browser.turn(), turns.len() as u64 - 1);
    assert_eq!(browser.evaluate("document.getElementById('play').textContent"), "Play");
}

#[test]
fn hostile_names_are_inert_in_a_browser() {
    let Some(mut browser) = Browser::start() else { return };
    let directory = tempfile::tempdir().unwrap();
    let name = "</script><script>window.caught = 1</script><img src=x onerror='window.caught = 1'>";
    let text = GameRecord::EXAMPLE.replace("\"Perfect\"", &serde_json::to_string(name).unwrap());
    let record = GameRecord::read(&text).into_value().unwrap();
    let file = directory.path().join("game.html");
    fs::write(&file, replay::page(&Replay::of_bots(&record), Theme::Dark)).unwrap();
    browser.open(&file, "#turn=3");
    assert_eq!(browser.evaluate("typeof window.caught"), "undefined");
    assert_eq!(browser.evaluate("document.images.length"), 0);
    assert_eq!(browser.errors, [""; 0]);
}

/// Returns pages of every sort: the example of each kind with its string, wrong strings, and sheets.
fn picture_pages() -> Vec<(String, String)> {
    let look = FigureLook::default();
    let page = |title: &str, sections| html::page(title, sections, &[], &look, Theme::Auto);
    let section = |kind: Kind, text: &str| {
        let reading = kinds::read(kind, text, &ReadOptions::default());
        let source = Source::new(text, reading.parts());
        let faults = reading.diagnostics();
        let (picture, segments) = match reading.value() {
            Some(value) if faults.is_empty() => {
                (kinds::picture(kind, &**value, source), value.explain(source))
            }
            _ => (render::wrong(kind, source, faults, None), Vec::new()),
        };
        let picture = Picture { title: kind.name().to_owned(), ..picture };
        let string = html::StringPart::all(source, &segments);
        html::Section { picture, string, ..html::Section::default() }
    };
    let mut pages = Vec::new();
    for &kind in Kind::ALL {
        let example = kinds::row(kind).example();
        pages.push((kind.name().to_owned(), page(kind.name(), vec![section(kind, example)])));
        let wrong = format!("{}?{}", &example[..example.len() / 2], &example[example.len() / 2..]);
        pages.push((format!("wrong-{kind}"), page(kind.name(), vec![section(kind, &wrong)])));
    }
    for (name, count) in [("pair", 2), ("sheet", 7)] {
        let sections = (0..count).map(|_| html::Section {
            heading: "a heading".to_owned(),
            string: Vec::new(),
            ..section(Kind::Board, kinds::row(Kind::Board).example())
        });
        pages.push((name.to_owned(), page(name, sections.collect())));
    }
    pages
}

#[test]
fn no_page_scrolls_sideways_and_print_begins_with_the_picture() {
    let Some(mut browser) = Browser::start() else { return };
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in picture_pages() {
        let file = directory.path().join(format!("{name}.html"));
        fs::write(&file, text).unwrap();
        for width in [390, 1400] {
            browser.resize(width, 900, "screen");
            browser.open(&file, "");
            let overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
            assert_eq!(browser.evaluate(overflow), 0, "{name} at {width} px");
            for theme in ["light", "dark"] {
                browser.screenshot(&name, width, theme);
            }
        }
        // This is the size of a page of paper, A4.
        browser.resize(794, 1123, "print");
        browser.open(&file, "");
        let bottom = "document.querySelector('svg.clowder').getBoundingClientRect().bottom";
        let bottom = browser.evaluate(bottom).as_f64().unwrap();
        assert!(bottom < 1123.0, "{name}: the picture ends at {bottom} px of the first page");
        assert_eq!(browser.errors, [""; 0], "{name}");
    }
}

/// Writes a page of each sort into a directory, and returns their paths. Names and texts in them are long and hostile.
fn all_pages(directory: &Path) -> Vec<std::path::PathBuf> {
    let at = |name: &str| directory.join(name);
    let text = |name: &str| at(name).to_str().unwrap().to_owned();
    let write = |name: &str, contents: &str| {
        fs::create_dir_all(at(name).parent().unwrap()).unwrap();
        fs::write(at(name), contents).unwrap();
    };
    let hostile = format!("<b>'\"&{}", "wide".repeat(50));
    for (index, Page { html, .. }) in
        pages().into_iter().enumerate().filter(|(index, _)| [0, 5, 7].contains(index))
    {
        write(&format!("replay-{index}.html"), &html);
    }
    let game =
        GameRecord::EXAMPLE.replace("\"Perfect\"", &serde_json::to_string(&hostile.repeat(50)).unwrap());
    assert_eq!(run(&["bot", "replay", "-", "-o", &text("hostile.html")], &game).0, 0);
    assert_eq!(run(&["render", "state", "-o", &text("state.html")], clowder::raft::State::EXAMPLE).0, 0);
    assert_eq!(run(&["pentomino", "tile", "3x20", "--all", "-o", &text("sheet.html")], "").0, 0);
    // Every answer is `false`, so some cases of every suite fail.
    let (_, cases, _) = run(&["generate", "cases", "--seed", "1", "--count", "66"], "");
    write("cases.jsonl", &cases);
    let (_, requests, _) = run(&["grade", &text("cases.jsonl"), "--requests"], "");
    let answers = requests.lines().map(|line| {
        let request: Value = serde_json::from_str(line).unwrap();
        json!({"id": request["id"], "answer": false}).to_string() + "\n"
    });
    write("answers.jsonl", &answers.collect::<String>());
    let report = format!("html={}", text("report.html"));
    let graded =
        run(&["grade", &text("cases.jsonl"), "--answers", &text("answers.jsonl"), "--report", &report], "");
    assert_eq!(graded.0, 1, "{graded:?}");
    let table = Standings::new(TournamentFormat::RoundRobin, 3, &[], &[]);
    write("standings.html", &standings::page(&hostile, &[&hostile, "Ann", "Bob"], &table));
    let mut found: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|ending| ending == "html"));
    found.sort();
    found
}

#[test]
fn every_page_is_readable_on_a_phone_on_a_wide_screen_and_on_paper() {
    let directory = tempfile::tempdir().unwrap();
    let pages = all_pages(directory.path());
    assert_eq!(pages.len(), 8, "{pages:?}");
    for page in &pages {
        crate::figures::check_policy(&fs::read_to_string(page).unwrap());
    }
    let Some(mut browser) = Browser::start() else { return };
    for page in pages {
        let name = page.file_name().unwrap().to_str().unwrap();
        for (width, height) in [(390, 844), (1400, 900)] {
            browser.resize(width, height, "screen");
            browser.open(&page, "");
            let wide = browser.evaluate("document.documentElement.scrollWidth").as_u64().unwrap();
            assert!(wide <= width.into(), "{name} is {wide} pixels wide in a window of {width}");
            names_of_controls(&mut browser, name, 1);
        }
        #[cfg(feature = "png")]
        if name == "report.html" {
            assert_eq!(browser.colours_of("#case-5 svg").len(), 5, "the tiles of the report have no colours");
        }
        // The size of a page of A4 without its margins, in CSS pixels.
        browser.resize(703, 1031, "print");
        let [_, top, _, bottom] = browser.edges("svg.clowder, table");
        let is_table = browser.evaluate("document.querySelector('svg.clowder, table').tagName") == "TABLE";
        assert!(top < 400.0 && (is_table || bottom <= 1031.0), "{name} begins at {top} and ends at {bottom}");
        assert_eq!(browser.errors, [""; 0], "{name}");
    }
}

#[test]
fn a_part_of_the_string_lights_up_its_squares_and_a_square_its_part() {
    let Some(mut browser) = Browser::start() else { return };
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("hand.html");
    let (_, page) = picture_pages().into_iter().find(|(name, _)| name == "hand").unwrap();
    fs::write(&file, page).unwrap();
    browser.open(&file, "");
    let lit = "[...document.querySelectorAll('.lit')].map(it => it.localName).sort().join(' ')";
    browser.evaluate("document.querySelectorAll('pre [data-span]')[1].focus()");
    assert_eq!(browser.evaluate(lit), "li path span", "a card, its frame and its meaning");
    browser.evaluate("document.activeElement.blur()");
    browser.evaluate(
        "document.querySelector('path.slot').dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))",
    );
    assert_eq!(browser.evaluate(lit), "li path span");
    browser.evaluate("document.body.dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))");
    assert_eq!(browser.evaluate(lit), "");
}

#[test]
fn a_table_is_sorted_by_the_heading_that_is_clicked() {
    let Some(mut browser) = Browser::start() else { return };
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("standings.html");
    let table = Standings::new(TournamentFormat::RoundRobin, 3, &[], &[]);
    fs::write(&file, standings::page("Cup", &["Bob", "Cid", "Ann"], &table)).unwrap();
    browser.open(&file, "");
    let names = "[...document.querySelectorAll('tbody')][0].innerText.match(/[A-Z]\\w+/g).join(' ')";
    let click = "document.querySelector('thead button').click()";
    assert_eq!(browser.evaluate(names), "Bob Cid Ann");
    for (order, sorted) in [("Ann Bob Cid", "ascending"), ("Cid Bob Ann", "descending")] {
        browser.evaluate(click);
        assert_eq!(browser.evaluate(names), order);
        assert_eq!(browser.evaluate("document.querySelector('thead th').ariaSort"), sorted);
    }
    assert_eq!(browser.errors, [""; 0]);
}

#[test]
fn the_focus_stays_on_a_button_that_has_no_effect() {
    let Some((mut browser, turns)) = first_replay() else { return };
    browser.evaluate("document.getElementById('next').focus()");
    for _ in 0..=turns.len() {
        browser.evaluate("document.getElementById('next').click()");
    }
    assert_eq!(browser.turn(), turns.len() as u64 - 1);
    assert_eq!(browser.evaluate("document.activeElement.id"), "next");
    assert_eq!(browser.evaluate("document.getElementById('next').ariaDisabled"), "true");
    assert_eq!(browser.evaluate("document.getElementById('back').ariaDisabled"), "false");
    assert_eq!(browser.evaluate("document.querySelectorAll('.keys kbd').length"), 5);
}

#[test]
fn both_players_of_arboretum_are_below_each_other_on_a_phone() {
    let Some(mut browser) = Browser::start() else { return };
    let directory = tempfile::tempdir().unwrap();
    let Page { html, .. } = pages().swap_remove(5);
    let file = directory.path().join("game.html");
    fs::write(&file, html).unwrap();
    for (width, are_below) in [(390, true), (1400, false)] {
        browser.resize(width, 844, "screen");
        browser.open(&file, "#turn=40");
        let [first, second] = ["#panel-0", "#panel-1"].map(|panel| browser.edges(panel));
        assert_eq!(first[3] <= second[1], are_below, "{width}: {first:?} {second:?}");
        assert_eq!(first[2] <= second[0], !are_below, "{width}: {first:?} {second:?}");
        // The total of each player is the sum of the points above it.
        let sums = "[1, 2].map(column => [...document.querySelectorAll(`#scores tr td:nth-child(${column + 1})`)]\
                    .map(cell => parseInt(cell.textContent)).reduce((sum, next, at) => at < 6 ? sum + next : sum - next, 0))";
        assert_eq!(browser.evaluate(sums), json!([0, 0]));
    }
}
