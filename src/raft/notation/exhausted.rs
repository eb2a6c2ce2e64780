//! `exhausted = (colour digit2 digit2)*`: colour `B G P R Y`; ascending by colour, then row, then column.

use super::places::{Run, digits, position, position_at, wrong_letter};
use crate::diagnostics::{Diagnostics, Span, raft as codes};
use crate::notation::grammar::{Read, fault_at, letter, whole};
use crate::notation::{Kind, Notation, Reading};
use crate::raft::{Colour, Position};
use nom::Parser;
use nom::multi::many0;
use std::fmt;

/// The cats that have moved this round, in the order of their string.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Exhausted(Vec<(Colour, Position)>);

impl Exhausted {
    /// Whether a cat is exhausted.
    pub fn contains(&self, colour: Colour, at: Position) -> bool {
        self.0.binary_search(&(colour, at)).is_ok()
    }

    /// Adds a cat; false if it was there.
    pub fn insert(&mut self, colour: Colour, at: Position) -> bool {
        match self.0.binary_search(&(colour, at)) {
            Ok(_) => false,
            Err(index) => {
                self.0.insert(index, (colour, at));
                true
            }
        }
    }

    /// Takes a cat out; false if it was not there.
    pub fn remove(&mut self, colour: Colour, at: Position) -> bool {
        self.0.binary_search(&(colour, at)).map(|index| self.0.remove(index)).is_ok()
    }

    /// The cats in order.
    pub fn iter(&self) -> impl Iterator<Item = (Colour, Position)> + '_ {
        self.0.iter().copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no cat is exhausted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The bytes of a cat in the string, by its place in the order.
    pub fn span(index: usize) -> Span {
        Span::new(index * RUN.width, (index + 1) * RUN.width)
    }
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(colour, at)| write!(f, "{}{at}", colour.cat_letter()))
    }
}

impl Notation for Exhausted {
    const KIND: Kind = Kind::Exhausted;
    const EXAMPLE: &'static str = "B0204G1300";

    fn parse_canonical(text: &str) -> Option<Self> {
        whole(text, many0(cat)).filter(|cats| cats.is_sorted_by(|one, next| one < next)).map(Self)
    }

    fn read(text: &str) -> Reading<Self> {
        let mut faults = Diagnostics::new();
        let items = RUN.items(text, Span::new(0, text.len()), fits, &mut faults);
        let mut cats: Vec<((Colour, Position), Span)> = Vec::new();
        for item in items {
            let Some(cat) = read_cat(text, item, &mut faults) else { continue };
            if let Some((_, first)) = cats.iter().find(|(other, _)| *other == cat) {
                let message =
                    format!("the {} cat at ({}, {}) is listed twice", cat.0.name(), cat.1.row, cat.1.column);
                faults.push(
                    fault_at(text, &codes::EXHAUSTED_DUPLICATE, item, message).related(*first, "first here"),
                );
            } else {
                if let Some((_, above)) = cats.iter().max().filter(|(other, _)| *other > cat) {
                    let message = "out of order: cats ascend by colour, then row, then column";
                    let fault = fault_at(text, &codes::EXHAUSTED_ORDER, item, message);
                    faults.push(fault.related(*above, "this cat belongs after it"));
                }
                cats.push((cat, item));
            }
            if faults.is_full() {
                break;
            }
        }
        let mut sorted: Vec<_> = cats.into_iter().map(|(cat, _)| cat).collect();
        sorted.sort_unstable();
        faults.sort();
        Reading::new(faults.only_canon().then_some(Self(sorted)), faults)
    }
}

const RUN: Run = Run {
    width: 5,
    item: "an exhausted cat",
    made_of: "a colour and four digits (row, column)",
    truncated: &codes::EXHAUSTED_TRUNCATED_CAT,
    stray: &codes::EXHAUSTED_STRAY_CHARACTER,
};

fn fits(index: usize, letter: char) -> bool {
    if index == 0 { Colour::from_cat_letter(letter).is_some() } else { letter.is_ascii_digit() }
}

/// `colour digit2 digit2`
fn cat(input: &str) -> Read<'_, (Colour, Position)> {
    (letter(Colour::from_cat_letter), position).parse(input)
}

fn read_cat(text: &str, item: Span, faults: &mut Diagnostics) -> Option<(Colour, Position)> {
    let letter = item.of(text).chars().next()?;
    let at = Span::new(item.start + letter.len_utf8(), item.end);
    let colour = Colour::from_cat_letter(letter);
    if colour.is_none() {
        let span = Span::new(item.start, at.start);
        faults.push(wrong_letter(
            text,
            &codes::EXHAUSTED_UNKNOWN_COLOUR,
            span,
            "the colour of a cat",
            "BGPRY",
        ));
    }
    let good = digits(text, at, &codes::EXHAUSTED_NOT_A_DIGIT, "a cat's place", faults);
    colour.zip(position_at(text, at).filter(|_| good))
}
