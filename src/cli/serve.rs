//! `serve`: processes input lines for several verbs in one process.

use super::input::{self, Served};
use super::{Context, Result, Status};
use crate::diagnostics::{escape, json};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::OsString;
use std::io::BufRead as _;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {}

/// The members that `serve` needs from a line. The verb then reads the whole line itself.
#[derive(serde::Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    /// The verb with its subcommand and options, such as `legal-moves raft`. The default is `validate --suggest`.
    verb: Option<String>,
}

/// The reply to a line that no verb can answer.
#[derive(serde::Serialize)]
struct Unanswered<'a> {
    v: u8,
    id: Option<&'a RawValue>,
    ok: bool,
    failed: String,
}

/// Processes every line. `parse` is called for each new verb, and `run` for each line.
///
/// # Errors
/// Returns an error if standard input cannot be read, or standard output cannot be written.
pub(crate) fn run<V>(
    context: &mut Context,
    parse: impl Fn(&[OsString]) -> Result<V, String>,
    run: impl Fn(&V, &mut Context) -> Result<Status>,
) -> Result<Status> {
    let mut verbs: HashMap<String, V> = HashMap::new();
    for line in input::stdin()?.lock().split(b'\n') {
        let line = line?;
        let answer = |id, failed| json::text(&Unanswered { v: 1, id, ok: false, failed });
        let (id, verb) = match serde_json::from_slice(&line) {
            Ok(Line { id, verb }) => (id, verb.unwrap_or_else(|| "validate --suggest".to_owned())),
            Err(error) => {
                context.say(answer(None, format!("this line is not a JSON object: {error}"))?)?;
                continue;
            }
        };
        let known = match verbs.entry(verb) {
            Entry::Occupied(known) => Ok(&*known.into_mut()),
            Entry::Vacant(new) => parse(&command_line(new.key())).map(|verb| &*new.insert(verb)),
        };
        let served = Served::set(&line);
        let failed = match known {
            Ok(verb) => run(verb, context).err().map(|error| format!("{error:#}")),
            Err(error) => Some(error),
        };
        drop(served);
        if let Some(failed) = failed {
            context.line(answer(id, escape(&failed).into_owned())?)?;
        }
        context.flush()?;
    }
    Ok(Status::Yes)
}

/// Builds a command line with which a verb reads JSON lines from standard input.
fn command_line(verb: &str) -> Vec<OsString> {
    ["clowder"].into_iter().chain(verb.split_whitespace()).chain(["--jsonl"]).map(OsString::from).collect()
}
