//! Player ratings, computed from the games played (Bradley and Terry, "Rank Analysis of Incomplete Block Designs",
//! 1952).
//!
//! A player of strength s beats a player of strength t with probability s / (s + t). The strengths are chosen
//! to maximise the likelihood of the actual results. On the Elo scale, strength s corresponds to 400 log₁₀ s,
//! and all ratings are shifted so that their mean is 1500. A draw counts as half a win for each player. Every
//! player also has one virtual draw against a player of mean strength. Even a player who won or lost every
//! game therefore has a finite rating. The likelihood has a single maximum, so the ratings are unique. The
//! ratings depend only on the number of wins in each pairing, not on the order of the games.

/// `wins[a][b]` is the number of wins of player `a` against player `b`; each draw counts as half a win.
pub type Wins = Vec<Vec<f64>>;

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rating {
    /// The rating on the Elo scale.
    pub elo: f64,
    /// Half the width of the rating's 95 % confidence interval, in Elo points.
    pub margin: f64,
}

/// The mean of all ratings.
pub(super) const MEAN: f64 = 1500.0;
/// The Elo difference between two players when one is e times as strong as the other.
pub(super) const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Half the width of a 95 % confidence interval, as a multiple of the standard error.
pub(super) const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Returns the rating of each player.
///
/// ```
/// let ratings = clowder::arena::rating::ratings(&vec![vec![0.0, 3.0], vec![1.0, 0.0]]);
/// assert!(ratings[0].elo > 1500.0 && ratings[1].elo < 1500.0);
/// ```
///
/// # Panics
/// Panics if a row of `wins` has fewer elements than there are players.
pub fn ratings(wins: &Wins) -> Vec<Rating> {
    let mut strengths = vec![0.0_f64; wins.len()];
    let mut variances = vec![0.0; wins.len()];
    // The virtual draws make the matrix invertible.
    maximise(&mut strengths, |strengths| {
        let (gradient, information) = derivatives(wins, strengths);
        let inverse = invert(information)?;
        // The mean of the log-strengths must stay constant. The component of each step that would change the
        // mean is therefore removed, and the variances are conditional on the mean.
        let towards: Vec<f64> = inverse.iter().map(|row| row.iter().sum()).collect();
        let weight: f64 = towards.iter().sum();
        let free = product(&inverse, &gradient);
        let share = free.iter().sum::<f64>() / weight;
        for (player, variance) in variances.iter_mut().enumerate() {
            *variance = inverse[player][player] - towards[player] * towards[player] / weight;
        }
        Some(free.iter().zip(&towards).map(|(free, towards)| free - share * towards).collect())
    });
    strengths.iter().zip(&variances).map(|(&strength, &variance)| Rating::new(strength, variance)).collect()
}

impl Rating {
    /// Converts a log-strength and its variance to the Elo scale.
    pub(super) fn new(strength: f64, variance: f64) -> Self {
        Self { elo: MEAN + SCALE * strength, margin: NORMAL_95 * SCALE * variance.max(0.0).sqrt() }
    }
}

/// Maximises a concave function by Newton's method. `step` computes the Newton step at the given values, or
/// returns `None` to stop.
pub(super) fn maximise(values: &mut [f64], mut step: impl FnMut(&[f64]) -> Option<Vec<f64>>) {
    for _ in 0..200 {
        let Some(step) = step(values) else { return };
        // Steps are scaled so that no component exceeds 1, because a longer step could leave the region of
        // convergence.
        let longest = step.iter().fold(1.0_f64, |longest, step| longest.max(step.abs()));
        for (value, step) in values.iter_mut().zip(&step) {
            *value += step / longest;
        }
        if step.iter().all(|step| step.abs() < 1e-12) {
            return;
        }
    }
}

