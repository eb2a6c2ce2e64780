//! What the verbs for strings of any kind share.

use super::input::Inputs;
use super::kinds::Options;
use super::subject::{Reader, Subject};
use super::{Batch, BatchOptions, Context, Question, Response, Result, Status};
use crate::kinds::Pace;
use crate::notation::Kind;

/// Strings that a verb reads, and the settings for reading them.
pub(crate) struct Strings {
    /// Kind, if it is given.
    pub(crate) kind: Option<Kind>,
    pub(crate) inputs: Inputs,
    /// Settings. For a single string, the causes of its errors are searched for.
    pub(crate) reader: Reader,
}

impl Strings {
    /// Strings of a command line.
    ///
    /// # Errors
    /// Returns an error if the kind is not clear, or if an option is wrong or has no effect for the kind.
    pub(crate) fn new(
        subject: &Subject,
        options: &Options,
        batch: &BatchOptions,
        pace: Pace,
        context: &Context,
    ) -> Result<Self> {
        let mut reader = Reader::new(options.to_read_options(context.output.error_colour)?, pace);
        let (kind, inputs) = subject.split(batch.framing().is_some())?;
        options.check(kind)?;
        reader.improves = !batch.is_batch(&inputs);
        Ok(Self { kind, inputs, reader })
    }

    /// Answers every string, as [`Batch::answer`] does.
    ///
    /// # Errors
    /// Returns an error if reading or writing fails.
    pub(crate) fn answer(
        &self,
        options: &BatchOptions,
        context: &mut Context,
        answer: impl Fn(&Question<'_>, &mut Vec<u8>) -> Response + Sync,
    ) -> Result<Status> {
        let Self { kind, inputs, reader } = self;
        Batch { inputs, options, kind: *kind, reader, lists_errors: false }.answer(context, answer)
    }
}
