//! What lies on each square of a playable board, as masks: worked out once, then kept up with every action.

use super::pieces::{TurnedCard, TurnedTile};
use crate::diagnostics::Diagnostics;
use crate::grid::Bitboard;
use crate::raft::{Board, Colour, Position, Square};

/// The masks of a playable board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bitboards {
    /// Every square.
    pub(crate) board: Bitboard,
    /// The nine squares of the raft.
    pub(crate) raft: Bitboard,
    /// The squares of each colour, those with a cat too.
    colours: [Bitboard; 5],
    /// Wild squares.
    pub(crate) wild: Bitboard,
    /// Squares with a cat.
    pub(crate) cats: Bitboard,
    /// Fire.
    pub(crate) fire: Bitboard,
    /// Squares that are no squares at all.
    pub(crate) void: Bitboard,
    /// Squares that cards and tiles may cover: no fire, void, raft or cat.
    pub(crate) free: Bitboard,
    /// Fire and the squares next to it.
    pub(crate) by_fire: Bitboard,
}

impl Bitboards {
    /// The masks of a board.
    ///
    /// # Errors
    /// Why the board cannot be played on.
    pub(crate) fn new(board: &Board) -> Result<Self, Diagnostics> {
        let Planes { colours, wild, cats, fire, void, centre } = Planes::of(board);
        let all = Bitboard::rectangle(board.height().into(), board.width().into());
        let raft = around(centre, all).ok_or_else(|| board.raft().err().unwrap_or_default())?;
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
        bitboards.free = bitboards.open() - bitboards.cats;
        Ok(bitboards)
    }

    /// The squares of a colour, those with a cat too.
    pub(crate) fn colour(&self, colour: Colour) -> Bitboard {
        self.colours[colour as usize]
    }

    /// The squares a cat of a colour may step on.
    pub(crate) fn paths(&self, colour: Colour) -> Bitboard {
        self.colour(colour) | self.wild
    }

    /// The cats of a colour that are not on the raft.
    pub(crate) fn cats_ashore(&self, colour: Colour) -> Bitboard {
        (self.colour(colour) & self.cats) - self.raft
    }

    /// The squares that are neither fire, void nor raft.
    pub(crate) fn open(&self) -> Bitboard {
        self.board - self.fire - self.void - self.raft
    }

    /// Lays a card; it must fit.
    pub(crate) fn lay_card(&mut self, card: &TurnedCard, at: Position) {
        let (row, column) = (at.row.into(), at.column.into());
        let nine = Bitboard::patch(row, column, &[0b111; 3]);
        for (colour, rows) in self.colours.iter_mut().zip(&card.rows) {
            *colour = (*colour - nine) | Bitboard::patch(row, column, rows);
        }
        self.wild = self.wild - nine;
    }

    /// Lays a tile; it must fit.
    pub(crate) fn lay_fire(&mut self, tile: &TurnedTile, at: Position) {
        let squares = tile.squares_at(at.row.into(), at.column.into());
        for colour in &mut self.colours {
            *colour = *colour - squares;
        }
        self.wild = self.wild - squares;
        self.fire |= squares;
        self.free = self.free - squares;
        self.by_fire |= squares.grown();
    }

    /// Moves the cat on one square to another.
    pub(crate) fn move_cat(&mut self, from: Position, to: Position) {
        let (from, to) = (square(from), square(to));
        self.cats = (self.cats - from) | to;
        self.free = (self.free | (from & self.open())) - to;
    }
}

/// The mask of one position; empty beyond 18 by 18.
pub(crate) const fn square(at: Position) -> Bitboard {
    Bitboard::square(at.row as usize, at.column as usize)
}

/// The nine squares around the only square of `centre`; `None` if there is another, or one hangs off the board.
fn around(centre: Bitboard, board: Bitboard) -> Option<Bitboard> {
    let mut squares = centre.iter();
    let (row, column) = squares.next().filter(|_| centre.len() == 1)?;
    let corner = Bitboard::square(row.checked_sub(1)?, column.checked_sub(1)?);
    Some(corner.covered()).filter(|nine| nine.len() == 9 && nine.is_subset(&board))
}

/// The masks a board's letters spell out.
struct Planes {
    colours: [Bitboard; 5],
    wild: Bitboard,
    cats: Bitboard,
    fire: Bitboard,
    void: Bitboard,
    centre: Bitboard,
}

impl Planes {
    /// Reads the low six bits of every letter as six masks. They tell the letters apart:
    /// `b` 00010, `f` 00110, `g` 00111, `n` 01110, `o` 01111, `p` 10000, `r` 10010, `w` 10111, `y` 11001,
    /// and the sixth bit is clear in capitals. Much faster than looking at 324 squares one after the other.
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

/// The low six bits of up to 54 squares, each bit in a word of its own, the first square lowest.
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

/// Adds the low six bits of eight squares to their planes, at a place.
fn gather(bytes: u64, at: usize, planes: &mut [u64; 6]) {
    for (bit, plane) in planes.iter_mut().enumerate() {
        // One bit of each byte, gathered in the top byte: no two of the products' bits meet.
        let gathered = ((bytes >> bit) & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        *plane |= gathered << at;
    }
}

/// Three rows of `width` bits as a word of a mask: a row each 21 bits.
fn spread(bits: u64, width: usize) -> u64 {
    let row = (1 << width) - 1;
    (bits & row) | ((bits >> width) & row) << 21 | ((bits >> (2 * width)) & row) << 42
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn masks_say_what_the_letters_say() {
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
            let centre = Position::new(
                1 + random.below(usize::from(height) - 2) as u8,
                1 + random.below(usize::from(width) - 2) as u8,
            );
            board.set(centre, Square::Raft);
            let bitboards = Bitboards::new(&board).unwrap();
            for (at, letter) in board.positions() {
                let is = |mask: &Bitboard| mask.contains(at.row.into(), at.column.into());
                let by_raft = at.row.abs_diff(centre.row) <= 1 && at.column.abs_diff(centre.column) <= 1;
                assert_eq!(is(&bitboards.raft), by_raft, "{at:?}");
                assert_eq!(is(&bitboards.fire), letter == Square::Fire);
                assert_eq!(is(&bitboards.void), letter == Square::Void);
                assert_eq!(is(&bitboards.wild), letter.is_wild());
                assert_eq!(is(&bitboards.cats), letter.has_cat());
                let closed = matches!(letter, Square::Fire | Square::Void) || letter.has_cat() || by_raft;
                assert_eq!(is(&bitboards.free), !closed);
                for colour in Colour::ALL {
                    assert_eq!(is(&bitboards.colour(colour)), letter.colour() == Some(colour), "{letter:?}");
                }
            }
        }
    }

    #[test]
    fn a_board_without_a_whole_raft_is_no_ground() {
        let mut board = Board::filled(9, 12, Square::Blue).unwrap();
        assert_eq!(Bitboards::new(&board).unwrap_err().iter().next().unwrap().code.name, "board/no-raft");
        board.set(Position::new(0, 4), Square::Raft);
        assert_eq!(
            Bitboards::new(&board).unwrap_err().iter().next().unwrap().code.name,
            "board/raft-at-edge"
        );
        board.set(Position::new(4, 4), Square::Raft);
        assert_eq!(Bitboards::new(&board).unwrap_err().iter().next().unwrap().code.name, "board/second-raft");
    }
}
