//! `completions` and `man`, which are made from the description of the command line.

use super::Context;
use super::colour::Color;
use super::exit::Status;
use super::help::{self, Described};
use super::output_file::OutputFile;

#[derive(clap::Args, Debug)]
pub(crate) struct Completions {
    /// The shell
    shell: clap_complete::Shell,
    #[command(flatten)]
    output: OutputFile,
}

pub(crate) fn completions(arguments: &Completions, context: &mut Context) -> anyhow::Result<Status> {
    arguments.output.open(context)?;
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::command(Color::Never), "clowder", &mut script);
    context.output.write(script)?;
    Ok(Status::Yes)
}

#[derive(clap::Args, Debug)]
pub(crate) struct Man {
    /// The command, for example `validate` or `bot match` [default: clowder itself]
    #[arg(value_name = "VERB")]
    verbs: Vec<String>,
    #[command(flatten)]
    output: OutputFile,
}

pub(crate) fn man(arguments: &Man, context: &mut Context) -> anyhow::Result<Status> {
    arguments.output.open(context)?;
    let words: Vec<&str> = arguments.verbs.iter().map(String::as_str).collect();
    context.output.write(help::manual(&Described::find(&words)?)?)?;
    Ok(Status::Yes)
}
