//! Runs the steps of a count, phase by phase, and combines residues into the number of tilings.
//!
//! With exact counts, a state takes 16 bytes: the number of its local pattern, and the number of ways to reach
//! the state. The other bits of the key identify the group, whose states are stored together. When a count no
//! longer fits into 63 bits, all counts are replaced by residues modulo one or more primes. The Chinese
//! remainder theorem then gives the result. The counts before the overflow give an upper bound for the result
//! and thus the number of primes needed. One run handles at most four primes, or fewer if memory is short. If
//! more primes are needed, the steps are run again with further primes.

use super::local::{Graph, Numbers};
use super::plan::{KeyLayout, Step};
use super::{Interrupted, Resources};
use num_bigint::BigUint;
use std::mem::{replace, swap};

/// The number of simultaneous additions: one for each modulus of each group in a batch.
const LANES: usize = 4;

type Lanes = [u64; LANES];

/// The length of a phase is chosen as if there were at least this many states.
const SMALL: usize = 20_000;

/// The states between two phases, in groups. States of one group differ only in the bits that the next phase
/// touches.
struct States {
    touched: u64,
    /// Maps the bits that the next phase does not touch to the index of their group.
    groups: Numbers,
    patterns: Numbers,
    /// The states of each group. A state consists of the number of its local pattern, followed by the number
    /// of ways to reach the state, once per modulus.
    words: Vec<Vec<u64>>,
    count: usize,
    bytes: usize,
}

impl States {
    fn new(steps: &[Step]) -> Self {
        let touched = steps.iter().fold(0, |touched, step| touched | step.touched);
        let (groups, patterns) = (Numbers::new(), Numbers::new());
        Self { touched, groups, patterns, words: Vec::new(), count: 0, bytes: 0 }
    }

    /// Appends a state. A state that already exists gets another entry.
    #[inline]
    fn add(&mut self, key: u64, ways: &[u64]) {
        let group = self.groups.of(key & !self.touched);
        let pattern = self.patterns.of(key & self.touched);
        if group == self.words.len() {
            self.words.push(Vec::new());
        }
        let words = &mut self.words[group];
        if words.capacity() - words.len() <= ways.len() {
            // Growing the vector by about half wastes less memory than doubling it.
            let more = words.len() / 2 + 4 * (1 + ways.len());
            words.reserve_exact(more);
            self.bytes += more * size_of::<u64>();
        }
        words.push(pattern as u64);
        words.extend(ways.iter().copied());
        self.count += 1;
    }
}

fn held(vectors: &[Vec<u64>]) -> usize {
    vectors.iter().map(|words| words.capacity() * size_of::<u64>()).sum()
}

/// The quantity to sum over the states after the last step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sum {
    /// The number of ways to reach each state.
    Any,
    /// Just the number of ways to reach the state in which every copy of the counted pieces has been used.
    All,
    /// Twice the sum of `n * n` over all states, where `n` is the number of ways to reach a state. If one entry
    /// stands for a state and its mirror image, each of the two is reached in half of the entry's ways.
    Squares,
}

pub(super) fn run(
    steps: &[Step],
    layout: &KeyLayout,
    sum: Sum,
    resources: &mut Resources<'_>,
) -> Result<BigUint, Interrupted> {
    resources.run = 1;
    let mut runs = Runs { steps, layout, sum, moduli: vec![0], primes: primes(), bound: 0.0, resources };
    let (mut count, mut modulus) = (BigUint::ZERO, BigUint::from(1_u8));
    loop {
        let mut sums = runs.once()?;
        if runs.moduli == [0] {
            return Ok(sums.remove(0));
        }
        sums.into_iter()
            .zip(&runs.moduli)
            .for_each(|(sum, &prime)| extend(&mut count, &mut modulus, sum, prime));
        if modulus.bits() as f64 - 1.0 >= runs.bound {
            return Ok(count);
        }
        runs.resources.run += 1;
        runs.moduli = runs.primes.by_ref().take(runs.moduli.len()).collect();
    }
}

/// Finds the number below `modulus * prime` that is congruent to `count` modulo `modulus` and to `sum` modulo `prime`.
fn extend(count: &mut BigUint, modulus: &mut BigUint, sum: BigUint, prime: u64) {
    // By Fermat's little theorem, this power is the inverse of the modulus.
    let inverse = modulus.modpow(&BigUint::from(prime - 2), &BigUint::from(prime));
    let difference = sum + prime - &*count % prime;
    *count += &*modulus * (difference * inverse % prime);
    *modulus *= prime;
}

/// Primes in descending order. All are below 2^62, so the sum of two residues is less than 2^63.
fn primes() -> impl Iterator<Item = u64> {
    (0..1_u64 << 61).map(|below| (1 << 62) - 1 - 2 * below).filter(|&number| is_prime(number))
}

