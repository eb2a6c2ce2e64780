//! Options for a program that plays Race to the Raft.

#[cfg(arena)]
use super::program::ProgramPlayer;
#[cfg(arena)]
use crate::arena::{entrants, process::Program};
use crate::cli::programs::{StartOptions, mebibytes, milliseconds};
use anyhow::Result;
use std::time::Duration;

/// Default for both time limits (first answer and later answers), in milliseconds.
const TIME_LIMIT: u64 = 10_000;
/// Default memory limit, in MiB.
const MEMORY: u64 = 1024;

/// Options for `--player 'command PROGRAM'`.
#[derive(clap::Args, Debug)]
#[command(mut_arg("sandbox", |sandbox| sandbox.requires("player")))]
#[command(mut_arg("read", |read| read.requires("player")))]
#[command(mut_arg("variables", |variables| variables.requires("player")))]
#[cfg_attr(not(arena), allow(dead_code, reason = "no program can be started"))]
pub(crate) struct ProgramOptions {
    /// Limit the time for an answer of a program [default: 10000]
    ///
    /// The limit is in milliseconds. The program finds it in the environment variable TIMEOUT.
    #[arg(long, value_name = "MS", value_parser = milliseconds(), requires = "player")]
    move_limit: Option<u64>,
    /// Limit the time for the first answer of a program [default: 10000]
    ///
    /// The limit is in milliseconds.
    #[arg(long, value_name = "MS", value_parser = milliseconds(), requires = "player")]
    start_limit: Option<u64>,
    /// Limit the memory of a program, in MiB [default: 1024]
    ///
    /// All processes of the program share this memory.
    #[arg(long, value_name = "MIB", value_parser = mebibytes(), requires = "player")]
    memory: Option<u64>,
    #[command(flatten)]
    sandbox: StartOptions,
}

impl ProgramOptions {
    /// Rejects options for programs, because the player is not a program.
    ///
    /// # Errors
    /// Returns an error if an option for programs is given.
    pub(crate) fn refuse(&self) -> Result<()> {
        let Self { move_limit, start_limit, memory, sandbox } = self;
        anyhow::ensure!(
            [move_limit, start_limit, memory].iter().all(|limit| limit.is_none()) && !sandbox.is_given(),
            "--move-limit, --start-limit, --memory, --env, --sandbox and --read have an effect only with --player \
             'command PROGRAM'"
        );
        Ok(())
    }

    /// Starts a program.
    ///
    /// # Errors
    /// Returns an error if the command cannot be split into words, if a variable has no name, or if the program cannot
    /// be started.
    #[cfg(arena)]
    pub(crate) fn start(&self, command: &str) -> Result<ProgramPlayer> {
        let mut program = Program::new(entrants::words(command)?);
        program.limits.memory = self.memory.unwrap_or(MEMORY) << 20;
        let limit = self.move_limit.unwrap_or(TIME_LIMIT);
        program.variables.push(("TIMEOUT".into(), limit.to_string().into()));
        self.sandbox.apply(&mut program)?;
        let first = self.start_limit.unwrap_or(TIME_LIMIT);
        ProgramPlayer::start(&program, Duration::from_millis(first), Duration::from_millis(limit))
    }
}
