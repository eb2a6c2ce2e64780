#!/usr/bin/env bash
# Tests the steps of packaging/Dockerfile on a computer that cannot download images. It makes a small Debian system from
# Debian's packages, carries out the COPY, RUN and WORKDIR lines of the Dockerfile in this system, and starts the program
# of the ENTRYPOINT line.
#
# usage: packaging/check-container.sh [DIRECTORY]     DIRECTORY contains the Debian package (default: target/packages)
#
# This shows that the package can be installed in Debian's stable release with the dependencies that it declares, that the
# RUN lines succeed there, that the installed program validates a string, and that it grades a harness in Python. It does
# not show that `docker build` accepts the file, that the real image debian:stable-slim has everything that these lines
# need, or what a container runtime allows the sandbox of clowder to do. The script needs root, mmdebstrap
# (`apt-get install mmdebstrap`) and a Debian mirror: the value of DEBIAN_MIRROR, or the first one that apt uses here. It takes
# about two minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
packages=$(cd "${1:-target/packages}" && pwd)
fail() { echo "FAILED: $1" >&2; exit 1; }
[ "$(id -u)" -eq 0 ] || fail "this script needs root"
command -v mmdebstrap >/dev/null || fail "mmdebstrap is missing (apt-get install mmdebstrap)"

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
system=$place/system
mkdir "$system"

# The file `instructions` contains one instruction of the Dockerfile per line.
instructions=$place/instructions
sed -e '/^#/d' packaging/Dockerfile | sed -e ':more' -e '/\\$/{N;s/\\\n */ /;b more' -e '}' >"$instructions"
argument() { sed -n "s/^$1 //p" "$instructions"; } # argument INSTRUCTION: prints the rest of its line

release=$(argument FROM | sed -n 's/^debian:\(.*\)-slim$/\1/p')
[ -n "$release" ] || fail "the FROM line does not name a slim image of Debian"
# Like the slim images, the system has no documents and no manual pages. The repository of security updates is left out.
# Its package lists expire, so the check would fail with a mirror that is not current.
mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -1)}
mmdebstrap --quiet --variant=minbase --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  "$release" "$system" "deb $mirror $release main"
echo "ok: FROM, as a new system of Debian $(cat "$system/etc/debian_version")"

# The directory for --volume in the examples of the Dockerfile.
work=$(argument WORKDIR)
mkdir -p "$place/volume" "$system$work"
cp examples/grade/cases.jsonl examples/grade/program.py "$place/volume/"
cp /etc/resolv.conf "$system/etc/resolv.conf"
chmod 755 "$place" "$system"

# inside COMMAND…: runs a command in the system, which has its own processes and mounts. The sandbox of clowder needs a real
# root directory and not only chroot.
inside() {
  unshare --mount --pid --fork --propagation private sh -c '
    system=$1 volume=$2 work=$3
    shift 3
    mount --bind "$system" "$system" && cd "$system" && mkdir -p .old
    mount --bind "$volume" ".$work"
    mount --rbind /dev dev && mount -t proc proc proc
    pivot_root . .old && umount -l /.old && cd "$work" && exec "$@"
  ' inside "$system" "$place/volume" "$work" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"
}

while read -r instruction rest; do
  case $instruction in
    COPY)
      target=${rest##* }
      # The pattern of the source files is expanded here.
      (cd "$packages" && cp ${rest% *} "$system$target")
      ;;
    RUN) inside sh -c "$rest" >"$place/log" 2>&1 || { cat "$place/log" >&2; fail "$instruction $rest"; } ;;
    FROM | WORKDIR | ENTRYPOINT) continue ;;
    *) fail "this script does not know the instruction $instruction" ;;
  esac
  echo "ok: $instruction $rest"
done <"$instructions"

program=$(argument ENTRYPOINT | tr -d '[]"')
[ "$(inside "$program" validate hand AfhkBCDa)" = ok ] || fail "the program does not validate a string"
echo "ok: $program validate hand AfhkBCDa"
# The example program has three bugs, so grading ends with status 1.
status=0
report=$(inside "$program" grade cases.jsonl --command 'python3 program.py') || status=$?
case $status:$report in
  1:*"12 passed, 3 failed"*) echo "ok: $program grade cases.jsonl --command 'python3 program.py'" ;;
  *) echo "$report" >&2; fail "expected 12 passed cases, 3 failed cases and exit status 1, found exit status $status and the report above" ;;
esac
