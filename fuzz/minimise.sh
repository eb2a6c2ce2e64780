#!/usr/bin/env bash
# Replaces the seeds of all targets with a few inputs from the corpus that together reach the same code as the whole
# corpus.
set -euo pipefail
cd "$(dirname "$0")"

program=$(./build.sh)
for directory in corpus/*/; do
  target=$(basename "$directory")
  few=$(mktemp -d)
  python3 seeds.py unpack "$target" "$directory"
  FUZZ_TARGET=$target "$program" -set_cover_merge=1 -use_counters=0 -close_fd_mask=1 "$few" "$directory" 2> /dev/null
  python3 seeds.py pack "$target" "$few"
  echo "$target: $(wc -l < "seeds/$target.jsonl") seeds"
  rm -r "$few"
done
