#!/bin/sh
# Makes the pictures of the README with the program itself: make.sh [DIRECTORY]
# A test runs this script and reports a picture that is stale.
set -eu
out=${1:-$(dirname "$0")}
clowder render challenge LNSNLASAF000300060012001506030903C000093030341203R11215 -o "$out/challenge.svg"
clowder generate raft-state --seed 8 | clowder render state -o "$out/state.svg"
clowder solve penguins 20113123 --limit 1 -o "$out/penguins.svg"
clowder pentomino tile 6x10 --first -o "$out/tiling.svg"
command='clowder validate challenge LNSNF0003C00104R112O3'
{ $command --color always || test $? = 1; } | python3 "$(dirname "$0")/terminal.py" "$command" > "$out/error.svg"
