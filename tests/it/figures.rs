//! Tests that figures in SVG and HTML are well-formed for any text, and show the same squares as the pictures in
//! text.

use clowder::diagnostics::Source;
use clowder::kinds::{self, ReadOptions};
use clowder::notation::{Kind, Notation};
use clowder::protocol::GameRecord;
use clowder::raft::record::RaftRecord;
use clowder::raft::{Board, State};
use clowder::render::figure::replay::{self, Note, Replay};
use clowder::render::figure::{FigureLook, Item, html, svg};
use clowder::render::{self, Cell, Glyph, Look, Mark, Node, Picture, Piece, Style, raft};
use html5ever::tendril::TendrilSink as _;
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use proptest::prelude::*;
use sha2::{Digest as _, Sha256};

fn example(kind: Kind) -> Picture {
    let text = kinds::row(kind).example();
    let reading = kinds::read(kind, text, &ReadOptions::default());
    kinds::picture(kind, &**reading.value().expect("the example is valid"), Source::whole(text))
}

fn written(picture: &Picture) -> String {
    svg::write(&picture.clone().figure(&FigureLook::default()), &svg::Options::default())
}

fn page(title: &str, sections: Vec<html::Section>, theme: svg::Theme) -> String {
    html::page(title, sections, &[], &FigureLook::default(), theme)
}

/// Parses a page, failing the test on a parse error.
pub(crate) fn parsed_page(page: &str) -> RcDom {
    let dom = html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(page);
    assert_eq!(*dom.errors.borrow(), Vec::<std::borrow::Cow<'_, str>>::new(), "{page}");
    dom
}

/// A function that is called for an element, with its name, its attributes and its text.
type Visit<'a> = &'a mut dyn FnMut(&str, &[(String, String)], String);

/// Calls a function for every element, with its name, its attributes and its text.
pub(crate) fn each_element(node: &Handle, visit: Visit<'_>) {
    if let NodeData::Element { name, attrs, .. } = &node.data {
        let attributes: Vec<_> =
            attrs.borrow().iter().map(|one| (one.name.local.to_string(), one.value.to_string())).collect();
        visit(&name.local, &attributes, text_of(node));
    }
    for child in node.children.borrow().iter() {
        each_element(child, visit);
    }
}

fn text_of(node: &Handle) -> String {
    let own = match &node.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => String::new(),
    };
    own + &node.children.borrow().iter().map(text_of).collect::<String>()
}

#[test]
fn every_kind_has_a_figure_that_is_well_formed_and_described() {
    for &kind in Kind::ALL {
        let figure = example(kind);
        assert!(!figure.is_empty(), "{kind}");
        let text = written(&figure);
        let document = roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{kind}: {error}"));
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        assert!(!text.contains("font") && !text.contains("<text"), "{kind} has letters that need a font");
        assert!(text.contains("prefers-color-scheme:dark"));
        parsed_page(&page("A page", vec![figure.into()], svg::Theme::Auto));
    }
}

#[test]
fn a_figure_is_written_the_same_way_every_time() {
    for &kind in Kind::ALL {
        assert_eq!(written(&example(kind)), written(&example(kind)), "{kind}");
    }
}

/// The letter of a Race to the Raft square, according to its classes.
pub(crate) fn letter_of(classes: &str) -> char {
    let classes: Vec<_> = classes.split(' ').collect();
    let has = |class: &str| classes.contains(&class);
    let letters = [
        ("blue", 'b'),
        ("green", 'g'),
        ("purple", 'p'),
        ("red", 'r'),
        ("yellow", 'y'),
        ("wild", 'w'),
        ("fire", 'f'),
        ("void", 'n'),
        ("raft-centre", 'o'),
    ];
    let found: Vec<_> = letters.iter().filter(|(class, _)| classes.get(1) == Some(class)).collect();
    assert_eq!(found.len(), 1, "{classes:?}");
    if has("cat") { found[0].1.to_ascii_uppercase() } else { found[0].1 }
}

/// The example board, and boards from real games.
fn boards() -> Vec<Board> {
    let random = |number| clowder::raft::generate::random_state(clowder::random::Random::stream(5, number));
    let example = Board::EXAMPLE.parse().unwrap();
    std::iter::once(example).chain((0..20).map(|number| *random(number).board())).collect()
}

