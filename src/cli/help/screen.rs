//! Writes a help screen as text.

use super::described::{COMMON, Described};
use super::page::{GROUPS, Page, text_of};
use clap::builder::StyledStr;
use clap::builder::styling::Style;
use clap::{Arg, Command};
use std::ffi::OsString;
use std::fmt::Write as _;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Length {
    /// The most used options, as shown by `-h` and `clowder help VERB`.
    Short,
    /// One line for nearly every option, as shown by `--help`.
    Long,
    /// Every option with its full text, as shown by `clowder help VERB --all`.
    All,
}

const HEADER: Style = Style::new().bold().underline();

/// Finds the command named before `-h` or `--help`, and how long the requested help is.
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

pub(crate) fn screen(Described { command, path, page }: &Described, length: Length, colour: bool) -> String {
    let has = |list: &[String], name: &str| list.iter().any(|other| other == name);
    let is_hidden = |arg: &Arg| match (length, arg.get_long()) {
        (Length::All, _) | (_, None) => false,
        (Length::Short, Some(name)) => {
            !page.often.is_empty() && !has(&page.often, name) && !COMMON.contains(&name)
        }
        (Length::Long, Some(name)) => has(&page.rarely, name),
    };
    let mut command = command.clone().mut_args(|arg| if is_hidden(&arg) { arg.hide(true) } else { arg });
    if path == "generate" {
        let has_page = |kind: &Command| text_of(&format!("generate {}", kind.get_name())).is_some();
        let kind = Command::new("KIND").about("Generate strings of any kind, as in `clowder generate hand`");
        command = command
            .mut_subcommands(|kind| if has_page(&kind) { kind } else { kind.hide(true) })
            .subcommand(kind);
    }
    let rendered = |template: String, is_long| {
        let mut command = command.clone().help_template(template);
        let help = if is_long { command.render_long_help() } else { command.render_help() };
        format!("{}\n", help.ansi().to_string().trim_end())
    };
    let about = rendered("{about}".to_owned(), length != Length::Short);
    let is_long = length == Length::All;
    let text = if path.is_empty() {
        let (usage, verbs) =
            (format!("{HEADER}Usage:{HEADER:#} clowder [OPTIONS] <VERB>"), verbs(&command, length));
        let options = if length == Length::Short {
            "\n--color, --format, --help and --version are options, which `clowder help options` explains.\n"
                .to_owned()
        } else {
            rendered(format!("{HEADER}Common options:{HEADER:#}\n{{options}}\n"), is_long)
        };
        format!("{about}\n{usage}\n\n{verbs}{options}{ABOUT_VERBS}")
    } else {
        let most = if length == Length::Short { 3 } else { usize::MAX };
        let arguments = rendered("{usage-heading} {usage}\n\n{all-args}".to_owned(), is_long);
        format!("{about}\n{}\n{arguments}\n{}", examples(page, most), ending(path, page, length))
    };
    painted(text, colour)
}

const ABOUT_VERBS: &str = "`clowder help VERB` describes a verb, and `clowder help KIND` a kind of string.\n";

/// Describes the options shared by many verbs, with full help texts. The verb `render` has all of these options.
pub(super) fn shared_options(render: Described, colour: bool) -> String {
    let mut command = render.command.mut_args(|arg| {
        let is_own = arg.get_help_heading().is_none();
        arg.hide(is_own).hide_possible_values(false)
    });
    command = command.help_template("{all-args}");
    let help = command.render_long_help();
    painted(format!("Options that many verbs share\n\n{}\n", help.ansi().to_string().trim_end()), colour)
}

fn painted(text: String, colour: bool) -> String {
    let text = StyledStr::from(text);
    if colour { text.ansi().to_string() } else { text.to_string() }
}

fn verbs(root: &Command, length: Length) -> String {
    let mut text = String::new();
    for (title, pages) in GROUPS {
        let _ = writeln!(text, "{HEADER}{title}:{HEADER:#}");
        for verb in pages.iter().filter_map(|(name, _)| root.find_subcommand(name)) {
            let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {:<12}  {about}", verb.get_name());
        }
        text.push_str(if length == Length::Short { "" } else { "\n" });
    }
    text
}

fn examples(page: &Page, most: usize) -> String {
    let mut text = format!("{HEADER}{}:{HEADER:#}\n", page.heading);
    for example in page.examples.iter().take(most) {
        let status =
            if example.status == 0 { String::new() } else { format!(" (exit status {})", example.status) };
        let _ = writeln!(text, "  {}{status}:\n    {}", example.about, example.command);
    }
    text
}

/// Writes the sections after the options: exit statuses, related commands, and where to read more.
fn ending(path: &str, page: &Page, length: Length) -> String {
    if length == Length::Short {
        return format!("`clowder {path} --help` shows more, and `clowder help {path} --all` everything.\n");
    }
    let mut text = format!("{HEADER}Exit statuses:{HEADER:#}\n");
    for exit in &page.statuses {
        let _ = writeln!(text, "  {}  {}", exit.status, exit.meaning);
    }
    let _ = writeln!(text, "\n{HEADER}See also:{HEADER:#} clowder help {}", page.see_also.join(", "));
    if length == Length::Long {
        let _ =
            writeln!(text, "`clowder help {path} --all` and `clowder help options` explain every option.");
    }
    text
}
