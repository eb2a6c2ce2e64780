#!/usr/bin/env bash
# Runs all fuzz targets, $JOBS at a time, and appends a line for each target to LOG.md. HOURS is the sum of the times of
# all targets. With $EXECUTIONS, a target already ends after this number of executions. $LENGTH is the maximum length of
# an input in bytes. `fuzz/run.sh 0` runs each target for a few seconds and writes no log. If a target crashes, the run
# ends with status 1, and the input is in `fuzz/artifacts`.
set -euo pipefail
cd "$(dirname "$0")"

hours=${1:?usage: fuzz/run.sh HOURS [TARGET...]}
shift
targets=("$@")
# Each kind of string is a target, and so is each name in `src/lib.rs`.
[ ${#targets[@]} -gt 0 ] ||
  mapfile -t targets < <(basename -as .md ../src/texts/kinds/*.md; sed -n 's/^ *"\(.*\)" => Box::new.*/\1/p' src/lib.rs)
# The number of targets that run at the same time.
jobs=${JOBS:-$(nproc)}
if [ "$hours" = 0 ]; then
  program=$(./build.sh --quick)
  seconds=3
else
  program=$(./build.sh)
  seconds=$(awk -v hours="$hours" -v count=${#targets[@]} 'BEGIN { print int(hours * 3600 / count) }')
fi

fuzz() {
  local target=$1 log
  mkdir -p "artifacts/$target"
  python3 seeds.py unpack "$target" "corpus/$target"
  log=$(mktemp)
  if ! FUZZ_TARGET=$target "$program" "corpus/$target" -artifact_prefix="artifacts/$target/" \
    -max_total_time="$seconds" -runs="${EXECUTIONS:--1}" -max_len="${LENGTH:-4096}" -timeout=30 -rss_limit_mb=1024 -print_final_stats=1 -close_fd_mask=1 2> "$log"; then
    tail -40 "$log" >&2
    echo "fuzz: $target found an error" >&2
    rm "$log"
    return 1
  fi
  local executed took coverage
  executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  took=$(sed -n 's/^Done [0-9]* runs in \([0-9]*\) second.*/\1/p' "$log")
  coverage=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)
  echo "$target: $executed executions, $coverage edges"
  [ "$hours" = 0 ] ||
    echo "| $(date -u +%F) | $target | $took | $executed | $coverage | none |" >> LOG.md
  rm "$log"
}

status=0
running=0
for target in "${targets[@]}"; do
  fuzz "$target" &
  running=$((running + 1))
  if [ "$running" -ge "$jobs" ]; then
    wait -n || status=1
    running=$((running - 1))
  fi
done
while [ "$running" -gt 0 ]; do
  wait -n || status=1
  running=$((running - 1))
done
[ "$hours" = 0 ] || awk -F'|' 'NR > 2 && $5 ~ /[0-9]/ { sum[$3] += $5 } END { for (name in sum) print name ":" sum[name] }' LOG.md |
  sort | sed 's/^/in all /'
exit "$status"
