//! The string notation for a list of pieces: `pieces = entry ("," entry)*`.
//!
//! ```text
//! entry = what ("*" DIGIT*)?
//! what  = "pentominoes" | "fire-tiles" | name+ | tile | rows | utility
//! ```
//!
//! The digits after `*` are the number of copies. A `*` without digits means that the piece may be used any
//! number of times.
//!
//! The productions `name`, `tile`, `rows` and `utility` are those of a polyomino string. An entry such as `XX`,
//! with two or more letters `X` and nothing else, is a row of squares instead of names. The entries
//! `pentominoes` and `name+` add pentominoes. When pieces cannot be flipped, these two entries also add each
//! mirror image that is a different piece. The other entries never add mirror images.

use super::names::{named, pentominoes};
use super::pieces::Copies;
use super::{Pieces, Polyomino, parts};
use crate::diagnostics::codes::polyomino as codes;
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostics, Span};
use crate::notation::Notation as _;
use crate::notation::grammar::fault_at;
use crate::shape::{Shape, Sides};

impl Pieces {
    /// Parses a list of pieces. `tiles` contains extra shapes, each with the letter by which the list refers
    /// to it.
    ///
    /// # Errors
    /// Returns all errors in the list, including an error for each tile that [`Pieces::add`] rejects.
    ///
    /// # Examples
    /// ```
    /// use clowder::polyomino::Pieces;
    /// use clowder::shape::Sides;
    ///
    /// let pieces = Pieces::parse("FILN,XX/XX*3", Sides::Both, &[])?;
    /// assert_eq!(pieces.area(), 4 * 5 + 3 * 4);
    /// assert_eq!(Pieces::parse("FILN", Sides::One, &[])?.area(), 7 * 5);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn parse(text: &str, sides: Sides, tiles: &[(char, &Shape)]) -> Result<Self, Diagnostics> {
        let mut reader = Reader { text, tiles, pieces: Self::new(sides), faults: Diagnostics::new() };
        for span in parts(text, ',') {
            reader.entry(span);
            if reader.faults.is_full() {
                break;
            }
        }
        if reader.faults.is_empty() { Ok(reader.pieces) } else { Err(reader.faults) }
    }
}

struct Reader<'a> {
    text: &'a str,
    tiles: &'a [(char, &'a Shape)],
    pieces: Pieces,
    faults: Diagnostics,
}

impl Reader<'_> {
    fn entry(&mut self, span: Span) {
        let entry = span.of(self.text);
        if entry.contains(char::is_whitespace) {
            for (at, space) in entry.match_indices(char::is_whitespace) {
                let here = Span::new(at, at + space.len()).shifted(span.start);
                let message = "a list of pieces must not contain spaces";
                self.faults.push(fault_at(self.text, &codes::PIECES_SPACE, here, message).fix(here, ""));
            }
            return;
        }
        let (what, copies) = match entry.split_once('*') {
            Some((what, digits)) => (what, self.count(Span::new(span.end - digits.len(), span.end))),
            None => (entry, Copies::Number(1)),
        };
        let before = self.faults.len();
        self.what(Span::new(span.start, span.start + what.len()), copies);
        if self.faults.len() > before {
            self.faults.sort();
        }
    }

    fn count(&mut self, span: Span) -> Copies {
        let digits = span.of(self.text);
        if digits.is_empty() {
            return Copies::Unlimited;
        }
        let number = digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok());
        Copies::Number(number.flatten().unwrap_or_else(|| {
            let message = format!("`{}` is not a number of pieces", escape(digits));
            let fault = fault_at(self.text, &codes::PIECES_COUNT, span, message);
            self.faults.push(fault.expected([format!("0..{}", u32::MAX)]));
            0
        }))
    }

    fn what(&mut self, span: Span, copies: Copies) {
        let what = span.of(self.text);
        let tiles = self.tiles;
        if what == "pentominoes" {
            for pentomino in pentominoes() {
                self.pieces.insert_with_mirror_image(Some(pentomino.name), &pentomino.shape, copies);
            }
        } else if what == "fire-tiles" {
            for &(letter, shape) in tiles {
                self.add(span, Some(letter), shape, copies);
            }
        } else if let Some(&(letter, shape)) = tiles.iter().find(|(letter, _)| what == letter.to_string()) {
            self.add(span, Some(letter), shape, copies);
        } else if is_names(what) {
            for (at, letter) in what.char_indices() {
                match named(letter) {
                    Some(shape) => self.pieces.insert_with_mirror_image(Some(letter), shape, copies),
                    None => self.unknown(Span::new(at, at + letter.len_utf8()).shifted(span.start)),
                }
            }
        } else {
            self.shape(span, copies);
        }
    }

    fn shape(&mut self, span: Span, copies: Copies) {
        let (value, faults) = Polyomino::read(span.of(self.text)).into_parts();
        if let (Some(value), true) = (value, faults.only_canon()) {
            // Shapes in a list need not be in canonical form.
            self.add(span, None, value.shape(), copies);
            return;
        }
        for fault in faults {
            if fault.code == &codes::POLYOMINO_EMPTY {
                let message =
                    "a piece is missing here; a list must have a piece before and after every comma";
                self.faults.push(fault_at(self.text, &codes::PIECES_EMPTY, span, message));
            } else if fault.code == &codes::POLYOMINO_UNKNOWN_NAME {
                self.unknown(span);
            } else {
                self.faults.push(fault.shifted(span.start));
            }
        }
    }

    fn unknown(&mut self, span: Span) {
        let what = span.of(self.text);
        let shown: String = what.chars().take(20).collect();
        let message = format!("there is no piece `{}`", escape(&shown));
        let fault = fault_at(self.text, &codes::PIECES_UNKNOWN, span, message);
        let tiles = if self.tiles.is_empty() { &[][..] } else { &["a..z", "A..E", "fire-tiles"] };
        let fault = fault.expected(["FILNPTUVWXYZ"]).expected(tiles.iter().copied());
        let fault = fault.expected(["pentominoes", "rows such as XX/X."]);
        let upper = what.to_ascii_uppercase();
        let meant = [("PENT", "pentominoes"), ("FIRE", "fire-tiles")];
        let meant = meant.iter().find(|(begin, _)| upper.starts_with(begin)).map(|(_, word)| *word);
        self.faults.push(if upper.chars().all(|name| named(name).is_some()) {
            fault.fix(span, upper)
        } else if let Some(word) = meant {
            fault.fix(span, word)
        } else {
            fault
        });
    }

    fn add(&mut self, span: Span, letter: Option<char>, shape: &Shape, copies: Copies) {
        if let Err(error) = self.pieces.add_copies(letter, shape, copies) {
            self.faults.push(fault_at(self.text, &codes::PIECES_UNKNOWN, span, error.to_string()));
        }
    }
}

/// Whether a text is probably meant as pentomino names: letters and digits, at least half of which are names.
/// A text of two or more letters `X` and nothing else is not meant as names, because it is a row of squares.
fn is_names(text: &str) -> bool {
    let letters = text.chars().count();
    let names = text.chars().filter(|&letter| named(letter).is_some()).count();
    let row = letters > 1 && text.chars().all(|letter| letter == 'X');
    !row && names * 2 >= letters.max(1) && text.chars().all(char::is_alphanumeric)
}
