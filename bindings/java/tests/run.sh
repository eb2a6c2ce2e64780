#!/usr/bin/env bash
# Compiles Clowder.java and its tests, and runs them with the console of JUnit 5 (Debian's package junit5).
#
# usage: run.sh PROGRAM     PROGRAM is the clowder that the tests ask
set -euo pipefail
clowder=$(realpath "$1")
cd "$(dirname "$0")/.."
jars=/usr/share/java
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
api=$jars/junit-jupiter-api.jar:$jars/junit-jupiter-params.jar:$jars/opentest4j.jar:$jars/apiguardian-api.jar:$jars/junit-platform-commons.jar
javac -Xlint:all,-classfile -Werror -encoding UTF-8 -d "$place" -cp "$api" Clowder.java tests/ClowderTest.java
"$clowder" generate cases --suite isSolution --seed 1 --count 5 -o "$place/cases.jsonl"
python3 ../questions.py "$clowder" >"$place/questions.jsonl"
"$clowder" validate --jsonl --suggest <"$place/questions.jsonl" >"$place/answers.jsonl" || [ $? = 1 ]
java -Dclowder="$clowder" -Dcases="$place/cases.jsonl" -Dquestions="$place/questions.jsonl" -Danswers="$place/answers.jsonl" \
  -jar $jars/junit-platform-console-standalone.jar -cp "$place" --select-class ClowderTest --disable-banner --disable-ansi-colors --details=tree
