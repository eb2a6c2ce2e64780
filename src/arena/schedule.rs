//! Who plays whom, when, and who begins.

use serde::{Deserialize, Serialize};

/// How a tournament is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// The first entrant against the second.
    Match,
    /// Everyone against everyone, by the circle method.
    RoundRobin,
    /// The winner goes on, until one is left.
    Knockout,
    /// The first entrant against each of the others.
    Gauntlet,
}

impl Format {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::RoundRobin => "round-robin",
            Self::Knockout => "knockout",
            Self::Gauntlet => "gauntlet",
        }
    }
}

/// Two entrants who meet, the one who begins the first game first. Entrants are numbered from 0.
pub type Pair = [usize; 2];

/// The rounds of a format that knows them beforehand; none for a knockout.
pub fn rounds(format: Format, entrants: usize) -> Vec<Vec<Pair>> {
    match format {
        Format::Match => vec![vec![[0, 1]]],
        Format::RoundRobin => round_robin(entrants),
        Format::Gauntlet => (1..entrants).map(|other| vec![[0, other]]).collect(),
        Format::Knockout => Vec::new(),
    }
}

/// The circle method: the first seat stays, the others move on by one each round; with an odd number of entrants, who
/// meets the empty seat rests.
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

/// The first round of a knockout: the seeds in the order in which they stand, so that the best two can meet only in
/// the final. `None` is a bye.
pub fn bracket(entrants: usize) -> Vec<[Option<usize>; 2]> {
    let mut order = vec![0];
    while order.len() < entrants {
        let size = 2 * order.len();
        order = order.iter().flat_map(|&seed| [seed, size - 1 - seed]).collect();
    }
    let entrant = |seed: usize| (seed < entrants).then_some(seed);
    order.chunks_exact(2).map(|pair| [entrant(pair[0]), entrant(pair[1])]).collect()
}

/// The winners of one knockout round, paired for the next.
pub fn next_round(winners: &[usize]) -> Vec<Pair> {
    winners.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Who begins a game: A B B A A B B A …
pub const fn first_mover(game: usize) -> usize {
    game.div_ceil(2) % 2
}

/// What a round is called: in a knockout by how many still play, else by its number.
pub fn round_name(format: Format, round: usize, players_left: usize) -> String {
    match (format, players_left) {
        (Format::Knockout, 2) => "Final".to_owned(),
        (Format::Knockout, 4) => "Semi-finals".to_owned(),
        (Format::Knockout, 8) => "Quarter-finals".to_owned(),
        (Format::Knockout, left) => format!("Round of {left}"),
        _ => format!("Round {}", round + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn everyone_meets_everyone_once_and_nobody_plays_twice_in_a_round() {
        for entrants in 2..20 {
            let rounds = rounds(Format::RoundRobin, entrants);
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
    fn the_circle_turns_as_the_books_show_it() {
        assert_eq!(
            rounds(Format::RoundRobin, 4),
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
    fn each_begins_as_often() {
        let first: String = (0..8).map(|game| ['A', 'B'][first_mover(game)]).collect();
        assert_eq!(first, "ABBAABBA");
    }

    #[test]
    fn knockout_rounds_have_names() {
        let name = |left| round_name(Format::Knockout, 0, left);
        assert_eq!([2, 4, 8, 16].map(name), ["Final", "Semi-finals", "Quarter-finals", "Round of 16"]);
        assert_eq!(round_name(Format::RoundRobin, 2, 4), "Round 3");
    }
}
