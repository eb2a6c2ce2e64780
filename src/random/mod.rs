//! Random numbers that depend on nothing but a seed and are the same in every version of this crate.
//!
//! The bits come from a `ChaCha8` stream (the block function of RFC 8439 with eight rounds) whose key is the
//! seed. Drawing from a range and shuffling are implemented here, so that a library update cannot change the
//! results.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A seed for random choices: either a 64-bit number, or 128 bits that cannot be guessed.
///
/// ```
/// use clowder::random::Seed;
///
/// assert_eq!("7".parse(), Ok(Seed::from(7)));
/// let long: Seed = "0123456789abcdef0123456789abcdef".parse()?;
/// assert_eq!(long.to_string(), "0123456789abcdef0123456789abcdef");
/// # Ok::<(), clowder::random::InvalidSeed>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "SeedForm", try_from = "SeedForm")]
pub struct Seed(u128);

/// The error for a text that is not a valid seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number of 64 bits, or 32 hexadecimal digits")]
pub struct InvalidSeed;

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        Self(number.into())
    }
}

impl From<[u64; 2]> for Seed {
    fn from([high, low]: [u64; 2]) -> Self {
        Self(u128::from(high) << 64 | u128::from(low))
    }
}

impl FromStr for Seed {
    type Err = InvalidSeed;

    fn from_str(text: &str) -> Result<Self, InvalidSeed> {
        let is_long = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = match text {
            _ if is_long => u128::from_str_radix(text, 16),
            // The standard library's parser would accept a plus sign.
            _ if text.starts_with('+') => return Err(InvalidSeed),
            _ => text.parse::<u64>().map(u128::from),
        };
        number.map(Self).map_err(|_| InvalidSeed)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if u64::try_from(self.0).is_ok() { write!(f, "{}", self.0) } else { write!(f, "{:032x}", self.0) }
    }
}

/// A seed as written in JSON: a number, or a string of 32 hexadecimal digits.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum SeedForm {
    Short(u64),
    Long(String),
}

impl From<Seed> for SeedForm {
    fn from(seed: Seed) -> Self {
        u64::try_from(seed.0).map_or_else(|_| Self::Long(seed.to_string()), Self::Short)
    }
}

impl TryFrom<SeedForm> for Seed {
    type Error = InvalidSeed;

    fn try_from(form: SeedForm) -> Result<Self, InvalidSeed> {
        match form {
            SeedForm::Short(number) => Ok(number.into()),
            SeedForm::Long(text) => text.parse(),
        }
    }
}

