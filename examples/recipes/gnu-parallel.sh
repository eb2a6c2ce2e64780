#!/usr/bin/env bash
# Validates a batch with GNU parallel, in parts of 1000 lines.
#
# Parts pay only for batches that are very large or slow to read: one clowder process validates 40,000 lines in 0.04 s, and
# it uses all cores. Many submissions are the better use of a cluster, because each of them starts a program and takes
# seconds: see slurm-class.sh, and `clowder grade --each` on one machine.
#
# Usage: gnu-parallel.sh KIND < LINES > RESULTS
# The exit status is the worst one of the parts, as with one process.
set -euo pipefail
kind=$1
export kind
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# `split` counts lines. `parallel --pipe -N` miscounts blank ones.
split -l 1000 -d -a 6 - "$work/part-"
status=0
parallel --will-cite --keep-order \
  'clowder validate "$kind" --jsonl --jobs 1 --first $(( ({#} - 1) * 1000 + 1 )) < {} 2>/dev/null' \
  ::: "$work"/part-* || status=1
exit $status
