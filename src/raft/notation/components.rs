//! The string notation for individual components, in the format that the course COMP1110 uses in its class
//! `Utility`:
//!
//! ```text
#![doc = include_str!("pathway-card.ebnf")]
#![doc = include_str!("cat-card.ebnf")]
#![doc = include_str!("raft-card.ebnf")]
#![doc = include_str!("fire-tile.ebnf")]
//! ```

use super::scan::{ItemForm, Scan};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span, codes};
use crate::notation::grammar::{Read, fault_at, letter, letters, whole};
use crate::notation::order::ListForm;
use crate::notation::{Kind, Notation, Reading};
use crate::raft::{Card, CatCardId, Deck, Orientation, Position, RaftCardId, Square, TileId, ValueError};
use crate::shape::{Cell, Shape};
use nom::Parser;
use nom::bytes::complete::take;
use nom::character::complete::satisfy;
use nom::combinator::map_opt;
use nom::multi::many1;
use std::fmt;

/// The nine squares of a 3×3 card, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Squares3x3(pub [Square; 9]);

impl Squares3x3 {
    /// Rotates the card.
    ///
    /// ```
    /// use clowder::raft::{Orientation, PathwayCard};
    ///
    /// let card: PathwayCard = "hbbryrbyyb".parse()?;
    /// assert_eq!(card.squares().rotated(Orientation::East).to_string(), "yybyrbbbr");
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn rotated(self, orientation: Orientation) -> Self {
        let mut squares = self.0;
        for _ in 0..orientation.quarter_turns() {
            // In a clockwise quarter turn, each column (read from bottom to top) becomes a row.
            squares = std::array::from_fn(|index| squares[(2 - index % 3) * 3 + index / 3]);
        }
        Self(squares)
    }

    /// Pairs each square with the position that it has when the card's top left square is at `corner`. A
    /// position is `None` if its row or column would have more than two digits.
    pub(crate) fn placed_at(self, corner: Position) -> impl Iterator<Item = (Option<Position>, Square)> {
        (0u8..).zip(self.0).map(move |(index, square)| (corner.offset(index / 3, index % 3), square))
    }
}

impl fmt::Display for Squares3x3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|square| fmt::Write::write_char(f, square.letter()))
    }
}

/// A card with nine squares, identified by a letter or number.
///
/// ```
/// use clowder::raft::{CatCard, PathwayCard};
///
/// let card: CatCard = "3gffgGfggg".parse()?;
/// assert_eq!(card.id().index(), 3);
/// let card: PathwayCard = "hbbrbyrbyb".parse()?;
/// assert_eq!((card.id(), card.squares().to_string().as_str()), ('h', "bbrbyrbyb"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SquareCard<N> {
    id: N,
    squares: Squares3x3,
}

/// A pathway card with its letter. Each deck has one card per letter.
pub type PathwayCard = SquareCard<char>;

/// A cat card with its number.
pub type CatCard = SquareCard<CatCardId>;

/// A raft card with its number.
pub type RaftCard = SquareCard<RaftCardId>;

impl<N: CardName> SquareCard<N> {
    /// Creates a card from its letter or number and its squares.
    ///
    /// # Errors
    /// Returns an error if the letter, the number or a square is not valid for this kind of card.
    pub fn new(id: N, squares: Squares3x3) -> Result<Self, Diagnostics> {
        Self { id, squares }.to_string().parse()
    }

    /// Letter or number of the card.
    pub const fn id(self) -> N {
        self.id
    }

    /// Squares of the unrotated card.
    pub const fn squares(self) -> Squares3x3 {
        self.squares
    }
}

/// A letter or number that identifies a card of one kind. The letter of a pathway card is unique only within a deck.
pub trait CardName: Copy + fmt::Display {
    #[doc(hidden)]
    const FORM: CardForm;

    #[doc(hidden)]
    fn of(letter: char) -> Option<Self>;
}

impl CardName for char {
    const FORM: CardForm = CardForm {
        kind: Kind::PathwayCard,
        grammar: include_str!("pathway-card.ebnf"),
        example: "hbbrbyrbyb",
        name: "a pathway card",
        ids: Card::LETTERS,
        squares: "bgpry",
        unknown: &codes::raft::PATHWAY_CARD_UNKNOWN,
        square: &codes::raft::PATHWAY_CARD_SQUARE,
        length: &codes::raft::PATHWAY_CARD_LENGTH,
    };

    fn of(letter: char) -> Option<Self> {
        Card::from_letter(Deck::Circle, letter).map(Card::letter)
    }
}

