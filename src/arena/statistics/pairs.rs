//! Pairs of mirrored games. The same deal is played twice, with the seats swapped the second time, so that
//! luck affects both bots equally.

use crate::arena::rating::NORMAL_95;
use crate::arena::tournament::Entry;
use serde::Serialize;
use std::ops::AddAssign;

/// The numbers of pairs in which the first bot scored 0, ½, 1, 1½ and 2 points. A win is worth one point, and
/// a draw half a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PairCounts(pub [u32; 5]);

/// The first bot's points per game for each of the five possible results of a pair.
pub(super) const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// The number of normalised Elo points that corresponds to one standard deviation of a game's result.
pub(super) const NORMALISED_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

impl PairCounts {
    /// Counts the complete pairs among a meeting's games. The games may be in any order.
    ///
    /// ```
    /// use clowder::arena::statistics::PairCounts;
    ///
    /// assert_eq!(PairCounts::of(0, &[]), PairCounts::default());
    /// ```
    pub fn of(first: usize, games: &[Entry]) -> Self {
        let mut counts = Self::default();
        let mut games: Vec<_> = games.iter().collect();
        games.sort_unstable_by_key(|game| game.place);
        let pairs = games.chunk_by(|one, other| one.place.game / 2 == other.place.game / 2);
        for pair in pairs.filter(|pair| pair.len() == 2) {
            let half_points = |game: &Entry| match game.winner() {
                Some(winner) if winner == first => 2,
                Some(_) => 0,
                None => 1,
            };
            counts.0[half_points(pair[0]) + half_points(pair[1])] += 1;
        }
        counts
    }

    /// The number of pairs.
    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The counts from the other bot's point of view.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        let [zero, half, one, more, two] = self.0;
        Self([two, more, one, half, zero])
    }

    /// The first bot's points per game (0 to 1), or `None` if there are no pairs.
    pub fn score(&self) -> Option<f64> {
        (self.total() > 0).then(|| Self::moments(self.0.map(f64::from)).0)
    }

    /// Returns the mean and the variance of the points per game over all pairs.
    fn moments(weights: [f64; 5]) -> (f64, f64) {
        let total: f64 = weights.iter().sum();
        let sum = |of: &dyn Fn(f64) -> f64| {
            POINTS.iter().zip(weights).map(|(points, weight)| of(*points) * weight).sum::<f64>() / total
        };
        let mean = sum(&|points| points);
        (mean, sum(&|points| (points - mean) * (points - mean)))
    }

    /// Returns the counts as weights. Results that have not occurred get a small positive weight, so that
    /// even the results of a bot that wins every pair have some variance.
    pub(super) fn regular(&self) -> [f64; 5] {
        self.0.map(|count| f64::from(count).max(1e-3))
    }

    /// Compares two bots. Returns `None` if there are no pairs.
    ///
    /// ```
    /// use clowder::arena::statistics::PairCounts;
    ///
    /// let equal = PairCounts([10, 0, 20, 0, 10]).compare().expect("there are pairs");
    /// assert_eq!(equal.score, 0.5);
    /// assert!((equal.superiority - 0.5).abs() < 1e-6);
    /// ```
    pub fn compare(&self) -> Option<Comparison> {
        let total = f64::from(self.total());
        if total < 1.0 {
            return None;
        }
        let (score, variance) = Self::moments(self.0.map(f64::from));
        let error = (variance / total).sqrt();
        let mut range = [-NORMAL_95, 0.0, NORMAL_95].map(|errors| score + errors * error);
        // If all pairs have the same result, the standard error is 0. In that case, the bounds come from the
        // Clopper–Pearson confidence interval for the proportion of pairs with this result. A pair with
        // another result counts as two losses of the first bot in the lower bound, and as two wins in the
        // upper bound.
        if self.0.contains(&self.total()) {
            let certain = 0.025_f64.powf(1.0 / total);
            range = [score * certain, score, 1.0 - (1.0 - score) * certain];
        }
        // The variance of a single game is twice the variance of a pair's mean.
        let per_game = (2.0 * variance).sqrt();
        let margin = NORMAL_95 / (2.0 * total).sqrt();
        let normalised = [-margin, 0.0, margin].map(|margin| {
            let deviations = (score - 0.5) / per_game + margin;
            (per_game > 0.0).then_some(deviations * NORMALISED_SCALE)
        });
        let interval = |[low, value, high]: [Option<f64>; 3]| Interval { low, value, high };
        Some(Comparison {
            score,
            elo: interval(range.map(elo)),
            normalised: interval(normalised),
            superiority: self.superiority(score, error),
        })
    }

    /// The likelihood that the first bot is stronger.
    fn superiority(&self, score: f64, error: f64) -> f64 {
        // `by_chance` is used only if all pairs have the same result. If the bots are equal, the probability
        // that a given bot scores more than half of the points in a pair is at most ½.
        let by_chance = 0.5_f64.powi(self.total() as i32);
        if error > 0.0 {
            cumulative((score - 0.5) / error)
        } else if score > 0.5 {
            1.0 - by_chance
        } else if score < 0.5 {
            by_chance
        } else {
            0.5
        }
    }
}

