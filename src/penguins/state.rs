//! A challenge with some of the ice blocks placed, and what can be done next.

use super::notation::{BlockGroups, on_penguin, overlap};
use super::{Block, Board, Challenge, PartialSolution, Placement};
use crate::diagnostics::{Diagnostic, Diagnostics, Span, penguins as code};
use crate::notation::grammar::fault_at;
use crate::notation::{Notation, Reading};
use std::fmt;

/// A challenge and the blocks placed so far, none of them on a penguin: `CHALLENGE[:PLACED]`.
///
/// ```
/// use clowder::penguins::State;
///
/// let state: State = "20113123:A321".parse().expect("it is well formed");
/// let after = state.apply("B104".parse().expect("it is well formed")).expect("it fits");
/// assert_eq!(after.to_string(), "20113123:A321B104");
/// let refused = after.apply("D012".parse().expect("it is well formed")).expect_err("something lies there");
/// assert_eq!(refused.to_string(), "0..4: penguins-solution/overlap: block D overlaps block B on (0, 1)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    challenge: Challenge,
    placed: PartialSolution,
}

impl State {
    /// A state that is well formed, for examples and tests.
    pub const EXAMPLE: &'static str = "20113123:A321B104";

    /// The challenge with these blocks placed; `None` if one covers a penguin.
    pub const fn new(challenge: Challenge, placed: PartialSolution) -> Option<Self> {
        if challenge.penguins().is_disjoint(placed.ice()) { Some(Self { challenge, placed }) } else { None }
    }

    /// Where the penguins stand.
    pub const fn challenge(self) -> Challenge {
        self.challenge
    }

    /// The blocks placed.
    pub const fn placed(self) -> PartialSolution {
        self.placed
    }

    /// The board as it stands.
    pub const fn board(self) -> Board {
        Board::new(self.challenge.penguins(), self.placed.ice())
    }

    /// `CHALLENGE[:PLACED]` without a fault.
    fn parse(text: &str) -> Option<Self> {
        let Some((challenge, placed)) = text.split_once(':') else {
            return Self::new(Challenge::parse_canonical(text)?, PartialSolution::EMPTY);
        };
        let placed = PartialSolution::parse_canonical(placed).filter(|placed| !placed.is_empty())?;
        Self::new(Challenge::parse_canonical(challenge)?, placed)
    }

    /// Reads the text of a state: its value, if it means something, and everything that is wrong with it.
    pub fn read(text: &str) -> Reading<Self> {
        Self::parse(text).map_or_else(|| Self::diagnose(text), Reading::canonical)
    }

    fn diagnose(text: &str) -> Reading<Self> {
        let mut faults = Diagnostics::new();
        let (end, start) = split(text, &mut faults);
        let (challenge, of_challenge) = Challenge::read_fast(&text[..end]).into_parts();
        faults.extend(of_challenge);
        let reading = BlockGroups::new(&text[start..]);
        let placements: Vec<_> = reading.placements().collect();
        let placed = reading.value();
        faults.extend(reading.faults.into_iter().map(|fault| fault.shifted(start)));
        for (span, placement) in placements {
            let Some(challenge) = challenge else { break };
            let span = span.shifted(start);
            faults.extend(on_penguin(&code::STATE_ON_PENGUIN, span, placement, challenge.penguins()));
        }
        faults.sort();
        let state = challenge.zip(placed).and_then(|(challenge, placed)| Self::new(challenge, placed));
        Reading::new(state.filter(|_| faults.only_canon()), faults)
    }

    /// Every place where a block not placed yet can lie, in the order of the strings.
    pub fn legal_placements(self) -> impl Iterator<Item = Placement> {
        let taken = self.placed.ice().union(self.challenge.penguins());
        let left = Block::ALL.into_iter().filter(move |&block| self.placed.get(block).is_none());
        left.flat_map(Block::placements).copied().filter(move |one| one.hexes().is_disjoint(taken))
    }

    /// The state with one more block.
    ///
    /// # Errors
    /// Every reason why it cannot lie there: the block lies already, it covers penguins, it overlaps another.
    /// The spans are those of the placement's own string.
    pub fn apply(self, placement: Placement) -> Result<Self, Diagnostics> {
        if let Some(placed) = self.placed.with(placement)
            && let Some(after) = Self::new(self.challenge, placed)
        {
            return Ok(after);
        }
        let text = placement.to_string();
        let span = Span::new(0, text.len());
        let mut faults: Diagnostics = self.placed_already(placement.block(), &text).into_iter().collect();
        faults.extend(on_penguin(&code::SOLUTION_ON_PENGUIN, span, placement, self.challenge.penguins()));
        let others = self.placed.iter().filter(|other| other.block() != placement.block());
        faults.extend(others.filter_map(|other| overlap(span, placement, other)));
        Err(faults)
    }

    /// The fault of placing a block that lies already, for a placement written as `text`, be it any place at all.
    pub fn placed_already(self, block: Block, text: &str) -> Option<Diagnostic> {
        let before = self.placed.get(block)?;
        let message = format!("block {block} is placed already, as {before}");
        Some(Diagnostic::new(&code::SOLUTION_BLOCK_TWICE, Span::new(0, text.len()), message).found(text))
    }
}

/// Where the challenge of a state ends and where its blocks begin. A colon that is missing or for nothing is a
/// fault.
fn split(text: &str, faults: &mut Diagnostics) -> (usize, usize) {
    if let Some(colon) = text.find(':') {
        let span = Span::new(colon, colon + 1);
        if span.end == text.len() {
            let message = "no block follows the colon";
            faults.push(fault_at(text, &code::STATE_NOTHING_PLACED, span, message).fix(span, ""));
        }
        return (colon, span.end);
    }
    let Some(block) = text.find(|letter| Block::from_letter(letter).is_some()) else {
        return (text.len(), text.len());
    };
    let place = Span::at(block);
    let message = "a colon is missing between the penguins and the blocks";
    faults.push(Diagnostic::new(&code::STATE_COLON, place, message).expected([":"]).fix(place, ":"));
    (block, block)
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.challenge.fmt(f)?;
        if self.placed.is_empty() { Ok(()) } else { write!(f, ":{}", self.placed) }
    }
}

impl std::str::FromStr for State {
    type Err = Diagnostics;

    fn from_str(text: &str) -> Result<Self, Diagnostics> {
        Self::read(text).lenient().map(|(state, _)| state)
    }
}
