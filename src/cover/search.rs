//! Searches for the solutions of exact cover problems.

use super::{Demand, Problem};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

struct Node {
    item: usize,
    place: usize,
    option: usize,
}

struct ItemState {
    demand: Demand,
    /// The index in [`CoverSearch::sets`] at which the item's options begin.
    start: usize,
    /// The number of active options of the item.
    live: usize,
    /// The number of times that the item may still be covered.
    left: u32,
    open: bool,
}

enum TrailStep {
    /// An option was removed from the active options of an item.
    Shrunk(usize),
    Used(usize),
    Closed(usize),
}

pub(super) struct CoverSearch<'a> {
    nodes: Vec<Node>,
    options: Vec<Range<usize>>,
    /// For each item in turn, the nodes of its options, with active options first.
    sets: Vec<usize>,
    items: Vec<ItemState>,
    /// The primary items, beginning with the open ones.
    primary: Vec<usize>,
    /// The index of each primary item in `primary`, unused for other items.
    rank: Vec<usize>,
    open: usize,
    chosen: Vec<usize>,
    trail: Vec<TrailStep>,
    stop: &'a AtomicBool,
}

impl<'a> CoverSearch<'a> {
    /// Prepares the search, and removes unusable options: those that cover an item that must not be covered.
    /// Returns `None` if this removes the last option of a primary item.
    pub(super) fn new(problem: &Problem, stop: &'a AtomicBool) -> Option<Self> {
        let mut sizes = vec![0; problem.demands.len()];
        for &item in problem.options.iter().flatten() {
            sizes[item] += 1;
        }
        let (mut start, mut items, mut primary, mut rank) = (0, Vec::new(), Vec::new(), Vec::new());
        for (item, (size, &demand)) in sizes.into_iter().zip(&problem.demands).enumerate() {
            rank.push(primary.len());
            let left = match demand {
                Demand::Once => 1,
                Demand::AtMost(times) | Demand::Exactly(times) => times,
            };
            if demand == Demand::Once {
                primary.push(item);
            }
            items.push(ItemState { demand, start, live: 0, left, open: true });
            start += size;
        }
        let (mut nodes, mut options, mut sets) = (Vec::with_capacity(start), Vec::new(), vec![0; start]);
        for (option, of) in problem.options.iter().enumerate() {
            options.push(nodes.len()..nodes.len() + of.len());
            for &item in of {
                let place = items[item].start + items[item].live;
                items[item].live += 1;
                sets[place] = nodes.len();
                nodes.push(Node { item, place, option });
            }
        }
        let open = primary.len();
        let (chosen, trail) = (Vec::new(), Vec::new());
        let mut search = Self { nodes, options, sets, items, primary, rank, open, chosen, trail, stop };
        let is_possible =
            (0..search.items.len()).all(|item| search.items[item].left > 0 || search.close(item, None));
        is_possible.then_some(search)
    }

    pub(super) fn run<B>(&mut self, visitor: &mut dyn FnMut(&[usize]) -> ControlFlow<B>) -> ControlFlow<B> {
        // Begin with an item that has at most one option, or else with the item that was added first. The
        // fallback makes the search find solutions in lexicographic order of the options that cover the primary
        // items.
        let Some(&item) =
            self.primary[..self.open].iter().min_by_key(|&&item| (self.items[item].live.min(2), item))
        else {
            let is_complete =
                self.items.iter().all(|item| !matches!(item.demand, Demand::Exactly(_)) || item.left == 0);
            return if is_complete { visitor(&self.chosen) } else { ControlFlow::Continue(()) };
        };
        let (start, trail) = (self.items[item].start, self.trail.len());
        let active = start..start + self.items[item].live;
        let mut options: Vec<_> = self.sets[active].iter().map(|&node| self.nodes[node].option).collect();
        options.sort_unstable();
        for option in options {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            if self.choose(option) {
                self.run(visitor)?;
            }
            self.chosen.pop();
            self.undo(trail);
        }
        ControlFlow::Continue(())
    }

    /// Chooses `option` and covers its items. Returns `false` if an open primary item then has no options left.
    pub(super) fn choose(&mut self, option: usize) -> bool {
        self.chosen.push(option);
        self.options[option].clone().all(|node| self.cover(self.nodes[node].item, option))
    }

    fn cover(&mut self, item: usize, option: usize) -> bool {
        self.items[item].left -= 1;
        self.trail.push(TrailStep::Used(item));
        self.items[item].left > 0 || self.close(item, Some(option))
    }

    /// Closes an item and removes its active options, except `chosen`. Returns `false` if an open primary item then has
    /// no options left.
    fn close(&mut self, item: usize, chosen: Option<usize>) -> bool {
        self.items[item].open = false;
        self.trail.push(TrailStep::Closed(item));
        if self.items[item].demand == Demand::Once {
            self.open -= 1;
            let (one, other) = (self.rank[item], self.open);
            self.primary.swap(one, other);
            self.rank[self.primary[one]] = one;
            self.rank[self.primary[other]] = other;
        }
        let start = self.items[item].start;
        for place in start..start + self.items[item].live {
            let option = self.nodes[self.sets[place]].option;
            if chosen != Some(option) && !self.remove(option) {
                return false;
            }
        }
        true
    }

    /// Removes an option from the active options of every open item. Returns `false` if an open primary item then has
    /// no options left.
    fn remove(&mut self, option: usize) -> bool {
        for node in self.options[option].clone() {
            let Node { item, place, .. } = self.nodes[node];
            let state = &mut self.items[item];
            if !state.open {
                continue;
            }
            if state.demand == Demand::Once && state.live == 1 {
                return false;
            }
            state.live -= 1;
            let last = state.start + state.live;
            self.sets.swap(place, last);
            self.nodes[self.sets[place]].place = place;
            self.nodes[self.sets[last]].place = last;
            self.trail.push(TrailStep::Shrunk(item));
        }
        true
    }

    fn undo(&mut self, length: usize) {
        for step in self.trail.drain(length..).rev() {
            match step {
                TrailStep::Shrunk(item) => self.items[item].live += 1,
                TrailStep::Used(item) => self.items[item].left += 1,
                TrailStep::Closed(item) => {
                    self.items[item].open = true;
                    // In `primary`, the open items come first, followed directly by the item that was closed
                    // last. Increasing the number of open items therefore reopens that item.
                    self.open += usize::from(self.items[item].demand == Demand::Once);
                }
            }
        }
    }
}
