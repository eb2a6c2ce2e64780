//! The string notation for challenges (kind `penguins-challenge`), which lists the hexagons with penguins.
//!
//! ```text
#![doc = include_str!("penguins-challenge.ebnf")]
//! ```

use super::coordinates::{CodeSet, Reader};
use crate::diagnostics::codes::penguins as codes;
use crate::diagnostics::{Diagnostic, Diagnostics, Span};
use crate::notation::grammar::{Read, fault_at, letter, odd_digit, whole};
use crate::notation::order::ListForm;
use crate::notation::{Kind, Notation, Reading, from_str_by_notation};
use crate::penguins::{Hex, Hexes, PenguinsError};
use nom::Parser;
use nom::combinator::{map, map_opt};
use nom::multi::many;
use std::fmt;
use std::ops::Range;

/// A challenge: one to four penguins on different hexagons.
///
/// # Examples
/// ```
/// use clowder::penguins::{Challenge, Hex};
///
/// let challenge: Challenge = "20113123".parse()?;
/// assert!(challenge.penguins().contains(Hex::new(3, 1)));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Challenge {
    penguins: Hexes,
}

impl Challenge {
    /// The maximum number of penguins in a challenge.
    pub const MAX_PENGUINS: usize = 4;

    /// Creates a challenge with penguins on the given hexagons.
    ///
    /// # Errors
    /// Returns an error if `penguins` is empty or has more than four hexagons.
    ///
    /// # Examples
    /// ```
    /// use clowder::penguins::{Challenge, Hex, Hexes, PenguinsError};
    ///
    /// let penguins: Hexes = [Hex::new(1, 0), Hex::new(0, 2)].into_iter().collect();
    /// assert_eq!(Challenge::new(penguins)?.to_string(), "1002");
    /// assert_eq!(Challenge::new(Hexes::EMPTY), Err(PenguinsError::PenguinCount));
    /// # Ok::<(), PenguinsError>(())
    /// ```
    pub const fn new(penguins: Hexes) -> Result<Self, PenguinsError> {
        if penguins.is_empty() || penguins.len() > Self::MAX_PENGUINS {
            return Err(PenguinsError::PenguinCount);
        }
        Ok(Self { penguins })
    }

    /// The hexagons with a penguin.
    pub const fn penguins(self) -> Hexes {
        self.penguins
    }
}

impl fmt::Display for Challenge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.penguins.iter().try_for_each(|hex| write!(f, "{}{}", hex.x, hex.y))
    }
}

/// Parses the productions `x` and `y`.
pub(super) fn hex(input: &str) -> Read<'_, Hex> {
    let coordinate = |last: u32| letter(move |digit| digit.to_digit(10).filter(|&value| value <= last));
    map((coordinate(4), coordinate(3)), |(x, y)| Hex::new(x as i32, y as i32)).parse(input)
}

/// Parses the production `penguins-challenge`.
pub(super) fn challenge(input: &str) -> Read<'_, Challenge> {
    map_opt(many(1..=Challenge::MAX_PENGUINS, hex), |hexes: Vec<Hex>| {
        let ascending = hexes.is_sorted_by(|one, next| one.index() < next.index());
        if ascending { Challenge::new(hexes.into_iter().collect()).ok() } else { None }
    })
    .parse(input)
}

const CODES: CodeSet = CodeSet {
    whole: "challenge",
    stray: &codes::CHALLENGE_STRAY,
    not_a_digit: &codes::CHALLENGE_NOT_A_DIGIT,
    cut_short: &codes::CHALLENGE_CUT_SHORT,
    off_board: &codes::CHALLENGE_OFF_BOARD,
    blocks_follow: false,
};

