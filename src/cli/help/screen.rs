//! Writes a help screen as text.

use super::super::COLUMNS;
use super::described::Described;
use super::pages::GROUPS;
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

/// Returns the words of the command that a command line calls, and the length of the help that the command line
/// requests. Only the words before `-h` or `--help` are read, if the command line contains one of these options.
pub(crate) fn requested(arguments: &[OsString]) -> (Vec<String>, Length) {
    let mut root = crate::cli::command(crate::cli::colour::Color::Never);
    root.build();
    let (mut command, mut words, mut is_value) = (&root, Vec::new(), false);
    let mut length = Length::Short;
    for argument in arguments.iter().skip(1).map(|argument| argument.to_string_lossy()) {
        if argument == "--help" {
            length = Length::Long;
            break;
        }
        if argument == "-h" {
            break;
        }
        if std::mem::take(&mut is_value) {
            continue;
        }
        is_value = argument == "--color" || argument == "--format";
        if let Some(found) = command.find_subcommand(&*argument) {
            command = found;
            words.push(found.get_name().to_owned());
        }
    }
    (words, length)
}

/// Returns a help screen.
pub(crate) fn screen(mut described: Described, length: Length, colour: bool) -> String {
    let header = if colour { Style::new().bold().underline() } else { Style::new() };
    let mut text = introduction(&described, length);
    if described.page.is_none() {
        let _ = write!(
            text,
            "{header}Usage:{header:#} clowder [OPTIONS] <VERB>\n\n{}",
            verbs(&described, header)
        );
        described.command = described.command.help_template("{header}Common options:\n{options}");
        let options = rendered(&mut described, "{all-args}", length, colour);
        // The list of verbs is above, in groups.
        let from =
            options.find("Common options").map_or(0, |at| options[..at].rfind('\n').map_or(0, |end| end + 1));
        text += &options[from..];
    } else {
        text += &rendered(&mut described, "{usage-heading} {usage}\n\n{all-args}", length, colour);
    }
    let mut text = text.trim_end().to_owned();
    text.push('\n');
    if length == Length::Long {
        text += &sections(&described, header);
    } else {
        let advice = match &*described.path {
            "" => "`clowder help VERB` describes a verb, with examples and exit statuses.".to_owned(),
            path => format!("`clowder help {path}` adds examples and exit statuses."),
        };
        let _ = writeln!(text, "\n{advice}");
    }
    text
}

/// Renders a part of the help with clap.
fn rendered(described: &mut Described, template: &'static str, length: Length, colour: bool) -> String {
    let mut command = std::mem::take(&mut described.command).help_template(template);
    let help = if length == Length::Long { command.render_long_help() } else { command.render_help() };
    described.command = command;
    if colour { help.ansi().to_string() } else { help.to_string() }
}

/// Returns the sentences before the usage line.
fn introduction(described: &Described, length: Length) -> String {
    let command = &described.command;
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let long = command.get_long_about().map(ToString::to_string).filter(|_| length == Length::Long);
    let mut text = long.unwrap_or(about);
    if let Some(page) = described.page.filter(|_| length == Length::Long) {
        let reads = if page.reads == "nothing" { "no input" } else { page.reads };
        let _ = write!(
            text,
            "\n\nIt reads {}.\nIt writes {}.",
            described.fill(reads),
            described.fill(page.writes)
        );
    }
    let lines: Vec<_> = text.lines().map(wrapped).collect();
    lines.join("\n") + "\n\n"
}

/// Wraps a line, so that no word goes beyond the last column of a help screen. clap wraps only the text that it writes
/// itself.
fn wrapped(line: &str) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for word in line.split(' ') {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > COLUMNS {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += width;
    }
    text
}

/// Returns a list of the verbs in groups.
fn verbs(described: &Described, header: Style) -> String {
    let mut text = String::new();
    for (title, pages) in GROUPS {
        let _ = writeln!(text, "{header}{title}:{header:#}");
        for page in pages.iter().filter(|page| !page.command.contains(' ')) {
            let about = described.command.find_subcommand(page.command).and_then(|verb| verb.get_about());
            let _ = writeln!(
                text,
                "  {:<12}  {}",
                page.command,
                about.map(ToString::to_string).unwrap_or_default()
            );
        }
        text.push('\n');
    }
    text
}

/// The commands with examples that use files of earlier examples.
const IN_ORDER: [&str; 7] =
    ["generate deals", "bot match", "bot tournament", "bot rate", "bot new", "bot salvage", "grade"];

/// Returns the examples, the exit statuses and the related commands.
fn sections(described: &Described, header: Style) -> String {
    let mut text = String::new();
    let Some(page) = described.page else {
        text += "\n`clowder help VERB` describes a verb, with examples and exit statuses.\n";
        text += "`clowder kinds` lists the kinds of strings, with an example of each.\n";
        return text;
    };
    let heading =
        if IN_ORDER.contains(&page.command) { "Examples, to be run in this order:" } else { "Examples:" };
    let _ = writeln!(text, "\n{header}{heading}{header:#}");
    for example in page.examples {
        let (about, command) = (described.fill(example.about), described.fill(example.command));
        let status =
            if example.status == 0 { String::new() } else { format!(" (exit status {})", example.status) };
        let _ = writeln!(text, "  {about}{status}:\n    {command}");
    }
    let _ = writeln!(text, "\n{header}Exit statuses:{header:#}");
    for (status, meaning) in page.statuses() {
        let _ = writeln!(text, "  {status}  {meaning}");
    }
    let related: Vec<_> =
        page.see_also.iter().map(|words| format!("clowder help {}", described.fill(words))).collect();
    let _ = writeln!(text, "\n{header}See also:{header:#}\n  {}", related.join("\n  "));
    text
}
