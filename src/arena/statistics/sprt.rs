//! The sequential probability ratio test (Wald, "Sequential Tests of Statistical Hypotheses", 1945) for pairs of games.
//!
//! The two hypotheses are differences in normalised Elo. In normalised Elo, a difference is (mean − ½) /
//! standard deviation × 800 / ln 10. The mean and standard deviation are those of a single game's result. A
//! hypothesis therefore fixes only the ratio of (mean − ½) to the standard deviation, not the probabilities
//! of a pair's five results. Among all probabilities with that ratio, the test uses those that make the
//! observed results most likely. Wald's bounds then apply to the logarithm of the likelihood ratio (Van den
//! Bergh, "The generalised sequential probability ratio test for the t value of a multinomial distribution",
//! 2020).

use super::pairs::{NORMALISED_SCALE, POINTS, PairCounts};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// The parameters of a test: the two hypotheses, and the probabilities of the two types of error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Numbers", into = "Numbers")]
pub struct Sprt(Numbers);

/// Unvalidated test parameters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Numbers {
    /// The difference assumed by the null hypothesis H0, in normalised Elo points.
    elo0: f64,
    /// The difference assumed by the alternative hypothesis H1, in normalised Elo points.
    elo1: f64,
    /// The probability of accepting H1 when H0 is true.
    alpha: f64,
    /// The probability of accepting H0 when H1 is true.
    beta: f64,
}

/// The numbers are validated when a test is created, so none of them is NaN.
impl Eq for Sprt {}

impl TryFrom<Numbers> for Sprt {
    type Error = SprtError;

    fn try_from(numbers: Numbers) -> Result<Self, SprtError> {
        let Numbers { elo0, elo1, alpha, beta } = numbers;
        let possible = |elo: f64| (-1000.0..=1000.0).contains(&elo);
        if !possible(elo0) || !possible(elo1) || elo0 >= elo1 {
            return Err(SprtError::Hypotheses);
        }
        let likely = |error: f64| error > 0.0 && error < 0.5;
        if likely(alpha) && likely(beta) { Ok(Self(numbers)) } else { Err(SprtError::Errors) }
    }
}

impl From<Sprt> for Numbers {
    fn from(test: Sprt) -> Self {
        test.0
    }
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Decision {
    /// The null hypothesis is accepted.
    H0,
    /// The alternative hypothesis is accepted.
    H1,
}

/// Why the description of a test is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SprtError {
    /// A part of the description is not a known key followed by `=` and a number.
    #[error("`{0}` must be one of elo0=N, elo1=N, alpha=N and beta=N")]
    Part(String),
    /// The hypotheses are equal, in the wrong order or out of range.
    #[error("elo0 must be less than elo1, and both must be between -1000 and 1000")]
    Hypotheses,
    /// The probability `alpha` or `beta` is out of range.
    #[error("alpha and beta must be greater than 0 and less than 0.5")]
    Errors,
}

impl Default for Sprt {
    fn default() -> Self {
        Self(Numbers { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 })
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Parses a description such as `elo0=0,elo1=10,alpha=0.05,beta=0.05`. The values in this example are
    /// also the defaults for omitted parts.
    fn from_str(text: &str) -> Result<Self, SprtError> {
        let Self(mut test) = Self::default();
        for part in text.split(',') {
            let wrong = || SprtError::Part(part.to_owned());
            let (key, number) = part.split_once('=').ok_or_else(wrong)?;
            let number: f64 = number.trim().parse().map_err(|_| wrong())?;
            match key.trim() {
                "elo0" => test.elo0 = number,
                "elo1" => test.elo1 = number,
                "alpha" => test.alpha = number,
                "beta" => test.beta = number,
                _ => return Err(wrong()),
            }
        }
        test.try_into()
    }
}

impl Sprt {
    /// Creates a test of the hypotheses `elo0` and `elo1` (in normalised Elo points), with the error probabilities
    /// `alpha` and `beta`.
    ///
    /// ```
    /// use clowder::arena::statistics::{Sprt, SprtError};
    ///
    /// assert_eq!(Sprt::new([0.0, 10.0], [0.05, 0.05]), Ok(Sprt::default()));
    /// assert_eq!(Sprt::new([5.0, 0.0], [0.05, 0.05]), Err(SprtError::Hypotheses));
    /// assert_eq!(Sprt::new([0.0, 10.0], [0.05, 0.5]), Err(SprtError::Errors));
    /// ```
    ///
    /// # Errors
    /// Returns an error unless -1000 ≤ `elo0` < `elo1` ≤ 1000, and 0 < p < 0.5 for both probabilities p.
    pub fn new([elo0, elo1]: [f64; 2], [alpha, beta]: [f64; 2]) -> Result<Self, SprtError> {
        Numbers { elo0, elo1, alpha, beta }.try_into()
    }