impl Notation for Challenge {
    const KIND: Kind = Kind::PenguinsChallenge;
    const GRAMMAR: &str = include_str!("penguins-challenge.ebnf");
    const EXAMPLE: &'static str = "20113123";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, challenge)
    }

    fn read(text: &str) -> Reading<Self> {
        let (penguins, mut faults) = penguins(text);
        if penguins.is_empty() && faults.is_empty() {
            let message = "the challenge has no penguin; it must have 1 to 4";
            let fault = Diagnostic::new(&codes::CHALLENGE_EMPTY, Span::at(0), message);
            faults.push(fault.expected(["a column"]));
        }
        faults.extend(twice(&penguins));
        faults.extend(out_of_order(text, &penguins, faults.is_empty()));
        faults.sort();
        let value = Self::new(penguins.iter().map(|&(hex, _)| hex).collect()).ok();
        Reading::new(value.filter(|_| faults.only_canon()), faults)
    }
}

from_str_by_notation!(Challenge);

/// Reads as many penguins as possible, and reports all errors other than duplicates and incorrect order. The
/// board has only twenty hexagons, so everything after the twentieth penguin is reported as one error.
pub(in crate::penguins) fn penguins(text: &str) -> (Vec<(Hex, Span)>, Diagnostics) {
    if let Some((penguins, error)) = penguins_but_one(text) {
        return (penguins, error.into());
    }
    let mut reader = Reader::new(text, &CODES);
    let mut found = Vec::new();
    reader.separators();
    while !reader.cursor.is_done() && found.len() < Hexes::ALL.len() {
        let start = reader.cursor.offset();
        let before = std::mem::take(&mut reader.faults);
        let (hex, complete) = reader.hex("this penguin");
        if !complete {
            reader.too_few(start, "this penguin", "two digits (column, row)");
        }
        let errors = std::mem::replace(&mut reader.faults, before);
        found.push(Penguin { hex, span: Span::new(start, reader.cursor.offset()), errors });
        reader.separators();
    }
    reader.end();
    let mut faults = reader.faults;
    let count = found.len();
    // A single error covers all extra penguins, including any errors in them.
    let additional: Vec<Penguin> = found.drain(additional(&found)).collect();
    if let [first, ..] = &additional[..] {
        let message = format!("the challenge has {count} penguins; at most 4 are allowed");
        let span = first.span.to(additional[additional.len() - 1].span);
        faults.push(fault_at(text, &codes::CHALLENGE_TOO_MANY, span, message).fix(span, ""));
    }
    let mut penguins = Vec::new();
    for Penguin { hex, span, errors } in found {
        penguins.extend(hex.map(|hex| (hex, span)));
        faults.extend(errors);
    }
    (penguins, faults)
}

/// `hex` is `None` if the hexagon is unreadable or off the board.
struct Penguin {
    hex: Option<Hex>,
    span: Span,
    errors: Diagnostics,
}

/// Finds the extra penguins in a challenge with more than four. If the challenge has five penguins and is
/// valid without one of them, that penguin is extra. Otherwise, all penguins after the fourth are extra.
fn additional(penguins: &[Penguin]) -> Range<usize> {
    let most = Challenge::MAX_PENGUINS;
    let is_right_without = |&removed: &usize| {
        let others = (0..penguins.len()).filter(|&index| index != removed);
        let others: Option<Vec<usize>> = others.map(|index| penguins[index].hex?.index()).collect();
        others.is_some_and(|others| others.is_sorted_by(|one, next| one < next))
    };
    let only = (0..penguins.len()).rfind(is_right_without).filter(|_| penguins.len() == most + 1);
    only.map_or(most.min(penguins.len())..penguins.len(), |only| only..only + 1)
}

