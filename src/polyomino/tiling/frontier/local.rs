//! Takes several steps (a *phase*) at once.
//!
//! The steps of a phase read and change only some bits of a key, the *local* bits. Their value is the local
//! *pattern* of a state. States that differ only in their local patterns form a *group*. A pattern leads to
//! the same patterns in every group, so these transitions (*arcs*) are found once per phase. In each group, it
//! is then enough to add numbers of ways along the arcs, without looking up a state.
//!
//! A pattern often leads to just a few of the patterns after the phase, e.g. when all pieces have the same
//! size. The patterns are therefore divided into *parts*. No arc connects different parts, so a group visits
//! only the parts that contain its states.

use super::disjoint::{join, root};
use super::plan::Step;
use super::{Interrupted, Resources};
use std::mem::take;

/// An open-addressing hash table that numbers distinct words in the order of their first occurrence.
pub(super) struct Numbers {
    pub(super) words: Vec<u64>,
    /// The slots of the table, whose length is a power of 2. An unused slot is 0, and a used slot is the
    /// word's number plus 1.
    index: Vec<u32>,
}

impl Numbers {
    pub(super) fn new() -> Self {
        Self { words: Vec::new(), index: vec![0; 256] }
    }

    #[inline]
    const fn slot(word: u64, size: usize) -> usize {
        (word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - size.trailing_zeros())) as usize
    }

    pub(super) const fn bytes(&self) -> usize {
        self.words.len() * size_of::<u64>() + self.index.len() * size_of::<u32>()
    }

    /// Returns the number of a word, assigning the next number to a new word.
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

/// Patterns connected by arcs, with one level of patterns before the first step and one after each step.
#[derive(Default)]
pub(super) struct Part {
    /// For each level, the number of patterns, and the cumulative number of arcs.
    levels: Vec<(usize, usize)>,
    /// The arcs, level by level. An arc consists of an index into the previous level and an index into the
    /// arc's own level.
    arcs: Vec<(u32, u32)>,
    pub(super) patterns: Vec<u64>,
}

impl Part {
    pub(super) fn size(&self) -> usize {
        self.levels[0].0
    }

    /// For each step, the number of patterns after the step, and the arcs that lead to them.
    pub(super) fn steps(&self) -> impl Iterator<Item = (usize, &[(u32, u32)])> {
        self.levels.windows(2).map(|levels| (levels[1].0, &self.arcs[levels[0].1..levels[1].1]))
    }
}

pub(super) struct Graph {
    pub(super) parts: Vec<Part>,
    /// For each given pattern, the part it belongs to and its index in that part.
    pub(super) starts: Vec<(u32, u32)>,
    /// The largest number of patterns in a level, over all levels and parts.
    pub(super) longest: usize,
    pub(super) bytes: usize,
}

/// Patterns that have not been sorted into parts yet, and the arcs that lead to them.
struct Loose {
    patterns: Vec<u64>,
    /// For each distinct pattern, one of the given patterns that lead to it.
    from: Vec<u32>,
    arcs: Vec<(u32, u32)>,
}

impl Graph {
    /// Follows the given patterns through the steps. Fails if there are more than `most` arcs.
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
                        join(&mut parent, before.from[index], from[number]);
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
        let mut part_of = vec![0; count];
        let mut parts: Vec<Part> = Vec::new();
        for start in 0..count {
            part_of[start] = part_of[root(&mut parent, start as u32) as usize];
            if parent[start] == start as u32 {
                part_of[start] = parts.len() as u32;
                parts.push(Part::default());
            }
        }
        let (mut starts, mut before, mut longest) = (Vec::new(), Vec::new(), 0);
        let mut sizes = vec![0; parts.len()];
        for Loose { patterns, from, arcs } in loose {
            let place = |&start: &u32| {
                let part = part_of[start as usize];
                sizes[part as usize] += 1;
                (part, sizes[part as usize] - 1)
            };
            let now: Vec<(u32, u32)> = from.iter().map(place).collect();
            for (one, to) in arcs {
                let ((_, one), (part, to)) = (before[one as usize], now[to as usize]);
                parts[part as usize].arcs.push((one, to));
            }
            for (part, size) in parts.iter_mut().zip(&mut sizes) {
                longest = longest.max(*size as usize);
                part.levels.push((take(size) as usize, part.arcs.len()));
                part.patterns.clear();
            }
            for (&(part, _), pattern) in now.iter().zip(patterns) {
                parts[part as usize].patterns.push(pattern);
            }
            if starts.is_empty() {
                starts.clone_from(&now);
            }
            before = now;
        }
        Ok(Self { parts, starts, longest, bytes: total * size_of::<(u32, u32)>() })
    }
}
