//! The command line.

use std::process::ExitCode;

/// Runs the command line of this process.
pub fn run() -> ExitCode {
    ExitCode::SUCCESS
}
