#!/usr/bin/env bash
# Compares every output file of a program with its stored version. They are compared as values, so order and spelling
# do not matter.
# Usage: snapshot-check.sh KIND KEPT-DIRECTORY ACTUAL-DIRECTORY
set -euo pipefail
kind=$1 kept=$2 actual=$3
status=0
for file in "$kept"/*; do
  name=${file##*/}
  clowder diff "$kind" "@$file" "@$actual/$name" --format plain 2>/dev/null | sed "s/^/$name: /"
  case ${PIPESTATUS[0]} in
    0) ;;
    1) status=1 ;;
    *) echo "$name: cannot be compared"; status=1 ;;
  esac
done
exit $status
