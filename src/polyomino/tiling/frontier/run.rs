//! Runs the steps of a count, phase by phase, and combines residues to the number of tilings.
//!
//! A state takes 16 bytes: its key, and the number of ways to reach it modulo 2^64. If a number becomes too large for this,
//! the steps run again with other moduli, which are primes, and the Chinese remainder theorem gives the result. The
//! numbers of ways before the first overflow bound the result, so the number of primes is known.

use super::local::{Graph, Numbers};
use super::plan::{KeyLayout, Step};
use super::{Interrupted, Resources};
use num_bigint::BigUint;

/// A state, with the number of ways to reach it modulo each of `K` moduli.
#[derive(Clone, Copy)]
struct Entry<const K: usize> {
    key: u64,
    ways: [u64; K],
}

/// The residues at the end of a run.
struct Residues<const K: usize> {
    /// The sums of the numbers of ways, before the last reduction.
    sums: [u128; K],
    /// The binary logarithm of a number that is at least the result, or `None` if no number of ways was reduced.
    bound: Option<f64>,
}

/// The number of primes for which one run is enough if the states then fit into the memory.
const MANY: usize = 4;

/// Phases are at least as long as they would be with this number of states.
const SMALL: usize = 20_000;

/// Runs the steps and returns the number of ways to reach the end. If `all` is true, every copy of the counted pieces
/// must be used.
pub(super) fn run(
    steps: &[Step],
    layout: &KeyLayout,
    all: bool,
    resources: &mut Resources<'_>,
) -> Result<BigUint, Interrupted> {
    resources.run = 1;
    let Residues { sums: [sum], bound } = pass(steps, layout, all, [0], resources)?;
    let Some(bound) = bound else { return Ok(sum.into()) };
    let mut modulus = BigUint::from(1_u128 << 64);
    let mut count = BigUint::from(sum) % &modulus;
    let mut primes = primes();
    while modulus.bits() as f64 - 1.0 < bound {
        resources.run += 1;
        let many = resources.peak * 2 * size_of::<Entry<MANY>>() < resources.limit / 2;
        if many && modulus.bits() as f64 + 62.0 < bound {
            let moduli: [u64; MANY] = std::array::from_fn(|_| primes.next().unwrap_or(1));
            let Residues { sums, .. } = pass(steps, layout, all, moduli, resources)?;
            sums.into_iter()
                .zip(moduli)
                .for_each(|(sum, prime)| extend(&mut count, &mut modulus, sum, prime));
        } else {
            let prime = primes.next().unwrap_or(1);
            let Residues { sums: [sum], .. } = pass(steps, layout, all, [prime], resources)?;
            extend(&mut count, &mut modulus, sum, prime);
        }
    }
    Ok(count)
}

/// Finds the number below `modulus * prime` with the residue `count` modulo `modulus` and the residue of `sum` modulo `prime`.
fn extend(count: &mut BigUint, modulus: &mut BigUint, sum: u128, prime: u64) {
    // By Fermat's little theorem, this power is the inverse of the modulus.
    let inverse = modulus.modpow(&BigUint::from(prime - 2), &BigUint::from(prime));
    let difference = BigUint::from(sum) + prime - &*count % prime;
    *count += &*modulus * (difference * inverse % prime);
    *modulus *= prime;
}

/// Returns the primes below 2^63, beginning with the largest. The sum of two residues then fits into 64 bits.
fn primes() -> impl Iterator<Item = u64> {
    (0..1_u64 << 62).map(|below| (1 << 63) - 1 - 2 * below).filter(|&number| is_prime(number))
}

/// The test of Miller and Rabin for an odd number. With these bases, it is right for every number below 3 * 10^24
/// (Sorenson and Webster 2015).
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

/// Returns the binary logarithm of a number that is at least the number of ways to continue after some steps.
fn continuations(steps: &[Step]) -> f64 {
    let least = steps.iter().map(|step| step.least).min().unwrap_or(1);
    let mut choices: Vec<_> =
        steps.iter().map(|step| step.choices.len()).filter(|&count| count > 1).collect();
    choices.sort_unstable();
    choices.iter().rev().take(steps.len() / least).map(|&count| (count as f64).log2()).sum()
}

/// Adds two residues. The modulus 0 means 2^64.
#[inline]
const fn add(one: u64, other: u64, modulus: u64) -> u64 {
    let sum = one.wrapping_add(other);
    let reduced = sum.wrapping_sub(modulus);
    if reduced < sum { reduced } else { sum }
}

/// Runs the steps once.
fn pass<const K: usize>(
    steps: &[Step],
    layout: &KeyLayout,
    all: bool,
    moduli: [u64; K],
    resources: &mut Resources<'_>,
) -> Result<Residues<K>, Interrupted> {
    let guard = layout.guard();
    let mut now = vec![Entry { key: layout.start(), ways: [1; K] }];
    let (mut at, mut bound) = (0, None);
    while at < steps.len() && !now.is_empty() {
        let end = at + phase(&steps[at..], layout.bits, now.len());
        resources.watch(at, steps.len(), now.len())?;
        let (next, overflow) = advance(&mut now, &steps[at..end], guard, moduli, resources)?;
        if overflow && bound.is_none() {
            let total: u128 = now.iter().map(|entry| u128::from(entry.ways[0])).sum();
            // One more bit covers the rounding of the logarithms.
            bound = Some((total as f64).log2() + continuations(&steps[at..]) + 1.0);
        }
        (now, at) = (next, end);
    }
    let end = layout.end();
    let mut sums = [0; K];
    for entry in now.iter().filter(|entry| !all || entry.key == end) {
        sums.iter_mut().zip(entry.ways).for_each(|(sum, ways)| *sum += u128::from(ways));
    }
    Ok(Residues { sums, bound })
}

