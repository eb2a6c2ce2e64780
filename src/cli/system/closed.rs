//! Whether standard input and standard output were closed before the program started.
//!
//! Rust's runtime opens `/dev/null` in the place of a closed standard stream before `main`, so that a write to it
//! succeeds and the data are lost without a word, and a read finds an empty stream, of which nothing is wrong. A
//! reference checker must say so instead; the only moment to look is before the runtime does, in the list of functions
//! the loader calls first.
#![allow(
    unsafe_code,
    reason = "a static in a link section is unsafe to declare; nothing else runs before main"
)]

use std::sync::atomic::{AtomicBool, Ordering};

static INPUT: AtomicBool = AtomicBool::new(false);
static OUTPUT: AtomicBool = AtomicBool::new(false);

/// Whether standard input was closed when the program started. Always false where there is no such list.
pub(crate) fn standard_input_was_closed() -> bool {
    INPUT.load(Ordering::Relaxed)
}

/// Whether standard output was closed when the program started. Always false where there is no such list.
pub(crate) fn standard_output_was_closed() -> bool {
    OUTPUT.load(Ordering::Relaxed)
}

#[cfg(target_os = "linux")]
extern "C" fn look() {
    // System calls without libc's help: safe this early, nothing of the runtime is needed.
    INPUT.store(rustix::io::fcntl_getfd(rustix::stdio::stdin()).is_err(), Ordering::Relaxed);
    OUTPUT.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
}

// SAFETY: the section holds pointers to functions of this signature, which the loader calls once before `main`;
// `look` touches nothing that needs the runtime.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;
