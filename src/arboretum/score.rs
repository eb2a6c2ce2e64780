//! Scoring: paths, the right to score, the winner, and what the server saves about it.

use super::area::{PlayArea, STEPS};
use super::card::{CARDS, Card, SPECIES};
use super::state::State;
use crate::games::Outcome;
use std::fmt::Write as _;

/// The best path of a species.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The species: an index into [`SPECIES`].
    pub species: usize,
    /// Its cards from the lowest; with score 0 at most one.
    pub cards: Vec<Card>,
    /// What it is worth.
    pub score: i64,
}

/// What one player scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The best path of every species the player has the right to score.
    pub paths: Vec<Path>,
    /// Their sum.
    pub total: i64,
}

/// What both players score as things stand.
pub fn scores(state: &State) -> [Score; 2] {
    let rights = rights(state.hands().map(|hand| hand.set()));
    [0, 1].map(|seat| {
        let grove = Grove::new(state.area(seat));
        let species = (0..SPECIES.len()).filter(|&species| rights[seat][species]);
        let paths: Vec<_> = species.map(|species| grove.best_path(species)).collect();
        Score { total: paths.iter().map(|path| path.score).sum(), paths }
    })
}

/// The best path of a species in a play area, whoever has the right to score it.
pub fn best_path(area: &PlayArea, species: usize) -> Path {
    Grove::new(area).best_path(species)
}

/// The best path of every species in a play area.
pub fn best_paths(area: &PlayArea) -> [Path; SPECIES.len()] {
    let grove = Grove::new(area);
    std::array::from_fn(|species| grove.best_path(species))
}

/// Which species each of two hands (sets of cards) may score: the higher sum of ranks, both if equal.
pub fn rights(hands: [u64; 2]) -> [[bool; SPECIES.len()]; 2] {
    [0, 1].map(|seat| {
        std::array::from_fn(|species| {
            let [own, other] = [seat, 1 - seat].map(|hand| (hands[hand] >> (8 * species)) as u8);
            rank_sum(own, other) >= rank_sum(other, own)
        })
    })
}

/// The sum of the ranks of one species in a hand; its 8 counts nothing if the other hand has the 1.
fn rank_sum(own: u8, other: u8) -> u32 {
    let counted = if other & 1 == 1 { own & 0x7f } else { own };
    (0..8).filter(|rank| counted >> rank & 1 == 1).map(|rank| rank + 1).sum()
}

/// The end of a game: the higher total wins, then more different species in the play area.
pub fn outcome(state: &State) -> Outcome {
    let [a, b] = scores(state);
    let variety = [0, 1].map(|seat| {
        let species =
            state.area(seat).cards().iter().fold(0_u8, |set, placed| set | 1 << placed.card.species());
        species.count_ones()
    });
    let result = match (a.total, variety[0]).cmp(&(b.total, variety[1])) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => 2,
    };
    let mut meta_data = String::with_capacity(512);
    for (index, (name, score)) in [("a", &a), ("b", &b)].into_iter().enumerate() {
        let separator = if index == 0 { '{' } else { ',' };
        // Writing to a `String` cannot fail.
        let _ = write!(meta_data, "{separator}\"{name}Score\":{},\"{name}Paths\":", score.total);
        write_paths(&mut meta_data, &score.paths);
    }
    meta_data.push('}');
    Outcome { result, scores: [a.total, b.total], meta_data, forfeited: None }
}

/// Paths as the server saves them.
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
        let _ = write!(
            out,
            "],\"score\":{},\"species\":\"{}\",\"scored\":true}}",
            path.score, SPECIES[path.species]
        );
    }
    out.push(']');
}

/// A play area as a graph.
struct Grove {
    cards: [Card; CARDS],
    /// The neighbours of each card, in the order of [`STEPS`].
    neighbours: [[Option<u8>; 4]; CARDS],
    /// The cards in the order of a walk from (0, 0).
    walk: Vec<u8>,
}

impl Grove {
    fn new(area: &PlayArea) -> Self {
        let placed = area.cards();
        let mut grove = Self {
            cards: [Card::FIRST; CARDS],
            neighbours: [[None; 4]; CARDS],
            walk: Vec::with_capacity(placed.len()),
        };
        for (index, one) in placed.iter().enumerate() {
            grove.cards[index] = one.card;
            for (place, [dx, dy]) in grove.neighbours[index].iter_mut().zip(STEPS) {
                let at = [one.at[0] + dx, one.at[1] + dy];
                if !area.is_empty_at(at) {
                    *place = placed.iter().position(|other| other.at == at).map(|other| other as u8);
                }
            }
        }
        if let Some(origin) = placed.iter().position(|one| one.at == [0, 0]) {
            grove.walk_from(origin as u8);
        }
        grove
    }

    /// Depth first with a stack: a card is marked when it is put there, visited when it is taken off.
    fn walk_from(&mut self, origin: u8) {
        let mut marked = 1_u64 << origin;
        let mut stack = vec![origin];
        while let Some(card) = stack.pop() {
            self.walk.push(card);
            for next in self.neighbours[usize::from(card)].into_iter().flatten() {
                if marked >> next & 1 == 0 {
                    marked |= 1 << next;
                    stack.push(next);
                }
            }
        }
    }

    /// The first best path in the server's order; without any, the first card of the species alone.
    fn best_path(&self, species: usize) -> Path {
        let mut search =
            Search { grove: self, species, path: Vec::with_capacity(8), best: Vec::new(), score: 0 };
        for &start in &self.walk {
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

/// A search for the best path of a species.
struct Search<'a> {
    grove: &'a Grove,
    species: usize,
    path: Vec<Card>,
    best: Vec<Card>,
    score: i64,
}

impl Search<'_> {
    /// Tries the path with one more card, then every longer one. A stack takes the last neighbour first.
    fn extend(&mut self, index: u8) {
        let card = self.grove.cards[usize::from(index)];
        self.path.push(card);
        if card.species() == self.species && self.path.len() >= 2 {
            let score = path_score(&self.path);
            if score > self.score {
                self.score = score;
                self.best.clone_from(&self.path);
            }
        }
        for next in self.grove.neighbours[usize::from(index)].into_iter().rev().flatten() {
            if self.grove.cards[usize::from(next)].rank() > card.rank() {
                self.extend(next);
            }
        }
        self.path.pop();
    }
}

/// The worth of a path of at least two cards: a point a card, doubled for four or more of one species, one more for
/// a 1 at its start, two more for an 8 at its end.
fn path_score(path: &[Card]) -> i64 {
    let length = path.len() as i64;
    let pure = path.iter().all(|card| card.species() == path[0].species());
    let doubled = if pure && length >= 4 { 2 * length } else { length };
    doubled + i64::from(path[0].rank() == 1) + 2 * i64::from(path[path.len() - 1].rank() == 8)
}
