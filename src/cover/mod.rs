//! A solver for exact cover problems, which chooses options that cover every primary item exactly once.
//!
//! This solver handles every exact cover problem. (Most tilings are found by a specialized search, which is
//! much faster and is tested against this solver.) The algorithm is Knuth's "dancing cells" (The Art of
//! Computer Programming 4B, 7.2.2.1, exercise on sparse sets). Each item has an array of its options, in
//! which the active options (those that can still be chosen) come first. Removing an option swaps it with the
//! last active option and shrinks the active part by one. Growing the active part by one restores the option.

mod deduce;
mod reason;
mod search;

pub use deduce::{Assessment, Contradiction, Deduction, Difficulty, Forced, Hint, Step};
pub use reason::Words;
use search::CoverSearch;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// An item of a [`Problem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Item {
    problem: u64,
    index: usize,
}

/// The number of times that an item must or may be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Demand {
    Once,
    Exactly(u32),
    AtMost(u32),
}

/// The reason why an option cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CoverError {
    /// The option covers no items.
    #[error("an option must cover at least one item")]
    EmptyOption,
    /// The item belongs to a different problem.
    #[error("the item belongs to another problem")]
    ForeignItem,
}

/// An exact cover problem: items, and the options that cover them.
///
/// # Examples
/// ```
/// use clowder::cover::Problem;
///
/// // Two dominoes cover a square of four: both upright or both across.
/// let mut problem = Problem::new();
/// let [a, b, c, d] = std::array::from_fn(|_| problem.primary());
/// for pair in [[a, b], [c, d], [a, c], [b, d]] {
///     problem.option(pair)?;
/// }
/// assert_eq!(problem.count(), 2);
/// assert_eq!(problem.first(), Some(vec![0, 1]));
/// # Ok::<(), clowder::cover::CoverError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Problem {
    /// The ID of the problem, which is shared with clones only. Each item stores the ID of its problem.
    id: u64,
    demands: Vec<Demand>,
    options: Vec<Vec<usize>>,
}

impl Default for Problem {
    fn default() -> Self {
        Self::new()
    }
}

impl Problem {
    /// Creates a problem without items or options, whose only solution is to choose nothing.
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        Self { id, demands: Vec::new(), options: Vec::new() }
    }

    /// Adds an item that must be covered exactly once.
    pub fn primary(&mut self) -> Item {
        self.item(Demand::Once)
    }

    /// Adds an optional item that may be covered up to `times` times.
    pub fn secondary(&mut self, times: u32) -> Item {
        self.item(Demand::AtMost(times))
    }

    /// Adds an item that must be covered exactly `times` times. The search never covers the item more often,
    /// but detects a shortfall only after all primary items are covered. If `times` is 1,
    /// [`primary`](Self::primary) is therefore faster.
    ///
    /// # Examples
    /// ```
    /// let mut problem = clowder::cover::Problem::new();
    /// let (a, b) = (problem.primary(), problem.primary());
    /// let twice = problem.exactly(2);
    /// for items in [vec![a, twice], vec![b, twice], vec![a, b]] {
    ///     problem.option(items)?;
    /// }
    /// assert_eq!(problem.all(), [[0, 1]]);
    /// # Ok::<(), clowder::cover::CoverError>(())
    /// ```
    pub fn exactly(&mut self, times: u32) -> Item {
        self.item(Demand::Exactly(times))
    }

    fn item(&mut self, demand: Demand) -> Item {
        self.demands.push(demand);
        Item { problem: self.id, index: self.demands.len() - 1 }
    }

    /// Adds an option that covers the given items, ignoring repeated items. Returns the number of the option,
    /// counted from 0. An option that covers no primary item is never chosen.
    ///
    /// # Errors
    /// Returns an error if there are no items, or if an item belongs to a different problem.
    ///
    /// # Examples
    /// ```
    /// use clowder::cover::{CoverError, Problem};
    ///
    /// let (mut problem, mut other) = (Problem::new(), Problem::new());
    /// let (item, foreign) = (problem.primary(), other.primary());
    /// assert_eq!(problem.option([item]), Ok(0));
    /// assert_eq!(problem.option([foreign]), Err(CoverError::ForeignItem));
    /// ```
    pub fn option(&mut self, items: impl IntoIterator<Item = Item>) -> Result<usize, CoverError> {
        let own = |item: Item| {
            let known = item.problem == self.id && item.index < self.demands.len();
            if known { Ok(item.index) } else { Err(CoverError::ForeignItem) }
        };
        let mut items = items.into_iter().map(own).collect::<Result<Vec<_>, _>>()?;
        if items.is_empty() {
            return Err(CoverError::EmptyOption);
        }
        items.sort_unstable();
        items.dedup();
        self.options.push(items);
        Ok(self.options.len() - 1)
    }

    /// Calls `visitor` with each solution (a list of options in the order of choice) until `visitor` returns
    /// [`ControlFlow::Break`]. Items with at most one option left are covered first, and the others in the
    /// order in which they were added. The options of an item are tried in the order in which they were
    /// added.
    ///
    /// # Examples
    /// ```
    /// use clowder::cover::Problem;
    /// use std::ops::ControlFlow;
    ///
    /// let mut problem = Problem::new();
    /// let item = problem.primary();
    /// let options = [problem.option([item])?, problem.option([item])?];
    /// let first = problem.visit(|chosen| ControlFlow::Break(chosen[0]));
    /// assert_eq!(first, ControlFlow::Break(options[0]));
    /// # Ok::<(), clowder::cover::CoverError>(())
    /// ```
    pub fn visit<B>(&self, visitor: impl FnMut(&[usize]) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_with(&[], &AtomicBool::new(false), visitor)
    }

    /// Like [`visit`](Self::visit), but finds only solutions that contain all options in `chosen`, which must
    /// not conflict with each other. Stops early if another thread sets `stop`.
    pub(crate) fn visit_with<B>(
        &self,
        chosen: &[usize],
        stop: &AtomicBool,
        mut visitor: impl FnMut(&[usize]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(mut search) = CoverSearch::new(self, stop) else { return ControlFlow::Continue(()) };
        let is_possible = chosen.iter().all(|&option| search.choose(option));
        if is_possible { search.run(&mut visitor) } else { ControlFlow::Continue(()) }
    }

    /// Finds one solution, with its options in ascending order.
    pub fn first(&self) -> Option<Vec<usize>> {
        self.visit(|chosen| ControlFlow::Break(sorted(chosen))).break_value()
    }

    /// Lists all solutions in search order, each with its options in ascending order.
    pub fn all(&self) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        let _: ControlFlow<()> = self.visit(|chosen| {
            all.push(sorted(chosen));
            ControlFlow::Continue(())
        });
        all
    }

    /// Counts the solutions.
    pub fn count(&self) -> u64 {
        let mut count = 0;
        let _: ControlFlow<()> = self.visit(|_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }
}

