#!/usr/bin/env bash
# Validates a directory of output files with one string each, and reports every wrong one.
# Usage: validate-outputs.sh KIND DIRECTORY
set -euo pipefail
kind=$1 directory=$2
status=0
for file in "$directory"/*; do
  if ! answer=$(clowder validate "$kind" --file "$file" --format plain); then
    status=1
    while IFS= read -r fault; do printf '%s:%s\n' "${file##*/}" "$fault"; done <<<"$answer"
  fi
done
exit $status
