#!/bin/sh
# Grades a small program with three bugs and checks that exactly these bugs are found.
#
#   examples/grade/run.sh [CLOWDER]        the binary (default: `clowder` on the PATH)
#
# First, the cases are checked (`--self`): their expected answers must be the same as those of clowder. Then
# program.py is graded. The report for people goes to standard output, and the reports in all other formats go to a
# directory that is removed at the end.
set -eu
here=$(dirname "$0")
clowder=${1:-clowder}
reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT

"$clowder" grade "$here/cases.jsonl" --self --seed 1

status=0
"$clowder" grade "$here/cases.jsonl" --command "python3 '$here/program.py'" --points "$here/points.json" \
    --report human --report json="$reports/report.json" --report junit="$reports/report.xml" \
    --report gradescope="$reports/results.json" || status=$?
test "$status" -eq 1

python3 - "$reports/report.json" <<'CHECK'
import json, sys

with open(sys.argv[1]) as file:
    report = json.load(file)
failed = [case["name"] for case in report["cases"] if not case["passed"]]
bugs = ["the last line has no line break", "an odd column", "block C at rotation 4"]
assert failed == bugs, f"found {failed}, expected {bugs}"
print("exactly the three bugs were found")
CHECK
