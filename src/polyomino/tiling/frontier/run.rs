//! Runs the steps of a count. Each step covers one item, and computes the new states from the states before this step.

use super::plan::{KeyLayout, Masks, SquareStep};
use super::table::{Entry, Key, Table};
use super::{Interrupted, Resources};
use crate::polyomino::tiling::natural::{Natural, WORDS};
use std::sync::atomic::Ordering;

/// The reason why a run ended before the last step.
enum Ended<const W: usize, const N: usize> {
    /// In the step with the index `step`, a number of ways became too large for its words. The list `states` contains
    /// the states before this step.
    Overflow {
        step: usize,
        states: Vec<Entry<W, N>>,
    },
    Interrupted(Interrupted),
}

/// The number of states after which the run checks whether it must stop.
const PAUSE: usize = 1 << 14;

/// The steps of a count, with the layout of the keys.
struct FrontierRun<'a, const W: usize> {
    steps: &'a [SquareStep<W>],
    layout: &'a KeyLayout,
    guard: Key<W>,
}

/// Runs the steps and returns the number of ways to reach the end. Each number is stored in one word at first, and in
/// more words after an overflow. If `all` is true, every copy of the counted pieces must be used.
pub(super) fn run<const W: usize>(
    steps: &[SquareStep<W>],
    layout: &KeyLayout,
    all: bool,
    resources: &mut Resources<'_>,
) -> Result<Natural, Interrupted> {
    let run = FrontierRun { steps, layout, guard: layout.guard() };
    let start = vec![Entry { key: layout.start(), ways: [1] }];
    let ended = |ended: Ended<W, 1>, resources: &mut Resources<'_>| {
        run.continued::<1, 2>(ended, resources, |ended, resources| {
            run.continued::<2, 4>(ended, resources, |ended, resources| {
                run.continued::<4, WORDS>(ended, resources, |ended, _| match ended {
                    // These numbers have room for the number of tilings of any region. No number of ways is larger, so
                    // this case does not occur.
                    Ended::Overflow { .. } => Err(Interrupted::Memory),
                    Ended::Interrupted(interrupted) => Err(interrupted),
                })
            })
        })
    };
    let states = match run.from::<1>(0, start, resources) {
        Ok(states) => widened(&states),
        Err(early) => ended(early, resources)?,
    };
    let end: Key<W> = layout.end();
    let mut sum = Natural::default();
    for state in states.iter().filter(|state| !all || state.key == end) {
        sum += Natural::from_words(&state.ways);
    }
    Ok(sum)
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

impl<const W: usize> FrontierRun<'_, W> {
    /// Continues after an overflow with numbers that have more words.
    fn continued<const N: usize, const M: usize>(
        &self,
        ended: Ended<W, N>,
        resources: &mut Resources<'_>,
        next: impl FnOnce(Ended<W, M>, &mut Resources<'_>) -> Result<Vec<Entry<W, WORDS>>, Interrupted>,
    ) -> Result<Vec<Entry<W, WORDS>>, Interrupted> {
        let (step, states) = match ended {
            Ended::Overflow { step, states } => (step, states),
            Ended::Interrupted(interrupted) => return Err(interrupted),
        };
        let states = widened(&states);
        match self.from::<M>(step, states, resources) {
            Ok(states) => Ok(widened(&states)),
            Err(early) => next(early, resources),
        }
    }

    /// Runs the steps, beginning with the step with the index `first`.
    fn from<const N: usize>(
        &self,
        first: usize,
        states: Vec<Entry<W, N>>,
        resources: &mut Resources<'_>,
    ) -> Result<Vec<Entry<W, N>>, Ended<W, N>> {
        let mut now = Table::<W, N>::new(self.layout.bits, resources.limit / 2);
        let mut next = Table::<W, N>::new(self.layout.bits, resources.limit / 2);
        now.entries = states;
        for (place, step) in self.steps.iter().enumerate().skip(first) {
            next.clear();
            for states in now.entries.chunks(PAUSE) {
                if resources.stop.load(Ordering::Relaxed) {
                    return Err(Ended::Interrupted(Interrupted::Stopped));
                }
                if step.groups.is_empty() {
                    self.few(step, states, &mut next);
                } else {
                    self.many(step, states, &mut next);
                }
                if next.full {
                    return Err(Ended::Interrupted(Interrupted::Memory));
                }
                if next.overflow {
                    return Err(Ended::Overflow { step: place, states: now.entries });
                }
            }
            resources.note(next.entries.len(), now.bytes() + next.bytes());
            std::mem::swap(&mut now, &mut next);
            if now.entries.is_empty() {
                break;
            }
        }
        Ok(now.entries)
    }

    /// Applies a step to some states by testing the choices one by one.
    fn few<const N: usize>(&self, step: &SquareStep<W>, states: &[Entry<W, N>], next: &mut Table<W, N>) {
        for state in states {
            if meets(&state.key, &step.own) {
                add(step, without(&state.key, &step.own), &state.ways, next);
                continue;
            }
            for choice in &step.choices {
                if !meets(&state.key, &choice.mask) {
                    self.choose(step, state, choice, next);
                }
            }
        }
    }

    /// Applies a step to some states by looking up the choices that fit.
    fn many<const N: usize>(&self, step: &SquareStep<W>, states: &[Entry<W, N>], next: &mut Table<W, N>) {
        for state in states {
            if meets(&state.key, &step.own) {
                add(step, without(&state.key, &step.own), &state.ways, next);
                continue;
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
