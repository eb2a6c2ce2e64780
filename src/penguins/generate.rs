//! New challenges. There are only 6,195 ways to set one to four penguins, so that a new challenge is drawn from the
//! list of all that have what is asked for: nothing is tried in vain, and each is as likely as any other.

use super::{Challenge, Hexes, Level, count_solutions, effort};
use crate::random::Random;

/// What a new challenge must be like.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// How many penguins it has; any number if not said.
    pub penguins: Option<usize>,
    /// Exactly one solution; at least one if not said.
    pub unique: bool,
    /// Its level by [`level`]; any if not said.
    pub level: Option<Level>,
    /// Without any one of its penguins there would be more solutions.
    pub minimal: bool,
}

/// The level of a challenge by the [`effort`] of solving it. The bounds part the official challenges, sorted by
/// effort, into 16, 17, 16 and 11: but for ties as many as have each level.
pub fn level(challenge: Challenge) -> Level {
    match effort(challenge) {
        ..=41 => Level::Starter,
        42..=67 => Level::Junior,
        68..=89 => Level::Expert,
        90.. => Level::Master,
    }
}

/// Every set of one to four penguins, fewest first, then in the order of their bits.
pub fn all_challenges() -> impl Iterator<Item = Challenge> {
    (1..=Challenge::MOST).flat_map(subsets).filter_map(Challenge::new)
}

/// Every set of `count` hexagons of the board, as numbers ascending.
fn subsets(count: usize) -> impl Iterator<Item = Hexes> {
    let first = (1_u32 << count) - 1;
    // The next number with as many bits: the lowest run of ones gives its top bit to the left.
    let next = |&bits: &u32| {
        let lowest = bits & bits.wrapping_neg();
        let carried = bits + lowest;
        Some((((bits ^ carried) >> 2) / lowest) | carried)
    };
    std::iter::successors(Some(first), next)
        .take_while(|&bits| bits <= Hexes::ALL.bits())
        .map(Hexes::from_bits)
}

impl Wanted {
    /// Whether a challenge is what is asked for.
    pub fn is_met_by(&self, challenge: Challenge) -> bool {
        let penguins = challenge.penguins();
        let solutions = count_solutions(penguins);
        self.penguins.is_none_or(|count| count == penguins.len())
            && (if self.unique { solutions == 1 } else { solutions > 0 })
            && (!self.minimal || is_minimal(penguins))
            && self.level.is_none_or(|wanted| wanted == level(challenge))
    }

    /// All such challenges in a random order.
    ///
    /// ```
    /// use clowder::{penguins::Wanted, random::Random};
    ///
    /// let wanted = Wanted { penguins: Some(2), unique: true, ..Wanted::default() };
    /// let all = wanted.draw(&mut Random::new(1));
    /// assert_eq!(all.len(), 14, "fourteen pairs of penguins leave one solution");
    /// ```
    pub fn draw(&self, random: &mut Random) -> Vec<Challenge> {
        let mut all: Vec<_> = all_challenges().filter(|&challenge| self.is_met_by(challenge)).collect();
        random.shuffle(&mut all);
        all
    }
}

/// Whether every penguin is needed: taken away, it leaves more solutions than there are with it.
fn is_minimal(penguins: Hexes) -> bool {
    let with = count_solutions(penguins);
    penguins.iter().all(|hex| count_solutions(penguins.difference(Hexes::EMPTY.with(hex))) > with)
}
