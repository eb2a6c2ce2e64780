//! The functions of the command line that depend on the operating system.
//!
//! `unix.rs` is used on Linux, macOS and the BSDs, and `other.rs` is used everywhere else. Both files have the same
//! functions. `tests/it/tidy.rs` checks that the names of operating systems occur only here and in `arena::process`.

mod closed;
#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

pub(crate) use closed::{standard_input_was_closed, standard_output_was_closed};
#[cfg(not(unix))]
pub(crate) use other::{Keys, path_of, standard_output, terminal_columns, watch_signals};
#[cfg(arena)]
pub(crate) use unix::allow_many_files;
#[cfg(unix)]
pub(crate) use unix::{Keys, path_of, standard_output, terminal_columns, watch_signals};
