//! The suites with their names and inputs.

use crate::diagnostics::escape::excerpt;
use crate::penguins::coursework::IceBlock;
use crate::penguins::{Block, Hex};
use crate::raft::State;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt;
use std::str::FromStr;

/// The type of a value in a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueType {
    /// A string.
    Text,
    /// A list of strings.
    Texts,
    /// A list of five strings.
    State,
    /// A string or `null`.
    TextOrNull,
    /// An integer.
    Integer,
    /// An ice block with its hexagons.
    Ice,
    /// A list of ice blocks.
    Ices,
    /// A list of ice blocks, each as an object or as a string of four characters.
    Placements,
    /// `true` or `false`.
    Boolean,
    /// An object.
    Object,
    /// A list.
    List,
    /// `null`, `"won"` or `"lost"`.
    Outcome,
}

impl ValueType {
    /// Returns the description used in messages, such as `a list of strings`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Texts => "a list of strings",
            Self::State => "a list of five strings",
            Self::TextOrNull => "a string or null",
            Self::Integer => "an integer",
            Self::Ice => "an ice block (an object with `id`, `rotation` and four `hexes`)",
            Self::Ices => "a list of ice blocks",
            Self::Placements => "a list of ice blocks, as objects or as strings such as \"A212\"",
            Self::Boolean => "true or false",
            Self::Object => "an object",
            Self::List => "a list",
            Self::Outcome => "null, \"won\" or \"lost\"",
        }
    }

    /// Returns true if a JSON text is a value of this type.
    ///
    /// ```
    /// use clowder::grade::ValueType;
    ///
    /// assert!(ValueType::Texts.accepts(r#"["a", "b"]"#));
    /// assert!(!ValueType::State.accepts(r#"["a", "b"]"#));
    /// ```
    pub fn accepts(self, json: &str) -> bool {
        fn is<T: DeserializeOwned>(json: &str) -> bool {
            serde_json::from_str::<T>(json).is_ok()
        }
        match self {
            Self::Text => is::<String>(json),
            Self::Texts => is::<Vec<String>>(json),
            Self::State => is::<[String; 5]>(json),
            Self::TextOrNull => is::<Option<String>>(json),
            Self::Integer => is::<i32>(json),
            Self::Ice => is::<IceBlock>(json),
            Self::Ices => is::<Vec<IceBlock>>(json),
            Self::Placements => serde_json::from_str::<Vec<Value>>(json)
                .is_ok_and(|items| items.iter().all(|item| ice_of(item).is_some())),
            Self::Boolean => is::<bool>(json),
            Self::Object => is::<serde_json::Map<String, Value>>(json),
            Self::List => is::<Vec<Value>>(json),
            Self::Outcome => serde_json::from_str::<Option<String>>(json)
                .is_ok_and(|outcome| matches!(outcome.as_deref(), None | Some("won" | "lost"))),
        }
    }
}

/// Reads an ice block from an object, or from four characters: its name, the column and row of its origin, and its
/// rotation. The block may be partly or completely off the board, and block C may have any rotation.
pub(super) fn ice_of(value: &Value) -> Option<IceBlock> {
    let Some(text) = value.as_str() else { return serde_json::from_value(value.clone()).ok() };
    let [letter, x, y, rotation] = <[char; 4]>::try_from(text.chars().collect::<Vec<_>>()).ok()?;
    let id = Block::ALL.into_iter().find(|block| block.letter() == letter)?;
    let digit = |character: char| character.to_digit(10);
    let origin = Hex::new(digit(x)? as i32, digit(y)? as i32);
    let rotation = digit(rotation).filter(|rotation| *rotation < 6)? as u8;
    Some(IceBlock { id, rotation, hexes: id.hexagons(origin, rotation) })
}

pub(super) const ICE_KEYS: [&str; 3] = ["id", "rotation", "hexes"];

/// An input of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Input {
    /// The input's key in a case.
    pub name: &'static str,
    /// The type of the value.
    pub value_type: ValueType,
    /// Whether the input is optional.
    pub is_optional: bool,
}

/// Declares the suites. A suite has a name, inputs (in the order in which a program under test receives
/// them), and a type for the expected answer. The suites with random answers must be consecutive, as must the
/// suites about Penguins Pool Party.
macro_rules! suites {
    ($($(#[$meta:meta])* $id:ident = $name:literal ($($input:literal: $value_type:ident $($optional:literal)?),*) -> $expectation:ident;)*) => {
        /// A kind of question that a case can contain.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Suite {
            $($(#[$meta])* $id),*
        }

        impl Suite {
            /// All suites, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$id),*];

            /// Returns the suite's name in cases, such as `isGameOver`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$id => $name),*
                }
            }

            /// Returns the inputs, in the order in which a program under test receives them.
            pub const fn inputs(self) -> &'static [Input] {
                match self {
                    $(Self::$id => const { &[$(Input {
                        name: $input,
                        value_type: ValueType::$value_type,
                        is_optional: false $(|| $optional)?,
                    }),*] }),*
                }
            }

            /// Returns the type of the expected answer in a case.
            pub const fn expectation(self) -> ValueType {
                match self {
                    $(Self::$id => ValueType::$expectation),*
                }
            }
        }
    };
}

