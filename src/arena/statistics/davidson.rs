//! Computes the ratings of many bots with the Bradley-Terry model extended to draws (Davidson, "On Extending the
//! Bradley-Terry Model to Accommodate Ties in Paired Comparison Experiments", 1970).
//!
//! Let s and t be the strengths of two bots. The probabilities that the first bot wins, loses and draws are
//! in the ratio s : t : ν √(s t). The strengths and ν maximise the likelihood of the actual results. Virtual
//! games keep all numbers finite. Each bot gets half a virtual win and half a virtual loss against a bot of
//! strength 1. Another virtual game, between two equal bots, counts as half a draw and half a decisive game.

use crate::arena::rating::{Rating, invert, maximise, product};

/// The results of each pair of bots: `scores[a][b]` contains the wins of `a` against `b`, and the draws
/// between them.
pub type Scores = Vec<Vec<[f64; 2]>>;

/// The fitted model.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Model {
    /// The bots' ratings, with mean 1500.
    pub ratings: Vec<Rating>,
    /// The probability of a draw between equal bots.
    pub draws: f64,
}

/// Fits the model to the results.
///
/// ```
/// use clowder::arena::statistics::fit;
///
/// // The first bot has won 6 games, lost 2, and drawn 4.
/// let scores = vec![vec![[0.0, 0.0], [6.0, 4.0]], vec![[2.0, 4.0], [0.0, 0.0]]];
/// let model = fit(&scores);
/// assert!(model.ratings[0].elo > 1500.0 && model.draws > 0.2);
/// ```
///
/// # Panics
/// Panics if a row of `scores` has fewer elements than there are bots.
pub fn fit(scores: &Scores) -> Model {
    let bots = scores.len();
    // The log-strengths, followed by the logarithm of ν.
    let mut values = vec![0.0_f64; bots + 1];
    let mut covariance = None;
    maximise(&mut values, |values| {
        let (gradient, information) = derivatives(scores, values);
        Some(product(covariance.insert(invert(information)?), &gradient))
    });
    let count = bots as f64;
    let mean = values[..bots].iter().sum::<f64>() / count;
    let row_mean = |covariance: &[Vec<f64>], bot: usize| covariance[bot][..bots].iter().sum::<f64>() / count;
    let rate = |bot: usize| {
        // The variance of the difference between the bot's log-strength and the mean log-strength.
        let variance = covariance.as_ref().map_or(0.0, |covariance| {
            let whole = (0..bots).map(|other| row_mean(covariance, other)).sum::<f64>() / count;
            covariance[bot][bot] - 2.0 * row_mean(covariance, bot) + whole
        });
        Rating::new(values[bot] - mean, variance)
    };
    let nu = values[bots].exp();
    Model { ratings: (0..bots).map(rate).collect(), draws: nu / (2.0 + nu) }
}

/// Computes the probabilities of a win, a draw and a loss from the difference between two log-strengths.
fn probabilities(difference: f64, log_nu: f64) -> [f64; 3] {
    let weights = [difference / 2.0, log_nu, -difference / 2.0];
    let most = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights = weights.map(|weight| (weight - most).exp());
    let sum: f64 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}

