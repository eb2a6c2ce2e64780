//! Tests counting tilings by dynamic programming against known sequences, brute force and enumeration.

use crate::tilings::{Tally, random_region, random_shape, with_letters};
use clowder::polyomino::tiling::{FrontierCount, Interrupted, Puzzle, Usage};
use clowder::polyomino::{Pieces, Region};
use clowder::random::Random;
use clowder::shape::Sides;
use num_bigint::BigUint;
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

/// The number of distinct tilings and of all tilings.
fn count(region: &Region, pieces: &str, usage: Usage) -> (String, String) {
    let pieces = Pieces::parse(pieces, Sides::Both, &[]).unwrap();
    let count = Puzzle::new(region.clone(), pieces, usage)
        .count_by_frontier(FrontierCount::MEMORY, |_| ControlFlow::Continue(()))
        .unwrap();
    (count.distinct.to_string(), count.all.to_string())
}

/// Checks how many tilings rectangles with this number of rows have.
fn rectangles(rows: usize, pieces: &str, expected: &[(usize, &str)]) {
    for &(columns, expected) in expected {
        let region = Region::rectangle(rows, columns).unwrap();
        assert_eq!(count(&region, pieces, Usage::All).1, expected, "{rows}x{columns} with {pieces}");
    }
}

/// Checks OEIS A004003: the number of domino tilings of a square with 2n rows.
#[test]
fn squares_have_the_known_number_of_domino_tilings() {
    for (side, all) in [
        (2, "2"),
        (4, "36"),
        (6, "6728"),
        (8, "12988816"),
        (10, "258584046368"),
        (12, "53060477521960000"),
        (14, "112202208776036178000000"),
    ] {
        let region = Region::rectangle(side, side).unwrap();
        for pieces in ["XX*".to_owned(), format!("XX*{}", side * side / 2)] {
            assert_eq!(count(&region, &pieces, Usage::All).1, all, "{side}x{side}");
        }
    }
}

/// Checks the next terms of A004003, the second of which is larger than 2^128.
#[test]
fn large_squares_have_the_known_number_of_domino_tilings() {
    let square = |side| count(&Region::rectangle(side, side).unwrap(), "XX*", Usage::All).1;
    assert_eq!(square(16), "2444888770250892795802079170816");
    assert_eq!(square(18), "548943583215388338077567813208427340288");
}

/// The Aztec diamond of an order, as a region with holes around it.
fn aztec_diamond(order: usize) -> Region {
    let row = |row: usize| {
        let holes = if row < order { order - 1 - row } else { row - order };
        let hole = "#".repeat(holes);
        format!("{hole}{}{hole}", ".".repeat(2 * (order - holes)))
    };
    (0..2 * order).map(row).collect::<Vec<_>>().join("\n").parse().unwrap()
}

/// Checks the Aztec diamond theorem (Elkies, Kuperberg, Larsen and Propp 1992; OEIS A006125): an Aztec diamond of order n has
/// 2^(n(n+1)/2) domino tilings.
#[test]
fn the_number_of_domino_tilings_of_an_aztec_diamond_is_a_power_of_two() {
    for order in 1..=9 {
        let all = count(&aztec_diamond(order), "XX*", Usage::All).1;
        assert_eq!(all, (1_u64 << (order * (order + 1) / 2)).to_string(), "order {order}");
    }
}

/// Checks the terms of OEIS A134438 (3 rows, trominoes of any shape), A000930 (3 rows, straight trominoes), A046984 (4 rows, L
/// trominoes) and A174248 (4 rows, tetrominoes of any shape).
#[test]
fn strips_have_the_known_numbers_of_tilings() {
    rectangles(
        3,
        "XXX*,XX/X.*",
        &[(1, "1"), (2, "3"), (3, "10"), (4, "23"), (5, "62"), (9, "3127"), (12, "58234")],
    );
    rectangles(3, "XXX*", &[(3, "2"), (4, "3"), (5, "4"), (6, "6"), (7, "9"), (12, "60")]);
    rectangles(4, "XX/X.*", &[(3, "4"), (6, "18"), (9, "88"), (12, "468"), (15, "2672")]);
    let tetrominoes = "XXXX*,XX/XX*,XXX/X..*,XXX/.X.*,XX./.XX*";
    rectangles(
        4,
        tetrominoes,
        &[(1, "1"), (2, "4"), (3, "23"), (4, "117"), (5, "454"), (8, "40899"), (12, "15747348")],
    );
}

