//! Deductions that people can follow without searching.
//!
//! An option is excluded if choosing it would leave no option for some item that must still be covered. When
//! all but one of an item's options are excluded, the remaining option is forced. [`Difficulty`] lists the
//! deduction techniques.

use super::{Demand, Item, Problem};

type Bits = Vec<u64>;

/// The reason why an option is excluded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contradiction {
    /// The item would have no option left.
    Uncoverable(Item),
    /// Too many items of a [group](Deduction::may_stay_uncovered) could no longer be covered. The list has one
    /// item more than the group may leave uncovered.
    TooManyUncovered(Vec<Item>),
}

/// The techniques of deduction, from the easiest to the hardest.
///
/// # Examples
/// ```
/// use clowder::cover::Difficulty;
///
/// assert!(Difficulty::Single < Difficulty::Consequence);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Difficulty {
    /// An item that must be covered has only one option left.
    Single,
    /// All but one of an item's options lead directly to a contradiction.
    Exclusion,
    /// All but one of an item's options can be excluded one after another, where each exclusion may build on
    /// earlier ones.
    Chain,
    /// All but one of an item's options can be excluded by following the consequences of each option.
    Consequence,
}

impl Difficulty {
    /// All techniques, from the easiest to the hardest.
    pub const ALL: [Self; 4] = [Self::Single, Self::Exclusion, Self::Chain, Self::Consequence];
}

/// An option that is forced because no other option is left for an item that must be covered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Forced {
    /// The number of the option.
    pub option: usize,
    /// The item that only this option can cover.
    pub item: Item,
    /// If `item` belongs to a [group](Deduction::may_stay_uncovered), the items of the group that can no
    /// longer be covered. The number of these items has reached the limit, so all other items of the group
    /// must be covered.
    pub lost: Option<Vec<Item>>,
}

/// A proof step that excludes one option.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The number of the excluded option.
    pub option: usize,
    /// The options that would be forced one after another if the excluded option were chosen.
    pub forces: Vec<Forced>,
    /// The contradiction reached at the end of the step.
    pub contradiction: Contradiction,
}

/// A forced option, and the proof that every solution contains the option.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hint {
    /// The option, and why the option is forced after the steps.
    pub forced: Forced,
    /// The steps of the proof. Each step is valid in the position reached by the previous steps.
    pub steps: Vec<Step>,
    /// The hardest technique that was needed.
    pub difficulty: Difficulty,
}

/// The result of [`Deduction::assess`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Assessment {
    /// The number of options left after [`Difficulty::Chain`] has excluded all that it can.
    pub remaining: usize,
    /// The number of options that are forced, one after another, without [`Difficulty::Consequence`].
    pub forced: usize,
    /// The value of [`Deduction::branching`] after all forced options have been chosen, or 0 if the forced options
    /// form a solution.
    pub branching: usize,
    /// The hardest technique needed to find the solution, or `None` if deductions are not enough.
    pub hardest: Option<Difficulty>,
}

/// The state of a deduction: the options that can still be chosen, and the items that are already covered.
#[derive(Clone)]
struct Position {
    possible: Bits,
    covered: Vec<bool>,
}

impl Position {
    fn exclude(&mut self, option: usize) {
        self.possible[option / 64] &= !(1 << (option % 64));
    }
}

/// Makes deductions about a [`Problem`].
///
/// # Examples
/// ```
/// use clowder::cover::{Deduction, Difficulty, Problem};
///
/// let mut problem = Problem::new();
/// let [a, b, c, d] = std::array::from_fn(|_| problem.primary());
/// for pair in [[a, b], [b, c], [c, d]] {
///     problem.option(pair)?;
/// }
/// let hint = Deduction::new(&problem).expect("the problem is small").hint().expect("an option is forced");
/// assert_eq!((hint.forced.option, hint.forced.item, hint.difficulty), (0, a, Difficulty::Single));
/// # Ok::<(), clowder::cover::CoverError>(())
/// ```
pub struct Deduction<'a> {
    problem: &'a Problem,
    covers: Vec<Bits>,
    /// For each option, the set of options that conflict with it, including the option itself.
    conflicts: Vec<Bits>,
    /// The group of items of which at most `spare` may stay uncovered.
    group: Vec<usize>,
    spare: usize,
    now: Position,
}

