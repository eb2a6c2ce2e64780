//! `penguins-solution`: where the four ice blocks lie, or some of them.

use super::coordinates::{skip_separators, stray};
use super::placement::{BlockGroup, SOLUTION, group, placement};
use crate::diagnostics::{Diagnostic, Diagnostics, Span, penguins as code};
use crate::notation::grammar::{Read, Walk, fault_at, whole};
use crate::notation::{Kind, Notation, Reading, agreeing, from_str_by_notation};
use crate::penguins::{Block, Challenge, Hexes, Placement, listed};
use nom::Parser;
use nom::combinator::map_opt;
use nom::multi::many;
use std::fmt;

/// Ice blocks on the board: none to four, one of each, no two on one hexagon. This is a partial solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PartialSolution {
    placements: [Option<Placement>; 4],
    ice: Hexes,
}

impl PartialSolution {
    /// No block yet.
    pub const EMPTY: Self = Self { placements: [None; 4], ice: Hexes::EMPTY };

    /// The same with one more block; `None` if that block lies already or the place is taken.
    #[must_use]
    pub const fn with(mut self, placement: Placement) -> Option<Self> {
        let slot = &mut self.placements[placement.block() as usize];
        if slot.is_some() || !self.ice.is_disjoint(placement.hexes()) {
            return None;
        }
        *slot = Some(placement);
        self.ice = self.ice.union(placement.hexes());
        Some(self)
    }

    /// Where a block lies, if it does.
    pub const fn get(self, block: Block) -> Option<Placement> {
        self.placements[block as usize]
    }

    /// The blocks placed, in the order of their letters.
    pub fn iter(self) -> impl Iterator<Item = Placement> {
        self.placements.into_iter().flatten()
    }

    /// The hexagons they cover.
    pub const fn ice(self) -> Hexes {
        self.ice
    }

    /// How many blocks are placed.
    pub fn len(self) -> usize {
        self.iter().count()
    }

    /// Whether none is.
    pub const fn is_empty(self) -> bool {
        self.ice.is_empty()
    }
}

impl fmt::Display for PartialSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|placement| write!(f, "{placement}"))
    }
}

/// All four ice blocks on the board, no two on one hexagon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Solution(PartialSolution);

impl Solution {
    /// The solution that a partial one has become, if all four blocks are placed.
    pub fn new(placed: PartialSolution) -> Option<Self> {
        (placed.len() == 4).then_some(Self(placed))
    }

    /// Where the blocks lie.
    pub const fn placed(self) -> PartialSolution {
        self.0
    }

    /// A solution out of the solver's table, whose blocks lie apart and in order.
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

/// `partial-solution = penguins-placement{0,4}`, in order of the blocks' letters
pub(super) fn partial_solution(input: &str) -> Read<'_, PartialSolution> {
    map_opt(many(0..=4, placement), |list: Vec<Placement>| {
        let ordered = list.is_sorted_by(|one, next| one.block() < next.block());
        if ordered { list.into_iter().try_fold(PartialSolution::EMPTY, PartialSolution::with) } else { None }
    })
    .parse(input)
}

/// `penguins-solution = "A" x y r "B" x y r "C" x y r "D" x y r`
fn solution(input: &str) -> Read<'_, Solution> {
    map_opt(partial_solution, Solution::new).parse(input)
}

impl Notation for PartialSolution {
    const KIND: Kind = Kind::PenguinsSolution;
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
    const EXAMPLE: &'static str = "A321B104C031D222";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, solution)
    }

    fn read(text: &str) -> Reading<Self> {
        let mut reading = BlockGroups::new(text);
        let missing = missing(text, &reading.groups);
        reading.faults.extend(missing);
        reading.faults.sort();
        Reading::new(reading.value().and_then(Self::new), reading.faults)
    }
}

from_str_by_notation!(PartialSolution, Solution);

/// Every fault of a solution, or of a partial one, as an answer to a challenge: a block that covers a penguin.
/// Faults of the text itself are not repeated.
///
/// ```
/// use clowder::penguins::{Challenge, check};
///
/// let challenge: Challenge = "20113123".parse().expect("it is well formed");
/// let faults = check("A104B405C430D235", challenge);
/// let lines = "4..8: penguins-solution/on-penguin: block B covers the penguins on (2, 0) and (1, 1)\n\
///     8..12: penguins-solution/on-penguin: block C covers the penguin on (3, 1)\n\
///     12..16: penguins-solution/on-penguin: block D covers the penguin on (2, 3)";
/// assert_eq!(faults.to_string(), lines);
/// ```
pub fn check(text: &str, challenge: Challenge) -> Diagnostics {
    let covering = |group: &BlockGroup| {
        on_penguin(&code::SOLUTION_ON_PENGUIN, group.span, group.placement?, challenge.penguins())
    };
    BlockGroups::new(text).groups.iter().filter_map(covering).collect()
}

/// The fault of a block that covers penguins, if it does.
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

