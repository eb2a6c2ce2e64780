//! Remembers which cases did not pass. Cases that depend on such a case are skipped.

use super::case::Case;
use super::suite::Suite;
use super::verdict::{Failure, Reason};
use crate::diagnostics::escape::excerpt;
use std::collections::{BTreeSet, HashSet};

/// The suites in which a case has failed or was skipped, and the names of such cases.
#[derive(Debug, Default)]
pub(super) struct Outcomes {
    suites: BTreeSet<Suite>,
    names: HashSet<String>,
    /// The names of hidden cases that have failed or were skipped. Messages do not show these names.
    hidden: HashSet<String>,
}

impl Outcomes {
    /// Records the result of a case.
    pub(super) fn add(&mut self, case: &Case, has_passed: bool) {
        if has_passed {
            return;
        }
        self.suites.insert(case.suite());
        if let Some(name) = case.name() {
            let names = if case.is_hidden() { &mut self.hidden } else { &mut self.names };
            names.insert(name.to_owned());
        }
    }

    /// Returns the reason for skipping a case, if a suite or a case on which it depends did not pass. A suite passes if
    /// all its cases that were graded so far have passed.
    pub(super) fn failed_dependency(&self, case: &Case) -> Option<Failure> {
        let skipped =
            |what: String| Failure::new(Reason::Skipped, format!("skipped, because {what} did not pass"));
        case.depends().iter().find_map(|name| {
            if name.parse().is_ok_and(|suite: Suite| self.suites.contains(&suite)) {
                Some(skipped(format!("the suite `{name}`")))
            } else if self.names.contains(name) {
                Some(skipped(format!("the case `{}`", excerpt(name, 100))))
            } else {
                self.hidden.contains(name).then(|| skipped("a hidden case".to_owned()))
            }
        })
    }
}