/// The maximum number of options for which [`Difficulty::Consequence`] is tried.
const MANY_OPTIONS: usize = 4000;

/// The maximum number of options, at which the field `conflicts` takes 50 MB.
const MAX_OPTIONS: usize = 20_000;

impl<'a> Deduction<'a> {
    /// Prepares the deductions, or returns `None` if the problem has more than 20,000 options.
    pub fn new(problem: &'a Problem) -> Option<Self> {
        let (items, options) = (problem.demands.len(), problem.options.len());
        if options > MAX_OPTIONS {
            return None;
        }
        let words = options.div_ceil(64);
        let mut covers = vec![vec![0; words]; items];
        for (option, of) in problem.options.iter().enumerate() {
            for &item in of {
                covers[item][option / 64] |= 1_u64 << (option % 64);
            }
        }
        let mut conflicts = vec![vec![0; words]; options];
        for (option, of) in problem.options.iter().enumerate() {
            let conflicts = &mut conflicts[option];
            conflicts[option / 64] |= 1 << (option % 64);
            for &item in of.iter().filter(|&&item| is_single(problem.demands[item])) {
                conflicts.iter_mut().zip(&covers[item]).for_each(|(word, other)| *word |= other);
            }
        }
        let mut possible = vec![0; words];
        for (option, of) in problem.options.iter().enumerate() {
            let never = of.iter().any(|&item| problem.demands[item] == Demand::AtMost(0));
            possible[option / 64] |= u64::from(!never) << (option % 64);
        }
        let now = Position { possible, covered: vec![false; items] };
        Some(Self { problem, covers, conflicts, group: Vec::new(), spare: 0, now })
    }

    /// Requires that at most `spare` of the given items (the *group*) stay uncovered. Replaces the group and the
    /// limit of any earlier call.
    ///
    /// # Examples
    /// ```
    /// use clowder::cover::{Contradiction, Deduction, Problem};
    ///
    /// let mut problem = Problem::new();
    /// let piece = problem.primary();
    /// let squares = [(); 3].map(|()| problem.secondary(1));
    /// for [one, other] in [[0, 1], [1, 2]] {
    ///     problem.option([piece, squares[one], squares[other]])?;
    /// }
    /// let mut deduction = Deduction::new(&problem).expect("the problem is small");
    /// assert_eq!(deduction.hint(), None);
    /// deduction.may_stay_uncovered(&squares[..1], 0);
    /// assert_eq!(deduction.hint().map(|hint| hint.forced.option), Some(0));
    /// # Ok::<(), clowder::cover::CoverError>(())
    /// ```
    pub fn may_stay_uncovered(&mut self, items: &[Item], spare: usize) {
        self.group = items.iter().map(|item| item.index).collect();
        self.spare = spare;
    }

    /// Chooses an option.
    pub fn choose(&mut self, option: usize) {
        let mut now = self.now.clone();
        self.take(&mut now, option);
        self.now = now;
    }

    /// Explains why the problem has no solution, if that is clear without choosing another option.
    pub fn contradiction(&self) -> Option<Contradiction> {
        self.contradiction_in(&self.now, None)
    }

    /// Uses the easiest possible technique to find an option that every solution contains. Returns `None` if
    /// no deduction finds such an option, or if nothing is left to cover. The result is meaningless if the
    /// problem has no solution. [`Difficulty::Consequence`] is tried only if the problem has at most 4,000
    /// options.
    pub fn hint(&self) -> Option<Hint> {
        self.hint_up_to(Difficulty::Consequence)
    }