/// Computes the gradient and the negated second derivatives of the log-likelihood with respect to the log-strengths and
/// log ν.
fn derivatives(scores: &Scores, values: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let bots = scores.len();
    let nu = bots;
    let mut gradient = vec![0.0; bots + 1];
    let mut information = vec![vec![0.0; bots + 1]; bots + 1];
    let draw = probabilities(0.0, values[nu])[1];
    gradient[nu] += 0.5 - draw;
    information[nu][nu] += draw * (1.0 - draw);
    for a in 0..bots {
        let win = 1.0 / (1.0 + (-values[a]).exp());
        gradient[a] += 0.5 - win;
        information[a][a] += win * (1.0 - win);
        for b in 0..a {
            let [wins, draws] = scores[a][b];
            let losses = scores[b][a][0];
            let games = wins + draws + losses;
            let [win, draw, loss] = probabilities(values[a] - values[b], values[nu]);
            let slope = (wins - losses - games * (win - loss)) / 2.0;
            gradient[a] += slope;
            gradient[b] -= slope;
            gradient[nu] += draws - games * draw;
            let curve = games * (win + loss - (win - loss) * (win - loss)) / 4.0;
            information[a][a] += curve;
            information[b][b] += curve;
            information[a][b] -= curve;
            information[b][a] -= curve;
            information[nu][nu] += games * draw * (1.0 - draw);
            let mixed = games * draw * (win - loss) / 2.0;
            for (bot, sign) in [(a, -1.0), (b, 1.0)] {
                information[bot][nu] += sign * mixed;
                information[nu][bot] += sign * mixed;
            }
        }
    }
    (gradient, information)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::rating::{MEAN, SCALE};
    use crate::random::Random;

    fn log_likelihood(scores: &Scores, values: &[f64]) -> f64 {
        let bots = scores.len();
        let [win, draw, _] = probabilities(0.0, values[bots]);
        let mut sum = 0.5 * draw.ln() + 0.5 * (2.0 * win).ln();
        for a in 0..bots {
            let win = 1.0 / (1.0 + (-values[a]).exp());
            sum += 0.5 * (win.ln() + (1.0 - win).ln());
            for b in (0..bots).filter(|&b| b != a) {
                let [win, draw, _] = probabilities(values[a] - values[b], values[bots]);
                // Each draw is counted in the scores of both bots.
                sum += scores[a][b][0] * win.ln() + scores[a][b][1] * draw.ln() / 2.0;
            }
        }
        sum
    }

    /// Maximises the likelihood by hill climbing, which is slow but independent of the derivatives.
    fn by_climbing(scores: &Scores) -> Vec<f64> {
        let mut values = vec![0.0; scores.len() + 1];
        let mut step = 1.0;
        while step > 1e-8 {
            let mut is_better = false;
            for at in 0..values.len() {
                for change in [step, -step] {
                    let mut tried = values.clone();
                    tried[at] += change;
                    if log_likelihood(scores, &tried) > log_likelihood(scores, &values) {
                        (values, is_better) = (tried, true);
                    }
                }
            }
            if !is_better {
                step /= 2.0;
            }
        }
        values
    }

    #[test]
    fn newton_and_climbing_find_the_same_ratings() {
        let mut random = Random::new(9);
        for bots in 2..5 {
            let mut scores = vec![vec![[0.0; 2]; bots]; bots];
            for _ in 0..40 {
                let (a, b) = (random.below(bots), random.below(bots));
                if a != b && random.below(3) == 0 {
                    scores[a][b][1] += 1.0;
                    scores[b][a][1] += 1.0;
                } else if a != b {
                    scores[a][b][0] += 1.0;
                }
            }
            let (model, climbed) = (fit(&scores), by_climbing(&scores));
            let mean = climbed[..bots].iter().sum::<f64>() / bots as f64;
            for (rating, value) in model.ratings.iter().zip(&climbed) {
                let expected = MEAN + SCALE * (value - mean);
                assert!((rating.elo - expected).abs() < 1e-2, "{rating:?} {expected}");
            }
            let nu = climbed[bots].exp();
            assert!((model.draws - nu / (2.0 + nu)).abs() < 1e-5, "{model:?}");
        }
    }

    /// Checks the confidence intervals by repeating an experiment with known strengths.
    #[test]
    fn intervals_contain_the_true_difference_in_95_percent_of_experiments() {
        let mut random = Random::new(4);
        let (difference, games, experiments) = (0.6, 100, 1000);
        let [win, draw, _] = probabilities(difference, -0.5);
        let mut inside = 0;
        for _ in 0..experiments {
            let mut scores = vec![vec![[0.0; 2]; 2]; 2];
            for _ in 0..games {
                let at = random.bits() as f64 / u64::MAX as f64;
                if at < win {
                    scores[0][1][0] += 1.0;
                } else if at < win + draw {
                    scores[0][1][1] += 1.0;
                    scores[1][0][1] += 1.0;
                } else {
                    scores[1][0][0] += 1.0;
                }
            }
            let Rating { elo, margin } = fit(&scores).ratings[0];
            inside += usize::from((elo - MEAN - SCALE * difference / 2.0).abs() <= margin);
        }
        assert!((930..=970).contains(&inside), "{inside} of {experiments}");
    }

    #[test]
    fn one_sided_results_have_finite_ratings() {
        let won = fit(&vec![vec![[0.0, 0.0], [50.0, 0.0]], vec![[0.0, 0.0], [0.0, 0.0]]]);
        assert!(won.ratings[0].elo.is_finite() && won.ratings[0].margin.is_finite() && won.draws > 0.0);
        let drawn = fit(&vec![vec![[0.0, 0.0], [0.0, 50.0]], vec![[0.0, 50.0], [0.0, 0.0]]]);
        assert!((drawn.ratings[0].elo - 1500.0).abs() < 1e-9 && drawn.draws > 0.95 && drawn.draws < 1.0);
    }
}
