#!/usr/bin/env bash
# Compiles and grades a whole class of Java solutions. Each submission is a folder with the sources of one student. The
# harness calls them, and is compiled together with each submission.
#
# Usage: java-class.sh cases.jsonl Harness.java results submissions/*
#
# The classes of a submission are in its folder `out`. The compiler output is in `out/javac.txt`; a submission that
# does not compile has the status `no answers` in results/table.csv, and its note names the missing class.
set -euo pipefail
cases=$1 harness=$2 results=$3
shift 3
for submission in "$@"; do
  mkdir -p "$submission/out"
  find "$submission" -name '*.java' -print0 |
    xargs -0 javac -encoding UTF-8 -d "$submission/out" "$harness" >"$submission/out/javac.txt" 2>&1 ||
    echo "$submission does not compile: $submission/out/javac.txt says why" >&2
done
status=0
clowder grade "$cases" "${@/#/--each=}" --command 'java -cp {}/out Harness' --out "$results" || status=$?
# Status 1 means that a case failed. That is a result, not a failure of this script.
[ "$status" -le 1 ]