    /// Returns the difference assumed by the null hypothesis H0, in normalised Elo points.
    pub const fn elo0(&self) -> f64 {
        self.0.elo0
    }

    /// Returns the difference assumed by the alternative hypothesis H1, in normalised Elo points.
    pub const fn elo1(&self) -> f64 {
        self.0.elo1
    }

    /// Returns the lower and upper bounds for the logarithm of the likelihood ratio. H0 is accepted at or below the
    /// lower bound, and H1 at or above the upper bound.
    pub fn bounds(&self) -> [f64; 2] {
        let Numbers { alpha, beta, .. } = self.0;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// Returns the logarithm of the likelihood ratio of H1 to H0, or 0 if there are no pairs.
    ///
    /// ```
    /// use clowder::arena::statistics::{PairCounts, Sprt};
    ///
    /// let test = Sprt::default();
    /// assert_eq!(test.llr(&PairCounts::default()), 0.0);
    /// assert!(test.llr(&PairCounts([10, 20, 100, 40, 30])) > 0.0);
    /// ```
    pub fn llr(&self, pairs: &PairCounts) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        let weights = pairs.regular();
        let total: f64 = weights.iter().sum();
        let observed = weights.map(|weight| weight / total);
        // The standard deviation of a single game is √2 times the standard deviation of a pair's mean.
        let [null, alternative] = [self.elo0(), self.elo1()].map(|elo| {
            let ratio = elo / NORMALISED_SCALE * std::f64::consts::SQRT_2;
            most_likely(&observed, ratio)
        });
        let sum: f64 =
            (0..5).map(|result| observed[result] * (alternative[result] / null[result]).ln()).sum();
        sum * total
    }