/// The Miller–Rabin test for an odd number. With these bases, the test is exact below 3 * 10^24 (Sorenson and
/// Webster 2015).
fn is_prime(number: u64) -> bool {
    let twos = (number - 1).trailing_zeros();
    let (one, last, modulus) = (BigUint::from(1_u8), BigUint::from(number - 1), BigUint::from(number));
    [2_u8, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41].into_iter().all(|base| {
        let mut power = BigUint::from(base).modpow(&(&last >> twos), &modulus);
        power == one
            || (0..twos).any(|_| {
                let found = power == last;
                power = &power * &power % &modulus;
                found
            })
    })
}

/// The binary logarithm of an upper bound for the number of ways to take all `steps`.
fn continuations(steps: &[Step]) -> f64 {
    let least = steps.iter().map(|step| step.least).min().unwrap_or(1);
    let mut choices: Vec<_> =
        steps.iter().map(|step| step.choices.len()).filter(|&count| count > 1).collect();
    choices.sort_unstable();
    choices.iter().rev().take(steps.len() / least).map(|&count| (count as f64).log2()).sum()
}

/// Returns the number of steps in the next phase. Long phases have many local patterns, but short phases
/// regroup the states often. If the bits were independent, the number of patterns would be `states` to the
/// power of (local bits / all bits).
fn phase(steps: &[Step], bits: u32, states: usize) -> usize {
    let (states, mut touched) = (states.max(SMALL) as f64, 0);
    // The maximum number of patterns: more would need more memory than the states themselves.
    let most = (states / 8.0).min(100_000.0 + states / 32.0);
    let mut fits = |&(before, step): &(usize, &Step)| {
        touched |= step.touched;
        let share = f64::from(touched.count_ones()) / f64::from(bits.max(1));
        let is_whole = before > 0 && steps[before - 1].mirror.is_some();
        before == 0 || (!is_whole && (before + 1) as f64 * states.powf(share) < most)
    };
    steps.iter().enumerate().take_while(|step| fits(step)).count()
}

/// Adds `from` to `to` modulo `modulus`, where a `modulus` of 0 means no reduction. Sets the highest bit of
/// `high` if the sum is 2^63 or more.
#[inline]
const fn add(to: &mut u64, from: u64, modulus: u64, high: &mut u64) {
    let sum = to.wrapping_add(from);
    *high |= sum;
    let reduced = sum.wrapping_sub(modulus);
    // If the difference is negative, all bits of the mask are ones.
    let mask = (reduced as i64 >> 63) as u64;
    *to = reduced.wrapping_add(modulus & mask);
}

/// Adds the lanes of `before` to `after` along the arcs. The highest bit of the result is set if any sum was
/// 2^63 or more.
fn follow(arcs: &[(u32, u32)], before: &[Lanes], after: &mut [Lanes], moduli: Lanes) -> u64 {
    let mut high = [0; LANES];
    for &(one, to) in arcs {
        let from = &before[one as usize];
        let to = &mut after[to as usize];
        for lane in 0..LANES {
            add(&mut to[lane], from[lane], moduli[lane], &mut high[lane]);
        }
    }
    high.iter().fold(0, |all, high| all | high)
}

struct Runs<'a, 'r, P> {
    steps: &'a [Step],
    layout: &'a KeyLayout,
    sum: Sum,
    /// The moduli of the counts. A modulus of 0 stands for exact counts.
    moduli: Vec<u64>,
    primes: P,
    /// The binary logarithm of an upper bound for the result, known after the first overflow.
    bound: f64,
    resources: &'a mut Resources<'r>,
}

impl<P: Iterator<Item = u64>> Runs<'_, '_, P> {
    fn once(&mut self) -> Result<Vec<BigUint>, Interrupted> {
        let Self { steps, layout, sum, .. } = *self;
        let (mut at, mut end) = (0, phase(steps, layout.bits, 1));
        let mut now = States::new(&steps[..end]);
        now.add(layout.start(), &vec![1; self.moduli.len()]);
        while at < end {
            self.resources.watch(at, steps.len(), now.count)?;
            let after = end + phase(&steps[end..], layout.bits, now.count);
            let next = States::new(&steps[end..after]);
            now = self.advance(now, &steps[at..], end - at, next)?;
            (at, end) = (end, after);
        }
        let mut sums = vec![BigUint::ZERO; self.moduli.len()];
        let mirror = steps.last().and_then(|step| step.mirror.as_ref());
        // After the last step, no phase touches any bit, so the bits of a group are the whole key.
        for (words, &key) in now.words.iter().zip(&now.groups.words) {
            let is_own_image = mirror.is_none_or(|mirror| mirror.image(key) == key);
            for (at, total) in sums.iter_mut().enumerate() {
                let states = words.chunks_exact(1 + self.moduli.len());
                let ways: u128 = states.map(|state| u128::from(state[1 + at])).sum();
                *total += match sum {
                    Sum::All if key != layout.end() => 0,
                    Sum::All | Sum::Any => ways,
                    Sum::Squares => ways * ways,
                };
                if sum == Sum::Squares && is_own_image {
                    *total += ways * ways;
                }
            }
        }
        Ok(sums)
    }