#[test]
fn the_squares_of_a_board_agree_in_text_and_svg() {
    for board in boards() {
        let text = written(&raft::board(&board));
        let document = roxmltree::Document::parse(&text).unwrap();
        let mut squares = Vec::new();
        for node in document.descendants() {
            if let Some(place) = node.attribute("data-square") {
                squares.push((place.to_owned(), letter_of(node.attribute("class").unwrap())));
            }
        }
        let expected: Vec<_> = board
            .positions()
            .map(|(at, square)| (format!("{},{}", at.row(), at.column()), square.letter()))
            .collect();
        assert_eq!(squares, expected);
        // The picture in text has the same letters. Each letter is in the middle of three columns.
        let picture = raft::board(&board).scene(&Look::PIPE).text();
        for (line, row) in picture.lines().skip(1).zip(board.rows()) {
            let shown: Vec<char> =
                line.chars().chain(std::iter::repeat(' ')).skip(4).step_by(3).take(row.len()).collect();
            let letters: Vec<char> = row
                .iter()
                .map(|square| match square.letter() {
                    'f' => '▓',
                    'n' => ' ',
                    letter => letter,
                })
                .collect();
            assert_eq!(shown, letters);
        }
    }
}

#[cfg(feature = "png")]
#[test]
fn the_squares_of_a_board_agree_in_png() {
    use clowder::render::figure::png;
    use resvg::tiny_skia::Pixmap;

    for board in boards().into_iter().take(4) {
        let figure = raft::board(&board).figure(&FigureLook::default());
        let pixels = Pixmap::decode_png(&png::write(&figure, &svg::Options::default()).unwrap()).unwrap();
        let tiles: Vec<_> = figure.tiles().cloned().collect();
        assert_eq!(tiles.len(), board.squares().len());
        for (tile, square) in tiles.iter().zip(board.squares()) {
            // This point is above the piece and the letter, and below the edge of the raft. The margin is 10 units wide.
            let (x, y) = (tile.at.0 + 10 + 20, tile.at.1 + 10 + 3);
            let pixel = pixels.pixel(x as u32, y as u32).unwrap();
            let expected = tile.cell.paint.map_or([255; 3], render::Paint::rgb);
            assert_eq!(
                [pixel.red(), pixel.green(), pixel.blue()],
                expected,
                "{square:?} at {:?}",
                tile.cell.place
            );
        }
    }
}

#[test]
fn marks_and_arrows_are_drawn_in_the_requested_places() {
    let mut figure = raft::board(&Board::EXAMPLE.parse().unwrap());
    assert!(figure.mark([1, 5], Mark::Highlight) && figure.mark([2, 2], Mark::LastMove));
    assert!(figure.arrow([1, 5], [3, 6]));
    assert!(!figure.mark([50, 5], Mark::Highlight) && !figure.arrow([1, 5], [50, 6]));
    let text = written(&figure);
    let document = roxmltree::Document::parse(&text).unwrap();
    let marked: Vec<_> = document
        .descendants()
        .filter(|node| node.attribute("class").is_some_and(|class| class.contains("is-")))
        .map(|node| node.attribute("data-square").unwrap())
        .collect();
    assert_eq!(marked, ["1,5", "2,2"]);
    assert_eq!(text.matches("class=\"arrow\"").count(), 1);
}

#[test]
fn coordinates_can_be_omitted() {
    let state: State = State::EXAMPLE.parse().unwrap();
    let [with, without] = [true, false].map(|coordinates| {
        let mut look = FigureLook::default();
        look.coordinates = coordinates;
        raft::board(state.board()).figure(&look)
    });
    let written = |figure| svg::write(figure, &svg::Options::default());
    assert!(with.size > without.size);
    assert_eq!(with.tiles().count(), without.tiles().count());
    assert!(written(&with).contains("faint\" d") && !written(&without).contains("faint\" d"));
}

/// The hash of a text as a content security policy lists it.
pub(crate) fn hash_source(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in Sha256::digest(text.as_bytes()).chunks(3) {
        let number = (0..3).fold(0, |number, index| number << 8 | u32::from(*three.get(index).unwrap_or(&0)));
        for index in 0..4 {
            let digit = DIGITS[(number >> (18 - 6 * index) & 63) as usize];
            out.push(if index <= three.len() { digit.into() } else { '=' });
        }
    }
    format!("'sha256-{out}'")
}

