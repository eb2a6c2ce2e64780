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

#[derive(clap::Args, Debug)]
pub(crate) struct Man {
    /// The verb the page is of [default: all of the program]
    #[arg(value_name = "VERB")]
    verbs: Vec<String>,
}

pub(crate) fn man(arguments: &Man, context: &mut Context) -> anyhow::Result<Status> {
    let mut command = super::command(Color::Never);
    // Gives each verb the name of its page.
    command.build();
    let mut described = &command;
    for verb in &arguments.verbs {
        let found = described.find_subcommand(verb);
        described =
            found.ok_or_else(|| anyhow::anyhow!("there is no verb `{}`", arguments.verbs.join(" ")))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(described.clone()).render(&mut page)?;
    context.output.write(page)?;
    Ok(Status::Yes)
}
