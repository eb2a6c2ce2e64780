//! Scoring: the best paths, the right to score paths, the winner, and the summary stored in saved games.

use super::area::STEPS;
use super::{CARDS, Card, Pile, PlayArea, Species, State};
use crate::games::{Outcome, Seat};
use std::cmp::Ordering;
use std::fmt::Write as _;

/// The best path of a species in a play area.
///
/// ```
/// use clowder::arboretum::{PlayArea, Species, score};
///
/// let path = score::best_path(&PlayArea::new(), Species::Oak);
/// assert_eq!((path.cards.len(), path.score), (0, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The species.
    pub species: Species,
    /// The cards, in ascending order of rank. There is at most one card if the score is 0.
    pub cards: Vec<Card>,
    /// The points for the path.
    pub score: i64,
}

/// A player's score and the paths that contribute to the score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The best path of each species that the player is entitled to score.
    pub paths: Vec<Path>,
    /// The sum of the path scores.
    pub total: i64,
}

/// Computes both players' scores as if the game ended now.
///
/// ```
/// use clowder::arboretum::{State, score};
/// use clowder::random::Random;
///
/// let scores = score::scores(&State::deal(&mut Random::new(1)));
/// assert_eq!(scores.map(|score| score.total), [0, 0]);
/// ```
pub fn scores(state: &State) -> [Score; 2] {
    Seat::BOTH.map(|seat| {
        let hands = state.hands();
        let graph = Graph::new(&state.areas()[seat]);
        let scored = Species::ALL.into_iter();
        let scored = scored.filter(|&species| has_right(&hands[seat], &hands[seat.other()], species));
        let paths: Vec<_> = scored.map(|species| graph.best_path(species)).collect();
        Score { total: paths.iter().map(|path| path.score).sum(), paths }
    })
}

/// Finds a species' best path in a play area, whether or not the player is entitled to score it.
pub fn best_path(area: &PlayArea, species: Species) -> Path {
    Graph::new(area).best_path(species)
}

/// Finds the best path of each species in a play area.
pub fn best_paths(area: &PlayArea) -> [Path; Species::ALL.len()] {
    let graph = Graph::new(area);
    Species::ALL.map(|species| graph.best_path(species))
}

/// Whether the player with the hand `own` is entitled to score a species. The species' ranks in `own` must add up to at
/// least the sum of those in `other`. An 8 counts as 0 if the opposing hand contains the 1 of the same species.
pub fn has_right(own: &Pile, other: &Pile, species: Species) -> bool {
    let [own, other] = [own, other].map(|hand| (hand.set() >> (8 * species.index())) as u8);
    is_entitled(own, other)
}

/// Like [`has_right`], but takes the ranks of a species as bits, with bit 0 for rank 1.
pub(super) fn is_entitled(own: u8, other: u8) -> bool {
    let counted = |own: u8, other: u8| RANK_SUMS[usize::from(if other & 1 == 1 { own & 0x7f } else { own })];
    counted(own, other) >= counted(other, own)
}

/// The sum of each set of ranks, indexed by its bit mask (bit 0 for rank 1).
pub(super) const RANK_SUMS: [i8; 256] = {
    let mut sums = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut bit = 0;
        while bit < 8 {
            if set >> bit & 1 == 1 {
                sums[set] += bit as i8 + 1;
            }
            bit += 1;
        }
        set += 1;
    }
    sums
};

/// Determines the outcome as if the game ended now. The higher total wins. If the totals are equal, the
/// player with more species in the play area wins.
pub(super) fn outcome(state: &State) -> Outcome {
    let [a, b] = scores(state);
    let [species_a, species_b] = state.areas().each_ref().map(|area| {
        let species = area.cards().iter().map(|placed| placed.card.species().index());
        species.fold(0_u8, |set, species| set | 1 << species).count_ones()
    });
    let winner = match (a.total, species_a).cmp(&(b.total, species_b)) {
        Ordering::Greater => Some(Seat::First),
        Ordering::Less => Some(Seat::Second),
        Ordering::Equal => None,
    };
    let mut meta_data = String::with_capacity(512);
    for (index, (name, score)) in [("a", &a), ("b", &b)].into_iter().enumerate() {
        let separator = if index == 0 { '{' } else { ',' };
        // Writing to a `String` cannot fail.
        let _ = write!(meta_data, "{separator}\"{name}Score\":{},\"{name}Paths\":", score.total);
        write_paths(&mut meta_data, &score.paths);
    }
    meta_data.push('}');
    Outcome::new(winner, [a.total, b.total]).with_meta_data(meta_data)
}

