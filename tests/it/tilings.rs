//! Compares every search for tilings with a slow search that shares no code with it.

use clowder::polyomino::tiling::{
    Count, Engine, FrontierCount, Images, Interrupted, Obstruction, Puzzle, Tiling, Usage,
};
use clowder::polyomino::{
    Piece, PieceError, Pieces, Polyomino, PolyominoError, Region, RegionError, Square, named, place,
};
use clowder::raft::catalogue::fire_tiles;
use clowder::random::Random;
use clowder::shape::{Cell, Shape, ShapeError, Sides};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::AtomicBool;

/// Calls `with` for every tiling.
fn every(puzzle: &Puzzle, images: Images, mut with: impl FnMut(Tiling)) {
    let _: ControlFlow<Infallible> = puzzle.visit(images, |tiling| {
        with(tiling);
        ControlFlow::Continue(())
    });
}

/// Checks how often straight pieces as long as a row tile a region: one horizontal piece fills a row, or vertical
/// pieces fill a square as wide as the region.
#[test]
fn straight_pieces_longer_than_two_words_of_the_window_have_the_right_count() {
    for (rows, long, count) in [(10, 9, 3), (18, 9, 12), (17, 16, 3), (18, 16, 4)] {
        let mut pieces = Pieces::new(Sides::Both);
        pieces.add(None, &Shape::from_rows(&"X".repeat(long)).unwrap(), rows).unwrap();
        let region = format!("{rows}x{long}").parse().unwrap();
        let mut all = 0;
        every(&Puzzle::new(region, pieces, Usage::All), Images::All, |_| all += 1);
        assert_eq!(all, count, "{rows}x{long}");
    }
}

#[test]
fn pieces_that_are_too_long_for_a_string_can_be_placed() {
    let bar = |long: usize| Shape::from_rows(&"X".repeat(long)).unwrap();
    let mut pieces = Pieces::new(Sides::Both);
    pieces.add(None, &bar(250), 1).unwrap();
    pieces.add(None, &bar(74), 1).unwrap();
    let count = Puzzle::new("1x324".parse().unwrap(), pieces, Usage::All).count();
    assert_eq!((count.distinct, count.all), (1, 2));
    // 256 rows or columns do not fit into a byte.
    assert_eq!(Shape::from_rows(&"X".repeat(255)).unwrap().width(), 255);
    assert_eq!(Shape::from_rows(&"X".repeat(256)), Err(ShapeError::TooLarge));
    assert_eq!(Shape::new([]), Err(ShapeError::Empty));
    let mut none = Pieces::new(Sides::Both);
    // Adding zero copies adds nothing.
    none.add(None, &bar(3), 0).unwrap();
    assert_eq!(none.list(), []);
}

