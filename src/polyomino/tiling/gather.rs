//! Gathering the bits of a word under a mask, with the processor's own instruction where it has one.
//!
//! The search looks up which pieces fit by the squares around the first empty one. `pext` gathers those in one
//! instruction, on processors with BMI2; the others do it run by run, with the same answers.
#![allow(unsafe_code, reason = "instructions that not every processor has can only be reached so")]
#![allow(clippy::inline_always, reason = "what is inlined is compiled for the processor chosen")]

/// A way to gather bits.
pub(super) trait Gather {
    /// The bits of `word` under the mask, moved together at the low end.
    fn gather(word: u64, mask: &Mask) -> usize;
}

/// A mask and its runs of bits.
pub(super) struct Mask {
    bits: u64,
    /// For each run: how far to shift it down, and its bits where they end up.
    runs: Vec<(u32, u64)>,
}

impl Mask {
    pub(super) fn new(bits: u64) -> Self {
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

    /// How many bits it has.
    pub(super) const fn len(&self) -> u32 {
        self.bits.count_ones()
    }

    /// The opposite of gathering.
    pub(super) fn scatter(&self, index: usize) -> u64 {
        self.runs.iter().map(|&(shift, ones)| (index as u64 & ones) << shift).fold(0, |all, run| all | run)
    }
}

/// Run by run, on any processor.
pub(super) struct Portable;

impl Gather for Portable {
    #[inline(always)]
    fn gather(word: u64, mask: &Mask) -> usize {
        mask.runs.iter().map(|&(shift, ones)| (word >> shift) & ones).fold(0, |all, run| all | run) as usize
    }
}

/// A computation that gathers.
pub(super) trait Job {
    type Output;

    /// Does it. Must be `#[inline(always)]`, so that it is compiled for the processor chosen.
    fn run<G: Gather>(self) -> Self::Output;
}

/// Does the job the fastest way this processor can, or the portable one.
pub(super) fn fastest<J: Job>(job: J, portable: bool) -> J::Output {
    #[cfg(target_arch = "x86_64")]
    if !portable && x86::is_available() {
        // SAFETY: the processor has just been asked for these instructions.
        return unsafe { x86::run(job) };
    }
    let _ = portable;
    job.run::<Portable>()
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Gather, Job, Mask};
    use std::arch::is_x86_feature_detected;
    use std::arch::x86_64::_pext_u64;

    pub(super) fn is_available() -> bool {
        is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2")
    }

    /// By `pext`. Private to this module: only [`run`] may use it.
    struct Pext;

    impl Gather for Pext {
        #[inline(always)]
        fn gather(word: u64, mask: &Mask) -> usize {
            // SAFETY: only used within `run`, whose caller has asked the processor for the instruction.
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

    struct Both<'a>(u64, &'a Mask);

    impl Job for Both<'_> {
        type Output = usize;

        #[inline(always)]
        fn run<G: Gather>(self) -> usize {
            G::gather(self.0, self.1)
        }
    }

    #[test]
    fn every_way_gathers_the_same_bits() {
        let mut random = Random::new(1);
        for _ in 0..2000 {
            let mask = Mask::new(random.bits() & random.bits() & random.bits());
            let word = random.bits();
            let plain = fastest(Both(word, &mask), true);
            assert_eq!(plain, fastest(Both(word, &mask), false));
            assert_eq!(mask.scatter(plain), word & mask.bits);
        }
    }
}
