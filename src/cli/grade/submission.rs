//! `grade --command`: the program under test.

use super::NO_PROGRAM;
#[cfg(arena)]
use crate::arena::{
    entrants::words,
    process::{Limits, Program},
};
use crate::cli::programs;
use crate::grade::Source;
#[cfg(arena)]
use crate::grade::{ProgramSubmission, SubmissionLimits};
use std::path::PathBuf;
#[cfg(arena)]
use std::time::Duration;

/// The options of the program under test.
#[derive(clap::Args, Debug)]
#[command(mut_arg("sandbox", |sandbox| sandbox.conflicts_with_all(NO_PROGRAM)))]
#[command(mut_arg("read", |read| read.conflicts_with_all(NO_PROGRAM)))]
#[cfg_attr(not(arena), allow(dead_code, reason = "no program can be started"))]
pub(super) struct ProgramOptions {
    /// Time limit for an answer in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=3_600_000), conflicts_with_all = NO_PROGRAM)]
    timeout: u64,
    /// Time limit for the first answer after a start in milliseconds, if it is longer
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=3_600_000), conflicts_with_all = NO_PROGRAM)]
    start_timeout: u64,
    /// Stop asking the program after this number of failures in a row
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = NO_PROGRAM)]
    max_failures: u32,
    #[command(flatten)]
    sandbox: programs::SandboxOption,
    /// Memory limit for all processes of the program together in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(1..1 << 30), conflicts_with_all = NO_PROGRAM)]
    memory: u64,
    /// Environment variable for the program; without a value, it is copied from this process
    #[arg(long = "env", value_name = "KEY[=VALUE]", conflicts_with_all = NO_PROGRAM)]
    variables: Vec<String>,
}

/// The greatest length of a line that a program may write, in bytes.
#[cfg(arena)]
const MAX_LINE: usize = 4 << 20;

impl ProgramOptions {
    /// Returns the program as the source of answers. It is started when it is first asked. In the sandbox, it does not see
    /// the `hidden` files.
    ///
    /// # Errors
    /// Returns an error if the command is not a list of words, or if a variable has no name.
    #[cfg(arena)]
    pub(super) fn source(&self, command: &str, hidden: &[PathBuf]) -> anyhow::Result<Source> {
        let mut program = Program::new(words(command)?);
        self.sandbox.apply(&mut program);
        // The cases hold the answers.
        program.files.hidden = hidden.iter().map(|path| programs::absolute(path)).collect();
        program.limits = Limits { memory: self.memory << 20, line: MAX_LINE, ..Limits::default() };
        program.variables.extend(programs::variables(&self.variables)?);
        let limits = SubmissionLimits {
            answer: Duration::from_millis(self.timeout),
            start: Duration::from_millis(self.start_timeout),
            failures: self.max_failures,
        };
        Ok(Source::Submission(Box::new(ProgramSubmission::new(program, limits))))
    }

    /// Refuses to start a program.
    ///
    /// # Errors
    /// Always returns an error.
    #[cfg(not(arena))]
    #[allow(clippy::unused_self, reason = "with the feature `arena` the options matter")]
    pub(super) fn source(&self, _command: &str, _hidden: &[PathBuf]) -> anyhow::Result<Source> {
        Err(programs::missing("grade --command"))
    }
}
