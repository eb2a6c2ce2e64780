//! The string notation for solutions (kind `penguins-solution`) and for partial solutions. A solution places
//! all four ice blocks, while a partial solution may lack blocks.
//!
//! ```text
#![doc = include_str!("penguins-solution.ebnf")]
//! ```

use super::coordinates::Reader;
use super::placement::{BlockGroup, SOLUTION, group, placement};
use crate::diagnostics::codes::penguins as codes;
use crate::diagnostics::{Diagnostic, Diagnostics, Span};
use crate::notation::grammar::{Read, whole};
use crate::notation::order::ListForm;
use crate::notation::{Kind, Notation, Reading, agreeing, from_str_by_notation};
use crate::penguins::{Block, Challenge, Hexes, PenguinsError, Placement, listed};
use nom::Parser;
use nom::combinator::map_opt;
use nom::multi::many;
use std::fmt;

/// A partial solution: zero to four ice blocks, placed on the board without overlaps.
///
/// # Examples
/// ```
/// use clowder::penguins::{Block, PartialSolution};
///
/// let placed: PartialSolution = "A321B104".parse()?;
/// assert_eq!((placed.len(), placed.ice().len()), (2, 8));
/// assert_eq!(placed.get(Block::C), None);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PartialSolution {
    placements: [Option<Placement>; 4],
    ice: Hexes,
}

impl PartialSolution {
    /// The empty partial solution.
    pub const EMPTY: Self = Self { placements: [None; 4], ice: Hexes::EMPTY };

    /// Adds a placement to the partial solution.
    ///
    /// # Errors
    /// Returns an error if the block of the placement is already on the board or overlaps another block.
    ///
    /// # Examples
    /// ```
    /// use clowder::penguins::{Block, PartialSolution, PenguinsError};
    ///
    /// let placed = PartialSolution::EMPTY.with("A321".parse()?)?;
    /// assert_eq!(placed.with("A104".parse()?), Err(PenguinsError::PlacedTwice(Block::A)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn with(mut self, placement: Placement) -> Result<Self, PenguinsError> {
        let slot = &mut self.placements[placement.block() as usize];
        if slot.is_some() {
            return Err(PenguinsError::PlacedTwice(placement.block()));
        }
        if !self.ice.is_disjoint(placement.hexes()) {
            return Err(PenguinsError::Overlap(placement.block()));
        }
        *slot = Some(placement);
        self.ice = self.ice.union(placement.hexes());
        Ok(self)
    }

    /// The placement of a block, or `None` if the block is not on the board.
    pub const fn get(self, block: Block) -> Option<Placement> {
        self.placements[block as usize]
    }

    /// Iterates over the placements in alphabetical order of the blocks.
    pub fn iter(self) -> impl Iterator<Item = Placement> {
        self.placements.into_iter().flatten()
    }

    /// The hexagons covered by the blocks.
    pub const fn ice(self) -> Hexes {
        self.ice
    }

    /// The number of blocks on the board.
    pub fn len(self) -> usize {
        self.iter().count()
    }

    /// Whether the board has no blocks.
    pub const fn is_empty(self) -> bool {
        self.ice.is_empty()
    }
}

impl From<Placement> for PartialSolution {
    fn from(placement: Placement) -> Self {
        let mut one = Self { ice: placement.hexes(), ..Self::EMPTY };
        one.placements[placement.block() as usize] = Some(placement);
        one
    }
}

impl fmt::Display for PartialSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|placement| write!(f, "{placement}"))
    }
}

/// A solution: all four ice blocks, placed on the board without overlaps.
///
/// # Examples
/// ```
/// use clowder::penguins::Solution;
///
/// let solution: Solution = "A321B104C031D222".parse()?;
/// assert_eq!(solution.placed().ice().len(), 16);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Solution(PartialSolution);

impl Solution {
    /// Converts a partial solution with all four blocks to a solution.
    ///
    /// # Errors
    /// Returns an error if a block is missing.
    ///
    /// # Examples
    /// ```
    /// use clowder::penguins::{PartialSolution, PenguinsError, Solution};
    ///
    /// assert_eq!(Solution::new(PartialSolution::EMPTY), Err(PenguinsError::MissingBlock));
    /// ```
    pub fn new(placed: PartialSolution) -> Result<Self, PenguinsError> {
        if placed.len() == Block::ALL.len() { Ok(Self(placed)) } else { Err(PenguinsError::MissingBlock) }
    }

    /// The placements of the four blocks.
    pub const fn placed(self) -> PartialSolution {
        self.0
    }

