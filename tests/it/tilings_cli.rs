//! Tests `pentomino` on the command line, its pictures, and the errors for wrong regions and shapes.

use crate::support::{picture, run};
use clowder::diagnostics::Diagnostics;
use clowder::notation::Notation;
use clowder::polyomino::tiling::{Images, Puzzle, Usage};
use clowder::polyomino::{Pieces, Polyomino, Region, named, parse_square, place};
use clowder::render::polyomino;
use clowder::shape::Sides;
use std::ops::ControlFlow;

#[test]
fn pictures_of_shapes_regions_and_tilings() {
    picture("polyomino-f", |look| polyomino::shape(named('F').unwrap()).scene(look));
    let region: Region = "..#.F\n.....\n#...T".parse().unwrap();
    picture("polyomino-region", |look| polyomino::region(&region).scene(look));
    picture("polyomino-placed", |look| polyomino::placement(&region, &[5, 6, 7], 'I').scene(look));
    let puzzle = Puzzle::new("6x10".parse().unwrap(), Pieces::pentominoes(Sides::Both), Usage::All);
    let first = puzzle.visit(Images::Distinct, ControlFlow::Break).break_value().unwrap();
    picture("polyomino-tiling", |look| {
        polyomino::tiling(&first, puzzle.region(), puzzle.pieces()).scene(look)
    });
}

#[test]
fn tilings_are_counted_and_listed() {
    let tile = |arguments: &[&str]| run(&[&["pentomino", "tile"], arguments].concat(), "");
    assert_eq!(tile(&["3x20", "--count", "--format", "plain"]).1, "2\n");
    assert_eq!(tile(&["3x20", "--count", "--symmetry", "all", "--format", "plain"]).1, "8\n");
    assert_eq!(tile(&["3x20", "--count"]).1, "2 distinct tilings, 8 in all\n");
    assert_eq!(
        tile(&["3x20", "--count", "--format", "json"]).1,
        "{\"distinct\":2,\"all\":8,\"stopped\":false}\n"
    );
    let one = tile(&["6x10", "--limit", "30", "--format", "plain", "--jobs", "1"]);
    let three = tile(&["6x10", "--limit", "30", "--format", "plain", "--jobs", "3"]);
    assert_eq!(one.1.lines().count(), 30);
    assert_eq!(one, three, "the number of threads has no effect");
    assert_eq!(tile(&["2x2", "--pieces", "XX*2", "--format", "plain", "--all"]).1, "AA/AA\n");
    let (status, out, err) = tile(&["6x9"]);
    assert_eq!((status, out.as_str()), (1, ""));
    assert_eq!(err, "clowder: no tiling: the region has 54 squares to fill, but the pieces have 60\n");
    assert_eq!(tile(&["6x10", "--count", "--first"]).0, 2);
}

#[test]
fn shapes_are_named_and_rotated() {
    let pentomino = |arguments: &[&str]| run(&[&["pentomino"], arguments].concat(), "");
    assert_eq!(pentomino(&["list", "--format", "plain"]).1.lines().collect::<String>(), "FILNPTUVWXYZ");
    assert_eq!(pentomino(&["list", "--fire-tiles"]).1.lines().count(), 31);
    assert_eq!(pentomino(&["name", "XXXX/.X..", "--format", "plain"]).1, "Y\n");
    assert_eq!(pentomino(&["name", "c000102031121", "--format", "json"]).0, 0);
    assert_eq!(
        pentomino(&["orient", "L", "--flip", "T", "--turn", "E", "--format", "plain"]).1,
        "X.../XXXX\n"
    );
    assert_eq!(pentomino(&["orient", "I", "--format", "plain"]).1, "FN X/X/X/X/X\nFE XXXXX\n");
    assert_eq!(pentomino(&["place", "I", "0001", "6x10", "--format", "plain"]).1.lines().count(), 5);
}

