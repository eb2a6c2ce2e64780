//! Manual pages.

use super::described::Described;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

/// Writes the manual page of a command in roff format.
///
/// # Errors
/// Returns an error if writing fails, which cannot happen in practice because the page is written to memory.
pub(crate) fn manual(Described { command, path, page }: Described) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let has_subcommands = command.has_subcommands();
    // The page of a subcommand also contains the name and version of the program.
    let man = Man::new(command).source(concat!("clowder ", env!("CARGO_PKG_VERSION")));
    man.render_title(&mut out)?;
    man.render_name_section(&mut out)?;
    man.render_synopsis_section(&mut out)?;
    man.render_description_section(&mut out)?;
    man.render_options_section(&mut out)?;
    if has_subcommands {
        man.render_subcommands_section(&mut out)?;
    }
    if path.is_empty() {
        man.render_version_section(&mut out)?;
        return Ok(out);
    }
    let mut roff = Roff::new();
    roff.control("SH", ["EXIT STATUS"]);
    for exit in page.statuses {
        roff.control("TP", []).text([bold(exit.status.to_string())]).text([roman(exit.meaning)]);
    }
    roff.control("SH", ["EXAMPLES"]);
    for example in page.examples {
        roff.control("TP", []).text([roman(example.about)]).text([bold(example.command)]);
    }
    roff.control("SH", ["SEE ALSO"]);
    let related: Vec<_> =
        page.see_also.iter().map(|words| format!("clowder-{}(1)", words.replace(' ', "-"))).collect();
    roff.text([roman(related.join(", "))]);
    roff.to_writer(&mut out)?;
    Ok(out)
}
