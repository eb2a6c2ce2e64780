//! The string notation for exhausted cats:
//!
//! ```text
#![doc = include_str!("exhausted.ebnf")]
//! ```

use super::scan::{ItemForm, Scan, position};
use crate::diagnostics::{Span, codes};
use crate::notation::grammar::{Read, fault_at, letter, whole};
use crate::notation::order::ListForm;
use crate::notation::{Kind, Notation, Reading};
use crate::raft::{Cat, Colour, Position};
use nom::Parser;
use nom::multi::many0;
use std::fmt;

/// The cats that have moved in this round, in ascending order.
///
/// ```
/// use clowder::raft::Exhausted;
///
/// let exhausted: Exhausted = "B0204G1300".parse()?;
/// assert_eq!(exhausted.iter().map(|cat| cat.at.coordinates()).collect::<Vec<_>>(), [(2, 4), (13, 0)]);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Exhausted(Vec<Cat>);

impl Exhausted {
    /// Whether this cat is exhausted.
    pub fn contains(&self, cat: Cat) -> bool {
        self.0.binary_search(&cat).is_ok()
    }

    /// Marks a cat as exhausted, and returns true if it was not already exhausted.
    pub fn insert(&mut self, cat: Cat) -> bool {
        self.0.binary_search(&cat).map_err(|index| self.0.insert(index, cat)).is_err()
    }

    /// Removes a cat, and returns whether it was exhausted.
    pub fn remove(&mut self, cat: Cat) -> bool {
        self.0.binary_search(&cat).map(|index| self.0.remove(index)).is_ok()
    }

    pub(crate) fn remove_at(&mut self, at: Position) {
        self.0.retain(|cat| cat.at != at);
    }

    /// Iterates over the cats in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Cat> + '_ {
        self.0.iter().copied()
    }

    /// Number of exhausted cats.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no cat is exhausted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<Cat> for Exhausted {
    fn from_iter<T: IntoIterator<Item = Cat>>(cats: T) -> Self {
        let mut cats: Vec<Cat> = cats.into_iter().collect();
        cats.sort_unstable();
        cats.dedup();
        Self(cats)
    }
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|cat| write!(f, "{cat}"))
    }
}

impl Notation for Exhausted {
    const KIND: Kind = Kind::Exhausted;
    const GRAMMAR: &str = include_str!("exhausted.ebnf");
    const EXAMPLE: &'static str = "B0204G1300";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, many0(cat))
            .filter(|cats| cats.is_sorted_by(|one, next| one < next) && are_apart(cats))
            .map(Self)
    }

    fn read(text: &str) -> Reading<Self> {
        let mut scan = Scan::new(text);
        let whole = scan.whole();
        let items = RUN.items_from_letters(&mut scan, whole, fits);
        let cats = scan.each(items, |scan, item| {
            let (letter, at) = scan.first_and_rest(item);
            let what = ("the colour of a cat", "BGPRY");
            let unknown = &codes::raft::EXHAUSTED_UNKNOWN_COLOUR;
            let colour = scan.letter(letter, unknown, what, Colour::from_cat_letter);
            let at = scan.position(at, &codes::raft::EXHAUSTED_NOT_A_DIGIT, "the position of a cat");
            Some(Cat { colour: colour?, at: at? })
        });
        let mut squares: Vec<(Cat, Span)> = cats.clone();
        squares.sort_by_key(|(cat, span)| (cat.at, span.start));
        for pair in squares.windows(2) {
            let [(first, _), (second, span)] = pair else { continue };
            if first.at == second.at && first.colour != second.colour {
                let (row, column) = second.at.coordinates();
                let message = format!("two cats are on square ({row}, {column})");
                scan.errors.push(fault_at(text, &codes::raft::EXHAUSTED_SAME_SQUARE, *span, message));
            }
        }
        scan.list(&CATS, cats)
    }
}

/// Whether no two cats share a square.
fn are_apart(cats: &[Cat]) -> bool {
    let squares: std::collections::HashSet<_> = cats.iter().map(|cat| cat.at.coordinates()).collect();
    squares.len() == cats.len()
}

const RUN: ItemForm = ItemForm {
    width: 5,
    item: "an exhausted cat",
    items: "exhausted cats",
    contents: "a colour (B, G, P, R or Y) and four digits (row, column)",
    truncated: &codes::raft::EXHAUSTED_TRUNCATED_CAT,
    stray: &codes::raft::EXHAUSTED_STRAY_CHARACTER,
};

const CATS: ListForm<'_, Cat> = ListForm {
    noun: "cat",
    duplicate: &codes::raft::EXHAUSTED_DUPLICATE,
    order: &codes::raft::EXHAUSTED_ORDER,
    twice: &|cat| format!("the {} cat at {:?} is listed twice", cat.colour.name(), cat.at.coordinates()),
    wrong_place: &|_, _, _| {
        "this cat is out of order; cats are sorted by colour, then by row, then by column".to_owned()
    },
};

fn fits(index: usize, letter: char) -> bool {
    if index == 0 { Colour::from_cat_letter(letter).is_some() } else { letter.is_ascii_digit() }
}

fn cat(input: &str) -> Read<'_, Cat> {
    (letter(Colour::from_cat_letter), position).map(|(colour, at)| Cat { colour, at }).parse(input)
}