impl AddAssign for PairCounts {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

/// A value with its 95 % confidence interval. Each number is `None` if it is infinite or unknown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Interval {
    /// The lower bound.
    pub low: Option<f64>,
    /// The estimate.
    pub value: Option<f64>,
    /// The upper bound.
    pub high: Option<f64>,
}

/// The strength of one bot compared with another.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Comparison {
    /// The first bot's points per game (0 to 1).
    pub score: f64,
    /// The difference in Elo points.
    pub elo: Interval,
    /// The difference in normalised Elo points. One point is ln 10 / 800 times the standard deviation of a game's
    /// result.
    pub normalised: Interval,
    /// The likelihood that the first bot is stronger.
    pub superiority: f64,
}

/// Converts points per game to an Elo difference. Returns `None` if the difference is infinite.
fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// Computes the probability that a standard normal variable is less than `x`. The absolute error is below 10⁻⁷.
///
/// Formula 7.1.26 of Abramowitz and Stegun, "Handbook of Mathematical Functions" (1964).
fn cumulative(x: f64) -> f64 {
    const FACTORS: [f64; 5] = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = FACTORS.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    let tail = series * (-z * z).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_comparison_is_as_computed_by_hand() {
        // The mean is (40 · ½ + 20 · ¾ + 30 · 1) / 100.
        let found = PairCounts([10, 0, 40, 20, 30]).compare().unwrap();
        let mean = (20.0 * 1.0 + 15.0 + 30.0) / 100.0;
        assert!((found.score - mean).abs() < 1e-12);
        assert!((found.elo.value.unwrap() - 107.538).abs() < 1e-3, "{found:?}");
        assert!(found.superiority > 0.999);
        let (low, high) = (found.elo.low.unwrap(), found.elo.high.unwrap());
        assert!(low > 60.0 && low < 75.0 && high > 150.0 && high < 165.0, "{found:?}");
    }

    #[test]
    fn one_sided_scores_have_infinite_bounds_and_no_other_problem() {
        let found = PairCounts([0, 0, 0, 0, 7]).compare().unwrap();
        assert_eq!((found.score, found.elo.value, found.elo.high), (1.0, None, None));
        // 0.025^(1/7) = 0.590382, which is 63.5 Elo points.
        assert!((found.elo.low.unwrap() - 63.503).abs() < 1e-3, "{found:?}");
        assert_eq!((found.normalised.value, found.superiority), (None, 1.0 - 1.0 / 128.0));
        let mirrored = PairCounts([7, 0, 0, 0, 0]).compare().unwrap();
        assert!((mirrored.elo.high.unwrap() + 63.503).abs() < 1e-3, "{mirrored:?}");
        assert_eq!((mirrored.elo.low, mirrored.superiority), (None, 1.0 / 128.0));
        let even = PairCounts([0, 0, 9, 0, 0]).compare().unwrap();
        assert_eq!((even.score, even.elo.value, even.superiority), (0.5, Some(0.0), 0.5));
        // The bounds of the score are 0.5 · 0.025^(1/9) = 0.331866 and its complement.
        assert!((even.elo.low.unwrap() + 121.560).abs() < 1e-3, "{even:?}");
        assert!((even.elo.high.unwrap() - 121.560).abs() < 1e-3, "{even:?}");
        let single = PairCounts([0, 0, 1, 0, 0]).compare().unwrap();
        // The bounds of the score are 0.0125 and 0.9875.
        assert!((single.elo.high.unwrap() - 759.051).abs() < 1e-3, "{single:?}");
        assert_eq!(PairCounts::default().compare(), None);
    }

    #[test]
    fn the_values_are_those_of_the_tables() {
        for (x, expected) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.0, 0.158_655_3), (1.959_964, 0.975)] {
            assert!((cumulative(x) - expected).abs() < 2e-7, "{x}: {}", cumulative(x));
        }
        assert!(cumulative(-40.0) >= 0.0 && cumulative(40.0) <= 1.0);
    }
}
