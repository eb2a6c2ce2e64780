//! The distance of each cat from the raft, and a lower bound for the number of cards that the cat still needs.

use crate::grid::Bitboard;
use crate::raft::Colour;
use crate::raft::rules::bitboards::Bitboards;

/// The largest finite distance.
pub(super) const MOST: usize = 60;
/// Price of a square that a card can cover now, but only in a 3×3 window with a square next to fire.
const RISKY: usize = 2;
/// Price of a square that a card can cover only after a cat has moved away.
const BLOCKED: usize = 6;
/// Prices of the squares that cards must still cover: the prices of the sets `safe`, `risky` and `blocked` in [`Ways`],
/// in this order.
pub(super) const PRICES: [usize; 3] = [1, RISKY, BLOCKED];

/// The squares that a cat of one colour can use on its path, grouped by price.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    /// The squares of the cat's colour and the wild squares. The price of these squares is 0.
    pub(super) own: Bitboard,
    /// Squares outside `own`, in a 3×3 window in which a card fits now and no square is next to fire. The
    /// price of these squares is 1.
    pub(super) safe: Bitboard,
    /// Squares outside `own` and `safe`, in a window in which a card fits now. The window has a square next
    /// to fire, so the next tile could be placed in the window. The price of these squares is [`RISKY`].
    pub(super) risky: Bitboard,
    /// Squares outside `own`, `safe` and `risky`, in a window in which a card would fit if cats moved away.
    /// The price of these squares is [`BLOCKED`].
    pub(super) blocked: Bitboard,
    /// The raft squares that the cat can enter and that no cat occupies.
    pub(super) home: Bitboard,
}

impl Ways {
    pub(super) fn with(boards: &Bitboards, colour: Colour, windows: &Windows) -> Self {
        let own = boards.paths(colour);
        Self {
            own,
            safe: windows.safe - own,
            risky: (windows.open - windows.safe) - own,
            blocked: (windows.land - windows.open) - own,
            home: (own & boards.raft) - boards.cats,
        }
    }

    /// The squares that cards must still cover, as one set per price in [`PRICES`].
    pub(super) const fn by_price(&self) -> [Bitboard; 3] {
        [self.safe, self.risky, self.blocked]
    }

    pub(super) fn open(&self) -> Bitboard {
        self.safe | self.risky
    }
}

/// Three sets of squares that cards can cover. Each set is the union of all 3×3 windows that meet a condition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Windows {
    /// Windows in which a card fits now.
    open: Bitboard,
    /// Windows in which a card fits now and no square is next to fire.
    safe: Bitboard,
    /// Windows in which a card would fit if all cats moved away.
    land: Bitboard,
}

impl Windows {
    pub(super) fn new(boards: &Bitboards) -> Self {
        let covered = |free: Bitboard| free.windows().covered();
        Self {
            open: covered(boards.free),
            safe: covered(boards.free - boards.by_fire),
            land: covered(boards.land()),
        }
    }

    /// Returns every square that is in a set of `self` but not in the same set of `other`, or vice versa. The
    /// price of any other square can differ only if the square itself has changed.
    pub(super) fn difference(&self, other: &Self) -> Bitboard {
        let both = |one: Bitboard, other: Bitboard| (one - other) | (other - one);
        both(self.open, other.open) | both(self.safe, other.safe) | both(self.land, other.land)
    }
}

/// The squares that a search reaches within each distance: `within[k]` contains the squares at a distance of at
/// most `k` from the start.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    pub(super) within: Vec<Bitboard>,
}

impl Levels {
    /// Computes the levels around `start`, and the distance to the nearest square of `goal` (`None` if no
    /// such square is reached). The search stops `more` levels beyond the goal, or earlier if no later level
    /// can add a square.
    pub(super) fn new(start: Bitboard, ways: &Ways, goal: Bitboard, more: usize) -> (Self, Option<usize>) {
        let mut within = Vec::with_capacity(16);
        let found = search(start, ways, goal, more, |level| within.push(level));
        (Self { within }, found)
    }

    pub(super) fn at_most(&self, distance: usize) -> Bitboard {
        self.within.get(distance).or(self.within.last()).copied().unwrap_or_default()
    }

