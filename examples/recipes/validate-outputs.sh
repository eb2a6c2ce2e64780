#!/usr/bin/env bash
# Validates a directory of output files with one string each, and reports every error.
# Usage: validate-outputs.sh KIND DIRECTORY
set -euo pipefail
kind=$1 directory=$2
# The format `concise` writes one line per error, like a compiler. The exit status is 1 if a file is invalid.
exec clowder validate "$kind" --format concise --file "$directory"/*
