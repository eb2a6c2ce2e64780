//! Checks the known numbers of tilings, both distinct and in total, with the fast search and with exact cover.

use crate::tilings::{Sets, classes, image, ways};
use clowder::cover::Problem;
use clowder::polyomino::tiling::{Count, Engine, Puzzle, Usage};
use clowder::polyomino::{Pieces, Square};
use clowder::shape::Sides;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

const HOLE: &str = "........\n........\n........\n...##...\n...##...\n........\n........\n........";

fn puzzle(region: &str, sides: Sides, engine: Engine) -> Puzzle {
    Puzzle::with_engine(region.parse().unwrap(), Pieces::pentominoes(sides), Usage::All, engine)
}

fn count(region: &str, sides: Sides, engine: Engine) -> (u64, u64) {
    let Count { distinct, all } = puzzle(region, sides, engine).count();
    (distinct, all)
}

/// Counts the tilings by exact cover. Only one placement of the X from each class of mirror images is an option; the
/// other tilings are images of those found. All tilings are listed and then divided into classes.
fn by_exact_cover(region: &str, sides: Sides) -> (u64, u64) {
    let puzzle = puzzle(region, sides, Engine::Best);
    let (height, width) = (puzzle.region().height() as i32, puzzle.region().width() as i32);
    let mut problem = Problem::new();
    // The solver covers the squares in the order in which they are added. Columns are the shorter lines of these regions.
    let is_open =
        |row: i32, column: i32| puzzle.region().squares()[(row * width + column) as usize] != Square::Hole;
    let all = (0..width).flat_map(|column| (0..height).map(move |row| (row, column)));
    let open = all.clone().filter(|&(row, column)| is_open(row, column));
    let squares: BTreeMap<(i32, i32), _> = open.map(|at| (at, problem.primary())).collect();
    let ways = ways(puzzle.region(), puzzle.pieces());
    let image_of = |squares: &BTreeSet<(i32, i32)>, way: usize| -> BTreeSet<_> {
        squares.iter().map(|&at| image(puzzle.region(), at, way)).collect()
    };
    let mut options = Vec::new();
    for piece in puzzle.pieces().list() {
        let item = problem.primary();
        for (_, shape) in piece.shape().orientations(sides) {
            for (top, left) in all.clone() {
                let cells = shape.cells().iter();
                let covered: BTreeSet<_> =
                    cells.map(|cell| (top + i32::from(cell.row), left + i32::from(cell.column))).collect();
                if piece.letter() == 'X' && ways.iter().any(|&way| image_of(&covered, way) < covered) {
                    continue;
                }
                if let Some(items) = covered.iter().map(|at| squares.get(at)).collect::<Option<Vec<_>>>() {
                    problem.option(items.into_iter().copied().chain([item])).unwrap();
                    options.push(covered);
                }
            }
        }
    }
    let mut found: BTreeSet<Sets> = BTreeSet::new();
    let _: ControlFlow<()> = problem.visit(|chosen| {
        let tiling = chosen.iter().map(|&option| options[option].clone()).collect();
        assert!(found.insert(tiling), "a tiling was found twice");
        ControlFlow::Continue(())
    });
    let images = |tiling: &Sets| -> Vec<Sets> {
        ways.iter().map(|&way| tiling.iter().map(|piece| image_of(piece, way)).collect()).collect()
    };
    let tilings: BTreeSet<Sets> = found.iter().flat_map(images).collect();
    (classes(puzzle.region(), &tilings, &ways) as u64, tilings.len() as u64)
}

/// Holes around a region do not affect its symmetry, even if they are only on one side.
#[test]
fn holes_around_a_region_do_not_affect_its_symmetry() {
    let beside = ["#...............##"; 4].join("\n") + "\n##################";
    for engine in [Engine::Best, Engine::General] {
        assert_eq!(count(&beside, Sides::Both, engine), (368, 1472));
    }
}

#[test]
fn rectangles_have_the_known_counts() {
    for engine in [Engine::Best, Engine::Portable] {
        assert_eq!(count("6x10", Sides::Both, engine), (2339, 9356));
        assert_eq!(count("10x6", Sides::Both, engine), (2339, 9356));
        assert_eq!(count("5x12", Sides::Both, engine), (1010, 4040));
        assert_eq!(count("4x15", Sides::Both, engine), (368, 1472));
        assert_eq!(count("3x20", Sides::Both, engine), (2, 8));
        assert_eq!(count(HOLE, Sides::Both, engine), (65, 520));
    }
    assert_eq!(count("3x20", Sides::Both, Engine::General), (2, 8));
    assert_eq!(count("4x15", Sides::Both, Engine::General), (368, 1472));
}

#[test]
fn one_sided_pentominoes_have_the_known_count() {
    assert_eq!(count("3x30", Sides::One, Engine::Best), (46, 184));
    assert_eq!(count("3x30", Sides::One, Engine::Portable), (46, 184));
}

/// Checks the largest known number by the fast search on two threads. Exact cover would take too long.
#[test]
fn one_sided_pentominoes_fill_5x18_in_the_known_number_of_ways() {
    let puzzle = puzzle("5x18", Sides::One, Engine::Best);
    let (never, next) = (AtomicBool::new(false), AtomicUsize::new(0));
    let work = || {
        let mut count = Count::default();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(branch) = puzzle.branches().nth(index) else { return count };
            count += branch.count(&never);
        }
    };
    let count = std::thread::scope(|scope| {
        let (one, other) = (scope.spawn(work), scope.spawn(work));
        let mut count = one.join().unwrap();
        count += other.join().unwrap();
        count
    });
    assert_eq!(count, Count { distinct: 686_628, all: 2_746_512 });
}

#[test]
fn exact_cover_agrees_on_3x20_and_4x15() {
    assert_eq!(by_exact_cover("3x20", Sides::Both), (2, 8));
    assert_eq!(by_exact_cover("4x15", Sides::Both), (368, 1472));
}

#[test]
fn exact_cover_agrees_on_5x12() {
    assert_eq!(by_exact_cover("5x12", Sides::Both), (1010, 4040));
}

#[test]
fn exact_cover_agrees_on_8x8_without_its_middle() {
    assert_eq!(by_exact_cover(HOLE, Sides::Both), (65, 520));
}

#[test]
fn exact_cover_agrees_on_one_sided_3x30() {
    assert_eq!(by_exact_cover("3x30", Sides::One), (46, 184));
}
