//! `bot match`: plays games between two programs.

use super::options::{Options, play};
use crate::arena::schedule::TournamentFormat;
use crate::cli::Context;
use crate::cli::exit::Status;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    play(Some(TournamentFormat::Match), &arguments.options, context)
}
