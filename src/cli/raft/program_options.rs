//! The options of a program that plays Race to the Raft.

#[cfg(arena)]
use super::program::ProgramPlayer;
#[cfg(arena)]
use crate::arena::{entrants, process::Program};
use crate::cli::programs::{StartOptions, mebibytes, milliseconds};
use anyhow::Result;
use std::time::Duration;

/// Default of both time limits (in milliseconds).
const TIME_LIMIT: u64 = 10_000;
/// Default memory limit in MiB.
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

#[cfg(arena)]
impl ProgramOptions {
    /// Checks that no option for programs is given when the player is not a program.
    ///
    /// # Errors
    /// Returns an error that names the first option that has no effect.
    pub(crate) fn refuse(&self) -> Result<()> {
        let given = [
            ("--move-limit", self.move_limit.is_some()),
            ("--start-limit", self.start_limit.is_some()),
            ("--memory", self.memory.is_some()),
            ("--env", !self.sandbox.variables.is_empty()),
            ("--sandbox", self.sandbox.given().is_some()),
            ("--read", !self.sandbox.read().is_empty()),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((name, _)) => anyhow::bail!("{name} has an effect only with --player 'command PROGRAM'"),
            None => Ok(()),
        }
    }

    /// Starts the program with this command.
    ///
    /// # Errors
    /// Returns an error if the command cannot be split into words, if a variable has no name, or if the program cannot
    /// be started.
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

#[cfg(not(arena))]
impl ProgramOptions {
    /// Does nothing, because no program can be started.
    ///
    /// # Errors
    /// Never returns an error.
    #[allow(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "in a build that can start programs, this function uses the options"
    )]
    pub(crate) fn refuse(&self) -> Result<()> {
        Ok(())
    }
}
