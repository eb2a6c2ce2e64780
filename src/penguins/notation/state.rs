//! The string notation for states (kind `penguins-state`): a challenge and the blocks placed so far.
//!
//! ```text
#![doc = include_str!("penguins-state.ebnf")]
//! ```

use super::challenge::challenge;
use super::solution::{BlockGroups, on_penguin, partial_solution};
use crate::diagnostics::codes::penguins as codes;
use crate::diagnostics::{Diagnostic, Diagnostics, Span};
use crate::notation::grammar::{Read, fault_at, whole};
use crate::notation::{Kind, Notation, Reading, from_str_by_notation};
use crate::penguins::{Block, Board, Challenge, PartialSolution, PenguinsError};
use nom::Parser;
use nom::character::complete::char;
use nom::combinator::{map_opt, opt, verify};
use nom::sequence::preceded;
use std::fmt;

/// A challenge and the blocks placed so far, none of which covers a penguin.
///
/// # Examples
/// ```
/// use clowder::penguins::State;
///
/// let state: State = "20113123:A321".parse()?;
/// assert_eq!(state.placed().to_string(), "A321");
/// assert_eq!(state.board().ice().len(), 4);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    challenge: Challenge,
    placed: PartialSolution,
}

impl State {
    /// Creates a state.
    ///
    /// # Errors
    /// Returns an error if any block covers a penguin.
    ///
    /// # Examples
    /// ```
    /// use clowder::penguins::{PenguinsError, State};
    ///
    /// assert!(State::new("20113123".parse()?, "A321".parse()?).is_ok());
    /// assert_eq!(State::new("20113123".parse()?, "B405".parse()?), Err(PenguinsError::OnPenguin));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub const fn new(challenge: Challenge, placed: PartialSolution) -> Result<Self, PenguinsError> {
        if challenge.penguins().is_disjoint(placed.ice()) {
            Ok(Self { challenge, placed })
        } else {
            Err(PenguinsError::OnPenguin)
        }
    }

    /// The challenge.
    pub const fn challenge(self) -> Challenge {
        self.challenge
    }

    /// The blocks placed so far.
    pub const fn placed(self) -> PartialSolution {
        self.placed
    }

    /// The board with the challenge's penguins and the ice of the blocks.
    pub const fn board(self) -> Board {
        Board::new(self.challenge.penguins(), self.placed.ice())
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.challenge.fmt(f)?;
        if self.placed.is_empty() { Ok(()) } else { write!(f, ":{}", self.placed) }
    }
}

/// Parses the production `penguins-state`.
fn state(input: &str) -> Read<'_, State> {
    let blocks = verify(partial_solution, |placed: &PartialSolution| !placed.is_empty());
    map_opt((challenge, opt(preceded(char(':'), blocks))), |(challenge, placed)| {
        State::new(challenge, placed.unwrap_or_default()).ok()
    })
    .parse(input)
}

impl Notation for State {
    const KIND: Kind = Kind::PenguinsState;
    const GRAMMAR: &str = include_str!("penguins-state.ebnf");
    const EXAMPLE: &'static str = "20113123:A321B104";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, state)
    }

    fn read(text: &str) -> Reading<Self> {
        let mut faults = Diagnostics::new();
        let (end, start) = split(text, &mut faults);
        let (challenge, of_challenge) = Challenge::read(&text[..end]).into_parts();
        faults.extend(of_challenge);
        let blocks = BlockGroups::new(&text[start..]);
        let placed = blocks.value();
        if let Some(challenge) = challenge {
            let penguins = challenge.penguins();
            faults.extend(blocks.placements().filter_map(|(span, placement)| {
                on_penguin(&codes::STATE_ON_PENGUIN, span.shifted(start), placement, penguins)
            }));
        }
        faults.extend(blocks.faults.into_iter().map(|fault| fault.shifted(start)));
        faults.sort();
        let state = challenge.zip(placed).and_then(|(challenge, placed)| Self::new(challenge, placed).ok());
        Reading::new(state.filter(|_| faults.only_canon()), faults)
    }
}

from_str_by_notation!(State);

/// Returns where the challenge ends and where the blocks start. Reports a colon that is missing or at the end
/// of the string.
fn split(text: &str, faults: &mut Diagnostics) -> (usize, usize) {
    if let Some(colon) = text.find(':') {
        let span = Span::new(colon, colon + 1);
        if span.end == text.len() {
            let message = "there is no block after the colon";
            faults.push(fault_at(text, &codes::STATE_NOTHING_PLACED, span, message).fix(span, ""));
        }
        return (colon, span.end);
    }
    let Some(block) = text.find(|letter| Block::from_letter(letter).is_some()) else {
        return (text.len(), text.len());
    };
    let place = Span::at(block);
    let message = "the colon between the penguins and the blocks is missing";
    let fault = Diagnostic::new(&codes::STATE_COLON, place, message);
    faults.push(fault.expected([":"]).fix(place, ":"));
    (block, block)
}
