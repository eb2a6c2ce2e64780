//! Generates challenges by choosing, with equal probability, from all challenges with the requested
//! properties. There are only 6,195 sets of one to four penguins, so all of them can be listed.

use super::{Challenge, Hexes, count_solutions, hardness};
use crate::random::Random;

/// The requested properties of a new challenge. By default, any solvable challenge matches.
///
/// # Examples
/// ```
/// use clowder::penguins::ChallengeFilter;
///
/// let mut filter = ChallengeFilter::default();
/// filter.penguins = Some(4);
/// filter.unique = true;
/// assert!(filter.matches("20113123".parse()?));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ChallengeFilter {
    /// The number of penguins, or `None` for any number.
    pub penguins: Option<usize>,
    /// Whether the challenge must have exactly one solution.
    pub unique: bool,
    /// The [estimated hardness](hardness), 1 to 4, or `None` for any hardness.
    pub hardness: Option<u8>,
    /// Whether the challenge must be minimal, i.e. removing any penguin must allow more solutions.
    pub minimal: bool,
}

/// Iterates over all challenges, solvable or not, ordered by number of penguins and then by bit mask.
///
/// # Examples
/// ```
/// assert_eq!(clowder::penguins::all_challenges().count(), 6_195);
/// ```
pub fn all_challenges() -> impl Iterator<Item = Challenge> {
    let sets = || (1..1_u32 << Hexes::ALL.len()).map(Hexes::from_bits);
    let of_size = move |size| sets().filter(move |penguins| penguins.len() == size);
    (1..=Challenge::MAX_PENGUINS).flat_map(of_size).filter_map(|penguins| Challenge::new(penguins).ok())
}

impl ChallengeFilter {
    /// Returns whether a challenge has the requested properties.
    ///
    /// # Examples
    /// ```
    /// use clowder::penguins::ChallengeFilter;
    ///
    /// assert!(ChallengeFilter::default().matches("20113123".parse()?));
    /// assert!(!ChallengeFilter::default().matches("00102030".parse()?), "this challenge has no solution");
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn matches(&self, challenge: Challenge) -> bool {
        let penguins = challenge.penguins();
        let solutions = count_solutions(penguins);
        self.penguins.is_none_or(|count| count == penguins.len())
            && (if self.unique { solutions == 1 } else { solutions > 0 })
            && (!self.minimal || is_minimal(penguins))
            && self.hardness.is_none_or(|wanted| wanted == hardness(challenge))
    }

    /// Lists, in random order, all challenges with the requested properties.
    ///
    /// # Examples
    /// ```
    /// use clowder::{penguins::ChallengeFilter, random::Random};
    ///
    /// let mut filter = ChallengeFilter::default();
    /// (filter.penguins, filter.unique) = (Some(2), true);
    /// let all = filter.shuffled(&mut Random::new(1));
    /// assert_eq!(all.len(), 14, "fourteen pairs of penguins leave one solution");
    /// ```
    pub fn shuffled(&self, random: &mut Random) -> Vec<Challenge> {
        let mut all: Vec<_> = all_challenges().filter(|&challenge| self.matches(challenge)).collect();
        random.shuffle(&mut all);
        all
    }
}

fn is_minimal(penguins: Hexes) -> bool {
    let with = count_solutions(penguins);
    penguins.iter().all(|hex| {
        let mut others = penguins;
        others.remove(hex);
        count_solutions(others) > with
    })
}
