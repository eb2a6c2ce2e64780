//! Command-line functions that depend on the operating system.
//!
//! `unix.rs` is used on Linux, macOS and the BSDs, and `windows.rs` on Windows. Both define the same functions, except
//! for `allow_many_files`, which only `unix.rs` has. `tests/it/tidy.rs` checks that only this module, `arena::process`
//! and `files` contain code for a specific operating system.

mod closed;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

pub(crate) use closed::{standard_input_was_closed, standard_output_was_closed};
#[cfg(arena)]
pub(crate) use unix::allow_many_files;
#[cfg(unix)]
pub(crate) use unix::{
    Keys, colour_terminals, is_closed_pipe, path_of, standard_output, terminal_columns, watch_signals,
};
#[cfg(windows)]
pub(crate) use windows::{
    Keys, colour_terminals, is_closed_pipe, path_of, standard_output, terminal_columns, watch_signals,
};
