//! The solver. There are only 315 ways to lay all four blocks on the empty board; the compiler finds them, and a
//! challenge is solved by those that cover no penguin.

use super::{Block, Challenge, Hexes, PartialSolution, Placement, Solution};

/// How many ways there are to lay all four blocks on the empty board.
pub const LAYOUTS: usize = 315;

/// Every way to lay all four blocks, in the order of their strings.
static PLACEMENTS: [[Placement; 4]; LAYOUTS] = layouts();

/// The hexagons each of them covers, apart from them so that a count runs over twelve hundred bytes.
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

/// Lays the blocks one after the other, each wherever it overlaps none before.
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

/// The solutions of a challenge that leave the blocks already placed where they are, in the order of their
/// strings.
///
/// ```
/// use clowder::penguins::{Challenge, PartialSolution, solve};
///
/// let challenge: Challenge = "20113123".parse().expect("it is well formed");
/// let solutions: Vec<_> = solve(challenge, PartialSolution::EMPTY).map(|solution| solution.to_string()).collect();
/// assert_eq!(solutions, ["A321B104C031D222"]);
/// ```
pub fn solve(challenge: Challenge, placed: PartialSolution) -> impl Iterator<Item = Solution> {
    let penguins = challenge.penguins().bits();
    let open = move |&(index, covered): &(usize, &u32)| {
        covered & penguins == 0 && placed.iter().all(|one| PLACEMENTS[index][one.block() as usize] == one)
    };
    COVERED.iter().enumerate().filter(open).map(|(index, _)| Solution::of_layout(PLACEMENTS[index]))
}

/// How many solutions a challenge has.
pub fn count_solutions(penguins: Hexes) -> usize {
    COVERED.iter().map(|covered| usize::from(covered & penguins.bits() == 0)).sum()
}

/// How many blocks a search lays until it knows every solution: the measure puzzles are graded by. At each step it
/// takes the block with the fewest places left (of equals the first) and tries each of them in turn, as a
/// patient player would.
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
