//! Tournament schedules: who plays against whom in each round, and who moves first.

use serde::{Deserialize, Serialize};

/// The format of a tournament.
///
/// ```
/// use clowder::arena::schedule::TournamentFormat;
///
/// assert_eq!(TournamentFormat::Knockout.name(), "knockout");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TournamentFormat {
    /// The first entrant plays against the second entrant.
    Match,
    /// Every entrant plays against every other entrant (circle method).
    RoundRobin,
    /// The winners of each round advance to the next round until one entrant is left.
    Knockout,
    /// The first entrant plays against every other entrant.
    Gauntlet,
}

impl TournamentFormat {
    /// Returns the format's name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::RoundRobin => "round-robin",
            Self::Knockout => "knockout",
            Self::Gauntlet => "gauntlet",
        }
    }
}

/// Two entrants (numbered from 0) that play against each other. The first entrant moves first in the first
/// game.
pub type Pair = [usize; 2];

/// Lists the rounds of a format. The list is empty for a knockout, whose rounds depend on the results.
///
/// ```
/// use clowder::arena::schedule::{TournamentFormat, rounds};
/// assert_eq!(rounds(TournamentFormat::Gauntlet, 3), [vec![[0, 1]], vec![[0, 2]]]);
/// ```
pub fn rounds(format: TournamentFormat, entrants: usize) -> Vec<Vec<Pair>> {
    match format {
        TournamentFormat::Match => vec![vec![[0, 1]]],
        TournamentFormat::RoundRobin => round_robin(entrants),
        TournamentFormat::Gauntlet => (1..entrants).map(|other| vec![[0, other]]).collect(),
        TournamentFormat::Knockout => Vec::new(),
    }
}

/// Lists the rounds of a round robin or gauntlet that began with `first` entrants. The other entrants were
/// added later. The original rounds come first and do not change. In a round robin, each added entrant then
/// meets all earlier entrants, one per round. In a gauntlet, each added entrant meets only the first entrant.
///
/// ```
/// use clowder::arena::schedule::{TournamentFormat, rounds_with_added};
/// let rounds = rounds_with_added(TournamentFormat::RoundRobin, 2, 3);
/// assert_eq!(rounds, [vec![[0, 1]], vec![[0, 2]], vec![[1, 2]]]);
/// ```
pub fn rounds_with_added(format: TournamentFormat, first: usize, entrants: usize) -> Vec<Vec<Pair>> {
    let mut rounds = rounds(format, first);
    for added in first..entrants {
        let others = if format == TournamentFormat::Gauntlet { 1 } else { added };
        rounds.extend((0..others).map(|other| vec![[other, added]]));
    }
    rounds
}

/// Schedules a round robin with the circle method. The first entrant stays in place, while all others move by
/// one place in each round. If the number of entrants is odd, a dummy entrant is added. The entrant paired
/// with the dummy does not play in that round.
fn round_robin(entrants: usize) -> Vec<Vec<Pair>> {
    let seats = entrants + entrants % 2;
    let mut circle: Vec<_> = (0..seats).collect();
    let mut rounds = Vec::new();
    for _ in 1..seats {
        let across = (0..seats / 2).map(|seat| [circle[seat], circle[seats - 1 - seat]]);
        rounds.push(across.filter(|pair| pair.iter().all(|&entrant| entrant < entrants)).collect());
        circle[1..].rotate_right(1);
    }
    rounds
}

/// Returns the first round of a knockout. The pairs are in bracket order, so that the two best entrants
/// cannot meet before the final. An entrant paired with `None` has a bye: it advances to the next round
/// without a game.
///
/// ```
/// use clowder::arena::schedule::bracket;
/// assert_eq!(bracket(3), [[Some(0), None], [Some(1), Some(2)]]);
/// ```
pub fn bracket(entrants: usize) -> Vec<[Option<usize>; 2]> {
    let mut order = vec![0];
    while order.len() < entrants {
        let size = 2 * order.len();
        order = order.iter().flat_map(|&seed| [seed, size - 1 - seed]).collect();
    }
    let entrant = |seed: usize| (seed < entrants).then_some(seed);
    order.chunks_exact(2).map(|pair| [entrant(pair[0]), entrant(pair[1])]).collect()
}

/// Returns which entrant of a pair (0 or 1) moves first in a game. Games are counted from 0, and the first
/// movers are A B B A A B B A …
pub const fn first_mover(game: usize) -> usize {
    game.div_ceil(2) % 2
}

/// Returns the name of a round. Knockout rounds are named after the number of players left, while the rounds
/// of other formats are numbered.
///
/// ```
/// use clowder::arena::schedule::{TournamentFormat, round_name};
/// assert_eq!(round_name(TournamentFormat::Knockout, 1, 4), "Semi-finals");
/// ```
pub fn round_name(format: TournamentFormat, round: usize, players_left: usize) -> String {
    match (format, players_left) {
        (TournamentFormat::Knockout, 2) => "Final".to_owned(),
        (TournamentFormat::Knockout, 4) => "Semi-finals".to_owned(),
        (TournamentFormat::Knockout, 8) => "Quarter-finals".to_owned(),
        (TournamentFormat::Knockout, left) => format!("Round of {left}"),
        _ => format!("Round {}", round + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_pair_meets_once_and_nobody_plays_twice_in_a_round() {
        for entrants in 2..20 {
            let rounds = rounds(TournamentFormat::RoundRobin, entrants);
            assert_eq!(rounds.len(), entrants - 1 + entrants % 2);
            let mut met = HashSet::new();
            for round in &rounds {
                let mut busy = HashSet::new();
                for &[a, b] in round {
                    assert!(busy.insert(a) && busy.insert(b), "{entrants} {round:?}");
                    assert!(met.insert([a.min(b), a.max(b)]));
                }
            }
            assert_eq!(met.len(), entrants * (entrants - 1) / 2);
        }
    }

    #[test]
    fn the_circle_rotates_as_in_the_literature() {
        assert_eq!(
            rounds(TournamentFormat::RoundRobin, 4),
            [vec![[0, 3], [1, 2]], vec![[0, 2], [3, 1]], vec![[0, 1], [2, 3]]],
        );
    }

    #[test]
    fn byes_go_to_the_best_seeds() {
        let seeds = |entrants| {
            let shown = |seat: Option<usize>| seat.map_or("-".to_owned(), |seed| (seed + 1).to_string());
            bracket(entrants)
                .iter()
                .map(|&[a, b]| format!("{}v{}", shown(a), shown(b)))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(seeds(2), "1v2");
        assert_eq!(seeds(5), "1v- 4v5 2v- 3v-");
        assert_eq!(seeds(8), "1v8 4v5 2v7 3v6");
    }

    #[test]
    fn both_players_begin_equally_often() {
        let first: String = (0..8).map(|game| ['A', 'B'][first_mover(game)]).collect();
        assert_eq!(first, "ABBAABBA");
    }

    #[test]
    fn knockout_rounds_have_names() {
        let name = |left| round_name(TournamentFormat::Knockout, 0, left);
        assert_eq!([2, 4, 8, 16].map(name), ["Final", "Semi-finals", "Quarter-finals", "Round of 16"]);
        assert_eq!(round_name(TournamentFormat::RoundRobin, 2, 4), "Round 3");
    }
}
