//! Tilings: every search against a slow one that shares nothing with them.

use clowder::polyomino::tiling::{Count, Engine, Puzzle, Reason, Tiling};
use clowder::polyomino::{Pieces, Region, Square};
use clowder::random::Random;
use clowder::shape::{Cell, Shape};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// A strip of straight pieces: a row of it lies along the strip, or as many rows as the piece is long stand across.
#[test]
fn straight_pieces_longer_than_two_words_of_the_window_have_their_count() {
    for (rows, long, count) in [(10, 9, 3), (18, 9, 12), (17, 16, 3), (18, 16, 4)] {
        let mut pieces = Pieces::new(false);
        pieces.add(None, &Shape::from_rows(&"X".repeat(long)).unwrap(), rows);
        let region = format!("{rows}x{long}").parse().unwrap();
        let mut all = 0;
        Puzzle::new(region, pieces, false).visit(true, |_| {
            all += 1;
            true
        });
        assert_eq!(all, count, "{rows}x{long}");
    }
}

/// A tiling as the set of its pieces, each the set of its squares.
pub(crate) type Sets = BTreeSet<BTreeSet<(i32, i32)>>;

/// Every shape a piece can take, by turning points.
fn poses(shape: &Shape, flips: bool) -> BTreeSet<BTreeSet<(i32, i32)>> {
    let mut poses = BTreeSet::new();
    for flip in 0..=u8::from(flips) {
        let mut points: Vec<(i32, i32)> =
            shape.cells().iter().map(|cell| (cell.row.into(), cell.column.into())).collect();
        if flip == 1 {
            points = points.into_iter().map(|(row, column)| (row, -column)).collect();
        }
        for _ in 0..4 {
            points = points.into_iter().map(|(row, column)| (column, -row)).collect();
            let top = points.iter().map(|point| point.0).min().unwrap();
            let left = points.iter().map(|point| point.1).min().unwrap();
            poses.insert(points.iter().map(|point| (point.0 - top, point.1 - left)).collect());
        }
    }
    poses
}

/// Every tiling, by trying each pose at each place for the last empty square.
fn brute_force(region: &Region, pieces: &Pieces, at_most: bool) -> BTreeSet<Sets> {
    let width = region.width() as i32;
    let mut empty = BTreeSet::new();
    for (at, square) in region.squares().iter().enumerate() {
        if *square != Square::Hole {
            empty.insert((at as i32 / width, at as i32 % width));
        }
    }
    let mut left: Vec<u32> = pieces.list().iter().map(|piece| piece.count).collect();
    let mut found = BTreeSet::new();
    fill(region, pieces, at_most, &mut empty, &mut left, &mut Sets::new(), &mut found);
    found
}

fn fill(
    region: &Region,
    pieces: &Pieces,
    at_most: bool,
    empty: &mut BTreeSet<(i32, i32)>,
    left: &mut Vec<u32>,
    laid: &mut Sets,
    found: &mut BTreeSet<Sets>,
) {
    let Some(&last) = empty.last() else {
        if at_most || left.iter().all(|&left| left == 0) {
            found.insert(laid.clone());
        }
        return;
    };
    for (index, piece) in pieces.list().iter().enumerate() {
        if left[index] == 0 {
            continue;
        }
        for pose in poses(&piece.shape, !pieces.one_sided()) {
            for origin in &pose {
                let squares: BTreeSet<_> =
                    pose.iter().map(|at| (at.0 - origin.0 + last.0, at.1 - origin.1 + last.1)).collect();
                let fits = squares.iter().all(|at| {
                    empty.contains(at)
                        && match region.squares()[at.0 as usize * region.width() + at.1 as usize] {
                            Square::Letter(letter) => char::from(letter) == piece.letter,
                            _ => true,
                        }
                });
                if !fits {
                    continue;
                }
                left[index] -= 1;
                empty.retain(|at| !squares.contains(at));
                laid.insert(squares.clone());
                fill(region, pieces, at_most, empty, left, laid, found);
                laid.remove(&squares);
                empty.extend(squares);
                left[index] += 1;
            }
        }
    }
}

