#!/usr/bin/env bash
#SBATCH --job-name=clowder-class
#SBATCH --array=1-16
#SBATCH --time=01:00:00
#SBATCH --cpus-per-task=4
# Grades a class with a SLURM array. Each task grades one part of the submissions, and writes its results to a directory
# of its own. A task that was interrupted can be started again: it does not repeat the submissions that are finished.
#
# Usage: sbatch --export=ALL,CASES=cases.jsonl,SUBMISSIONS='submissions/*',COMMAND='java -cp {}/out Harness',OUT=results \
#          slurm-class.sh
# Then:  sed 's/^\xef\xbb\xbf//' results/part-*/table.csv | awk 'NR == 1 || !/^submission,/' > table.csv
#
# Without SLURM, the same parts can be run one after the other by setting the two variables SLURM_ARRAY_TASK_ID and
# SLURM_ARRAY_TASK_COUNT.
set -euo pipefail
: "${CASES:?}" "${SUBMISSIONS:?}" "${COMMAND:?}" "${OUT:?}" "${SLURM_ARRAY_TASK_ID:?}" "${SLURM_ARRAY_TASK_COUNT:?}"
mkdir -p "$OUT"
# The submissions are distributed to the parts in turn.
mapfile -t submissions < <(compgen -G "$SUBMISSIONS" | sort | split -n "r/$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT")
status=0
if [ "${#submissions[@]}" -gt 0 ]; then
  clowder grade "$CASES" "${submissions[@]/#/--each=}" --command "$COMMAND" --out "$OUT/part-$SLURM_ARRAY_TASK_ID" ||
    status=$?
fi
# Status 1 means that a case failed. That is a result, not a failure of the task.
[ "$status" -le 1 ]
