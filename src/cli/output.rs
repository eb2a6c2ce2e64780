//! Writes to standard output and standard error. Every write to standard output is checked, and colour is used only
//! where it is allowed.

use super::colour::{Color, paints};
use super::exit::{ClosedPipe, Status};
use super::system::{colour_terminals, is_closed_pipe, standard_output, terminal_columns};
use crate::diagnostics::escape::escape;
use crate::files::{self, WholeFile};
use crate::render::{Glyphs, Look, Scene, ansi};
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

/// Output of a verb.
pub(crate) struct Output {
    out: io::BufWriter<Target>,
    /// True if standard output may have colour.
    pub(crate) colour: bool,
    /// True if standard error may have colour.
    pub(crate) error_colour: bool,
    /// True if standard output is a terminal.
    pub(crate) is_terminal: bool,
    columns: Option<usize>,
}

/// Where the output goes.
enum Target {
    Standard(Box<dyn Write + Send>),
    /// File that the option `-o` names, with its path.
    File(Box<WholeFile>, PathBuf),
}

impl Target {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Standard(out) => out,
            Self::File(file, _) => file,
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

impl Output {
    /// Creates the output that writes to the standard streams of this process.
    pub(crate) fn new(color: Color) -> Self {
        let variable = |name: &str| std::env::var_os(name);
        let [colour, error_colour] = colour_terminals().map(|terminal| paints(color, variable, terminal));
        let is_terminal = io::stdout().is_terminal();
        let raw = Target::Standard(Box::new(standard_output()));
        Self {
            out: io::BufWriter::with_capacity(1 << 16, raw),
            colour,
            error_colour,
            is_terminal,
            columns: terminal_columns(),
        }
    }

    /// Creates an output that discards everything.
    #[cfg(test)]
    pub(crate) fn nowhere() -> Self {
        Self {
            out: io::BufWriter::new(Target::Standard(Box::new(io::sink()))),
            colour: false,
            error_colour: false,
            is_terminal: false,
            columns: None,
        }
    }

    /// Redirects the output to a file, which [`finish`](Self::finish) completes. `-` is standard output.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn redirect(&mut self, path: &Path) -> anyhow::Result<()> {
        if path.as_os_str() == "-" {
            return Ok(());
        }
        let file = WholeFile::create(path).map_err(|error| cannot_write(path, &error))?;
        *self.out.get_mut() = Target::File(Box::new(file), path.to_owned());
        (self.colour, self.is_terminal, self.columns) = (false, false, None);
        Ok(())
    }

    /// Whether the output goes to the file that the option `-o` names.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.out.get_ref(), Target::File(..))
    }

    /// Flushes the buffer and completes the file of `-o`, unless there is no output and the answer is not positive: an
    /// error never replaces a file with an empty one.
    ///
    /// # Errors
    /// Returns the errors of [`write`](Self::write), or an error if the file cannot be replaced.
    pub(crate) fn finish(&mut self, status: Status) -> anyhow::Result<()> {
        self.flush()?;
        match std::mem::replace(self.out.get_mut(), Target::Standard(Box::new(io::sink()))) {
            Target::File(file, path) if status == Status::Yes || !file.is_empty() => {
                file.finish().map_err(|error| cannot_write(&path, &error))
            }
            _ => Ok(()),
        }
    }

    /// Writes text to standard output.
    ///
    /// # Errors
    /// Returns [`ClosedPipe`] if the reader has closed the pipe, and otherwise the error of the system.
    pub(crate) fn write(&mut self, text: impl AsRef<[u8]>) -> anyhow::Result<()> {
        let written = self.out.write_all(text.as_ref());
        self.checked(written)
    }

    /// Writes text and a line break.
    ///
    /// # Errors
    /// Returns the errors of [`write`](Self::write).
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> anyhow::Result<()> {
        self.write(text.as_ref())?;
        self.write("\n")
    }

    /// Writes a picture to standard output.
    ///
    /// # Errors
    /// Returns the errors of [`write`](Self::write).
    pub(crate) fn scene(&mut self, scene: &Scene) -> anyhow::Result<()> {
        self.write(Self::paint(scene, self.colour))
    }

    /// Returns a picture as text, with or without colour.
    pub(crate) fn paint(scene: &Scene, colour: bool) -> String {
        if colour { ansi(scene) } else { scene.text() }
    }

    /// Returns the style of pictures. Pictures can be as wide as the terminal. In a pipe or a file, the width is fixed,
    /// so that the output is always the same.
    pub(crate) fn look(&self, ascii: bool) -> Look {
        let glyphs = if ascii { Glyphs::Ascii } else { Glyphs::Unicode };
        Look { glyphs, width: self.columns.unwrap_or(Look::PIPE.width) }
    }

    fn checked(&self, result: io::Result<()>) -> anyhow::Result<()> {
        result.map_err(|error| match self.out.get_ref() {
            _ if is_closed_pipe(&error) => ClosedPipe.into(),
            Target::File(_, path) => cannot_write(path, &error),
            Target::Standard(_) => anyhow::Error::from(error).context("cannot write standard output"),
        })
    }

    /// Flushes the buffer, so that everything that has been written reaches the system.
    ///
    /// # Errors
    /// Returns the errors of [`write`](Self::write).
    pub(crate) fn flush(&mut self) -> anyhow::Result<()> {
        let flushed = self.out.flush();
        self.checked(flushed)
    }
}