/// How many classes the tilings make under the eight ways to lay the region on itself.
pub(crate) fn classes(region: &Region, tilings: &BTreeSet<Sets>) -> usize {
    let (height, width) = (region.height() as i32, region.width() as i32);
    let image = |at: &(i32, i32), way: usize| {
        let at = if way & 4 != 0 { (at.1, at.0) } else { *at };
        let (h, w) = if way & 4 != 0 { (width, height) } else { (height, width) };
        (if way & 1 != 0 { h - 1 - at.0 } else { at.0 }, if way & 2 != 0 { w - 1 - at.1 } else { at.1 })
    };
    let of = |tiling: &Sets, way| -> Sets {
        tiling.iter().map(|piece| piece.iter().map(|at| image(at, way)).collect()).collect()
    };
    let mut seen = BTreeSet::new();
    let mut classes = 0;
    for tiling in tilings {
        if !seen.contains(tiling) {
            classes += 1;
            // An image that is a tiling of this puzzle is one of the list.
            seen.extend((0..8).map(|way| of(tiling, way)).filter(|image| tilings.contains(image)));
        }
    }
    classes
}

fn sets(tiling: &Tiling, width: usize) -> Sets {
    let squares = |number| {
        let owned = tiling.owner.iter().enumerate().filter(move |(_, owner)| **owner == Some(number));
        owned.map(|(at, _)| ((at / width) as i32, (at % width) as i32)).collect()
    };
    (0..tiling.pieces.len()).map(squares).collect()
}

/// Checks every search on one puzzle; how many tilings it has.
fn check(region: &Region, pieces: &Pieces, at_most: bool) -> usize {
    let tilings = brute_force(region, pieces, at_most);
    // With letters or one-sided pieces an image may be a tiling by chance, not by a symmetry of the puzzle.
    let letters = region.squares().iter().any(|square| matches!(square, Square::Letter(_)));
    let plain = !letters && !pieces.one_sided();
    let wanted = Count { distinct: classes(region, &tilings) as u64, all: tilings.len() as u64 };
    for engine in [Engine::Best, Engine::Portable, Engine::Wide] {
        let puzzle = Puzzle::with_engine(region.clone(), pieces.clone(), at_most, engine);
        let counted = puzzle.count();
        let wanted = if plain { wanted } else { Count { distinct: counted.distinct, ..wanted } };
        assert_eq!(counted, wanted, "{engine:?}\n{region}\n{pieces:?}");
        assert!(tilings.is_empty() || puzzle.unsolvable().is_none(), "{:?}\n{region}", puzzle.unsolvable());
        let mut all = BTreeSet::new();
        puzzle.visit(true, |tiling| {
            assert!(all.insert(sets(&tiling, region.width())), "found twice\n{region}");
            true
        });
        assert_eq!(all, tilings, "{engine:?}\n{region}");
        let mut distinct = BTreeSet::new();
        puzzle.visit(false, |tiling| distinct.insert(sets(&tiling, region.width())));
        assert_eq!(distinct.len() as u64, wanted.distinct);
        assert!(!plain || classes(region, &distinct) as u64 == wanted.distinct);
    }
    let puzzle = Puzzle::new(region.clone(), pieces.clone(), at_most);
    assert_eq!(puzzle.cover().count(), wanted.all, "exact cover\n{region}\n{pieces:?}");
    tilings.len()
}

/// A joined shape of that many squares.
fn random_shape(random: &mut Random, squares: usize) -> Shape {
    let mut cells = vec![Cell::new(9, 9)];
    while cells.len() < squares {
        let at = cells[random.below(cells.len())];
        let next = match random.below(4) {
            0 => Cell::new(at.row + 1, at.column),
            1 => Cell::new(at.row - 1, at.column),
            2 => Cell::new(at.row, at.column + 1),
            _ => Cell::new(at.row, at.column - 1),
        };
        if !cells.contains(&next) {
            cells.push(next);
        }
    }
    Shape::new(cells)
}