/// Reads an odd number of digits, assuming that one digit is missing or extra. Returns the readable penguins
/// and one error, whose span covers every digit that could be the cause. Returns `None` if the string has
/// other errors, or if the last digit is the only possible cause. For a string with too many digits, `None`
/// is also returned if the last digit is a possible cause.
fn penguins_but_one(text: &str) -> Option<(Vec<(Hex, Span)>, Diagnostic)> {
    let is_odd = text.len() % 2 == 1 && text.bytes().all(|byte| byte.is_ascii_digit());
    let most = 2 * Challenge::MAX_PENGUINS;
    let is_too_long = text.len() > most;
    if !is_odd || text.len() > most + 1 {
        return None;
    }
    let without = |digit: usize| -> Option<Vec<(Hex, Span)>> {
        let others: Vec<usize> = (0..text.len()).filter(|&at| at != digit).collect();
        let penguin = |pair: &[usize]| {
            let digits = [&text[pair[0]..=pair[0]], &text[pair[1]..=pair[1]]].concat();
            Some((whole(&digits, hex)?, Span::new(pair[0], pair[1] + 1)))
        };
        others.chunks(2).map(penguin).collect()
    };
    let is_possible = |digit: &usize| {
        without(*digit)
            .is_some_and(|others| others.is_sorted_by(|(one, _), (next, _)| one.index() < next.index()))
    };
    let first = (0..text.len()).find(is_possible)?;
    let last = (first..text.len()).rfind(is_possible)?;
    if last + 1 == text.len() {
        if is_too_long || first == last {
            return None;
        }
        let message = "a digit is missing, or one of these digits does not belong here";
        let span = Span::new(first, text.len());
        let error = fault_at(text, CODES.cut_short, span, message).expected(["two digits (column, row)"]);
        return Some((without(last)?, error));
    }
    let span = Span::new(first, last + 1);
    let error = if is_too_long {
        let digit = if first == last { "this digit" } else { "one of these digits" };
        let message = format!("{digit} is extra; a challenge has at most 8 digits");
        fault_at(text, CODES.stray, span, message)
    } else {
        odd_digit(text, CODES.cut_short, span).expected(["two digits (column, row)"])
    };
    let mut penguins = without(first)?;
    penguins.retain(|(_, other)| other.end <= span.start || span.end <= other.start);
    Some((penguins, error))
}

fn twice(penguins: &[(Hex, Span)]) -> Diagnostics {
    let again = |(index, &(hex, span)): (usize, &(Hex, Span))| {
        let (_, first) = penguins[..index].iter().find(|(before, _)| *before == hex)?;
        let message = format!("{hex} is listed twice");
        let mut fault = Diagnostic::new(&codes::CHALLENGE_SAME_HEXAGON, span, message);
        fault.square = hex.square();
        Some(fault.found(format!("{}{}", hex.x, hex.y)).related(*first, "the first penguin"))
    };
    penguins.iter().enumerate().filter_map(again).collect()
}

/// Reports each penguin that is out of order. If `repair` is true, i.e. there are no other errors, the first
/// error suggests a fix that replaces the whole string.
fn out_of_order(text: &str, penguins: &[(Hex, Span)], repair: bool) -> Vec<Diagnostic> {
    let is_first = |index: &usize| penguins[..*index].iter().all(|(before, _)| *before != penguins[*index].0);
    let distinct = (0..penguins.len()).filter(is_first).map(|index| penguins[index]);
    let places: Vec<_> = distinct.map(|(hex, span)| ((hex.index(), hex), span)).collect();
    let form = ListForm {
        noun: "penguin",
        duplicate: &codes::CHALLENGE_SAME_HEXAGON,
        order: &codes::CHALLENGE_ORDER,
        twice: &|_| String::new(),
        wrong_place: &|(_, hex): (_, Hex), side, (_, neighbour): (_, Hex)| {
            format!(
                "the penguin on {hex} must come {side} the penguin on {neighbour}; penguins are sorted by row, then by column"
            )
        },
    };
    let sorted = || Challenge { penguins: penguins.iter().map(|&(hex, _)| hex).collect() }.to_string();
    let mut errors = form.errors_with_fix(text, &places, repair.then(sorted));
    for error in &mut errors {
        error.square =
            penguins.iter().find(|(_, span)| *span == error.span).and_then(|(hex, _)| hex.square());
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::super::coordinates;
    use super::*;

    #[test]
    fn the_columns_and_rows_are_those_of_the_board() {
        assert_eq!(coordinates::COLUMNS.len(), Hex::COLUMNS as usize);
        assert_eq!(coordinates::ROWS.len(), Hex::ROWS as usize);
        assert_eq!(
            Challenge::parse_canonical("40").map(Challenge::penguins),
            Some([Hex::new(4, 0)].into_iter().collect())
        );
        assert_eq!(Challenge::parse_canonical("04"), None);
    }
}
