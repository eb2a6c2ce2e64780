//! Decides what can be built for the target, and links the program at a fixed address on Linux.
//!
//! - Sets `cfg(arena)` if the feature `arena` is enabled and the target is Linux, because a sandbox for other programs is
//!   available only on Linux.
//! - Sets `cfg(own_math)` if the C library is the GNU C library. Its mathematical functions are in a separate library, which
//!   takes time to load (`src/math.rs`).
//! - Links the program at a fixed address, without position independence. Otherwise, the program would process five
//!   thousand relocations at each start, which would take most of the time of a single validation
//!   (`benches/startup.py`).

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(arena, own_math, fuzzing)");
    let is_linux = env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux");
    if is_linux && env::var_os("CARGO_FEATURE_ARENA").is_some() {
        println!("cargo::rustc-cfg=arena");
    }
    if is_linux && env::var_os("CARGO_FEATURE_CLI").is_some() {
        if env::var("CARGO_CFG_TARGET_ENV").as_deref() == Ok("gnu") {
            println!("cargo::rustc-cfg=own_math");
        }
        println!("cargo::rustc-link-arg-bin=clowder=-no-pie");
    }
}
