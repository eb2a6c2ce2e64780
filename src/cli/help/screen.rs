//! Writes a help screen as text.

use super::described::Described;
use super::page::GROUPS;
use clap::Command;
use clap::builder::StyledStr;
use clap::builder::styling::Style;
use std::ffi::OsString;
use std::fmt::Write as _;

/// The length of a help screen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    /// The summary of `-h`.
    Short,
    /// The whole help, as `--help` and `clowder help` show it.
    Long,
}

const HEADER: Style = Style::new().bold().underline();
const ABOUT_VERBS: &str = "`clowder help VERB` describes a verb, with examples and exit statuses.\n";
const ABOUT_KINDS: &str = "`clowder kinds` lists the kinds of strings, with an example of each.\n";

/// Returns the words of the command that a command line calls, and the length of the help that the command line
/// requests. Only the words before `-h` or `--help` are read, if the command line contains one of these options.
pub(crate) fn requested(root: &Command, arguments: &[OsString]) -> (Vec<String>, Length) {
    let (mut command, mut words, mut is_value) = (root, Vec::new(), false);
    for argument in arguments.iter().skip(1).map(|argument| argument.to_string_lossy()) {
        match &*argument {
            "--help" => return (words, Length::Long),
            "-h" => break,
            _ if std::mem::take(&mut is_value) => {}
            "--color" | "--format" => is_value = true,
            word => {
                if let Some(found) = command.find_subcommand(word) {
                    command = found;
                    words.push(found.get_name().to_owned());
                }
            }
        }
    }
    (words, Length::Short)
}

/// Returns a help screen.
pub(crate) fn screen(described: Described, length: Length, colour: bool) -> String {
    let (path, is_long) = (&*described.path, length == Length::Long);
    let template = match path {
        "" => format!(
            "{{about-with-newline}}\n{HEADER}Usage:{HEADER:#} clowder [OPTIONS] <VERB>\n\n{}\
             {HEADER}Common options:{HEADER:#}\n{{options}}",
            verbs(&described.command)
        ),
        _ => "{about-with-newline}\n{usage-heading} {usage}\n\n{all-args}".to_owned(),
    };
    let more = match path {
        "" if is_long => format!("{ABOUT_VERBS}{ABOUT_KINDS}"),
        "" => ABOUT_VERBS.to_owned(),
        _ if is_long => sections(&described),
        path => format!("`clowder help {path}` adds examples and exit statuses.\n"),
    };
    let mut command = described.command.help_template(template);
    let help = if is_long { command.render_long_help() } else { command.render_help() };
    let text = StyledStr::from(format!("{}\n\n{more}", help.ansi().to_string().trim_end()));
    if colour { text.ansi().to_string() } else { text.to_string() }
}

/// Returns a list of the verbs in groups.
fn verbs(root: &Command) -> String {
    let mut text = String::new();
    for (title, pages) in GROUPS {
        let _ = writeln!(text, "{HEADER}{title}:{HEADER:#}");
        for verb in pages.iter().filter_map(|(name, _)| root.find_subcommand(name)) {
            let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {:<12}  {about}", verb.get_name());
        }
        text.push('\n');
    }
    text
}

/// Returns the examples, the exit statuses and the related commands.
fn sections(Described { page, .. }: &Described) -> String {
    let mut text = format!("{HEADER}{}:{HEADER:#}\n", page.heading);
    for example in &page.examples {
        let status =
            if example.status == 0 { String::new() } else { format!(" (exit status {})", example.status) };
        let _ = writeln!(text, "  {}{status}:\n    {}", example.about, example.command);
    }
    let _ = writeln!(text, "\n{HEADER}Exit statuses:{HEADER:#}");
    for exit in &page.statuses {
        let _ = writeln!(text, "  {}  {}", exit.status, exit.meaning);
    }
    let _ = writeln!(text, "\n{HEADER}See also:{HEADER:#}");
    for words in &page.see_also {
        let _ = writeln!(text, "  clowder help {words}");
    }
    text
}
