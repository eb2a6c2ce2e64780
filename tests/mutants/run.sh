#!/usr/bin/env bash
# Tests the tests: changes one place of the rules, the grammars, the judges, the games or the referee, runs the tests that
# belong to it, and repeats this for other places. If all tests pass in spite of a change, no test checks this place.
#
# usage: tests/mutants/run.sh [EVERY [FIRST [GROUP...]]]
#
# The possible changes of each group are numbered from 0. The changes with the numbers FIRST, FIRST + EVERY, FIRST + 2 *
# EVERY and so on are made (default: 1, 25, 49 and so on). The groups are the functions below. The results are in
# target/mutants/GROUP/mutants.out, and benches/COVERAGE.md keeps the list of changes that no test noticed. The script
# needs cargo-mutants (`cargo install cargo-mutants`). The tests with slow second implementations, the unit tests in `src`
# and the documentation examples are left out, because they would take over a minute for each change. Before the changes,
# the tests run once on the unchanged code.
set -euo pipefail
cd "$(dirname "$0")/../.."
every=${1:-24}
first=${2:-1}
groups=("${@:3}")
[ ${#groups[@]} -gt 0 ] || groups=(penguins raft bots judge polyomino referee)
# With this variable, the tests of the stable compiler accept the option `--fail-fast`.
export RUSTC_BOOTSTRAP=1
export CARGO_PROFILE_TEST_OPT_LEVEL=0 CARGO_PROFILE_TEST_DEBUG=0 CARGO_INCREMENTAL=1 CARGO_TARGET_DIR=$PWD/target/mutants/build
mkdir -p target/mutants

# Only the tests of the referee need features of the crate.
features=
# run GROUP PATTERN… -- TESTS…: makes changes in the files that match a pattern, and runs the named tests.
run() {
  local group=$1 files=()
  shift
  while [ "$1" != -- ]; do
    files+=(--file "$1")
    shift
  done
  shift
  # `--test=it` is also given to the build, so that it leaves out the examples. The status is 2 if a change was not
  # noticed, and 3 if a test did not end in time. Both are results and not errors.
  cargo mutants --timeout 60 --build-timeout 600 --no-shuffle --no-default-features --features "$features" "${files[@]}" \
    --shard "$first/$every" --sharding round-robin --output "target/mutants/$group" --cargo-arg=--test=it \
    -- -- -Z unstable-options --fail-fast "$@" || [ $? -le 3 ]
}

penguins() { run penguins 'src/penguins/**/*.rs' -- penguins:: wrong:: hints:: rare_cases --skip ten_megabytes; }
raft() {
  run raft 'src/raft/rules/**/*.rs' 'src/raft/notation/**/*.rs' 'src/notation/**/*.rs' -- \
    illegal raft_rules raft_values rare_cases wrong:: damaged --skip bitboards_and --skip perft_counts
}
bots() {
  run bots 'src/protocol/**/*.rs' 'src/arboretum/*.rs' 'src/tictactoe/*.rs' -- \
    bot_boards bot_rules bot_wrong bot_json bot_records bot_scoring explained rare_cases the_greedy_bot wrong:: \
    --skip crowded_areas
}
judge() { run judge 'src/grade/judge/**/*.rs' -- judged grade:: grade_mutants; }
polyomino() {
  run polyomino 'src/polyomino/*.rs' -- polyominoes wrong:: kinds hints tilings:: --skip generated --skip hints_for_random
}
referee() {
  features=cli,arena run referee 'src/arena/referee/*.rs' -- bot_referee bot_errors bot_games bot_runs faults_in_newgame
}

for group in "${groups[@]}"; do
  "$group"
done
