//! Reports the folders that several bots share.

use crate::arena::process::Sandbox;
use crate::arena::tournament::{Plan, RunError, shared_folders};
use crate::cli::output::note;
use crate::diagnostics::escape::escape;
use anyhow::bail;

/// Warns if several bots in one folder are different programs. If the sandbox is required, returns an error instead,
/// before any file is written. The function that starts the bots checks this again.
pub(super) fn check(plan: &Plan) -> anyhow::Result<()> {
    for shared in shared_folders(plan) {
        if plan.sandbox == Sandbox::Require {
            bail!("{}", escape(&RunError::Shared(shared).to_string()));
        }
        note(format!("warning: {}; move each bot to a folder of its own", escape(&shared.to_string())));
    }
    Ok(())
}