/// Checks that a page is well formed, that its policy allows only its own style sheet and script, and that it loads
/// nothing.
pub(crate) fn check_policy(page: &str) {
    let mut policy = String::new();
    let (mut styles, mut scripts) = (Vec::new(), Vec::new());
    each_element(&parsed_page(page).document, &mut |name, attributes, text| {
        let attribute =
            |name: &str| attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str());
        if attribute("http-equiv") == Some("Content-Security-Policy") {
            attribute("content").unwrap().clone_into(&mut policy);
        }
        match name {
            "style" => styles.push(hash_source(&text)),
            "script" if attribute("type").is_none() => scripts.push(hash_source(&text)),
            _ => assert!(!["link", "img", "iframe", "object", "base"].contains(&name), "{name}"),
        }
        for (name, value) in attributes {
            assert!(!name.starts_with("on") && name != "src" && name != "style", "{name}");
            assert!(name != "href" || value.starts_with(['#', '.']), "{value}");
        }
    });
    assert!(styles.len() == 1 && scripts.len() <= 1);
    let script = scripts.first().map_or("'none'", String::as_str);
    let expected = format!(
        "default-src 'none'; style-src {}; script-src {script}; base-uri 'none'; form-action 'none'",
        styles[0]
    );
    assert_eq!(policy, expected, "write these hashes");
}

#[test]
fn the_policy_of_a_page_allows_its_own_style_sheet_and_nothing_else() {
    let page = page("A page", vec![example(Kind::State).into()], svg::Theme::Auto);
    check_policy(&page);
    assert!(page.contains("script-src 'none'"));
}

/// The replay of a game of tic-tac-toe between players with these names.
fn replay_of(names: [&str; 2]) -> Replay {
    let quoted = names.map(|name| serde_json::to_string(name).unwrap());
    let text = GameRecord::EXAMPLE.replace("\"Perfect\"", &quoted[0]).replace("\"Random\"", &quoted[1]);
    Replay::of_bots(&GameRecord::read(&text).into_value().unwrap())
}

#[test]
fn a_replay_runs_its_own_script_and_nothing_else() {
    let page = replay::page(&replay_of(["A", "B"]), svg::Theme::Auto);
    check_policy(&page);
    let mut buttons = Vec::new();
    each_element(&parsed_page(&page).document, &mut |name, _, text| {
        if name == "button" {
            buttons.push(text);
        }
    });
    assert_eq!(buttons, ["First", "Back", "Play", "Next", "Last"]);
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    let data: serde_json::Value = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(data["frames"].as_array().unwrap().len(), 6);
}

/// The pictures of each panel, decoded as the script decodes them.
fn decoded(page: &str) -> Vec<Vec<String>> {
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    let data: serde_json::Value = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
    let number = |value: &serde_json::Value| value.as_u64().unwrap() as usize;
    let panel = |panel: &serde_json::Value| {
        let mut now: Vec<usize> = Vec::new();
        let mut frames = Vec::new();
        for frame in panel["frames"].as_array().unwrap() {
            let edits: Vec<usize> = frame.as_array().unwrap().iter().map(number).collect();
            now.resize(edits[0], usize::MAX);
            for edit in edits[1..].chunks(2) {
                now[edit[0]] = edit[1];
            }
            frames.push(now.iter().map(|&part| data["parts"][part].as_str().unwrap()).collect::<String>());
        }
        frames
    };
    data["panels"].as_array().unwrap().iter().map(panel).collect()
}

#[test]
fn the_frames_of_a_replay_are_the_figures_of_its_positions() {
    let raft = Replay::of_raft(&RaftRecord::EXAMPLE.parse().unwrap());
    for (replay, panels) in [(replay_of(["A", "B"]), 1), (raft, 4)] {
        let decoded = decoded(&replay::page(&replay, svg::Theme::Auto));
        assert_eq!(decoded.len(), panels);
        for (index, pictures) in decoded.iter().enumerate() {
            assert_eq!(pictures.len(), replay.frames.len());
            for (picture, frame) in pictures.iter().zip(&replay.frames) {
                let figure = &frame.panels[index].figure;
                let whole = svg::write(figure, &svg::Options::default()).replace('\n', "");
                assert!(whole.contains(picture.as_str()), "{picture}");
            }
        }
    }
}

/// Whether two axis-parallel line segments are parallel and so close that they overlap.
fn is_covered(one: &[(i32, i32)], other: &[(i32, i32)]) -> bool {
    let near = |at: fn(&(i32, i32)) -> i32| {
        at(&one[0]) == at(&one[1])
            && at(&other[0]) == at(&other[1])
            && (at(&one[0]) - at(&other[0])).abs() < 6
    };
    near(|point| point.0) || near(|point| point.1)
}

