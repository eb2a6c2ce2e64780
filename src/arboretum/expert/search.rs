//! Information-set Monte Carlo tree search with a single observer (Cowling, Powley and Whitehouse, "Information Set
//! Monte Carlo Tree Search", 2012).
//!
//! Each iteration generates a random state that is consistent with everything the observer (the player whose
//! move is chosen) has seen. The search then descends the tree along moves that are legal in this state. A
//! node therefore represents all states that look the same to the observer. Moves are selected by their mean
//! reward and the quick policy's estimate. The estimate matters most while a move has rarely been tried. A new
//! node is evaluated by playing the game to its end with the quick policy.

use super::super::{Move, SubTurn};
use super::deal::{Deal, Knowledge, QuickMove, cards};
use super::policy;
use crate::random::Random;

/// The weight of the quick policy's estimate when a move is selected.
const EXPLORATION: f64 = 0.6;
/// The maximum number of plays considered per node.
const MOST_PLAYS: usize = 14;
/// The temperature of the estimates. If one move's value exceeds another's by this amount, the better move is
/// expected to get e (about 2.7) times as many visits.
const TEMPERATURE: f64 = 12.0;

/// A move from a node, with the results collected so far.
struct Edge {
    step: QuickMove,
    /// The nodes after the move. If the observer draws from the deck, each drawn card leads to its own node. Any other
    /// move leads to a single node.
    nodes: Vec<(Option<u8>, usize)>,
    visits: u32,
    /// In how many iterations the move was a candidate at its parent node.
    available: u32,
    /// The sum of the rewards for the player who makes the move.
    reward: f64,
}

pub(super) struct MoveSearch<'a> {
    knowledge: Knowledge,
    random: &'a mut Random,
    nodes: Vec<Vec<Edge>>,
}

impl<'a> MoveSearch<'a> {
    pub(super) fn new(knowledge: Knowledge, random: &'a mut Random) -> Self {
        Self { knowledge, random, nodes: vec![Vec::new()] }
    }

    /// Returns the move with the most visits. Ties are broken in favour of the highest mean reward.
    pub(super) fn best(&self) -> Option<Move> {
        let mean = |edge: &Edge| edge.reward / f64::from(edge.visits.max(1));
        let edges = self.nodes[0].iter();
        let best = edges.max_by(|a, b| a.visits.cmp(&b.visits).then(mean(a).total_cmp(&mean(b))));
        best.map(|edge| self.knowledge.to_move(edge.step))
    }

    pub(super) fn iterate(&mut self) {
        let mut deal = self.knowledge.deal(self.random);
        let mut path: Vec<(usize, usize, usize)> = Vec::with_capacity(16);
        let (mut node, mut is_new) = (0, false);
        while !deal.is_over() && !is_new {
            let Some(edge) = self.select(node, &candidates(&deal)) else {
                break;
            };
            let mover = deal.mover;
            path.push((node, edge, mover));
            let step = self.nodes[node][edge].step;
            let drawn = deal.apply(step);
            let seen = drawn.filter(|_| mover == 0 && step == QuickMove::Draw(0));
            (node, is_new) = self.child(node, edge, seen);
        }
        let reward = playout(deal);
        for (node, edge, mover) in path {
            let edge = &mut self.nodes[node][edge];
            edge.visits += 1;
            edge.reward += if mover == 0 { reward } else { 1.0 - reward };
        }
    }

    /// Returns the node reached by a move, and whether this node is new.
    fn child(&mut self, node: usize, edge: usize, seen: Option<u8>) -> (usize, bool) {
        let found = self.nodes[node][edge].nodes.iter().find(|(card, _)| *card == seen);
        if let Some(&(_, child)) = found {
            return (child, false);
        }
        self.nodes.push(Vec::new());
        let child = self.nodes.len() - 1;
        self.nodes[node][edge].nodes.push((seen, child));
        (child, true)
    }

    /// Selects a candidate and returns the index of its edge. Each candidate is a move with an estimate.
    fn select(&mut self, node: usize, candidates: &[(QuickMove, f64)]) -> Option<usize> {
        let edges = &mut self.nodes[node];
        let mut open = Vec::with_capacity(candidates.len());
        for &(step, prior) in candidates {
            let known = edges.iter().position(|edge| edge.step == step);
            let index = known.unwrap_or_else(|| {
                edges.push(Edge { step, nodes: Vec::new(), visits: 0, available: 0, reward: 0.0 });
                edges.len() - 1
            });
            edges[index].available += 1;
            open.push((index, prior));
        }
        let visits: u32 = open.iter().map(|&(index, _)| edges[index].visits).sum();
        let reward: f64 = open.iter().map(|&(index, _)| edges[index].reward).sum();
        let mean = if visits > 0 { reward / f64::from(visits) } else { 0.5 };
        let value = |&(index, prior): &(usize, f64)| {
            let edge = &edges[index];
            let known = if edge.visits > 0 { edge.reward / f64::from(edge.visits) } else { mean };
            known + EXPLORATION * prior * f64::from(edge.available).sqrt() / f64::from(1 + edge.visits)
        };
        open.iter().max_by(|a, b| value(a).total_cmp(&value(b))).map(|&(index, _)| index)
    }
}

/// Lists the moves to consider in a state, each with its expected share of visits.
fn candidates(deal: &Deal) -> Vec<(QuickMove, f64)> {
    let (yard, hand) = (&deal.yards[deal.mover], deal.hands[deal.mover]);
    let mut found: Vec<(QuickMove, i32)> = Vec::with_capacity(128);
    match deal.step {
        SubTurn::FirstDraw | SubTurn::SecondDraw => {
            found.extend(deal.sources().map(|source| (QuickMove::Draw(source), 0)));
        }
        SubTurn::Play => {
            policy::each_play(yard, hand, |card, place, value| {
                found.push((QuickMove::Play(card, place), value));
            });
            if found.len() > MOST_PLAYS {
                found.select_nth_unstable_by_key(MOST_PLAYS, |&(_, value)| std::cmp::Reverse(value));
                found.truncate(MOST_PLAYS);
            }
        }
        SubTurn::Discard => {
            let of = |card| (QuickMove::Discard(card), policy::discard_value(yard, hand, card));
            found.extend(cards(hand).map(of));
        }
    }
    let best = found.iter().map(|found| found.1).max().unwrap_or(0);
    let weight = |value: i32| (f64::from(value - best) / TEMPERATURE).exp();
    let sum: f64 = found.iter().map(|found| weight(found.1)).sum();
    found.into_iter().map(|(step, value)| (step, weight(value) / sum)).collect()
}

/// Plays a game to its end with the quick policy, and returns the reward of player 0 (between 0 and 1).
fn playout(mut deal: Deal) -> f64 {
    let mut plays = policy::Plays::default();
    while !deal.is_over() {
        let Some(step) = plays.choose(&deal) else {
            break;
        };
        deal.apply(step);
    }
    let [own, other] = deal.scores();
    let [own_variety, other_variety] = [0, 1].map(|player| deal.yards[player].variety());
    let won = match (own, own_variety).cmp(&(other, other_variety)) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    // The point margin distinguishes between moves that lead to the same winner.
    let margin = 0.5 + (f64::from(own - other) / 12.0).tanh() / 2.0;
    0.5 * won + 0.5 * margin
}
