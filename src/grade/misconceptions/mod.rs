//! The catalogue of misconceptions: programs that make one natural mistake each.
//!
//! Apart from its mistake, a misconception answers the questions of its suites according to the rules. The
//! catalogue has three uses. The [generator](super::generate) aims for cases that expose every misconception.
//! A [`Diagnosis`](super::Diagnosis) names the mistake of a real program. `clowder answer` imitates a
//! misconception, so that students can try out their own tests. `src/texts/misconceptions.md` describes what
//! each program does.

/// Declares the misconceptions of a module, each with its name, its suites and a function that returns the
/// wrong answer.
macro_rules! catalogue {
    ($($name:literal $suites:ident $wrong:expr,)*) => {
        pub(super) const ALL: &[Misconception] =
            &[$(Misconception { name: $name, suites: $suites, wrong: $wrong }),*];
    };
}

/// Declares the mistakes in one rule, each with its name and suites. The module's function `answer` applies
/// the rule with one of the mistakes.
macro_rules! mistakes {
    ($($name:literal $suites:ident $mistake:ident,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq)]
        enum Mistake {
            $($mistake),*
        }
        use Mistake as M;

        catalogue! { $($name $suites |question| answer(question, M::$mistake),)* }
    };
}

mod boards;
mod cats;
mod changes;
mod endings;
mod penguins;
mod placements;

use super::case::{Case, CaseError};
use super::reference;
use super::suite::Suite;
use crate::diagnostics::escape::excerpt;
use crate::raft::{Action, PlayableState, Position, State, rules};
use crate::random::Random;
use serde_json::Value;
use std::fmt;
use std::str::FromStr;

/// A question with its correct answer, parsed once for all misconceptions.
pub(super) struct Question<'a> {
    pub(super) case: &'a Case,
    /// The answer determined by the rules.
    pub(super) right: Value,
    /// The state, if the question has one.
    pub(super) game: Option<PlayableState>,
    /// The action, if the question has a readable action. The two discards of a cat action may be the same
    /// card.
    pub(super) action: Option<Action>,
}

impl<'a> Question<'a> {
    /// Answers the case according to the rules.
    ///
    /// # Errors
    /// Returns an error if the rules give no answer for the inputs.
    pub(super) fn new(case: &'a Case) -> Result<Self, CaseError> {
        let game = reference::game(case).ok();
        let right = match &game {
            Some(game) if !case.suite().is_random() => reference::answer_in(case, game.clone())?,
            _ => reference::answer(case, &mut Random::new(0))?,
        };
        let action = rules::read_action(&case.text("action")).into_parts().0;
        Ok(Self { case, right, game, action })
    }

    pub(super) fn suite(&self) -> Suite {
        self.case.suite()
    }

    fn state(&self) -> Option<&State> {
        self.game.as_ref().map(PlayableState::state)
    }

    /// Changes the inputs, and returns the answer that would then be correct.
    fn asking(&self, change: impl Fn(&mut Vec<(&'static str, Value)>)) -> Option<Value> {
        let mut inputs = self.case.inputs();
        change(&mut inputs);
        reference::answer(&Case::new(self.suite(), inputs), &mut Random::new(0)).ok()
    }

    /// Changes the string of one input, and returns the answer that would then be correct.
    fn with_text(&self, key: &str, change: impl Fn(&str) -> String) -> Option<Value> {
        self.asking(|inputs| {
            for (_, value) in inputs.iter_mut().filter(|(name, _)| *name == key) {
                *value = change(value.as_str().unwrap_or_default()).into();
            }
        })
    }
}

/// A program that answers the questions of some suites with one natural mistake.
///
/// ```
/// use clowder::grade::{Case, Misconception};
///
/// let case = Case::read(1, r#"{"suite":"isSolution","board":"EEEEEEEEEEEEEEEEEEEE","placed":[]}"#)?;
/// let wrong: Misconception = "solution-always".parse()?;
/// assert_eq!((wrong.answer(&case), wrong.hint()), (Some(true.into()), "Count the blocks that are placed."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Misconception {
    name: &'static str,
    suites: &'static [Suite],
    /// Returns the program's answer, or `None` if the mistake has no effect.
    wrong: fn(&Question<'_>) -> Option<Value>,
}

impl Misconception {
    /// Returns the whole catalogue.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        [boards::ALL, placements::ALL, cats::ALL, endings::ALL, changes::ALL, penguins::ALL]
            .into_iter()
            .flatten()
    }

    /// Returns the misconceptions about a suite.
    pub fn of(suite: Suite) -> impl Iterator<Item = &'static Self> {
        Self::all().filter(move |misconception| misconception.suites.contains(&suite))
    }

