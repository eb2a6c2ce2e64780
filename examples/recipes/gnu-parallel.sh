#!/usr/bin/env bash
# Validates a batch in parts of 1000 lines with GNU parallel. The output is the same as that of one process.
# Usage: gnu-parallel.sh KIND < LINES > RESULTS
set -euo pipefail
kind=$1
export kind
parallel --will-cite --pipe -N1000 --keep-order \
  'clowder validate "$kind" --jsonl --jobs 1 --first $(( ({#} - 1) * 1000 + 1 )) 2>/dev/null || true'