impl CardName for CatCardId {
    const FORM: CardForm = CardForm {
        kind: Kind::CatCard,
        grammar: include_str!("cat-card.ebnf"),
        example: "3gffgGfggg",
        name: "a cat card",
        ids: Self::LETTERS,
        squares: "bgpryBGPRYf",
        unknown: &codes::raft::CAT_CARD_UNKNOWN,
        square: &codes::raft::CAT_CARD_SQUARE,
        length: &codes::raft::CAT_CARD_LENGTH,
    };

    fn of(letter: char) -> Option<Self> {
        Self::from_letter(letter)
    }
}

impl CardName for RaftCardId {
    const FORM: CardForm = CardForm {
        kind: Kind::RaftCard,
        grammar: include_str!("raft-card.ebnf"),
        example: "1gyprowbww",
        name: "a raft card",
        ids: Self::LETTERS,
        squares: "bgprywo",
        unknown: &codes::raft::RAFT_CARD_UNKNOWN,
        square: &codes::raft::RAFT_CARD_SQUARE,
        length: &codes::raft::RAFT_CARD_LENGTH,
    };

    fn of(letter: char) -> Option<Self> {
        Self::from_letter(letter)
    }
}

/// The string format of one kind of card.
pub struct CardForm {
    kind: Kind,
    grammar: &'static str,
    example: &'static str,
    /// Name of the kind with its article, such as `a cat card`.
    name: &'static str,
    ids: &'static str,
    squares: &'static str,
    unknown: &'static Code,
    square: &'static Code,
    length: &'static Code,
}

impl<N: CardName> fmt::Display for SquareCard<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.id, self.squares)
    }
}

impl<N: CardName> std::str::FromStr for SquareCard<N> {
    type Err = Diagnostics;

    fn from_str(text: &str) -> Result<Self, Diagnostics> {
        Self::read_fast(text).lenient().map(|(card, _)| card)
    }
}

impl<N: CardName> Notation for SquareCard<N> {
    const KIND: Kind = N::FORM.kind;
    const GRAMMAR: &str = N::FORM.grammar;
    const EXAMPLE: &'static str = N::FORM.example;

    fn parse_canonical(text: &str) -> Option<Self> {
        let nine = map_opt(take(9usize), |text: &str| {
            let mut squares = [Square::Void; 9];
            for (square, letter) in squares.iter_mut().zip(text.bytes()) {
                let is_allowed = N::FORM.squares.as_bytes().contains(&letter);
                *square = Square::from_byte(letter).filter(|_| is_allowed)?;
            }
            Some(Squares3x3(squares))
        });
        whole(text, (letter(N::of), nine).map(|(id, squares)| Self { id, squares }))
    }

    fn read(text: &str) -> Reading<Self> {
        let CardForm { name, ids, squares, unknown, square, length, .. } = N::FORM;
        let mut scan = Scan::new(text);
        let id = scan.cursor.take(1);
        scan.letter(id, unknown, (&format!("the name of {name}"), ids), N::of);
        for _ in 0..9 {
            let span = scan.cursor.take(1);
            if span.of(text).chars().any(|letter| !squares.contains(letter)) {
                let message = format!("`{}` is not a square of {name}", escape(span.of(text)));
                scan.errors.push(fault_at(text, square, span, message).expected(letters(squares)));
            }
        }
        let count = text.chars().count();
        if count != 10 {
            let message = format!("{name} has 10 characters (its name and nine squares); found {count}");
            let rest = Span::new(scan.cursor.offset(), text.len());
            let error = Diagnostic::new(length, rest, message).expected(["10 characters"]);
            let error = error.found(format!("{count} characters"));
            scan.errors.push(if count > 10 { error.fix(rest, "") } else { error });
        }
        scan.errors.sort();
        Reading::canonical_or_refused(text, scan.errors)
    }
}

/// A fire tile with its letter and squares.
///
/// ```
/// use clowder::{notation::Notation, raft::FireTile};
///
/// assert_eq!(FireTile::EXAMPLE.parse::<FireTile>()?.shape().area(), 6);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FireTile {
    id: TileId,
    shape: Shape,
}

impl FireTile {
    /// Creates a tile from a shape whose squares need not be connected.
    ///
    /// # Errors
    /// Returns an error if the shape has more than ten rows or columns, because each coordinate is written as one
    /// digit.
    pub fn new(id: TileId, shape: Shape) -> Result<Self, ValueError> {
        let fits = shape.height() <= 10 && shape.width() <= 10;
        if fits { Ok(Self { id, shape }) } else { Err(ValueError::FireTileShape) }
    }