/// A stream of random choices.
///
/// # Examples
/// ```
/// use clowder::random::Random;
///
/// let (mut one, mut other) = (Random::new(7), Random::new(7));
/// assert_eq!(one.bits(), other.bits(), "a seed always gives the same stream");
/// ```
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// Creates the main stream of a seed. The key consists of the 16 bytes of the seed, least significant
    /// first, followed by zeros.
    pub fn new(seed: impl Into<Seed>) -> Self {
        Self::stream(seed, 0)
    }

    /// Creates one of the independent streams of a seed. A game, bot or case with its own stream makes
    /// choices that do not depend on how many numbers other streams have produced.
    ///
    /// # Examples
    /// ```
    /// use clowder::random::Random;
    ///
    /// assert_ne!(Random::stream(1, 0).bits(), Random::stream(1, 1).bits());
    /// ```
    pub fn stream(seed: impl Into<Seed>, stream: u64) -> Self {
        let mut key = [0; 32];
        key[..16].copy_from_slice(&seed.into().0.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(stream);
        Self(rng)
    }

    /// Draws 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Draws a uniformly distributed number less than `bound`. Returns 0 if `bound` is 0.
    ///
    /// # Examples
    /// ```
    /// let mut dice = clowder::random::Random::new(7);
    /// assert!((0..100).all(|_| dice.below(6) < 6));
    /// ```
    pub fn below(&mut self, bound: usize) -> usize {
        if bound < 2 {
            return 0;
        }
        let bound = bound as u64;
        // The number of 64-bit values is usually not a multiple of `bound`, so some results would be slightly
        // more likely than others. Lemire's method avoids the bias by rejecting a few values.
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let wide = u128::from(self.bits()) * u128::from(bound);
            if wide as u64 >= unfair {
                return (wide >> 64) as usize;
            }
        }
    }

    /// Draws one of the items. Returns `None` if the slice is empty.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// Shuffles the items (Fisher–Yates shuffle, starting with the last item).
    ///
    /// # Examples
    /// ```
    /// let mut cards = [1, 2, 3, 4];
    /// clowder::random::Random::new(7).shuffle(&mut cards);
    /// cards.sort();
    /// assert_eq!(cards, [1, 2, 3, 4]);
    /// ```
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Draws a lower-case UUID (version 4).
    ///
    /// # Examples
    /// ```
    /// assert_eq!(clowder::random::Random::new(1).uuid().len(), 36);
    /// ```
    pub fn uuid(&mut self) -> String {
        let bits = (u128::from(self.bits()) << 64) | u128::from(self.bits());
        let bits = bits & !(0xf << 76) & !(0x3 << 62) | (0x4 << 76) | (0x2 << 62);
        let mut text = String::with_capacity(36);
        for nibble in (0..32).rev() {
            text.push(char::from(b"0123456789abcdef"[(bits >> (4 * nibble)) as usize & 0xf]));
            if [24, 20, 16, 12].contains(&nibble) {
                text.push('-');
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These expected values must never change, because a seed must give the same results in every version.
    #[test]
    fn streams_never_change() {
        let mut random = Random::new(42);
        let numbers: Vec<_> = (0..8).map(|_| random.below(100)).collect();
        assert_eq!(numbers, [34, 28, 49, 36, 82, 6, 48, 26]);
        let mut items: Vec<_> = (0..8).collect();
        random.shuffle(&mut items);
        assert_eq!(items, [0, 2, 6, 1, 4, 7, 5, 3]);
        assert_eq!(random.uuid(), "25212cbb-42a2-4513-a7ad-de03b8208055");
    }

    #[test]
    fn the_first_block_is_the_one_of_chacha8() {
        // The ChaCha8 keystream for the all-zero key and nonce begins with 3e00ef2f895f40d6 (eSTREAM test vectors).
        assert_eq!(Random::new(0).bits().to_le_bytes(), [0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6]);
    }

    #[test]
    fn seeds_have_64_bits_or_32_digits() {
        let long = "00000000000000010000000000000000";
        for (text, json) in [("18446744073709551615", "18446744073709551615"), (long, &format!("{long:?}"))] {
            let seed: Seed = text.parse().unwrap();
            assert_eq!(seed.to_string(), text);
            assert_eq!(serde_json::to_string(&seed).unwrap(), json);
            assert_eq!(serde_json::from_str::<Seed>(json).unwrap(), seed);
        }
        assert_eq!("0000000000000000000000000000000A".parse(), Ok(Seed::from(10)));
        assert_ne!(Random::new([1, 0]).bits(), Random::new(0).bits());
        for text in [
            "",
            "-1",
            "x",
            "0x10",
            "18446744073709551616",
            "000000000000000000000000000000a",
            "+00000000000000000000000000000001",
        ] {
            assert_eq!(text.parse::<Seed>(), Err(InvalidSeed), "{text}");
        }
    }

    #[test]
    fn uuids_have_version_four() {
        let mut random = Random::new(1);
        for _ in 0..100 {
            let uuid = random.uuid();
            assert_eq!(uuid.as_bytes()[14], b'4');
            assert!(b"89ab".contains(&uuid.as_bytes()[19]));
        }
    }

    #[test]
    fn all_numbers_are_equally_frequent() {
        let mut random = Random::new(3);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[random.below(6)] += 1;
        }
        // The tolerance is five standard deviations of a binomial distribution with n = 60,000 and p = 1/6.
        assert!(counts.iter().all(|&count: &i32| (count - 10_000).abs() < 457), "{counts:?}");
    }
}
