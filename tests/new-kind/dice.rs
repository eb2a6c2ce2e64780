//! A roll of dice, the kind that `tests/new-kind/run.py` adds.

use crate::diagnostics::{Diagnostic, Span, codes};
use crate::notation::{Kind, Notation, Reading, Segment, from_str_by_notation};
use std::fmt;

/// Some dice, each with the number of its points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice(String);

from_str_by_notation!(Dice);

impl Notation for Dice {
    const KIND: Kind = Kind::Dice;
    const EXAMPLE: &'static str = "1~4~6";
    const GRAMMAR: &'static str = "dice = die (\"~\" die)*\ndie  = \"1\"..\"6\"";
    const HAS_QUICK_GRAMMAR: bool = false;

    fn read(text: &str) -> Reading<Self> {
        for (at, letter) in text.char_indices() {
            let (is_right, expected) =
                if at % 2 == 0 { (matches!(letter, '1'..='6'), "1..6") } else { (letter == '~', "~") };
            if !is_right {
                let span = Span::new(at, at + letter.len_utf8());
                let error = Diagnostic::new(&codes::polyomino::POLYOMINO_LETTER, span, "a die has 1 to 6 points");
                return Reading::refused(error.expected([expected]).found(span.of(text)));
            }
        }
        if text.len() % 2 == 0 {
            let error =
                Diagnostic::new(&codes::polyomino::POLYOMINO_LETTER, Span::at(text.len()), "a die is missing");
            return Reading::refused(error);
        }
        Reading::canonical(Self(text.to_owned()))
    }
}

impl Dice {
    /// Names each die.
    pub fn explain(&self) -> Vec<Segment> {
        let dice = self.0.char_indices().filter(|(at, _)| at % 2 == 0);
        dice.map(|(at, points)| Segment::new(Span::new(at, at + 1), "die", format!("{points} points"))).collect()
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