#[test]
fn errors_of_wrong_regions_have_spans() {
    for (text, faults) in [
        ("", "0..0: region/empty: the region is missing; draw it or write `ROWSxCOLUMNS`"),
        (".#.\n..", "4..6: region/uneven-lines: line 2 has 2 squares, but the first line has 3"),
        (".#.\n.", "4..5: region/uneven-lines: line 2 has 1 square, but the first line has 3"),
        (
            "..?\n.G.",
            "2..3: region/unknown-square: `?` is not a square `.`, a hole `#` or the letter of a piece\n\
             5..6: region/unknown-square: `G` is not a square `.`, a hole `#` or the letter of a piece",
        ),
        (
            "##\n##",
            "0..5: region/nothing-to-fill: every square is a hole; a region must have at least 1 square to fill",
        ),
        ("0x5", "0..3: region/nothing-to-fill: a rectangle with a side of 0 has no squares to fill"),
        (
            "1x10001",
            "0..7: region/too-large: 1 row of width 10001 has too many squares; at most 10000 are allowed, as in 100x100",
        ),
        (
            "101x100",
            "0..7: region/too-large: 101 rows of width 100 have too many squares; at most 10000 are allowed, as in 100x100",
        ),
        ("6x", "0..2: region/size: the number of columns is missing"),
        (". .", "1..2: region/spelling: a hole must be written as `#`"),
    ] {
        assert_eq!(Region::read(text).into_diagnostics().to_string(), faults, "{text:?}");
    }
    for (text, meant) in [
        ("6X10", Some("6x10")),
        ("6×10", Some("6x10")),
        ("6 * 010\n", Some("6x10")),
        ("6x", None),
        ("6x10x2", None),
        ("6by0", None),
        ("60by10", None),
    ] {
        let faults = Region::read(text).into_diagnostics();
        let fault = faults.iter().next().unwrap();
        assert_eq!((faults.len(), fault.code.name), (1, "region/size"), "{text:?}");
        assert_eq!(fault.fix.as_ref().map(|fix| fix.text.as_str()), meant, "{text:?}");
    }
    assert_eq!(
        Region::read("0..\n...").into_diagnostics().to_string().lines().count(),
        1,
        "a drawing with one wrong character has one error"
    );
    let drawn = vec![".".repeat(100); 101].join("\n");
    let faults = Region::read(&drawn).into_diagnostics();
    assert_eq!(faults.iter().map(|fault| fault.code.name).collect::<Vec<_>>(), ["region/too-large"]);
    assert_eq!(faults.iter().map(|fault| fault.span.start()).collect::<Vec<_>>(), [100 * 101]);
}

#[test]
fn errors_of_wrong_shapes_have_spans() {
    for (text, faults) in [
        ("Q", "0..1: polyomino/unknown-name: `Q` is not the name of a pentomino"),
        ("XX/X", "3..4: polyomino/uneven-rows: row 2 has only 1 place; row 1 has 2"),
        ("X./.X", "0..5: polyomino/not-joined: the squares are not all joined by their sides"),
        ("a000100", "5..7: polyomino/duplicate-square: the square at row 0, column 0 is listed twice"),
        ("a00010", "5..6: polyomino/square: `0` is not a square; a square is two digits (row, column)"),
    ] {
        assert_eq!(Polyomino::read(text).into_diagnostics().to_string(), faults, "{text:?}");
    }
}

#[test]
fn errors_of_wrong_lists_of_pieces_have_spans() {
    let tiles = [('a', named('P').unwrap())];
    for (text, faults) in [
        (
            "",
            "0..0: pieces/empty: a piece is missing here; a list must have a piece before and after every comma",
        ),
        (
            "F,*2",
            "2..2: pieces/empty: a piece is missing here; a list must have a piece before and after every comma",
        ),
        (
            "L*x,F*4294967296",
            "2..3: pieces/count: `x` is not a number of pieces\n\
             6..16: pieces/count: `4294967296` is not a number of pieces",
        ),
        (
            "F,FIQq",
            "4..5: pieces/unknown: there is no piece `Q`\n5..6: pieces/unknown: there is no piece `q`",
        ),
        ("a,b", "2..3: pieces/unknown: there is no piece `b`"),
        ("a,firetiles", "2..11: pieces/unknown: there is no piece `firetiles`"),
        ("a, F", "2..3: pieces/space: a list of pieces must not contain spaces"),
        ("a,XX/X", "5..6: polyomino/uneven-rows: row 2 has only 1 place; row 1 has 2"),
        ("a,X./.X*2", "2..7: polyomino/not-joined: the squares are not all joined by their sides"),
    ] {
        assert_eq!(Pieces::parse(text, Sides::Both, &tiles).unwrap_err().to_string(), faults, "{text:?}");
    }
    let list = |text: &str, sides| -> Vec<(char, u32)> {
        let pieces = Pieces::parse(text, sides, &tiles).unwrap();
        pieces.list().iter().map(|piece| (piece.letter(), piece.count())).collect()
    };
    assert_eq!(list("FI*2,a,XX*3,X,a", Sides::Both), [('F', 2), ('I', 2), ('a', 2), ('A', 3), ('X', 1)]);
    assert_eq!(
        list("FI*2,XX/X.*0", Sides::One),
        [('F', 2), ('f', 2), ('I', 2)],
        "the name of a piece means both sides"
    );
    assert_eq!(
        list("fire-tiles,.XX/XX./.X.", Sides::One),
        [('a', 1), ('F', 1)],
        "a shape that is drawn means only the side that is drawn"
    );
    assert_eq!(list("pentominoes", Sides::One).len(), 18);
    assert_eq!(list("FILNPTUVWXYZ", Sides::One), list("pentominoes", Sides::One));
}

