#!/usr/bin/env bash
# Validates a batch with GNU parallel, in parts of 1000 lines.
#
# It is worth dividing a batch only if the batch is very large or slow to read: one clowder process validates 40,000 lines
# in 0.04 s, and it uses all cores. A cluster is more useful for grading many submissions, because each submission starts
# a program and takes seconds: see slurm-class.sh, and `clowder grade --each` on one machine.
#
# Usage: gnu-parallel.sh KIND < LINES > RESULTS
# The answers are in the order of the lines. Each part numbers its answers from 1.
# The exit status is 1 if a part has an invalid string or cannot be validated, and 0 otherwise.
set -euo pipefail
kind=$1
export kind
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# `split` counts blank lines correctly, but `parallel --pipe -N` does not.
split -l 1000 -d -a 6 - "$work/part-"
status=0
parallel --will-cite --keep-order \
  'clowder validate "$kind" --jsonl --jobs 1 < {} 2>/dev/null' \
  ::: "$work"/part-* || status=1
exit $status
