//! The search of the solver for exact cover problems.

use super::{Demand, Problem};
use std::ops::Range;

/// One item in one option.
struct Node {
    item: usize,
    /// The index of the node in [`CoverSearch::sets`].
    place: usize,
    option: usize,
}

/// The state of an item during the search.
struct ItemState {
    /// The index in [`CoverSearch::sets`] at which the item's options begin.
    start: usize,
    /// The number of active options that cover the item.
    live: usize,
    /// The number of times that the item may still be covered.
    left: u32,
    /// True until the item has been covered the maximum number of times.
    open: bool,
    /// True if the item was added with [`Problem::primary`], so that it must be covered exactly once.
    primary: bool,
    /// True if the item was added with [`Problem::exactly`], so that it must be covered the maximum number of times.
    exact: bool,
}

/// A level of the search, at which the options of one item are tried.
struct Level {
    /// The item to be covered.
    item: usize,
    /// The index of the option to try next, among the active options of the item.
    next: usize,
    /// The number of active options of the item when the level was added.
    end: usize,
    /// The length of the trail when the level was added.
    trail: usize,
}

/// A step that must be undone later.
enum TrailStep {
    /// An option was removed from the active options of this item.
    Shrunk(usize),
    /// This item was covered one more time.
    Used(usize),
    /// This item was closed.
    Closed(usize),
    /// A primary item was removed from the list of open items.
    Covered,
}

/// A depth-first search that stops at every solution.
pub(super) struct CoverSearch {
    nodes: Vec<Node>,
    /// For each option, the range of its nodes.
    options: Vec<Range<usize>>,
    /// For each item, one after the other, the nodes of its options. The active options come first.
    sets: Vec<usize>,
    items: Vec<ItemState>,
    /// The primary items. The open items come first.
    primary: Vec<usize>,
    /// For each primary item, its index in `primary`. The values for other items are not used.
    rank: Vec<usize>,
    /// The number of open primary items.
    open: usize,
    levels: Vec<Level>,
    chosen: Vec<usize>,
    trail: Vec<TrailStep>,
    started: bool,
}

impl CoverSearch {
    pub(super) fn new(problem: &Problem) -> Self {
        let mut sizes = vec![0; problem.names.len()];
        for &item in problem.options.iter().flatten() {
            sizes[item] += 1;
        }
        let mut start = 0;
        let mut items: Vec<ItemState> = Vec::with_capacity(sizes.len());
        for (size, demand) in sizes.iter().zip(&problem.demands) {
            let left = match *demand {
                Demand::Once => 1,
                Demand::AtMost(times) | Demand::Exactly(times) => times,
            };
            let (primary, exact) = (*demand == Demand::Once, matches!(demand, Demand::Exactly(_)));
            items.push(ItemState { start, live: 0, left, open: true, primary, exact });
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
        let primary: Vec<_> =
            (0..items.len()).filter(|&item| problem.demands[item] == Demand::Once).collect();
        let mut rank = vec![0; items.len()];
        for (index, &item) in primary.iter().enumerate() {
            rank[item] = index;
        }
        let open = primary.len();
        let mut search = Self {
            nodes,
            options,
            sets,
            items,
            primary,
            rank,
            open,
            levels: Vec::new(),
            chosen: Vec::new(),
            trail: Vec::new(),
            started: false,
        };

        if !(0..search.items.len()).all(|item| search.items[item].left > 0 || search.close(item, None)) {
            // There is no solution, because all options of an item that must be covered also cover an item that may be
            // covered at most 0 times.
            search.started = true;
        }
        search
    }

    /// Returns the options of the solution that the last call of [`advance`](Self::advance) found.
    pub(super) fn chosen(&self) -> &[usize] {
        &self.chosen
    }

    /// Returns `true` if every item that was added with [`Problem::exactly`] has been covered as often as required.
    pub(super) fn is_complete(&self) -> bool {
        self.items.iter().all(|item| !item.exact || item.left == 0)
    }

    /// Continues to the next solution. Returns `false` if there is no further solution.
    pub(super) fn advance(&mut self) -> bool {
        if !self.started {
            self.started = true;
            if self.open == 0 {
                return true;
            }
            self.descend();
        }
        loop {
            let Some(level) = self.levels.last_mut() else { return false };
            let (item, next, trail) = (level.item, level.next, level.trail);
            let done = next == level.end;
            level.next += 1;
            self.undo(trail);
            self.chosen.truncate(self.levels.len() - 1);
            if done {
                self.levels.pop();
                continue;
            }
            let option = self.nodes[self.sets[self.items[item].start + next]].option;
            self.chosen.push(option);
            if self.choose(option, item) {
                if self.open == 0 {
                    return true;
                }
                self.descend();
            }
        }
    }

    /// Adds a level for the open primary item with the fewest active options.
    fn descend(&mut self) {
        let mut best = self.primary[0];
        for &item in &self.primary[1..self.open] {
            if self.items[item].live < self.items[best].live {
                best = item;
            }
        }
        self.levels.push(Level { item: best, next: 0, end: self.items[best].live, trail: self.trail.len() });
    }

    /// Covers the items of `option`. Returns `false` if an open primary item cannot be covered any more. The item
    /// `first` is the item whose options are being tried. It is closed before the other items are covered. Otherwise,
    /// covering them could change the order of its options, and [`Level::next`] would be wrong.
    fn choose(&mut self, option: usize, first: usize) -> bool {
        self.cover(first, option)
            && self.options[option].clone().all(|node| {
                let item = self.nodes[node].item;
                item == first || self.cover(item, option)
            })
    }

    /// Covers one item of `option` one more time.
    fn cover(&mut self, item: usize, option: usize) -> bool {
        self.items[item].left -= 1;
        self.trail.push(TrailStep::Used(item));
        self.items[item].left > 0 || self.close(item, Some(option))
    }

    /// Closes an item and removes its active options, except `chosen`. Returns `false` if this leaves an open primary
    /// item without options.
    fn close(&mut self, item: usize, chosen: Option<usize>) -> bool {
        self.items[item].open = false;
        self.trail.push(TrailStep::Closed(item));
        if self.items[item].primary {
            self.open -= 1;
            self.swap_primary(self.rank[item], self.open);
            self.trail.push(TrailStep::Covered);
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

    fn swap_primary(&mut self, one: usize, other: usize) {
        self.primary.swap(one, other);
        self.rank[self.primary[one]] = one;
        self.rank[self.primary[other]] = other;
    }

    /// Removes an option from the active options of every open item. Returns `false` if this leaves an open primary
    /// item without options.
    fn remove(&mut self, option: usize) -> bool {
        for node in self.options[option].clone() {
            let Node { item, place, .. } = self.nodes[node];
            let state = &mut self.items[item];
            if !state.open {
                continue;
            }
            if state.primary && state.live == 1 {
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
                TrailStep::Closed(item) => self.items[item].open = true,
                // The item that was covered last comes directly after the open items, so it becomes open again if their
                // number grows by one.
                TrailStep::Covered => self.open += 1,
            }
        }
    }
}
