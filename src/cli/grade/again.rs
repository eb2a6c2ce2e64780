//! Builds the command that repeats a failed case. The command has the arguments of this run, except for the
//! options that select cases, submissions and reports.

use super::Arguments;
use crate::diagnostics::quoted;
use std::path::Path;

/// Options that the command leaves out, together with their values.
const LEFT_OUT: [&str; 12] = [
    "--report", "--detail", "--case", "--only", "--each", "--out", "--jobs", "-j", "--format", "--color",
    "--output", "-o",
];

/// Builds the command that repeats a case, except for the final `--case N`. For a class, replaces `{}` with
/// the submission's path. Values of environment variables are left out, because students can see the command
/// in reports.
pub(super) fn command(arguments: &Arguments, submission: Option<&Path>) -> String {
    let is_stream = arguments.cases.iter().all(|path| path.as_os_str() == "-");
    let mut command = if is_stream { "cat CASES | clowder" } else { "clowder" }.to_owned();
    let mut words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = words.next() {
        let (name, given) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
            _ => (word.as_str(), None),
        };
        if LEFT_OUT.contains(&name) || name == "--env" || name == "--command" {
            let Some(value) = given.or_else(|| words.next()) else { break };
            let shown = match name {
                "--env" => value.split('=').next().unwrap_or_default().to_owned(),
                "--command" => of_submission(&value, submission),
                _ => continue,
            };
            command += &format!(" {name} {}", quoted(&shown));
        } else if name != "--fail-fast" && !(name.starts_with("-j") && name.len() > 2) {
            command += &format!(" {}", quoted(&word));
        }
    }
    command
}

/// Replaces `{}` with the submission's path, escaping characters that separate or quote words.
fn of_submission(command: &str, submission: Option<&Path>) -> String {
    let Some(path) = submission else { return command.to_owned() };
    let escaped = path.to_string_lossy().chars().fold(String::new(), |mut text, letter| {
        if letter.is_whitespace() || "'\"\\".contains(letter) {
            text.push('\\');
        }
        text.push(letter);
        text
    });
    command.replace("{}", &escaped)
}