/// Writes a whole file.
///
/// # Errors
/// Returns an error that names the file if it cannot be written.
pub(crate) fn write_file(path: &Path, contents: impl AsRef<[u8]>) -> anyhow::Result<()> {
    files::write(path, contents).map_err(|error| cannot_write(path, &error))
}

/// Builds the error for a file that cannot be written.
fn cannot_write(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow::anyhow!("cannot write {}: {error}", escape(&path.display().to_string()))
}

/// Writes a line to standard error, ignoring a failure, because it cannot be reported anywhere.
pub(crate) fn note(text: impl AsRef<str>) {
    let mut line = text.as_ref().to_owned();
    line.push('\n');
    // The test harness shows the output of a passing test unless a macro prints it.
    #[cfg(test)]
    eprint!("{line}");
    #[cfg(not(test))]
    drop(io::stderr().write_all(line.as_bytes()));
}

/// Returns a counter that is shown on standard error if standard error is a terminal.
pub(crate) fn count(done: &str) -> indicatif::ProgressBar {
    let style =
        indicatif::ProgressStyle::with_template(&format!("{{spinner}} {{human_pos}} {done}, {{per_sec}}"));
    let bar = indicatif::ProgressBar::new_spinner();
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::batch::{Batch, BatchOptions, Response};
    use crate::cli::context::Context;
    use crate::cli::formats::FormatOption;
    use crate::cli::input::Inputs;
    use crate::cli::subject::Reader;
    use crate::notation::Kind;

    /// A stream that accepts a few bytes per call and fails at one of the calls.
    struct Failing {
        calls: usize,
        fails_at: usize,
    }

    impl Write for Failing {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.calls += 1;
            if self.calls == self.fails_at {
                Err(io::ErrorKind::StorageFull.into())
            } else {
                Ok(bytes.len().min(16))
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Answers a batch of forty texts, with an output stream that fails at one call.
    fn answer_to(fails_at: usize) -> anyhow::Result<Status> {
        let out = Target::Standard(Box::new(Failing { calls: 0, fails_at }));
        let out = io::BufWriter::with_capacity(32, out);
        let output = Output { out, colour: false, error_colour: false, is_terminal: false, columns: None };
        let mut context = Context::new(Some(FormatOption::Plain), output);
        let inputs = Inputs { inputs: (0..40).map(|_| "A6".into()).collect(), file: Vec::new() };
        let (options, reader) = (&BatchOptions::default(), &Reader::default());
        let batch = Batch { inputs: &inputs, options, kind: Some(Kind::Draw), reader, lists_errors: false };
        let status = batch.answer(&mut context, |question, out| {
            out.extend(question.text.bytes());
            Response::from(Status::Yes)
        })?;
        context.output.flush()?;
        Ok(status)
    }

    #[test]
    fn a_write_that_fails_at_any_call_is_reported() {
        // With at most sixteen bytes per call, eighty bytes need five calls, and each of them can fail.
        for fails_at in 1..=5 {
            let error = answer_to(fails_at).expect_err("the write fails").to_string();
            assert_eq!(error, "cannot write standard output");
        }
        assert!(matches!(answer_to(usize::MAX), Ok(Status::Yes)));
    }
}
