//! `grade --command`: the program under test.

use super::NO_PROGRAM;
#[cfg(arena)]
use crate::arena::{
    entrants::words,
    process::{Limits, Program},
};
use crate::cli::programs::{self, StartOptions, mebibytes, milliseconds};
use crate::cli::signals::Interrupt;
use crate::grade::AnswerSource;
#[cfg(arena)]
use crate::grade::{ProgramSubmission, SubmissionLimits};
use anyhow::{Context as _, Result};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Options that control how the program under test is run.
#[derive(clap::Args, Debug)]
#[command(mut_arg("sandbox", |sandbox| sandbox.conflicts_with_all(NO_PROGRAM)))]
#[command(mut_arg("read", |read| read.conflicts_with_all(NO_PROGRAM)))]
#[command(mut_arg("variables", |variables| variables.conflicts_with_all(NO_PROGRAM)))]
#[cfg_attr(not(arena), allow(dead_code, reason = "no program can be started"))]
pub(super) struct ProgramOptions {
    /// Limit the time for an answer, in milliseconds
    ///
    /// A case or a suite can have its own limit.
    #[arg(long, value_name = "MS", default_value_t = 5000, value_parser = milliseconds(), conflicts_with_all = NO_PROGRAM)]
    timeout: u64,
    /// Limit the time for the start and the first answer
    ///
    /// The limit is in milliseconds, and holds for the first start only.
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = milliseconds(), conflicts_with_all = NO_PROGRAM)]
    start_timeout: u64,
    /// Limit the time for all cases together, in milliseconds
    ///
    /// When the time is over, the remaining cases fail, and the report says so.
    #[arg(long, value_name = "MS", default_value_t = 1_800_000, value_parser = clap::value_parser!(u64).range(1..=86_400_000), conflicts_with_all = NO_PROGRAM)]
    total_timeout: u64,
    /// Give up a suite after N late answers in a row
    ///
    /// The remaining cases of the suite then fail. Exceptions and wrong answers do not count as late answers.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = NO_PROGRAM)]
    max_timeouts: u32,
    #[command(flatten)]
    sandbox: StartOptions,
    /// Limit the memory of the program, in MiB
    ///
    /// All processes of the program share this memory.
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = mebibytes(), conflicts_with_all = NO_PROGRAM)]
    memory: u64,
}

/// Maximum length of a line written by a program, in bytes.
const MAX_LINE: usize = 4 << 20;

impl ProgramOptions {
    /// Creates an answer source that asks the program. The program is started lazily, when it gets its first
    /// question. If a submission is given, its path replaces `{}` in the command. The sandbox hides the
    /// `hidden` files.
    ///
    /// # Errors
    /// Returns an error if the command cannot be split into words, if the submission's path is not UTF-8, or if a
    /// variable has no name.
    #[cfg(arena)]
    pub(super) fn source(
        &self,
        command: &str,
        submission: Option<&Path>,
        hidden: &[PathBuf],
        interrupt: &Interrupt,
    ) -> Result<AnswerSource> {
        let mut words = words(command)?;
        if let Some(path) = submission {
            let problem = || format!("the path {} is not UTF-8", path.display());
            let text = path.to_str().with_context(problem)?;
            words = words.iter().map(|word| word.replace("{}", text)).collect();
        }
        let mut program = Program::new(words);
        self.sandbox.apply(&mut program)?;
        program.files.own.extend(submission.map(programs::absolute));
        // The hidden files include the cases, which contain the answers.
        program.files.hidden.extend(hidden.iter().map(|path| programs::absolute(path)));
        programs::hide_clowder(&mut program);
        program.limits = Limits { memory: self.memory << 20, line: MAX_LINE, ..Limits::default() };
        let limits = SubmissionLimits {
            answer: Duration::from_millis(self.timeout),
            start: Duration::from_millis(self.start_timeout),
            total: Duration::from_millis(self.total_timeout),
            timeouts: self.max_timeouts,
        };
        let submission = ProgramSubmission::new(program, limits).with_stop(Arc::clone(&interrupt.stop));
        Ok(AnswerSource::Submission(Box::new(submission)))
    }

    #[cfg(not(arena))]
    #[allow(
        clippy::unused_self,
        reason = "in a build that can start programs, this function uses the options"
    )]
    pub(super) fn source(
        &self,
        _: &str,
        _: Option<&Path>,
        _: &[PathBuf],
        _: &Interrupt,
    ) -> Result<AnswerSource> {
        Err(programs::missing("grade --command"))
    }
}