    fn hint_up_to(&self, hardest: Difficulty) -> Option<Hint> {
        let with = |difficulty| match difficulty {
            Difficulty::Single => {
                self.forced(&self.now).map(|forced| Hint { forced, steps: Vec::new(), difficulty })
            }
            Difficulty::Exclusion => self.exclusion(),
            Difficulty::Consequence if self.problem.options.len() > MANY_OPTIONS => None,
            _ => {
                let (position, excluded) = self.exclude_all(difficulty, |now| self.forced(now).is_some());
                if self.contradiction_in(&position, None).is_some() {
                    return None;
                }
                let forced = self.forced(&position)?;
                Some(self.proof(forced, &excluded, difficulty))
            }
        };
        Difficulty::ALL.into_iter().take_while(|&difficulty| difficulty <= hardest).find_map(with)
    }

    /// Assesses how hard the problem is for a person who uses these deductions.
    ///
    /// # Examples
    /// ```
    /// use clowder::cover::{Deduction, Difficulty, Problem};
    ///
    /// let mut problem = Problem::new();
    /// let [a, b, c] = std::array::from_fn(|_| problem.primary());
    /// for items in [vec![a, b], vec![b, c], vec![c]] {
    ///     problem.option(items)?;
    /// }
    /// let assessment = Deduction::new(&problem).expect("the problem is small").assess();
    /// assert_eq!((assessment.forced, assessment.branching), (2, 0));
    /// assert_eq!(assessment.hardest, Some(Difficulty::Single));
    /// # Ok::<(), clowder::cover::CoverError>(())
    /// ```
    pub fn assess(mut self) -> Assessment {
        let remaining = self.remaining();
        let (mut forced, mut branching, mut hardest) = (0, None, Difficulty::Single);
        loop {
            if self.must_be_covered(&self.now).0.is_empty() {
                let branching = branching.unwrap_or(0);
                return Assessment { remaining, forced, branching, hardest: Some(hardest) };
            }
            let easy = if branching.is_none() { self.hint_up_to(Difficulty::Chain) } else { None };
            if easy.is_none() {
                branching = branching.or_else(|| self.branching());
            }
            let Some(hint) = easy.or_else(|| self.hint()) else {
                return Assessment { remaining, forced, branching: branching.unwrap_or(0), hardest: None };
            };
            forced += usize::from(branching.is_none());
            hardest = hardest.max(hint.difficulty);
            self.choose(hint.forced.option);
        }
    }

