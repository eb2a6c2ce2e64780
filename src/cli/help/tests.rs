//! Tests that every command has a complete help page.

use super::described::{Described, page_of};
use super::pages::GROUPS;
use crate::cli::colour::Color;
use clap::Command;

/// Returns the words of every command, each with the sentence about the command.
fn commands() -> Vec<(String, String)> {
    fn collect(command: &Command, path: &str, found: &mut Vec<(String, String)>) {
        for one in command.get_subcommands().filter(|one| !one.is_hide_set()) {
            let path = format!("{path} {}", one.get_name()).trim_start().to_owned();
            let about = one.get_about().map(ToString::to_string).unwrap_or_default();
            collect(one, &path, found);
            found.push((path, about));
        }
    }
    let mut found = Vec::new();
    collect(&crate::cli::command(Color::Never), "", &mut found);
    found
}

#[test]
fn every_command_has_a_complete_help_page() {
    let commands = commands();
    let mut missing = Vec::new();
    for (path, about) in &commands {
        let Some(page) = page_of(path) else {
            missing.push(format!(
                "`clowder {path}` has no help page: add a `Page` with the command `{path}` to the file of its group in \
                 src/cli/help/pages/"
            ));
            continue;
        };
        let mut require = |holds: bool, what: &str| {
            if !holds {
                missing.push(format!("the help page of `clowder {path}` needs {what}"));
            }
        };
        let is_sentence = about.starts_with(char::is_uppercase) && !about.contains([':', ';', '?']);
        require(
            is_sentence && about.contains(' '),
            "one imperative sentence, as the doc comment of its variant",
        );
        require((3..=5).contains(&page.examples.len()), "three to five examples");
        require(page.examples.iter().all(|one| one.command.contains("clowder")), "examples that run clowder");
        // Usage errors show only the first example, so it must be about this command.
        let call = format!("clowder {}", page.command);
        require(
            page.examples.first().is_some_and(|one| one.command.contains(&call)),
            "a first example that runs this command",
        );
        require((1..=2).contains(&page.statuses.len()), "the meanings of the exit statuses 0 and 1");
        require(
            !page.reads.is_empty() && !page.writes.is_empty(),
            "its input and its output (`reads`, `writes`)",
        );
        require(!page.see_also.is_empty(), "related commands (`see_also`)");
        let fails = page.examples.iter().any(|one| one.status == 1);
        require(
            !fails || page.statuses.len() == 2,
            "the meaning of exit status 1, because an example ends with this status",
        );
        let described = Described { command: Command::default(), path: path.clone(), page: Some(page) };
        for related in page.see_also.iter().map(|words| described.fill(words)) {
            let exists = commands.iter().any(|(other, _)| *other == related);
            require(exists, &format!("to name an existing command instead of `{related}` in `see_also`"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_help_page_belongs_to_a_command() {
    let commands = commands();
    let pages = || GROUPS.iter().flat_map(|(_, pages)| *pages);
    for page in pages() {
        let is_used =
            commands.iter().any(|(path, _)| page_of(path).is_some_and(|of| of.command == page.command));
        assert!(is_used, "no command has the help page `{}` in src/cli/help/pages/", page.command);
    }
    let mut names: Vec<_> = pages().map(|page| page.command).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), pages().count(), "a command has two help pages");
}
