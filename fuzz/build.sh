#!/usr/bin/env bash
# Builds the program `any`, which contains all fuzz targets. It measures coverage for libFuzzer and has no sanitizer, so
# that the stable compiler can build it. The flags are those of `cargo fuzz build -s none`. With `--quick`, the build
# takes less time, but the program runs more slowly. Prints the path of the program.
set -euo pipefail
cd "$(dirname "$0")"

export CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
if [ "${1:-}" = --quick ]; then
  # In a run of a few seconds, optimizing is not worth the time.
  export CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_DEBUG=0
fi
export RUSTFLAGS="--cfg fuzzing -Cdebug-assertions -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-simplifycfg-branch-fold-threshold=0"
target=$(rustc -vV | sed -n 's/^host: //p')
# `--target` is given, so that the flags do not apply to build scripts.
cargo build --quiet --locked --release --bin any --target "$target"
echo "${CARGO_TARGET_DIR:-$PWD/target}/$target/release/any"
