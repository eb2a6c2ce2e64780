//! Code shared by the verbs that accept strings of any kind.

use super::kinds::Options;
use super::subject::{Reader, Subject};
use super::{Batch, BatchOptions, Context, Result};
use crate::kinds::Pace;

/// Collects the strings of a command line. Searching for the causes of errors is enabled only for a single
/// string.
///
/// # Errors
/// Returns an error if the kind is unclear, or if an option is invalid or has no effect for the kind.
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
