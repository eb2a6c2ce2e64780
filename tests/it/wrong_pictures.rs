//! Tests pictures of wrong strings of each kind: the mark is at the square or the characters of the error.

#[cfg(feature = "cli")]
use crate::support::run;
use clowder::diagnostics::Source;
use clowder::kinds::{self, ReadOptions};
use clowder::notation::Kind;
use clowder::render::figure::{FigureLook, svg};
use clowder::render::{self, Mark, Picture};

fn drawn(kind: Kind, text: &str) -> Picture {
    let reading = kinds::read(kind, text, &ReadOptions::default());
    assert!(!reading.diagnostics().is_empty(), "{kind} {text}");
    let source = Source::new(text, reading.parts());
    render::wrong(kind, source, reading.diagnostics(), None)
}

fn written(picture: Picture) -> String {
    svg::write(&picture.figure(&FigureLook::default()), &svg::Options::default())
}

/// The marked squares.
fn squares(picture: &Picture) -> Vec<[i32; 2]> {
    let cells = picture.cells().into_iter().filter(|cell| cell.marks == [Mark::Error]);
    cells.filter_map(|cell| cell.place).collect()
}

/// The marked characters of the text.
fn characters(picture: &Picture, text: &str) -> String {
    let cells = picture.cells().into_iter().filter(|cell| cell.class == "character");
    let marked = cells.filter(|cell| cell.marks == [Mark::Error]);
    marked.filter_map(|cell| cell.origin).map(|origin| origin.span.of(text)).collect()
}

#[test]
fn an_error_on_a_square_is_marked_there() {
    let rows = |row: &str| format!("{row}\n{}", "bbbbbbbbb\n".repeat(11));
    let cases: [(Kind, &str, &[[i32; 2]]); 9] = [
        (Kind::Board, &rows("bbbbXbbbb"), &[[0, 4]]),
        (Kind::PenguinsBoard, "EEPEE\nEXEPE\nEEEEE\nEEPEE\n", &[[1, 1]]),
        (Kind::PenguinsBoard, "EEPEE\nEPEPE\nEEEEE\nEEPEEE\n", &[[5, 3]]),
        (Kind::PenguinsChallenge, "20113120", &[[2, 0]]),
        // The block hangs off the board.
        (Kind::PenguinsSolution, "A321B104C031D123", &[[1, 2], [1, 3], [2, 3], [1, 4]]),
        (Kind::PenguinsPlacement, "C451", &[[4, 5], [5, 5], [5, 4], [6, 3]]),
        (Kind::PenguinsState, "20113123:B204", &[[2, 0], [1, 1], [1, 2], [1, 3]]),
        (Kind::Polyomino, "XX/qX", &[[1, 0]]),
        (Kind::Region, "...\n.?.\n...\n", &[[1, 1]]),
    ];
    for (kind, text, expected) in cases {
        let mut found = squares(&drawn(kind, text));
        let mut expected = expected.to_vec();
        // Several things can be drawn on one square.
        for squares in [&mut found, &mut expected] {
            squares.sort_unstable();
            squares.dedup();
        }
        assert_eq!(found, expected, "{kind} {text}");
    }
}

#[test]
fn an_error_in_a_string_without_squares_is_marked_at_its_characters() {
    let cases = [
        (Kind::Challenge, "LNSNF0003C00104R11203", "000300104"),
        (Kind::Decks, "Aab1BCD", "1"),
        (Kind::Hand, "AfhzBCD", "z"),
        (Kind::Exhausted, "B0204X0201", "X"),
        (Kind::FireBag, "abF", "F"),
        (Kind::Action, "Ab12z8S", "z"),
        (Kind::Draw, "A3B9", "9"),
        (Kind::PathwayCard, "abbbbXbbbb", "X"),
        (Kind::FireTile, "a000x", "x"),
        (Kind::CatCard, "0bbzbbbbbb", "z"),
        (Kind::RaftCard, "7bbbbobbbw", "7"),
        (Kind::RaftRecord, "{x", "x"),
        (Kind::BotRequest, "{x", "x"),
        (Kind::BotReply, "{x", "x"),
        (Kind::GameRecord, "{x", "x"),
    ];
    for (kind, text, expected) in cases {
        assert_eq!(characters(&drawn(kind, text), text), expected, "{kind} {text}");
    }
}

#[test]
fn both_cards_of_an_overlap_are_marked_on_the_board() {
    let figure = drawn(Kind::Challenge, "LNSNF0003C00104R11203");
    let cards = figure.cells().into_iter().filter(|cell| cell.class == "slot card" && cell.size == [3, 3]);
    let marked: Vec<_> = cards.map(|card| (card.at, card.marks == [Mark::Error])).collect();
    // The fire card, the cat card and the raft card.
    assert_eq!(marked, [([0, 3], true), ([1, 4], true), ([12, 3], false)]);
}

#[test]
fn the_parts_of_a_state_have_their_own_marks() {
    let text = r#"["bbX\n","AzBCD","ABCD","","a1"]"#;
    let svg = written(drawn(Kind::State, text));
    assert!(svg.contains(r#"is-error" data-square="0,2""#), "{svg}");
    assert_eq!(svg.matches("slot card open is-error").count(), 2);
}

#[test]
fn every_kind_of_wrong_string_gives_a_well_formed_picture_with_all_numbers() {
    for &kind in Kind::ALL {
        let example = kinds::row(kind).example();
        let cut = example.len() / 2;
        for text in [&example[..cut], &format!("{}\u{1b}<&\"é{}", &example[..cut], &example[cut..]), ""] {
            let reading = kinds::read(kind, text, &ReadOptions::default());
            if reading.diagnostics().is_empty() {
                continue;
            }
            let source = Source::new(text, reading.parts());
            let svg = written(render::wrong(kind, source, reading.diagnostics(), None));
            roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{kind}: {error}"));
            for number in 1..=reading.diagnostics().len().min(12) {
                // A number is at the mark and in the legend.
                let count = svg.matches(&format!("data-error=\"{number}\"")).count();
                assert!(count >= 2, "{kind}, error {number} of {text:?}");
            }
        }
    }
}

#[cfg(feature = "cli")]
#[test]
fn the_picture_of_a_wrong_string_is_a_result() {
    let directory = tempfile::tempdir().unwrap();
    for (number, verb) in ["render", "validate"].iter().enumerate() {
        let path = directory.path().join(format!("{number}.svg"));
        let (status, _, _) =
            run(&[verb, "penguins-solution", "A321B104C031D123", "-o", path.to_str().unwrap()], "");
        assert_eq!(status, 1, "{verb}");
        let svg = std::fs::read_to_string(path).unwrap();
        assert!(svg.contains(r#"is-error" data-square="1,4""#), "{verb}");
        assert!(svg.contains("block D is partly off the board"), "{verb}");
    }
}
