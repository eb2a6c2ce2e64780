//! Manual pages.

use super::described::Described;
use super::page::Page;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

/// Returns the manual page of a command in roff format.
///
/// # Errors
/// Returns an error if the page cannot be written. The page is written to memory, so this does not happen.
pub(crate) fn manual(described: &Described) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::new();
    // Every page, even the page of a subcommand, contains the name and the version of the program.
    let man = Man::new(described.command.clone()).source(concat!("clowder ", env!("CARGO_PKG_VERSION")));
    man.render_title(&mut out)?;
    man.render_name_section(&mut out)?;
    man.render_synopsis_section(&mut out)?;
    man.render_description_section(&mut out)?;
    if let Some(page) = described.page {
        let mut roff = Roff::new();
        let reads = if page.reads == "nothing" { "no input" } else { page.reads };
        let (reads, writes) = (described.fill(reads), described.fill(page.writes));
        roff.control("PP", []).text([roman(format!("It reads {reads}. It writes {writes}."))]);
        roff.to_writer(&mut out)?;
    }
    man.render_options_section(&mut out)?;
    if described.command.get_subcommands().next().is_some() {
        man.render_subcommands_section(&mut out)?;
    }
    if let Some(page) = described.page {
        sections(described, page).to_writer(&mut out)?;
    }
    if described.page.is_none() {
        man.render_version_section(&mut out)?;
    }
    Ok(out)
}

/// Returns the sections with the exit statuses, the examples and the related commands.
fn sections(described: &Described, page: &Page) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["EXIT STATUS"]);
    for (status, meaning) in page.statuses() {
        roff.control("TP", []).text([bold(status.to_string())]).text([roman(meaning)]);
    }
    roff.control("SH", ["EXAMPLES"]);
    for example in page.examples {
        roff.control("TP", []).text([roman(described.fill(example.about))]);
        roff.text([bold(described.fill(example.command))]);
    }
    roff.control("SH", ["SEE ALSO"]);
    let pages =
        page.see_also.iter().map(|words| format!("clowder-{}(1)", described.fill(words).replace(' ', "-")));
    roff.text([roman(pages.collect::<Vec<_>>().join(", "))]);
    roff
}