#[test]
fn the_paths_in_arboretum_are_below_the_cards_and_beside_each_other() {
    let mut lines = 0;
    for line in include_str!("../cases/arboretum-games.jsonl").lines().take(5) {
        let replay = Replay::of_bots(&GameRecord::parse_canonical(line).unwrap());
        for figure in replay.frames.iter().flat_map(|frame| &frame.panels).map(|panel| &panel.figure) {
            let path = |item: &Item| matches!(item, Item::Line("score", ..));
            let is_card = |item: &Item| matches!(item, Item::Tile(tile) if tile.cell.place.is_some());
            let first_card = figure.items.iter().position(is_card).unwrap_or(usize::MAX);
            let last_path = figure.items.iter().rposition(path);
            assert!(last_path.is_none_or(|last| last < first_card));
            let paths: Vec<_> = figure
                .items
                .iter()
                .filter_map(|item| if let Item::Line(_, _, points) = item { Some(points) } else { None })
                .collect();
            lines += paths.len();
            for (index, one) in paths.iter().enumerate() {
                for other in &paths[..index] {
                    let covered = one.windows(2).any(|one| other.windows(2).any(|two| is_covered(one, two)));
                    assert!(!covered, "{one:?} and {other:?}");
                }
            }
        }
    }
    assert!(lines > 100, "{lines} lines");
}

/// Texts that, without escaping, would end the element or attribute that contains them.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("</title><script>alert(1)</script>".to_owned()),
        Just("</style>".to_owned()),
        Just("\"><img src=x onerror=alert(1)>".to_owned()),
        Just("' onload='alert(1)".to_owned()),
        Just("]]>".to_owned()),
        Just("<!--".to_owned()),
        Just("--!>".to_owned()),
        Just("<![CDATA[".to_owned()),
        Just("&lt;&#0;&".to_owned()),
        Just("\u{0}\u{8}\u{b}\u{c}\u{1b}[31m\r\n\u{85}".to_owned()),
        Just("\u{202e}\u{feff}\u{fffe}\u{ffff}\u{1ffff}\u{fdd0}".to_owned()),
        any::<String>(),
    ];
    proptest::collection::vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn no_text_can_break_out_of_its_element(title in hostile(), description in hostile(), words in hostile()) {
        let mut cell = Cell::new(words.clone(), Glyph::Letters(words.clone()));
        cell.paint = Some(render::Paint::Blue);
        let line = vec![Piece::Words(words.clone(), Style::BOLD), Piece::Cell(cell, 40)];
        let mut picture: Picture = Node::Line(line).titled(words.clone()).into();
        picture.title = title.clone();
        picture.description.clone_from(&description);
        picture.messages.push((words.clone(), None));
        let text = written(&picture);
        let document = roxmltree::Document::parse(&text).unwrap();
        let names: std::collections::BTreeSet<_> =
            document.descendants().filter(roxmltree::Node::is_element).map(|node| node.tag_name().name()).collect();
        prop_assert!(names.iter().all(|name| ["svg", "style", "title", "desc", "g", "path", "text"].contains(name)), "{names:?}");
        let mut section = html::Section::from(picture);
        (section.heading, section.caption) = (words.clone(), words.clone());
        section.list.push(words.clone());
        let part = html::StringPart { text: words.clone(), meaning: words, origin: None };
        section.string.push(part);
        let page = page(&title, vec![section.clone(), section], svg::Theme::Dark);
        let (mut count, mut scripts) = (0, 0);
        each_element(&parsed_page(&page).document, &mut |name, attributes, _| {
            count += usize::from(name == "title");
            scripts += usize::from(name == "script");
            assert!(name != "img" && attributes.iter().all(|(name, _)| !name.starts_with("on")));
        });
        prop_assert_eq!(scripts, 1, "the script that links a string to its picture");
        prop_assert_eq!(count, 3, "the title of the page and one of each figure");
        let mut replay = replay_of([&title, &description]);
        replay.notes.push(Note { heading: title.clone(), text: description.clone() });
        replay.frames[2].name.clone_from(&description);
        replay.frames[2].status.clone_from(&description);
        replay.frames[2].errors.clone_from(&description);
        replay.frames[2].panels[0].heading.clone_from(&description);
        replay.frames[2].notes.push(description);
        replay.title = title;
        let page = replay::page(&replay, svg::Theme::Auto);
        let mut scripts = 0;
        each_element(&parsed_page(&page).document, &mut |name, attributes, _| {
            scripts += usize::from(name == "script");
            assert!(name != "img" && attributes.iter().all(|(name, _)| !name.starts_with("on")));
        });
        prop_assert_eq!(scripts, 2);
        prop_assert_eq!(decoded(&page)[0].len(), replay.frames.len());
    }
}
