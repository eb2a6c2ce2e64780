//! The option `-o`, for verbs that write text and for verbs that can also draw.

use super::Context;
use super::figure::FigureOptions;
use anyhow::Result;
use std::path::{Path, PathBuf};

/// Option for verbs that write text to standard output.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct OutputFile {
    /// Write to this file instead of standard output
    #[arg(long, short, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
}

impl OutputFile {
    /// If `-o` names a file, redirects the output there. An existing file stays unchanged until
    /// [`Context::finish`] replaces it.
    ///
    /// # Errors
    /// Returns an error if the name is that of a picture file, or if no file can be created in the directory.
    pub(crate) fn open(&self, context: &mut Context) -> Result<()> {
        if let Some(path) = self.output.as_deref().filter(|path| FigureOptions::of_picture(path).is_some()) {
            anyhow::bail!(
                "this command draws nothing; end the name {} with .txt, .json or .jsonl",
                path.display()
            );
        }
        self.open_any(context)
    }

    /// If `-o` names a file, redirects the output there, even if the name is that of a picture file.
    ///
    /// # Errors
    /// Returns an error if no file can be created in the directory.
    pub(crate) fn open_any(&self, context: &mut Context) -> Result<()> {
        redirect(self.output.as_deref(), context)
    }
}

fn redirect(path: Option<&Path>, context: &mut Context) -> Result<()> {
    match path {
        Some(path) if path.as_os_str() != "-" => context.redirect(path),
        _ => Ok(()),
    }
}

/// Option for verbs that write text, or a picture if the file name ends with `.svg`, `.png` or `.html`.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct TextOrPicture {
    /// Write to this file; a name in `.svg`, `.png` or `.html` gets a picture
    #[arg(long, short, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
}

impl TextOrPicture {
    /// Returns the options for a picture if `-o` names a picture file. Otherwise, redirects the output as
    /// [`OutputFile::open`] does.
    ///
    /// # Errors
    /// Returns an error if no file can be created in the directory.
    pub(crate) fn open(&self, context: &mut Context) -> Result<Option<FigureOptions>> {
        let picture = self.output.as_deref().and_then(FigureOptions::of_picture);
        if picture.is_none() {
            redirect(self.output.as_deref(), context)?;
        }
        Ok(picture)
    }
}
