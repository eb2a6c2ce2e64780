//! `bot tournament`: plays a round robin, a knockout or a gauntlet between several programs.

use super::options::{Options, play};
use crate::arena::schedule::TournamentFormat;
use crate::cli::Context;
use crate::cli::exit::Status;
use clap::ValueEnum;

// Some help texts differ from those of a match. A sequential test is possible only in a match. Only a tournament has a
// type, and only a tournament can get further bots.
#[derive(clap::Args, Debug)]
#[command(
    mut_arg("sprt", |option| option.hide(true)),
    mut_arg("games", |option| option.help(GAMES)),
    mut_arg("paired", |option| option.help(PAIRED)),
    mut_arg("resume", |option| option.help(RESUME)),
    mut_arg("name", |option| option.help(NAME)),
)]
pub(crate) struct Arguments {
    /// Type of the tournament [default: round-robin]
    #[arg(long = "type", value_enum, value_name = "TYPE")]
    kind: Option<Type>,
    #[command(flatten)]
    options: Options,
}

const GAMES: &str = "Number of games in each meeting. The bots A and B of a meeting take turns to move first, in the \
    order A B B A A B B A … [default: 1; with --deals, as many as the deals allow]";
const PAIRED: &str = "Play each deal twice, the second time with the seats exchanged [default for games with deals, such as Arboretum]";
const RESUME: &str = "Continue the run that was saved in this directory. The settings of the run cannot be changed, so \
    options that are given again must have the same values as before. A bot with a new name joins a round robin or a \
    gauntlet. Games that were already played are not played again";
const NAME: &str = "Name of the tournament. With --out DIR, the files with its games and results are below DIR/GAME/NAME \
    [default: the type of the tournament]";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Type {
    /// Every bot meets every other bot
    RoundRobin,
    /// Only the winner of each meeting plays in the next round; give the bots in order, the best one first
    Knockout,
    /// The first bot meets each of the others
    Gauntlet,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let format = arguments.kind.map(|kind| match kind {
        Type::RoundRobin => TournamentFormat::RoundRobin,
        Type::Knockout => TournamentFormat::Knockout,
        Type::Gauntlet => TournamentFormat::Gauntlet,
    });
    play(format, &arguments.options, context)
}
