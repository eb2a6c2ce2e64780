//! Represents a playable board as bitboards, which are computed once and then updated by every action.

use super::oriented::{OrientedCard, OrientedTile};
use crate::diagnostics::Diagnostics;
use crate::grid::Bitboard;
use crate::raft::{Board, Colour, Position, Square};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bitboards {
    pub(crate) board: Bitboard,
    pub(crate) raft: Bitboard,
    /// Path squares of each colour, with or without a cat, in the order of [`Colour::ALL`].
    colours: [Bitboard; 5],
    /// Wild squares, with or without a cat.
    pub(crate) wild: Bitboard,
    pub(crate) cats: Bitboard,
    pub(crate) fire: Bitboard,
    pub(crate) void: Bitboard,
    /// Squares that cards and tiles may cover: those that have no cat and are not fire, void or part of the
    /// raft.
    pub(crate) free: Bitboard,
    /// Squares that are on fire or next to fire.
    pub(crate) by_fire: Bitboard,
}

impl Bitboards {
    /// # Errors
    /// Returns an error unless the board has exactly one raft and contains all nine squares of this raft.
    pub(crate) fn new(board: &Board) -> Result<Self, Diagnostics> {
        let Planes { colours, wild, cats, fire, void, centre } = Planes::of(board);
        let all = Bitboard::rectangle(board.height().into(), board.width().into());
        let raft = around(centre, all).ok_or_else(|| board.raft_centre().err().unwrap_or_default())?;
        let mut bitboards = Self {
            board: all,
            raft,
            colours,
            wild,
            cats,
            fire,
            void,
            free: Bitboard::EMPTY,
            by_fire: fire.grown(),
        };
        bitboards.free = bitboards.land() - bitboards.cats;
        Ok(bitboards)
    }

    pub(crate) fn colour(&self, colour: Colour) -> Bitboard {
        self.colours[colour as usize]
    }

    /// Squares that a cat of this colour may enter: the paths of this colour and the wild squares.
    pub(crate) fn paths(&self, colour: Colour) -> Bitboard {
        self.colour(colour) | self.wild
    }

    /// Squares outside the raft with a cat that has, or could have, this colour. A cat on a wild square could have any
    /// colour.
    pub(crate) fn cats_ashore(&self, colour: Colour) -> Bitboard {
        (self.paths(colour) & self.cats) - self.raft
    }

    /// All squares except fire, voids and the raft.
    pub(crate) fn land(&self) -> Bitboard {
        self.board - self.fire - self.void - self.raft
    }

    /// Places a card, which must fit, with its top left corner at `at`.
    pub(crate) fn place_card(&mut self, card: &OrientedCard, at: Position) {
        let (row, column) = (at.row().into(), at.column().into());
        let nine = Bitboard::patch(row, column, &[0b111; 3]);
        for (colour, rows) in self.colours.iter_mut().zip(&card.rows) {
            *colour = (*colour - nine) | Bitboard::patch(row, column, rows);
        }
        self.wild = self.wild - nine;
    }

    /// Places a tile, which must fit, with the top left corner of its bounding box at `at`.
    #[inline]
    pub(crate) fn place_tile(&mut self, tile: &OrientedTile, at: Position) {
        let squares = tile.squares_at(at);
        for colour in &mut self.colours {
            *colour = *colour - squares;
        }
        self.wild = self.wild - squares;
        self.fire |= squares;
        self.free = self.free - squares;
        self.by_fire |= squares.grown();
    }

    pub(crate) fn move_cat(&mut self, from: Position, to: Position) {
        let (from, to) = (square(from), square(to));
        self.cats = (self.cats - from) | to;
        self.free = (self.free | (from & self.land())) - to;
    }
}

/// The bitboard that contains only the square at `at`, or no square if the row or column is greater than 17.
pub(crate) const fn square(at: Position) -> Bitboard {
    Bitboard::square(at.row() as usize, at.column() as usize)
}

/// Returns the 3×3 block around the only square in `centre`. Returns `None` unless `centre` contains exactly
/// one square and all nine squares are on the board.
fn around(centre: Bitboard, board: Bitboard) -> Option<Bitboard> {
    let mut squares = centre.iter();
    let (row, column) = squares.next().filter(|_| centre.len() == 1)?;
    let corner = Bitboard::square(row.checked_sub(1)?, column.checked_sub(1)?);
    Some(corner.covered()).filter(|nine| nine.len() == 9 && nine.is_subset(&board))
}

/// Bitboards computed from the letters of a board.
struct Planes {
    colours: [Bitboard; 5],
    wild: Bitboard,
    cats: Bitboard,
    fire: Bitboard,
    void: Bitboard,
    centre: Bitboard,
}

