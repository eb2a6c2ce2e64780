//! Reads the input of the verbs for states. The input is a state with its actions, or a stream of states.

use super::advice;
use super::batch::{BatchOptions, Question, Response, Run, cores, refuse};
use super::exit::Status;
use super::input::{self, Inputs, NotText};
use super::jsonl::{broken, unusable};
use super::result::{self, AllErrors, Extra, Findings, member};
use super::{Context, Format};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::notation::{Kind, plural};
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::cell::Cell;
use std::ffi::OsString;
use std::path::PathBuf;

/// A state and its actions, or a stream of states.
#[derive(clap::Args, Debug)]
pub(crate) struct States {
    /// The state, then the actions. In a batch, or with --file, only the actions
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

/// The way in which the states and the actions of a game are read.
pub(crate) struct StateReader<R> {
    /// The kind under which errors of a state are reported.
    pub(crate) state: Kind,
    /// The kind under which errors of an action are reported.
    pub(crate) action: Kind,
    /// The maximum number of actions that the verb accepts.
    pub(crate) most: usize,
    /// The form of an action in a line of a batch.
    pub(crate) value: ActionForm,
    /// The function that reads a state. It returns the errors in the text and, if the state can be used, the state.
    pub(crate) read: R,
}

/// The JSON form of an action in a line of a batch.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ActionForm {
    /// A string with the action.
    String,
    /// Any value, whose JSON text is the action.
    Json,
}

impl ActionForm {
    /// Converts a JSON value in a line of a batch to the string of an action.
    fn action(self, line: &str, value: &RawValue) -> Result<String, Box<Diagnostic>> {
        let text = value.get();
        match self {
            Self::Json => Ok(text.to_owned()),
            Self::String if text.starts_with('"') => {
                serde_json::from_str(text).map_err(|error| broken(line, text, &error))
            }
            Self::String => Err(unusable(line, value, "an action must be a string".to_owned())),
        }
    }
}

impl States {
    /// Returns the number of threads that may work on one state. In a batch or with `--file`, this number is 1, because
    /// each thread works on a different state.
    pub(crate) fn threads(&self) -> usize {
        let Self { file, batch, .. } = self;
        let streamed = batch.lines || batch.null || batch.jsonl || !file.is_empty();
        if streamed { 1 } else { batch.jobs.map_or_else(cores, usize::from) }
    }

    /// Answers each state. The answer to a state that cannot be used lists its errors.
    ///
    /// # Errors
    /// Returns an error if reading or writing fails, or if there are more words than the verb accepts.
    pub(crate) fn answer<S, R: Fn(&str) -> (Option<S>, Findings) + Sync>(
        &self,
        context: &mut Context,
        reader: &StateReader<R>,
        answer: impl Fn(&StateQuestion<'_, S>, &mut Vec<u8>) -> Response + Sync,
    ) -> anyhow::Result<Status> {
        let Self { words, file, batch, all } = self;
        all.set();
        let streamed = batch.lines || batch.null || batch.jsonl || !file.is_empty();
        let (state, actions) = words.split_at(usize::from(!streamed).min(words.len()));
        let texts: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
        let is_state =
            |text: &str| text.starts_with(['[', '{']) && serde_json::from_str::<IgnoredAny>(text).is_ok();
        if let Some(advice) = advice::one_string(&texts, is_state).filter(|_| !streamed) {
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
            // A text that is not UTF-8 gets a replacement character. No legal action contains this character, so an
            // error is reported later.
            Ok(item.text.unwrap_or_else(|NotText { lossy, .. }| lossy))
        });
        let given: Vec<String> = given.collect::<anyhow::Result<_>>()?;
        let inputs = Inputs { inputs: state.to_vec(), file: file.clone() };
        let (colour, paints) = (context.output.error_colour, context.output.colour);
        let run = Run {
            inputs: &inputs,
            batch,
            kind: Some(reader.state),
            format: context.format,
            errors: context.errors,
            lists_errors: false,
            reader: None,
        };
        run.answer(&mut context.output, |question, out| {
            let text = question.text;
            let (state, findings) = (reader.read)(text);
            match (state, actions_of(question, &given, reader)) {
                (Some(state), Ok(actions)) => {
                    let kind = reader.state;
                    answer(
                        &StateQuestion { question, kind, text, state, findings, actions, colour, paints },
                        out,
                    )
                }
                (_, Err(faults)) => {
                    let line = question.members.unwrap_or_default();
                    refuse(question, reader.state, line, &faults.into(), &[], colour, out)
                }
                (None, _) => refuse(question, reader.state, text, &findings, &[], colour, out),
            }
        })
    }
}

