#!/usr/bin/env bash
# Validates a directory of output files with one string each, and reports every wrong one.
# Usage: validate-outputs.sh KIND DIRECTORY
set -euo pipefail
kind=$1 directory=$2
# One line for each error, as compilers write it. The exit status is 1 if a file is wrong.
exec clowder validate "$kind" --format concise --file "$directory"/*
