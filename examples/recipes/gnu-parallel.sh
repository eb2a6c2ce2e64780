#!/usr/bin/env bash
# The same batch cut into shards of 1000 lines under GNU parallel: the same bytes as one process writes.
# Usage: gnu-parallel.sh KIND < LINES > RESULTS
set -euo pipefail
kind=$1
export kind
parallel --will-cite --pipe -N1000 --keep-order \
  'clowder validate "$kind" --jsonl --jobs 1 --first $(( ({#} - 1) * 1000 + 1 )) 2>/dev/null || true'
