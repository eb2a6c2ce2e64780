//! `bot match`: plays a tournament between two bots.

pub(crate) use super::tournament::Options as Arguments;

use super::tournament::play;
use crate::arena::schedule::TournamentFormat;
use crate::cli::{Context, Result, Status};

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    play(Some(TournamentFormat::Match), arguments, context)
}
