//! Writes to standard output and standard error. Every write to standard output is checked, and colour is used only
//! where it is allowed.

use super::colour::{Color, paints};
use super::exit::{ClosedPipe, Status};
use super::formats::{Format, FormatOption, OutputStyle};
use super::paths::cannot_write;
use super::system::{colour_terminals, is_closed_pipe, standard_output, terminal_columns};
use crate::diagnostics::json;
use crate::files::{self, WholeFile};
use crate::render::{Glyphs, Look, Scene, ansi};
use anyhow::{Context as _, Result};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

/// The output streams and the answer format, passed to every verb.
pub(crate) struct Context {
    /// The format of the answer, if `--format` is given.
    pub(crate) format: Option<Format>,
    /// Whether errors are written in a format that editors can parse, which implies that the answer is
    /// `plain`.
    pub(crate) concise: bool,
    out: io::BufWriter<Target>,
    /// Whether standard output may be coloured.
    pub(crate) colour: bool,
    /// Whether standard error may be coloured.
    pub(crate) error_colour: bool,
    pub(crate) is_terminal: bool,
    columns: Option<usize>,
}

enum Target {
    Standard(Box<dyn Write + Send>),
    /// The file named by `-o`.
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

impl Context {
    /// Creates a context that writes to the standard streams of this process.
    pub(crate) fn new(color: Color, option: Option<FormatOption>) -> Self {
        let variable = |name: &str| std::env::var_os(name);
        let [colour, error_colour] = colour_terminals().map(|terminal| paints(color, variable, terminal));
        let is_terminal = io::stdout().is_terminal();
        let raw = Target::Standard(Box::new(standard_output()));
        Self {
            format: option.map(FormatOption::format),
            concise: option == Some(FormatOption::Concise),
            out: io::BufWriter::with_capacity(1 << 16, raw),
            colour,
            error_colour,
            is_terminal,
            columns: terminal_columns(),
        }
    }

    /// Creates a context that discards all output.
    #[cfg(test)]
    pub(crate) fn nowhere() -> Self {
        Self {
            format: None,
            concise: false,
            out: io::BufWriter::new(Target::Standard(Box::new(io::sink()))),
            colour: false,
            error_colour: false,
            is_terminal: false,
            columns: None,
        }
    }

    /// The format of a single answer, `human` by default.
    pub(crate) fn format(&self) -> Format {
        self.format.unwrap_or(Format::Human)
    }

    pub(crate) fn style(&self, default: Format) -> OutputStyle {
        OutputStyle {
            format: self.format.unwrap_or(default),
            concise: self.concise,
            colour: self.colour,
            error_colour: self.error_colour,
            in_batch: false,
        }
    }

    /// Redirects the output to a file, which [`finish`](Self::finish) completes. For `-`, this is a no-op.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn redirect(&mut self, path: &Path) -> Result<()> {
        if path.as_os_str() == "-" {
            return Ok(());
        }
        let file = WholeFile::create(path).with_context(|| cannot_write(path))?;
        *self.out.get_mut() = Target::File(Box::new(file), path.to_owned());
        (self.colour, self.is_terminal, self.columns) = (false, false, None);
        Ok(())
    }

