//! Checks whether standard input or standard output was closed before the program started.
//!
//! Before `main`, Rust's runtime replaces a closed standard stream with `/dev/null`. A write would then
//! succeed although its data is lost, and a read would find an empty stream. clowder must report an error
//! instead. Therefore, the loader calls a function that checks the streams before the runtime starts.
#![allow(
    unsafe_code,
    reason = "a static in a link section is unsafe to declare; nothing else runs before main"
)]

use std::sync::atomic::{AtomicBool, Ordering};

static INPUT: AtomicBool = AtomicBool::new(false);
static OUTPUT: AtomicBool = AtomicBool::new(false);

/// Whether standard input was closed when the program started. Always false except on Linux.
pub(crate) fn standard_input_was_closed() -> bool {
    INPUT.load(Ordering::Relaxed)
}

/// Whether standard output was closed when the program started. Always false except on Linux.
pub(crate) fn standard_output_was_closed() -> bool {
    OUTPUT.load(Ordering::Relaxed)
}

#[cfg(target_os = "linux")]
extern "C" fn look() {
    // These system calls do not use libc or the runtime, so they are safe before `main`.
    INPUT.store(rustix::io::fcntl_getfd(rustix::stdio::stdin()).is_err(), Ordering::Relaxed);
    OUTPUT.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
}

// SAFETY: `.init_array` contains pointers to functions of this signature, each of which the loader calls once
// before `main`. `look` uses nothing that needs the runtime.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;
