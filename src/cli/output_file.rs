//! The option `-o` of the verbs that write text.

use super::Context;
use crate::diagnostics::escape::escape;
use crate::files;
use std::path::{Path, PathBuf};

/// The option of verbs that write text to standard output.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct OutputFile {
    /// Write to this file instead of standard output
    #[arg(long, short, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
}

impl OutputFile {
    /// Redirects the output, unless it goes to standard output. An existing file with this name is replaced at the end
    /// of the run, if nothing has failed.
    ///
    /// # Errors
    /// Returns an error if no file can be created in the directory.
    pub(crate) fn open(&self, context: &mut Context) -> anyhow::Result<()> {
        match &self.output {
            Some(path) if path.as_os_str() != "-" => context.output.redirect(path),
            _ => Ok(()),
        }
    }
}

/// Writes a whole file.
///
/// # Errors
/// Returns an error that names the file if it cannot be written.
pub(crate) fn write_file(path: &Path, contents: impl AsRef<[u8]>) -> anyhow::Result<()> {
    files::write(path, contents).map_err(|error| cannot_write(path, &error))
}

/// Returns the error for a file that cannot be written.
pub(super) fn cannot_write(path: &Path, error: &std::io::Error) -> anyhow::Error {
    anyhow::anyhow!("cannot write {}: {error}", escape(&path.display().to_string()))
}
