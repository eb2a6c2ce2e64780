//! `bot match`: two programs, several games.

use super::super::Context;
use super::super::exit::Status;
use super::options::{Options, play};
use crate::bots::schedule::Format;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    play(Some(Format::Match), &arguments.options, context)
}
