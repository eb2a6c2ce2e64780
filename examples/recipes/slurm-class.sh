#!/usr/bin/env bash
#SBATCH --job-name=clowder-class
#SBATCH --array=1-16
#SBATCH --time=01:00:00
#SBATCH --cpus-per-task=4
# Grades a class with a SLURM array. Each task grades one part of the submissions, and all tasks write to one directory.
# A task that was interrupted can be started again: it does not repeat the submissions that are finished.
#
# Usage: sbatch --export=ALL,CASES=cases.jsonl,SUBMISSIONS='submissions/*',COMMAND='java -cp {}/out Harness',OUT=results \
#          slurm-class.sh
# Then:  run the same script once without SLURM. It grades what is missing and writes the tables of the whole class.
set -euo pipefail
: "${CASES:?}" "${SUBMISSIONS:?}" "${COMMAND:?}" "${OUT:?}"
shard=()
if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
  shard=(--shard "$SLURM_ARRAY_TASK_ID/${SLURM_ARRAY_TASK_COUNT:?}")
fi
status=0
clowder grade "$CASES" --each "$SUBMISSIONS" --command "$COMMAND" --out "$OUT" "${shard[@]}" || status=$?
# Status 1 means that a case failed. That is a result, not a failure of the task.
[ "$status" -le 1 ]
