//! Tests that every command has a complete help page, and that every help page belongs to a command.

use super::described::Described;
use super::page::{GROUPS, Page};
use super::screen::{Length, screen};
use crate::cli::colour::Color;
use clap::Command;
use std::collections::BTreeSet;

/// Collects the words and the description of every command below `command`.
fn collect(command: &Command, path: &str, found: &mut Vec<(String, String)>) {
    for one in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        let path = format!("{path} {}", one.get_name()).trim_start().to_owned();
        collect(one, &path, found);
        found.push((path, one.get_about().map(ToString::to_string).unwrap_or_default()));
    }
}

fn commands() -> Vec<(String, String)> {
    let mut found = Vec::new();
    collect(&crate::cli::command(Color::Never), "", &mut found);
    found
}

#[test]
fn every_command_has_a_complete_help_page() {
    let commands = commands();
    let mut missing = Vec::new();
    for (path, about) in &commands {
        let name = path.replace(' ', "-");
        let Some(page) = Page::of(path) else {
            missing.push(format!(
                "`clowder {path}` has no help page, or its page cannot be read: write `{name}.md` in src/texts/help/ \
                 like the other pages, and add its name to src/cli/help/page.rs"
            ));
            continue;
        };
        let is_sentence = about.starts_with(char::is_uppercase) && !about.contains([':', ';', '?']);
        let statuses: Vec<u8> = page.statuses.iter().map(|exit| exit.status).collect();
        let fails = page.examples.iter().any(|one| one.status == 1);
        // Usage errors show only the first example, so that example must call the command itself.
        let call = format!("clowder {path}");
        let is_about_this = page.examples.first().is_some_and(|one| one.command.contains(&call));
        let headings = ["Examples", "Examples, to be run in this order"];
        let exists = |words: &String| commands.iter().any(|(other, _)| other == words);
        let root = crate::cli::command(Color::Never);
        let words: Vec<&str> = path.split(' ').collect();
        let described = Described::find(&root, &words).expect("the command is there");
        let options: Vec<&str> = described.command.get_arguments().filter_map(clap::Arg::get_long).collect();
        // In a build that cannot start programs, the verbs that start programs have no options.
        let is_missing =
            cfg!(not(arena)) && ["bot check", "bot match", "bot tournament"].contains(&path.as_str());
        let is_option = |name: &String| is_missing || options.contains(&name.as_str());
        let shown =
            described.command.get_arguments().filter(|arg| !arg.is_hide_set() && !arg.is_positional());
        let all = screen(&described, Length::All, false);
        let unexplained =
            shown.filter_map(clap::Arg::get_long).find(|name| !all.contains(&format!("--{name}")));
        for (holds, what) in [
            (
                is_sentence && about.contains(' '),
                "one imperative sentence, as the doc comment of its variant",
            ),
            (headings.contains(&page.heading), "the heading `Examples`"),
            ((3..=5).contains(&page.examples.len()), "three to five examples"),
            (page.examples.iter().all(|one| one.command.contains("clowder")), "examples that run clowder"),
            (is_about_this, "a first example that runs this command"),
            (statuses == [0, 2] || statuses == [0, 1, 2], "the meanings of the exit statuses 0 and 1"),
            (!fails || statuses.contains(&1), "the meaning of status 1, with which an example ends"),
            (page.reads.is_some() && page.writes.is_some(), "its input and its output"),
            (
                page.often.iter().chain(&page.rarely).all(is_option),
                "options that exist after `Often` and `Rarely`",
            ),
            (unexplained.is_none(), "every option on the screen of --all"),
            (!page.see_also.is_empty() && page.see_also.iter().all(exists), "related commands that exist"),
        ] {
            if !holds {
                missing.push(format!("the help page of `clowder {path}` needs {what}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_help_page_belongs_to_a_command() {
    let pages: Vec<_> = GROUPS.iter().flat_map(|(_, pages)| *pages).collect();
    let commands = commands();
    for (name, text) in &pages {
        let command = text.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap_or_default();
        assert_eq!(command.replace(' ', "-"), *name, "the title of src/texts/help/{name}.md");
        let is_used = commands.iter().any(|(path, _)| {
            let shared =
                |word| path.rsplit_once(' ').is_some_and(|(before, _)| command == format!("{before} {word}"));
            command == path || shared("GAME") || shared("KIND")
        });
        assert!(is_used, "no command has the help page src/texts/help/{name}.md");
    }
    let names: BTreeSet<String> = pages.iter().map(|(name, _)| format!("{name}.md")).collect();
    assert_eq!(names.len(), pages.len(), "src/cli/help/page.rs lists a page twice");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/texts/help");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let files = files.map(|file| file.expect("it can be read").file_name().to_string_lossy().into_owned());
    assert_eq!(names, files.collect(), "src/cli/help/page.rs lists every file in src/texts/help/");
}
