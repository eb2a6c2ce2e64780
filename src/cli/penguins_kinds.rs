//! The kinds of Penguins Pool Party that are read with more than their own text: `--partial` and `--challenge`.

use super::kinds::{Entry, Options, Reading};
use super::output::note;
use crate::diagnostics::Diagnostics;
use crate::notation::{Kind, Notation as _};
use crate::penguins::{Challenge, Hexes, PartialSolution, Placement, Solution, check, explain};
use crate::render::penguins as draw;

/// `--challenge`: a challenge out of canonical order is taken with a warning.
pub(crate) fn challenge(text: &str) -> Result<Challenge, String> {
    match Challenge::read(text).into_parts() {
        (Some(challenge), faults) if faults.only_canon() => {
            if !faults.is_empty() {
                note(format!("warning: --challenge: {faults}"));
            }
            Ok(challenge)
        }
        (_, faults) => Err(faults.to_string()),
    }
}

/// Where the penguins stand, if it is said.
fn penguins(options: &Options) -> Hexes {
    options.challenge.map_or(Hexes::EMPTY, Challenge::penguins)
}

/// The faults of a text, with those it has as an answer to the challenge.
fn checked(text: &str, mut faults: Diagnostics, options: &Options) -> Diagnostics {
    if let Some(challenge) = options.challenge {
        faults.extend(check(text, challenge));
        faults.sort();
    }
    faults
}

/// `penguins-placement`, on no penguin of `--challenge`.
pub(crate) fn placement() -> Entry {
    Entry {
        kind: Kind::PenguinsPlacement,
        example: Placement::EXAMPLE,
        parses: |text, options| {
            Placement::parse_canonical(text).is_some_and(|one| one.hexes().is_disjoint(penguins(options)))
        },
        read: |text, options| {
            let (value, faults) = Placement::read(text).into_parts();
            let canonical = value.map(|value| value.to_string());
            Reading { canonical, faults: checked(text, faults, options) }
        },
        explain: |text, _| {
            Placement::read(text).into_value().map(|one| explain::placement(one, text)).unwrap_or_default()
        },
        render: |text, options, look| {
            let one = Placement::read(text).into_value().and_then(|one| PartialSolution::EMPTY.with(one));
            draw::partial_solution(one.unwrap_or_default(), penguins(options), look)
        },
    }
}

/// `penguins-solution`, in part with `--partial`, on no penguin of `--challenge`.
pub(crate) fn solution() -> Entry {
    Entry {
        kind: Kind::PenguinsSolution,
        example: Solution::EXAMPLE,
        parses: |text, options| {
            let placed = if options.partial {
                PartialSolution::parse_canonical(text)
            } else {
                Solution::parse_canonical(text).map(Solution::placed)
            };
            placed.is_some_and(|placed| placed.ice().is_disjoint(penguins(options)))
        },
        read: |text, options| {
            let (value, faults) = blocks(text, options);
            let canonical = value.map(|value| value.to_string());
            Reading { canonical, faults: checked(text, faults, options) }
        },
        explain: |text, options| match blocks(text, options).0 {
            Some(placed) => match Solution::new(placed) {
                Some(solution) => explain::solution(solution, text),
                None => explain::partial_solution(text),
            },
            None => Vec::new(),
        },
        render: |text, options, look| {
            draw::partial_solution(blocks(text, options).0.unwrap_or_default(), penguins(options), look)
        },
    }
}

/// The blocks of a solution, or of a partial one.
fn blocks(text: &str, options: &Options) -> (Option<PartialSolution>, Diagnostics) {
    if options.partial {
        return PartialSolution::read_fast(text).into_parts();
    }
    let (solution, faults) = Solution::read(text).into_parts();
    (solution.map(Solution::placed), faults)
}