    /// Whether the output goes to the file given with `-o`.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.out.get_ref(), Target::File(..))
    }

    /// Flushes the buffer and completes the file named by `-o`. An empty output replaces the file only if the
    /// answer is positive, so an error never leaves an empty file behind.
    ///
    /// # Errors
    /// Returns an error if [`write`](Self::write) does, or if the file cannot be replaced.
    pub(crate) fn finish(&mut self, status: Status) -> Result<()> {
        self.flush()?;
        match std::mem::replace(self.out.get_mut(), Target::Standard(Box::new(io::sink()))) {
            Target::File(file, path) if status == Status::Yes || !file.is_empty() => {
                file.finish().with_context(|| cannot_write(&path))
            }
            _ => Ok(()),
        }
    }

    /// Writes text to standard output.
    ///
    /// # Errors
    /// Returns [`ClosedPipe`] if the reader has closed the pipe. Otherwise, returns the system's error.
    pub(crate) fn write(&mut self, text: impl AsRef<[u8]>) -> Result<()> {
        let written = self.out.write_all(text.as_ref());
        self.checked(written)
    }

    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> Result<()> {
        self.write(text.as_ref())?;
        self.write("\n")
    }

    /// Writes a line and flushes the buffer.
    ///
    /// # Errors
    /// Returns an error if [`write`](Self::write) does.
    pub(crate) fn say(&mut self, text: impl AsRef<str>) -> Result<()> {
        self.line(text)?;
        self.flush()
    }

    pub(crate) fn json(&mut self, value: &impl Serialize) -> Result<()> {
        self.line(json::text(value)?)
    }

    pub(crate) fn scene(&mut self, scene: &Scene) -> Result<()> {
        self.write(painted(scene, self.colour))
    }

    /// Returns the glyphs and the width of pictures. A picture is as wide as the terminal, but has a fixed
    /// width in a pipe or a file, so that the output is reproducible.
    pub(crate) fn look(&self, ascii: bool) -> Look {
        let glyphs = if ascii { Glyphs::Ascii } else { Glyphs::Unicode };
        Look { glyphs, width: self.columns.unwrap_or(Look::PIPE.width) }
    }

    fn checked(&self, result: io::Result<()>) -> Result<()> {
        result.map_err(|error| match self.out.get_ref() {
            _ if is_closed_pipe(&error) => ClosedPipe.into(),
            Target::File(_, path) => anyhow::Error::from(error).context(cannot_write(path)),
            Target::Standard(_) => anyhow::Error::from(error).context("cannot write standard output"),
        })
    }

    pub(crate) fn flush(&mut self) -> Result<()> {
        let flushed = self.out.flush();
        self.checked(flushed)
    }
}

pub(crate) fn painted(scene: &Scene, colour: bool) -> String {
    if colour { ansi(scene) } else { scene.text() }
}

/// Writes a whole file, atomically where possible.
///
/// # Errors
/// Returns an error that names the file if the file cannot be written.
pub(crate) fn write_file(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    files::write(path, contents).with_context(|| cannot_write(path))
}

/// Writes a line to standard error. A failure to write cannot be reported anywhere, so it is ignored.
pub(crate) fn note(text: impl AsRef<str>) {
    let mut line = text.as_ref().to_owned();
    line.push('\n');
    // The test harness captures only what macros print.
    #[cfg(test)]
    eprint!("{line}");
    #[cfg(not(test))]
    drop(io::stderr().write_all(line.as_bytes()));
}

/// Creates a progress bar, or a counter if the length is unknown. Progress is visible only on a terminal.
pub(crate) fn progress(length: Option<u64>, template: &str) -> ProgressBar {
    let bar = length.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::batch::{Batch, BatchOptions, Response};
    use crate::cli::input::Inputs;
    use crate::notation::Kind;

    /// A stream that accepts at most 16 bytes per call and fails at a given call.
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

    /// Processes a batch of forty texts, writing to a stream that fails at the given call.
    fn answer_to(fails_at: usize) -> Result<Status> {
        let out = Target::Standard(Box::new(Failing { calls: 0, fails_at }));
        let out = io::BufWriter::with_capacity(32, out);
        let mut context = Context { format: Some(Format::Plain), out, ..Context::nowhere() };
        let inputs = Inputs { inputs: (0..40).map(|_| "A6".into()).collect(), file: Vec::new() };
        let options = BatchOptions::default();
        let batch = Batch::new(Some(Kind::Draw), inputs, &options);
        let status = batch.answer(&mut context, &|question, out| {
            out.extend(question.text.bytes());
            Response::from(Status::Yes)
        })?;
        context.flush()?;
        Ok(status)
    }

    #[test]
    fn a_write_that_fails_at_any_call_is_reported() {
        // With at most 16 bytes per call, 80 bytes need five calls, each of which can fail.
        for fails_at in 1..=5 {
            let error = answer_to(fails_at).expect_err("the write fails").to_string();
            assert_eq!(error, "cannot write standard output");
        }
        assert!(matches!(answer_to(usize::MAX), Ok(Status::Yes)));
    }
}
