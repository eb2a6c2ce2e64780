//! Options for starting programs, and the error for builds that cannot start programs.

use super::{Result, note};
#[cfg(arena)]
use crate::arena::{entrants, process};
use crate::diagnostics::escape;
use crate::games::{BuiltIn, GameName};
use clap::ValueEnum;
use clap::builder::RangedU64ValueParser;
use std::collections::BTreeSet;
use std::ffi::OsString;
#[cfg(arena)]
use std::fs;
use std::path::{Path, PathBuf};

/// A value of `--sandbox`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Sandbox {
    /// Use the protection that the kernel allows, and report missing protection on standard error
    Auto,
    /// Do not start a program without a complete sandbox
    Require,
    /// Use no sandbox, but keep the limits
    Off,
}

#[cfg(arena)]
impl From<Sandbox> for process::Sandbox {
    fn from(sandbox: Sandbox) -> Self {
        match sandbox {
            Sandbox::Auto => Self::Auto,
            Sandbox::Require => Self::Require,
            Sandbox::Off => Self::Off,
        }
    }
}

/// Options of every verb that starts programs.
#[derive(clap::Args, Debug)]
pub(crate) struct StartOptions {
    /// Choose when to sandbox programs [default: auto]
    ///
    /// In the sandbox, a program sees only its own files and system files.
    #[arg(long, value_enum, value_name = "WHEN")]
    sandbox: Option<Sandbox>,
    /// Let programs read another file or directory
    ///
    /// Even without this option, a program sees its own directory, the installation of its interpreter, and
    /// the files of the system. A program's own directory is that of the first existing file in its command.
    /// If the command names no file, the program's own directory is the first existing directory. Can be
    /// repeated.
    #[arg(long, value_name = "PATH")]
    read: Vec<PathBuf>,
    /// Set an environment variable for programs
    ///
    /// Without a value, the variable is copied from the environment of clowder. Can be repeated.
    #[arg(long = "env", value_name = "KEY[=VALUE]")]
    pub(crate) variables: Vec<String>,
}

/// Parses a time limit in milliseconds, at most one hour.
pub(crate) fn milliseconds() -> RangedU64ValueParser {
    clap::value_parser!(u64).range(1..=3_600_000)
}

pub(crate) fn mebibytes() -> RangedU64ValueParser {
    clap::value_parser!(u64).range(1..1 << 30)
}

impl StartOptions {
    /// Whether any of the options is given.
    pub(crate) fn is_given(&self) -> bool {
        self.sandbox.is_some() || !self.read.is_empty() || !self.variables.is_empty()
    }
}

#[cfg(arena)]
impl StartOptions {
    pub(crate) fn given(&self) -> Option<process::Sandbox> {
        self.sandbox.map(Into::into)
    }

    /// Lists the files that all programs may read, as absolute paths.
    pub(crate) fn read(&self) -> Vec<PathBuf> {
        self.read.iter().map(|path| absolute(path)).collect()
    }

    /// Configures the sandbox and the environment of a program. Also hides the run directories inside the program's
    /// own directories.
    ///
    /// # Errors
    /// Returns an error if a value of `--env` is neither KEY nor KEY=VALUE.
    pub(crate) fn apply(&self, program: &mut process::Program) -> Result<()> {
        program.sandbox = self.given().unwrap_or_default();
        program.files.read = self.read();
        program.variables.extend(self.environment()?);
        program.hide_runs();
        Ok(())
    }

    /// Reads the environment variables from the values of `--env`.
    ///
    /// # Errors
    /// Returns an error if a value is neither KEY nor KEY=VALUE.
    pub(crate) fn environment(&self) -> Result<Vec<(OsString, OsString)>> {
        let wrong = self.variables.iter().find(|text| entrants::is_nameless(text));
        anyhow::ensure!(
            wrong.is_none(),
            "--env must be KEY or KEY=VALUE, not `{}`",
            wrong.map_or("", |text| text)
        );
        Ok(self.variables.iter().filter_map(|text| entrants::variable(text)).collect())
    }
}