#[test]
fn thousands_of_pieces_that_do_not_fit_need_no_memory() {
    let mut pieces = Pieces::new(Sides::One);
    for teeth in 1..3000 {
        let lower: String = (0..13).map(|at| if teeth >> at & 1 == 1 { 'X' } else { '.' }).collect();
        pieces.add(None, &Shape::from_rows(&format!("XXXXXXXXXXXXX/{lower}")).unwrap(), u32::MAX).unwrap();
    }
    pieces.add(None, &Shape::from_rows("XX").unwrap(), 162).unwrap();
    let mut found = 0;
    let enough = Puzzle::new("1x324".parse().unwrap(), pieces, Usage::AtMost).visit(Images::All, |tiling| {
        found += 1;
        if tiling.pieces().len() < 162 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(enough.is_break());
    assert_eq!(found, 1);
}

/// A tiling as the set of its pieces, each a set of squares.
pub(crate) type Sets = BTreeSet<BTreeSet<(i32, i32)>>;

/// Every orientation of a piece.
pub(crate) type Poses = BTreeSet<BTreeSet<(i32, i32)>>;

/// Finds every orientation of a piece by rotating points.
pub(crate) fn poses(shape: &Shape, sides: Sides) -> Poses {
    let mut poses = BTreeSet::new();
    for flip in 0..=u8::from(sides == Sides::Both) {
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

/// Searches for every tiling by trying to cover the last empty square with each orientation of each piece, in each
/// possible position.
struct BruteForce<'a> {
    region: &'a Region,
    pieces: &'a Pieces,
    poses: Vec<Poses>,
    usage: Usage,
    empty: BTreeSet<(i32, i32)>,
    left: Vec<u32>,
    laid: Sets,
    found: BTreeSet<Sets>,
    /// How many more placements may be tried.
    patience: u32,
}

/// Finds every tiling, or returns `None` if there are too many placements to try.
fn brute_force(region: &Region, pieces: &Pieces, usage: Usage) -> Option<BTreeSet<Sets>> {
    let width = region.width() as i32;
    let mut empty = BTreeSet::new();
    for (at, square) in region.squares().iter().enumerate() {
        if *square != Square::Hole {
            empty.insert((at as i32 / width, at as i32 % width));
        }
    }
    let mut search = BruteForce {
        region,
        pieces,
        poses: pieces.list().iter().map(|piece| poses(piece.shape(), pieces.sides())).collect(),
        usage,
        empty,
        left: pieces.list().iter().map(Piece::count).collect(),
        laid: Sets::new(),
        found: BTreeSet::new(),
        patience: 1_000_000,
    };
    search.fill();
    (search.patience > 0).then_some(search.found)
}

impl BruteForce<'_> {
    fn fill(&mut self) {
        let Some(&last) = self.empty.last() else {
            let may_be_left = |piece: &Piece| self.usage == Usage::AtMost || piece.is_unlimited();
            if self.pieces.list().iter().zip(&self.left).all(|(piece, &left)| left == 0 || may_be_left(piece))
            {
                self.found.insert(self.laid.clone());
            }
            return;
        };
        for piece in 0..self.left.len() {
            if self.left[piece] == 0 {
                continue;
            }
            for pose in self.poses[piece].clone() {
                for origin in &pose {
                    if self.patience == 0 {
                        return;
                    }
                    self.patience -= 1;
                    let by = (last.0 - origin.0, last.1 - origin.1);
                    let squares: BTreeSet<_> = pose.iter().map(|at| (at.0 + by.0, at.1 + by.1)).collect();
                    if !squares.iter().all(|at| self.may_cover(*at, piece)) {
                        continue;
                    }
                    self.left[piece] -= 1;
                    self.empty.retain(|at| !squares.contains(at));
                    self.laid.insert(squares.clone());
                    self.fill();
                    self.laid.remove(&squares);
                    self.empty.extend(squares);
                    self.left[piece] += 1;
                }
            }
        }
    }

    fn may_cover(&self, at: (i32, i32), piece: usize) -> bool {
        self.empty.contains(&at)
            && match square(self.region, at) {
                Square::Letter(letter) => letter == self.pieces.list()[piece].letter(),
                _ => true,
            }
    }
}

fn square(region: &Region, at: (i32, i32)) -> Square {
    region.squares()[at.0 as usize * region.width() + at.1 as usize]
}

/// The squares that are not holes.
pub(crate) fn filled(region: &Region) -> Vec<(i32, i32)> {
    let all = (0..region.height() as i32).flat_map(|row| (0..region.width() as i32).map(move |c| (row, c)));
    all.filter(|at| square(region, *at) != Square::Hole).collect()
}

/// Bounding box of the squares that are not holes: first row, first column, height and width.
fn bounds(region: &Region) -> [i32; 4] {
    let (rows, columns): (Vec<_>, Vec<_>) = filled(region).into_iter().unzip();
    let ends =
        |all: &[i32]| (all.iter().min().copied().unwrap_or(0), all.iter().max().copied().unwrap_or(-1));
    let ((top, bottom), (left, right)) = (ends(&rows), ends(&columns));
    [top, left, bottom + 1 - top, right + 1 - left]
}

/// Maps a square by one of the eight symmetries of a region's bounding box. In `way`, bit 4 swaps rows and columns;
/// then bit 2 reverses the columns, and bit 1 the rows.
pub(crate) fn image(region: &Region, at: (i32, i32), way: usize) -> (i32, i32) {
    let [top, left, height, width] = bounds(region);
    let at = (at.0 - top, at.1 - left);
    let (at, (h, w)) = if way & 4 != 0 { ((at.1, at.0), (width, height)) } else { (at, (height, width)) };
    let row = if way & 1 != 0 { h - 1 - at.0 } else { at.0 };
    let column = if way & 2 != 0 { w - 1 - at.1 } else { at.1 };
    (row + top, column + left)
}

/// Finds the symmetries of the puzzle, which map holes to holes, and squares reserved for a piece to squares reserved
/// for its image. Each of the three steps of [`image`] is a reflection, and an odd number of reflections turns
/// one-sided pieces into their mirror images.
pub(crate) fn ways(region: &Region, pieces: &Pieces) -> Vec<usize> {
    (0..8).filter(|&way| keeps(region, pieces, way)).collect()
}

fn keeps(region: &Region, pieces: &Pieces, way: usize) -> bool {
    let [_, _, height, width] = bounds(region);
    if way & 4 != 0 && height != width {
        return false;
    }
    let mirrors = pieces.sides() == Sides::One && way.count_ones() % 2 == 1;
    let list = pieces.list();
    let partner = |index: usize| -> Option<usize> {
        let shape = list[index].shape();
        if !mirrors || poses(shape, Sides::One) == poses(shape, Sides::Both) {
            return Some(index);
        }
        (0..list.len()).find(|&other| {
            other != index
                && list[other].count() == list[index].count()
                && poses(list[other].shape(), Sides::Both) == poses(shape, Sides::Both)
        })
    };
    let Some(partners) = (0..list.len()).map(partner).collect::<Option<Vec<_>>>() else { return false };
    filled(region).into_iter().all(|at| {
        let there = square(region, image(region, at, way));
        match square(region, at) {
            Square::Letter(letter) => {
                let becomes = pieces.find(letter).map(|index| list[partners[index]].letter());
                there == Square::Letter(becomes.unwrap_or(letter))
            }
            other => there == other,
        }
    })
}

/// Counts the classes of tilings under the symmetries of their puzzle.
pub(crate) fn classes(region: &Region, tilings: &BTreeSet<Sets>, ways: &[usize]) -> usize {
    let of = |tiling: &Sets, way| -> Sets {
        tiling.iter().map(|piece| piece.iter().map(|at| image(region, *at, way)).collect()).collect()
    };
    let mut seen = BTreeSet::new();
    let mut classes = 0;
    for tiling in tilings {
        if !seen.contains(tiling) {
            classes += 1;
            seen.extend(ways.iter().map(|&way| of(tiling, way)));
        }
    }
    classes
}

fn sets(tiling: &Tiling, width: usize) -> Sets {
    let squares = |number| {
        let owned = tiling.owners().iter().enumerate().filter(move |(_, owner)| **owner == Some(number));
        owned.map(|(at, _)| ((at / width) as i32, (at % width) as i32)).collect()
    };
    (0..tiling.pieces().len()).map(squares).collect()
}

/// Checks every search on one puzzle, and returns the number of tilings, or `None` if brute force would take too
/// long.
pub(crate) fn check(region: &Region, pieces: &Pieces, usage: Usage) -> Option<usize> {
    let tilings = brute_force(region, pieces, usage)?;
    let ways = ways(region, pieces);
    let wanted = Count { distinct: classes(region, &tilings, &ways) as u64, all: tilings.len() as u64 };
    for engine in [Engine::Best, Engine::Portable, Engine::General] {
        let puzzle = Puzzle::with_engine(region.clone(), pieces.clone(), usage, engine);
        assert_eq!(puzzle.count(), wanted, "{engine:?}\n{region}\n{pieces:?}");
        assert!(tilings.is_empty() || puzzle.obstruction().is_none(), "{:?}\n{region}", puzzle.obstruction());
        let mut all = BTreeSet::new();
        every(&puzzle, Images::All, |tiling| {
            assert!(all.insert(sets(&tiling, region.width())), "found twice\n{region}");
        });
        assert_eq!(all, tilings, "{engine:?}\n{region}");
        let mut distinct = BTreeSet::new();
        every(&puzzle, Images::Distinct, |tiling| {
            assert!(distinct.insert(sets(&tiling, region.width())), "found twice\n{region}");
        });
        assert_eq!(distinct.len() as u64, wanted.distinct, "{engine:?}\n{region}\n{pieces:?}");
        assert_eq!(classes(region, &distinct, &ways), distinct.len(), "{engine:?}\n{region}\n{pieces:?}");
    }
    let puzzle = Puzzle::new(region.clone(), pieces.clone(), usage);
    match puzzle.count_by_frontier(FrontierCount::MEMORY, |_| ControlFlow::Continue(())) {
        Ok(counted) => {
            let expected = (BigUint::from(wanted.distinct), BigUint::from(wanted.all));
            assert_eq!((counted.distinct, counted.all), expected, "by frontier\n{region}\n{pieces:?}");
        }
        // Too many pieces have to be counted for a 64-bit key.
        Err(error) => assert!(
            matches!(error, Interrupted::Width(65..)) && pieces.list().len() > 15,
            "{error}\n{region}\n{pieces:?}"
        ),
    }
    Some(tilings.len())
}

/// Generates a random connected shape with this number of squares.
pub(crate) fn random_shape(random: &mut Random, squares: usize) -> Shape {
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
    Shape::new(cells).unwrap()
}

/// Generates a random region with a few holes, which are sometimes symmetric.
pub(crate) fn random_region(random: &mut Random, sides: RangeInclusive<usize>) -> Option<Region> {
    let mut side = || sides.start() + random.below(sides.end() + 1 - sides.start());
    let (height, width) = (side(), side());
    let mut squares = vec![Square::Open; height * width];
    for _ in 0..random.below(2) * random.below(4) {
        squares[random.below(height * width)] = Square::Hole;
    }
    if random.below(2) == 0 {
        mirrored(random, &mut squares);
    }
    Region::new(width, squares).ok()
}

/// Makes the second half of the squares the reverse of the first, so that a rotation by 180 degrees does not change
/// them.
fn mirrored(random: &mut Random, squares: &mut [Square]) {
    let last = squares.len() - 1;
    for at in 0..squares.len() / 2 {
        let (one, other) = if random.below(4) == 0 { (last - at, at) } else { (at, last - at) };
        squares[other] = squares[one];
    }
}

/// Reserves one or two squares of the region for some of the pieces.
pub(crate) fn with_letters(random: &mut Random, region: &Region, pieces: &Pieces) -> Region {
    let mut squares = region.squares().to_vec();
    for _ in 0..=random.below(2) {
        let letter = pieces.list()[random.below(pieces.list().len())].letter();
        let at = random.below(squares.len());
        if squares[at] != Square::Hole {
            squares[at] = Square::Letter(letter);
            // The opposite square may get the same letter, so that the puzzle can stay symmetric.
            let opposite = squares.len() - 1 - at;
            if random.below(2) == 0 && squares[opposite] != Square::Hole {
                squares[opposite] = Square::Letter(letter);
            }
        }
    }
    Region::new(region.width(), squares).unwrap()
}

/// How many puzzles were checked, how many have a tiling, how many have a tiling and a symmetry, and how many tilings
/// there were.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) checked: usize,
    pub(crate) solved: usize,
    pub(crate) symmetric: usize,
    pub(crate) tilings: usize,
}

impl Tally {
    pub(crate) fn check(&mut self, region: &Region, pieces: &Pieces, usage: Usage) {
        if let Some(found) = check(region, pieces, usage) {
            self.checked += 1;
            self.solved += usize::from(found > 0);
            self.symmetric += usize::from(found > 0 && ways(region, pieces).len() > 1);
            self.tilings += found;
        }
    }
}

/// Generates random pieces of at most five squares, which together have at least as many squares as the region.
fn random_pieces(random: &mut Random, region: &Region, sides: Sides, usage: Usage) -> Pieces {
    let mut pieces = Pieces::new(sides);
    let area = region.area() as u64;
    while pieces.area() < area + u64::from(usage == Usage::AtMost) * 6 {
        let room = area - pieces.area().min(area);
        let most = if usage == Usage::AtMost { 5 } else { room.clamp(1, 5) };
        // A piece has only one square if there is no room for a larger one. With many pieces of one square, there
        // would be more tilings than brute force can list.
        let squares = (2 + random.below(4)).min(most as usize);
        let shape = random_shape(random, squares);
        let times = 1 + random.below(2) as u32;
        if random.below(2) == 0 {
            pieces.add_with_mirror_image(None, &shape, times).unwrap();
        } else {
            pieces.add(None, &shape, times).unwrap();
        }
    }
    pieces
}

#[test]
fn random_puzzles_agree_with_brute_force() {
    let mut random = Random::new(11);
    let mut tally = Tally::default();
    for round in 0..1200 {
        let sides = if random.below(3) == 0 { Sides::One } else { Sides::Both };
        let side = if round % 3 == 0 { 5 } else { 4 };
        let Some(mut region) = random_region(&mut random, 1..=side) else { continue };
        let usage = if random.below(3) == 0 { Usage::AtMost } else { Usage::All };
        let pieces = random_pieces(&mut random, &region, sides, usage);
        if round % 3 == 1 {
            region = with_letters(&mut random, &region, &pieces);
        }
        tally.check(&region, &pieces, usage);
    }
    let Tally { checked, solved, symmetric, tilings } = tally;
    assert!(checked > 1000 && solved > 300 && symmetric > 150 && tilings > 5000, "{tally:?}");
}

#[test]
fn random_puzzles_of_fire_tiles_agree_with_brute_force() {
    let mut random = Random::new(12);
    let (mut left_over, mut all_used) = (Tally::default(), Tally::default());
    for round in 0..90 {
        let Some(mut region) = random_region(&mut random, 3..=5) else { continue };
        let sides = if random.below(3) == 0 { Sides::One } else { Sides::Both };
        let mut pieces = Pieces::new(sides);
        for tile in fire_tiles().iter().filter(|_| random.below(3) != 0) {
            pieces.add(Some(tile.id().letter()), tile.shape(), 1).unwrap();
        }
        if round % 3 == 0 {
            region = with_letters(&mut random, &region, &pieces);
        }
        left_over.check(&region, &pieces, Usage::AtMost);
        // The pieces of one tiling make a puzzle in which every piece is used.
        let mut used = Pieces::new(sides);
        let puzzle = Puzzle::new(region.clone(), pieces.clone(), Usage::AtMost);
        if let ControlFlow::Break(tiling) = puzzle.visit(Images::Distinct, ControlFlow::Break) {
            for &piece in tiling.pieces() {
                let piece = &pieces.list()[piece];
                used.add(Some(piece.letter()), piece.shape(), 1).unwrap();
            }
        }
        if used.area() > 0 {
            all_used.check(&region, &used, Usage::All);
        }
    }
    for Tally { checked, solved, symmetric, tilings } in [&left_over, &all_used] {
        let many = *checked > 15 && *solved > 15 && *symmetric > 5 && *tilings > 20;
        assert!(many, "{left_over:?} {all_used:?}");
    }
}

#[test]
fn symmetric_regions_of_equal_pieces_agree_with_brute_force() {
    for (region, shape, times) in
        [("4x4", "XX", 8), ("6x4", "XX", 12), ("6x6", "XX/X.", 12), ("4x6", "XX/X.", 8), ("5x4", "XXXX", 5)]
    {
        let mut pieces = Pieces::new(Sides::Both);
        pieces.add(None, &Shape::from_rows(shape).unwrap(), times).unwrap();
        assert!(check(&region.parse().unwrap(), &pieces, Usage::All).is_some());
    }
    let mut pieces = Pieces::new(Sides::One);
    pieces.add_with_mirror_image(None, &Shape::from_rows("XX/X./X.").unwrap(), 2).unwrap();
    assert!(check(&"4x4".parse().unwrap(), &pieces, Usage::All).is_some());
}

#[test]
fn large_regions_are_searched_too() {
    let region: Region = "18x18".parse().unwrap();
    let mut pieces = Pieces::new(Sides::Both);
    pieces.add(None, &Shape::from_rows("XX/XX").unwrap(), 81).unwrap();
    assert_eq!(Puzzle::new(region, pieces, Usage::All).count(), Count { distinct: 1, all: 1 });
    let mut wide = Pieces::new(Sides::Both);
    wide.add(None, &Shape::from_rows(&["X"; 18].join("/")).unwrap(), 18).unwrap();
    let puzzle = Puzzle::new("18x18".parse().unwrap(), wide, Usage::All);
    assert_eq!(puzzle.count(), Count { distinct: 1, all: 2 });
}

#[test]
fn a_search_can_be_stopped() {
    let puzzle = Puzzle::new("6x10".parse().unwrap(), Pieces::pentominoes(Sides::Both), Usage::All);
    let mut seen = 0;
    let stopped = puzzle.visit(Images::Distinct, |_| {
        seen += 1;
        if seen < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break("enough") }
    });
    assert_eq!((seen, stopped), (3, ControlFlow::Break("enough")));
    let stop = AtomicBool::new(true);
    let puzzle = Puzzle::new("5x18".parse().unwrap(), Pieces::pentominoes(Sides::One), Usage::All);
    let counted: u64 = puzzle.branches().take(8).map(|branch| branch.count(&stop).distinct).sum();
    assert!(counted < 686_628);
}

