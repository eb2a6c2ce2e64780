//! Explains hints in words.

use super::{Contradiction, Difficulty, Forced, Hint, Item, Step};
use std::fmt;

/// The words with which explanations refer to items and options. For example, covering an item can be
/// described as `place block A` or `cover the square at row 0, column 3`.
pub struct Words<'a> {
    /// Returns the phrase for covering an item.
    pub covering: &'a dyn Fn(Item) -> String,
    /// Returns the name of an option.
    pub name: &'a dyn Fn(usize) -> String,
}

impl Hint {
    /// Explains why, after the steps of the proof, every solution must contain the option.
    ///
    /// # Examples
    /// ```
    /// use clowder::cover::{Deduction, Problem, Words};
    ///
    /// let mut problem = Problem::new();
    /// let [a, b] = std::array::from_fn(|_| problem.primary());
    /// for items in [vec![a, b], vec![a], vec![a, b]] {
    ///     problem.option(items)?;
    /// }
    /// problem.option([b])?;
    /// let mut deduction = Deduction::new(&problem).expect("the problem is small");
    /// deduction.choose(1);
    /// let covering = |item| if item == b { "cover b".to_owned() } else { "cover a".to_owned() };
    /// let words = Words { covering: &covering, name: &|option| format!("option {option}") };
    /// let reason = deduction.hint().map(|hint| hint.reason(&words));
    /// assert_eq!(reason.as_deref(), Some("this is the only way to cover b"));
    /// # Ok::<(), clowder::cover::CoverError>(())
    /// ```
    pub fn reason(&self, words: &Words<'_>) -> String {
        format!("this is {}", self.forced.words(words, if self.steps.is_empty() { "" } else { " left" }))
    }
}

impl Step {
    /// Explains why the option is excluded.
    ///
    /// # Examples
    /// ```
    /// use clowder::cover::{Deduction, Problem, Words};
    ///
    /// let mut problem = Problem::new();
    /// let [a, b] = std::array::from_fn(|_| problem.primary());
    /// let shared = [(); 2].map(|()| problem.secondary(1));
    /// for items in [vec![a, shared[0], shared[1]], vec![a], vec![b, shared[0]], vec![b, shared[1]]] {
    ///     problem.option(items)?;
    /// }
    /// let hint = Deduction::new(&problem).expect("the problem is small").hint().expect("an option is forced");
    /// let covering = |item| if item == a { "place A".to_owned() } else { "place B".to_owned() };
    /// let words = Words { covering: &covering, name: &|option| format!("option {option}") };
    /// assert_eq!(hint.steps[0].reason(&words), "option 0 would leave no way to place B");
    /// # Ok::<(), clowder::cover::CoverError>(())
    /// ```
    pub fn reason(&self, words: &Words<'_>) -> String {
        let mut reason = format!("{} would ", (words.name)(self.option));
        for forced in &self.forces {
            reason += &format!("force {} ({}), ", (words.name)(forced.option), forced.words(words, " left"));
        }
        reason += if self.forces.is_empty() { "leave " } else { "and then leave " };
        let no_way = |items: &[Item]| format!("no way to {}", either(items, words));
        reason
            + &match &self.contradiction {
                Contradiction::Uncoverable(item) => no_way(&[*item]),
                Contradiction::TooManyUncovered(items) => {
                    format!("{}, and {} may stay empty", no_way(items), at_most(items.len() - 1))
                }
            }
    }
}

impl Forced {
    fn words(&self, words: &Words<'_>, left: &str) -> String {
        let way = format!("the only way{left} to {}", (words.covering)(self.item));
        match self.lost.as_deref() {
            None => way,
            Some([]) => format!("{way}, and none may stay empty"),
            Some(lost) => {
                let spare = at_most(lost.len());
                format!("{way}, and {spare} may stay empty: there is no way to {}", either(lost, words))
            }
        }
    }
}

fn at_most(count: usize) -> String {
    if count == 0 { "none".to_owned() } else { format!("at most {count}") }
}

fn either(items: &[Item], words: &Words<'_>) -> String {
    items.iter().map(|&item| (words.covering)(item)).collect::<Vec<_>>().join(" or to ")
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Single => "single",
            Self::Exclusion => "exclusion",
            Self::Chain => "chain",
            Self::Consequence => "consequence",
        })
    }
}
