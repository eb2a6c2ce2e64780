#!/usr/bin/env bash
# Runs every recipe on small inputs and checks its output. Needs `clowder` on the PATH. The recipes for GNU parallel and
# Dask are skipped if these are not installed, unless --all is given.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
demand=${1:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

expect() {
  if [ "$2" != "$3" ]; then
    printf '%s\n--- expected\n%s\n--- found\n%s\n' "$1" "$2" "$3" >&2
    exit 1
  fi
  echo "ok: $1"
}

have() {
  if "$@" >/dev/null 2>&1; then return 0; fi
  if [ "$demand" = --all ]; then echo "missing: $*" >&2; exit 1; fi
  echo "skipped, not installed: $*"
  return 1
}

# Each part of a batch numbers its answers from 1.
unnumbered() { sed 's/"n":[0-9]*,//'; }

mkdir "$work/out" "$work/kept"
printf 'AfhkBCDahw\n' >"$work/kept/1.txt"
printf 'AaBCD\n' >"$work/kept/2.txt"
printf 'AfhkBCDahw\n' >"$work/out/1.txt"
printf 'AazBCD\n' >"$work/out/2.txt"
expect "a directory of outputs is validated" \
  "$work/out/2.txt:1:3: error[hand/unknown-card]: there is no card \`z\`; the cards of a deck are \`a\` to \`y\`" \
  "$("$here/validate-outputs.sh" hand "$work/out" || true)"

printf 'AkhfDwha\n' >"$work/out/1.txt"
printf 'AbBCD\n' >"$work/out/2.txt"
expect "outputs are compared with stored versions as values" \
  $'different 2.txt\nmissing Aa\nnot expected Ab\n2 differences\n2 files: 1 equal, 1 not equal' \
  "$("$here/snapshot-check.sh" hand "$work/kept" "$work/out" || true)"

for number in $(seq 1 2500); do
  case $((number % 3)) in 0) echo '"A6"' ;; 1) echo "{\"id\":$number,\"input\":\"B3A3\"}" ;; 2) echo '"A7"' ;; esac
done >"$work/lines"
clowder validate draw --jsonl --jobs 1 <"$work/lines" >"$work/one" 2>/dev/null || true
expect "one process answers every line" 2500 "$(wc -l <"$work/one" | tr -d ' ')"
if have parallel --version; then
  if "$here/gnu-parallel.sh" draw <"$work/lines" >"$work/parallel"; then
    echo "the exit status of an invalid line was lost" >&2
    exit 1
  fi
  expect "GNU parallel writes the same answers" "" "$(cmp <(unnumbered <"$work/one") <(unnumbered <"$work/parallel") 2>&1)"
fi
if have python3 -c 'import dask.distributed'; then
  dask=0
  python3 "$here/dask_batch.py" draw <"$work/lines" >"$work/dask" || dask=$?
  expect "Dask keeps the exit status" 1 "$dask"
  expect "Dask writes the same answers" "" "$(cmp <(unnumbered <"$work/one") <(unnumbered <"$work/dask") 2>&1)"
fi

printf '{"suite":"isSolution","board":"EEEEEEEEEEEEEEEEEEEE","placed":[]}\n%.0s' 1 2 3 >"$work/cases.jsonl"
cat >"$work/program.py" <<'END'
import json, sys
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "answer": False}), flush=True)
END
for task in 1 2; do
  CASES="$work/cases.jsonl" COMMAND="python3 $work/program.py" OUT="$work/reports" SLURM_ARRAY_TASK_ID=$task \
    SLURM_ARRAY_TASK_COUNT=2 "$here/slurm-cases.sh" 2>/dev/null
done
expect "the parts of an array have all cases" $'"total":2,"passed":2\n"total":1,"passed":1' \
  "$(cat "$work"/reports/part-*.json | grep -o '"total":[0-9],"passed":[0-9],"failed":0,"skipped":0,"score' | cut -d, -f1,2)"

for number in $(seq 1 3); do
  mkdir -p "$work/class/s$number"
  cp "$work/program.py" "$work/class/s$number/program.py"
done
export CASES="$work/cases.jsonl" SUBMISSIONS="$work/class/*" COMMAND='python3 {}/program.py' OUT="$work/results"
for task in 1 2; do
  SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=2 "$here/slurm-class.sh" >/dev/null 2>&1
done
expect "the parts of a class are joined" 's1,graded,3
s3,graded,3
s2,graded,3' "$(sed 's/^\xef\xbb\xbf//' "$work"/results/part-*/table.csv | awk 'NR == 1 || !/^submission,/' | tail -n +2 | cut -d, -f1-3)"

if have javac -version; then
  clowder grade --template java >"$work/Harness.java"
  sed -i 's/throw todo("isSolution");/return Solution.isSolution(placed.size());/' "$work/Harness.java"
  mkdir -p "$work/java/ann" "$work/java/bob"
  echo 'class Solution { static boolean isSolution(int blocks) { return blocks == 4; } }' >"$work/java/ann/Solution.java"
  echo 'class Solution { static boolean isSolution(int blocks) { return blocks = 4; } }' >"$work/java/bob/Solution.java"
  expect "a class is compiled and graded" $'ann,graded,3,\r\nbob,no answers,0,Caused by: java.lang.ClassNotFoundException' \
    "$("$here/java-class.sh" "$work/cases.jsonl" "$work/Harness.java" "$work/graded" "$work"/java/* 2>/dev/null | tail -n +2 | cut -d, -f1-3,10 | sed 's/Exception: .*/Exception/')"
fi
