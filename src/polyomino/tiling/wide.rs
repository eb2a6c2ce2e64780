//! The plain search, for what the fast one has no room for: rows of bits, and every oriented piece tried at the
//! first empty square.

use super::layout::{Layout, Placed};
use super::{Found, Start};
use std::sync::atomic::{AtomicBool, Ordering};

/// A search under way.
pub(super) struct Wide<'a> {
    layout: &'a Layout,
    /// For each square, what may be laid with its first square there, and the squares it takes.
    choices: Vec<Vec<(Placed, Vec<usize>)>>,
}

/// What changes on the way.
struct Walk<'a> {
    filled: Vec<bool>,
    left: Vec<u32>,
    placed: Vec<Placed>,
    ticks: u32,
    stop: &'a AtomicBool,
    found: Found<'a>,
}

impl Walk<'_> {
    fn fill(&mut self, squares: &[usize], filled: bool) {
        for &square in squares {
            self.filled[square] = filled;
        }
    }
}

impl<'a> Wide<'a> {
    pub(super) fn new(layout: &'a Layout) -> Self {
        let squares = 0..layout.squares.len();
        Self { layout, choices: squares.map(|at| layout.placements_at(at).collect()).collect() }
    }

    /// Every way to complete `start`, handed to `found` until it says no; `false` if it did, or `stop` was set.
    pub(super) fn run(&self, start: &Start, pieces: &[u32], stop: &AtomicBool, found: Found<'_>) -> bool {
        let filled = self.layout.squares.iter().map(Option::is_none).collect();
        let (left, placed) = (pieces.to_vec(), start.placed.clone());
        let mut walk = Walk { filled, left, placed, ticks: 0, stop, found };
        for &placed in &start.placed {
            walk.left[self.layout.oriented[usize::from(placed.oriented)].piece] -= 1;
            for at in self.layout.squares_of(placed).unwrap_or_default() {
                walk.filled[at] = true;
            }
        }
        self.search(&mut walk, 0)
    }

    fn search(&self, walk: &mut Walk<'_>, from: usize) -> bool {
        let Some(at) = (from..walk.filled.len()).find(|&at| !walk.filled[at]) else {
            return (walk.found)(&walk.placed);
        };
        walk.ticks = walk.ticks.wrapping_add(1);
        if walk.ticks.is_multiple_of(1 << 12) && walk.stop.load(Ordering::Relaxed) {
            return false;
        }
        for (placed, squares) in &self.choices[at] {
            let piece = self.layout.oriented[usize::from(placed.oriented)].piece;
            if walk.left[piece] == 0 || squares.iter().any(|&square| walk.filled[square]) {
                continue;
            }
            walk.left[piece] -= 1;
            walk.fill(squares, true);
            walk.placed.push(*placed);
            let go_on = self.search(walk, at + 1);
            walk.placed.pop();
            walk.fill(squares, false);
            walk.left[piece] += 1;
            if !go_on {
                return false;
            }
        }
        true
    }
}
