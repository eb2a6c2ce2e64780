//! `completions` and `man`: made from the description of the command line.

use super::Context;
use super::colour::Color;
use super::exit::Status;

#[derive(clap::Args, Debug)]
pub(crate) struct Completions {
    /// Which shell
    shell: clap_complete::Shell,
}

pub(crate) fn completions(arguments: &Completions, context: &mut Context) -> anyhow::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::command(Color::Never), "clowder", &mut script);
    context.output.write(script)?;
    Ok(Status::Yes)
}

pub(crate) fn man(context: &mut Context) -> anyhow::Result<Status> {
    let mut page = Vec::new();
    clap_mangen::Man::new(super::command(Color::Never)).render(&mut page)?;
    context.output.write(page)?;
    Ok(Status::Yes)
}