#[test]
fn random_puzzles_agree_with_brute_force() {
    let mut random = Random::new(11);
    let (mut solved, mut tilings) = (0, 0);
    for round in 0..300 {
        let one_sided = random.below(3) == 0;
        let (height, width) = (1 + random.below(4), 1 + random.below(4));
        let mut squares = vec![Square::Open; height * width];
        let holes = random.below(2) * random.below(4);
        (0..holes).for_each(|_| squares[random.below(height * width)] = Square::Hole);
        let Some(mut region) = Region::new(width, squares) else { continue };
        let at_most = random.below(3) == 0;
        let mut pieces = Pieces::new(one_sided);
        while pieces.area() < region.area() as u64 + u64::from(at_most) * 6 {
            let room = region.area() as u64 - pieces.area().min(region.area() as u64);
            let most = if at_most { 5 } else { room.clamp(1, 5) };
            // Many single squares would make more tilings than brute force can list.
            let squares = (2 + random.below(4)).min(most as usize);
            let shape = random_shape(&mut random, squares);
            pieces.add(None, &shape, 1 + random.below(2) as u32);
        }
        if round % 4 == 0 {
            let mut squares = region.squares().to_vec();
            let letter = pieces.list()[0].letter as u8;
            let at = random.below(squares.len());
            squares[at] = Square::Letter(letter);
            region = Region::new(width, squares).unwrap();
        }
        let found = check(&region, &pieces, at_most);
        solved += usize::from(found > 0);
        tilings += found;
    }
    assert!(solved > 60 && tilings > 500, "{solved} solved, {tilings} tilings");
}

#[test]
fn symmetric_regions_of_equal_pieces_agree_with_brute_force() {
    for (region, shape, times) in
        [("4x4", "XX", 8), ("6x4", "XX", 12), ("6x6", "XX/X.", 12), ("4x6", "XX/X.", 8), ("5x4", "XXXX", 5)]
    {
        let mut pieces = Pieces::new(false);
        pieces.add(None, &Shape::from_rows(shape).unwrap(), times);
        check(&region.parse().unwrap(), &pieces, false);
    }
    let mut pieces = Pieces::new(true);
    pieces.add_sides(None, &Shape::from_rows("XX/X./X.").unwrap(), 2);
    check(&"4x4".parse().unwrap(), &pieces, false);
}

#[test]
fn large_regions_are_searched_too() {
    let region: Region = "18x18".parse().unwrap();
    let mut pieces = Pieces::new(false);
    pieces.add(None, &Shape::from_rows("XX/XX").unwrap(), 81);
    assert_eq!(Puzzle::new(region, pieces, false).count(), Count { distinct: 1, all: 1 });
    let mut wide = Pieces::new(false);
    wide.add(None, &Shape::from_rows(&["X"; 18].join("/")).unwrap(), 18);
    let puzzle = Puzzle::new("18x18".parse().unwrap(), wide, false);
    assert_eq!(puzzle.count(), Count { distinct: 1, all: 2 });
}

#[test]
fn a_search_can_be_stopped() {
    let puzzle = Puzzle::new("6x10".parse().unwrap(), Pieces::pentominoes(false), false);
    let mut seen = 0;
    puzzle.visit(false, |_| {
        seen += 1;
        seen < 3
    });
    assert_eq!(seen, 3);
    let stop = AtomicBool::new(true);
    let puzzle = Puzzle::new("5x18".parse().unwrap(), Pieces::pentominoes(true), false);
    let counted: u64 = (0..8).map(|part| puzzle.count_part(part, &stop).distinct).sum();
    assert!(counted < 686_628);
}

#[test]
fn plain_reasons_are_given() {
    let reason = |region: &str, pieces: Pieces, at_most| {
        Puzzle::new(region.parse().unwrap(), pieces, at_most).unsolvable().map(|reason| reason.to_string())
    };
    let twelve = || Pieces::pentominoes(false);
    assert_eq!(
        reason("6x9", twelve(), false).as_deref(),
        Some("the region has 54 squares to fill, the pieces have 60")
    );
    assert_eq!(
        reason("6x9", twelve(), true).as_deref(),
        Some("no choice of the pieces has 54 squares, as the region has")
    );
    assert_eq!(
        reason("7x10", twelve(), true).as_deref(),
        Some("the region has 70 squares to fill, all the pieces together only 60")
    );
    assert_eq!(
        reason("....#......\n....#......", twelve(), true).as_deref(),
        Some("no choice of the pieces has 8 squares, as the island at row 0, column 0 has")
    );
    let mut dominoes = Pieces::new(false);
    dominoes.add(None, &Shape::from_rows("XX").unwrap(), 7);
    assert_eq!(
        Puzzle::new("#...\n....\n....\n...#".parse().unwrap(), dominoes, false).unsolvable(),
        Some(Reason::Colouring { light: 6, dark: 8 })
    );
    let mut none = Pieces::new(false);
    none.add(Some('F'), &Shape::from_rows(".XX/XX./.X.").unwrap(), 1);
    assert_eq!(
        reason("T....", none, false).as_deref(),
        Some("the square at row 0, column 0 is for piece T, which is not there")
    );
}