#[test]
fn obstructions_are_found() {
    let reason = |region: &str, pieces: Pieces, usage| {
        let obstruction = Puzzle::new(region.parse().unwrap(), pieces, usage).obstruction();
        obstruction.map(|obstruction| obstruction.to_string())
    };
    let twelve = || Pieces::pentominoes(Sides::Both);
    assert_eq!(
        reason("6x9", twelve(), Usage::All).as_deref(),
        Some("the region has 54 squares to fill, but the pieces have 60")
    );
    assert_eq!(
        reason("6x9", twelve(), Usage::AtMost).as_deref(),
        Some("no selection of the pieces covers exactly 54 squares, the size of the region")
    );
    assert_eq!(
        reason("7x10", twelve(), Usage::AtMost).as_deref(),
        Some("the region has 70 squares to fill, but all pieces together have only 60")
    );
    assert_eq!(
        reason("....#......\n....#......", twelve(), Usage::AtMost).as_deref(),
        Some(
            "no selection of the pieces covers exactly 8 squares, the size of the island at row 0, column 0"
        )
    );
    let mut dominoes = Pieces::new(Sides::Both);
    dominoes.add(None, &Shape::from_rows("XX").unwrap(), 7).unwrap();
    assert_eq!(
        Puzzle::new("#...\n....\n....\n...#".parse().unwrap(), dominoes, Usage::All).obstruction(),
        Some(Obstruction::Colouring { light: 6, dark: 8 })
    );
    let mut none = Pieces::new(Sides::Both);
    none.add(Some('F'), &Shape::from_rows(".XX/XX./.X.").unwrap(), 1).unwrap();
    assert_eq!(
        reason("T....", none, Usage::All).as_deref(),
        Some("the square at row 0, column 0 is reserved for piece T, which is not in the list of pieces")
    );
}

