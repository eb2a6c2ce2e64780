#!/usr/bin/env bash
# Builds the container image that packaging/Dockerfile describes, and runs both examples of the Dockerfile in a container.
#
# usage: packaging/check-image.sh [DIRECTORY]     DIRECTORY contains the Debian package (default: target/packages)
#
# The script needs root, buildah and network access. If the image debian:stable-slim cannot be downloaded, a base image
# with the same packages is made from a Debian mirror. This also needs mmdebstrap (`apt-get install buildah mmdebstrap`).
# Images are stored in a temporary directory, which is removed at the end.
set -euo pipefail
cd "$(dirname "$0")/.."
packages=$(cd "${1:-target/packages}" && pwd)
fail() { echo "FAILED: $1" >&2; exit 1; }

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
build() { buildah --root "$place/images" --runroot "$place/state" --storage-driver vfs "$@"; }

base=docker.io/library/debian:stable-slim
if build pull --quiet "$base" 2>/dev/null; then
  echo "ok: $base was downloaded"
else
  mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -1)}
  mmdebstrap --quiet --variant=minbase --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    stable "$place/base.tar" "deb $mirror stable main"
  empty=$(build from scratch)
  build add --quiet "$empty" "$place/base.tar" / >/dev/null
  build commit --quiet "$empty" "$base" >/dev/null
  echo "ok: $base was made from Debian's packages"
fi

# With the isolation `chroot`, no kernel feature is needed that containers inside a container do not have.
build bud --quiet --isolation chroot --file packaging/Dockerfile --tag clowder "$packages" >"$place/log" 2>&1 ||
  { cat "$place/log" >&2; fail "the image cannot be built"; }
echo "ok: the image was built"

container=$(build from clowder)
found=$(build run --isolation chroot "$container" -- clowder validate hand AfhkBCDa)
[ "$found" = ok ] || fail "the program does not validate a string: $found"
echo "ok: clowder validate hand AfhkBCDa"

mkdir "$place/volume"
cp examples/grade/cases.jsonl examples/grade/program.py "$place/volume/"
# The example program has three bugs, so grading ends with status 1.
status=0
report=$(build run --isolation chroot --volume "$place/volume:/work" "$container" -- \
  clowder grade cases.jsonl --command 'python3 program.py') || status=$?
case $status:$report in
  1:*"12 passed, 3 failed"*) echo "ok: clowder grade cases.jsonl --command 'python3 program.py'" ;;
  *) echo "$report" >&2; fail "expected 12 passed cases, 3 failed cases and exit status 1, found exit status $status" ;;
esac
