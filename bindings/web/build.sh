#!/usr/bin/env bash
# Builds the page, one HTML file that works offline: build.sh [FILE]
# CLOWDER_PAGE=FILE cargo build then builds a program that contains the page (`clowder page`).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target/web}
out=${1:-$root/target/clowder.html}
target=wasm32-unknown-unknown

rustup target list --installed | grep -qx "$target" || rustup target add "$target"
(cd "$here" && cargo build --release --locked --target "$target")
module=$CARGO_TARGET_DIR/$target/release/clowder_web.wasm

# wasm-opt is a part of binaryen, which the npm registry has.
# Rust uses these features, which all browsers of the page have.
features=(--enable-{bulk-memory,bulk-memory-opt,sign-ext,nontrapping-float-to-int,mutable-globals,reference-types,multivalue})
optimizer=$(command -v wasm-opt || echo "$CARGO_TARGET_DIR/node_modules/.bin/wasm-opt")
if ! [ -x "$optimizer" ] && command -v npm >/dev/null; then
  npm install --silent --no-audit --no-fund --prefix "$CARGO_TARGET_DIR" binaryen || true
fi
if [ -x "$optimizer" ]; then
  # Browsers compile each function when it is first called, so functions that are rarely called stay apart from others.
  "$optimizer" -Oz "${features[@]}" --one-caller-inline-max-function-size 100 --strip-debug --strip-producers "$module" -o "$CARGO_TARGET_DIR/clowder.wasm"
else
  echo "*** wasm-opt is missing (npm install binaryen): the page is larger than it could be ***" >&2
  cp "$module" "$CARGO_TARGET_DIR/clowder.wasm"
fi
mkdir -p "$(dirname "$out")"
python3 "$here/pack.py" "$CARGO_TARGET_DIR/clowder.wasm" "$out"