/// Checks the terms of OEIS A359020: the number of ways to fill a rectangle of 4 rows with squares of any size. Tilings
/// that are mirror images or rotations of each other count once.
#[test]
fn burnside_gives_the_known_numbers_of_distinct_tilings() {
    let squares = "X*,XX/XX*,XXX/XXX/XXX*,XXXX/XXXX/XXXX/XXXX*".replacen('X', "a00", 1);
    let distinct = |columns| count(&Region::rectangle(4, columns).unwrap(), &squares, Usage::All).0;
    let known = ["1", "4", "6", "13", "39", "115", "295", "861", "2403", "7048", "20377", "60008"];
    let found: Vec<_> = (1..=12).map(distinct).collect();
    assert_eq!(found, known);
}

/// Compares the counts with those of the search, which does not use Burnside's lemma.
#[test]
fn the_search_finds_the_same_number_of_tilings() {
    for (region, pieces, usage) in [
        ("6x6", "XX*18", Usage::All),
        ("6x6", "XX*12,XXX*4", Usage::All),
        ("5x5", "a00*3,XX*2,XX/X.*6", Usage::All),
        ("4x7", "XX*4,XXXX*3,XX/XX*3,XXX/X..*2", Usage::AtMost),
        ("#....#\n......\n......\n#....#", "XX*,XX/X.*2", Usage::All),
        ("6x5", "pentominoes*", Usage::All),
    ] {
        let region: Region = region.parse().unwrap();
        let list = Pieces::parse(pieces, Sides::Both, &[]).unwrap();
        let searched = Puzzle::new(region.clone(), list, usage).count();
        let searched = (searched.distinct.to_string(), searched.all.to_string());
        assert_eq!(count(&region, pieces, usage), searched, "{region}\n{pieces}");
        assert_ne!(searched.1, "0", "{region}\n{pieces}");
    }
}

#[test]
fn random_puzzles_with_unlimited_pieces_agree_with_brute_force() {
    let mut random = Random::new(18);
    let mut tally = Tally::default();
    for round in 0..700 {
        let sides = if random.below(3) == 0 { Sides::One } else { Sides::Both };
        let Some(mut region) = random_region(&mut random, 1..=4) else { continue };
        let mut pieces = Pieces::new(sides);
        for _ in 0..=random.below(3) {
            let squares = 2 + random.below(3);
            pieces.add_unlimited(None, &random_shape(&mut random, squares)).unwrap();
        }
        for _ in 0..random.below(3) {
            let squares = 1 + random.below(4);
            let times = 1 + random.below(2) as u32;
            pieces.add(None, &random_shape(&mut random, squares), times).unwrap();
        }
        if round % 3 == 1 {
            region = with_letters(&mut random, &region, &pieces);
        }
        let usage = if random.below(3) == 0 { Usage::AtMost } else { Usage::All };
        tally.check(&region, &pieces, usage);
    }
    let Tally { checked, solved, symmetric, .. } = tally;
    assert!(checked > 600 && solved > 150 && symmetric > 100, "{tally:?}");
}

#[test]
fn islands_are_counted_one_after_the_other() {
    // The region has two separate parts with 36 domino tilings each. Every row has squares of both parts.
    let row = "....#....";
    let region = [row; 4].join("\n").parse().unwrap();
    assert_eq!(count(&region, "XX*", Usage::All).1, "1296");
}

#[test]
fn the_memory_is_bounded() {
    let puzzle = |pieces| {
        Puzzle::new("12x12".parse().unwrap(), Pieces::parse(pieces, Sides::Both, &[]).unwrap(), Usage::All)
    };
    let go = |_| ControlFlow::Continue(());
    let small = puzzle("pentominoes*,a00*").count_by_frontier(1_000_000, go);
    assert_eq!(small, Err(Interrupted::Memory));
    let domino = puzzle("XX*").count_by_frontier(1_000_000, go).unwrap();
    assert_eq!((domino.states, domino.distinct == BigUint::ZERO), (855, false));
    assert!(domino.bytes < 200_000, "{}", domino.bytes);
    let stopped = puzzle("XX*").count_by_frontier(1_000_000, |_| ControlFlow::Break(()));
    assert_eq!(stopped, Err(Interrupted::Stopped));
}

