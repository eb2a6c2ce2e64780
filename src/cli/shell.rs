//! `completions` and `man`, generated from the description of the command line.

use super::help::{self, Described};
use super::{Context, OutputFile, Result, Status};
use clap::Command;

#[derive(clap::Args, Debug)]
pub(crate) struct Completions {
    /// The shell
    shell: clap_complete::Shell,
    #[command(flatten)]
    output: OutputFile,
}

pub(crate) fn completions(
    arguments: &Completions,
    root: &mut Command,
    context: &mut Context,
) -> Result<Status> {
    arguments.output.open(context)?;
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, root, "clowder", &mut script);
    context.write(script)?;
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

pub(crate) fn man(arguments: &Man, root: &Command, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    let words: Vec<&str> = arguments.verbs.iter().map(String::as_str).collect();
    context.write(help::manual(Described::find(root, &words)?)?)?;
    Ok(Status::Yes)
}