suites! {
    /// Asks whether the grammar accepts a string as a board.
    BoardWellFormed = "isBoardStringWellFormed" ("board": Text) -> Boolean;
    /// Asks whether a card or a tile fits the board, regardless of the hand and the bag.
    PlacementValid = "isPlacementValid" ("state": State, "action": Text) -> Boolean;
    /// Asks whether a cat move is legal, considering the hand and the exhausted cats.
    CatMovementValid = "isCatMovementValid" ("state": State, "action": Text) -> Boolean;
    /// Asks whether the game is over (won or lost) after an action.
    GameOver = "isGameOver" ("state": State, "action": Text) -> Boolean;
    /// Asks for the state after placing a card or a tile.
    ApplyPlacement = "applyPlacement" ("state": State, "action": Text) -> Object;
    /// Asks for the state after a cat move.
    MoveCat = "moveCat" ("state": State, "action": Text) -> Object;
    /// Asks for the state after each of several consecutive draws.
    DrawHand = "drawHand" ("state": State, "actions": Texts, "clear_hand": Text true) -> List;
    /// Asks for a tile from the bag. If the bag is empty, the answer is an empty string.
    DrawFireTile = "drawFireTile" ("state": State) -> Object;
    /// Asks for the board of a challenge, with randomly chosen islands.
    InitialiseChallenge = "initialiseChallenge" ("challenge": Text) -> Object;
    /// Asks for random challenges of the given difficulty.
    ChooseChallenge = "chooseChallenge" ("difficulty": Integer, "samples": Integer) -> Object;
    /// Asks for a solution to a Penguins Pool Party challenge.
    FindSolution = "findSolution" ("initial": Text) -> Text;
    /// Asks for all valid placements of the blocks not yet placed.
    AllValidPlacements = "getAllValidPlacements" ("board": Text, "placed": Ices) -> Placements;
    /// Asks whether all four hexagons of a block are on the board and empty.
    IcePlacementValid = "isIcePlacementValid" ("board": Text, "ice": Ice) -> Boolean;
    /// Asks whether all four blocks are placed.
    IsSolution = "isSolution" ("board": Text, "placed": Ices) -> Boolean;
    /// Asks for the canonical form of a block. Rotations 3 to 5 of block C become 0 to 2.
    FixSymmetries = "fixSymmetries" ("ice": Ice) -> Ice;
    /// Asks for the neighbours of a hexagon, clockwise from the top.
    Neighbours = "getNeighbours" ("x": Integer, "y": Integer, "initial": Text true) -> List;
    /// Asks for the board after placing a block.
    PlaceIceBlock = "placeIceBlock" ("board": Text, "ice": Ice) -> Text;
    /// Asks whether an action is legal.
    Legal = "legal" ("state": State, "action": Text) -> Boolean;
    /// Asks whether an action fits the board, regardless of the hand and the bag.
    Fits = "fits" ("state": State, "action": Text) -> Boolean;
    /// Asks for the state after an action.
    Apply = "apply" ("state": State, "action": Text) -> State;
    /// Asks for all legal placements of the given tile or, without a tile, for all legal card and cat actions.
    LegalMoves = "legal-moves" ("state": State, "tile": TextOrNull true) -> Texts;
    /// Asks for the outcome of the game after an action.
    Outcome = "outcome" ("state": State, "action": Text) -> Outcome;
}

/// The error for an unknown suite name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no suite `{}`", excerpt(.0, 40))]
pub struct UnknownSuite(String);

impl FromStr for Suite {
    type Err = UnknownSuite;

    /// Finds the suite with the given name.
    ///
    /// ```
    /// use clowder::grade::Suite;
    ///
    /// assert_eq!("isGameOver".parse(), Ok(Suite::GameOver));
    /// let error = "gameOver".parse::<Suite>().unwrap_err();
    /// assert_eq!(error.to_string(), "there is no suite `gameOver`");
    /// ```
    fn from_str(name: &str) -> Result<Self, UnknownSuite> {
        let suite = Self::ALL.iter().copied().find(|suite| suite.name() == name);
        suite.ok_or_else(|| UnknownSuite(name.to_owned()))
    }
}

impl Suite {
    /// Returns true if the suite has random answers. A random answer is judged by its properties, because
    /// many answers are correct.
    pub fn is_random(self) -> bool {
        (Self::DrawHand..=Self::ChooseChallenge).contains(&self)
    }

    /// Returns the keys allowed in an expected answer that is an object.
    pub(super) const fn expect_keys(self) -> &'static [&'static str] {
        match self {
            Self::ApplyPlacement | Self::MoveCat => &State::COMPONENT_NAMES,
            Self::DrawHand => &["drawn", "hand_from_decks"],
            Self::DrawFireTile => &["first_char_in", "equals"],
            Self::InitialiseChallenge => &["rows", "cols", "fire_cards", "fire_strips", "cats", "raft"],
            Self::ChooseChallenge => &["one_of", "min_distinct"],
            _ => &ICE_KEYS,
        }
    }

    /// Returns true if the suite is about Penguins Pool Party, and false if it is about Race to the Raft.
    ///
    /// ```
    /// use clowder::grade::Suite;
    ///
    /// assert!(Suite::FixSymmetries.is_about_penguins() && !Suite::GameOver.is_about_penguins());
    /// ```
    pub fn is_about_penguins(self) -> bool {
        (Self::FindSolution..=Self::PlaceIceBlock).contains(&self)
    }
}

impl fmt::Display for Suite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
