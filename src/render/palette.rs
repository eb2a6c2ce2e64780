//! The palette, which is used both in the terminal and in figures.
//!
//! Each colour is one of the 256 terminal colours, and figures use exactly the same red, green and blue values. The
//! hues follow Okabe and Ito ("Color Universal Design", 2008). The test `tests/it/palette.rs` simulates the three
//! common forms of colour blindness and checks that adjacent colours can be distinguished.

use super::Paint;

/// A colour as its red, green and blue values.
pub type Rgb = [u8; 3];

impl Paint {
    /// Every colour of the palette.
    pub const ALL: [Self; 15] = [
        Self::Blue,
        Self::Green,
        Self::Purple,
        Self::Red,
        Self::Yellow,
        Self::Orange,
        Self::Sky,
        Self::White,
        Self::Grey,
        Self::Dark,
        Self::Black,
        Self::Ember,
        Self::Pink,
        Self::Brown,
        Self::Water,
    ];

    /// The name and the number of each colour, in the order of [`ALL`](Self::ALL). The first 16 colours of a terminal are
    /// not used, because the user's theme can change them.
    const TABLE: [(&str, u8); 15] = [
        ("blue", 26),
        ("green", 36),
        ("purple", 133),
        ("red", 196),
        ("yellow", 220),
        ("orange", 214),
        ("sky", 74),
        ("white", 255),
        ("grey", 246),
        ("dark", 241),
        ("black", 16),
        ("ember", 52),
        ("pink", 218),
        ("brown", 94),
        ("water", 153),
    ];

    /// Returns the name of the colour in lower case. Figures use it as the class name of the colour.
    pub const fn name(self) -> &'static str {
        Self::TABLE[self as usize].0
    }

    /// Returns the number of the colour among the 256 colours of a terminal.
    pub const fn terminal_number(self) -> u8 {
        Self::TABLE[self as usize].1
    }

    /// Returns the red, green and blue values with which a terminal with 256 colours shows the colour.
    ///
    /// # Examples
    /// ```
    /// use clowder::render::Paint;
    ///
    /// assert_eq!(Paint::Blue.rgb(), [0, 95, 215]);
    /// assert_eq!(Paint::White.rgb(), [238, 238, 238]);
    /// ```
    pub const fn rgb(self) -> Rgb {
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let number = self.terminal_number();
        if number >= 232 {
            let grey = 8 + 10 * (number - 232);
            return [grey; 3];
        }
        let cube = (number - 16) as usize;
        [LEVELS[cube / 36], LEVELS[cube / 6 % 6], LEVELS[cube % 6]]
    }

    /// Returns the colour for letters on this colour: black or white, whichever is easier to read.
    pub const fn ink(self) -> Self {
        match self {
            Self::Blue | Self::Dark | Self::Black | Self::Ember | Self::Brown => Self::White,
            _ => Self::Black,
        }
    }
}
