/// The colour of a cat or a path.
///
/// ```
/// use clowder::raft::Colour;
///
/// assert_eq!(Colour::Blue.name(), "blue");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Colour {
    /// Blue: path `b`, cat `B`.
    Blue,
    /// Green: path `g`, cat `G`.
    Green,
    /// Purple: path `p`, cat `P`.
    Purple,
    /// Red: path `r`, cat `R`.
    Red,
    /// Yellow: path `y`, cat `Y`.
    Yellow,
}

impl Colour {
    /// The five colours in the order of their letters.
    pub const ALL: [Self; 5] = [Self::Blue, Self::Green, Self::Purple, Self::Red, Self::Yellow];

    /// Returns the colour of the cat with this letter (`B`, `G`, `P`, `R` or `Y`).
    pub fn from_cat_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.cat_letter() == letter)
    }

    /// Letter of a cat of this colour: `B`, `G`, `P`, `R` or `Y`.
    pub const fn cat_letter(self) -> char {
        ['B', 'G', 'P', 'R', 'Y'][self as usize]
    }

    /// Name in lower case.
    pub const fn name(self) -> &'static str {
        ["blue", "green", "purple", "red", "yellow"][self as usize]
    }
}

/// A board square. The value of each variant is the ASCII byte of its letter.
///
/// ```
/// use clowder::raft::{Colour, Square};
///
/// let square = Square::path(Colour::Red).with_cat();
/// assert_eq!((square, square.letter()), (Square::RedCat, 'R'));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Square {
    /// A blue path, `b`.
    Blue = b'b',
    /// A green path, `g`.
    Green = b'g',
    /// A purple path, `p`.
    Purple = b'p',
    /// A red path, `r`.
    Red = b'r',
    /// A yellow path, `y`.
    Yellow = b'y',
    /// A wild square, `w`, which cats of every colour can enter.
    Wild = b'w',
    /// Fire, `f`.
    Fire = b'f',
    /// A void (a gap in the board), `n`.
    Void = b'n',
    /// The centre of the raft, `o`.
    Raft = b'o',
    /// A blue cat on a blue path, `B`.
    BlueCat = b'B',
    /// A green cat on a green path, `G`.
    GreenCat = b'G',
    /// A purple cat on a purple path, `P`.
    PurpleCat = b'P',
    /// A red cat on a red path, `R`.
    RedCat = b'R',
    /// A yellow cat on a yellow path, `Y`.
    YellowCat = b'Y',
    /// A cat of an unknown colour on a wild square, `W`.
    WildCat = b'W',
}

impl Square {
    /// The letters of all squares.
    pub const LETTERS: &'static str = "bfgnoprwyBGPRWY";

    /// Returns the square whose letter is this ASCII byte, or `None` if no square has this letter.
    pub fn from_byte(byte: u8) -> Option<Self> {
        Self::from_bytes([byte]).map(|[square]| square)
    }

    /// Converts letters to squares, or returns `None` if at least one byte is not the letter of a square.
    ///
    /// The compiler vectorizes the comparisons, so many bytes are checked at once. Calling
    /// [`from_byte`](Self::from_byte) for each square of an 18 by 18 board would take five times as long.
    #[allow(unsafe_code, reason = "looking up every letter takes five times as long")]
    pub(in crate::raft) fn from_bytes<const N: usize>(bytes: [u8; N]) -> Option<[Self; N]> {
        let all_are_letters = bytes.iter().fold(true, |all, &byte| all & Self::is_letter(byte));
        // SAFETY: A `Square` is one byte whose value is its letter, and every byte has been checked to be the letter of
        // a square.
        all_are_letters.then(|| unsafe { std::mem::transmute_copy::<[u8; N], [Self; N]>(&bytes) })
    }

    /// Whether a byte is the letter of a square. The letters of a path and of its cat differ only in case,
    /// which is a single bit, so both are checked at once.
    #[allow(
        clippy::needless_bitwise_bool,
        reason = "comparisons without branches become vector instructions"
    )]
    const fn is_letter(byte: u8) -> bool {
        let small = byte | 0x20;
        let has_cat_letter = (small == b'b')
            | (small == b'g')
            | (small == b'p')
            | (small == b'r')
            | (small == b'w')
            | (small == b'y');
        has_cat_letter | (byte == b'f') | (byte == b'n') | (byte == b'o')
    }

    /// The letter of this square.
    pub const fn letter(self) -> char {
        self as u8 as char
    }

    /// The path square of a colour, without a cat.
    pub const fn path(colour: Colour) -> Self {
        [Self::Blue, Self::Green, Self::Purple, Self::Red, Self::Yellow][colour as usize]
    }

    /// Colour of the path, with or without a cat, or `None` for a wild square, fire, a void or the centre of
    /// the raft.
    pub const fn colour(self) -> Option<Colour> {
        match self {
            Self::Blue | Self::BlueCat => Some(Colour::Blue),
            Self::Green | Self::GreenCat => Some(Colour::Green),
            Self::Purple | Self::PurpleCat => Some(Colour::Purple),
            Self::Red | Self::RedCat => Some(Colour::Red),
            Self::Yellow | Self::YellowCat => Some(Colour::Yellow),
            Self::Wild | Self::WildCat | Self::Fire | Self::Void | Self::Raft => None,
        }
    }

    /// Describes the square in words (such as `blue with a cat`).
    pub fn description(self) -> String {
        let ground = match (self, self.colour()) {
            (Self::Fire, _) => "fire",
            (Self::Void, _) => "no square",
            (Self::Raft, _) => "the centre of the raft",
            (_, colour) => colour.map_or("wild", Colour::name),
        };
        format!("{ground}{}", if self.has_cat() { " with a cat" } else { "" })
    }

    /// Whether a cat is on the square.
    pub const fn has_cat(self) -> bool {
        (self as u8).is_ascii_uppercase()
    }

    /// Whether the square is wild, so that cats of every colour can enter it.
    pub const fn is_wild(self) -> bool {
        matches!(self, Self::Wild | Self::WildCat)
    }

    /// Whether the square has a cat that has, or could have, this colour. A cat on a wild square could have any
    /// colour.
    pub fn may_have_cat_of(self, colour: Colour) -> bool {
        self == Self::WildCat || self.has_cat() && self.colour() == Some(colour)
    }

    /// Adds a cat. A square that already has a cat, or that no cat can enter, stays unchanged.
    pub fn with_cat(self) -> Self {
        Self::from_byte((self as u8).to_ascii_uppercase()).unwrap_or(self)
    }

    /// Removes the cat, if there is one.
    pub fn without_cat(self) -> Self {
        Self::from_byte((self as u8).to_ascii_lowercase()).unwrap_or(self)
    }
}

#[cfg(test)]
mod tests {
    use super::Square;

    #[test]
    fn many_bytes_are_converted_like_each_byte_alone() {
        for byte in 0..=u8::MAX {
            let is_letter = Square::LETTERS.contains(char::from(byte));
            let alone = Square::from_byte(byte);
            assert_eq!(alone.map(|square| square as u8), is_letter.then_some(byte));
            for at in 0..40 {
                let mut bytes = [b'w'; 40];
                bytes[at] = byte;
                let expected = alone.map(|square| {
                    let mut squares = [Square::Wild; 40];
                    squares[at] = square;
                    squares
                });
                assert_eq!(Square::from_bytes(bytes), expected, "byte {byte} at {at}");
            }
        }
    }
}
