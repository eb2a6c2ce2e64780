#!/usr/bin/env bash
# Builds every fuzz target with libFuzzer's coverage and without a sanitizer, which works with the stable compiler. The
# flags are those of `cargo fuzz build -s none`. With `--quick`, only the program `any` is built, which contains all
# targets. It is built much faster, and the targets run slower.
set -euo pipefail
cd "$(dirname "$0")"

export CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
programs=(--bins)
if [ "${1:-}" = --quick ]; then
  programs=(--bin any)
  export CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_DEBUG=0
fi
export RUSTFLAGS="--cfg fuzzing -Cdebug-assertions -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-simplifycfg-branch-fold-threshold=0"
target=$(rustc -vV | sed -n 's/^host: //p')
# A target is named, so that the flags do not apply to build scripts.
cargo build --quiet --locked --release "${programs[@]}" --target "$target"
echo "${CARGO_TARGET_DIR:-$PWD/target}/$target/release"
