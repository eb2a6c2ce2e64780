//! Tests how lists of pieces, squares and regions are read, and where a shape may be placed.

use crate::support::snapshot;
use clowder::diagnostics::Diagnostics;
use clowder::notation::Notation as _;
use clowder::polyomino::{Piece, Pieces, Polyomino, Region, Square, named, parse_square, pentominoes, place};
use clowder::shape::{Shape, Sides};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Writes one line per error: its place, its text, its code, its message, what was expected, and its repair.
fn described(text: &str, errors: &Diagnostics) -> String {
    let mut lines = String::new();
    for error in errors {
        let (from, to) = (error.span.start(), error.span.end());
        write!(lines, "  {from}..{to} {:?} {}: {}", error.span.of(text), error.code.name, error.message)
            .unwrap();
        if !error.expected.is_empty() {
            write!(lines, "; expected {:?}", error.expected).unwrap();
        }
        if let Some(fix) = &error.fix {
            write!(lines, "; fix {}..{} {:?}", fix.span.start(), fix.span.end(), fix.text).unwrap();
        }
        lines.push('\n');
    }
    lines
}

/// The letter, the number of copies and the rows of each piece.
fn list(pieces: &Pieces) -> String {
    let mut lines = String::new();
    for piece in pieces.list() {
        let copies =
            if piece.is_unlimited() { "any number".to_owned() } else { format!("{:?}", piece.count()) };
        writeln!(lines, "  {} {copies} {}", piece.letter(), piece.shape().rows()).unwrap();
    }
    lines
}

const LISTS: [&str; 46] = [
    "I",
    "FILN",
    "pentominoes",
    "fire-tiles",
    "fire-tiles*2,a",
    "a",
    "a*0",
    "XX",
    "X",
    "XX,XX",
    "XX/XX*3",
    "XX*",
    "XX*,XX*2",
    "XX*2,XX*",
    "I*4294967295,I",
    "L,X./X./X./XX",
    "X./X./X./XX,L",
    ".X/.X/.X/XX,L*2",
    "XXX,XX,X",
    "XX,A,XX/X.",
    "FF",
    "FQ*x",
    "*x",
    "l",
    "fil",
    "FQ",
    "FQQ",
    "AAA",
    "",
    ",I",
    "I,,I",
    "I,",
    "F ,I",
    "F I",
    "F*x",
    "F*-1",
    "F*4294967296",
    "pent",
    "Fire",
    "Pentominoes",
    "X.X",
    "XX/X",
    "Q0001",
    "a0001",
    "F\u{e9}",
    "\u{1b}\u{1b}\u{1b}",
];

#[test]
fn lists_of_pieces_are_read_or_rejected_as_reviewed() {
    let [a, b] = ["XX/X.", "XXX/X.."].map(|rows| Shape::from_rows(rows).unwrap());
    let mut out = String::new();
    for (sides, name) in [(Sides::Both, "both sides"), (Sides::One, "one side")] {
        for tiles in [&[('a', &a), ('b', &b)][..], &[]] {
            for text in LISTS {
                let found = match Pieces::parse(text, sides, tiles) {
                    Ok(pieces) => {
                        let is_unlimited = pieces.list().iter().any(Piece::is_unlimited);
                        assert_eq!(pieces.has_unlimited(), is_unlimited, "{text}");
                        list(&pieces)
                    }
                    Err(errors) => described(text, &errors),
                };
                writeln!(out, "{text:?}, {name}, {} tiles\n{found}", tiles.len()).unwrap();
            }
        }
    }
    snapshot("lists-of-pieces", &out);
}

