//! Reads the input of verbs that take states: either one state with its actions, or a stream of states.

use super::input::{self, Inputs, NotText};
use super::jsonl::{broken, unusable};
use super::place::Place;
use super::result::AllErrors;
use super::{
    Batch, BatchOptions, Context, Findings, NoMembers, OutputStyle, Question, Response, Status, advice,
};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::notation::{Kind, plural};
use anyhow::Result;
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::cell::Cell;
use std::ffi::OsString;
use std::path::PathBuf;

/// A state and its actions, or a stream of states.
#[derive(clap::Args, Debug)]
pub(crate) struct States {
    /// The state, then the actions
    ///
    /// In a batch, or with --file, only the actions.
    #[arg(value_name = "STATE", allow_negative_numbers = true)]
    words: Vec<OsString>,
    /// Read the state from a file
    #[arg(long, value_name = "PATH")]
    file: Vec<PathBuf>,
    #[command(flatten)]
    batch: BatchOptions,
    #[command(flatten)]
    all: AllErrors,
}

/// Describes how the states and actions of a game are read.
pub(crate) struct StateReader<'a, S> {
    /// The kind under which errors in a state are reported.
    pub(crate) state: Kind,
    /// The kind under which errors in an action are reported.
    pub(crate) action: Kind,
    /// Maximum number of actions.
    pub(crate) most: usize,
    /// Whether an action in a batch line can be any JSON value. The text of the action is then the JSON itself.
    /// If false, an action must be a JSON string.
    pub(crate) takes_json: bool,
    /// Reads a state. Returns the state (`None` if it is unusable), and the findings in the text.
    pub(crate) read: &'a (dyn Fn(&str) -> (Option<S>, Findings) + Sync),
}

/// Converts a JSON value in a batch line to an action string.
fn action_of(line: &str, value: &RawValue, is_json: bool) -> Result<String, Box<Diagnostic>> {
    let text = value.get();
    if is_json {
        return Ok(text.to_owned());
    }
    if text.starts_with('"') {
        return serde_json::from_str(text).map_err(|error| broken(line, text, &error));
    }
    Err(unusable(line, value, "an action must be a string".to_owned()))
}

impl States {
    /// Whether the states are read from files or a stream.
    fn is_stream(&self) -> bool {
        self.batch.framing().is_some() || !self.file.is_empty()
    }

    /// Number of threads that may work on one state. For files or a stream, the number is 1, because
    /// different threads work on different states.
    pub(crate) fn threads(&self) -> usize {
        if self.is_stream() { 1 } else { self.batch.threads() }
    }

    /// Writes an answer for each state. If a state is unusable, the answer lists its errors.
    ///
    /// # Errors
    /// Returns an error if reading or writing fails, or if there are more words than the verb accepts.
    pub(crate) fn answer<S>(
        &self,
        context: &mut Context,
        reader: &StateReader<'_, S>,
        answer: &StateAnswer<'_, S>,
    ) -> Result<Status> {
        let Self { words, file, batch, all } = self;
        all.set();
        let streamed = self.is_stream();
        let (state, actions) = words.split_at(usize::from(!streamed).min(words.len()));
        let texts: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
        let is_state =
            |text: &str| text.starts_with(['[', '{']) && serde_json::from_str::<IgnoredAny>(text).is_ok();
        if let Some(advice) = advice::one_string(&texts, &is_state).filter(|_| !streamed) {
            anyhow::bail!("{advice}");
        }
        let most = reader.most;
        let more = actions.len().saturating_sub(most);
        let from = if streamed { " (in a batch, states are read from --file or standard input)" } else { "" };
        anyhow::ensure!(
            more == 0,
            "expected at most {}; number of surplus actions: {}{from}",
            plural(most, "action"),
            more
        );
        let given = actions.iter().enumerate().map(|(index, action)| {
            let item = input::one(action, &format!("action {}", index + 1), reader.action)?;
            // Invalid UTF-8 becomes replacement characters. Because no legal action contains replacement
            // characters, an error is reported later.
            Ok(item.text.unwrap_or_else(|NotText { lossy, .. }| lossy))
        });
        let given: Vec<String> = given.collect::<Result<_>>()?;
        let inputs = Inputs { inputs: state.to_vec(), file: file.clone() };
        Batch::new(Some(reader.state), inputs, batch).answer(context, &|question, out| {
            let (state, findings) = (reader.read)(question.text);
            match (state, actions_of(question, &given, reader)) {
                (Some(state), Ok(actions)) => {
                    answer(&StateQuestion { question, state, findings, actions }, out)
                }
                (_, Err(faults)) => refuse_line(question, faults, out),
                (None, _) => question.answer(&findings, "", &NoMembers {}, Status::No, out),
            }
        })
    }
}

