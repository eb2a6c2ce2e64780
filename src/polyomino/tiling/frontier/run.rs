//! Runs the steps of a count. Each step covers one item, and computes the new states from the states before this step.

use super::plan::{KeyLayout, Masks, SquareStep};
use super::table::{Entry, Key, Table};
use super::{Interrupted, Resources};
use num_bigint::BigUint;
use std::sync::atomic::Ordering;

/// The number of states after which the run checks whether it must stop.
const PAUSE: usize = 1 << 14;

/// The steps of a count, with the layout of the keys.
struct FrontierRun<'a, 'b, const W: usize> {
    steps: &'a [SquareStep<W>],
    layout: &'a KeyLayout,
    guard: Key<W>,
    resources: &'a mut Resources<'b>,
}

/// Runs the steps and returns the number of ways to reach the end. Each number is stored in one word at first, and in
/// more words after an overflow. If `all` is true, every copy of the counted pieces must be used.
pub(super) fn run<const W: usize>(
    steps: &[SquareStep<W>],
    layout: &KeyLayout,
    all: bool,
    resources: &mut Resources<'_>,
) -> Result<BigUint, Interrupted> {
    let mut run = FrontierRun { steps, layout, guard: layout.guard(), resources };
    let start = vec![Entry { key: layout.start(), ways: [1] }];
    let (step, states) = run.from::<1>(0, start)?;
    let (step, states) = run.from::<2>(step, widened(&states))?;
    let (step, states) = run.from::<4>(step, widened(&states))?;
    // Ten words have room for the number of tilings of any region, so no number of ways becomes too large for them.
    let (_, states) = run.from::<10>(step, widened(&states))?;
    let end: Key<W> = layout.end();
    let number = |state: &Entry<W, 10>| {
        BigUint::new(state.ways.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect())
    };
    Ok(states.iter().filter(|state| !all || state.key == end).map(number).sum())
}

/// Returns the same states, with more words for each number of ways.
fn widened<const W: usize, const N: usize, const M: usize>(states: &[Entry<W, N>]) -> Vec<Entry<W, M>> {
    let wide = |state: &Entry<W, N>| {
        let mut ways = [0; M];
        ways[..N].copy_from_slice(&state.ways);
        Entry { key: state.key, ways }
    };
    states.iter().map(wide).collect()
}

impl<const W: usize> FrontierRun<'_, '_, W> {
    /// Runs the steps, beginning with the step with the index `first`, until a number of ways becomes too large for its
    /// words. Returns the index of the next step, with the states before this step.
    fn from<const N: usize>(
        &mut self,
        first: usize,
        states: Vec<Entry<W, N>>,
    ) -> Result<(usize, Vec<Entry<W, N>>), Interrupted> {
        if first == self.steps.len() {
            return Ok((first, states));
        }
        let mut now = Table::<W, N>::new(self.layout.bits, self.resources.limit / 2);
        let mut next = Table::<W, N>::new(self.layout.bits, self.resources.limit / 2);
        now.entries = states;
        for (place, step) in self.steps.iter().enumerate().skip(first) {
            next.clear();
            for states in now.entries.chunks(PAUSE) {
                if self.resources.stop.load(Ordering::Relaxed) {
                    return Err(Interrupted::Stopped);
                }
                self.cover(step, states, &mut next);
                if next.full {
                    return Err(Interrupted::Memory);
                }
                if next.overflow {
                    return Ok((place, now.entries));
                }
            }
            self.resources.states = self.resources.states.max(next.entries.len());
            self.resources.bytes = self.resources.bytes.max(now.bytes() + next.bytes());
            std::mem::swap(&mut now, &mut next);
            if now.entries.is_empty() {
                break;
            }
        }
        Ok((self.steps.len(), now.entries))
    }

    /// Computes the new states from some states before the step. If there are only few choices, they are tried one after
    /// the other. Otherwise, tables give the set of all choices that fit.
    fn cover<const N: usize>(&self, step: &SquareStep<W>, states: &[Entry<W, N>], next: &mut Table<W, N>) {
        for state in states {
            if meets(&state.key, &step.own) {
                add(step, without(&state.key, &step.own), &state.ways, next);
                continue;
            }
            if step.groups.is_empty() {
                for choice in step.choices.iter().filter(|choice| !meets(&state.key, &choice.mask)) {
                    self.choose(step, state, choice, next);
                }
            }
            for (group, tables) in step.groups.iter().enumerate() {
                let mut fits = u64::MAX;
                for table in tables {
                    fits &= table.fits[(state.key[table.word] >> table.shift & 255) as usize];
                }
                while fits != 0 {
                    let choice = group * 64 + fits.trailing_zeros() as usize;
                    fits &= fits - 1;
                    self.choose(step, state, &step.choices[choice], next);
                }
            }
        }
    }

    #[inline]
    fn choose<const N: usize>(
        &self,
        step: &SquareStep<W>,
        state: &Entry<W, N>,
        choice: &Masks<W>,
        next: &mut Table<W, N>,
    ) {
        let mut key = state.key;
        #[allow(clippy::needless_range_loop, reason = "a zip of four arrays is not always inlined")]
        for word in 0..W {
            key[word] = (key[word] | choice.mask[word]) + choice.used[word];
        }
        if !meets(&key, &self.guard) {
            add(step, key, &state.ways, next);
        }
    }
}

/// Adds a state to the states after a step. If the mirror image of the state has a smaller key, the mirror image is
/// added instead.
#[inline]
fn add<const W: usize, const N: usize>(
    step: &SquareStep<W>,
    key: Key<W>,
    ways: &[u64; N],
    next: &mut Table<W, N>,
) {
    match &step.mirror {
        Some(mirror) => next.add(&mirror.least(&key), ways),
        None => next.add(&key, ways),
    }
}

/// Returns `true` if at least one bit is set in both keys.
#[inline]
fn meets<const W: usize>(one: &Key<W>, other: &Key<W>) -> bool {
    (0..W).fold(0, |common, word| common | one[word] & other[word]) != 0
}

/// Returns the key without the bits that are set in `bits`.
#[inline]
fn without<const W: usize>(key: &Key<W>, bits: &Key<W>) -> Key<W> {
    let mut key = *key;
    #[allow(clippy::needless_range_loop, reason = "a zip is not always inlined")]
    for word in 0..W {
        key[word] &= !bits[word];
    }
    key
}
