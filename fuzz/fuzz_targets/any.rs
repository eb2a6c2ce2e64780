//! Contains all targets in one program, which is built much faster than a separate program for each target. The
//! environment variable `FUZZ_TARGET` contains the name of the target to run.

#![no_main]

use std::sync::LazyLock;

type Check = Box<dyn Fn(&[u8]) + Send + Sync>;

static CHECK: LazyLock<Check> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").expect("FUZZ_TARGET is set");
    clowder_fuzz::target(&name).expect("FUZZ_TARGET is the name of a target")
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| CHECK(data));
