//! Whether standard output was closed before the program started.
//!
//! Rust's runtime opens `/dev/null` in the place of a closed standard stream before `main`, so that a write to it
//! succeeds and the data are lost without a word. A reference checker must say so instead; the only moment to look is
//! before the runtime does, in the list of functions the loader calls first.
#![allow(
    unsafe_code,
    reason = "a static in a link section is unsafe to declare; nothing else runs before main"
)]

use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Whether standard output was closed when the program started. Always false where there is no such list.
pub(crate) fn standard_output_was_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

#[cfg(target_os = "linux")]
extern "C" fn look() {
    // A system call without libc's help: safe this early, nothing of the runtime is needed.
    let closed = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err();
    CLOSED.store(closed, Ordering::Relaxed);
}

// SAFETY: the section holds pointers to functions of this signature, which the loader calls once before `main`;
// `look` touches nothing that needs the runtime.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;
