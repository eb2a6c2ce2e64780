//! `generate KIND`: writes random strings of the kinds that share the same options.

use super::{Context, Format, OutputFile, Result, Seed, Status, games};
use crate::games::GameName;
use crate::kinds;
use crate::notation::Kind;
use crate::random::{self, Random};
use clap::{ArgMatches, Args as _, Command, FromArgMatches, Subcommand};

/// Options of `generate KIND`.
#[derive(clap::Args, Clone, Debug)]
struct Options {
    /// Generate N strings
    #[arg(long, short_alias = 'n', value_name = "N", default_value_t = 1)]
    count: u64,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: OutputFile,
}

/// Additional option of the kinds that belong to bot games.
#[derive(clap::Args, Clone, Copy, Debug)]
struct GameOption {
    /// Use this game [default: chosen at random]
    #[arg(long, value_name = "GAME", value_parser = games::parser())]
    game: Option<GameName>,
}

#[derive(Debug)]
pub(crate) struct OfKind {
    kind: Kind,
    options: Options,
    game: Option<GameName>,
}

/// Short aliases of the subcommands.
const ALIASES: [(Kind, &str); 8] = [
    (Kind::CatCard, "cat"),
    (Kind::Action, "move"),
    (Kind::FireBag, "bag"),
    (Kind::FireTile, "tile"),
    (Kind::PenguinsSolution, "solution"),
    (Kind::Decks, "deck"),
    (Kind::BotRequest, "request"),
    (Kind::BotReply, "reply"),
];

/// Lists the kinds whose subcommands are created from [`Options`].
fn of_kinds() -> impl Iterator<Item = Kind> {
    Kind::ALL
        .iter()
        .copied()
        .filter(|kind| !matches!(kind, Kind::PenguinsChallenge | Kind::State | Kind::Region))
}

impl Subcommand for OfKind {
    fn augment_subcommands(command: Command) -> Command {
        of_kinds().fold(command, |command, kind| {
            let short = ALIASES.iter().filter(|(of, _)| *of == kind).map(|(_, alias)| *alias);
            let command_of = Command::new(kind.name()).aliases(short);
            let of_kind = Options::augment_args(command_of);
            let of_kind =
                if kinds::row(kind).belongs_to_game() { GameOption::augment_args(of_kind) } else { of_kind };
            // Set the description last, because adding a group of options replaces the description with the
            // group's doc comment.
            command.subcommand(of_kind.about(format!("Generate strings of the kind {kind}")).long_about(None))
        })
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        of_kinds().any(|kind| kind.name() == name)
    }
}

impl FromArgMatches for OfKind {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (name, matches) = matches.subcommand().ok_or_else(missing)?;
        let kind = name.parse().map_err(|_| missing())?;
        let game = if kinds::row(kind).belongs_to_game() {
            GameOption::from_arg_matches(matches)?.game
        } else {
            None
        };
        Ok(Self { kind, options: Options::from_arg_matches(matches)?, game })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Writes the strings. Each string has its own random stream, so its text does not depend on how many strings
/// are generated.
pub(crate) fn run(of: &OfKind, context: &mut Context) -> Result<Status> {
    of.options.output.open(context)?;
    write(of.kind, of.game, (of.options.seed.get(), of.options.count), context)
}

pub(super) fn write(
    kind: Kind,
    game: Option<GameName>,
    (seed, count): (random::Seed, u64),
    context: &mut Context,
) -> Result<Status> {
    let row = kinds::row(kind);
    anyhow::ensure!(row.has_generator(), "there is no generator for the kind `{kind}`");
    for number in 0..count {
        let mut random = Random::stream(seed, number);
        let text = row
            .generate(&mut random, game)
            .ok_or_else(|| anyhow::anyhow!("no string of the kind `{kind}` was found"))?;
        match context.format() {
            Format::Json => context.json(&text)?,
            // `--lines` reads JSON unchanged, but reads `\n` in any other string as a line break.
            Format::Plain if kind.is_json() => context.line(text.trim_end())?,
            Format::Plain => context.line(text.replace('\\', "\\\\").replace('\n', "\\n"))?,
            Format::Human => context.line(text.strip_suffix('\n').unwrap_or(&text))?,
        }
    }
    Ok(Status::Yes)
}
