//! The built-in bots. Each bot is a function of a player's view, and its code is an example of how to write a bot.

use super::{Game, GameBots, GameName, Player, PlayerError, with_game};
use crate::random::Random;
use std::str::FromStr;

/// A built-in bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuiltIn {
    /// Plays a random legal move.
    Random,
    /// Plays the move that looks best without searching ahead.
    Greedy,
    /// Plays the first legal move.
    First,
    /// Plays the best move. Not every game has this bot.
    Perfect,
}

/// The error for a name that is not the name of a built-in bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no built-in bot `{0}`")]
pub struct UnknownBuiltIn(String);

impl BuiltIn {
    /// All built-in bots.
    pub const ALL: [Self; 4] = [Self::Random, Self::Greedy, Self::First, Self::Perfect];

    /// Returns the name of the bot on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::First => "first",
            Self::Perfect => "perfect",
        }
    }

    /// Returns true if the bot can play a game.
    ///
    /// ```
    /// use clowder::games::{BuiltIn, GameName};
    ///
    /// assert!(BuiltIn::Perfect.plays(GameName::TicTacToe));
    /// assert!(!BuiltIn::Perfect.plays(GameName::Arboretum));
    /// ```
    pub fn plays(self, game: GameName) -> bool {
        self != Self::Perfect || with_game!(game, G => G::PERFECT.is_some())
    }

    /// Chooses a move, or returns `None` if it is not the player's turn. In a game without [`Perfect`](Self::Perfect),
    /// the greedy bot plays instead.
    ///
    /// ```
    /// use clowder::games::{BuiltIn, Game, Seat};
    /// use clowder::random::Random;
    /// use clowder::tictactoe::{Square, TicTacToe};
    ///
    /// let mut random = Random::new(1);
    /// let view = TicTacToe::view(&TicTacToe::deal(&mut random), Seat::First, "Ann");
    /// let chosen = BuiltIn::Greedy.choose::<TicTacToe>(&view, &mut random);
    /// assert_eq!(chosen.map(Square::number), Some(4));
    /// ```
    pub fn choose<G: GameBots>(self, view: &G::View, random: &mut Random) -> Option<G::Move> {
        match self {
            Self::Random => random.choose(&G::moves_shown(view)).cloned(),
            Self::First => G::moves_shown(view).into_iter().next(),
            Self::Greedy => G::greedy(view),
            Self::Perfect => G::PERFECT.unwrap_or(G::greedy)(view),
        }
    }
}

impl FromStr for BuiltIn {
    type Err = UnknownBuiltIn;

    fn from_str(name: &str) -> Result<Self, UnknownBuiltIn> {
        let bot = Self::ALL.into_iter().find(|bot| bot.name() == name);
        bot.ok_or_else(|| UnknownBuiltIn(name.to_owned()))
    }
}

/// A built-in bot as a [`Player`] with its own random numbers.
#[derive(Debug)]
pub struct BuiltInPlayer {
    bot: BuiltIn,
    random: Random,
}

impl BuiltInPlayer {
    /// Creates a player from a built-in bot.
    ///
    /// ```
    /// use clowder::games::{BuiltIn, BuiltInPlayer, play};
    /// use clowder::random::Random;
    /// use clowder::tictactoe::TicTacToe;
    ///
    /// let [mut a, mut b] = [1, 2].map(|seed| BuiltInPlayer::new(BuiltIn::Perfect, Random::new(seed)));
    /// let game = play::<TicTacToe>(["A", "B"], [&mut a, &mut b], &mut Random::new(3));
    /// assert_eq!(game.record.winner(), None);
    /// ```
    pub const fn new(bot: BuiltIn, random: Random) -> Self {
        Self { bot, random }
    }
}

impl<G: GameBots> Player<G> for BuiltInPlayer {
    fn choose(&mut self, view: &G::View) -> Result<<G as Game>::Move, PlayerError> {
        self.bot.choose::<G>(view, &mut self.random).ok_or(PlayerError::NoMove)
    }
}