    pub(super) fn field(&self) -> Field {
        let mut field = Field::FAR;
        let mut before = Bitboard::EMPTY;
        for (distance, &within) in (0u8..).zip(&self.within) {
            for (row, column) in (within - before).iter() {
                field.0[Field::index(row, column)] = distance;
            }
            before = within;
        }
        field
    }
}

/// Passes the squares within the distances 0, 1, 2, … of `start` to `each`, and returns the distance to the nearest
/// square of `goal` (see [`Levels::new`]). The distance to a square is the total price of the squares on the cheapest
/// path, including the square itself.
fn search(
    start: Bitboard,
    ways: &Ways,
    goal: Bitboard,
    more: usize,
    mut each: impl FnMut(Bitboard),
) -> Option<usize> {
    // For each of the last levels, its squares with all adjacent squares added. Later levels need these larger sets,
    // because a step to a square with a higher price skips levels. The sets of levels below 0 are empty.
    const KEPT: usize = 8;
    const { assert!(BLOCKED < KEPT) };
    let mut grown = [Bitboard::EMPTY; KEPT];
    let mut last;
    (last, grown[0]) = spread(start, ways.own);
    each(last);
    let mut found = None;
    let mut still = 0;
    for level in 0..=MOST {
        if found.is_none() && !last.is_disjoint(&goal) {
            found = Some(level);
        }
        if found.is_some_and(|found| level >= found + more) || still > BLOCKED {
            break;
        }
        let next_to = |price: usize| grown[(level + 1 + KEPT - price) % KEPT];
        let next = last
            | (next_to(1) & ways.safe)
            | (next_to(RISKY) & ways.risky)
            | (next_to(BLOCKED) & ways.blocked);
        if next.is_subset(&last) {
            still += 1;
            grown[(level + 1) % KEPT] = grown[level % KEPT];
        } else {
            still = 0;
            (last, grown[(level + 1) % KEPT]) = spread(next, ways.own);
        }
        each(last);
    }
    found
}

/// Extends `reached` by all squares of `own` that are connected to it through `own`. Returns two sets: the
/// extended set, and the same set with all adjacent squares added.
#[inline]
fn spread(mut reached: Bitboard, own: Bitboard) -> (Bitboard, Bitboard) {
    let mut grown = reached.grown();
    loop {
        let more = (grown & own) - reached;
        if more.is_empty() {
            return (reached, grown);
        }
        reached |= more;
        grown = reached.grown();
    }
}

/// The distance to each square. The field is surrounded by a border of unreachable squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field(pub(super) [u8; Self::SIDE * Self::SIDE]);

impl Field {
    pub(super) const SIDE: usize = 20;
    /// The distance to an unreachable square. The sum of three such distances fits in a `u8`.
    pub(super) const NEVER: u8 = 80;
    pub(super) const FAR: Self = Self([Self::NEVER; Self::SIDE * Self::SIDE]);

    pub(super) const fn index(row: usize, column: usize) -> usize {
        (row + 1) * Self::SIDE + column + 1
    }
}

/// Returns the distance from a cat's square to the raft, or `None` if there is currently no path.
pub(super) fn distance(cat: Bitboard, ways: &Ways) -> Option<usize> {
    // The search begins at the cat, because fewer squares can usually be reached from the cat than from the raft.
    search(cat, ways, ways.home, 0, |_| ())
}

/// Returns a lower bound for the number of cards that must be placed before a cat can reach the raft. Returns `None` if
/// the cat can no longer reach the raft.
///
/// The bound is computed as if all squares of each placed card had the cat's colour, and as if all other cats had moved
/// away. Therefore, the real number of cards cannot be smaller than the bound. Fire placed later can only increase the
/// real number.
pub(super) fn cards_needed(boards: &Bitboards, colour: Colour, cat: Bitboard) -> Option<usize> {
    let own = boards.paths(colour);
    let home = own & boards.raft;
    let windows = boards.land().windows();
    let (mut reached, mut near) = spread(cat, own);
    for cards in 0.. {
        if !reached.is_disjoint(&home) {
            return Some(cards);
        }
        // The top left squares of all windows that contain a reached or adjacent square.
        let wide = near | near.toward_origin(0, 1) | near.toward_origin(0, 2);
        let corners = (wide | wide.toward_origin(1, 0) | wide.toward_origin(2, 0)) & windows;
        let covered = corners.covered();
        if covered.is_subset(&reached) {
            return None;
        }
        (reached, near) = spread(reached | covered, own);
    }
    None
}
