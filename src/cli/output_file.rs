//! The option `-o` of the verbs that write text.

use super::Context;
use crate::diagnostics::escape::escape;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The option of verbs that write text to standard output.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct OutputFile {
    /// Write to this file instead of standard output
    #[arg(long, short, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
}

impl OutputFile {
    /// Redirects the output, if the option is given and its value is not `-`. An existing file with this name is
    /// replaced at the end of the run, if nothing has failed.
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

/// A file that gets its final name only when it is complete. An incomplete file is removed.
pub(super) struct PartFile {
    part: PathBuf,
    path: PathBuf,
    is_complete: bool,
}

impl PartFile {
    /// Creates the file with a temporary name, in the directory of `path`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    pub(super) fn create(path: &Path) -> anyhow::Result<(File, Self)> {
        let failed = |error: std::io::Error| failed(path, &error);
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().ok_or_else(|| failed(std::io::ErrorKind::InvalidInput.into()))?);
        name.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(name);
        let file = File::create(&part).map_err(failed)?;
        Ok((file, Self { part, path: path.to_owned(), is_complete: false }))
    }

    /// Returns true if nothing was written to the file.
    pub(super) fn is_empty(&self) -> bool {
        fs::metadata(&self.part).is_ok_and(|part| part.len() == 0)
    }

    /// Gives the file its final name.
    ///
    /// # Errors
    /// Returns an error if the file cannot be renamed.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        fs::rename(&self.part, &self.path).map_err(|error| failed(&self.path, &error))?;
        self.is_complete = true;
        Ok(())
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.is_complete {
            drop(fs::remove_file(&self.part));
        }
    }
}

fn failed(path: &Path, error: &std::io::Error) -> anyhow::Error {
    anyhow::anyhow!("cannot write {}: {error}", escape(&path.display().to_string()))
}