/// Writes the negative answer to a batch line with an invalid member.
pub(crate) fn refuse_line(
    question: &Question<'_>,
    faults: impl Into<Diagnostics>,
    out: &mut Vec<u8>,
) -> Response {
    let line = question.members.unwrap_or_default();
    let question = Question { text: line, known: Cell::default(), ..*question };
    question.answer(&faults.into().into(), "", &NoMembers {}, Status::No, out)
}

/// Returns the actions in the members `action` and `actions` of a batch line, or those on the command line if the line
/// has neither member.
fn actions_of<'a, S>(
    question: &Question<'_>,
    given: &'a [String],
    reader: &StateReader<'_, S>,
) -> Result<Cow<'a, [String]>, Diagnostics> {
    #[derive(serde::Deserialize)]
    struct Members<'a> {
        #[serde(borrow)]
        action: Option<&'a RawValue>,
        #[serde(borrow)]
        actions: Option<&'a RawValue>,
    }
    // A verb that takes no action ignores the actions in a batch line.
    let Some(line) = question.members.filter(|_| reader.most > 0) else { return Ok(Cow::Borrowed(given)) };
    let one = |fault: Box<Diagnostic>| Diagnostics::from(*fault);
    let Members { action, actions } =
        serde_json::from_str(line).map_err(|error| one(broken(line, line, &error)))?;
    if action.is_none() && actions.is_none() {
        return Ok(Cow::Borrowed(given));
    }
    let mut values: Vec<&RawValue> = action.into_iter().collect();
    if let Some(list) = actions {
        let of = if reader.takes_json { "" } else { " of strings" };
        let no_list = |_| one(unusable(line, list, format!("`actions` must be a list{of}")));
        values.extend(serde_json::from_str::<Vec<&RawValue>>(list.get()).map_err(no_list)?);
    }
    if let Some(surplus) = values.get(reader.most) {
        let (count, most) = (values.len(), reader.most);
        let message = format!("the line has {count} actions; expected at most {most}");
        return Err(one(unusable(line, surplus, message)));
    }
    let (mut texts, mut faults) = (Vec::with_capacity(values.len()), Diagnostics::new());
    for value in values {
        match action_of(line, value, reader.takes_json) {
            Ok(text) => texts.push(text),
            Err(fault) => faults.push(*fault),
        }
    }
    faults.sort();
    if faults.is_empty() { Ok(Cow::Owned(texts)) } else { Err(faults) }
}

/// A function that writes the answer to a question about a state.
pub(crate) type StateAnswer<'a, S> = dyn Fn(&StateQuestion<'_, S>, &mut Vec<u8>) -> Response + Sync + 'a;

/// A usable state and its actions.
pub(crate) struct StateQuestion<'a, S> {
    pub(crate) question: &'a Question<'a>,
    pub(crate) state: S,
    /// The canonical string, and the warnings about order and spelling.
    pub(crate) findings: Findings,
    /// The actions from the batch line or the command line.
    pub(crate) actions: Cow<'a, [String]>,
}

/// The members that are added to the result object if an action is wrong.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct WrongAction<M> {
    /// `apply` and `outcome`: the index of the action that is wrong, counted from 0.
    action: usize,
    #[serde(flatten)]
    more: M,
}

impl<S> StateQuestion<'_, S> {
    pub(crate) const fn style(&self) -> OutputStyle {
        self.question.style
    }

    pub(crate) const fn place(&self, action: usize) -> Place<'_> {
        self.question.place.action(action)
    }

    /// Like [`Question::answer`], but passes on the findings in the state.
    pub(crate) fn answer(
        &self,
        text: impl AsRef<[u8]>,
        members: &impl Serialize,
        status: Status,
        out: &mut Vec<u8>,
    ) -> Response {
        self.question.answer(&self.findings, text, members, status, out)
    }

    /// Writes the negative answer to an invalid action, with the action's errors and the members `more`.
    pub(crate) fn refuse(
        &self,
        (action, text): (usize, &str),
        kind: Kind,
        findings: &Findings,
        more: impl Serialize,
        out: &mut Vec<u8>,
    ) -> Response {
        let (place, known) = (self.place(action), Cell::default());
        let question = Question { place, kind, text, members: None, known, ..*self.question };
        question.answer(findings, "", &WrongAction { action, more }, Status::No, out)
    }
}