#[test]
fn pieces_that_are_added_one_after_the_other_get_their_own_letters() {
    let mut out = String::new();
    let shapes = ["XX", "X./X./XX", ".X/.X/XX", "XX./.XX", "XXXXX", "XX/XX"]
        .map(|rows| Shape::from_rows(rows).unwrap());
    let letters = [None, Some('A'), Some('L'), Some('I'), Some('a')];
    for sides in [Sides::Both, Sides::One] {
        for first in letters {
            for second in letters {
                for third in letters {
                    let mut pieces = Pieces::new(sides);
                    pieces.add(first, &shapes[0], 1).unwrap();
                    pieces.add_with_mirror_image(second, &shapes[1], 2).unwrap();
                    pieces.add(third, &shapes[2], 1).unwrap();
                    pieces.add_unlimited(third, &shapes[4]).unwrap();
                    pieces.add(first, &shapes[3], 0).unwrap();
                    pieces.add(None, &shapes[5], 1).unwrap();
                    let line: Vec<_> = list(&pieces).lines().map(|line| line.trim().to_owned()).collect();
                    writeln!(out, "{sides:?} {first:?} {second:?} {third:?}: {}", line.join("; ")).unwrap();
                }
            }
        }
    }
    snapshot("letters-of-pieces", &out);
    let mut pieces = Pieces::new(Sides::Both);
    let apart = Shape::from_rows("X.X").unwrap();
    assert!(
        pieces.add_unlimited(None, &apart).is_err() && pieces.add_with_mirror_image(None, &apart, 1).is_err()
    );
    assert!(pieces.add_unlimited(Some('#'), &shapes[0]).is_err());
    assert!(pieces.list().is_empty());
}

#[test]
fn squares_are_read_or_rejected_as_reviewed() {
    let mut out = String::new();
    let texts = [
        "0000",
        "0203",
        "9999",
        "2,3",
        "23",
        "2 3",
        "(2, 3)",
        "2,",
        "2",
        "",
        "02030",
        "020",
        "12a4",
        "ab",
        "1a",
        "a1",
        "123,4",
        "1,234",
        "10,11",
        "-1,2",
        "\u{665}\u{665}",
        "0\u{e9}0",
    ];
    for text in texts {
        let found = parse_square(text)
            .map_or_else(|errors| described(text, &errors), |square| format!("  {square:?}\n"));
        write!(out, "{text:?}\n{found}").unwrap();
    }
    snapshot("squares-of-regions", &out);
}

/// The region of the following tests, with two islands, holes, and squares for the pieces a, b and L.
const REGION: &str = "..#.ab\n.L#..b\n#.####\n..#...\n..#..#";

#[test]
fn a_shape_may_be_placed_exactly_where_it_fits() {
    for text in [REGION, "3x5", "5x3", "1x1", "aaaa\n...."] {
        let region: Region = text.parse().unwrap();
        let drawn = if region.is_rectangle() {
            vec![".".repeat(region.width()); region.height()].join("\n")
        } else {
            text.to_owned()
        };
        let rows: Vec<&str> = drawn.lines().collect();
        let small = ["X", "XX", "XX/X."].map(|rows| Shape::from_rows(rows).unwrap());
        for shape in pentominoes().iter().map(|one| &one.shape).chain(&small) {
            for letter in [None, Some('a'), Some('b'), Some('L')] {
                for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
                    compare(&region, &rows, shape, letter, (row, column));
                }
            }
        }
    }
}

