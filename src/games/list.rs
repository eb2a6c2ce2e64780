//! The list of games, and macros for code that depends on the list.
//!
//! To add a game, list it in the macro `every_game`. The code compiles only if the game implements the traits
//! in [`games`](super) and `render::Pictured`.

use super::{Game, GameWords as _};
use std::str::FromStr;

/// Passes the list of games, followed by any further arguments, to another macro.
macro_rules! every_game {
    ([$($callback:tt)*] $($arguments:tt)*) => {
        $($callback)*! { { TicTacToe = tictactoe, Arboretum = arboretum } $($arguments)* }
    };
}
pub(crate) use every_game;

/// Evaluates an expression in which an alias stands for the type of a game.
///
/// - In `with_game!(name, G => expression)`, `name` is a [`GameName`], and `G` is the type of the named game.
/// - In `with_game!(View(view) = value, G => expression)`, `View` is an enum defined with `game_enum!`, and
///   `value` is a value of this enum. `G` is the game type of the value's variant, and `view` is bound to the
///   payload of that variant.
macro_rules! with_game {
    ($Enum:ident($held:ident) = $value:expr, $G:ident => $body:expr) => {
        $crate::games::every_game! { [$crate::games::match_held] $Enum, $held, $value, $G, $body }
    };
    ($name:expr, $G:ident => $body:expr) => {
        $crate::games::every_game! { [$crate::games::match_name] $name, $G, $body }
    };
}
pub(crate) use with_game;

macro_rules! match_name {
    ({ $($game:ident = $module:ident),* } $name:expr, $G:ident, $body:expr) => {
        match $name {
            $($crate::games::GameName::$game => {
                type $G = $crate::$module::$game;
                $body
            })*
        }
    };
}
pub(crate) use match_name;

macro_rules! match_held {
    ({ $($game:ident = $module:ident),* } $Enum:ident, $held:ident, $value:expr, $G:ident, $body:expr) => {
        match $value {
            $($Enum::$game($held) => {
                #[allow(dead_code, reason = "not every expression needs the type")]
                type $G = $crate::$module::$game;
                $body
            })*
        }
    };
}
pub(crate) use match_held;

/// Defines an enum with one variant per game. The variant for game `G` contains a boxed `Payload<G>`.
macro_rules! game_enum {
    ($(#[$meta:meta])* pub enum $Enum:ident of $Payload:ident) => {
        $crate::games::every_game! { [$crate::games::define_enum] $(#[$meta])* $Enum $Payload }
    };
}
pub(crate) use game_enum;

macro_rules! define_enum {
    ({ $($game:ident = $module:ident),* } $(#[$meta:meta])* $Enum:ident $Payload:ident) => {
        $(#[$meta])*
        #[non_exhaustive]
        pub enum $Enum {
            $(
                #[doc = concat!("The variant for the game of the module [`", stringify!($module), "`](crate::", stringify!($module), ").")]
                $game(Box<$Payload<$crate::$module::$game>>),
            )*
        }

        impl $Enum {
            /// The game that the value belongs to.
            pub const fn game(&self) -> $crate::games::GameName {
                match self { $(Self::$game(_) => $crate::games::GameName::$game,)* }
            }
        }

        $(
            impl From<$Payload<$crate::$module::$game>> for $Enum {
                fn from(held: $Payload<$crate::$module::$game>) -> Self {
                    Self::$game(Box::new(held))
                }
            }
        )*
    };
}
pub(crate) use define_enum;

macro_rules! define_names {
    ({ $($game:ident = $module:ident),* }) => {
        /// The name of a game.
        ///
        /// ```
        /// use clowder::games::GameName;
        ///
        /// assert_eq!(GameName::ALL.map(GameName::name), ["tictactoe", "arboretum"]);
        /// assert_eq!("arboretum".parse(), Ok(GameName::Arboretum));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum GameName {
            $(
                #[doc = concat!("The game of the module [`", stringify!($module), "`](crate::", stringify!($module), ").")]
                $game,
            )*
        }

        impl GameName {
            /// All games.
            pub const ALL: [Self; [$(Self::$game),*].len()] = [$(Self::$game),*];

            /// The game's name in files and on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$game => <crate::$module::$game as Game>::NAME,)* }
            }
        }
    };
}
every_game! { [define_names] }

impl GameName {
    /// The game's name as written in a sentence.
    ///
    /// ```
    /// assert_eq!(clowder::games::GameName::TicTacToe.title(), "tic-tac-toe");
    /// ```
    pub fn title(self) -> &'static str {
        with_game!(self, G => G::TITLE)
    }

    /// Whether games can begin with different deals.
    ///
    /// ```
    /// use clowder::games::GameName;
    /// assert!(GameName::Arboretum.has_deals() && !GameName::TicTacToe.has_deals());
    /// ```
    pub fn has_deals(self) -> bool {
        with_game!(self, G => G::HAS_DEALS)
    }

    /// Lists all game names in a phrase such as `tictactoe or arboretum`.
    pub(crate) fn any() -> String {
        let names = Self::ALL.map(Self::name);
        match names.split_last() {
            Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            _ => names.concat(),
        }
    }
}

/// The error for a name that no game has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game `{0}`")]
pub struct UnknownGame(String);

impl FromStr for GameName {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<Self, UnknownGame> {
        let game = Self::ALL.into_iter().find(|game| game.name() == name);
        game.ok_or_else(|| UnknownGame(name.to_owned()))
    }
}
