//! The kinds of string that clowder reads.

use std::fmt;
use std::str::FromStr;

/// Declares the kinds, with a name and a short description for each.
macro_rules! kinds {
    ($($variant:ident = $name:literal, $about:literal;)*) => {
        /// A kind of string, such as a board or a challenge.
        ///
        /// ```
        /// use clowder::notation::Kind;
        ///
        /// assert_eq!(Kind::FireBag.name(), "fire-bag");
        /// assert!(Kind::ALL.contains(&Kind::FireBag));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Kind {
            $(#[doc = $about] $variant,)*
        }

        impl Kind {
            /// All kinds, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name used on the command line and in JSON.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// A short description of the kind.
            pub const fn about(self) -> &'static str {
                match self { $(Self::$variant => $about,)* }
            }

            /// The Markdown page about the kind, in which `{grammar}` stands for the grammar.
            pub const fn page(self) -> &'static str {
                match self {
                    $(Self::$variant => {
                        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/texts/kinds/", $name, ".md"))
                    })*
                }
            }
        }
    };
}

kinds! {
    Challenge = "challenge", "Race to the Raft: the islands, fire, cats and raft of a challenge";
    Board = "board", "Race to the Raft: the squares of a board, row by row";
    Decks = "decks", "Race to the Raft: the cards left in the four decks";
    Hand = "hand", "Race to the Raft: the cards in the hand, at most six";
    Exhausted = "exhausted", "Race to the Raft: the cats that have moved this round";
    FireBag = "fire-bag", "Race to the Raft: the fire tiles left in the bag";
    Action = "action", "Race to the Raft: the placement of a card or tile, or the move of a cat";
    Draw = "draw", "Race to the Raft: the number of cards to draw from each deck";
    State = "state", "Race to the Raft: board, decks, hand, exhausted cats and fire bag as a JSON array";
    PathwayCard = "pathway-card", "Race to the Raft: a pathway card and its nine squares";
    FireTile = "fire-tile", "Race to the Raft: a fire tile and its squares";
    CatCard = "cat-card", "Race to the Raft: a cat card and its nine squares";
    RaftCard = "raft-card", "Race to the Raft: a raft card and its nine squares";
    RaftRecord = "raft-record", "Race to the Raft: a game, step by step";
    PenguinsChallenge = "penguins-challenge", "Penguins Pool Party: the positions of the penguins";
    PenguinsSolution = "penguins-solution", "Penguins Pool Party: the positions of the four ice blocks";
    PenguinsPlacement = "penguins-placement", "Penguins Pool Party: the position of one ice block";
    PenguinsState = "penguins-state", "Penguins Pool Party: a challenge and the ice blocks placed so far";
    PenguinsBoard = "penguins-board", "Penguins Pool Party: the hexagons of a board, row by row";
    Polyomino = "polyomino", "a shape of squares joined by their sides";
    Region = "region", "a region of squares to be tiled with polyominoes";
    BotRequest = "bot-request", "bot protocol: a line sent to a bot";
    BotReply = "bot-reply", "bot protocol: the line that a bot sends as its reply";
    GameRecord = "game-record", "bot protocol: a saved game";
}

impl Kind {
    /// Whether strings of this kind are JSON.
    pub const fn is_json(self) -> bool {
        matches!(self, Self::State | Self::RaftRecord | Self::BotRequest | Self::BotReply | Self::GameRecord)
    }

    /// Whether canonical strings of this kind end without a line break. If so, a line break at the end of a file is
    /// ignored. The strings of these kinds are single lines, except for a region that is drawn with one line per row.
    pub const fn is_single_line(self) -> bool {
        !matches!(self, Self::Board | Self::PenguinsBoard)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a name that no kind has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no kind `{}`", crate::diagnostics::escape::escape(.0))]
pub struct UnknownKind(String);

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Self, UnknownKind> {
        let found = Self::ALL.iter().copied().find(|kind| kind.name() == name);
        found.ok_or_else(|| UnknownKind(name.to_owned()))
    }
}