#[test]
fn invalid_shapes_pieces_and_regions_are_rejected() {
    let apart = Shape::from_rows("X.X").unwrap();
    let mut pieces = Pieces::new(Sides::Both);
    assert_eq!(pieces.add(None, &apart, 1), Err(PieceError::NotConnected));
    for letter in ['#', '.', ' ', '\n', '+', '|', 'é'] {
        assert_eq!(pieces.add(Some(letter), named('F').unwrap(), 1), Err(PieceError::Letter));
    }
    assert_eq!(pieces.list(), []);
    let tiles = [('a', &apart), ('#', named('F').unwrap())];
    for list in ["a", "#", "fire-tiles"] {
        assert!(Pieces::parse(list, Sides::Both, &tiles).is_err(), "{list}");
    }
    assert_eq!(Polyomino::new(apart), Err(PolyominoError::NotConnected));
    let long = Shape::from_rows(&"X".repeat(19)).unwrap();
    assert_eq!(Polyomino::new(long), Err(PolyominoError::TooLarge));
    for letter in ['G', '0', '#', '\n', 'é'] {
        assert_eq!(Region::new(1, vec![Square::Letter(letter)]), Err(RegionError::Letter(letter)));
    }
    for (width, squares, error) in [
        (0, 0, RegionError::NothingToFill),
        (0, 3, RegionError::UnevenRows),
        (2, 3, RegionError::UnevenRows),
        (101, 101 * 100, RegionError::TooLarge),
    ] {
        assert_eq!(Region::new(width, vec![Square::Open; squares]), Err(error));
    }
    assert_eq!(Region::rectangle(usize::MAX, 2), Err(RegionError::TooLarge));
    assert_eq!(Region::rectangle(usize::MAX, 0), Err(RegionError::NothingToFill));
    let region = Region::rectangle(6, 10).unwrap();
    assert!(place(&region, named('F').unwrap(), None, (usize::MAX, usize::MAX)).is_err());
    // If a text has more lines than the region, its explanation ends with the region's last line.
    assert!(Region::new(1, vec![Square::Hole, Square::Open]).unwrap().explain("a\nb\nc\nd").len() < 6);
}

#[test]
fn a_puzzle_without_pieces_has_no_tiling() {
    for usage in [Usage::All, Usage::AtMost] {
        for engine in [Engine::Best, Engine::Portable, Engine::General] {
            let region = Region::rectangle(2, 2).unwrap();
            let puzzle = Puzzle::with_engine(region, Pieces::new(Sides::Both), usage, engine);
            assert_eq!((puzzle.count(), puzzle.branches().len()), (Count::default(), 0));
        }
    }
}