/// Appends paths in the saved-game format.
fn write_paths(out: &mut String, paths: &[Path]) {
    out.push('[');
    for (index, path) in paths.iter().enumerate() {
        out.push_str(if index > 0 { ",{\"path\":[" } else { "{\"path\":[" });
        for (index, card) in path.cards.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            card.write(out);
        }
        // Writing to a `String` cannot fail.
        let _ = write!(out, "],\"score\":{},\"species\":\"{}\",\"scored\":true}}", path.score, path.species);
    }
    out.push(']');
}

/// A play area as a graph.
struct Graph {
    cards: [Card; CARDS],
    /// For each card, its neighbours as indices into `cards`, in the order of [`STEPS`].
    neighbours: [[Option<u8>; 4]; CARDS],
    /// The card indices in depth-first order from (0, 0).
    visited: Vec<u8>,
}

impl Graph {
    fn new(area: &PlayArea) -> Self {
        let placed = area.cards();
        let mut graph = Self {
            cards: [Card::FIRST; CARDS],
            neighbours: [[None; 4]; CARDS],
            visited: Vec::with_capacity(placed.len()),
        };
        for (index, one) in placed.iter().enumerate() {
            graph.cards[index] = one.card;
            for (place, [dx, dy]) in graph.neighbours[index].iter_mut().zip(STEPS) {
                let at = [one.at[0] + dx, one.at[1] + dy];
                if !area.is_empty_at(at) {
                    *place = placed.iter().position(|other| other.at == at).map(|other| other as u8);
                }
            }
        }
        if let Some(origin) = placed.iter().position(|one| one.at == [0, 0]) {
            graph.visit_from(origin as u8);
        }
        graph
    }

    /// Visits the cards in depth-first order, using a stack. A card is marked when it is pushed onto the
    /// stack, and visited when it is popped.
    fn visit_from(&mut self, origin: u8) {
        let mut marked = 1_u64 << origin;
        let mut stack = vec![origin];
        while let Some(card) = stack.pop() {
            self.visited.push(card);
            for next in self.neighbours[usize::from(card)].into_iter().flatten() {
                if marked >> next & 1 == 0 {
                    marked |= 1 << next;
                    stack.push(next);
                }
            }
        }
    }

    /// Finds the path with the most points. If several paths score equally, chooses the one that the server
    /// would find first. If no path connects two cards of the species, the returned path contains a single
    /// card: the species' first card in depth-first order. If the species does not occur, the path is empty.
    fn best_path(&self, species: Species) -> Path {
        let mut search =
            PathSearch { graph: self, species, path: Vec::with_capacity(8), best: Vec::new(), score: 0 };
        for &start in &self.visited {
            if self.cards[usize::from(start)].species() == species {
                if search.best.is_empty() {
                    search.best.push(self.cards[usize::from(start)]);
                }
                search.extend(start);
            }
        }
        Path { species, cards: search.best, score: search.score }
    }
}

struct PathSearch<'a> {
    graph: &'a Graph,
    species: Species,
    path: Vec<Card>,
    best: Vec<Card>,
    score: i64,
}

impl PathSearch<'_> {
    /// Adds a card to the path, and scores the path if it now connects two cards of the species. Then tries
    /// every extension of the path. The last neighbour is tried first, because the server pops neighbours from
    /// a stack.
    fn extend(&mut self, index: u8) {
        let card = self.graph.cards[usize::from(index)];
        self.path.push(card);
        if card.species() == self.species && self.path.len() >= 2 {
            let score = path_score(&self.path);
            if score > self.score {
                self.score = score;
                self.best.clone_from(&self.path);
            }
        }
        for next in self.graph.neighbours[usize::from(index)].into_iter().rev().flatten() {
            if self.graph.cards[usize::from(next)].rank() > card.rank() {
                self.extend(next);
            }
        }
        self.path.pop();
    }
}

/// Scores a path of at least two cards. Each card gives one point, or two in a single-species path of at least four
/// cards. A 1 at the start gives one extra point, and an 8 at the end gives two.
fn path_score(path: &[Card]) -> i64 {
    let length = path.len() as i64;
    let pure = path.iter().all(|card| card.species() == path[0].species());
    let doubled = if pure && length >= 4 { 2 * length } else { length };
    doubled + i64::from(path[0].rank() == 1) + 2 * i64::from(path[path.len() - 1].rank() == 8)
}
