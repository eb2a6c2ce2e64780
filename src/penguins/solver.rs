//! The solver. There are only 315 layouts, which are the ways to place all four blocks on the empty board. They are
//! computed at compile time. The solutions of a challenge are the layouts that do not cover a penguin.

use super::{Block, Challenge, Hexes, PartialSolution, Placement, Solution};

/// The number of ways to place all four blocks on the empty board.
pub const LAYOUTS: usize = 315;

/// All layouts, in the order of their strings.
static PLACEMENTS: [[Placement; 4]; LAYOUTS] = layouts();

/// The hexagons that each layout covers, as bit masks. They are in a separate table, so counting solutions reads only
/// 1,260 bytes.
static COVERED: [u32; LAYOUTS] = {
    let mut covered = [0; LAYOUTS];
    let mut index = 0;
    while index < LAYOUTS {
        let [a, b, c, d] = PLACEMENTS[index];
        covered[index] = a.hexes().union(b.hexes()).union(c.hexes()).union(d.hexes()).bits();
        index += 1;
    }
    covered
};

/// Finds all layouts by placing one block after another so that it does not overlap an earlier block.
const fn layouts() -> [[Placement; 4]; LAYOUTS] {
    let (a, b, c, d) =
        (Block::A.placements(), Block::B.placements(), Block::C.placements(), Block::D.placements());
    let mut all = [[a[0], b[0], c[0], d[0]]; LAYOUTS];
    let mut count = 0;
    let mut i = 0;
    while i < a.len() {
        let on_a = a[i].hexes();
        let mut j = 0;
        while j < b.len() {
            let on_b = on_a.union(b[j].hexes());
            let mut k = 0;
            while k < c.len() && on_b.len() == 8 {
                let on_c = on_b.union(c[k].hexes());
                let mut l = 0;
                while l < d.len() && on_c.len() == 12 {
                    if on_c.is_disjoint(d[l].hexes()) {
                        all[count] = [a[i], b[j], c[k], d[l]];
                        count += 1;
                    }
                    l += 1;
                }
                k += 1;
            }
            j += 1;
        }
        i += 1;
    }
    assert!(count == LAYOUTS);
    all
}

/// Returns the solutions of a challenge that contain the blocks in `placed`, in the order of their strings.
///
/// # Examples
/// ```
/// use clowder::penguins::{PartialSolution, solve};
///
/// let solutions: Vec<_> = solve("20113123".parse()?, PartialSolution::EMPTY).collect();
/// assert_eq!(solutions, ["A321B104C031D222".parse()?]);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn solve(challenge: Challenge, placed: PartialSolution) -> impl Iterator<Item = Solution> {
    let penguins = challenge.penguins().bits();
    let open = move |&(index, covered): &(usize, &u32)| {
        covered & penguins == 0 && placed.iter().all(|one| PLACEMENTS[index][one.block() as usize] == one)
    };
    COVERED.iter().enumerate().filter(open).map(|(index, _)| Solution::of_layout(PLACEMENTS[index]))
}

/// Returns the number of solutions for a set of penguins, which may be empty.
///
/// # Examples
/// ```
/// use clowder::penguins::{Hexes, count_solutions};
///
/// assert_eq!(count_solutions(Hexes::EMPTY), 315);
/// ```
pub fn count_solutions(penguins: Hexes) -> usize {
    COVERED.iter().map(|covered| usize::from(covered & penguins.bits() == 0)).sum()
}

/// Returns the number of times that a search places a block in order to find all solutions.
///
/// At each step, the search chooses the block with the fewest possible placements (the first of these blocks if there
/// are several). It tries all placements of this block, as a patient player would.
///
/// # Examples
/// ```
/// let easy = clowder::penguins::effort("20113123".parse()?);
/// assert!((4..=41).contains(&easy));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn effort(challenge: Challenge) -> usize {
    fn search(taken: Hexes, left: &[Block]) -> usize {
        let places =
            |block: Block| block.placements().iter().filter(move |one| one.hexes().is_disjoint(taken));
        let Some(&tightest) = left.iter().min_by_key(|&&block| places(block).count()) else { return 0 };
        let rest: Vec<_> = left.iter().copied().filter(|&block| block != tightest).collect();
        places(tightest).map(|one| 1 + search(taken.union(one.hexes()), &rest)).sum()
    }
    search(challenge.penguins(), &Block::ALL)
}
