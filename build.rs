//! Decides what can be built for the target, and links the program at a fixed address on Linux.
//!
//! - Sets `cfg(arena)` if the feature `arena` is on and the target is Linux, because programs can be started in a sandbox
//!   only there.
//! - Sets `cfg(own_math)` if the C library is that of GNU, because its mathematical functions are a library of their own
//!   that takes time to load (`src/math.rs`).
//! - Links without position independence. Otherwise, every start processes five thousand relocations, which take most of
//!   the time of a single validation (`benches/startup.py`).

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