/// The estimate counts the first columns of this region, and extrapolates.
#[test]
fn the_estimated_memory_is_within_a_factor_of_two() {
    let pieces = Pieces::parse("XXXX*,XX/XX*,XXX/X..*,XXX/.X.*,XX./.XX*", Sides::Both, &[]).unwrap();
    let puzzle = Puzzle::new("10x10".parse().unwrap(), pieces, Usage::All);
    let go = |_| ControlFlow::Continue(());
    let estimate = puzzle.memory_for_frontier(go).unwrap();
    let FrontierCount { bytes, all, .. } = puzzle.count_by_frontier(FrontierCount::MEMORY, go).unwrap();
    assert_eq!(all.to_string(), "72713560548906621");
    assert!(bytes > 1 << 24, "the whole region is counted for the estimate");
    let ratio = estimate / bytes as f64;
    assert!((0.5..2.0).contains(&ratio), "{estimate} instead of {bytes}");
}

#[test]
fn the_progress_goes_through_the_rows() {
    let mut seen = Vec::new();
    let pieces = Pieces::parse("XX/X.*", Sides::Both, &[]).unwrap();
    let puzzle = Puzzle::new("4x3".parse().unwrap(), pieces, Usage::All);
    let count = puzzle.count_by_frontier(FrontierCount::MEMORY, |now| {
        if now.run == 1 && seen.last() != Some(&(now.row, now.rows)) {
            seen.push((now.row, now.rows));
        }
        ControlFlow::Continue(())
    });
    assert_eq!(count.unwrap().all, BigUint::from(4_u8));
    assert!(seen.starts_with(&[(0, 4), (1, 4), (2, 4), (3, 4)]), "{seen:?}");
}

#[test]
fn long_bars_need_too_wide_a_frontier() {
    let bar = Pieces::parse(&format!("{}*", "X".repeat(16)), Sides::Both, &[]).unwrap();
    let puzzle = Puzzle::new("18x16".parse().unwrap(), bar, Usage::All);
    let counted = puzzle.count_by_frontier(FrontierCount::MEMORY, |_| ControlFlow::Continue(()));
    assert_eq!(counted, Err(Interrupted::Width(240)));
    // A bar that begins in one row reaches into 15 other rows.
    // A bar fills a row, or it fills 16 rows together with 15 other bars. There are 18 rows.
    assert!(puzzle.is_small() && puzzle.count().all == 4);
}

/// The product formula of Kasteleyn (and of Temperley and Fisher) for the domino tilings of a rectangle, with integers: the
/// product over both sides is a norm, so it is evaluated modulo a prime with a primitive root of unity.
///
/// The factors are 4 cos² (πj/(m+1)) + 4 cos² (πk/(n+1)), and 2 cos (2π/N) is w + 1/w for a root of unity w.
fn kasteleyn(rows: u64, columns: u64, prime: u64) -> u64 {
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(prime)) as u64;
    let power = |base: u64, mut exponent: u64| {
        let (mut base, mut result) = (base, 1);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = times(result, base);
            }
            base = times(base, base);
            exponent >>= 1;
        }
        result
    };
    let order = 2 * (rows + 1) * (columns + 1);
    assert_eq!((prime - 1) % order, 0, "there must be a root of unity");
    let is_root = |w: u64| (2..=order).filter(|d| order.is_multiple_of(*d)).all(|d| power(w, order / d) != 1);
    let root = (2..prime).map(|base| power(base, (prime - 1) / order)).find(|&w| is_root(w)).unwrap();
    // The square of 2 cos (πj/(m+1)).
    let square = |at: u64, side: u64| {
        let w = power(root, at * (order / (2 * (side + 1))));
        let cosine = (w + power(w, prime - 2)) % prime;
        times(cosine, cosine)
    };
    let mut product = 1;
    for row in 1..=rows.div_ceil(2) {
        for column in 1..=columns.div_ceil(2) {
            product = times(product, (square(row, rows) + square(column, columns)) % prime);
        }
    }
    product
}