/// Compares a placement with an oracle that works on the lines of the drawing.
fn compare(region: &Region, rows: &[&str], shape: &Shape, letter: Option<char>, at: (usize, usize)) {
    let squares: Vec<_> = shape
        .cells()
        .iter()
        .map(|cell| (at.0 + usize::from(cell.row), at.1 + usize::from(cell.column)))
        .collect();
    let is_outside = squares.iter().any(|&(row, column)| row >= rows.len() || column >= rows[0].len());
    let found = place(region, shape, letter, at);
    if is_outside {
        let errors = found.unwrap_err().into_diagnostics();
        for (start, over) in [
            (0, squares.iter().any(|square| square.0 >= rows.len())),
            (2, squares.iter().any(|square| square.1 >= rows[0].len())),
        ] {
            assert_eq!(errors.iter().any(|error| error.span.start() == start), over, "{at:?}");
        }
        return;
    }
    let is_taken = |&(row, column): &(usize, usize)| {
        let square = rows[row].as_bytes()[column] as char;
        square != '.' && Some(square) != letter
    };
    let mut expected: Vec<String> = Vec::new();
    let mut sorted = squares.clone();
    sorted.sort_unstable();
    for (row, column) in sorted.into_iter().filter(is_taken) {
        let start = row * (rows[0].len() + 1) + column;
        let what = match &rows[row][column..=column] {
            "#" => format!("the shape covers the hole at row {row}, column {column}"),
            kept => {
                format!("the shape covers row {row}, column {column}, which is reserved for piece {kept}")
            }
        };
        expected.push(format!("{start}..{}: {what}", start + 1));
    }
    match found {
        Ok(found) => {
            assert_eq!(expected, [""; 0]);
            assert_eq!(
                found,
                squares.iter().map(|&(row, column)| row * rows[0].len() + column).collect::<Vec<_>>()
            );
        }
        Err(errors) => {
            let errors: Vec<_> = errors
                .into_diagnostics()
                .iter()
                .map(|error| format!("{}..{}: {}", error.span.start(), error.span.end(), error.message))
                .collect();
            assert_eq!(errors, expected);
        }
    }
}

#[test]
fn regions_are_read_and_explained_as_reviewed() {
    let mut out = String::new();
    let texts = [
        "6x10",
        "1x1",
        "06x10",
        "6X10",
        "6x",
        "x6",
        "6*10",
        "6 x 10",
        "0x5",
        "99999x99999",
        REGION,
        "....\n....",
        ".#.\n.#.",
        ".#.\n...",
        "#",
        "###\n###",
        ".\n..",
        "..\n.",
        ".?\n..",
        ". \n..",
        "a.\n.b",
        "..\n..\n",
        "",
    ];
    for text in texts {
        let (value, errors) = Region::read(text).into_parts();
        writeln!(out, "{text:?}").unwrap();
        out += &described(text, &errors);
        for part in value.iter().flat_map(|region| region.explain(text)) {
            writeln!(out, "  {}..{} {}: {}", part.span.start(), part.span.end(), part.name, part.meaning)
                .unwrap();
        }
        for island in value.iter().flat_map(Region::islands) {
            writeln!(out, "  island {island:?}").unwrap();
        }
    }
    snapshot("regions", &out);
    let region: Region = REGION.parse().unwrap();
    assert_eq!((region.squares()[2], region.squares()[4]), (Square::Hole, Square::Letter('a')));
}

#[test]
fn a_drawing_has_at_most_10_000_squares() {
    let drawing = |rows: usize| format!("#{}", format!("{}\n", ".".repeat(100)).repeat(rows)[1..].trim_end());
    let largest = drawing(100);
    assert_eq!(largest.parse::<Region>().unwrap().to_string(), largest);
    assert!(Region::read(&largest).diagnostics().is_empty());
    assert_eq!(Region::parse_canonical(&largest).map(|region| region.area()), Some(9999));
    let text = drawing(101);
    let errors = Region::read(&text).diagnostics().clone();
    // 100 lines with their line breaks have 10,100 characters.
    assert_eq!(described(&text, &errors).split(" \"").next(), Some("  10100..10200"));
    assert!(Region::parse_canonical(&text).is_none());
    for wrong in ["..#\n..", "..\n..", ".\n.", "#", "#\n#", "..\n.#\n"] {
        assert!(Region::parse_canonical(wrong).is_none(), "{wrong:?}");
    }
}