    /// Computes the states after the next phase (the first `length` of the remaining steps), and adds them to `next`.
    fn advance(
        &mut self,
        now: States,
        left: &[Step],
        length: usize,
        mut next: States,
    ) -> Result<States, Interrupted> {
        let States { groups, patterns, mut words, mut bytes, .. } = now;
        let most = (self.resources.limit.saturating_sub(bytes) / 32).min(u32::MAX as usize);
        let graph = Graph::new(patterns.words, &left[..length], self.layout.guard(), most, self.resources)?;
        let mirror = left[length - 1].mirror.as_ref();
        // Groups whose first states are in the same part are processed together.
        let mut order: Vec<_> = (0..words.len()).collect();
        order.sort_by_key(|&group| graph.starts[words[group][0] as usize].0);
        let lanes = |size| vec![[0; LANES]; size];
        let mut given: Vec<_> = graph.parts.iter().map(|part| lanes(part.size())).collect();
        let mut found: Vec<_> = graph.parts.iter().map(|part| lanes(part.patterns.len())).collect();
        let (mut before, mut after) = (lanes(graph.longest), lanes(graph.longest));
        let buffered = given.iter().chain(&found).map(Vec::len).sum::<usize>() + 2 * graph.longest;
        let fixed = graph.bytes + buffered * size_of::<Lanes>() + groups.bytes();
        let (mut visited, mut parts) = (vec![usize::MAX; graph.parts.len()], Vec::new());
        let mut done = 0;
        while done < order.len() {
            let width = self.moduli.len();
            let batch = &order[done..order.len().min(done + LANES / width)];
            let moduli: Lanes = std::array::from_fn(|lane| self.moduli[lane % width]);
            let mut high = 0;
            parts.clear();
            for (lane, &group) in batch.iter().enumerate() {
                for state in words[group].chunks_exact(1 + width) {
                    let (part, place) = graph.starts[state[0] as usize];
                    let part = part as usize;
                    let to = &mut given[part][place as usize][lane * width..][..width];
                    for ((to, &ways), &modulus) in to.iter_mut().zip(&state[1..]).zip(&moduli) {
                        add(to, ways, modulus, &mut high);
                    }
                    if replace(&mut visited[part], done) != done {
                        parts.push(part);
                    }
                }
            }
            for &part in &parts {
                for (step, (size, arcs)) in graph.parts[part].steps().enumerate() {
                    let from = if step == 0 { &given[part] } else { &before };
                    let to = if step + 1 == length { &mut found[part] } else { &mut after };
                    to[..size].fill([0; LANES]);
                    high |= follow(arcs, from, to, moduli);
                    if step + 1 < length {
                        swap(&mut before, &mut after);
                    }
                }
                given[part].fill([0; LANES]);
            }
            if high >> 63 != 0 {
                self.reduce(words.iter_mut().chain(&mut next.words), left);
                visited.fill(usize::MAX);
                (bytes, next.bytes) = (held(&words), held(&next.words));
                continue;
            }
            for &part in &parts {
                for (pattern, lanes) in graph.parts[part].patterns.iter().zip(&found[part]) {
                    for (&group, ways) in batch.iter().zip(lanes.chunks_exact(width)) {
                        if ways.iter().any(|&ways| ways != 0) {
                            let key = groups.words[group] | pattern;
                            next.add(mirror.map_or(key, |mirror| key.min(mirror.image(key))), ways);
                        }
                    }
                }
            }
            for &group in batch {
                bytes -= std::mem::take(&mut words[group]).capacity() * size_of::<u64>();
            }
            done += batch.len();
            self.resources.check(next.count, fixed + bytes + next.bytes + next.groups.bytes())?;
        }
        Ok(next)
    }

    /// Replaces the exact counts with residues, because a count would overflow in the current phase. Also
    /// computes an upper bound for the result.
    fn reduce<'s>(&mut self, groups: impl Iterator<Item = &'s mut Vec<u64>>, left: &[Step]) {
        let groups: Vec<_> = groups.collect();
        let states = || groups.iter().flat_map(|words| words.chunks_exact(2));
        let total: u128 = states().map(|state| u128::from(state[1])).sum();
        // One extra bit allows for rounding errors in the logarithms.
        self.bound = (total as f64).log2() + continuations(left) + 1.0;
        if self.sum == Sum::Squares {
            self.bound = 2.0 * self.bound + 1.0;
        }
        let is_enough = |width: usize| 61.0 * width as f64 >= self.bound;
        let fits =
            |width: usize| states().count() * (1 + width) * size_of::<u64>() < self.resources.limit / 2;
        let mut width = 1;
        while !is_enough(width) && width < LANES && fits(width + 1) {
            width += 1;
        }
        self.moduli = self.primes.by_ref().take(width).collect();
        for words in groups {
            let state = |state: &[u64]| {
                let (pattern, ways) = (state[0], state[1]);
                [pattern].into_iter().chain(self.moduli.iter().map(move |prime| ways % prime))
            };
            *words = words.chunks_exact(2).flat_map(state).collect();
        }
    }
}
