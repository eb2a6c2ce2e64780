//! Describes the reasons for hints in words.

use super::{Contradiction, Difficulty, Hint, Item};
use std::fmt;

/// The maximum number of excluded options that are listed in a reason.
const NAMED: usize = 3;

impl Hint {
    /// Describes in words why the option is in every solution. `covering` describes what it means to cover an item, as
    /// in `place block A` or `cover the square at row 0, column 3`, and `name` returns the name of an option.
    ///
    /// # Examples
    /// ```
    /// use clowder::cover::{Deduction, Problem};
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
    /// let reason = deduction.hint().map(|hint| hint.reason(&covering, &|option| format!("option {option}")));
    /// assert_eq!(reason.as_deref(), Some("this is the only way to cover b"));
    /// # Ok::<(), clowder::cover::CoverError>(())
    /// ```
    pub fn reason(&self, covering: &dyn Fn(Item) -> String, name: &dyn Fn(usize) -> String) -> String {
        let item = covering(self.item);
        if self.excluded.is_empty() {
            return format!("this is the only way to {item}");
        }
        let ways = self.excluded.len() + 1;
        let others = if ways == 2 { "the other is" } else { "the others are" };
        let mut reason = format!("there are {ways} ways to {item}, but {others} impossible: ");
        let would = if self.difficulty == Difficulty::Consequence { "would in the end" } else { "would" };
        for (at, (option, contradiction)) in self.excluded.iter().take(NAMED).enumerate() {
            reason += if at == 0 { "" } else { "; " };
            reason += &format!("{} {would} leave {}", name(*option), contradiction.words(covering));
        }
        match self.excluded.len().saturating_sub(NAMED) {
            0 => {}
            1 => reason += "; and 1 more",
            more => reason += &format!("; and {more} more"),
        }
        reason
    }
}

impl Contradiction {
    fn words(&self, covering: &dyn Fn(Item) -> String) -> String {
        match self {
            Self::Uncoverable(item) => format!("no way to {}", covering(*item)),
            Self::TooManyUncovered(items) => {
                let first = items.first().map_or_else(String::new, |&item| covering(item));
                format!("no way to {first}, and too many places would stay empty ({} in total)", items.len())
            }
        }
    }
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