#[test]
fn a_letter_belongs_to_the_piece_that_requested_it() {
    let tile = |region: &str, pieces: &str| {
        run(&["pentomino", "tile", region, "--pieces", pieces, "--format", "plain", "--first"], "")
    };
    // The single square and the domino have no names, so they get letters that the fire tile does not use, in any
    // order of the list.
    for (pieces, rows) in
        [("A,a00,XX", "AAAA/BACC\n"), ("a00,A,XX", "AAAA/BACC\n"), ("a00,XX,A", "AAAA/CABB\n")]
    {
        assert_eq!(tile("AAAA\n.A..", pieces), (0, rows.to_owned(), String::new()), "{pieces}");
    }
    assert_eq!(tile("....\n..D.\n....", "XXXX/XX..,D"), (0, "DDDD/DDDD/DDDD\n".to_owned(), String::new()));
    // Fire tile C has the shape of the pentomino P.
    for pieces in ["P,C", "C,P", "P*2,C*0"] {
        assert_eq!(tile("C....\n....P", pieces).0, i32::from(pieces.ends_with('0')), "{pieces}");
    }
}

#[test]
fn a_list_of_pieces_can_be_read_from_a_file() {
    let path = std::env::temp_dir().join(format!("clowder-pieces-{}", std::process::id()));
    let tile = |list: &[u8]| {
        std::fs::write(&path, list).unwrap();
        run(
            &["pentomino", "tile", "2x2", "--pieces", &format!("@{}", path.display()), "--format", "plain"],
            "",
        )
    };
    assert_eq!(tile(b"XX*2\n"), (0, "AA/AA\n".to_owned(), String::new()));
    let (status, out, err) = tile(b"XX,\xff");
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(err.starts_with("error[text/not-utf-8]: byte 3 is not UTF-8\n"), "{err}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn errors_of_shapes_that_cannot_be_placed_have_spans() {
    let place = |name, at: &str, region: &str| {
        let region = region.parse().unwrap();
        match place(&region, named(name).unwrap(), Some(name), parse_square(at)?) {
            Ok(squares) => panic!("{squares:?}"),
            Err(error) => Err::<(), _>(error.into_diagnostics()),
        }
    };
    for (name, at, region, faults) in [
        (
            'I',
            "9",
            "6x10",
            "0..1: place/square: a square must be four digits: two for its row and two for its column, counted from 00",
        ),
        (
            'I',
            "0é1",
            "6x10",
            "0..4: place/square: a square must be four digits: two for its row and two for its column, counted from 00",
        ),
        (
            'I',
            "0310",
            "6x10",
            "0..2: place/outside: the shape needs 5 rows from row 3 on, but the region has only 6 rows\n\
             2..4: place/outside: the shape needs 1 column from column 10 on, but the region has only 10 columns",
        ),
        (
            'I',
            "0000",
            "4x1",
            "0..2: place/outside: the shape needs 5 rows from row 0 on, but the region has only 4 rows",
        ),
        (
            'X',
            "0001",
            "#.#.\n.#T.\n#.XX",
            "2..3: place/hole: the shape covers the hole at row 0, column 2\n\
             6..7: place/hole: the shape covers the hole at row 1, column 1\n\
             7..8: place/kept: the shape covers row 1, column 2, which is reserved for piece T",
        ),
    ] {
        assert_eq!(place(name, at, region).unwrap_err().to_string(), faults, "{name} at {at}");
    }
    let fault = |faults: Diagnostics| faults.into_iter().next().unwrap();
    let outside = fault(place('I', "0300", "6x10").unwrap_err());
    assert_eq!(outside.fix.map(|fix| (fix.span.start(), fix.text)), Some((0, "01".to_owned())));
    for (text, meant) in
        [("23", Some("0203")), ("2,3", Some("0203")), ("(00, 10)", Some("0010")), ("2,345", None)]
    {
        let meant = meant.map(|meant| (0, text.len(), meant.to_owned()));
        let fix = fault(parse_square(text).unwrap_err()).fix;
        assert_eq!(fix.map(|fix| (fix.span.start(), fix.span.end(), fix.text)), meant, "{text}");
    }
}

#[test]
fn a_tile_may_cover_squares_that_are_reserved_for_it() {
    let place = |tile| run(&["pentomino", "place", tile, "0000", "aa.\naaa\n.a."], "").0;
    assert_eq!((place("a"), place("XX./XXX/.X.")), (0, 1));
    assert_eq!(run(&["pentomino", "place", "X", "0000", ".X.\nXXX\n.X."], "").0, 0);
    // A shape without a name is drawn as `X`, but it is not the pentomino X.
    assert_eq!(run(&["pentomino", "place", "XX", "0000", "XX."], "").0, 1);
}

#[test]
fn more_pieces_than_fit_are_accepted() {
    let many = "L*4294967295,F*4294967295";
    let tile = |at_most: &[&str]| {
        run(
            &[&["pentomino", "tile", "5x4", "--pieces", many, "--format", "plain", "--count"], at_most]
                .concat(),
            "",
        )
    };
    assert_eq!(tile(&["--at-most"]), (0, "3\n".to_owned(), String::new()));
    assert_eq!(tile(&[]).0, 1);
}

#[test]
fn a_count_that_is_too_large_says_what_it_would_take() {
    let tile = |arguments: &[&str]| run(&[&["pentomino", "tile"], arguments].concat(), "");
    let tetrominoes = "XXXX*,XX/XX*,XXX/.X.*,XX./.XX*,XXX/X..*";
    let (status, out, err) = tile(&["10x14", "--pieces", tetrominoes, "--count", "--memory", "1"]);
    assert_eq!((status, out.as_str()), (2, ""));
    let needed = err.strip_prefix("clowder: cannot count these tilings in 1 MiB; about ");
    let needed = needed.and_then(|err| err.strip_suffix(" MiB would be needed (--memory)\n"));
    assert!((10..100).contains(&needed.unwrap().parse().unwrap()), "{err}");
    let wide = tile(&["18x18", "--pieces", "XX*162,FILNPTU", "--at-most", "--count"]);
    assert_eq!(
        wide.2,
        "clowder: cannot count these tilings: a state would take 86 bits, and 64 are available; \
         the region is too wide, or too many pieces are limited\n"
    );
    // Few tilings are counted by enumeration.
    let bars = format!("{}*", "X".repeat(16));
    assert_eq!(tile(&["18x16", "--pieces", &bars, "--count", "--format", "plain"]).1, "3\n");
}

#[test]
fn only_counting_has_no_limit_of_18_rows_and_columns() {
    let tile = |arguments: &[&str]| run(&[&["pentomino", "tile", "--pieces", "XX*"], arguments].concat(), "");
    let limit = "clowder: the region has 328 squares; tilings of at most 324, as in 18x18, can be listed or drawn \
                 (--count has no such limit)\n";
    for arguments in [&["2x164"][..], &["2x164", "--first"], &["2x164", "--hint"]] {
        assert_eq!(tile(arguments), (1, String::new(), limit.to_owned()));
    }
    // The number of domino tilings of a strip with two rows is a Fibonacci number.
    let counted = tile(&["2x164", "--count", "--symmetry", "all", "--format", "plain"]);
    assert_eq!(counted, (0, "13598018856492162040239554477268290\n".to_owned(), String::new()));
    let (status, out, _) = tile(&["2x5000", "--count", "--symmetry", "all", "--format", "plain"]);
    assert_eq!((status, out.len()), (0, 1046));
}

#[test]
fn a_count_says_how_it_was_found() {
    let tile = |arguments: &[&str]| run(&[&["pentomino", "tile"], arguments].concat(), "");
    assert_eq!(
        tile(&["8x8", "--pieces", "XX*", "--count"]).1,
        "1629189 distinct tilings, 12988816 in all\n\
         counted by dynamic programming, with at most 67 states in 8 kB\n"
    );
    assert_eq!(
        tile(&["8x8", "--pieces", "XX*32", "--count", "--format", "json"]).1,
        "{\"distinct\":1629189,\"all\":12988816,\"stopped\":false,\
         \"frontier\":{\"states\":67,\"bytes\":7288}}\n"
    );
    assert_eq!(
        tile(&["14x14", "--pieces", "XX*", "--count", "--symmetry", "all", "--format", "plain"]).1,
        "112202208776036178000000\n"
    );
    assert_eq!(tile(&["2x3", "--pieces", "XX*", "--format", "plain"]).1, "AAA/AAA\nAAA/AAA\n");
    assert_eq!(
        tile(&["1x4", "--pieces", "XX*,XXXXX", "--count"]),
        (
            1,
            "0 distinct tilings, 0 in all\ncounted by dynamic programming, with at most 0 states in 0 kB\n"
                .to_owned(),
            "clowder: no tiling: the region has 4 squares to fill, but the pieces have 5\n".to_owned()
        )
    );
    assert_eq!(
        tile(&["1x5", "--pieces", "XX*,XXXX", "--count", "--format", "plain"]).2,
        "clowder: no tiling: no selection of the pieces covers exactly 5 squares, the size of the region\n"
    );
}
