//! A phase: several steps that are taken at once.
//!
//! The steps of a phase read and change only some bits of a key, its *local* bits. The states with the same other bits
//! form a *group*. In each group the same local patterns lead to the same local patterns, so these arcs are found once for
//! a phase. What remains for a group is to add numbers along the arcs, without a search for any state.
//!
//! Often, a pattern can only lead to a few of the patterns after the phase: for example, the pieces can have the same
//! size. Therefore the patterns are divided into *parts* that no arc connects, and a group visits only the parts in which
//! it has states.

use super::plan::Step;
use super::{Interrupted, Resources};
use std::ops::Range;

/// Numbers for different words, in the order in which the words were seen. A hash table with open addressing.
pub(super) struct Numbers {
    pub(super) words: Vec<u64>,
    /// The length is a power of 2. An unused element is 0. Every other element is 1 plus a number.
    index: Vec<u32>,
}

impl Numbers {
    pub(super) fn new() -> Self {
        Self { words: Vec::new(), index: vec![0; 256] }
    }

    /// Returns the position in the index at which the search for a word begins.
    #[inline]
    const fn slot(word: u64, size: usize) -> usize {
        (word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - size.trailing_zeros())) as usize
    }

    /// Returns the number of a word.
    #[inline]
    pub(super) fn of(&mut self, word: u64) -> usize {
        let mask = self.index.len() - 1;
        let mut slot = Self::slot(word, self.index.len());
        loop {
            match self.index[slot] {
                0 => break,
                number if self.words[number as usize - 1] == word => return number as usize - 1,
                _ => slot = (slot + 1) & mask,
            }
        }
        self.words.push(word);
        self.index[slot] = self.words.len() as u32;
        if self.words.len() * 2 > self.index.len() {
            self.widen();
        }
        self.words.len() - 1
    }

    /// Doubles the index.
    #[cold]
    fn widen(&mut self) {
        let size = self.index.len() * 2;
        self.index = vec![0; size];
        for (number, &word) in self.words.iter().enumerate() {
            let mut slot = Self::slot(word, size);
            while self.index[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.index[slot] = number as u32 + 1;
        }
    }
}

/// The local patterns after one step, or before the first step.
#[derive(Default)]
pub(super) struct Level {
    /// For each part, the index of its first pattern, and the number of patterns at the end.
    parts: Vec<u32>,
    /// The arcs from the patterns of the level before, part by part: the indices of both patterns.
    arcs: Vec<(u32, u32)>,
    /// For each part, the index of its first arc, and the number of arcs at the end.
    parts_of_arcs: Vec<u32>,
}

impl Level {
    /// Returns the number of patterns.
    pub(super) fn size(&self) -> usize {
        self.parts.last().map_or(0, |&size| size as usize)
    }

    /// Returns the patterns of a part.
    pub(super) fn part(&self, part: usize) -> Range<usize> {
        self.parts[part] as usize..self.parts[part + 1] as usize
    }

    /// Returns the number of bytes of the arcs.
    pub(super) fn bytes(&self) -> usize {
        self.arcs.len() * size_of::<(u32, u32)>()
    }

    /// Returns the arcs of a part.
    pub(super) fn arcs(&self, part: usize) -> &[(u32, u32)] {
        &self.arcs[self.parts_of_arcs[part] as usize..self.parts_of_arcs[part + 1] as usize]
    }
}

/// The arcs of a phase.
pub(super) struct Graph {
    /// The patterns before the first step, and after each step.
    pub(super) levels: Vec<Level>,
    /// The patterns after the last step, part by part.
    pub(super) patterns: Vec<u64>,
    /// For each given pattern, its index in the first level and its part.
    pub(super) starts: Vec<(u32, u32)>,
}

/// Patterns without an order, with the arcs that lead to them.
struct Loose {
    patterns: Vec<u64>,
    /// For each pattern, one of the given patterns that lead to it.
    from: Vec<u32>,
    arcs: Vec<(u32, u32)>,
}

