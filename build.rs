//! Decides what can be built for the target, and links the program at a fixed address on Linux.
//!
//! - Sets `cfg(arena)` if the feature `arena` is enabled and the target is Linux, because a sandbox for other programs is
//!   available only on Linux.
//! - Links the program at a fixed address, without position independence. Otherwise, the program would process five
//!   thousand relocations at each start, which would take most of the time of a single validation
//!   (`benches/startup.py`). The static program for musl gets this from `relocation-model=static` in
//!   `.cargo/config.toml`; with `-no-pie` alone, it would crash at its start.
//! - Sets `cfg(page)` if the variable `CLOWDER_PAGE` names the page that `bindings/web/build.sh` has written. The program
//!   then contains it.

use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(arena, fuzzing, page)");
    println!("cargo::rerun-if-env-changed=CLOWDER_PAGE");
    if let Some(page) = env::var_os("CLOWDER_PAGE") {
        // The path is relative to the directory of this file, in which build scripts run.
        let path = fs::canonicalize(&page)
            .unwrap_or_else(|error| panic!("CLOWDER_PAGE={}: {error}", page.display()));
        println!("cargo::rerun-if-changed={}", path.display());
        println!("cargo::rustc-env=CLOWDER_PAGE_FILE={}", path.display());
        println!("cargo::rustc-cfg=page");
    }
    let is_linux = env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux");
    if is_linux && env::var_os("CARGO_FEATURE_ARENA").is_some() {
        println!("cargo::rustc-cfg=arena");
    }
    let is_gnu = env::var("CARGO_CFG_TARGET_ENV").as_deref() == Ok("gnu");
    if is_linux && is_gnu && env::var_os("CARGO_FEATURE_CLI").is_some() {
        println!("cargo::rustc-link-arg-bin=clowder=-no-pie");
    }
}
