#!/usr/bin/env bash
# Installs each package that packaging/build.sh has built in a clean place, and checks that the installed program can do
# its main tasks.
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

check() { # check NAME PREFIX ZSH: uses the program that is installed below PREFIX, with its completions for zsh in ZSH
  local name=$1 prefix=$2 zsh=$3 clowder=$2/bin/clowder
  # A stripped program has no table of symbols.
  if ! readelf --section-headers "$clowder" | grep -q '\.symtab' &&
    [ "$(env -i "$clowder" validate hand AfhkBCDa)" = ok ] &&
    ! env -i "$clowder" validate hand AfhkBCDz >/dev/null 2>&1 &&
    [ "$(env -i "$clowder" solve penguins 20113123)" = A321B104C031D222 ] &&
    env -i "$clowder" generate board --seed 1 | env -i "$clowder" render board - >/dev/null &&
    manual "$prefix" clowder-validate | grep -q '^.SH EXAMPLES' &&
    manual "$prefix" clowder-bot-match | grep -q '^.SH EXAMPLES' &&
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
check "the archive" "$place/archive" site-functions

wheel=$(newest 'clowder-*.whl')
if [ -n "$wheel" ]; then
  python3 -m venv "$place/wheel"
  "$place/wheel/bin/pip" install --quiet --no-index --disable-pip-version-check "$wheel"
  check "the wheel" "$place/wheel" site-functions
else
  skip "there is no wheel, because maturin was missing"
fi

package=$(newest 'clowder_*.deb')
if [ -n "$package" ] && command -v dpkg >/dev/null; then
  root=$place/debian
  mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
  touch "$root/var/lib/dpkg/status"
  # The C library, which is the only dependency, is not in this empty system.
  dpkg --root="$root" --force-not-root --force-depends --log=/dev/null -i "$package" >/dev/null 2>&1 || true
  check "the Debian package" "$root/usr" vendor-completions
else
  skip "there is no Debian package, because cargo-deb or dpkg was missing"
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