    /// Letter of the tile.
    pub const fn id(&self) -> TileId {
        self.id
    }

    /// Squares of the unflipped and unrotated tile.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }
}

/// Parses the letter of a tile, then its squares in any order.
fn tile_cells(input: &str) -> Read<'_, (TileId, Vec<Cell>)> {
    let digit = || satisfy(|letter| letter.is_ascii_digit()).map(|digit| digit as u8 - b'0');
    let cell = (digit(), digit()).map(|(row, column)| Cell::new(row, column));
    (letter(TileId::from_letter), many1(cell)).parse(input)
}

const CELLS: ItemForm = ItemForm {
    width: 2,
    item: "a square of a tile",
    items: "squares",
    contents: "two digits (row, column)",
    truncated: &codes::raft::FIRE_TILE_TRUNCATED,
    stray: &codes::raft::FIRE_TILE_STRAY_CHARACTER,
};

const ORDER: ListForm<'_, Cell> = ListForm {
    noun: "square",
    duplicate: &codes::raft::FIRE_TILE_DUPLICATE_SQUARE,
    order: &codes::raft::FIRE_TILE_ORDER,
    twice: &|cell| format!("the square ({}, {}) is listed twice", cell.row, cell.column),
    wrong_place: &|_, _, _| {
        "this square is out of order; squares are sorted by row, then by column".to_owned()
    },
};

/// Returns an error if the tile's bounding box does not begin at row 0 and column 0.
fn corner_error(text: &str, section: Span, cells: &[(Cell, Span)]) -> Option<Diagnostic> {
    let shape = Shape::new(cells.iter().map(|(cell, _)| *cell)).ok()?;
    let top = cells.iter().map(|(cell, _)| cell.row).min()?;
    let left = cells.iter().map(|(cell, _)| cell.column).min()?;
    (top > 0 || left > 0).then(|| {
        let message = format!(
            "the tile begins at row {top} and column {left}; its bounding box must begin at row 0 and column 0"
        );
        let moved: String = shape.cells().iter().map(|cell| format!("{}{}", cell.row, cell.column)).collect();
        fault_at(text, &codes::raft::FIRE_TILE_CORNER, section, message).fix(section, moved)
    })
}

impl fmt::Display for FireTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)?;
        self.shape.cells().iter().try_for_each(|cell| write!(f, "{}{}", cell.row, cell.column))
    }
}

impl Notation for FireTile {
    const KIND: Kind = Kind::FireTile;
    const GRAMMAR: &str = include_str!("fire-tile.ebnf");
    const EXAMPLE: &'static str = "c000102031121";

    fn parse_canonical(text: &str) -> Option<Self> {
        let (id, cells) = whole(text, tile_cells)?;
        // A canonical string lists each square once, in ascending order. The tile's bounding box begins at
        // row 0 and column 0.
        let shape = Shape::new(cells.iter().copied()).ok()?;
        (shape.cells() == cells).then_some(Self { id, shape })
    }

    fn read(text: &str) -> Reading<Self> {
        let mut scan = Scan::new(text);
        let name = scan.cursor.take(1);
        let what = ("the letter of a fire tile", TileId::LETTERS);
        scan.letter(name, &codes::raft::FIRE_TILE_UNKNOWN, what, TileId::from_letter);
        let section = Span::new(name.end, text.len());
        if section.of(text).is_empty() {
            let message = "the tile has no squares; it must have at least 1";
            let error = Diagnostic::new(&codes::raft::FIRE_TILE_EMPTY, section, message);
            scan.errors.push(error.expected([CELLS.contents]));
        }
        let ascend = |items: &[Span]| items.is_sorted_by(|one, next| one.of(text) < next.of(text));
        let items = CELLS.items_but_one(&mut scan, section, ascend);
        let cells = scan.each(items, |scan, item| {
            let good = scan.digits(item, &codes::raft::FIRE_TILE_NOT_A_DIGIT, "the position of a square");
            let bytes = item.of(text).as_bytes();
            good.then(|| Cell::new(bytes[0] - b'0', bytes[1] - b'0'))
        });
        scan.errors.extend(ORDER.errors(text, &cells));
        if scan.errors.only_canon() {
            scan.errors.extend(corner_error(text, section, &cells));
        }
        scan.errors.sort();
        let parts = whole(text, tile_cells).filter(|_| scan.errors.only_canon());
        let tile = parts.and_then(|(id, cells)| Self::new(id, Shape::new(cells).ok()?).ok());
        Reading::new(tile, scan.errors)
    }
}
