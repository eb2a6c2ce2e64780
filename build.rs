//! Decides what can be built for the target, and links the program at a fixed address on Linux.
//!
//! - Sets `cfg(arena)` if the feature `arena` is enabled and the target is Linux, because a sandbox for other programs is
//!   available only on Linux.
//! - Links the program at a fixed address, without position independence. Otherwise, the program would process five
//!   thousand relocations at each start, which would take most of the time of a single validation
//!   (`benches/startup.py`). The static program for musl gets this from `relocation-model=static` in
//!   `.cargo/config.toml`; with `-no-pie` alone, it would crash at its start.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(arena, fuzzing)");
    let is_linux = env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux");
    if is_linux && env::var_os("CARGO_FEATURE_ARENA").is_some() {
        println!("cargo::rustc-cfg=arena");
    }
    let is_gnu = env::var("CARGO_CFG_TARGET_ENV").as_deref() == Ok("gnu");
    if is_linux && is_gnu && env::var_os("CARGO_FEATURE_CLI").is_some() {
        println!("cargo::rustc-link-arg-bin=clowder=-no-pie");
    }
}
