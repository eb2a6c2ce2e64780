//! `page`: writes the page that checks strings in a browser.

use super::{Context, OutputFile, Result, Status};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    output: OutputFile,
}

/// The page, if it was available when clowder was built.
#[cfg(page)]
const PAGE: Option<&str> = Some(include_str!(env!("CLOWDER_PAGE_FILE")));
#[cfg(not(page))]
const PAGE: Option<&str> = None;

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    let Some(page) = PAGE else {
        anyhow::bail!(
            "this clowder was built without the page; in the source directory, run `bindings/web/build.sh`, which writes \
             target/clowder.html, or build clowder with CLOWDER_PAGE=target/clowder.html afterwards"
        );
    };
    arguments.output.open_any(context)?;
    context.write(page)?;
    Ok(Status::Yes)
}