impl Planes {
    /// Computes the bitboards from the low six bits of the letters, using one intermediate bitboard per bit.
    /// The low five bits distinguish the letters: `b` 00010, `f` 00110, `g` 00111, `n` 01110, `o` 01111, `p`
    /// 10000, `r` 10010, `w` 10111, `y` 11001. The sixth bit is 0 for upper-case letters. Bitwise operations
    /// are much faster than a loop over up to 324 squares.
    fn of(board: &Board) -> Self {
        let width = usize::from(board.width());
        let all = Bitboard::rectangle(board.height().into(), width);
        let mut words = [[0u64; 6]; 6];
        for (three_rows, words) in board.squares().chunks(3 * width).zip(&mut words) {
            *words = bits_of(three_rows).map(|bits| spread(bits, width));
        }
        let bit = |plane: usize| Bitboard::from_words(|word| words[word][plane]);
        let [b0, b1, b2, b3, b4, lower] = std::array::from_fn(bit);
        let low = all - b4;
        Self {
            colours: [(low - b3) - b2, (low - b3) & b2 & b0, (b4 - b3) - b1, (b4 & b1) - b2, b4 & b3],
            wild: b4 & b2,
            cats: all - lower,
            fire: ((low - b3) & b2) - b0,
            void: (low & b3) - b0,
            centre: low & b3 & b0,
        }
    }
}

/// Packs the low six bits of up to 54 letters (one letter per square) into six words, one word per bit. The first
/// square is the lowest bit of each word.
fn bits_of(squares: &[Square]) -> [u64; 6] {
    let mut planes = [0u64; 6];
    let (eights, rest) = squares.as_chunks::<8>();
    for (index, eight) in eights.iter().enumerate() {
        gather(u64::from_le_bytes(eight.map(|square| square as u8)), index * 8, &mut planes);
    }
    let mut last = [0u8; 8];
    for (byte, &square) in last.iter_mut().zip(rest) {
        *byte = square as u8;
    }
    gather(u64::from_le_bytes(last), eights.len() * 8, &mut planes);
    planes
}

/// Distributes the low six bits of each of eight bytes over six words. The lowest bits go to the first word, the next
/// bits to the second word, and so on. In each word, the eight bits start at bit `at`.
fn gather(bytes: u64, at: usize, planes: &mut [u64; 6]) {
    for (bit, plane) in planes.iter_mut().enumerate() {
        // Multiplying collects one bit of each byte in the highest byte. The partial products do not overlap.
        let gathered = ((bytes >> bit) & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        *plane |= gathered << at;
    }
}

/// Spreads three rows of `width` bits over one bitboard word, which has 21 bits per row.
fn spread(bits: u64, width: usize) -> u64 {
    let row = (1 << width) - 1;
    (bits & row) | ((bits >> width) & row) << 21 | ((bits >> (2 * width)) & row) << 42
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn the_bitboards_agree_with_the_letters() {
        let mut random = Random::new(1);
        let letters = Square::LETTERS.replace('o', "");
        for round in 0..60u8 {
            let (width, height) = ([9, 18][usize::from(round % 2)], [12, 15, 18][usize::from(round % 3)]);
            let mut board = Board::filled(width, height, Square::Fire).unwrap();
            let places: Vec<Position> = board.positions().map(|(at, _)| at).collect();
            for at in places {
                let letter = letters.as_bytes()[random.below(letters.len())];
                board.set(at, Square::from_byte(letter).unwrap());
            }
            let (rows, columns) = (usize::from(height) - 2, usize::from(width) - 2);
            let centre = Position::of_square((1 + random.below(rows), 1 + random.below(columns)));
            board.set(centre, Square::Raft);
            let bitboards = Bitboards::new(&board).unwrap();
            for (at, letter) in board.positions() {
                let is = |mask: &Bitboard| mask.contains(at.row().into(), at.column().into());
                let on_raft = at.is_near(centre);
                assert_eq!(is(&bitboards.raft), on_raft, "{at:?}");
                assert_eq!(is(&bitboards.fire), letter == Square::Fire);
                assert_eq!(is(&bitboards.void), letter == Square::Void);
                assert_eq!(is(&bitboards.wild), letter.is_wild());
                assert_eq!(is(&bitboards.cats), letter.has_cat());
                let closed = matches!(letter, Square::Fire | Square::Void) || letter.has_cat() || on_raft;
                assert_eq!(is(&bitboards.free), !closed);
                for colour in Colour::ALL {
                    assert_eq!(is(&bitboards.colour(colour)), letter.colour() == Some(colour), "{letter:?}");
                }
            }
        }
    }

    #[test]
    fn a_board_without_a_complete_raft_has_no_bitboards() {
        let mut board = Board::filled(9, 12, Square::Blue).unwrap();
        assert_eq!(Bitboards::new(&board).unwrap_err().iter().next().unwrap().code.name, "board/no-raft");
        board.set(Position::of_square((0, 4)), Square::Raft);
        assert_eq!(
            Bitboards::new(&board).unwrap_err().iter().next().unwrap().code.name,
            "board/raft-at-edge"
        );
        board.set(Position::of_square((4, 4)), Square::Raft);
        assert_eq!(Bitboards::new(&board).unwrap_err().iter().next().unwrap().code.name, "board/second-raft");
    }
}