    /// Creates a solution from a layout of the solver. The blocks of a layout are in order and do not overlap.
    pub(in crate::penguins) fn of_layout(layout: [Placement; 4]) -> Self {
        let ice = layout.into_iter().fold(Hexes::EMPTY, |ice, one| ice.union(one.hexes()));
        Self(PartialSolution { placements: layout.map(Some), ice })
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Parses up to four placements, which must be in alphabetical order of the blocks.
pub(super) fn partial_solution(input: &str) -> Read<'_, PartialSolution> {
    map_opt(many(0..=4, placement), |list: Vec<Placement>| {
        let ordered = list.is_sorted_by(|one, next| one.block() < next.block());
        let placed = list.into_iter().try_fold(PartialSolution::EMPTY, PartialSolution::with);
        placed.ok().filter(|_| ordered)
    })
    .parse(input)
}

/// Parses the production `penguins-solution`.
fn solution(input: &str) -> Read<'_, Solution> {
    map_opt(partial_solution, |placed| Solution::new(placed).ok()).parse(input)
}

impl Notation for PartialSolution {
    const KIND: Kind = Kind::PenguinsSolution;
    const GRAMMAR: &str = include_str!("penguins-solution.ebnf");
    const EXAMPLE: &'static str = "A321B104";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, partial_solution)
    }

    fn read(text: &str) -> Reading<Self> {
        let reading = BlockGroups::new(text);
        Reading::new(reading.value(), reading.faults)
    }
}

impl Notation for Solution {
    const KIND: Kind = Kind::PenguinsSolution;
    const GRAMMAR: &str = include_str!("penguins-solution.ebnf");
    const EXAMPLE: &'static str = "A321B104C031D222";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, solution)
    }

    fn read(text: &str) -> Reading<Self> {
        let mut reading = BlockGroups::new(text);
        let missing = missing(text, &reading.groups);
        reading.faults.extend(missing);
        reading.faults.sort();
        Reading::new(reading.value().and_then(|placed| Self::new(placed).ok()), reading.faults)
    }
}

from_str_by_notation!(PartialSolution, Solution);

/// Reports each block that covers penguins of the challenge. `text` is a complete or partial solution. Errors in
/// the string itself are not reported.
///
/// # Examples
/// ```
/// use clowder::penguins::{Challenge, check_blocks};
///
/// let challenge: Challenge = "20113123".parse()?;
/// let faults = check_blocks("A104B405C430D235", challenge);
/// let lines = "4..8: penguins-solution/on-penguin: block B covers the penguins on (2, 0) and (1, 1)\n\
///     8..12: penguins-solution/on-penguin: block C covers the penguin on (3, 1)\n\
///     12..16: penguins-solution/on-penguin: block D covers the penguin on (2, 3)";
/// assert_eq!(faults.to_string(), lines);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn check_blocks(text: &str, challenge: Challenge) -> Diagnostics {
    let covering = |group: &BlockGroup| {
        on_penguin(&codes::SOLUTION_ON_PENGUIN, group.span, group.placement?, challenge.penguins())
    };
    BlockGroups::new(text).groups.iter().filter_map(covering).collect()
}

pub(in crate::penguins) fn on_penguin(
    code: &'static crate::diagnostics::Code,
    span: Span,
    placement: Placement,
    penguins: Hexes,
) -> Option<Diagnostic> {
    let covered = placement.hexes().intersection(penguins);
    let penguins = agreeing(covered.len(), "penguin");
    let message = format!("block {} covers the {penguins} on {}", placement.block(), listed(covered.iter()));
    let mut fault = Diagnostic::new(code, span, message).found(placement.to_string());
    fault.square = covered.iter().next()?.square();
    Some(fault)
}

pub(in crate::penguins) fn overlap(span: Span, placement: Placement, other: Placement) -> Option<Diagnostic> {
    let both = placement.hexes().intersection(other.hexes());
    let message =
        format!("block {} overlaps block {} on {}", placement.block(), other.block(), listed(both.iter()));
    let mut fault = Diagnostic::new(&codes::SOLUTION_OVERLAP, span, message).found(placement.to_string());
    fault.square = both.iter().next()?.square();
    Some(fault)
}

pub(in crate::penguins) struct BlockGroups {
    pub(super) groups: Vec<BlockGroup>,
    pub(in crate::penguins) faults: Diagnostics,
}

impl BlockGroups {
    /// The maximum number of placements to read, after which the rest of the text is reported as one error.
    const MOST: usize = 16;