    /// Counts the options left after [`Difficulty::Chain`] has excluded all that it can.
    pub fn remaining(&self) -> usize {
        let (position, _) = self.exclude_all(Difficulty::Chain, |_| false);
        position.possible.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The number of options to try when no option is forced. Of all items that must still be covered, the item
    /// with the fewest options determines this number. Returns `None` if no such item is left.
    pub fn branching(&self) -> Option<usize> {
        self.must_be_covered(&self.now).0.into_iter().map(|item| self.count(&self.now, item)).min()
    }

    /// Returns the items that must still be covered, and the items of the group that can no longer be
    /// covered.
    fn must_be_covered(&self, position: &Position) -> (Vec<usize>, Vec<usize>) {
        let demands = &self.problem.demands;
        let open = |item: &usize| !position.covered[*item];
        let mut items: Vec<_> =
            (0..demands.len()).filter(|&item| demands[item] == Demand::Once).filter(open).collect();
        let rest = self.group.iter().copied().filter(open);
        let (lost, others): (Vec<_>, Vec<_>) = rest.partition(|&item| self.count(position, item) == 0);
        // At most `spare` items of the group may stay uncovered. Once that many items can no longer be
        // covered, all other items of the group must be covered.
        if lost.len() == self.spare {
            items.extend(others);
        }
        (items, lost)
    }

    fn count(&self, position: &Position, item: usize) -> usize {
        let words = self.covers[item].iter().zip(&position.possible);
        words.map(|(covers, possible)| (covers & possible).count_ones() as usize).sum()
    }

    fn options(&self, position: &Position, item: usize) -> Vec<usize> {
        let options = 0..self.problem.options.len();
        options.filter(|&option| has(&self.covers[item], option) && has(&position.possible, option)).collect()
    }

    fn take(&self, position: &mut Position, option: usize) {
        for (possible, conflicts) in position.possible.iter_mut().zip(&self.conflicts[option]) {
            *possible &= !conflicts;
        }
        for &item in &self.problem.options[option] {
            position.covered[item] |= is_single(self.problem.demands[item]);
        }
    }

    fn item(&self, index: usize) -> Item {
        Item { problem: self.problem.id, index }
    }

    /// Finds a contradiction in a position. If `chosen` contains an option, that option is chosen first.
    fn contradiction_in(&self, position: &Position, chosen: Option<usize>) -> Option<Contradiction> {
        let nothing = Vec::new();
        let conflicts = chosen.map_or(&nothing, |option| &self.conflicts[option]);
        let coverable = |item: usize| {
            let conflict = |word: usize| conflicts.get(word).copied().unwrap_or(0);
            let words = self.covers[item].iter().zip(&position.possible).enumerate();
            words.into_iter().any(|(word, (covers, possible))| covers & possible & !conflict(word) != 0)
        };
        let own = chosen.map_or(&[][..], |option| &self.problem.options[option]);
        let lost = |item: &usize| !position.covered[*item] && !own.contains(item) && !coverable(*item);
        let demands = &self.problem.demands;
        let mut musts = (0..demands.len()).filter(|&item| demands[item] == Demand::Once);
        if let Some(item) = musts.find(lost) {
            return Some(Contradiction::Uncoverable(self.item(item)));
        }
        let mut lost: Vec<_> = self.group.iter().copied().filter(lost).collect();
        // An item with fewer options has a shorter proof that none of its options is possible.
        lost.sort_by_cached_key(|&item| self.count(&self.now, item));
        let enough = lost.iter().take(self.spare + 1).map(|&item| self.item(item));
        (lost.len() > self.spare).then(|| Contradiction::TooManyUncovered(enough.collect()))
    }

    fn forced(&self, position: &Position) -> Option<Forced> {
        let (items, lost) = self.must_be_covered(position);
        let item = items.into_iter().find(|&item| self.count(position, item) == 1)?;
        let option = self.options(position, item).first().copied()?;
        let in_group = self.group.contains(&item);
        let lost = in_group.then(|| lost.into_iter().map(|item| self.item(item)).collect());
        Some(Forced { option, item: self.item(item), lost })
    }

    /// Finds an item for which all but one option lead directly to a contradiction.
    fn exclusion(&self) -> Option<Hint> {
        let difficulty = Difficulty::Exclusion;
        let (mut items, lost) = self.must_be_covered(&self.now);
        items.sort_by_cached_key(|&item| self.count(&self.now, item));
        items.into_iter().find_map(|item| {
            let (mut left, mut steps) = (Vec::new(), Vec::new());
            for option in self.options(&self.now, item) {
                match self.refuted(&self.now, option, difficulty) {
                    Some(step) => steps.push(step),
                    None => left.push(option),
                }
            }
            let &[option] = &left[..] else { return None };
            steps.sort_by_key(length);
            let in_group = self.group.contains(&item);
            let lost = in_group.then(|| lost.iter().map(|&item| self.item(item)).collect());
            Some(Hint { forced: Forced { option, item: self.item(item), lost }, steps, difficulty })
        })
    }

    /// Excludes options one after another until `found` returns `true`, a contradiction follows, or no more
    /// options can be excluded.
    fn exclude_all(
        &self,
        difficulty: Difficulty,
        found: impl Fn(&Position) -> bool,
    ) -> (Position, Vec<Step>) {
        let (mut position, mut excluded) = (self.now.clone(), Vec::new());
        loop {
            let before = excluded.len();
            for option in 0..self.problem.options.len() {
                if !has(&position.possible, option) {
                    continue;
                }
                if let Some(step) = self.refuted(&position, option, difficulty) {
                    position.exclude(option);
                    excluded.push(step);
                }
            }
            let is_wrong = || self.contradiction_in(&position, None).is_some();
            if excluded.len() == before || is_wrong() || found(&position) {
                return (position, excluded);
            }
        }
    }

    /// Chooses an option and, for [`Difficulty::Consequence`], every option that is then forced. Returns the
    /// first contradiction that follows.
    fn refuted(&self, position: &Position, option: usize, difficulty: Difficulty) -> Option<Step> {
        if let Some(contradiction) = self.contradiction_in(position, Some(option)) {
            return Some(Step { option, forces: Vec::new(), contradiction });
        }
        if difficulty < Difficulty::Consequence {
            return None;
        }
        let (mut position, mut forces) = (position.clone(), Vec::new());
        self.take(&mut position, option);
        while let Some(forced) = self.forced(&position) {
            let chosen = forced.option;
            forces.push(forced);
            if let Some(contradiction) = self.contradiction_in(&position, Some(chosen)) {
                return Some(Step { option, forces, contradiction });
            }
            self.take(&mut position, chosen);
        }
        None
    }

    /// Proves that an option is forced, using only necessary steps. Among the possible next steps, the proof
    /// always takes the shortest one.
    fn proof(&self, forced: Forced, excluded: &[Step], difficulty: Difficulty) -> Hint {
        let mut wanted: Vec<_> = self.needed(&forced, excluded).iter().map(|step| step.option).collect();
        let (mut position, mut steps) = (self.now.clone(), Vec::new());
        let next = |position: &Position, wanted: &[usize]| {
            let steps = wanted.iter().filter_map(|&option| self.refuted(position, option, difficulty));
            steps.min_by_key(length)
        };
        while let Some(step) = next(&position, &wanted) {
            position.exclude(step.option);
            wanted.retain(|&option| option != step.option);
            steps.push(step);
        }
        let steps = self.needed(&forced, &steps);
        Hint { forced, steps, difficulty }
    }

    fn needed(&self, forced: &Forced, steps: &[Step]) -> Vec<Step> {
        let mut open = vec![false; self.problem.options.len()];
        self.open(&[], forced, &mut open);
        let mut kept = Vec::new();
        for step in steps.iter().rev().filter(|step| has(&self.now.possible, step.option)) {
            if !open[step.option] {
                continue;
            }
            let mut chosen = vec![step.option];
            for forced in &step.forces {
                self.open(&chosen, forced, &mut open);
                chosen.push(forced.option);
            }
            let items = match &step.contradiction {
                Contradiction::Uncoverable(item) => std::slice::from_ref(item),
                Contradiction::TooManyUncovered(items) => items,
            };
            self.open_for(&chosen, items, &mut open);
            kept.push(step.clone());
        }
        kept.reverse();
        kept
    }

    /// Marks the options that must be excluded before `forced` follows from the chosen options.
    fn open(&self, chosen: &[usize], forced: &Forced, open: &mut [bool]) {
        let before = open[forced.option];
        self.open_for(chosen, &[forced.item], open);
        open[forced.option] = before;
        self.open_for(chosen, forced.lost.as_deref().unwrap_or(&[]), open);
    }

    /// Marks the options that cover at least one of the items and do not conflict with a chosen option.
    fn open_for(&self, chosen: &[usize], items: &[Item], open: &mut [bool]) {
        for (option, open) in open.iter_mut().enumerate() {
            let covers = items.iter().any(|item| has(&self.covers[item.index], option));
            *open |= covers && !chosen.iter().any(|&other| has(&self.conflicts[other], option));
        }
    }
}

/// Sort key for steps: the length of the explanation, measured as the number of options and the number of
/// items mentioned.
fn length(step: &Step) -> (usize, usize) {
    let lost = match &step.contradiction {
        Contradiction::Uncoverable(_) => 1,
        Contradiction::TooManyUncovered(items) => items.len(),
    };
    (step.forces.len(), lost)
}

const fn is_single(demand: Demand) -> bool {
    matches!(demand, Demand::Once | Demand::AtMost(1) | Demand::Exactly(1))
}

fn has(bits: &Bits, option: usize) -> bool {
    bits[option / 64] >> (option % 64) & 1 == 1
}
