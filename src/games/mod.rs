//! The two-player games of the bot protocol, and functions that play them within a single process.
//!
//! A game is a unit type that implements four traits: [`Game`] (its rules), [`GameJson`] (its JSON),
//! [`GameWords`] (its human-readable descriptions) and [`GameBots`] (its built-in bots). `games/list.rs`
//! contains the only list of games, and defines the macro `with_game!` for code that depends on a [`GameName`].
//!
//! A [`Player`] chooses moves based on the view from its own seat, and [`play`] plays a game between two
//! players:
//!
//! ```
//! use clowder::games::{BuiltIn, BuiltInPlayer, play};
//! use clowder::random::Random;
//! use clowder::tictactoe::{TicTacToe, View};
//!
//! // A player can be a type that implements `Player`, or just a function.
//! let mut last = |view: &View| view.legal_moves().last().copied();
//! let mut perfect = BuiltInPlayer::new(BuiltIn::Perfect, Random::new(1));
//! let game = play::<TicTacToe>(["Perfect", "Last"], [&mut perfect, &mut last], &mut Random::new(2));
//! assert_eq!(game.record.winner(), Some("Perfect"));
//! ```

mod bots;
mod game;
mod list;
mod outcome;
mod player;
mod record;
mod seat;
pub(crate) mod words;

pub use bots::{BuiltIn, BuiltInPlayer, UnknownBuiltIn};
pub use game::{Chooser, Effort, Game, GameBots, GameJson, GameWords, Searcher};
pub use list::{GameName, UnknownGame};
pub(crate) use list::{define_enum, every_game, game_enum, match_held, match_name, with_game};
pub use outcome::{GameResult, Outcome};
pub use player::{Played, Player, PlayerError, play, play_from};
pub(crate) use player::{Seats, Turn, run};
pub use record::Record;
pub use seat::{NoSeat, Seat};
