//! The options of the verbs that start programs, and the error of these verbs on systems where no program can be started.

#[cfg(arena)]
use crate::arena::{entrants, process};
#[cfg(arena)]
use crate::diagnostics::escape::escape;
use clap::ValueEnum;
#[cfg(arena)]
use std::ffi::{OsStr, OsString};

/// A value of `--sandbox`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Sandbox {
    /// Use what the kernel allows, and report it on standard error
    Auto,
    /// Start nothing without a complete sandbox
    Require,
    /// Use no sandbox; the limits stay
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

/// `--sandbox`, for every verb that starts programs.
#[derive(clap::Args, Debug)]
pub(crate) struct SandboxOption {
    /// Use of the sandbox [default: auto]
    #[arg(long, value_enum, value_name = "WHEN")]
    sandbox: Option<Sandbox>,
}

#[cfg(arena)]
impl SandboxOption {
    /// Returns what was asked for, if anything was.
    pub(crate) fn given(&self) -> Option<process::Sandbox> {
        self.sandbox.map(Into::into)
    }

    /// Returns what was asked for, or the default.
    pub(crate) fn get(&self) -> process::Sandbox {
        self.given().unwrap_or_default()
    }
}

/// Returns the variables for a program that the values of `--env` stand for.
///
/// # Errors
/// A value is not KEY or KEY=VALUE.
#[cfg(arena)]
pub(crate) fn variables(given: &[impl AsRef<OsStr>]) -> anyhow::Result<Vec<(OsString, OsString)>> {
    let mut variables = Vec::new();
    for given in given {
        let given = given.as_ref();
        let Some(text) = given.to_str().filter(|text| !entrants::is_nameless(text)) else {
            anyhow::bail!("--env is KEY or KEY=VALUE, not `{}`", escape(&given.to_string_lossy()));
        };
        variables.extend(entrants::variable(text));
    }
    Ok(variables)
}

/// Says why a verb that starts programs is missing.
#[cfg(not(arena))]
pub(crate) fn missing(what: &str) -> anyhow::Error {
    let why = if cfg!(feature = "arena") {
        "programs can only be started on Linux"
    } else {
        "this clowder was built without the feature `arena`, which starts programs"
    };
    anyhow::anyhow!("{what} is not available: {why}")
}

/// The arguments of a verb that is missing: whatever is given.
#[cfg(not(arena))]
#[derive(clap::Args, Debug)]
#[command(disable_help_flag = true)]
pub(crate) struct Missing {
    /// Ignored
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true, num_args = 0..)]
    ignored: Vec<std::ffi::OsString>,
}