/// Returns the number of steps of the next phase. A long phase has many local patterns, and a short phase sorts the states
/// often. If the bits were independent, `states` to the power of the share of the local bits would be the number of patterns.
fn phase(steps: &[Step], bits: u32, states: usize) -> usize {
    let (states, mut touched) = (states.max(SMALL) as f64, 0);
    let mut fits = |&(before, step): &(usize, &Step)| {
        touched |= step.touched;
        let share = f64::from(touched.count_ones()) / f64::from(bits.max(1));
        let is_whole = before > 0 && steps[before - 1].mirror.is_some();
        before == 0 || (!is_whole && (before + 1) as f64 * states.powf(share) < states / 8.0)
    };
    steps.iter().enumerate().take_while(|step| fits(step)).count()
}

/// Computes the states after a phase from the states before it, which can contain a key more than once. The order and
/// the keys of the given states change. Also returns whether a number of ways became too large for 64 bits.
fn advance<const K: usize>(
    now: &mut [Entry<K>],
    steps: &[Step],
    guard: u64,
    moduli: [u64; K],
    resources: &mut Resources<'_>,
) -> Result<(Vec<Entry<K>>, bool), Interrupted> {
    let size = size_of::<Entry<K>>();
    let touched = steps.iter().fold(0, |touched, step| touched | step.touched);
    let (mut groups, mut given) = (Numbers::new(), Numbers::new());
    let mut starts = vec![0];
    for entry in &mut *now {
        let group = groups.of(entry.key & !touched);
        if group + 1 == starts.len() {
            starts.push(0);
        }
        starts[group + 1] += 1;
        entry.key = (group as u64) << 32 | given.of(entry.key & touched) as u64;
    }
    sort(now, &mut starts);
    let most = (resources.limit.saturating_sub(size_of_val(now)) / 32).min(u32::MAX as usize);
    let graph = Graph::new(given.words, steps, guard, most, resources)?;
    let mirror = steps.last().and_then(|step| step.mirror.as_ref());
    let last = steps.len();
    let mut ways: Vec<Vec<[u64; K]>> = graph.levels.iter().map(|level| vec![[0; K]; level.size()]).collect();
    let fixed = ways.iter().zip(&graph.levels).map(|(ways, level)| size_of_val(&ways[..]) + level.bytes());
    let fixed = fixed.sum::<usize>() + size_of_val(now);
    let (mut next, mut overflow) = (Vec::new(), false);
    let mut visited = vec![usize::MAX; graph.starts.len()];
    for group in 0..groups.words.len() {
        let mut parts = Vec::new();
        for entry in &now[starts[group]..starts[group + 1]] {
            let (place, part) = graph.starts[entry.key as u32 as usize];
            overflow |= join(&mut ways[0][place as usize], &entry.ways, moduli);
            if visited[part as usize] != group {
                visited[part as usize] = group;
                parts.push(part as usize);
            }
        }
        for part in parts {
            for (step, level) in graph.levels.iter().enumerate().skip(1) {
                let (before, after) = ways.split_at_mut(step);
                let (before, after) = (&mut before[step - 1], &mut after[0]);
                for &(one, to) in level.arcs(part) {
                    overflow |= join(&mut after[to as usize], &before[one as usize], moduli);
                }
                before[graph.levels[step - 1].part(part)].fill([0; K]);
            }
            let range = graph.levels[last].part(part);
            for (ways, pattern) in ways[last][range.clone()].iter_mut().zip(&graph.patterns[range]) {
                if *ways != [0; K] {
                    let key = groups.words[group] | pattern;
                    let key = mirror.map_or(key, |mirror| mirror.least(key));
                    next.push(Entry { key, ways: std::mem::replace(ways, [0; K]) });
                }
            }
        }
        if group % 64 == 0 || group + 1 == groups.words.len() {
            resources.check(next.len(), fixed + size * next.len())?;
        }
    }
    Ok((next, overflow))
}

/// Adds residues to others. Returns `true` if a sum did not fit into 64 bits.
#[inline]
fn join<const K: usize>(to: &mut [u64; K], ways: &[u64; K], moduli: [u64; K]) -> bool {
    let mut overflow = false;
    for at in 0..K {
        overflow |= to[at].checked_add(ways[at]).is_none();
        to[at] = add(to[at], ways[at], moduli[at]);
    }
    overflow
}

/// Sorts the states by their groups without further memory. At first, `starts` contains the size of the group before each
/// group; at last, it contains where each group starts.
fn sort<const K: usize>(states: &mut [Entry<K>], starts: &mut [usize]) {
    for group in 1..starts.len() {
        starts[group] += starts[group - 1];
    }
    let mut next = starts.to_vec();
    for group in 0..starts.len() - 1 {
        while next[group] < starts[group + 1] {
            let mut state = states[next[group]];
            loop {
                let of = (state.key >> 32) as usize;
                let place = next[of];
                next[of] += 1;
                std::mem::swap(&mut state, &mut states[place]);
                if of == group {
                    break;
                }
            }
        }
    }
}