    pub(in crate::penguins) fn new(text: &str) -> Self {
        let mut reader = Reader::new(text, &SOLUTION);
        let mut groups = Vec::new();
        while groups.len() < Self::MOST && !reader.faults.is_full() {
            reader.separators();
            if reader.cursor.is_done() {
                break;
            }
            if !skip_digits(&mut reader) {
                groups.push(group(&mut reader));
            }
        }
        reader.end();
        let mut faults = reader.faults;
        faults.extend(clashes(&groups));
        faults.extend(out_of_order(text, &groups, faults.is_empty()));
        faults.sort();
        Self { groups, faults }
    }

    /// Returns the placed blocks, or `None` if the string has an error of a class other than `canon`.
    pub(in crate::penguins) fn value(&self) -> Option<PartialSolution> {
        let placements = self.groups.iter().map(|group| group.placement);
        let all = placements.collect::<Option<Vec<_>>>()?;
        let placed = all.into_iter().try_fold(PartialSolution::EMPTY, PartialSolution::with);
        placed.ok().filter(|_| self.faults.only_canon())
    }

    pub(in crate::penguins) fn placements(&self) -> impl Iterator<Item = (Span, Placement)> {
        self.groups.iter().filter_map(|group| Some((group.span, group.placement?)))
    }
}

/// Skips and reports digits that do not belong to a block, and returns whether it skipped digits. A run of
/// exactly four digits is kept, because it is probably a placement whose letter was mistyped as a digit.
fn skip_digits(reader: &mut Reader<'_>) -> bool {
    let digits = reader.cursor.rest().bytes().take_while(u8::is_ascii_digit).take(5).count();
    let unclaimed = digits > 0 && digits != 4;
    if unclaimed {
        let span = reader.cursor.take_while(|character| character.is_ascii_digit());
        reader.stray(span);
    }
    unclaimed
}

fn clashes(groups: &[BlockGroup]) -> Diagnostics {
    let mut faults = Diagnostics::new();
    for (index, group) in groups.iter().enumerate() {
        let Some(block) = group.placed_block() else { continue };
        let before = &groups[..index];
        if let Some(first) = before.iter().find(|other| other.placed_block() == Some(block)) {
            let message = format!("block {block} is placed twice");
            let fault = Diagnostic::new(&codes::SOLUTION_BLOCK_TWICE, group.span, message);
            faults.push(fault.found(block.to_string()).related(first.span, "first here"));
        }
        for other in before.iter().filter(|other| other.block != Some(block)) {
            let (Some(placement), Some(under)) = (group.placement, other.placement) else { continue };
            let here = format!("block {} is here", under.block());
            faults.extend(overlap(group.span, placement, under).map(|fault| fault.related(other.span, here)));
        }
    }
    faults
}

/// Reports each block that is out of order. If `repair` is true, i.e. there are no other errors, the first
/// error suggests a fix that replaces the whole string.
fn out_of_order(text: &str, groups: &[BlockGroup], repair: bool) -> Vec<Diagnostic> {
    let mut read: Vec<(Block, Span)> = Vec::new();
    for group in groups {
        let block = group.placed_block();
        if let Some(block) = block.filter(|&block| read.iter().all(|&(before, _)| before != block)) {
            read.push((block, group.span));
        }
    }
    let form = ListForm {
        noun: "block",
        duplicate: &codes::SOLUTION_BLOCK_TWICE,
        order: &codes::SOLUTION_ORDER,
        twice: &|_| String::new(),
        wrong_place: &|block, side, other| format!("block {block} must come {side} block {other}"),
    };
    let mut ordered: Vec<_> = groups.iter().map(|group| group.span.of(text)).collect();
    ordered.sort_unstable();
    form.errors_with_fix(text, &read, repair.then(|| ordered.concat()))
}

/// Reports each missing block at the position where it belongs in the string. Reports nothing if the letter
/// of some block is unreadable, because that block could be the missing one.
fn missing(text: &str, groups: &[BlockGroup]) -> Diagnostics {
    let mut faults = Diagnostics::new();
    if groups.iter().any(|group| group.block.is_none()) {
        return faults;
    }
    for block in Block::ALL {
        if groups.iter().any(|group| group.block == Some(block)) {
            continue;
        }
        let next = groups.iter().find(|group| group.block > Some(block));
        let place = Span::at(next.map_or(text.len(), |group| group.span.start));
        let message = format!("block {block} is missing; a solution has all four blocks");
        let fault = Diagnostic::new(&codes::SOLUTION_MISSING_BLOCK, place, message);
        faults.push(fault.expected([block.to_string()]));
    }
    faults
}