#[cfg(arena)]
pub(crate) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Hides clowder from a program under test, which could otherwise ask clowder for the correct answers. The
/// hidden files are the running executable, its copies, and all files named `clowder`. The search covers
/// `PATH` and the program's own directories.
#[cfg(arena)]
pub(crate) fn hide_clowder(program: &mut process::Program) {
    // Nothing is hidden from the command `clowder` itself, so that tutors can test the grading with `clowder
    // answer`. A path to a file named `clowder` may be a submission, so this exception does not cover paths.
    if program.command.first().is_some_and(|word| word == "clowder") {
        return;
    }
    let Ok(own) = std::env::current_exe() else { return };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::split_paths(&path).map(|folder| (absolute(&folder), 0));
    let folders = path.chain(program.own_folders().into_keys().map(|folder| (folder, 3)));
    let mut found = vec![own.clone()];
    folders.for_each(|(folder, depth)| find_copies(&folder, depth, &own, &mut found));
    program.files.hidden.extend(found);
}

/// Finds the copies of clowder, and all files named `clowder`, in a directory and in subdirectories at most `depth`
/// levels deep.
#[cfg(arena)]
fn find_copies(folder: &Path, depth: usize, own: &Path, found: &mut Vec<PathBuf>) {
    let length = |path: &Path| path.metadata().ok().map(|file| file.len());
    let is_copy = |path: &Path| length(path) == length(own) && fs::read(path).ok() == fs::read(own).ok();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, is_folder) = (entry.path(), entry.file_type().is_ok_and(|kind| kind.is_dir()));
        if is_folder && depth > 0 {
            find_copies(&path, depth - 1, own, found);
        } else if !is_folder && (path.ends_with("clowder") || is_copy(&path)) {
            found.push(path);
        }
    }
}

/// Prints one line for each distinct incomplete sandbox: what can happen, why, and which promises of the sandbox
/// are kept.
#[cfg(arena)]
pub(crate) fn note_sandbox<'a>(levels: impl IntoIterator<Item = &'a process::Level>) {
    let levels = levels.into_iter().filter(|level| !level.is_full());
    let lines: BTreeSet<String> = levels.map(ToString::to_string).collect();
    for line in lines {
        note(format!("sandbox: {}", escape(&line)));
    }
}

/// Returns the command that starts a built-in bot, if the bot's name was given instead of a program. Returns
/// `None` if the program exists but could not be started, or if no built-in bot with this name plays the
/// game.
#[cfg(arena)]
pub(crate) fn built_in_bot(error: &process::SpawnError, game: GameName) -> Option<String> {
    let process::SpawnError::NoProgram(name) = error else { return None };
    let bot: BuiltIn = name.parse().ok()?;
    bot.plays(game).then(|| format!("clowder bot play {name} --game {}", game.name()))
}

/// Builds the error for a verb that cannot start programs in this build or on this system.
#[cfg(not(arena))]
pub(crate) fn missing(what: &str) -> anyhow::Error {
    let why = if cfg!(feature = "arena") {
        "programs can only be started on Linux"
    } else {
        "this clowder was built without the feature `arena`, which starts programs"
    };
    anyhow::anyhow!("{what} is not available: {why}")
}

/// Defines a stub module for each verb that is missing because it starts programs. A stub has the same items
/// as the real module, so other files work with both.
#[cfg(not(arena))]
macro_rules! missing_verbs {
    ($($module:ident: $verb:literal),* $(,)?) => {$(
        pub(crate) mod $module {
            use crate::cli::{Context, Result, Status, programs::{MissingArguments, missing}};

            pub(crate) type Arguments = MissingArguments;

            pub(crate) fn run(_: &Arguments, _: &mut Context) -> Result<Status> {
                Err(missing($verb))
            }
        }
    )*};
}

#[cfg(not(arena))]
missing_verbs! {
    check: "bot check",
    match_: "bot match",
    tournament: "bot tournament",
}

/// The arguments of a missing verb, which are ignored.
#[cfg(not(arena))]
#[derive(clap::Args, Debug)]
#[command(disable_help_flag = true)]
pub(crate) struct MissingArguments {
    /// Ignored
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true, num_args = 0..)]
    ignored: Vec<std::ffi::OsString>,
}
