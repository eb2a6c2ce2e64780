//! Bot game names on the command line, as option values and as subcommands.

use crate::games::GameName;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Args as _, Command, FromArgMatches, Subcommand};

/// Returns a parser that accepts the name or the title of a game.
pub(crate) fn parser() -> impl TypedValueParser<Value = GameName> {
    let values = GameName::ALL.map(|game| PossibleValue::new(game.name()).alias(game.title()));
    PossibleValuesParser::new(values).try_map(|word| {
        let game = GameName::ALL.into_iter().find(|game| game.title() == word);
        game.map_or_else(|| word.parse(), Ok)
    })
}

/// Like [`parser`], but the parsed value is the game's name.
pub(crate) fn names() -> impl TypedValueParser<Value = String> {
    parser().map(|game| game.name().to_owned())
}

/// A verb with a subcommand for each game.
pub(crate) trait GameVerb {
    type Arguments: clap::Args;

    /// Returns the help text of a game's subcommand.
    fn about(title: &str) -> String;
}

/// A parsed subcommand: its game and its arguments.
#[derive(Debug)]
pub(crate) struct OfGame<V: GameVerb> {
    pub(crate) game: GameName,
    pub(crate) arguments: V::Arguments,
}

impl<V: GameVerb> Subcommand for OfGame<V> {
    fn augment_subcommands(command: Command) -> Command {
        GameName::ALL.into_iter().fold(command, |command, game| {
            let of_game = V::Arguments::augment_args(Command::new(game.name()).alias(game.title()));
            command.subcommand(of_game.about(V::about(game.title())).long_about(None))
        })
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        name.parse::<GameName>().is_ok()
    }
}

impl<V: GameVerb> FromArgMatches for OfGame<V> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (name, matches) = matches.subcommand().ok_or_else(missing)?;
        let game = name.parse().map_err(|_| missing())?;
        Ok(Self { game, arguments: V::Arguments::from_arg_matches(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