    /// Returns the name, such as `cat-diagonal`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the suites to which the mistake applies.
    pub const fn suites(&self) -> &'static [Suite] {
        self.suites
    }

    /// Returns the program's answer to a case if the answer is wrong.
    pub fn answer(&self, case: &Case) -> Option<Value> {
        self.wrong_answer(&Question::new(case).ok()?)
    }

    /// Returns the program's answer to a question if the answer is wrong.
    pub(super) fn wrong_answer(&self, question: &Question<'_>) -> Option<Value> {
        let is_asked = self.suites.contains(&question.suite());
        let answer = is_asked.then(|| (self.wrong)(question)).flatten()?;
        (!are_equal(question.suite(), &answer, &question.right)).then_some(answer)
    }

    /// Returns one column of the misconception's row in `misconceptions.md`.
    fn text(&self, column: usize) -> &'static str {
        let mut rows = include_str!("../../texts/misconceptions.md").lines().map(|line| line.split(" | "));
        let row = rows.find_map(|mut row| (row.next()?.strip_prefix("| ")? == self.name).then_some(row));
        row.and_then(|mut row| row.nth(column)).map(|text| text.trim_end_matches(" |")).unwrap_or_default()
    }

    /// Describes what the program does, as in `cats step diagonally`.
    pub fn program(&self) -> &'static str {
        self.text(0)
    }

    /// Returns a hint for students that does not reveal the answer.
    pub fn hint(&self) -> &'static str {
        self.text(1)
    }

    /// Returns the clowder command that explains the rule.
    pub fn lesson(&self) -> String {
        match self.text(2) {
            "" => format!("clowder grade --help-suite {}", self.suites[0]),
            code => format!("clowder codes {code}"),
        }
    }
}

impl PartialEq for Misconception {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Misconception {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The error for an unknown misconception name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no misconception `{}`", excerpt(.0, 40))]
pub struct UnknownMisconception(String);

impl FromStr for Misconception {
    type Err = UnknownMisconception;

    fn from_str(name: &str) -> Result<Self, UnknownMisconception> {
        let known = Self::all().find(|known| known.name == name);
        known.copied().ok_or_else(|| UnknownMisconception(name.to_owned()))
    }
}

/// Lists the positions that are reachable from `from`, including `from` itself. `steps` returns the possible
/// next positions, and `opens` decides which of them can be entered.
fn reached<I: Iterator<Item = Position>>(
    from: Position,
    steps: impl Fn(Position) -> I,
    opens: impl Fn(Position) -> bool,
) -> Vec<Position> {
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&at) = reached.get(next) {
        next += 1;
        for step in steps(at) {
            if opens(step) && !reached.contains(&step) {
                reached.push(step);
            }
        }
    }
    reached
}

fn exchanged(at: Position) -> Position {
    Position::of_square((at.column().into(), at.row().into()))
}

/// Returns true if two programs give the same answer to a question. `None` stands for the correct answer.
pub(super) fn are_same(suite: Suite, one: Option<&Value>, other: Option<&Value>) -> bool {
    one.zip(other).map_or(one.is_none() && other.is_none(), |(one, other)| are_equal(suite, one, other))
}

/// Returns true if two answers in a suite are equivalent.
pub(super) fn are_equal(suite: Suite, one: &Value, other: &Value) -> bool {
    let parts: &[usize] = match suite {
        Suite::ApplyPlacement => &[0, 2],
        Suite::MoveCat => &[0, 2, 3],
        Suite::LegalMoves | Suite::AllValidPlacements => {
            let sorted = |answer: &Value| {
                let items = answer.as_array().map(|items| items.iter().map(Value::to_string));
                items.map(|items| {
                    let mut items: Vec<String> = items.collect();
                    items.sort();
                    items
                })
            };
            return sorted(one) == sorted(other);
        }
        _ => return one == other,
    };
    let part = |answer: &Value, part: usize| answer.get(part).cloned();
    parts.iter().all(|&index| part(one, index).is_some() && part(one, index) == part(other, index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_misconception_has_a_name_a_text_and_a_lesson() {
        let names: BTreeSet<&str> = Misconception::all().map(Misconception::name).collect();
        assert_eq!(names.len(), Misconception::all().count(), "each name is used once");
        let rows =
            include_str!("../../texts/misconceptions.md").lines().filter(|line| line.starts_with("| "));
        let described: BTreeSet<&str> = rows.skip(1).filter_map(|row| row[2..].split(" | ").next()).collect();
        assert_eq!(described, names);
        for misconception in Misconception::all() {
            let (program, hint, code) =
                (misconception.program(), misconception.hint(), misconception.text(2));
            assert!(!program.is_empty() && !program.ends_with('.'), "{misconception:?}: {program}");
            assert!(hint.ends_with(['.', '?']), "{misconception:?}: {hint}");
            let is_code = |code: &str| crate::diagnostics::all().any(|known| known.name == code);
            assert!(code.is_empty() || is_code(code), "{misconception:?}: {code}");
        }
    }

    #[test]
    fn every_suite_with_one_right_answer_has_two_misconceptions() {
        for &suite in Suite::ALL.iter().filter(|suite| !suite.is_random()) {
            assert!(Misconception::of(suite).count() >= 2, "{suite}");
        }
        assert!(Misconception::of(Suite::CatMovementValid).count() >= 12);
    }
}
