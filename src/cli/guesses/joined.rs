//! Joins the words of a name that was not quoted.

use super::official;
use super::subcommands::Words;
use clap::Command;
use std::ffi::OsString;

/// Joins the words of an official challenge's name in a command line such as `setup First steps`. Returns `None` if the
/// command line does not contain such a name.
pub(super) fn challenge(arguments: &[OsString], verb: &Command, root: &Command) -> Option<Vec<OsString>> {
    let is_play = verb.get_name() == "play" && arguments.get(2).is_some_and(|word| word == "raft");
    let count = match verb.get_name() {
        "setup" => 2,
        _ if is_play => 3,
        _ => return None,
    };
    let (command, rest) = arguments.split_at(count);
    let Words { operands, options } = Words::of_verb(verb, rest, root);
    let words: Vec<_> = operands.iter().map(|word| word.to_string_lossy()).collect();
    let name = words.join(" ");
    let is_name = operands.len() > 1 && official::is_name(&name);
    is_name.then(|| [command, &[name.into()], &options].concat())
}
