//! `grade --template`: writes a harness.

use super::super::Context;
use super::super::exit::Status;
use crate::grade::{Language, template};

/// Writes a harness.
pub(super) fn write(language: &str, context: &mut Context) -> anyhow::Result<Status> {
    let language = Language::ALL.into_iter().find(|known| known.name() == language);
    let language = language.ok_or_else(|| anyhow::anyhow!("there is no template for this language"))?;
    context.output.write(template(language))?;
    Ok(Status::Yes)
}