/// Returns the actions in the members `action` and `actions` of a line in a batch. If the line has neither member, the
/// actions on the command line are returned.
fn actions_of<'a, R>(
    question: &Question<'_>,
    given: &'a [String],
    reader: &StateReader<R>,
) -> Result<Cow<'a, [String]>, Diagnostics> {
    #[derive(serde::Deserialize)]
    struct Members<'a> {
        #[serde(borrow)]
        action: Option<&'a RawValue>,
        #[serde(borrow)]
        actions: Option<&'a RawValue>,
    }
    // A verb that accepts no action ignores the actions in a line.
    let Some(line) = question.members.filter(|_| reader.most > 0) else { return Ok(Cow::Borrowed(given)) };
    let one = |fault: Box<Diagnostic>| Diagnostics::from(*fault);
    let Members { action, actions } =
        serde_json::from_str(line).map_err(|error| one(broken(line, line, &error)))?;
    if action.is_none() && actions.is_none() {
        return Ok(Cow::Borrowed(given));
    }
    let mut values: Vec<&RawValue> = action.into_iter().collect();
    if let Some(list) = actions {
        let of = if reader.value == ActionForm::String { " of strings" } else { "" };
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
        match reader.value.action(line, value) {
            Ok(text) => texts.push(text),
            Err(fault) => faults.push(*fault),
        }
    }
    faults.sort();
    if faults.is_empty() { Ok(Cow::Owned(texts)) } else { Err(faults) }
}

/// A state that can be used, with its text and its actions.
pub(crate) struct StateQuestion<'a, S> {
    /// The question that contains the text and its place.
    pub(crate) question: &'a Question<'a>,
    /// The kind under which errors are reported.
    pub(crate) kind: Kind,
    /// The text from which the state was read.
    pub(crate) text: &'a str,
    /// The state.
    pub(crate) state: S,
    /// The canonical string, and the warnings about order and spelling.
    pub(crate) findings: Findings,
    /// The actions in the line of the batch, or on the command line.
    pub(crate) actions: Cow<'a, [String]>,
    /// True if errors may have colour.
    pub(crate) colour: bool,
    /// True if pictures on standard output may have colours.
    pub(crate) paints: bool,
}

impl<S> StateQuestion<'_, S> {
    /// Answers with `text` or, if the format is JSON, with a result object to which the members in `extra` are added.
    /// Warnings about the order and the spelling of the state go to standard error.
    pub(crate) fn answer(&self, text: &str, extra: &[Extra], status: Status, out: &mut Vec<u8>) -> Response {
        let Question { place, format, .. } = *self.question;
        if format == Format::Json {
            let ok = status == Status::Yes;
            result::json(out, place, self.kind, self.text, &self.findings, ok, extra);
            return status.into();
        }
        out.extend(text.bytes());
        let source = self.findings.source(self.text);
        let err = result::faults(format, place, source, &self.findings.diagnostics, self.colour);
        Response::new(err, status)
    }

    /// Writes the negative answer with the errors in an action and with additional members.
    pub(crate) fn refuse(
        &self,
        (index, text): (usize, &str),
        kind: Kind,
        findings: &Findings,
        more: &[Extra],
        out: &mut Vec<u8>,
    ) -> Response {
        let Question { place, format, .. } = *self.question;
        let place = place.action(index);
        let question = Question { place, kind, text, members: None, format, known: Cell::default() };
        let members = [&member("action", &index), more].concat();
        refuse(&question, kind, text, findings, &members, self.colour, out)
    }
}