impl Graph {
    /// Follows the given patterns through the steps. There may be at most `most` arcs.
    pub(super) fn new(
        given: Vec<u64>,
        steps: &[Step],
        guard: u64,
        most: usize,
        resources: &mut Resources<'_>,
    ) -> Result<Self, Interrupted> {
        let count = given.len();
        let from: Vec<_> = (0..count as u32).collect();
        let mut parent = from.clone();
        let mut loose = vec![Loose { patterns: given, from, arcs: Vec::new() }];
        let mut total = 0;
        for step in steps {
            let before = &loose[loose.len() - 1];
            let (mut numbers, mut from, mut arcs) = (Numbers::new(), Vec::new(), Vec::new());
            for (index, &pattern) in before.patterns.iter().enumerate() {
                if index % 1024 == 0 {
                    resources.check(0, 0)?;
                }
                let mut lead = |to: u64| {
                    let number = numbers.of(to);
                    arcs.push((index as u32, number as u32));
                    if number == from.len() {
                        from.push(before.from[index]);
                    } else {
                        let (one, other) =
                            (root(&mut parent, before.from[index]), root(&mut parent, from[number]));
                        parent[one.max(other) as usize] = one.min(other);
                    }
                };
                if pattern & step.own != 0 {
                    lead(pattern & !step.own);
                    continue;
                }
                for choice in step.choices.iter().filter(|choice| choice.mask & pattern == 0) {
                    let to = (pattern | choice.mask) + choice.used;
                    if to & guard == 0 {
                        lead(to);
                    }
                }
                if total + arcs.len() > most {
                    return Err(Interrupted::Memory);
                }
            }
            total += arcs.len();
            loose.push(Loose { patterns: numbers.words, from, arcs });
        }
        let mut part_of = vec![u32::MAX; count];
        let mut parts = 0;
        for start in 0..count as u32 {
            let root = root(&mut parent, start);
            if root == start {
                part_of[start as usize] = parts;
                parts += 1;
            } else {
                part_of[start as usize] = part_of[root as usize];
            }
        }
        let mut graph = Self { levels: Vec::new(), patterns: Vec::new(), starts: Vec::new() };
        let mut places = Vec::new();
        for Loose { patterns, from, arcs } in loose {
            let of: Vec<_> = from.iter().map(|&start| part_of[start as usize]).collect();
            let (starts, now) = sorted(&of, parts as usize);
            let mut level = Level { parts: starts, ..Level::default() };
            graph.patterns = vec![0; patterns.len()];
            for (&place, &pattern) in now.iter().zip(&patterns) {
                graph.patterns[place as usize] = pattern;
            }
            let of_arcs: Vec<_> = arcs.iter().map(|&(_, to)| of[to as usize]).collect();
            let (starts, order) = sorted(&of_arcs, parts as usize);
            level.arcs = vec![(0, 0); arcs.len()];
            for (&place, (one, to)) in order.iter().zip(arcs) {
                let before: &Vec<u32> = &places;
                level.arcs[place as usize] = (before[one as usize], now[to as usize]);
            }
            level.parts_of_arcs = starts;
            if graph.levels.is_empty() {
                graph.starts = now.iter().copied().zip(of).collect();
            }
            graph.levels.push(level);
            places = now;
        }
        Ok(graph)
    }
}

/// Sorts elements by their parts. Returns where each part begins, with the number of elements at the end, and the new
/// place of each element.
fn sorted(parts: &[u32], count: usize) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0; count + 1];
    for &part in parts {
        starts[part as usize + 1] += 1;
    }
    for part in 0..count {
        starts[part + 1] += starts[part];
    }
    let mut next = starts.clone();
    let place = |&part: &u32| {
        next[part as usize] += 1;
        next[part as usize] - 1
    };
    let places = parts.iter().map(place).collect();
    (starts, places)
}

/// Returns the representative of an element in a union-find structure, and shortens the way to it.
fn root(parent: &mut [u32], mut one: u32) -> u32 {
    while parent[one as usize] != one {
        parent[one as usize] = parent[parent[one as usize] as usize];
        one = parent[one as usize];
    }
    one
}