    /// Returns the decision after the given pairs, or `None` if more pairs are needed.
    ///
    /// ```
    /// use clowder::arena::statistics::{Decision, PairCounts, Sprt};
    ///
    /// assert_eq!(Sprt::default().decision(&PairCounts::default()), None);
    /// assert_eq!(Sprt::default().decision(&PairCounts([0, 0, 100, 300, 300])), Some(Decision::H1));
    /// ```
    pub fn decision(&self, pairs: &PairCounts) -> Option<Decision> {
        let (llr, [lower, upper]) = (self.llr(pairs), self.bounds());
        if llr >= upper {
            Some(Decision::H1)
        } else if llr <= lower {
            Some(Decision::H0)
        } else {
            None
        }
    }
}

/// Finds the probabilities that make the observed frequencies most likely, under the constraint (mean − ½) / standard
/// deviation = `ratio`.
///
/// Each step linearises the constraint, using the mean and the standard deviation from the previous step. The
/// linear constraint assigns a value to each result and requires the expectation of these values to be 0.
fn most_likely(observed: &[f64; 5], ratio: f64) -> [f64; 5] {
    const MOST_STEPS: usize = 20;
    let mut found = [0.2; 5];
    for _ in 0..MOST_STEPS {
        let mean: f64 = POINTS.iter().zip(found).map(|(points, share)| points * share).sum();
        let variance: f64 =
            POINTS.iter().zip(found).map(|(points, share)| (points - mean).powi(2) * share).sum();
        let deviation = variance.max(1e-12).sqrt();
        let values = POINTS.map(|points| {
            points - 0.5 - ratio * deviation * (1.0 + ((mean - points) / deviation).powi(2)) / 2.0
        });
        let factor = multiplier(observed, &values);
        let mut next = [0.0; 5];
        for result in 0..5 {
            next[result] = observed[result] / (1.0 + factor * values[result]);
        }
        let change = next.iter().zip(found).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-9 {
            break;
        }
    }
    found
}

/// Solves Σ pᵢ vᵢ / (1 + x vᵢ) = 0 for the x that makes every 1 + x vᵢ positive. The left side decreases
/// between its poles, so Newton's method with bisection as a safeguard always converges.
fn multiplier(observed: &[f64; 5], values: &[f64; 5]) -> f64 {
    const MOST_STEPS: usize = 100;
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        // No probabilities satisfy the constraint if the hypothesis is too far from the results.
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut at = 0.0;
    for _ in 0..MOST_STEPS {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (share, value) in observed.iter().zip(values) {
            let part = value / (1.0 + at * value);
            sum += share * part;
            slope -= share * part * part;
        }
        if sum > 0.0 {
            low = at;
        } else {
            high = at;
        }
        let newton = at - sum / slope;
        let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        if (next - at).abs() < 1e-12 {
            break;
        }
        at = next;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn with(hypotheses: [f64; 2]) -> Sprt {
        Sprt::new(hypotheses, [0.05, 0.05]).unwrap()
    }

    #[test]
    fn a_description_is_read_and_checked() {
        let test: Sprt = "elo1=5,alpha=0.1".parse().unwrap();
        assert_eq!(Ok(test), Sprt::new([0.0, 5.0], [0.1, 0.05]));
        let wrong = |text: &str| text.parse::<Sprt>().unwrap_err().to_string();
        assert_eq!(wrong("elo2=5"), "`elo2=5` must be one of elo0=N, elo1=N, alpha=N and beta=N");
        assert_eq!(wrong("elo0=x"), "`elo0=x` must be one of elo0=N, elo1=N, alpha=N and beta=N");
        assert_eq!(wrong(""), "`` must be one of elo0=N, elo1=N, alpha=N and beta=N");
        assert!(wrong("elo0=10").starts_with("elo0 must be less than elo1"));
        assert!(wrong("elo1=NaN").starts_with("elo0 must be less than elo1"));
        assert!(wrong("alpha=0.5").starts_with("alpha and beta must be greater than 0"));
    }

    #[test]
    fn json_is_checked_when_it_is_read() {
        let text = r#"{"elo0":0.0,"elo1":10.0,"alpha":0.05,"beta":0.05}"#;
        assert_eq!(serde_json::to_string(&Sprt::default()).unwrap(), text);
        assert_eq!(serde_json::from_str::<Sprt>(text).unwrap(), Sprt::default());
        let wrong = serde_json::from_str::<Sprt>(&text.replace("10.0", "0.0")).unwrap_err().to_string();
        assert!(wrong.starts_with("elo0 must be less than elo1"), "{wrong}");
    }

    /// The constrained probabilities add up to 1 and satisfy the constraint.
    #[test]
    fn the_most_likely_probabilities_satisfy_the_constraint() {
        let observed = [0.1, 0.05, 0.4, 0.2, 0.25];
        for ratio in [-0.2, 0.0, 0.1, 0.4] {
            let found = most_likely(&observed, ratio);
            let mean: f64 = POINTS.iter().zip(found).map(|(points, share)| points * share).sum();
            let variance: f64 =
                POINTS.iter().zip(found).map(|(points, share)| (points - mean).powi(2) * share).sum();
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{found:?}");
            assert!(((mean - 0.5) / variance.sqrt() - ratio).abs() < 1e-6, "{ratio}: {found:?}");
        }
    }

    /// For small differences, the log-likelihood ratio is close to that of two normal distributions.
    #[test]
    fn the_ratio_is_close_to_the_normal_approximation() {
        let (test, pairs) = (Sprt::default(), PairCounts([300, 500, 2000, 560, 340]));
        let weights = pairs.0.map(f64::from);
        let total: f64 = weights.iter().sum();
        let mean: f64 =
            POINTS.iter().zip(weights).map(|(points, weight)| points * weight).sum::<f64>() / total;
        let variance: f64 =
            POINTS.iter().zip(weights).map(|(points, weight)| (points - mean).powi(2) * weight).sum::<f64>()
                / total;
        let [t0, t1] =
            [test.elo0(), test.elo1()].map(|elo| elo / NORMALISED_SCALE * std::f64::consts::SQRT_2);
        let t = (mean - 0.5) / variance.sqrt();
        let expected = total * (t1 - t0) * (t - f64::midpoint(t0, t1));
        let found = test.llr(&pairs);
        assert!((found - expected).abs() < 0.02 * expected.abs() + 0.01, "{found} {expected}");
    }

    #[test]
    fn one_sided_scores_are_decided() {
        let test = with([0.0, 100.0]);
        let first = |place: usize| {
            (1..200).find_map(|pairs| {
                let mut counts = PairCounts::default();
                counts.0[place] = pairs;
                test.decision(&counts).map(|decision| (pairs, decision))
            })
        };
        assert_eq!(first(4).map(|found| found.1), Some(Decision::H1));
        assert_eq!(first(0).map(|found| found.1), Some(Decision::H0));
        assert_eq!(first(2).map(|found| found.1), Some(Decision::H0), "only draws");
        for test in [test, Sprt::default(), with([-1000.0, 1000.0])] {
            for place in 0..5 {
                for pairs in [1, 2, 1000, 1_000_000] {
                    let mut counts = PairCounts::default();
                    counts.0[place] = pairs;
                    assert!(test.llr(&counts).is_finite(), "{test:?} {counts:?}");
                }
            }
        }
    }

    /// Simulates matches between bots with a known difference. Returns the number of matches in which H1 is accepted,
    /// and the mean number of pairs.
    fn simulate(test: &Sprt, shares: [f64; 5], matches: u32, seed: u64) -> (u32, f64) {
        let mut random = Random::new(seed);
        let (mut accepted, mut played) = (0, 0);
        for _ in 0..matches {
            let mut counts = PairCounts::default();
            let decision = loop {
                let draw = random.bits() as f64 / u64::MAX as f64;
                let mut sum = 0.0;
                let result = shares.iter().position(|share| {
                    sum += share;
                    draw < sum
                });
                counts.0[result.unwrap_or(4)] += 1;
                if let Some(decision) = test.decision(&counts) {
                    break decision;
                }
            };
            accepted += u32::from(decision == Decision::H1);
            played += counts.total();
        }
        (accepted, f64::from(played) / f64::from(matches))
    }

    /// Returns probabilities of a pair's five results that resemble those in Arboretum. The difference between the bots
    /// is exactly `elo` normalised Elo points.
    fn shares(elo: f64) -> [f64; 5] {
        most_likely(&[0.2, 0.02, 0.54, 0.02, 0.22], elo / NORMALISED_SCALE * std::f64::consts::SQRT_2)
    }

    #[test]
    fn the_errors_of_ten_thousand_simulated_matches_are_as_rare_as_promised() {
        let test = with([0.0, 80.0]);
        let (false_accepts, pairs) = simulate(&test, shares(0.0), 10_000, 1);
        assert!(false_accepts <= 500, "{false_accepts} of 10,000 equal bots were accepted");
        assert!(false_accepts >= 300, "{false_accepts}: the test plays longer than it has to");
        assert!(pairs < 100.0, "{pairs}");
        let (accepts, pairs) = simulate(&test, shares(80.0), 10_000, 2);
        assert!(accepts >= 9_500, "{} of 10,000 better bots were rejected", 10_000 - accepts);
        assert!(pairs < 100.0, "{pairs}");
    }
}
