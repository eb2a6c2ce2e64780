//! The palette used both in the terminal and in figures.
//!
//! Each colour is one of the 256 terminal colours, and figures use exactly the same red, green and blue values. The
//! hues follow Okabe and Ito ("Color Universal Design", 2008). The test `tests/it/palette.rs` simulates the three
//! common forms of colour blindness and checks that adjacent colours can be distinguished.

/// A colour as its red, green and blue values.
pub type Rgb = [u8; 3];

/// Defines the colours. Each has a name, which is its class name in figures, and a number among the 256 terminal
/// colours.
macro_rules! paints {
    ($($(#[$doc:meta])* $paint:ident($name:literal, $number:literal),)*) => {
        /// A colour of the palette. The hues follow Okabe and Ito ("Color Universal Design", 2008) and can be
        /// distinguished with any form of colour vision. [`ansi`](super::ansi) writes each colour as one of the 256
        /// terminal colours.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Paint {
            $($(#[$doc])* $paint,)*
        }

        impl Paint {
            /// Every colour of the palette.
            pub const ALL: [Self; 15] = [$(Self::$paint),*];
            const TABLE: [(&str, u8); 15] = [$(($name, $number)),*];
        }
    };
}

// None of the first 16 terminal colours is used, because the user's terminal theme can change them.
paints! {
    /// Blue.
    Blue("blue", 26),
    /// Bluish green.
    Green("green", 36),
    /// Reddish purple.
    Purple("purple", 133),
    /// Red.
    Red("red", 196),
    /// Yellow.
    Yellow("yellow", 220),
    /// Orange.
    Orange("orange", 214),
    /// Sky blue.
    Sky("sky", 74),
    /// Near white.
    White("white", 255),
    /// Middle grey.
    Grey("grey", 246),
    /// Dark grey.
    Dark("dark", 241),
    /// Black.
    Black("black", 16),
    /// A very dark red, for the texture of fire in text.
    Ember("ember", 52),
    /// Pink, for pieces.
    Pink("pink", 218),
    /// Brown, for pieces.
    Brown("brown", 94),
    /// Very light blue, for water.
    Water("water", 153),
}

impl Paint {
    /// Returns the colour's name in lower case, which is its class name in figures.
    pub const fn name(self) -> &'static str {
        Self::TABLE[self as usize].0
    }

    /// Returns the colour's number among the 256 terminal colours.
    pub const fn terminal_number(self) -> u8 {
        Self::TABLE[self as usize].1
    }

    /// Returns the red, green and blue values of the colour on a 256-colour terminal.
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

    /// Returns black or white, whichever is easier to read on this colour.
    pub const fn ink(self) -> Self {
        match self {
            Self::Blue | Self::Dark | Self::Black | Self::Ember | Self::Brown => Self::White,
            _ => Self::Black,
        }
    }
}
