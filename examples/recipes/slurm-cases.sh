#!/usr/bin/env bash
#SBATCH --job-name=clowder-cases
#SBATCH --array=1-16
#SBATCH --time=01:00:00
#SBATCH --cpus-per-task=1
# Grades one slow submission with a SLURM array. Each task grades one part of the cases and writes a report in JSON.
# For the submissions of a class, use slurm-class.sh.
#
# Usage: sbatch --export=ALL,CASES=cases.jsonl,COMMAND='java -cp out Harness',OUT=reports slurm-cases.sh
# Then:  jq -s '{total: map(.total) | add, passed: map(.passed) | add}' reports/part-*.json
#
# Without SLURM, the same parts can be run one after the other by setting the two variables SLURM_ARRAY_TASK_ID and
# SLURM_ARRAY_TASK_COUNT.
set -euo pipefail
: "${CASES:?}" "${COMMAND:?}" "${OUT:?}" "${SLURM_ARRAY_TASK_ID:?}" "${SLURM_ARRAY_TASK_COUNT:?}"
mkdir -p "$OUT"
part=$OUT/part-$SLURM_ARRAY_TASK_ID
# A file of cases has one case per line. The cases are distributed to the parts in turn.
split -n "r/$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" "$CASES" >"$part.jsonl"
status=0
clowder grade "$part.jsonl" --command "$COMMAND" --report "json=$part.json" || status=$?
# Status 1 means that a case failed. That is a result, not a failure of the task.
[ "$status" -le 1 ]
