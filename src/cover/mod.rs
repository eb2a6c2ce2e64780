//! Exact cover: choose options so that every primary item is in exactly one of them.
//!
//! This is the general engine, for whatever can be said in items and options; regions of squares have their own,
//! much faster search, which this one checks. It is Knuth's "dancing cells" (The Art of Computer Programming 4B,
//! 7.2.2.1, exercise on sparse sets): each item holds its live options in an array, an option is taken out by
//! swapping it behind the live ones, and undone by growing the live part again.

mod search;

use search::Search;
use std::fmt::Write;
use std::ops::ControlFlow;

/// An item of a [`Problem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Item(usize);

/// How often an item is to be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Demand {
    Once,
    AtMost(u32),
}

/// Items and the options that cover them.
///
/// ```
/// use clowder::cover::Problem;
///
/// // Two dominoes on a square: upright or lying.
/// let mut problem = Problem::new();
/// let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| problem.primary(name));
/// for pair in [[a, b], [c, d], [a, c], [b, d]] {
///     problem.option(pair);
/// }
/// assert_eq!(problem.count(), 2);
/// assert_eq!(problem.first(), Some(vec![0, 1]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Problem {
    names: Vec<String>,
    demands: Vec<Demand>,
    options: Vec<Vec<usize>>,
}

impl Problem {
    /// No item, no option: a problem with one solution, the empty one.
    pub const fn new() -> Self {
        Self { names: Vec::new(), demands: Vec::new(), options: Vec::new() }
    }

    /// Adds an item to be covered exactly once. The name is for [`to_dlx`](Self::to_dlx) alone.
    pub fn primary(&mut self, name: impl Into<String>) -> Item {
        self.item(name.into(), Demand::Once)
    }

    /// Adds an item to be covered at most `times` times.
    pub fn secondary(&mut self, name: impl Into<String>, times: u32) -> Item {
        self.item(name.into(), Demand::AtMost(times))
    }

    fn item(&mut self, name: String, demand: Demand) -> Item {
        self.names.push(name);
        self.demands.push(demand);
        Item(self.names.len() - 1)
    }

    /// Adds an option that covers these items of this problem, and says its number; they count from 0. An item
    /// named twice counts once. An option without a primary item is never chosen.
    ///
    /// # Panics
    /// An item is of another problem, one with more items.
    pub fn option(&mut self, items: impl IntoIterator<Item = Item>) -> usize {
        let mut items: Vec<_> = items.into_iter().map(|Item(index)| index).collect();
        items.sort_unstable();
        items.dedup();
        assert!(items.last().is_none_or(|&last| last < self.names.len()), "an item of this problem");
        self.options.push(items);
        self.options.len() - 1
    }

    /// How many options there are.
    pub fn options(&self) -> usize {
        self.options.len()
    }

    /// Calls `visitor` with the options of every solution, in the order they were chosen, until it breaks.
    pub fn visit<B>(&self, mut visitor: impl FnMut(&[usize]) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut search = Search::new(self);
        while search.advance() {
            visitor(search.chosen())?;
        }
        ControlFlow::Continue(())
    }

    /// The first solution, its options in ascending order.
    pub fn first(&self) -> Option<Vec<usize>> {
        self.visit(|chosen| ControlFlow::Break(sorted(chosen))).break_value()
    }

    /// Every solution in the order they are found, the options of each in ascending order.
    pub fn all(&self) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        let _: ControlFlow<()> = self.visit(|chosen| {
            all.push(sorted(chosen));
            ControlFlow::Continue(())
        });
        all
    }

    /// How many solutions there are.
    pub fn count(&self) -> u64 {
        let mut count = 0;
        let _: ControlFlow<()> = self.visit(|_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// The problem in the format of Knuth's DLX programs: a line of items, the secondary ones after `|`, then a
    /// line for each option. Items that may be covered more than once are primary with bounds, as `DLX3` reads
    /// them.
    pub fn to_dlx(&self) -> String {
        let (mut first, mut second) = (String::new(), String::new());
        for (name, demand) in self.names.iter().zip(&self.demands) {
            // Writing to a string cannot fail.
            let _ = match demand {
                Demand::Once => write!(first, "{name} "),
                Demand::AtMost(1) => write!(second, " {name}"),
                Demand::AtMost(times) => write!(first, "0:{times}|{name} "),
            };
        }
        let mut out = first.trim_end().to_owned();
        if !second.is_empty() {
            out.push_str(" |");
            out.push_str(&second);
        }
        out.push('\n');
        for option in &self.options {
            let names: Vec<_> = option.iter().map(|&item| self.names[item].as_str()).collect();
            out.push_str(&names.join(" "));
            out.push('\n');
        }
        out
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

    /// The example of "Dancing Links" (2000): seven items, six options, one solution.
    fn knuth() -> Problem {
        let mut problem = Problem::new();
        let items: Vec<_> = "abcdefg".chars().map(|name| problem.primary(name)).collect();
        for option in ["cef", "adg", "bcf", "ad", "bg", "deg"] {
            problem.option(option.bytes().map(|name| items[usize::from(name - b'a')]));
        }
        problem
    }

    #[test]
    fn knuths_example_has_its_one_solution() {
        assert_eq!(knuth().all(), [vec![0, 3, 4]]);
        assert_eq!(knuth().first(), Some(vec![0, 3, 4]));
        assert_eq!(knuth().to_dlx(), "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n");
    }

    #[test]
    fn the_empty_problem_has_the_empty_solution_and_a_lone_item_has_none() {
        let mut problem = Problem::new();
        assert_eq!(problem.all(), [Vec::<usize>::new()]);
        problem.primary("a");
        assert_eq!(problem.all(), Vec::<Vec<usize>>::new());
        assert_eq!(problem.first(), None);
    }

    #[test]
    fn a_visitor_stops_the_search() {
        let mut problem = Problem::new();
        for item in 0..8 {
            let item = problem.primary(item.to_string());
            problem.option([item]);
            problem.option([item]);
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

    /// Every subset of the options, tried.
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
    fn random_problems_agree_with_trying_every_subset() {
        let mut random = Random::new(7);
        let mut solutions = 0;
        for _ in 0..600 {
            let mut problem = Problem::new();
            let items: Vec<_> = (0..6)
                .map(|item| match random.below(4) {
                    0 => problem.secondary(item.to_string(), random.below(4) as u32),
                    _ => problem.primary(item.to_string()),
                })
                .collect();
            for _ in 0..11 {
                let option: Vec<_> = items.iter().copied().filter(|_| random.below(3) == 0).collect();
                problem.option(option);
            }
            let mut all = problem.all();
            all.sort();
            solutions += all.len();
            assert_eq!(all, brute_force(&problem), "{}", problem.to_dlx());
        }
        assert!(solutions > 500, "{solutions} solutions say little");
    }

    #[test]
    fn bounds_are_written_as_dlx3_reads_them() {
        let mut problem = Problem::new();
        let [cell, spare, many] =
            [problem.primary("c"), problem.secondary("s", 1), problem.secondary("m", 3)];
        problem.option([cell, many]);
        problem.option([spare, cell]);
        assert_eq!(problem.to_dlx(), "c 0:3|m | s\nc m\nc s\n");
    }
}
