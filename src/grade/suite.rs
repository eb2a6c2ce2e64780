//! The suites by name, and the fields each of them has.

use crate::penguins::coursework::IceBlock;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt;

/// What a field of a case must look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A string.
    Text,
    /// A list of strings.
    Texts,
    /// A list of five strings.
    State,
    /// A string or `null`.
    TextOrNull,
    /// A whole number.
    Integer,
    /// A block with its hexagons.
    Ice,
    /// A list of those.
    Ices,
    /// `true` or `false`.
    Boolean,
    /// An object.
    Object,
    /// A list.
    List,
    /// `null`, `"won"` or `"lost"`.
    Outcome,
}

impl Form {
    /// What it is called in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Texts => "a list of strings",
            Self::State => "a list of five strings",
            Self::TextOrNull => "a string or null",
            Self::Integer => "a whole number",
            Self::Ice => "an ice: an object with `id`, `rotation` and four `hexes`",
            Self::Ices => "a list of ices",
            Self::Boolean => "true or false",
            Self::Object => "an object",
            Self::List => "a list",
            Self::Outcome => "null, \"won\" or \"lost\"",
        }
    }

    /// Whether a JSON text has this form.
    pub fn takes(self, text: &str) -> bool {
        fn is<T: DeserializeOwned>(text: &str) -> bool {
            serde_json::from_str::<T>(text).is_ok()
        }
        match self {
            Self::Text => is::<String>(text),
            Self::Texts => is::<Vec<String>>(text),
            Self::State => is::<[String; 5]>(text),
            Self::TextOrNull => is::<Option<String>>(text),
            Self::Integer => is::<i32>(text),
            Self::Ice => is::<IceBlock>(text),
            Self::Ices => is::<Vec<IceBlock>>(text),
            Self::Boolean => is::<bool>(text),
            Self::Object => is::<serde_json::Map<String, Value>>(text),
            Self::List => is::<Vec<Value>>(text),
            Self::Outcome => serde_json::from_str::<Option<String>>(text)
                .is_ok_and(|outcome| matches!(outcome.as_deref(), None | Some("won" | "lost"))),
        }
    }
}

/// An input of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its key.
    pub name: &'static str,
    /// What its value must look like.
    pub form: Form,
    /// Whether a case may leave it out.
    pub optional: bool,
}

/// Declares the suites: each with its name and its inputs, in the order a program under test gets them.
macro_rules! suites {
    ($($(#[$meta:meta])* $id:ident = $name:literal ($($field:literal: $form:ident $($optional:literal)?),*);)*) => {
        /// A kind of question a case asks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Suite {
            $($(#[$meta])* $id),*
        }

        impl Suite {
            /// Every suite, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$id),*];

            /// The name a case gives.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$id => $name),*
                }
            }

            /// Its inputs.
            pub const fn fields(self) -> &'static [Field] {
                match self {
                    $(Self::$id => const { &[$(
                        Field { name: $field, form: Form::$form, optional: false $(|| $optional)? }
                    ),*] }),*
                }
            }
        }
    };
}

suites! {
    /// Does the grammar accept a board?
    BoardWellFormed = "isBoardStringWellFormed" ("board": Text);
    /// Does a card or a tile fit the board? Hand and bag are not looked at.
    PlacementValid = "isPlacementValid" ("state": State, "action": Text);
    /// Can a cat make this move?
    CatMovementValid = "isCatMovementValid" ("state": State, "action": Text);
    /// Is the game won or lost after the action?
    GameOver = "isGameOver" ("state": State, "action": Text);
    /// The state after a card or a tile is laid.
    ApplyPlacement = "applyPlacement" ("state": State, "action": Text);
    /// The state after a cat has moved.
    MoveCat = "moveCat" ("state": State, "action": Text);
    /// The states after draws, one after the other.
    DrawHand = "drawHand" ("state": State, "actions": Texts, "clear_hand": Text true);
    /// A tile of the bag, or nothing.
    DrawFireTile = "drawFireTile" ("state": State);
    /// A board of a challenge, on random islands.
    InitialiseChallenge = "initialiseChallenge" ("challenge": Text);
    /// Random challenges of a difficulty.
    ChooseChallenge = "chooseChallenge" ("difficulty": Integer, "samples": Integer);
    /// The solution of a challenge for penguins.
    FindSolution = "findSolution" ("initial": Text);
    /// Every place for a block that is not placed yet.
    AllValidPlacements = "getAllValidPlacements" ("board": Text, "placed": Ices);
    /// Are all four hexagons of a block on the board and empty?
    IcePlacementValid = "isIcePlacementValid" ("board": Text, "ice": Ice);
    /// Are all four blocks placed?
    IsSolution = "isSolution" ("board": Text, "placed": Ices);
    /// Block C at rotation 3 to 5 becomes the same block at 0 to 2.
    FixSymmetries = "fixSymmetries" ("ice": Ice);
    /// The hexagons around one, clockwise from the top.
    Neighbours = "getNeighbours" ("x": Integer, "y": Integer, "initial": Text true);
    /// The board with a block laid on it.
    PlaceIceBlock = "placeIceBlock" ("board": Text, "ice": Ice);
    /// Is an action legal?
    Legal = "legal" ("state": State, "action": Text);
    /// Does an action fit?
    Fits = "fits" ("state": State, "action": Text);
    /// The state after an action.
    Apply = "apply" ("state": State, "action": Text);
    /// Every legal action: of a tile, or else of cards and cats.
    LegalMoves = "legal-moves" ("state": State, "tile": TextOrNull true);
    /// How the game stands after an action.
    Outcome = "outcome" ("state": State, "action": Text);
}

impl Suite {
    /// The suite of that name.
    ///
    /// ```
    /// use clowder::grade::Suite;
    /// assert_eq!(Suite::find("isGameOver"), Some(Suite::GameOver));
    /// ```
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|suite| suite.name() == name)
    }

    /// Whether more than one answer is right, so that answers are judged by their properties.
    pub const fn is_random(self) -> bool {
        matches!(
            self,
            Self::DrawHand | Self::DrawFireTile | Self::InitialiseChallenge | Self::ChooseChallenge
        )
    }

    /// Whether it asks about Penguins Pool Party; the others ask about Race to the Raft.
    pub const fn is_of_penguins(self) -> bool {
        matches!(
            self,
            Self::FindSolution
                | Self::AllValidPlacements
                | Self::IcePlacementValid
                | Self::IsSolution
                | Self::FixSymmetries
                | Self::Neighbours
                | Self::PlaceIceBlock
        )
    }

    /// What its expectation must look like.
    pub const fn expectation(self) -> Form {
        match self {
            Self::BoardWellFormed
            | Self::PlacementValid
            | Self::CatMovementValid
            | Self::GameOver
            | Self::IcePlacementValid
            | Self::IsSolution
            | Self::Legal
            | Self::Fits => Form::Boolean,
            Self::ApplyPlacement
            | Self::MoveCat
            | Self::DrawFireTile
            | Self::InitialiseChallenge
            | Self::ChooseChallenge => Form::Object,
            Self::FindSolution | Self::PlaceIceBlock => Form::Text,
            Self::DrawHand | Self::Neighbours => Form::List,
            Self::AllValidPlacements => Form::Ices,
            Self::LegalMoves => Form::Texts,
            Self::FixSymmetries => Form::Ice,
            Self::Apply => Form::State,
            Self::Outcome => Form::Outcome,
        }
    }
}

impl fmt::Display for Suite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