pub(super) fn product(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// Computes the gradient and the negated second derivatives of the log-likelihood with respect to the log-strengths.
/// The log-strengths have mean 0, so the virtual player's log-strength is also 0.
fn derivatives(wins: &Wins, strengths: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = strengths.len();
    let expected = |difference: f64| 1.0 / (1.0 + (-difference).exp());
    let mut gradient = vec![0.0; count];
    let mut information = vec![vec![0.0; count]; count];
    for a in 0..count {
        let virtual_win = expected(strengths[a]);
        gradient[a] += 0.5 - virtual_win;
        information[a][a] += virtual_win * (1.0 - virtual_win);
        for b in (0..count).filter(|&b| b != a) {
            let games = wins[a][b] + wins[b][a];
            let win = expected(strengths[a] - strengths[b]);
            gradient[a] += wins[a][b] - games * win;
            information[a][a] += games * win * (1.0 - win);
            information[a][b] -= games * win * (1.0 - win);
        }
    }
    (gradient, information)
}

/// Inverts a matrix by Gaussian elimination with partial pivoting. Returns `None` if the matrix is singular.
pub(super) fn invert(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for column in 0..size {
        let pivot =
            (column..size).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-300 {
            return None;
        }
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = matrix[column][column];
        for value in matrix[column].iter_mut().chain(&mut inverse[column]) {
            *value /= scale;
        }
        for row in (0..size).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for at in 0..size {
                matrix[row][at] -= factor * matrix[column][at];
                inverse[row][at] -= factor * inverse[column][at];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn logarithm_of_likelihood(wins: &Wins, strengths: &[f64]) -> f64 {
        let log_win = |difference: f64| -(1.0 + (-difference).exp()).ln();
        let mean = strengths.iter().sum::<f64>() / strengths.len() as f64;
        let mut sum = 0.0;
        for (a, &strength) in strengths.iter().enumerate() {
            sum += 0.5 * (log_win(strength - mean) + log_win(mean - strength));
            sum += strengths
                .iter()
                .zip(&wins[a])
                .map(|(other, wins)| wins * log_win(strength - other))
                .sum::<f64>();
        }
        sum
    }

    /// Maximises the likelihood by hill climbing, which is slow but independent of Newton's method.
    fn by_climbing(wins: &Wins) -> Vec<f64> {
        let mut strengths = vec![0.0; wins.len()];
        let mut step = 1.0;
        while step > 1e-9 {
            let mut better = false;
            for player in 0..strengths.len() {
                for change in [step, -step] {
                    let mut tried = strengths.clone();
                    tried[player] += change;
                    if logarithm_of_likelihood(wins, &tried) > logarithm_of_likelihood(wins, &strengths) {
                        (strengths, better) = (tried, true);
                    }
                }
            }
            if !better {
                step /= 2.0;
            }
        }
        let mean = strengths.iter().sum::<f64>() / strengths.len() as f64;
        strengths.iter().map(|strength| MEAN + SCALE * (strength - mean)).collect()
    }

    #[test]
    fn newton_and_climbing_find_the_same_ratings() {
        let mut random = Random::new(5);
        for players in 2..6 {
            let mut wins = vec![vec![0.0; players]; players];
            for _ in 0..30 {
                let (a, b) = (random.below(players), random.below(players));
                if a != b {
                    wins[a][b] += 0.5 * (1 + random.below(2)) as f64;
                }
            }
            let found = ratings(&wins);
            assert_eq!(found.len(), players);
            for (fast, slow) in found.iter().zip(by_climbing(&wins)) {
                assert!((fast.elo - slow).abs() < 1e-3, "{fast:?} {slow}");
            }
        }
    }

    #[test]
    fn a_player_who_wins_every_game_has_a_finite_rating() {
        let rated = ratings(&vec![vec![0.0, 1000.0], vec![0.0, 0.0]]);
        assert!(rated[0].elo > 2000.0 && rated[0].elo < 4000.0 && rated[0].margin.is_finite());
        assert!((rated[0].elo + rated[1].elo - 3000.0).abs() < 1e-9);
    }

    #[test]
    fn equal_players_have_equal_ratings_and_more_games_narrow_the_margin() {
        let even = |games: f64| ratings(&vec![vec![0.0, games], vec![games, 0.0]]);
        assert!((even(5.0)[0].elo - 1500.0).abs() < 1e-9);
        assert!(even(50.0)[0].margin < even(5.0)[0].margin);
        assert_eq!(ratings(&Vec::new()), []);
        assert!((ratings(&vec![vec![0.0]])[0].elo - 1500.0).abs() < 1e-9);
    }
}