#[test]
fn polyominoes_have_at_most_the_documented_size() {
    let row = |length: usize| "X".repeat(length);
    let column = |length: usize| vec!["X"; length].join("/");
    let most = Polyomino::MAX_SIDE;
    for text in [row(most), column(most)] {
        assert!(Polyomino::read(&text).diagnostics().only_canon(), "{text}");
    }
    for text in [row(most + 1), column(most + 1)] {
        let codes: Vec<_> =
            Polyomino::read(&text).diagnostics().iter().map(|error| error.code.name).collect();
        assert_eq!(codes, ["polyomino/too-large"], "{text}");
        assert!(Polyomino::parse_canonical(&text).is_none());
    }
    for pentomino in pentominoes() {
        let text = pentomino.name.to_string();
        let read = Polyomino::parse_canonical(&text).map(|polyomino| polyomino.to_string());
        assert_eq!((read.as_ref(), named(pentomino.name)), (Some(&text), Some(&pentomino.shape)));
    }
}

/// The eight orientations of a set of squares, each moved to the top left corner and sorted.
fn orientations(squares: &[(i32, i32)]) -> BTreeSet<Vec<(i32, i32)>> {
    let mut found = BTreeSet::new();
    let mut now = squares.to_vec();
    for turn in 0..8 {
        now = now.iter().map(|&(row, column)| (column, -row)).collect();
        if turn == 4 {
            now = now.iter().map(|&(row, column)| (row, -column)).collect();
        }
        let [top, left] =
            [now.iter().map(|it| it.0).min(), now.iter().map(|it| it.1).min()].map(Option::unwrap);
        let mut moved: Vec<_> = now.iter().map(|&(row, column)| (row - top, column - left)).collect();
        moved.sort_unstable();
        found.insert(moved);
    }
    found
}

#[test]
fn all_orientations_of_a_polyomino_have_the_same_string() {
    let mut strings: BTreeMap<BTreeSet<Vec<(i32, i32)>>, String> = BTreeMap::new();
    for mask in 1..1_u32 << 12 {
        let squares: Vec<_> = (0..12).filter(|at| mask >> at & 1 == 1).map(|at| (at / 4, at % 4)).collect();
        let rows = |row: i32| {
            (0..4).map(|at| if squares.contains(&(row, at)) { 'X' } else { '.' }).collect::<String>()
        };
        let shape = Shape::from_rows(&[0, 1, 2].map(rows).join("/")).unwrap();
        if !shape.is_connected() {
            continue;
        }
        let polyomino = Polyomino::new(shape).unwrap();
        let text = polyomino.to_string();
        let again = Polyomino::parse_canonical(&text).unwrap();
        assert_eq!(again.to_string(), text);
        let read: Vec<_> =
            again.shape().cells().iter().map(|cell| (i32::from(cell.row), i32::from(cell.column))).collect();
        let all = orientations(&squares);
        assert!(all.contains(&read), "{text}");
        assert_eq!(*strings.entry(all).or_insert_with(|| text.clone()), text);
    }
    let different: BTreeSet<_> = strings.values().collect();
    assert_eq!(different.len(), strings.len(), "different polyominoes have different strings");
    let count = |squares: usize| strings.keys().filter(|all| all.first().unwrap().len() == squares).count();
    // All polyominoes of at most four squares fit into three rows of four squares.
    assert_eq!([1, 2, 3, 4].map(count), [1, 1, 2, 5]);
}

#[test]
fn a_polyomino_is_named_by_its_number_of_squares() {
    let words = [
        (1, "monomino"),
        (2, "domino"),
        (3, "tromino"),
        (4, "tetromino"),
        (6, "hexomino"),
        (7, "polyomino of 7 squares"),
    ];
    for (squares, word) in words {
        let polyomino = Polyomino::new(Shape::from_rows(&"X".repeat(squares)).unwrap()).unwrap();
        let text = polyomino.to_string();
        let meaning = &polyomino.explain(&text)[0].meaning;
        assert!(meaning.contains(word), "{meaning}");
    }
}
