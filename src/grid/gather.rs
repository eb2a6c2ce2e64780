//! Gathers the bits of a word at the positions set in a mask, with a special processor instruction where available.
//!
//! Processors with BMI2 have the instruction `pext`. The fallback for other processors shifts each run of
//! adjacent bits separately, with the same result.
#![allow(unsafe_code, reason = "only unsafe code can call instructions that some processors do not have")]
#![allow(clippy::inline_always, reason = "inlined code is compiled for the chosen processor")]

pub(crate) trait Gather {
    /// Selects the bits of `word` at the positions set in the mask, and packs them into the low bits of the result.
    fn gather(word: u64, mask: &BitMask) -> usize;
}

pub(crate) struct BitMask {
    bits: u64,
    /// For each run of adjacent set bits in the mask, the shift distance and the mask of the shifted run.
    runs: Vec<(u32, u64)>,
}

impl BitMask {
    pub(crate) fn new(bits: u64) -> Self {
        let (mut runs, mut rest, mut out) = (Vec::new(), bits, 0);
        while rest != 0 {
            let start = rest.trailing_zeros();
            let length = (rest >> start).trailing_ones();
            let ones = (1_u64 << length) - 1;
            rest &= !(ones << start);
            runs.push((start - out, ones << out));
            out += length;
        }
        Self { bits, runs }
    }

    pub(crate) const fn len(&self) -> u32 {
        self.bits.count_ones()
    }

    /// Distributes the low bits of `index` over the set bits of the mask (the inverse of [`Gather::gather`]).
    pub(crate) fn scatter(&self, index: usize) -> u64 {
        self.runs.iter().map(|&(shift, ones)| (index as u64 & ones) << shift).fold(0, |all, run| all | run)
    }
}

/// Shifts each run of adjacent bits separately, which works on any processor.
pub(crate) struct Portable;

impl Gather for Portable {
    #[inline(always)]
    fn gather(word: u64, mask: &BitMask) -> usize {
        mask.runs.iter().map(|&(shift, ones)| (word >> shift) & ones).fold(0, |all, run| all | run) as usize
    }
}

pub(crate) trait Job {
    type Output;

    /// Runs the computation. Implementations must be `#[inline(always)]` in order to be compiled for the
    /// chosen processor.
    fn run<G: Gather>(self) -> Self::Output;
}

/// Runs a computation with the fastest method that the processor supports, or with [`Portable`] if `portable`
/// is true.
pub(crate) fn fastest<J: Job>(job: J, portable: bool) -> J::Output {
    #[cfg(target_arch = "x86_64")]
    if !portable && x86::is_available() {
        // SAFETY: `is_available` has just confirmed that the processor has the required instructions.
        return unsafe { x86::run(job) };
    }
    let _ = portable;
    job.run::<Portable>()
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{BitMask, Gather, Job};
    use std::arch::is_x86_feature_detected;
    use std::arch::x86_64::_pext_u64;

    pub(super) fn is_available() -> bool {
        is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2")
    }

    /// Uses `pext`. Private to this module, because only [`run`] may use it.
    struct Pext;

    impl Gather for Pext {
        #[inline(always)]
        fn gather(word: u64, mask: &BitMask) -> usize {
            // SAFETY: Only `run` uses this method, and the caller of `run` has checked that the processor has the
            // instruction.
            unsafe { _pext_u64(word, mask.bits) as usize }
        }
    }

    #[target_feature(enable = "bmi1,bmi2")]
    pub(super) unsafe fn run<J: Job>(job: J) -> J::Output {
        job.run::<Pext>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    struct Both<'a>(u64, &'a BitMask);

    impl Job for Both<'_> {
        type Output = usize;

        #[inline(always)]
        fn run<G: Gather>(self) -> usize {
            G::gather(self.0, self.1)
        }
    }

    #[test]
    fn all_methods_gather_the_same_bits() {
        let mut random = Random::new(1);
        for _ in 0..2000 {
            let mask = BitMask::new(random.bits() & random.bits() & random.bits());
            let word = random.bits();
            let plain = fastest(Both(word, &mask), true);
            assert_eq!(plain, fastest(Both(word, &mask), false));
            assert_eq!(mask.scatter(plain), word & mask.bits);
        }
    }
}