#[test]
fn dominoes_agree_with_the_formula_of_kasteleyn() {
    // Sides from 1 to 14 in all pairs, and larger sides with the smaller ones. The largest square is checked last.
    for rows in 1..=20 {
        for columns in (1..=rows).filter(|columns| rows * columns % 2 == 0 && columns + rows <= 28) {
            let region = Region::rectangle(rows, columns).unwrap();
            let all: BigUint = count(&region, "XX*", Usage::All).1.parse().unwrap();
            let order = 2 * (rows as u64 + 1) * (columns as u64 + 1);
            // Two primes of at least 31 bits with the needed root of unity.
            let is_prime = |n: &u64| (2..*n).take_while(|d| d * d <= *n).all(|d| !n.is_multiple_of(d));
            let primes = ((1 << 31) / order..).map(|times| times * order + 1).filter(is_prime).take(2);
            for prime in primes {
                let expected = kasteleyn(rows as u64, columns as u64, prime);
                assert_eq!(&all % prime, BigUint::from(expected), "{rows}x{columns}");
            }
        }
    }
    let region = Region::rectangle(20, 20).unwrap();
    assert_eq!(count(&region, "XX*", Usage::All).1, "1269984011256235834242602753102293934298576249856");
}

/// Counts the ways to fill the squares that are not in `filled`, with a set of squares as the only state.
fn slow_count(
    side: (u32, u32),
    filled: u64,
    pieces: &[Vec<(u32, u32)>],
    known: &mut HashMap<u64, u64>,
) -> u64 {
    let first = filled.trailing_ones();
    if first == side.0 * side.1 {
        return 1;
    }
    if let Some(&count) = known.get(&filled) {
        return count;
    }
    let (row, column) = (first / side.1, first % side.1);
    let mut count = 0;
    for piece in pieces {
        // Each piece begins with a square of its first row. This square comes to the first empty square.
        let squares = piece.iter().map(|&(down, right)| {
            let right = (column + right).checked_sub(piece[0].1).filter(|&right| right < side.1)?;
            (row + down < side.0).then(|| 1_u64 << ((row + down) * side.1 + right))
        });
        if let Some(squares) = squares.collect::<Option<Vec<_>>>()
            && squares.iter().all(|square| filled & square == 0)
        {
            count += slow_count(side, squares.iter().fold(filled, |all, square| all | square), pieces, known);
        }
    }
    known.insert(filled, count);
    count
}

/// Checks tetrominoes of any shape with a count that shares no code with the program.
#[test]
fn tetrominoes_agree_with_a_slow_count() {
    let mut pieces: BTreeSet<Vec<(u32, u32)>> = BTreeSet::from([vec![(4, 4)]]);
    for _ in 1..4 {
        let grown = pieces.iter().flat_map(|piece| {
            let next = piece.iter().flat_map(|&(r, c)| [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]);
            let next: Vec<_> = next.filter(|at| !piece.contains(at)).collect();
            next.into_iter().map(|at| {
                let mut piece: Vec<_> = piece.iter().copied().chain([at]).collect();
                piece.sort_unstable();
                piece
            })
        });
        pieces = grown.collect();
    }
    let moved = |piece: Vec<(u32, u32)>| -> Vec<_> {
        let (top, left) = (piece[0].0, piece.iter().map(|at| at.1).min().unwrap());
        piece.into_iter().map(|(row, column)| (row - top, column - left)).collect()
    };
    let pieces: Vec<_> = pieces.into_iter().map(moved).collect::<BTreeSet<_>>().into_iter().collect();
    assert_eq!(pieces.len(), 19);
    for (rows, columns) in [(4, 4), (4, 7), (6, 6), (5, 8), (8, 6), (7, 8), (8, 8)] {
        let slow = slow_count((rows, columns), 0, &pieces, &mut HashMap::new());
        let region = Region::rectangle(rows as usize, columns as usize).unwrap();
        let all = count(&region, "XXXX*,XX/XX*,XXX/X..*,XXX/.X.*,XX./.XX*", Usage::All).1;
        assert_eq!(all, slow.to_string(), "{rows}x{columns}");
    }
}
