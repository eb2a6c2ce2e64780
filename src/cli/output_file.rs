//! The option `-o` of the verbs that write text.

use super::Context;
use std::path::{Path, PathBuf};

/// Option of verbs that write text to standard output.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct OutputFile {
    /// Write to this file instead of standard output
    #[arg(long, short, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
}

impl OutputFile {
    /// Path of the file.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }

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
