#!/usr/bin/env bash
# Installs each package that packaging/build.sh has built in a clean place, and checks that the installed program can do
# its main tasks. A check whose tool is missing on this machine, such as docker, is skipped with a message.
#
# usage: packaging/check.sh [DIRECTORY]
set -euo pipefail
cd "$(dirname "$0")/.."
packages=$(cd "${1:-target/packages}" && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
passed=0 failed=0 skipped=0

manual() { # manual PREFIX PAGE: prints a manual page, which Debian packages compress
  local page=$1/share/man/man1/$2.1
  if [ -e "$page.gz" ]; then gzip -dc "$page.gz"; else cat "$page"; fi
}

stripped() { # stripped PROGRAM: succeeds if the program has no symbol table, or if readelf is missing
  ! command -v readelf >/dev/null || ! readelf --section-headers "$1" | grep -q '\.symtab'
}

# check NAME PREFIX ZSH LICENCES: checks the program below PREFIX. The completions for zsh are in the directory
# PREFIX/share/zsh/ZSH, and the texts of the licences are in LICENCES.
check() {
  local name=$1 prefix=$2 zsh=$3 licences=$4 clowder=$2/bin/clowder
  if stripped "$clowder" &&
    [ "$(env -i "$clowder" validate hand AfhkBCDa)" = ok ] &&
    ! env -i "$clowder" validate hand AfhkBCDz >/dev/null 2>&1 &&
    [ "$(env -i "$clowder" solve penguins 20113123)" = A321B104C031D222 ] &&
    env -i "$clowder" generate board --seed 1 | env -i "$clowder" render board - >/dev/null &&
    manual "$prefix" clowder-validate | grep -q '^.SH EXAMPLES' &&
    manual "$prefix" clowder-bot-match | grep -q '^.SH EXAMPLES' &&
    manual "$prefix" clowder-bot-match | grep -q "^.TH .*$("$clowder" --version)" &&
    [ -s "$licences/LICENSE-APACHE" ] && [ -s "$licences/LICENSE-MIT" ] &&
    [ -s "$prefix/share/bash-completion/completions/clowder" ] &&
    [ -s "$prefix/share/zsh/$zsh/_clowder" ] &&
    [ -s "$prefix/share/fish/vendor_completions.d/clowder.fish" ]; then
    echo "ok: $name"
    passed=$((passed + 1))
  else
    echo "FAILED: $name" >&2
    failed=$((failed + 1))
  fi
}

skip() {
  echo "*** SKIPPED: $1 ***" >&2
  skipped=$((skipped + 1))
}

newest() { # newest PATTERN: prints the path of a package, or nothing
  find "$packages" -maxdepth 1 -name "$1" -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2-
}

archive=$(newest 'clowder-*.tar.gz')
[ -n "$archive" ] || { echo "FAILED: there is no archive in $packages" >&2; exit 1; }
mkdir "$place/archive"
tar -C "$place/archive" --strip-components=1 -xzf "$archive"
command -v readelf >/dev/null || skip "the test that the programs are stripped, because readelf is missing"
check "the archive" "$place/archive" site-functions "$place/archive"
if env -i "$place/archive/bin/clowder" page -o "$place/clowder.html" 2>"$place/told" && grep -q '^<!DOCTYPE html>' "$place/clowder.html"; then
  echo "ok: the page"
  passed=$((passed + 1))
elif grep -q 'was built without the page' "$place/told"; then
  skip "the page, because the packages were built without it (bindings/web/build.sh builds it, and CLOWDER_PAGE names it)"
else
  echo "FAILED: the page" >&2
  failed=$((failed + 1))
fi

wheel=$(newest 'clowder-*.whl')
if [ -z "$wheel" ]; then
  skip "the wheel, because it was not built (maturin was missing)"
elif ! python3 -m venv "$place/wheel" >/dev/null 2>&1; then
  skip "the wheel, because python3 or its module venv is missing"
else
  "$place/wheel/bin/pip" install --quiet --no-index --disable-pip-version-check "$wheel"
  check "the wheel" "$place/wheel" site-functions "$place/wheel/share/doc/clowder"
  "$place/wheel/bin/pip" install --quiet --disable-pip-version-check pandas mypy >/dev/null 2>&1 ||
    skip "the test of the Python module with pandas and mypy, because they cannot be installed"
  if (! [ -x "$place/wheel/bin/mypy" ] || MYPYPATH=bindings/python/python "$place/wheel/bin/mypy" --strict -p clowder) &&
    "$place/wheel/bin/python" bindings/python/tests/run.py; then
    echo "ok: the Python module"
    passed=$((passed + 1))
  else
    echo "FAILED: the Python module" >&2
    failed=$((failed + 1))
  fi
fi

package=$(newest 'clowder_*.deb')
if [ -n "$package" ] && command -v dpkg >/dev/null; then
  root=$place/debian
  mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
  touch "$root/var/lib/dpkg/status"
  # The C library, which is the only dependency, is not in this empty system.
  dpkg --root="$root" --force-not-root --force-depends --log=/dev/null -i "$package" >/dev/null 2>&1 || true
  check "the Debian package" "$root/usr" vendor-completions "$root/usr/share/doc/clowder"
else
  skip "the Debian package, because it was not built (cargo-deb was missing), or because dpkg is missing"
fi

zip=$(newest 'clowder-*-windows-gnu.zip')
if [ -z "$zip" ]; then
  skip "the zip archive for Windows, because it was not built (mingw, zip or the target was missing)"
elif ! python3 -m zipfile -e "$zip" "$place/windows"; then
  echo "FAILED: the zip archive for Windows cannot be unpacked" >&2
  failed=$((failed + 1))
elif ! PATH="$PATH:/usr/lib/wine" command -v wine64 x86_64-w64-mingw32-gcc >/dev/null; then
  skip "the program for Windows, because wine64 or mingw is missing"
elif (cd "$place/windows"/* && [ -s README.md ] && [ -s LICENSE-APACHE ] && [ -s LICENSE-MIT ]) &&
  python3 tests/windows/run.py --quick "$place/windows"/*/clowder.exe "$place/archive/bin/clowder"; then
  echo "ok: the zip archive for Windows"
  passed=$((passed + 1))
else
  echo "FAILED: the zip archive for Windows" >&2
  failed=$((failed + 1))
fi

# The image needs docker and a network.
if [ -z "$package" ]; then
  skip "the container image, because there is no Debian package"
elif ! docker info >/dev/null 2>&1; then
  skip "the container image, because docker is not installed or not running; check-image.sh builds it with buildah"
elif docker build --quiet --file packaging/Dockerfile --tag clowder-check "$packages" >/dev/null &&
  [ "$(docker run --rm clowder-check validate hand AfhkBCDa)" = ok ]; then
  echo "ok: the container image"
  passed=$((passed + 1))
else
  echo "FAILED: the container image" >&2
  failed=$((failed + 1))
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
