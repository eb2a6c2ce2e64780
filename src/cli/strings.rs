//! What the verbs for strings of any kind have in common.

use super::kinds::Options;
use super::subject::{Reader, Subject};
use super::{Batch, BatchOptions, Context, Result};
use crate::kinds::Pace;

/// Returns the strings of a command line. For a single string, also searches for the causes of its errors.
///
/// # Errors
/// Returns an error if the kind is not clear, or if an option is wrong or has no effect for the kind.
pub(crate) fn strings<'a>(
    subject: &Subject,
    options: &Options,
    batch: &'a BatchOptions,
    pace: Pace,
    context: &Context,
) -> Result<Batch<'a>> {
    let read_options = options.to_read_options(context.error_colour)?;
    let (kind, inputs) = subject.split(batch.framing().is_some())?;
    options.check(kind)?;
    let mut batch = Batch::new(kind, inputs, batch);
    batch.reader = Reader { options: read_options, improves: !batch.is_batch(), pace };
    Ok(batch)
}
