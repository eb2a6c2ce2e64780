#!/usr/bin/env bash
# Compares every output file of a program with its stored version. The contents are compared as values, so order
# and spelling do not matter. All files are compared, even if the first files differ.
# Usage: snapshot-check.sh KIND STORED-DIRECTORY ACTUAL-DIRECTORY
exec clowder diff --dir "$2" "$3" --kind "$1"
