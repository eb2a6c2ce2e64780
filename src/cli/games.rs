//! The names of the bot games on the command line: as values of options, and as subcommands.

use crate::games::GameName;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Args as _, Command, FromArgMatches, Subcommand};

/// Returns a parser for the name or the title of a game.
pub(crate) fn parser() -> impl TypedValueParser<Value = GameName> {
    let values = GameName::ALL.map(|game| PossibleValue::new(game.name()).alias(game.title()));
    PossibleValuesParser::new(values).try_map(|word| {
        let game = GameName::ALL.into_iter().find(|game| game.title() == word);
        game.map_or_else(|| word.parse(), Ok)
    })
}

/// Returns a parser for the name or the title of a game, whose value is the name.
pub(crate) fn names() -> impl TypedValueParser<Value = String> {
    parser().map(|game| game.name().to_owned())
}

/// A verb that has a subcommand for each game.
pub(crate) trait GameVerb {
    /// Arguments of each subcommand.
    type Arguments: clap::Args;

    /// Describes the subcommand of a game for the help text.
    fn about(title: &str) -> String;
}

/// Subcommand on the command line: its game and its arguments.
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