/// The fault of a block on hexagons of another that lies there, if it is.
pub(in crate::penguins) fn overlap(span: Span, placement: Placement, other: Placement) -> Option<Diagnostic> {
    let both = placement.hexes().intersection(other.hexes());
    let message =
        format!("block {} overlaps block {} on {}", placement.block(), other.block(), listed(both.iter()));
    let mut fault = Diagnostic::new(&code::SOLUTION_OVERLAP, span, message).found(placement.to_string());
    fault.square = both.iter().next()?.square();
    Some(fault)
}

/// What a walk over a solution finds.
pub(in crate::penguins) struct BlockGroups {
    pub(super) groups: Vec<BlockGroup>,
    pub(in crate::penguins) faults: Diagnostics,
}

impl BlockGroups {
    /// No more placements than these are told apart; what follows is one fault.
    const MOST: usize = 16;

    pub(in crate::penguins) fn new(text: &str) -> Self {
        let mut walk = Walk::new(text);
        let mut faults = Diagnostics::new();
        let mut groups = Vec::new();
        while groups.len() < Self::MOST && !faults.is_full() {
            skip_separators(&mut walk, text, &SOLUTION, &mut faults);
            if walk.is_done() {
                break;
            }
            if !skip_digits(&mut walk, text, &mut faults) {
                groups.push(group(&mut walk, text, &SOLUTION, &mut faults));
            }
        }
        if !walk.is_done() {
            faults.push(stray(text, &SOLUTION, Span::new(walk.offset(), text.len())));
        }
        faults.extend(clashes(&groups));
        faults.extend(out_of_order(text, &groups, faults.is_empty()));
        faults.sort();
        Self { groups, faults }
    }

    /// The blocks, if nothing is wrong but order and spelling.
    pub(in crate::penguins) fn value(&self) -> Option<PartialSolution> {
        let placements = self.groups.iter().map(|group| group.placement);
        let all = placements.collect::<Option<Vec<_>>>()?;
        all.into_iter()
            .try_fold(PartialSolution::EMPTY, PartialSolution::with)
            .filter(|_| self.faults.only_canon())
    }

    /// The placements that can be read, with their spans.
    pub(in crate::penguins) fn placements(&self) -> impl Iterator<Item = (Span, Placement)> {
        self.groups.iter().filter_map(|group| Some((group.span, group.placement?)))
    }
}

/// Takes digits no block claims, if there are any. Four of them are a placement whose letter was meant to be a
/// digit, and stay.
fn skip_digits(walk: &mut Walk<'_>, text: &str, faults: &mut Diagnostics) -> bool {
    let digits = walk.rest().bytes().take_while(u8::is_ascii_digit).take(5).count();
    let unclaimed = digits > 0 && digits != 4;
    if unclaimed {
        let span = walk.take_while(|character| character.is_ascii_digit());
        faults.push(stray(text, &SOLUTION, span));
    }
    unclaimed
}

/// Blocks named twice and blocks on one another.
fn clashes(groups: &[BlockGroup]) -> Diagnostics {
    let mut faults = Diagnostics::new();
    for (index, group) in groups.iter().enumerate() {
        let Some(block) = group.block else { continue };
        let before = &groups[..index];
        if let Some(first) = before.iter().find(|other| other.block == Some(block)) {
            let message = format!("block {block} is placed twice");
            let fault = Diagnostic::new(&code::SOLUTION_BLOCK_TWICE, group.span, message);
            faults.push(fault.found(block.to_string()).related(first.span, "the first time"));
        }
        for other in before.iter().filter(|other| other.block != Some(block)) {
            let (Some(placement), Some(under)) = (group.placement, other.placement) else { continue };
            let fault = overlap(group.span, placement, under);
            faults.extend(
                fault.map(|fault| fault.related(other.span, format!("block {} lies here", under.block()))),
            );
        }
    }
    faults
}

/// A fault for each block that belongs before the one it follows. The first says how the whole is written, if
/// nothing else is wrong.
fn out_of_order(text: &str, groups: &[BlockGroup], repair: bool) -> Diagnostics {
    let mut faults = Diagnostics::new();
    let mut read: Vec<(Block, Span)> = Vec::new();
    for group in groups {
        if let Some(block) = group.block.filter(|&block| read.iter().all(|&(before, _)| before != block)) {
            read.push((block, group.span));
        }
    }
    for pair in read.windows(2) {
        let [(before, first), (block, span)] = [pair[0], pair[1]];
        if block < before {
            let message = format!("block {block} belongs before block {before}");
            let mut fault =
                fault_at(text, &code::SOLUTION_ORDER, span, message).related(first, "before this one");
            if repair && faults.is_empty() {
                let mut ordered: Vec<_> = groups.iter().map(|group| group.span.of(text)).collect();
                ordered.sort_unstable();
                fault = fault.fix(Span::new(0, text.len()), ordered.concat());
            }
            faults.push(fault);
        }
    }
    faults
}

/// A fault for each block that is not there, where it should stand. A block that cannot be read may be any of
/// them.
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
        let message = format!("block {block} is missing: a solution has all four");
        faults.push(
            Diagnostic::new(&code::SOLUTION_MISSING_BLOCK, place, message).expected([block.to_string()]),
        );
    }
    faults
}
