//! The description of the command line with one verb only.
//!
//! Describing every verb takes longer than validating a string, so the verb that is called is described alone. Help and
//! faults of usage are told from the full description: what this one cannot parse is parsed again by that.

use super::{Cli, Globals};
use clap::{Args, Command, FromArgMatches as _, Subcommand};
use std::ffi::OsString;

/// A verb that takes arguments.
fn with<A: Args>(name: &'static str) -> Command {
    A::augment_args(Command::new(name))
}

/// A verb that takes verbs of its own.
fn of<S: Subcommand>(name: &'static str) -> Command {
    S::augment_subcommands(Command::new(name).subcommand_required(true))
}

/// The description of a verb; `None` for those that are not worth it.
fn verb(name: &str) -> Option<Command> {
    Some(match name {
        "validate" => with::<super::validate::Arguments>("validate"),
        "canon" => with::<super::canon::Arguments>("canon"),
        "explain" => with::<super::explain::Arguments>("explain"),
        "render" => with::<super::render::Arguments>("render"),
        "identify" => with::<super::identify::Arguments>("identify"),
        "diff" => with::<super::diff::Arguments>("diff"),
        "challenges" => with::<super::challenges::Arguments>("challenges"),
        "setup" => with::<super::raft::Setup>("setup"),
        "apply" => of::<super::apply::Arguments>("apply"),
        "legal-moves" => of::<super::legal_moves::Arguments>("legal-moves"),
        "outcome" => of::<super::outcome::Arguments>("outcome"),
        "solve" => of::<super::solve::Arguments>("solve"),
        "play" => of::<super::play::Arguments>("play"),
        "pentomino" => of::<super::pentomino::Arguments>("pentomino"),
        "bot" => with::<super::bot::Arguments>("bot"),
        _ => return None,
    })
}

/// The command line, if its first word is a verb and all the rest is right.
pub(super) fn parse(arguments: &[OsString]) -> Option<Cli> {
    let verb = verb(arguments.get(1)?.to_str()?)?;
    let command = Globals::augment_args(Command::new("clowder")).subcommand_required(true).subcommand(verb);
    let matches = command.try_get_matches_from(arguments).ok()?;
    Cli::from_arg_matches(&matches).ok()
}
