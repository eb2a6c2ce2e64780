//! The built-in bots, each of which sees only the view from its own seat. The code of these bots also serves
//! as an example for bot authors.

use super::{Effort, Game, GameBots, GameName, Player, PlayerError, with_game};
use crate::random::Random;
use std::str::FromStr;

/// A built-in bot.
///
/// ```
/// use clowder::games::BuiltIn;
///
/// assert_eq!(BuiltIn::ALL.map(BuiltIn::name), ["random", "greedy", "first", "perfect", "expert"]);
/// assert_eq!("greedy".parse(), Ok(BuiltIn::Greedy));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuiltIn {
    /// Plays a random legal move.
    Random,
    /// Plays the move that looks best, without searching ahead.
    Greedy,
    /// Plays the first legal move.
    First,
    /// Plays an optimal move. Only some games have this bot.
    Perfect,
    /// Plays the move that performs best in simulated games. Only some games have this bot.
    Expert,
}

/// The error for a name that no built-in bot has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no built-in bot `{0}`")]
pub struct UnknownBuiltIn(String);

impl BuiltIn {
    /// All built-in bots.
    pub const ALL: [Self; 5] = [Self::Random, Self::Greedy, Self::First, Self::Perfect, Self::Expert];

    /// The bot's name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::First => "first",
            Self::Perfect => "perfect",
            Self::Expert => "expert",
        }
    }

    /// Whether the bot can play the given game.
    ///
    /// ```
    /// use clowder::games::{BuiltIn, GameName};
    ///
    /// assert!(BuiltIn::Perfect.plays(GameName::TicTacToe));
    /// assert!(!BuiltIn::Perfect.plays(GameName::Arboretum));
    /// ```
    pub fn plays(self, game: GameName) -> bool {
        match self {
            Self::Perfect => with_game!(game, G => G::PERFECT.is_some()),
            Self::Expert => with_game!(game, G => G::EXPERT.is_some()),
            _ => true,
        }
    }

    /// The strongest built-in bot for the given game.
    pub fn strongest(game: GameName) -> Self {
        [Self::Perfect, Self::Expert].into_iter().find(|bot| bot.plays(game)).unwrap_or(Self::Greedy)
    }

    /// Chooses a move with the default effort. Falls back to the greedy bot if the game does not have this
    /// bot. Returns `None` when it is not the player's turn.
    pub fn choose<G: GameBots>(self, view: &G::View, random: &mut Random) -> Option<G::Move> {
        self.choose_with::<G>(view, Effort::default(), random)
    }

    /// Like [`choose`](Self::choose), but with a given effort, which matters only for
    /// [`Expert`](Self::Expert).
    ///
    /// ```
    /// use clowder::arboretum::{Arboretum, Move, Source};
    /// use clowder::games::{BuiltIn, Effort, Game, Seat};
    /// use clowder::random::Random;
    ///
    /// let mut random = Random::new(1);
    /// let view = Arboretum::view(&Arboretum::deal(&mut random), Seat::First, "Ann");
    /// let chosen = BuiltIn::Expert.choose_with::<Arboretum>(&view, Effort::Rollouts(4), &mut random);
    /// assert_eq!(chosen, Some(Move::Draw(Source::Deck)));
    /// ```
    pub fn choose_with<G: GameBots>(
        self,
        view: &G::View,
        effort: Effort,
        random: &mut Random,
    ) -> Option<G::Move> {
        match self {
            Self::Random => random.choose(&G::moves_shown(view)).cloned(),
            Self::First => G::moves_shown(view).into_iter().next(),
            Self::Greedy => G::greedy(view),
            Self::Perfect => G::PERFECT.unwrap_or(G::greedy)(view),
            Self::Expert => match G::EXPERT {
                Some(expert) => expert(view, effort, random),
                None => G::greedy(view),
            },
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

/// A [`Player`] that plays as a built-in bot, with its own random number generator.
#[derive(Debug)]
pub struct BuiltInPlayer {
    bot: BuiltIn,
    effort: Option<Effort>,
    random: Random,
}

impl BuiltInPlayer {
    /// Creates a player for a built-in bot.
    pub const fn new(bot: BuiltIn, random: Random) -> Self {
        Self { bot, effort: None, random }
    }

    /// Sets the effort, which only [`BuiltIn::Expert`] uses.
    pub fn with_effort(self, effort: Effort) -> Self {
        Self { effort: Some(effort), ..self }
    }
}

impl<G: GameBots> Player<G> for BuiltInPlayer {
    fn choose(&mut self, view: &G::View) -> Result<<G as Game>::Move, PlayerError> {
        self.bot
            .choose_with::<G>(view, self.effort.unwrap_or_default(), &mut self.random)
            .ok_or(PlayerError::NoMove)
    }
}