fn sorted(chosen: &[usize]) -> Vec<usize> {
    let mut options = chosen.to_vec();
    options.sort_unstable();
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The example in Knuth's paper "Dancing Links" (2000), which has seven items, six options and one
    /// solution.
    fn knuth() -> Problem {
        let mut problem = Problem::new();
        let items: Vec<_> = (0..7).map(|_| problem.primary()).collect();
        for option in ["cef", "adg", "bcf", "ad", "bg", "deg"] {
            problem.option(option.bytes().map(|name| items[usize::from(name - b'a')])).unwrap();
        }
        problem
    }

    #[test]
    fn knuths_example_has_its_one_solution() {
        assert_eq!(knuth().all(), [vec![0, 3, 4]]);
        assert_eq!(knuth().first(), Some(vec![0, 3, 4]));
    }

    #[test]
    fn the_empty_problem_has_the_empty_solution_and_a_single_item_has_none() {
        let mut problem = Problem::new();
        assert_eq!(problem.all(), [Vec::<usize>::new()]);
        problem.primary();
        assert_eq!(problem.all(), Vec::<Vec<usize>>::new());
        assert_eq!(problem.first(), None);
    }

    #[test]
    fn a_visitor_stops_the_search() {
        let mut problem = Problem::new();
        for _ in 0..8 {
            let item = problem.primary();
            problem.option([item]).unwrap();
            problem.option([item]).unwrap();
        }
        let mut seen = 0;
        let end = problem.visit(|chosen| {
            assert_eq!(chosen.len(), 8);
            seen += 1;
            if seen == 5 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
        });
        assert_eq!((end, seen), (ControlFlow::Break("enough"), 5));
        assert_eq!(problem.count(), 256);
    }

    fn brute_force(problem: &Problem) -> Vec<Vec<usize>> {
        let is_primary = |&option: &usize| {
            problem.options[option].iter().any(|&item| problem.demands[item] == Demand::Once)
        };
        let usable: Vec<_> = (0..problem.options.len()).filter(is_primary).collect();
        let mut found = Vec::new();
        for set in 0_u32..1 << usable.len() {
            let chosen: Vec<_> =
                usable.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, &o)| o).collect();
            let fits = problem.demands.iter().enumerate().all(|(item, demand)| {
                let times = chosen.iter().filter(|&&option| problem.options[option].contains(&item)).count();
                match *demand {
                    Demand::Once => times == 1,
                    Demand::Exactly(wanted) => times == wanted as usize,
                    Demand::AtMost(most) => times <= most as usize,
                }
            });
            if fits {
                found.push(chosen);
            }
        }
        found.sort();
        found
    }

    #[test]
    fn random_problems_agree_with_a_search_through_all_subsets() {
        let mut random = Random::new(7);
        let mut solutions = 0;
        for _ in 0..600 {
            let mut problem = Problem::new();
            let items: Vec<_> = (0..6)
                .map(|_| match random.below(8) {
                    0 => problem.exactly(1 + random.below(2) as u32),
                    1 | 2 => problem.secondary(random.below(4) as u32),
                    _ => problem.primary(),
                })
                .collect();
            for _ in 0..11 {
                let option: Vec<_> = items.iter().copied().filter(|_| random.below(3) == 0).collect();
                assert_eq!(problem.option(option.clone()).is_err(), option.is_empty());
            }
            let mut all = problem.all();
            all.sort();
            solutions += all.len();
            assert_eq!(all, brute_force(&problem), "{problem:?}");
        }
        assert!(solutions > 500, "{solutions} solutions are too few for a test");
    }

    #[test]
    fn items_belong_to_their_problem() {
        let mut problem = knuth();
        let mut longer = problem.clone();
        let later = longer.primary();
        assert_eq!(problem.option([later]), Err(CoverError::ForeignItem));
        assert!(longer.option([later]).is_ok());
        assert_eq!(longer.count(), 1);
    }
}
