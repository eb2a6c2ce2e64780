//! Natural numbers that are large enough for the number of tilings of any region.

use std::fmt;
use std::ops::{AddAssign, Mul};

/// The number of 64-bit words in a [`Natural`].
pub(super) const WORDS: usize = 10;

/// A natural number with at most 640 bits.
///
/// This size is enough for the number of tilings of any region. A tiling is determined by the pairs of neighbouring
/// squares that belong to the same piece. A region with at most 324 squares has at most 612 such pairs, so it has at
/// most 2^612 tilings. This type has a fixed size, unlike the usual big integers, which allocate memory. Counting adds
/// millions of such numbers, and an allocation for each of them would take too long.
///
/// # Examples
/// ```
/// use clowder::polyomino::tiling::Natural;
///
/// let mut number = Natural::from(u64::MAX);
/// number += Natural::from(1);
/// assert_eq!(number.to_string(), "18446744073709551616");
/// assert_eq!(u64::try_from(number).ok(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Natural(
    /// The words, beginning with the least significant.
    [u64; WORDS],
);

/// The error for a [`Natural`] that is too large for a `u64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the number is larger than 2^64 - 1")]
pub struct TooLarge;

impl Natural {
    /// Creates the number with these words, beginning with the least significant.
    pub(super) fn from_words(words: &[u64]) -> Self {
        let mut all = [0; WORDS];
        all[..words.len()].copy_from_slice(words);
        Self(all)
    }

    /// Divides the number by `divisor`, which must not be 0. Returns the remainder.
    pub(super) fn divide(&mut self, divisor: u64) -> u64 {
        let mut rest = 0_u64;
        for word in self.0.iter_mut().rev() {
            let value = u128::from(rest) << 64 | u128::from(*word);
            *word = (value / u128::from(divisor)) as u64;
            rest = (value % u128::from(divisor)) as u64;
        }
        rest
    }

    /// Returns `true` if the number is 0.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::tiling::Natural;
    ///
    /// assert!(Natural::default().is_zero());
    /// ```
    pub fn is_zero(&self) -> bool {
        self.0 == [0; WORDS]
    }
}

/// Adds `other` to `words`, both beginning with the least significant word. Returns `true` if the sum does not fit.
#[inline]
#[allow(
    clippy::needless_range_loop,
    reason = "a zip is not always inlined here, which makes counting a fifth slower"
)]
pub(super) fn add<const N: usize>(words: &mut [u64; N], other: &[u64; N]) -> bool {
    let mut carry = false;
    for at in 0..N {
        let (sum, first) = words[at].overflowing_add(other[at]);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        words[at] = sum;
        carry = first | second;
    }
    carry
}

impl From<u64> for Natural {
    fn from(number: u64) -> Self {
        Self::from_words(&[number])
    }
}

impl TryFrom<Natural> for u64 {
    type Error = TooLarge;

    fn try_from(number: Natural) -> Result<Self, TooLarge> {
        let [first, rest @ ..] = number.0;
        if rest == [0; WORDS - 1] { Ok(first) } else { Err(TooLarge) }
    }
}

/// The reason why a sum cannot be too large.
const FITS: &str = "this type can hold the number of tilings of every region";

impl AddAssign for Natural {
    fn add_assign(&mut self, other: Self) {
        let overflow = add(&mut self.0, &other.0);
        debug_assert!(!overflow, "{FITS}");
    }
}

impl Mul<u64> for Natural {
    type Output = Self;

    fn mul(mut self, factor: u64) -> Self {
        let mut carry = 0_u64;
        for word in &mut self.0 {
            let value = u128::from(*word) * u128::from(factor) + u128::from(carry);
            *word = value as u64;
            carry = (value >> 64) as u64;
        }
        debug_assert_eq!(carry, 0, "{FITS}");
        self
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The largest power of ten that fits in a word.
        const CHUNK: u64 = 10_000_000_000_000_000_000;
        let (mut rest, mut chunks) = (*self, Vec::new());
        while !rest.is_zero() {
            chunks.push(rest.divide(CHUNK));
        }
        let mut digits = chunks.pop().unwrap_or(0).to_string();
        for chunk in chunks.iter().rev() {
            digits.push_str(&format!("{chunk:019}"));
        }
        f.pad_integral(true, "", &digits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_decimal() {
        let powers = |count: usize| (0..count).fold(Natural::from(1), |number, _| number * 1_000_000_007);
        assert_eq!(Natural::default().to_string(), "0");
        assert_eq!(powers(1).to_string(), "1000000007");
        assert_eq!(powers(5).to_string(), "1000000035000000490000003430000012005000016807");
        // 10^60 ends with three chunks of 19 digits, in which all digits are zero.
        let ten = (0..60).fold(Natural::from(1), |number, _| number * 10);
        assert_eq!(ten.to_string(), format!("1{}", "0".repeat(60)));
        assert_eq!(format!("{:>5}", Natural::from(42)), "   42");
    }

    #[test]
    fn division_is_the_inverse_of_multiplication() {
        let mut number = (1..=40).fold(Natural::from(1), |number, factor| number * factor);
        for factor in 1..=40 {
            assert_eq!(number.divide(factor), 0, "40! is divisible by {factor}");
        }
        assert_eq!(u64::try_from(number), Ok(1));
    }
}
